# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Validate from files: exports as six tools write them, with lists, give the counts that the program has from them."""

import os
import subprocess
import sys
import time

from driver import check
from files import write

WORKBOOK = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support", "workbook.py")
ALL, PRODUCED = 400, 80  # documents; the first ones are produced


def relevant(i):
    return i % 3 == 0 if i <= PRODUCED else i % 29 == 0


def coded(i):
    """Every other document of the production, every fourth of the rest."""
    return i % 2 == 0 if i <= PRODUCED else i % 4 == 0


def relativity(i):
    code = ("Responsive" if relevant(i) else "Not Responsive") if coded(i) else ""
    return f'REL{i:05},GRP{i // 3:04},"Doe, J",{code},,{"Produced" if i <= PRODUCED else "Not Produced"}'


def everlaw(i):
    return f'REL{i:05},REL{i:05},FAM{i // 3:04},Cold,"Privilege:No; Responsive:{"Yes" if relevant(i) else "No"}"'


def asreview(i):
    code = f"{relevant(i):d},2026-01-01 10:{i // 60:02}:{i % 60:02}" if coded(i) else ","
    return f'{i},"A title, of ""{i}""","two\nlines",10.1/{i},{code},'


def covidence(i):
    return f'T{i},A,x,2020,10.1/{i},#{i},S 2020,{"" if relevant(i) else "Exclusion reason: Wrong population; "},SRH'


def rayyan(i):
    vote = "Included" if relevant(i) else "Excluded"
    return f'rayyan-{i},T{i},2020,"RAYYAN-INCLUSION: {{""Ann""=>""{vote}"",""Bob""=>""{vote}""}} | RAYYAN-LABELS: x"'


# tool: header, row, only coded rows are exported, name of a document, column of the documents, of the coding
TOOLS = {
    "Relativity": ("\ufeffControl Number,Group Identifier,Custodian,Responsive Designation,Privilege Designation,Production Status",
                   relativity, False, lambda i: f"REL{i:05}", "Control Number", "Responsive Designation"),
    "Everlaw": ("Begin #,End #,Family ID,Rating,Codes", everlaw, True, lambda i: f"REL{i:05}", "Begin #", "Codes"),
    "ASReview": ("record_id,title,abstract,doi,asreview_label,asreview_time,asreview_note", asreview, False, str, "record_id", "asreview_label"),
    "Covidence": ("Title,Authors,Abstract,Published Year,DOI,Covidence #,Study,Notes,Tags", covidence, True, lambda i: f"#{i}", "Covidence #", "Notes"),
    "Rayyan": ("key,title,year,notes", rayyan, True, lambda i: f"rayyan-{i}", "key", "notes"),
}  # fmt: skip


def counted(page):
    """Waits until the counts are there -> the command line, or what is said instead."""
    for _ in range(500):
        said = page.text("v-files-said")
        if page.settled("v") == "ready" and said == "":
            return page.command("v")
        if said != "" and not said.startswith(("Counting", "Reading")):
            time.sleep(0.3)
            if page.text("v-files-said") == said:
                return [said]
        time.sleep(0.02)
    return ["no answer"]


def program_says(native, *arguments):
    """The counts that the program has from the same files, as options."""
    status, out, err = native.run(["validate", *arguments])
    check(status == 0, f"{arguments}: {err}")
    return set(next(line for line in out.splitlines() if line.startswith("strat_eval validate ")).split()[2:])


BOTH = "--drawn-from=null --drawn-from=produced"


def answered(page):
    """The same, and where the files do not tell what was drawn, it is chosen: of what was not produced, and of the production."""
    said = counted(page)
    if said[0].startswith("Answer the question"):
        page.fill("v-question-drawn-from", BOTH)
        said = counted(page)
    return said


def counts_of(page, native):
    """The counts of the program from the files and options that the page names."""
    command = answered(page)
    return program_says(native, *command[1:]) if command[0] == "validate" else set(command)


def tools(page, native, folder):
    place = native.folder = os.path.join(folder, "exports")
    os.makedirs(place)
    page.show("v")
    for tool, (header, row, only_coded, name, document, coding) in TOOLS.items():
        rows = [row(i) for i in range(1, ALL + 1) if coded(i) or not only_coded]
        lists = [["Doc ID", *(name(i) for i in part)] for part in (range(1, 51), range(51, PRODUCED + 1))]
        files = [write(place, f"{tool}.csv", [header, *rows])] + [write(place, f"{tool} volume {i}.csv", one) for i, one in enumerate(lists, 1)]
        page.click("v-clear")
        page.choose("v-files", *files)
        if only_coded:  # how many there are is not known; nothing is guessed
            check("How many documents" in counted(page)[0], f"{tool}: {counted(page)}")
            page.fill("v-files-all", f"{ALL}")
        check("Answer the question" in counted(page)[0], f"{tool}: nothing is asked: {counted(page)}")
        command = counts_of(page, native)
        given = [f"-N{ALL}"] if only_coded else [f"--collection={tool}.csv"]
        wanted = program_says(native, f"{tool}.csv", f"--produced={tool} volume 1.csv", f"--produced={tool} volume 2.csv", *given, *BOTH.split())
        check(command == wanted, f"{tool}: the page has {command}, the program {wanted}")
        # by hand: 40 of the 80 produced are coded, and 80 of the 320 others; 13 and 3 are relevant (6, 12 ... 78; 116, 232, 348)
        check({f"--produced={PRODUCED}:40:13", f"--null={ALL - PRODUCED}:80:3"} <= wanted, f"{tool}: {wanted}")
        chosen = page.run("['v-column-docno', 'v-column-rel'].map((id) => document.getElementById(id).value)")
        check(chosen == [document, coding], f"{tool}: the columns are {chosen}")
        sources = page.text("v-sources")
        check(all(os.path.basename(path) in sources for path in files), f"{tool}: the sheet names {sources}")
        no_shell(page, tool)
    own_sample(page, native, place)
    several(page, native, place)
    others(page, native, place)
    print(f"page: exports of {len(TOOLS) + 1} tools, a workbook and UTF-16 are counted as the program counts them; columns and words can be changed; several exports are one")


def several(page, native, place):
    """Several exports are one: with one header, with two, a document in both, samples of both sides, and a control set beside a sample."""
    header, row = TOOLS["Relativity"][:2]
    lists = [os.path.join(place, f"Relativity volume {i}.csv") for i in (1, 2)]
    asked = [f"--produced={os.path.basename(path)}" for path in lists]
    wanted = program_says(native, "Relativity.csv", *asked, f"-N{ALL}", *BOTH.split())
    parts = [write(place, "first.csv", [header, *(row(i) for i in range(1, 151))]), write(place, "second.csv", [header, *(row(i) for i in range(148, ALL + 1))])]
    other = write(place, "other.csv", ["Bates,Group,Name,Decision,Priv,Status", *(row(i) for i in range(151, ALL + 1))])
    columns = "Array.from(document.querySelectorAll('#v-columns select'), (one) => one.id).filter((id) => id.startsWith('v-column-docno'))"

    def drop(*paths):
        page.click("v-clear")
        page.choose("v-files", *paths, *lists)
        check("How many documents" in counted(page)[0], f"{paths}: {counted(page)}")
        page.fill("v-files-all", f"{ALL}")

    drop(*parts)
    check(counts_of(page, native) == wanted, f"two parts: the page has {counted(page)}, the program {wanted}")
    check(page.run(columns) == ["v-column-docno"], f"one header has {page.run(columns)}")
    check("1 document is coded in two files, the same way (REL00148): each counts once" in page.text("v-sources"), page.text("v-files-notes"))
    rows = page.run("Array.from(document.querySelectorAll('#v-words tbody tr'), (row) => row.cells[1].textContent)")
    check(sum(int(text) for text in rows) == ALL + 3, f"words of both files: {rows}")
    # another header: its columns are named apart
    drop_two = [parts[0], other]
    page.click("v-clear")
    page.choose("v-files", *drop_two, *lists)
    check("Choose the column" in counted(page)[0], f"two headers: {counted(page)}")
    check(page.run(columns) == ["v-column-docno", "v-column-docno-2"], f"two headers have {page.run(columns)}")
    for field, value in (("v-column-docno-2", "Bates"), ("v-column-rel-2", "Decision"), ("v-files-all", f"{ALL}")):
        counted(page)
        page.fill(field, value)
    check(counts_of(page, native) == wanted, f"two headers: the page has {counted(page)}, the program {wanted}")
    if hasattr(page, "screen"):  # Firefox has no window as narrow as a phone
        # on a phone, too, a name stands in its line
        page.screen(390, 2400)
        page.picture(os.path.join(place, "..", "exports-phone.png"))
        width = page.run("Math.min(...Array.from(document.querySelectorAll('#v-files-files li > span'), (one) => one.offsetWidth))")
        check(width >= 140 and page.run("document.documentElement.scrollWidth") <= 390, f"names of files have {width} pixels")
        page.screen(1280, 900)
    # two codes of one document
    wrong = write(place, "wrong.csv", [header, *(row(i).replace("Not Responsive", "Responsive") for i in range(148, ALL + 1))])
    page.click("v-clear")
    page.choose("v-files", parts[0], wrong, *lists)
    counted(page)
    page.fill("v-files-all", f"{ALL}")
    said = counted(page)[0]
    check(said == "wrong.csv: Line 2: document 'REL00148' counts as relevant, and as not relevant in first.csv, line 149", said)
    no_shell(page, "two codes")
    samples(page, native, place, lists)


def samples(page, native, place, lists):
    """Samples that were drawn here and there: of the production and of the rest, and a control set beside one of the rest."""
    write(place, "all.txt", [f"REL{i:05}" for i in range(1, ALL + 1)])
    write(place, "produced list.txt", [f"REL{i:05}" for i in range(1, PRODUCED + 1)])
    write(place, "rest.txt", [f"REL{i:05}" for i in range(PRODUCED + 1, ALL + 1)])
    drawn = {"produced": ["--collection=produced list.txt", "--size=40"], "rest": ["--collection=rest.txt", "--size=60"],
             "control": ["--collection=all.txt", "--size=120"]}  # fmt: skip
    for name, options in drawn.items():
        status, out, err = native.run(["sample", *options, "--seed=3"])
        check(status == 0, err)
        lines = [line.split(",") for line in out.splitlines() if not line.startswith("#")]
        for one in lines[1:]:
            one[2] = "Yes" if relevant(int(one[1][3:])) else "No"
        write(place, f"sample {name}.csv", [",".join(one) for one in lines])
    asked = [f"--produced={os.path.basename(path)}" for path in lists]
    paths = {name: os.path.join(place, f"sample {name}.csv") for name in drawn}
    page.click("v-clear")
    page.choose("v-files", paths["produced"], paths["rest"], *lists)
    counted(page)
    page.fill("v-files-all", f"{ALL}")
    wanted = program_says(native, "sample produced.csv", "sample rest.csv", *asked, f"-N{ALL}")
    check(counts_of(page, native) == wanted, f"two samples: the page has {counted(page)}, the program {wanted}")
    # a sample of the rest alone: elusion
    page.click("v-clear")
    page.choose("v-files", paths["rest"], *lists)
    check("type the number of all documents below" in counted(page)[0], counted(page)[0])
    no_shell(page, "a sample of the rest")
    page.fill("v-files-all", f"{ALL}")
    wanted = program_says(native, "sample rest.csv", *asked, f"-N{ALL}")
    check(counts_of(page, native) == wanted and len(wanted) == 2, f"a sample of the rest: the page has {counted(page)}, the program {wanted}")
    # a control set beside it
    page.click("v-clear")
    page.choose("v-files", paths["control"], paths["rest"], *lists)
    counted(page)
    page.fill("v-files-all", f"{ALL}")
    said = counted(page)[0]
    check("If one of them is a control set" in said, said)
    no_shell(page, "samples that overlap")
    for i, role in enumerate(("control", "null-sample")):
        page.call_function("([i, role]) => { const one = document.querySelectorAll('#v-files-files select')[i]; one.value = role; one.dispatchEvent(new Event('input')); }", [i, role])
    command = counted(page)
    wanted = program_says(native, "sample control.csv", "sample rest.csv", "--control=sample control.csv", "--null-sample=sample rest.csv", "--column=stratum=", *asked, f"-N{ALL}")
    check(counts_of(page, native) == wanted, f"a control set beside a sample: the page has {command}, the program {wanted}")


def no_shell(page, what):
    """What is said of files has no option and no command in it."""
    for field in ("v-files-said", "v-files-notes", "v-files-files", "v-sources"):
        text = page.text(field)
        check("--" not in text and "strat_eval" not in text, f"{what}: '{text}'")


def own_sample(page, native, place):
    """A sample that the program drew from labels, coded, goes back."""
    write(place, "labels.csv", ["docno,label"] + [f"d{i},{'found' if i <= PRODUCED else 'rest'}" for i in range(1, ALL + 1)])
    write(place, "produced.txt", [f"d{i}" for i in range(1, PRODUCED + 1)])
    status, out, err = native.run(["sample", "--labels=labels.csv", "--size=120", "--seed=5"])
    check(status == 0, err)
    lines = out.splitlines()
    rel = lines.index("topic,docno,rel,prob,stratum,size,picks")
    drawn = [line.split(",") for line in lines[rel + 1 :]]
    rows = [",".join([one[0], one[1], "Responsive" if relevant(int(one[1][1:])) else "Not Responsive", *one[3:]]) for one in drawn]
    path = write(place, "sample coded.csv", [*lines[: rel + 1], *rows])
    page.click("v-clear")
    page.choose("v-files", path, os.path.join(place, "produced.txt"))
    command = counted(page)
    wanted = program_says(native, "sample coded.csv", "--produced=produced.txt")
    check(counts_of(page, native) == wanted, f"our sample: the page has {command}, the program {wanted}")


def others(page, native, place):
    """A workbook and UTF-16; another column and other words; what cannot be read; what was typed stays."""
    with open(os.path.join(place, "Relativity.csv"), encoding="utf-8") as file:
        text = file.read()
    with open(os.path.join(place, "utf16.csv"), "w", encoding="utf-16") as file:
        file.write(text.lstrip("\ufeff"))
    done = subprocess.run([sys.executable, WORKBOOK, "book.xlsx", "shared", "Codes=Relativity.csv"], cwd=place, capture_output=True, text=True)
    check(done.returncode == 0, done.stderr)
    lists = [os.path.join(place, f"Relativity volume {i}.csv") for i in (1, 2)]
    expected = {f"--produced={PRODUCED}:40:13", f"--null={ALL - PRODUCED}:80:3", f"--collection={ALL}"}
    for name in ("utf16.csv", "book.xlsx"):
        page.click("v-clear")
        page.fill("v-target", "50")
        page.fill("v-title", "Typed before")
        page.choose("v-files", os.path.join(place, name), *lists)
        command = set(answered(page))
        check(expected <= counts_of(page, native) and {"--target=0.5", "--title=Typed before"} <= command, f"{name}: {command}")
    # a word that counts as something else; a count that is typed over takes the files off the sheet
    words = page.run("Array.from(document.querySelectorAll('#v-words tbody tr'), (row) => row.cells[0].textContent)")
    check(sorted(words) == ["Not Responsive", "Responsive", "empty"], f"words: {words}")
    page.fill(f"v-word-{words.index('Not Responsive')}", "left out")
    check("--produced=80:13:13" in counts_of(page, native), f"left out: {counted(page)}")
    page.fill("v-produced-1-relevant", "12")
    check(page.settled("v") == "ready" and not page.exists("v-sources"), "counts that were changed are said to come from files")
    # another column has words that nobody knows
    page.click("v-clear")
    page.choose("v-files", os.path.join(place, "Relativity.csv"), *lists)
    counted(page)
    page.fill("v-column-rel", "Production Status")
    said = counted(page)[0]
    check("Not Produced" in said and "count" in said, f"unknown words: {said}")
    for i, counts in ((0, "relevant"), (1, "not relevant")):
        page.fill(f"v-word-{i}", counts)
        counted(page)
    page.fill("v-files-all", f"{ALL}")  # no row is without a code now
    check("families" in page.text("v-files-questions") or "Answer" in counted(page)[0], f"families: {counted(page)}")
    page.fill("v-question-cluster", "--column=cluster=")  # single documents were drawn
    check("--produced=80::80" in counts_of(page, native), f"another column: {counted(page)}")
    # what nothing here can read is said at the file
    foreign = {"letter.pdf": b"%PDF-1.7\n", "old.xls": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "empty.csv": b"", "photo.png": b"\x89PNG\r\n"}
    page.click("v-clear")
    for name, content in foreign.items():
        with open(os.path.join(place, name), "wb") as file:
            file.write(content)
    page.choose("v-files", *[os.path.join(place, name) for name in foreign])
    said = page.text("v-files-files")
    for words in ("letter.pdf", "This is a PDF", "old Excel file (.xls)", "This file is empty", "This is a picture"):
        check(words in said, f"'{words}' is not said: {said}")
    no_shell(page, "foreign files")
    page.click("v-clear")
    check(page.listed("v-files") == 0, "Clear leaves files")
