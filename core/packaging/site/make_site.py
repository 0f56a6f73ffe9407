# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The documents as a site that needs no server and no network: python3 make_site.py BUILD VERSION

BUILD/site/index.html, by mkdocs and its material theme, from README.md, doc/, the manual pages in BUILD/man, the schemas and, if it is
there, BUILD/strat_eval.html. The navigation begins with "Where to go next" of README.md. Pages are copied to BUILD/site-pages and
changed where Python's Markdown differs from GitHub's; doc/ stays as it is. mkdocs fetches its search index, and starts a worker
from a file, which browsers forbid in pages of file://: both become part of one script.
"""
import csv
import html
import json
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
CONFIG = """site_name: strat_eval {version}
docs_dir: {pages}
site_dir: {site}
use_directory_urls: false
extra_css: [own.css]
theme:
  name: material
  custom_dir: {theme}
  font: false
  features: [navigation.sections, navigation.top, toc.follow]
  palette:
    - media: "(prefers-color-scheme: light)"
      scheme: default
      primary: teal
      toggle: {{icon: material/weather-night, name: dark}}
    - media: "(prefers-color-scheme: dark)"
      scheme: slate
      primary: teal
      toggle: {{icon: material/weather-sunny, name: light}}
plugins: [search]
markdown_extensions:
  - tables
  - fenced_code
  - sane_lists
  - toc:
      permalink: true
      slugify: !!python/name:github_slug.github_slug
nav: {nav}
"""
CSS = """.md-typeset h1, .md-typeset h2, .md-typeset h3 { font-weight: 600; color: var(--md-default-fg-color); letter-spacing: 0; }
[data-md-color-scheme=slate] { --md-typeset-a-color: #5fd3c4; --md-primary-fg-color: #00695c; }
.md-typeset .picture { overflow-x: auto; margin: 1em 0; }
.md-typeset .picture img { min-width: 28rem; }
.md-typeset table:not([class]) { font-size: .64rem; }
.md-typeset pre > code { font-size: .62rem; }
.md-typeset table:not([class]) th:empty { padding: 0; border: 0; }
.md-typeset .option, .md-typeset .manual .Nm code { white-space: nowrap; word-break: normal; }
.manual .head, .manual .foot { display: none; }
.try { width: 100%; height: 85vh; border: 1px solid var(--md-default-fg-color--lighter); }
@media print {
  [data-md-color-scheme=slate] { --md-typeset-a-color: #00695c; }
  .md-typeset .picture img { min-width: 0; }
  .md-typeset pre > code { white-space: pre-wrap; font-size: .55rem; }
  .md-typeset h1, .md-typeset h2, .md-typeset h3 { break-after: avoid; }
  .md-typeset tr, .md-typeset pre { break-inside: avoid; }
}
"""


class Site:
    def __init__(self, build, version):
        self.build, self.version = os.path.abspath(build), version
        self.pages, self.site = f"{self.build}/site-pages", f"{self.build}/site"
        self.words = {}  # of a heading, by which it is found
        self.place = {"README.md": "index.md", "CHANGELOG.md": "changes.md"}

    # ---- pages

    def target(self, page, link):
        """Where a link of a page of the sources leads on the site."""
        path, hash_, anchor = link.partition("#")
        if not path or ":" in path:
            return link
        source = os.path.normpath(os.path.join(os.path.dirname(page), path))
        if source.endswith(".1"):
            to = f"man/{os.path.basename(source)[:-2]}.md"
        elif source in self.place:
            to = self.place[source]
        elif os.path.isdir(source) and os.path.exists(source + "/README.md"):
            to = self.place.get(source + "/README.md", source)
        elif os.path.isfile(source):
            to = source[4:] if source.startswith("doc/") else "files/" + source
            os.makedirs(os.path.dirname(f"{self.pages}/{to}"), exist_ok=True)
            shutil.copy(source, f"{self.pages}/{to}")
        else:
            return "#"
        return os.path.relpath(to, os.path.dirname(self.place[page]) or ".") + hash_ + anchor

    def table(self, page, file):
        """A table that is a CSV file, as Markdown."""
        rows = list(csv.reader(line for line in open(os.path.join(os.path.dirname(page), file)) if not line.startswith("#")))
        rows = [[c.replace("|", "\\|") for c in r] for r in rows]
        lines = ["| " + " | ".join(r) + " |" for r in rows]
        lines.insert(1, "|" + "---|" * len(rows[0]))
        return [*lines, "", f"[{os.path.basename(file)}]({self.target(page, file)})", ""]

    def text_of(self, page):
        """The page of measures has the lists alone; the program explains each of them."""
        if page == "doc/measures.md":
            return subprocess.run(["./strat_eval", "help", "measures"], capture_output=True, text=True, check=True).stdout
        return open(page, encoding="utf-8").read()

    def lines_of(self, page):
        """A page as Python's Markdown reads it."""
        code, before, heading = False, "", ""
        for line in self.text_of(page).split("\n"):
            if line.startswith("```"):
                line = line if code else re.sub(r"^```(\w*).*", r"```\1", line)
                if not code and before.strip():
                    yield ""
                code = not code
            elif not code:
                data = re.match(r"\[tables/.*\]\((tables/.*\.csv)\)$", line)
                found = re.match(r"<!-- words: (.*) -->$", line)
                if data:
                    yield from self.table(page, data.group(1))
                    line = ""
                elif found:
                    self.words[(self.place[page], heading)] = found.group(1)
                    line = ""
                elif re.match(r"#+ ", line):
                    heading = line.lstrip("# ")
                if re.match(r"([-*] |\d+\. |\|)", line) and before.strip() and not re.match(r"\s*([-*] |\d+\. |\||  )", before):
                    yield ""
                line = re.sub(r"^( +)([-*] )", lambda m: m.group(1) * 2 + m.group(2), line)  # lists within lists
                line = re.sub(r"\]\(([^)\s]+)\)", lambda m: f"]({self.target(page, m.group(1))})", line)
                picture = re.match(r"!\[(.*)\]\(([^)\s]+)\)$", line)
                if picture:  # a phone scrolls it, so that its letters can be read
                    line = '<div class="picture"><img alt="{}" src="{}"></div>'.format(*map(html.escape, picture.groups()))
                if line.startswith("|"):
                    line = re.sub(r"`[^`]*`", lambda m: m.group(0).replace("\\|", "|"), line)
            before = line
            yield line

    def copy(self):
        for page in self.place:
            to = f"{self.pages}/{self.place[page]}"
            os.makedirs(os.path.dirname(to), exist_ok=True)
            with open(to, "w", encoding="utf-8") as out:
                out.write("\n".join(self.lines_of(page)))
        self.write("own.css", CSS)

    def write(self, name, text):
        os.makedirs(os.path.dirname(f"{self.pages}/{name}"), exist_ok=True)
        with open(f"{self.pages}/{name}", "w", encoding="utf-8") as out:
            out.write(text)

    def manuals(self):
        names = sorted(os.listdir(f"{self.build}/man"), key=lambda name: name[:-2])
        for name in names:
            text = subprocess.run(["mandoc", "-T", "html", "-O", "fragment", f"{self.build}/man/{name}"], capture_output=True, text=True, check=True).stdout
            text = re.sub(r"<(/?)h([12])", lambda m: f"<{m.group(1)}h{int(m.group(2)) + 1}", re.sub(r"\n\s*\n", "\n", text))
            self.write(f"man/{name[:-2]}.md", f"# {name[:-2]}(1)\n\n<div class=\"manual\">{text}</div>\n")
        return [{name[:-2]: f"man/{name[:-2]}.md"} for name in names]

    def schemas(self):
        text = "# Schemas of jsonl\n\nEach record of `--format=jsonl` follows one of these; `strat_eval help schema NAME` prints it.\n"
        for name in sorted(os.listdir("doc/schema")):
            text += f"\n## {name[:-5]}\n\n```json\n{open('doc/schema/' + name).read().rstrip()}\n```\n"
        self.write("schemas.md", text)

    def try_it(self):
        page, text = f"{self.build}/strat_eval.html", "---\nhide: [navigation, toc]\n---\n\n# Try it here\n\n"
        if os.path.exists(page):
            shutil.copy(page, f"{self.pages}/strat_eval.html")
            text += ("The program itself, in your browser: nothing that you type or open leaves this computer. "
                     "[In a window of its own](strat_eval.html); [what it can do](page.md).\n\n"
                     '<iframe class="try" src="strat_eval.html" title="strat_eval in a browser"></iframe>\n')
        else:
            text += "This copy of the site was made without the page: `make page site` puts it here ([page.md](page.md)).\n"
        self.write("try.md", text)

    # ---- the site

    def navigation(self, manuals):
        """The pages of "Where to go next" in README.md, in its order, and behind them all others."""
        table = open("README.md", encoding="utf-8").read().split("\n## Where to go next\n")[1].split("\n## ")[0]
        guides = {link: text for text, link in re.findall(r"\[([^\]]+)\]\(([\w./-]+\.md)\)", table)}

        def part(begins):
            return [{re.search(r"(?m)^# (.*)", self.text_of(p)).group(1): self.place[p]} for p in self.place if p not in guides and re.match(begins, p)]
        return [{"Start": "index.md"}, {"Try it here": "try.md"},
                {"Guides": [{text[0].upper() + text[1:]: self.place[link]} for link, text in guides.items()]},
                {"More": part(r"doc/[\w-]+\.md|CHANGELOG")}, {"Manual pages": [*manuals, {"Schemas of jsonl": "schemas.md"}]},
                {"Evidence": part("doc/evidence/")}, {"Samples": part("qrels-samples/")}]

    def searchable(self):
        """Index and worker as one script; the words of a heading are its tags."""
        with open(f"{self.site}/search/search_index.json", encoding="utf-8") as file:
            index = json.load(file)
        # Records and samples stay out: who searches wants the page that draws the conclusion.
        index["docs"] = [e for e in index["docs"] if not re.match(r"evidence/|qrels-samples/|changes", e["location"])]
        for entry in index["docs"]:
            entry["text"] = entry["text"].replace("*", " ")  # the search takes an asterisk for a wildcard, and fails
            words = self.words.get((entry["location"].split("#")[0].replace(".html", ".md"), html.unescape(entry["title"])))
            if words:
                # A token each. Tags outweigh all else, so only rare words are: "test" would come first in every search for tests.
                rare = [w for w in re.split(r"[, ]+", words) if sum(w in e["text"] for e in index["docs"]) < 50]
                entry["tags"] = rare
        folder = f"{self.site}/assets/javascripts/workers"
        worker = next(f for f in os.listdir(folder) if f.startswith("search.") and f.endswith(".js"))
        code = re.sub(r"\n//# sourceMappingURL.*", "", open(f"{folder}/{worker}", encoding="utf-8").read())
        with open(f"{self.site}/assets/search.js", "w", encoding="utf-8") as out:
            out.write(f"var __search = {{ index: Promise.resolve({json.dumps(index, ensure_ascii=False)}),\n")
            out.write(f"worker: URL.createObjectURL(new Blob([{json.dumps(code)}], {{ type: 'text/javascript' }})) }};\n")

    def options(self):
        """An option in a sentence is not divided behind its dashes."""
        for root, _, files in os.walk(self.site):
            for name in files:
                if name.endswith(".html") and name != "strat_eval.html":
                    with open(f"{root}/{name}", encoding="utf-8") as file:
                        text = file.read()
                    with open(f"{root}/{name}", "w", encoding="utf-8") as file:
                        file.write(re.sub(r"(?<!<pre>)<code>[^<]*</code>", lambda m: re.sub(r"(?<![\w-])-{1,2}\w[\w-]*", r'<span class="option">\g<0></span>', m.group(0)), text))

    def make(self):
        for folder in (self.pages, self.site):
            shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(f"{self.pages}/man")
        for folder in ("doc", "doc/evidence", "qrels-samples", *sorted(f"qrels-samples/{d}" for d in os.listdir("qrels-samples"))):
            for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else []:
                if name.endswith(".md"):
                    path = f"{folder}/{name}"
                    self.place[path] = path[4:] if folder.startswith("doc") else path
        self.try_it()
        self.schemas()
        self.copy()
        manuals = self.manuals()
        theme = f"{self.build}/site-theme"
        os.makedirs(theme, exist_ok=True)
        with open(f"{theme}/main.html", "w") as out:
            out.write('{% extends "base.html" %}\n{% block scripts %}<script src="{{ \'assets/search.js\' | url }}"></script>{{ super() }}{% endblock %}\n')
        with open(f"{self.build}/mkdocs.yml", "w") as out:
            out.write(CONFIG.format(version=self.version, pages=self.pages, site=self.site, theme=theme, nav=json.dumps(self.navigation(manuals))))
        subprocess.run(["mkdocs", "build", "-q", "--strict", "-f", f"{self.build}/mkdocs.yml"], check=True, env={**os.environ, "PYTHONPATH": HERE, "PYTHONDONTWRITEBYTECODE": "1"})
        self.searchable()
        self.options()
        print(f"  SITE {self.site}/index.html")


if __name__ == "__main__":
    Site(*sys.argv[1:]).make()
