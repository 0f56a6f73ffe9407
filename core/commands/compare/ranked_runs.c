/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/sort.h"
#include "core/commands/compare/ranked_runs.h"

static int by_mean(const void *a, const void *b, void *context)
{
	const struct ranked_run *x = a, *y = b;
	if (x->mean != y->mean && !isnan(x->mean) && !isnan(y->mean))
		return comparison_is_better(context, x->mean, y->mean) ? -1 : 1;
	return x->number < y->number ? -1 : x->number > y->number;
}

static void rank_runs(struct ranked_runs *r, const struct comparison *c, size_t measure,
		      double alpha)
{
	struct rank_set *set = arena_zeroed(&r->memory, c->runs, sizeof *set);
	r->run = arena_zeroed(&r->memory, c->runs, sizeof *r->run);
	if (r->memory.failed)
		return;
	rank_sets_begin(set, c->runs);
	for (size_t i = 0; i < c->pairs; i++) {
		const struct pair *p = &c->pair[i];
		rank_sets_add(set, &(struct system_pair){ p->run[0], p->run[1] },
			      p->measure[measure].simultaneous, c->measure[measure].lower_better);
	}
	for (size_t i = 0; i < c->runs; i++)
		r->run[i] = (struct ranked_run){ .number = i,
						 .mean = comparison_mean(&c->measure[measure], i),
						 .ranks = set[i] };
	for (size_t i = 0; i < c->pairs; i++)
		for (int side = 0; side < 2; side++)
			r->run[c->pair[i].run[side]].doubtful |=
				comparison_is_doubtful(&c->pair[i].measure[measure], alpha);
	stable_sort(r->run, c->runs, sizeof *r->run, by_mean, &c->measure[measure]);
}

/* Which of the runs that say something differ, in the order of their means; NULL: out of memory. */
static bool *find_differing(struct ranked_runs *r, const struct comparison *c, size_t measure,
			    double alpha)
{
	size_t runs = comparison_met(c), met = 0;
	bool *differ = arena_zeroed(&r->memory, runs * runs, sizeof *differ);
	size_t *place = arena_zeroed(&r->memory, c->runs, sizeof *place);
	if (r->memory.failed)
		return NULL;
	for (size_t i = 0; i < c->runs; i++) {
		place[r->run[i].number] = met;
		met += !comparison_is_unmet(c, r->run[i].number);
	}
	for (size_t i = 0; i < c->pairs; i++) {
		const struct pair *p = &c->pair[i];
		size_t x = place[p->run[0]], y = place[p->run[1]];
		if (comparison_claims(c, p))
			differ[x * runs + y] = differ[y * runs + x] =
				p->measure[measure].adjusted < alpha;
	}
	return differ;
}

/* Whether the test has a p-value for every pair, except of runs that are the same: otherwise there
 * are no groups. */
static bool all_tested(const struct comparison *c, size_t measure)
{
	bool tested = true;
	for (size_t i = 0; i < c->pairs; i++) {
		const struct over_topics *x = &c->pair[i].measure[measure];
		bool same = x->difference == 0 && x->effect.ties == x->effect.count;
		tested = tested && (!isnan(x->p) || same || !comparison_claims(c, &c->pair[i]));
	}
	return tested && comparison_claimed(c) > 0;
}

/* Makes room for the runs that say nothing, which are in no group. */
static int spread_groups(struct ranked_runs *r, const struct comparison *c, const bool *group)
{
	size_t runs = comparison_met(c);
	r->group = arena_zeroed(&r->memory, r->groups * c->runs, sizeof *r->group);
	if (r->group == NULL)
		return -1;
	for (size_t g = 0; g < r->groups; g++)
		for (size_t i = 0, at = 0; i < c->runs; i++)
			if (!comparison_is_unmet(c, r->run[i].number))
				r->group[g * c->runs + i] = group[g * runs + at++];
	return 0;
}

int ranked_runs_init(struct ranked_runs *r, const struct comparison *c, size_t measure,
		     double alpha)
{
	struct err e = { 0 };
	bool *group = NULL;
	*r = (struct ranked_runs){ 0 };
	rank_runs(r, c, measure, alpha);
	if (r->memory.failed)
		return -1;
	if (c->baseline != SIZE_MAX || !all_tested(c, measure))
		return 0;
	const bool *differ = find_differing(r, c, measure, alpha);
	int result = differ != NULL
			     ? letter_groups(differ, comparison_met(c), &group, &r->groups, &e)
			     : -1;
	if (result == 0)
		result = spread_groups(r, c, group);
	free(group);
	return result;
}

void ranked_runs_release(struct ranked_runs *r)
{
	arena_release(&r->memory);
	*r = (struct ranked_runs){ 0 };
}

struct run_ranks ranked_runs_ranks(const struct rank_set *s)
{
	struct run_ranks x;
	if (s->first == s->last)
		snprintf(x.text, sizeof x.text, "%zu", s->first);
	else
		snprintf(x.text, sizeof x.text, "%zu-%zu", s->first, s->last);
	return x;
}

void group_letter(struct buffer *b, size_t group)
{
	if (group >= LETTERS)
		group_letter(b, group / LETTERS - 1);
	buffer_print(b, "%c", "abcdefghijklmnopqrstuvwxyz"[group % LETTERS]);
}

void group_letters(struct buffer *b, size_t first, size_t end)
{
	buffer_print(b, "%s", b->length > 0 ? "," : "");
	group_letter(b, first);
	buffer_print(b, "%s", end > first + 2 ? "-" : end == first + 2 ? "," : "");
	if (end > first + 1)
		group_letter(b, end - 1);
}

static void print_ranges(const struct ranked_runs *r, size_t runs, size_t place, struct buffer *b)
{
	for (size_t g = 0, end; g < r->groups; g = end + 1) {
		for (end = g; end < r->groups && r->group[end * runs + place];)
			end++;
		if (end > g)
			group_letters(b, g, end);
	}
}

void ranked_runs_letters(const struct ranked_runs *r, size_t runs, size_t place, bool columns,
			 struct buffer *b)
{
	if (r->groups > LETTERS)
		print_ranges(r, runs, place, b);
	for (size_t g = 0; g < r->groups && r->groups <= LETTERS; g++)
		if (r->group[g * runs + place])
			group_letter(b, g);
		else if (columns)
			buffer_print(b, " ");
	if (b->length > 0 && r->run[place].doubtful)
		buffer_print(b, "?");
}
