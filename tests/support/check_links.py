# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The links between documents lead to files and to headings: python3 check_links.py PAGE...

Anchors are GitHub's: small letters, digits, "_" and "-", blanks become "-". Prints what leads nowhere; status 1 if there is any.
"""
import os
import re
import sys


def text_of(page):
    """(number, line) outside of code."""
    code = False
    for number, line in enumerate(open(page, encoding="utf-8"), 1):
        if line.startswith("```"):
            code = not code
        elif not code:
            yield number, line


def anchors(page):
    found, seen = set(), {}
    for _, line in text_of(page):
        if re.match(r"#+ ", line):
            name = re.sub(r"[^\w \-]", "", line.lstrip("#").strip().replace("`", "").lower()).replace(" ", "-")
            found.add(f"{name}-{seen[name]}" if name in seen else name)
            seen[name] = seen.get(name, 0) + 1
    return found


def main(pages):
    wrong = 0
    for page in pages:
        for number, line in text_of(page):
            for link in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`]*`", "", line)):
                file, _, anchor = link.partition("#")
                if ":" in file:
                    continue
                target = os.path.normpath(os.path.join(os.path.dirname(page), file)) if file else page
                if not os.path.exists(target):
                    print(f"{page}:{number}: {link}: there is no such file")
                elif anchor and target.endswith(".md") and anchor not in anchors(target):
                    print(f"{page}:{number}: {link}: there is no such heading")
                else:
                    continue
                wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
