# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The rows of doc/papers.md have commands that answer: python3 papers.py PAGE, with strat_eval on the PATH, in the top folder.

The column "command" of a row is a letter, of a block of commands in the same section; a link; "none"; or commands, which are run, behind
them the files and sizes of SMALL if they name none. Blocks of commands that take long (```text) are run with the sizes of SHORT; those with
```sh and ```bash are run by other tests. Each equation, table and figure of NUMBERED has a row. Prints what is wrong; status 1 if there is
anything.
"""
import os
import re
import subprocess
import sys
import tempfile

FILES = "qrels-samples/comparison/qrels qrels-samples/comparison/plain.run qrels-samples/comparison/stemmed.run"
SMALL = {
    "-R table": "qrels-samples/legal09/strata.csv UW",
    "-R probs": "-N 400 qrels-samples/production/judgments.probs qrels-samples/production/produced.run",
    "validate": "",
    "compare": f"-c {FILES}",
    "plan topics": "",
    "plan map": FILES,
    "plan pilot": FILES + "",
    "simulate coverage": "--scenario=small:2 --ci=normal",
    "simulate sampling": f"--depths=2 --samples=2 -m map {FILES} qrels-samples/comparison/fused.run",
    "simulate bootstrap": "--topics=5 --samples=3 --resamples=100 --ci=slogit,t",
}
SHORT = {
    "i < 1000": "i < 3",
    "n <= 10240": "n <= 20",
    "simulate coverage --scenario": "simulate coverage --samples=5 --scenario",
    "simulate coverage --plot": "simulate coverage --scenario=small:2 --samples=5 --plot",
    "--samples=5 --scenario=n20.csv --samples=all": "--scenario=n20.csv --samples=all",
}
# The last number of each kind in the paper.
NUMBERED = {
    "Webber 2013": {"eq": 29, "Table": 12, "Figure": 15},
    "Aslam & Pavlu 2008": {"eq": 6, "Table": 1, "Figure": 12},
    "Carterette & Smucker 2007": {"eq": 8, "Table": 2, "Figure": 8},
    "Park 2011": {"Table": 3, "Figure": 3},
    "Goutte & Gaussier 2005": {"eq": 28, "Table": 2, "Figure": 1},
}
ROMAN = "I II III IV V VI VII VIII IX X XI XII".split()


def items(cell):
    """The numbered items that a row is about: "eq 4, 22 to 24, Figure 3"."""
    for kind, numbers in re.findall(r"(eq|Table|Figure)s? ((?:[\dIVX]+(?:, | to | and )?)+)", cell):
        for first, last in re.findall(r"([\dIVX]+)(?: to ([\dIVX]+))?", numbers):
            ends = [ROMAN.index(n) + 1 if n in ROMAN else int(n) for n in (first, last or first)]
            yield from ((kind, n) for n in range(ends[0], ends[1] + 1))


def run_block(block, folder):
    for long, short in SHORT.items():
        block = block.replace(long, short)
    build = os.path.abspath(os.environ.get("BUILD", "build"))
    block = block.replace("build/", build + "/")
    if any(not os.path.exists(program) for program in re.findall(re.escape(build) + r"\S+", block)):
        return ""  # experiments are built in test-all only
    answer = subprocess.run(["sh", "-ec", block], capture_output=True, text=True, cwd=folder)
    return f"{block}: {answer.stderr.strip() or 'no answer'}" if answer.returncode or not answer.stdout else ""


def run(command, folder):
    command = command.replace("FILE", f"{folder}/picture.svg").replace("--plot ", f"--plot={folder}/picture.svg ")
    command = re.sub(r"--plot$", f"--plot={folder}/picture.svg", command)
    matrix = f"{folder}/matrix.csv"
    with open(matrix, "w") as file:
        file.write("topic,A,B\n" + "".join(f"{i},{i % 7 / 10 + .1},{i % 5 / 10 + .2}\n" for i in range(20)))
    command = command.replace("ap.csv", matrix)
    name = next((n for n in sorted(SMALL, key=len, reverse=True) if command.startswith(n)), None)
    if name is None:
        return f"{command}: not known to papers.py"
    command = command.replace("--hold-out=4", "--hold-out=1")
    if "--help" not in command:
        command += " " + SMALL[name]
    answer = subprocess.run(["strat_eval", *command.split()], capture_output=True, text=True)
    return f"{command}: {answer.stderr.strip() or 'no answer'}" if answer.returncode or not answer.stdout else ""


def main(page):
    wrong, rows, commands, letters, column, paper, have = [], 0, 0, set(), None, "", set()
    text = open(page, encoding="utf-8").read()
    with tempfile.TemporaryDirectory() as folder:
        for block in re.findall(r"(?ms)^```text\n(.*?)^```", text):
            commands += 1
            wrong += [said for said in [run_block(block, folder)] if said]
        for number, line in enumerate(text.splitlines(), 1):
            if line.startswith("## "):
                letters, paper = set(), line[3:]
            letters.update(re.findall(r"^\*\*([A-Z])\*\*", line))
            if not line.startswith("|"):
                column = None
                continue
            cells = [c.strip() for c in re.split(r"(?<!\\)\|", line.strip().strip("|"))]
            if "command" in cells:
                column = cells.index("command")
                continue
            if column is None or set(line.strip()) <= set("|-"):
                continue
            rows += 1
            have.update((paper, *item) for item in items(cells[0]))
            cell = cells[column]
            asked = [c for c in re.findall(r"`([^`]+)`", cell) if re.match(r"(plan|compare|simulate|validate|-R) ", c)]
            if re.match(r"[A-Z](\W|$)", cell):
                if cell[0] not in letters:
                    wrong.append(f"{page}:{number}: there is no block {cell[0]}")
            elif asked:
                commands += len(asked)
                wrong += [f"{page}:{number}: {said}" for said in (run(c, folder) for c in asked) if said]
            elif not ("](" in cell or cell.startswith(("none", "the same")) or re.match(r"`?(tests/|--ci)", cell)):
                wrong.append(f"{page}:{number}: '{cell}' is no command")
    wrong += [f"{page}: no row for {kind} {n} of {paper}" for paper, kinds in NUMBERED.items() for kind, last in kinds.items()
              for n in range(1, last + 1) if (paper, kind, n) not in have]  # fmt: skip
    print("\n".join(wrong) if wrong else f"{rows} rows, {commands} commands")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
