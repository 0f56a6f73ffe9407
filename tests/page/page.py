# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""page.py PROGRAM PAGE FOLDER: the page in a browser, against the program.

Forms are filled with random values, and files chosen and dropped; the figures of the page are those of the program.
Nothing is loaded, no script fails, and no name becomes markup. Pictures and papers are left in FOLDER to look at.
CASES=N: so many random evaluations and plans, twice as many validations, half as many samples and matters, and a quarter as many reviews, instead of 50.
FIREFOX=N: so many in Firefox, instead of a tenth.
"""

import os
import random
import shutil
import subprocess
import sys
import time

import cases
import draws
import exports
import files
import forms
import hostile
import matters
import people
import recipes
import reviewers
from driver import Agreement, Native, Page, PageInFirefox, check, firefox

DATA = os.environ.get("STRAT_EVAL_DATA", "")
CASES = int(os.environ.get("CASES", "50"))


def opens(page, path):
    """From a click on the file to the page, and from a click on the example to its answer; the least of five, as other programs may run beside it."""
    opened, answered = [], []
    for _ in range(5):
        opened.append(page.open(path))
        start = time.monotonic()
        page.click("v-example")
        check(page.settled("v") == "ready", f"the example: {page.text('v-answer')}")
        answered.append(time.monotonic() - start)
        check(not page.said(), f"the page says {page.said()}")
    print(f"page: {os.path.getsize(path)} bytes, opens in {min(opened):.2f} s, the first answer takes {min(answered):.2f} s")
    check(min(opened) < 1 and min(answered) < 1, "the page is slow")


def looks(page, folder):
    """Every panel with an example, as people see it; nothing is wider than a phone."""
    for prefix in "vpdecsa":
        page.show(prefix)
        page.example(prefix)
        for word, size in (("light", (1280, 1600)), ("dark", (1280, 1600, True)), ("phone", (390, 2400))):
            page.screen(*size)
            page.picture(os.path.join(folder, f"{page.PANELS[prefix]}-{word}.png"))
            width = page.run("document.documentElement.scrollWidth")
            check(width <= size[0], f"{page.PANELS[prefix]} is {width} wide on {size[0]}")
            faint = page.call_function(people.FAINT)
            check(not faint, f"{page.PANELS[prefix]}, {word}: {faint}")
        page.screen(1280, 900)
        if prefix != "p":
            page.paper(os.path.join(folder, page.PANELS[prefix] + ".pdf"))
    paper = os.path.join(folder, "validate.pdf")
    told = subprocess.run(["pdfinfo", paper], capture_output=True, text=True, check=True).stdout
    sheets = int(told.split("Pages:")[1].split()[0])
    words = " ".join(subprocess.run(["pdftotext", paper, "-"], capture_output=True, text=True, check=True).stdout.split())
    page.show("v")
    cells = page.run("Array.from(document.querySelectorAll('#v-sheet td, #v-sheet li'), (one) => one.textContent)")
    check(len(cells) > 20, "the validation has no table")
    for cell in cells:
        check(no_space(cell) in no_space(words) or cell == "", f"the paper lacks '{cell}'")
    check(sheets <= 2, f"a validation takes {sheets} sheets of paper")
    check("Choose files" not in words and "Nothing that you type" not in words, "the form is on paper")
    print(f"page: pictures of all panels; the validation has {sheets} sheets of paper")


def no_space(text):
    return "".join(text.split())


def robust(page, native):
    """Judgments and runs of the TREC 2003 Robust track."""
    folder = os.path.join(DATA, "robust03")
    if not os.path.isdir(folder):
        print("page: no real data")
        return
    names = sorted(name for name in os.listdir(folder) if name.endswith(".gz"))
    names.sort(key=lambda name: "qrels" not in name)
    paths = [os.path.join(folder, name) for name in names]
    page.show("e")
    page.clear("e")
    start = time.monotonic()
    page.choose("e", *paths)
    check(page.settled("e") == "ready", f"Robust 2003: {page.text('e-answer')}")
    seconds = time.monotonic() - start
    native.folder = folder
    files.same_page(page, "e", native, Agreement())
    size = sum(os.path.getsize(path) for path in paths)
    print(f"page: Robust 2003, {len(names) - 1} runs, {size / 1e6:.1f} MB packed: {seconds:.1f} s")
    check(seconds < 30, "Robust 2003 is slow")


def in_firefox(page, path, native, folder, cases):
    """The same answers as in Chromium, to the examples of all panels and to random values, from typed counts and from files."""
    if not firefox.is_here():
        print("page: no Firefox here")
        return
    with PageInFirefox() as other:
        other.open(path)
        for prefix in "vpdecsa":
            texts = []
            for one in (page, other):
                one.show(prefix)
                one.click(prefix + "-clear")
                one.example(prefix)
                texts.append(one.shown(prefix + "-answer"))
            check(texts[0] == texts[1] and len(texts[0]) > 5, f"{page.PANELS[prefix]} in Firefox: {[pair for pair in zip(*texts) if pair[0] != pair[1]][:2]}")
        other.picture(os.path.join(folder, "firefox.png"))
        chance = random.Random(31)
        forms.validations(other, native, chance, cases)
        forms.plans(other, native, chance, cases)
        matters.matters(other, native, chance, cases // 2, os.path.join(folder, "firefox"))
        exports.tools(other, native, os.path.join(folder, "firefox"))
        reviewers.reviewers(other, native, os.path.join(folder, "firefox"))
        recipes.recipes(other, native, os.path.join(folder, "firefox"))
    print("page: Firefox answers as Chromium does, in seven panels")


def main(program, path, folder):
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    chance = random.Random(29)
    native = Native(program, folder)
    with Page() as page:
        page.screen(1280, 900)
        opens(page, path)
        forms.validations(page, native, chance, CASES)
        if page.exists("p-answer") or not page.run("document.getElementById('tab-plan').hidden"):
            forms.plans(page, native, chance, CASES)
        people.mistakes(page)
        people.readable(page)
        people.long_work(page)
        people.keyboard(page)
        people.named(page)
        exports.tools(page, native, folder)
        reviewers.reviewers(page, native, folder)
        recipes.recipes(page, native, folder)
        matters.matters(page, native, chance, CASES // 2, folder)
        cases.cases(page, native, path, folder)
        draws.samples(page, native, chance, CASES // 2, folder)
        files.evaluations(page, native, chance, CASES, folder)
        files.two_qrels(page, native, chance, folder)
        files.refusals(page, folder)
        files.cancels(page, folder)
        check(not page.said(), f"the page says {page.said()}")
        hostile.names(page, path, folder)
        page.open(path)
        looks(page, folder)
        robust(page, native)
        in_firefox(page, path, native, folder, int(os.environ.get("FIREFOX", max(2, CASES // 10))))
        check(not page.said(), f"the page says {page.said()}")


main(*sys.argv[1:])
