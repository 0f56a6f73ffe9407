/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/nearest.h"
#include "core/commands/evaluate/board.h"
#include "core/data/runs/run.h"
#include "core/output/score_lines.h"

/*
 * Taking records.
 */

static bool expect(void *context, size_t blocks)
{
	struct board *b = context;
	b->run = calloc(blocks + 1, sizeof *b->run);
	b->runs = b->run != NULL ? blocks : 0;
	for (size_t i = 0; i < b->parts; i++)
		if (!expect(&b->part[i], blocks))
			return false;
	return b->run != NULL;
}

static const char *copy(struct board_run *r, const char *text, bool *failed)
{
	const char *own = text != NULL ? arena_copy(&r->memory, slice_of(text)) : NULL;
	*failed = *failed || (text != NULL && own == NULL);
	return own;
}

static const char *shown_name(const struct score_line *l)
{
	return l->title != NULL ? l->title : l->measure;
}

/* The name of a measure, which ends without a method of their own have, too. */
static const char *name_of(struct board_run *r, const struct score_line *l, const char *name,
			   bool *failed)
{
	const char *own = score_line_name(&r->memory, l, name);
	*failed = *failed || own == NULL;
	return own;
}

/* Values with a prefix, those of the pooled topics, come behind all others. */
static size_t order_of(const struct score_line *l)
{
	bool plain = l->prefix == NULL || l->prefix[0] == '\0';
	return plain ? l->order : l->order + SIZE_MAX / 2;
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
	if (!ARRAY_ROOM(r->measure, r->count, r->room))
		return false;
	struct board_measure *m = &r->measure[r->count++];
	*m = (struct board_measure){ .name = name_of(r, l, shown_name(l), &failed),
				     .own = name_of(r, l, l->measure, &failed),
				     .order = order_of(l),
				     .curve = copy(r, l->curve, &failed),
				     .at = l->at,
				     .perfect = l->perfect,
				     .random = l->random,
				     .topics = l->n,
				     .kind = l->kind,
				     .level = l->level,
				     .lower_better = l->lower_better,
				     .no_best = l->no_best,
				     .value = { l->number, NAN, NAN, false } };
	return !failed && take_ends(r, &m->method, &m->tail, &m->value, l);
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
		    strcmp(name + prefix, shown_name(l)) == 0)
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
		.measure = measure != NULL ? measure : name_of(r, l, shown_name(l), &failed),
		.order = order_of(l),
		.kind = l->kind,
		.value = { l->number, NAN, NAN, false },
	};
	failed = failed || !take_ends(r, &x.method, &x.tail, &x.value, l);
	r->topic[r->topics] = x;
	r->topics += !failed;
	return !failed;
}

/* A value with its bounds. */
static bool take_board_value(struct board *b, struct board_run *r, const struct score_line *l)
{
	if (l->of_topic)
		return !b->by_topic || take_topic_value(r, l);
	return strcmp(l->topic, b->about != NULL ? b->about : "all") != 0 || take_value(r, l);
}

static bool take_record(void *context, size_t block, const struct score_line *l)
{
	struct board *b = context;
	struct board_run *r = &b->run[block];
	bool failed = false;
	for (size_t i = 0; i < b->parts; i++)
		if (!take_record(&b->part[i], block, l))
			return false;
	if (r->name == NULL) {
		r->name = copy(r, l->run[1], &failed);
		r->file = copy(r, l->file, &failed);
	}
	if (failed || l->kind == RECORD_TEXT)
		return !failed;
	if (!l->hidden && !take_board_value(b, r, l))
		return false;
	/* a standard error that was asked for is a column of its own */
	for (size_t i = 0; i < l->ends && !failed; i++) {
		struct score_line error = score_line_of_end(l, &l->end[i]);
		error.no_best = true;
		failed = l->end[i].kind == END_ERROR && l->end[i].asked != NULL &&
			 !take_board_value(b, r, &error);
	}
	return !failed;
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
		free(b->run[i].topic);
	}
	for (size_t i = 0; i < b->parts; i++)
		board_release(&b->part[i]);
	free(b->part);
	free(b->run);
	free(b->order);
}

int board_groups(struct board *b, const struct topic_groups *g, struct err *e)
{
	if (g->count == 0)
		return 0;
	b->part = calloc(g->count + 1, sizeof *b->part);
	if (b->part == NULL)
		return err_memory(e);
	b->parts = g->count + 1;
	for (size_t i = 0; i < g->count; i++) {
		b->part[i].about = g->label[i];
		snprintf(b->part[i].title, sizeof b->part[i].title, "Group %s (topics: %zu)",
			 g->name[i], g->topics[i]);
	}
	struct board *macro = &b->part[g->count];
	macro->about = MACRO_LABEL;
	snprintf(macro->title, sizeof macro->title, "Mean over %zu group%s", g->count,
		 g->count == 1 ? "" : "s");
	return 0;
}

/*
 * Order.
 */

/* Whether run `x` comes before run `y`: by a measure, then in the order of the files. */
static bool before(const struct board *b, size_t measure, size_t x, size_t y)
{
	double vx = measure < b->run[x].count ? b->run[x].measure[measure].value.value : NAN;
	double vy = measure < b->run[y].count ? b->run[y].measure[measure].value.value : NAN;
	if (isnan(vx) || isnan(vy) || vx == vy)
		return isnan(vx) == isnan(vy) ? x < y : isnan(vy);
	return b->run[x].measure[measure].lower_better ? vx < vy : vx > vy;
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

/* The columns in the order in which they were asked for. */
static void sort_columns(struct board_run *r)
{
	for (size_t i = 1; i < r->count; i++) {
		const struct board_measure measure = r->measure[i];
		size_t at = i;
		for (; at > 0 && r->measure[at - 1].order > measure.order; at--)
			r->measure[at] = r->measure[at - 1];
		r->measure[at] = measure;
	}
}

/* The first column of which one value is better than another decides the order of the runs, or
 * SIZE_MAX: that of the files does. */
static size_t find_column(const struct board *b)
{
	const struct board_run *r = &b->run[0];
	for (size_t i = 0; i < r->count; i++)
		if (!r->measure[i].no_best)
			return i;
	return SIZE_MAX;
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

/* A part has its runs in the order of the whole. */
static int sort_part(struct board *part, const size_t *order, struct err *e)
{
	for (size_t i = 0; i < part->runs; i++)
		sort_columns(&part->run[i]);
	part->order = calloc(part->runs + 1, sizeof *part->order);
	if (part->order == NULL)
		return err_memory(e);
	memcpy(part->order, order, part->runs * sizeof *order);
	return tell_apart(part, e);
}

int board_sort(struct board *b, struct err *e)
{
	if (b->run[0].count == 0 && b->run[0].topics == 0)
		return err_usage(
			e, "none of the measures can be a column of a table or picture "
			   "(texts and bounds alone cannot): use --format=trec, csv or jsonl");
	for (size_t i = 0; i < b->runs; i++)
		sort_columns(&b->run[i]);
	b->order = calloc(b->runs + 1, sizeof *b->order);
	if (b->order == NULL)
		return err_memory(e);
	size_t column = find_column(b);
	for (size_t i = 0; i < b->runs; i++) {
		size_t at = i;
		while (column != SIZE_MAX && at > 0 && before(b, column, i, b->order[at - 1])) {
			b->order[at] = b->order[at - 1];
			at--;
		}
		b->order[at] = i;
	}
	for (size_t i = 0; i < b->parts; i++)
		if (sort_part(&b->part[i], b->order, e) < 0)
			return -1;
	return tell_apart(b, e);
}

struct board_number board_number(enum record_kind kind, int digits, double x)
{
	struct board_number n = { "nan" };
	if (!isnan(x))
		snprintf(n.text, sizeof n.text, "%.*f", kind == RECORD_COUNT ? 0 : digits, x);
	return n;
}

static struct board_number printed(const struct board *b, size_t run, size_t measure, int digits)
{
	return board_number(b->run[run].measure[measure].kind, digits,
			    b->run[run].measure[measure].value.value);
}

/* The run with the best value of a measure, or SIZE_MAX: there is none. */
static size_t best_run(const struct board *b, size_t measure)
{
	size_t best = SIZE_MAX;
	for (size_t i = 0; i < b->runs && !b->run[i].measure[measure].no_best; i++)
		if (!isnan(b->run[i].measure[measure].value.value) &&
		    (best == SIZE_MAX || before(b, measure, i, best)))
			best = i;
	return best;
}

bool board_has_best(const struct board *b, size_t measure, int digits)
{
	size_t best = best_run(b, measure);
	if (best == SIZE_MAX)
		return false;
	const struct board_number own = printed(b, best, measure, digits);
	for (size_t i = 0; i < b->runs; i++)
		if (!isnan(b->run[i].measure[measure].value.value) &&
		    strcmp(printed(b, i, measure, digits).text, own.text) != 0)
			return true;
	return false;
}

bool board_is_best(const struct board *b, size_t run, size_t measure, int digits)
{
	if (!board_has_best(b, measure, digits))
		return false;
	const struct board_number own = printed(b, run, measure, digits);
	return strcmp(printed(b, best_run(b, measure), measure, digits).text, own.text) == 0;
}
