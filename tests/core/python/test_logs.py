# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Logs of other tools, as coming-from.md reads them: the same ten questions in every shape, with the answers of scipy."""

import csv
import io
import json
import os
import pathlib
import re
import shlex
import subprocess

import pytest

import strat_eval
from strat_eval import compare

PROGRAM = os.environ.get("STRAT_EVAL", "strat_eval")
PAGE = pathlib.Path(__file__).parents[3] / "doc" / "coming-from.md"

A = [0.9, 0.4, 0.75, 0.6, 0.85, 0.3, 0.95, 0.7, 0.55, 0.8]
B = [0.7, 0.5, 0.6, 0.4, 0.8, 0.2, 0.9, 0.65, 0.6, 0.5]
#: scipy.stats.ttest_rel(A, B) and its confidence_interval(): difference, p, ends.
SCIPY = (0.095, 0.0350914275641112, 0.008283975428261994, 0.18171602457173802)
RIGHT = [[1, 1, 1, 0, 1, 0, 1, 1, 0, 1], [1, 0, 1, 0, 0, 0, 1, 1, 0, 1]]  #: b = 2, c = 0 of 10
#: difference, p of scipy.stats.ttest_rel(*RIGHT), ends of the score interval by a search of the likelihood (test_tango.c).
BINARY = (0.2, 0.16785065605707492, -0.1330393598, 0.5098375285)


def jsonl(rows):
    return "".join(json.dumps(x) + "\n" for x in rows)


def table(rows):
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue()


def inspect(model, scores):
    """Two epochs, the second of which is the first."""
    return json.dumps({"eval": {"task": "t", "model": model}, "samples": [
        {"id": i, "epoch": e, "input": "?", "scores": {"match": {"value": "CI"[1 - x], "answer": "y"}}} for i, x in enumerate(scores) for e in (1, 2)]})


def deepeval(scores):
    return json.dumps({"testCases": [{"name": f"t{i}", "success": True, "metricsData": [
        {"name": "Bias", "score": 0.5}, {"name": "Faithfulness", "score": x, "success": True}]} for i, x in enumerate(scores)]})


LOGS = {
    "lm-evaluation-harness": ({f"{m}/samples_gsm8k.jsonl": jsonl({
        "doc_id": i, "doc": {"question": "?"}, "arguments": [["x", {"until": ["y"]}]], "filter": "none", "metrics": ["exact_match"],
        "exact_match": x} for i, x in enumerate(scores)) for m, scores in (("A", A), ("B", B))}, SCIPY),
    "Inspect": ({"a.json": inspect("x/A", RIGHT[0]), "b.json": inspect("x/B", RIGHT[1])}, BINARY),
    "promptfoo": ({"results.jsonl": jsonl({"id": f"{m}{i}", "testIdx": i, "provider": {"id": m, "label": ""}, "score": x, "namedScores": {"n": 1}}
                                          for i, both in enumerate(zip(A, B)) for m, x in zip("AB", both))}, SCIPY),
    "DeepEval": ({"a.json": deepeval(A), "b.json": deepeval(B)}, SCIPY),
    "ragas": ({f"{m}.csv": table([["user_input", "response", "faithfulness"], *([f"what, is {i}?", "a \"b\"", x] for i, x in enumerate(scores))])
               for m, scores in (("a", A), ("b", B))}, SCIPY),
    "TruLens": ({"records.csv": table([["app_name", "app_version", "record_id", "input", "Answer Relevance"], *(
        ["app", m, f"{m}{i}", f"q {i}", x] for m, scores in (("A", A), ("B", B)) for i, x in enumerate(scores))])}, SCIPY),
}


def recipes(tool):
    """The command and the line of Python of a section."""
    section = PAGE.read_text().split(f"\n### {tool}\n")[1]
    return re.search(r"```text\n(strat_eval .*)\n(compare\(.*)\n```", section).groups()


def check(records, expected):
    by = {x["measure"].rsplit("_", 1)[0] if x["measure"].startswith("ci") else x["measure"].split("_")[0]: x["value"] for x in records}
    found = [next(x["value"] for x in records if x["measure"].startswith(start)) for start in ("diff_", "p_t_", "ci_lo_diff_", "ci_hi_diff_")]
    assert by and found == [pytest.approx(x, abs=1e-9) for x in expected]


@pytest.mark.parametrize("tool", LOGS)
def test_the_recipes_answer_what_scipy_does(tool, tmp_path, monkeypatch):
    files, expected = LOGS[tool]
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    command, line = recipes(tool)
    words = [PROGRAM, *shlex.split(command)[1:]]
    said = subprocess.run(words, check=True, capture_output=True, text=True).stdout
    lines = subprocess.run([*words, "--format=jsonl"], check=True, capture_output=True, text=True).stdout.splitlines()
    check([x for x in map(json.loads, lines) if x.get("topic") == "all" and x.get("run_b")], expected)
    report = eval(line, {"compare": compare})
    assert report.split(".")[-1] == "" or report.endswith(".") and report.split(",")[0] in " ".join(said.split())


ROWS = [(f"q{i}", m, x) for i, both in enumerate(zip(A, B)) for m, x in zip("AB", both)]


@pytest.mark.parametrize("scores, options", [
    (table([["item", "system", "score"], *ROWS]), {}),
    (table([["item", "A", "B"], *([f"q{i}", a, b] for i, (a, b) in enumerate(zip(A, B)))]), {}),
    ("item\tsystem\tscore\n" + "".join("\t".join(map(str, row)) + "\n" for row in ROWS), {}),
    ([{"item": i, "system": m, "metrics": {"f1": x}} for i, m, x in ROWS], {"column": {"score": "metrics.f1"}}),
    ({"A": {f"q{i}": x for i, x in enumerate(A)}, "B": {f"q{i}": x for i, x in enumerate(B)}}, {}),
    ([{"frage": i, "modell": m, "f1": x} for i, m, x in ROWS], {"measures": "f1", "column": {"item": "frage", "system": "modell"}}),
])
def test_every_shape(scores, options):
    (pair,) = compare(scores=scores, **options)
    assert (pair.difference, pair.p, pair.lower, pair.upper) == tuple(pytest.approx(x, abs=1e-9) for x in SCIPY)


def test_words_repetitions_and_data_sets():
    rows = [{"item": i, "model": m, "epoch": e, "task": t, "score": "correct" if x else "wrong"} for t in ("one", "two words")
            for m, scores in zip("AB", RIGHT) for i, x in enumerate(scores) for e in (1, 2)]
    found = {x.topic: x for x in compare(scores=rows)}
    assert found["all"].difference == pytest.approx(0.2) and found["all"].topics == 20
    assert found["group=two_words"].difference == pytest.approx(0.2) and found["group=two_words"].topics == 10


def test_missing_and_failed_items_are_counted():
    rows = [{"item": i, "system": m, "score": x} for i, m, x in ROWS]
    rows[4]["score"] = None  # A, item 2
    del rows[7]["score"]  # B, item 3
    del rows[8:10]  # item 4
    with pytest.warns(UserWarning, match="2 of 9 topics have no score of some run"):
        (pair,) = compare(scores=rows)
    assert pair.topics == 7
    kept = [i for i in range(10) if i not in (2, 3, 4)]
    assert pair.difference == pytest.approx(sum(A[i] - B[i] for i in kept) / 7)
    with pytest.raises(strat_eval.DataError, match="leave out|no column"):
        compare(scores=rows, measures="f1")
    with pytest.raises(strat_eval.DataError, match="appears twice"):
        compare(scores=[*rows, rows[0]])
    with pytest.raises(strat_eval.DataError, match="'perhaps' is not a number"):
        compare(scores=[*rows, {"item": "z", "system": "A", "score": "perhaps"}])


def test_200_000_items(tmp_path):
    for name, shift in (("a", 0), ("b", 1)):
        (tmp_path / f"{name}.jsonl").write_text("".join(
            f'{{"doc_id": {i}, "doc": {{"q": "some text"}}, "acc": {(i + shift) % 3 % 2}}}\n' for i in range(100_000)))
    (pair,) = compare(scores=[tmp_path / "a.jsonl", tmp_path / "b.jsonl"], measures="acc", test="t")
    assert pair.topics == 100_000
