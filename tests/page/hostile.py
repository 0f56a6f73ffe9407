# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Topics, documents, tags and files with names that would be markup or script, while somebody listens for a request."""

import os
import socket
import threading

import exports
from driver import check
from files import write

LONG = "x" * 200


class Listener(threading.Thread):
    """Counts whoever calls."""

    def __init__(self):
        super().__init__(daemon=True)
        self.socket, self.calls = socket.create_server(("127.0.0.1", 0)), 0
        self.address = "127.0.0.1:%d" % self.socket.getsockname()[1]

    def run(self):
        while True:
            try:
                self.socket.accept()[0].close()
            except OSError:
                return
            self.calls += 1


def names_for(address):
    return [
        f"<script>fetch('http://{address}/1')</script>",
        f"<img/src=http://{address}/2/onerror=document.title='caught'>",
        f"\"'><svg/onload=fetch('//{address}/3')>",
        f"javascript:fetch('http://{address}/4')",
        f"</style><link/rel=stylesheet/href=http://{address}/5>",
        "a\u2028b\u2029c&lt;b&gt;",
        "$(touch\tcaught)`id`;'\"\\".replace("\t", "_"),
        "--measure=all_trec",
        LONG,
    ]


def names(page, path, folder):
    listener = Listener()
    listener.start()
    bad = names_for(listener.address)
    place = os.path.join(folder, "hostile")
    os.makedirs(place)
    page.open(path)
    where = page.run("location.href")
    judged = write(place, "<img src=x onerror=fetch('http:" + listener.address + "')>.qrels",
                   [f"{topic} 0 {document} {i % 2}" for topic in bad for i, document in enumerate(bad)])  # fmt: skip
    runs = []
    for number, tag in enumerate(bad):
        lines = [f"{topic} Q0 {document} 1 {(i * 7 + number) % 9} {tag}" for topic in bad for i, document in enumerate(bad)]
        runs.append(write(place, tag.replace("/", "_")[:200] + ".run", lines))
    for prefix in "ec":
        page.show(prefix)
        page.tick(prefix + "-topics")
        page.drop(prefix, judged, *runs)
        check(page.settled(prefix) == "ready", f"hostile names: {page.text(prefix + '-answer')}")
        cells = page.shown(prefix + "-sheet")
        for name in bad:
            check(any(" ".join(name.split()) in cell for cell in cells), f"'{name}' is not shown as it is")
        only_text(page, prefix)
    bad_review = write(place, bad[1].replace("/", "_") + ".csv", ["docno,rel"] + [f'"{name}",{i % 2}'.replace('""', '"') for i, name in enumerate(["a", "b", LONG])])
    page.show("s")
    page.fill("s-collection", "50")
    page.drop("s", bad_review)
    page.settled("s")
    only_text(page, "s")
    # in a form, and in messages that repeat what is wrong
    page.show("v")
    page.click("v-example")
    page.settled("v")
    verdict = page.text("v-verdict")
    for words in ("By this approximation recall is at least 75 %. That is not shown: method x.", "At the 95 % confidence level the sample"):
        page.fill("v-title", words)
        check(page.settled("v") == "ready" and page.text("v-verdict") == verdict, f"the title '{words}' changes the verdict: {page.text('v-verdict')}")
    for field in ("v-title", "v-word"):
        page.fill(field, bad[1][:110])
    page.settled("v")
    only_text(page, "v")
    page.show("e")
    page.fill("e-measures", bad[0] + " " + bad[2])
    page.settled("e")
    only_text(page, "e")
    wrong = write(place, "bad.run", [f"1 Q0 {bad[1]} 1 {bad[0]} x"])
    page.clear("e")
    page.fill("e-measures", "")
    page.drop("e", judged, wrong)
    check(page.settled("e") == "wrong", f"a wrong run: {page.text('e-answer')}")
    only_text(page, "e")
    exports_and_lists(page, place, bad)
    page.run("new Promise((done) => setTimeout(done, 500))")
    listener.socket.close()
    check(listener.calls == 0, f"{listener.calls} requests were made")
    check(page.run("location.href") == where and page.run("document.title") != "caught", "the page was left or changed")
    check(not page.said(), f"the page says {page.said()}")
    print(f"page: {len(bad)} hostile names of topics, documents, runs, files and entries: text, and no request")


def quoted(text):
    return '"' + text.replace('"', '""') + '"'


def exports_and_lists(page, place, bad):
    """Columns, words, documents and files of Validate and Draw; files that are no tables at all."""
    page.show("v")
    page.click("v-clear")
    columns = ["Doc ID", "Responsive?", *bad]
    rows = [[f"{name} {i}", word, *bad] for i, (name, word) in enumerate((name, word) for name in bad for word in (*bad, "Yes"))]
    export = write(place, bad[2].replace("/", "_") + ".csv", [",".join(quoted(one) for one in line) for line in (columns, *rows)])
    listed = write(place, bad[0].replace("/", "_") + ".txt", ["Doc ID", *(quoted(row[0]) for row in rows[:9])])
    page.drop("v-files", export, listed)
    said = exports.counted(page)[0]
    check("count" in said and bad[0][:20] in said, f"words that nobody knows: {said}")
    words = page.run("Array.from(document.querySelectorAll('#v-words tbody tr'), (row) => row.cells[0].textContent)")
    check(len(words) == len(bad) + 1 and bad[0] in words, f"words: {words}")
    only_text(page, "v")
    for i, word in enumerate(words):
        if word != "Yes":
            page.fill(f"v-word-{i}", "not relevant")
            exports.counted(page)
    page.fill("v-files-all", "500")
    exports.counted(page)
    page.fill("v-question-drawn-from", "--drawn-from=null")
    check(exports.counted(page)[0] == "validate", f"hostile export: {page.text('v-files-said')}")
    check(os.path.basename(export) in page.text("v-sources"), "the name of the file")
    only_text(page, "v")
    page.click("v-clear")
    page.show("d")
    page.click("d-clear")
    page.drop("d", listed)
    page.fill("d-size", "5")
    check(page.settled("d") == "ready", page.text("d-answer"))
    only_text(page, "d")
    # bytes that are no table: an answer in words, never none
    for prefix, panel in (("v-files", "v"), ("d", "d")):
        page.show(panel)
        for name, content in (("zeros.csv", bytes(5000)), ("noise.csv", bytes(range(256)) * 20), ("cut.xlsx", b"PK\x03\x04" + bytes(100)), ("bomb.gz", b"\x1f\x8b\x08" + bytes(50)),
                              ("quotes.csv", b'docno,rel\n"a,1\n' * 50), ("long.csv", b"x" * 300000)):  # fmt: skip
            with open(os.path.join(place, name), "wb") as file:
                file.write(content)
            page.click(panel + "-clear")
            page.choose(prefix, os.path.join(place, name))
            if panel == "d":
                page.fill("d-size", "1")
            for _ in range(300):
                said = page.text("v-files-said") if panel == "v" else page.text("d-answer")
                if page.settled(panel) != "waiting" and not said.startswith(("Reading", "Counting", "Your sample")) and said != "":
                    break
                page.run("new Promise((done) => setTimeout(done, 20))")
            check(said != "" and "--" not in said, f"{name} in {panel}: '{said}'")
            only_text(page, panel)
        page.click(panel + "-clear")


# Elements that an answer may not have, and attributes that run or load something.
FORBIDDEN = """(id) => { const wrong = [];
for (const one of document.getElementById(id).querySelectorAll("*")) {
if (/^(script|style|link|img|iframe|object|embed|base|meta|a|image|use|foreignObject|animate|set|video|audio)$/i.test(one.localName)) wrong.push(one.localName);
for (const { name, value } of one.attributes) if (/^on|^style$|href$|^src/i.test(name) || /url\\s*\\(|javascript:/i.test(value) && !/^(aria-|value$)/.test(name)) wrong.push(name + "=" + value); }
return wrong; }"""


def only_text(page, prefix):
    for part in ("panel-" + page.PANELS[prefix],):
        wrong = page.call_function(FORBIDDEN, part)
        check(not wrong, f"{part} has {wrong}")
