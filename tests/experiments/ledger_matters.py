#!/usr/bin/env python3
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Random matters whose truth is known, through `strat_eval validate` from files (doc/evidence/ledger.md).

	ledger_matters.py STRAT_EVAL [MATTERS [SEED]]

A matter is a collection, a review that codes a part of it before the sample is drawn and perhaps goes on
afterwards, a production of most of what it found (in one or two volumes, the hits of the sample perhaps among
them), privileged documents, and a sample of the collection, of what was not produced, or of what was neither
produced nor coded. What was drawn from is written in the file of the sample, said by an option, or said by
nothing. Answers are read from --format=csv.
"""
import collections, csv, io, math, os, random, re, shlex, subprocess, sys, tempfile

PROGRAM = os.path.abspath(sys.argv[1])
TARGET = 0.75


def validate(*args):
    done = subprocess.run([PROGRAM, "validate", *args, f"--target={TARGET}", "--format=csv", "--quiet-warnings"],
                          capture_output=True, text=True)
    lines = {}
    for row in csv.DictReader(io.StringIO(done.stdout)):
        if row["topic"] == "all":
            lines[row["measure"]] = row
    return done.returncode, lines, done.stderr


def bound(lines):
    name = "ci_lo_est_recall_end_to_end" if "est_recall_end_to_end" in lines else "ci_lo_est_recall"
    return float(lines[name]["one_sided"]) if name in lines else None


def write(name, documents, header=None):
    with open(name, "w") as f:
        f.write("".join(line + "\n" for line in ([header] if header else []) + documents))


class Matter:
    def __init__(self, r):
        self.n_all = n = r.randint(1000, 4000)
        ids = [f"D{i:05d}" for i in range(n)]
        r.shuffle(ids)
        relevant = ids[:max(20, int(n * r.choice([0.03, 0.08, 0.15])))]
        self.relevant = set(relevant)
        r.shuffle(relevant)
        found = relevant[:int(len(relevant) * r.uniform(0.6, 0.97))]
        others = [d for d in ids if d not in self.relevant]
        r.shuffle(others)
        self.statement = r.choice(["file", "option", "option", "list", "nothing"])
        alone = self.statement == "nothing" # only the production and the sample are coded
        before = found + others[:int(len(found) * r.uniform(0.2, 1))]
        held = 0 if alone else int(len(found) * r.choice([0, 0, 0.02, 0.1, 0.4]))
        privileged = int(len(found) * r.choice([0, 0, 0.05]))
        withheld, produced = found[:privileged], found[privileged + held:]
        extra = [d for d in before[len(found):] if r.random() < r.choice([0, 0.3])]
        before = found + extra if alone else before
        produced = produced + extra
        self.before = before
        self.frame = r.choice(["null", "unreviewed", "collection"])
        gone, known = set(produced) | set(withheld), set(before)
        frame = [d for d in ids if self.frame == "collection" or d not in gone and (self.frame == "null" or d not in known)]
        self.sample = r.sample(frame, min(len(frame), r.randint(200, 900)))
        self.size, self.listed = len(frame), sorted(frame)
        drawn = set(self.sample)
        # after the draw: the review goes on, and the hits of the sample, or other finds, are produced
        self.after = 0 if alone else r.choice([0, 0, 0.5])
        later = [d for d in relevant[len(found):] if d not in drawn and r.random() < self.after]
        later += [d for d in others if d not in known and d not in drawn and r.random() < 0.01 * (self.after > 0)]
        hits = [d for d in self.sample if d in self.relevant and d not in gone]
        self.hits_produced = r.random() < 0.3 and not alone
        second = (hits if self.hits_produced else []) + [d for d in later if d in self.relevant and r.random() < 0.5 * self.hits_produced]
        self.produced, self.withheld, self.second = produced, withheld, second
        self.merged = r.random() < 0.5 # into the one list of what was produced
        self.coded = (set() if alone and self.frame == "collection" else set(before) | set(later)) | drawn
        self.privilege = r.choice(["list", "column", "nothing"]) if withheld else "none"
        self.found_since = {d for d in second}
        self.misses = {d for d in self.coded if d in self.relevant} - set(produced) - set(withheld) - set(second)

    def truth(self):
        made = [d for d in self.produced + self.second if d in self.relevant]
        held = [d for d in self.withheld if d in self.relevant]
        return (len(made) + len(held)) / len(self.relevant)

    def most(self):
        """The largest recall that the files allow: all produced documents are coded."""
        made = len([d for d in self.produced + self.second if d in self.relevant]) + len(self.withheld)
        return made / (made + len(self.misses))

    def files(self):
        kept = sorted(self.coded)
        write("coded.csv", [f"{d},{'Yes' if d in self.relevant else 'No'},{'Privileged' if d in self.withheld else ''}" for d in kept],
              "Control Number,Responsive?,Privilege")
        write("all.txt", [f"D{i:05d}" for i in range(self.n_all)])
        write("v1.txt", sorted(self.produced + self.second) if self.merged else self.produced)
        write("v2.txt", self.second or self.produced[:1])
        write("withheld.txt", self.withheld)
        write("frame.txt", self.listed)
        if self.statement == "file":
            write("sample.csv", [f"1,{d},,{len(self.sample) / self.size!r},-,{self.size}," for d in sorted(self.sample)],
                  "topic,docno,rel,prob,stratum,size,picks")
        else:
            write("sample.csv", sorted(self.sample))

    def args(self):
        out = ["coded.csv", "--produced=v1.txt", "--collection=all.txt"]
        out += ["--produced=v2.txt"] if self.second and not self.merged else []
        since = ["--produced-since=v2.txt" if self.second else "--produced-since=0:0"] if self.statement == "option" else []
        out += ["--withheld=withheld.txt"] if self.privilege == "list" else ["--column=privilege=Privilege"] if self.privilege == "column" else []
        if self.statement == "nothing":
            return out
        if self.frame == "collection":
            return out + ["--control=sample.csv"] + since
        # what was coded when the sample was drawn is not what is coded now, if the review went on: then the frame is a list
        frame = "frame.txt" if self.frame == "unreviewed" and self.after else self.frame
        return out + ["--null-sample=sample.csv"] + ([f"--drawn-from={frame}"] + since if self.statement == "option" else [])

    def only_sample(self):
        """Whether all that is coded and could have been drawn was drawn."""
        gone = set() if self.frame == "collection" else set(self.produced) | set(self.withheld) | set(self.second)
        return self.coded - gone == set(self.sample) - gone

    def from_counts(self):
        """The bound of the true reading, by counts: the frame as it was, and all finds since."""
        rel = lambda docs: len([d for d in docs if d in self.relevant])
        made = set(self.produced) | set(self.second)
        gone = made | set(self.withheld)
        held = [f"--withheld={len(self.withheld)}::{rel(self.withheld)}"] if self.withheld else []
        missed = [f"--known-missed={len(self.misses)}"] if self.misses else []
        base = [f"--produced={len(made)}::{rel(made)}"] + held + missed
        since = self.found_since
        extra = [f"--produced-since={len(since)}:{rel(since)}"] if since else []
        if self.frame == "collection":
            inside = [d for d in self.sample if d in made and d not in since]
            out = [d for d in self.sample if d not in gone or d in since]
            return base + extra + [f"--collection={self.n_all}", f"--control={len(inside) + len(out)}:{len(inside)}:{rel(inside)}:{rel(out)}"]
        outside = [d for d in self.before if d not in gone] if self.frame == "unreviewed" else []
        coded = [f"--null=coded before={len(outside)}::{rel(outside)}"] if outside else []
        return base + extra + coded + [f"--null={self.size}:{len(self.sample)}:{rel(self.sample)}"]


def commands(text):
    return [line for line in re.findall(r": (strat_eval validate .*?)(?=; if |\n|$)", text)]


def p_above(bad, n, rate=0.05):
    """P(X >= bad), X binomial."""
    total, term = 0.0, (1 - rate) ** n
    for k in range(n + 1):
        if k >= bad:
            total += term
        term *= (n - k) / (k + 1) * rate / (1 - rate)
    return total


def main(matters=10000, seed=2026):
    chance = random.Random(seed)
    os.chdir(tempfile.mkdtemp())
    kinds = collections.defaultdict(lambda: collections.Counter())
    refuted = 0
    for number in range(matters):
        m = Matter(chance)
        m.files()
        truth, most = m.truth(), m.most()
        status, lines, said = validate(*m.args())
        answers = [(status, lines)]
        kind = kinds[f"{m.frame}, {m.statement}"]
        kind["matters"] += 1
        if status == 64 and commands(said):
            kind["asked"] += 1
            answers = []
            # answers are typed as they are printed, until nothing is asked; the true one is among them
            todo = [(c, 0) for c in commands(said)]
            while todo:
                line, depth = todo.pop()
                words = [w for w in shlex.split(line)[2:] if not w.startswith(("--target", "--format", "--quiet"))]
                status, lines, again = validate(*words)
                if status == 64 and commands(again) and depth < 3:
                    todo += [(c, depth + 1) for c in commands(again)]
                    continue
                frames = [w for w in words if w.startswith("--drawn-from=")]
                true_frame = f"--drawn-from={m.frame}" in frames or "--drawn-from=frame.txt" in frames or m.statement != "nothing" and not frames
                true_frame = true_frame and (m.statement != "nothing" or m.only_sample())
                held = not m.withheld or m.privilege != "nothing" or any(w.startswith("--column=privilege=P") for w in words)
                kind["offered"] += 1
                kind["offered, failed"] += status not in (0, 1)
                if status == 0 and true_frame and held:
                    answers.append((status, lines))
        for status, lines in answers:
            if status != 0 or bound(lines) is None:
                kind["refused"] += 1
                continue
            kind["answers"] += 1
            low, shown = bound(lines), lines["target"]["value"] == "shown"
            kind["too high"] += low > truth + 1e-12
            kind["shown"] += shown
            if shown and most < TARGET:
                refuted += 1
            if m.statement in ("file", "option") or m.frame == "collection" and m.statement == "list":
                true_status, true_lines, _ = validate(*m.from_counts())
                if true_status == 0 and true_lines["target"]["value"] == "shown":
                    kind["could show"] += 1
                    kind["did show"] += shown
        if (number + 1) % 500 == 0 and number + 1 < matters:
            report(kinds, refuted)
            sys.stdout.flush()
    report(kinds, refuted)


def report(kinds, refuted):
    print(f"{'frame, what says it':26} matters  asked  answers  too high     p  refused  could show  did show")
    for name in sorted(kinds):
        k = kinds[name]
        rate = k["too high"] / max(1, k["answers"])
        print(f"{name:26} {k['matters']:7} {k['asked']:6} {k['answers']:8}    {rate:.4f}  {p_above(k['too high'], k['answers']):.3f}"
              f" {k['refused']:7} {k['could show']:11} {k['did show']:9}")
    offered = sum(k["offered"] for k in kinds.values())
    failed = sum(k["offered, failed"] for k in kinds.values())
    print(f"targets shown that the files refute: {refuted}; commands offered: {offered}, of which {failed} do not work when typed")


if __name__ == "__main__":
    main(*(int(one) for one in sys.argv[2:]))
