# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draw: what is saved is what the program prints, byte for byte; it comes from a plan, and goes back into Validate."""

import os
import subprocess
import time

import exports
from driver import check
from files import write

SAVED = """() => { const save = page.save; let saved; page.save = (name, bytes) => { saved = [name, new TextDecoder().decode(bytes)]; };
document.getElementById("d-save").click(); page.save = save; return saved; }"""


def drawn(page, native, what):
    """The panel has an answer, and its file is the program's for the command line that is shown."""
    state = page.settled("d")
    check(state == "ready", f"{what}: {state}: {page.text('d-answer')}")
    command = page.command("d")
    done = subprocess.run([native.program, *command], cwd=native.folder, capture_output=True)
    check(done.returncode == 0, f"{command}: {done.stderr}")
    if not hasattr(page, "screen"):  # scripts of Firefox's driver do not see those of the page
        return what, done.stdout.decode()
    name, text = page.call_function(SAVED)
    check(done.stdout.decode() == text and len(text) > 100, f"{command}: the page has {text[:300]}, the program {done.stdout[:300]}")
    return name, text


def choose(page, *paths):
    page.click("d-clear")
    page.choose("d", *paths)


def samples(page, native, chance, cases, folder):
    place = native.folder = os.path.join(folder, "draws")
    os.makedirs(place)
    page.show("d")
    for number in range(cases):
        size = chance.randint(5, 3000)
        names = [f"{chance.choice(('DOC', 'a b ', 'x,'))}{i}" for i in range(size)]
        header = chance.choice((None, "Control Number", "docno"))
        if header is None:
            names = [f"DOC{i}" for i in range(size)]
        rows = names if header is None else [header + ",Custodian"] + [f'"{name}",Doe' for name in names]
        choose(page, write(place, f"list {number}{'.txt' if header is None else '.csv'}", rows))
        page.fill("d-size", f"{chance.randint(1, size)}")
        page.fill("d-seed", f"{chance.randint(0, 10**6)}")
        name, _ = drawn(page, native, f"list {number}")
        check(name == f"sample of list {number}.csv", f"it is saved as {name}")
    # a column of another name is asked for
    choose(page, write(place, "odd.csv", ["Custodian,Item"] + [f"Doe,I{i}" for i in range(50)]))
    page.fill("d-size", "10")
    check(page.settled("d") == "empty" and "Column of the documents" in page.text("d-answer"), page.text("d-answer"))
    page.fill("d-column", "Item")
    drawn(page, native, "another column")
    # more than there are: refused at the list or the field, without an option
    page.fill("d-size", "51")
    state, said = page.settled("d"), page.text("d-answer")
    check(state == "ready" and "here are fewer documents than are to be drawn (1 missing): all of them are in the sample" in said and "--" not in said, f"51 of 50: {state}: {said}")
    # the header of a list that nobody knows
    choose(page, write(place, "header.txt", ["Bates", *(f"B{i}" for i in range(50))]))
    page.fill("d-size", "10")
    state, said = page.settled("d"), page.text("d-message")
    check(state == "wrong" and "looks like a header" in said and "run column" not in said and "--" not in said, f"a header: {state}: {said}")
    leaves_out(page, native, place)
    families(page, native, place)
    whole_way(page, native, place)
    print(f"page: {cases} random samples are the program's, byte for byte; one goes from the plan to the sentences")


def leaves_out(page, native, place):
    if "--leave-out" not in native.run(["sample", "--help"])[1]:
        return
    choose(page, write(place, "all.txt", [f"D{i}" for i in range(300)]), write(place, "produced.txt", [f"D{i}" for i in range(100)]))
    page.fill("d-size", "40")
    _, text = drawn(page, native, "without the production")
    numbers = [int(line.split(",")[1][1:]) for line in text.splitlines() if line.startswith("1,")]
    check(len(numbers) == 40 and min(numbers) >= 100, f"drawn: {numbers}")


def families(page, native, place):
    """Whole families are drawn, if the list tells them, and Validate knows that they were."""
    members = [f"D{f}-{k},F{f}" for f in range(300) for k in range(1 + f % 3)]
    choose(page, write(place, "all families.csv", ["Control Number,Group Identifier", *members]), write(place, "made.txt", [f"D{f}-0" for f in range(60)]))
    page.fill("d-size", "90")
    drawn(page, native, "documents of a list with families")
    check(page.text("d-size-drawn") == "90" and "--cluster" not in " ".join(page.command("d")), page.text("d-answer"))
    page.tick("d-families")
    _, text = drawn(page, native, "families")
    rows = [line.split(",") for line in text.splitlines() if line.startswith("1,")]
    check(len({row[6] for row in rows}) == 90 and page.text("d-size-drawn") == str(len(rows)), f"{len(rows)} documents")
    # 600 documents less 60, whose families of one document, 20 of them, are gone
    check("in 90 whole families, drawn at random from 280 families with 540 documents" in page.text("d-answer"), page.text("d-answer"))
    coded = write(place, "families coded.csv", ["topic,docno,rel,prob,stratum,size,cluster", *(",".join([*row[:2], "Yes" if int(row[1][1:].split("-")[0]) % 7 == 0 else "No", *row[3:]]) for row in rows)])
    page.show("v")
    page.click("v-clear")
    page.choose("v-files", coded, os.path.join(place, "made.txt"))
    command = exports.counted(page)
    check("--cluster-column=cluster" in command, f"families in Validate: {command}")
    ours = page.text("v-answer")
    check("Whole families, not single documents, were drawn (column cluster)" in " ".join(ours.split()) and "in 90 families" in " ".join(ours.split()), ours)
    page.click("v-clear")
    page.show("d")


def whole_way(page, native, place):
    """A plan, its sample of the null set, the codes, and the sentences."""
    page.show("p")
    page.click("p-question-elusion")
    page.click("p-example")
    page.fill("p-elusion-null", "20000")
    check(page.settled("p") == "ready", page.text("p-answer"))
    size = page.text("p-size")
    page.click("p-draw")
    choose(page, write(place, "null set.txt", [f"N{i}" for i in range(20000)]))
    check(page.run("document.getElementById('d-size').value") in ("", size), "the size of the plan")
    page.click("d-plan-0")
    _, text = drawn(page, native, "the plan")
    check(page.text("d-size-drawn") == size, f"{page.text('d-size-drawn')} drawn, {size} planned")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    # coded on a platform: of the null set those whose number is divided by 997, of the production every other one
    codes = [f"{line.split(',')[1]},{'Yes' if int(line.split(',')[1][1:]) % 997 == 0 else 'No'}" for line in lines[1:]]
    export = write(place, "codes.csv", ["Doc ID,Responsive?", *codes, *(f"P{i},{'No' if i % 2 else 'Yes'}" for i in range(400))])
    listed = [write(place, "production.txt", [f"P{i}" for i in range(400)]), write(place, "drawn sample.csv", text.splitlines())]
    page.show("v")
    page.click("v-clear")
    page.choose("v-files", export, *listed)
    roles = page.run("Array.from(document.querySelectorAll('#v-files-files select'), (one) => one.value)")
    check(roles == ["coded", "production", "null-sample"], f"the files are taken as {roles}")
    page.fill("v-files-all", "20400")
    command = exports.counts_of(page, native)
    found = sum(code.endswith("Yes") for code in codes)
    check(f"--null=20000:{len(codes)}:{found}" in command and "--produced=400::200" in command, f"back in Validate: {command}")
    time.sleep(0.1)
