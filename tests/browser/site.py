# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The site of `make site`, from file://: python3 site.py SITE FOLDER [PAGE...]

Links lead to files and anchors; nothing is loaded from anywhere else; the search finds the page of each task of
tests/project/tasks.txt among its first three, in Chromium and, if it is here, in Firefox as a user has it; pictures of some pages, or of those that are named, go to FOLDER, for looking at.
"""
import html.parser
import json
import os
import sys
import urllib.parse

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import firefox  # noqa: E402
from browser import Browser  # noqa: E402

PICTURES = ("index", "cookbook", "coverage", "methods", "try", "man/strat_eval")


class Links(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.ids, self.links, self.loaded = set(), [], []
        with open(path, encoding="utf-8") as file:
            self.feed(file.read())

    def handle_starttag(self, tag, attributes):
        a = dict(attributes)
        self.ids.update(v for k, v in a.items() if k in ("id", "name") and v)
        if tag == "a" and a.get("href"):
            self.links.append(a["href"])
        elif tag in ("img", "script", "link", "iframe") and a.get("rel") != "canonical":
            self.loaded += [v for k, v in a.items() if k in ("src", "href") and v]


def pages_of(site):
    return [os.path.join(root, f) for root, _, files in os.walk(site) for f in files if f.endswith(".html")]


def wrong_links(site):
    seen, wrong = {page: Links(page) for page in pages_of(site)}, []
    for page, links in seen.items():
        if os.path.basename(page) in ("404.html", "strat_eval.html"):
            continue
        for link in dict.fromkeys(links.links + links.loaded):
            parts = urllib.parse.urlsplit(link)
            if parts.scheme in ("http", "https") and link not in links.loaded:
                continue
            path = os.path.normpath(os.path.join(os.path.dirname(page), urllib.parse.unquote(parts.path))) if parts.path else page
            if parts.scheme or not os.path.exists(path):
                wrong.append(f"{page}: {link}")
            elif parts.fragment and path.endswith(".html"):
                if urllib.parse.unquote(parts.fragment) not in seen[path].ids:
                    wrong.append(f"{page}: {link}: no such anchor")
    return wrong


# Words are typed, and what was found before is waited away. The theme listens to keys.
SEARCH = """(async () => {
    const field = document.querySelector("[data-md-component=search-query]"), meta = () => document.querySelector(".md-search-result__meta").textContent;
    const type = (words) => { field.focus(); field.value = words; field.dispatchEvent(new KeyboardEvent("keyup", { bubbles: true })); };
    const until = async (done) => { for (let i = 0; i < 600 && !done(); i++) await new Promise((next) => setTimeout(next, 50)); };
    const items = () => [...document.querySelectorAll(".md-search-result__item > a")].map((a) => a.href.split("?")[0].split("#")[0]);
    document.querySelector("#__search").checked = true;
    type("");
    await until(() => !items().length && /^\\s*Type/.test(meta()));
    type(%s);
    await until(() => items().length || /^\\s*No/.test(meta()));
    return items();
})()"""


def found(browser, site, words):
    """The pages that the search lists, best first."""
    answer = browser.run(SEARCH % json.dumps(words))
    paths = [os.path.relpath(urllib.parse.urlsplit(a).path, os.path.abspath(site)) for a in answer]
    return list(dict.fromkeys(paths))


def searches(browser, site, tasks, name):
    browser.open(f"{site}/index.html")
    for words, page, _ in tasks:
        first = found(browser, site, words)[:3]
        if page.replace("doc/", "").replace(".md", ".html") not in first:
            yield f"{name}: search '{words}': {first}, not {page}"


def main(site, folder, *pictures):
    os.makedirs(folder, exist_ok=True)
    problems = wrong_links(site)
    tasks = [[p.strip() for p in line.split("|")] for line in open("tests/project/tasks.txt") if line.strip() and line[0] != "#"]
    with Browser() as browser:
        browser.screen(1280, 900)
        problems += searches(browser, site, tasks, "Chromium")
        for name in pictures or PICTURES:
            for width, dark in (1280, False), (390, False), (1280, True):
                browser.screen(width, 900, dark)
                browser.run("localStorage.clear()")  # the theme keeps the first choice
                browser.open(f"{site}/{name}.html")
                problems += [f"{name}: loads {u}" for u in browser.requests() if not u.startswith(("file:", "blob:", "data:", "about:"))]
                problems += [f"{name}: {c['params']}" for c in browser.complaints()]
                wide = browser.run("document.documentElement.scrollWidth - innerWidth")
                if wide > 0:
                    problems.append(f"{name}: {wide} pixels too wide at {width}")
                browser.picture(f"{folder}/{name.replace('/', '-')}-{width}{'-dark' if dark else ''}.png")
            browser.paper(f"{folder}/{name.replace('/', '-')}.pdf")
    if firefox.is_here():
        with firefox.Firefox(as_users=True) as other:
            problems += searches(other, site, tasks, "Firefox")
    print("\n".join(problems))
    print(f"site: {len(pages_of(site))} pages, {len(tasks)} searches{' in both browsers' if firefox.is_here() else ', no Firefox here'}, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
