# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tables by the Arrow C data interface, from a producer that is written here from its specification."""

import ctypes
import os
import random
import struct
import sys
import types

import pytest

import strat_eval


class Schema(ctypes.Structure):
    pass


class Array(ctypes.Structure):
    pass


class Stream(ctypes.Structure):
    pass


RELEASE = {kind: ctypes.CFUNCTYPE(None, ctypes.POINTER(kind)) for kind in (Schema, Array, Stream)}
Schema._fields_ = [("format", ctypes.c_char_p), ("name", ctypes.c_char_p), ("metadata", ctypes.c_char_p), ("flags", ctypes.c_int64),
                   ("n_children", ctypes.c_int64), ("children", ctypes.POINTER(ctypes.POINTER(Schema))),
                   ("dictionary", ctypes.POINTER(Schema)), ("release", RELEASE[Schema]), ("private_data", ctypes.c_void_p)]
Array._fields_ = [("length", ctypes.c_int64), ("null_count", ctypes.c_int64), ("offset", ctypes.c_int64),
                  ("n_buffers", ctypes.c_int64), ("n_children", ctypes.c_int64), ("buffers", ctypes.POINTER(ctypes.c_void_p)),
                  ("children", ctypes.POINTER(ctypes.POINTER(Array))), ("dictionary", ctypes.POINTER(Array)),
                  ("release", RELEASE[Array]), ("private_data", ctypes.c_void_p)]
GET_SCHEMA = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Stream), ctypes.POINTER(Schema))
GET_NEXT = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Stream), ctypes.POINTER(Array))
GET_ERROR = ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.POINTER(Stream))
Stream._fields_ = [("get_schema", GET_SCHEMA), ("get_next", GET_NEXT), ("get_last_error", GET_ERROR), ("release", RELEASE[Stream]),
                   ("private_data", ctypes.c_void_p)]
new_capsule = ctypes.pythonapi.PyCapsule_New
new_capsule.restype, new_capsule.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]

NUMBERS = {"c": "b", "C": "B", "s": "h", "S": "H", "i": "i", "I": "I", "l": "q", "L": "Q", "f": "f", "g": "d"}


def texts(form, values):
    """The buffers behind the validity bitmap, by the layouts of the columnar format."""
    data = [(x if x is not None else "").encode() for x in values]
    if form != "vu":
        ends = [0]
        for x in data:
            ends.append(ends[-1] + len(x))
        return [struct.pack(f"<{len(ends)}{'i' if form == 'u' else 'q'}", *ends), b"".join(data)]
    views, long = b"", b""
    for x in data:
        if len(x) <= 12:
            views += struct.pack("<i12s", len(x), x)
        else:
            views += struct.pack("<i4sii", len(x), x[:4], 0, len(long))
            long += x
    return [views, long, struct.pack("<q", len(long))]


class Producer:
    """An object with __arrow_c_stream__: columns are (name, format, values), and a format may be "dictionary:" and another."""

    def __init__(self, *batches, offset=0, fails_at=None):
        self.batches, self.offset, self.fails_at = batches, offset, fails_at
        self.alive, self.released = [], {Schema: 0, Array: 0, Stream: 0}
        self.made = {Schema: 0, Array: 0, Stream: 0}

    def keep(self, x):
        self.alive.append(x)
        return x

    def released_by(self, kind):
        """Counts the releases of what was given out, and marks it as released."""
        self.made[kind] += 1

        def release(pointer):
            self.released[kind] += 1
            pointer.contents.release = RELEASE[kind]()

        return self.keep(RELEASE[kind](release))

    def inner(self, kind):
        return self.keep(RELEASE[kind](lambda pointer: setattr(pointer.contents, "release", RELEASE[kind]())))

    def schema(self, name, form):
        plain = form.split(":")[-1]
        x = self.keep(Schema(format=plain.encode(), name=name.encode(), flags=2, release=self.inner(Schema)))
        if form.startswith("dictionary:"):
            x.dictionary = ctypes.pointer(self.keep(Schema(format=plain.encode(), release=self.inner(Schema))))
            x.format = b"i"
        return x

    def array(self, form, values):
        if form.startswith("dictionary:"):
            known = list(dict.fromkeys(x for x in values if x is not None))
            x = self.array("i", [None if v is None else known.index(v) for v in values])
            x.dictionary = ctypes.pointer(self.array(form.split(":")[1], known))
            return x
        if form in NUMBERS:
            buffers = [struct.pack(f"<{len(values)}{NUMBERS[form]}", *(0 if v is None else v for v in values))]
        else:
            buffers = texts(form, values)
        nulls = sum(v is None for v in values)
        valid = bytearray((len(values) + 7) // 8)
        for i, v in enumerate(values):
            valid[i // 8] |= (v is not None) << i % 8
        pointers = [None if nulls == 0 else bytes(valid), *buffers]
        addresses = self.keep((ctypes.c_void_p * len(pointers))(*(
            None if b is None else ctypes.cast(self.keep(ctypes.create_string_buffer(b, len(b) + 1)), ctypes.c_void_p) for b in pointers)))
        return self.keep(Array(length=len(values), null_count=nulls, n_buffers=len(pointers), buffers=addresses,
                               release=self.inner(Array)))

    def __arrow_c_stream__(self, requested_schema=None):
        left = list(self.batches)

        def get_schema(_, out):
            columns = [self.schema(name, form) for name, form, _ in self.batches[0]]
            children = self.keep((ctypes.POINTER(Schema) * len(columns))(*map(ctypes.pointer, columns)))
            out.contents.format, out.contents.name = b"+s", b""
            out.contents.n_children, out.contents.children = len(columns), children
            out.contents.release = self.released_by(Schema)
            return 0

        def get_next(_, out):
            if self.fails_at == len(self.batches) - len(left):
                return 5
            out.contents.release = RELEASE[Array]()
            if not left:
                return 0
            batch = left.pop(0)
            columns = [self.array(form, values) for _, form, values in batch]
            out.contents.children = self.keep((ctypes.POINTER(Array) * len(columns))(*map(ctypes.pointer, columns)))
            out.contents.n_children, out.contents.n_buffers = len(columns), 1
            out.contents.buffers = self.keep((ctypes.c_void_p * 1)(None))
            out.contents.offset = self.offset
            out.contents.length = max(len(batch[0][2]) - self.offset, 0)
            out.contents.release = self.released_by(Array)
            return 0

        stream = self.keep(Stream(self.keep(GET_SCHEMA(get_schema)), self.keep(GET_NEXT(get_next)),
                                  self.keep(GET_ERROR(lambda _: b"the disk is gone")), self.released_by(Stream)))
        return new_capsule(ctypes.addressof(stream), b"arrow_array_stream", None)


# By hand: the relevant document is second in topic 1 and first in topic 2.
QRELS = {"1": {"a": 1}, "2": {"a": 1}}
ROWS = [("1", "a document of many letters", 3), ("1", "a", 2), ("2", "a", 1)]


def batch(rows, text="u", number="g", names=("query_id", "doc_id", "score")):
    kinds = text.split("+") * (2 if "+" not in text else 1)
    return [(name, kind, [row[i] for row in rows]) for i, (name, kind) in enumerate(zip(names, [*kinds, number]))]


def check_released(producer):
    assert producer.released == producer.made and producer.made[Stream] == 1


@pytest.mark.parametrize("number", ["f", "g", "i", "l", "s", "c", "C", "S", "I", "L", "dictionary:i"])
@pytest.mark.parametrize("text", ["u", "U", "vu", "dictionary:u", "dictionary:U", "dictionary:vu", "dictionary:u+U"])
def test_every_type_of_column(text, number):
    producer = Producer(batch(ROWS, text, number))
    assert strat_eval.evaluate(QRELS, producer, "RR", per_topic=True) == {"1": {"RR": 0.5}, "2": {"RR": 1}}
    check_released(producer)


def test_whole_numbers_are_names():
    for form in "cCsSiIlL":
        run = Producer(batch([(1, 10, 2), (1, 11, 3), (2, 10, 1)], f"{form}+{form}"))
        qrels = Producer(batch([(1, 10, 1), (2, 10, 1)], f"{form}+{form}", "i", ("qid", "docno", "label")))
        assert strat_eval.evaluate(qrels, run, "RR", per_topic=True) == {"1": {"RR": 0.5}, "2": {"RR": 1}}
    large = 2**64 - 1
    run = Producer(batch([(large, large, 2)], "L+L"))
    assert strat_eval.evaluate({str(large): {str(large): 1}}, run, "RR") == {"RR": 1}


def test_whole_numbers_that_only_fit_without_a_sign():
    for number in ("L", "dictionary:L"):
        run = Producer(batch([("1", "a", 2**63 + 2**40), ("1", "b", 2**62), ("1", "c", 0)], number=number))
        assert strat_eval.evaluate({"1": {"a": 1}}, run, "RR") == {"RR": 1}


@pytest.mark.parametrize("names", [("docid", "docno"), ("docno", "docid"), ("docid", "doc_id"), ("doc_id", "docid"), ("DocID", "DocNo")])
def test_the_number_that_pyterrier_has_beside_docno_is_no_name(names):
    # PyTerrier: docid is a number of the index, docno the name, which it calls doc_id when it asks ir_measures
    rows = [tuple("7" if n.lower() == "docid" else d for n in names) + ("1", s) for d, s in (("b", 2.0), ("a", 1.0))]
    columns = [*names, "qid", "score"]
    run = Producer([(name, "g" if name == "score" else "u", [row[i] for row in rows]) for i, name in enumerate(columns)])
    assert strat_eval.evaluate({"1": {"a": 1}}, run, "RR") == {"RR": 0.5}


def test_batches_that_are_sliced_empty_and_many():
    # the first row of each is cut off
    cut = [("9", "x", 9)]
    producer = Producer(batch(cut + ROWS[:1]), batch(cut), batch(cut + ROWS[1:]), offset=1)
    assert strat_eval.evaluate(QRELS, producer, "RR", per_topic=True) == {"1": {"RR": 0.5}, "2": {"RR": 1}}
    check_released(producer)
    assert producer.made[Array] == 3
    rng = random.Random(1)
    rows = [(str(rng.randrange(20)), f"d{i}", rng.random()) for i in range(3000)]  # topics come and go
    qrels = {str(t): {f"d{i}": 1 for i in range(0, 3000, 7)} for t in range(20)}
    producer = Producer(*(batch(rows[i:i + 137], "dictionary:u+vu") for i in range(0, 3000, 137)))
    assert strat_eval.evaluate(qrels, producer, ["AP", "nDCG"]) == strat_eval.evaluate(qrels, rows, ["AP", "nDCG"])


@pytest.mark.parametrize("names", [("query-id", "corpus-id", "score"), ("q_id", "doc_id", "score"), ("qid", "docno", "score"),
                                   ("query_id", "doc_id", "score"), ("Topic", "DocNo", "Score")])
def test_the_columns_of_beir_ranx_pyterrier_and_ir_datasets(names):
    assert strat_eval.evaluate(QRELS, Producer(batch(ROWS, names=names)), "RR") == {"RR": 0.75}
    grades = names[:2] + ("score" if names[0] in ("query-id", "q_id") else "relevance",)
    qrels = Producer(batch([("1", "a", 1), ("2", "a", 1)], number="l", names=grades))
    assert strat_eval.evaluate(qrels, {"1": ["x", "a"], "2": ["a"]}, "RR") == {"RR": 0.75}

    class Frame:  # one with columns only
        columns = names

        def __getitem__(self, name):
            return types.SimpleNamespace(tolist=lambda: [row[names.index(name)] for row in ROWS])

    frame = Frame()
    assert strat_eval.evaluate(QRELS, {"x": frame, "y": frame}, "RR", quiet_warnings=True) == {"x": {"RR": 0.75}, "y": {"RR": 0.75}}


@pytest.mark.parametrize("producer, kind, message", [
    (Producer(batch([("1", "a", 1), (None, "b", 1)])), TypeError, "run: row 2: column 'query_id' is null"),
    (Producer(batch([("1", "a", 1)]), batch([("1", None, 1)], "dictionary:u")), TypeError, "run: row 2: column 'doc_id' is null"),
    (Producer(batch([("1", "a", None)])), TypeError, "run: row 1: column 'score' is null"),
    (Producer(batch([("1", "a", "x")], number="u")), TypeError, "column 'score': numbers are needed, not the Arrow type 'u'"),
    (Producer(batch([("1", "a", 1)], "g+u")), TypeError, "column 'query_id': texts or whole numbers are needed, not the Arrow type 'g'"),
    (Producer(batch([("1", "a", 1)], names=("x", "y", "z"))), strat_eval.DataError, "one of the columns query_id, qid"),
    (Producer(batch(ROWS), fails_at=1), ValueError, "run: the Arrow stream failed: the disk is gone"),
    (Producer(batch([("1", "", 1)])), strat_eval.DataError, "without a name"),
    (Producer(batch([("1", "a", float("nan"))])), strat_eval.DataError, "the value is nan"),
])
def test_what_is_wrong_is_named_and_released(producer, kind, message):
    if producer.batches[-1][0][1] == "dictionary:u":
        producer.batches = tuple(batch([tuple(x[2][0] for x in b)], "dictionary:u") for b in producer.batches)
    with pytest.raises(kind) as error:
        strat_eval.evaluate(QRELS, producer, "RR")
    assert message in str(error.value)
    check_released(producer)


def test_one_that_cannot_is_read_by_its_columns():
    class Pandas(Producer):  # 2.2 without pyarrow
        columns = ["qid", "docno", "score"]

        def __arrow_c_stream__(self, requested_schema=None):
            raise ImportError("Missing optional dependency 'pyarrow'")

        def __getitem__(self, name):
            return types.SimpleNamespace(tolist=lambda: [row[self.columns.index(name)] for row in ROWS])

    assert strat_eval.evaluate(QRELS, Pandas(), "RR") == {"RR": 0.75}


def test_parquet_is_read_by_what_is_installed(monkeypatch, tmp_path):
    for package in ("pyarrow.parquet", "polars", "pandas", "duckdb"):
        monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(strat_eval.ReadError, match="x.parquet: Parquet is read by pyarrow, polars, pandas or duckdb"):
        strat_eval.evaluate(QRELS, tmp_path / "x.parquet", "RR")
    module = types.ModuleType("polars")
    module.read_parquet = lambda path: Producer(batch(ROWS))
    monkeypatch.setitem(sys.modules, "polars", module)
    assert strat_eval.evaluate(QRELS, "x.parquet", "RR") == {"RR": 0.75}


class DuckDB:
    """A query to DuckDB's C library, as its own package would give it: chunks by duckdb_data_chunk_to_arrow()."""

    def __init__(self, library, query):
        self.c, self.alive, self.released = ctypes.CDLL(library), [], 0
        for name in ("duckdb_result_get_arrow_options", "duckdb_fetch_chunk", "duckdb_column_logical_type", "duckdb_to_arrow_schema",
                     "duckdb_data_chunk_to_arrow"):
            getattr(self.c, name).restype = ctypes.c_void_p
        self.c.duckdb_column_name.restype = ctypes.c_char_p
        database, connection = ctypes.c_void_p(), ctypes.c_void_p()
        self.result = type("Result", (ctypes.Structure,), {"_fields_": [("x", ctypes.c_uint64 * 3), ("y", ctypes.c_void_p * 3)]})()
        assert self.c.duckdb_open(None, ctypes.byref(database)) == 0
        assert self.c.duckdb_connect(database, ctypes.byref(connection)) == 0
        assert self.c.duckdb_query(connection, query.encode(), ctypes.byref(self.result)) == 0

    def __arrow_c_stream__(self, requested_schema=None):
        c, result = self.c, self.result
        options = ctypes.c_void_p(c.duckdb_result_get_arrow_options(ctypes.byref(result)))
        count = c.duckdb_column_count(ctypes.byref(result))
        columns = [ctypes.c_uint64(i) for i in range(count)]
        kinds = (ctypes.c_void_p * count)(*(c.duckdb_column_logical_type(ctypes.byref(result), i) for i in columns))
        names = (ctypes.c_char_p * count)(*(c.duckdb_column_name(ctypes.byref(result), i) for i in columns))

        def get_schema(_, out):
            return 5 if c.duckdb_to_arrow_schema(options, kinds, names, ctypes.c_uint64(count), out) else 0

        def get_next(_, out):
            out.contents.release = RELEASE[Array]()
            chunk = ctypes.c_void_p(c.duckdb_fetch_chunk(result))
            return 5 if chunk.value and c.duckdb_data_chunk_to_arrow(options, chunk, out) else 0

        def release(stream):
            self.released += 1
            stream.contents.release = RELEASE[Stream]()

        stream = Stream(GET_SCHEMA(get_schema), GET_NEXT(get_next), GET_ERROR(lambda _: b"DuckDB"), RELEASE[Stream](release))
        self.alive += [stream, options, kinds, names]
        return new_capsule(ctypes.addressof(stream), b"arrow_array_stream", None)


@pytest.mark.skipif(not os.environ.get("DUCKDB"), reason="DUCKDB=libduckdb.so, as of the npm package @duckdb/node-bindings-linux-arm64")
@pytest.mark.parametrize("topic", ["(i % 50)::VARCHAR", "(i % 50)::INTEGER", "(i % 50)::UBIGINT",
                                   "((i % 50)::VARCHAR)::ENUM(" + ",".join(f"'{t}'" for t in range(50)) + ")"])
@pytest.mark.parametrize("score", ["(i * 7919 % 10007)::DOUBLE", "(i * 7919 % 10007)::FLOAT", "(i * 7919 % 10007)::INTEGER"])
def test_duckdb_itself(topic, score):
    query = f"SELECT {topic} AS qid, 'document-' || i AS docno, {score} AS score FROM range(5000) t(i)"
    rows = [(str(i % 50), f"document-{i}", float(i * 7919 % 10007)) for i in range(5000)]
    qrels = {str(t): {f"document-{i}": 1 for i in range(t, 5000, 300)} for t in range(50)}
    table = DuckDB(os.environ["DUCKDB"], query)
    assert strat_eval.evaluate(qrels, table, ["AP", "nDCG"]) == strat_eval.evaluate(qrels, rows, ["AP", "nDCG"])
    assert table.released == 1
