/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * strat_eval._engine, the part of the Python package that is in C: questions to the library, whose
 * input is walked where it lies in Python's objects, and whose answer becomes Python's objects
 * again. It keeps to Python's stable interface, so that one file serves Python 3.10 and all later
 * ones.
 */
#pragma once

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030a0000
#include <Python.h>

#include "core/library/strat_eval.h"

/* A text of the library as Python's, and the other way; the bytes stay as long as `owner`. */
PyObject *text_object(const char *text);
const char *object_text(PyObject *object, Py_ssize_t *length, PyObject **owner);

/* What records were made of. */
struct records_found {
	size_t documents;
	int floats; /* a name was a whole float, 1.0, which is read as 1 */
};

/*
 * Walks {topic: {document: value}}, {topic: [document, ...]}, which are the relevant ones if it is
 * `judged`, else a ranking, or rows of topic, document and value into records, which were empty.
 * `name` names the whole in messages; rows have a rank behind the value if they are `ranked`. -1:
 * an exception is set; above 0: a status of the library, whose handle has the message.
 */
int records_fill(strat_eval_records *records, const char *name, int judged, int ranked,
		 PyObject *source, struct records_found *found);

/* The same from a capsule of an Arrow stream; `choose` gets the names of its columns, and returns
 * the places of topic, document, value and rank, or -1. */
int arrow_fill(strat_eval_records *records, const char *name, PyObject *capsule, PyObject *choose,
	       struct records_found *found);

/* Names of measures in the order of a topic's rows, which all topics have alike, and as a rule the
 * next answer, too. Zeroed it is empty. */
enum { NAMES_MAX = 256 };

struct names {
	int count;
	PyObject *object[NAMES_MAX];
};

void names_forget(struct names *names);

/* The rows of the answer as a list of tuples, and as {topic: {measure: value}}, where topics are
 * the keys of `source`, in its order; NULL: names in the order of the rows. */
PyObject *rows_of(strat_eval *handle);
PyObject *scores_of(strat_eval *handle, PyObject *source, struct names *names);
