# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Options that read a table take it from memory, and measures can be functions."""

import ast
import math
import pathlib
import random

import pytest

import strat_eval
from strat_eval import _inputs

random.seed(1)
TOPICS = [str(t) for t in range(12)]
QRELS = {t: {f"d{i}": int(random.random() < 0.3) for i in range(20)} for t in TOPICS}
RUNS = {name: {t: {f"d{i}": random.random() for i in range(20)} for t in TOPICS} for name in ("x", "y", "z")}
GROUPS = {t: "odd" if int(t) % 2 else "even" for t in TOPICS}


def frame(rows, *names):
    return pytest.importorskip("pandas").DataFrame(rows, columns=list(names))


def shapes(rows, *names):
    """A table in every shape but a dictionary of its keys."""
    text = "".join(",".join(map(str, row)) + "\n" for row in [names, *rows])
    return {"records": lambda: [dict(zip(names, row)) for row in rows], "columns": lambda: dict(zip(names, map(list, zip(*rows)))),
            "text": lambda: text, "bytes": text.encode, "pandas": lambda: frame(rows, *names),
            "index": lambda: frame(rows, *names).set_index(names[0])}


@pytest.fixture(params=["dictionary", "records", "columns", "text", "bytes", "pandas", "index", "file"])
def table(request, tmp_path):
    """A table as an argument of this shape."""

    def make(dictionary, rows, *names):
        if request.param == "file":
            (tmp_path / "table.csv").write_text(shapes(rows, *names)["text"]())
            return tmp_path / "table.csv"
        return dictionary if request.param == "dictionary" else shapes(rows, *names)[request.param]()

    return make


def test_topic_groups(table):
    found = strat_eval.compare(QRELS, RUNS, "AP", topic_groups=table(GROUPS, list(GROUPS.items()), "topic", "group"))
    ap = strat_eval.evaluate(QRELS, RUNS, "AP", per_topic=True)
    pair = next(x for x in found if x.topic == "group=odd" and {x.run, x.other} == {"x", "y"})
    odd = [t for t in TOPICS if GROUPS[t] == "odd"]
    assert pair.difference == pytest.approx(sum(ap[pair.run][t]["AP"] - ap[pair.other][t]["AP"] for t in odd) / len(odd))


def test_system_of(table):
    systems = {"x": "two", "z": "two", "y": "one"}
    (pair,) = strat_eval.compare(QRELS, RUNS, "AP", system_of=table(systems, list(systems.items()), "run", "system"))
    mean = {name: x["AP"] for name, x in strat_eval.evaluate(QRELS, RUNS, "AP").items()}
    assert {pair.run: pair.a, pair.other: pair.b} == {"two": pytest.approx((mean["x"] + mean["z"]) / 2), "one": pytest.approx(mean["y"])}


def test_labels(table, tmp_path):
    judged = {t: dict(list(x.items())[::2]) for t, x in QRELS.items()}
    rows = [(t, d, x) for t, documents in QRELS.items() for d, x in documents.items()]
    (tmp_path / "labels").write_text("".join(f"{t} 0 {d} {x}\n" for t, d, x in rows))
    options = {"measures": "nDCG@10", "frame": "labels"}
    assert strat_eval.evaluate(judged, RUNS["x"], labels=table(QRELS, rows, "topic", "docno", "label"), **options) == (
        strat_eval.evaluate(judged, RUNS["x"], labels=tmp_path / "labels", **options))


def test_lists():
    both = strat_eval.evaluate(QRELS, RUNS["x"], "AP", per_topic=True)
    for topics in ({"1", "2"}, "1\n2\n", b"1\n2\n"):
        assert strat_eval.evaluate(QRELS, RUNS["x"], "AP", only_topics=topics)["AP"] == pytest.approx((both["1"]["AP"] + both["2"]["AP"]) / 2)


@pytest.mark.parametrize("call, message", [
    (lambda: strat_eval.evaluate(QRELS, RUNS["x"], "AP", level={"a": 1}), "level: it takes no table"),
    (lambda: strat_eval.compare(QRELS, RUNS, "AP", topic_groups={"1": {"2": {"3": "4"}}}), "topic_groups: {topic: group} is needed"),
    (lambda: strat_eval.evaluate(QRELS, RUNS["x"], "AP", only_topics={"1": "2"}), "only_topics: columns, {name: values}, are needed"),
])
def test_wrong_tables(call, message):
    with pytest.raises(TypeError) as error:
        call()
    assert message in str(error.value)


def test_all_options_with_files_are_known():
    """Those that are written, not read, apart: the list is that of the types, which the program wrote."""
    types = pathlib.Path(strat_eval.__file__).with_name("_options.pyi").read_text()
    named = {x.target.id for x in ast.walk(ast.parse(types)) if isinstance(x, ast.AnnAssign) and "File" in ast.unparse(x.annotation)}
    written = {"manifest", "plot", "write_allocation", "plugin"}
    assert named - written <= set(_inputs.TABLES)


def average_precision(ranking, judged):
    found, total = 0, 0.0
    for rank, document in enumerate(ranking, 1):
        if judged.get(document, 0) > 0:
            found += 1
            total += found / rank
    return total / sum(x > 0 for x in judged.values())


OWN = strat_eval.Measure(average_precision, "mine", (0, 1))


def test_a_function_is_a_measure():
    # the same as the program's AP in every answer, so that only the name differs
    for x in strat_eval.evaluate(QRELS, RUNS, [OWN, "AP"], per_topic=True)["x"].values():
        assert x["mine"] == pytest.approx(x["AP"], abs=1e-15)
    for x in strat_eval.evaluate(QRELS, RUNS, [OWN, "AP"], ci=True).values():
        assert (x["mine"], x["mine"].lower, x["mine"].upper) == (x["AP"], x["AP"].lower, x["AP"].upper)
    mine, theirs = (strat_eval.compare(QRELS, RUNS, m, baseline="x", gate=0.1) for m in (OWN, "AP"))
    assert [x._replace(measure="") for x in mine] == [x._replace(measure="") for x in theirs] and mine.gate == theirs.gate


def test_the_gate():
    # by its definition: x fails against itself without noise and 0.2 more, and passes against itself with less
    better = {t: {d: x["d0"] + 1 if QRELS[t][d] else x[d] for d in x} for t, x in RUNS["x"].items()}
    found = strat_eval.compare(QRELS, {"x": RUNS["x"], "best": better}, "AP", baseline="best", gate=0.01)
    assert found.gate == "fail" and len(found) == 1 and all(isinstance(x.difference, float) for x in found)
    assert strat_eval.compare(QRELS, {"x": RUNS["x"], "best": better}, "AP", baseline="x", gate=0.01).gate == "pass"
    assert strat_eval.compare(QRELS, RUNS, "AP").gate is None


@pytest.mark.parametrize("measure", ["nDCG@10", "P@5"])
def test_answers_have_the_names_that_were_asked_for(measure):
    judged = {t: dict(list(x.items())[::2]) for t, x in QRELS.items()}
    found = strat_eval.evaluate(judged, RUNS["x"], [measure], labels=QRELS, drawn_from="labels")
    (column,) = {x.measure for x in strat_eval.rows(judged, RUNS["x"], [measure], labels=QRELS, drawn_from="labels")}
    assert list(found) == [measure] and found[column] == found[measure] and column.startswith("lab_")
    pairs = strat_eval.compare(judged, RUNS, [measure], labels=QRELS, drawn_from="labels")
    assert {x.measure for x in pairs} == {measure} and len(pairs) == 3


def test_a_function_without_a_range():
    found = strat_eval.evaluate(QRELS, RUNS["x"], [average_precision, len_of_both], ci=True)
    assert list(found) == ["average_precision", "len_of_both"] and found["len_of_both"] == 40
    assert found["average_precision"].method == "t"


def len_of_both(ranking, judged):
    return len(ranking) + len(judged)


def test_what_a_function_raises_is_raised():
    with pytest.raises(ZeroDivisionError):
        strat_eval.evaluate(QRELS, RUNS, strat_eval.Measure(lambda *_: 1 / 0, "zero"))
    with pytest.raises(strat_eval.DataError, match="mine: 2.0 is not from 0 to 1"):
        strat_eval.evaluate(QRELS, RUNS["x"], strat_eval.Measure(lambda *_: 2, "mine", (0, 1)))
    with pytest.raises(strat_eval.UsageError, match="needs a name"):
        strat_eval.evaluate(QRELS, RUNS["x"], lambda *_: 2)
    with pytest.raises(strat_eval.Error, match="exists already"):
        strat_eval.evaluate(QRELS, RUNS["x"], strat_eval.Measure(len_of_both, "map"))
    with pytest.raises(strat_eval.Error, match="more than 8"):
        strat_eval.evaluate(QRELS, RUNS["x"], [strat_eval.Measure(len_of_both, f"m{i}") for i in range(9)])
    assert math.isnan(strat_eval.evaluate(QRELS, RUNS["x"], strat_eval.Measure(lambda *_: math.nan, "none"))["none"])


def sets():
    """Two data sets with 4 and 2 topics, one relevant document each: reciprocal ranks by hand."""
    ranks = {"big one": {"A": [1, 1, 2, 2], "B": [2, 2, 2, 2]}, "small": {"A": [1, 2], "B": [4, 4]}}
    return {name: ({str(t): {"r": 1} for t in range(len(of["A"]))},
                   {run: {str(t): [*"xyz"[:rank - 1], "r"] for t, rank in enumerate(each)} for run, each in of.items()})
            for name, of in ranks.items()}


def test_data_sets_have_their_means_and_the_mean_of_these():
    found = strat_eval.evaluate(sets(), measures="RR", ci=True)
    # A: (1 + 1 + .5 + .5) / 4 = .75 and (1 + .5) / 2 = .75; B: .5 and .25, over all topics 2.5 / 6, over data sets .375
    assert found["A"]["RR"] == 0.75 and {name: x["RR"] for name, x in found["A"].groups.items()} == {"big_one": 0.75, "small": 0.75, "*": 0.75}
    assert found["B"]["RR"] == pytest.approx(2.5 / 6) and found["B"].groups["*"]["RR"] == pytest.approx(0.375)
    assert found["A"].groups["*"]["RR"].lower < 0.75 < found["A"].groups["*"]["RR"].upper
    (pair,) = [x for x in strat_eval.compare(sets(), measures="RR") if x.topic == "group=*"]
    assert pair.difference == pytest.approx(0.375) and pair.lower < 0.375 < pair.upper
    topics = strat_eval.evaluate({"s": (sets()["small"][0], sets()["small"][1]["A"])}, measures="RR", per_topic=True)
    assert list(topics) == ["s/0", "s/1"] and topics.groups["s"]["RR"] == 0.75


def test_data_sets_may_be_frames_rows_and_files_and_each_has_all_runs(tmp_path):
    judged, runs = sets()["small"]
    expected = strat_eval.evaluate({"s": (judged, runs)}, measures="RR")
    rows = [{"qid": t, "docid": d, "rel": x} for t, each in judged.items() for d, x in each.items()]
    text = "".join(f"{t} 0 {d} {x}\n" for t, each in judged.items() for d, x in each.items())
    (tmp_path / "qrels").write_text(text)
    for shape in (rows, text, tmp_path / "qrels", {t: ["r"] for t in judged}):
        assert strat_eval.evaluate({"s": (shape, runs)}, measures="RR") == expected
    run = "".join(f"{t} Q0 {d} {i} {-i} A\n" for t, each in runs["A"].items() for i, d in enumerate(each, 1))
    assert strat_eval.evaluate({"s": (judged, {"A": run})}, measures="RR")["A"] == expected["A"]
    with pytest.raises(strat_eval.DataError, match="its runs are A, those of another data set A, B: each needs all"):
        strat_eval.evaluate({"s": (judged, runs), "t": (judged, {"A": runs["A"]})})
    with pytest.raises(strat_eval.UsageError, match="the data sets are the groups"):
        strat_eval.evaluate({"s": (judged, runs)}, topic_groups={"0": "x"})
    with pytest.raises(strat_eval.DataError, match="judgments of s: line 1: of data sets, a file has the 4 columns of trec_eval"):
        strat_eval.evaluate({"s": ("topic,docno,rel\n0,r,1\n", runs)})


def test_groups_stand_beside_the_topics():
    judged, runs = sets()["small"]
    table = strat_eval.evaluate(judged, runs["A"], "RR", per_topic=True, topic_groups={"0": "x", "1": "y"})
    assert list(table) == ["0", "1"] and {name: x["RR"] for name, x in table.groups.items()} == {"x": 1, "y": 0.5, "*": 0.75}
