# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""pytrec_eval's interface, for programs that were written for it.

Instead of ``import pytrec_eval`` write ``import strat_eval.pytrec as pytrec_eval``.
"""

from __future__ import annotations

import math
from typing import Any, Iterable, Mapping, Sequence

from ._inputs import add_judgments, add_run
from ._library import DataError, Question

supported_nicknames = frozenset({"official", "set", "all_trec"})

#: trec_eval's measures that have a number for each topic. Other names of the program are understood too.
supported_measures = frozenset({
    "11pt_avg", "G", "P", "Rndcg", "Rprec", "Rprec_mult", "binG", "bpref", "infAP", "iprec_at_recall",
    "map", "map_cut", "ndcg", "ndcg_cut", "ndcg_rel", "num_nonrel_judged_ret", "num_rel", "num_rel_ret",
    "num_ret", "rbp", "rbp_resid", "recall", "recip_rank", "relative_P", "set_F", "set_P", "set_map", "set_recall",
    "set_relative_P", "success", "unj", "utility"})


def _parse(lines: Iterable[str], columns: int, at: int, kind: type) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for number, line in enumerate(lines, 1):
        field = line.split()
        if not field:
            continue
        if len(field) != columns:
            raise DataError(f"line {number}: {len(field)} columns, but a line has {columns}")
        documents = found.setdefault(field[0], {})
        if field[2] in documents:
            raise DataError(f"line {number}: document '{field[2]}' stands twice in topic '{field[0]}'")
        try:
            documents[field[2]] = kind(field[at])
        except ValueError:
            raise DataError(f"line {number}: '{field[at]}' is not a number") from None
    return found


def parse_run(lines: Iterable[str]) -> dict[str, dict[str, float]]:
    """The lines of a run, such as an open file, as {topic: {document: score}}.

    >>> parse_run(["q1 Q0 d1 1 2.5 tag"])
    {'q1': {'d1': 2.5}}
    """
    return _parse(lines, 6, 4, float)


def parse_qrel(lines: Iterable[str]) -> dict[str, dict[str, int]]:
    """The lines of judgments, such as an open file, as {topic: {document: grade}}.

    >>> parse_qrel(["q1 0 d1 1"])
    {'q1': {'d1': 1}}
    """
    return _parse(lines, 4, 3, int)


def compute_aggregated_measure(measure: str, values: Sequence[float]) -> float:
    """All topics: counts are added up, of logarithms (gm_) it is the geometric mean, else the mean.

    >>> compute_aggregated_measure("num_rel", [2, 3]), compute_aggregated_measure("map", [0.5, 1])
    (5, 0.75)
    """
    if measure.startswith("num_"):
        return sum(values)
    mean = sum(values) / len(values)
    return math.exp(mean) if measure.startswith("gm_") else mean


class RelevanceEvaluator:
    """Evaluates runs against judgments: {topic: {document: grade}} and {topic: {document: score}}.

    >>> evaluator = RelevanceEvaluator({"q1": {"d1": 0, "d2": 1}}, {"map", "P_5"})
    >>> evaluator.evaluate({"q1": {"d1": 1.0, "d2": 0.5}})
    {'q1': {'map': 0.5, 'P_5': 0.2}}
    """

    def __init__(self, query_relevance: Mapping[str, Mapping[str, int]], measures: Iterable[str],
                 relevance_level: int = 1, judged_docs_only_flag: bool = False) -> None:
        self._judgments = query_relevance
        self._measures = sorted(measures)
        self._level = relevance_level
        self._judged_only = judged_docs_only_flag

    def evaluate(self, scores: Mapping[str, Mapping[str, float]]) -> dict[str, dict[str, Any]]:
        """The values of each topic that has judgments."""
        result: dict[str, dict[str, Any]] = {}
        if not scores:
            return result
        with Question("evaluate") as question:
            for name in self._measures:
                question.set("m", name)
            question.set("l", self._level)
            question.set("J", self._judged_only)
            question.set("q")
            question.set("n")
            add_judgments(question, self._judgments)
            add_run(question, scores)
            question.run()
            for row in question.rows():
                result.setdefault(row.topic, {})[row.measure] = row.value
        return result
