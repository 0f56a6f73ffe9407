#!/usr/bin/env python3
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""linear.py STRAT_EVAL [PATTERN]

The cost of every reader and command at n, 2n and 4n of what it gets, as a table; fails where a doubling costs
more than the limit of its shape. Then what a byte costs in each reader of a file of some MB, in instructions and memory. The cost is what callgrind counts of instructions, less those of a call that does
nothing; without valgrind, user seconds, the least of five, of ten times as much where that is allowed. PATTERN: only shapes with it in
their names (a regular expression). JOBS=N: calls at a time (default 2).
"""
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

LIMIT = 2.3  # twice, a logarithm, and what caches of sorted runs cost
SUMS = 2.6  # the distribution of a sum of n numbers, by Fourier transforms in a tree: n log(n)^2
PAIRS = 4.4  # pairs of n things are n (n - 1) / 2
VALGRIND = shutil.which("valgrind")
LEAST = 1e6 if VALGRIND else 0.002  # what is less than this is taken for it: starting up differs by as much

SHAPES = []


def shape(name, n, limit=LIMIT):
    """A shape: a function that writes the files of size n and returns the arguments."""
    return lambda make: SHAPES.append((name, n, limit, make))


def write(name, lines, end="\n"):
    with open(name, "w") as file:
        file.writelines(line + end for line in lines)
    return name


# ---- readers: rows of a topic, a document, a number below 3, and a rank -------------------------------------------

JUDGMENTS = {
    "qrels": lambda t, d, g, k: f"{t} 0 {d} {g}",
    "qrels_jg": lambda t, d, g, k: f"{t} 0 {d} {g}",
    "qrels_prefs": lambda t, d, g, k: f"{t} 0 {d} {g}",
    "diversity": lambda t, d, g, k: f"{t} 0 {d} {g}",
    "prefs": lambda t, d, g, k: f"{t} user all {d} {g}",
    "probs": lambda t, d, g, k: f"{t} 0 {d} {g} 0.5",
    "prels": lambda t, d, g, k: f"{t} {d} {g} 1 0.5",
    "strata": lambda t, d, g, k: f"{t} 0 {d} s{g} {g}",
    "csv": lambda t, d, g, k: f"{t},{d},{g},s,9000000",
    "beir": lambda t, d, g, k: f"{t}\t{d}\t{g}",
    "json": lambda t, d, g, k: (t, d, g),
    "jsonl": lambda t, d, g, k: f'{{"qid": "{t}", "docid": "{d}", "rel": {g}}}',
    "topics": lambda t, d, g, k: f"{t},{d}",
    "nuggets": lambda t, d, g, k: f"{t} {d} {'vital' if g > 1 else 'okay'}",
    "pairs": lambda t, d, g, k: f"x {t} {d} support",
    "table": lambda t, d, g, k: f"{t},{d},{'r' if k % 2 else '-'},100,10,{g}",
}
RUNS = {
    "trec_results": lambda t, d, g, k: f"{t} Q0 {d} {k} {1 / k} x",
    "csv": lambda t, d, g, k: f"{t},{d},{1 / k}",
    "json": lambda t, d, g, k: (t, d, k),
    "jsonl": lambda t, d, g, k: f'{{"qid": "{t}", "docid": "{d}", "score": {k}}}',
    "msmarco": lambda t, d, g, k: f"{t} {d} {k}",
    "set": lambda t, d, g, k: f"{t} {d}",
    "support": lambda t, d, g, k: f"{t},{d},d{k},{'no' if g else 'full'}",
    "assignments": lambda t, d, g, k: f"x {t} {d} support",
    "pairs": lambda t, d, g, k: f"x {t} {d} vital",
}
HEADERS = {"-R csv": "topic,docno,rel,stratum,size", "-R beir": "query-id\tcorpus-id\tscore", "-R topics": "topic,nugget",
           "-R table": "topic,stratum,runs,size,sampled,relevant", "-T csv": "topic,docno,score",
           "-T support": "topic,sentence,citation,support"}

# What the rows are: topics of ten, one topic, all on one line, a name of that many bytes, one document again and again.
ROWS = {
    "topics": lambda n: [(i // 10, f"D{i * 7919 % 10000019:08d}", i % 3, i % 10 + 1) for i in range(n)],
    "one topic": lambda n: [(0, f"D{i * 7919 % 10000019:08d}", i % 3, i + 1) for i in range(n)],
    "one line": lambda n: [(0, f"D{i:08d}", i % 3, i + 1) for i in range(n)],
    "huge field": lambda n: [(0, "D00000000", 1, 1), (0, "x" * 100 * n, 1, 2)],
    "repeated": lambda n: [(0, "D00000000", 1, i + 1) for i in range(n)],
}


def as_json(rows):
    """Not by json.dumps, as keys may come twice."""
    topics = {}
    for topic, doc, value in rows:
        topics.setdefault(topic, []).append(f'"{doc}": {value}')
    return ["{" + ", ".join(f'"{topic}": {{{", ".join(docs)}}}' for topic, docs in topics.items()) + "}"]


def reader(option, name, row, kind):
    def make(n):
        rows = [row(*values) for values in ROWS[kind](n)]
        lines = as_json(rows) if name == "json" else rows
        head = HEADERS.get(f"{option} {name}")
        write("file", ([head] if head else []) + ([" ".join(lines)] if kind == "one line" else lines))
        write("one.run", ["0 Q0 D00000000 1 1 x"])
        write("one.qrels", ["0 0 D00000000 1"])
        if option == "-T":
            files = ["one.qrels", "file"]
        elif name == "table":
            files = ["file", "r"]
        else:
            files = ["file", "one.run"] + (["-T", "trec_results"] if name in ("nuggets", "topics", "pairs") else [])
        return ["-m", "num_q", "--jobs=1", option, name] + files
    # preferences of a topic are pairs of its documents
    return shape(f"{option} {name}, {kind}", 1500, PAIRS if name.endswith("prefs") and kind == "one topic" else LIMIT)(make)


def readers():
    here = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "readers")
    for option, folder, formats in (("-R", "judgments", JUDGMENTS), ("-T", "runs", RUNS)):
        for file in sorted(os.listdir(os.path.join(here, folder))):
            name, end = os.path.splitext(file)
            if end != ".c":
                continue
            if name not in formats:
                sys.exit(f"linear.py: no case for {folder} in the format {name}")
            for kind in ROWS:
                if not (kind == "one topic" and name == "json"):  # which stands on one line
                    reader(option, name, formats[name], kind)


# ---- commands -------------------------------------------------------------------------------------------------------


def qrels(topics, docs, name="qrels", shift=0):
    return write(name, (f"{t} 0 d{i} {(i * 7 + t + shift) % 3}" for t in range(topics) for i in range(docs)))


def run(name, topics, docs, shift=0):
    return write(name, (f"{t} Q0 d{(i * 7 + shift + t) % docs} {i} {docs - i} {name}" for t in range(topics) for i in range(docs)))


def runs(count, topics, docs):
    return [run(f"run{k}", topics, docs, k) for k in range(count)]


def docs(name, numbers):
    return write(name, (f"d{i}" for i in numbers))


def sampled(n, strata=1, columns="", value=lambda i: ""):
    """n judged documents of 4 n in equal strata."""
    return write("judged.csv", ["topic,docno,rel,stratum,size" + columns] + [
        f"1,d{4 * i},{int(i % 3 == 0)},s{i % strata},{4 * n // strata}{value(i)}" for i in range(n)])


def workbook(kind, table):
    subprocess.run([sys.executable, "-B", os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support", "workbook.py"),
                    "book", kind, "Sheet=" + table], check=True)
    return "book"


def table(topics, strata, named=lambda s: "A" if s % 2 else "-"):
    return write("table.csv", ["topic,stratum,runs,size,sampled,relevant"] + [
        f"{t},s{s},{named(s)},100,10,{(s + t) % 7}" for t in range(topics) for s in range(strata)])


def matrix(name, topics, systems, step=1):
    return write(name, ["topic," + ",".join(f"S{s}" for s in range(systems))] + [
        f"{t}," + ",".join(str((t * 37 + s * 11 + t * s) % 101 / 101) for s in range(systems)) for t in range(0, topics, step)])


def scores(name, topics, systems, shift=0):
    return write(name, ["run,topic,measure,value"] + [
        f"run{s},{t},AP,{(t * 37 + s * 11 + t * s + shift) % 101 / 101}" for t in range(topics) for s in range(systems)])


def labelled(n, labels=2):
    """Labels are words, as of more than 20 numbers bands would be made; half of what is relevant is in the set."""
    write("labels.csv", ["docno,label"] + [f"d{i},l{i // 7 % labels}" for i in range(4 * n)])
    docs("set", range(0, 4 * n, 8))
    return ["-R", "csv", "-T", "set", "-m", "est_recall", "-m", "est_P", "--labels=labels.csv", sampled(n), "set"]


def nuggets(topics, each):
    write("nuggets", ["topic,nugget,importance"] + [f"{t},n{i},{'okay' if i % 3 else 'vital'}" for t in range(topics) for i in range(each)])
    write("answers", ["run,topic,nugget,assignment"] + [
        f"a,{t},n{i},{'support' if i % 2 else 'not_support'}" for t in range(topics) for i in range(each)])
    return ["-R", "nuggets", "nuggets", "answers"]


def citations(topics, sentences, each, run="a"):
    write("topics", ["topic"] + [str(t) for t in range(topics)])
    write(run, ["run,topic,sentence,citation,support"] + [
        f"{run},{t},{s},d{c},{('full', 'partial', 'no')[(s + c) % 3]}" for t in range(topics) for s in range(sentences) for c in range(each)])
    return ["-R", "topics", "-T", "support", "topics", run]


def review(n):
    """An export: n coded documents of a collection, of which a part was produced, withheld and left out."""
    write("judged.csv", ["docno,rel"] + [f"d{4 * i + 1},{int(i % 5 == 0)}" for i in range(n)])
    docs("all", range(4 * n))
    docs("produced", (i for i in range(4 * n) if i % 16 < 4))
    docs("withheld", (i for i in range(4 * n) if 4 <= i % 16 < 8))
    docs("culled", (i for i in range(4 * n) if 8 <= i % 16 < 12))
    return ["validate", "judged.csv", "--produced=produced", "--collection=all", "--withheld=withheld", "--culled=culled",
            "--drawn-from=collection"]


FEW = ["--resamples=100", "--jobs=1"]
ONE = ["--jobs=1"]


def commands():
    def add(name, n, make, limit=LIMIT):
        shape(name, n, limit)(make)

    # evaluation
    add("evaluate -m all_trec: topics", 300, lambda n: ONE + ["-m", "all_trec", qrels(n, 10), run("r", n, 10)])
    add("evaluate -m all_trec: documents", 5000, lambda n: ONE + ["-m", "all_trec", qrels(1, n), run("r", 1, n)])
    add("evaluate -q --format=csv: topics", 500, lambda n: ONE + ["-q", "--format=csv", "-m", "map", qrels(n, 5), run("r", n, 5)])
    # from 257 topics on an index has two random bytes: a step, and not a square
    add("evaluate -q --format=html: topics", 300, lambda n: ONE + ["-q", "--format=html", "-m", "map", qrels(n, 5), run("r", n, 5)])
    add("evaluate --ci=t: topics", 1000, lambda n: ONE + ["--ci=t", "-m", "map", qrels(n, 5), run("r", n, 5)])
    add("evaluate: runs", 25, lambda n: ONE + ["-m", "map", qrels(10, 20)] + runs(n, 10, 20))
    add("evaluate --manifest=-: files", 25, lambda n: ONE + ["-m", "map", "--format=csv", "--manifest=-", qrels(10, 20)] + runs(n, 10, 20))
    add("evaluate --topic=@FILE: topics", 500, lambda n: ONE + ["-m", "map", "--topic=@" + write("only", map(str, range(n))), qrels(n, 5), run("r", n, 5)])
    add("evaluate --topic-groups: groups", 500, lambda n: ONE + [
        "-m", "map", "--topic-groups=" + write("g", ["topic,group"] + [f"{t},g{t // 2}" for t in range(n)]), qrels(n, 5), run("r", n, 5)])
    add("evaluate --system-of: runs", 25, lambda n: ONE + [
        "-m", "map", "--system-of=" + write("s", ["run,system"] + [f"run{k},s{k // 2}" for k in range(n)]), qrels(10, 20)] + runs(n, 10, 20))
    add("evaluate -R table --ci: topics", 10, lambda n: ONE + ["-R", "table", "--ci", "-m", "est_recall", table(n, 4), "A"])
    add("evaluate -R table --ci: strata", 100, lambda n: ONE + ["-R", "table", "--ci", "-m", "est_recall", table(1, n), "A"])
    add("evaluate -R table: strata with a run each", 50, lambda n: ONE + ["-R", "table", "-m", "est_P", table(1, n, lambda s: f"r{s}")], PAIRS)
    add("evaluate -R csv: strata", 500, lambda n: ONE + ["-R", "csv", "-T", "set", "-m", "est_recall", sampled(4 * n, n), docs("set", range(0, 8 * n, 3))])
    add("evaluate -R csv --show=strata: strata", 500, lambda n: ONE + ["-R", "csv", "-T", "set", "--show=strata", sampled(4 * n, n), docs("set", range(0, 8 * n, 3))])
    add("evaluate -R probs -m stat: documents", 2000, lambda n: ONE + [
        "-R", "probs", "-m", "stat", write("p", (f"0 0 d{i} {i % 3} 0.5" for i in range(n))), run("r", 1, 2 * n)])
    add("evaluate --cluster-column: clusters", 1000, lambda n: ONE + [
        "-R", "csv", "-T", "set", "--cluster-column=family", "-m", "est_recall", sampled(2 * n, 1, ",family", lambda i: f",f{i // 2}"), docs("set", range(0, 8 * n, 3))])
    add("agree: judged twice", 2000, lambda n: [
        "agree", "-R", "csv", write("twice.csv", ["topic,docno,rel,stratum,size,judged_by"] + [
            f"1,d{i},{int(i % (3 + k) == 0)},s,{4 * n},{'ab'[k]}" for i in range(n) for k in (0, 1)])])
    add("agree -q: topics judged twice", 1000, lambda n: [
        "agree", "-R", "csv", "-q", write("twice.csv", ["topic,docno,rel,judged_by"] + [
            f"{t},d,{int(t % (2 + k) == 0)},{'ab'[k]}" for t in range(n) for k in (0, 1)])])
    add("evaluate -R csv --strata: topics", 1000, lambda n: ONE + [
        "-R", "csv", "-q", "-m", "est_rel", "--quiet-warnings",
        "--strata=" + write("sizes", ["topic,stratum,size"] + [f"{t},{s}{t},3" for t in range(n) for s in ("a", "b")]),
        write("judged.csv", ["topic,docno,rel,stratum"] + [f"{t},d,1,a{t}" for t in range(n)]), run("r", n, 2)])
    add("evaluate --labels: documents", 1000, lambda n: ONE + labelled(n))
    add("evaluate --labels: classes", 60, lambda n: ONE + labelled(20 * n, n))  # at most 256
    add("evaluate --show=labels: documents", 1000, lambda n: ONE + labelled(n) + ["--show=labels"])
    add("evaluate --drawn-from=labels: documents", 1000, lambda n: ONE + [
        "--drawn-from=labels", "-m", "nDCG@10", "-m", "P.10", "--quiet-warnings", "--labels=" + qrels(10, n // 10, "model", 1),
        write("people", (f"{t} 0 d{i} {(i * 7 + t) % 3}" for t in range(10) for i in range(0, n // 10, 3))), run("r", 10, n // 10)])
    for kind in ("shared", "inline"):
        add(f"a workbook, strings {kind}: rows", 500, lambda n, kind=kind: ONE + ["-R", "csv", "-T", "set", "-m", "num_q", workbook(kind, sampled(n)), docs("set", range(5))])
    # answers
    add("nuggets: topics", 200, lambda n: ONE + nuggets(n, 5))
    add("nuggets: nuggets of a topic", 2000, lambda n: ONE + nuggets(1, n))
    add("nuggets: one line of JSON", 2000, lambda n: ONE + nuggets(1, 5)[:2] + [
        write("json", [json.dumps({"qid": "0", "nuggets": [{"text": f"n{i}", "importance": "vital"} for i in range(n)]})]), "answers"])
    add("citations: topics", 200, lambda n: ONE + citations(n, 3, 2))
    add("citations: sentences", 1000, lambda n: ONE + citations(1, n, 2))
    add("citations: of a sentence", 2000, lambda n: ONE + citations(1, 1, n))
    # comparisons
    add("compare: topics", 1000, lambda n: ["compare"] + FEW + [qrels(n, 5)] + runs(2, n, 5))
    add("compare: runs", 6, lambda n: ["compare"] + FEW + [qrels(10, 10)] + runs(n, 10, 10), PAIRS)
    add("compare --baseline: runs", 20, lambda n: ["compare", "--baseline=run0"] + FEW + [qrels(10, 20)] + runs(n, 10, 20))
    add("compare --gate: topics", 500, lambda n: ["compare", "--gate=0.1", "--baseline=run0"] + FEW + [qrels(n, 5)] + runs(2, n, 5))
    add("compare --baseline: topics", 500, lambda n: earlier(n, 1))
    add("compare --baseline: runs", 10, lambda n: earlier(50, n))
    add("compare --scores: topics", 500, lambda n: ["compare"] + FEW + ["--scores", matrix("m", n, 3)])
    add("compare --scores, lines of JSON: items", 1000, lambda n: ["compare", "--test=t", "-m", "acc"] + FEW + [
        x for k in (0, 1) for x in ("--scores", write(f"log{k}.jsonl", (f'{{"doc_id": {i}, "acc": {(i + k) % 3 % 2}}}' for i in range(n))))])
    add("compare --scores=--baseline: systems", 20, lambda n: ["compare", "--baseline=S0"] + FEW + ["--scores", matrix("m", 20, n)])
    add("compare --judged-scores: topics", 1000, lambda n: ["compare", "--scores=" + matrix("m", n, 2), "--judged-scores=" + matrix("j", n, 2, 3)])
    add("compare --judged-scores: strata", 500, lambda n: [
        "compare", "--scores=" + matrix("m", 4 * n, 2), "--judged-scores=" + matrix("j", 4 * n, 2, 1),
        "--strata=" + write("strata", ["topic,stratum"] + [f"{t},s{t // 4}" for t in range(4 * n)])])
    add("compare -R csv --labels: documents", 1000, lambda n: ["compare"] + ONE + labelled(n) + [docs("other", range(0, 4 * n, 5))])
    add("compare -R nuggets: topics", 200, lambda n: ["compare"] + FEW + nuggets(n, 3) + [
        write("b", ["run,topic,nugget,assignment"] + [f"b,{t},n{i},{'support' if (i + t) % 3 else 'not_support'}" for t in range(n) for i in range(3)])])
    # agreement
    add("agree A B: documents", 5000, lambda n: ["agree"] + FEW + [qrels(1, n), qrels(1, n, "b", 1)])
    add("agree A B: topics", 1000, lambda n: ["agree"] + FEW + [qrels(n, 5), qrels(n, 5, "b", 1)])
    add("agree: runs", 10, lambda n: ["agree"] + FEW + [qrels(5, 10), qrels(5, 10, "b", 1)] + runs(n, 5, 10), PAIRS)
    add("agree --scores: topics", 200, lambda n: ["agree"] + FEW + ["--scores=" + scores("a", n, 5), "--scores=" + scores("b", n, 5, 9)])
    add("agree --scores: runs", 20, lambda n: ["agree"] + FEW + ["--scores=" + scores("a", 5, n), "--scores=" + scores("b", 5, n, 9)], PAIRS)
    add("agree --also: judges", 5, lambda n: ["agree"] + FEW + [qrels(5, 20), qrels(5, 20, "b", 1)] + [
        "--also=" + qrels(5, 20, f"c{k}", k) for k in range(n)] + runs(3, 5, 20), PAIRS)  # pairs of judges differ
    # samples
    add("sample: topics", 50, lambda n: ["sample", "--size=5"] + ONE + runs(2, n, 20))
    add("sample: documents", 2000, lambda n: ["sample", "--size=50"] + ONE + runs(2, 1, n))
    add("sample: runs", 20, lambda n: ["sample", "--size=5"] + ONE + runs(n, 5, 50))
    add("sample --design=strata: runs", 20, lambda n: ["sample", "--size=50", "--design=strata"] + ONE + [
        docs(f"list{k}", range(k * 10, k * 10 + 30)) for k in range(n)] + ["-T", "set"])
    add("sample --collection: documents", 10000, lambda n: ["sample", "--size=50", "--collection=" + docs("all", range(n))])
    add("sample --leave-out: documents", 5000, lambda n: ["sample", "--size=50", "--collection=" + docs("all", range(2 * n)), "--leave-out=" + docs("out", range(n))])
    add("sample --leave-out: lists", 50, lambda n: ["sample", "--size=50", "--collection=" + docs("all", range(40 * n))] + [
        "--leave-out=" + docs(f"out{k}", range(k * 20, k * 20 + 20)) for k in range(n)])
    add("sample --labels: labels", 200, lambda n: [
        "sample", f"--size={n}", "--allocation=equal", "--labels=" + write("labels", ["docno,label"] + [f"d{i},l{i // 3}" for i in range(3 * n)])])
    add("sample --labels: bands", 50, lambda n: [
        "sample", f"--size={n}", f"--bands={n}", "--labels=" + write("scores", ["docno,score"] + [f"d{i},{i * 37 % 10007 / 10007}" for i in range(40 * n)])])
    add("sample --judged: documents", 2000, lambda n: ["sample", "--size=50", "--judged=" + qrels(1, n)] + ONE + runs(2, 1, n))
    # counts
    add("validate, files: documents", 2000, review)
    add("validate --withheld: lists", 30, lambda n: review(10 * n) + [
        "--withheld=" + docs(f"w{k}", range(16 * k + 10, 16 * k + 12)) for k in range(n)])
    add("validate --produced: volumes", 30, lambda n: review(10 * n) + [
        "--produced=" + docs(f"p{k}", range(16 * k + 10, 16 * k + 12)) for k in range(n)])
    add("validate --null: strata", 10, lambda n: ["validate", "--produced=200:40:30"] + [f"--null=s{k}=1000:100:{k % 9}" for k in range(n)])
    add("validate --stratum: strata", 3, lambda n: ["validate"] + [f"--stratum=s{k}=1000:100:50:{k % 9 + 1}:{k % 4}" for k in range(n)], SUMS)
    add("stop: documents", 32000, lambda n: ["stop", "-N", str(2 * n), write(
        "review.csv", ["docno,rel"] + [f"d{i},{int(i * i % (i // 20 + 2) == 0)}" for i in range(n)])])
    add("stop: batches", 200, lambda n: ["stop", "-N", str(20 * n), "--batch=10", write(
        "review.csv", ["docno,rel"] + [f"d{i},{int(i % (i // 20 + 2) == 0)}" for i in range(10 * n)])])
    add("plan strata: strata", 10, lambda n: ["plan", "strata", "--samples=100", f"--size={n * 10}", "--width=0.9"] + ONE + [
        f"--{'un' * (k % 2)}retrieved-stratum=s{k}=50:0.{k % 5 + 1}" for k in range(n)], SUMS)
    add("merge: topics", 1000, lambda n: merged(n, 2))
    add("merge: shards", 10, lambda n: merged(10 * n, n))


def written(name, arguments):
    """What the program prints, as a file."""
    with open(name, "w") as out:
        subprocess.run([PROGRAM] + arguments, stdout=out, check=True)
    return name


def merged(topics, shards):
    files = ["-m", "map", "--jobs=1", qrels(topics, 5), run("r", topics, 5)]
    return ["merge"] + [written(f"shard{k}", [f"--shard={k}/{shards}"] + files) for k in range(1, shards + 1)]


def earlier(topics, count):
    """Runs, and the scores of a run that is not there any more."""
    old = ["-q", "--manifest=-", "--format=csv", "-m", "map", qrels(topics, 5), run("old", topics, 5, 1)]
    return ["compare"] + FEW + ["-m", "map", "--baseline=" + written("scores", old), "qrels"] + runs(count, topics, 5)


# ---- costs ----------------------------------------------------------------------------------------------------------


def user_seconds(command, cwd):
    """The least of five, and the exit status."""
    best = None
    for _ in range(5):
        process = subprocess.Popen(command, cwd=cwd, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        best = usage.ru_utime if best is None else min(best, usage.ru_utime)
    return best, process.returncode


def cost(arguments, cwd):
    """(cost, status, first words of an error)"""
    command = [PROGRAM] + arguments
    if not VALGRIND:
        return user_seconds(command, cwd) + ("",)
    log = os.path.join(cwd, "callgrind.log")
    done = subprocess.run([VALGRIND, "--tool=callgrind", "--callgrind-out-file=/dev/null", f"--log-file={log}"] + command, cwd=cwd,
                          stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, errors="replace")
    with open(log) as file:
        found = re.search(r"Collected : (\d+)", file.read())
    if not found:
        sys.exit(f"linear.py: callgrind counted nothing: {' '.join(command)[:300]}")
    return int(found.group(1)), done.returncode, done.stderr


def measure(number, idle):
    """In a process of its own, as the files are made in its folder."""
    name, n, limit, make = SHAPES[number]
    n *= 10 if VALGRIND is None and n >= 300 else 1  # there may be 256 strata, and 26 judges
    costs = []
    with tempfile.TemporaryDirectory() as work:
        for times in (1, 2, 4):
            folder = os.path.join(work, str(times))
            os.mkdir(folder)
            os.chdir(folder)
            arguments = make(n * times)
            value, status, error = cost(arguments, folder)
            if status not in (0, 1) or (status and not re.match(r"-[RT] ", name)):
                os.chdir("/")
                return name, n, limit, [], f"status {status}: {error[:300]}"
            costs.append(max(value - idle, 0))
        os.chdir("/")
    return name, n, limit, costs, "refused" if status else ""


PER_BYTE = 400, 64  # instructions, and bytes of memory
FREE = 50e6, 32e6  # what a call may take before its bytes are counted


def byte_cost(name, rows, make):
    """(name, unpacked bytes, instructions and bytes of memory for each, met)"""
    with tempfile.TemporaryDirectory() as work:
        os.chdir(work)
        arguments = make(rows)
        size = sum(os.path.getsize(file) for file in os.listdir(work) if file in arguments)
        if "book" in arguments:
            with zipfile.ZipFile("book") as book:
                size = sum(part.file_size for part in book.infolist())
        process = subprocess.Popen([PROGRAM] + arguments, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        spent = (cost(arguments, work)[0] if VALGRIND else 0), usage.ru_maxrss * 1024
        os.chdir("/")
    each = [max(value - free, 0) / size for value, free in zip(spent, FREE)]
    return name, size, each, process.returncode in (0, 1) and all(e <= limit for e, limit in zip(each, PER_BYTE))


def bytes_table(chosen):
    """The readers at some MB each: how many are above PER_BYTE."""
    over = 0
    big = [(name, 100 * n, make) for name, n, _, make in chosen if name.endswith(", topics")]
    big += [(name, 60 * n, make) for name, n, _, make in chosen if name.startswith("a workbook")]
    big += [(name, 20 * n, make) for name, n, _, make in chosen if name == "compare --scores: topics"]
    if big:
        print(f"\n{'for each byte beyond %d million and %d MB' % (FREE[0] / 1e6, FREE[1] / 1e6):<46} {'MB':>7} {'instructions':>12} {'memory':>7}  met")
    for case in big:
        name, size, (instructions, memory), met = byte_cost(*case)
        over += not met
        print(f"{name:<46} {size / 1e6:7.1f} {instructions:12.1f} {memory:7.1f}  {'ok' if met else 'OVER'}", flush=True)
    return over


def main():
    pattern = re.compile(sys.argv[2] if len(sys.argv) > 2 else "")
    readers()
    commands()
    chosen = [i for i, s in enumerate(SHAPES) if pattern.search(s[0])]
    unit = "millions of instructions" if VALGRIND else "milliseconds"
    scale = 1e-6 if VALGRIND else 1e3
    print(f"{unit:<46} {'n':>7} {'n':>9} {'2n':>9} {'4n':>9} {'2n/n':>6} {'4n/2n':>6} {'limit':>6}  met")
    over = 0
    with tempfile.TemporaryDirectory() as work:
        idle = cost(["--version"], work)[0]
    with concurrent.futures.ProcessPoolExecutor(int(os.environ.get("JOBS") or 2)) as pool:
        for name, n, limit, costs, word in pool.map(measure, chosen, [idle] * len(chosen)):
            if not costs:
                over += 1
                print(f"{name:<46} {n:>7} FAILED: {word}", flush=True)
                continue
            growth = [max(b, LEAST) / max(a, LEAST) for a, b in zip(costs, costs[1:])]
            met = max(growth) <= limit
            over += not met
            print(f"{name:<46} {n:>7} " + " ".join(f"{c * scale:9.2f}" for c in costs) +
                  f" {growth[0]:6.2f} {growth[1]:6.2f} {limit:6.1f}  {'ok' if met else 'OVER'} {word}".rstrip(), flush=True)
    print(f"{len(chosen)} shapes, {over} above their limits")
    over += bytes_table([SHAPES[i] for i in chosen])
    return over > 0


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    PROGRAM = os.path.abspath(sys.argv[1])
    sys.exit(main())
