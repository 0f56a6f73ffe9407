/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/commands/evaluate/board.h"
#include "core/output/run_lines.h"

/*
 * Taking records.
 */

static bool expect(void *context, size_t blocks)
{
	struct board *b = context;
	b->run = calloc(blocks + 1, sizeof *b->run);
	b->runs = b->run != NULL ? blocks : 0;
	return b->run != NULL;
}

static const char *copy(struct board_run *r, const char *text, bool *failed)
{
	const char *own = text != NULL ? arena_copy(&r->memory, slice_of(text)) : NULL;
	*failed = *failed || (text != NULL && own == NULL);
	return own;
}

static bool grow(struct board_run *r)
{
	size_t room = 2 * r->room + 8;
	if (!ARRAY_RESIZE(r->measure, room) || !ARRAY_RESIZE(r->value, room))
		return false;
	r->room = room;
	return true;
}

/* The name of a measure, which ends without a method of their own have, too. */
static const char *name_of(struct board_run *r, const struct score_line *l, bool *failed)
{
	const char *own = score_line_name(&r->memory, l, l->measure);
	*failed = *failed || own == NULL;
	return own;
}

/* The ends of the first method. */
static bool take_ends(struct board_run *r, const char **method, const char **tail,
		      struct board_value *v, const struct score_line *l)
{
	bool failed = false;
	for (size_t i = 0; i < l->ends && !failed; i++) {
		const struct score_end *x = &l->end[i];
		if (x->kind == END_ERROR)
			continue;
		if (*method == NULL) {
			*method = copy(r, x->method, &failed);
			*tail = copy(r, l->tail, &failed);
		}
		if (failed || strcmp(*method, x->method) != 0)
			continue;
		v->bounded = true;
		*(x->kind == END_UPPER ? &v->upper : &v->lower) = x->number;
	}
	return !failed;
}

static bool take_value(struct board_run *r, const struct score_line *l)
{
	bool failed = false;
	if (r->count == r->room && !grow(r))
		return false;
	struct board_measure *m = &r->measure[r->count];
	struct board_value *v = &r->value[r->count++];
	*m = (struct board_measure){ .name = name_of(r, l, &failed),
				     .curve = copy(r, l->curve, &failed),
				     .at = l->at,
				     .perfect = l->perfect,
				     .random = l->random,
				     .topics = l->n,
				     .kind = l->kind,
				     .level = l->level,
				     .lower_better = l->lower_better };
	*v = (struct board_value){ l->number, NAN, NAN, false };
	return !failed && take_ends(r, &m->method, &m->tail, v, l);
}

/*
 * The name of a measure, if it was copied for an earlier topic, else NULL. Topics have the same
 * measures in the same order, so that it is among the last values.
 */
static const char *known(const struct board_run *r, const struct score_line *l)
{
	size_t prefix = l->prefix != NULL ? strlen(l->prefix) : 0;
	for (size_t i = r->topics; i-- > 0 && i + 64 > r->topics;) {
		const char *name = r->topic[i].measure;
		if ((prefix == 0 || strncmp(name, l->prefix, prefix) == 0) &&
		    strcmp(name + prefix, l->measure) == 0)
			return name;
	}
	return NULL;
}

static bool take_topic_value(struct board_run *r, const struct score_line *l)
{
	bool failed = false;
	if (!ARRAY_ROOM(r->topic, r->topics, r->topic_room))
		return false;
	const char *measure = known(r, l);
	const struct board_topic *last = r->topics > 0 ? &r->topic[r->topics - 1] : NULL;
	bool same = last != NULL && strcmp(last->topic, l->topic) == 0;
	struct board_topic x = {
		.topic = same ? last->topic : copy(r, l->topic, &failed),
		.measure = measure != NULL ? measure : name_of(r, l, &failed),
		.kind = l->kind,
		.value = { l->number, NAN, NAN, false },
	};
	failed = failed || !take_ends(r, &x.method, &x.tail, &x.value, l);
	r->topic[r->topics] = x;
	r->topics += !failed;
	return !failed;
}

/* A value with its bounds. */
static bool take(struct board *b, struct board_run *r, const struct score_line *l)
{
	if (strcmp(l->topic, "all") == 0)
		return take_value(r, l);
	return !b->by_topic || take_topic_value(r, l);
}

static bool take_record(void *context, size_t block, const struct score_line *l)
{
	struct board *b = context;
	struct board_run *r = &b->run[block];
	bool failed = false;
	if (r->name == NULL) {
		r->name = copy(r, l->run[1], &failed);
		r->file = copy(r, l->file, &failed);
	}
	if (failed || l->kind == RECORD_TEXT)
		return !failed;
	if (!l->hidden && !take(b, r, l))
		return false;
	/* a standard error is a column of its own */
	for (size_t i = 0; i < l->ends && !failed; i++) {
		const struct score_line error = score_line_of_end(l, &l->end[i]);
		failed = l->end[i].kind == END_ERROR && !take(b, r, &error);
	}
	return !failed;
}

int board_begin(struct board *b, const char *first, struct err *e)
{
	b->first = first != NULL ? arena_copy(&b->memory, slice_of(first)) : NULL;
	return first != NULL && b->first == NULL ? err_memory(e) : 0;
}

struct output board_output(struct board *b)
{
	return (struct output){ .context = b, .expect = expect, .line = take_record };
}

void board_release(struct board *b)
{
	for (size_t i = 0; i < b->runs; i++) {
		arena_release(&b->run[i].memory);
		free(b->run[i].measure);
		free(b->run[i].value);
		free(b->run[i].topic);
	}
	free(b->run);
	free(b->order);
	arena_release(&b->memory);
}

/*
 * Order.
 */

/* Whether run `x` comes before run `y`: by the first measure, then in the order of the files. */
static bool before(const struct board *b, size_t x, size_t y)
{
	double vx = b->run[x].count > 0 ? b->run[x].value[0].value : NAN;
	double vy = b->run[y].count > 0 ? b->run[y].value[0].value : NAN;
	if (isnan(vx) || isnan(vy) || vx == vy)
		return isnan(vx) == isnan(vy) ? x < y : isnan(vy);
	return b->run[x].measure[0].lower_better ? vx < vy : vx > vy;
}

size_t board_curve(const struct board_run *r, size_t first)
{
	const struct board_measure *m = r->measure;
	size_t end = first + 1;
	while (m[first].curve != NULL && end < r->count && m[end].curve != NULL &&
	       strcmp(m[end].curve, m[first].curve) == 0 && m[end].at > m[end - 1].at)
		end++;
	return end - first;
}

static void move(struct board_run *r, size_t from, size_t to)
{
	struct board_measure measure = r->measure[from];
	struct board_value value = r->value[from];
	memmove(r->measure + to + 1, r->measure + to, (from - to) * sizeof *r->measure);
	memmove(r->value + to + 1, r->value + to, (from - to) * sizeof *r->value);
	r->measure[to] = measure;
	r->value[to] = value;
}

/* The measure that was asked for first has the first columns. */
static void bring_forward(struct board_run *r, const char *first)
{
	size_t at = 0;
	while (at < r->count && (first == NULL || strcmp(r->measure[at].name, first) != 0))
		at++;
	if (at == r->count)
		return;
	for (size_t i = 0, length = board_curve(r, at); i < length; i++)
		move(r, at + i, i);
}

/* Runs that have the same name get the names of their files. */
static int tell_apart(struct board *b, struct err *e)
{
	const char **name = calloc(2 * b->runs + 1, sizeof *name);
	if (name == NULL)
		return err_memory(e);
	for (size_t i = 0; i < b->runs; i++) {
		name[i] = b->run[i].name;
		name[b->runs + i] = b->run[i].file;
	}
	int result = runs_tell_apart(name, name + b->runs, b->runs, e);
	for (size_t i = 0; i < b->runs; i++)
		b->run[i].name = name[i];
	free(name);
	return result;
}

int board_sort(struct board *b, struct err *e)
{
	for (size_t i = 0; i < b->runs; i++)
		bring_forward(&b->run[i], b->first);
	b->order = calloc(b->runs + 1, sizeof *b->order);
	if (b->order == NULL)
		return err_memory(e);
	for (size_t i = 0; i < b->runs; i++) {
		size_t at = i;
		while (at > 0 && before(b, i, b->order[at - 1])) {
			b->order[at] = b->order[at - 1];
			at--;
		}
		b->order[at] = i;
	}
	return tell_apart(b, e);
}

bool board_is_best(const struct board *b, size_t run, size_t measure)
{
	double sign = b->run[run].measure[measure].lower_better ? -1 : 1;
	double own = sign * b->run[run].value[measure].value;
	bool worse = false;
	for (size_t i = 0; i < b->runs; i++) {
		double other = sign * b->run[i].value[measure].value;
		if (other > own)
			return false;
		worse = worse || other < own;
	}
	return worse;
}
