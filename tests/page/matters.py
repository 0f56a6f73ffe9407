# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Validate with the files of random matters (tests/experiments/ledger_matters.py): export, volumes, lists and samples; what is asked is answered at random."""

import os
import sys

import exports
from driver import Agreement, Leaves, check
from forms import in_words, near

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "experiments"))
from ledger_matters import Matter  # noqa: E402

ROLE = "([i, role]) => { const one = document.querySelectorAll('#v-files-files select')[i]; if (one.value !== role) { one.value = role; one.dispatchEvent(new Event('input')); } }"
OPEN = "Array.from(document.querySelectorAll('#v-files-questions select')).filter((one) => one.value === '').map((one) => [one.id, Array.from(one.options, (o) => o.value).filter((o) => o !== '')])"
OPTION = {"production": "produced", "null-set": "drawn-from"}


def roles_of(matter, chance):
    """Files and what they are; sometimes the list of all documents, or what was drawn, is not given."""
    yield "coded.csv", "coded"
    yield "v1.txt", "production"
    if matter.second and not matter.merged:
        yield "v2.txt", "production"
    if chance.random() < 0.8:
        yield "all.txt", "collection"
    if matter.privilege == "list":
        yield "withheld.txt", "withheld"
    if matter.statement != "nothing":
        yield "sample.csv", "control" if matter.frame == "collection" else "null-sample"
        if matter.statement == "option" and matter.frame == "unreviewed":
            yield "frame.txt", "null-set"


def give(page, place, roles):
    """The files; -> the words of the command line."""
    page.click("v-clear")
    page.choose("v-files", *(os.path.join(place, name) for name, _ in roles))
    for i, (_, role) in enumerate(roles):
        page.call_function(ROLE, [i, role])
    return ["coded.csv", *(f"--{OPTION.get(role, role)}={name}" for name, role in roles if role != "coded")]


def settle(page, matter, chance, words):
    """Answers what is asked, and adds that to the words -> the command line, or what is said instead."""
    for _ in range(5):
        said = exports.counted(page)
        if said[0].startswith("How many documents"):
            page.fill("v-files-all", str(matter.n_all))
            words.append(f"--collection={matter.n_all}")
        elif said[0].startswith("Answer the question"):
            for field, answers in page.run(OPEN):
                answer = chance.choice(answers)
                page.fill(field, answer)
                words += [one.replace("'", "") for one in answer.split(" ") if one]
        else:
            break
    return said


def matters(page, native, chance, cases, folder):
    agreement, refused, asked = Agreement(), 0, 0
    place = native.folder = os.path.join(folder, "matters")
    os.makedirs(place)
    page.show("v")
    for number in range(cases):
        matter, before = Matter(chance), os.getcwd()
        os.chdir(place)
        matter.files()
        os.chdir(before)
        roles = list(roles_of(matter, chance))
        words = give(page, place, roles)
        given = len(words)
        command = settle(page, matter, chance, words)
        what = f"matter {number}, {' '.join(words)}"
        asked += len(words) > given
        if command[0] != "validate":  # then the program refuses it, too
            check(native.run(["validate", *words])[0] != 0, f"{what}: the page says {command[0]}")
            refused += 1
            continue
        check(set(words) <= set(command), f"{what}: the command line is {command}")
        status, out, err = native.run([*command, "--format=html"])
        check(status == 0, f"{what}: the program says {err}")
        # a warning is said in other words, without options
        theirs, shown = [text for text in (in_words(one) for one in Leaves(out).found) if text != "Pictures"], page.shown("v-answer")
        warnings = [text for text in theirs if text.startswith("Warning: ")]
        notes = page.run("Array.from(document.querySelectorAll('#v-files-notes li'), (one) => one.textContent)")
        check(len(notes) >= len(warnings) and not any("--" in one for one in notes), f"{what}: {warnings}, the page says {notes}")
        theirs = [text for text in theirs if text not in warnings]
        agreement.compare([near(text, shown) for text in theirs], theirs, what)
    page.click("v-clear")
    print(f"page: {cases} random matters from files ({refused} refused by both, {asked} with questions): {agreement.numbers} figures are the program's, {agreement.rounded} of them with another last digit")
    check(refused <= cases / 3 and agreement.rounded <= max(1, agreement.numbers / 1000), "too many differ")
