# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A run has one name in every answer: the one that was given, else its tag, made unique."""

import collections
import gzip
import itertools
import os
import random
import sys
import types
import warnings

import pytest

import strat_eval

TOPICS = [str(t) for t in range(5)]
QRELS = {t: {"rel": 1, "a": 0} for t in TOPICS}
#: Tags, names of files and given names come from few words, so that they meet.
WORDS = ["bm25", "Anserini", "run1", "run2", "x y"]


def ranking(number, topic):
    """The relevant document is first in topic 0, and in the others behind number + 1 documents."""
    return ["rel"] if topic == "0" else [f"d{i}" for i in range(number + 1)] + ["rel"]


def mean(number):
    """The mean reciprocal rank of a run, by which answers are told to be about it."""
    return (1 + 4 / (number + 2)) / 5


def as_text(number, tag):
    return "".join(f"{t} Q0 {d} {i} {-i} {tag}\n" for t in TOPICS for i, d in enumerate(ranking(number, t), 1))


def as_dictionary(number):
    return {t: {d: -i for i, d in enumerate(ranking(number, t))} for t in TOPICS}


class Case:
    """Some runs of random kinds, in a dictionary or a list."""

    def __init__(self, rng, folder):
        self.tags, self.stems, sources = [], [], []
        count = rng.randint(2, 4)
        for number in range(count):
            kind = rng.choice(["file", "file", "text", "bytes", "dictionary"])
            tag, stem = rng.choice(WORDS[:4]), rng.choice(WORDS)
            sources.append(self._source(kind, number, tag, stem, folder / str(number)))
            self.tags.append(None if kind == "dictionary" else tag)
            self.stems.append(stem if kind == "file" else None)
        self.keys = rng.sample(WORDS + ["all"], count) if rng.random() < 0.5 else None
        self.runs = dict(zip(self.keys, sources)) if self.keys else sources

    @staticmethod
    def _source(kind, number, tag, stem, folder):
        if kind == "dictionary":
            return as_dictionary(number)
        text = as_text(number, tag)
        if kind != "file":
            return text if kind == "text" else text.encode()
        folder.mkdir(parents=True)
        path = folder / (stem + ".run")
        path.write_text(text)
        return path if number % 2 else str(path)

    def check_names(self, names):
        assert len(set(names)) == len(names), names
        if self.keys:
            assert names == self.keys
            return
        numbers = [f"run{i + 1}" for i in range(len(names))]
        for i, name in enumerate(names):
            others = [x for k in range(len(names)) if k != i for x in (self.tags[k], self.stems[k], numbers[k])]
            if self.tags[i] is not None and self.tags[i] not in others:
                assert name == self.tags[i]
            if self.tags[i] is not None and self.tags.count(self.tags[i]) > 1:
                stem = self.stems[i]
                assert name == numbers[i] if stem is None else name == stem or name.endswith(f"/{i}/{stem}.run")


@pytest.fixture
def pandas(monkeypatch):
    """The package, or what is used of it here."""
    try:
        import pandas as found
        yield found
        return
    except ImportError:
        pass

    class DataFrame(list):
        def __init__(self, lines, columns):
            super().__init__(dict(zip(columns, line)) for line in lines)

        def __getitem__(self, column):
            return [line[column] for line in self]

    module = types.ModuleType("pandas")
    module.DataFrame = DataFrame
    monkeypatch.setitem(sys.modules, "pandas", module)
    yield module


def means_by_run(runs, values):
    """What groupby("run").value.mean() gives, in the order of the rows."""
    found = collections.defaultdict(list)
    for run, value in zip(runs, values):
        found[run].append(value)
    return [(run, pytest.approx(sum(x) / len(x))) for run, x in found.items()]


@pytest.mark.parametrize("seed", range(500 if os.environ.get("TEST_ALL") else 20))
def test_one_name_in_every_answer(seed, tmp_path, pandas):
    rng = random.Random(seed)
    case = Case(rng, tmp_path)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_answers(case, rng)


def check_answers(case, rng):
    runs = case.runs
    found = strat_eval.evaluate(QRELS, runs, "RR")
    names = list(found)
    case.check_names(names)
    expected = [(name, pytest.approx(mean(i))) for i, name in enumerate(names)]
    assert [(name, x["RR"]) for name, x in found.items()] == expected
    by_topic = strat_eval.evaluate(QRELS, runs, "RR", per_topic=True)
    assert [(name, sum(x["RR"] for x in topics.values()) / 5) for name, topics in by_topic.items()] == expected

    assert [(r.run, r.value) for r in strat_eval.rows(QRELS, runs, "RR")] == expected
    bounded = strat_eval.rows(QRELS, runs, "RR", ci="t", per_topic=True)
    assert [(r.run, r.value) for r in bounded if r.topic == "all"] == expected
    for call in (strat_eval.evaluate, strat_eval.rows):
        frame = call(QRELS, runs, "RR", per_topic=True, frame=True)
        assert means_by_run(list(frame["run"]), list(frame["value"])) == expected
        if hasattr(frame, "groupby"):
            assert dict(frame.groupby("run").value.mean()) == dict(expected)

    values = dict(expected)
    pairs = strat_eval.compare(QRELS, runs, "RR")
    assert {frozenset((p.run, p.other)) for p in pairs} == set(map(frozenset, itertools.combinations(names, 2)))
    assert all((p.a, p.b) == (values[p.run], values[p.other]) for p in pairs)
    long = strat_eval.compare(QRELS, runs, "RR", rows="long")
    assert {(r.run, r.other) for r in long} == {(p.run, p.other) for p in pairs}
    frame = strat_eval.compare(QRELS, runs, "RR", frame=True)
    assert list(zip(frame["run"], frame["other"])) == [(p.run, p.other) for p in pairs]
    baseline = rng.choice(names)
    against = strat_eval.compare(QRELS, runs, "RR", baseline=baseline)
    assert {p.other for p in against} == {baseline}
    assert {p.run for p in against} == set(names) - {baseline}

    agreed = strat_eval.agree(QRELS, QRELS, runs, "RR", resamples=100)
    assert {x["run"] for x in agreed if x["what"] == "run"} == set(names)


def two_files(folder, tag="Anserini", write=lambda path, text: path.write_text(text)):
    paths = [folder / f"{name}.run" for name in ("bm25", "rm3")]
    for number, path in enumerate(paths):
        write(path, as_text(number, tag))
    return paths


def write_gzip(path, text):
    path.write_bytes(gzip.compress(text.encode()))


def names_of(pairs):
    return [(p.run, p.other) for p in pairs]


@pytest.mark.filterwarnings("ignore")
def test_files_of_one_tag(tmp_path):
    paths = two_files(tmp_path)
    for runs in (paths, tmp_path, str(tmp_path)):
        assert list(strat_eval.evaluate(QRELS, runs, "RR")) == ["bm25", "rm3"]
        assert names_of(strat_eval.compare(QRELS, runs, "RR", baseline="bm25")) == [("rm3", "bm25")]
    # a baseline may be a file, too, also of a run with a given name
    for runs in (paths, dict(zip("xy", paths))):
        (pair,) = strat_eval.compare(QRELS, runs, "RR", baseline=paths[0])
        assert (pair.a, pair.b) == pytest.approx((mean(1), mean(0)))
    with pytest.raises(strat_eval.UsageError, match="bm52: none of the runs has this name or file: bm25, rm3"):
        strat_eval.compare(QRELS, paths, "RR", baseline="bm52")


@pytest.mark.filterwarnings("ignore")
def test_a_packed_file_has_the_given_name(tmp_path):
    paths = two_files(tmp_path, write=write_gzip)
    found = strat_eval.evaluate(QRELS, dict(zip("xy", paths)), "RR")
    assert found == {"x": {"RR": pytest.approx(mean(0))}, "y": {"RR": pytest.approx(mean(1))}}
    assert [(r.run, r.file) for r in strat_eval.rows(QRELS, {"x": paths[0]}, "RR")] == [("x", str(paths[0]))]


@pytest.mark.filterwarnings("ignore")
def test_one_file_twice_has_two_names(tmp_path):
    path, _ = two_files(tmp_path)
    names = [str(path), f"{path}#2"]
    assert list(strat_eval.evaluate(QRELS, [path, path], "RR")) == names
    assert names_of(strat_eval.compare(QRELS, [path, path], "RR")) == [tuple(names)]


@pytest.mark.filterwarnings("ignore")
def test_a_tag_that_is_the_name_of_another_file(tmp_path):
    # two runs of one tag have the names of their files, one of which is the tag of the third
    paths = two_files(tmp_path) + [tmp_path / "third.run"]
    paths[2].write_text(as_text(2, "bm25"))
    assert list(strat_eval.evaluate(QRELS, paths, "RR")) == ["bm25", "rm3", "third"]
    assert {x for pair in names_of(strat_eval.compare(QRELS, paths, "RR")) for x in pair} == {"bm25", "rm3", "third"}


@pytest.mark.filterwarnings("ignore")
def test_any_text_is_a_name(tmp_path):
    names = ["#1", "all", "a b", "\u2028", "x\ty", "x\ny", "'", '"', ",", "\\", "a/b.run", "\u00e9", "--x", "-", "nan", "x+y"]
    path, _ = two_files(tmp_path)
    for runs in ({n: as_dictionary(i) for i, n in enumerate(names)}, {n: path for n in names}):
        assert list(strat_eval.evaluate(QRELS, runs, "RR")) == names
        assert {p.run for p in strat_eval.compare(QRELS, runs, "RR", baseline="x\ny")} == set(names) - {"x\ny"}
        agreed = strat_eval.agree(QRELS, QRELS, runs, "RR", resamples=100)
        assert {x["run"] for x in agreed if x["what"] == "run"} == set(names)


def test_two_given_names_that_are_one():
    with pytest.raises(strat_eval.UsageError, match="two runs have the name '1'"):
        strat_eval.evaluate(QRELS, {1: as_dictionary(0), "1": as_dictionary(1)}, "RR")


def test_a_message_about_a_line_names_the_file(tmp_path):
    (tmp_path / "bad.run").write_text("0 Q0 a\n")
    with pytest.raises(strat_eval.DataError, match="bad.run:1: 3 columns"):
        strat_eval.evaluate(QRELS, {"x": tmp_path / "bad.run"}, "RR")


@pytest.mark.filterwarnings("ignore")
def test_a_sample_of_files_of_one_tag(tmp_path):
    runs = dict(zip("xy", two_files(tmp_path)))
    drawn = strat_eval.sample(runs, design="strata", size=3, N=100)
    # topic 1: both have rel and d0, only y has d1
    assert {r["stratum"] for r in drawn if r["topic"] == "1"} == {"x+y", "y", "-"}
