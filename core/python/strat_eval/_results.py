# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Answers: dictionaries and lists that also know bounds, other names, and how to look in a notebook."""

from __future__ import annotations

import html
from typing import Any, Callable, Iterable, Mapping, NamedTuple, Optional, Sequence

from ._library import Row


class Value(float):
    """A number with its bounds: ``lower`` and ``upper`` by ``method`` at ``level``.

    ``bounds`` has those of all methods that were asked for, as {method: (lower, upper)}.

    >>> value = Value(0.5, [Row("r", None, "all", "map", 0.5, 0.4, 0.6, 0.95, "t", "both", 9, None, None, None)])
    >>> value + 1, value.lower, value.upper, value.method
    (1.5, 0.4, 0.6, 't')
    """

    lower: Optional[float]
    upper: Optional[float]
    level: Optional[float]
    method: Optional[str]
    bounds: dict[str, tuple[Optional[float], Optional[float]]]

    def __new__(cls, value: float, rows: Sequence[Row] = ()) -> "Value":
        made = super().__new__(cls, value)
        first = rows[0] if rows else None
        made.lower, made.upper = (first.lower, first.upper) if first else (None, None)
        made.level, made.method = (first.level, first.method) if first else (None, None)
        made.bounds = {str(r.method): (r.lower, r.upper) for r in rows}
        return made


def _shown(value: Any) -> str:
    if isinstance(value, Value) and value.lower is not None or isinstance(value, Value) and value.upper is not None:
        ends = ("" if x is None else f"{x:.4f}" for x in (value.lower, value.upper))
        return f"{float(value):.4f} [{', '.join(ends)}]"
    if isinstance(value, float) and 0 < value < 0.00005:
        return "<0.0001"
    if isinstance(value, float):
        return f"{value:.4f}" if value != int(value) or abs(value) < 2 else f"{value:.0f}"
    return "" if value is None else str(value)


def _shown_safely(value: Any) -> str:
    try:
        return _shown(value)
    except (ValueError, OverflowError):  # nan, inf
        return str(value)


def html_table(head: Iterable[str], lines: Iterable[Iterable[Any]]) -> str:
    """A table for notebooks."""
    cells = "".join(f"<th>{html.escape(str(x))}</th>" for x in head)
    body = "".join("<tr>" + "".join(f"<td>{html.escape(_shown_safely(x))}</td>" for x in line) + "</tr>"
                   for line in lines)
    return f"<table><thead><tr>{cells}</tr></thead><tbody>{body}</tbody></table>"


class Scores(dict[str, Any]):
    """{measure: value}, by the names that were asked for. The program's own names find the values too, and so do measures
    of ir_measures.

    >>> scores = Scores({"nDCG@10": 0.5}, {"ndcg_cut_10": "nDCG@10"})
    >>> scores, scores["ndcg_cut_10"]
    ({'nDCG@10': 0.5}, 0.5)
    """

    def __init__(self, values: Mapping[str, Any] = {}, names: Mapping[str, str] = {}) -> None:
        super().__init__(values)
        self._names = names

    def __missing__(self, measure: Any) -> Any:
        name = str(measure)
        name = name if name in self else self._names.get(name, name)
        if name in self:
            return self[name]
        raise KeyError(measure)

    def _repr_html_(self) -> str:
        return html_table(("measure", "value"), self.items())


class Table(dict[str, Any]):
    """{run or topic: Scores}, or of both."""

    def _lines(self) -> Iterable[tuple[list[str], Scores]]:
        for name, scores in self.items():
            if isinstance(scores, Table):
                for names, inner in scores._lines():
                    yield [name, *names], inner
            else:
                yield [name], scores

    def _repr_html_(self) -> str:
        lines = list(self._lines())
        measures = list(dict.fromkeys(name for _, scores in lines for name in scores))
        depth = max((len(names) for names, _ in lines), default=1)
        return html_table([""] * depth + measures,
                          ([*names, *(scores.get(m) for m in measures)] for names, scores in lines))


class Pair(NamedTuple):
    """The difference of two runs in one measure. What there is none of is None."""

    run: Optional[str]
    other: Optional[str]
    measure: str
    a: Optional[float]  #: the mean of the run ...
    b: Optional[float]  #: ... and of the other
    difference: Optional[float]
    lower: Optional[float]
    upper: Optional[float]
    level: Optional[float]
    method: Optional[str]  #: of the bounds
    p: Optional[float]
    test: Optional[str]  #: that gave p
    p_adj: Optional[float]
    adjustment: Optional[str]  #: that gave p_adj
    p_check: Optional[float]  #: of shrunk-t, which checks p_adj of three runs or more; at 0.05 or above it confirms nothing
    topics: Optional[int]
    wins: Optional[int]
    ties: Optional[int]
    losses: Optional[int]
    more: dict[str, Any]  #: everything else, by the names that rows="long" has, without the measure


class Answer(list[Any]):
    """A list of rows."""

    def _repr_html_(self) -> str:
        if not self:
            return html_table((), ())
        fields = self[0]._fields if hasattr(self[0], "_fields") else list(self[0])
        shown = [f for f in fields if f != "more"]
        get: Callable[[Any, str], Any] = getattr if hasattr(self[0], "_fields") else lambda x, f: x.get(f)
        return html_table(shown, ([get(row, f) for f in shown] for row in self))


def _kind(name: str, measure: str) -> Optional[str]:
    return name[: -len(measure) - 1] if name.endswith("_" + measure) else None


def _one_pair(found: list[tuple[str, Row]], measure: str) -> Pair:
    """One row of all that is said of a pair in a measure: (what, row)."""
    by = {what: row for what, row in found}

    def value(what: str) -> Any:
        return by[what].value if what in by else None

    def count(what: str) -> Optional[int]:
        return int(by[what].value) if what in by else None

    bounds = by.get("ci_lo_diff") or by.get("ci_hi_diff")
    test = next((w for w in by if w.startswith("p_") and not w.startswith(("p_less_", "p_adj", "p_check", "p_seeds"))), "")
    used = {"a", "b", "diff", "ci_lo_diff", "ci_hi_diff", test, "p_adj", "p_check", "topics", "wins", "ties", "losses"}
    difference = by.get("diff")
    first = found[0][1]
    return Pair(
        first.run, first.other, measure, value("a"), value("b"), value("diff"),
        value("ci_lo_diff") if bounds else difference and difference.lower,
        value("ci_hi_diff") if bounds else difference and difference.upper,
        bounds.level if bounds else difference and difference.level,
        bounds.method if bounds else difference and difference.method,
        value(test), by[test].method if test else None,
        value("p_adj"), by["p_adj"].method if "p_adj" in by else None, value("p_check"),
        count("topics"), count("wins"), count("ties"), count("losses"),
        {what: row.value for what, row in found if what not in used})


def pairs_of(rows: Iterable[Row], names: Mapping[str, str]) -> Answer:
    """Rows of a comparison, one for each pair and measure; ``names`` has the names that were asked for."""
    found: dict[tuple[Optional[str], Optional[str], str], list[tuple[str, Row]]] = {}
    last = ""
    columns = sorted(names, key=len, reverse=True)
    for row in rows:
        if row.measure.startswith("topics_"):
            last = row.measure[len("topics_"):]
        measure = last if _kind(row.measure, last) is not None else next(
            (c for c in columns if _kind(row.measure, c) is not None), row.measure)
        what = _kind(row.measure, measure) or "value"
        found.setdefault((row.run, row.other, measure), []).append((what, row))
    return Answer(_one_pair(what, names.get(key[2], key[2])) for key, what in found.items())
