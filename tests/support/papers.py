# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The rows of doc/papers.md have commands that answer: python3 papers.py PAGE, with strat_eval on the PATH, in the top folder.

The column "command" of a row is a letter, of a block of commands in the same section; a link; "none"; or commands, which are run, behind
them the files and sizes of SMALL if they name none. Prints what is wrong; status 1 if there is anything.
"""
import os
import re
import subprocess
import sys
import tempfile

FILES = "qrels-samples/comparison/qrels qrels-samples/comparison/plain.run qrels-samples/comparison/stemmed.run"
SMALL = {
    "compare": f"-c {FILES}",
    "plan topics": "",
    "plan map": FILES,
    "plan pilot": FILES + " --sizes=1,2,4 --reach=0.6,0.8",
    "simulate coverage": "--scenario=small --realizations=2 --ci=normal",
    "simulate sampling": f"--depths=2 --samples=2 -m map {FILES} qrels-samples/comparison/fused.run",
    "simulate bootstrap": "--sizes=5 --samples=3 --resamples=100 --ci=slogit,t",
}


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
    command = command.replace("--hold-out-count=4", "--hold-out-count=1")
    if "--help" not in command:
        command += " " + SMALL[name]
    answer = subprocess.run(["strat_eval", *command.split()], capture_output=True, text=True)
    return f"{command}: {answer.stderr.strip() or 'no answer'}" if answer.returncode or not answer.stdout else ""


def main(page):
    wrong, rows, commands, letters, column, before = [], 0, 0, set(), None, ""
    with tempfile.TemporaryDirectory() as folder:
        for number, line in enumerate(open(page, encoding="utf-8"), 1):
            if line.startswith("## "):
                letters = set()
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
            cell = cells[column]
            asked = [c for c in re.findall(r"`([^`]+)`", cell) if re.match(r"(plan|compare|simulate) ", c)]
            if re.match(r"[A-Z](\W|$)", cell):
                if cell[0] not in letters:
                    wrong.append(f"{page}:{number}: there is no block {cell[0]}")
            elif asked:
                commands += len(asked)
                wrong += [f"{page}:{number}: {said}" for said in (run(c, folder) for c in asked) if said]
            elif not ("](" in cell or cell.startswith(("none", "the same")) or re.match(r"`?(tests/|--ci)", cell)):
                wrong.append(f"{page}:{number}: '{cell}' is no command")
    print("\n".join(wrong) if wrong else f"{rows} rows, {commands} commands")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
