# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Random command lines on random files, and what must be true of every answer:

    random_lines.py PROGRAM LINES [SEED [FOLDER]]     LINES of them
    random_lines.py PROGRAM =LINE SEED FOLDER         only that one; its files stay in FOLDER

No signal, an exit status that is documented, no output beside an error; nan only with a word on standard error; ends of
intervals in order, in the range of the quantity, on the right side of the estimate; one-sided ones inside two-sided ones of
the same method; the same numbers as trec, csv and jsonl, and for any --jobs. Prints what is wrong, with the line, then counts;
exits with 1 if something was wrong. A line depends on SEED and its number alone."""

import collections
import csv
import io
import json
import math
import os
import random
import re
import subprocess
import sys
import zipfile

SECONDS = 10  # CPU that a line may take
LEVELS = "0.5 0.8 0.9 0.95 0.99 0.999999".split()
SET_METHODS = """agresti-coull bb-bound bb-half bb-learnt bb-mcp bb-spread bb-uniform clopper-pearson
    hypergeometric jeffreys koopman logit-normal naive normal normal-uncorr trec-legal wilson exact""".split()
WEIGHT_METHODS = "ht-logit ht-linear ht-jackknife aslam-pavlu".split()
MEAN_METHODS = "clogit t percentile bca bootstrap-t slogit".split()
CLASSIC = """map P.5 P.10 ndcg ndcg_cut.5 recall.5 recip_rank bpref Rprec success.5 infAP gm_map gm_bpref 11pt_avg iprec_at_recall dcg
    ideal_dcg ndcg_rel Rndcg map_cut.5 relative_P.5 yaap rbp rbp_resid unj.5 judged.5 err nerr inst insq.max_rel=3 bpm sdcg nerr8 nerr9 nerr10
    nerr11 compat accuracy hits f1 dcg_exp set_P set_relative_P set_recall set_map set_F utility num_q num_ret num_rel num_rel_ret
    last_rel norm_last_rel wss.95 recall_at.10 norm_area loss_er official all_trec nDCG@10 AP RR@10 G binG Rprec_mult""".split()
SETS = """est est_recall est_P est_F est_rel est_richness est_elusion est_rel_ret est_rel_unret est_recall_low_bias est_R_prec
    est_nonrel est_recall.5 est_P.5 num_sampled num_outside num_q_undef""".split()
RANKED = """stat statAP statAP_bc statAP_literal statRprec statP.5 infAP""".split()
POOLS = "xinfAP infNDCG iP.5 inum_rel reg_P.5 reg_DCG.5 reg_nDCG.5 reg_nDCG_exp.5".split()
LABELLED = "lab_P.5 lab_DCG.5 lab_nDCG.5 lab_nDCG.10 lab_nDCG_exp.5".split()
# Values of options that any line may get; others stand in the lines' own functions.
VALUES = {
    "level": LEVELS + ["1"], "tail": ["lower", "upper", "both"], "seed": ["0", "1", "7", "-1"],
    "resamples": ["0", "100", "500"], "draws": ["0", "1", "100", "1000"], "digits": ["0", "2", "12", "17"],
    "jobs": ["1", "2", "3"], "gray": ["left-out", "nonrelevant", "worst", "best"], "over": ["topics", "documents"],
    "outside": ["left-out", "nonrelevant", "unknown", "by-design"], "score-ties": ["docno", "rank"],
    "duplicates": ["refuse", "first"], "topics": ["these", "random", "5", "20"], "level_for_rel": ["0", "1", "2", "4"],
    "Max_retrieved_per_topic": ["0", "1", "3", "1000"], "Number_docs_in_coll": ["1", "50", "400", "4503599627370496"],
    "topic": ["1", "2", "nothing"], "bands": ["1", "2", "3", "100"], "bands-of": ["all", "topics"], "target": ["0.5", "0.8", "0.99"],
    "beta": ["0", "0.5", "2"], "prior": ["uniform", "jeffreys", "0.1"], "margin": ["0", "0.05", "1"], "ties": ["split", "drop"],
    "adjust": ["none", "bonferroni", "holm", "random-tukey", "shrunk-t"], "rbo-p": ["0.5", "0.9", "1"],
    "test": ["t", "sign", "wilcoxon", "random", "bootstrap", "t,sign"], "frame": ["labels"], "looks": ["1", "3", "1000"],
    "batch": ["1", "3", "1000"], "assurance": ["0.5", "0.8", "0.999"], "allocation": ["best", "neyman", "equal", "proportional"],
    "size": ["1", "10", "100", "1000000"], "width": ["0.01", "0.1", "0.9"], "half-width": ["0.02", "0.3"], "alpha": ["0.05", "0.5"],
    "design": ["stevens", "strata", "pool"], "sort": ["map", "files"], "shared-runs": [""],
}
PLAIN = """agreement capped by-topic complete_rel_info_wanted Judged_docs_only query_eval_wanted nosummary leaderboard lower-better micro more
    partial post-stratify provenance ranks scores shared-runs show-labels show-strata simultaneous quiet-warnings normal""".split()


class Line:
    """What is drawn for one line: its files, in a folder, and its arguments."""

    def __init__(self, number, seed, folder):
        self.r = random.Random("%s/%d" % (seed, number))
        self.folder = folder
        self.files = []

    def write(self, name, rows, sep=","):
        text = "".join(sep.join(map(str, row)) + "\n" for row in rows)
        self.put(name, text.encode())
        return name

    def put(self, name, content):
        with open(os.path.join(self.folder, name), "wb") as f:
            f.write(content)
        self.files.append(name)

    def sheet(self, name, rows):
        """A workbook of one sheet with inline strings."""
        cells = "".join("<row>%s</row>" % "".join(
            "<c><v>%s</v></c>" % x if isinstance(x, (int, float)) else '<c t="inlineStr"><is><t>%s</t></is></c>' % x for x in row) for row in rows)
        main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
        office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
        package = "http://schemas.openxmlformats.org/package/2006/relationships"
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w") as z:
            for path, text in (
                    ("_rels/.rels", '<Relationships xmlns="%s"><Relationship Id="r" Type="%s/officeDocument" Target="xl/workbook.xml"/></Relationships>' % (package, office)),
                    ("xl/workbook.xml", '<workbook xmlns="%s" xmlns:r="%s"><sheets><sheet name="s" sheetId="1" r:id="r"/></sheets></workbook>' % (main, office)),
                    ("xl/_rels/workbook.xml.rels", '<Relationships xmlns="%s"><Relationship Id="r" Type="%s/worksheet" Target="worksheets/s.xml"/></Relationships>' % (package, office)),
                    ("xl/worksheets/s.xml", '<worksheet xmlns="%s"><sheetData>%s</sheetData></worksheet>' % (main, cells))):
                z.writestr(path, text)
        self.put(name, buffer.getvalue())
        return name

    def some(self, words, most=3):
        return self.r.sample(words, self.r.randint(1, min(most, len(words))))

    def size(self, *sizes):
        return self.r.choice(sizes)

    def measures(self, words, most=3):
        return [x for m in self.some(words, most) for x in ("-m", m)]

    def maybe(self, p, *args):
        return list(args) if self.r.random() < p else []

    def interval(self, methods, p=0.8):
        if self.r.random() > p:
            return []
        method = self.r.choice(["", "", self.r.choice(methods)])
        return ["--ci" + ("=" + method if method else "")] + self.maybe(0.4, "--level=" + self.r.choice(LEVELS)) + \
            self.maybe(0.3, "--tail=" + self.r.choice(["lower", "upper"])) + ["--resamples=%d" % self.size(100, 200)]

    # ---- files ----

    def truth(self):
        """Topics with documents and grades; runs that order some of them."""
        r = self.r
        share = self.size(0, 0.02, 0.1, 0.3, 0.7, 1)
        most = self.size(1, 1, 3)
        topics = {str(t + 1): {"d%d" % d: r.randint(1, most) if r.random() < share else 0 for d in range(self.size(1, 2, 8, 20, 40))}
                  for t in range(self.size(1, 1, 2, 3, 5, 12))}
        return topics

    def runs(self, topics, count=None, kind="run"):
        r, names = self.r, []
        for i in range(count or self.size(1, 1, 2, 3, 4)):
            rows, skill, depth, steps = [], self.size(0, 0.5, 2), self.size(1, 5, 1000), self.size(2, 1000)
            for topic, grades in topics.items():
                if r.random() < 0.05 and len(topics) > 1:
                    continue
                known = sorted(grades, key=lambda d: -(skill * grades[d] + r.random()))[:depth]
                known += ["x%d" % k for k in range(self.size(0, 0, 0, 2))]
                rows += [(topic, "Q0", d, k + 1, round(r.random() * steps) if r.random() < 0.1 else 1000 - k, "tag%d" % i) for k, d in enumerate(known)]
            name = "%s%d" % (kind, i)
            if not rows:
                rows = [("1", "Q0", "d0", 1, 1, "tag")]
            names.append(self.write(name, rows, " "))
        return names

    def qrels(self, topics, name="qrels", error=0.0, share=1.0):
        r = self.r
        rows = [(t, 0, d, (int(r.random() < 0.5) if r.random() < error else g)) for t, grades in topics.items() for d, g in grades.items() if r.random() < share]
        return self.write(name, rows or [("1", 0, "d0", 0)], " ")

    def sampled(self, topics):
        """Judgments of a sample: the file, and the options that say how to read it."""
        r, kind = self.r, self.size("csv", "csv", "csv", "probs", "strata", "prels", "plain", "sheet")
        share = self.size(0.05, 0.3, 0.7, 1)
        rows, sizes = [], []
        for t, grades in topics.items():
            cells = collections.defaultdict(list)
            for k, d in enumerate(grades):
                cells["s%d" % (k * self_strata // len(grades)) if (self_strata := self.strata) > 1 else "all"].append(d)
            for s, docs in cells.items():
                n = max(1, min(len(docs), round(share * len(docs))))
                sizes.append((t, s, len(docs)))
                drawn = set(r.sample(docs, n))
                for d in docs:
                    gray = r.random() < self.gray
                    rows.append((t, d, -2 if gray else grades[d], s, len(docs), n / len(docs), d in drawn))
        drawn = [x for x in rows if x[6]]
        if kind in ("probs", "plain"):
            return ["-R", "probs", self.write("judged", [(t, 0, d, g, p) for t, d, g, s, n, p, _ in drawn], " ")]
        if kind == "prels":
            return ["-R", "prels", self.write("judged", [(t, d, g, 1, p) for t, d, g, s, n, p, _ in drawn], " ")]
        if kind == "strata":
            return ["-R", "strata", self.write("judged", [(t, 0, d, s, g if w else -1) for t, d, g, s, n, p, w in rows], " ")]
        table = [("topic", "docno", "rel", "stratum", "size")] + [(t, d, g, s, n) for t, d, g, s, n, p, _ in drawn]
        if kind == "sheet":
            return ["-R", "csv", self.sheet("judged.xlsx", table)]
        if r.random() < 0.3:
            self.write("sizes.csv", [("topic", "stratum", "size")] + sizes)
            return ["-R", "csv", "--strata=sizes.csv", self.write("judged.csv", [x[:4] for x in table])]
        if r.random() < 0.5:  # every document is listed, as measures of pools want it
            table = table[:1] + [(t, d, g if w else -1, s, n) for t, d, g, s, n, p, w in rows]
        return ["-R", "csv", self.write("judged.csv", [x[:4] for x in table] if len(table) == len(rows) + 1 else table)]

    @property
    def strata(self):
        if not hasattr(self, "_strata"):
            self._strata, self._gray = self.size(1, 1, 2, 4), self.size(0, 0, 0, 0.1, 1)
        return self._strata

    @property
    def gray(self):
        return self.strata and self._gray

    def labels(self, topics, scores=None):
        r, error = self.r, self.size(0, 0.1, 0.5)
        kind = scores if scores is not None else r.random() < 0.3
        return self.write("labels", [(t, 0, d, round(r.random() * 0.5 + g * 0.3, 3) if kind else int(r.random() < 0.5) if r.random() < error else g)
                                     for t, grades in topics.items() for d, g in grades.items()], " ")

    # ---- lines ----

    def evaluate(self):
        topics = self.truth()
        return self.interval(MEAN_METHODS, 0.6) + self.maybe(0.4, "-q") + self.measures(CLASSIC) + \
            [self.qrels(topics, share=self.size(0.3, 1, 1))] + self.runs(topics)

    def estimate(self):
        topics = self.truth()
        ranked = self.r.random() < 0.4
        methods = WEIGHT_METHODS if ranked else SET_METHODS
        measures = self.measures(RANKED + POOLS if ranked else SETS)
        return self.interval(methods) + self.maybe(0.4, "-q") + self.maybe(0.2, "--micro") + measures + self.sampled(topics) + self.runs(topics)

    def by_labels(self):
        topics = self.truth()
        return self.interval(["bb-spread", "ht-logit"]) + self.maybe(0.4, "-q") + self.measures(SETS + LABELLED + POOLS) + \
            ["--labels=" + self.labels(topics)] + self.sampled(topics) + self.runs(topics)

    def frame(self):
        topics = self.truth()
        command = self.r.choice([[], [], ["compare"], ["agree"]])
        measures = self.measures(LABELLED + ["nDCG@10", "est_recall", "est_P", "P.5", "reg_P.5"])
        runs = self.runs(topics, 2 if command == ["compare"] else None)
        files = [self.qrels(topics, share=self.size(0.05, 0.2, 0.6, 1))]
        if command == ["agree"]:
            files.append(self.qrels(topics, "other", 0.1, 0.5))
        return command + (["--ci"] if not command else []) + ["--resamples=100", "--drawn-from=labels", "--labels=" + self.labels(topics)] + measures + files + runs

    def clusters(self):
        r, topics = self.r, self.truth()
        rows = [("topic", "docno", "rel", "stratum", "size", "family")]
        wide, share = self.size(1, 3, 50), self.size(0.1, 0.5, 1)
        for t, grades in topics.items():
            families = sorted({int(d[1:]) // wide for d in grades})
            drawn = set(r.sample(families, max(1, round(share * len(families)))))
            rows += [(t, d, g, "all", len(grades), "f%d" % (int(d[1:]) // wide)) for d, g in grades.items() if int(d[1:]) // wide in drawn]
        run = self.runs(topics) if len(topics) > 1 or r.random() < 0.5 else ["-T", "set", self.write("set", [[d] for d in list(topics["1"])[:self.size(1, 5, 40)]])]
        return ["--ci"] + self.maybe(0.3, "--level=" + r.choice(LEVELS)) + self.measures(SETS) + ["--cluster-column=family", "-R", "csv", self.write("families.csv", rows)] + run

    def table(self):
        r = self.r
        rows = [("topic", "stratum", "runs", "size", "sampled", "assessable", "relevant")]
        for t in range(self.size(1, 1, 3)):
            for s in range(self.size(1, 2, 3, 6)):
                n = self.size(0, 1, 10, 1000, 10**6, 2**40)
                m = min(n, self.size(0, 1, 5, 50, 1000, n))
                a = r.randint(0, m) if r.random() < 0.2 else m
                rows.append((t + 1, s, r.choice(["A", "B", "A+B", "-"]), n, m, a, self.size(0, a, min(1, a), a // 2)))
        return self.interval(SET_METHODS, 0.9) + self.maybe(0.5, "-q") + self.maybe(0.2, "--micro") + self.measures(SETS) + ["-R", "table", self.write("table.csv", rows)] + self.maybe(0.5, r.choice(["A", "B"]))

    def counts(self, most=None):
        n = self.size(1, 10, 1000, 40000, 10**6, 10**12)
        m = min(n, self.size(1, 5, 100, 2400, n if n < 10**6 else 5000))
        return "%d:%d:%d" % (n, m, self.size(0, min(1, m), m // 50, m // 2, m))

    def validate(self):
        r = self.r
        args = ["--produced=" + self.counts()] + ["--null=" + self.counts() for _ in range(self.size(1, 1, 1, 2))]
        args += self.maybe(0.15, "--culled=" + self.counts()) + self.maybe(0.1, "--withheld=" + self.counts()) + self.maybe(0.1, "--produced=" + self.counts())
        args += self.maybe(0.1, "--null-qc=%d:%d,%d:%d" % (self.size(1, 5), self.size(0, 1), self.size(0, 20), self.size(0, 1)))
        return ["validate"] + args + self.maybe(0.5, "--target=" + r.choice(VALUES["target"])) + self.maybe(0.4, "--level=" + r.choice(LEVELS)) + \
            self.maybe(0.3, "--ci=" + r.choice(SET_METHODS)) + self.maybe(0.2, "--tail=lower")

    def validate_files(self):
        r = self.r
        n, share, produced = self.size(5, 60, 400), self.size(0.05, 0.4, 1), self.size(0.02, 0.3, 1)
        docs = ["d%d" % d for d in range(n)]
        made = set(docs[:max(1, round(produced * n))])
        judged = r.sample(docs, max(1, round(share * n)))
        p = self.size(0, 0.1, 0.9)
        rows = [("docno", "rel", "family")] + [(d, int(r.random() < p), "f%d" % (int(d[1:]) // 3)) for d in judged]
        export = self.sheet("export.xlsx", rows) if r.random() < 0.3 else self.write("export.csv", rows)
        return ["validate", export, "--produced=" + self.write("made.txt", [[d] for d in docs if d in made]), "--collection=%d" % n] + \
            self.maybe(0.4, "--target=0.8") + self.maybe(0.3, "--level=" + r.choice(LEVELS))

    def matrix(self):
        r, runs = self.r, self.size(2, 2, 3, 5)
        flat = self.size(0, 0, 0.5, 1)
        rows = [["topic"] + ["r%d" % i for i in range(runs)]]
        for t in range(self.size(1, 2, 5, 6, 20, 50)):
            base = r.random()
            rows.append([t + 1] + ["" if r.random() < 0.01 else base if r.random() < flat else round(r.random() * self.size(1, 1, 0), 3) for _ in range(runs)])
        args = ["compare", "--resamples=100", "--scores=" + self.write("matrix.csv", rows)]
        if r.random() < 0.4:
            args += ["--baseline=r0"] + self.maybe(0.7, "--gate" + r.choice(["", "=0.1", "=5%", "=noninferior:0.1", "=noninferior:2%"]))
        if r.random() < 0.15:
            args += ["--judged-scores=" + self.write("people.csv", [rows[0]] + r.sample(rows[1:], self.size(1, (len(rows) + 1) // 2 - 1, len(rows) - 1)))]
        return args + self.maybe(0.3, "--adjust=" + r.choice(VALUES["adjust"])) + self.maybe(0.2, "--simultaneous") + \
            self.maybe(0.3, "--ci=" + r.choice(MEAN_METHODS)) + self.maybe(0.3, "--test=" + r.choice(VALUES["test"])) + self.maybe(0.3, "--level=" + r.choice(LEVELS))

    def compare(self):
        topics = self.truth()
        sampled = self.r.random() < 0.4
        return ["compare", "--resamples=100"] + (self.measures(SETS[1:] + RANKED + POOLS + ["prob_gt"], 2) if self.r.random() < 0.7 else []) * sampled + \
            (self.measures(CLASSIC[:12], 2) if not sampled else []) + (self.sampled(topics) if sampled else [self.qrels(topics)]) + self.runs(topics, self.size(2, 2, 3))

    def numbers(self):
        r = self.r
        if r.random() < 0.5:
            return ["compare", "--counts"] + ["%d,%d,%d" % tuple(self.size(0, 1, 7, 1000) for _ in range(3)) for _ in range(2)] + self.maybe(0.3, "--prior=uniform")
        return ["compare", "--wins=%d,%d%s" % (self.size(0, 1, 10, 5000), self.size(0, 1, 10, 5000), r.choice(["", ",0", ",50"]))]

    def agree(self):
        topics = self.truth()
        runs = self.runs(topics, self.size(0, 2, 3, 5) or None)
        return ["agree", "--resamples=100"] + self.measures(CLASSIC[:10], 1) + self.maybe(0.3, "--level=" + self.r.choice(LEVELS)) + \
            [self.qrels(topics), self.qrels(topics, "other", self.size(0, 0.2, 1), self.size(0.2, 1))] + runs

    def agree_scores(self):
        r, runs, topics = self.r, self.size(2, 3, 6), self.size(1, 2, 10, 30)
        names = [self.write("board%d.csv" % k, [("run", "topic", "measure", "value")] + [
            ("r%d" % i, t, "AP", round(r.random() * self.size(1, 1, 0) + i / 10, 3)) for t in range(topics) for i in range(runs)]) for k in range(2)]
        return ["agree", "--resamples=100"] + ["--scores=" + n for n in names] + self.maybe(0.3, "--level=" + r.choice(LEVELS))

    def answers(self):
        r = self.r
        topics = {"q%d" % t: [("n%d" % n, r.choice(["vital", "okay"])) for n in range(self.size(1, 3, 8))] for t in range(self.size(1, 3, 8))}
        nuggets = self.write("nuggets.csv", [("topic", "nugget", "importance")] + [(t, n, w) for t in topics for n, w in topics[t]])
        runs, words = [], r.choice([["support", "partial_support", "not_support"], ["not_support"], ["support"]])
        for i in range(self.size(1, 2, 3)):
            runs.append(self.write("a%d.csv" % i, [("run", "topic", "nugget", "assignment")] + [
                ("a%d" % i, t, n, r.choice(words)) for t in topics for n, _ in topics[t] if r.random() < 0.97]))
        command = r.choice([[], [], ["compare", "--resamples=100"]]) if len(runs) > 1 else []
        return command + (self.interval(MEAN_METHODS) if not command else []) + self.maybe(0.5, "-q") + \
            self.measures(["nugget_vital", "nugget_all", "nugget_weighted", "nugget_strict_vital", "nugget_strict_all", "nugget_strict_weighted"]) + ["-R", "nuggets", nuggets] + runs

    def support(self):
        r, topics = self.r, self.size(1, 4)
        nuggets = self.write("nuggets.csv", [("topic", "nugget", "importance")] + [("q%d" % t, "n", "vital") for t in range(topics)])
        runs = [self.write("s%d.csv" % i, [("run", "topic", "sentence", "citation", "support")] + [
            ("s%d" % i, "q%d" % t, s, *r.choice([("d1", "full"), ("d2", "partial"), ("d3", "no"), ("", "")])) for t in range(topics) for s in range(self.size(1, 5))])
            for i in range(self.size(1, 2))]
        return self.interval(MEAN_METHODS) + self.maybe(0.5, "-q") + self.measures(["support_precision", "support_recall", "support_strict_precision", "support_strict_recall"]) + ["-R", "topics", nuggets, "-T", "support"] + runs

    def plan(self):
        r = self.r
        n = self.size(2, 100, 5000, 10**6)
        share = r.choice(["0", "0.001", "0.01", "0.2", "0.9", "1"])
        width = r.choice(["--width=" + r.choice(VALUES["width"]), "--size=%d" % self.size(1, 50, 500), "--half-width=0.05"])
        bound = r.choice([width, "--bound=" + r.choice(["0.001", "0.02", "0.3", "0.99"])])
        question = r.choice([
            ["recall", "-N", str(n), "--retrieved=%d" % self.size(1, n // 10 + 1, n), "--prevalence=" + share, "--recall=" + r.choice(["0.4", "0.9", "1"]), width.replace("half-", "")],
            ["elusion", "--null=%d" % n, "--elusion=" + share, r.choice(["--bound=0.02", "--bound=0.3", "--size=50"])], ["precision", "--retrieved=%d" % n, "--precision=" + share, bound],
            ["richness", "-N", str(n), "--richness=" + share, bound], ["control", "-N", str(n), "--prevalence=" + share, "--recall=" + r.choice(["0.4", "1"]), bound],
            ["topics", "--effect=" + r.choice(["0.01", "0.3", "1"]), r.choice(["--power=0.8", "--topics=%d" % self.size(1, 20, 1000)])],
            ["strata", "--retrieved-stratum=%d:%s" % (n, share), "--unretrieved-stratum=%d:%s" % (self.size(1, 1000, 10**5), share), r.choice(["--width=0.3", "--bound=0.6"]), "--samples=100"],
            ["labels", "-N", str(n), "--production=%d" % self.size(1, n), "--sensitivity=%s" % share, "--specificity=0.9", "--size=%d" % self.size(1, 200)],
        ])
        return ["plan"] + question + self.maybe(0.3, "--level=" + r.choice(LEVELS)) + self.maybe(0.2, "--tail=" + r.choice(["lower", "upper"])) + self.maybe(0.2, "--assurance=0.8") if question[0] not in ("topics", "labels") else ["plan"] + question

    def stop(self):
        r, n = self.r, self.size(1, 10, 100)
        control, dense = self.size(0, n // 5), self.size(0, 0.3, 1)
        rows = [("docno", "rel", "control", "random")] + [
            ("d%d" % i, int(r.random() < max(dense, 3 / (i + 1)) * dense), int(i < control) or "", int(i > n * 0.7) or "") for i in range(n)]
        return ["stop", "-N", str(n + self.size(0, 1, 100, 10**6)), self.write("review.csv", rows if r.random() < 0.6 else [x[:2] for x in rows])] + \
            self.maybe(0.5, "--target=" + r.choice(["0.5", "0.8", "0.99"])) + self.maybe(0.5, "--batch=%d" % self.size(1, 5)) + self.maybe(0.3, "--level=" + r.choice(LEVELS))

    def sample(self):
        topics = self.truth()
        return ["sample", r_size] + self.maybe(0.3, "--design=" + self.r.choice(VALUES["design"])) + self.runs(topics, self.size(1, 2)) \
            if (r_size := "--size=%d" % self.size(1, 5, 100)) else []


KINDS = [Line.evaluate, Line.estimate, Line.estimate, Line.by_labels, Line.frame, Line.clusters, Line.table, Line.table, Line.validate, Line.validate,
         Line.validate_files, Line.matrix, Line.matrix, Line.compare, Line.numbers, Line.agree, Line.agree_scores, Line.answers, Line.support,
         Line.plan, Line.stop, Line.sample]


def options_of(command, known={}):
    """The options that --help of a command lists."""
    key = tuple(command)
    if key not in known:
        text = subprocess.run([PROGRAM, *command, "--help"], capture_output=True, text=True, check=True).stdout
        known[key] = re.findall(r"^ +(?:-\w, )?--([\w-]+)", text, re.M)
    return known[key]


def mutate(line):
    """Damages one of the files."""
    r = line.r
    path = os.path.join(line.folder, r.choice(line.files))
    with open(path, "rb") as f:
        content = bytearray(f.read())
    for _ in range(r.choice([1, 1, 3])):
        at = r.randrange(len(content) + 1)
        what = r.randrange(6)
        if what == 0:
            content[at:at + r.choice([1, 2, 20])] = b""
        elif what == 1:
            content[at:at] = r.choice([b"\n", b" ", b",", b'"', b"\0", b"-", b"9", b"1e999", b"nan", b"\xff\xfe", b"\r", b"=", b"1 0 d1 1\n"])
        elif what == 2 and at < len(content):
            content[at] = r.randrange(256)
        elif what == 3:
            content[at:] = b""
        elif what == 4:
            rows = bytes(content).split(b"\n")
            rows.insert(r.randrange(len(rows)), r.choice(rows))
            content[:] = b"\n".join(rows)
        else:
            rows = bytes(content).split(b"\n")
            del rows[r.randrange(len(rows))]
            content[:] = b"\n".join(rows)
    with open(path, "wb") as f:
        f.write(content)


def call(args, folder):
    """Status (None: too slow), standard output, standard error."""
    try:
        p = subprocess.run([PROGRAM, *args], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS * 6,
                           preexec_fn=None, env={**os.environ, "LC_ALL": "C.UTF-8"})
    except subprocess.TimeoutExpired:
        return None, "", ""
    return p.returncode, p.stdout.decode("utf-8", "surrogateescape"), p.stderr.decode("utf-8", "surrogateescape")


def rows_of(text, form):
    """The records of an answer, as dictionaries."""
    if form == "csv":
        return list(csv.DictReader(io.StringIO("\n".join(x for x in text.split("\n") if not x.startswith("#")))))
    if form == "jsonl":
        return [x for x in map(json.loads, text.splitlines()) if x.get("record") != "provenance"]
    return []


def number(value):
    """A float; nan for null, nan and an empty field; None for words."""
    if value is None or value == "":
        return math.nan
    try:
        return float(value)
    except ValueError:
        return None


def is_share(name):
    """Quantities that lie between 0 and 1 whatever the data."""
    return re.match(r"(a_|b_)?(micro_)?(est_(recall|P|F|richness|elusion)|map|P_|ndcg|recall_|recip_rank|bpref|Rprec|set_[PRFm]|nugget_|support_|agreement|success)", name) and \
        "low_bias" not in name


# Methods that know nothing of the range of a quantity.
FREE = {"t", "bootstrap-t", "ht-linear", "aslam-pavlu", "normal", "normal-uncorr", "naive", "trec-legal", "bca", "percentile", "slogit", "ht-jackknife", "agresti-coull"}


# Methods of the literature whose interval need not have the estimate in it: medians of a prior, centres that are drawn in, or ends that are corrected for bias. And
# estimates by weights, which may be impossible values where their bounds are not.
BESIDE = {"agresti-coull", "jeffreys", "bb-uniform", "bb-half", "bb-mcp", "logit-normal", "bca"}
WEIGHTED = re.compile("stat|infAP|xinf|inf|iP|inum|reg_|lab_")
# The one-sided bound of a mean has a document of prior, the two-sided one half a document (core/stats/learnt_prior/learnt_mean.h).
# An end of bb-learnt that the prior would push beyond the estimate is moved back, and then lies farther out than that of a higher
# level: at 0 relevant documents of 1, levels of .7 and below have lower ends below those of .8.
OTHER_TAIL = {"bb-learnt"}


def bounds_of(rows):
    """By key: the estimate, its ends, and how they were made; from records with ci_lo_X, ci_hi_X and X, or with lower and upper."""
    table = {}
    for row in rows:
        if "measure" in row:
            who = tuple(str(row.get(k)) for k in ("runid", "run_a", "run_b", "judge_a", "judge_b", "file", "topic"))
            name, end, method = row["measure"], "value", row.get("method") or ""
            m = re.match(r"ci_(lo|hi)_(.*)", name or "")
            if m:
                end, name = m.group(1), m.group(2)
                if name.endswith("_" + method):
                    name = name[:-len(method) - 1]
            table.setdefault((who, name), {})[end, method if m else ""] = (number(row["value"]), row.get("tail"))
        elif "lower" in row and number(row.get("upper")) is not None:
            lower, upper = number(row["lower"]), number(row.get("upper"))
            if lower == lower or upper == upper:
                name = str(row.get("name") or row.get("quantity") or "")
                who = (json.dumps(row, sort_keys=True),)
                table[who, name] = {("lo", row.get("method") or ""): (lower, row.get("tail")), ("hi", row.get("method") or ""): (upper, row.get("tail"))}
                if "value" in row:
                    table[who, name]["value", ""] = (number(row["value"]), None)
    return table


def check_bounds(rows, wrong):
    for (who, name), cells in bounds_of(rows).items():
        value = cells.get(("value", ""), (math.nan, None))[0]
        for (end, method), (x, _) in cells.items():
            if end == "value" or x is None or x != x:
                continue
            small = 1e-9 * max(1, abs(x))
            other = cells.get(("hi", method), (math.nan, None))[0]
            if end == "lo" and other is not None and other < x - small:
                wrong("%s: the ends %r and %r of %s are in the wrong order" % (name, x, other, method))
            if value is not None and value == value and method not in BESIDE and not WEIGHTED.match(name) and ((end == "lo" and x > value + small) or (end == "hi" and x < value - small)):
                wrong("%s: the estimate %r is outside its interval, which ends at %r (%s, %s)" % (name, value, x, end, method))
            if is_share(name) and method not in FREE and not -small <= x <= 1 + small:
                wrong("%s: the end %r of %s is out of range" % (name, x, method))


def has_nan(text, form, rows):
    """A quantity that has no value: the first one."""
    if form == "trec":
        m = re.search(r"^.*[\t ]-?(nan|inf)[\t ]*$", text, re.M)
        return m and m.group(0)
    for row in rows:
        for key in ("value", "lower", "upper") if "measure" not in row else ("value",):
            if key not in row or (key, row.get("tail")) in (("lower", "upper"), ("upper", "lower")) or ("what" in row and row.get("count") not in ("", None)) or row.get("what") in ("run", "discordant"):
                continue
            x = number(row[key])
            if x is not None and (x != x or math.isinf(x)) and not (key != "value" and "measure" not in row and row.get("level") in ("", None)):
                return "%s=%s in %s" % (key, row[key], dict(row))
    return None


def one_sided(args, folder, rows, wrong):
    """Ends with --tail=lower and upper are inside those of both sides, by the same method."""
    both = bounds_of(rows)
    for tail, end in (("lower", "lo"), ("upper", "hi")):
        status, out, _ = call(args + ["--format=jsonl", "--tail=" + tail], folder)
        if status != 0:
            continue
        for key, cells in bounds_of(rows_of(out, "jsonl")).items():
            for (e, method), (x, _) in cells.items():
                y = both.get(key, {}).get((end, method), (math.nan, None))[0]
                far = both.get(key, {}).get(("hi" if end == "lo" else "lo", method), (math.nan, None))[0]
                value = cells.get(("value", ""), (math.nan, None))[0]
                if WEIGHTED.match(key[1]) and value is not None and far is not None and (value > far if end == "lo" else value < far):
                    continue  # more than is possible: its ends are those of what is
                if e == end and method not in OTHER_TAIL and x is not None and y is not None and x == x and y == y:
                    small = 1e-6 * max(1, abs(x))
                    if (end == "lo" and x < y - small) or (end == "hi" and x > y + small):
                        wrong("%s: the one-sided end %r of %s is outside the two-sided one, %r" % (key[1], x, method, y))


def check(args, folder, r, counts):
    """Calls one line and returns what is wrong with the answer."""
    said = []
    wrong = said.append
    form = r.choice(["trec", "csv", "jsonl"])
    command = args[0] if args and args[0] in ("compare", "agree", "validate", "plan", "stop", "sample") else ""
    if command in ("agree", "plan", "stop", "sample") and form == "trec":
        form = "csv"
    status, out, err = call(args + ["--format=" + form], folder)
    counts["status %s" % status] += 1
    if status is None:
        return ["no answer in %d s" % (SECONDS * 6)]
    if status < 0:
        return ["signal %d" % -status]
    gate = any(a.startswith("--gate") for a in args) and status in (3, 4)
    if status not in (0, 1, 2, 64) and not gate:
        return ["status %d is not documented: %s" % (status, err)]
    if status != 0 and not gate:
        if out:
            wrong("output beside an error: %r" % out[:200])
        if not re.match(r"strat_eval", err):
            wrong("no message beside status %d: %r" % (status, err[:200]))
        return said
    if re.search(r"(?i)(^|[^a-z])-nan", out):
        wrong("-nan in the output")
    if form != "trec" and re.search(r"[,:]-0[,}\n]", out):
        wrong("-0 in the output")
    try:
        rows = rows_of(out, form)
    except ValueError as e:
        return ["%s cannot be read: %s" % (form, e)]
    quiet = any(a.startswith("--quiet") for a in args)
    undefined = has_nan(out, form, rows)
    if undefined:
        counts["with nan"] += 1
        if not quiet and not err:
            wrong("nan without a word: %s" % undefined)
    outside = []
    check_bounds(rows, outside.append)
    if any("is outside its interval" in x for x in outside):  # unless that is said
        _, _, err = call([a for a in args if not a.startswith("--quiet")], folder)
        outside = [x for x in outside if "is outside its interval" not in x or not re.search(r"the (mean over topics|estimate) lies outside", err)]
    said.extend(outside)
    counts["intervals"] += sum(("lo", m) in c or ("hi", m) in c for c in bounds_of(rows).values() for m in {k[1] for k in c} )
    if form != "trec" and r.random() < 0.25:
        status, other, _ = call(args + ["--format=" + form, "--jobs=3"], folder)
        if status == 0 and other != out and not any("provenance" in a for a in args):
            wrong("another answer with --jobs=3")
    if form == "jsonl" and r.random() < 0.5 and not any(a.startswith("--tail") for a in args):
        one_sided(args, folder, rows, wrong)
    if form == "csv" and command in ("", "compare", "validate") and r.random() < 0.3:
        compare_formats(args, folder, rows, wrong)
    return said


def compare_formats(args, folder, rows, wrong):
    """trec and jsonl have what csv has, trec with fewer digits."""
    status, out, _ = call(args + ["--format=jsonl"], folder)
    if status not in (0, 3, 4):
        wrong("status %d as jsonl, 0 as csv" % status)
        return
    other = rows_of(out, "jsonl")
    if [x.get("measure") or "" for x in rows] != [x.get("measure") or "" for x in other]:
        wrong("csv and jsonl have other records")
        return
    for a, b in zip(rows, other):
        x, y = number(a.get("value")), number(b.get("value"))
        if x is not None and y is not None and x != y and not (x != x and y != y):
            wrong("%s is %s as csv, %s as jsonl" % (a.get("measure"), a["value"], b["value"]))
    if "--digits" in " ".join(args) or any(a.startswith("-D") for a in args) or any(a.startswith("--show") for a in args):  # that is a table for people
        return
    status, out, _ = call(args + ["--format=trec"], folder)
    if status == 64:  # not all answers have lines
        return
    lines = [x.split("\t") for x in out.splitlines() if x and not x.startswith("runid ")]
    values = [x[-1].strip() for x in lines]
    rows = [x for x in rows if number(x.get("value")) is not None and not str(x.get("topic")).startswith("ledger:")]
    lines = [x for x, v in zip(lines, values) if number(v) is not None]
    values = [v for v in values if number(v) is not None]
    if len(lines) != len(rows):
        wrong("%d lines as trec, %d records as csv" % (len(lines), len(rows)))
        return
    for a, text in zip(rows, values):
        x, y = number(a.get("value")), number(text)
        if x is not None and y is not None and not (x != x and y != y) and abs(x - y) > 0.50001 * 10 ** -(len(text.split(".")[1]) if "." in text else 0) + 1e-9 * abs(x):
            wrong("%s is %s as csv, %s as trec" % (a.get("measure"), a["value"], text))


def draw(number_of_line, seed, folder):
    line = Line(number_of_line, seed, folder)
    r = line.r
    args = r.choice(KINDS)(line)
    command = args[:2] if args[0] == "plan" else args[:1] if not args[0].startswith("-") else []
    if r.random() < 0.35:
        listed = options_of(command)
        for name in r.sample(listed, r.choice([1, 2])):
            if name in VALUES:
                args.append("--%s=%s" % (name, r.choice(VALUES[name])))
            elif name in PLAIN:
                args.append("--" + name)
    if line.files and r.random() < 0.12:
        mutate(line)
    return args, r


def main():
    seed = sys.argv[3] if len(sys.argv) > 3 else "1"
    folder = sys.argv[4] if len(sys.argv) > 4 else os.path.join(os.environ.get("TMPDIR", "/tmp"), "random_lines.%d" % os.getpid())
    only = sys.argv[2].startswith("=")
    lines = [int(sys.argv[2][1:])] if only else range(int(sys.argv[2]))
    counts, bad = collections.Counter(), 0
    for n in lines:
        os.makedirs(folder, exist_ok=True)
        args, r = draw(n, seed, folder)
        if only:
            print(" ".join(args))
        said = check(args, folder, r, counts)
        bad += bool(said)
        for words in said:
            print("line %d: %s\n    strat_eval %s" % (n, words, " ".join("'%s'" % a if not re.fullmatch(r"[\w./,:=@%+-]*", a) else a for a in args)))
        if not only:
            for name in os.listdir(folder):
                os.unlink(os.path.join(folder, name))
    if not only:
        os.rmdir(folder)
        print("%d lines, seed %s: %s; %d wrong" % (len(lines), seed, ", ".join("%s %d" % x for x in sorted(counts.items())), bad))
    return bad > 0


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv[1])
    sys.exit(main())
