# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A question that is kept for the next call answers as a new one does."""

import random
import threading
import warnings

import pytest

import strat_eval
from strat_eval import pytrec

MEASURES = ["AP", "nDCG", "P@5", "RR", "bpref", "num_rel", "Rprec", "infAP", "Judged@10"]


def drawn(rng, topics):
    names = [f"d{i}" for i in range(30)]
    run = {str(t): {d: rng.randrange(20) for d in rng.sample(names, rng.randint(1, 12))} for t in topics}
    qrels = {str(t): {d: rng.randrange(-1, 4) for d in rng.sample(names, 15)} for t in topics}
    return qrels, run


def text_of(run):
    return "".join(f"{t} Q0 {d} 0 {s} run\n" for t, x in run.items() for d, s in x.items())


def fresh(qrels, run, measures, **options):
    """The same from text, for which no question is kept."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        judged = "".join(f"{t} 0 {d} {g}\n" for t, x in qrels.items() for d, g in x.items())
        return strat_eval.evaluate(judged, text_of(run), measures, **options)


@pytest.mark.filterwarnings("ignore")
def test_the_next_dictionaries_have_their_own_values():
    rng = random.Random(1)
    for number in range(60):
        qrels, run = drawn(rng, range(rng.randint(1, 4)))
        options = rng.choice([{}, {"c": True}, {"l": 2}, {"J": True}, {"M": 3}, {"ci": "t"}, {"ci": True, "level": 0.9}])
        measures = rng.choice([MEASURES, "AP", ["P@5", "RR"]])
        per_topic = rng.random() < 0.5
        found = strat_eval.evaluate(qrels, run, measures, per_topic=per_topic, **options)
        expected = fresh(qrels, run, measures, per_topic=per_topic, **options)
        assert repr(found) == repr(expected), (number, options)
        if not per_topic:
            assert {m: (x.lower, x.upper) for m, x in found.items()} == {m: (x.lower, x.upper) for m, x in expected.items()}
        if number % 7 == 0:  # a call that fails leaves nothing behind
            with pytest.raises(strat_eval.DataError, match="not a whole number"):
                strat_eval.evaluate({"0": {"a": 0.5}}, run, measures, **options)
            with pytest.raises(TypeError, match=r"run\['0'\]\['a'\]"):
                strat_eval.evaluate(qrels, {"0": {"a": "x"}}, measures, **options)
    assert len(strat_eval._questions._idle) <= strat_eval._questions._KEPT + 1


def test_warnings_are_those_of_the_call():
    qrels = {"1": {"a": 1, "b": 0}, "2": {"a": 1, "c": 1}}
    run = {"1": {"b": 2.5, "a": 1.5}, "2": {"a": 3.0}}
    other = {t: {"new-" + d: s for d, s in x.items()} for t, x in run.items()}  # none of them is judged
    for run, expected in ((run, 0), (other, 1), (run, 0), (other, 1)):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            strat_eval.evaluate(qrels, run, "AP")
        assert len(caught) == expected and all(w.filename == __file__ for w in caught)


REUSED = ["map", "ndcg", "P.5", "bpref", "Rprec", "recip_rank", "11pt_avg", "set_F", "infAP", "num_rel_ret", "binG", "Rndcg"]


@pytest.mark.parametrize("options", [{}, {"relevance_level": 2}, {"judged_docs_only_flag": True}])
def test_a_reused_evaluator_forgets_the_run_before(options):
    """What is kept from the second time on gives what any other call gives."""
    rng = random.Random(2)
    qrels, _ = drawn(rng, range(5))
    evaluator = pytrec.RelevanceEvaluator(qrels, REUSED, **options)
    new = {"l": options.get("relevance_level", 1), "J": options.get("judged_docs_only_flag", False)}
    for _ in range(80):
        _, run = drawn(rng, rng.sample(range(7), rng.randint(1, 2)))
        judged = {t: x for t, x in run.items() if t in qrels}
        found = evaluator.evaluate(run)
        expected = fresh(qrels, judged, REUSED, per_topic=True, **new) if judged else {}
        assert found == {t: {("P_5" if m == "P.5" else m): x for m, x in values.items()} for t, values in expected.items()}
        assert list(found) == list(judged)
    with pytest.raises(TypeError, match=r"scores\['1'\]\['a'\]: a number is needed"):
        evaluator.evaluate({"1": {"a": "x"}})
    with pytest.raises(strat_eval.DataError, match="nan"):
        evaluator.evaluate({"1": {"a": float("nan")}})
    assert evaluator.evaluate({"1": {}})["1"]["map"] == 0
    assert evaluator.evaluate({}) == evaluator.evaluate({"none": {"a": 1.0}}) == {}


def test_trec_eval_9(monkeypatch):
    """By hand: 4 relevant documents, those at ranks 1 and 4 retrieved; floor(1.2 + .9) = 2, and lround(1.2) = 1."""
    monkeypatch.delenv("STRAT_EVAL_TREC_EVAL", raising=False)
    qrels, run = {"1": dict.fromkeys("adxy", 1)}, {"1": {"a": 9, "b": 8, "c": 7, "d": 6}}
    for trec_eval, value in ((9, 0.5), ("9", 0.5), (10, 1.0), (None, 1.0)):
        evaluator = pytrec.RelevanceEvaluator(qrels, {"iprec_at_recall.0.3"}, trec_eval=trec_eval)
        assert evaluator.evaluate(run) == {"1": {"iprec_at_recall_0.30": value}}


def test_an_evaluator_answers_by_the_topics_of_the_call():
    evaluator = pytrec.RelevanceEvaluator({10: {"a": 1}, 9: {"b": 1}, "x": {"a": 1}}, {"recip_rank"})
    found = evaluator.evaluate({"x": {"b": 2.0, "a": 1.0}, 10: {"a": 1.0}, 9: {"c": 1.0}, 8: {"c": 1.0}})
    assert list(found.items()) == [("x", {"recip_rank": 0.5}), (10, {"recip_rank": 1.0}), (9, {"recip_rank": 0.0})]


def test_so_many_documents_that_a_thread_does_the_work():
    count = 200001
    evaluator = pytrec.RelevanceEvaluator({"1": {"d0": 1}}, {"recip_rank"})
    for sign, expected in ((-1, 1), (1, 1 / count), (-1, 1)):  # the relevant document is the first, or the last
        assert evaluator.evaluate({"1": {f"d{i}": float(sign * i) for i in range(count)}}) == {"1": {"recip_rank": expected}}
    assert evaluator.evaluate({"1": {"d0": 1.0}}) == {"1": {"recip_rank": 1}}


def test_a_dictionary_that_changes_while_it_is_read():
    run = {"1": {"a": 1.0}}

    class Adds:
        def __init__(self, to):
            self.to = to

        def __float__(self):
            self.to["new"] = {}
            return 1.0

    for to in (run, run["1"]):
        run["1"]["b"] = Adds(to)
        with pytest.raises(RuntimeError, match="changed while it was read"):
            strat_eval.evaluate({"1": {"a": 1}}, run, "AP")
        to.pop("new")


def test_threads_that_ask_the_same():
    rng, failed = random.Random(3), []
    data = [drawn(rng, range(2)) for _ in range(8)]
    expected = [repr(fresh(q, r, ["AP", "P@5"])) for q, r in data]

    def work(first):
        with warnings.catch_warnings():
            for i in range(80):
                q, r = data[(first + i) % 8]
                if repr(strat_eval.evaluate(q, r, ["AP", "P@5"], quiet_warnings=True)) != expected[(first + i) % 8]:
                    failed.append(i)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not failed


@pytest.mark.filterwarnings("ignore")
def test_a_run_without_judged_topics_is_empty_each_time():
    """As in pytrec_eval; the first call refused it, and the next did not."""
    evaluator = pytrec.RelevanceEvaluator({"1": {"a": 1, "b": 0}}, {"map"})
    assert [evaluator.evaluate(run) for run in ({"2": {"a": 1.0}}, {"1": {"a": 1.0}}, {"2": {"a": 1.0}})] == [
        {}, {"1": {"map": 1.0}}, {}]
