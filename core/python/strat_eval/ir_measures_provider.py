# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A provider for ir_measures, and so for PyTerrier: their measures, computed by this library.

    import ir_measures, strat_eval.ir_measures_provider
    strat_eval.ir_measures_provider.register()
    ir_measures.calc_aggregate([ir_measures.AP, ir_measures.nDCG @ 10], qrels, run)

ir_measures is imported when the provider is asked for, not before. A measure is supported if the
program understands its name as ir_measures writes it, such as "P(rel=2)@5".
"""

from __future__ import annotations

import functools
import math
import re
import warnings
from typing import Any, Iterator, Optional

from ._inputs import Run, add_judgments, add_runs
from ._library import DataError, Question, UsageError

#: Measures that are said of the topics together: for each of them it is 1.
_COUNTED = {"NumQ": 1.0}

#: What the program has under another name: all that was retrieved.
_NAMES = {"Judged": "Judged@1000000000"}

#: Measures of judgments by sub-topics, which ir_measures has in ``iteration``.
_BY_SUBTOPIC = frozenset({"ERR_IA", "nERR_IA", "alpha_DCG", "alpha_nDCG", "NRBP", "nNRBP", "AP_IA", "P_IA", "StRecall"})

#: Measures that are undefined for some topics, which are then left out.
_PARTIAL = ("Accuracy",)


def _named(measure: str) -> tuple[str, Optional[int]]:
    """The program's name of a measure, and how many documents of a topic count: measures of sets have no cutoff there.

    >>> _named("SetP(rel=2)@5"), _named("P@5"), _named("Judged"), _named("Accuracy@5")
    (('SetP(rel=2)', 5), ('P@5', None), ('Judged@1000000000', None), ('Accuracy(rel=1)@5', None))
    """
    of_set = re.fullmatch(r"(Set\w+(?:\(.*\))?)@(\d+)", measure)
    if of_set:
        return of_set.group(1), int(of_set.group(2))
    return _NAMES.get(measure, re.sub(r"^Accuracy@", "Accuracy(rel=1)@", measure)), None


def _by_subtopic(measure: str) -> bool:
    return re.split("[@(]", measure)[0] in _BY_SUBTOPIC


@functools.lru_cache(maxsize=None)
def _columns(measure: str) -> tuple[str, ...]:
    """The names of a measure's values in rows; none: the program does not have it."""
    if measure in _COUNTED:
        return ()
    with Question("evaluate") as question:
        try:
            question.set("R", "diversity" if _by_subtopic(measure) else None)
            return tuple(question.columns(_named(measure)[0]))
        except UsageError:
            return ()


def _kept(source: Any) -> Any:
    """What can be read several times."""
    again = isinstance(source, (str, bytes)) or hasattr(source, "items") or hasattr(source, "columns")
    if hasattr(source, "__fspath__"):
        return str(source)
    return source if again else list(source)


def _rows(qrels: Any) -> Optional[list[tuple[str, str, str, float]]]:
    """Topic, sub-topic, document and grade; None: there are no sub-topics."""
    if hasattr(qrels, "columns"):
        if "iteration" not in qrels.columns:
            return None
        columns = (qrels[name].tolist() for name in ("query_id", "iteration", "doc_id", "relevance"))
        return [(str(t), str(s), str(d), float(g)) for t, s, d, g in zip(*columns)]
    if not isinstance(qrels, list) or not qrels or not hasattr(qrels[0], "iteration"):
        return None
    return [(str(q.query_id), str(q.iteration), str(q.doc_id), float(q.relevance)) for q in qrels]


def _without_subtopics(qrels: Any) -> Any:
    """For other measures: of a document that is judged for several sub-topics the last judgment counts, as ir_measures has it."""
    rows = _rows(qrels)
    if rows is None or len({subtopic for _, subtopic, _, _ in rows}) < 2:
        return qrels
    found: dict[str, dict[str, float]] = {}
    for topic, _, document, grade in rows:
        found.setdefault(topic, {})[document] = grade
    return found


def _with_subtopics(qrels: Any) -> bytes:
    """As the text of a file, which is what the program reads sub-topics from."""
    rows = _rows(qrels)
    if rows is None and hasattr(qrels, "items"):  # ir_measures has sub-topic 0 then
        rows = [(str(t), "0", str(d), float(g)) for t, documents in qrels.items() for d, g in documents.items()]
    if rows is None:
        raise DataError("qrels: sub-topics are needed: rows or a DataFrame with iteration")
    if len({subtopic for _, subtopic, _, _ in rows}) < 2:
        warnings.warn("all judgments are of one sub-topic: measures of sub-topics say nothing then; rows or a DataFrame "
                      "with iteration have them")
    wrong = next((x for row in rows for x in row[:3] if len(x.split()) != 1), None)
    if wrong is not None:
        raise DataError(f"qrels: {wrong!r}: a name with blanks cannot be written into judgments by sub-topics")
    return "".join(f"{t} {s} {d} {g}\n" for t, s, d, g in rows).encode("utf-8", "surrogateescape")


@functools.lru_cache(maxsize=None)
def provider_class() -> type:
    """The class, made on the first call."""
    from ir_measures import Metric, providers  # type: ignore[import-not-found,import-untyped,unused-ignore]

    class StratEvalEvaluator(providers.Evaluator):  # type: ignore[misc]
        """The measures of one set of judgments."""

        def __init__(self, measures: Any, qrels: Any) -> None:
            self._given = _kept(qrels)
            self._qrels = _without_subtopics(self._given)
            self._asked = {str(measure): measure for measure in measures}
            super().__init__(list(measures), set(self._scores({"-": {"-": 0}}, ["num_rel"], c=True)))

        def _scores(self, run: Any, names: list[str], **options: Any) -> dict[str, dict[str, Any]]:
            with Question("evaluate") as question:
                for name in names:
                    question.set("m", name)
                for option, value in {"q": True, "n": True, "quiet_warnings": True, **options}.items():
                    question.set(option, value)
                subtopics = options.get("R") == "diversity"
                add_judgments(question, _with_subtopics(self._given) if subtopics else self._qrels, "qrels")
                add_runs(question, [Run(run)])
                question.run()
                return question.scores()

        def iter_calc(self, run: Any) -> Iterator[Any]:
            """A topic that the run lacks counts with the measure's default, but one for which the measure is
            undefined, as Accuracy is without documents of both kinds, is left out."""
            missing = {(measure, topic) for measure in self.measures for topic in self.qrel_qids
                       if measure.NAME not in _PARTIAL}
            for metric in self._iter_calc(run):
                missing.discard((metric.measure, metric.query_id))
                if not math.isnan(metric.value):
                    yield metric
            for measure, topic in sorted(missing, key=lambda x: (str(x[0]), x[1])):
                yield Metric(query_id=topic, measure=measure, value=measure.DEFAULT)

        def _iter_calc(self, run: Any) -> Iterator[Any]:
            kept = _kept(run)
            if len(kept) == 0:
                return
            # those that count the same documents are one question
            parts: dict[tuple[Optional[int], bool], list[str]] = {}
            for name in self._asked:
                parts.setdefault((_named(name)[1], _by_subtopic(name)), []).append(name)
            for (cutoff, subtopics), names in parts.items():
                asked = [_named(name)[0] for name in names if name not in _COUNTED]
                found = self._scores(kept, asked or ["num_ret"], M=cutoff, R="diversity" if subtopics else None)
                for name in names:
                    column = (*_columns(name), "")[0]
                    for topic, scores in found.items():
                        yield Metric(query_id=topic, measure=self._asked[name],
                                     value=_COUNTED[name] if name in _COUNTED else scores[column])

    class StratEvalProvider(providers.Provider):  # type: ignore[misc]
        """strat_eval"""

        NAME = "strat_eval"

        def supports(self, measure: Any) -> bool:
            measure.validate_params()
            return str(measure) in _COUNTED or len(_columns(str(measure))) == 1

        def _evaluator(self, measures: Any, qrels: Any) -> Any:
            return StratEvalEvaluator(measures, qrels)

    return StratEvalProvider


def register() -> Any:
    """Makes ir_measures ask this provider first, and returns it.

    ``ir_measures.calc_aggregate`` and the like, and with them PyTerrier's experiments, use a list of providers of their
    own; what the program does not understand is left to the others there.
    """
    import ir_measures
    from ir_measures import providers

    provider = provider_class()()
    providers.register(provider)
    default = ir_measures.DefaultPipeline.providers
    default[:] = [provider] + [p for p in default if getattr(p, "NAME", None) != provider.NAME]
    return provider
