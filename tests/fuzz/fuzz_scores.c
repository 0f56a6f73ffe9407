/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Both readers of scores must take any bytes or refuse them with a message: the first byte chooses
 * which one.
 */
#include "readers/scores.h"
#include "tests/fuzz/cost.h"

static int take_systems(void *context, struct place where, const struct slice *name, size_t count,
			struct err *e)
{
	(void)where, (void)e;
	*(size_t *)context = count;
	for (size_t i = 0; i < count; i++)
		if (name[i].length == 0 || memchr(name[i].at, '\n', name[i].length) != NULL)
			abort();
	return 0;
}

static int take_topic(void *context, struct place where, struct slice name, const double *value,
		      size_t count, struct err *e)
{
	(void)e;
	if (count != *(size_t *)context || name.length == 0 || where.line == 0)
		abort();
	for (size_t i = 0; i < count; i++)
		if (isinf(value[i]))
			abort();
	return 0;
}

static int take_score(void *context, const struct score_record *r, struct err *e)
{
	double value;
	(void)context;
	if (r->measure.length == 0 || r->topic.length == 0)
		abort();
	return r->value.length == 0 ? 0 : score_value(r->place, r->measure, r->value, &value, e);
}

static int read_input(const uint8_t *bytes, size_t size)
{
	static const struct score_matrix_receiver matrix = { take_systems, take_topic };
	if (size == 0)
		return 0;
	struct err e = { 0 };
	struct input in;
	size_t systems = 0;
	if (input_from_bytes(&in, "fuzz", bytes + 1, size - 1, &e) < 0)
		return 0;
	int kind = bytes[0] % 2 == 0 ? SCORES_MATRIX : scores_kind(&in, slice_of("map"), &e);
	int result = kind == SCORES_MATRIX ? score_matrix_read(&in, &matrix, &systems, &e)
					   : scores_read(&in, (enum scores_kind)kind,
							 slice_of("map"), take_score, NULL, &e);
	if ((result < 0) != (e.text[0] != '\0'))
		abort(); /* an error without a message, or a message without an error */
	input_release(&in);
	return 0;
}
