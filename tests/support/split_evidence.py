# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Moves measurements out of a page: its tables become data.

    python3 tests/support/split_evidence.py PAGE FOLDER [HEADING...]

Each section "## HEADING" of PAGE (all, unless some are named) becomes FOLDER/NAME.md, its tables of numbers
FOLDER/tables/NAME-1.csv, NAME-2.csv ..., each with the commands that print it as comments; in the text a link stands in the place of the
table. PAGE is left as it is: what it concludes, under the same headings, is not for a script.
"""
import csv
import io
import os
import re
import sys

SPDX = ("SPDX-FileCopyrightText: strat_eval developers", "SPDX-License-Identifier: GPL-3.0-or-later")


def anchor(heading):
    return re.sub(r"[^a-z0-9 _-]", "", heading.lower()).replace(" ", "-")


def name_of(heading):
    words = anchor(heading.split(":")[0].split(", and where")[0]).split("-")
    return re.sub(r"^(.{1,40})(-.*)?$", r"\1", "-".join(w for w in words if w))


def cells(row):
    row = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", row)  # links
    return [c.strip().replace("\\|", "|").replace("**", "").replace("`", "") for c in re.split(r"(?<!\\)\|", row.strip().strip("|"))]


def of_numbers(rows):
    body = [c for row in rows[2:] for c in cells(row)[1:] if c]
    return bool(body) and 2 * sum(bool(re.match(r"^[~<>=≤≥± ]*[-+−]?\d*\.?\d", c)) for c in body) >= len(body)


def as_csv(title, command, rows):
    out = io.StringIO()
    for line in [title, *command, *SPDX]:
        out.write(f"# {line}\n")
    csv.writer(out, lineterminator="\n").writerows([cells(rows[0])] + [cells(r) for r in rows[2:]])
    return out.getvalue()


def sections(text):
    """(heading, lines) of each "## ", outside of code."""
    found, code = [], False
    for line in text.split("\n"):
        code ^= line.startswith("```")
        if line.startswith("## ") and not code:
            found.append((line[3:], []))
        elif found:
            found[-1][1].append(line)
    return found


def moved_section(name, heading, lines, link):
    """The text of NAME.md, and a list of (file, content)."""
    tables, text, command, rows = [], [], [], []
    code, title = None, heading
    for line in [*lines, ""]:
        if line.startswith("|") and code is None:
            rows.append(line)
            continue
        if rows and of_numbers(rows):
            file = f"tables/{name}-{len(tables) + 1}.csv"
            tables.append((file, as_csv(title, [f"$ {c}" for c in command] or ["no command"], rows)))
            text.append(f"[{file}]({file})")
        elif rows:
            text.extend(link(r) for r in rows)
        rows = []
        if line.startswith("```"):
            if code is None:
                code = line
                command = [] if line.startswith("```bash") else command
            else:
                code = None
        elif code is not None and code.startswith("```bash"):
            command.append(line)
        elif line.startswith("#") and code is None:
            title, command = line.lstrip("# "), []
            line = line[1:]
        text.append(line if code is not None else link(line))
    head = "\n".join(f"<!-- {s} -->" for s in SPDX)
    return f"{head}\n\n# {heading}\n" + re.sub(r"\n{3,}", "\n\n", "\n".join(text)).rstrip() + "\n", tables


def main(page, folder, *wanted):
    text = open(page).read()
    all_sections = sections(text)
    place = {}
    for heading, lines in all_sections:
        code = False
        for line in ["## " + heading, *lines]:
            code ^= line.startswith("```")
            if line.startswith("#") and not code:
                place[anchor(line.lstrip("# "))] = name_of(heading) + ".md" + ("" if line == "## " + heading else "#" + anchor(line.lstrip("# ")))
    chosen = [s for s in all_sections if not wanted or s[0] in wanted]
    os.makedirs(os.path.join(folder, "tables"), exist_ok=True)
    inside = os.path.relpath(folder, os.path.dirname(page))

    def link(line):
        def change(m):
            to = m.group(1)
            if to.startswith("#"):
                return f"]({place[to[1:]]})"
            if to.startswith("http"):
                return m.group(0)
            if to == inside:
                return "](README.md)"
            return f"]({to[len(inside) + 1:]})" if to.startswith(inside + "/") else f"](../{to})"
        return re.sub(r"\]\(([^)]+)\)", change, line)

    for heading, lines in chosen:
        content, tables = moved_section(name_of(heading), heading, lines, link)
        for file, data in [(name_of(heading) + ".md", content), *tables]:
            with open(os.path.join(folder, file), "w") as f:
                f.write(data)


if __name__ == "__main__":
    main(*sys.argv[1:])
