# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the cells of a notebook without Jupyter, and puts what they print and show behind them.

    PYTHONPATH=build/python python3 tests/support/notebook.py doc/notebook.ipynb    (writes the file again)

Where pandas is not installed, what the notebook uses of it is made here.
"""

import ast
import contextlib
import io
import json
import os
import sys
import tempfile
import types
import warnings

#: The first of these that an object has is what is shown of it.
FORMS = {"_repr_html_": "text/html", "_repr_svg_": "image/svg+xml"}


class Column(list):
    def tolist(self):
        return list(self)


class DataFrame:
    """Columns by name."""

    def __init__(self, rows, columns):
        self.columns, self.rows = list(columns), [list(row) for row in rows]

    def __getitem__(self, name):
        if isinstance(name, list):
            return DataFrame(zip(*(self[x] for x in name)), name)
        return Column(row[self.columns.index(name)] for row in self.rows)

    def assign(self, **constants):
        (name, value), = constants.items()
        at = self.columns.index(name)
        return DataFrame([row[:at] + [value] + row[at + 1:] for row in self.rows], self.columns)

    def groupby(self, name):
        parts = {}
        for key, row in zip(self[name], self.rows):
            parts.setdefault(key, []).append(row)
        return [(key, DataFrame(rows, self.columns)) for key, rows in sorted(parts.items())]

    def __repr__(self):
        """As pandas writes it."""
        rows = [[str(i)] + [f"{x:.6f}" if isinstance(x, float) else str(x) for x in row] for i, row in enumerate(self.rows)]
        columns = list(zip(["", *self.columns], *rows))
        wide = [max(map(len, column)) for column in columns]
        return "\n".join("  ".join(x.rjust(w) for x, w in zip(row, wide)) for row in zip(*columns))


def read_csv(path, sep, names, dtype):
    assert sep == r"\s+" and dtype == {"qid": str}
    with open(path, encoding="utf-8") as file:
        rows = [line.split() for line in file]
    kinds = {"label": int, "score": float}
    return DataFrame([[kinds.get(name, str)(x) for name, x in zip(names, row)] for row in rows], names)


def stand_in():
    """What is used of pandas."""
    module = types.ModuleType("pandas")
    module.DataFrame, module.read_csv = DataFrame, read_csv
    module.concat = lambda frames: DataFrame([row for frame in frames for row in frame.rows], frames[0].columns)
    return module


def run_cell(code, names):
    """What Jupyter keeps of a cell: what it prints, and what the last expression is."""
    tree, last = ast.parse(code), None
    if tree.body and isinstance(tree.body[-1], ast.Expr):
        last = ast.Expression(tree.body.pop().value)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(compile(tree, "cell", "exec"), names)
        shown = eval(compile(last, "cell", "eval"), names) if last is not None else None
    outputs = []
    if printed.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": printed.getvalue().splitlines(keepends=True)})
    if shown is not None:
        plain = "a picture" if hasattr(shown, "_repr_svg_") else repr(shown) if isinstance(shown, str) else str(shown)
        data = {"text/plain": plain.splitlines(keepends=True)}
        for method, kind in FORMS.items():
            if hasattr(shown, method):
                data[kind] = getattr(shown, method)().splitlines(keepends=True)
        outputs.append({"data": data, "execution_count": None, "metadata": {}, "output_type": "execute_result"})
    return outputs


def run(path):
    """All cells, in a folder beside the samples; returns the notebook with its outputs."""
    with open(path, encoding="utf-8") as source:
        notebook = json.load(source)
    try:
        import pandas
    except ImportError:
        sys.modules["pandas"] = stand_in()
    names, before, root = {}, os.getcwd(), os.path.dirname(os.path.dirname(os.path.abspath(path)))
    folder = tempfile.TemporaryDirectory()
    os.symlink(os.path.join(root, "qrels-samples"), os.path.join(folder.name, "qrels-samples"))
    os.mkdir(os.path.join(folder.name, "doc"))
    os.chdir(os.path.join(folder.name, "doc"))
    try:
        for number, cell in enumerate((c for c in notebook["cells"] if c["cell_type"] == "code"), 1):
            cell["outputs"] = run_cell("".join(cell["source"]), names)
            cell["execution_count"] = number
            for output in cell["outputs"]:
                if "execution_count" in output:
                    output["execution_count"] = number
    finally:
        os.chdir(before)
        folder.cleanup()
        if getattr(sys.modules["pandas"], "read_csv") is read_csv:
            del sys.modules["pandas"]
    return notebook


def text(notebook):
    """As it stands in its file."""
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    made = text(run(sys.argv[1]))
    with open(sys.argv[1], "w", encoding="utf-8") as target:
        target.write(made)
