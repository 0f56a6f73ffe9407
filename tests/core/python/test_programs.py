# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The twelve programs run, and Python opens no file to write."""

import importlib.util
import pathlib
import sys

import pytest

spec = importlib.util.spec_from_file_location("twelve_programs", pathlib.Path(__file__).parents[2] / "support" / "twelve_programs.py")
programs = importlib.util.module_from_spec(spec)
spec.loader.exec_module(programs)

WRITES = ("os.mkdir", "os.rename", "os.symlink", "os.link", "tempfile.mkdtemp", "tempfile.mkstemp")
running = []


def refuse(event, arguments):
    if running and (event in WRITES or (event == "open" and set(arguments[1] or "") & set("wax+"))):
        raise AssertionError((running, event, arguments))


sys.addaudithook(refuse)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("program", programs.PROGRAMS, ids=lambda x: x.__name__)
def test_a_program_runs_and_writes_no_file(program):
    running.append(program.__name__)
    try:
        program()
    finally:
        running.clear()


def test_there_are_twelve():
    assert len(programs.PROGRAMS) == 12
