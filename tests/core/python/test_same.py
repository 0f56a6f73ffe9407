# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the program answers the package answers, too: nothing is mixed, dropped or taken for something else on the way."""

import collections
import json
import os
import subprocess

import pytest

import strat_eval
from strat_eval import pytrec

PROGRAM = os.environ.get("STRAT_EVAL", "strat_eval")
QRELS = {"1": {"a": 1, "b": 0}, "2": {"a": 1, "c": 1}}
RUN = {"1": {"b": 2.5, "a": 1.5}, "2": {"a": 3.0}}

pytestmark = pytest.mark.filterwarnings("ignore")


def printed(*arguments):
    out = subprocess.run([PROGRAM, *map(str, arguments), "--format=jsonl"], check=True, capture_output=True, text=True).stdout
    return [json.loads(line) for line in out.splitlines()]


@pytest.fixture
def ranked(tmp_path):
    """Judgments and two runs in files. The relevant document is the first of x, and of y the one at these ranks."""
    ranks = {"1": 2, "2": 3, "3": 1, "4": 4, "5": 5}
    (tmp_path / "qrels").write_text("".join(f"{t} 0 rel 1\n" for t in ranks))
    for name, places in (("x", dict.fromkeys(ranks, 1)), ("y", ranks)):
        (tmp_path / name).write_text("".join(f"{t} Q0 {'rel' if i == n else f'd{i}'} {i} {-i} tag-{name}\n"
                                             for t, n in places.items() for i in range(1, 6)))
    return [str(tmp_path / name) for name in ("qrels", "x", "y")]


def test_groups_of_topics_are_pairs_of_their_own(ranked, tmp_path):
    qrels, *runs = ranked
    groups = tmp_path / "groups.csv"
    groups.write_text("topic,group\n1,easy\n2,easy\n3,hard\n4,hard\n5,hard\n")
    pairs = strat_eval.compare(qrels, runs, "RR", topic_groups=groups, test="t")
    # by hand: differences 1/2 2/3 | 0 3/4 4/5
    easy, hard = 7 / 12, 31 / 60
    assert {p.topic: p.difference for p in pairs} == {"all": pytest.approx((2 * easy + 3 * hard) / 5), "group=easy": pytest.approx(easy),
                                                      "group=hard": pytest.approx(hard), "group=*": pytest.approx((easy + hard) / 2)}
    assert pairs[0].topic == "all" and [p.topics for p in pairs[:3]] == [5, 2, 3]
    program = {(x["topic"], x["measure"]): x["value"] for x in printed("compare", "-m", "RR", f"--topic-groups={groups}", "--test=t",
                                                                      qrels, *runs)}
    for pair in pairs[:3]:
        assert (pair.lower, pair.p) == (program[pair.topic, "ci_lo_diff_recip_rank"], program[pair.topic, "p_t_recip_rank"])
    # single topics are left to the rows
    (pair,) = strat_eval.compare(qrels, runs, "RR", q=True, test="t")
    assert pair == strat_eval.compare(qrels, runs, "RR", test="t")[0]


@pytest.mark.parametrize("measures", [["prob_gt"], ["map", "paired"], ["E_diff"]])
def test_measures_of_pairs(ranked, measures):
    qrels, *runs = ranked
    asked = [word for name in measures for word in ("-m", name)]
    found = strat_eval.compare(qrels, runs, measures, rows="long")
    assert [(r.measure, r.value) for r in found] == [(x["measure"], x["value"]) for x in printed("compare", *asked, qrels, *runs)]
    assert strat_eval.compare(qrels, runs, measures)
    with pytest.raises(strat_eval.UsageError, match=r"measure nosuch: no such measure or nickname \(strat_eval --help lists them\)"):
        strat_eval.compare(qrels, runs, [*measures, "nosuch"])


def test_a_bound_can_be_asked_for(ranked):
    qrels, _, run = ranked
    (bound,) = printed("-m", "ci_lo_map", "--ci=t", qrels, run)
    assert strat_eval.evaluate(qrels, run, "ci_lo_map", ci="t") == {"ci_lo_map": bound["value"]}


#: By hand, with all documents judged: recall of A 3 / 4, of B 2 / 4.
TABLE = "topic,stratum,runs,size,sampled,relevant\n1,s,A+B,10,10,1\n1,t,A,10,10,2\n1,u,B,10,10,1\n1,v,-,10,10,0\n"


def test_runs_of_a_table():
    a, b = {"est_recall": 0.75}, {"est_recall": 0.5}
    for runs, expected in ((None, {"A": a, "B": b}), (["A", "B"], {"A": a, "B": b}), (["B", "A"], {"A": a, "B": b}),
                           ({"x": "A", "y": "B"}, {"x": a, "y": b}), ({"B": "A", "A": "B"}, {"B": a, "A": b}), ({"x": "B"}, {"x": b}),
                           ("B", b)):
        assert strat_eval.evaluate(TABLE, runs, "est_recall", R="table") == expected
    bounded = strat_eval.evaluate(TABLE, None, "est_recall", R="table", ci="normal")
    assert {name: x["est_recall"].bounds["normal"] for name, x in bounded.items()} == {"A": (0.75, 0.75), "B": (0.5, 0.5)}
    found = strat_eval.compare(TABLE, {"x": "B", "y": "A"}, "est_recall", R="table", rows="long")
    assert {(r.run, r.other, r.value) for r in found if r.measure == "diff_est_recall"} == {("x", "y", -0.25)}
    with pytest.raises(strat_eval.UsageError, match="the table names no run 'Z'; its column runs has A, B"):
        strat_eval.evaluate(TABLE, ["A", "Z"], R="table")


def test_judges_are_compared_two_by_two():
    judged = "docno,rel,judged_by\n" + "".join(f"d{i},{int(i < n)},{who}\n" for who, n in (("x", 2), ("y", 3), ("z", 4)) for i in range(5))
    # by hand: of five documents x and y differ in one, x and z in two, y and z in one
    found = {(x["judge_a"], x["judge_b"]): x["value"] for x in strat_eval.agree(judged, R="csv") if x["measure"] == "agreement"}
    assert found == {("x", "y"): 0.8, ("x", "z"): 0.6, ("y", "z"): 0.8}


def test_an_answer_that_is_no_rows_is_not_empty(ranked, tmp_path):
    qrels, run, _ = ranked
    labels, people = tmp_path / "labels.csv", tmp_path / "people.csv"
    labels.write_text("topic,A\n" + "".join(f"{t},0.{t}\n" for t in range(1, 10)))
    people.write_text("topic,A\n" + "".join(f"{t},0.{t}\n" for t in range(1, 10, 2)))
    matrices = {"scores": labels, "judged_scores": people}
    found = strat_eval.compare(None, None, **matrices)
    assert found == printed("compare", *(f"--{name.replace('_', '-')}={path}" for name, path in matrices.items())) and len(found) > 0
    for options in ({"R": "table", "show": "strata"}, {"shard": "1/2"}):
        with pytest.raises(strat_eval.UsageError, match="a text that has no rows"):
            strat_eval.evaluate(*(TABLE, "A") if "R" in options else (qrels, run), **options)


def test_a_run_that_is_held_out_may_be_named_by_its_file(ranked):
    qrels, *runs = ranked
    by_name, by_file = (strat_eval.simulate("sampling", qrels, runs, samples=2, depths=2, hold_out=name) for name in ("tag-x", runs[0]))
    assert by_file == by_name


def test_an_option_is_not_mistaken_for_one_that_is_equal():
    # to a dictionary 0 is False and 1 is True: a question that was kept for one of them must not answer the other
    for level, relevant in ((False, 3), (0, 4), (False, 3), (0, 4)):
        assert strat_eval.evaluate(QRELS, RUN, "num_rel", l=level) == {"num_rel": relevant}
    assert strat_eval.evaluate(QRELS, RUN, "AP", c=True) == {"AP": 0.5}
    with pytest.raises(strat_eval.UsageError, match="no value but True"):
        strat_eval.evaluate(QRELS, RUN, "AP", c=1)
    assert strat_eval.evaluate(QRELS, RUN, "AP", ci=[])["AP"].method is None  # a list of nothing
    assert list(strat_eval.evaluate(QRELS, RUN, "AP", per_topic=True, topic=[1, 2])) == ["1", "2"]  # names, not one list


def test_bytes_of_a_path_stay(tmp_path):
    for name, topic in ((b"topics\x80", "1"), (b"topics?", "2")):
        with open(os.path.join(os.fsencode(tmp_path), name), "w", encoding="utf-8") as file:
            file.write(topic + "\n")
    path = os.path.join(tmp_path, os.fsdecode(b"topics\x80"))
    assert list(strat_eval.evaluate(QRELS, RUN, "AP", per_topic=True, topic="@" + str(path))) == ["1"]
    runs = {"\udc80": RUN, "?": RUN}
    assert [p.other for p in strat_eval.compare(QRELS, runs, "AP", baseline="\udc80")] == ["\udc80"]


def test_one_measure_by_two_names():
    found = strat_eval.evaluate(QRELS, RUN, ["AP", "map"])
    assert found == {"AP": 0.5} and found["map"] == found["AP"] == 0.5
    found = strat_eval.evaluate(QRELS, RUN, ["map", "AP"])
    assert found == {"map": 0.5} and found["AP"] == 0.5


@pytest.mark.parametrize("call", [lambda x: strat_eval.evaluate(x, RUN, "AP"), lambda x: strat_eval.evaluate(QRELS, x, "AP"),
                                  lambda x: pytrec.RelevanceEvaluator(QRELS, {"map"}).evaluate(x)])
def test_topics_of_one_name_are_refused(call):
    with pytest.raises(ValueError, match="two topics have the name '1'"):
        call({1: {"a": 1}, "1": {"b": 1}})


def test_rows_in_the_order_of_trec_are_refused():
    # documents that are numbers: the fields would be taken for document and value
    for qrels, run in (([("1", 0, 5, 1)], {"1": {5: 1}}), ({"1": {5: 1}}, [["1", "Q0", 5, 1, 2.5, "tag"]])):
        with pytest.raises(TypeError, match="row 1: three columns are needed: topic, document and value"):
            strat_eval.evaluate(qrels, run, "AP")
    row = collections.namedtuple("Qrel", ["query_id", "doc_id", "relevance", "iteration"])  # of ir_measures
    assert strat_eval.evaluate([row("1", 5, 1, "0")], {"1": {5: 1}}, "AP") == {"AP": 1}


def test_an_evaluator_keeps_its_judgments():
    qrels, run = {"1": {"a": 1, "b": 0}}, {"1": {"b": 2.0, "a": 1.0}}
    evaluator = pytrec.RelevanceEvaluator(qrels, {"map"})
    qrels["1"]["b"] = 1
    for _ in range(2):
        assert evaluator.evaluate(run) == {"1": {"map": 0.5}}
        with pytest.raises(TypeError, match="a number is needed"):
            evaluator.evaluate({"1": {"a": "x"}})
    rows = [("1", "a", 1.0)]
    for call in (lambda: evaluator.evaluate(rows), lambda: pytrec.RelevanceEvaluator(rows, {"map"})):
        with pytest.raises(TypeError, match="a dictionary is needed, not 'list'"):
            call()
