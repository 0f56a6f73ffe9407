/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Both readers of scores must take any bytes or refuse them with a message: the first byte chooses
 * which one.
 */
#include "readers/scores.h"
#include "tests/fuzz/cost.h"

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
	if (size == 0)
		return 0;
	struct err e = { 0 };
	struct input in;
	if (input_from_bytes(&in, "fuzz", bytes + 1, size - 1, &e) < 0)
		return 0;
	int kind = bytes[0] % 2 == 0 ? SCORES_MATRIX : scores_kind(&in, slice_of("map"), &e);
	int result =
		scores_read(&in, (enum scores_kind)kind, slice_of("map"), take_score, NULL, &e);
	if ((result < 0) != (e.text[0] != '\0'))
		abort(); /* an error without a message, or a message without an error */
	input_release(&in);
	return 0;
}
