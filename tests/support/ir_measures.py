# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The measures of ir_measures by their definitions, and their values on a small sample.

Writes qrels, diversity.qrels and run into the current folder, and prints a line

    NAME <tab> TOPIC <tab> VALUE

for each name of ir_measures, with its parameters in several forms, and each topic. It uses nothing of
the program: each measure is written out from its paper, in the plainest way.
"""

from math import log2

# topic -> document -> grade; negative: in the pool, but not judged
QRELS = {
    "1": {"a": 2, "b": 0, "c": 1, "d": 3, "e": 1, "f": -1, "x": 2, "y": 0},
    "2": {"a": 0, "b": 0, "c": 1, "d": 0},
    "3": {"a": 1, "b": 2, "c": 0},
    "4": {"a": 0, "b": 0},
}
# the last topic: nothing relevant
RUN = {
    "1": ["b", "a", "u", "c", "f", "v", "d", "w"],
    "2": ["u", "a", "b", "c"],
    "3": ["b", "a"],
    "4": ["a", "u"],
}
# topic -> sub-topic -> document -> grade
SUBTOPICS = {
    "1": {"1": {"a": 1, "b": 2, "c": 0}, "2": {"b": 1, "d": 1, "z": 1}, "3": {"z": 1, "y": 2},
          "4": {"a": 0, "q": 0}},
    "2": {"1": {"a": 1}, "2": {"b": 1, "c": 1}, "3": {"c": 1}},
}
DIVERSE_RUN = {"1": ["u", "b", "a", "d", "c", "q"], "2": ["c", "b", "u", "a"]}


def grades(topic, judged_only=False):
    """Grades in the order of the run; None: not in the judgments."""
    ranked = [QRELS[topic].get(d) for d in RUN[topic]]
    return [g for g in ranked if g is not None and g >= 0] if judged_only else ranked


def relevant(topic, rel=1, judged_only=False):
    return [g is not None and g >= rel for g in grades(topic, judged_only)]


def all_relevant(topic, rel=1):
    return sum(g >= rel for g in QRELS[topic].values())


def ratio(a, b):
    return a / b if b else 0.0


# ---- ranked, relevant or not ----

def precision(t, k, **how):
    return sum(relevant(t, **how)[:k]) / k


def recall(t, k=None, rel=1, **how):
    return ratio(sum(relevant(t, rel, **how)[:k]), all_relevant(t, rel))


def average_precision(t, k=None, rel=1, **how):
    r = relevant(t, rel, **how)[:k]
    return ratio(sum(sum(r[:i + 1]) / (i + 1) for i in range(len(r)) if r[i]), all_relevant(t, rel))


def reciprocal_rank(t, k=None, **how):
    r = relevant(t, **how)[:k]
    return 1 / (r.index(True) + 1) if True in r else 0.0


def success(t, k, **how):
    return float(any(relevant(t, **how)[:k]))


def r_precision(t, rel=1, **how):
    n = all_relevant(t, rel)
    return ratio(sum(relevant(t, rel, **how)[:n]), n)


def bpref(t, rel=1):
    n = all_relevant(t, rel)
    others = sum(0 <= g < rel for g in QRELS[t].values())
    value, above = 0.0, 0
    for g in grades(t):
        if g is None or g < 0:
            continue
        if g >= rel:
            value += 1 - min(above, n) / min(n, others) if above else 1
        else:
            above += 1
    return ratio(value, n)


def inferred_ap(t):
    """Yilmaz & Aslam 2006, equation 1: a negative grade is in the pool, but not judged."""
    value, pooled, rel, nonrel = 0.0, 0, 0, 0
    for i, g in enumerate(grades(t)):
        if g is not None and g >= 1:
            rank = i + 1
            value += 1 / rank
            if i:
                value += i / rank * pooled / i * (rel + 0.00001) / (rel + nonrel + 0.00002)
        pooled += g is not None
        rel += g is not None and g >= 1
        nonrel += g == 0
    return ratio(value, all_relevant(t))


def interpolated(t, level, rel=1, **how):
    """The highest precision at this recall or above; recall 0: anywhere."""
    r, n = relevant(t, rel, **how), all_relevant(t, rel)
    needed = int(level * n + 0.9)
    return max([sum(r[:i + 1]) / (i + 1) for i in range(len(r)) if sum(r[:i + 1]) >= needed], default=0.0)


def rank_biased(t, p, rel, k=None):
    return (1 - p) * sum(p ** i for i, r in enumerate(relevant(t, rel)[:k]) if r)


def graded_rank_biased(t, p):
    """Grades as gains, from 0 to the topic's highest one."""
    most = max(1, *QRELS[t].values())
    return (1 - p) * sum(p ** i * max(g or 0, 0) / most for i, g in enumerate(grades(t)))


def judged(t, k):
    top = grades(t)[:k]
    return sum(g is not None for g in top) / len(top)


def accuracy(t, k=None, rel=1):
    r = relevant(t, rel)[:k]
    pairs = [(i, j) for i in range(len(r)) for j in range(len(r)) if r[i] and not r[j]]
    if not any(r):
        return None
    return sum(i < j for i, j in pairs) / len(pairs) if pairs else 1.0


# ---- sets ----

def set_precision(t, rel=1, **how):
    r = relevant(t, rel, **how)
    return ratio(sum(r), len(r))


def set_relative(t, rel=1):
    r = relevant(t, rel)
    return ratio(sum(r), min(len(r), all_relevant(t, rel)))


def set_f(t, beta, rel=1):
    """ir_measures hands beta to trec_eval, which takes it for beta squared."""
    p, r = set_precision(t, rel), recall(t, rel=rel)
    return ratio((beta + 1) * p * r, beta * p + r)


# ---- grades ----

def dcg(gains):
    return sum(g / log2(i + 2) for i, g in enumerate(gains))


def ndcg(t, k=None, gain=lambda g: g, judged_only=False):
    def worth(g):
        return gain(g) if g is not None and g >= 0 else 0
    best = sorted(map(worth, QRELS[t].values()), reverse=True)
    return ratio(dcg([worth(g) for g in grades(t, judged_only)][:k]), dcg(best[:k]))


def exponential(g):
    return 2 ** g - 1


def expected_reciprocal_rank(t, k):
    value, reading = 0.0, 1.0
    for i, g in enumerate(grades(t)[:k]):
        stops = exponential(max(g or 0, 0)) / 16
        value += reading * stops / (i + 1)
        reading *= 1 - stops
    return value


def attention(t, go_on, min_rel=0, max_rel=3):
    """C/W/L down to rank 1000: go_on(rank, gain, gains so far)."""
    def gain(g):
        return (min(max(g, 0, min_rel), max_rel) - min_rel) / (max_rel - min_rel)
    gains = [0.0 if g is None else gain(g) for g in grades(t)]
    gains += [0.0] * (1000 - len(gains))
    weights, here = [], 1.0
    for i, g in enumerate(gains):
        weights.append(here)
        here *= go_on(i + 1, g, sum(gains[:i + 1]))
    return sum(w * g for w, g in zip(weights, gains)) / sum(weights)


def inst(t, T, **scale):
    return attention(t, lambda i, g, so_far: ((i + T + T - so_far - 1) / (i + T + T - so_far)) ** 2, **scale)


def insq(t, T, **scale):
    return attention(t, lambda i, g, so_far: ((i + 2 * T - 1) / (i + 2 * T)) ** 2, **scale)


def bpm(t, T, k, **scale):
    return attention(t, lambda i, g, so_far: so_far < T and i < k, **scale)


def sdcg(t, k, **scale):
    return attention(t, lambda i, g, so_far: log2(i + 1) / log2(i + 2) if i < k else 0, **scale)


def compatibility(t, p, normalize=True):
    ranked, judgments = RUN[t], QRELS[t]
    ideal = [d for d in judgments if judgments[d] > 0]
    ideal.sort(key=lambda d: (-judgments[d], ranked.index(d) if d in ranked else len(ranked)))
    depth = max(len(ranked), len(ideal))

    def overlap(one, other):
        terms = [p ** (d - 1) * len(set(one[:d]) & set(other[:d])) / d for d in range(1, depth + 1)]
        return sum(terms) / sum(p ** (d - 1) for d in range(1, depth + 1))
    best = overlap(ideal, ideal) if normalize else 1
    return ratio(overlap(ranked, ideal), best)


# ---- sub-topics ----

def novelty(ranked, t, alpha, rel=1):
    """The gain of each document of a ranking."""
    seen, gains = {}, []
    for d in ranked:
        here = [s for s, judgments in SUBTOPICS[t].items() if judgments.get(d, -1) >= rel]
        gains.append(sum((1 - alpha) ** seen.get(s, 0) for s in here))
        for s in here:
            seen[s] = seen.get(s, 0) + 1
    return gains


def subtopic_count(t, rel=1):
    return sum(any(g >= rel for g in judgments.values()) for judgments in SUBTOPICS[t].values())


def best_ranking(t, alpha, rel=1):
    """Greedy; of equal gains the greater document number."""
    left = sorted({d for judgments in SUBTOPICS[t].values() for d in judgments}, reverse=True)
    chosen = []
    while left:
        chosen.append(max(left, key=lambda d: novelty(chosen + [d], t, alpha, rel)[-1]))
        left.remove(chosen[-1])
    return chosen


def diverse_run(t, judged_only=False):
    pool = {d for judgments in SUBTOPICS[t].values() for d in judgments}
    return [d for d in DIVERSE_RUN[t] if d in pool or not judged_only]


def diverse(t, k, discount, best, alpha=0.5, rel=1, **how):
    def total(gains):
        return sum(g * discount(i + 1) for i, g in enumerate(gains[:k]))
    whole = novelty(best_ranking(t, alpha, rel), t, alpha, rel) if best else \
        [subtopic_count(t, rel) * (1 - alpha) ** i for i in range(k)]
    return ratio(total(novelty(diverse_run(t, **how), t, alpha, rel)), total(whole))


def by_rank(i):
    return 1 / i


def by_log(i):
    return 1 / log2(i + 1)


def nrbp(t, best, alpha=0.5, beta=0.5, rel=1):
    def total(gains):
        return sum(g * beta ** i for i, g in enumerate(gains))
    whole = total(novelty(best_ranking(t, alpha, rel), t, alpha, rel)) if best else \
        subtopic_count(t, rel) / (1 - (1 - alpha) * beta)
    return ratio(total(novelty(diverse_run(t), t, alpha, rel)), whole)


def over_subtopics(t, value, rel=1, **how):
    """The sum of a value over sub-topics, by the number of those with a relevant document."""
    ranked = diverse_run(t, **how)
    total = 0.0
    for judgments in SUBTOPICS[t].values():
        n = sum(g >= rel for g in judgments.values())
        total += value([judgments.get(d, -1) >= rel for d in ranked], n) if n else 0
    return ratio(total, subtopic_count(t, rel))


def ap_of(r, n):
    return sum(sum(r[:i + 1]) / (i + 1) for i in range(len(r)) if r[i]) / n


SCALE = "max_rel=3"
MEASURES = [  # name, value of a topic
    ("AP", average_precision),
    ("MAP", average_precision),
    ("AP@3", lambda t: average_precision(t, 3)),
    ("AP(rel=2)", lambda t: average_precision(t, rel=2)),
    ("AP(rel=2)@4", lambda t: average_precision(t, 4, 2)),
    ("AP(rel=1,judged_only=True)", lambda t: average_precision(t, judged_only=True)),
    ("AP(cutoff=3)", lambda t: average_precision(t, 3)),
    ("P@5", lambda t: precision(t, 5)),
    ("Precision@5", lambda t: precision(t, 5)),
    ("P(rel=2)@2", lambda t: precision(t, 2, rel=2)),
    ("P(rel=2, judged_only=True)@3", lambda t: precision(t, 3, rel=2, judged_only=True)),
    ("R@4", lambda t: recall(t, 4)),
    ("Recall(rel=2)@100", lambda t: recall(t, 100, 2)),
    ("R(judged_only=True)@3", lambda t: recall(t, 3, judged_only=True)),
    ("RR", reciprocal_rank),
    ("MRR@1", lambda t: reciprocal_rank(t, 1)),
    ("RR(rel=3)", lambda t: reciprocal_rank(t, rel=3)),
    ("RR(judged_only=True)@3", lambda t: reciprocal_rank(t, 3, judged_only=True)),
    ("Success@1", lambda t: success(t, 1)),
    ("Success(rel=2)@2", lambda t: success(t, 2, rel=2)),
    ("Rprec", r_precision),
    ("RPrec(rel=2)", lambda t: r_precision(t, 2)),
    ("Rprec(judged_only=True)", lambda t: r_precision(t, judged_only=True)),
    ("Bpref", bpref),
    ("BPref(rel=2)", lambda t: bpref(t, 2)),
    ("infAP", inferred_ap),
    ("IPrec@0.5", lambda t: interpolated(t, 0.5)),
    ("IPrec(recall=0.1)", lambda t: interpolated(t, 0.1)),
    ("IPrec(rel=2)@0", lambda t: interpolated(t, 0, 2)),
    ("NumQ", lambda t: 1),
    ("NumRet", lambda t: len(RUN[t])),
    ("NumRet(rel=2)", lambda t: sum(relevant(t, 2))),
    ("NumRelRet", lambda t: sum(relevant(t))),
    ("NumRel", all_relevant),
    ("NumRel(rel=2)", lambda t: all_relevant(t, 2)),
    ("SetP", set_precision),
    ("SetP(rel=2,judged_only=True)", lambda t: set_precision(t, 2, judged_only=True)),
    ("SetP(relative=True)", set_relative),
    ("SetRelP(rel=2)", lambda t: set_relative(t, 2)),
    ("SetR", recall),
    ("SetF", lambda t: set_f(t, 1)),
    ("SetF(beta=2)", lambda t: set_f(t, 2)),
    ("SetF(beta=0.5,rel=2)", lambda t: set_f(t, 0.5, 2)),
    ("SetAP", lambda t: set_precision(t) * recall(t)),
    ("SetAP(rel=2)", lambda t: set_precision(t, 2) * recall(t, rel=2)),
    ("Judged@5", lambda t: judged(t, 5)),
    ("RBP(p=0.8,rel=1)", lambda t: rank_biased(t, 0.8, 1)),
    ("RBP(rel=2)", lambda t: rank_biased(t, 0.8, 2)),
    ("RBP(rel=1, p=0.5)@4", lambda t: rank_biased(t, 0.5, 1, 4)),
    ("RBP", lambda t: graded_rank_biased(t, 0.8)),
    ("RBP(p=0.5)", lambda t: graded_rank_biased(t, 0.5)),
    ("Accuracy", accuracy),
    ("Accuracy(rel=2)@5", lambda t: accuracy(t, 5, 2)),
    ("nDCG", ndcg),
    ("NDCG@3", lambda t: ndcg(t, 3)),
    ("nDCG(dcg='log2')@3", lambda t: ndcg(t, 3)),
    ("nDCG(dcg='exp-log2')", lambda t: ndcg(t, None, exponential)),
    ('nDCG(dcg="exp-log2")@4', lambda t: ndcg(t, 4, exponential)),
    ("nDCG(judged_only=True)@4", lambda t: ndcg(t, 4, judged_only=True)),
    ("nDCG(gains={0: 1, 1: 5, 2: 3})", lambda t: ndcg(t, None, lambda g: {0: 1, 1: 5, 2: 3}.get(g, g))),
    ("nDCG(gains={1:0,2:7})@2", lambda t: ndcg(t, 2, lambda g: {1: 0, 2: 7}.get(g, g))),
    ("ERR@20", lambda t: expected_reciprocal_rank(t, 20)),
    ("ERR@2", lambda t: expected_reciprocal_rank(t, 2)),
    (f"INST({SCALE})", lambda t: inst(t, 1)),
    ("INST(T=2.5,min_rel=1,max_rel=2)", lambda t: inst(t, 2.5, min_rel=1, max_rel=2)),
    (f"INSQ(T=2,{SCALE})", lambda t: insq(t, 2)),
    (f"BPM(T=1,{SCALE})@5", lambda t: bpm(t, 1, 5)),
    (f"BPM(T=2,{SCALE})@4", lambda t: bpm(t, 2, 4)),
    (f"SDCG({SCALE})@6", lambda t: sdcg(t, 6)),
    (f"SDCG(dcg='log2',{SCALE})@2", lambda t: sdcg(t, 2)),
    (f"NERR8({SCALE})@5", lambda t: attention(t, lambda i, g, so_far: 1 - g if i < 5 else 0)),
    (f"NERR9({SCALE})@5", lambda t: attention(t, lambda i, g, so_far: i / (i + 1) * (1 - g) if i < 5 else 0)),
    (f"NERR10(p=0.7,{SCALE})", lambda t: attention(t, lambda i, g, so_far: 0.7 * (1 - g))),
    (f"NERR11(T=1.5,{SCALE})",
     lambda t: attention(t, lambda i, g, so_far: ((i + 2) / (i + 3)) ** 2 * (1 - g))),
    ("Compat", lambda t: compatibility(t, 0.95)),
    ("Compat(p=0.8)", lambda t: compatibility(t, 0.8)),
    ("Compat(p=0.8,normalize=False)", lambda t: compatibility(t, 0.8, False)),
]
DIVERSE = [
    ("ERR_IA@3", lambda t: diverse(t, 3, by_rank, False)),
    ("ERR_IA(rel=2)@20", lambda t: diverse(t, 20, by_rank, False, rel=2)),
    ("ERR_IA(judged_only=True)@3", lambda t: diverse(t, 3, by_rank, False, judged_only=True)),
    ("nERR_IA@3", lambda t: diverse(t, 3, by_rank, True)),
    ("alpha_DCG@5", lambda t: diverse(t, 5, by_log, False)),
    ("α_DCG(alpha=0.2)@2", lambda t: diverse(t, 2, by_log, False, 0.2)),
    ("alpha_nDCG@20", lambda t: diverse(t, 20, by_log, True)),
    ("α_nDCG(alpha=0.9)@2", lambda t: diverse(t, 2, by_log, True, 0.9)),
    ("alpha_nDCG(rel=2,judged_only=True)@1", lambda t: diverse(t, 1, by_log, True, rel=2, judged_only=True)),
    ("NRBP", lambda t: nrbp(t, False)),
    ("NRBP(alpha=0.3,beta=0.8)", lambda t: nrbp(t, False, 0.3, 0.8)),
    ("nNRBP", lambda t: nrbp(t, True)),
    ("nNRBP(beta=0.9,rel=2)", lambda t: nrbp(t, True, 0.5, 0.9, 2)),
    ("AP_IA", lambda t: over_subtopics(t, ap_of)),
    ("MAP_IA(rel=2)", lambda t: over_subtopics(t, ap_of, 2)),
    ("P_IA@3", lambda t: over_subtopics(t, lambda r, n: sum(r[:3]) / 3)),
    ("P_IA(judged_only=True)@3", lambda t: over_subtopics(t, lambda r, n: sum(r[:3]) / 3, judged_only=True)),
    ("StRecall@2", lambda t: over_subtopics(t, lambda r, n: float(any(r[:2])))),
    ("StRecall(rel=2)@20", lambda t: over_subtopics(t, lambda r, n: float(any(r[:20])), 2)),
]


def write(name, lines):
    with open(name, "w", encoding="utf-8") as out:
        out.writelines(line + "\n" for line in lines)


def write_run(name, run):
    write(name, [f"{t} Q0 {d} 0 {-i} test" for t, ranked in run.items() for i, d in enumerate(ranked)])


def main():
    write("qrels", [f"{t} 0 {d} {g}" for t, judgments in QRELS.items() for d, g in judgments.items()])
    write("diversity.qrels", [f"{t} {s} {d} {g}" for t, subtopics in SUBTOPICS.items()
                              for s, judgments in subtopics.items() for d, g in judgments.items()])
    write_run("run", RUN)
    write_run("diversity.run", DIVERSE_RUN)
    for table, topics, file in (MEASURES, QRELS, "names"), (DIVERSE, SUBTOPICS, "diversity.names"):
        write(file, [name for name, _ in table])
        for name, value in table:
            for t in topics:
                print(name.replace('"', "'"), t, "nan" if value(t) is None else repr(float(value(t))), sep="\t")


main()
