# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Sentences of Markdown that are too long: python3 sentences.py MOST PAGE...

Prints PAGE:LINE, the number of words and the sentence of each that has more than MOST words. Code, tables, headings and comments
are not read; what stands in `` is one word, and of a link its text counts.
"""
import re
import sys


def paragraphs(page):
    """(line, text) of each paragraph and item of a list."""
    code, start, text = False, 0, []
    for number, line in enumerate([*open(page, encoding="utf-8"), ""], 1):
        fence = line.startswith("```")
        item = re.match(r"\s*([-*] |\d+\. )", line)
        if fence or code or not line.strip() or item or re.match(r"(\||#|<!--|!\[)", line):
            if text:
                yield start, " ".join(text)
            text = []
        code ^= fence
        if code or fence or not line.strip() or re.match(r"(\||#|<!--|!\[)", line):
            continue
        if not text:
            start = number
        text.append(line.strip()[len(item.group(1)) if item else 0:])


def sentences(text):
    text = re.sub(r"`[^`]*`", "x", text)
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"\b(e\.g|i\.e|vs|cf|etc|Fig|eq|al|p)\.", r"\1", text)
    return re.split(r"(?<=[.!?])[)\"*]*\s+", text)


def words(sentence):
    return len([w for w in sentence.split() if re.search(r"\w", w)])


def main(most, *pages):
    for page in pages:
        for line, text in paragraphs(page):
            for sentence in sentences(text):
                if words(sentence) > int(most):
                    print(f"{page}:{line}: {words(sentence)} words: {sentence}")


if __name__ == "__main__":
    main(*sys.argv[1:])
