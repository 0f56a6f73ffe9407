#!/usr/bin/env python3
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads lines FILE FORMAT [TEXT].

Is FILE well formed in FORMAT? With TEXT, the same answer as text: does it have all numbers of TEXT that have a
decimal point, two of them at least? Prints what is wrong. A format that is not known here must have something in it.
"""
import csv
import html.parser
import json
import re
import sys

NUMBER = re.compile(r"(?<![\w.])-?\d+\.\d+(?![\w.])")
OPEN_ENDED = {"p", "li", "tr", "td", "th"}  # HTML does not need their ends
VOID = {"meta", "br"}


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.wrong, self.text, self.tables, self.cells = [], [], [], [], None

    def handle_starttag(self, tag, attributes):
        if tag == "tr":
            self.end_row()
            self.cells = 0
        if tag in ("td", "th") and self.cells is not None:
            self.cells += 1
        if tag == "table":
            self.tables.append([])
        if tag not in OPEN_ENDED | VOID:
            self.open.append(tag)
        self.text.append(" ")

    def handle_startendtag(self, tag, attributes):
        self.text.append(" ")

    def handle_endtag(self, tag):
        if tag in ("thead", "tbody", "table"):
            self.end_row()
        if tag in OPEN_ENDED:
            return
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"</{tag}> ends something else")

    def end_row(self):
        if self.cells is not None:
            self.tables[-1].append(self.cells)
        self.cells = None

    def handle_data(self, data):
        if not self.open or self.open[-1] not in ("script", "style"):
            self.text.append(data)


def uneven(widths):
    return len(set(widths)) > 1


def check_html(answer):
    page = Page()
    page.feed(answer)
    wrong = page.wrong + [f"<{tag}> has no end" for tag in page.open]
    if not answer.startswith("<!DOCTYPE html>") or not answer.endswith("</html>\n"):
        wrong.append("it is no page")
    if not page.tables or any(len(t) < 2 for t in page.tables):
        wrong.append("a table is empty, or there is none")
    wrong += ["the rows of a table differ in length" for t in page.tables if uneven(t)]
    return wrong, "".join(page.text)


def check_latex(answer):
    wrong, open_ = [], []
    body = re.sub(r"(?m)(?<!\\)%.*$", "", answer)
    for kind, name in re.findall(r"\\(begin|end)\{(\w+)\}", body):
        if kind == "begin":
            open_.append(name)
        elif not open_ or open_.pop() != name:
            wrong.append(f"\\end{{{name}}} ends something else")
    wrong += [f"\\begin{{{name}}} has no end" for name in open_]
    plain = re.sub(r"\\.", "", body)
    if plain.count("{") != plain.count("}"):
        wrong.append("braces do not match")
    plain = re.sub(r"\$[^$]*\$", "", plain)
    tables = re.findall(r"\\begin\{tabular\}\{@\{\}([lr]+)@\{\}\}(.*?)\\end\{tabular\}", body, re.S)
    if not tables:
        wrong.append("there is no table")
    for columns, rows in tables:
        lines = [x for x in rows.split("\n") if x.endswith(r"\\")]
        if len(lines) < 2 or any(len(re.findall(r"(?<!\\)&", x)) + 1 != len(columns) for x in lines):
            wrong.append("the rows of a table do not fit its columns: " + columns)
    outside = re.sub(r"\\begin\{(tabular|verbatim)\}.*?\\end\{\1\}", "", body, flags=re.S)
    if re.search(r"(?<!\\)[_#^]", plain) or re.search(r"(?<!\\)&", outside):
        wrong.append("a letter of LaTeX's own is not escaped")
    return wrong, re.sub(r"--|[{}$]|\\[a-z]+", " ", answer)


def check_markdown(answer):
    wrong, tables = [], re.findall(r"(?:^\|.*\n)+", answer, re.M)
    for table in tables:
        rows = [len(re.findall(r"(?<!\\)\|", x)) for x in table.splitlines()]
        if len(rows) < 3 or uneven(rows) or not re.match(r"\|(-+:?\|)+$", table.splitlines()[1]):
            wrong.append("a table is none: " + table.splitlines()[0])
    if not tables:
        wrong.append("there is no table")
    return wrong, answer.replace("*", " ").replace("\\", "")


def check_csv(answer):
    rows = list(csv.reader(x for x in answer.splitlines() if not x.startswith("#")))
    return (["the lines differ in length"] if len(rows) < 2 or uneven([len(r) for r in rows]) else []), answer


def check_jsonl(answer):
    lines = [json.loads(x) for x in answer.splitlines()]
    return ([] if lines and all(isinstance(x, dict) and x for x in lines) else ["a line is no record"]), answer


def main():
    for line in sys.stdin:
        path, kind, *text = line.split()
        answer = open(path, encoding="utf-8").read()
        check = globals().get("check_" + kind, lambda x: ([] if x.strip() else ["it is empty"], x))
        wrong, shown = check(answer)
        if text:
            numbers = set(NUMBER.findall(open(text[0], encoding="utf-8").read()))
            missing = numbers - set(NUMBER.findall(shown))
            if missing or len(numbers) < 2:
                wrong.append("of the numbers of the text are missing: " + " ".join(sorted(missing)))
        for what in wrong:
            print(f"{path}: {what}")


main()
