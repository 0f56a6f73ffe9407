# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The three ways of doc/cookbook.md from an export to the declaration, on the page: the samples and counts are those of the shell there."""

import os
import subprocess

import draws
import exports
from driver import check

MAKE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "qrels-samples", "exports", "make.sh")


class Recipe:
    """Files in a folder, as the recipe makes them."""

    def __init__(self, page, native, place):
        self.page, self.native, self.place = page, native, place

    def make(self, name, *arguments):
        text = subprocess.run(["sh", MAKE, *arguments], cwd=self.place, capture_output=True, check=True).stdout
        with open(os.path.join(self.place, name), "wb") as file:
            file.write(text)
        return name

    def paths(self, *names):
        return [os.path.join(self.place, name) for name in names]

    def draw(self, name, size, seed, *lists):
        """Draws on the page, and saves the file under a name."""
        self.page.show("d")
        draws.choose(self.page, *self.paths(*lists))
        self.page.fill("d-size", f"{size}")
        self.page.fill("d-seed", f"{seed}")
        with open(os.path.join(self.place, name), "w", encoding="utf-8") as file:
            file.write(draws.drawn(self.page, self.native, name)[1])
        return name

    def drop(self, *lists, **roles):
        """Drops files into Validate; what they are taken for is said where it differs."""
        self.page.show("v")
        self.page.click("v-clear")
        self.page.choose("v-files", *self.paths(*lists))
        for name, role in roles.items():
            number = next(i for i, one in enumerate(lists) if one.startswith(name))
            self.page.call_function("([i, role]) => { const one = document.querySelectorAll('#v-files-files select')[i]; if (one.value !== role) { one.value = role; one.dispatchEvent(new Event('input')); } }", [number, role])

    def counts(self, what, *wanted):
        self.answers = [one for _ in range(3) for one in self.answer()]
        found = exports.counts_of(self.page, self.native)
        for option in wanted:
            check(option in found, f"{what}: {option} is not in {found}")
        if hasattr(self.page, "paper"):  # to look at
            self.page.paper(os.path.join(self.place, f"{what}.pdf"))

    def answer(self):
        """Questions that the files leave: single documents were drawn; of what else, the first answer."""
        if not exports.counted(self.page)[0].startswith("Answer"):
            return
        for field, values in self.page.run("Array.from(document.querySelectorAll('#v-files-questions select')).filter((one) => one.value === '').map((one) => [one.id, Array.from(one.options, (o) => o.value)])"):
            self.page.fill(field, next((one for one in values if one == "--column=cluster="), values[1]))
            yield field


def recipes(page, native, folder):
    place = native.folder = os.path.join(folder, "recipes")
    os.makedirs(place)
    recipe = Recipe(page, native, place)
    # volumes, and withheld documents
    volumes = [recipe.make("VOL001.csv", "volume", "1"), recipe.make("VOL002.csv", "volume", "2"), recipe.make("privilege-log.csv", "volume", "withheld")]
    sample = recipe.draw("null-sample.csv", 1500, 2026, recipe.make("export.csv", "relativity"), *volumes)
    recipe.drop(recipe.make("coded-export.csv", "relativity", sample), *volumes, sample)
    recipe.counts("a production in volumes", "--collection=20000", "--produced=1747::1118", "--null=18199:1500:9", "--withheld=54::54")
    # a systematic review
    export = recipe.make("asreview.csv", "asreview")
    page.show("s")
    page.click("s-clear")
    page.fill("s-target", "90")
    page.choose("s", *recipe.paths(export))
    check(page.settled("s") == "ready" and "draw 226 documents" in " ".join(page.text("s-answer").split()), page.text("s-answer")[:500])
    sample = recipe.draw("drawn.csv", 300, 4, export, recipe.make("screened.csv", "screened"))
    recipe.drop(recipe.make("after.csv", "asreview", sample), "screened.csv", sample, screened="production")
    recipe.counts("a systematic review", *exports.program_says(native, "after.csv", "--produced=screened.csv", "--collection=after.csv", "--null-sample=drawn.csv"))
    # a control set
    sample = recipe.draw("control-set.csv", 2000, 7, recipe.make("everlaw.csv", "everlaw"))
    recipe.drop(recipe.make("rated.csv", "everlaw", sample), recipe.make("produced.csv", "produced"), sample)
    exports.counted(page)
    page.fill("v-column-rel", "Rating")
    words = exports.counted(page)
    while words[0].startswith("Say what"):
        rows = page.run("Array.from(document.querySelectorAll('#v-words tbody tr'), (row) => [row.cells[0].textContent, row.querySelector('select')?.id ?? '', row.querySelector('select')?.value ?? ''])")
        word, field, _ = next(row for row in rows if row[1] != "" and row[2] == "")
        page.fill(field, "relevant" if word in ("Hot", "Warm") else "not relevant")
        words = exports.counted(page)
    recipe.counts("a control set", "--collection=20000", "--produced=1801", "--control=2000:200:140:25")
    page.click("v-clear")
    print("page: the three ways of the cookbook from an export to the declaration have the counts of the shell")
