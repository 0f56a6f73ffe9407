# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes Excel workbooks:

    workbook.py FILE.xlsx KIND NAME=SHEET ... [-- FILE.xlsx KIND NAME=SHEET ...] ...

A SHEET is a CSV file, or the rows as XML: beginning with '<', or in a file, as @FILE. A NAME that begins with '.' is of a hidden sheet; strings=
has the shared strings as XML. KIND says how the cells of CSV files are written: 'shared' as Excel does, a text in two runs
if it is longer than three characters; 'inline' as programs that write row by row do, without numbers of rows and cells,
with a prefix of names and without packing; 'formula' with the values computed last, TRUE and FALSE as such."""

import csv
import re
import sys
import zipfile
from xml.sax.saxutils import escape, quoteattr

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n'
strings = []  # of the workbook at hand


def letters(column):
    name = ""
    while column > 0:
        column, rest = divmod(column - 1, 26)
        name = chr(65 + rest) + name
    return name


def text_of(value):
    """A carriage return would be lost in XML; Excel writes it so."""
    return '<t xml:space="preserve">%s</t>' % escape(value).replace("\r", "_x000D_")


def runs_of(value):
    if len(value) < 4:
        return text_of(value)
    return "<r>%s</r><r><rPr><b/></rPr>%s</r><rPh sb='0' eb='1'><t>hint</t></rPh>" % (text_of(value[:3]), text_of(value[3:]))


def cell(kind, row, column, value):
    place = "" if kind == "inline" else ' r="%s%d"' % (letters(column), row)
    if re.fullmatch(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?", value):
        return '<c%s s="1"><v>%s</v></c>' % (place, value)
    if value == "":
        return "<c/>" if kind == "inline" else ""
    if kind == "inline":
        return '<c t="inlineStr"><is>%s</is></c>' % text_of(value)
    if kind == "formula" and value in ("TRUE", "FALSE"):
        return '<c%s t="b"><f>1=1</f><v>%d</v></c>' % (place, value == "TRUE")
    if kind == "formula":
        return '<c%s t="str"><f>"x"&amp;A1</f><v>%s</v></c>' % (place, escape(value).replace("\r", "&#13;"))
    if value not in strings:
        strings.append(value)
    return '<c%s t="s"><v>%d</v></c>' % (place, strings.index(value))


def rows_of(kind, path):
    with open(path, encoding="utf-8-sig", newline="") as file:
        rows = list(csv.reader(file))
    text = ""
    for number, row in enumerate(rows, 1):
        cells = "".join(cell(kind, number, i, value) for i, value in enumerate(row, 1))
        if cells or kind == "inline":
            text += "<row%s>%s</row>" % ("" if kind == "inline" else ' r="%d"' % number, cells)
    return text


def sheet_of(kind, rows):
    text = '<worksheet xmlns="%s"><dimension ref="A1"/><sheetData>%s</sheetData><pageMargins left="1"/></worksheet>' % (MAIN, rows)
    if kind == "inline":
        text = re.sub(r"<(/?)(\w)", r"<\1x:\2", text).replace("xmlns=", "xmlns:x=")
    return HEAD + text


def write(out, kind, *arguments):
    given = [x.split("=", 1) for x in arguments]
    strings.clear()
    shared = [x for name, x in given if name == "strings"]
    sheets = [(name, open(x[1:]).read() if x.startswith("@") else x if x.startswith("<") else rows_of(kind, x))
              for name, x in given if name != "strings"]
    book = relations = ""
    for i, (name, _) in enumerate(sheets, 1):
        state = ' state="hidden"' if name.startswith(".") else ""
        book += '<sheet name=%s sheetId="%d"%s r:id="rId%d"/>' % (quoteattr(name.lstrip(".")), i, state, i)
        relations += '<Relationship Id="rId%d" Type="%s/worksheet" Target="%s"/>' % (
            i, OFFICE, "/xl/worksheets/sheet%d.xml" % i if kind == "inline" else "worksheets/sheet%d.xml" % i)
    texts = shared[0] if shared else "".join("<si>%s</si>" % runs_of(x) for x in strings)
    parts = {
        "[Content_Types].xml": HEAD + "<Types/>",
        "xl/workbook.xml": HEAD + '<workbook xmlns="%s" xmlns:r="%s"><sheets>%s</sheets></workbook>' % (MAIN, OFFICE, book),
        "xl/_rels/workbook.xml.rels": HEAD + "<Relationships>%s</Relationships>" % relations,
        "xl/SharedStrings.xml" if kind == "formula" else "xl/sharedStrings.xml": HEAD + "<sst>%s</sst>" % texts,
    }
    for i, (_, rows) in enumerate(sheets, 1):
        parts["xl/worksheets/sheet%d.xml" % i] = sheet_of(kind, rows)
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED if kind == "inline" else zipfile.ZIP_DEFLATED) as file:
        for name, text in parts.items():
            file.writestr(zipfile.ZipInfo(name), text, None if kind == "inline" else zipfile.ZIP_DEFLATED)


words = sys.argv[1:] + ["--"]
while words:
    end = words.index("--")
    write(*words[:end])
    words = words[end + 1:]
