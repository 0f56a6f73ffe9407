# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Twelve programs that people write in a notebook, from objects in memory. None of them writes a file.

They need nothing but the package: wheel.sh calls them in an empty environment, and type checkers read them.
"""

import math
import random
import warnings
from typing import Any, Mapping, Sequence

import strat_eval

DRAW = random.Random(7)
TOPICS = [f"q{t}" for t in range(20)]
JUDGED = {t: {f"d{i}": int(DRAW.random() < 0.3) for i in range(30)} for t in TOPICS}
for documents in JUDGED.values():
    documents["d0"] = 1
SYSTEMS = {f"s{k}": {t: {d: x * k + DRAW.random() * 4 for d, x in documents.items()} for t, documents in JUDGED.items()} for k in range(5)}


def rows(of: Mapping[str, Mapping[str, float]], *names: str) -> list[dict[str, Any]]:
    return [dict(zip(names, (t, d, x))) for t, documents in of.items() for d, x in documents.items()]


def program_1_evaluate_a_frame() -> None:
    found = strat_eval.evaluate(rows(JUDGED, "query", "doc", "rel"), rows(SYSTEMS["s1"], "query", "doc", "score"), ["nDCG@10", "AP"], ci=True)
    assert found == strat_eval.evaluate(JUDGED, SYSTEMS["s1"], ["nDCG@10", "AP"], ci=True) and found["AP"].lower < found["AP"] < found["AP"].upper


def program_2_a_table_of_topics() -> None:
    table = strat_eval.evaluate(JUDGED, SYSTEMS["s1"], ["AP", "P@5"], per_topic=True)
    assert list(table) == sorted(TOPICS) and math.isclose(
        sum(x["AP"] for x in table.values()) / 20, strat_eval.evaluate(JUDGED, SYSTEMS["s1"], "AP")["AP"])


def program_3_five_systems() -> None:
    pairs = strat_eval.compare(JUDGED, SYSTEMS, "nDCG@10")
    assert len(pairs) == 10 and all(x.lower < x.difference < x.upper and x.p_adj >= x.p for x in pairs)


def program_4_plot() -> None:
    found = strat_eval.compare(JUDGED, SYSTEMS, "AP")
    assert found.plot().svg.rstrip().endswith("</svg>") and "<svg" in found.plot().svg


def program_5_latex() -> None:
    latex = strat_eval.evaluate(JUDGED, SYSTEMS, ["AP", "nDCG@10"], ci=True).to_latex(digits=3, caption="Systems", label="tab:s", measures=["AP"])
    assert latex.startswith("\\begin{table}") and "nDCG" not in latex and latex.count(" \\\\\n") == 6


def program_6_folds_groups_and_seeds() -> None:
    groups = {t: "even" if int(t[1:]) % 2 == 0 else "odd" for t in TOPICS}
    seeds = {"s1": "A", "s2": "A", "s3": "B", "s4": "B"}
    runs = {name: SYSTEMS[name] for name in seeds}
    (pair,) = [x for x in strat_eval.compare(JUDGED, runs, "AP", system_of=seeds) if x.topic == "all"]
    means = strat_eval.evaluate(JUDGED, runs, "AP", topic_groups=groups)
    assert math.isclose({pair.run: pair.a, pair.other: pair.b}["A"], (means["s1"]["AP"] + means["s2"]["AP"]) / 2)
    assert set(means["s1"].groups) >= {"even", "odd"}


def program_7_a_thousand_small_calls() -> None:
    total = sum(strat_eval.RelevanceEvaluator({"q": {"a": 1}}, {"map"}).evaluate({"q": {"b": 1.0, "a": 0.5 + i % 2}})["q"]["map"] for i in range(1000))
    assert total == 750


def program_8_a_measure_of_ones_own() -> None:
    def first(ranking: Sequence[str], judged: Mapping[str, int]) -> float:
        return float(judged.get(ranking[0], 0) > 0)

    found = strat_eval.compare(JUDGED, SYSTEMS, [strat_eval.Measure(first, range=(0, 1)), "P@1"], baseline="s0", gate=0.5)
    assert [x.difference for x in found if x.measure == "first"] == [x.difference for x in found if x.measure == "P@1"]


def program_9_beir() -> None:
    qrels = rows(JUDGED, "query-id", "corpus-id", "score")
    results = {t: [{"corpus_id": d, "score": x} for d, x in documents.items()] for t, documents in SYSTEMS["s2"].items()}
    assert strat_eval.evaluate(qrels, results, ["nDCG@10", "R@10"]) == strat_eval.evaluate(JUDGED, SYSTEMS["s2"], ["nDCG@10", "R@10"])


def program_10_labels_and_people() -> None:
    people = {t: dict(DRAW.sample(sorted(documents.items()), 12)) for t, documents in JUDGED.items()}
    model = {t: {d: x if DRAW.random() < 0.8 else 1 - x for d, x in documents.items()} for t, documents in JUDGED.items()}
    found = strat_eval.evaluate(people, SYSTEMS["s3"], "nDCG@10", labels=model, frame="labels", ci=True)
    assert 0 <= found["nDCG@10"].lower <= found["nDCG@10"] <= found["nDCG@10"].upper <= 1


def program_11_the_gate() -> None:
    found = strat_eval.compare(JUDGED, {"old": SYSTEMS["s1"], "new": SYSTEMS["s4"]}, "AP", baseline="old", gate=0.05)
    assert found.gate == "pass" and found.report.startswith("gate: pass: by AP new gains")
    assert strat_eval.compare(JUDGED, {"old": SYSTEMS["s4"], "new": SYSTEMS["s0"]}, "AP", baseline="old", gate=0.05).gate == "fail"


def program_12_nuggets() -> None:
    nuggets = "".join(["topic,nugget,importance\n"] + [f"{t},n{i},{'vital' if i < 3 else 'okay'}\n" for t in TOPICS for i in range(5)])
    answers = "".join(["topic,nugget,assignment\n"] + [f"{t},n{i},{'support' if i < 2 else 'not_support'}\n" for t in TOPICS for i in range(5)])
    found = strat_eval.evaluate(nuggets, answers, "nugget_vital", R="nuggets", T="assignments")
    assert math.isclose(found["nugget_vital"], 2 / 3)


PROGRAMS = [program for name, program in list(globals().items()) if name.startswith("program_")]

if __name__ == "__main__":
    warnings.simplefilter("ignore")
    for program in PROGRAMS:
        program()
        print(program.__name__.removeprefix("program_"))
