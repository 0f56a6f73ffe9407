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
from typing import Any, Iterator

from ._library import UsageError
from ._questions import rows


def _kept(source: Any) -> Any:
    """What can be read several times."""
    again = isinstance(source, (str, bytes)) or hasattr(source, "items") or hasattr(source, "columns")
    if hasattr(source, "__fspath__"):
        return str(source)
    return source if again else list(source)


def _values(measure: Any, qrels: Any, run: Any) -> Iterator[tuple[str, float]]:
    """Topics and their values. Each measure is a question of its own, since its column may have
    another name."""
    for row in rows(qrels, run, str(measure), per_topic=True, nosummary=True, quiet_warnings=True):
        yield row.topic, row.value


def _understood(measure: Any) -> bool:
    try:
        return bool(list(_values(measure, "1 0 a 1\n", "1 Q0 a 1 1 x\n")))
    except UsageError:
        return False


@functools.lru_cache(maxsize=None)
def provider_class() -> type:
    """The class, made on the first call."""
    from ir_measures import Metric, providers

    class StratEvalEvaluator(providers.Evaluator):
        """The measures of one set of judgments."""

        def __init__(self, measures: Any, qrels: Any) -> None:
            self._qrels = _kept(qrels)
            # with -c every judged topic has a line, whatever the run is
            judged = rows(self._qrels, {"-": {"-": 0}}, "num_rel", complete_rel_info_wanted=True,
                          per_topic=True, nosummary=True, quiet_warnings=True)
            super().__init__(list(measures), {row.topic for row in judged})

        def _iter_calc(self, run: Any) -> Iterator[Any]:
            kept = _kept(run)
            if len(kept) == 0:
                return
            for measure in self.measures:
                for topic, value in _values(measure, self._qrels, kept):
                    yield Metric(query_id=topic, measure=measure, value=value)

    class StratEvalProvider(providers.Provider):
        """strat_eval"""

        NAME = "strat_eval"

        def supports(self, measure: Any) -> bool:
            measure.validate_params()
            return _understood(measure)

        def _evaluator(self, measures: Any, qrels: Any) -> Any:
            return StratEvalEvaluator(measures, qrels)

    return StratEvalProvider


def register() -> Any:
    """Makes ir_measures know the provider, and returns it."""
    from ir_measures import providers

    provider = provider_class()()
    providers.register(provider)
    return provider
