# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Wraps the text of Markdown pages one way: python3 wrap_markdown.py [--check] PAGE...

Paragraphs and items of lists have lines of at most 120 characters, an item's further lines under its text. Code, tables, headings, comments, HTML,
quotes and lines that end with two blanks or a backslash stay as they are. No line begins with what Markdown would take for something else,
and what stands in `` or is a link's text or target is broken only at blanks. Twice is as once. --check: prints the pages that would change;
status 1 if there are any.
"""
import re
import sys

WIDTH = 120
SPECIAL = re.compile(r"(#|\||```|~~~|<|>|!\[|\[[^\]]*\]:|---|===|\*\*\*$|    )")
ITEM = re.compile(r"(\s*)([-*+]|\d+[.)])(\s+)(?=\S)")
# What would begin something else at the start of a line.
BEGINS = re.compile(r"([-*+#>|=~<]+|\d+[.)]|```.*|#.*)$")


def filled(words, first, rest):
    """Lines of words; a word that cannot begin a line goes with the one before it."""
    lines, line = [], first
    empty = True
    for i, word in enumerate(words):
        after = words[i + 1] if i + 1 < len(words) else ""
        if empty:
            line += word
        elif len(line) + 1 + len(word) > WIDTH and not BEGINS.match(word) and not (BEGINS.match(after) and len(line) + 1 + len(word) <= WIDTH):
            lines.append(line)
            line = rest + word
        else:
            line += " " + word
        empty = False
    return lines + [line]


def wrapped(text):
    out, block, first, rest, code, comment = [], [], "", "", None, False

    def finish():
        if block:
            out.extend(filled(" ".join(block).split(" "), first, rest))
            block.clear()

    for line in text.split("\n"):
        fence = re.match(r"\s*(```+|~~~+)", line)
        if code or fence:
            finish()
            out.append(line)
            if fence and (code is None or line.strip().startswith(code)):
                code = None if code else fence.group(1)
            continue
        if comment or line.lstrip().startswith("<!--"):
            finish()
            out.append(line)
            comment = "-->" not in line
            continue
        item = ITEM.match(line)
        if not line.strip():
            finish()
            out.append("")
            first = rest = ""
        elif item and (not block or rest or not item.group(2)[0].isdigit()):  # a number begins no list within a paragraph
            finish()
            first, rest = item.group(0), " " * len(item.group(0))
            block.append(line[item.end():].strip())
        elif SPECIAL.match(line) and not block or line.lstrip().startswith("|") or line.startswith("#") or line.endswith(("  ", "\\")):
            finish()
            out.append(line)
        else:
            if not block:
                indent = line[: len(line) - len(line.lstrip())]
                first, rest = indent, indent
            block.append(re.sub(r"\s+", " ", line.strip()))
    finish()
    return "\n".join(out)


def main(arguments):
    check = arguments[0] == "--check"
    changed = 0
    for page in arguments[check:]:
        with open(page, encoding="utf-8") as file:
            old = file.read()
        new = wrapped(old)
        if new != old:
            changed = 1
            print(page)
            if not check:
                with open(page, "w", encoding="utf-8") as file:
                    file.write(new)
    return changed if check else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
