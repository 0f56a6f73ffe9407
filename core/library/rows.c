/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The answer as rows: a bound joins the row of its value.
 */
#include <math.h>

#include "core/base/array.h"
#include "core/library/handle.h"

enum { RUN, OTHER, TOPIC, METHOD, DESIGN, ESTIMATOR, FILE_NAME, TAIL };

static const char *copy(struct block *b, const char *text, bool *failed)
{
	const char *own = text != NULL ? arena_copy(&b->memory, slice_of(text)) : NULL;
	*failed = *failed || (text != NULL && own == NULL);
	return own;
}

/* A copy of a text, or the last one if the same text is given again. */
static const char *shared_copy(struct block *b, int which, const char *text, bool *failed)
{
	const char **last = &b->shared[which];
	if (text == NULL)
		return NULL;
	if (*last == NULL || strcmp(*last, text) != 0)
		*last = copy(b, text, failed);
	return *last;
}

static struct strat_eval_row *new_row(struct block *b)
{
	return ARRAY_ROOM(b->row, b->count, b->room) ? &b->row[b->count++] : NULL;
}

/* Number of the last row of the value that a bound is about, plus 1; 0: there is none. */
static size_t row_of_bound(const struct block *b, const struct score_line *l)
{
	size_t row = b->count;
	while (row > 0 && (strcmp(b->row[row - 1].measure, l->of) != 0 ||
			   strcmp(b->row[row - 1].topic, l->topic) != 0))
		row--;
	return row;
}

static void describe(struct block *b, struct strat_eval_row *r, const struct score_line *l,
		     bool *failed)
{
	r->level = l->method != NULL ? l->level : NAN;
	r->method = shared_copy(b, METHOD, l->method, failed);
	r->tail = shared_copy(b, TAIL, l->tail, failed);
}

/* A bound joins the row of its value, or a copy of that row if it has bounds by another method. */
static bool take_bound(struct block *b, size_t row, const struct score_line *l)
{
	bool failed = false;
	const char *method = b->row[row - 1].method;
	struct strat_eval_row *r = &b->row[row - 1];
	if (method != NULL && strcmp(method, l->method) != 0) {
		r = new_row(b);
		if (r == NULL)
			return false;
		*r = b->row[row - 1];
		r->lower = r->upper = NAN;
	}
	*(l->upper ? &r->upper : &r->lower) = l->number;
	describe(b, r, l, &failed);
	return !failed;
}

bool handle_take_line(void *context, size_t block, const struct score_line *l)
{
	struct strat_eval *s = context;
	struct block *b = &s->block[block];
	const char *file = l->file != NULL ? handle_name_of(s, slice_of(l->file)) : NULL;
	bool failed = false, pair = l->run[0] != NULL;
	size_t bounded = l->of != NULL ? row_of_bound(b, l) : 0;
	if (bounded > 0)
		return take_bound(b, bounded, l);
	struct strat_eval_row *r = new_row(b);
	if (r == NULL)
		return false;
	*r = (struct strat_eval_row){
		.run = shared_copy(b, RUN, l->run[pair ? 0 : 1], &failed),
		.other = pair ? shared_copy(b, OTHER, l->run[1], &failed) : NULL,
		.topic = shared_copy(b, TOPIC, l->topic, &failed),
		.measure = copy(b, l->measure, &failed),
		.value = l->kind == RECORD_TEXT ? NAN : l->number,
		.text = l->kind == RECORD_TEXT ? copy(b, l->text, &failed) : NULL,
		.lower = NAN,
		.upper = NAN,
		.n = l->n > 0 ? l->n : -1,
		.design = shared_copy(b, DESIGN, l->design, &failed),
		.estimator = shared_copy(b, ESTIMATOR, l->estimator, &failed),
		.file = shared_copy(b, FILE_NAME, file != NULL ? file : l->file, &failed),
	};
	describe(b, r, l, &failed);
	return !failed;
}

bool handle_expect_blocks(void *context, size_t blocks)
{
	struct strat_eval *s = context;
	s->block = calloc(blocks + 1, sizeof *s->block);
	s->blocks = s->block != NULL ? blocks : 0;
	return s->block != NULL;
}
