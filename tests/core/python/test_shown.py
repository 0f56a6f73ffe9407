# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Answers as papers and notebooks have them: what the program writes, and nothing that was changed since."""

import copy
import json
import os
import pathlib
import pickle
import re
import subprocess
import sys
import types

import pytest

import strat_eval
from strat_eval._library import Question

ROOT = pathlib.Path(__file__).parents[3]
PROGRAM = os.environ.get("STRAT_EVAL", "strat_eval")
FOLDER = ROOT / "qrels-samples" / "rankings"
QRELS, RUNS = str(FOLDER / "qrels"), [str(path) for path in sorted(FOLDER.glob("*.run"))]
COUNTS = {"produced": "40000::31000", "null": "960000:2400:9"}

pytestmark = pytest.mark.filterwarnings("ignore")


def printed(*arguments):
    return subprocess.run([PROGRAM, *map(str, arguments)], check=True, capture_output=True, text=True).stdout


def review(folder):
    path = folder / "review.csv"
    if not path.exists():  # its time says whether it was changed
        path.write_text("docno,rel\n" + "".join(f"d{i},{int(i < 5)}\n" for i in range(100)))
    return str(path)


#: A call, and the same question to the program.
CALLS = {
    "evaluate": (lambda _: strat_eval.evaluate(QRELS, RUNS, ["AP", "P@10"], ci=True),
                 lambda _: ["-m", "AP", "-m", "P@10", "--ci", QRELS, *RUNS]),
    "per topic": (lambda _: strat_eval.evaluate(QRELS, RUNS, "AP", per_topic=True), lambda _: ["-m", "AP", QRELS, *RUNS]),
    "one run": (lambda _: strat_eval.evaluate(QRELS, RUNS[0], "AP"), lambda _: ["-m", "AP", QRELS, RUNS[0]]),
    "rows": (lambda _: strat_eval.rows(QRELS, RUNS, "AP"), lambda _: ["-m", "AP", QRELS, *RUNS]),
    "compare": (lambda _: strat_eval.compare(QRELS, RUNS[:2], ["AP", "P@10"]),
                lambda _: ["compare", "-m", "AP", "-m", "P@10", QRELS, *RUNS[:2]]),
    "agree": (lambda _: strat_eval.agree(QRELS, QRELS, RUNS, resamples=100),
              lambda _: ["agree", "--resamples=100", QRELS, QRELS, *RUNS]),
    "validate": (lambda _: strat_eval.validate(**COUNTS), lambda _: ["validate", *(f"--{k}={v}" for k, v in COUNTS.items())]),
    "plan": (lambda _: strat_eval.plan("topics", power=0.8, effect=[0.4, 0.5]),
             lambda _: ["plan", "topics", "--power=0.8", "--effect=0.4,0.5"]),
    "simulate": (lambda _: strat_eval.simulate("coverage", samples=10, ci="normal"),
                 lambda _: ["simulate", "coverage", "--samples=10", "--ci=normal"]),
    "stop": (lambda folder: strat_eval.stop(review(folder), N=100, batch=10), lambda folder: ["stop", "-N", 100, "--batch=10", review(folder)]),
    "sample": (lambda _: strat_eval.sample(RUNS, size=2), lambda _: ["sample", "--size=2", *RUNS]),
}


@pytest.mark.parametrize("name", CALLS)
def test_an_answer_is_written_as_the_program_writes_it(name, tmp_path):
    call, arguments = CALLS[name]
    answer = call(tmp_path)
    if name in ("agree", "simulate") and not os.environ.get("TEST_ALL"):
        formats = {"markdown": answer.to_markdown}
    else:
        formats = {"table": answer.to_text, "markdown": answer.to_markdown, "latex": answer.to_latex}
    for form, write in formats.items():
        expected = printed(*arguments(tmp_path), f"--format={form}")
        if name == "sample":  # the program also says which files it drew from
            assert len(write()) > 500 and not set(write().splitlines()) - set(expected.splitlines())
        else:
            assert write() == expected
    shown = answer._repr_html_()
    page = printed(*arguments(tmp_path), "--format=html")
    table = re.search(r"<tbody>.*?</tbody>", page, re.DOTALL)[0]
    assert table in shown and "<h1>" not in shown and "<footer>" not in shown
    if isinstance(answer, list):
        assert str(answer) == answer.to_text()


def test_marks_are_in_the_notebook():
    shown = strat_eval.evaluate(QRELS, RUNS, "AP", ci=True)._repr_html_()
    assert 'class="best"' in shown and ".best{font-weight" in shown and re.search(r"\[\d\.\d{4}, \d\.\d{4}\]", shown)
    shown = strat_eval.compare(QRELS, RUNS, "AP")._repr_html_()
    assert "*" in shown and "share a letter" in shown and "&lt;0.0001" in shown and "<svg" in shown


def test_print_has_the_intervals():
    answer = strat_eval.evaluate(QRELS, RUNS[:1], "AP", ci="t")
    ((name, scores),) = answer.items()
    value = scores["AP"]
    text = f"{{'AP': {value:.4f} [{value.lower:.4f}, {value.upper:.4f}]}}"
    assert str(scores) == text and str(answer) == f"{{{name!r}: {text}}}"
    assert repr(scores) == text and f"{value:.3f}" == f"{float(value):.3f}"
    assert json.loads(json.dumps(scores)) == scores
    plain = strat_eval.evaluate(QRELS, RUNS[0], "AP")
    assert str(plain) == repr(plain) == repr(dict(plain))


def test_the_sentence_of_a_comparison_and_of_a_validation():
    said = strat_eval.compare(QRELS, RUNS, "AP").report
    table = printed("compare", "-m", "AP", "--format=table", QRELS, *RUNS)
    assert said == " ".join(table.split("For the report:\n")[1].split())
    said = strat_eval.validate(**COUNTS).report
    # 31000 / (31000 + 960000 * 9 / 2400)
    assert said.startswith("Of the 40,000 documents produced,") and "recall is 89.60 %" in said and "<" not in said
    # what has no section for it says what stands beside its tables
    assert strat_eval.plan("elusion", null=10000, elusion=0.01, bound=0.02).report.startswith("elusion in 10000 documents")


def test_a_picture_is_the_programs(tmp_path):
    for name in ("evaluate", "compare", "validate", "stop", "plan"):
        answer = CALLS[name][0](tmp_path)
        file = tmp_path / f"{name}.svg"
        printed(*CALLS[name][1](tmp_path), f"--plot={file}")
        picture = answer.plot()
        assert picture.svg == file.read_text() == '<?xml version="1.0" encoding="UTF-8"?>\n' + picture._repr_svg_() == '<?xml version="1.0" encoding="UTF-8"?>\n' + picture._repr_html_()
        assert answer.plot(tmp_path / "given.svg").svg == picture.svg == (tmp_path / "given.svg").read_text()
    with pytest.raises(strat_eval.UsageError, match="agree: the program draws no picture"):
        strat_eval.agree(QRELS, QRELS, RUNS, resamples=100).plot()
    with pytest.raises(strat_eval.UsageError, match="svg"):
        strat_eval.validate(**COUNTS).plot(tmp_path / "x.gif")


class Axes:
    """What is used of matplotlib's."""

    def __init__(self):
        self.points, self.labels = [], []

    def errorbar(self, x, y, xerr, **_):
        self.points.append((x[0] - xerr[0][0], x[0], x[0] + xerr[1][0]))

    def set_yticks(self, _):
        pass

    def set_yticklabels(self, labels):
        self.labels = labels

    def invert_yaxis(self):
        pass


def test_axes_are_drawn_on():
    pairs = strat_eval.compare(QRELS, RUNS, "AP")
    axes = pairs.plot(axes=Axes())
    assert axes.labels == [f"{x.run} - {x.other} AP" for x in pairs]
    assert axes.points == [pytest.approx((x.lower, x.difference, x.upper)) for x in pairs]
    value = strat_eval.evaluate(QRELS, RUNS[0], "AP", ci=True)["AP"]
    assert strat_eval.evaluate(QRELS, RUNS[0], "AP", ci=True).plot(axes=Axes()).points == [
        pytest.approx((value.lower, value, value.upper))]


@pytest.fixture
def frames(monkeypatch):
    """pandas.DataFrame as (columns, rows)."""
    module = types.ModuleType("pandas")
    module.DataFrame = lambda rows, columns: (columns, [list(x) for x in rows])
    monkeypatch.setitem(sys.modules, "pandas", module)


def test_frames_are_flat(frames):
    columns, rows = strat_eval.evaluate(QRELS, RUNS, ["AP", "P@10"], ci="t,percentile", resamples=100).to_frame()
    assert columns == ["run", "measure", "value", "lower", "upper", "level", "method"]
    assert len(rows) == len(RUNS) * 2 * 2 and {x[-1] for x in rows} == {"t", "percentile"}
    columns, rows = strat_eval.evaluate(QRELS, RUNS, "AP", per_topic=True).to_frame()
    assert columns[:3] == ["run", "topic", "measure"] and type(rows[0][3]) is float
    pairs = strat_eval.compare(QRELS, RUNS, "AP")
    columns, rows = pairs.to_frame()
    assert "more" not in columns and "p_sign" in columns and len(rows) == len(pairs)
    assert not any(isinstance(cell, dict) for row in rows for cell in row)
    columns, rows = strat_eval.validate(**COUNTS).to_frame()
    assert "measure" in columns and len({len(row) for row in rows}) == 1


def test_texts_take_digits_measures_captions_and_leave_bounds_out():
    answer = strat_eval.evaluate(QRELS, RUNS[:2], ["AP", "P@5"], ci=True)
    (one, first), (two, second) = answer.items()
    latex = answer.to_latex(digits=2, measures="P@5", caption="Two runs", label="tab:two")
    assert latex.startswith("\\begin{table}\n\\centering\n\\caption{Two runs}\n\\label{tab:two}\n") and latex.endswith("\\end{table}\n")
    assert f"{first['P@5']:.2f}" in latex and "AP" not in latex and "[0." in latex
    assert answer.to_markdown(digits=3, intervals=False).splitlines() == [
        "| run | AP | P@5 |", "| --- | --- | --- |", *(f"| {name} | {x['AP']:.3f} | {x['P@5']:.3f} |" for name, x in answer.items())]
    plain = answer.to_latex(intervals=False, measures=["AP"])
    assert f"{two.replace('_', chr(92) + '_')} & {second['AP']:.4f} \\\\\n" in plain and "[" not in plain and "table" not in plain
    assert answer.to_html(intervals=False).count("<tr>") == 3
    assert answer.to_csv().splitlines()[1].startswith(f"{one},all,map,") or answer.to_csv().splitlines()[1].startswith("runid")


def test_a_repr_fits_a_screen():
    answer = strat_eval.evaluate(QRELS, RUNS[:2], ["AP", "P@5"], per_topic=True)
    pairs = strat_eval.compare(QRELS, RUNS, "AP")
    for x in (answer, next(iter(answer.values())), strat_eval.rows(QRELS, RUNS[0], per_topic=True), pairs):
        assert len(repr(x).splitlines()) <= 45
    assert repr(pairs[:1] and pairs).splitlines()[0].count("[") == 2 and ", p " in repr(pairs)


def test_printing_asks_once(monkeypatch):
    answer, asked = strat_eval.compare(QRELS, RUNS[:2], "AP"), []
    run = strat_eval._library.Question.run
    monkeypatch.setattr(strat_eval._library.Question, "run", lambda self, **options: asked.append(1) or run(self, **options))
    assert str(answer) == str(answer) == answer.to_text() and answer.report in " ".join(str(answer).split()) and len(asked) == 1
    assert answer._repr_html_() == answer._repr_html_() and len(asked) == 2


def test_measures_are_listed():
    found = {x.name: x for x in strat_eval.measures()}
    assert found["ndcg_cut"].also[0] == "nDCG@" and found["map"].summary and len(found) > 100
    for name in found:
        if not name.startswith(("runid", "num_q")):
            with Question("evaluate") as question:
                question.set("m", name)


def test_provenance_of_what_is_in_memory():
    qrels, run = {"1": {"a": 1}}, {"1": {"a": 2.0, "b": 1.0}}
    made = strat_eval.evaluate(qrels, run, "AP").provenance["inputs"]
    assert [x["name"] for x in made] == ["judgments", "run"] and all(len(x["xxh64"]) == 16 for x in made)
    rows = [(t, d, x) for t, documents in run.items() for d, x in documents.items()]
    assert strat_eval.evaluate(qrels, rows, "AP").provenance["inputs"] == made
    run["1"]["b"] = 3.0
    assert strat_eval.evaluate(qrels, run, "AP").provenance["inputs"][1] != made[1]


def test_what_was_changed_since_is_not_written():
    qrels = {str(t): {"a": 1, "b": 0} for t in range(5)}
    run = {str(t): {"a": 2, "b": 1} for t in range(5)}
    answer = strat_eval.evaluate(qrels, run, "AP")
    assert "1.0000" in answer.to_markdown()
    run["0"] = {"b": 1}
    assert "1.0000" in answer.to_markdown()  # which was written before
    for write in (answer.to_latex, answer.plot, lambda: answer.report):
        with pytest.raises(strat_eval.DataError, match="have changed since this answer was made"):
            write()
    assert answer["AP"] == 1
    # an iterator can be read once only, and is kept
    rows = iter([(t, d, s) for t, x in run.items() for d, s in x.items()])
    assert "0.8000" in strat_eval.evaluate(qrels, rows, "AP").to_markdown()


def test_a_part_and_a_copy_have_the_values_only():
    answer = strat_eval.evaluate(QRELS, RUNS, "AP", ci=True)
    name = next(iter(answer))
    sent = pickle.loads(pickle.dumps(answer))
    assert len(pickle.dumps(answer)) < 2000  # not the runs
    for part in (answer[name], sent, copy.deepcopy(answer)):
        with pytest.raises(strat_eval.UsageError, match="ask the whole answer|ask again"):
            part.to_latex()
        assert part._repr_html_().startswith("<table>")
    assert copy.copy(answer).to_latex() == answer.to_latex() == pickle.loads(pickle.dumps(answer)).to_latex()
    assert sent == answer and sent[name]["AP"].lower == answer[name]["AP"].lower
    page = strat_eval.evaluate({"1": {"a": 1}}, {"<x>": {"1": ["a"]}, "y": {"1": ["a"]}}, "AP", per_topic=True)
    assert "<td>&lt;x&gt;</td><td>1</td><td>1.0000</td>" in copy.deepcopy(page)._repr_html_()
    assert "<x>" not in page._repr_html_()


def test_an_answer_knows_its_files_and_its_records_are_a_baseline(tmp_path):
    old = strat_eval.evaluate(QRELS, RUNS[0], "AP", per_topic=True)
    records = printed("-q", "-m", "AP", "--manifest=-", "--format=jsonl", QRELS, RUNS[0]).splitlines()
    assert old.to_jsonl().splitlines()[1:] == records[1:]
    made, wanted = old.provenance, json.loads(records[0])
    assert sorted(made.pop("options")) == sorted(wanted.pop("options")) and made == wanted
    scores, manifest = tmp_path / "old.jsonl", tmp_path / "m.yaml"
    scores.write_text(old.to_jsonl())
    by_scores = strat_eval.compare(QRELS, [RUNS[1]], "AP", baseline=str(scores), gate=0.01, manifest=str(manifest))
    by_runs = strat_eval.compare(QRELS, [RUNS[1], RUNS[0]], "AP", baseline=RUNS[0], gate=0.01)
    assert list(by_scores) == list(by_runs) and by_scores[0].more["gate"] in ("pass", "undecided", "fail")
    assert manifest.read_text().startswith("# ir_metadata.start\n")
    changed = tmp_path / "qrels"
    changed.write_bytes(pathlib.Path(QRELS).read_bytes() + b"\n")
    with pytest.raises(strat_eval.DataError, match="its scores are from other judgments: qrels has .* bytes and XXH64"):
        strat_eval.compare(str(changed), [RUNS[1]], "AP", baseline=str(scores))
    with pytest.raises(strat_eval.DataError, match="its scores are from other judgments: qrels has .* and in this call 10 bytes"):
        strat_eval.compare({"1": {"a": 1}}, [{"1": ["a"]}], "AP", baseline=str(scores))
