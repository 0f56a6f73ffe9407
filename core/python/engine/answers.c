/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Rows of the library into Python's objects. A text that many rows have becomes one object.
 */
#include <math.h>

#include "core/python/engine/engine.h"

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

enum { RUN, OTHER, TOPIC, METHOD, TAIL, DESIGN, ESTIMATOR, FILE_NAME, SHARED };

static PyObject *row_object(const struct strat_eval_row *r, struct kept *kept)
{
	enum { FIELDS = 14 };
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
		PyObject *row = row_object(&r, kept);
		if (row == NULL || PyList_Append(list, row) < 0) {
			Py_DECREF(list);
			list = NULL;
		}
		Py_XDECREF(row);
	}
	forget(kept, SHARED);
	return list;
}

/* Names of measures in the order of a topic's rows, which all topics have alike. */
enum { NAMES_MAX = 256 };

struct names {
	PyObject *object[NAMES_MAX];
	int count;
};

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

PyObject *scores_of(strat_eval *handle)
{
	struct names names = { .count = 0 };
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
		PyObject *name = scores != NULL ? measure_name(&names, number++, r.measure) : NULL;
		PyObject *value = value_of(&r);
		failed = name == NULL || value == NULL || PyDict_SetItem(scores, name, value) < 0;
		Py_XDECREF(name);
		Py_XDECREF(value);
	}
	for (int i = 0; i < names.count; i++)
		Py_DECREF(names.object[i]);
	forget(&topic, 1);
	if (failed)
		Py_CLEAR(all);
	return all;
}
