/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tables of other libraries by the Arrow C data and stream interfaces, which need none of them
 * (https://arrow.apache.org/docs/format/CDataInterface.html). Names are read where they lie.
 */
#include <inttypes.h>
#include <stdbool.h>

#include "core/python/engine/engine.h"

struct ArrowSchema {
	const char *format, *name, *metadata;
	int64_t flags, n_children;
	struct ArrowSchema **children, *dictionary;
	void (*release)(struct ArrowSchema *);
	void *private_data;
};

struct ArrowArray {
	int64_t length, null_count, offset, n_buffers, n_children;
	const void **buffers;
	struct ArrowArray **children, *dictionary;
	void (*release)(struct ArrowArray *);
	void *private_data;
};

struct ArrowArrayStream {
	int (*get_schema)(struct ArrowArrayStream *, struct ArrowSchema *out);
	int (*get_next)(struct ArrowArrayStream *, struct ArrowArray *out);
	const char *(*get_last_error)(struct ArrowArrayStream *);
	void (*release)(struct ArrowArrayStream *);
	void *private_data;
};

enum { TOPIC, DOCUMENT, VALUE, COLUMNS, RANK = COLUMNS, WITH_RANK, DIGITS = 24 };
static const char whole[] = "cCsSiIlL"; /* formats of whole numbers, by their sizes */

/* A column of a batch, or the dictionary of one. */
struct column {
	const struct ArrowSchema *schema;
	const struct ArrowArray *array;
	int64_t offset; /* of the batch, beside that of the array */
};

struct table {
	strat_eval_records *records;
	const char *name;
	const struct ArrowSchema *schema[WITH_RANK];
	struct ArrowArray batch;
	int at[WITH_RANK]; /* that of the rank is -1: there is none */
	int64_t rows;	   /* before the batch */
};

static int missing(const struct table *t, int64_t row, int column)
{
	PyErr_Format(PyExc_TypeError, "%s: row %lld: column '%s' is null", t->name,
		     (long long)(t->rows + row + 1), t->schema[column]->name);
	return -1;
}

static int is_null(const struct column *c, int64_t i)
{
	const uint8_t *valid = c->array->n_buffers > 0 ? c->array->buffers[0] : NULL;
	return c->array->null_count != 0 && valid != NULL && !(valid[i / 8] >> i % 8 & 1);
}

#define AT(type) ((const type *)c->array->buffers[1])[i]

static int64_t whole_at(const struct column *c, int64_t i)
{
	const char f = c->schema->format[0];
	return f == 'c'	  ? AT(int8_t)
	       : f == 'C' ? AT(uint8_t)
	       : f == 's' ? AT(int16_t)
	       : f == 'S' ? AT(uint16_t)
	       : f == 'i' ? AT(int32_t)
	       : f == 'I' ? AT(uint32_t)
			  : AT(int64_t);
}

static int is_format(const struct ArrowSchema *s, const char *formats)
{
	return s->format[0] != '\0' && s->format[1] == '\0' && strchr(formats, s->format[0]);
}

/* The place that a row has in its buffers; of a dictionary, `c` becomes that. -1: null. */
static int64_t place_of(struct column *c, int64_t row)
{
	int64_t i = row + c->offset + c->array->offset;
	if (is_null(c, i) || c->schema->dictionary == NULL)
		return is_null(c, i) ? -1 : i;
	const int64_t key = whole_at(c, i);
	*c = (struct column){ c->schema->dictionary, c->array->dictionary, 0 };
	i = key + c->array->offset;
	return key < 0 || key >= c->array->length || is_null(c, i) ? -1 : i;
}

/* A view is 16 bytes: the length, and behind it a short text, or where in a buffer a long one is.
 */
static const char *view_at(const struct column *c, int64_t i, size_t *length)
{
	const char *view = (const char *)c->array->buffers[1] + 16 * i;
	int32_t part[4]; /* length, prefix, buffer, begin */
	memcpy(part, view, sizeof part);
	*length = (size_t)part[0];
	return part[0] <= 12 ? view + 4 : (const char *)c->array->buffers[2 + part[2]] + part[3];
}

/* A name: a text, or a whole number in digits. NULL: an exception is set. */
static const char *text_at(const struct table *t, int column, struct column c, int64_t row,
			   size_t *length, char *digits)
{
	int64_t i = place_of(&c, row);
	if (i < 0 && missing(t, row, column) < 0)
		return NULL;
	if (is_format(c.schema, "uU")) {
		const int32_t *small = c.array->buffers[1];
		const int64_t *large = c.array->buffers[1];
		bool is_small = c.schema->format[0] == 'u';
		int64_t begin = is_small ? small[i] : large[i];
		*length = (size_t)((is_small ? small[i + 1] : large[i + 1]) - begin);
		return (const char *)c.array->buffers[2] + begin;
	}
	if (strcmp(c.schema->format, "vu") == 0)
		return view_at(&c, i, length);
	*length =
		(size_t)snprintf(digits, DIGITS, is_format(c.schema, "L") ? "%" PRIu64 : "%" PRId64,
				 whole_at(&c, i));
	return digits;
}

static int number_at(const struct table *t, struct column c, int64_t row, double *x)
{
	int64_t i = place_of(&c, row);
	if (i < 0)
		return missing(t, row, VALUE);
	*x = is_format(c.schema, "f")	? ((const float *)c.array->buffers[1])[i]
	     : is_format(c.schema, "g") ? ((const double *)c.array->buffers[1])[i]
	     : is_format(c.schema, "L") ? (double)((const uint64_t *)c.array->buffers[1])[i]
					: (double)whole_at(&c, i);
	return 0;
}

/* Formats are refused before a row is read. */
static int check_format(const struct table *t, int k)
{
	const struct ArrowSchema *s = t->schema[k], *x = s->dictionary != NULL ? s->dictionary : s;
	int text = is_format(x, "uU") || strcmp(x->format, "vu") == 0;
	if ((x == s || is_format(s, whole)) &&
	    (is_format(x, whole) || (k == VALUE ? is_format(x, "fg") : text)))
		return 0;
	PyErr_Format(PyExc_TypeError, "%s: column '%s': %s are needed, not the Arrow type '%s'",
		     t->name, s->name, k == VALUE ? "numbers" : "texts or whole numbers",
		     x->format);
	return -1;
}

static int add_batch(struct table *t)
{
	struct column c[WITH_RANK];
	int columns = t->at[RANK] >= 0 ? WITH_RANK : COLUMNS;
	const char *last = NULL;
	size_t last_length = 0, length;
	char kept[DIGITS], digits[DIGITS];
	int status = STRAT_EVAL_OK;
	for (int k = 0; k < columns; k++)
		c[k] = (struct column){ t->schema[k], t->batch.children[t->at[k]],
					t->batch.offset };
	for (int64_t row = 0; row < t->batch.length && status == STRAT_EVAL_OK; row++) {
		double value;
		const char *name = text_at(t, TOPIC, c[TOPIC], row, &length, digits);
		if (name != NULL &&
		    (last == NULL || length != last_length || memcmp(name, last, length) != 0)) {
			status = strat_eval_records_topic(t->records, name, length);
			last = name == digits ? memcpy(kept, name, DIGITS) : name;
			last_length = length;
		}
		if (name != NULL && status == STRAT_EVAL_OK)
			name = text_at(t, DOCUMENT, c[DOCUMENT], row, &length, digits);
		if (name == NULL || number_at(t, c[VALUE], row, &value) < 0)
			return -1;
		if (status == STRAT_EVAL_OK)
			status = strat_eval_records_add(t->records, name, length, value);
		struct column rank = c[columns - 1];
		if (columns == WITH_RANK && place_of(&rank, row) >= 0 && status == STRAT_EVAL_OK &&
		    number_at(t, c[RANK], row, &value) == 0)
			status = strat_eval_records_rank(t->records, value);
	}
	t->rows += t->batch.length;
	return status;
}

static int failed(struct ArrowArrayStream *s, const char *name)
{
	const char *said = s->release != NULL ? s->get_last_error(s) : "it was read before";
	PyErr_Format(PyExc_ValueError, "%s: the Arrow stream failed: %s", name,
		     said != NULL ? said : "no reason is given");
	return -1;
}

static int add_batches(struct table *t, struct ArrowArrayStream *s)
{
	int result = 0;
	while (result == 0) {
		t->batch = (struct ArrowArray){ 0 };
		if (s->get_next(s, &t->batch) != 0)
			return failed(s, t->name);
		if (t->batch.release == NULL)
			break;
		result = add_batch(t);
		if (result == 0)
			t->batch.release(&t->batch);
	}
	return result;
}

/* Which of the columns are meant: `choose` gets their names and returns their
 * places. Ranks that are no numbers are left alone. */
static int choose_columns(struct table *t, const struct ArrowSchema *schema, PyObject *choose)
{
	PyObject *names = PyList_New(0);
	int64_t columns = strcmp(schema->format, "+s") == 0 ? schema->n_children : 0;
	for (int64_t i = 0; names != NULL && i < columns; i++) {
		PyObject *name = text_object(schema->children[i]->name);
		if (name == NULL || PyList_Append(names, name) < 0)
			Py_CLEAR(names);
		Py_XDECREF(name);
	}
	PyObject *places = names != NULL ? PyObject_CallFunctionObjArgs(choose, names, NULL) : NULL;
	int known =
		places != NULL && PyArg_ParseTuple(places, "iiii", &t->at[TOPIC], &t->at[DOCUMENT],
						   &t->at[VALUE], &t->at[RANK]);
	for (int k = 0; known && k < COLUMNS; k++) {
		t->schema[k] = schema->children[t->at[k]];
		known = check_format(t, k) == 0;
	}
	t->schema[RANK] = known && t->at[RANK] >= 0 ? schema->children[t->at[RANK]] : NULL;
	if (t->schema[RANK] != NULL &&
	    (t->schema[RANK]->dictionary != NULL ||
	     !(is_format(t->schema[RANK], whole) || is_format(t->schema[RANK], "fg"))))
		t->at[RANK] = -1;
	Py_XDECREF(places);
	Py_XDECREF(names);
	return known ? 0 : -1;
}

int arrow_fill(strat_eval_records *records, const char *name, PyObject *capsule, PyObject *choose,
	       struct records_found *found)
{
	struct ArrowArrayStream *s = PyCapsule_GetPointer(capsule, "arrow_array_stream");
	struct ArrowSchema schema = { 0 };
	struct table t = { .records = records, .name = name };
	if (s == NULL)
		return -1;
	int result = s->release == NULL || s->get_schema(s, &schema) != 0 ? failed(s, name) : 0;
	if (result == 0)
		result = choose_columns(&t, &schema, choose);
	if (result == 0)
		result = add_batches(&t, s);
	/* these may be Python's functions, which an exception would stop */
	PyObject *kind, *said, *traceback;
	PyErr_Fetch(&kind, &said, &traceback);
	if (t.batch.release != NULL)
		t.batch.release(&t.batch);
	if (schema.release != NULL)
		schema.release(&schema);
	if (s->release != NULL)
		s->release(s);
	PyErr_Restore(kind, said, traceback);
	found->documents = (size_t)t.rows;
	return result;
}
