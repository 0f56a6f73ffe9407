# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""io_faults.py PROGRAM LIST FILES [LINES]

Calls command lines of LIST (tests/commands/list.txt) with one system call failing, for each of its write, rename, close,
fsync, mmap and read calls in turn; strace makes them fail. Allowed are:

    status 0 with the whole answer: standard output and the files that options ask for
    another status, with no file under its final name, or the whole one

LINES (60) are spread evenly over the list, after those that write files. Prints what is wrong, and a line of counts."""

import os
import re
import subprocess
import sys
import tempfile

CALLS = {"write": "ENOSPC", "rename": "EACCES", "close": "EIO", "fsync": "EIO", "mmap": "ENOMEM", "read": "EIO"}
WRITTEN = re.compile(r"--(?:plot|manifest|write-allocation)=(\S+)")


def lines_of(path, count):
    lines = [x.strip() for x in open(path) if x.strip() and not x.startswith("#")]
    writing = [x for x in lines if WRITTEN.search(x)]
    others = [x for x in lines if x not in writing]
    left = max(count - len(writing), 1)
    return (writing + others[:: max(len(others) // left, 1)])[:count]


def words_of(line, files):
    target, *words = line.split(" ")
    words = [re.sub(r"^((?:--[a-z-]+=)?@?)@", lambda m: m[1] + files + "/", w) for w in words]
    words = [w.replace("=~", "=") for w in words]
    return ([] if target == "evaluate" else [target]) + words


def call(program, words, inject=None, log="/dev/null"):
    """Status, standard output, and the files written, in a folder of their own."""
    with tempfile.TemporaryDirectory() as folder:
        trace = ["strace", "-f", "-o", log, "-e", "trace=" + ",".join("?" + c for c in CALLS)]
        trace += ["-e", "inject=" + inject] if inject else []
        done = subprocess.run(trace + [program] + words, cwd=folder, capture_output=True, stdin=subprocess.DEVNULL)
        written = {n: open(os.path.join(folder, n), "rb").read() for n in os.listdir(folder)}
        return done.returncode, done.stdout, written


def counted(program, words):
    """The same, and how many calls of each kind there were."""
    counts = dict.fromkeys(CALLS, 0)
    with tempfile.NamedTemporaryFile("r") as log:
        answer = call(program, words, log=log.name)
        for line in log:
            name = re.match(r"\d+ +(\w+?)(?:at2?)?\(", line)
            if name and name[1] in counts:
                counts[name[1]] += 1
    return (*answer, counts)


def main(program, listed, files, count="60"):
    program, files = os.path.abspath(program), os.path.abspath(files)
    injected = told = wrong = 0
    lines = lines_of(listed, int(count))
    loader = dict(counted(program, ["--version"])[3], write=0)  # the calls that load the program are not its own
    for line in lines:
        words = words_of(line, files)
        status, whole, written, counts = counted(program, words)
        for name, times in counts.items():
            for k in range(loader[name] + 1, times + 1):
                got, out, left = call(program, words, f"/^{name}(at2?)?$:error={CALLS[name]}:when={k}")
                injected += 1
                told += got != status
                finals = {n: x for n, x in left.items() if ".unfinished." not in n}
                bad = any(written.get(n) != x for n, x in finals.items())
                bad = bad or (got == status and status == 0 and (out != whole or finals != written))
                if bad or got < 0:
                    wrong += 1
                    print(f"{name} number {k} fails, status {got}: {line}", flush=True)
    print(f"{len(lines)} command lines, {injected} calls of the system failed: {told} ended the program with an error, {injected - told} did not matter, {wrong} wrong")
    return 1 if wrong else 0


sys.exit(main(*sys.argv[1:]))
