# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The page of strat_eval in a browser, by the ids of its fields; and what the program itself says, to compare with."""

import html.parser
import json
import os
import re
import shlex
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "browser"))
from browser import Browser  # noqa: E402
import firefox  # noqa: E402

# What is shown of an answer: the texts of cells, paragraphs and the rest, without the buttons that the page adds.
LEAVES = "h1,h2,h3,p,li,td,th,pre,summary,svg text"
SHOWN = """(id) => { const copy = document.getElementById(id).cloneNode(true);
for (const made of copy.querySelectorAll(".copy")) made.remove();
return Array.from(copy.querySelectorAll("%s"), (one) => one.textContent.replace(/\\s+/g, " ").trim()); }""" % LEAVES
SET = """(id, text, kind) => { const field = document.getElementById(id);
if (field === null) throw new Error("no field " + id);
if (kind === "check") field.checked = text; else field.value = text;
field.dispatchEvent(new Event("input", { bubbles: true })); field.dispatchEvent(new Event("change", { bubbles: true })); }"""
SETTLED = """(id) => new Promise((done) => { const box = document.getElementById(id), start = Date.now();
const look = () => box.dataset.state !== "waiting" || Date.now() - start > 5000 ? done(box.dataset.state) : setTimeout(look, 5); look(); })"""


def check(holds, what):
    if not holds:
        sys.exit(f"page: {what}")


class Panels:
    """The page that is open in a browser, which has run(script) and give(field, paths). `prefix` is v, p, d, e, c or s: the panel."""

    PANELS = {"v": "validate", "p": "plan", "d": "draw", "e": "evaluate", "c": "compare", "s": "stop", "a": "agree"}

    def call_function(self, function, *arguments):
        return self.run(f"({function})({','.join(json.dumps(one) for one in arguments)})")

    def show(self, prefix):
        self.click("tab-" + self.PANELS[prefix])

    def click(self, field):
        self.call_function("(id) => document.getElementById(id).click()", field)

    def fill(self, field, text):
        self.call_function(SET, field, text, "text")

    def tick(self, field, on=True):
        self.call_function(SET, field, on, "check")

    def exists(self, field):
        return self.call_function("(id) => document.getElementById(id) !== null", field)

    def text(self, field):
        return self.call_function("(id) => document.getElementById(id)?.textContent ?? ''", field)

    def settled(self, prefix):
        """ready, wrong, failed or empty; waiting if there is no answer after five minutes."""
        for _ in range(60):
            state = self.call_function(SETTLED, prefix + "-answer")
            if state != "waiting":
                break
        return state

    def example(self, prefix):
        """The example of a panel; its files may arrive late."""
        self.click(prefix + "-example")
        for _ in range(500):
            if self.settled(prefix) == "ready":
                return
            time.sleep(0.01)
        check(False, f"the example of {prefix}: {self.text(prefix + '-answer')}")

    def shown(self, field):
        return self.call_function(SHOWN, field)

    def command(self, prefix):
        """The words behind the name of the program, as a shell would read the line that is shown."""
        return shlex.split(self.text(prefix + "-command"))[1:]

    def choose(self, prefix, *paths):
        """Files by the button of the panel."""
        before = self.listed(prefix)
        self.give(prefix + "-file", paths)
        self.arrived(prefix, before + len(paths))

    def listed(self, prefix):
        return self.call_function("(id) => document.getElementById(id).children.length", prefix + "-files")

    def arrived(self, prefix, count):
        for _ in range(500):
            if self.listed(prefix) >= count:
                return
            time.sleep(0.01)
        check(False, f"{count} files do not arrive, only {self.listed(prefix)}")

    def clear(self, prefix):
        self.call_function(
            "(id) => { for (const one of document.querySelectorAll(`#${id}-files button`)) one.click(); }", prefix
        )


class Page(Panels, Browser):
    """In Chromium."""

    questions = 0  # that the browser asked before it left the page

    def message(self):
        message = super().message()
        if message.get("method") == "Page.javascriptDialogOpening":
            self.questions += 1
            request = {"id": 10**9 + self.questions, "method": "Page.handleJavaScriptDialog", "params": {"accept": True}, "sessionId": self.session}
            os.write(self.to, json.dumps(request).encode() + b"\0")
        return message

    def give(self, field, paths):
        root = self.call("DOM.getDocument")["root"]["nodeId"]
        node = self.call("DOM.querySelector", nodeId=root, selector="#" + field)["nodeId"]
        self.call("DOM.setFileInputFiles", nodeId=node, files=[os.path.abspath(path) for path in paths])

    def drop(self, prefix, *paths):
        """Files dropped into the window, as a mouse does it."""
        before = self.listed(prefix)
        data = {"items": [], "files": [os.path.abspath(path) for path in paths], "dragOperationsMask": 1}
        for kind in ("dragEnter", "dragOver", "drop"):
            self.call("Input.dispatchDragEvent", type=kind, x=300, y=300, data=data)
        self.arrived(prefix, before + len(paths))

    def said(self):
        """Script errors, what the browser logs (the policy of the page too), and all that was loaded but the page."""
        loaded = [url for url in self.requests() if not url.startswith(("file://", "blob:null/"))]
        files = [url for url in self.requests() if url.startswith("file://")]
        return self.complaints() + loaded + files[1:]


class PageInFirefox(Panels, firefox.Firefox):
    pass


class Native:
    """The program, in a folder."""

    def __init__(self, program, folder):
        self.program, self.folder = os.path.abspath(program), folder

    def run(self, arguments):
        done = subprocess.run([self.program, *arguments], cwd=self.folder, capture_output=True)
        return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")


class Leaves(html.parser.HTMLParser):
    """The same texts as SHOWN, of a page of the program."""

    NAMES = {"h1", "h2", "h3", "p", "li", "td", "th", "pre", "summary", "text"}
    ENDS = {"td", "th", "tr", "thead", "tbody", "table"}  # these end a cell, which has no end of its own

    def __init__(self, page):
        super().__init__()
        self.found, self.open = [], None
        self.feed(page[page.index("<body>") : page.rindex("<script>")])
        self.close()

    def finish(self):
        if self.open is not None:
            self.found.append(" ".join("".join(self.open).split()))
        self.open = None

    def handle_starttag(self, tag, attributes):
        if tag in self.ENDS or tag in self.NAMES:
            self.finish()
        if tag in self.NAMES:
            self.open = []

    def handle_endtag(self, tag):
        if tag in self.NAMES or tag in self.ENDS:
            self.finish()

    def handle_data(self, data):
        if self.open is not None:
            self.open.append(data)


NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e[-+]?\d+)?")


def digits_after(number):
    return len(number.partition(".")[2])


class Agreement:
    """Counts numbers that two texts share. The last digit may differ by one: C libraries differ in lgamma."""

    def __init__(self):
        self.numbers = self.rounded = 0

    def compare(self, ours, theirs, what):
        check(len(ours) == len(theirs), f"{what}: {len(ours)} texts, the program has {len(theirs)}: {first(ours, theirs)}")
        for a, b in zip(ours, theirs):
            numbers = NUMBER.findall(a), NUMBER.findall(b)
            check(NUMBER.sub("#", a) == NUMBER.sub("#", b), f"{what}: '{a}', the program says '{b}'")
            for x, y in zip(*numbers):
                self.numbers += 1
                if x == y:
                    continue
                self.rounded += 1
                close = digits_after(x) == digits_after(y) and abs(float(x) - float(y)) <= 1.01 * 10 ** -digits_after(x)
                check(close and "." in x, f"{what}: {x} in '{a}', the program says {y}")


def first(ours, theirs):
    """Where two lists begin to differ."""
    for a, b in zip(ours, theirs):
        if a != b:
            return f"'{a}', '{b}'"
    return str((ours + theirs)[min(len(ours), len(theirs)) :][:1])
