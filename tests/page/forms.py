# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Validate and Plan with random values: the options and the figures are those that the program has for them."""

import json
import re

from driver import Agreement, Leaves, check

# ---- validate ----


def counts(chance):
    """Documents, sampled, relevant; None instead of sampled: all were reviewed."""
    documents = chance.choice((chance.randint(5, 500), chance.randint(1000, 10**6)))
    if chance.random() < 0.1:
        return documents, None, chance.randint(0, documents)
    sampled = chance.randint(1, min(documents, 3000))
    return documents, sampled, int(sampled * chance.choice((0, 0.01, 0.2, 0.7, 1)) * chance.random())


class Filling:
    """A form that is filled, and the options that this must give."""

    def __init__(self, page):
        self.page, self.options = page, []

    def set(self, name, value):
        self.page.fill("v-" + name, f"{value:,}" if isinstance(value, int) else value)

    def option(self, name, *parts):
        self.options.append(f"--{name}=" + ":".join("" if part is None else str(part) for part in parts))

    def side(self, name, chance, most=2):
        """One stratum or two of what was produced or not: their counts."""
        strata = [counts(chance) for _ in range(chance.randint(1, most))]
        for i, (documents, sampled, relevant) in enumerate(strata, 1):
            place = f"{name}-{i}-"
            if i > 1:
                self.page.click(f"v-{name}-add")
            label = f"part {i}=" if len(strata) > 1 else ""
            if label:
                self.set(place + "name", label[:-1])
            self.set(place + "documents", documents)
            if sampled is None:
                self.page.tick("v-" + place + "all")
            else:
                self.set(place + "sampled", sampled)
            self.set(place + "relevant", relevant)
            self.options.append(f"--{name}={label}{documents}:{'' if sampled is None else sampled}:{relevant}")
        if len(strata) > 1:  # a name of the first part can be typed only now
            self.set(f"{name}-1-name", "part 1")
        return strata

    def second_review(self, side, stratum, chance):
        _, sampled, relevant = stratum
        if sampled is None or relevant < 2 or sampled - relevant < 2:
            return
        again, other = chance.randint(1, relevant), chance.randint(1, sampled - relevant)
        upheld, overturned = chance.randint(0, again), chance.randint(0, min(2, other))
        for name, value in (("relevant", again), ("upheld", upheld), ("other", other), ("overturned", overturned)):
            self.set(f"qc-{side}-{name}", value)
        self.options.append(f"--{side}-qc={again}:{upheld},{other}:{overturned}")

    def question(self, chance, recall):
        if recall and chance.random() < 0.6:
            target = chance.choice((50, 75, 80, 92.5))
            self.set("target", str(target))
            self.options.append(f"--target={target / 100:.10g}")
        level = chance.choice(("95", "95", "90", "99"))
        self.set("level", level)
        if level != "95":
            self.options.append(f"--level={int(level) / 100:g}")
        if chance.random() < 0.2:
            self.set("looks", "several")
            self.options.append("--ci=anytime")
        for name in ("title", "word"):
            if chance.random() < 0.3:
                text = chance.choice(("responsive", "it's 5 % of <b>", "Größe"))
                self.set(name, text)
                self.options.append(f"--{name}={text}")


def control(form, chance):
    """A control set alone, which needs the collection."""
    collection = chance.randint(10**4, 10**6)
    sampled = chance.randint(500, 3000)
    produced = sampled // chance.randint(3, 9)
    found, missed = chance.randint(1, produced), chance.randint(0, 20)
    for name, value in (("sampled", sampled), ("produced", produced), ("found", found), ("missed", missed)):
        form.set("control-" + name, value)
    form.set("collection-documents", collection)
    form.option("control", sampled, produced, found, missed)
    form.option("collection", collection)


def collection(form, chance):
    documents = chance.randint(10**4, 10**6)
    sampled = chance.randint(100, 2000)
    relevant = chance.randint(0, sampled // 3)
    for name, value in (("documents", documents), ("sampled", sampled), ("relevant", relevant)):
        form.set("collection-" + name, value)
    form.option("collection", documents, sampled, relevant)


def fill(form, chance):
    kind = chance.choice(("both", "both", "both", "both", "produced", "null", "control", "collection"))
    if kind == "control":
        control(form, chance)
    elif kind == "collection":
        collection(form, chance)
    produced = form.side("produced", chance) if kind in ("both", "produced") else []
    null = form.side("null", chance) if kind in ("both", "null") else []
    if kind == "both" and len(null) == 1 and null[0][1] is not None and chance.random() < 0.2:
        left = null[0][0] - null[0][1]
        if left > 20:
            form.set("round-1-sampled", 20)
            form.set("round-1-relevant", 1)
            form.option("null", null[0][0], 20, 1)
    if kind == "both" and len(produced) == 1 and chance.random() < 0.2:
        form.second_review("produced", produced[0], chance)
    if kind == "both" and chance.random() < 0.2:
        form.side(chance.choice(("culled", "withheld")), chance, 1)
    form.question(chance, kind in ("both", "control"))


def same_options(command, form, what):
    ours = sorted(word for word in command[1:] if word != "--fixed-size" and not word.startswith("--format="))
    check(command[0] == "validate", f"{what}: {command}")
    check(ours == sorted(form.options), f"{what}: the command line has {ours}, and {sorted(form.options)} was typed")


def validations(page, native, chance, cases):
    agreement, refused = Agreement(), 0
    page.show("v")
    for number in range(2 * cases):
        page.click("v-clear")
        form = Filling(page)
        fill(form, chance)
        state = page.settled("v")
        what = f"case {number}, {' '.join(form.options)}"
        if state == "wrong":  # the program refuses it, too
            status = native.run(["validate", *form.options])[0]
            check(status != 0, f"{what}: the page refuses it: {page.text('v-answer')}")
            refused += 1
            continue
        check(state == "ready", f"{what}: the state is {state}: {page.text('v-answer')}")
        command = page.command("v")
        same_options(command, form, what)
        status, out, err = native.run([*command, "--format=html"])
        check(status == 0, f"{what}: the program refuses it: {err}")
        # all that the program says is there, in another order, and the pictures without their heading
        theirs = [in_words(text) for text in Leaves(out).found]
        theirs, shown = [text for text in theirs if text != "Pictures"], page.shown("v-answer")
        printed = page.run("Array.from(document.querySelectorAll('#v-answer :is(p, li)'), (one) => one.closest('footer, details') ? '' : one.textContent).join(' ')")
        check(not re.search(r"(?<!\w)--[a-z]", printed), f"{what}: an option on the sheet: {re.findall(r'.{30}--[a-z-]+.{20}', printed)}")
        agreement.compare([near(text, shown) for text in theirs], theirs, what)
    page.click("v-clear")
    print(
        f"page: {2 * cases} random validations ({refused} refused by both): {agreement.numbers} figures are the program's, "
        f"{agreement.rounded} of them with another last digit"
    )
    check(refused < cases and agreement.rounded <= max(1, agreement.numbers / 1000), "too many differ")


def in_words(text):
    """What the page says without an option."""
    text = re.sub("need(s?) --ci=anytime from the first look on", r"need\1 bounds for several looks from the first one on", text)
    return text.replace("only --ci=anytime keeps", "only bounds for several looks keep")


def near(text, among):
    """The same text, or one that differs from it in numbers alone; '' if there is none."""
    shape = re.sub(r"\d+", "#", text)
    return text if text in among else next((one for one in among if re.sub(r"\d+", "#", one) == shape), "")


# ---- plan ----

# Values for the fields of each question.
QUESTIONS = {
    "elusion": lambda c: {"null": c.randint(2000, 10**6), "elusion": c.choice(("0.1", "0.2")), "bound": c.choice(("0.5", "1"))},
    "recall": lambda c: {"collection": c.randint(10**5, 10**6), "retrieved": c.randint(5000, 20000),
                         "precision": c.randint(50, 90), "recall": 75, "bound": c.choice((60, 65))},
    "control": lambda c: {"collection": c.randint(10**5, 10**6), "prevalence": c.choice((2, 5)), "recall": 80,
                          "bound": c.choice((60, 70))},
    "richness": lambda c: {"collection": c.randint(10**4, 10**6), "richness": c.choice((1, 5, 50)),
                           "half-width": c.choice((2, 5))},
    "precision": lambda c: {"retrieved": c.randint(10**3, 10**5), "precision": c.choice((60, 75)), "half-width": c.choice((3, 5))},
    "pair": lambda c: {"a": 40000, "b": 50000, "both": 30000, "yield": c.randint(31000, 33000), "recall-a": 75,
                       "recall-b": c.choice((80, 82)), "both-recall": 70},
    "labels": lambda c: {"collection": c.randint(10**5, 10**6), "production": 10000, "precision": 60, "recall": 75,
                         "sensitivity": c.choice((70, 80)), "specificity": c.choice((20, 95)), "size": c.randint(1000, 3000)},
    "topics": lambda c: {"effect": c.choice((20, 30, 45)), "power": c.choice((70, 80))},
}  # fmt: skip


def value_of(text):
    """A cell as a number: 1,234 or 12.5 %; None: a word."""
    plain = text.replace(",", "").replace("\u00a0", " ").strip()
    if re.fullmatch(r"-?[\d.]+ %", plain):
        return float(plain[:-2]) / 100, 0.5001 * 10 ** -(len(plain[:-2].partition(".")[2]) + 2)
    if re.fullmatch(r"-?[\d.]+", plain):
        return float(plain), 0.5001 * 10 ** -len(plain.partition(".")[2])
    return None


def is_in(text, line):
    number = value_of(text)
    if number is None:
        return text in [str(value) for value in line.values()]
    return any(isinstance(value, (int, float)) and abs(value - number[0]) <= number[1] + 1e-9 * abs(value) for value in line.values())


def plans(page, native, chance, cases):
    page.show("p")
    cells = answered = 0
    for number in range(cases):
        name = list(QUESTIONS)[number % len(QUESTIONS)]
        page.click("p-question-" + name)
        for field, value in QUESTIONS[name](chance).items():
            page.fill(f"p-{name}-{field}", str(value))
        state = page.settled("p")
        if state == "wrong":
            check(page.text("p-answer") != "", f"{name}: no message")
            continue
        check(state == "ready", f"{name}: the state is {state}: {page.text('p-answer')}")
        status, out, err = native.run([*page.command("p"), "--format=jsonl"])
        check(status == 0, f"{page.command('p')}: {err}")
        lines = [json.loads(line) for line in out.splitlines()]
        rows = page.run(
            "Array.from(document.getElementById('p-table').tBodies[0].rows, (row) => Array.from(row.cells, (cell) => cell.textContent))"
        )
        check(len(rows) == len(lines), f"{name}: {len(rows)} lines, the program has {len(lines)}")
        for row, line in zip(rows, lines):
            for cell in row:
                cells += 1
                check(is_in(cell, line), f"{page.command('p')}: '{cell}' is not in {line}")
        # the words around the program's table are there, and not the table once more
        said = page.run("Array.from(document.querySelectorAll('#p-answer > p'), (one) => one.textContent).join('\\n').toLowerCase()")
        status, out, err = native.run(page.command("p"))
        heads = [" ".join(line.split()) for line in out.splitlines() if "  " in line.strip()]
        check(status == 0 and heads and not any(head in said for head in heads), f"{page.command('p')}: said in '{said}': {heads}")
        check(is_in(page.text("p-size"), lines[0]) or name == "labels", f"{name}: {page.text('p-size')} is not in {lines[0]}")
        answered += 1
    check(answered >= 0.8 * cases, f"only {answered} of {cases} plans are answered")
    print(f"page: {answered} of {cases} random plans have an answer: {cells} figures are the program's")
