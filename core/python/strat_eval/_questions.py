# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The commands as functions."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any, Callable, Iterable, Literal, Mapping, Optional, TypeVar, Union, cast, overload

from ._inputs import (Judgments, Many, One, Run, add_judgments, add_runs, add_scores, is_data_sets, joined_sets, named_runs, several,
                      table)
from ._library import ArgumentError, DataError, Question, Row, UsageError
from ._results import Answer, Asked, Comparison, Record, Records, Scores, Table, Value, frame_of, pairs_of

if TYPE_CHECKING:
    from pandas import DataFrame  # type: ignore[import-not-found,import-untyped,unused-ignore]
    from typing_extensions import Unpack

    from . import _options

#: Names, measures of ir_measures, functions, or lists of them.
Measures = Union[str, Iterable[Any], Any, None]
A = TypeVar("A", bound=Union[Scores, "Table[Any]", "Answer[Any]"])


class Measure:
    """A measure of your own: a function of a ranking, which is a list of documents from the best on, and the judgments of
    its topic, {document: grade}, that returns a number. It can stand wherever a measure can. So can the function itself,
    under its own name, if its values have no known range.

    >>> first = Measure(lambda ranking, judged: judged.get(ranking[0], 0) > 0, "first", (0, 1))
    >>> evaluate({"1": ["a"], "2": ["b"]}, {"1": ["a", "b"], "2": ["a", "b"]}, [first, "AP"])
    {'first': 0.5, 'AP': 0.75}
    """

    def __init__(self, function: Callable[[list[str], dict[str, int]], Any], name: Optional[str] = None,
                 range: tuple[float, float] = (-math.inf, math.inf)) -> None:
        self.function, self.range = function, range
        self.name = name or str(getattr(function, "__name__", "<>"))
        if not self.name.replace("-", "_").isidentifier():
            raise UsageError(f"a measure of your own needs a name of letters, digits and _, not {self.name!r}: "
                             "Measure(function, 'name')")

    def __call__(self, ranking: list[str], judged: dict[str, int]) -> float:
        x = float(self.function(ranking, judged))
        if x < self.range[0] or x > self.range[1]:
            raise DataError(f"{self.name}: {x} is not from {self.range[0]} to {self.range[1]}, its range")
        return x


def measures() -> Records:
    """The measures: their name, what they are (summary), and the names that they have elsewhere (also).

    >>> [x.also for x in measures() if x.name == "map"]
    [['AP', 'MAP']]
    """
    with Question("evaluate") as question:
        return Records(Record(name=name, summary=summary, also=also.split()) for name, summary, also in question.measures())


def _is_own(measure: Any) -> bool:
    """Whether a measure is a function; ir_measures' can be called, too."""
    return callable(measure) and not hasattr(measure, "params")


def _own(measures: Any) -> dict[str, Measure]:
    """{name: measure} of the functions among the measures."""
    if isinstance(measures, (str, type(None))) or not (_is_own(measures) or hasattr(measures, "__iter__")):
        return {}
    own: dict[str, Measure] = {}
    for each in [measures] if _is_own(measures) else measures:
        if _is_own(each):
            measure = each if isinstance(each, Measure) else Measure(each)
            own[measure.name] = measure
    return own


def _names(measures: Measures) -> list[str]:
    if measures is None:
        return []
    if isinstance(measures, str):
        return [measures]
    if _is_own(measures):
        return list(_own(measures))
    if hasattr(measures, "measures"):  # P @ [5, 10] of ir_measures before 0.4
        return _names(measures.measures)
    if not hasattr(measures, "__iter__"):
        name, at, cuts = str(measures).partition("@[")  # P @ [5, 10] of ir_measures
        return [f"{name}@{cut}" for cut in cuts.rstrip("]").split(", ")] if at else [name]
    names = [name for each in measures for name in _names(each)]
    return sorted(names) if isinstance(measures, (set, frozenset)) else names


def _asked(question: Question, names: list[str]) -> dict[str, str]:
    """{name in rows: name that was asked for}, in the order that was asked for. A measure of several values has the
    names of the rows."""
    found: dict[str, str] = {}
    for name in names:
        for asked in name.split():
            try:
                columns = question.columns(asked)
            except UsageError:  # of pairs, or a bound; or the program will say that it is wrong
                continue
            for column in columns:
                found.setdefault(column, asked if len(columns) == 1 else column)
            if len(columns) == 1:  # under another name before
                found.setdefault(asked, found[columns[0]])
    return found


#: Questions that were answered, by what was asked, for calls that ask the same of other dictionaries: making a question
#: takes longer than evaluating some topics. Each is used by one thread at a time.
_idle: dict[Any, list[tuple[Question, dict[str, str]]]] = {}
_KEPT, _SMALL = 16, 2000  #: so many kinds of questions are kept, with so many documents at most


def _is_small(source: Any) -> bool:
    if type(source) is not dict:
        return False
    count = 0
    for documents in source.values():
        count += len(documents) if type(documents) is dict else _SMALL
    return count < _SMALL


def _kept(source: Any) -> Any:
    """What can be read again: an iterator cannot."""
    return list(source) if hasattr(source, "__next__") else source


def _answered(found: list[Row], names: dict[str, str]) -> dict[str, str]:
    """The names with those of measures that answered to another one, as lab_nDCG_10 does to nDCG@10."""
    columns: dict[str, dict[str, None]] = {}
    for row in found:
        column = row.measure if row.other is None else row.measure.removeprefix("topics_")
        if row.asked is not None and column not in names and (row.other is None or column != row.measure):
            columns.setdefault(row.asked, {})[column] = None
    return {**names, **{next(iter(each)): asked for asked, each in columns.items() if len(each) == 1}}


class _NoRows(UsageError):
    """The answer is a text."""


def _found(question: Question) -> list[Row]:
    found = question.rows()
    if not found and question.text():
        raise _NoRows("the program answers this with a text that has no rows: ask the program itself")
    return found


class _Call:
    """A call of a command: what is asked, of which inputs."""

    def __init__(self, command: str, measures: Measures, options: Mapping[str, Any], judgments: Any = None, runs: Any = None,
                 first: tuple[str, ...] = ("judgments",)) -> None:
        if "format" in options:
            raise ArgumentError("format is the program's: rows() has all values, to_frame() is a DataFrame, and to_text(), "
                                "to_latex(), to_markdown() and to_html() are texts")
        measures = _kept(measures)
        if runs is None and is_data_sets(judgments):
            judgments, runs, groups = joined_sets(judgments, options.get("topic_groups"))
            options = {**options, "topic_groups": groups}
        self.command, self.names, self.own, self.options = command, _names(measures), _own(measures), options
        judged = judgments if len(first) > 1 else (judgments,)
        self.judgments = [(_kept(x), name) for x, name in zip(judged, first) if x is not None]
        self.many = runs is not None and several(runs)
        self.runs = [] if runs is None else named_runs(runs) if self.many else [Run(_kept(runs))]
        self.per_topic, self.digest = False, 0

    def fill(self, question: Question, measures: Optional[Iterable[str]] = None) -> None:
        """Options and inputs."""
        for name, measure in self.own.items():
            question.measure(name, measure, *measure.range)
        for name in self.names if measures is None else measures:
            question.set("m", name)
        for option, value in self.options.items():
            if option == "column" and isinstance(value, Mapping):
                value = [f"{name}={of}" for name, of in value.items()]
            if option == "scores" and self.command in ("compare", "plan map") and value is not True:
                question.set("scores")
                add_scores(question, value)
            else:
                question.set(option, table(question, option, value))
        for judgments, name in self.judgments:
            add_judgments(question, judgments, name)
        add_runs(question, self.runs)

    def rows(self, warn: bool, no_summary: bool = False) -> tuple[list[Row], dict[str, str]]:
        """The rows, and which names were asked for."""
        small = (not self.own and len(self.judgments) == len(self.runs) == 1 and not self.many and _is_small(self.judgments[0][0])
                 and _is_small(self.runs[0].source))
        if small:
            try:
                # 1 is True to a dictionary, but not to the program
                options = [(name, value, type(value)) for name, value in self.options.items()] if self.options else []
                key = (self.command, *self.names, self.per_topic, no_summary, *options)
                return self._reused(_idle.setdefault(key, []), warn, no_summary)
            except TypeError:  # an option is a list
                pass
        with Question(self.command) as question:
            self.fill(question)
            question.set("q", self.per_topic)
            question.set("n", no_summary)
            question.run(warn=warn)
            found, self.digest = _found(question), question.digest()
            return found, _answered(found, _asked(question, self.names))

    def _reused(self, idle: list[tuple[Question, dict[str, str]]], warn: bool, no_summary: bool
                ) -> tuple[list[Row], dict[str, str]]:
        """rows() of a question that was asked before of other dictionaries."""
        (judgments, name), run = self.judgments[0], self.runs[0]
        try:
            question, asked = idle.pop()
            question.refill(name, judgments, True)
            question.refill(run.name, run.source)
        except IndexError:
            question = Question(self.command)
            self.fill(question)
            question.set("q", self.per_topic)
            question.set("n", no_summary)
            asked = _asked(question, self.names)
        question.run(quick=self.options.keys().isdisjoint(("ci", "plugin")), warn=warn)
        found, self.digest = _found(question), question.digest()
        idle.append((question, asked))
        if len(_idle) > _KEPT:
            _idle.clear()
        return found, _answered(found, asked) if "labels" in self.options else asked

    def text(self, warn: bool, **options: Any) -> tuple[str, str, int]:
        """The text, its sentences, and the digest of the inputs. ``measures`` are others than those of the call."""
        with Question(self.command) as question:
            self.fill(question, options.pop("measures", self.names))
            for option, value in options.items():
                question.set(option, value)
            question.run(warn=warn)
            return question.text(), question.report(), question.digest()

    def records(self, warn: bool) -> Records:
        """The answer of a command that prints lines of JSON."""
        text, _, self.digest = self.text(warn, format="jsonl")
        return Records(json.loads(line, object_hook=Record) for line in text.split("\n") if line)

    def answer(self, make: Callable[[bool], A]) -> A:
        """What is made, which can be written in the program's formats; or lines of JSON, if there are no rows but these, as
        for show="labels" and judged_scores=."""
        try:
            made = make(True)
        except _NoRows as error:
            make = cast(Callable[[bool], A], self.records)
            try:
                made = make(False)
            except ValueError:
                raise UsageError(str(error)) from None
        made._asked = Asked(self.command, self.text, self.digest, {"q": self.per_topic})
        return made


def _split(frame: Union[bool, str], options: Mapping[str, Any]) -> tuple[bool, Mapping[str, Any]]:
    """Whether a DataFrame is wanted; a text is the option of the program that has this name, too."""
    return (False, {"frame": frame, **options}) if isinstance(frame, str) else (frame, options)


@overload
def rows(qrels: Judgments, run: Union[One, Many, None], measures: Measures = ..., *, per_topic: bool = ...,
         frame: Union[Literal[False], str] = ..., **options: Unpack[_options.EvaluateOptions]) -> Answer[Row]: ...
@overload
def rows(qrels: Judgments, run: Union[One, Many, None], measures: Measures = ..., *, per_topic: bool = ...,
         frame: Literal[True], **options: Unpack[_options.EvaluateOptions]) -> DataFrame: ...
def rows(qrels: Any, run: Any, measures: Measures = None, *, per_topic: bool = False, frame: Union[bool, str] = False,
         **options: Any) -> Any:
    """Every value with its bounds, as the program prints it: a list of ``Row``, or a DataFrame of them.

    The run may be several, as in ``evaluate``.

    >>> judged = "topic,stratum,runs,size,sampled,relevant\\n1,in,A,400,40,30\\n1,out,-,9600,96,3\\n"
    >>> row = rows(judged, None, "est_recall", R="table", ci="bb-bound")[-1]
    >>> row.measure, row.value, row.method
    ('est_recall', 0.5, 'bb-bound')
    >>> row.lower < row.value < row.upper
    True
    """
    wanted, given = _split(frame, options)
    call = _Call("evaluate", measures, given, qrels, run)
    call.per_topic = per_topic
    answer: Answer[Row] = call.answer(lambda warn: Answer(call.rows(warn)[0]))
    return answer.to_frame() if wanted else answer


def _scores(found: list[Row], names: dict[str, str]) -> Scores:
    """The rows of one run and topic by what was asked for; what was not asked for comes last."""
    by: dict[str, list[Row]] = {}
    for row in found:
        by.setdefault(row.measure, []).append(row)
    values: dict[str, Any] = {}
    for column in names | by:
        if column in by:
            each, value = by[column], by[column][0].value
            values[names.get(column, column)] = (
                Value(value).bounded([r for r in each if r.method is not None]) if isinstance(value, float) else value)
    return Scores(values, names)


def _table(found: list[Row], names: dict[str, str], many: bool, per_topic: bool) -> Any:
    """The rows by run, if there are many, and by topic, if that is wanted. A table of strata may have many."""
    named = {(row.run, row.other): f"{row.run} and {row.other}" if row.other else row.run or "" for row in found}
    many = many or len(named) > 1
    groups: dict[str, list[Row]] = {}
    for row in found if not many else ():
        if row.topic.startswith("group="):
            groups.setdefault(row.topic.removeprefix("group="), []).append(row)
    of_groups = {name: _scores(each, names) for name, each in groups.items()} if groups else {}
    if not many and not per_topic:
        scores = _scores([row for row in found if row.topic == "all"], names)
        scores.groups = of_groups
        return scores
    grouped: dict[str, list[Row]] = {}
    if groups:
        found = [row for row in found if not row.topic.startswith("group=")]
    for row in found:
        grouped.setdefault(named[row.run, row.other] if many else row.topic, []).append(row)
    if many:
        return Table({name: _table(each, names, False, per_topic) for name, each in grouped.items()})
    topics = Table({topic: _scores(each, names) for topic, each in grouped.items()}, "topic")
    topics.groups = of_groups
    return topics


@overload
def evaluate(qrels: Judgments, run: Optional[One], measures: Measures = ..., *,  # type: ignore[overload-overlap]
             per_topic: Literal[False] = ..., frame: Union[Literal[False], str] = ...,
             **options: Unpack[_options.EvaluateOptions]) -> Scores: ...
@overload
def evaluate(qrels: Judgments, run: Optional[One], measures: Measures = ..., *,  # type: ignore[overload-overlap]
             per_topic: Literal[True], frame: Union[Literal[False], str] = ...,
             **options: Unpack[_options.EvaluateOptions]) -> Table[Scores]: ...
@overload
def evaluate(qrels: Judgments, run: Many, measures: Measures = ..., *, per_topic: Literal[False] = ...,
             frame: Union[Literal[False], str] = ..., **options: Unpack[_options.EvaluateOptions]) -> Table[Scores]: ...
@overload
def evaluate(qrels: Judgments, run: Many, measures: Measures = ..., *, per_topic: Literal[True],
             frame: Union[Literal[False], str] = ...,
             **options: Unpack[_options.EvaluateOptions]) -> Table[Table[Scores]]: ...
@overload
def evaluate(qrels: Judgments, run: Union[One, Many, None], measures: Measures = ..., *, per_topic: bool = ...,
             frame: Literal[True], **options: Unpack[_options.EvaluateOptions]) -> DataFrame: ...
def evaluate(qrels: Any, run: Any = None, measures: Measures = None, *, per_topic: bool = False, frame: Union[bool, str] = False,
             **options: Any) -> Any:
    """Evaluates a run, or several.

    Returns {measure: value} for all topics together, by the names that were asked for and in their order; with
    ``per_topic`` {topic: {measure: value}}; with ``frame`` a pandas DataFrame of rows (see ``rows``). A value is a float;
    with ``ci=True`` or ``ci=METHOD`` it has ``lower`` and ``upper``, too (see ``Value``).

    Several runs are a folder, a list of files, dictionaries or DataFrames, or {name: run}; the answer is then
    {name: what one run has}. Data sets are {name: (judgments, runs)}: ``groups`` then has their means, and "*" the mean of
    these with an interval. Common options: ``ci`` and ``level`` (bounds), ``topic_groups`` ({topic: group}; see
    ``Scores.groups``), ``labels`` with ``drawn_from="labels"`` (a model's grades of all documents), ``l`` (the least relevant
    grade), ``N`` (documents of the collection), ``strata``, ``topic``, ``seed``, ``digits``. All are those of
    ``strat_eval --help``, with _ for -; what reads a file takes a table, too. A run has the name that was given in this and in every other answer, and where none was
    given its tag, or if two have the same tag, the name of its file.

    >>> evaluate({"1": {"a": 1}}, {"1": {"b": 2, "a": 1}}, "recip_rank", per_topic=True)
    {'1': {'recip_rank': 0.5}}
    >>> evaluate({"1": {"a": 1}}, {"x": {"1": {"a": 1}}, "y": {"1": ["b", "a"]}}, ["RR", "P@1"])
    {'x': {'RR': 1.0, 'P@1': 1.0}, 'y': {'RR': 0.5, 'P@1': 0.0}}
    """
    wanted, given = _split(frame, options)
    if wanted:
        return rows(qrels, run, measures, per_topic=per_topic, frame=True, **options)
    call = _Call("evaluate", measures, given, qrels, run)
    call.per_topic = per_topic
    return call.answer(lambda warn: _table(*call.rows(warn, per_topic), call.many, per_topic))


@overload
def compare(qrels: Optional[Judgments] = ..., runs: Optional[Many] = ..., measures: Measures = ..., *,
            frame: Union[Literal[False], str] = ..., rows: None = ...,
            **options: Unpack[_options.CompareOptions]) -> Comparison: ...
@overload
def compare(qrels: Optional[Judgments] = ..., runs: Optional[Many] = ..., measures: Measures = ..., *,
            frame: Union[Literal[False], str] = ..., rows: Literal["long"],
            **options: Unpack[_options.CompareOptions]) -> Answer[Row]: ...
@overload
def compare(qrels: Optional[Judgments] = ..., runs: Optional[Many] = ..., measures: Measures = ..., *, frame: Literal[True],
            rows: Optional[Literal["long"]] = ..., **options: Unpack[_options.CompareOptions]) -> DataFrame: ...
def compare(qrels: Any = None, runs: Any = None, measures: Measures = None, *, frame: Union[bool, str] = False,
            rows: Optional[str] = None, **options: Any) -> Any:
    """Compares two or more runs: a folder, a list, or {name: run}.

    Returns one ``Pair`` for each pair of runs and measure, or a DataFrame of them. ``rows="long"`` gives the rows of
    the program instead, as version 0.2 did.

    Data sets are {name: (judgments, runs)}; pairs whose topic is "group=*" are of the mean over them.

    Instead of judgments and runs, ``scores`` are scores of any items: a table with a line for each item and a column for
    each system, or one with the columns item, system and score (``column={"item": ..., "score": ...}`` if they are called
    otherwise; metrics.f1 is within metrics), or {system: such a table, or {item: score}}, or files.

    >>> (pair,) = compare(scores={"A": {"q1": 1, "q2": 0, "q3": 1}, "B": {"q1": 0, "q2": 0, "q3": 1}})
    >>> pair.run, pair.a, pair.b, pair.topics
    ('A', 0.6666666666666666, 0.3333333333333333, 3)

    Common options: ``baseline`` (compare with this run only), ``gate`` (the answer's ``gate`` is then "pass", "fail" or
    "undecided"), ``test``, ``adjust``, ``ci``, ``level``, ``margin``, ``topic_groups`` ({topic: group}), ``system_of`` ({run:
    system}, of folds or seeds), ``labels``, ``resamples``, ``seed``; all are those of ``strat_eval compare --help``.

    >>> qrels = {str(t): {"a": 1, "b": 0} for t in range(5)}
    >>> good = {str(t): {"a": 2, "b": 1} for t in range(5)}
    >>> bad = {str(t): {"a": 1, "b": 2} for t in range(4)} | {"4": {"a": 2, "b": 1}}
    >>> pair = compare(qrels, {"good": good, "bad": bad}, "AP")[0]
    >>> pair.run, pair.other, pair.measure, pair.difference, round(pair.p, 4)
    ('good', 'bad', 'AP', 0.4, 0.0161)
    """
    if rows not in (None, "long"):
        raise UsageError(f"rows={rows!r}: the only other shape is 'long'")
    wanted, given = _split(frame, options)
    call = _Call("compare", measures, given, qrels)
    if not call.runs:  # of data sets
        call.runs = named_runs(runs or ())

    def make(warn: bool) -> Answer[Any]:
        found = call.rows(warn)
        return Answer(found[0]) if rows == "long" else pairs_of(*found)

    answer = call.answer(make)
    return answer.to_frame() if wanted else answer


@overload
def agree(a: Optional[Judgments] = ..., b: Optional[Judgments] = ..., runs: Optional[Many] = ..., measures: Measures = ..., *,
          frame: Literal[False] = ..., **options: Unpack[_options.AgreeOptions]) -> Records: ...
@overload
def agree(a: Optional[Judgments] = ..., b: Optional[Judgments] = ..., runs: Optional[Many] = ..., measures: Measures = ..., *,
          frame: Literal[True], **options: Unpack[_options.AgreeOptions]) -> DataFrame: ...
def agree(a: Any = None, b: Any = None, runs: Any = None, measures: Measures = None, *, frame: bool = False, **options: Any) -> Any:
    """Whether two sets of judgments order the runs alike, or with ``b`` None, several measures on ``a``.

    The runs are a folder, a list, or {name: run}; ``also=[FILE, ...]`` adds judges. Without ``a``, ``scores=[FILE,
    FILE, ...]`` are leaderboards, the first being that of people. Returns records, whose "what" is coefficient,
    count, judgments, run, discordant, separated or difference (between judges), or a DataFrame of them. Intervals
    are over topics.

    >>> qrels = {str(t): {"a": 1, "b": 0} for t in range(5)}
    >>> model = {str(t): {"a": t % 2, "b": 1 - t % 2} for t in range(5)}
    >>> first = {str(t): {"a": 2, "b": 1} for t in range(5)}
    >>> second = {str(t): {"a": 1, "b": 2} for t in range(5)}
    >>> answer = agree(qrels, model, {"first": first, "second": second}, resamples=100)
    >>> {x.name: x.value for x in answer if x.what == "coefficient"}["tau"]
    -1.0
    >>> [x["count"] for x in answer if x.get("name") in ("both_rel", "only_a_rel")]
    [2, 3]
    >>> [x["method"] for x in answer if x.get("name") in ("tau", "kappa")]
    ['bootstrap', 'jackknife']
    """
    call = _Call("agree", measures, options, (a, b), None, ("judgments A", "judgments B"))
    call.runs = named_runs(runs) if runs is not None else []
    return _recorded(call, frame)


def _recorded(call: _Call, frame: bool) -> Any:
    answer = call.answer(call.records)
    return answer.to_frame() if frame else answer


def _question(command: str, question: str, judgments: Any, runs: Any, frame: bool, options: Mapping[str, Any]) -> Any:
    return _recorded(_Call(f"{command} {question}", None, options, judgments, runs), frame)


def _plan(question: str, judgments: Any = None, runs: Any = None, /, *, frame: bool = False, **options: Any) -> Any:
    """Answers a question of ``strat_eval plan``, as a list of records or a DataFrame.

    >>> plan("topics", power=0.8, effect=0.5)[0].topics > 0
    True
    """
    return _question("plan", question, judgments, runs, frame, options)


def _simulate(question: str, judgments: Any = None, runs: Any = None, /, *, frame: bool = False, **options: Any) -> Any:
    """Answers a question of ``strat_eval simulate``, as a list of records or a DataFrame.

    >>> truth = "truth,retrieved,size,yield,sampled\\na,1,4,2,4\\na,0,6,1,6\\n"  # all are judged: every interval covers
    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder, "truths")
    ...     _ = file.write_text(truth)
    ...     simulate("coverage", scenario=file, ci="normal", samples="all")[0].coverage
    1.0
    """
    return _question("simulate", question, judgments, runs, frame, options)


if TYPE_CHECKING:
    plan: _options.Plan
    simulate: _options.Simulate
else:
    plan, simulate = _plan, _simulate
    plan.__name__, simulate.__name__ = "plan", "simulate"


@overload
def validate(judged: Optional[One] = ..., *, frame: Literal[False] = ...,
             **options: Unpack[_options.ValidateOptions]) -> Records: ...
@overload
def validate(judged: Optional[One] = ..., *, frame: Literal[True],
             **options: Unpack[_options.ValidateOptions]) -> DataFrame: ...
def validate(judged: Any = None, *, frame: bool = False, **options: Any) -> Any:
    """Elusion, recall, precision and their bounds from counts, or from a file of judgments and a production.

    >>> lines = validate(produced="40000::31000", null="960000:2400:9")
    >>> [round(x.value, 3) for x in lines if x.measure == "est_recall"]
    [0.896]
    >>> lines.report[:73]
    'Of the 40,000 documents produced, all were reviewed; 31,000 of these were'
    """
    return _recorded(_Call("validate", None, options, judged), frame)


@overload
def stop(judgments: Judgments, run: Optional[One] = ..., *, frame: Literal[False] = ...,
         **options: Unpack[_options.StopOptions]) -> Records: ...
@overload
def stop(judgments: Judgments, run: Optional[One] = ..., *, frame: Literal[True],
         **options: Unpack[_options.StopOptions]) -> DataFrame: ...
def stop(judgments: Any, run: Any = None, *, frame: bool = False, **options: Any) -> Any:
    """Where each stopping rule ends a review, which is a file in the order in which it was done, or judgments and the run
    that was its order.

    >>> review = "docno,rel\\n" + "".join(f"d{i},{int(i < 5)}\\n" for i in range(100))
    >>> answer = stop(review, N=100, batch=10, rule="budget:0.5")
    >>> [(x.rule, x.judged) for x in answer if x.get("rule") == "budget"]
    [('budget', 50)]
    """
    return _recorded(_Call("stop", None, options, judgments, run), frame)


@overload
def sample(runs: Many = ..., *, frame: Literal[False] = ..., **options: Unpack[_options.SampleOptions]) -> Records: ...
@overload
def sample(runs: Many = ..., *, frame: Literal[True], **options: Unpack[_options.SampleOptions]) -> DataFrame: ...
def sample(runs: Any = (), *, frame: bool = False, **options: Any) -> Any:
    """Draws the documents to judge, as a list of records or a DataFrame.

    >>> drawn = sample([{"1": {"a": 3, "b": 2, "c": 1}}], design="strata", size=2, N=3)
    >>> len(drawn), drawn[0].topic
    (2, '1')
    """
    call = _Call("sample", None, options)
    call.runs = named_runs(runs)

    return _recorded(call, frame)
