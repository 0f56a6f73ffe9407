# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Two reviewers, the elusion test alone, files as tools write them, and questions of a plan that keep their numbers."""

import os
import re
import subprocess
import sys
import time
import zipfile

from driver import check
from exports import WORKBOOK, counted, counts_of
from files import write

CODE = ("Not Responsive", "Responsive")


def until(page, ready, what):
    for _ in range(500):
        if ready():
            return
        time.sleep(0.02)
    check(False, what())


def agreement(page, native, place):
    """60 documents, 25 of them responsive to the first; of 50 that were seen again, 15 and 5: kappa is .4 by hand. The second review is taken over."""
    rows = [(i, i <= 25, i <= 15 or 25 < i <= 30) for i in range(1, 61)]
    both = write(place, "both.csv", ["Control Number,Custodian,First Level,QC"] + [f"D{i},Ann,{CODE[a]},{CODE[b] if i <= 50 else ''}" for i, a, b in rows])
    first = write(place, "first.csv", ["Control Number,Responsiveness"] + [f"D{i},{CODE[a]}" for i, a, b in rows])
    second = write(place, "second.csv", ["Control Number,Responsiveness"] + [f"D{i},{CODE[b]}" for i, a, b in rows[:50]])
    for paths in ((both,), (first, second)):
        page.show("a")
        page.click("a-clear")
        page.choose("a", *paths)
        until(page, lambda: page.settled("a") == "ready", lambda: f"{paths}: {page.text('a-answer')}")
        told = page.text("a-answer")
        check("relevant in both: 15, in A only: 10, in B only: 5, in neither: 20" in told and "0.4000" in told and "0.1511" in told, f"{paths}: {told}")
        check("--" not in page.text("a-sheet").split("Made by")[0], f"{paths}: a command on the page: {told}")
    page.show("v")
    page.click("v-clear")
    page.show("a")
    page.click("a-take-0")
    page.fill("v-null-1-documents", "6000")
    check(page.settled("v") == "ready", page.text("v-answer"))
    check(set(page.command("v")[1:]) == {"--null=6000:60:25", "--null-qc=25:15,25:5"}, f"the page has {page.command('v')}")
    # the recipe of the cookbook, with its figures
    half = [(i, i % 5 == 0, i % 40 != 0 if i % 5 == 0 else i % 64 == 2) for i in range(1, 401)]
    page.show("a")
    page.click("a-clear")
    page.choose("a", write(place, "export.csv", ["Control Number,First Level,QC"] + [f"D{i},{CODE[a]},{'' if i % 2 else CODE[b]}" for i, a, b in half]))
    until(page, lambda: page.settled("a") == "ready", lambda: page.text("a-answer"))
    told = page.text("a-answer")
    check("relevant in both: 30, in A only: 10, in B only: 6, in neither: 154" in told and "0.7403" in told, f"the recipe: {told}")
    page.click("a-take-0")
    page.fill("v-null-1-documents", "9000")
    check(page.settled("v") == "ready" and "0.1800" in page.text("v-answer"), page.text("v-answer"))
    check(set(page.command("v")[1:]) == {"--null=9000:400:80", "--null-qc=40:30,160:6"}, f"the recipe: {page.command('v')}")
    if hasattr(page, "paper"):  # to look at
        page.paper(os.path.join(place, "two reviewers.pdf"))
    # three columns could be it: asked at the file, and answered there
    page.show("a")
    page.click("a-clear")
    page.choose("a", write(place, "three.csv", ["Control Number,Hot,First Level,QC"] + [f"D{i},N,{CODE[a]},{CODE[b] if i <= 50 else ''}" for i, a, b in rows]))
    until(page, lambda: page.settled("a") == "wrong", lambda: page.text("a-answer"))
    check("Name the two columns" in page.text("a-files"), page.text("a-files"))
    page.fill("a-first", "First Level")
    page.fill("a-second", "QC")
    until(page, lambda: page.settled("a") == "ready", lambda: page.text("a-answer"))
    check("0.4000" in page.text("a-answer"), page.text("a-answer"))


def elusion(page, native, place):
    """800 of 16,000 documents drawn, 5 of them relevant: as from counts."""
    drawn = [i for i in range(4001, 20001) if i % 20 == 0]
    sample = write(place, "elusion.csv", ["Control Number,Responsive Designation"] + [f"D{i},{CODE[i % 4000 == 0 or i == 4020]}" for i in drawn])
    null = write(place, "null set.csv", ["Control Number"] + [f"D{i}" for i in range(4001, 20001)])
    page.show("v")
    page.click("v-clear")
    page.choose("v-files", sample, null)
    check("--null=16000:800:5" in counts_of(page, native), f"elusion alone: {counted(page)}")
    check("0.00625" in page.text("v-answer"), page.text("v-answer"))


def hidden_rows(page, native, place):
    """Rows that a filter hides are a choice."""
    rows = ["Control Number,Responsive Designation", "D1,Responsive", "D2,Responsive", "D3,Not Responsive", "D4,Not Responsive", "D5,Not Responsive", "D6,Responsive"]
    table, book, filtered = write(place, "table.csv", rows), os.path.join(place, "whole.xlsx"), os.path.join(place, "filtered.xlsx")
    subprocess.run([sys.executable, WORKBOOK, book, "shared", f"S={table}"], check=True)
    with zipfile.ZipFile(book) as old, zipfile.ZipFile(filtered, "w") as new:
        for name in old.namelist():
            new.writestr(name, re.sub(rb'<row r="([357])"', rb'<row r="\1" hidden="1"', old.read(name)))
    null = write(place, "not produced.csv", ["Control Number"] + [f"D{i}" for i in range(1, 51)])
    page.show("v")
    page.click("v-clear")
    page.choose("v-files", filtered, null)
    check("rows are hidden" in counted(page)[0], f"{counted(page)}")
    for how, counts in (("read", "--null=50:6:3"), ("left-out", "--null=50:3:1")):
        page.fill("v-files-hidden", how)
        until(page, lambda: counts in counts_of(page, native), lambda: f"{how}: {counted(page)}")


def as_written(page, native, place):
    """A load file, titles above the header, and a workbook of two sheets have the counts of the plain table."""
    rows = [["Control Number", "Custodian", "Responsive Designation"], *([f"D{i}", "Doe, J", CODE[i % 9 == 0]] for i in range(1, 61))]
    plain = write(place, "plain.csv", [",".join(f'"{cell}"' for cell in row) for row in rows])
    with open(plain, encoding="utf-8") as file:
        text = file.read()
    titled = write(place, "coding titled.csv", ["Review of May", "", *text.splitlines()])
    loaded = os.path.join(place, "coding.dat")
    with open(loaded, "wb") as file:
        file.write("".join("\x14".join(f"\u00fe{cell}\u00fe" for cell in row) + "\r\n" for row in rows).encode())
    book = os.path.join(place, "two sheets.xlsx")
    subprocess.run([sys.executable, WORKBOOK, book, "shared", f"Notes={titled}", f"Codes={plain}"], check=True)
    null = write(place, "rest null set.csv", ["Control Number"] + [f"D{i}" for i in range(1, 501)])
    for path, field, value in ((loaded, None, None), (titled, "v-files-header", "3"), (book, "v-files-sheet", "Codes")):
        page.show("v")
        page.click("v-clear")
        page.choose("v-files", path, null)
        page.call_function("() => { const one = document.querySelector('#v-files-files select'); one.value = 'coded'; one.dispatchEvent(new Event('input')); }")
        counted(page)
        if field is not None:
            page.fill(field, value)
        until(page, lambda: "--null=500:60:6" in counts_of(page, native), lambda: f"{path}: {counted(page)}")


def stops(page, native, place):
    """Exports in the order of the review without times: ASReview until 2.0, and Rayyan."""
    labelled = [f"{i},Title {i},{int(i % 3 == 0)}" for i in range(1, 61)] + [f"{i},Title {i}," for i in range(61, 201)]
    votes = [f'rayyan-{i},T{i},2020,"RAYYAN-INCLUSION: {{""Ann""=>""{"Included" if i % 3 == 0 else "Excluded"}""}}"' for i in range(1, 61)]
    votes += [f"rayyan-{i},T{i},2020," for i in range(61, 201)]
    for path in (write(place, "asreview1.csv", ["record_id,title,label_included", *labelled]), write(place, "articles.csv", ["key,title,year,notes", *votes])):
        page.show("s")
        page.click("s-clear")
        page.fill("s-target", "90")
        page.choose("s", path)
        until(page, lambda: page.settled("s") == "ready", lambda: f"{path}: {page.text('s-answer')} {page.text('s-files')}")
        check("200 documents, 60 judged, 20 relevant found" in page.text("s-answer"), f"{path}: {page.text('s-answer')[:400]}")
    page.click("s-clear")


def plan_keeps(page):
    """75 % of recall is not offered as elusion."""
    page.show("p")
    page.click("p-clear")
    page.click("p-question-recall")
    fields = page.run("Array.from(document.querySelectorAll('#panel-plan input'), (one) => one.id).filter((id) => id.startsWith('p-recall-'))")
    for field in fields:
        page.fill(field, "75")
    page.click("p-question-elusion")
    values = page.run("Array.from(document.querySelectorAll('#panel-plan input'), (one) => one.id.startsWith('p-elusion-') ? one.value : '')")
    check("75" not in values, f"elusion has {values}")
    page.click("p-question-recall")
    check(page.run(f"document.getElementById({fields[0]!r}).value") == "75", "recall has lost what was typed")
    page.click("p-clear")


def reviewers(page, native, folder):
    place = native.folder = os.path.join(folder, "reviewers")
    os.makedirs(place)
    agreement(page, native, place)
    elusion(page, native, place)
    hidden_rows(page, native, place)
    as_written(page, native, place)
    stops(page, native, place)
    plan_keeps(page)
    page.show("v")
    page.click("v-clear")
    print("page: two reviewers, the elusion test alone, hidden rows, load files, titles, sheets, reviews without times; a plan keeps its numbers")
