# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs a notebook with nbconvert in a kernel of its own, beside the samples, and writes it again with what Jupyter shows.

    PYTHONPATH=$PWD/build/python python3 tests/support/notebook.py doc/notebook.ipynb [TARGET]
"""

import os
import pathlib
import sys
import tempfile

import nbformat
from nbconvert.preprocessors import ExecutePreprocessor

source = pathlib.Path(sys.argv[1]).resolve()
target = pathlib.Path(sys.argv[-1])
notebook = nbformat.read(source, as_version=4)
with tempfile.TemporaryDirectory() as folder:
    os.symlink(source.parents[1] / "qrels-samples", os.path.join(folder, "qrels-samples"))
    os.mkdir(os.path.join(folder, "doc"))
    ExecutePreprocessor(timeout=600, record_timing=False).preprocess(notebook, {"metadata": {"path": os.path.join(folder, "doc")}})
notebook.metadata["language_info"] = {"name": "python"}  # not which one it was
nbformat.write(notebook, target)
