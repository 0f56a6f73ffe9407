# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Answers: dictionaries and lists that also know bounds and other names, and that the program writes for papers.

What is written for people (``to_latex`` and so on) is what the program writes: the question is asked again for that form. So an
answer keeps what it was made from; ``dict(answer)`` and ``list(answer)`` do not.
"""

from __future__ import annotations

import html
import itertools
import json
import os
import re
from typing import (TYPE_CHECKING, Any, Callable, Dict, Generic, Iterable, Iterator, List, Mapping, NamedTuple, Optional,
                    Sequence, TypeVar, Union)

from ._library import ArgumentError, DataError, Maybe, Row, UsageError

if TYPE_CHECKING:
    from pandas import DataFrame  # type: ignore[import-not-found,import-untyped,unused-ignore]

T = TypeVar("T")
#: Names of measures, or one of them.
Measures = Union[str, Sequence[str], None]
_LATEX = re.compile(r"[&%$#_{}]")
_LINES, _WIDTH = 20, 400  #: of what is shown of an answer


class Asked:
    """How an answer was asked for, and what was written of it: each text is asked for once."""

    def __init__(self, command: str, write: Optional[Callable[..., tuple[str, str, int]]], digest: int, page: Mapping[str, Any]) -> None:
        self.command, self.page, self._digest = command, page, digest
        self._write = write  #: what the program prints with these options, too
        self._texts: dict[Any, tuple[str, str, int]] = {}

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_write": None}

    def text(self, options: Mapping[str, Any]) -> tuple[str, str, int]:
        """What the program prints of this answer, its sentences, and the digest of its inputs."""
        key = tuple(sorted(options.items()))
        if key not in self._texts or "plot" in options:  # a picture is drawn each time
            if self._write is None:
                raise UsageError("a copy of an answer cannot be written in another form than before: ask again")
            found = self._write(False, **options)
            if found[2] != self._digest:
                raise DataError("the judgments or runs have changed since this answer was made: ask again")
            self._texts[key] = found
        return self._texts[key]


class Picture:
    """A figure: ``svg`` is its text, and a notebook shows it."""

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def _repr_svg_(self) -> str:
        return self.svg[self.svg.index("<svg"):]  # nbconvert refuses text with an XML declaration

    _repr_html_ = _repr_svg_  # and version 6.5 removes all shapes of a picture that is not HTML

    def __repr__(self) -> str:
        return f"<figure: SVG, {len(self.svg)} characters>"


#: What the page's style sheet does for the tables in a notebook.
_STYLE = ("<style>.strat_eval .best{font-weight:600}.strat_eval small{opacity:.7}"
          ".strat_eval td,.strat_eval th{text-align:right}.strat_eval .text,.strat_eval tbody th{text-align:left}</style>")


class Shown:
    """What the program can write of an answer."""

    _asked: Optional[Asked] = None

    def _written(self, **options: Any) -> str:
        if self._asked is None:
            raise UsageError("a part of an answer cannot be written: ask the whole answer")
        given = {name: tuple([x] if isinstance(x, str) else x) if name == "measures" else x for name, x in options.items() if x is not None}
        return self._asked.text(given)[0]

    def to_text(self) -> str:
        """As the program prints it."""
        return self._written(format="table")

    def to_markdown(self, *, digits: Optional[int] = None, intervals: bool = True, measures: Measures = None) -> str:
        """As Markdown, with what the marks mean below the tables. ``measures`` are those to be shown, and ``intervals=False``
        is a plain table without them."""
        if intervals:
            return self._written(format="markdown", digits=digits, measures=measures)
        head, *lines = self._plain(digits, measures)
        return "".join(f"| {' | '.join(x)} |\n" for x in (head, ["---"] * len(head), *lines))

    def to_latex(self, *, digits: Optional[int] = None, intervals: bool = True, caption: Optional[str] = None,
                 label: Optional[str] = None, measures: Measures = None) -> str:
        """As LaTeX with booktabs, with what the marks mean in comments; with a caption or a label as a table that floats."""
        if intervals:
            text = self._written(format="latex", digits=digits, measures=measures)
        else:
            head, *lines = ([_LATEX.sub(r"\\\g<0>", cell) for cell in line] for line in self._plain(digits, measures))
            body = "".join(f"{' & '.join(line)} \\\\\n" for line in lines)
            text = (f"\\begin{{tabular}}{{@{{}}{'l' * len(head)}@{{}}}}\n\\toprule\n{' & '.join(head)} \\\\\n\\midrule\n{body}"
                    "\\bottomrule\n\\end{tabular}\n")
        if caption is None and label is None:
            return text
        named = "".join(f"\\{name}{{{x}}}\n" for name, x in (("caption", caption), ("label", label)) if x is not None)
        return f"\\begin{{table}}\n\\centering\n{named}{text}\\end{{table}}\n"

    def to_csv(self, path: Union[str, "os.PathLike[str]", None] = None) -> str:
        """As the program's CSV, with all digits; if a path is given in a file, too."""
        text = self._written(format="csv", **(self._asked.page if self._asked else {}))
        if path is not None:
            with open(path, "w", encoding="utf-8", newline="") as file:
                file.write(text)
        return text

    def _plain(self, digits: Optional[int], measures: Measures) -> list[list[str]]:
        """A table without bounds: its head, and its lines."""
        raise UsageError("intervals=False is for evaluations")

    def to_jsonl(self) -> str:
        """As lines of JSON, the first of which says where the answer comes from."""
        return self._written(format="jsonl", manifest="-", **(self._asked.page if self._asked else {}))

    @property
    def provenance(self) -> Dict[str, Any]:
        """The version, the options, and name, size and XXH64 of each file. What was no file has no checksum."""
        found: Dict[str, Any] = json.loads(self.to_jsonl().split("\n", 1)[0])
        return found

    def to_html(self, *, digits: Optional[int] = None, intervals: bool = True, measures: Measures = None) -> str:
        """As a page of its own; without intervals as a table."""
        if intervals:
            return self._written(format="html", digits=digits, measures=measures, **(self._asked.page if self._asked else {}))
        head, *lines = self._plain(digits, measures)
        return html_table(head, lines)

    @property
    def report(self) -> str:
        """The sentences for a report; where the program has none, what it says beside its tables."""
        self._written(format="table")
        return self._asked.text({"format": "table"})[1] if self._asked is not None else ""

    def plot(self, path: Union[str, "os.PathLike[str]", None] = None, *, axes: Any = None) -> Any:
        """Draws the answer: a ``Picture``, which a notebook shows, and if a path is given the file (.svg; .png and .pdf by
        rsvg-convert). With axes of matplotlib it is drawn there instead, and these are returned."""
        if axes is not None:
            return _draw(axes, list(self._points()))
        if path is not None:
            self._plotted(path)
        with os.fdopen(os.memfd_create("plot.svg"), encoding="utf-8") as memory:
            self._plotted(f"/dev/fd/{memory.fileno()}")
            return Picture(memory.read())

    def _plotted(self, path: Any) -> None:
        try:
            self._written(plot=os.fspath(path), format="jsonl")
        except ArgumentError:
            raise UsageError(f"{self._asked.command if self._asked else ''}: the program draws no picture of it") from None

    def _points(self) -> Iterator[tuple[str, float, Optional[float], Optional[float]]]:
        raise UsageError("this answer is drawn without axes only")

    def _table(self) -> str:
        """Without the program: of a part, or of what it draws no page of."""
        return html_table((), ())

    def _repr_html_(self) -> str:
        try:
            return f'{_STYLE}<div class="strat_eval">{_body(self.to_html())}</div>'
        except UsageError:
            return self._table()


def _body(page: str) -> str:
    """What a page says, without its title and where it comes from."""
    return page.partition("</h1>")[2].partition("<footer>")[0]


def _draw(axes: Any, points: list[tuple[str, float, Optional[float], Optional[float]]]) -> Any:
    for y, (_, value, lower, upper) in enumerate(points):
        ends = [[value - (value if lower is None else lower)], [(value if upper is None else upper) - value]]
        axes.errorbar([value], [y], xerr=ends, fmt="o", color="C0", capsize=3)
    axes.set_yticks(range(len(points)))
    axes.set_yticklabels([label for label, *_ in points])
    axes.invert_yaxis()
    return axes


def frame_of(rows: Iterable[Any], columns: Optional[Iterable[str]] = None) -> DataFrame:
    """A DataFrame of pandas."""
    import pandas

    return pandas.DataFrame(list(rows), columns=None if columns is None else list(columns))


class Value(float):
    """A number, and if they were asked for its bounds: ``lower`` and ``upper`` by ``method`` at ``level``.

    ``bounds`` has those of all methods that were asked for, as {method: (lower, upper)}.

    >>> value = Value(0.5).bounded([Row("r", None, "all", "map", 0.5, 0.4, 0.6, 0.95, "t", "both", 9, None, None, None)])
    >>> value + 1, value.lower, value.upper, value.method
    (1.5, 0.4, 0.6, 't')
    >>> print(Value(0.5), Value(0.5).lower)
    0.5 None
    """

    lower: Maybe = None
    upper: Maybe = None
    level: Optional[float] = None
    method: Optional[str] = None
    bounds: Mapping[str, tuple[Optional[float], Optional[float]]] = {}

    def bounded(self, rows: Sequence[Row]) -> Value:
        """The same with the bounds of these rows."""
        if rows:
            self.lower, self.upper, self.level, self.method = rows[0].lower, rows[0].upper, rows[0].level, rows[0].method
            self.bounds = {str(r.method): (r.lower, r.upper) for r in rows}
        return self


def _shown(value: Any) -> str:
    if isinstance(value, Value) and (value.lower is not None or value.upper is not None):
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


def _in_print(value: Any) -> str:
    return _shown(value) if isinstance(value, Value) and value.method is not None else repr(value)


class _Values(Shown, Dict[str, T]):
    """A dictionary that prints the intervals of its values."""

    def __repr__(self) -> str:
        """With intervals. What is long has a line for each item, and not more than a screen has."""
        items = [f"{name!r}: {_in_print(x)}" for name, x in itertools.islice(self.items(), _LINES)]
        if len(self) == len(items) and sum(map(len, items)) < _WIDTH:
            return "{" + ", ".join(items) + "}"
        return "{" + ",\n ".join(items) + (f",\n ... ({len(self)} in all)" if len(self) > len(items) else "") + "}"

    __str__ = __repr__

    def _lines(self) -> Iterable[tuple[list[str], Scores]]:
        raise NotImplementedError

    def _points(self) -> Iterator[tuple[str, float, Optional[float], Optional[float]]]:
        for names, scores in self._lines():
            for measure, x in scores.items():
                if isinstance(x, float):
                    yield " ".join([*names, measure]), x, getattr(x, "lower", None), getattr(x, "upper", None)

    def _keys(self) -> list[str]:
        """What the names of _lines() are."""
        return []

    def _plain(self, digits: Optional[int], measures: Measures) -> list[list[str]]:
        lines = list(self._lines())
        wanted = [measures] if isinstance(measures, str) else measures or list(dict.fromkeys(m for _, x in lines for m in x))
        cells = ([x[m] for m in wanted] for _, x in lines)
        return [[*self._keys(), *wanted], *(names + [f"{x:.{4 if digits is None else digits}f}" if isinstance(x, float) else str(x)
                                                    for x in line] for (names, _), line in zip(lines, cells))]

    def to_frame(self) -> DataFrame:
        """A DataFrame with a row for each value, and for each method of its bounds."""
        rows = [[*names, measure, float(x) if isinstance(x, float) else x, *ends]
                for names, scores in self._lines() for measure, x in scores.items()
                for ends in ([[lower, upper, x.level, method] for method, (lower, upper) in x.bounds.items()]
                             if isinstance(x, Value) and x.bounds else [[None] * 4])]
        return frame_of(rows, [*self._keys(), "measure", "value", "lower", "upper", "level", "method"])


class Scores(_Values[Union[Value, Any]]):  # Any: a few measures are texts, such as runid
    """{measure: value}, by the names that were asked for. The program's own names find the values too, and so do measures
    of ir_measures.

    >>> scores = Scores({"nDCG@10": 0.5}, {"ndcg_cut_10": "nDCG@10"})
    >>> scores, scores["ndcg_cut_10"]
    ({'nDCG@10': 0.5}, 0.5)
    """

    #: {group: Scores} of topic_groups=; "*" is the mean over groups
    groups: Mapping[str, Scores] = {}

    def __init__(self, values: Mapping[str, Any] = {}, names: Mapping[str, str] = {}) -> None:
        super().__init__(values)
        self._names = names

    def __missing__(self, measure: Any) -> Any:
        name = str(measure)
        name = name if name in self else self._names.get(name, name)
        if name in self:
            return self[name]
        raise KeyError(measure)

    def _lines(self) -> Iterable[tuple[list[str], Scores]]:
        yield ["all"] if self.groups else [], self
        for name, scores in self.groups.items():
            yield [name], scores

    def _keys(self) -> list[str]:
        return ["topics"] if self.groups else []

    def _table(self) -> str:
        return html_table(("measure", "value"), self.items())


S = TypeVar("S", bound=Union[Scores, "Table[Scores]"])


class Table(_Values[S], Generic[S]):
    """{run or topic: Scores}, or of both."""

    def __init__(self, values: Mapping[str, S] = {}, key: str = "run") -> None:
        super().__init__(values)
        self._key = key
        self.groups: Mapping[str, Scores] = {}  #: of topics of one run, as in ``Scores``

    def _lines(self) -> Iterable[tuple[list[str], Scores]]:
        for name, part in self.items():
            for names, scores in part._lines():
                yield [name, *names], scores

    def _keys(self) -> list[str]:
        return [self._key, *next((part._keys() for part in self.values()), [])]

    def _table(self) -> str:
        lines = list(self._lines())
        measures = list(dict.fromkeys(name for _, scores in lines for name in scores))
        return html_table(self._keys() + measures,
                          ([*names, *(scores.get(m) for m in measures)] for names, scores in lines))


class Pair(NamedTuple):
    """The difference of two runs in one measure. What there is none of is None."""

    run: Optional[str]
    other: Optional[str]
    measure: str
    a: Maybe  #: the mean of the run ...
    b: Maybe  #: ... and of the other
    difference: Maybe
    lower: Maybe
    upper: Maybe
    level: Optional[float]
    method: Optional[str]  #: of the bounds
    p: Maybe
    test: Optional[str]  #: that gave p
    p_adj: Maybe
    adjustment: Optional[str]  #: that gave p_adj
    p_check: Maybe  #: of shrunk-t, which checks p_adj of three runs or more; at 0.05 or above it confirms nothing
    topics: Optional[int]
    wins: Optional[int]
    ties: Optional[int]
    losses: Optional[int]
    more: dict[str, Any]  #: everything else, by the names that rows="long" has, without the measure
    topic: str = "all"  #: or a group of topics (topic_groups=), as in rows="long"


class Answer(Shown, List[T]):
    """A list of rows. Printed, it is what the program prints."""

    def __repr__(self) -> str:
        lines = [self._line(x) for x in self[:_LINES]]
        return "[" + ",\n ".join(lines) + (f",\n ... ({len(self)} in all)" if len(self) > len(lines) else "") + "]"

    def _line(self, row: T) -> str:
        return repr(row)

    def __str__(self) -> str:
        try:
            return self.to_text()
        except UsageError:
            return repr(self)

    def _fields(self) -> list[str]:
        if not self:
            return list(Row._fields)
        return list(getattr(self[0], "_fields", None) or dict.fromkeys(name for row in self for name in row))  # type: ignore

    def _cells(self) -> Iterable[list[Any]]:
        fields = self._fields()
        for row in self:
            yield [row.get(f) if isinstance(row, dict) else getattr(row, f) for f in fields]

    def to_frame(self) -> DataFrame:
        """A DataFrame with the fields as columns."""
        return frame_of(self._cells(), self._fields())

    def _table(self) -> str:
        return html_table(self._fields(), self._cells())


class Record(Dict[str, Any]):
    """A line of an answer. Its fields are attributes, too.

    >>> Record(measure="est_recall", value=0.5).value
    0.5
    """

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"no field {name!r}; there are {', '.join(self)}") from None


class Records(Answer[Record]):
    """The answer of a command, line by line."""


class Comparison(Answer[Pair]):
    """A ``Pair`` for each pair of runs and measure.

    ``gate`` is "pass", "fail" or "undecided", and None if no gate= was asked for; ``rest`` has the rows that are about no
    pair, such as the spread of the runs of a system (system_of=), and where the strata come from.
    """

    gate: Optional[str] = None
    rest: Sequence[Row] = ()

    def _line(self, row: Pair) -> str:
        if row.difference is None:
            return repr(row)
        of = "" if row.topic == "all" else f" {row.topic}"
        p = row.p if row.p_adj is None else row.p_adj
        bounds = _shown(Value(row.difference).bounded([Row(None, None, "", "", 0, row.lower, row.upper, row.level, row.method, *[None] * 6)]))
        return f"{row.run} - {row.other}: {row.measure}{of} {bounds}" + ("" if p is None else f", p {'< 0.0001' if p < 0.00005 else f'= {p:.4f}'}")

    def _more(self) -> list[str]:
        return list(dict.fromkeys(name for pair in self for name in pair.more))

    def to_frame(self) -> DataFrame:
        """A DataFrame with a row for each pair and measure; what ``more`` has are columns, too."""
        more = self._more()
        fields = [name for name in Pair._fields if name != "more"]
        return frame_of(([*(getattr(pair, name) for name in fields), *(pair.more.get(name) for name in more)] for pair in self),
                        [*fields, *more])

    def _points(self) -> Iterator[tuple[str, float, Optional[float], Optional[float]]]:
        for x in self:
            if x.difference is not None:
                of = "" if x.topic == "all" else f" {x.topic}"
                yield f"{x.run} - {x.other} {x.measure}{of}", x.difference, x.lower, x.upper


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
    seeds = "p_seeds" if bounds and bounds.method == "topics-and-seeds" else ""
    test = seeds or next((w for w in by if w.startswith("p_") and not w.startswith(("p_less_", "p_adj", "p_check", "p_seeds"))), "")
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
        {what: row.value for what, row in found if what not in used}, first.topic)


def pairs_of(rows: Iterable[Row], names: Mapping[str, str]) -> Comparison:
    """Rows of a comparison, one for each pair and measure, and each group of topics; ``names`` has the names that were asked
    for. The values of single topics are left to rows="long"."""
    found: dict[tuple[Optional[str], Optional[str], str, str], list[tuple[str, Row]]] = {}
    last = ""
    columns = sorted(names, key=len, reverse=True)
    gate: Optional[str] = None
    rest: list[Row] = []
    for row in rows:
        if row.measure == "gate":
            gate = str(row.value)
        if row.measure in ("gate", "design") or not row.run or not row.other:
            rest.append(row)
            continue
        if row.measure.startswith("topics_"):
            last = row.measure[len("topics_"):]
        measure = last if _kind(row.measure, last) is not None else next(
            (c for c in columns if _kind(row.measure, c) is not None), row.measure)
        what = _kind(row.measure, measure) or "value"
        if row.topic == "all" or row.topic.startswith("group="):
            found.setdefault((row.run, row.other, row.topic, measure), []).append((what, row))
    pairs = Comparison(_one_pair(what, names.get(key[3], key[3])) for key, what in found.items())
    pairs.gate, pairs.rest = gate, rest
    return pairs
