# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""pytrec_eval's interface, for programs that were written for it.

Instead of ``import pytrec_eval`` write ``import strat_eval.pytrec as pytrec_eval``.
"""

from __future__ import annotations

import math
import os
import re
import warnings
from copy import copy
from functools import lru_cache
from typing import Any, Callable, Iterable, Mapping, Sequence, Union

from ._inputs import walked
from ._library import DataError, Error, Question, retold, version

__version__ = version()

#: trec_eval's measures. Other names of the program, such as nDCG@10, are understood too.
supported_measures = frozenset({
    "11pt_avg", "G", "P", "Rndcg", "Rprec", "Rprec_mult", "binG", "bpref", "gm_bpref", "gm_map", "infAP",
    "iprec_at_recall", "map", "map_cut", "ndcg", "ndcg_cut", "ndcg_rel", "num_nonrel_judged_ret", "num_q", "num_rel",
    "num_rel_ret", "num_ret", "rbp", "rbp_resid", "recall", "recip_rank", "relative_P", "relstring", "runid", "set_F",
    "set_P", "set_map", "set_recall", "set_relative_P", "success", "unj", "utility"})

_SET = frozenset({"num_q", "num_rel", "num_rel_ret", "num_ret", "runid", "set_F", "set_P", "set_map", "set_recall",
                  "set_relative_P", "utility"})

#: Names for several measures, and which these are.
supported_nicknames = {
    "official": frozenset({"P", "Rprec", "bpref", "gm_map", "iprec_at_recall", "map", "num_q", "num_rel", "num_rel_ret",
                           "num_ret", "recip_rank", "runid"}),
    "set": _SET,
    "all_trec": supported_measures - {"rbp", "rbp_resid", "unj"},
}

#: Of these trec_eval prints nothing for a topic. pytrec_eval gives a number all the same: 1, the logarithm of
#: another measure, but at least of 0.00001, and 0 instead of a text.
_LOGARITHMS = {"gm_map": "map", "gm_bpref": "bpref"}
_CONSTANTS = {"num_q": 1.0, "runid": 0.0, "relstring": 0.0}
_LEAST = 0.00001

#: Measures with a value for each parameter, which is a part of its name; others are called by the measure alone.
_CUT = frozenset({"P", "Rprec_mult", "iprec_at_recall", "map_cut", "ndcg_cut", "recall", "relative_P", "success", "unj"})


def _parse(lines: Iterable[str], columns: int, at: int, kind: Callable[[str], Any]) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for number, line in enumerate(lines, 1):
        field = line.split()
        if not field:
            continue
        if len(field) != columns:
            raise DataError(f"line {number}: {len(field)} columns, but a line has {columns}")
        documents = found.setdefault(field[0], {})
        if field[2] in documents:
            raise DataError(f"line {number}: document '{field[2]}' appears twice in topic '{field[0]}'")
        try:
            documents[field[2]] = kind(field[at])
        except ValueError:
            raise DataError(f"line {number}: '{field[at]}' is not {'a number' if kind is float else 'a whole number'}") from None
    return found


def parse_run(lines: Iterable[str]) -> dict[str, dict[str, float]]:
    """The lines of a run, such as an open file, as {topic: {document: score}}.

    >>> parse_run(["q1 Q0 d1 1 2.5 tag"])
    {'q1': {'d1': 2.5}}
    """
    return _parse(lines, 6, 4, float)


def _grade(text: str) -> int:
    """A whole number, which may be written as 1.0."""
    value = float(text)
    if not value.is_integer():
        raise ValueError
    return int(value)


def parse_qrel(lines: Iterable[str]) -> dict[str, dict[str, int]]:
    """The lines of judgments, such as an open file, as {topic: {document: grade}}.

    >>> parse_qrel(["q1 0 d1 1"])
    {'q1': {'d1': 1}}
    """
    return _parse(lines, 4, 3, _grade)


def compute_aggregated_measure(measure: str, values: Sequence[float]) -> float:
    """All topics: counts are added up, of logarithms (gm_) it is the geometric mean, else the mean.

    >>> compute_aggregated_measure("num_rel", [2, 3]), compute_aggregated_measure("map", [0.5, 1])
    (5, 0.75)
    """
    if measure.startswith("num_"):
        return sum(values)
    mean = sum(values) / len(values)
    return math.exp(mean) if measure.startswith("gm_") else mean


def _combine(measures: Iterable[str]) -> list[str]:
    """What was asked for, each measure once with all of its parameters; a measure that is asked for with parameters has
    not its usual ones.

    >>> _combine({"P_5", "P.10", "P", "map"})
    ['P.10,5', 'map']
    """
    wanted: dict[str, set[str]] = {}
    expanded = (m for name in measures for m in supported_nicknames.get(name, (name,)))
    for name in expanded:
        found = re.fullmatch(r"(.+?)[._]([0-9]+(?:\.[0-9]+)?(?:,[0-9]+(?:\.[0-9]+)?)*)", name)
        if name not in supported_measures and found is not None and found.group(1) in supported_measures:
            wanted.setdefault(found.group(1), set()).update(found.group(2).split(","))
        else:
            wanted.setdefault(name, set())
    return sorted(name + ("." + ",".join(sorted(parameters)) if parameters else "")
                  for name, parameters in wanted.items())


def _check_mapping(name: str, source: Any) -> None:
    if not hasattr(source, "keys"):
        raise TypeError(f"{name}: a dictionary is needed, not '{type(source).__name__}'")


class _Asked:
    """What evaluators ask for that have the same measures; and questions that are free to be asked it of other judgments:
    making one takes longer than evaluating some topics."""

    def __init__(self, measures: frozenset[str], level: int, judged_only: bool, trec_eval: str) -> None:
        names = _combine(measures)
        self._options = {"l": level, "J": judged_only, "trec_eval": trec_eval, "q": True, "n": True, "quiet_warnings": True, "jobs": 1}
        self.constants = {name: _CONSTANTS[name] for name in names if name in _CONSTANTS}
        self.logarithms = {name: _LOGARITHMS[name] for name in names if name in _LOGARITHMS}
        self.measures = [name for name in names if name not in _CONSTANTS and name not in _LOGARITHMS]
        self.only_for_logarithms = {m for m in self.logarithms.values() if m not in self.measures}
        self.measures += sorted(self.only_for_logarithms)
        given = (name.partition(".") for name in self.measures)
        self.renamed = {f"{name}_{parameters}": name for name, dot, parameters in given
                        if dot and name in supported_measures - _CUT}
        self.plain = not (self.constants or self.logarithms or self.renamed)
        self.free: list[Question] = []

    def question(self, judgments: Any) -> Question:
        """A question about these judgments."""
        try:
            question = self.free.pop()
        except IndexError:
            question = self._new()
        question.refill("query_relevance", judgments, True)
        return question

    def _new(self) -> Question:
        question = Question("evaluate")
        for name in self.measures:
            question.columns(name)  # refuses what is unknown
            question.set("m", name)
        for option, value in self._options.items():
            question.set(option, value)
        question.file(question.records("query_relevance", {}, True))
        question.file(question.records("scores", {}, False))
        return question

    def add_to(self, values: dict[str, Any]) -> None:
        """What the program does not say of a topic."""
        values.update(self.constants)
        for column, name in self.renamed.items():
            values[name] = values.pop(column)
        for name, of in self.logarithms.items():
            values[name] = math.log(max(values[of], _LEAST))
        for name in self.only_for_logarithms:
            del values[name]


_asked = lru_cache(maxsize=64)(_Asked)
_TREC_EVAL = os.environ.get("STRAT_EVAL_TREC_EVAL") or "10"
_FREE = 16  #: so many questions of a kind are kept


class RelevanceEvaluator:
    """Evaluates runs against judgments: {topic: {document: grade}} and {topic: {document: score}}.

    iprec_at_recall and 11pt_avg are those of trec_eval 10, or with ``trec_eval=9`` those of 9, which pytrec_eval has.

    >>> evaluator = RelevanceEvaluator({"q1": {"d1": 0, "d2": 1}}, {"map", "P_5"})
    >>> evaluator.evaluate({"q1": {"d1": 1.0, "d2": 0.5}})
    {'q1': {'map': 0.5, 'P_5': 0.2}}
    """

    def __init__(self, query_relevance: Mapping[str, Mapping[str, int]], measures: Iterable[str],
                 relevance_level: int = 1, judged_docs_only_flag: Union[bool, int] = False,
                 trec_eval: Union[int, str, None] = None) -> None:
        self._idle: list[Question] = []
        _check_mapping("query_relevance", query_relevance)
        self._asked = _asked(frozenset(measures), relevance_level, bool(judged_docs_only_flag),
                             str(trec_eval or _TREC_EVAL))
        # as they are now: another thread, or a call behind one that failed, reads them once more
        self._judgments = {topic: x.copy() if type(x) is dict else copy(x)
                           for topic, x in walked("query_relevance", query_relevance, True).items()}
        self._asks = bool(query_relevance and self._asked.measures)
        # a question can be asked by one thread at a time: as many as there are threads at work
        if self._asks:
            self._idle.append(self._asked.question(self._judgments))

    def __del__(self) -> None:
        if self._idle and len(self._asked.free) < _FREE:
            self._asked.free.append(self._idle.pop())

    def _warn(self, scores: Mapping[str, Any]) -> None:
        """If no document is judged, names differ; 1 and "1" do not."""
        judged = {str(topic): set(map(str, x)) for topic, x in self._judgments.items()}
        for topic, documents in scores.items():
            x = judged.get(str(topic))
            if x and not x.isdisjoint(map(str, documents)):
                return
        common = [topic for topic in scores if judged.get(str(topic)) and scores[topic]]
        if common:
            one = common[0]
            warnings.warn(f"scores: not one of the documents is judged in any topic: {str(next(iter(scores[one])))!r} is retrieved, "
                          f"and {min(judged[str(one)])!r} judged", stacklevel=3)

    def evaluate(self, scores: Mapping[str, Mapping[str, float]]) -> dict[str, dict[str, Any]]:
        """The values of each topic that has judgments. A topic without documents counts as one for which nothing was
        retrieved."""
        if type(scores) is not dict:
            _check_mapping("scores", scores)
        if not scores or not self._asks:
            result: dict[str, dict[str, Any]] = {topic: {} for topic in scores if topic in self._judgments}
        else:
            try:
                question = self._idle.pop()
            except IndexError:
                question = self._asked.question(self._judgments)
            try:
                found = question.answer("scores", scores)
            except Error as error:
                raise retold(error)
            if found is None:
                question.run(warn=False)
                found = question.scores(scores)
            result = found
            self._idle.append(question)  # one that failed is not used again
            for topic, documents in scores.items():  # as a rule the first one has a judged document
                judged = self._judgments.get(topic)
                if type(judged) is dict and not judged.keys().isdisjoint(documents):
                    break
            else:
                self._warn(scores)
        if not self._asked.plain:
            for values in result.values():
                self._asked.add_to(values)
        return result
