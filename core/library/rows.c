/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The answer as rows: a value with its bounds.
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

/*
 * The name of a line's measure. The topics of a run have the same measures in the same order, so
 * that as a rule the name is that of the row before which stands as far in its topic.
 */
static const char *measure_name(struct block *b, size_t row, const struct score_line *l)
{
	if (b->period == 0 && row > 0 && strcmp(b->row[0].topic, l->topic) != 0)
		b->period = row;
	const char *known =
		b->period > 0 && row >= b->period ? b->row[row - b->period].measure : NULL;
	bool plain = l->prefix == NULL || l->prefix[0] == '\0';
	return plain && known != NULL && strcmp(known, l->measure) == 0
		       ? known
		       : score_line_name(&b->memory, l, l->measure);
}

/* A row of a value without its bounds. */
static struct strat_eval_row *add_row(struct block *b, const struct score_line *l)
{
	bool failed = false, pair = l->run[0] != NULL;
	struct strat_eval_row *r = new_row(b);
	if (r == NULL)
		return NULL;
	*r = (struct strat_eval_row){
		.run = shared_copy(b, RUN, l->run[pair ? 0 : 1], &failed),
		.other = pair ? shared_copy(b, OTHER, l->run[1], &failed) : NULL,
		.topic = shared_copy(b, TOPIC, l->topic, &failed),
		.measure = measure_name(b, (size_t)(r - b->row), l),
		.value = l->kind == RECORD_TEXT ? NAN : l->number,
		.text = l->kind == RECORD_TEXT ? copy(b, l->text, &failed) : NULL,
		.lower = NAN,
		.upper = NAN,
		.level = l->method != NULL ? l->level : NAN,
		.method = shared_copy(b, METHOD, l->method, &failed),
		.tail = shared_copy(b, TAIL, l->method != NULL ? l->tail : NULL, &failed),
		.n = l->n > 0 ? l->n : -1,
		.design = shared_copy(b, DESIGN, l->design, &failed),
		.estimator = shared_copy(b, ESTIMATOR, l->estimator, &failed),
		.file = shared_copy(b, FILE_NAME, l->file, &failed),
	};
	return failed || r->measure == NULL ? NULL : r;
}

/* A bound joins the row of its value, or a copy of that row if it has bounds by another method. */
static bool add_bound(struct block *b, size_t row, const struct score_line *l,
		      const struct score_end *x)
{
	bool failed = false;
	const char *method = b->row[b->count - 1].method;
	if (method != NULL && strcmp(method, x->method) != 0) {
		if (new_row(b) == NULL)
			return false;
		b->row[b->count - 1] = b->row[row];
		b->row[b->count - 1].lower = b->row[b->count - 1].upper = NAN;
	}
	struct strat_eval_row *r = &b->row[b->count - 1];
	*(x->kind == END_UPPER ? &r->upper : &r->lower) = x->number;
	r->level = l->level;
	r->method = shared_copy(b, METHOD, x->method, &failed);
	r->tail = shared_copy(b, TAIL, l->tail, &failed);
	return !failed;
}

/* The one-sided bound of an end that has both, as a copy of the row of the value. */
static bool add_one_sided(struct block *b, size_t row, const struct score_end *x)
{
	bool failed = false, upper = x->kind == END_UPPER;
	struct strat_eval_row *r = new_row(b);
	if (r == NULL)
		return false;
	*r = b->row[row];
	r->lower = upper ? NAN : x->one_sided;
	r->upper = upper ? x->one_sided : NAN;
	r->method = shared_copy(b, METHOD, x->one_sided_method, &failed);
	r->tail = shared_copy(b, TAIL, upper ? "upper" : "lower", &failed);
	return !failed;
}

/* A value, and what is said of it: in rows of their own standard errors, bounds without a value,
 * and behind two-sided bounds the one-sided ones. */
bool handle_take_record(void *context, size_t block, const struct score_line *l)
{
	struct block *b = &((struct strat_eval *)context)->block[block];
	size_t row = b->count;
	if (!l->hidden && add_row(b, l) == NULL)
		return false;
	for (size_t i = 0; i < l->ends; i++)
		if (!l->hidden && l->end[i].kind != END_ERROR && !add_bound(b, row, l, &l->end[i]))
			return false;
	for (size_t i = 0; i < l->ends; i++)
		if (!l->hidden && l->end[i].one_sided_method != NULL &&
		    strcmp(l->tail, "both") == 0 && !add_one_sided(b, row, &l->end[i]))
			return false;
	for (size_t i = 0; i < l->ends; i++) {
		const struct score_line own = score_line_of_end(l, &l->end[i]);
		if ((l->hidden || l->end[i].kind == END_ERROR) && add_row(b, &own) == NULL)
			return false;
	}
	return true;
}

bool handle_expect_blocks(void *context, size_t blocks)
{
	struct strat_eval *s = context;
	s->block = calloc(blocks + 1, sizeof *s->block);
	s->blocks = s->block != NULL ? blocks : 0;
	return s->block != NULL;
}
