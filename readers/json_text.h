/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * JSON, strictly as RFC 8259 has it, read from the beginning to the end: no tree is built. Strings
 * are slices of the input, or of its mirror if they have escapes. Bytes that are not UTF-8,
 * values nested more than JSON_DEPTH_MAX deep and a string of 16 MiB or more are errors; all errors
 * have the line and the column, counted in bytes from 1. NaN and Infinity are no JSON.
 *
 *	struct json j;
 *	struct slice key;
 *	int more;
 *	if (json_start(&j, in, e) < 0 || json_open(&j, '{') < 0)
 *		return -1;
 *	while ((more = json_next_key(&j, &key)) > 0)
 *		if (json_plain(&j, &value) < 0) ...
 */
#pragma once

#include "readers/columns.h"

enum { JSON_DEPTH_MAX = 64 };

struct json {
	const struct input *in;
	const char *at, *end;
	char open[JSON_DEPTH_MAX]; /* '{' or '[' of what we are in */
	int depth;
	bool first;	     /* nothing of the innermost object or array was read yet */
	const char *counted; /* up to here lines are counted */
	uint64_t line;	     /* of that byte */
	struct err *e;
};

/* Whether the first byte that is not white space, after a byte-order mark, is '{' or '['. */
bool json_begins(const struct input *in);

/*
 * Whether it is an object whose first value is an object ('{'), another object ('k'), an array
 * ('['), or none of these (0).
 */
char json_shape(const struct input *in);

/* For formats: whether it begins as topics or an array of rows, or as rows one after the other. */
int json_begins_whole(const struct input *in, struct err *e);
int json_begins_rows(const struct input *in, struct err *e);

/* An error unless it begins as JSON. */
int json_refuse_other(const struct input *in, struct err *e);

void json_start(struct json *j, const struct input *in, struct err *e);

/* The first byte of the next value: '{', '[', '"', 't', 'f', 'n', a digit or '-'; '\0' at the end.
 */
char json_peek(struct json *j);

/* Enters an object or an array, which json_next_key() or json_next() leaves after its last item.
 */
int json_open(struct json *j, char kind);

/* 1: there is one more item, or key, which is stored, before its value; 0: it has ended; -1. */
int json_next(struct json *j);
int json_next_key(struct json *j, struct slice *key);

/* A string, or the text of a number, of true or of false; null is an empty one. */
int json_plain(struct json *j, struct slice *text);

/* The text of a number. */
int json_number(struct json *j, struct slice *text);

/* Passes over any value. */
int json_skip(struct json *j);

/* Nothing but white space may follow. */
int json_finish(struct json *j);

/* Where the next value is. */
struct place json_place(struct json *j);

/* The column of a byte of the input, or of its mirrored place, for messages. */
size_t json_column(const struct json *j, const char *at);

/*
 * table_read() of objects whose keys are names of columns: one after the other, or in an array.
 * Values are strings, numbers, true and false; null is an empty field. A record of provenance is
 * skipped.
 */
int json_table_read(const struct input *in, const struct columns_asked *asked, table_sink receiver,
		    void *context, struct err *e);

/*
 * An object of objects, {"topic": {"document": 1}}. A value is a number. A topic may be empty:
 * `take_topic` comes before its documents. A topic that appears twice is an error: RFC 8259,
 * section 4, leaves open what that means, and most programs see the last one only.
 */
struct json_receiver {
	int (*take_topic)(void *context, struct place place, struct slice topic, struct err *e);
	int (*take)(void *context, struct place place, struct slice document, struct slice value,
		    struct err *e);
};
int json_topics_read(const struct input *in, const struct json_receiver *receiver, void *context,
		     struct err *e);
