# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Judgments and runs as people have them, given to the library."""

from __future__ import annotations

import importlib
import os
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence  # those of typing are slow to ask
from typing import Any, NamedTuple, Protocol, SupportsFloat, TypeVar, Union

from ._library import DataError, Question, ReadError, UsageError

#: Names of columns: of ir_measures and ir_datasets, PyTerrier, BEIR, ranx, and plain ones. Case, blanks, - and _ do not matter
#: if none stands there as it is written here: PyTerrier has a number of its own in docid, beside docno (doc_id to ir_measures).
TOPICS = ("query_id", "qid", "q_id", "topic", "topic_id")
DOCUMENTS = ("docno", "doc_id", "docid", "corpus_id", "document_id", "pid")
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
#: {topic: {document: grade}}
Grades = Mapping[Any, Mapping[Any, SupportsFloat]]
#: {topic: {document: score}}, or {topic: [best document, ...]}
Scored = Mapping[Any, Union[Mapping[Any, SupportsFloat], "list[str]", "tuple[str, ...]"]]
#: Topic, document and value.
Triples = Iterable["tuple[Any, ...]"]

#: What judgments can be, a run, and several runs. A folder has several runs, too; for type checkers list its files.
Judgments = Union[Text, Grades, Frame, Arrow, Triples]
One = Union[Text, Scored, Frame, Arrow, Triples]
Many = Union[Mapping[Any, Union[Text, Scored, Frame, Arrow]], Sequence[Union[Text, Scored, Frame, Arrow]]]
MaybeJudgments = Union[Judgments, None]
MaybeRuns = Union[One, Many, None]

#: Kinds of keyword arguments (_options.pyi).
_T = TypeVar("_T")
File = Union[str, "os.PathLike[str]"]
Numbers = Union[float, Sequence[float], str]
Several = Union[_T, Sequence[_T]]
FlagOr = Union[bool, _T]
FlagOrSeveral = Union[bool, _T, Sequence[_T]]


def _plain(name: Any) -> str:
    return re.sub(r"[\s_-]", "", str(name)).lower()


def _places(name: str, values: Iterable[str], columns: Iterable[Any]) -> tuple[int, int, int]:
    """Where topic, document and value stand among the names of columns."""
    written, plain, found = list(map(str, columns)), list(map(_plain, columns)), []
    for names in (TOPICS, DOCUMENTS, values):
        place = next((given.index(x) for known in names for x, given in ((known, written), (_plain(known), plain))
                      if x in given), None)
        if place is None:
            raise DataError(f"{name}: a DataFrame needs one of the columns {', '.join(names)}; it has "
                            + ", ".join(map(str, columns)))
        found.append(place)
    return found[0], found[1], found[2]


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


def _frame(question: Question, name: str, frame: Any, values: Iterable[str]) -> str:
    """Columns, if possible without a copy of them in Python."""
    if hasattr(frame, "__arrow_c_stream__"):
        try:
            stream = frame.__arrow_c_stream__()
        except ImportError:  # pandas needs pyarrow for that
            stream = None
        if stream is not None:
            return question.arrow(name, stream, lambda columns: _places(name, values, columns))
    columns = list(frame.columns)
    return question.records(name, zip(*(frame[columns[place]].tolist() for place in _places(name, values, columns))))


def _path(question: Question, name: str, source: Any, values: Iterable[str]) -> Any:
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
        return _frame(question, name, source, values)
    return question.records(name, source)


def add_judgments(question: Question, judgments: Any, name: str = "judgments") -> None:
    """The first input: a file, TREC text, {topic: {document: grade}}, a DataFrame or rows."""
    question.file(_path(question, name, judgments, GRADES))


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
        path = _path(question, run.name, run.source, SCORES)
        if run.given or len(runs) > 1:
            path = question.name(path, run.name, tag_first=not run.given)
        question.file(path)


def _is_whole(source: Any) -> bool:
    """Whether a value of a dictionary is a run, not the documents of a topic: by what its first value is."""
    if isinstance(source, _MAPPING):
        first = next(iter(source.values()), None)
        return not isinstance(first, (float, int)) and isinstance(first, (list, tuple, *_MAPPING))
    return isinstance(source, (str, bytes, bytearray, memoryview, os.PathLike)) or is_frame(source)


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
    return isinstance(runs, (list, tuple)) and len(runs) > 0 and (isinstance(runs[0], _MAPPING) or _is_whole(runs[0]))


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
