# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a type checker knows of the package, and what is refused without one."""

import importlib.util
import json
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

import strat_eval

QRELS = {"1": {"a": 1, "b": 0}, "2": {"a": 1, "c": 1}}
PROGRAMS = pathlib.Path(__file__).parents[2] / "support" / "twelve_programs.py"
RUN = {"1": {"b": 2.5, "a": 1.5}, "2": {"a": 3.0}}

#: A line for a type checker, and the type that it reveals, or what its error says.
KNOWN = [
    ('evaluate(q, r, "AP")', "Scores"),
    ('evaluate("q", "r", "AP", ci=True, level=0.9)', "Scores"),
    ('evaluate(q, [("1", "a", 1.5)])', "Scores"),
    ('evaluate(q, {"1": ["a", "b"]})', "Scores"),
    ("evaluate(q, r, per_topic=True)", "Table[Scores]"),
    ('evaluate(q, {"x": r, "y": r})', "Table[Scores]"),
    ('evaluate(q, {"x": "a.run", "y": Path("b")})', "Table[Scores]"),
    ('evaluate(q, ["a.run", "b.run"], ["AP"])', "Table[Scores]"),
    ('evaluate(q, sorted(Path("x").iterdir()), per_topic=True)', "Table[Table[Scores]]"),
    ('evaluate(q, r, "AP")["AP"].lower', "float | Any"),
    ('evaluate(q, {"x": r})["x"]["AP"].method', "str | None | Any"),
    ("evaluate(q, r, frame=True)", "DataFrame or Any"),
    ("rows(q, r)[0].lower", "float | Any"),
    ('compare(q, [r, r], test=["t", "sign"])', "Comparison"),
    ('compare(q, {"x": r, "y": r}, adjust="shrunk-t")[0].p', "float | Any"),
    ('compare(q, [r, r], rows="long")[0].file', "str | None"),
    ("agree(q, q, [r, r])", "Records"),
    ('plan("topics", power=0.8, effect=[0.4, 0.5])', "Records"),
    ('plan("recall", yield_=3)', "Records"),
    ('simulate("coverage", samples=10)', "Records"),
    ('validate(produced="1:2:3")[0].value', "Any"),
    ('stop("review.csv", N=100)', "Records"),
    ("sample([r], size=2)", "Records"),
    ("compare(q, [r, r]).report", "str"),
    ("evaluate(q, r).to_latex()", "str"),
    ('evaluate(q, r, "AP", levle=0.9)', "No overload variant"),
    ('evaluate(q, r, "AP", score_ties="rnak")', "No overload variant"),
    ('compare(q, [r, r], seed="x")', "No overload variant"),
    ('plan("topics", null=3)', "No overload variant"),
    ('plan("topcis", power=0.8)', "No overload variant"),
    ("compare(q, r)", "has incompatible type"),
    ("compare(q, [r, r])[0].pp", 'has no attribute "pp"'),
    ('evaluate(q, r, "AP")["AP"].lwoer', 'has no attribute "lwoer"'),
]


def mypy(*arguments, folder):
    """Its lines, of which only what stands before the first overload is kept."""
    if importlib.util.find_spec("mypy") is None:
        pytest.skip("skipped: no mypy")
    version = subprocess.run([sys.executable, "-m", "mypy", "--version"], capture_output=True, text=True, check=True).stdout
    if tuple(map(int, re.findall(r"\d+", version)[:2])) < (1, 7):
        pytest.skip(f"skipped: {version.strip()} does not know Unpack; 1.7 does")
    out = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(folder), *map(str, arguments)],
                         capture_output=True, text=True, check=False)
    assert out.returncode < 2, out.stdout + out.stderr
    return out.stdout.splitlines()


def plain(revealed):
    """A type without the names of modules, and as Python 3.10 writes it."""
    text = re.sub(r"\b\w+\.", "", re.sub(r'.*is "(.*)"$', r"\1", revealed))
    while "Union[" in text:
        text = re.sub(r"Union\[([^\[\]]*)\]", lambda found: found[1].replace(", ", " | "), text)
    return text


def test_a_type_checker_knows_each_answer_and_refuses_what_is_misspelt(tmp_path):
    package = pathlib.Path(strat_eval.__file__).parent
    lines = ["from pathlib import Path", "from strat_eval import *", f"q, r = {QRELS!r}, {RUN!r}"]
    lines += [f"reveal_type({call})" for call, _ in KNOWN]
    (tmp_path / "calls.py").write_text("\n".join(lines) + "\n")
    found = {}
    for line in mypy(tmp_path / "calls.py", folder=tmp_path / "cache"):
        at = re.match(r".*calls\.py:(\d+): (?:note: (Revealed .*)|error: (.*))$", line)
        if at and (at[3] or int(at[1]) not in found):
            found[int(at[1])] = at[2] or at[3]
    assert package.joinpath("py.typed").exists()
    for number, (call, expected) in enumerate(KNOWN, 4):
        said = found[number]
        if said.startswith("Revealed"):
            assert plain(said) in expected.split(" or "), (call, said)
        else:
            assert expected in said, (call, said)


def test_the_package_itself_and_the_twelve_programs_are_strictly_typed(tmp_path):
    for path in (pathlib.Path(strat_eval.__file__).parent, PROGRAMS):
        lines = mypy(path, folder=tmp_path / "cache")
        assert lines[-1].startswith("Success"), "\n".join(lines)


def test_pyright_has_no_complaint_of_the_twelve_programs(tmp_path):
    if shutil.which("pyright") is None:
        pytest.skip("skipped: no pyright")
    (tmp_path / "programs.py").write_bytes(PROGRAMS.read_bytes())
    # Strictly, every type has to be known; that of a frame is pandas'.
    mode = "strict" if importlib.util.find_spec("pandas") else "standard"
    package = str(pathlib.Path(strat_eval.__file__).parents[1])
    (tmp_path / "pyrightconfig.json").write_text(json.dumps({"extraPaths": [package], "typeCheckingMode": mode}))
    out = subprocess.run(["pyright", "-p", str(tmp_path), "--pythonpath", sys.executable], capture_output=True, text=True, check=False)
    assert out.returncode == 0, out.stdout + out.stderr


def test_an_unknown_argument_is_a_type_error_with_what_was_meant():
    calls = [lambda: strat_eval.evaluate(QRELS, RUN, "AP", levle=0.9),
             lambda: strat_eval.rows(QRELS, RUN, "AP", levle=0.9),
             lambda: strat_eval.compare(QRELS, [RUN, RUN], "AP", levle=0.9),
             lambda: strat_eval.agree(QRELS, QRELS, [RUN, RUN], levle=0.9),
             lambda: strat_eval.stop("docno,rel\na,1\n", levle=0.9),
             lambda: strat_eval.validate(levle=0.9),
             lambda: strat_eval.simulate("coverage", levle=0.9),
             lambda: strat_eval.plan("recall", levle=0.9)]
    for call in calls:
        with pytest.raises(TypeError, match="^unrecognized argument 'levle'; did you mean 'level'\\?$") as error:
            call()
        assert isinstance(error.value, strat_eval.UsageError)  # as it was in 0.3
    with pytest.raises(TypeError, match="to_latex"):
        strat_eval.compare(QRELS, [RUN, RUN], "AP", format="latex")


def test_lists_are_taken_where_a_type_says_so():
    one, both = (strat_eval.plan("topics", power=0.8, effect=effect) for effect in (0.4, [0.4, 0.5]))
    assert [x.effect for x in both] == [0.4, 0.5] and both[0] == one[0]
    tests = strat_eval.compare(QRELS, [RUN, {"1": ["a"], "2": ["c"]}], "RR", test=["sign", "t"], quiet_warnings=True)
    assert tests[0].test == "sign" and "p_t" in tests[0].more
    bounds = strat_eval.evaluate(QRELS, RUN, "RR", ci=["t", "percentile"], resamples=100)["RR"].bounds
    assert list(bounds) == ["t", "percentile"]
    with pytest.raises(strat_eval.UsageError, match="yield"):  # a word of Python has _ behind it
        strat_eval.plan("recall", yield_=-1)


def test_messages_name_arguments():
    said = strat_eval._library.said
    assert said("1 of 3 topics is missing; left out of its means (-c counts them)").endswith("(c=True counts them)")
    assert said("type -N 1000") == "type N=1000" and said("-R csv: no such") == "R=csv: no such"
    assert said("topic '-c x' of a-b") == "topic '-c x' of a-b" and said("score -5 and - c") == "score -5 and - c"
