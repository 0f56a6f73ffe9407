# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Questions to the library: options, inputs, rows. Everything else is built on these."""

from __future__ import annotations

import os
import re
import sys
import threading
import warnings as python_warnings
from typing import Any, Callable, NamedTuple, Optional, Union

from . import _engine
from ._engine import DataError, Error, ReadError, UsageError

__all__ = ["ArgumentError", "DataError", "Error", "Question", "ReadError", "Row", "ShapeError", "UsageError", "version"]

#: A number, or None where there is none. To a type checker it is a number: who asks for bounds may compare them.
Maybe = Union[float, Any]


class ArgumentError(UsageError, TypeError):
    """There is no such argument."""


class ShapeError(DataError, TypeError):
    """Judgments, a run or a table of another shape than can be read."""


class Row(NamedTuple):
    """One value with its bounds. What there is none of is None."""

    run: Optional[str]
    other: Optional[str]
    topic: str
    measure: str
    value: Any
    lower: Maybe
    upper: Maybe
    level: Optional[float]
    method: Optional[str]
    tail: Optional[str]
    n: Optional[int]
    design: Optional[str]
    estimator: Optional[str]
    file: Optional[str]
    asked: Optional[str] = None  #: the measure as it was asked for


def version() -> str:
    """The version of the library.

    >>> version().count(".")
    2
    """
    return str(_engine.version)


def _without_nul(text: str) -> str:
    if "\0" in text:
        raise UsageError("a text with a NUL character: " + repr(text[:80]))
    return text


def _text(text: str) -> str:
    return _without_nul(text).encode("utf-8", "replace").decode() if not text.isascii() else _without_nul(text)


#: An option in a message, or what stands in quotes: a name, a value.
_OPTION = re.compile(r"(?<!\w)'[^']*'|(?<![\w=./-])--([A-Za-z][\w-]*)(\s(?=-?\d)|[=:]?)")
_OPTION_IN_QUOTES = re.compile(r"'--?([A-Za-z][\w-]*)'")
_LETTER = re.compile(r"(?<!\w)'[^']*'|(?<![\w=./-])-([A-Za-z])( (?=[\w'])|(?![\w-]))")
_FLAGS, _WORDS = "cnqJ", "RTm"  #: letters of options without a value, and with a word behind them
_PHRASES = {"option '": "argument '", "doesn't allow an argument": "takes no value but True",
            "requires an argument": "needs a value"}


def _argument(name: str) -> str:
    return name.replace("-", "_")


def _letter(found: re.Match[str]) -> str:
    if not found[1]:
        return found[0]
    if found[1] in _FLAGS:
        return f"{found[1]}=True{found[2]}"
    joined = found[1] in _WORDS or not found.string[found.end():found.end() + 1].islower()
    return f"{found[1]}=" + ("" if joined else found[2])


def said(message: str) -> str:
    """A message of the program in words of this package: options are arguments.

    >>> said("--score-ties=rank: '--x' is the program's (or --margin); a--b")
    "score_ties=rank: '--x' is the program's (or margin=); a--b"
    >>> said("unrecognized option '--levle'; did you mean '--level'?"), said("-m nosuch: no such measure (--help lists them)")
    ("unrecognized argument 'levle'; did you mean 'level'?", 'measure nosuch: no such measure (strat_eval --help lists them)')
    >>> said("left out of its means (-c counts them); type -N 1000, or with -R csv -q; -Z goes; docno '-c x'")
    "left out of its means (c=True counts them); type N=1000, or with R=csv q=True; Z= goes; docno '-c x'"
    """
    if re.match("(unrecognized )?option '-", message):
        message = _OPTION_IN_QUOTES.sub(lambda found: repr(_argument(found[1])), message)
        for ours, here in _PHRASES.items():
            message = message.replace(ours, here)
    message = re.sub("^-m ", "measure ", message)
    message = _LETTER.sub(_letter, message)
    message = _OPTION.sub(lambda found: _argument(found[1]) + (found[2].strip() or "=") if found[1] else found[0], message)
    return message.replace("(help= lists", "(strat_eval --help lists")


def retold(error: Error) -> Error:
    """The error in words of this package."""
    error.args = (said(str(error)),)
    return error


def _stacklevel() -> int:
    """How far up the caller of this package is, whose line a warning names."""
    level, frame = 1, sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__package__") == __package__:
        level, frame = level + 1, frame.f_back
    return level


class Question:
    """One question to one command. Use it with ``with``, so that its memory is released."""

    def __init__(self, command: str) -> None:
        self._engine = _engine.Question(_text(command))
        self._stats: list[int] = []  #: of files
        #: Puts other records in the place of the last ones, or if True is added, of the first.
        self.refill: Callable[..., None] = self._engine.refill
        #: refill(), run() and scores() in one, for those who ask by the million: without warnings and retold errors, with the
        #: keys of the source; None: there are so many documents that they were refilled only, so that run() hears Ctrl-C.
        self.answer: Callable[[str, Any], Optional[dict[str, dict[str, Any]]]] = self._engine.answer

    def __enter__(self) -> "Question":
        return self

    def __exit__(self, *_: Any) -> None:
        self._engine.close()

    def set(self, option: str, value: Any = True) -> None:
        """Sets an option: True for one without a value, False or None for nothing at all, a list
        for one that may be repeated, or that takes several numbers or tests. ``yield_`` is --yield."""
        if value is None or value is False:
            return
        if isinstance(value, (list, tuple, set, frozenset, range)):
            items = sorted(value) if isinstance(value, (set, frozenset)) else list(value)
            if not items:
                return
            if option == "topic" or option != "test" and not all(isinstance(x, (int, float)) for x in items):
                for each in items:
                    self.set(option, each)
                return
            value = ",".join(map(str, items))
        text = None if value is True else _without_nul(str(value))
        name = option.rstrip("_").replace("_", "-") if len(option) > 1 else "-" + option
        try:
            self._engine.set(_text(name), text)
        except UsageError as error:
            if not str(error).startswith("unrecognized"):
                raise retold(error)
            self._set_as_written(option, text, error)

    def _set_as_written(self, option: str, text: Optional[str], before: UsageError) -> None:
        """trec_eval's names have underscores."""
        try:
            self._engine.set(_text(option), text)
        except UsageError as error:
            if str(error).startswith("unrecognized"):
                raise ArgumentError(said(str(before))) from None
            raise retold(error) from None

    def file(self, path: Any) -> None:
        """The next input is a file."""
        if "\0" in os.fspath(path):
            raise UsageError("a path with a NUL character: " + repr(path))
        self._engine.input(path)
        try:
            self._stats.append(os.stat(path).st_mtime_ns)
        except OSError:  # in memory, or the program will say that it is missing
            pass

    def memory(self, name: str, data: bytes) -> str:
        """A path under which an input or an option reads these bytes."""
        return str(self._engine.bytes(_text(name), data))

    def records(self, name: str, source: Any, judged: bool, *choose: Any) -> str:
        """A path under which judgments or a run are read from a dictionary, from rows of three, with True from rows with a
        rank, too, or from the capsule of an Arrow stream; a function says then which of its columns have topic, document,
        value and rank (-1: none)."""
        return str(self._engine.records(_text(name), judged, source, *choose))

    def name(self, path: Any, name: str, tag_first: bool = False) -> str:
        """A path under which the same run is read with this name, or only if another run has its tag."""
        if "\0" in name:
            raise UsageError("a name with a NUL character: " + repr(name[:80]))
        return str(self._engine.name(path, name, tag_first))

    def measure(self, name: str, function: Callable[..., Any], least: float, most: float) -> None:
        """A measure that is called with a ranking and the judgments of its topic."""
        self._engine.measure(_text(name), function, least, most)

    def columns(self, measure: str) -> list[str]:
        """The names that the values of a measure have in rows.

        >>> with Question("evaluate") as question:
        ...     question.columns("P.5,10"), question.columns("nDCG@10")
        (['P_5', 'P_10'], ['ndcg_cut_10'])
        """
        try:
            return str(self._engine.columns(_text(measure))).splitlines()
        except UsageError as error:
            raise retold(error)

    def run(self, quick: bool = False, warn: bool = True) -> None:
        """Answers the question. Warnings become Python's, if they are wanted.

        Ctrl-C is heard by the main thread only, and not while it works: so another thread does the work
        unless it is quick.
        """
        try:
            if quick or threading.current_thread() is not threading.main_thread():
                self._engine.run()
            else:
                self._run_aside()
        except Error as error:
            raise retold(error)
        if warn:
            for line in self._engine.warnings():
                python_warnings.warn(said(line), stacklevel=_stacklevel())

    def _run_aside(self) -> None:
        failed: list[BaseException] = []

        def work() -> None:
            try:
                self._engine.run()
            except BaseException as error:  # pylint: disable=broad-except
                failed.append(error)

        thread = threading.Thread(target=work, name="strat_eval", daemon=True)
        thread.start()
        try:
            thread.join()
        except BaseException:
            self._engine.stop()
            self._engine.close()  # when it has ended
            raise
        if failed:
            raise failed[0].with_traceback(None)

    def rows(self) -> list[Row]:
        """The rows of the answer."""
        return list(map(Row._make, self._engine.rows()))

    def scores(self, *source: Any) -> dict[str, dict[str, Any]]:
        """The rows of the answer as {topic: {measure: value}}, with the keys of the source, if it is given."""
        return self._engine.scores(*source)

    def measures(self) -> list[list[str]]:
        """Name, what it is, and other names of each measure."""
        return [line.split("\t") for line in self._engine.measures().splitlines()]

    def report(self) -> str:
        """The sentences of text() that are made for a report, a paragraph on each line; if it has none, its notes."""
        lines = (" ".join(line.split()) for line in self._engine.report().splitlines())
        return "\n".join(line for line in lines if line)

    def digest(self) -> int:
        """A number that is the same as long as what is in memory, and the size and the time of each file."""
        return self._engine.digest() + sum(self._stats)

    def text(self) -> str:
        """What the program would have printed."""
        return str(self._engine.text())
