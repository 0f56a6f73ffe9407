# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What people do with the forms: mistakes, saved counts, keys; and whether everybody can read them."""

import time

from driver import check

PRODUCED = {"produced-1-documents": "40,000", "produced-1-sampled": "500", "produced-1-relevant": "388"}
NULL = {"null-1-documents": "960000", "null-1-sampled": "2400", "null-1-relevant": "9"}
CONTROL = {"control-sampled": "2000", "control-produced": "80", "control-found": "58", "control-missed": "6"}

# counts, the field that has the message, and words of the message
MISTAKES = [
    ({**PRODUCED, "produced-1-sampled": "50000"}, "produced-1-sampled", "only 40,000 documents"),
    ({**PRODUCED, "produced-1-relevant": "501"}, "produced-1-relevant", "Only 500"),
    ({**PRODUCED, "produced-1-documents": "4,00"}, "produced-1-documents", "whole number"),
    ({**PRODUCED, "produced-1-documents": "960.000"}, "produced-1-documents", "Is this 960,000? Then type 960000."),
    ({**PRODUCED, "produced-1-documents": "9,000,000,000,000"}, "produced-1-documents", "too large"),
    ({**PRODUCED, "produced-1-documents": "96O000"}, "produced-1-documents", "whole number"),
    ({**PRODUCED, **NULL, "target": "0.75"}, "target", "Type 75 for 75 %"),
    ({**PRODUCED, **NULL, "level": "100"}, "level", "from 1 to 99.9 %"),
    ({**PRODUCED, **NULL, "null-1-sampled": "0", "null-1-relevant": "0"}, "null-1-sampled", "at least one document"),
    ({**PRODUCED, **NULL, "collection-documents": "5"}, "collection-documents", "are 1,000,000"),
    ({**PRODUCED, **NULL, "qc-null-relevant": "10", "qc-null-upheld": "3"}, "qc-null-relevant", "9 coded relevant"),
    ({**PRODUCED, **NULL, "qc-null-other": "600", "qc-null-overturned": "3", "looks": "several"}, "looks", "second review"),
    ({**PRODUCED, **NULL, "round-1-sampled": "5", "round-1-relevant": "6"}, "round-1-relevant", "Only 5"),
    ({**CONTROL, "collection-documents": "1000000", "control-found": "81"}, "control-found", "more than the 80"),
    ({**PRODUCED, "culled-1-documents": "10", "culled-1-sampled": "5", "culled-1-relevant": "1"}, "culled-1-documents", "end-to-end"),
]

# The same of the examples of plan, with one field changed
MISPLANNED = [
    ("elusion", "bound", "0.05", 'above "Elusion that you expect"'),
    ("control", "bound", "80", 'below "Recall that you expect"'),
    ("recall", "retrieved", "200,001", 'more than "Documents in the collection"'),
    ("richness", "half-width", "50", "from 0.01 to 49.9 %"),
    ("precision", "retrieved", "0", "Not a whole number from 1"),
    ("topics", "effect", "x", "percentage"),
]

# counts, and what is still to be typed
MISSING = [
    ({"produced-1-documents": "40000"}, "What was produced: Random sample"),
    (CONTROL, "The whole collection: Documents in all"),
    ({**CONTROL, **PRODUCED, **NULL, "collection-documents": "1000000"}, "A control set: Also in the sample of the production"),
]

# Text whose colour is too near to that behind it (WCAG 2, level AA: 4.5), fields without label, ids that stand twice.
FAINT = r"""() => {
const light = (colour) => { const c = colour.map((x) => x / 255).map((x) => x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
return 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2] + 0.05; };
const numbers = (text) => text.match(/[\d.]+/g).map(Number);
const behind = (one) => { for (; one; one = one.parentElement) { const c = numbers(getComputedStyle(one).backgroundColor);
if (c.length === 3 || c[3] === 1) return c; } return [255, 255, 255]; };
const found = new Set(), texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (texts.nextNode()) { const text = texts.currentNode, one = text.parentElement;
if (text.data.trim() === "" || !one.checkVisibility() || one.localName === "script") continue;
const style = getComputedStyle(one), pair = [light(numbers(one.ownerSVGElement ? style.fill : style.color)), light(behind(one))];
if (Math.max(...pair) / Math.min(...pair) < 4.5) found.add(text.data.trim().slice(0, 40)); }
return [...found]; }"""
NAMELESS = """() => Array.from(document.querySelectorAll("input:not([type=file]), select"))
.filter((one) => one.labels.length === 0 && !one.ariaLabel).map((one) => one.id)"""
TWICE = """() => { const all = Array.from(document.querySelectorAll("[id]"), (one) => one.id);
return all.filter((id, i) => all.indexOf(id) !== i); }"""
KEYS = [("ArrowRight", 39, "plan"), ("ArrowRight", 39, "draw"), ("End", 35, "agree"), ("ArrowRight", 39, "validate"), ("ArrowLeft", 37, "agree"), ("Home", 36, "validate")]


def fill(page, values):
    page.click("v-clear")
    for name, value in values.items():
        page.fill("v-" + name, value)
    return page.settled("v")


def mistakes(page):
    """A message stands beside the field, in words, and leads there from where the answer would be."""
    page.show("v")
    for values, name, words in MISTAKES:
        state, field = fill(page, values), "v-" + name
        said = page.text(field + "-error")
        check(state == "wrong" and words in said, f"{values}: the state is {state}, {field} says '{said}'")
        check("--" not in said, f"{field}: an option in '{said}'")
        page.click(field + "-to")
        active, invalid = page.run("[document.activeElement.id, document.activeElement.getAttribute('aria-invalid')]")
        check((active, invalid) == (field, "true"), f"{field}: the way leads to {active}, invalid {invalid}")
    for values, words in MISSING:
        state = fill(page, values)
        check(state == "empty" and words in page.text("v-answer"), f"{values}: {state}: {page.text('v-answer')}")
    page.show("p")
    for question, name, value, words in MISPLANNED:
        page.click("p-question-" + question)
        page.click("p-example")
        page.fill(f"p-{question}-{name}", value)
        state, said = page.settled("p"), page.text(f"p-{question}-{name}-error")
        check(state == "wrong" and words in said, f"plan {question}: {state}, '{said}'")
    print(f"page: {len(MISTAKES) + len(MISPLANNED)} mistakes have a message at their field")


def press(page, key, code=0, text=None, shift=False):
    for kind in ("keyDown", "keyUp"):
        more = {"text": text} if text is not None and kind == "keyDown" else {}
        page.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code, modifiers=8 if shift else 0, **more)


def tab_to(page, field):
    """By the key Tab alone."""
    for _ in range(200):
        if page.run("document.activeElement.id") == field:
            return
        press(page, "Tab", 9)
    check(False, f"the key Tab does not lead to {field}")


def keyboard(page):
    """A validation, a plan and a sample without a mouse: Tab, letters, arrows, Space and Enter."""
    page.click("p-question-elusion")  # of which a sample can be drawn, whatever was asked before
    page.click("v-clear")
    page.show("v")
    page.run("document.body.focus()")
    tab_to(page, "tab-validate")
    for field, text in (*PRODUCED.items(), *NULL.items(), ("target", "75")):
        tab_to(page, "v-" + field)
        page.call("Input.insertText", text=text)
    check(page.settled("v") == "ready" and page.run("document.getElementById('v-answer').dataset.target") == "shown", f"by keys: {page.text('v-answer')}")
    tab_to(page, "v-print")
    tab_to(page, "v-command")
    page.run("document.getElementById('tab-validate').focus()")
    press(page, "ArrowRight", 39)
    tab_to(page, "p-example")
    press(page, "Enter", 13, "\r")
    check(page.settled("p") == "ready", page.text("p-answer"))
    tab_to(page, "p-draw")
    press(page, " ", 32, " ")
    check(page.run("document.querySelector('[aria-selected=true]').id") == "tab-draw", "the key Space does not lead to Draw")
    tab_to(page, "d-example")
    press(page, "Enter", 13, "\r")
    for _ in range(200):
        if page.settled("d") == "ready":
            break
        time.sleep(0.01)
    check(page.settled("d") == "ready", page.text("d-answer"))
    tab_to(page, "d-save")
    tab_to(page, "case-open")
    page.show("v")


CONTROLS = {"button", "textbox", "checkbox", "radio", "combobox", "tab", "link", "listbox", "searchbox", "spinbutton", "switch", "progressbar", "DisclosureTriangle", "tablist", "tabpanel"}


def named(page):
    """In the accessibility tree of every panel all that can be used has a name."""
    count = 0
    for prefix in "vpdecs":
        page.show(prefix)
        page.example(prefix)
        if prefix == "v":
            page.run("document.querySelectorAll('#panel-validate details').forEach((one) => { one.open = true; })")
        for node in page.call("Accessibility.getFullAXTree")["nodes"]:
            role = node.get("role", {}).get("value")
            if node.get("ignored") or role not in CONTROLS:
                continue
            count += 1
            check(node.get("name", {}).get("value", "").strip() != "", f"{page.PANELS[prefix]}: a {role} without a name: {node.get('properties')}")
        page.click(prefix + "-clear")
    print(f"page: a validation, a plan and a sample by keys alone; {count} controls have names")


WAITING = "() => document.querySelector('#p-answer .progress')?.textContent ?? ''"


def long_work(page):
    """What takes longer than a second says so, and can be ended; the page goes on."""
    page.show("p")
    page.click("p-question-strata")
    page.click("p-example")
    begun = time.monotonic()
    while not page.call_function(WAITING).startswith("Computing") and time.monotonic() - begun < 10:
        time.sleep(0.05)
    seconds = time.monotonic() - begun
    check(page.call_function(WAITING).startswith("Computing"), f"after {seconds:.1f} s nothing is said")
    page.run("document.querySelector('#p-answer .progress button').click()")
    check(page.settled("p") == "empty" and "Cancelled" in page.text("p-answer"), f"cancelled: {page.text('p-answer')}")
    page.click("p-question-topics")
    page.click("p-example")
    check(page.settled("p") == "ready" and page.call_function(WAITING) == "", "after a cancelled plan")
    # a second review of both samples, once 13 to 46 s
    page.show("v")
    fill(page, {**PRODUCED, **NULL, "qc-null-relevant": "9", "qc-null-upheld": "7", "qc-null-other": "600", "qc-null-overturned": "3",
                "qc-produced-relevant": "100", "qc-produced-upheld": "95", "qc-produced-other": "100", "qc-produced-overturned": "2"})  # fmt: skip
    begun = time.monotonic()
    page.fill("v-level", "90")
    check(page.settled("v") == "ready", page.text("v-answer"))
    print(f"page: a long plan says so after {seconds:.1f} s and is cancelled; two second reviews take {time.monotonic() - begun:.1f} s")


def readable(page):
    """Tabs by keys, a label for every field, and colours that differ enough, in light and dark."""
    page.run("document.getElementById('tab-validate').focus()")
    for key, number, tab in KEYS:
        for kind in ("keyDown", "keyUp"):
            page.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=number)
        now = page.run("[document.activeElement.id, document.querySelector('[aria-selected=true]').id]")
        check(now == ["tab-" + tab] * 2, f"{key}: {now}")
    for dark in (False, True):
        page.screen(1280, 900, dark)
        for target in ("75", "85", "99", "0.5"):
            page.show("v")
            fill(page, {**PRODUCED, **NULL, "target": target})
            check(page.call_function(FAINT) == [], f"dark {dark}, target {target}: {page.call_function(FAINT)}")
        page.show("p")
        page.click("p-question-labels")
        page.click("p-example")
        page.settled("p")
        check(page.call_function(FAINT) == [], f"dark {dark}, plan: {page.call_function(FAINT)}")
    page.screen(1280, 900)
    for what, rule in (("no label", NAMELESS), ("twice", TWICE)):
        check(page.call_function(rule) == [], f"{what}: {page.call_function(rule)}")
    print("page: keys, labels and contrast")
