# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Evaluation of retrieval runs and document productions, also from sampled judgments.

The numbers are those of the program ``strat_eval``, computed by its library.

>>> qrels = {"1": {"a": 1, "b": 0, "c": 1}, "2": {"a": 1}}
>>> run = {"1": {"a": 2.5, "b": 2.0, "c": 1.5}, "2": {"b": 1.0, "a": 0.5}}
>>> result = evaluate(qrels, run, ["AP", "P@1"])
>>> round(result["AP"], 4), result["P@1"]
(0.6667, 0.5)

Judgments and runs are file names, TREC text, dictionaries or DataFrames. Options have the names that
they have on the command line, with ``_`` for ``-``: ``evaluate(qrels, run, ci=True, level=0.9)``.

Like the program, the package is free software under the GNU General Public License, version 3 or later.
"""

from ._library import ArgumentError, DataError, Error, ReadError, Row, UsageError, version
from ._questions import Measure, agree, compare, evaluate, measures, plan, rows, sample, simulate, stop, validate
from ._results import Answer, Comparison, Pair, Picture, Record, Records, Scores, Table, Value
from .pytrec import RelevanceEvaluator

__all__ = [
    "Answer", "ArgumentError", "Comparison", "DataError", "Error", "Measure", "Pair", "Picture", "ReadError", "Record", "Records",
    "RelevanceEvaluator", "Row", "Scores", "Table", "UsageError", "Value", "agree", "compare", "evaluate", "measures", "plan", "rows",
    "sample", "simulate", "stop", "validate", "version",
]
__version__ = version()
