# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Judgments and runs as people have them, given to the library."""

from __future__ import annotations

import csv
import gzip
import importlib
import io
import json
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set  # those of typing are slow to ask
from typing import Any, NamedTuple, Protocol, SupportsFloat, TypeVar, Union

from ._library import DataError, Question, ReadError, ShapeError, UsageError

#: Names of columns: of ir_measures and ir_datasets, PyTerrier, BEIR, ranx, and plain ones. Case, blanks, - and _ do not matter
#: if none stands there as it is written here: PyTerrier has a number of its own in docid, beside docno (doc_id to ir_measures).
TOPICS = ("query_id", "qid", "q_id", "topic", "topic_id", "query")
DOCUMENTS = ("docno", "doc_id", "docid", "corpus_id", "document_id", "pid", "doc", "document")
GRADES = ("relevance", "label", "rel", "grade", "score")
SCORES = ("score",)


class Arrow(Protocol):
    """A table of polars, DuckDB, pyarrow, Hugging Face, pandas 2.2 and others."""

    def __arrow_c_stream__(self, requested_schema: Any = ...) -> Any: ...


class Frame(Protocol):
    """A DataFrame of pandas, or what has columns as it."""

    @property
    def columns(self) -> Any: ...

    def __getitem__(self, column: Any, /) -> Any: ...


#: A file, or TREC text.
Text = Union[str, bytes, bytearray, memoryview, "os.PathLike[str]"]
#: {topic: {document: grade}}, or {topic: relevant documents}
Grades = Mapping[Any, Union[Mapping[Any, SupportsFloat], Iterable[Any]]]
#: {topic: {document: score}}, {topic: [best document, ...]}, or {topic: [(document, score), ...]}
Scored = Mapping[Any, Union[Mapping[Any, SupportsFloat], Sequence[Any]]]
#: Topic, document and value: rows of three, or with names.
Triples = Iterable[Union["tuple[Any, ...]", Mapping[str, Any]]]

#: What judgments can be, a run, and several runs. A folder has several runs, too; for type checkers list its files.
Judgments = Union[Text, Grades, Frame, Arrow, Triples]
One = Union[Text, Scored, Frame, Arrow, Triples]
Many = Union[Mapping[Any, Union[Text, Scored, Frame, Arrow]], Sequence[Union[Text, Scored, Frame, Arrow]]]
MaybeJudgments = Union[Judgments, None]
MaybeRuns = Union[One, Many, None]

#: Kinds of keyword arguments (_options.pyi).
_T = TypeVar("_T")
#: A file, text with line feeds, or a table in memory.
File = Union[str, bytes, "os.PathLike[str]", Frame, Arrow, Mapping[Any, Any], "list[dict[str, Any]]", Set[Any]]
Numbers = Union[float, Sequence[float], str]
Several = Union[_T, Sequence[_T]]
SeveralOrMapping = Union[_T, Sequence[_T], Mapping[str, str]]
FlagOr = Union[bool, _T]
FlagOrSeveral = Union[bool, _T, Sequence[_T]]


def _plain(name: Any) -> str:
    return re.sub(r"[\s_-]", "", str(name)).lower()


def _place(names: Iterable[str], columns: Iterable[Any]) -> Any:
    """Where a column with one of these names stands, or None: names as they are written before those of other case."""
    written, plain = list(map(str, columns)), list(map(_plain, columns))
    return next((given.index(x) for known in names for x, given in ((known, written), (_plain(known), plain)) if x in given), None)


def _places(name: str, judged: bool, columns: Iterable[Any]) -> list[int]:
    """Where topic, document, value and of a run the rank stand among the names of columns; -1: there are no ranks."""
    found: list[Any] = []
    for names in (TOPICS, DOCUMENTS, GRADES if judged else SCORES):
        found.append(_place(names, columns))
        if found[-1] is None:
            raise ShapeError(f"{name}: one of the columns {', '.join(names)} is needed (rename yours); there are "
                             + ", ".join(map(str, columns)))
    rank = None if judged else _place(("rank",), columns)
    return [*found, -1 if rank is None else rank]


#: A table has fewer columns.
_COLUMNS = 100
#: A dictionary is seen at once; to ask an abstract class takes as long as evaluating some documents.
_MAPPING = (dict, Mapping)


def is_path(source: Any) -> bool:
    """Whether a source is the name of a file; a text with a line feed is what stands in one."""
    return isinstance(source, (str, os.PathLike)) and not (isinstance(source, str) and "\n" in source)


def is_frame(source: Any) -> bool:
    """Whether a source has columns by name, as DataFrames have, or gives them as Arrow does."""
    return hasattr(source, "__arrow_c_stream__") or hasattr(source, "columns") and hasattr(source, "__getitem__")


def _parquet(path: str) -> Any:
    """A file of Parquet, by the first package that is there and reads it."""
    for package, function in (("pyarrow.parquet", "read_table"), ("polars", "read_parquet"), ("pandas", "read_parquet"),
                              ("duckdb", "read_parquet")):
        try:
            return getattr(importlib.import_module(package), function)(path)
        except ImportError:
            pass
    raise ReadError(f"{path}: Parquet is read by pyarrow, polars, pandas or duckdb, and none of them is installed")


def _frame(question: Question, name: str, frame: Any, judged: bool) -> str:
    """Columns, if possible without a copy of them in Python."""
    if hasattr(frame, "__arrow_c_stream__"):
        try:
            stream = frame.__arrow_c_stream__()
        except ImportError:  # pandas needs pyarrow for that
            stream = None
        if stream is not None:
            return question.records(name, stream, judged, lambda columns: tuple(_places(name, judged, columns)))
    columns = list(frame.columns)
    places = [place for place in _places(name, judged, columns) if place >= 0]
    return question.records(name, zip(*(frame[columns[place]].tolist() for place in places)), judged, *[True] * (len(places) > 3))


def _with_names(name: str, rows: Sequence[Any], judged: bool) -> Iterator[tuple[Any, ...]]:
    """Rows that are dictionaries, as tuples."""
    keys = [list(rows[0])[place] for place in _places(name, judged, rows[0])[:3]]
    for number, row in enumerate(rows, 1):
        try:
            yield tuple(row[key] for key in keys)
        except (KeyError, TypeError, IndexError):
            raise ShapeError(f"{name}: row {number}: {', '.join(map(repr, keys))} are needed, as in row 1") from None


def _is_columns(source: Mapping[Any, Any], judged: bool) -> bool:
    """Whether a dictionary has columns by name, not topics."""
    return len(source) < _COLUMNS and not any(isinstance(x, _MAPPING) for x in source.values()) and None not in [
        _place(names, source) for names in (TOPICS, DOCUMENTS, GRADES if judged else SCORES)]


def _documents(name: str, topic: Any, documents: Any, judged: bool) -> Any:
    """The documents of a topic as the library walks them: a dictionary, or a list of names or pairs."""
    place = f"{name}[{topic!r}]"
    if isinstance(documents, Set):  # keys of a dictionary, too
        if not judged:
            raise TypeError(f"{place}: a set has no order: a list from the best document on, or {{document: score}} is needed")
        return list(documents)
    if hasattr(documents, "index") and type(documents.index).__name__ == "RangeIndex":
        raise TypeError(f"{place}: the numbers of this Series may be documents or values: .tolist() makes it a list of "
                        "documents, .to_dict() makes it {document: value}")
    if hasattr(documents, "tolist") and not hasattr(documents, "keys"):
        documents = documents.tolist()
    elif isinstance(documents, Sequence) and not isinstance(documents, (str, bytes, bytearray, memoryview)):
        documents = list(documents)
    if isinstance(documents, list) and documents and isinstance(documents[0], _MAPPING):
        found = [_place(names, documents[0]) for names in (DOCUMENTS, GRADES if judged else SCORES)]
        keys = [list(documents[0])[x] for x in found if x is not None]
        if len(keys) < 2 or not all(isinstance(x, _MAPPING) and keys[0] in x and keys[1] in x for x in documents):
            raise TypeError(f"{place}: each document needs a name and a value, as in {{'corpus_id': ..., 'score': ...}}")
        return [(x[keys[0]], x[keys[1]]) for x in documents]
    return documents


def walked(name: str, source: Any, judged: bool) -> Any:
    """A source as the library walks it: {topic: documents}, or rows of three."""
    if isinstance(source, _MAPPING):
        if all(type(x) is dict for x in source.values()):
            return source
        if _is_columns(source, judged):
            keys = list(source)
            columns = [list(source[keys[place]]) for place in _places(name, judged, keys)[:3]]
            if len({len(column) for column in columns}) > 1:
                raise ShapeError(f"{name}: columns of different lengths")
            return zip(*columns)
        return {topic: _documents(name, topic, x, judged) for topic, x in source.items()}
    if hasattr(source, "index") and hasattr(source, "items"):  # a Series
        if getattr(source.index, "nlevels", 1) != 2:
            raise TypeError(f"{name}: a Series needs an index of two levels, topic and document")
        return ((topic, document, x) for (topic, document), x in source.items())
    if isinstance(source, (list, tuple)) and source and isinstance(source[0], _MAPPING):
        return _with_names(name, source, judged)
    return source


def _path(question: Question, name: str, source: Any, judged: bool = False) -> Any:
    """Where the library reads a source."""
    if source is None:
        raise TypeError(f"{name}: None is neither a file, a dictionary, a DataFrame nor rows")
    if is_path(source) and os.fspath(source).endswith(".parquet"):
        source = _parquet(os.fspath(source))
    elif is_path(source):
        return source
    if isinstance(source, str):
        source = source.encode("utf-8", "surrogateescape")
    if isinstance(source, (bytes, bytearray, memoryview)):
        return question.memory(name, source if isinstance(source, bytes) else bytes(source))
    if is_frame(source):
        return _frame(question, name, source, judged)
    return question.records(name, walked(name, source, judged), judged)


#: Options that read a table or a list. A dictionary has these columns, from its keys to its values.
TABLES: dict[str, tuple[str, ...]] = {
    "labels": ("topic", "docno", "label"), "topic_groups": ("topic", "group"), "system_of": ("run", "system"),
    "strata": ("topic", "stratum", "size"), "topic_strata": ("topic", "stratum"), "drawn": (), "control": (), "collection": (),
    "null_sample": (), "produced": (), "culled": (), "withheld": (), "leave_out": (), "produced_since": (),
    "scores": ("topic", "system", "score"), 
    "also": ("topic", "docno", "rel"), "judged": (),
    "pilot": (), "drawn_from": (), "judged_scores": ("topic", "system", "score"), "pool": ("topic", "docno", "score"), "table": (), "scenario": (), "Zscore": (), "Z": (),
    # by names that they had
    "matrix": ("topic", "system", "score"), "judged_matrix": ("topic", "system", "score"), "baseline_scores": (), "only_topics": (),
    "production": (), "collection_list": (), "withheld_list": (), "culled_list": ()}


def _values(column: Any) -> list[Any]:
    for method in ("tolist", "to_list", "to_pylist"):
        if hasattr(column, method):
            return list(getattr(column, method)())
    return list(column)


def _columns(frame: Any) -> dict[str, list[Any]]:
    """A DataFrame, or a table of Arrow, as {name: values}; an index of pandas with names is a column, too."""
    index = getattr(frame, "index", None)
    if type(index).__name__ not in ("NoneType", "RangeIndex", "method", "builtin_function_or_method"):
        frame = frame.reset_index()
    names = list(getattr(frame, "column_names", None) or frame.columns)
    return {str(name): _values(frame[name]) for name in names}


def _is_columns_of(value: Mapping[Any, Any]) -> bool:
    """Whether a dictionary is {column: values}."""
    return len(value) > 0 and all(isinstance(x, list) for x in value.values())


def _flat(value: Any) -> Iterator[tuple[Any, ...]]:
    """{a: {b: c}} as rows (a, b, c)."""
    for key, of in value.items():
        for rest in _flat(of) if isinstance(of, _MAPPING) else ((x,) for x in of) if isinstance(of, (list, tuple, set)) else ((of,),):
            yield (key, *rest)


def _rows(option: str, value: Any) -> Any:
    """A table as rows, the first of which has the names of columns; None: it is none."""
    if is_frame(value):
        value = _columns(value)
    elif isinstance(value, (list, tuple)) and value and all(isinstance(x, _MAPPING) for x in value):
        names = list(dict.fromkeys(name for row in value for name in row))
        return [names, *([row.get(name) for name in names] for row in value)]
    elif isinstance(value, (Set, range)) or hasattr(value, "tolist"):
        return [[x] for x in sorted(map(str, _values(value)))]  # a list has no header
    if not isinstance(value, _MAPPING):
        return None
    names = list(TABLES[option])
    if _is_columns_of(value):
        return [list(value), *zip(*value.values())]
    rows = list(_flat(value))
    if len({len(row) for row in rows}) != 1 or len(rows[0]) not in (len(names), len(names) - 1):
        raise ShapeError(f"{option}: {{{': {'.join(names[:-1])}: {names[-1]}{'}' * (len(names) - 1)} is needed, or columns, records or a DataFrame"
                         if names else f"{option}: columns, {{name: values}}, are needed, or records or a DataFrame")
    return [names[-len(rows[0]):], *rows]


def _cell(x: Any) -> Any:
    return "" if x is None or x != x else x


def _is_nested(value: Any) -> bool:
    """Whether it is a record, or records, with others in them."""
    records = [value] if isinstance(value, _MAPPING) else value if isinstance(value, list) else []
    return any(isinstance(x, _MAPPING) and any(
        isinstance(y, _MAPPING) or isinstance(y, list) and any(isinstance(z, _MAPPING) for z in y) for y in x.values()) for x in records)


def table(question: Question, option: str, value: Any) -> Any:
    """The value of an option. What is no file, but a DataFrame, a dictionary, records or a text with line feeds, is written where
    the library reads it."""
    if value is None or isinstance(value, (bool, int, float)) or is_path(value):
        return value
    if isinstance(value, str):
        return question.memory(option, value.encode("utf-8", "surrogateescape")) if option in TABLES else value
    if option == "scores" and _is_nested(value):  # as a log of JSON has them
        text = "\n".join(json.dumps(x, default=float) for x in ([value] if isinstance(value, _MAPPING) else value))
        return question.memory(option, text.encode())
    rows = _rows(option, value) if option in TABLES else None
    if rows is not None:
        lines = io.StringIO(newline="")
        csv.writer(lines, lineterminator="\n").writerows(map(_cell, row) for row in rows)
        return question.memory(option, lines.getvalue().encode("utf-8", "surrogateescape"))
    if isinstance(value, (bytes, bytearray, memoryview)):
        return question.memory(option, bytes(value))
    if isinstance(value, (list, tuple)):
        return [table(question, option, x) for x in value]
    if isinstance(value, _MAPPING) or is_frame(value):
        raise TypeError(f"{option}: it takes no table")
    return value


def add_scores(question: Question, scores: Any) -> None:
    """Scores of items as inputs: a table, files, or {system: table or {item: score}}."""
    if isinstance(scores, _MAPPING) and not _is_columns_of(scores) and not any(isinstance(x, list) for x in scores.values()):
        flat = {name: x for name, x in scores.items() if isinstance(x, _MAPPING) and not _is_columns_of(x)}
        if len(flat) == len(scores):
            items = dict.fromkeys(item for x in flat.values() for item in x)
            scores = [{"item": item, **{str(name): x.get(item) for name, x in flat.items()}} for item in items]
        else:
            for name, x in scores.items():
                question.file(question.name(table(question, "scores", x), str(name)))
            return
    several = isinstance(scores, (list, tuple)) and not all(isinstance(x, _MAPPING) for x in scores)
    for x in scores if several else [scores]:
        question.file(table(question, "scores", x))


def add_judgments(question: Question, judgments: Any, name: str = "judgments") -> None:
    """The first input: a file, TREC text, {topic: {document: grade}}, {topic: relevant documents}, a DataFrame or rows."""
    question.file(_path(question, name, judgments, judged=True))


class Run(NamedTuple):
    """A run of a call: a file, TREC text, {topic: {document: score}}, {topic: [best document, ...]}, a DataFrame or rows.

    It has one name in every answer: the one that was given; else its tag; ``name`` if it has none, or if another run has
    the same.
    """

    source: Any
    name: str = "run"
    given: bool = False


def add_runs(question: Question, runs: list[Run]) -> None:
    """The next inputs."""
    for run in runs:
        if not run.name:
            raise DataError("a run without a name")
        path = _path(question, run.name, run.source)
        if run.given or len(runs) > 1:
            path = question.name(path, run.name, tag_first=not run.given)
        question.file(path)


def _are_documents(x: Any) -> bool:
    """Whether a value of a dictionary is the documents of a topic, not a number."""
    return not isinstance(x, (float, int, str)) and (isinstance(x, (*_MAPPING, Sequence, Set)) or getattr(x, "ndim", 0) > 0)


def _is_row(x: Any, *columns: Iterable[str]) -> bool:
    """Whether a dictionary is a row of a table that has these columns, not topics with documents."""
    return isinstance(x, _MAPPING) and None not in [_place(names, x) for names in columns] and not any(map(_are_documents, x.values()))


def _is_whole(source: Any) -> bool:
    """Whether a value of a dictionary is a run, not the documents of a topic: by what its first value is."""
    if isinstance(source, _MAPPING):
        return _are_documents(next(iter(source.values()), None))
    if isinstance(source, (list, tuple)) and source:  # rows, not names or pairs
        first = source[0]
        return isinstance(first, (list, tuple)) and len(first) == 3 or _is_row(first, TOPICS)
    return isinstance(source, (str, bytes, bytearray, memoryview, os.PathLike)) or is_frame(source) or (
        getattr(getattr(source, "index", None), "nlevels", 1) == 2)


def _name_of_file(path: Any) -> str:
    """The name without folder and endings, as the program has it of runs without tags."""
    name, before = os.path.basename(os.fspath(path)), ""
    while name != before:
        before = name
        for ending in (".gz", ".txt", ".csv", ".tsv", ".run", ".json", ".jsonl"):
            name = name.removesuffix(ending)
    return str(name)


def _files(folder: Any) -> list[str]:
    found = sorted(entry.path for entry in os.scandir(folder) if entry.is_file() and not entry.name.startswith("."))
    if not found:
        raise UsageError(f"{os.fspath(folder)}: no files in the folder")
    return found


def _in_list(runs: list[Any]) -> list[Run]:
    """Runs without given names. Names for those of one tag, and for those without: that of the file, its path if several
    files have the name, or the number of the run; a file that stands twice in the list is counted."""
    stems = [_name_of_file(run) if is_path(run) else f"run{i + 1}" for i, run in enumerate(runs)]
    count = Counter(stems)
    named: dict[str, Run] = {}
    for stem, run in zip(stems, runs):
        name = first = os.fspath(run) if is_path(run) and (count[stem] > 1 or not stem) else stem
        number = 1
        while name in named:
            number += 1
            name = f"{first}#{number}"
        named[name] = Run(run, name)
    return list(named.values())


def several(runs: Any) -> bool:
    """Whether a call has several runs: a folder, a dictionary of runs by name, or a list of files or of runs."""
    if isinstance(runs, _MAPPING):
        for first in runs.values():
            if not isinstance(first, _MAPPING) or len(first) > 0:
                return _is_whole(first)
        return False
    if is_path(runs):
        return os.path.isdir(runs)
    if not isinstance(runs, (list, tuple)) or not runs:
        return False
    return _is_whole(runs[0]) if not isinstance(runs[0], _MAPPING) else not _is_row(runs[0], DOCUMENTS)


def named_runs(runs: Any) -> list[Run]:
    """Several runs: of a folder, a dictionary {name: run}, or a list."""
    if is_path(runs) and os.path.isdir(runs):
        return _in_list(_files(runs))
    if isinstance(runs, Mapping):
        named = [Run(run, str(name), given=True) for name, run in runs.items()]
        twice = [name for name, count in Counter(run.name for run in named).items() if count > 1]
        if twice:
            raise UsageError(f"two runs have the name {twice[0]!r}")
        return named
    if is_path(runs) or isinstance(runs, (str, bytes)):
        raise TypeError("several runs are a folder, a list, or a dictionary {name: run}")
    return _in_list(list(runs))


def is_data_sets(source: Any) -> bool:
    """Whether it is {data set: (judgments, runs)}."""
    return isinstance(source, _MAPPING) and len(source) > 0 and all(isinstance(x, tuple) and len(x) == 2 for x in source.values())


def _lines(name: str, source: Any, judged: bool) -> Iterator[tuple[str, str, float]]:
    """A file, or text, of trec_eval's formats."""
    if is_path(source):
        with open(source, "rb") as file:
            source = file.read()
    text = bytes(source) if not isinstance(source, str) else source.encode("utf-8", "surrogateescape")
    columns, value = (4, 3) if judged else (6, 4)
    for number, line in enumerate((gzip.decompress(text) if text[:2] == b"\x1f\x8b" else text).decode("utf-8", "surrogateescape").splitlines(), 1):
        fields = line.split()
        if fields and not line.startswith("#"):
            if len(fields) != columns:
                raise ShapeError(f"{name}: line {number}: of data sets, a file has the {columns} columns of trec_eval; read others first")
            yield fields[0], fields[2], int(fields[value]) if judged else float(fields[value])


def _of_set(data_set: str, name: str, source: Any, judged: bool) -> dict[str, Any]:
    """{data set/topic: documents}."""
    name = f"{name} of {data_set}"
    if is_path(source) or isinstance(source, (str, bytes, bytearray, memoryview)):
        source = _lines(name, source, judged)
    elif is_frame(source):
        columns = _columns(source)
        source = zip(*(list(columns.values())[place] for place in _places(name, judged, columns)[:3]))
    else:
        source = walked(name, source, judged)
    if isinstance(source, _MAPPING):
        return {f"{data_set}/{topic}": documents for topic, documents in source.items()}
    found: dict[str, Any] = {}
    for topic, document, value in source:
        documents = found.setdefault(f"{data_set}/{topic}", {})
        if document in documents:
            raise ShapeError(f"{name}: topic {topic}: document {document!r} appears twice")
        documents[document] = value
    return found


def joined_sets(sets: Mapping[Any, Any], groups: Any) -> tuple[Any, Any, dict[str, str]]:
    """Judgments and runs of {data set: (judgments, runs)}, and which data set each topic is of."""
    if groups is not None:
        raise UsageError("topic_groups: the data sets are the groups")
    judged: dict[str, Any] = {}
    runs: dict[str, dict[str, Any]] = {}
    of: dict[str, str] = {}
    for number, (data_set, (judgments, those)) in enumerate(sets.items()):
        name = re.sub(r"\s", "_", str(data_set))
        if name in of.values():
            raise UsageError(f"two data sets have the name {name!r}")
        part = _of_set(name, "judgments", judgments, True)
        judged.update(part)
        of.update(dict.fromkeys(part, name))
        named = {run.name: run.source for run in (named_runs(those) if several(those) else [Run(those)])}
        if number > 0 and named.keys() != runs.keys():
            raise ShapeError(f"{data_set}: its runs are {', '.join(named)}, those of another data set {', '.join(runs)}: each needs all")
        for run, source in named.items():
            part = _of_set(name, run, source, False)
            runs.setdefault(run, {}).update(part)
            of.update(dict.fromkeys(part, name))
    alone = not any(several(those) for _, those in sets.values())
    return judged, runs["run"] if alone else runs, of
