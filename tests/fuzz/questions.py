# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every plain question has an answer, or a refusal, within 20 s of CPU:

    questions.py PROGRAM QUESTIONS [SEED]

asks plan, validate, sample and stop about 100 to 2^52 documents, at levels from .5 to .999999, for guesses from none to all.
Prints what took longer, ended by a signal or with a status that is not documented, then the slowest, the refusals by kind, and
how many were answered; exits with 1 if something was wrong. A question depends on SEED and its number alone."""

import collections
import os
import random
import re
import resource
import subprocess
import sys
import tempfile

SECONDS = 20
SIZES = [100, 1000, 10**4, 10**5, 10**6, 10**7, 10**9, 10**12, 2**52]
LEVELS = "0.5 0.8 0.9 0.95 0.99 0.999 0.9999 0.999999".split()
SHARES = "0 0.000001 0.0001 0.001 0.01 0.05 0.2 0.5 0.9 0.999 1".split()


def one_sample(r):
    """Size of one sample for a width or a bound, or what a sample gives."""
    n, share = r.choice(SIZES), r.choice(SHARES)
    guess = float(share)
    wanted = r.choice(["--width=%g" % r.choice([0.001, 0.01, 0.05, 0.2]), "--half-width=%g" % r.choice([0.01, 0.05]), "--size=%d" % r.choice([1, 50, 1500, 10**5]),
                       "--bound=%g" % min(0.9999, max(1e-9, guess * r.choice([0.5, 0.9, 1.1, 2, 10]) or r.choice([1e-6, 0.001, 0.02])))])
    tail = "--tail=" + r.choice(["lower", "upper"]) if "bound" in wanted or r.random() < 0.2 else "--tail=both"
    if "width" in wanted:
        tail = "--tail=both"
    return r.choice([["elusion", "--null=%d" % n, "--elusion=" + share, wanted if "width" not in wanted else "--size=500"],
                     ["precision", "--retrieved=%d" % n, "--precision=" + share, wanted], ["richness", "-N", str(n), "--richness=" + share, wanted],
                     ["control", "-N", str(n), "--prevalence=" + share, "--recall=" + r.choice(SHARES[5:]), wanted]]) + \
        ([tail] if tail != "--tail=both" else [])


def recall(r):
    n = r.choice(SIZES)
    return ["recall", "-N", str(n), "--retrieved=%d" % max(1, int(n * r.choice([1e-5, 0.001, 0.1, 0.5]))), "--prevalence=" + r.choice(SHARES[1:9]),
            "--recall=" + r.choice(SHARES[5:]), r.choice(["--size=%d" % r.choice([10, 500, 5000]), "--width=%g" % r.choice([0.05, 0.2, 0.5])])] + \
        (["--tail=lower"] if r.random() < 0.2 else [])


def strata(r):
    return ["strata", "--retrieved-stratum=%d:%s" % (r.choice(SIZES), r.choice(SHARES)), "--unretrieved-stratum=%d:%s" % (r.choice(SIZES), r.choice(SHARES)),
            r.choice(["--width=0.2", "--bound=0.6", "--size=500"])]


def topics(r):
    return ["topics", "--effect=" + r.choice(["0.001", "0.05", "0.3", "1"]), r.choice(["--power=0.8", "--power=0.999", "--topics=%d" % r.choice([10, 1000, 10**5])])]


def labels(r):
    n = r.choice(SIZES)
    return ["labels", "-N", str(n), "--production=%d" % max(1, n // r.choice([2, 10, 1000])), "--sensitivity=" + r.choice(SHARES), "--specificity=" + r.choice(SHARES),
            "--size=%d" % r.choice([50, 1000, 10**5])]


def plan(r, folder):
    question = r.choice([one_sample, one_sample, one_sample, recall, recall, strata, topics, labels])(r)
    assured = question[0] in ("recall", "elusion", "precision", "richness", "control", "strata") and r.random() < 0.3
    return ["plan"] + question + (["--level=" + r.choice(LEVELS)] if question[0] != "topics" else []) + (["--assurance=0.8"] if assured else [])


def counts(r):
    n = min(r.choice(SIZES), 10**12)
    m = min(n, r.choice([1, 50, 400, 2400, 10**5]))
    return "%d:%d:%d" % (n, m, min(m, int(m * float(r.choice(SHARES)) + r.choice([0, 0.5]))))


def validate(r, folder):
    args = ["validate", "--produced=" + counts(r), "--null=" + counts(r)]
    if r.random() < 0.2:
        args.append(r.choice(["--culled=", "--withheld=", "--null=", "--produced="]) + counts(r))
    if r.random() < 0.1:
        args.append("--null-qc=%d:%d,%d:%d" % r.choice([(1, 1, 10, 0), (5, 4, 100, 1), (9, 9, 0, 0)]))
    if r.random() < 0.5:
        args.append("--target=" + r.choice(["0.5", "0.8", "0.99"]))
    return args + ["--level=" + r.choice(LEVELS)]


def sample(r, folder):
    size, total = r.choice([1, 10, 1000]), r.choice([100, 2000])
    with open(os.path.join(folder, "run"), "w") as f:
        f.writelines("1 Q0 d%d %d %d x\n" % (i, i + 1, total - i) for i in range(total))
    design = r.choice([["--design=stevens"], ["--design=strata", "--allocation=" + r.choice(["neyman", "equal"]), "-N", str(r.choice(SIZES[2:])),
                                              "--prevalence=" + r.choice(SHARES[1:9])], ["--design=strata"]])
    return ["sample", "--size=%d" % size] + design + ["run"]


def stop(r, folder):
    judged, dense = r.choice([10, 300, 2000]), float(r.choice(SHARES))
    with open(os.path.join(folder, "judged"), "w") as f:
        f.writelines("d%d %d\n" % (i, r.random() < dense * 20 / (20 + i)) for i in range(judged))
    return ["stop", "-N", str(max(judged, r.choice(SIZES))), "--target=" + r.choice(["0.5", "0.8", "0.95", "0.999"]), "--level=" + r.choice(LEVELS),
            "--batch=%d" % r.choice([1, 10, 100]), "judged"]


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))


def main():
    program, count, seed = os.path.abspath(sys.argv[1]), int(sys.argv[2]), sys.argv[3] if len(sys.argv) > 3 else "1"
    statuses, kinds, slowest, wrong = collections.Counter(), collections.Counter(), [], 0
    with tempfile.TemporaryDirectory() as folder:
        for i in range(count):
            r = random.Random("%s/%d" % (seed, i))
            args = r.choice([plan, plan, plan, validate, validate, sample, stop])(r, folder)
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            p = subprocess.run([program, *args], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, preexec_fn=limit, check=False)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            statuses[p.returncode] += 1
            if p.returncode in (1, 64):
                kinds[re.sub(r"\d[\d.e:+-]*", "#", p.stderr.strip().split("\n")[-1])[12:112]] += 1
            slowest = sorted(slowest + [(took, args)], key=lambda x: -x[0])[:5]
            if p.returncode not in (0, 1, 64):
                wrong += 1
                print("question %d: %s\n    strat_eval %s" % (i, "no answer in %d s" % SECONDS if took >= SECONDS - 0.5 else "status %d: %s" % (p.returncode, p.stderr), " ".join(args)))
    for took, args in slowest:
        print("%6.2f s  strat_eval %s" % (took, " ".join(args)))
    for kind, often in kinds.most_common():
        print("%6d refused: %s" % (often, kind))
    print("%d questions, seed %s: %d answered, %d refused, %d wrong" % (count, seed, statuses[0], statuses[1] + statuses[64], wrong))
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
