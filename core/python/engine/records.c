/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Python's dictionaries and rows into records of the library. Nothing is made into text; a name is
 * copied once, from where Python has it.
 */
#include "core/python/engine/engine.h"

struct walk {
	strat_eval_records *records;
	int status;	  /* of the library, if it refused something */
	const char *name; /* of the whole, for messages */
	PyObject *topic;  /* the last one */
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

/*
 * The text of a name: a str, or a whole number, which is written in digits. 0, or -1 with or
 * without an exception.
 */
static int name_text(PyObject *name, const char **text, Py_ssize_t *length, PyObject **owner)
{
	*owner = NULL;
	if (PyUnicode_Check(name)) {
		*text = object_text(name, length, owner);
		return *text != NULL ? 0 : -1;
	}
	if (!PyIndex_Check(name))
		return -1;
	PyObject *digits = PyObject_Str(name);
	if (digits == NULL)
		return -1;
	*text = PyUnicode_AsUTF8AndSize(digits, length);
	*owner = digits;
	return *text != NULL ? 0 : -1;
}

static int finish(struct walk *w, int status)
{
	w->status = status;
	return status == STRAT_EVAL_OK ? 0 : -1;
}

static int add_topic(struct walk *w, PyObject *topic)
{
	const char *text;
	Py_ssize_t length;
	PyObject *owner;
	if (name_text(topic, &text, &length, &owner) < 0)
		return PyErr_Occurred()
			       ? -1
			       : wrong_type(w, NULL, NULL, topic, "a topic that is a text");
	int status = strat_eval_records_topic(w->records, text, (size_t)length);
	Py_XDECREF(owner);
	return finish(w, status);
}

static int add_document(struct walk *w, PyObject *topic, PyObject *document, double value)
{
	const char *text;
	Py_ssize_t length;
	PyObject *owner;
	if (name_text(document, &text, &length, &owner) < 0)
		return PyErr_Occurred()
			       ? -1
			       : wrong_type(w, topic, NULL, document, "a document that is a text");
	int status = strat_eval_records_add(w->records, text, (size_t)length, value);
	Py_XDECREF(owner);
	return finish(w, status);
}

static int add_value(struct walk *w, PyObject *topic, PyObject *document, PyObject *value)
{
	double number = PyUnicode_Check(value) ? -1 : PyFloat_AsDouble(value);
	if (number == -1 && (PyErr_Occurred() || PyUnicode_Check(value))) {
		if (PyErr_Occurred() && !PyErr_ExceptionMatches(PyExc_TypeError))
			return -1; /* a number that is too large */
		return wrong_type(w, topic, document, value, "a number");
	}
	return add_document(w, topic, document, number);
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

/* Documents from the best on: the score is how many are left. */
static int add_ranking(struct walk *w, PyObject *topic, PyObject *ranking)
{
	Py_ssize_t count = PySequence_Size(ranking);
	for (Py_ssize_t i = 0; i < count; i++) {
		PyObject *document = PySequence_GetItem(ranking, i);
		int result = document != NULL
				     ? add_document(w, topic, document, (double)(count - i))
				     : -1;
		Py_XDECREF(document);
		if (result < 0)
			return -1;
	}
	return count < 0 ? -1 : 0;
}

static int add_pairs(struct walk *w, PyObject *topic, PyObject *items)
{
	Py_ssize_t count = PyList_Size(items);
	for (Py_ssize_t i = 0; i < count; i++) {
		PyObject *pair = PyList_GetItem(items, i);
		PyObject *key = PyTuple_GetItem(pair, 0), *value = PyTuple_GetItem(pair, 1);
		if (key == NULL || value == NULL || add_value(w, topic, key, value) < 0)
			return -1;
	}
	return 0;
}

static int add_documents(struct walk *w, PyObject *topic, PyObject *documents)
{
	if (add_topic(w, topic) < 0)
		return -1;
	if (PyList_Check(documents) || PyTuple_Check(documents))
		return add_ranking(w, topic, documents);
	if (!PyDict_Check(documents)) {
		PyObject *items = items_of(documents);
		if (items == NULL)
			return PyErr_Occurred()
				       ? -1
				       : wrong_type(w, topic, NULL, documents,
						    "a dictionary of documents, or a list of them");
		int result = add_pairs(w, topic, items);
		Py_DECREF(items);
		return result;
	}
	Py_ssize_t at = 0;
	PyObject *document, *value;
	Py_ssize_t size = PyDict_Size(documents);
	while (PyDict_Next(documents, &at, &document, &value)) {
		/* a number's __float__ may do anything */
		Py_INCREF(document);
		Py_INCREF(value);
		int result = add_value(w, topic, document, value);
		Py_DECREF(document);
		Py_DECREF(value);
		if (result == 0 && PyDict_Size(documents) != size) {
			PyErr_SetString(PyExc_RuntimeError,
					"the dictionary was changed while it was read");
			result = -1;
		}
		if (result < 0)
			return -1;
	}
	return 0;
}

static int add_topics(struct walk *w, PyObject *items)
{
	Py_ssize_t count = PyList_Size(items);
	for (Py_ssize_t i = 0; i < count; i++) {
		PyObject *pair = PyList_GetItem(items, i);
		PyObject *key = PyTuple_GetItem(pair, 0), *value = PyTuple_GetItem(pair, 1);
		if (key == NULL || value == NULL || add_documents(w, key, value) < 0)
			return -1;
	}
	return count < 0 ? -1 : 0;
}

/* Whether two names of topics are the same; -1: an exception. */
static int same(PyObject *a, PyObject *b)
{
	return a == b ? 1 : a == NULL ? 0 : PyObject_RichCompareBool(a, b, Py_EQ);
}

static int add_row(struct walk *w, PyObject *row, Py_ssize_t number)
{
	PyObject *field[3] = { NULL };
	int result = 0;
	for (int i = 0; i < 3 && result == 0; i++) {
		field[i] = PyUnicode_Check(row) ? NULL : PySequence_GetItem(row, i);
		result = field[i] != NULL ? 0 : -1;
	}
	if (result < 0) {
		PyErr_Clear();
		PyErr_Format(PyExc_TypeError,
			     "%s: row %zd: three columns are needed: topic, document and value",
			     w->name, number);
	} else {
		int again = same(w->topic, field[0]);
		result = again < 0 ? -1 : again > 0 ? 0 : add_topic(w, field[0]);
		Py_XDECREF(w->topic);
		w->topic = Py_NewRef(field[0]);
		if (result == 0)
			result = add_value(w, field[0], field[1], field[2]);
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

int records_fill(strat_eval_records *records, const char *name, PyObject *source)
{
	struct walk w = { .name = name, .records = records };
	PyObject *items = items_of(source);
	if (items == NULL && PyErr_Occurred())
		return -1;
	int result = items != NULL ? add_topics(&w, items) : add_rows(&w, source);
	Py_XDECREF(items);
	return w.status != STRAT_EVAL_OK ? w.status : result;
}
