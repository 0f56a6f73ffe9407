# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The commands as functions."""

from __future__ import annotations

import csv
import io
import json
from typing import Any, Iterable, Mapping, Optional, Union

from ._inputs import add_judgments, add_run
from ._library import Question, Row

Measures = Union[str, Iterable[str], None]


def _names(measures: Measures) -> list[str]:
    if measures is None:
        return []
    if isinstance(measures, str):
        return [measures]
    names = [str(m) for m in measures]
    return sorted(names) if isinstance(measures, (set, frozenset)) else names


def _runs(runs: Any) -> list[tuple[str, Any]]:
    """Several runs: a list, or a dictionary whose keys are the names of runs."""
    if isinstance(runs, Mapping):
        return [(str(name), run) for name, run in runs.items()]
    return [(f"run{i + 1}", run) for i, run in enumerate(runs)]


def _frame(rows: Iterable[Any], columns: Optional[list[str]] = None) -> Any:
    import pandas

    return pandas.DataFrame(list(rows), columns=columns)


def _ask(command: str, judgments: Any, runs: list[tuple[str, Any]], measures: Measures,
         options: Mapping[str, Any]) -> list[Row]:
    with Question(command) as question:
        for name in _names(measures):
            question.set("m", name)
        for option, value in options.items():
            question.set(option, value)
        if judgments is not None:
            add_judgments(question, judgments)
        for name, run in runs:
            add_run(question, run, name)
        question.run()
        return list(question.rows())


def rows(qrels: Any, run: Any, measures: Measures = None, *, per_topic: bool = False,
         **options: Any) -> list[Row]:
    """Every value with its bounds, as the program prints it.

    >>> judged = "topic,stratum,runs,size,sampled,relevant\\n1,in,A,400,40,30\\n1,out,-,9600,96,3\\n"
    >>> row = rows(judged, None, "est_recall", R="table", ci="melded")[-1]
    >>> row.measure, row.value, row.method
    ('est_recall', 0.5, 'melded')
    >>> row.lower < row.value < row.upper
    True
    """
    runs = [] if run is None else [("run", run)]
    return _ask("evaluate", qrels, runs, measures, {"q": per_topic, **options})


def evaluate(qrels: Any, run: Any, measures: Measures = None, *, per_topic: bool = False,
             frame: bool = False, **options: Any) -> Any:
    """Evaluates one run.

    Returns {measure: value} for all topics together; with ``per_topic`` {topic: {measure: value}}
    without "all"; with ``frame`` a pandas DataFrame of rows (see ``rows``), with all their columns.

    >>> evaluate({"1": {"a": 1}}, {"1": {"b": 2, "a": 1}}, "recip_rank", per_topic=True)
    {'1': {'recip_rank': 0.5}}
    """
    result = rows(qrels, run, measures, per_topic=per_topic, **options)
    if frame:
        return _frame(result, list(Row._fields))
    if not per_topic:
        return {r.measure: r.value for r in result if r.topic == "all"}
    topics: dict[str, dict[str, Any]] = {}
    for r in result:
        if r.topic != "all":
            topics.setdefault(r.topic, {})[r.measure] = r.value
    return topics


def compare(qrels: Any, runs: Any, measures: Measures = None, *, frame: bool = False,
            **options: Any) -> Any:
    """Compares two or more runs: a list, or {name: run}. Returns rows, or a DataFrame of them.

    >>> qrels = {str(t): {"a": 1, "b": 0} for t in range(5)}
    >>> good = {str(t): {"a": 2, "b": 1} for t in range(5)}
    >>> bad = {str(t): {"a": 1, "b": 2} for t in range(4)} | {"4": {"a": 2, "b": 1}}
    >>> {r.measure: r.value for r in compare(qrels, {"good": good, "bad": bad}, "map")}["diff_map"]
    0.4
    """
    result = _ask("compare", qrels, _runs(runs), measures, options)
    return _frame(result, list(Row._fields)) if frame else result


def agree(a: Any, b: Any, runs: Any, measures: Measures = None, *, frame: bool = False,
          **options: Any) -> Any:
    """Whether two sets of judgments order the runs alike, or with ``b`` None, two measures on ``a``.

    The runs are a list, or {name: run}. Returns dictionaries, whose "what" is coefficient, count,
    judgments, run or discordant, or a DataFrame of them.

    >>> qrels = {str(t): {"a": 1, "b": 0} for t in range(5)}
    >>> model = {str(t): {"a": t % 2, "b": 1 - t % 2} for t in range(5)}
    >>> first = {str(t): {"a": 2, "b": 1} for t in range(5)}
    >>> second = {str(t): {"a": 1, "b": 2} for t in range(5)}
    >>> answer = agree(qrels, model, {"first": first, "second": second}, resamples=100)
    >>> {x["name"]: x["value"] for x in answer if x["what"] == "coefficient"}["tau"]
    -1.0
    >>> [x["count"] for x in answer if x.get("name") in ("both_rel", "only_a_rel")]
    [2, 3]
    """
    with Question("agree") as question:
        for name in _names(measures):
            question.set("m", name)
        for option, value in {**options, "format": "jsonl"}.items():
            question.set(option, value)
        add_judgments(question, a, "judgments A")
        if b is not None:
            add_judgments(question, b, "judgments B")
        for name, run in _runs(runs):
            add_run(question, run, name)
        question.run()
        records = [json.loads(line) for line in question.text().splitlines()]
    return _frame(records) if frame else records


def _records(command: str, arguments: Iterable[Any], options: Mapping[str, Any],
             frame: bool) -> Any:
    """The answer of a command that prints lines of JSON."""
    with Question(command) as question:
        for option, value in {**options, "format": "jsonl"}.items():
            question.set(option, value)
        for argument in arguments:
            question.file(argument)
        question.run()
        records = [json.loads(line) for line in question.text().splitlines()]
    return _frame(records) if frame else records


def plan(question: str, *, frame: bool = False, **options: Any) -> Any:
    """Answers a question of ``strat_eval plan``, as a list of dictionaries or a DataFrame.

    >>> plan("topics", power=0.8, effect=0.5)[0]["topics"] > 0
    True
    """
    return _records("plan " + question, [], options, frame)


def validate(*, frame: bool = False, **options: Any) -> Any:
    """Elusion, recall, precision and their bounds from counts, as a list of dictionaries.

    >>> lines = validate(produced="40000::31000", null="960000:2400:9")
    >>> [round(x["value"], 3) for x in lines if x["measure"] == "est_recall"]
    [0.896]
    """
    return _records("validate", [], options, frame)


def sample(runs: Any = (), *, frame: bool = False, **options: Any) -> Any:
    """Draws the documents to judge, as a list of dictionaries or a DataFrame.

    >>> drawn = sample([{"1": {"a": 3, "b": 2, "c": 1}}], design="strata", size=2, N=3)
    >>> len(drawn), drawn[0]["topic"]
    (2, '1')
    """
    with Question("sample") as question:
        for option, value in options.items():
            question.set(option, value)
        for name, run in _runs(runs):
            add_run(question, run, name)
        question.run()
        lines = (line for line in io.StringIO(question.text()) if not line.startswith("#"))
        records = list(csv.DictReader(lines))
    return _frame(records) if frame else records
