# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""pytrec_eval's interface, for programs that were written for it.

Instead of ``import pytrec_eval`` write ``import strat_eval.pytrec as pytrec_eval``.
"""

from __future__ import annotations

from typing import Any, Iterable, Mapping

from ._inputs import add_judgments, add_run
from ._library import Question


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
