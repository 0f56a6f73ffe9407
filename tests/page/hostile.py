# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Topics, documents, tags and files with names that would be markup or script, while somebody listens for a request."""

import os
import socket
import threading

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
    for field in ("v-title", "v-word", "v-date"):
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
    page.run("new Promise((done) => setTimeout(done, 500))")
    listener.socket.close()
    check(listener.calls == 0, f"{listener.calls} requests were made")
    check(page.run("location.href") == where and page.run("document.title") != "caught", "the page was left or changed")
    check(not page.said(), f"the page says {page.said()}")
    print(f"page: {len(bad)} hostile names of topics, documents, runs, files and entries: text, and no request")


# Elements that an answer may not have, and attributes that run or load something.
FORBIDDEN = """(id) => { const wrong = [];
for (const one of document.getElementById(id).querySelectorAll("*")) {
if (/^(script|style|link|img|iframe|object|embed|base|meta|a|image|use|foreignObject|animate|set|video|audio)$/i.test(one.localName)) wrong.push(one.localName);
for (const { name, value } of one.attributes) if (/^on|^style$|href$|^src/i.test(name) || /url\\s*\\(|javascript:/i.test(value) && !/^aria-/.test(name)) wrong.push(name + "=" + value); }
return wrong; }"""


def only_text(page, prefix):
    for part in ("panel-" + page.PANELS[prefix],):
        wrong = page.call_function(FORBIDDEN, part)
        check(not wrong, f"{part} has {wrong}")
