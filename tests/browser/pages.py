# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""pages.py PROGRAM FOLDER: the pages of --format=html in a real browser.

Each page is valid HTML, has no script error and loads nothing; its tables sort and copy. The large page
(110 systems, 249 topics, real data) opens in a second and has less than 2 MB. Pictures of the pages, on a
screen (light, dark, narrow) and on paper, are left in FOLDER to look at.
"""

import os
import shutil
import subprocess
import sys

from browser import Browser

SAMPLES = "qrels-samples/"  # from the top of the repository
DATA = os.environ.get("STRAT_EVAL_DATA", "")
NAMES = ['<b>a&"1"</b>', "x'</script><img src=http://127.0.0.1/x onerror=alert(1)>", "plain"]

# The texts of a column of the first table.
COLUMN = """(number) => Array.from(document.querySelector("table").tBodies[0].rows, (row) => row.cells[number].textContent)"""
CLICK = """(number) => document.querySelectorAll("table")[0].tHead.rows[0].cells[number].firstChild.click()"""


def check(holds, what):
    if not holds:
        sys.exit(f"browser: {what}")


def write(program, folder, name, *arguments):
    path = os.path.join(folder, name + ".html")
    with open(path, "w") as out:
        subprocess.run([program, *arguments], stdout=out, stderr=subprocess.DEVNULL, check=True)
    said = subprocess.run(["tidy", "-e", "-q", path], capture_output=True, text=True).stderr.splitlines()
    said = [line for line in said if "<svg> proprietary attribute" not in line]  # tidy 5.6 does not know those of SVG
    check(not said, f"{name} is not valid HTML: {said}")
    return path


def look(browser, path):
    name = path.removesuffix(".html")
    for word, size in (("light", (1200, 1800)), ("dark", (1200, 1800, True)), ("phone", (390, 1200))):
        browser.screen(*size)
        browser.picture(f"{name}-{word}.png")
    browser.screen(1200, 900)
    browser.paper(name + ".pdf")
    subprocess.run(["pdftoppm", "-r", "60", "-png", name + ".pdf", name + "-paper"], check=True)


def opens(browser, path):
    seconds = browser.open(path)
    check(not browser.complaints(), f"{path}: {browser.complaints()}")
    check(len(browser.requests()) == 1, f"{path} loads {browser.requests()}")
    # nothing is wider than the screen, except inside of what scrolls
    browser.screen(390, 800)
    check(browser.run("document.documentElement.scrollWidth") <= 390, f"{path} is too wide for a phone")
    browser.screen(1200, 900)
    return seconds


def sorts_and_copies(browser):
    before = browser.run(f"({COLUMN})(0)")
    check(before == ["fused", "stemmed", "plain"], f"the order is {before}")
    browser.run(f"({CLICK})(0)")
    check(browser.run(f"({COLUMN})(0)") == sorted(before), "a click sorts names")
    browser.run(f"({CLICK})(0)")
    check(browser.run(f"({COLUMN})(0)") == sorted(before, reverse=True), "a second click turns them round")
    browser.run(f"({CLICK})(1)")
    values = [float(text.split()[0]) for text in browser.run(f"({COLUMN})(1)")]
    check(values == sorted(values, reverse=True), f"a click on a number has the largest first: {values}")
    browser.run(f"({CLICK})(1)")
    check(browser.run(f"({COLUMN})(0)") == ["plain", "stemmed", "fused"], "the second the smallest")
    # what was copied is pasted into a field
    text = browser.run(
        """(() => { let copied = "";
        document.addEventListener("copy", () => copied = document.activeElement.value);
        document.querySelector(".copy").click();
        return copied + "|" + document.querySelector(".copy").textContent; })()"""
    )
    lines, button = text.split("|")
    rows = [line.split("\t") for line in lines.splitlines()]
    check(button == "Copied", f"the button says {button}")
    check([row[0] for row in rows] == ["run", "plain", "stemmed", "fused"], f"copied: {rows}")
    check(all(len(row) == len(rows[0]) == 3 for row in rows), f"copied: {rows}")


def main(program, folder):
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    comparison = [SAMPLES + "comparison/" + name for name in ("qrels", "plain.run", "stemmed.run", "fused.run")]
    runs = write(program, folder, "runs", "--format=html", "-q", "-m", "map", "-m", "P.10", *comparison)
    other = [
        write(program, folder, "pairs", "compare", "--format=html", "-q", *comparison),
        write(program, folder, "pair", "compare", "--format=html", "-m", "map", "-m", "E_diff", *comparison[:3]),
        write(program, folder, "counts", "validate", "--format=html", "--produced=50000:1500:1200",
              "--null=400000:2000:12", "--target=0.8"),
        write(program, folder, "sample", "--format=html", "-q", "-R", "table", SAMPLES + "legal09/strata.csv", "UW", "CB"),
    ]  # fmt: skip
    table = os.path.join(folder, "names.csv")
    with open(table, "w") as out:
        quoted = ['"' + name.replace('"', '""') + '"' for name in NAMES]
        print(",".join(["topic", *quoted]), *(f"{t},.{t},.{t + 1},.{t * 7 % 5}" for t in range(1, 9)), sep="\n", file=out)
    names = write(program, folder, "names", "compare", "--format=html", "--scores", table)
    with Browser() as browser:
        opens(browser, runs)
        look(browser, runs)
        sorts_and_copies(browser)
        for path in other:
            opens(browser, path)
            look(browser, path)
        opens(browser, names)
        check(sorted(browser.run(f"({COLUMN})(0)")) == sorted(NAMES), "names are shown as they are")
        print("browser: 6 pages are valid, load nothing, sort and copy")
        if os.path.exists(DATA + "/robust04/ap.csv"):
            path = write(program, folder, "large", "compare", "--format=html", "-q", "--baseline=sys12",
                         "--scores", DATA + "/robust04/ap.csv")  # fmt: skip
            # the least of several, as other programs may run beside it
            seconds = min(opens(browser, path) for _ in range(5))
            cells = browser.run("""document.querySelector("details.wide tbody").querySelectorAll("td").length""")
            pairs = browser.run("""document.querySelectorAll("table")[1].tBodies[0].rows.length""")
            size = os.path.getsize(path)
            check(cells == 110 * 249 and pairs == 109, f"the large page has {cells} values and {pairs} pairs")
            check(size < 2e6, f"the large page has {size} bytes")
            check(seconds < 1, f"the large page takes {seconds:.2f} s to open")
            look(browser, path)
            sheet = subprocess.run(["pdftotext", "-f", "2", "-l", "2", path.removesuffix("html") + "pdf", "-"], capture_output=True, text=True)
            check(sheet.stdout.split()[:4] == ["run", "topics", "score", "role"], "the second sheet of a table has no head")
            browser.run("""document.querySelector("details.wide").open = true""")
            browser.run("""document.querySelector("details.wide").scrollIntoView()""")
            browser.picture(path.removesuffix(".html") + "-topics.png")
            print(f"browser: 110 systems, {cells} values of topics, {pairs} pairs: {size} bytes, open in {seconds:.2f} s")
        else:
            print("browser: no real data, no large page")


main(*sys.argv[1:])
