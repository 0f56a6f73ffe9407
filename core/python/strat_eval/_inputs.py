# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Judgments and runs as people have them, given to the library."""

from __future__ import annotations

import os
from collections import Counter
from typing import Any, Iterable, Mapping, Union

from ._library import DataError, Question, UsageError

#: Names of columns in DataFrames: of ir_measures, PyTerrier and plain ones.
TOPICS = ("query_id", "qid", "topic")
DOCUMENTS = ("doc_id", "docno", "docid")
GRADES = ("relevance", "label", "rel")
SCORES = ("score",)

#: A file, TREC text, {topic: {document: value}}, a DataFrame, or rows of topic, document and value.
Source = Union[str, bytes, bytearray, memoryview, "os.PathLike[str]", Mapping[Any, Any], Iterable[Any], Any]


def _column(name: str, frame: Any, names: Iterable[str]) -> Any:
    for column in names:
        if column in frame.columns:
            return frame[column]
    raise DataError(f"{name}: a DataFrame needs one of the columns {', '.join(names)}; it has "
                    + ", ".join(map(str, frame.columns)))


def is_path(source: Any) -> bool:
    """Whether a source is the name of a file; a text with a line feed is what stands in one."""
    return isinstance(source, os.PathLike) or (isinstance(source, str) and "\n" not in source)


def is_frame(source: Any) -> bool:
    """Whether a source has columns by name, as DataFrames have."""
    return hasattr(source, "columns") and hasattr(source, "__getitem__")


def _add(question: Question, name: str, source: Any, values: Iterable[str]) -> None:
    if source is None:
        raise TypeError(f"{name}: None is neither a file, a dictionary, a DataFrame nor rows")
    if is_path(source):
        question.file(source)
        return
    if isinstance(source, str):
        source = source.encode("utf-8", "surrogateescape")
    if isinstance(source, (bytes, bytearray, memoryview)):
        path = question.memory(name, source if isinstance(source, bytes) else bytes(source))
    elif is_frame(source):
        path = question.records(name, zip(*(_column(name, source, names).tolist()
                                            for names in (TOPICS, DOCUMENTS, values))))
    else:
        path = question.records(name, source)
    question.file(path)


def add_judgments(question: Question, judgments: Source, name: str = "judgments") -> None:
    """The first input: a file, TREC text, {topic: {document: grade}}, a DataFrame or rows."""
    _add(question, name, judgments, GRADES)


def add_run(question: Question, run: Source, name: str = "run") -> None:
    """The next input: a file, TREC text, {topic: {document: score}}, {topic: [best document, ...]}, a
    DataFrame or rows."""
    if not name:
        raise DataError("a run without a name")
    _add(question, name, run, SCORES)


def _is_whole(source: Any) -> bool:
    """Whether a value of a dictionary is a run, not the documents of a topic: by what its first value is."""
    if isinstance(source, Mapping):
        return isinstance(next(iter(source.values()), None), (Mapping, list, tuple))
    return isinstance(source, (str, bytes, bytearray, memoryview, os.PathLike)) or is_frame(source)


def _name_of_file(path: Any) -> str:
    name = os.path.basename(os.fspath(path))
    for ending in (".gz", ".txt", ".csv", ".run"):
        name = name.removesuffix(ending)
    return name


def _files(folder: Any) -> list[str]:
    found = sorted(entry.path for entry in os.scandir(folder) if entry.is_file() and not entry.name.startswith("."))
    if not found:
        raise UsageError(f"{os.fspath(folder)}: no files in the folder")
    return found


def _named_list(runs: list[Any]) -> list[tuple[str, Any]]:
    """Runs by the names of their files, by the paths if several files have one name, or by number."""
    names = [_name_of_file(run) if is_path(run) else f"run{i + 1}" for i, run in enumerate(runs)]
    count = Counter(names)
    return [(os.fspath(run) if is_path(run) and count[name] > 1 else name, run)
            for name, run in zip(names, runs)]


def several(runs: Any) -> bool:
    """Whether a call has several runs: a folder, a dictionary of runs by name, or a list of files or of runs."""
    if is_path(runs):
        return os.path.isdir(runs)
    if isinstance(runs, Mapping):
        first = next((x for x in runs.values() if not (isinstance(x, Mapping) and len(x) == 0)), None)
        return _is_whole(first)
    return isinstance(runs, (list, tuple)) and len(runs) > 0 and (isinstance(runs[0], Mapping) or _is_whole(runs[0]))


def named_runs(runs: Any) -> list[tuple[str, Any]]:
    """Several runs with their names: of a folder, a dictionary {name: run}, or a list."""
    if is_path(runs) and os.path.isdir(runs):
        return _named_list(_files(runs))
    if isinstance(runs, Mapping):
        return [(str(name), run) for name, run in runs.items()]
    if is_path(runs) or isinstance(runs, (str, bytes)):
        raise TypeError("several runs are a folder, a list, or a dictionary {name: run}")
    return _named_list(list(runs))
