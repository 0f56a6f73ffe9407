# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""make_page.py MODULE VERSION COMMIT: the page of strat_eval, on standard output.

Joins the files of this folder and the compiled program into one HTML file, which needs nothing else. Its policy
names the one script and the one style by their checksums. The same input gives the same bytes.
"""

import base64
import gzip
import hashlib
import html
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
SCRIPTS = "shell wasi worker engine answer report kinds files from_files validate curves draw plan panels case".split()
MOST = 1_100_000  # bytes of the page


def read(*path):
    with open(os.path.join(HERE, *path), encoding="utf-8") as file:
        return file.read()


def without_comments(text):
    """Comments that stand on lines of their own, and the white space before lines."""
    return re.sub(r"^\s+", "", re.sub(r"^[ \t]*/\*.*?\*/[ \t]*\n", "", text, flags=re.M | re.S), flags=re.M)


def checksum(text):
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"


def main(module, version, commit):
    with open(module, "rb") as file:
        program = file.read()
    # page.js of the program's pages: its function for tables, without the call of it
    tables = read("..", "output", "page.js").replace("enliven(document);\n", "answer.enliven = enliven;\n")
    own = {name: read(name + ".js") for name in SCRIPTS}
    own["answer"] += "{\n" + tables + "}\n"
    script = "'use strict';\n" + "".join(without_comments(text) for text in own.values())
    style = without_comments(read("style.css") + read("answer.css"))
    policy = (
        f"default-src 'none'; script-src {checksum(script)} 'wasm-unsafe-eval'; worker-src blob:; "
        f"style-src {checksum(style)}; img-src data:; form-action 'none'; base-uri 'none'"
    )
    places = {
        "CSP": policy,
        "STYLE": style,
        "SCRIPT": script,
        "VERSION": html.escape(version),
        "COMMIT": html.escape(commit),
        "CHECKSUM": hashlib.sha256(program).hexdigest(),
        "LICENCES": html.escape(read("licences.txt") + read("..", "..", "LICENSE"), quote=False),
        "WASM": base64.b64encode(gzip.compress(program, 9, mtime=0)).decode(),
    }
    for text in (script, style):
        if re.search(r"</(script|style)", text, flags=re.I):
            sys.exit("make_page: a script or style contains its own end")
    page = re.sub(r"@([A-Z]+)@", lambda place: places[place[1]], read("page.html")).encode()
    if len(page) > MOST:
        sys.exit(f"make_page: the page has {len(page)} bytes; at most {MOST} are allowed")
    sys.stdout.buffer.write(page)


main(*sys.argv[1:])
