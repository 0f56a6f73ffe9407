# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The library itself: handles, options, inputs, rows. Everything else is built on ask()."""

from __future__ import annotations

import ctypes
import math
import os
import warnings as python_warnings
from pathlib import Path
from typing import Any, Iterator, NamedTuple, Optional

SONAME = "libstrat_eval.so.0"


class Error(Exception):
    """What the program would have said; ``status`` is its exit status."""

    status = 2


class DataError(Error, ValueError):
    """The data is wrong; the message names file, line, field and value."""

    status = 1


class ReadError(Error, OSError):
    """Reading failed, or memory ran out."""

    status = 2


class UsageError(Error, ValueError):
    """An option is wrong, or options do not go together."""

    status = 64


class Row(NamedTuple):
    """One value with its bounds. What there is none of is None."""

    run: Optional[str]
    other: Optional[str]
    topic: str
    measure: str
    value: Any
    lower: Optional[float]
    upper: Optional[float]
    level: Optional[float]
    method: Optional[str]
    tail: Optional[str]
    n: Optional[int]
    design: Optional[str]
    estimator: Optional[str]
    file: Optional[str]


class _CRow(ctypes.Structure):
    _fields_ = [
        ("run", ctypes.c_char_p), ("other", ctypes.c_char_p), ("topic", ctypes.c_char_p),
        ("measure", ctypes.c_char_p), ("value", ctypes.c_double), ("text", ctypes.c_char_p),
        ("lower", ctypes.c_double), ("upper", ctypes.c_double), ("level", ctypes.c_double),
        ("method", ctypes.c_char_p), ("tail", ctypes.c_char_p), ("n", ctypes.c_int64),
        ("design", ctypes.c_char_p), ("estimator", ctypes.c_char_p), ("file", ctypes.c_char_p),
    ]


def _load() -> ctypes.CDLL:
    """The library that STRAT_EVAL_LIBRARY names, or of this checkout, or of the system."""
    built = Path(__file__).resolve().parents[3] / "build" / SONAME
    named = os.environ.get("STRAT_EVAL_LIBRARY")
    path = named or (str(built) if built.exists() else SONAME)
    library = ctypes.CDLL(path)
    handle, text = ctypes.c_void_p, ctypes.c_char_p
    for name, result, arguments in (
        ("version", text, []),
        ("new", handle, [text]),
        ("free", None, [handle]),
        ("set", ctypes.c_int, [handle, text, text]),
        ("input", ctypes.c_int, [handle, text]),
        ("bytes", text, [handle, text, ctypes.c_char_p, ctypes.c_size_t]),
        ("run", ctypes.c_int, [handle]),
        ("next", ctypes.c_int, [handle, ctypes.POINTER(_CRow)]),
        ("text", handle, [handle, ctypes.POINTER(ctypes.c_size_t)]),
        ("warning", text, [handle, ctypes.c_size_t]),
        ("error", text, [handle]),
    ):
        function = getattr(library, "strat_eval_" + name)
        function.restype, function.argtypes = result, arguments
    return library


_library = _load()


def version() -> str:
    """The version of the library.

    >>> version().count(".")
    2
    """
    return _library.strat_eval_version().decode()


def _text(value: Optional[bytes]) -> Optional[str]:
    return None if value is None else value.decode("utf-8", "surrogateescape")


def _number(value: float) -> Optional[float]:
    return None if math.isnan(value) else value


def _bytes(text: str) -> bytes:
    if "\0" in text:
        raise UsageError("a text with a NUL character: " + repr(text[:80]))
    return text.encode("utf-8", "surrogateescape")


class Question:
    """One question to one command. Use it with ``with``, so that its memory is released."""

    def __init__(self, command: str) -> None:
        self._handle = _library.strat_eval_new(_bytes(command))
        if not self._handle:
            raise UsageError("no such command: " + command)

    def __enter__(self) -> "Question":
        return self

    def __exit__(self, *_: Any) -> None:
        _library.strat_eval_free(self._handle)
        self._handle = None

    def _check(self, status: int) -> None:
        if status == 0:
            return
        kind = {1: DataError, 2: ReadError, 64: UsageError}.get(status, Error)
        raise kind(_text(_library.strat_eval_error(self._handle)))

    def set(self, option: str, value: Any = True) -> None:
        """Sets an option: True for one without a value, False or None for nothing at all, a list
        for one that may be repeated."""
        if value is None or value is False:
            return
        if isinstance(value, (list, tuple, set, frozenset)):
            for each in sorted(value) if isinstance(value, (set, frozenset)) else value:
                self.set(option, each)
            return
        text = None if value is True else _bytes(str(value))
        name = _bytes(option.replace("_", "-") if len(option) > 1 else "-" + option)
        status = _library.strat_eval_set(self._handle, name, text)
        if status == 64 and "_" in option:  # trec_eval's names have underscores
            status = _library.strat_eval_set(self._handle, _bytes(option), text)
        self._check(status)

    def file(self, path: Any) -> None:
        """The next input is a file."""
        self._check(_library.strat_eval_input(self._handle, _bytes(os.fspath(path))))

    def memory(self, name: str, data: bytes) -> str:
        """A path under which an input or an option reads these bytes."""
        path = _library.strat_eval_bytes(self._handle, _bytes(name), data, len(data))
        if path is None:
            self._check(2)
        return path.decode()

    def run(self) -> None:
        """Answers the question. Warnings become Python's."""
        self._check(_library.strat_eval_run(self._handle))
        number = 0
        while True:
            line = _text(_library.strat_eval_warning(self._handle, number))
            if line is None:
                break
            python_warnings.warn(line, stacklevel=4)
            number += 1

    def rows(self) -> Iterator[Row]:
        """The rows of the answer."""
        c = _CRow()
        while _library.strat_eval_next(self._handle, ctypes.byref(c)):
            value = _text(c.text) if c.text is not None else c.value
            yield Row(
                _text(c.run), _text(c.other), _text(c.topic) or "", _text(c.measure) or "", value,
                _number(c.lower), _number(c.upper), _number(c.level), _text(c.method),
                _text(c.tail), c.n if c.n >= 0 else None, _text(c.design), _text(c.estimator),
                _text(c.file))

    def text(self) -> str:
        """What the program would have printed."""
        length = ctypes.c_size_t()
        at = _library.strat_eval_text(self._handle, ctypes.byref(length))
        return ctypes.string_at(at, length.value).decode("utf-8", "surrogateescape")

