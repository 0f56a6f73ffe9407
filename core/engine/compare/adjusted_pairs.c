/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/engine/compare/score_comparison.h"
#include "core/stats/rmath.h"
#include "core/stats/topics/correlation.h"

/* `p` has room for all pairs. */
static int adjust_p(struct comparison *c, size_t measure, double *p, struct err *e)
{
	for (size_t i = 0; i < c->pairs; i++)
		p[i] = c->pair[i].measure[measure].p;
	int result = adjustment_apply(c->request->adjust, p, c->pairs, p, e);
	for (size_t i = 0; i < c->pairs; i++) {
		c->pair[i].measure[measure].adjusted = p[i];
		c->pair[i].measure[measure].simultaneous = (struct interval){ NAN, NAN };
	}
	return result;
}

/* A run that has no value for a topic that others have; SIZE_MAX: there is none. Runs that say
 * nothing are left out. */
static size_t find_gap(const struct comparison *c, const struct compared_measure *m, size_t *topic)
{
	size_t runs = comparison_met(c);
	for (*topic = 0; *topic < m->table.topics; (*topic)++) {
		size_t have = 0, lacks = 0;
		for (size_t s = 0; s < c->runs; s++)
			if (!comparison_is_unmet(c, s)) {
				bool gap = isnan(comparison_scores(m, s)[*topic]);
				have += !gap;
				lacks = gap ? s : lacks;
			}
		if (have > 0 && have < runs)
			return lacks;
	}
	return SIZE_MAX;
}

static int refuse_gap(const struct comparison *c, const struct compared_measure *m,
		      const struct adjustment *by, struct err *e)
{
	const struct comparison_request *q = c->request;
	size_t topic, run = find_gap(c, m, &topic);
	if (run == SIZE_MAX || by->together == shrunk_t_compare)
		return 0;
	return err_data(e,
			"--%s%s needs a value of %.100s of every run for every topic: %.300s has "
			"none for topic %.100s (-c, or --topic)",
			by == q->adjust ? "adjust=" : "simultaneous",
			by == q->adjust ? by->name : "", m->name, c->run[run],
			m->table.topic[topic]);
}

/* The topics that the runs have, all of them the same. */
static struct score_block fill_block(const struct comparison *c, const struct compared_measure *m,
				     double *score)
{
	struct score_block x = { score, comparison_met(c), 0 };
	size_t first = 0, at = 0;
	while (comparison_is_unmet(c, first))
		first++;
	for (size_t i = 0; i < m->table.topics; i++)
		x.topics += isnan(comparison_scores(m, first)[i]) ? 0 : 1;
	for (size_t s = 0; s < c->runs; s++)
		for (size_t i = 0; i < m->table.topics && !comparison_is_unmet(c, s); i++)
			if (!isnan(comparison_scores(m, s)[i]))
				score[at++] = comparison_scores(m, s)[i];
	return x;
}

/* The pairs of which something is claimed, by the numbers that their runs have in the block. */
static struct system_pair *pairs_of_block(const struct comparison *c, struct arena *memory,
					  size_t *count)
{
	struct system_pair *pair = arena_zeroed(memory, c->pairs, sizeof *pair);
	size_t *place = arena_zeroed(memory, c->runs, sizeof *place), met = 0;
	*count = 0;
	for (size_t s = 0; !memory->failed && s < c->runs; s++) {
		place[s] = met;
		met += !comparison_is_unmet(c, s);
	}
	for (size_t i = 0; !memory->failed && i < c->pairs; i++)
		if (comparison_claims(c, &c->pair[i]))
			pair[(*count)++] = (struct system_pair){ place[c->pair[i].run[0]],
								 place[c->pair[i].run[1]] };
	return pair;
}

/* shrunk-t over the topics that both runs of a pair have, of the pairs of which something is
 * claimed. */
static int ask_with_gaps(const struct comparison *c, const struct compared_measure *m, size_t pairs,
			 const struct simultaneous_request *how, struct simultaneous *found,
			 struct err *e)
{
	size_t topics = m->table.topics, at = 0;
	double *difference = calloc(pairs * topics + 1, sizeof *difference);
	if (difference == NULL)
		return err_memory(e);
	double none = tie_tolerance(m->table.value, c->runs * topics);
	for (size_t i = 0; i < c->pairs; i++) {
		const size_t *run = c->pair[i].run;
		if (!comparison_claims(c, &c->pair[i]))
			continue;
		for (size_t t = 0; t < topics; t++)
			difference[at * topics + t] =
				comparison_scores(m, run[0])[t] - comparison_scores(m, run[1])[t];
		at++;
	}
	int result = shrunk_t_differences(difference, pairs, topics, none, how, found, e);
	free(difference);
	return result;
}

/* What a way that looks at all runs together says of each pair; nan where nothing is claimed. */
static int ask_together(const struct comparison *c, const struct compared_measure *m,
			const struct adjustment *by, int64_t resamples, struct simultaneous *out,
			struct err *e)
{
	const struct simultaneous_request how = { .alpha = c->request->alpha,
						  .resamples = resamples,
						  .seed = c->request->paired.seed,
						  .jobs = c->request->jobs };
	size_t pairs, at = 0;
	struct arena memory = { 0 };
	struct system_pair *pair = pairs_of_block(c, &memory, &pairs);
	struct simultaneous *found = arena_zeroed(&memory, c->pairs, sizeof *found);
	double *score = arena_zeroed(&memory, c->runs * m->table.topics, sizeof *score);
	int result = memory.failed ? err_memory(e) : 0;
	for (size_t i = 0; i < c->pairs; i++)
		out[i] = (struct simultaneous){ NAN, NAN };
	if (result == 0 && pairs > 0) {
		size_t topic;
		bool gaps = find_gap(c, m, &topic) != SIZE_MAX;
		const struct score_block x = fill_block(c, m, score);
		bool any = gaps || x.topics > 1;
		if (gaps)
			result = ask_with_gaps(c, m, pairs, &how, found, e);
		else
			result = any ? by->together(&x, pair, pairs, &how, found, e) : 0;
		for (size_t i = 0; any && i < c->pairs; i++)
			if (comparison_claims(c, &c->pair[i]))
				out[i] = found[at++];
	}
	arena_release(&memory);
	return result;
}

/* Fills p of all pairs, their intervals, or both, by one adjustment; `out` has room for them. */
static int compare_all(struct comparison *c, size_t measure, const struct adjustment *by,
		       struct simultaneous *out, struct err *e)
{
	const struct comparison_request *q = c->request;
	const struct compared_measure *m = &c->measure[measure];
	if (refuse_gap(c, m, by, e) < 0 || ask_together(c, m, by, q->paired.resamples, out, e) < 0)
		return -1;
	for (size_t i = 0; i < c->pairs; i++) {
		struct over_topics *to = &c->pair[i].measure[measure];
		double mean = to->difference, reach = out[i].reach;
		if (by == q->adjust)
			to->adjusted = out[i].p;
		if (by == q->intervals)
			to->simultaneous = (struct interval){ mean - reach, mean + reach };
	}
	return 0;
}

bool comparison_is_checked(const struct comparison *c, size_t measure)
{
	const struct comparison_request *q = c->request;
	return q->tests > 0 && q->adjust->checked && comparison_about(q) == NULL &&
	       comparison_met(c) > 2 && !comparison_is_of_sets(c, &c->measure[measure]) &&
	       comparison_headline(c, measure) != OF_SEEDS;
}

int64_t comparison_check_resamples(const struct comparison *c, size_t measure)
{
	const struct comparison_request *q = c->request;
	enum { LEAST = 999 };
	static const double WORK = 1e8; /* differences that are looked at: a tenth of a second */
	double each = (double)c->pairs * (double)c->measure[measure].table.topics;
	int64_t most = WORK / each > LEAST ? (int64_t)(WORK / each) : LEAST;
	return q->paired.resamples < most ? q->paired.resamples : most;
}

bool comparison_claims_any(const struct comparison *c, size_t measure)
{
	bool any = false;
	for (size_t i = 0; i < c->pairs; i++)
		any = any || c->pair[i].measure[measure].adjusted < ALPHA;
	return any;
}

/* There is no check where nothing is claimed. */
static int check_pairs(struct comparison *c, size_t measure, struct simultaneous *out,
		       struct err *e)
{
	bool asked = comparison_is_checked(c, measure) && comparison_claims_any(c, measure);
	if (asked && ask_together(c, &c->measure[measure], &simultaneous_intervals,
				  comparison_check_resamples(c, measure), out, e) < 0)
		return -1;
	for (size_t i = 0; i < c->pairs; i++)
		c->pair[i].measure[measure].check = asked ? out[i].p : NAN;
	return 0;
}

static struct crossed_seeds test_seeds(const struct comparison *c, size_t measure,
				       const struct pair *p)
{
	const struct effect *x = &p->measure[measure].effect;
	struct seeds of[2] = { 0 };
	bool all =
		c->spread != NULL; /* topics of both systems, of which the spread of the seeds is */
	for (int side = 0; c->spread != NULL && side < 2; side++) {
		const struct system_spread *s = &c->spread[measure * c->runs + p->run[side]];
		of[side] = (struct seeds){ s->runs, s->deviation, s->residual };
		all = all &&
		      score_table_topics(&c->measure[measure].table, p->run[side]) == x->count;
	}
	return all && comparison_claims(c, p)
		       ? crossed_seeds_test(x->mean, x->deviation, x->count, of)
		       : (struct crossed_seeds){ NAN, NAN, NAN };
}

/*
 * Systems of three runs or more each: interval and p count topics and seeds as random, unless these
 * runs are asked about, or the test is not one of means.
 */
static void take_seeds(struct comparison *c, size_t measure)
{
	const struct comparison_request *q = c->request;
	bool all = !q->these_runs && q->adjust->together == NULL && comparison_about(q) == NULL &&
		   comparison_claimed(c) > 0;
	for (size_t i = 0; i < c->pairs; i++) {
		struct over_topics *x = &c->pair[i].measure[measure];
		x->seeds = test_seeds(c, measure, &c->pair[i]);
		all = all && (!isnan(x->seeds.p) || !comparison_claims(c, &c->pair[i]));
	}
	for (size_t i = 0; i < c->pairs && all; i++) {
		struct over_topics *x = &c->pair[i].measure[measure];
		double error = x->seeds.error, freedom = x->seeds.freedom;
		x->of_seeds = true;
		x->p = x->seeds.p;
		x->method = "topics-and-seeds";
		x->interval.lower =
			q->ends.lower_p > 0
				? x->difference + error * qt(q->ends.lower_p, freedom, 1, 0)
				: -INFINITY;
		x->interval.upper =
			q->ends.upper_p < 1
				? x->difference + error * qt(q->ends.upper_p, freedom, 1, 0)
				: INFINITY;
	}
}

/* Adjustments with a p of their own are about means. */
static void find_favoured(struct comparison *c, size_t measure)
{
	const struct compared_measure *m = &c->measure[measure];
	for (size_t i = 0; i < c->pairs; i++) {
		struct over_topics *x = &c->pair[i].measure[measure];
		const struct paired_test_result *t = &x->test[0];
		bool means = c->request->adjust->together != NULL || comparison_is_of_sets(c, m);
		means = means && comparison_claims(c, &c->pair[i]);
		x->favours =
			comparison_favours(m, means ? x->difference : t->p_less - t->p_greater);
	}
}

/* ---- sets from a sample: these topics ---- */

/* Intervals that hold all at once, by Bonferroni. */
static int set_simultaneous(struct comparison *c, size_t measure, struct err *e)
{
	double tail = c->request->alpha / 2 / (double)comparison_claimed(c);
	const struct ends ends = { .lower_p = tail, .upper_p = 1 - tail };
	for (size_t i = 0; i < c->pairs; i++)
		if (comparison_claims(c, &c->pair[i]) &&
		    set_bounds_of(c, &c->pair[i], measure, &ends,
				  &c->pair[i].measure[measure].simultaneous, e) < 0)
			return -1;
	return 0;
}

static int adjust_sets(struct comparison *c, size_t measure, double *p, struct err *e)
{
	const struct comparison_request *q = c->request;
	const struct crossed_seeds none = { NAN, NAN, NAN };
	if (q->adjust->together != NULL)
		return err_usage(e,
				 "--adjust=%s looks at the scores of topics, and %.100s is "
				 "estimated from a sample: use holm, bonferroni, bh or none",
				 q->adjust->name, c->measure[measure].name);
	if (adjust_p(c, measure, p, e) < 0)
		return -1;
	for (size_t i = 0; i < c->pairs; i++) {
		struct over_topics *x = &c->pair[i].measure[measure];
		x->check = NAN;
		x->seeds = none;
	}
	return q->intervals != NULL ? set_simultaneous(c, measure, e) : 0;
}

static int adjust_measure(struct comparison *c, size_t m, double *p, struct simultaneous *out,
			  struct err *e)
{
	const struct comparison_request *q = c->request;
	bool others = q->intervals != NULL && q->intervals != q->adjust;
	if (comparison_is_of_sets(c, &c->measure[m]))
		return adjust_sets(c, m, p, e);
	take_seeds(c, m);
	int result = q->adjust->together == NULL ? adjust_p(c, m, p, e)
						 : compare_all(c, m, q->adjust, out, e);
	if (result < 0 || check_pairs(c, m, out, e) < 0)
		return -1;
	return others ? compare_all(c, m, q->intervals, out, e) : 0;
}

int adjust_pairs(struct comparison *c, struct err *e)
{
	struct arena memory = { 0 };
	double *p = arena_zeroed(&memory, c->pairs, sizeof *p);
	struct simultaneous *out = arena_zeroed(&memory, c->pairs, sizeof *out);
	int result = memory.failed ? err_memory(e) : 0;
	for (size_t m = 0; m < c->measures && c->request->tests > 0 && result == 0; m++) {
		result = adjust_measure(c, m, p, out, e);
		find_favoured(c, m);
	}
	arena_release(&memory);
	return result;
}

/*
 * One pair with other scores.
 */

int adjust_pair(const struct comparison *c, size_t measure, size_t pair,
		const double *const score[2], double p, double *adjusted, struct err *e)
{
	const struct adjustment *by = c->request->adjust;
	struct compared_measure m = c->measure[measure];
	struct comparison other = *c;
	size_t topics = m.table.topics, all = c->runs * topics;
	struct arena memory = { 0 };
	double *value = arena_zeroed(&memory, all, sizeof *value);
	double *all_p = arena_zeroed(&memory, c->pairs, sizeof *all_p);
	struct over_topics *result_of = arena_zeroed(&memory, c->pairs, sizeof *result_of);
	struct simultaneous *out = arena_zeroed(&memory, c->pairs, sizeof *out);
	other.measure = &m;
	other.measures = 1;
	other.pair = arena_zeroed(&memory, c->pairs, sizeof *other.pair);
	int result = memory.failed ? err_memory(e) : 0;
	if (result == 0) {
		memcpy(value, m.table.value, all * sizeof *value);
		for (int side = 0; side < 2; side++)
			memcpy(value + c->pair[pair].run[side] * topics, score[side],
			       topics * sizeof *value);
		m.table.value = value;
		for (size_t i = 0; i < c->pairs; i++) {
			result_of[i].p = i == pair ? p : c->pair[i].measure[measure].p;
			other.pair[i] = c->pair[i];
			other.pair[i].measure = &result_of[i];
		}
		result = by->together == NULL ? adjust_p(&other, 0, all_p, e)
					      : compare_all(&other, 0, by, out, e);
		*adjusted = result_of[pair].adjusted;
	}
	arena_release(&memory);
	return result;
}
