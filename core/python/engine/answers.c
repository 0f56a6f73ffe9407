/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Rows of the library into Python's objects. A text that many rows have becomes one object.
 */
#include <math.h>

#include "core/python/engine/engine.h"

/* ---- what the caller gives ---- */

/*
 * Python's dictionaries and rows into records of the library. Nothing is made into text; a name is
 * copied once, from where Python has it.
 */

struct walk {
	strat_eval_records *records;
	int judged;	  /* judgments: a list has relevant documents; else it is a ranking */
	int status;	  /* of the library, if it refused something */
	const char *name; /* of the whole, for messages */
	int ranked;	  /* rows have ranks */
	PyObject *topic;  /* the last one */
	int odd;	  /* a topic was another object than a plain text */
	struct records_found *found;
};

/* "run['301']['d7']: 'str' is not a number": the path to what is wrong. */
static int wrong_type(const struct walk *w, PyObject *topic, PyObject *document, PyObject *value,
		      const char *wanted)
{
	PyObject *kind = PyObject_GetAttrString((PyObject *)Py_TYPE(value), "__name__");
	PyErr_Clear();
	if (kind != NULL && document != NULL)
		PyErr_Format(PyExc_TypeError, "%s[%R][%R]: %s is needed, not '%U'", w->name, topic,
			     document, wanted, kind);
	else if (kind != NULL && topic != NULL)
		PyErr_Format(PyExc_TypeError, "%s[%R]: %s is needed, not '%U'", w->name, topic,
			     wanted, kind);
	else if (kind != NULL)
		PyErr_Format(PyExc_TypeError, "%s: %s is needed, not '%U'", w->name, wanted, kind);
	Py_XDECREF(kind);
	return -1;
}

/* The text of a name that is none, but a whole number, which is written in digits (1.0, one of the
 * `floats`, as 1), or a scalar of numpy or torch. NULL with or without an exception. */
static PyObject *number_name(PyObject *name, int *floats)
{
	PyObject *plain = PyObject_HasAttrString(name, "item")
				  ? PyObject_CallMethod(name, "item", NULL)
				  : Py_NewRef(name);
	PyObject *text = NULL;
	double x = plain != NULL && PyFloat_Check(plain) ? PyFloat_AsDouble(plain) : NAN;
	if (plain == NULL)
		return NULL;
	if (PyUnicode_Check(plain)) {
		text = Py_NewRef(plain);
	} else if (!isnan(x) && x == floor(x) && fabs(x) < 0x1p53) {
		text = PyUnicode_FromFormat("%lld", (long long)x);
		*floats = 1;
	} else if (PyIndex_Check(plain) && !PyBool_Check(plain)) {
		text = PyObject_Str(plain);
	}
	Py_DECREF(plain);
	return text;
}

/* The text of a name: a str, or a whole number. 0, or -1 with or without an exception. */
static int name_text(struct walk *w, PyObject *name, const char **text, Py_ssize_t *length,
		     PyObject **owner)
{
	*owner = NULL;
	if (PyUnicode_CheckExact(name) || PyUnicode_Check(name)) {
		*text = object_text(name, length, owner);
		return *text != NULL ? 0 : -1;
	}
	*owner = number_name(name, &w->found->floats);
	*text = *owner != NULL ? PyUnicode_AsUTF8AndSize(*owner, length) : NULL;
	return *text != NULL ? 0 : -1;
}

/* A document of a topic with its value; NULL: a topic itself. */
static int add_name(struct walk *w, PyObject *topic, PyObject *name, double value)
{
	const char *text;
	Py_ssize_t length;
	PyObject *owner;
	if (name_text(w, name, &text, &length, &owner) < 0)
		return PyErr_Occurred()
			       ? -1
			       : wrong_type(w, topic, NULL, name,
					    topic != NULL ? "a document that is a text or a whole "
							    "number (str(x) makes one)"
							  : "a topic that is a text or a whole "
							    "number (str(x) makes one)");
	w->found->documents += topic != NULL;
	w->odd = w->odd || (topic == NULL && !PyUnicode_CheckExact(name));
	w->status = topic != NULL ? strat_eval_records_add(w->records, text, (size_t)length, value)
				  : strat_eval_records_topic(w->records, text, (size_t)length);
	Py_XDECREF(owner);
	return w->status == STRAT_EVAL_OK ? 0 : -1;
}

static int add_value(struct walk *w, PyObject *topic, PyObject *document, PyObject *value)
{
	int plain = PyFloat_CheckExact(value);
	double number = !plain && PyUnicode_Check(value) ? -1 : PyFloat_AsDouble(value);
	if (number == -1 && !plain && (PyErr_Occurred() || PyUnicode_Check(value))) {
		if (PyErr_Occurred() && !PyErr_ExceptionMatches(PyExc_TypeError))
			return -1; /* a number that is too large */
		return wrong_type(w, topic, document, value, "a number");
	}
	return add_name(w, topic, document, number);
}

/* The items of something that has keys, as a list of pairs; NULL without an exception: it has none.
 */
static PyObject *items_of(PyObject *mapping)
{
	PyObject *items = NULL;
	if (PyObject_HasAttrString(mapping, "items") && PyObject_HasAttrString(mapping, "keys"))
		items = PyMapping_Items(mapping);
	return items;
}

/* A document of a list, with a value of its own if it is a pair. */
static int add_listed(struct walk *w, PyObject *topic, PyObject *document, double value)
{
	if (!PyTuple_Check(document) && !PyList_Check(document))
		return add_name(w, topic, document, value);
	if (PySequence_Size(document) != 2)
		return wrong_type(w, topic, NULL, document, "a document or (document, value)");
	PyObject *name = PySequence_GetItem(document, 0), *of = PySequence_GetItem(document, 1);
	int result = name != NULL && of != NULL ? add_value(w, topic, name, of) : -1;
	Py_XDECREF(name);
	Py_XDECREF(of);
	return result;
}

/* A list of documents: in judgments all are relevant; in a run the first is the best, and the score
 * is how many are left. A list has pairs, or names, not both. */
static int add_list(struct walk *w, PyObject *topic, PyObject *list)
{
	Py_ssize_t count = PySequence_Size(list);
	int pairs = 0;
	for (Py_ssize_t i = 0; i < count; i++) {
		PyObject *x = PySequence_GetItem(list, i);
		int pair = x != NULL && (PyTuple_Check(x) || PyList_Check(x));
		pairs = i == 0 ? pair : pairs;
		int result =
			x == NULL ? -1
			: pair != pairs
				? wrong_type(
					  w, topic, NULL, x,
					  "a list of documents, or of (document, value), not of both,")
				: add_listed(w, topic, x, w->judged ? 1 : (double)(count - i));
		Py_XDECREF(x);
		if (result < 0)
			return -1;
	}
	return count < 0 ? -1 : 0;
}

static int add_documents(struct walk *w, PyObject *topic, PyObject *documents);

/* A document of a topic and its value; NULL: a topic and its documents. */
static int add_item(struct walk *w, PyObject *topic, PyObject *key, PyObject *value)
{
	return topic != NULL ? add_value(w, topic, key, value) : add_documents(w, key, value);
}

/* A list of pairs. */
static int add_pairs(struct walk *w, PyObject *topic, PyObject *items)
{
	Py_ssize_t count = PyList_Size(items);
	for (Py_ssize_t i = 0; i < count; i++) {
		PyObject *pair = PyList_GetItem(items, i);
		PyObject *key = PyTuple_GetItem(pair, 0), *value = PyTuple_GetItem(pair, 1);
		if (key == NULL || value == NULL || add_item(w, topic, key, value) < 0)
			return -1;
	}
	return count < 0 ? -1 : 0;
}

static int add_items(struct walk *w, PyObject *topic, PyObject *dictionary)
{
	Py_ssize_t at = 0, size = PyDict_Size(dictionary);
	PyObject *key, *value;
	while (PyDict_Next(dictionary, &at, &key, &value)) {
		if (topic != NULL && PyUnicode_CheckExact(key) && PyFloat_CheckExact(value)) {
			if (add_name(w, topic, key, PyFloat_AsDouble(value)) < 0)
				return -1;
			continue;
		}
		/* __str__ of a key and __float__ of a value may do anything */
		Py_INCREF(key);
		Py_INCREF(value);
		int result = add_item(w, topic, key, value);
		Py_DECREF(key);
		Py_DECREF(value);
		if (result == 0 && PyDict_Size(dictionary) != size) {
			PyErr_SetString(PyExc_RuntimeError,
					"the dictionary was changed while it was read");
			result = -1;
		}
		if (result < 0)
			return -1;
	}
	return 0;
}

static int add_documents(struct walk *w, PyObject *topic, PyObject *documents)
{
	if (add_name(w, NULL, topic, 0) < 0)
		return -1;
	if (PyList_Check(documents) || PyTuple_Check(documents))
		return add_list(w, topic, documents);
	if (!PyDict_Check(documents)) {
		PyObject *items = items_of(documents);
		if (items == NULL)
			return PyErr_Occurred()
				       ? -1
				       : wrong_type(
						 w, topic, NULL, documents,
						 w->judged
							 ? "{document: grade}, or a list of relevant documents,"
							 : "{document: score}, or a list from the best document on,");
		int result = add_pairs(w, topic, items);
		Py_DECREF(items);
		return result;
	}
	return add_items(w, topic, documents);
}

/* Whether two names of topics are the same; -1: an exception. */
static int same(PyObject *a, PyObject *b)
{
	return a == b ? 1 : a == NULL ? 0 : PyObject_RichCompareBool(a, b, Py_EQ);
}

/* More than three columns may be a line of TREC, unless they are named as ir_measures does it. */
static int is_row(PyObject *row)
{
	Py_ssize_t columns = PyUnicode_Check(row) ? 4 : PySequence_Size(row);
	PyObject *fields = columns > 3 ? PyObject_GetAttrString(row, "_fields") : NULL;
	PyObject *first = fields != NULL ? PySequence_GetItem(fields, 0) : NULL;
	int named = first != NULL && PyUnicode_Check(first) &&
		    PyUnicode_CompareWithASCIIString(first, "query_id") == 0;
	Py_XDECREF(first);
	Py_XDECREF(fields);
	PyErr_Clear();
	return columns <= 3 || named;
}

/* The rank in the fourth column; what is no number is none. */
static int add_rank(struct walk *w, PyObject *row)
{
	PyObject *field = PySequence_GetItem(row, 3);
	double rank = field != NULL ? PyFloat_AsDouble(field) : NAN;
	Py_XDECREF(field);
	if (PyErr_Occurred())
		PyErr_Clear();
	else if (!isnan(rank))
		w->status = strat_eval_records_rank(w->records, rank);
	return w->status == STRAT_EVAL_OK ? 0 : -1;
}

static int add_row(struct walk *w, PyObject *row, Py_ssize_t number)
{
	PyObject *field[3] = { NULL };
	int result = w->ranked || is_row(row) ? 0 : -1;
	for (int i = 0; i < 3 && result == 0; i++) {
		field[i] = PySequence_GetItem(row, i);
		result = field[i] != NULL ? 0 : -1;
	}
	if (result < 0) {
		PyErr_Clear();
		PyErr_Format(PyExc_TypeError,
			     "%s: row %zd: three columns are needed: topic, document and value",
			     w->name, number);
	} else {
		int again = same(w->topic, field[0]);
		result = again < 0 ? -1 : again > 0 ? 0 : add_name(w, NULL, field[0], 0);
		Py_XDECREF(w->topic);
		w->topic = Py_NewRef(field[0]);
		if (result == 0)
			result = add_value(w, field[0], field[1], field[2]);
		if (result == 0 && w->ranked)
			result = add_rank(w, row);
	}
	for (int i = 0; i < 3; i++)
		Py_XDECREF(field[i]);
	return result;
}

static int add_rows(struct walk *w, PyObject *rows)
{
	PyObject *iterator = PyObject_GetIter(rows);
	if (iterator == NULL)
		return wrong_type(w, NULL, NULL, rows,
				  "a dictionary, a table, or rows of three columns");
	PyObject *row;
	Py_ssize_t number = 0;
	int result = 0;
	while (result == 0 && (row = PyIter_Next(iterator)) != NULL) {
		result = add_row(w, row, ++number);
		Py_DECREF(row);
	}
	Py_DECREF(iterator);
	Py_XDECREF(w->topic);
	return result < 0 || PyErr_Occurred() ? -1 : 0;
}

/* The name that a key has. A new reference. */
static PyObject *key_text(PyObject *key)
{
	int floats;
	return PyUnicode_Check(key) ? Py_NewRef(key) : number_name(key, &floats);
}

/* Two keys may have one name: 1 and "1". */
static int check_names(const struct walk *w, PyObject *mapping)
{
	PyObject *names = PySet_New(NULL), *key;
	PyObject *keys = names != NULL ? PyObject_GetIter(mapping) : NULL;
	while (keys != NULL && !PyErr_Occurred() && (key = PyIter_Next(keys)) != NULL) {
		PyObject *name = key_text(key);
		if (name != NULL && PySet_Contains(names, name) == 1)
			PyErr_Format(PyExc_ValueError, "%s: two topics have the name %R", w->name,
				     name);
		else if (name != NULL)
			PySet_Add(names, name);
		Py_XDECREF(name);
		Py_DECREF(key);
	}
	Py_XDECREF(keys);
	Py_XDECREF(names);
	return PyErr_Occurred() ? -1 : 0;
}

int records_fill(strat_eval_records *records, const char *name, int judged, int ranked,
		 PyObject *source, struct records_found *found)
{
	struct walk w = {
		.records = records, .judged = judged, .name = name, .ranked = ranked, .found = found
	};
	PyObject *items = PyDict_Check(source) ? NULL : items_of(source);
	if (items == NULL && PyErr_Occurred())
		return -1;
	int result = PyDict_Check(source) ? add_items(&w, NULL, source)
		     : items != NULL	  ? add_pairs(&w, NULL, items)
					  : add_rows(&w, source);
	if (result == 0 && w.odd && (items != NULL || PyDict_Check(source)))
		result = check_names(&w, source);
	Py_XDECREF(items);
	return w.status != STRAT_EVAL_OK ? w.status : result;
}

/* ---- answers ---- */

/* The last object made of a text, so that the next row with the same text has it too. */
struct kept {
	const char *text;
	PyObject *object;
};

/* A new reference. */
static PyObject *shared_text(struct kept *k, const char *text)
{
	if (k->object == NULL || k->text != text) {
		Py_XDECREF(k->object);
		k->object = text_object(text);
		k->text = text;
	}
	Py_XINCREF(k->object);
	return k->object;
}

static PyObject *number_or_none(double x)
{
	return isnan(x) ? Py_NewRef(Py_None) : PyFloat_FromDouble(x);
}

static PyObject *value_of(const struct strat_eval_row *r)
{
	return r->text != NULL ? text_object(r->text) : PyFloat_FromDouble(r->value);
}

enum { RUN, OTHER, TOPIC, METHOD, TAIL, DESIGN, ESTIMATOR, FILE_NAME, ASKED, SHARED };

static PyObject *row_object(const struct strat_eval_row *r, const char *asked, struct kept *kept)
{
	enum { FIELDS = 15 };
	PyObject *field[FIELDS] = {
		shared_text(&kept[RUN], r->run),
		shared_text(&kept[OTHER], r->other),
		shared_text(&kept[TOPIC], r->topic),
		text_object(r->measure),
		value_of(r),
		number_or_none(r->lower),
		number_or_none(r->upper),
		number_or_none(r->level),
		shared_text(&kept[METHOD], r->method),
		shared_text(&kept[TAIL], r->tail),
		r->n >= 0 ? PyLong_FromLongLong(r->n) : Py_NewRef(Py_None),
		shared_text(&kept[DESIGN], r->design),
		shared_text(&kept[ESTIMATOR], r->estimator),
		shared_text(&kept[FILE_NAME], r->file),
		shared_text(&kept[ASKED], asked),
	};
	PyObject *row = PyTuple_New(FIELDS);
	for (int i = 0; i < FIELDS; i++) {
		if (row != NULL && field[i] != NULL)
			PyTuple_SetItem(row, i, Py_NewRef(field[i]));
		if (field[i] == NULL) {
			Py_XDECREF(row);
			row = NULL;
		}
	}
	for (int i = 0; i < FIELDS; i++)
		Py_XDECREF(field[i]);
	return row;
}

static void forget(struct kept *kept, int count)
{
	for (int i = 0; i < count; i++)
		Py_XDECREF(kept[i].object);
}

PyObject *rows_of(strat_eval *handle)
{
	struct kept kept[SHARED] = { { NULL, NULL } };
	PyObject *list = PyList_New(0);
	struct strat_eval_row r;
	while (list != NULL && strat_eval_next(handle, &r)) {
		PyObject *row = row_object(&r, strat_eval_asked(handle), kept);
		if (row == NULL || PyList_Append(list, row) < 0) {
			Py_DECREF(list);
			list = NULL;
		}
		Py_XDECREF(row);
	}
	forget(kept, SHARED);
	return list;
}

/* A new reference to the name of the measure with this number in its topic. */
static PyObject *measure_name(struct names *n, int number, const char *measure)
{
	if (number < n->count) {
		const char *known = PyUnicode_AsUTF8AndSize(n->object[number], NULL);
		if (known != NULL && strcmp(known, measure) == 0)
			return Py_NewRef(n->object[number]);
	}
	PyObject *name = text_object(measure);
	if (name != NULL && number == n->count && n->count < NAMES_MAX)
		n->object[n->count++] = Py_NewRef(name);
	return name;
}

static PyObject *topic_scores(PyObject *all, struct kept *topic, const char *name)
{
	PyObject *key = shared_text(topic, name);
	PyObject *scores = key != NULL ? PyDict_New() : NULL;
	if (scores != NULL && PyDict_SetItem(all, key, scores) < 0) {
		Py_DECREF(scores);
		scores = NULL;
	}
	Py_XDECREF(scores); /* `all` has it */
	Py_XDECREF(key);
	return scores;
}

/* What a topic has, by its name, for a key of the source. */
static int take_key(PyObject *ordered, PyObject *all, PyObject *key)
{
	PyObject *text = key_text(key);
	PyObject *values = text != NULL ? PyDict_GetItemWithError(all, text) : NULL;
	Py_XDECREF(text);
	return values != NULL ? PyDict_SetItem(ordered, key, values) : PyErr_Occurred() ? -1 : 0;
}

/* What topics have, by name, by the keys of `source`; takes `all` over. */
static PyObject *by_keys(PyObject *all, PyObject *source)
{
	PyObject *ordered = PyDict_New(), *key;
	PyObject *keys = ordered != NULL ? PyObject_GetIter(source) : NULL;
	while (keys != NULL && (key = PyIter_Next(keys)) != NULL) {
		if (take_key(ordered, all, key) < 0)
			Py_CLEAR(keys);
		Py_DECREF(key);
	}
	Py_XDECREF(keys);
	Py_DECREF(all);
	if (PyErr_Occurred())
		Py_CLEAR(ordered);
	return ordered;
}

void names_forget(struct names *names)
{
	while (names->count > 0)
		Py_DECREF(names->object[--names->count]);
}

PyObject *scores_of(strat_eval *handle, PyObject *source, struct names *names)
{
	struct kept topic = { NULL, NULL };
	PyObject *all = PyDict_New(), *scores = NULL;
	struct strat_eval_row r;
	const char *last = NULL;
	int number = 0, failed = all == NULL;
	while (!failed && strat_eval_next(handle, &r)) {
		if (r.topic != last) {
			scores = topic_scores(all, &topic, r.topic);
			last = r.topic;
			number = 0;
		}
		PyObject *name = scores != NULL ? measure_name(names, number++, r.measure) : NULL;
		PyObject *value = value_of(&r);
		failed = name == NULL || value == NULL || PyDict_SetItem(scores, name, value) < 0;
		Py_XDECREF(name);
		Py_XDECREF(value);
	}
	forget(&topic, 1);
	if (failed)
		Py_CLEAR(all);
	return all != NULL && source != NULL ? by_keys(all, source) : all;
}

PyObject *text_object(const char *text)
{
	if (text == NULL)
		return Py_NewRef(Py_None);
	return PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "surrogateescape");
}

const char *object_text(PyObject *object, Py_ssize_t *length, PyObject **owner)
{
	*owner = NULL;
	const char *text = PyUnicode_AsUTF8AndSize(object, length);
	if (text != NULL || !PyErr_ExceptionMatches(PyExc_UnicodeEncodeError))
		return text;
	/* bytes that are not UTF-8, as Python writes them in a text */
	PyErr_Clear();
	*owner = PyUnicode_AsEncodedString(object, "utf-8", "surrogateescape");
	char *bytes;
	return *owner != NULL && PyBytes_AsStringAndSize(*owner, &bytes, length) == 0 ? bytes
										      : NULL;
}
