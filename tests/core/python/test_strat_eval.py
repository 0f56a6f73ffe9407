# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The Python package: same numbers as the program, every kind of input, errors as exceptions."""

import collections
import doctest
import importlib
import json
import math
import multiprocessing
import os
import pathlib
import random
import subprocess
import sys
import threading
import types

import pytest

import strat_eval
from strat_eval import ir_measures_provider, pytrec
from strat_eval._library import Question

PROGRAM = os.environ.get("STRAT_EVAL", "strat_eval")
DATA = os.environ.get("STRAT_EVAL_DATA", "")

# By hand: topic 1 has its relevant document at rank 2, topic 2 one of two at rank 1.
QRELS = {"1": {"a": 1, "b": 0}, "2": {"a": 1, "c": 1}}
RUN = {"1": {"b": 2.5, "a": 1.5}, "2": {"a": 3.0}}
QRELS_TEXT = "1 0 a 1\n1 0 b 0\n2 0 a 1\n2 0 c 1\n"
RUN_TEXT = "1 Q0 b 1 2.5 t\n1 Q0 a 2 1.5 t\n2 Q0 a 1 3 t\n"


def printed(*arguments):
    """What the program prints, as {(topic, measure): text}."""
    out = subprocess.run([PROGRAM, *arguments], check=True, capture_output=True, text=True).stdout
    return {(x[1], x[0].strip()): x[2] for x in (line.split("\t") for line in out.splitlines())}


@pytest.mark.parametrize("module", ["strat_eval", "strat_eval._library", "strat_eval._questions", "strat_eval._results", "strat_eval.ir_measures_provider",
                                    "strat_eval.pytrec"])
def test_examples(module):
    result = doctest.testmod(importlib.import_module(module))
    assert result.failed == 0 and result.attempted > 0


@pytest.mark.parametrize("qrels", [QRELS, QRELS_TEXT, QRELS_TEXT.encode(),
                                   [("1", "a", 1), ("1", "b", 0), ("2", "a", 1), ("2", "c", 1)]])
@pytest.mark.parametrize("run", [RUN, RUN_TEXT, RUN_TEXT.encode(),
                                 [("1", "b", 2.5), ("1", "a", 1.5), ("2", "a", 3)]])
def test_every_kind_of_input(qrels, run):
    assert strat_eval.evaluate(qrels, run, "map") == {"map": 0.5}
    assert strat_eval.evaluate(qrels, run, "map", per_topic=True) == {
        "1": {"map": 0.5}, "2": {"map": 0.5}}


def test_files(tmp_path):
    (tmp_path / "q").write_text(QRELS_TEXT)
    (tmp_path / "r").write_text(RUN_TEXT)
    assert strat_eval.evaluate(tmp_path / "q", str(tmp_path / "r"), "map") == {"map": 0.5}


@pytest.mark.parametrize("one", ["1.0", "1e0"])
def test_a_grade_may_be_written_as_a_real(one):
    # {"1": {"a": 1.0}} and TREC text with 1.0 are the judgments with 1; 1.5 is refused
    text = QRELS_TEXT.replace(" 1\n", f" {one}\n")
    assert one in text and strat_eval.evaluate(text, RUN, "map") == strat_eval.evaluate(QRELS_TEXT, RUN, "map")
    reals = {t: {d: float(g) for d, g in x.items()} for t, x in QRELS.items()}
    assert strat_eval.evaluate(reals, RUN, "map") == strat_eval.evaluate(QRELS, RUN, "map")
    assert pytrec.parse_qrel(text.splitlines()) == QRELS
    with pytest.raises(strat_eval.DataError, match="line 1: '1.5' is not a whole number"):
        pytrec.parse_qrel(["1 0 a 1.5"])
    with pytest.raises(strat_eval.DataError, match="relevance '1.5' is not an integer"):
        strat_eval.evaluate("1 0 a 1.5\n", RUN, "map")


def test_nuggets_are_documents(tmp_path):
    # by hand: vital 1, all (1 + .5) / 2
    want = {"nugget_vital": 1.0, "nugget_all": 0.75}
    assert strat_eval.evaluate({"q1": {"n1": 2, "n2": 1}}, {"q1": {"n1": 1, "n2": 0.5}}, list(want)) == want
    (tmp_path / "nuggets").write_text("q1 n1 vital\nq1 n2 okay\n")
    (tmp_path / "a").write_text("a q1 n1 support\na q1 n2 partial_support\n")
    assert strat_eval.evaluate(tmp_path / "nuggets", tmp_path / "a", list(want), R="nuggets") == want
    with pytest.raises(strat_eval.DataError, match="none of those that nugget_all takes"):
        strat_eval.evaluate({"q1": {"n1": 2}}, {"q1": {"n1": 0.7}}, "nugget_all")


def test_data_frames():
    pandas = pytest.importorskip("pandas")
    for topic, document, grade in (("query_id", "doc_id", "relevance"), ("qid", "docno", "label")):
        qrels = pandas.DataFrame([("1", "a", 1), ("1", "b", 0)], columns=[topic, document, grade])
        run = pandas.DataFrame([("1", "b", 2.5), ("1", "a", 1.5)], columns=[topic, document, "score"])
        frame = strat_eval.evaluate(qrels, run, "map", frame=True)
        assert list(frame.value) == [0.5] and "method" in frame.columns
    with pytest.raises(strat_eval.DataError, match="query_id, qid, q_id, topic"):
        strat_eval.evaluate(pandas.DataFrame({"x": [1]}), RUN, "map")


def test_agree(tmp_path):
    runs = {"x": RUN, "y": {"1": {"a": 2.5, "b": 1.5}, "2": {"b": 3.0, "a": 2.0}}}
    measures = strat_eval.agree(QRELS, None, runs, ["map", "P.1"], resamples=100)
    assert [x["run"] for x in measures if x["what"] == "run"] == ["y", "x"]
    assert not any(x["what"] == "judgments" for x in measures)
    with pytest.raises(strat_eval.DataError, match="judgments B:1: relevance 'x'"):
        strat_eval.agree(QRELS, "1 0 a x\n", runs)
    with pytest.raises(strat_eval.UsageError, match="two runs"):
        strat_eval.agree(QRELS, QRELS, [RUN])
    people, judge = tmp_path / "people.csv", tmp_path / "judge.tot"
    people.write_text("run,topic,measure,value\nx,1,P,1\ny,1,P,2\nx,2,P,1\ny,2,P,3\n")
    judge.write_text("x P 1 5\ny P 1 6\nx P 2 5\ny P 2 4\nx P all 5\n")
    scores = strat_eval.agree(scores=[people, judge], resamples=100, quiet_warnings=True)
    assert [x["value"] for x in scores if x.get("name") == "tau"] == [0]
    again = tmp_path / "again.qrels"
    again.write_text("1 0 a 0\n2 0 b 1\n2 0 a 0\n")
    judges = strat_eval.agree(QRELS, QRELS, runs, also=[again], resamples=100, quiet_warnings=True)
    assert {x["judge"] for x in judges if x["what"] == "coefficient"} == {"judgments B", str(again)}
    assert any(x["what"] == "difference" and x["name"] == "kappa" for x in judges)
    pytest.importorskip("pandas")
    frame = strat_eval.agree(QRELS, QRELS, runs, frame=True, resamples=100, quiet_warnings=True)
    assert list(frame[frame.what == "coefficient"].value) == [1] * 5


def test_pytrec_eval_shape():
    evaluator = pytrec.RelevanceEvaluator(QRELS, {"map", "recip_rank"})
    assert evaluator.evaluate(RUN) == {"1": {"map": 0.5, "recip_rank": 0.5},
                                       "2": {"map": 0.5, "recip_rank": 1.0}}
    assert evaluator.evaluate({}) == {}


def test_pytrec_eval_reads_and_sums_up_as_its_programs_expect():
    qrels = pytrec.parse_qrel(QRELS_TEXT.splitlines() + [""])
    run = pytrec.parse_run(RUN_TEXT.splitlines(keepends=True))
    assert (qrels, run) == (QRELS, RUN)
    found = pytrec.RelevanceEvaluator(qrels, pytrec.supported_measures).evaluate(run)
    all_topics = strat_eval.evaluate(qrels, run, "all_trec")
    # every name has a value that the program prints for all topics, and no value per topic is left out;
    # the others are texts, for which pytrec_eval has 0
    assert len(found["1"]) > 80 and found["1"]["runid"] == found["1"]["relstring"] == 0
    for name in set(found["1"]) - {"runid", "relstring"}:
        assert pytrec.compute_aggregated_measure(name, [found[t][name] for t in found]) == pytest.approx(
            all_topics[name]), name
    per_topic = strat_eval.evaluate(qrels, run, "all_trec", per_topic=True)["1"]
    assert set(per_topic) - set(found["1"]) <= {"runid", "relstring"}
    # exp((ln .25 + ln 1) / 2) by hand
    assert pytrec.compute_aggregated_measure("gm_map", [math.log(0.25), 0]) == pytest.approx(0.5)


@pytest.mark.parametrize("parse, lines, message", [
    (pytrec.parse_run, ["1 Q0 a 1 x t"], "line 1: 'x' is not a number"),
    (pytrec.parse_run, ["1 Q0 a 1 2 t", "1 Q0 a 2 1 t"], "line 2: document 'a' appears twice in topic '1'"),
    (pytrec.parse_qrel, ["1 0 a 1", "1 0 b"], "line 2: 3 columns, but a line has 4"),
    (pytrec.parse_qrel, ["1 0 a 0.5"], "line 1: '0.5' is not a whole number")])
def test_pytrec_eval_refuses_lines_by_their_number(parse, lines, message):
    with pytest.raises(strat_eval.DataError) as error:
        parse(lines)
    assert str(error.value) == message


def test_pytrec_eval_takes_the_names_that_it_prints():
    found = pytrec.RelevanceEvaluator(QRELS, {"P_5", "ndcg_cut_10"}).evaluate(RUN)
    discount = 1 / math.log2(3)
    assert found == {"1": {"P_5": 0.2, "ndcg_cut_10": pytest.approx(discount)},
                     "2": {"P_5": 0.2, "ndcg_cut_10": pytest.approx(1 / (1 + discount))}}


@pytest.mark.parametrize("call, kind, message", [
    (lambda: strat_eval.evaluate(QRELS, "1 Q0 a\n", "map"), strat_eval.DataError, "run:1: 3 columns"),
    (lambda: strat_eval.evaluate(QRELS, RUN, "no_such"), strat_eval.UsageError, "no_such"),
    (lambda: strat_eval.evaluate(QRELS, RUN, "map", level=90, ci=True), strat_eval.UsageError, "as in level=0.9;"),
    (lambda: strat_eval.evaluate(QRELS, RUN, "map", strata=["a", "b"]), strat_eval.UsageError,
     "strata=b: there is strata=a already"),
    # messages name arguments, not options of the command line
    (lambda: strat_eval.evaluate(QRELS, RUN, "map", no_such_option=1), strat_eval.UsageError,
     "unrecognized argument 'no_such_option'"),
    (lambda: strat_eval.evaluate(QRELS, RUN, "map", levle=0.9), strat_eval.UsageError,
     "unrecognized argument 'levle'; did you mean 'level'?"),
    (lambda: strat_eval.evaluate(QRELS, RUN, "map", score_ties="x"), strat_eval.UsageError,
     "score_ties=x: not one of docno, rank"),
    (lambda: strat_eval.evaluate(QRELS, RUN, "map", score_ties="rank"), strat_eval.UsageError,
     "score_ties=rank: run has no column of ranks"),
    (lambda: strat_eval.evaluate(QRELS, RUN, "map", quiet_warnings="x"), strat_eval.UsageError,
     "argument 'quiet_warnings' takes no value but True"),
    (lambda: strat_eval.evaluate(QRELS, RUN, "map", Rel_info_format="x"), strat_eval.UsageError,
     "R=x: not one of the formats of judgments"),
    (lambda: strat_eval.compare(QRELS, {"a": RUN, "c": RUN}, "map", baseline="--x-y"), strat_eval.UsageError,
     "baseline=--x-y: none of the runs"),
    (lambda: pytrec.RelevanceEvaluator(QRELS, {"no_such"}), strat_eval.UsageError, "measure no_such: no such measure"),
    (lambda: strat_eval.sample([RUN], design="strata"), strat_eval.UsageError, "size= for each topic or total= for all"),
    (lambda: strat_eval.evaluate("1 0 a --x-y\n", RUN), strat_eval.DataError, "relevance '--x-y'"),
    (lambda: strat_eval.evaluate("/no/such/file", RUN, "map"), strat_eval.ReadError, "/no/such/file"),
    (lambda: strat_eval.evaluate(QRELS, {"1": {"": 1}}, "map"), strat_eval.DataError, "without a name"),
    (lambda: strat_eval.evaluate(QRELS, {"": {"a": 1}}, "map"), strat_eval.DataError, "without a name"),
    (lambda: strat_eval.compare(QRELS, {"": RUN, "b": RUN}, "map"), strat_eval.DataError, "without a name"),
    (lambda: strat_eval.evaluate(QRELS, {"1": {"a\0": 1}}, "map"), strat_eval.DataError, "."),
    (lambda: strat_eval.evaluate({"1": {"a": 0.5}}, RUN, "map"), strat_eval.DataError,
     "topic '1', document 'a': relevance 0.5 is not a whole number"),
    (lambda: strat_eval.evaluate(QRELS, {"1": {"a": math.nan}}, "map"), strat_eval.DataError,
     "run: topic '1', document 'a': the value is nan"),
    (lambda: strat_eval.evaluate([("1", "a", 1), ("1", "b", 0), ("1", "a", 0)], RUN, "map"), strat_eval.DataError,
     "judgments:3: document 'a' of topic '1' is judged twice: first on line 1"),
    (lambda: strat_eval.evaluate(QRELS, RUN, "map", format="csv"), strat_eval.UsageError, "rows"),
    (lambda: strat_eval.evaluate(QRELS, {"1": {"a": "high"}}), TypeError, "run['1']['a']: a number is needed, not 'str'"),
    (lambda: strat_eval.evaluate(QRELS, {"1": {"a": None}}), TypeError, "run['1']['a']: a number is needed, not 'NoneType'"),
    (lambda: strat_eval.evaluate(QRELS, {"1": 7}), TypeError, "run['1']: {document: score}, or a list from the best document on, is needed"),
    (lambda: strat_eval.evaluate(QRELS, {1.5: {"a": 1}}), TypeError, "run: a topic that is a text or a whole number (str(x) makes one) is needed, not 'float'"),
    (lambda: strat_eval.evaluate({"1": {None: 1}}, RUN), TypeError, "judgments['1']: a document that is a text or a whole number"),
    (lambda: strat_eval.evaluate(QRELS, [("1", "a")]), TypeError, "run: row 1: three columns are needed"),
    (lambda: strat_eval.evaluate(QRELS, 7), TypeError, "run: a dictionary, a table, or rows of three columns is needed, not 'int'"),
    (lambda: strat_eval.evaluate(None, RUN, R="qrels"), strat_eval.UsageError, "."),
    (lambda: strat_eval.compare(QRELS, {"a": RUN, "b": RUN}, "map", rows="wide"), strat_eval.UsageError, "'long'"),
    (lambda: strat_eval.plan("no such question"), strat_eval.UsageError, "no such"),
])
def test_bad_input(call, kind, message):
    with pytest.raises(kind) as error:
        call()
    assert message == "." or message in str(error.value)


def test_questions_of_simulate_are_asked_by_both_words(tmp_path):
    # all documents are judged, so every interval covers
    (tmp_path / "truths").write_text("truth,retrieved,size,yield,sampled\na,1,4,2,4\na,0,6,1,6\n")
    with Question("simulate coverage") as question:
        for option, value in {"scenario": str(tmp_path / "truths"), "ci": "normal", "exact": True,
                              "format": "jsonl"}.items():
            question.set(option, value)
        question.run()
        assert json.loads(question.text())["coverage"] == 1


def test_warnings_are_python_warnings():
    with pytest.warns(UserWarning, match="topic"):
        strat_eval.compare(QRELS, [RUN, {"1": {"a": 1}}], "map")


def test_documents_that_are_not_judged():
    other = {topic: {"new-" + document: score for document, score in run.items()} for topic, run in RUN.items()}
    said = "none of them is judged in any topic.*'new-b' is retrieved, and 'a' judged"
    with pytest.warns(UserWarning, match="cut anew: documents: 3, and " + said):
        assert strat_eval.evaluate(QRELS, {"cut anew": other}, "map") == {"cut anew": {"map": 0}}
    with pytest.warns(UserWarning, match=said):
        (pair,) = strat_eval.compare(QRELS, {"x": RUN, "cut anew": other}, "map")
    assert pair.difference == 0.5  # AP 1/2 in both topics
    assert all(x is None or math.isnan(x) for x in (pair.p, pair.p_adj, pair.lower, pair.upper))


def test_two_threads():
    failed = []

    def work():
        for _ in range(100):
            if strat_eval.evaluate(QRELS, RUN, "map") != {"map": 0.5}:
                failed.append(1)

    threads = [threading.Thread(target=work) for _ in range(2)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not failed


def _mean(_):
    return strat_eval.evaluate(QRELS, RUN, "map")["map"]


def test_after_fork():
    assert _mean(0) == 0.5
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map(_mean, range(8)) == [0.5] * 8


def test_locale_with_decimal_comma(tmp_path):
    subprocess.run(["localedef", "-i", "de_DE", "-f", "ISO-8859-1", str(tmp_path / "de_DE")],
                   capture_output=True, check=False)
    # its exit status may be 1 for a warning, and for a locale that was not made
    if not (tmp_path / "de_DE" / "LC_NUMERIC").exists():
        pytest.skip("skipped: localedef has no source of de_DE (package locales)")
    code = ("import locale, strat_eval; locale.setlocale(locale.LC_ALL, 'de_DE');"
            "assert locale.localeconv()['decimal_point'] == ',';"
            f"print(strat_eval.evaluate({QRELS!r}, {RUN!r}, 'map', level=0.9, ci=True, jobs=2)['map'])")
    out = subprocess.run([os.sys.executable, "-c", code], capture_output=True, text=True, check=False,
                         env={**os.environ, "LOCPATH": str(tmp_path)})
    assert out.stdout == "0.5\n", out.stderr


def test_a_file_that_is_shortened(tmp_path):
    path = tmp_path / "run"
    line = b"1 Q0 document%07d 1 1 t\n"
    path.write_bytes(b"".join(line % i for i in range(50000)))
    done = threading.Event()

    def shorten():
        while not done.is_set():
            path.write_bytes(line % 1)
            path.write_bytes(b"".join(line % i for i in range(20000)))

    thread = threading.Thread(target=shorten)
    thread.start()
    try:
        for _ in range(10):
            try:
                strat_eval.evaluate("1 0 a 1\n", path, "num_ret")
            except (strat_eval.DataError, strat_eval.ReadError):
                pass
    finally:
        done.set()
        thread.join()


# In a process of its own, whose memory nothing else has touched: the growth of all that is resident, and
# of what is neither a file nor shared, in sizes of the run.
MEMORY = """
import threading, time
import strat_eval

def resident(field):
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) * 1024 for line in status if line.startswith(field))

tail = b"-" * 80
lines = [b" Q0 doc%d%s 0 %d x\\n" % (i, tail, -i) for i in range(1000)]
run = b"".join(topic + line for topic in map(b"%d".__mod__, range(1000)) for line in lines)
qrels = b"".join(b"%d 0 doc%d%s 1\\n" % (i, i, tail) for i in range(1000))
with open("/proc/self/clear_refs", "w") as peak:
    peak.write("5")  # the highest is now what it is
before, private, done = resident("VmHWM"), [resident("RssAnon")], False

def watch():
    while not done:
        private.append(resident("RssAnon"))
        time.sleep(0.001)

thread = threading.Thread(target=watch)
thread.start()
while len(private) <= 20:  # a machine that is busy, or fast
    strat_eval.evaluate(qrels, run, "map")
done = True
thread.join()
print(run.count(b"\\n"), len(private), (resident("VmHWM") - before) / len(run),
      (max(private) - private[0]) / len(run))
"""


def test_a_million_lines_are_copied_once():
    out = subprocess.run([sys.executable, "-c", MEMORY], check=True, capture_output=True, text=True)
    lines, looks, all_growth, private_growth = map(float, out.stdout.split())
    print(out.stdout)
    assert lines == 1_000_000 and looks > 20
    # one copy, which is mapped and not copied again, and what is made of it
    assert 0.9 < all_growth < 1.5
    assert private_growth < 0.5


def test_random_runs_have_the_programs_digits(tmp_path):
    rng = random.Random(1)
    compared = 0
    for case in range(5):
        qrels = {str(t): {f"d{d}": rng.randrange(3) for d in range(20)} for t in range(10)}
        run = {str(t): {f"d{d}": rng.random() for d in range(30)} for t in range(10)}
        (tmp_path / "q").write_text("".join(f"{t} 0 {d} {g}\n" for t, x in qrels.items() for d, g in x.items()))
        (tmp_path / "r").write_text("".join(f"{t} Q0 {d} 0 {s!r} run\n" for t, x in run.items() for d, s in x.items()))
        program = printed("-q", "--digits=17", "-m", "all_trec", str(tmp_path / "q"), str(tmp_path / "r"))
        for row in strat_eval.rows(qrels, run, "all_trec", per_topic=True):
            if isinstance(row.value, float) and (row.topic, row.measure) in program:
                assert program[row.topic, row.measure] in (f"{row.value:.17f}", f"{row.value:.0f}"), (case, row)
                compared += 1
    assert compared > 5000


@pytest.mark.skipif(not os.path.isdir(os.path.join(DATA, "robust03")), reason="skipped: no real data")
def test_robust_runs_have_the_programs_digits():
    folder = os.path.join(DATA, "robust03")
    qrels = os.path.join(folder, "qrels.robust03.gz")
    runs = [os.path.join(folder, name) for name in sorted(os.listdir(folder)) if name.startswith("input.")]
    assert len(runs) == 8
    for run in runs:
        program = printed("--digits=17", "-m", "map", "-m", "ndcg", qrels, run)
        ours = strat_eval.evaluate(qrels, run, ["map", "ndcg"])
        assert {k: program["all", k] for k in ours} == {k: f"{v:.17f}" for k, v in ours.items()}


class Asked:
    """A measure as ir_measures has it: a name, and how it is written."""

    DEFAULT = 0.0

    def __init__(self, text):
        self.text, self.NAME = text, text.split("@")[0].split("(")[0]

    def __str__(self):
        return self.text

    def validate_params(self):
        pass


@pytest.fixture
def ir_measures(monkeypatch):
    """A stand-in for the package: what a provider inherits from, and where it is registered."""
    module, providers = types.ModuleType("ir_measures"), types.ModuleType("ir_measures.providers")

    class Evaluator:
        def __init__(self, measures, qrel_qids):
            self.measures, self.qrel_qids = measures, qrel_qids

        def iter_calc(self, run):
            missing = {(m, q) for m in self.measures for q in self.qrel_qids}
            for metric in self._iter_calc(run):
                missing.discard((metric.measure, metric.query_id))
                yield metric
            yield from (module.Metric(q, m, m.DEFAULT) for m, q in missing)

    class Provider:
        def evaluator(self, measures, qrels):
            return self._evaluator(measures, qrels)

    module.Metric = collections.namedtuple("Metric", ["query_id", "measure", "value"])
    module.providers, module.registered = providers, []
    module.DefaultPipeline = types.SimpleNamespace(providers=["others"])
    providers.Evaluator, providers.Provider = Evaluator, Provider
    providers.register = module.registered.append
    monkeypatch.setitem(sys.modules, "ir_measures", module)
    monkeypatch.setitem(sys.modules, "ir_measures.providers", providers)
    yield module
    ir_measures_provider.provider_class.cache_clear()


@pytest.mark.parametrize("kind", [lambda x: x, lambda x: ((t, d, v) for t in x for d, v in x[t].items())])
def test_ir_measures_provider(ir_measures, kind):
    provider = ir_measures_provider.register()
    assert ir_measures.registered == [provider] and provider.NAME == "strat_eval"
    assert ir_measures.DefaultPipeline.providers == [provider, "others"]
    # by hand: in topic 1 "a" (grade 2) is at rank 2, in topic 2 the only relevant document at rank 1
    qrels = {"1": {"a": 2, "b": 0}, "2": {"a": 1}, "3": {"z": 1}}
    asked = [Asked("AP"), Asked("AP(rel=2)"), Asked("P@1")]
    evaluator = provider.evaluator(asked, kind(qrels))
    assert evaluator.qrel_qids == {"1", "2", "3"}
    found = {(str(m.measure), m.query_id): m.value for m in evaluator.iter_calc(kind(RUN))}
    assert found == {("AP", "1"): 0.5, ("AP", "2"): 1, ("AP", "3"): 0,
                     ("AP(rel=2)", "1"): 0.5, ("AP(rel=2)", "2"): 0, ("AP(rel=2)", "3"): 0,
                     ("P@1", "1"): 0, ("P@1", "2"): 1, ("P@1", "3"): 0}
    assert {m.value for m in evaluator.iter_calc({})} == {0}


def test_ir_measures_provider_supports_what_the_program_understands(ir_measures):
    provider = ir_measures_provider.provider_class()()
    for name in ("AP", "P@5", "nDCG(dcg='exp-log2')@10", "RR(rel=2)", "SetF", "Judged@10",
                 "RBP(p=0.8,rel=1)", "Compat", "nDCG(gains={0:0,1:3})@10"):
        assert provider.supports(Asked(name)), name
    for name in ("NumQ", "Judged", "SetP(rel=2)@5"):
        assert provider.supports(Asked(name)), name
    for name in ("alpha_nDCG@10", "ERR_IA(rel=2)@10", "nERR_IA@5", "alpha_DCG(alpha=0.4)@5", "NRBP(rel=2)", "nNRBP", "AP_IA",
                 "P_IA@5", "StRecall(rel=2)@10"):
        assert provider.supports(Asked(name)), name
    # of several values, unknown
    for name in ("P", "nosuch"):
        assert not provider.supports(Asked(name)), name


def test_ir_measures_provider_reads_run_and_judgments_once(ir_measures, monkeypatch):
    asked, questions = [Asked("AP"), Asked("P@1"), Asked("NumQ"), Asked("Judged"), Asked("Accuracy")], []
    provider = ir_measures_provider.provider_class()()
    assert all(provider.supports(measure) for measure in asked)  # asks for names, which are kept
    evaluator = provider.evaluator(asked, QRELS)
    monkeypatch.setattr(ir_measures_provider, "Question",
                        lambda command: questions.append(strat_eval._library.Question(command)) or questions[-1])
    found = {(str(m.measure), m.query_id): m.value for m in evaluator.iter_calc(RUN)}
    assert len(questions) == 1
    # by hand
    assert found == {("AP", "1"): 0.5, ("AP", "2"): 0.5, ("P@1", "1"): 0, ("P@1", "2"): 1, ("NumQ", "1"): 1,
                     ("NumQ", "2"): 1, ("Judged", "1"): 1, ("Judged", "2"): 1, ("Accuracy", "1"): 0, ("Accuracy", "2"): 1}
    # without a relevant document Accuracy is undefined: such a topic is left out of it
    found = {(str(m.measure), m.query_id): m.value for m in evaluator.iter_calc({"1": {"a": 1}, "2": {"x": 1}})}
    assert [topic for name, topic in found if name == "Accuracy"] == ["1"] and found["AP", "2"] == 0


def test_ir_measures_provider_counts_sets_to_a_cutoff(ir_measures):
    evaluator = ir_measures_provider.provider_class()().evaluator([Asked("SetP@1"), Asked("SetP")], QRELS)
    found = {(str(m.measure), m.query_id): m.value for m in evaluator.iter_calc(RUN)}
    assert found == {("SetP@1", "1"): 0, ("SetP@1", "2"): 1, ("SetP", "1"): 0.5, ("SetP", "2"): 1}


Qrel = collections.namedtuple("Qrel", ["query_id", "doc_id", "relevance", "iteration"])


def test_ir_measures_provider_has_subtopics(ir_measures):
    # data and values of ir_measures' own test_pyndeval.py, where they are pyndeval's
    judged = "0 0 D0 0,0 0 D1 1,0 0 D2 1,0 1 D2 1,0 1 D3 2,0 0 D4 0,1 0 D0 1,1 0 D3 2,1 1 D5 2".split(",")
    qrels = [Qrel(t, d, int(g), s) for t, s, d, g in map(str.split, judged)]
    run = {"0": {"D0": 0.8, "D2": 0.7, "D1": 0.3, "D3": 0.4, "D4": 0.1}, "1": {"D1": 0.8, "D3": 0.7, "D4": 0.3, "D2": 0.4}}
    asked = [Asked("ERR_IA@20"), Asked("P@2"), Asked("alpha_nDCG@5")]
    evaluator = ir_measures_provider.provider_class()().evaluator(asked, iter(qrels))
    found = {(str(m.measure), m.query_id): m.value for m in evaluator.iter_calc(run)}
    assert [found["ERR_IA@20", t] for t in "01"] == pytest.approx([0.4659, 0.1803], abs=0.00005)
    # of a document judged for two sub-topics the last judgment counts: D0 D2 are 0 and 1, D1 D3 unjudged and 2
    assert [found["P@2", t] for t in "01"] == [0.5, 0.5] and 0 < found["alpha_nDCG@5", "0"] < 1
    last = Qrel("0", "D2", 0, "2")
    evaluator = ir_measures_provider.provider_class()().evaluator([Asked("P@2")], qrels + [last])
    assert {m.query_id: m.value for m in evaluator.iter_calc(run)} == {"0": 0, "1": 0.5}
    # a grade that is no whole number is refused, and not cut off
    for measure in ("P@2", "NRBP"):
        with pytest.raises(strat_eval.DataError, match="1.5"):
            evaluator = ir_measures_provider.provider_class()().evaluator([Asked(measure)], qrels + [Qrel("0", "D9", 1.5, "2")])
            list(evaluator.iter_calc(run))
    evaluator = ir_measures_provider.provider_class()().evaluator([Asked("NRBP")], QRELS)
    with pytest.warns(UserWarning, match="one sub-topic"):
        list(evaluator.iter_calc(RUN))
    evaluator = ir_measures_provider.provider_class()().evaluator([Asked("NRBP")], [Qrel("1", "a b", 1, "0"), Qrel("1", "c", 1, "1")])
    with pytest.raises(strat_eval.DataError, match="'a b': a name with blanks"):
        list(evaluator.iter_calc(RUN))


def test_the_names_of_ranx():
    # in the order of the run: unknown grade 0, 1, not judged; one relevant document with grade 2 is not retrieved
    qrels, run, discount = {"1": {"a": 1, "b": 0, "c": 2}}, {"1": {"b": 3.0, "a": 2.0, "d": 1.0}}, 1 / math.log2(3)
    expected = {"hits": 1, "f1": 2 * (1 / 3 * 1 / 2) / (1 / 3 + 1 / 2), "r-precision": 1 / 2, "mrr": 1 / 2, "map": 1 / 4,
                "dcg": discount, "dcg_burges": discount, "ndcg": discount / (2 + discount),
                "ndcg_burges": discount / (3 + discount), "bpref": 0}
    expected |= {f"{name}@2": x for name, x in expected.items() if name not in ("f1", "r-precision", "bpref")}
    expected |= {"hit_rate@2": 1, "precision@2": 1 / 2, "recall@2": 1 / 2, "f1@2": 1 / 2}
    for name, value in expected.items():
        assert strat_eval.evaluate(qrels, run, name) == {name: pytest.approx(value)}
    assert set(strat_eval.evaluate(qrels, run, "recall")) >= {"recall_5", "recall_1000"}  # trec_eval's
    refused = {"hit_rate": "hit_rate@10", "precision": "Precision@10", "rbp.95": "rbp.p=0.95", "r-precision@2": "no cutoff",
               "bpref@2": "no cutoff"}
    for name, ours in refused.items():
        with pytest.raises(strat_eval.UsageError, match=ours):
            strat_eval.evaluate(qrels, run, name)
    assert len(expected) + 1 + len(refused) == 27


ODD = ["#1", "all", "a b", "\u2028", "\u0085", "x\ty", "x\ny", "'", "]]>", "\udc80", "-", "0"]


def test_no_name_is_special():
    """Every topic has its one relevant document at rank 1, but "all" at rank 2."""
    qrels = {name: {"d" + name: 1} for name in ODD}
    run = {name: {"d" + name: 1, "other": 2 if name == "all" else 0} for name in ODD}
    expected = {name: {"RR": 0.5 if name == "all" else 1.0} for name in ODD}
    assert strat_eval.evaluate(qrels, run, "RR", per_topic=True) == expected
    assert strat_eval.evaluate(qrels, run, ["RR", "num_q"]) == {"RR": 1 - 0.5 / len(ODD), "num_q": len(ODD)}
    assert pytrec.RelevanceEvaluator(qrels, {"recip_rank"}).evaluate(run) == {
        name: {"recip_rank": x["RR"]} for name, x in expected.items()}
    answer = strat_eval.agree(QRELS, QRELS, {"u\u2028v": RUN, "w\u0085": {"1": {"b": 1}, "2": {"c": 1}}},
                              resamples=100, quiet_warnings=True)
    assert {x["run"] for x in answer if x["what"] == "run"} == {"u\u2028v", "w\u0085"}
    drawn = strat_eval.sample([{"#1": {"#a": 2, "b,c": 1}}], design="strata", size=2, N=2)
    assert {(x["topic"], x["docno"]) for x in drawn} == {("#1", "#a"), ("#1", "b,c")}


def test_numbers_as_names_and_any_mapping():
    qrels = {1: {10: 1, 11: 0}}
    run = types.MappingProxyType({"1": types.MappingProxyType({"11": 2, "10": True})})
    assert strat_eval.evaluate(qrels, run, "RR") == {"RR": 0.5}


def test_a_ranked_list_counts_from_the_best():
    assert strat_eval.evaluate(QRELS, {"1": ["b", "a"], "2": ("c", "x", "a")}, ["RR", "AP"]) == {
        "RR": 0.75, "AP": pytest.approx((0.5 + (1 + 2 / 3) / 2) / 2)}


def test_memoryview_and_bytearray():
    for kind in (memoryview, bytearray):
        assert strat_eval.evaluate(kind(QRELS_TEXT.encode()), kind(RUN_TEXT.encode()), "map") == {"map": 0.5}


def test_results_have_the_names_and_the_order_that_were_asked_for():
    measures = ["nDCG@10", "P@1", "AP", "P(rel=2)@1", "RR"]
    found = strat_eval.evaluate(QRELS, RUN, measures)
    assert list(found) == measures
    assert found["ndcg_cut_10"] == found["nDCG@10"] and found["map"] == found["AP"] == 0.5
    with pytest.raises(KeyError):
        found["no_such"]
    # what has several values has their names
    assert list(strat_eval.evaluate(QRELS, RUN, ["P.1,2", "AP"])) == ["P_1", "P_2", "AP"]
    by_topic = strat_eval.evaluate(QRELS, RUN, measures, per_topic=True)
    assert list(by_topic) == ["1", "2"] and all(list(x) == measures for x in by_topic.values())


class Measure:
    """As ir_measures has it: it can be indexed by the names of its parameters, but not walked."""

    def __init__(self, text):
        self.text = text

    def __str__(self):
        return self.text

    def __getitem__(self, parameter):
        return {"cutoff": 10}[parameter]


def test_one_measure_a_list_and_strings_are_the_same():
    one, other = Measure("nDCG@10"), Measure("P@1")
    expected = strat_eval.evaluate(QRELS, RUN, ["nDCG@10", "P@1"])
    for measures in ([one, other], (one, "P@1"), (x for x in (one, other)), {one, other}):
        assert strat_eval.evaluate(QRELS, RUN, measures) == expected
    for measures in (one, [one], "nDCG@10", ["nDCG@10"]):
        found = strat_eval.evaluate(QRELS, RUN, measures)
        assert found == {"nDCG@10": expected["nDCG@10"]} and found[one] == found["ndcg_cut_10"] == found["nDCG@10"]
        (pair,) = strat_eval.compare(QRELS, [RUN, {"1": {"a": 1}, "2": {"c": 1}}], measures, quiet_warnings=True)
        assert pair.measure == "nDCG@10"
    with pytest.raises(KeyError):
        found[other]
    several = strat_eval.evaluate(QRELS, RUN, Measure("P@[1, 5]"))  # P @ [1, 5] of ir_measures
    assert several == strat_eval.evaluate(QRELS, RUN, ["P@1", "P@5"]) and list(several) == ["P@1", "P@5"]
    older = types.SimpleNamespace(measures=[Measure("P@1"), Measure("P@5")])  # its releases before 0.4
    assert several == strat_eval.evaluate(QRELS, RUN, older)


def test_the_measures_of_ir_measures_itself():
    real = pytest.importorskip("ir_measures")
    assert strat_eval.evaluate(QRELS, RUN, real.nDCG @ 10) == strat_eval.evaluate(QRELS, RUN, "nDCG@10")
    assert set(strat_eval.evaluate(QRELS, RUN, real.P @ [5, 10])) == {"P@5", "P@10"}


def test_values_have_bounds():
    qrels = {str(t): {"a": 1, "b": 0} for t in range(9)}
    run = {str(t): {"a": 1, "b": 2 * (t % 3 > 0)} for t in range(9)}
    plain = strat_eval.evaluate(qrels, run, "RR")["RR"]
    value = strat_eval.evaluate(qrels, run, "RR", ci="t,bca", level=0.9)["RR"]
    # three topics with 1, six with 1/2: mean 2/3, variance 1/16; t quantile 1.859548 (R: qt(0.95, 8))
    half = 1.8595480375 * math.sqrt(1 / 16 / 9)
    assert isinstance(plain, float) and value == plain == pytest.approx(2 / 3)
    assert (plain.lower, plain.upper, plain.method, plain.bounds) == (None, None, None, {})
    assert (value.lower, value.upper) == pytest.approx((value - half, value + half))
    assert (value.level, value.method) == (0.9, "t") and list(value.bounds) == ["t", "bca"]
    assert value.bounds["bca"][0] < value < value.bounds["bca"][1]


def test_several_runs(tmp_path):
    other = {"1": {"a": 2, "b": 1}, "2": {"x": 1}}
    expected = {"x": {"RR": 0.75, "AP": 0.5}, "y": {"RR": 0.5, "AP": 0.5}}
    assert strat_eval.evaluate(QRELS, {"x": RUN, "y": other}, ["RR", "AP"]) == expected
    assert list(strat_eval.evaluate(QRELS, [RUN, other], "RR")) == ["run1", "run2"]
    assert strat_eval.evaluate(QRELS, {"x": RUN, "y": other}, "RR", per_topic=True)["y"] == {
        "1": {"RR": 1}, "2": {"RR": 0}}
    folder = tmp_path / "runs"
    folder.mkdir()
    # both have the same tag
    (folder / "x.run").write_text(RUN_TEXT)
    (folder / "y.txt").write_text("1 Q0 a 1 2 t\n1 Q0 b 1 1 t\n2 Q0 x 1 1 t\n")
    assert strat_eval.evaluate(QRELS, folder, ["RR", "AP"]) == expected
    assert strat_eval.evaluate(QRELS, sorted(folder.iterdir()), ["RR", "AP"]) == expected
    assert len(strat_eval.rows(QRELS, str(folder), "RR")) == 2
    pandas = pytest.importorskip("pandas")
    frames = {name: pandas.DataFrame([(t, d, s) for t, x in run.items() for d, s in x.items()],
                                     columns=["qid", "docno", "score"]) for name, run in (("x", RUN), ("y", other))}
    assert strat_eval.evaluate(QRELS, frames, ["RR", "AP"]) == expected
    assert list(strat_eval.rows(QRELS, frames, "RR", frame=True).run) == ["x", "y"]


# The relevant document comes first in one run and second in the other: a reciprocal rank of 1 and of 1/2.
def test_runs_of_one_file_or_one_name_are_kept_apart(tmp_path):
    first, second = tmp_path / "first" / "x.run", tmp_path / "second" / "x.run"
    for path, documents in ((first, "ab"), (second, "ba")):
        path.parent.mkdir()
        path.write_text("".join(f"1 Q0 {d} 1 {-i} t\n" for i, d in enumerate(documents)))
    qrels = {"1": {"a": 1}}
    assert strat_eval.evaluate(qrels, [str(first), str(second)], "RR") == {
        str(first): {"RR": 1}, str(second): {"RR": 0.5}}
    assert strat_eval.evaluate(qrels, {"x": first, "y": second}, "RR") == {"x": {"RR": 1}, "y": {"RR": 0.5}}
    with pytest.warns(UserWarning, match="the same run twice"):
        assert strat_eval.evaluate(qrels, {"x": first, "y": second, "z": second}, ["RR", "P@1"], per_topic=True) == {
            "x": {"1": {"RR": 1, "P@1": 1}}, "y": {"1": {"RR": 0.5, "P@1": 0}}, "z": {"1": {"RR": 0.5, "P@1": 0}}}
    (tmp_path / "first" / "x.txt").write_text(second.read_text())
    assert strat_eval.evaluate(qrels, tmp_path / "first", "RR") == {
        str(first): {"RR": 1}, str(tmp_path / "first" / "x.txt"): {"RR": 0.5}}


def test_a_comparison_has_a_row_for_a_pair():
    qrels = {str(t): {"a": 1, "b": 0} for t in range(5)}
    good = {str(t): {"a": 2, "b": 1} for t in range(5)}
    bad = {str(t): {"a": 1, "b": 2} for t in range(4)} | {"4": {"a": 2, "b": 1}}
    pairs = strat_eval.compare(qrels, {"good": good, "bad": bad, "none": {str(t): {"b": 1} for t in range(5)}},
                               ["AP", "P@1"])
    assert {(x.run, x.other) for x in pairs} == {("good", "bad"), ("good", "none"), ("bad", "none")}
    assert [x.measure for x in pairs] == ["AP", "P@1"] * 3
    first = next(x for x in pairs if (x.run, x.other) == ("good", "bad"))
    # differences .5 .5 .5 .5 0: mean .4, variance .05, t = .4 / sqrt(.05 / 5) = 4; R: 2 * pt(-4, 4), qt(.975, 4)
    assert (first.a, first.b, first.difference) == pytest.approx((1, 0.6, 0.4))
    assert (first.p, first.lower, first.upper) == pytest.approx((0.01613009, 0.4 - 0.2776445, 0.4 + 0.2776445))
    assert (first.test, first.method, first.adjustment, first.topics) == ("t", "t", "holm", 5)
    assert (first.wins, first.ties, first.losses) == (4, 1, 0) and first.p_adj >= first.p
    assert first.more["p_sign"] == pytest.approx(0.125)  # 2 / 2^4
    # three runs: p_adj is checked; two: it is not
    assert 0 < first.p_check <= 1 and "p_check" not in first.more
    assert strat_eval.compare(qrels, {"good": good, "bad": bad}, "AP")[0].p_check is None
    long = strat_eval.compare(qrels, {"good": good, "bad": bad}, "AP", rows="long")
    assert {r.measure: r.value for r in long}["diff_map"] == pytest.approx(0.4)


def test_a_small_p_is_not_shown_as_0():
    shown = strat_eval._results.html_table(["p"], [[8e-11], [0.00004999], [0.0], [0.00005001]])
    assert [x.split("</td>")[0] for x in shown.split("<td>")[1:]] == ["&lt;0.0001", "&lt;0.0001", "0.0000", "0.0001"]


def test_a_thousand_runs_need_no_descriptors():
    code = ("import resource, strat_eval; resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64));"
            f"runs = {{str(i): {RUN!r} for i in range(1000)}};"
            f"found = strat_eval.evaluate({QRELS!r}, runs, 'AP'); assert len(found) == 1000;"
            f"found = strat_eval.evaluate({QRELS!r}, [{RUN_TEXT!r}] * 1000, 'AP'); assert len(found) == 1000;"
            "print(set(x['AP'] for x in found.values()))")
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert out.stdout == "{0.5}\n", out.stderr


def test_a_closed_question_refuses():
    question = strat_eval._library.Question("evaluate")
    with question:
        pass
    for call in (question.rows, question.text, question.run, question.scores, lambda: question.set("m", "map"),
                 lambda: question.file("x"), lambda: question.memory("x", b""), lambda: question.records("x", {}, False),
                 lambda: question.refill("x", {}), lambda: question.columns("map")):
        with pytest.raises(strat_eval.UsageError, match="closed"):
            call()
    with question:  # and may be closed twice
        pass


def test_a_module_that_is_loaded_again_raises_the_same_errors():
    importlib.reload(strat_eval._library)
    with pytest.raises(strat_eval.DataError, match="relevance 0.5 is not a whole number"):
        strat_eval.evaluate({"1": {"a": 0.5}}, RUN, "map")


def test_a_question_refuses_what_its_own_input_asks_of_it():
    question = strat_eval._library.Question("evaluate")

    class Number:
        def __float__(self):
            question._engine.close()
            question.rows()
            return 1.0

    with pytest.raises(strat_eval.UsageError, match="closed"):
        question.records("run", {"1": {"a": Number()}}, False)


# Calls that take more than the minute they are given, on any machine.
@pytest.mark.parametrize("call", ["simulate('coverage', samples=1000000000, jobs=1)",
                                  "evaluate({str(t): {'a': 1} for t in range(100000)}, {str(t): {'a': 1, 'b': t % 3} for t in range(100000)},"
                                  " 'RR', ci='bca', resamples=10000000, jobs=1)"])
def test_ctrl_c_ends_a_call_of_hours(call):
    code = ("import signal, threading, time, strat_eval\n"
            "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # in the background it is ignored
            "main = threading.main_thread().ident\n"
            "def interrupt():\n"
            "    time.sleep(0.4)\n"
            "    signal.pthread_kill(main, signal.SIGINT)\n"
            "threading.Thread(target=interrupt).start()\n"
            "try:\n"
            f"    strat_eval.{call}\n"
            "except KeyboardInterrupt:\n"
            "    print('heard')\n")
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60)
    assert out.stdout == "heard\n", out.stderr


def test_threads_share_an_evaluator():
    evaluator, failed = pytrec.RelevanceEvaluator(QRELS, {"map"}), []

    def work():
        for _ in range(100):
            if evaluator.evaluate(RUN) != {"1": {"map": 0.5}, "2": {"map": 0.5}}:
                failed.append(1)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not failed


def test_pytrec_eval_with_nothing_in_it():
    run = {"1": {"a": 1}, "2": {}, "9": {"a": 1}}
    evaluator = pytrec.RelevanceEvaluator(QRELS, {"map", "num_q", "gm_map"})
    assert evaluator.evaluate(run) == {"1": {"map": 1, "num_q": 1, "gm_map": 0},
                                       "2": {"map": 0, "num_q": 1, "gm_map": pytest.approx(math.log(0.00001))}}
    assert evaluator.evaluate({"9": {"a": 1}}) == {}
    assert pytrec.RelevanceEvaluator(QRELS, set()).evaluate(run) == {"1": {}, "2": {}}
    assert pytrec.RelevanceEvaluator({}, {"map"}).evaluate(run) == {}
    assert pytrec.RelevanceEvaluator({"1": {}}, {"map", "num_rel"}).evaluate(run) == {"1": {"map": 0, "num_rel": 0}}
    with pytest.raises(ValueError, match="nosuch"):
        pytrec.RelevanceEvaluator(QRELS, {"nosuch"})


def test_pytrec_eval_combines_parameters():
    found = pytrec.RelevanceEvaluator(QRELS, ["P", "P.1,4", "P_20,4", "set_F.0.5"]).evaluate(RUN)
    assert set(found["1"]) == {"P_1", "P_4", "P_20", "set_F"}


def blocks(path):
    """Blocks of Python in a page, each with the text that stands behind it, or None."""
    found, kind = [], None
    for line in path.read_text(encoding="utf-8").splitlines(keepends=True):
        if line.startswith("```"):
            kind = line[3:].strip() if kind is None else None
            if kind == "python":
                found.append(["", None])
            elif kind == "text" and last == "```\n":
                found[-1][1] = ""
        elif kind == "python":
            found[-1][0] += line
        elif kind == "text" and found and found[-1][1] is not None:
            found[-1][1] += line
        last = line
    return found


@pytest.mark.parametrize("page, number", [
    ("README.md", 1), ("doc/library.md", 3), ("doc/ci.md", 1), ("doc/answers.md", 1), ("doc/labels.md", 1), ("doc/planning.md", 1),
    ("doc/tutorial-rankings.md", 1)])
def test_the_examples_of_the_pages(page, number, capsys, ir_measures, monkeypatch):
    monkeypatch.chdir(pathlib.Path(__file__).parents[3])
    examples = blocks(pathlib.Path(page))
    assert len(examples) == number
    names = {}
    for code, expected in examples:
        exec(code, names)
        assert capsys.readouterr().out == (expected or "")


def two_qrels():
    """20 topics of 30 documents: two judges of all of them, people's grades of a random third, and a run."""
    draw = random.Random(5)
    judges, people, run = ({}, {}), {}, {}
    for topic in map(str, range(1, 21)):
        for d in range(30):
            grade = int(draw.random() < 0.3)
            for judge in judges:
                judge.setdefault(topic, {})[f"d{d}"] = grade if draw.random() < 0.8 else 1 - grade
            if draw.random() < 1 / 3:
                people.setdefault(topic, {})[f"d{d}"] = grade
            run.setdefault(topic, {})[f"d{d}"] = grade + draw.random()
    return judges, people, run


def test_frame_labels_and_a_jury_answer_as_the_program(tmp_path):
    judges, people, run = two_qrels()
    for name, qrels in (("one", judges[0]), ("two", judges[1]), ("people", people)):
        (tmp_path / name).write_text("".join(f"{t} 0 {d} {g}\n" for t in qrels for d, g in qrels[t].items()))
    (tmp_path / "run").write_text("".join(f"{t} Q0 {d} 0 {s!r} r\n" for t in run for d, s in run[t].items()))
    files = [str(tmp_path / name) for name in ("one", "two")]
    for labels in (files[:1], files):
        text = printed("--drawn-from=labels", *(f"--labels={x}" for x in labels), "-m", "P@10", "--digits=12",
                       str(tmp_path / "people"), str(tmp_path / "run"))
        found = strat_eval.evaluate(people, run, "P@10", labels=labels, drawn_from="labels")
        assert found["lab_P_10"] == pytest.approx(float(text["all", "lab_P_10"]), abs=1e-11)
