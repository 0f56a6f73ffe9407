# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What it costs to evaluate a dictionary: at most 1.5 times evaluating a file plus building its text.

    make library && PYTHONPATH=core/python python3 tests/bench/bench_python.py
"""

import random
import tempfile
import time
from pathlib import Path

import strat_eval

TOPICS, DOCUMENTS, TIMES, LIMIT = 1000, 100, 9, 1.5


def text_of(run):
    return "".join(f"{topic} Q0 {document} 0 {score!r} run\n"
                   for topic, documents in run.items() for document, score in documents.items())


def seconds(call):
    """CPU seconds, the smallest of several."""
    found = []
    for _ in range(TIMES):
        begin = time.process_time()
        call()
        found.append(time.process_time() - begin)
    return min(found)


def main():
    draw = random.Random(1)
    names = [f"document-{i:06d}" for i in range(20000)]
    run = {str(t): {d: draw.random() * 30 for d in draw.sample(names, DOCUMENTS)} for t in range(TOPICS)}
    qrels = "".join(f"{t} 0 {d} {draw.randrange(2)}\n" for t in run for d in draw.sample(list(run[t]), 10))
    with tempfile.TemporaryDirectory() as folder:
        judgments, file = Path(folder, "qrels"), Path(folder, "run")
        judgments.write_text(qrels)
        file.write_text(text_of(run))
        assert strat_eval.evaluate(judgments, run, "map") == strat_eval.evaluate(judgments, file, "map")
        from_dictionary = seconds(lambda: strat_eval.evaluate(judgments, run, "map"))
        from_file = seconds(lambda: strat_eval.evaluate(judgments, file, "map"))
    building = seconds(lambda: text_of(run).encode())
    ratio = from_dictionary / (from_file + building)
    print(f"{TOPICS} topics x {DOCUMENTS} documents, CPU ms: dictionary {from_dictionary * 1e3:.1f}, file "
          f"{from_file * 1e3:.1f}, building the text {building * 1e3:.1f}: {ratio:.2f} x (limit {LIMIT}) "
          f"{'ok' if ratio <= LIMIT else 'MISSED'}")


main()
