# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What it costs to evaluate dictionaries: at most what evaluating a file costs, and at most 0.9 of what pytrec_eval takes (0.5
for 1,000 topics of 100 documents), which is measured beside it if it can be imported. A call with one topic: at most 1.6 and 15
times what pytrec_eval takes; with a new evaluator for each call at most twice; or if it is not there 3 us, 30 us and 20 us, which
is the same where it takes 2 and 10. 2.5 million rows of an Arrow table: at most 1.2 times what the file takes.

    make python && PYTHONPATH=build/python python3 tests/bench/bench_python.py
"""

import random
import sys
import tempfile
import time
from pathlib import Path

import strat_eval
from strat_eval import pytrec

try:
    import pytrec_eval
except ImportError:
    pytrec_eval = None

TIMES = 9
MEASURES = {"map", "ndcg"}


def text_of(run):
    return "".join(f"{topic} Q0 {document} 0 {score!r} run\n"
                   for topic, documents in run.items() for document, score in documents.items())


def seconds(*calls, times=TIMES):
    """CPU seconds of each call, the smallest of several, in turns."""
    found = [float("inf")] * len(calls)
    for _ in range(times):
        for i, call in enumerate(calls):
            begin = time.process_time()
            call()
            found[i] = min(found[i], time.process_time() - begin)
    return found


def verdict(ratio, limit):
    return f"{ratio:.2f} x (limit {limit}) {'ok' if ratio <= limit else 'MISSED'}"


def drawn(topics, documents, judged):
    draw = random.Random(1)
    names = [f"document-{i:06d}" for i in range(20000)]
    run = {str(t): {d: draw.random() * 30 for d in draw.sample(names, documents)} for t in range(topics)}
    qrels = {t: {d: draw.randrange(2) for d in draw.sample(list(x), judged)} for t, x in run.items()}
    return qrels, run


def against_a_file():
    qrels, run = drawn(1000, 100, 10)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "run")
        file.write_text(text_of(run))
        assert strat_eval.evaluate(qrels, run, "map") == strat_eval.evaluate(qrels, file, "map")
        ours, files = seconds(lambda: strat_eval.evaluate(qrels, run, "map"),
                              lambda: strat_eval.evaluate(qrels, file, "map"))
    print(f"1000 topics x 100 documents, CPU ms: dictionary {ours * 1e3:.1f}, file {files * 1e3:.1f}: "
          + verdict(ours / files, 1))


def arrow_against_a_file():
    sys.path.insert(0, str(Path(__file__).parent.parent / "core" / "python"))
    from test_arrow import Producer, batch  # pylint: disable=import-outside-toplevel
    rows = [(str(i // 1000), f"document-{i * 7919 % 1000003:07d}-{i}", float(-i % 997)) for i in range(2_500_000)]
    qrels = {str(t): {rows[t * 1000][1]: 1} for t in range(2500)}
    producer = Producer(batch(rows))
    columns = {name: producer.array(form, values) for name, form, values in producer.batches[0]}  # made before the clock runs
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "run")
        file.write_text("".join(f"{t} Q0 {d} 0 {s} r\n" for t, d, s in rows))

        def evaluated(source):
            names = iter(columns.values())
            producer.array = lambda form, values: next(names)
            return strat_eval.evaluate(qrels, source, "AP", jobs=1, quiet_warnings=True)

        assert evaluated(producer) == evaluated(file)
        ours, files = seconds(lambda: evaluated(producer), lambda: evaluated(file), times=3)
    print(f"2.5 million rows, CPU ms: Arrow {ours * 1e3:.1f}, file {files * 1e3:.1f}: " + verdict(ours / files, 1.2))


def against_pytrec_eval(topics, documents, judged, times, limit=0.9):
    qrels, run = drawn(topics, documents, judged)
    evaluators = [module.RelevanceEvaluator(qrels, MEASURES) for module in (pytrec, pytrec_eval) if module]
    what = f"{times} x {topics} topics x {documents} documents, CPU ms: strat_eval.pytrec"
    found = seconds(*(lambda e=e: [e.evaluate(run) for _ in range(times)] for e in evaluators))
    if pytrec_eval is None:
        print(f"{what} {found[0] * 1e3:.1f} (no pytrec_eval to compare with)")
        return
    mine, theirs = (e.evaluate(run) for e in evaluators)
    assert all(abs(mine[t][m] - theirs[t][m]) < 1e-12 for t in theirs for m in theirs[t])
    print(f"{what} {found[0] * 1e3:.1f}, pytrec_eval {found[1] * 1e3:.1f}: " + verdict(found[0] / found[1], limit))


def small_calls(times=500):
    """One topic of ten documents, which those who train a ranker ask for by the million."""
    qrels, run = drawn(1, 10, 10)
    calls = {f"{module.__name__}, reused": (module.RelevanceEvaluator(qrels, MEASURES).evaluate, (run,), limit)
             for module, limit in ((pytrec_eval, None), (pytrec, 1.6)) if module}
    calls["strat_eval.evaluate"] = (strat_eval.evaluate, (qrels, run, "map"), 15)
    found = seconds(*(lambda f=f, a=a: [f(*a) for _ in range(times)] for f, a, _ in calls.values()), times=6 * TIMES)
    theirs = found[0] if pytrec_eval else 2e-6 * times
    for (name, (_, _, limit)), spent in zip(calls.items(), found):
        print(f"1 topic x 10 documents, CPU us: {name} {spent * 1e6 / times:.1f}"
              + (": " + verdict(spent / theirs, limit) if limit else ""))


def new_evaluators(times=500):
    """The same with a new evaluator for each call."""
    qrels, run = drawn(1, 10, 10)
    found = seconds(*(lambda m=m: [m.RelevanceEvaluator(qrels, MEASURES).evaluate(run) for _ in range(times)]
                      for m in (pytrec, pytrec_eval) if m), times=6 * TIMES)
    theirs = found[1] if pytrec_eval else 10e-6 * times
    print(f"1 topic x 10 documents, CPU us: a new evaluator each {found[0] * 1e6 / times:.1f}"
          + (f", pytrec_eval {theirs * 1e6 / times:.1f}" if pytrec_eval else "") + ": " + verdict(found[0] / theirs, 2))


small_calls()
new_evaluators()
against_a_file()
arrow_against_a_file()
against_pytrec_eval(1000, 100, 100, 1, limit=0.5)
against_pytrec_eval(100, 1000, 100, 1)
against_pytrec_eval(10, 100, 100, 300)
against_pytrec_eval(50, 20, 20, 300)
