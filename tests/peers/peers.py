# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""peers.py FOLDER: the own tests of pytrec_eval and ir_measures, with strat_eval in their place, nuggetizer's scores of answers, and
what each trec_eval prints.

FOLDER has checkouts of their public repositories: pytrec_eval (with trec_eval 10 in its folder trec_eval, if the two tests on
trec_eval's data shall run), ir_measures and nuggetizer (castorini). Nothing of them is built. What is not there is skipped. Of
trec_eval (usnistgov, with its tags) three versions are built, and called on the runs of STRAT_EVAL_DATA/robust03, or else of the samples.
"""

import glob
import gzip
import importlib
import importlib.util
import json
import os
import random
import runpy
import subprocess
import sys
import tempfile
import unittest

#: Tests of ir_measures that need something else, and what.
GDEVAL = "gdeval rounds to 5 digits, and its nDCG has other gains"
OTHERS = "asks packages that are not installed"
NOT_OURS = {
    "provider": {
        "test_gdeval.TestPytrecEval.test_ERR": GDEVAL,
        "test_gdeval.TestPytrecEval.test_nDCG": GDEVAL,
        "test_providers.TestPytrecEval.test_empty": GDEVAL,
        "test_measures.TestMeasures.test_measures": OTHERS,
    },
    "drop-in": {
        "test_cwl_eval.TestCwlEval.test_measures": OTHERS,
        "test_measures.TestMeasures.test_measures": OTHERS,
        "test_providers.TestPytrecEval.test_empty": OTHERS,
        "test_pyndeval.TestPynedvalEval.test_ERR_IA": OTHERS,
        "test_pyndeval.TestPynedvalEval.test_measures": OTHERS,
        "test_ranx.TestRanx.test_P": OTHERS,
    },
}

#: The names under which ir_measures has its providers.
PROVIDERS = ("pytrec_eval", "judged", "accuracy", "compat", "gdeval", "msmarco", "cwl_eval", "trectools", "pyndeval", "ranx")


def pytrec_eval(folder):
    """Runs its file of tests, as its README does."""
    sys.modules["pytrec_eval"] = importlib.import_module("strat_eval.pytrec")
    tests = os.path.join(folder, "pytrec_eval", "tests", "pytrec_eval_tests.py")
    whole = os.path.isdir(os.path.join(folder, "pytrec_eval", "trec_eval", "test"))
    sys.argv = [tests]
    if whole:
        runpy.run_path(tests, run_name="__main__")
    sys.path.insert(0, os.path.dirname(tests))
    unittest.main(module="pytrec_eval_tests", argv=[tests])


def ir_measures(folder, kind):
    """Runs its tests with our provider under all names, or with its own on strat_eval.pytrec."""
    sys.path.insert(0, os.path.join(folder, "ir_measures"))
    sys.modules["pytrec_eval"] = importlib.import_module("strat_eval.pytrec")
    package = importlib.import_module("ir_measures")
    ours = importlib.import_module("strat_eval.ir_measures_provider")
    if kind == "provider":
        provider = ours.register()
        for name in PROVIDERS:
            setattr(package, name, provider)
        package.providers.PytrecEvalProvider = ours.provider_class()
    tests = os.path.join(folder, "ir_measures", "tests")
    sys.stdout = open(os.devnull, "w", encoding="utf-8")  # some print values
    result = unittest.TextTestRunner(stream=open(os.devnull, "w", encoding="utf-8")).run(
        unittest.defaultTestLoader.discover(tests, top_level_dir=os.path.dirname(tests)))
    sys.stdout = sys.__stdout__
    failed = {getattr(test, "test_case", test).id().removeprefix("tests."): text for test, text in result.failures + result.errors}
    wrong = {name: text for name, text in failed.items() if name not in NOT_OURS[kind]}
    for name, text in wrong.items():
        print(f"{name}\n{text}")
    for name in failed:
        if name not in wrong:
            print(f"  left out: {name}: {NOT_OURS[kind][name]}")
    print(f"ir_measures, {kind}: {result.testsRun} tests, {result.testsRun - len(failed)} passed, "
          f"{len(failed) - len(wrong)} left out, {len(wrong)} failed")
    sys.exit(1 if wrong or result.testsRun == 0 else 0)


def nuggetizer(folder):
    """Its four scores of 200 random answers, and their means, against those of the program: to 1e-9."""
    path = os.path.join(folder, "nuggetizer", "src", "nuggetizer", "core", "metrics.py")
    spec = importlib.util.spec_from_file_location("metrics", path)
    metrics = sys.modules["metrics"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(metrics)
    random.seed(1)
    records = []
    for q in range(200):
        vital, count = random.choice([0, .3, .7, 1]), random.choice([0, 1, 2, 5, 20])
        records.append({"qid": f"q{q}", "run_id": "r", "nuggets": [
            {"text": f"fact {i} of {q}", "importance": "vital" if random.random() < vital else "okay",
             "assignment": random.choice(["support", "partial_support", "not_support"])} for i in range(count)]})
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as f:
        f.writelines(json.dumps(r) + "\n" for r in records)
        f.flush()
        said = subprocess.run([os.environ.get("STRAT_EVAL", "./strat_eval"), "-q", "--digits=17", "-R", "nuggets", f.name, f.name],
                              check=True, capture_output=True, text=True).stdout
    ours = {tuple(line.split()[:2]): line.split()[2] for line in said.splitlines()}
    theirs = [vars(metrics.calculate_nugget_scores(r["qid"], r["nuggets"])) for r in records] + [metrics.calculate_global_metrics(records)]
    off = [abs(float(ours["nugget_" + name.removesuffix("_score"), x["qid"]]) - x[name])
           for x in theirs for name in x if name != "qid"]
    print(f"nuggetizer: {len(off)} scores, largest difference {max(off):.1g}")
    sys.exit(0 if len(off) == 804 and max(off) < 1e-9 else 1)


#: Options that scripts give to trec_eval; with seven runs 119 calls.
TREC_EVAL_OPTIONS = (
    "", "-q", "-c", "-q -c", "-q -n", "-M 100", "-l 2", "-J", "-q -J -M 50", "-m all_trec", "-q -m all_trec", "-q -c -l 2 -m all_trec",
    "-m set", "-m official -m ndcg_cut", "-m P.5,10 -m recall.1000", "-m iprec_at_recall -m 11pt_avg", "-m ndcg.1=3,2=5 -m relstring.20 -q")


#: Those that are in use: Anserini has 9.0.4, pytrec_eval and conda 9.0.8.
TREC_EVAL_TAGS = ("v9.0.4", "trec_eval-9.0.8", "v10.0")


def built(source, tag, room):
    """The program trec_eval of a tag of its repository."""
    place = os.path.join(room, tag)
    os.mkdir(place)
    archive = subprocess.run(["git", "-c", "safe.directory=*", "-C", source, "archive", tag], check=True, capture_output=True).stdout
    subprocess.run(["tar", "-x", "-C", place], check=True, input=archive)
    # 9.0.4 keeps the end of the options, -1, in a char, which has no sign on some processors, and reads ints as longs
    subprocess.run(["sed", "-i", "s/^int te_num_/long te_num_/", *(os.path.join(place, x) for x in ("formats.c", "measures.c"))], check=True)
    subprocess.run(["make", "-C", place, "CC=gcc -fsigned-char", "trec_eval"], check=True, capture_output=True)
    return os.path.join(place, "trec_eval")


def trec_evals(folder):
    """Every version: the same bytes and status as ours with the option --trec-eval."""
    data = os.path.join(os.environ.get("STRAT_EVAL_DATA", ""), "robust03")
    if not os.path.isdir(data):
        data = os.path.join("qrels-samples", "rankings")
    wrong = 0
    with tempfile.TemporaryDirectory() as room:
        for path in glob.glob(os.path.join(data, "*")):
            with (gzip.open if path.endswith(".gz") else open)(path, "rb") as f:
                with open(os.path.join(room, os.path.basename(path).removesuffix(".gz")), "wb") as copy:
                    copy.write(f.read())
        qrels = min(glob.glob(os.path.join(room, "qrels*")), key=len)
        runs = sorted(set(glob.glob(os.path.join(room, "input*")) + glob.glob(os.path.join(room, "*.run"))))[:7]
        for tag in TREC_EVAL_TAGS:
            program = built(os.path.join(folder, "trec_eval"), tag, room)
            ours = [os.environ.get("STRAT_EVAL", "./strat_eval"), f"--trec-eval={10 if tag == 'v10.0' else 9}"]
            calls = [(*options.split(), qrels, run) for options in TREC_EVAL_OPTIONS for run in runs]
            off = []
            for call in calls:
                said = [subprocess.run([*who, *call], check=False, capture_output=True) for who in ([program], ours)]
                if (said[0].stdout, said[0].returncode) != (said[1].stdout, said[1].returncode):
                    off.append(" ".join(call))
            wrong += len(off)
            print(f"trec_eval, {tag}: {len(calls)} calls, {len(calls) - len(off)} the same", *off[:5], sep="\n  ")
    sys.exit(1 if wrong else 0)


def main():
    folder = sys.argv[1]
    own = {"pytrec_eval": pytrec_eval, "nuggetizer": nuggetizer, "trec_eval": trec_evals}
    if len(sys.argv) > 2:
        own[sys.argv[2]](folder) if sys.argv[2] in own else ir_measures(folder, sys.argv[2])
        return
    status = 0
    for name, what in (("pytrec_eval", "pytrec_eval"), ("ir_measures", "provider"), ("ir_measures", "drop-in"), ("nuggetizer", "nuggetizer"),
                       ("trec_eval", "trec_eval")):
        if not os.path.isdir(os.path.join(folder, name)):
            print(f"{name}: skipped: no {os.path.join(folder, name)}")
            continue
        if name == "ir_measures" and importlib.util.find_spec("numpy") is None:
            print(f"{name}: skipped: its tests need numpy")
            continue
        print(f"{name}, {what}:", flush=True)
        status |= subprocess.run([sys.executable, "-B", __file__, folder, what], check=False).returncode
    sys.exit(status)


main()
