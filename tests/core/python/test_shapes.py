# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Judgments and runs in the shapes that people hold: the right number, or an error that names the place; never another number."""

import collections
import types
import warnings
from decimal import Decimal
from fractions import Fraction

import pytest

import strat_eval
from strat_eval import pytrec

# By hand: topic 1 has 1 and 3 relevant, at ranks 1 and 3, topic 2 has 2, at rank 2. nDCG of topic 1 is (1 + 1/2)/(1 + 1/log2 3),
# of topic 2 1/log2 3. Any other grade or order changes the mean.
JUDGED = {"1": {"1": 1, "3": 1}, "2": {"2": 1}}
RUN = {"1": {"1": 3.0, "2": 2.0, "3": 1.0}, "2": {"1": 2.0, "2": 1.0}}
RIGHT = (1.5 / 1.6309297535714573 + 0.6309297535714573) / 2
ROWS = [(t, d, x) for t, documents in JUDGED.items() for d, x in documents.items()]
RANKED = [(t, d, x) for t, documents in RUN.items() for d, x in documents.items()]


class Scalar:
    """A number of numpy or torch: item() is Python's; str() is not its digits."""

    def __init__(self, x):
        self.x = x

    def item(self):
        return self.x

    def __float__(self):
        return float(self.x)

    def __index__(self):
        return self.x

    def __hash__(self):
        return hash(self.x)


class Array:
    """An array of numpy or torch."""

    ndim = 1

    def __init__(self, x):
        self.x = x

    def tolist(self):
        return self.x

    def __iter__(self):
        return map(Scalar, self.x)

    def __len__(self):
        return len(self.x)


class Columns(dict):
    """As much of a DataFrame as is used."""

    columns = property(lambda self: list(self))

    def __getitem__(self, name):
        return Array(super().__getitem__(name))

    keys = items = None


def named(rows, *names):
    return [dict(zip(names, row)) for row in rows]


def columns(rows, *names):
    return dict(zip(names, map(list, zip(*rows))))


def lists(of, documents=list):
    """{topic: documents}, in the order in which they stand."""
    return {t: documents(x) for t, x in of.items()}


def pandas(make):
    return lambda: make(pytest.importorskip("pandas"))


def numpy(make):
    return lambda: make(pytest.importorskip("numpy"))


def by_level(p, rows):
    return p.Series([x for *_, x in rows], index=p.MultiIndex.from_tuples([row[:2] for row in rows]))


JUDGMENTS = {
    "dictionary": JUDGED, "bool": {"1": {"1": True, "3": True, "2": False}, "2": {"2": True}},
    "list": lists(JUDGED), "tuple": lists(JUDGED, tuple), "set": lists(JUDGED, set), "frozenset": lists(JUDGED, frozenset),
    "keys": lists(JUDGED, dict.keys),
    "array": lists(JUDGED, lambda x: Array(list(x))), "deque": lists(JUDGED, collections.deque),
    "pairs": lists(JUDGED, lambda x: list(x.items())), "lists of two": lists(JUDGED, lambda x: [list(y) for y in x.items()]),
    "tuple of pairs": lists(JUDGED, lambda x: tuple(x.items())),
    "documents by name": lists(JUDGED, lambda x: named(x.items(), "doc_id", "relevance")),
    "mixed": {"1": ["1", "3"], "2": {"2": 1}}, "proxy": types.MappingProxyType(lists(JUDGED)),
    "counter": lists(JUDGED, collections.Counter), "chain": collections.ChainMap(lists(JUDGED)),
    "whole numbers": {1: [1, 3], 2: [2]}, "scalars": {Scalar(1): {Scalar(1): Scalar(1), Scalar(3): Scalar(1)}, Scalar(2): [Scalar(2)]},
    "Decimal and Fraction": {"1": {"1": Decimal(1), "3": Fraction(1)}, "2": {"2": 1}},
    "rows": ROWS, "rows of lists": [list(x) for x in ROWS], "generator": lambda: (x for x in ROWS), "tuple of rows": tuple(ROWS),
    "named rows": named(ROWS, "query_id", "doc_id", "relevance"), "query, doc, rel": named(ROWS, "query", "doc", "rel"),
    "BEIR's rows": named(ROWS, "query-id", "corpus-id", "score"), "columns": columns(ROWS, "query_id", "corpus_id", "score"),
    "frame": Columns(columns(ROWS, "query", "doc", "rel")), "qid, docno, label": Columns(columns(ROWS, "qid", "docno", "label")),
    "text": "1 0 1 1\n1 0 3 1\n2 0 2 1\n", "bytes": b"1 0 1 1\n1 0 3 1\n2 0 2 1\n",
    "pandas": pandas(lambda p: p.DataFrame(ROWS, columns=["query", "doc", "rel"])),
    "Series of two levels": pandas(lambda p: by_level(p, ROWS)),
    "Series by document": pandas(lambda p: lists(JUDGED, lambda x: p.Series(x))),
    "Index": pandas(lambda p: lists(JUDGED, lambda x: p.Index(list(x)))),
    "groups": pandas(lambda p: p.DataFrame(ROWS, columns=["q", "d", "r"]).groupby("q")["d"].apply(list).to_dict()),
    "numpy": numpy(lambda n: lists(JUDGED, lambda x: n.array(list(x)))),
    "numpy's numbers": numpy(lambda n: {n.int64(1): n.array([1, 3]), n.int32(2): {n.str_("2"): n.float32(1)}}),
}
RUNS = {
    "dictionary": RUN, "list": lists(RUN), "tuple": lists(RUN, tuple), "array": lists(RUN, lambda x: Array(list(x))),
    "deque": lists(RUN, collections.deque), "pairs": lists(RUN, lambda x: list(x.items())),
    "pairs in another order": lists(RUN, lambda x: list(x.items())[::-1]),
    "corpus_id and score": lists(RUN, lambda x: named(x.items(), "corpus_id", "score")),
    "corpus_id and score in another order": lists(RUN, lambda x: named(list(x.items())[::-1], "corpus_id", "score")),
    "rows": RANKED, "generator": lambda: iter(RANKED), "named rows": named(RANKED, "query_id", "doc_id", "score"),
    "columns": columns(RANKED, "qid", "docno", "score"), "frame": Columns(columns(RANKED, "query", "doc", "score")),
    "whole numbers": {1: [1, 2, 3], 2: [1, 2]}, "scalars": {Scalar(1): [Scalar(1), Scalar(2), Scalar(3)], "2": {"1": Scalar(2), "2": Scalar(1)}},
    "mapping": types.MappingProxyType(lists(RUN, types.MappingProxyType)), "text": "".join(f"{t} Q0 {d} 1 {x} r\n" for t, d, x in RANKED),
    "pandas": pandas(lambda p: p.DataFrame(RANKED, columns=["qid", "docid", "score"])),
    "Series of two levels": pandas(lambda p: by_level(p, RANKED)), "numpy": numpy(lambda n: lists(RUN, lambda x: n.array(list(x)))),
}


def made(source):
    return source() if callable(source) else source


@pytest.mark.parametrize("shape", JUDGMENTS)
def test_judgments(shape):
    assert strat_eval.evaluate(made(JUDGMENTS[shape]), RUN, "nDCG") == {"nDCG": pytest.approx(RIGHT, abs=1e-15)}


@pytest.mark.parametrize("shape", RUNS)
def test_runs(shape):
    assert strat_eval.evaluate(JUDGED, made(RUNS[shape]), "nDCG") == {"nDCG": pytest.approx(RIGHT, abs=1e-15)}


@pytest.mark.parametrize("shape", [x for x in RUNS if x not in ("generator", "text")])
def test_runs_by_name(shape):
    runs = {"x": made(RUNS[shape]), "y": RUN}
    assert {name: x["nDCG"] for name, x in strat_eval.evaluate(JUDGED, runs, "nDCG").items()} == {
        "x": pytest.approx(RIGHT), "y": pytest.approx(RIGHT)}


def test_whole_floats_are_names_and_mentioned_once():
    with pytest.warns(UserWarning, match="1.0 as '1'") as said:
        assert strat_eval.evaluate({1.0: [1.0, 3.0], 2.0: [2.0]}, RUN, "nDCG")["nDCG"] == pytest.approx(RIGHT)
    assert len(said) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        strat_eval.evaluate(JUDGED, RUN, "nDCG")
    assert pytrec.RelevanceEvaluator(JUDGED, {"ndcg"}).evaluate({1.0: RUN["1"]}) == {1.0: {"ndcg": pytest.approx(1.5 / 1.6309297535714573)}}


def test_lists_to_pytrec():
    assert pytrec.RelevanceEvaluator(lists(JUDGED), {"ndcg"}).evaluate(RUN) == pytrec.RelevanceEvaluator(JUDGED, {"ndcg"}).evaluate(RUN)
    assert pytrec.RelevanceEvaluator(lists(JUDGED, set), {"ndcg"}).evaluate(lists(RUN)) == (
        pytrec.RelevanceEvaluator(JUDGED, {"ndcg"}).evaluate(RUN))


WRONG_JUDGMENTS = [
    ({"1": "1"}, r"judgments['1']: {document: grade}, or a list of relevant documents, is needed, not 'str'"),
    ({"1": b"1"}, "not 'bytes'"), ({"1": 1}, "not 'int'"), ({"1": None}, "not 'NoneType'"), ({"1": 0.5}, "not 'float'"),
    ({"1": (x for x in "13")}, "not 'generator'"), ({"1": {"1": 1}.values()}, "not 'dict_values'"),
    ({"1": {"1": "1"}}, "judgments['1']['1']: a number is needed, not 'str'"), ({"1": {"1": None}}, "not 'NoneType'"),
    ({"1": {"1": [1]}}, "judgments['1']['1']: a number is needed, not 'list'"), ({"1": {"1": {"x": 1}}}, "not 'dict'"),
    ({"1": [True, False]}, "judgments['1']: a document that is a text or a whole number (str(x) makes one) is needed, not 'bool'"),
    ({"1": [0.5]}, "not 'float'"), ({"1": [None]}, "not 'NoneType'"), ({"1": [b"1"]}, "not 'bytes'"), ({"1": [{"1"}]}, "not 'set'"),
    ({"1": [("1", 1, 2)]}, "judgments['1']: a document or (document, value) is needed, not 'tuple'"), ({"1": [("1",)]}, "not 'tuple'"),
    ({"1": [("1", "3")]}, "a number is needed, not 'str'"), ({"1": ["1", ("3", 1)]}, "not of both"), ({"1": [("3", 1), "1"]}, "not of both"),
    ({"1": [{"id": "1"}]}, "judgments['1']: each document needs a name and a value"), ({"1": [{"docno": "1", "rel": 1}, {"docno": "3"}]}, "each document"),
    ({1.5: ["1"]}, "judgments: a topic that is a text or a whole number"), ({None: ["1"]}, "not 'NoneType'"), ({("1", "1"): 1}, "not 'tuple'"),
    (["1", "3"], "judgments: row 1: three columns are needed: topic, document and value"), ({"1", "3"}, "three columns"), ([("1", "1")], "three columns"),
    ([("1", "0", "1", 1)], "three columns"), ([{"query_id": "1", "relevance": 1}], "judgments: one of the columns docno"),
    ([{"qid": "1", "docno": "1", "rel": 1}, {"qid": "1"}], "judgments: row 2: 'qid', 'docno', 'rel' are needed"),
    (Columns(a=[1]), "judgments: one of the columns query_id"), (Columns(qid=["1"], docno=["1"]), "one of the columns relevance"),
    ({"qid": ["1", "2"], "docno": ["1"], "rel": [1]}, "different lengths"), (7, "not 'int'"), (len, "not 'builtin_function_or_method'"),
    (pandas(lambda p: p.Series([1, 3])), "judgments: a Series needs an index of two levels"),
    (pandas(lambda p: {"1": p.Series([1, 3])}), "judgments['1']: the numbers of this Series may be documents or values: .tolist()"),
]
WRONG_RUNS = [
    (lists(RUN, set), "run['1']: a set has no order: a list from the best document on"), (lists(RUN, dict.keys), "has no order"),
    ({"1": 1}, "run['1']: {document: score}, or a list from the best document on, is needed, not 'int'"), ({"1": {"1": "x"}}, "run['1']['1']: a number"),
    ({"1": [0.9, 0.5]}, "run['1']: a document that is a text"), ({"1": [(0.9, "1")]}, "a number is needed, not 'str'"),
    ([{"corpus_id": "1", "score": 1.0}], "run: one of the columns query_id"), ([[{"corpus_id": "1", "score": 1.0}]], "three columns"),
    ({"1": [{"corpus_id": "1", "text": "x"}]}, "run['1']: each document needs a name and a value"), (Columns(qid=["1"], docno=["1"], rank=[1]), "score"),
]


@pytest.mark.parametrize("source, message", WRONG_JUDGMENTS, ids=lambda x: None if isinstance(x, str) else "judgments")
def test_wrong_judgments(source, message):
    with pytest.raises(TypeError) as error:
        strat_eval.evaluate(made(source) if source is not len else source, RUN, "nDCG")
    assert message in str(error.value)


@pytest.mark.parametrize("source, message", WRONG_RUNS, ids=lambda x: None if isinstance(x, str) else "run")
def test_wrong_runs(source, message):
    with pytest.raises(TypeError) as error:
        strat_eval.evaluate(JUDGED, source, "nDCG")
    assert message in str(error.value)


@pytest.mark.parametrize("call", [lambda: strat_eval.evaluate({"1": ["1", "1"]}, RUN, "nDCG"), lambda: strat_eval.evaluate(JUDGED, {"1": ["1", "1"]}, "nDCG"),
                                  lambda: strat_eval.evaluate({"1": ["1"], 1: ["3"]}, RUN, "nDCG"), lambda: strat_eval.evaluate({"1": ["1"], 1.0: ["3"]}, RUN, "nDCG")])
def test_twice_is_an_error(call):
    with pytest.raises(ValueError, match="twice|two topics"):
        call()


@pytest.mark.parametrize("frame", [lambda x: Columns(x), lambda x: pytest.importorskip("pandas").DataFrame(x)])
def test_ranks_that_contradict_scores(frame, tmp_path):
    rows = [(str(t), f"d{i}", 1 - i / 10, 10 - i) for t in range(20) for i in range(10)]
    judged = {str(t): {f"d{i}": int(i < 2) for i in range(10)} for t in range(20)}
    (tmp_path / "run").write_text("".join(f"{t} Q0 {d} {rank} {score} x\n" for t, d, score, rank in rows))
    said = "in 20 of 20 topics the column of ranks contradicts the scores, by which documents are ranked"
    for run in (str(tmp_path / "run"), frame(columns(rows, "qid", "docno", "score", "rank"))):
        with pytest.warns(UserWarning, match=said):
            assert strat_eval.evaluate(judged, run, "AP") == {"AP": 1}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        strat_eval.evaluate(judged, frame(columns([(t, d, s, 11 - r) for t, d, s, r in rows], "qid", "docno", "score", "rank")), "AP")


def test_pytrec_warns_if_no_document_is_judged():
    evaluator = pytrec.RelevanceEvaluator({"1": {"1": 1}, "2": {"2": 1}}, {"map"})
    with pytest.warns(UserWarning, match="not one of the documents is judged in any topic: 'x' is retrieved, and '1' judged"):
        assert evaluator.evaluate({"1": {"x": 1.0}, "2": {"y": 1.0}}) == {"1": {"map": 0}, "2": {"map": 0}}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        evaluator.evaluate({"1": {"x": 1.0}, "2": {"2": 1.0}})
        evaluator.evaluate({"1": {}, "3": {"x": 1.0}})
