# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Judgments and runs as people have them, made into what the library reads."""

from __future__ import annotations

import os
from typing import Any, Callable, Iterable, Mapping

from ._library import DataError, Question

#: Names of columns in DataFrames: of ir_measures, PyTerrier and plain ones.
TOPICS = ("query_id", "qid", "topic")
DOCUMENTS = ("doc_id", "docno", "docid")
GRADES = ("relevance", "label", "rel")
SCORES = ("score",)


def _column(frame: Any, names: Iterable[str]) -> Any:
    for name in names:
        if name in frame.columns:
            return frame[name]
    raise DataError("a DataFrame needs one of the columns " + ", ".join(names))


def _is_whole(line: str, columns: int) -> bool:
    words = line.split(" ")
    return len(words) == columns and all(words) and not any(c in line for c in "\t\n\v\f\r")


def _joined(lines: list[str], columns: int) -> bytes:
    """Lines as the library reads them. A space in a name would move the columns. Counting spaces in
    all of the text takes a fraction of the time that looking at each line does."""
    text = "\n".join(lines) + "\n"
    if (text.count(" ") != (columns - 1) * len(lines) or text.count("\n") > max(len(lines), 1)
            or any(c in text for c in ("  ", "\n ", " \n", "\t", "\v", "\f", "\r"))
            or text.startswith(" ")):
        wrong = next(line for line in lines if not _is_whole(line, columns))
        raise DataError("a run, topic or document without a name, or with a space in it: "
                        + repr(wrong))
    return text.encode("utf-8", "surrogateescape")


def _triples(source: Any, values: Iterable[str]) -> Iterable[tuple[Any, Any, Any]]:
    """Topic, document and value of a dictionary, a DataFrame, or rows with three columns."""
    if isinstance(source, Mapping):
        return ((topic, document, value) for topic, documents in source.items()
                for document, value in documents.items())
    if hasattr(source, "columns"):
        return zip(_column(source, TOPICS), _column(source, DOCUMENTS), _column(source, values))
    return ((row[0], row[1], row[2]) for row in source)


def _is_path(source: Any) -> bool:
    return isinstance(source, os.PathLike) or (isinstance(source, str) and "\n" not in source)


def _add(question: Question, name: str, source: Any, lines: Callable[[], bytes]) -> None:
    if _is_path(source):
        question.file(source)
        return
    if isinstance(source, str):
        source = source.encode("utf-8", "surrogateescape")
    data = bytes(source) if isinstance(source, (bytes, bytearray)) else lines()
    question.file(question.memory(name, data))


def add_judgments(question: Question, judgments: Any, name: str = "judgments") -> None:
    """The first input: a file, TREC text, {topic: {document: grade}}, a DataFrame or rows."""
    _add(question, name, judgments, lambda: _joined(
        [f"{topic} 0 {document} {int(grade)}"
         for topic, document, grade in _triples(judgments, GRADES)], 4))


def add_run(question: Question, run: Any, name: str = "run") -> None:
    """The next input: a file, TREC text, {topic: {document: score}}, a DataFrame or rows."""
    _add(question, f"run '{name}'", run, lambda: _joined(
        [f"{topic} Q0 {document} 0 {float(score)!r} {name}"
         for topic, document, score in _triples(run, SCORES)], 6))
