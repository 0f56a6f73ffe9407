# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The commands as functions."""

from __future__ import annotations

import csv
import io
import json
from typing import Any, Iterable, Mapping, Optional, Union

from ._inputs import Run, Source, add_judgments, add_runs, named_runs, several
from ._library import Question, Row, UsageError
from ._results import Answer, Scores, Table, Value, pairs_of

#: Names, measures of ir_measures, or lists of them.
Measures = Union[str, Iterable[Any], Any, None]


def _names(measures: Measures) -> list[str]:
    if measures is None:
        return []
    several = getattr(measures, "measures", measures)  # P@[5, 10] of ir_measures has a set
    if isinstance(several, str) or not hasattr(several, "__iter__"):
        return [str(several)]
    names = [name for each in several for name in _names(each)]
    return sorted(names) if isinstance(several, (set, frozenset)) else names


def _frame(rows: Iterable[Any], columns: Optional[list[str]] = None) -> Any:
    import pandas

    return pandas.DataFrame(list(rows), columns=columns)


def _frame_of(rows: list[Any], kind: Any) -> Any:
    return _frame(rows, list(kind._fields)) if rows else _frame([], list(Row._fields))


def _asked(question: Question, names: list[str]) -> dict[str, str]:
    """{name in rows: name that was asked for}, in the order that was asked for. A measure of several values has the
    names of the rows."""
    found: dict[str, str] = {}
    for name in names:
        for asked in name.split():
            columns = question.columns(asked)
            for column in columns:
                found.setdefault(column, asked if len(columns) == 1 else column)
    return found


def _ask(command: str, judgments: Any, runs: list[Run], names: list[str],
         options: Mapping[str, Any]) -> tuple[list[Row], dict[str, str]]:
    with Question(command) as question:
        for name in names:
            question.set("m", name)
        for option, value in options.items():
            question.set(option, value)
        if judgments is not None:
            add_judgments(question, judgments)
        add_runs(question, runs)
        question.run()
        return question.rows(), _asked(question, names)


def _runs_of(run: Any) -> tuple[list[Run], bool]:
    """The runs of a call, and whether these are several."""
    if run is None:
        return [], False
    return (named_runs(run), True) if several(run) else ([Run(run)], False)


def rows(qrels: Source, run: Any, measures: Measures = None, *, per_topic: bool = False, frame: bool = False,
         **options: Any) -> Any:
    """Every value with its bounds, as the program prints it: a list of ``Row``, or a DataFrame of them.

    The run may be several, as in ``evaluate``.

    >>> judged = "topic,stratum,runs,size,sampled,relevant\\n1,in,A,400,40,30\\n1,out,-,9600,96,3\\n"
    >>> row = rows(judged, None, "est_recall", R="table", ci="melded")[-1]
    >>> row.measure, row.value, row.method
    ('est_recall', 0.5, 'melded')
    >>> row.lower < row.value < row.upper
    True
    """
    result, _ = _ask("evaluate", qrels, _runs_of(run)[0], _names(measures), {"q": per_topic, **options})
    return _frame_of(result, Row) if frame else Answer(result)


def _scores(found: list[Row], names: dict[str, str], bounded: bool) -> Scores:
    """The rows of one run and topic by what was asked for; what was not asked for comes last."""
    by: dict[str, list[Row]] = {}
    for row in found:
        by.setdefault(row.measure, []).append(row)
    values: dict[str, Any] = {}
    for column in [c for c in names if c in by] + [c for c in by if c not in names]:
        each, value = by[column], by[column][0].value
        bounds = [r for r in each if r.method is not None]
        values[names.get(column, column)] = (
            Value(value, bounds) if bounded and bounds and isinstance(value, float) else value)
    return Scores(values, names)


def evaluate(qrels: Source, run: Any, measures: Measures = None, *, per_topic: bool = False,
             frame: bool = False, **options: Any) -> Any:
    """Evaluates a run, or several.

    Returns {measure: value} for all topics together, by the names that were asked for and in their order; with
    ``per_topic`` {topic: {measure: value}}; with ``frame`` a pandas DataFrame of rows (see ``rows``). With ``ci=True``
    or ``ci=METHOD`` a value is a float that has ``lower`` and ``upper``, too (see ``Value``).

    Several runs are a folder, a list of files, dictionaries or DataFrames, or {name: run}; the answer is then
    {name: what one run has}. A run has the name that was given in this and in every other answer, and where none was
    given its tag, or if two have the same tag, the name of its file.

    >>> evaluate({"1": {"a": 1}}, {"1": {"b": 2, "a": 1}}, "recip_rank", per_topic=True)
    {'1': {'recip_rank': 0.5}}
    >>> evaluate({"1": {"a": 1}}, {"x": {"1": {"a": 1}}, "y": {"1": ["b", "a"]}}, ["RR", "P@1"])
    {'x': {'RR': 1.0, 'P@1': 1.0}, 'y': {'RR': 0.5, 'P@1': 0.0}}
    """
    if "format" in options:
        raise UsageError("format is for the program's text: rows() has all values, and frame=True a DataFrame")
    runs, many = _runs_of(run)
    wanted = dict(options) if frame else {"n": per_topic, **options}
    result, names = _ask("evaluate", qrels, runs, _names(measures), {"q": per_topic, **wanted})
    if frame:
        return _frame_of(result, Row)
    grouped: dict[str, dict[str, list[Row]]] = {}
    for row in result:
        grouped.setdefault((row.run or "") if many else "", {}).setdefault(row.topic, []).append(row)
    bounded = bool(options.get("ci"))
    table = Table()
    for name, topics in grouped.items():
        scored = {topic: _scores(found, names, bounded) for topic, found in topics.items()}
        table[name] = Table(scored) if per_topic else scored.get("all", Scores())
    if many:
        return table
    return table.get("", Table() if per_topic else Scores())


def compare(qrels: Any, runs: Any, measures: Measures = None, *, frame: bool = False,
            rows: Optional[str] = None, **options: Any) -> Any:
    """Compares two or more runs: a folder, a list, or {name: run}.

    Returns one ``Pair`` for each pair of runs and measure, or a DataFrame of them. ``rows="long"`` gives the rows of
    the program instead, as version 0.2 did.

    >>> qrels = {str(t): {"a": 1, "b": 0} for t in range(5)}
    >>> good = {str(t): {"a": 2, "b": 1} for t in range(5)}
    >>> bad = {str(t): {"a": 1, "b": 2} for t in range(4)} | {"4": {"a": 2, "b": 1}}
    >>> pair = compare(qrels, {"good": good, "bad": bad}, "AP")[0]
    >>> pair.run, pair.other, pair.measure, pair.difference, round(pair.p, 4)
    ('good', 'bad', 'AP', 0.4, 0.0161)
    """
    if rows not in (None, "long"):
        raise UsageError(f"rows={rows!r}: the only other shape is 'long'")
    result, names = _ask("compare", qrels, named_runs(runs or ()), _names(measures), options)
    if rows == "long":
        return _frame_of(result, Row) if frame else Answer(result)
    pairs = pairs_of(result, names)
    return _frame_of(pairs, type(pairs[0]) if pairs else Row) if frame else pairs


def _records(question: Question, frame: bool) -> Any:
    """The answer of a command that prints lines of JSON."""
    question.run()
    records = Answer(json.loads(line) for line in question.text().split("\n") if line)
    return _frame(records) if frame else records


def agree(a: Any = None, b: Any = None, runs: Any = None, measures: Measures = None, *, frame: bool = False,
          **options: Any) -> Any:
    """Whether two sets of judgments order the runs alike, or with ``b`` None, several measures on ``a``.

    The runs are a folder, a list, or {name: run}; ``also=[FILE, ...]`` adds judges. Without ``a``, ``scores=[FILE,
    FILE, ...]`` are leaderboards, the first being that of people. Returns dictionaries, whose "what" is coefficient,
    count, judgments, run, discordant, separated or difference (between judges), or a DataFrame of them. Intervals
    are over topics; ``over="documents"`` makes those of agreement and kappa, under "judgments", as if documents were
    drawn one by one.

    >>> qrels = {str(t): {"a": 1, "b": 0} for t in range(5)}
    >>> model = {str(t): {"a": t % 2, "b": 1 - t % 2} for t in range(5)}
    >>> first = {str(t): {"a": 2, "b": 1} for t in range(5)}
    >>> second = {str(t): {"a": 1, "b": 2} for t in range(5)}
    >>> answer = agree(qrels, model, {"first": first, "second": second}, resamples=100)
    >>> {x["name"]: x["value"] for x in answer if x["what"] == "coefficient"}["tau"]
    -1.0
    >>> [x["count"] for x in answer if x.get("name") in ("both_rel", "only_a_rel")]
    [2, 3]
    >>> [x["method"] for x in answer if x.get("name") in ("tau", "kappa")]
    ['bootstrap', 'jackknife']
    """
    with Question("agree") as question:
        for name in _names(measures):
            question.set("m", name)
        for option, value in {**options, "format": "jsonl"}.items():
            question.set(option, value)
        if a is not None:
            add_judgments(question, a, "judgments A")
        if b is not None:
            add_judgments(question, b, "judgments B")
        if runs is not None:
            add_runs(question, named_runs(runs))
        return _records(question, frame)


def _table(command: str, options: Mapping[str, Any], frame: bool) -> Any:
    with Question(command) as question:
        for option, value in {**options, "format": "jsonl"}.items():
            question.set(option, value)
        return _records(question, frame)


def plan(question: str, *, frame: bool = False, **options: Any) -> Any:
    """Answers a question of ``strat_eval plan``, as a list of dictionaries or a DataFrame.

    >>> plan("topics", power=0.8, effect=0.5)[0]["topics"] > 0
    True
    """
    return _table("plan " + question, options, frame)


def validate(*, frame: bool = False, **options: Any) -> Any:
    """Elusion, recall, precision and their bounds from counts, as a list of dictionaries.

    >>> lines = validate(produced="40000::31000", null="960000:2400:9")
    >>> [round(x["value"], 3) for x in lines if x["measure"] == "est_recall"]
    [0.896]
    """
    return _table("validate", options, frame)


def sample(runs: Any = (), *, frame: bool = False, **options: Any) -> Any:
    """Draws the documents to judge, as a list of dictionaries or a DataFrame.

    >>> drawn = sample([{"1": {"a": 3, "b": 2, "c": 1}}], design="strata", size=2, N=3)
    >>> len(drawn), drawn[0]["topic"]
    (2, '1')
    """
    with Question("sample") as question:
        for option, value in options.items():
            question.set(option, value)
        add_runs(question, named_runs(runs))
        question.run()
        text = question.text()
    while text.startswith("#"):  # what drew it; a topic may begin with one, too, but not the header
        text = text.partition("\n")[2]
    records = Answer(csv.DictReader(io.StringIO(text, newline="")))
    return _frame(records) if frame else records
