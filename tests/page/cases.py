# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A case: saved from all panels, opened in a fresh page with the same answers; other files are refused, and change nothing."""

import json
import os
import time

import draws
import exports
from driver import check
from files import write
from people import NULL, PRODUCED

SAVED = """() => { const save = page.save; let saved; page.save = (name, text) => { saved = [name, text]; };
document.getElementById("case-save").click(); page.save = save; return saved; }"""
LEAVES = "() => { const event = new Event('beforeunload', { cancelable: true }); dispatchEvent(event); return event.defaultPrevented; }"
STRATA = {"1-name": "a", "1-documents": "1000", "1-sampled": "90", "1-relevant": "1", "2-name": "b", "2-documents": "20", "2-relevant": "3"}


def open_file(page, path, text):
    """Opens a file of this text -> what the page says about it."""
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    page.give("case-file", [path])
    for _ in range(500):  # the field is emptied when the file was read
        if page.run("document.getElementById('case-file').value") == "":
            break
        time.sleep(0.01)
    return page.text("case-message")


def answers(page):
    """What each panel shows, and its command line."""
    shown = {}
    for prefix in "vpdecs":
        page.show(prefix)
        state = page.settled(prefix)
        check(state == "ready", f"{prefix}: {state}: {page.text(prefix + '-answer')}")
        shown[prefix] = [text for text in page.shown(prefix + "-answer") if not text.startswith("As it was saved, from ")]
    return shown


def fill_all(page, native, folder):
    """Validate from an export, and the examples of the others."""
    place = native.folder = os.path.join(folder, "case")
    os.makedirs(place)
    header, row, _, name, _, _ = exports.TOOLS["Relativity"]
    export = write(place, "export.csv", [header] + [exports.relativity(i).replace("Doe", "Custodian-Secret") for i in range(1, exports.ALL + 1)])
    produced = write(place, "produced.csv", ["Doc ID"] + [name(i) for i in range(1, exports.PRODUCED + 1)])
    page.show("v")
    page.click("v-clear")
    page.choose("v-files", export, produced)
    exports.answered(page)
    page.fill("v-target", "50")
    page.fill("v-word", "responsive")
    page.fill("case-title", 'Doe v. "Roe"/2')
    check(page.run("document.getElementById('v-title').value") == 'Doe v. "Roe"/2', "the title of the case is not that of the report")
    page.show("p")
    page.click("p-question-recall")
    page.click("p-example")
    page.fill("p-recall-bound", "66")
    page.settled("p")
    page.click("p-draw")
    draws.choose(page, produced)
    page.fill("d-size", "30")
    for prefix in "ecs":
        page.show(prefix)
        page.click(prefix + "-clear")
        page.example(prefix)
        page.fill(prefix + "-level", "90")


def cases(page, native, path, folder):
    fill_all(page, native, folder)
    before = answers(page)
    check(page.call_function(LEAVES), "the page is left without a question")
    name, text = page.call_function(SAVED)
    check(name == "Doe v. _Roe_2.json", f"it is saved as {name}")
    check(not page.call_function(LEAVES), "a question although all is saved")
    case = json.loads(text)
    check((case["file"], case["format"], len(case["program"])) == ("strat_eval case", 1, 64) and case["version"] in page.text("page-version"), f"{text[:300]}")
    check("Custodian-Secret" not in text and "GRP0001" not in text, "the case has other columns of the export")
    place = os.path.join(folder, "opened.json")
    asked = page.questions
    page.open(path)
    check(page.questions == asked, "a question although all is saved")
    page.fill("v-null-1-documents", "50")
    page.open(path)
    check(page.questions == asked + 1, "the browser does not ask before it leaves what was typed")
    page.open(path)
    check(page.questions == asked + 1, "a question although nothing was typed")
    check(open_file(page, place, text) == "", f"opened: {page.text('case-message')}")
    after = answers(page)
    for prefix in before:
        check(before[prefix] == after[prefix], f"{prefix}: {[one for one in zip(before[prefix], after[prefix]) if one[0] != one[1]][:2]} {len(before[prefix])} {len(after[prefix])}")
    page.show("d")
    check(draws.drawn(page, native, "the sample of a case")[0] == "sample of produced.csv", "the name of the sample")
    # once more: nothing is lost by opening
    again = json.loads(page.call_function(SAVED)[1])
    check({k: v for k, v in again["panels"].items() if k != "plan"} == {k: v for k, v in case["panels"].items() if k != "plan"}, "a case that is opened and saved differs")
    refusals(page, place, text)
    clears(page)
    print("page: a case of six panels is saved and opened with the same answers; Clear is everywhere")


def refusals(page, place, text):
    page.show("v")
    command, case = page.command("v"), json.loads(text)
    bad_field = {**case, "panels": {"validate": {"fields": {"title": 1}}}}
    for other in ("{", "[]", "null", json.dumps({**case, "file": "x"}), json.dumps(bad_field), json.dumps({**case, "format": 2}), json.dumps({**case, "panels": []})):
        check("cannot be read" in open_file(page, place, other) and page.command("v") == command, f"{other[:80]} is opened")
    told = open_file(page, place, json.dumps({**case, "version": "0.0.1"}))
    page.settled("v")
    check("0.0.1" in told and page.command("v") == command, f"another version: {told}")
    # parts that were changed by hand do no harm, and another answer than the saved one is said
    forged = json.loads(text)
    forged["panels"]["validate"]["sentences"] = "Recall is perfect."
    forged["panels"]["validate"]["counted"]["sources"] = [["<img src=x onerror=alert(1)>", "1", "2"]]
    forged["panels"]["evaluate"]["answer"] = "<body><h1>x</h1><img src=http://127.0.0.1/x><script>alert(1)</script></body>"
    forged["panels"]["draw"]["args"] = {"a": 1}
    open_file(page, place, json.dumps(forged))
    page.settled("v")
    check("Recall is perfect." in page.text("v-differs"), "another answer is not said")
    check(page.run("document.querySelectorAll('main img, main script').length") == 0, "markup of a case")
    # counts saved by 0.3.0
    check("0.3.0" in open_file(page, place, json.dumps({"file": "strat_eval validate", "version": "0.3.0", "fields": {"null-1-documents": "90", "null-1-sampled": "30", "null-1-relevant": "1"}}))
          or page.text("page-version") == "0.3.0", "counts of 0.3.0")  # fmt: skip
    check(page.settled("v") == "ready" and page.command("v") == ["validate", "--null=90:30:1"], f"counts of 0.3.0: {page.command('v')}")


def clears(page):
    for prefix in "vpdecs":
        page.show(prefix)
        page.example(prefix)
        page.click(prefix + "-clear")
        check(page.settled(prefix) == "empty", f"{prefix} is not cleared: {page.text(prefix + '-answer')}")
    # strata and ticks, too
    page.show("v")
    for values in (PRODUCED, NULL):
        for name, value in values.items():
            page.fill("v-" + name, value)
    page.click("v-null-add")
    for name, value in STRATA.items():
        page.fill("v-null-" + name, value)
    page.tick("v-null-2-all")
    check(page.settled("v") == "ready", page.text("v-answer"))
    command, text = page.command("v"), page.call_function(SAVED)[1]
    page.click("v-clear")
    place = os.path.join("/tmp", f"strat_eval-case-{os.getpid()}.json")
    open_file(page, place, text)
    os.remove(place)
    check(page.settled("v") == "ready" and page.command("v") == command, f"strata: {page.command('v')}")
