# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Evaluate, Compare and Stop with random small files: the page shows what --format=html prints."""

import gzip
import os
import time

from driver import Agreement, Leaves, check


def write(folder, name, lines):
    path = os.path.join(folder, name)
    with gzip.open(path, "wt") if name.endswith(".gz") else open(path, "w") as file:
        file.write("".join(line + "\n" for line in lines))
    return path


def same_page(page, prefix, native, agreement):
    """What is shown is the page that the program writes for the command line that is shown."""
    command = page.command(prefix)
    check("--format=html" in command, f"the command line is {command}")
    status, out, err = native.run(command)
    check(status == 0, f"{command}: the program says {err}")
    agreement.compare(page.shown(prefix + "-sheet"), Leaves(out).found, " ".join(command))


# ---- random files ----


def documents(chance, count):
    return [f"d{number}" for number in chance.sample(range(1000), count)]


def judgments(chance, topics):
    return {topic: {d: chance.choice((0, 0, 1, 2)) for d in documents(chance, chance.randint(3, 12))} for topic in topics}


def run_lines(chance, judged, name):
    """A run finds some of the judged documents and some others."""
    for topic, grades in judged.items():
        found = list(dict.fromkeys(chance.sample(list(grades), chance.randint(1, len(grades))) + documents(chance, 4)))
        chance.shuffle(found)
        for rank, document in enumerate(found, 1):
            yield f"{topic} Q0 {document} {rank} {chance.choice((50 - rank, chance.random())):.6g} {name}"


def qrels(judged):
    return [f"{t} 0 {d} {grade}" for t, grades in judged.items() for d, grade in grades.items()]


def sampled(judged, chance, format):
    """Judgments with inclusion probabilities, in one of three forms."""
    if format == "csv":
        yield "topic,docno,rel,prob"
    for topic, grades in judged.items():
        for document, grade in grades.items():
            p = chance.choice((0.25, 0.5, 1.0))
            if format == "csv":
                yield f"{topic},{document},{min(grade, 1)},{p}"
            elif format == "probs":
                yield f"{topic} 0 {document} {min(grade, 1)} {p}"
            else:
                yield f"{topic} {document} {min(grade, 1)} 1 {p}"


def random_files(folder, chance, number, runs):
    """-> paths, judgments first; whether they are sampled."""
    judged = judgments(chance, [str(300 + i) for i in range(chance.randint(2, 6))])
    format = chance.choice(("qrels", "qrels", "qrels", "csv", "probs", "prels"))
    ending = chance.choice(("", "", ".gz"))
    lines = qrels(judged) if format == "qrels" else list(sampled(judged, chance, format))
    paths = [write(folder, f"{number}.{format}{ending}", lines)]
    for i in range(runs):
        name = chance.choice((f"run{i}", f"a run {i}", f"-r{i}", f"it's {i}"))
        paths.append(write(folder, f"{name}.{number}{ending}", run_lines(chance, judged, f"tag{i}")))
    return paths, format != "qrels"


# ---- the panels ----


def set_options(page, prefix, chance, is_sampled):
    """Random choices of the form; the words that the command line must then have."""
    words = []
    names = ["est_recall", "est_P"] if is_sampled else ["map", "P.10", "ndcg_cut.10", "recip_rank"]
    for name in ["map", "P.10", "ndcg_cut.10", "recip_rank", "est_recall", "est_P"]:
        on = name in names and chance.random() < 0.4
        page.tick(f"{prefix}-measure-{name}", on)
        words += ["-m", name] if on else []
    more = [] if is_sampled else chance.choice(([], ["bpref"], ["P.5,20", "Rprec"]))
    page.fill(f"{prefix}-measures", "  ".join(more))
    level = chance.choice(("95", "90", "99.5"))
    page.fill(f"{prefix}-level", level)
    topics = chance.random() < 0.3
    page.tick(f"{prefix}-topics", topics)
    if level != "95":
        words.append(f"--level={float(level) / 100:g}")
    return words + [word for name in more for word in ("-m", name)] + (["-q"] if topics else [])


def forget_options(page, prefix):
    for name in ["map", "P.10", "ndcg_cut.10", "recip_rank", "est_recall", "est_P"]:
        page.tick(f"{prefix}-measure-{name}", False)
    page.fill(f"{prefix}-measures", "")
    page.fill(f"{prefix}-level", "95")
    page.tick(f"{prefix}-topics", False)


def agrees_on_words(command, words, what):
    for word in words:
        check(word in command, f"{what}: '{word}' is not in {command}")


def evaluations(page, native, chance, cases, folder):
    agreement, refused = Agreement(), 0
    native.folder = folder
    judged = judgments(chance, ["1", "2", "3"])
    write(folder, "one.qrels", qrels(judged))
    for name in ("one", "two"):
        write(folder, name + ".run", run_lines(chance, judged, name))
    saves(page, native, folder)
    for number in range(cases):
        prefix = chance.choice("eec")
        runs = chance.randint(1, 3) if prefix == "e" else chance.randint(2, 3)
        paths, is_sampled = random_files(folder, chance, f"{prefix}{number}", runs)
        page.show(prefix)
        page.clear(prefix)
        words = set_options(page, prefix, chance, is_sampled)
        if number % 2:
            page.drop(prefix, *paths)
        else:
            page.choose(prefix, *paths)
        state = page.settled(prefix)
        if state == "wrong":  # then the program refuses it, too; a command line is no longer shown
            arguments = ["--format=html", *words, *paths]
            check(page.text(prefix + "-message") != "", f"case {number}: no message")
            check(native.run(arguments)[0] != 0 or is_sampled, f"the page refuses {paths}: {page.text(prefix + '-message')}")
            refused += 1
            continue
        check(state == "ready", f"{paths}: the state is {state}: {page.text(prefix + '-answer')}")
        agrees_on_words(page.command(prefix), words, paths)
        same_page(page, prefix, native, agreement)
        page.clear(prefix)
    for prefix in "ec":
        page.show(prefix)
        forget_options(page, prefix)
    check(refused <= cases / 4, f"{refused} of {cases} inputs are refused")
    stops(page, native, chance, cases // 4, folder, agreement)
    print(
        f"page: {cases} random evaluations and comparisons ({refused} refused), {cases // 4} reviews: "
        f"{agreement.numbers} figures are the program's, {agreement.rounded} of them with another last digit"
    )
    check(agreement.rounded <= max(1, agreement.numbers / 1000), "too many last digits differ")


def saves(page, native, folder):
    """What is saved is what the program prints, byte for byte."""
    place = os.path.join(folder, "saved")
    os.makedirs(place)
    page.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=place)
    for prefix, count in (("e", 1), ("c", 2)):
        page.show(prefix)
        page.clear(prefix)
        page.choose(prefix, *[os.path.join(folder, name) for name in ("one.qrels", "one.run", "two.run")[: count + 1]])
        check(page.settled(prefix) == "ready", f"to be saved: {page.text(prefix + '-answer')}")
        for ending in ("csv", "html"):
            path = os.path.join(place, f"{page.PANELS[prefix]}.{ending}")
            page.click(f"{prefix}-{ending}")
            for _ in range(500):
                if os.path.exists(path):
                    break
                time.sleep(0.01)
            command = [word.replace("--format=html", f"--format={ending}") for word in page.command(prefix)]
            with open(path, encoding="utf-8") as file:
                check(file.read() == native.run(command)[1], f"{path} is not what {command} prints")
        page.clear(prefix)
    print("page: answers are saved as the program prints them")


ROLE = "([prefix, i, role]) => { const one = document.querySelectorAll(`#${prefix}-files select`)[i]; one.value = role; one.dispatchEvent(new Event('input')); }"


def two_qrels(page, native, chance, folder):
    """A model's judgments of all documents and people's of a random part: one is said to be labels. What cannot be is said without options."""
    native.folder, agreement, topics = folder, Agreement(), range(1, 13)
    truth = {(t, d): int(chance.random() < 0.3) for t in topics for d in range(60)}
    ranked = {name: {pair: strength * rel + chance.random() for pair, rel in truth.items()} for name, strength in (("old", 0.2), ("new", 0.6))}
    top = {(t, d) for t in topics for d in sorted(range(60), key=lambda d: -ranked["old"][t, d])[:20]}
    drawn = {(t, d) for t in topics for d in chance.sample(range(60), 20)}

    def judged(pairs, wrong):
        return [f"{t} 0 doc{d} {truth[t, d] if chance.random() >= wrong else 1 - truth[t, d]}" for t, d in sorted(pairs)]

    names = {"model.qrels": judged(truth, 0.15), "people.qrels": judged(drawn, 0), "top.qrels": judged(top, 0)}
    names |= {f"{name}.run": [f"{t} Q0 doc{d} 0 {score:.4f} {name}" for (t, d), score in scores.items()] for name, scores in ranked.items()}
    paths = {name: write(folder, name, lines) for name, lines in names.items()}
    for prefix in "ec":
        page.show(prefix)
        page.click(prefix + "-clear")
        page.choose(prefix, paths["model.qrels"], paths["people.qrels"], paths["old.run"], paths["new.run"])
        check(page.settled(prefix) == "empty" and "Labels by a model" in page.text(prefix + "-answer"), page.text(prefix + "-answer"))
        page.call_function(ROLE, [prefix, 0, "labels"])
        check(page.settled(prefix) == "ready", page.text(prefix + "-answer"))
        wanted = ["-m", "nDCG@10", "-m", "P@10", "--drawn-from=labels", "--labels=model.qrels", "people.qrels", "old.run", "new.run"]
        check(page.command(prefix)[-len(wanted) :] == wanted, f"two files of judgments: {page.command(prefix)}")
        same_page(page, prefix, native, agreement)
        check("lab_nDCG_10" in page.text(prefix + "-answer"), "no estimate")
        for word, size in (("", (1280, 1600)), ("-phone", (390, 3400))):
            page.screen(*size)
            page.picture(os.path.join(folder, f"labels-{page.PANELS[prefix]}{word}.png"))
            width = page.run("document.documentElement.scrollWidth")
            check(width <= size[0], f"labels in {page.PANELS[prefix]} are {width} wide on {size[0]}")
        page.screen(1280, 900)
        page.tick(f"{prefix}-measure-P.10")
        check(page.settled(prefix) == "ready" and "AP" not in page.command(prefix), f"{page.command(prefix)}")
        same_page(page, prefix, native, agreement)
    # people judged the top; the two files exchanged
    page.show("e")
    for files, role, said in ((("model.qrels", "top.qrels"), 0, "What was judged at the top can be evaluated without labels"), (("model.qrels", "people.qrels"), 1, "Are the two files exchanged?")):
        page.click("e-clear")
        page.choose("e", *[paths[name] for name in files], paths["old.run"])
        page.call_function(ROLE, ["e", role, "labels"])
        check(page.settled("e") == "wrong" and said in page.text("e-message") and "--" not in page.text("e-message"), page.text("e-answer"))
    for prefix in "ec":
        page.show(prefix)
        page.click(prefix + "-clear")
    print(f"page: two files of judgments, a model's and people's, in two panels: {agreement.numbers} figures are the program's")


def stops(page, native, chance, cases, folder, agreement):
    page.show("s")
    for number in range(cases):
        control, ranked = chance.randint(20, 80), chance.randint(100, 400)
        lines = ["docno,rel,control"] + [f"c{i},{int(chance.random() < 0.3)},1" for i in range(control)]
        lines += [f"r{i},{int(chance.random() < 0.5 / (1 + i / 50))}," for i in range(ranked)]
        page.clear("s")
        page.fill("s-collection", "5,000")
        page.fill("s-target", chance.choice(("80", "90")))
        page.fill("s-rule", chance.choice(("", "qbcb", "anytime")))
        page.drop("s", write(folder, f"review{number}.csv", lines))
        check(page.settled("s") == "ready", f"a review: {page.text('s-answer')}")
        agrees_on_words(page.command("s"), ["-N5000", "--format=html"], "a review")
        same_page(page, "s", native, agreement)
    page.clear("s")


# ---- what is wrong ----


def refusals(page, folder):
    """A message stands at the file or field that caused it, in words without options."""
    good = write(folder, "good.qrels", ["1 0 a 1", "1 0 b 0", "2 0 a 1"])
    run = write(folder, "good.run", ["1 Q0 a 1 2 x", "1 Q0 b 2 1 x", "2 Q0 a 1 1 x"])
    page.show("e")
    wrong = [
        ([write(folder, "bad.qrels", ["1 0 a 1", "1 0 b many"]), run], "2", "many"),
        ([good, write(folder, "bad.run", ["1 Q0 a 1 2 x", "1 Q0 a 2 1 x"])], "", "a"),
        ([good, write(folder, "bad.run.gz", ["1 Q0 a 1 oops x"])], "1", "oops"),
    ]
    for paths, line, value in wrong:
        page.clear("e")
        page.choose("e", *paths)
        check(page.settled("e") == "wrong", f"{paths}: {page.text('e-answer')}")
        message = page.run("Array.from(document.querySelectorAll('#e-files .wrong:not([hidden])'), (one) => one.textContent).join()")
        check(line in message and value in message, f"{paths}: the message at the file is '{message}'; {page.text('e-answer')}")
        check(" -" not in message, f"{paths}: options in '{message}'")
    page.clear("e")
    page.choose("e", good, run)
    for field, text in (("e-measures", "mapp"), ("e-level", "abc"), ("e-level", "0.9"), ("e-relevant", "-3")):
        before = page.call_function("(id) => document.getElementById(id).value", field)
        page.fill(field, text)
        check(page.settled("e") == "wrong", f"{field} {text}: {page.text('e-answer')}")
        check(page.text(field + "-error") != "", f"{field} {text}: no message at the field; {page.text('e-answer')}")
        page.fill(field, before)
        check(page.settled("e") == "ready", f"{field} '{before}': {page.text('e-answer')}")
        check(page.text(field + "-error") == "", f"{field}: the message stays")
    page.clear("e")
    for paths in ([good], [run], [good, good]):
        page.choose("e", *paths)
        check(page.settled("e") == "empty", f"{paths}: {page.text('e-answer')}")
        page.clear("e")
    # a file that says nothing is as large as it takes, and is not read
    huge = os.path.join(folder, "huge.run")
    with open(huge, "wb") as file:
        file.truncate(1_200_000_000)
    page.choose("e", good, huge)
    check(page.settled("e") == "empty" and "1.20 GB" in page.text("e-answer"), f"1.2 GB: {page.text('e-answer')}")
    os.remove(huge)
    page.clear("e")
    print("page: wrong files and entries get a message beside them")


def cancels(page, folder):
    """A long run can be ended, and the next one is answered."""
    lines = [f"{t} Q0 d{i} {i} {9999 - i} x" for t in range(1, 400) for i in range(1000)]
    paths = [write(folder, "long.qrels", [f"{t} 0 d{t} 1" for t in range(1, 400)]), write(folder, "long.run", lines)]
    page.show("e")
    page.choose("e", *paths)
    page.run("new Promise((done) => setTimeout(done, 300))")
    start = time.monotonic()
    page.click("e-cancel")
    check(page.settled("e") == "empty", f"cancelled: {page.text('e-answer')}")
    page.clear("e")
    page.choose("e", os.path.join(folder, "good.qrels"), os.path.join(folder, "good.run"))
    check(page.settled("e") == "ready", f"after cancelling: {page.text('e-answer')}")
    seconds = time.monotonic() - start
    print(f"page: cancelled, and another question answered {seconds:.2f} s later")
    page.clear("e")
