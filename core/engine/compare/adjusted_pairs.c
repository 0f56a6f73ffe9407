/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/engine/compare/score_comparison.h"

static int adjust_p(struct comparison *c, size_t measure, const struct comparison_request *q,
		    struct err *e)
{
	double *p = calloc(c->pairs + 1, sizeof *p);
	if (p == NULL)
		return err_memory(e);
	for (size_t i = 0; i < c->pairs; i++)
		p[i] = c->pair[i].measure[measure].test[0].p;
	int result = adjustment_apply(q->adjust, p, c->pairs, p, e);
	for (size_t i = 0; i < c->pairs; i++) {
		c->pair[i].measure[measure].adjusted = p[i];
		c->pair[i].measure[measure].simultaneous = (struct interval){ NAN, NAN };
	}
	free(p);
	return result;
}

/* The topics that the runs have, all of them the same; else an error. Runs that say nothing are
 * left out. */
static int fill_block(const struct comparison *c, const struct compared_measure *m,
		      const struct adjustment *by, double *score, struct score_block *x,
		      struct err *e)
{
	const struct score_table *t = &m->table;
	size_t kept = 0;
	x->systems = comparison_met(c);
	for (size_t i = 0; i < t->topics; i++) {
		size_t have = 0, lacks = 0, at = 0;
		for (size_t s = 0; s < c->runs; s++) {
			double value = comparison_scores(m, s)[i];
			if (comparison_is_unmet(c, s))
				continue;
			have += isnan(value) ? 0 : 1;
			lacks = isnan(value) ? s : lacks;
			score[at++ * t->topics + kept] = value;
		}
		if (have > 0 && have < x->systems)
			return err_data(e,
					"--%s%s needs a value of %.100s of every run for every "
					"topic: %.300s has none for topic %.100s (-c, or "
					"--only-topics)",
					by == &simultaneous_intervals ? "simultaneous" : "adjust=",
					by == &simultaneous_intervals ? "" : by->name, m->name,
					c->run[lacks], t->topic[i]);
		kept += have > 0;
	}
	for (size_t s = 1; s < x->systems; s++) /* no gap between the runs */
		memmove(score + s * kept, score + s * t->topics, kept * sizeof *score);
	x->score = score;
	x->topics = kept;
	return 0;
}

/* The pairs of which something is claimed, by the numbers that their runs have in the block; NULL:
 * out of memory. */
static struct system_pair *pairs_of_block(const struct comparison *c, size_t *count)
{
	struct system_pair *pair = calloc(c->pairs + 1, sizeof *pair);
	size_t *place = calloc(c->runs + 1, sizeof *place), met = 0;
	for (size_t s = 0; place != NULL && s < c->runs; s++) {
		place[s] = met;
		met += !comparison_is_unmet(c, s);
	}
	*count = 0;
	for (size_t i = 0; pair != NULL && place != NULL && i < c->pairs; i++)
		if (comparison_claims(c, &c->pair[i]))
			pair[(*count)++] = (struct system_pair){ place[c->pair[i].run[0]],
								 place[c->pair[i].run[1]] };
	if (place == NULL) {
		free(pair);
		pair = NULL;
	}
	free(place);
	return pair;
}

static int compare_block(struct comparison *c, size_t measure, const struct score_block *x,
			 const struct comparison_request *q, const struct adjustment *by,
			 struct err *e)
{
	const struct simultaneous_request how = { .alpha = q->alpha,
						  .resamples = q->paired.resamples,
						  .seed = q->paired.seed,
						  .jobs = q->jobs };
	size_t pairs;
	struct system_pair *pair = pairs_of_block(c, &pairs);
	struct simultaneous *out = calloc(c->pairs + 1, sizeof *out);
	int result = pair == NULL || out == NULL ? err_memory(e) : 0;
	for (size_t i = 0; result == 0 && i < c->pairs; i++)
		out[i] = (struct simultaneous){ NAN, NAN };
	if (result == 0 && x->topics > 1 && pairs > 0)
		result = by->together(x, pair, pairs, &how, out, e);
	for (size_t i = 0, at = 0; result == 0 && i < c->pairs; i++) {
		struct over_topics *to = &c->pair[i].measure[measure];
		const struct simultaneous found = comparison_claims(c, &c->pair[i])
							  ? out[at++]
							  : (struct simultaneous){ NAN, NAN };
		double mean = to->effect.mean;
		if (by == q->adjust)
			to->adjusted = found.p;
		if (by == q->intervals)
			to->simultaneous =
				(struct interval){ mean - found.reach, mean + found.reach };
	}
	free(pair);
	free(out);
	return result;
}

/* What a way that looks at all runs together says: p, intervals, or both. */
static int compare_all(struct comparison *c, size_t measure, const struct comparison_request *q,
		       const struct adjustment *by, struct err *e)
{
	const struct compared_measure *m = &c->measure[measure];
	double *score = calloc(c->runs * m->table.topics + 1, sizeof *score);
	struct score_block x;
	int result = score == NULL ? err_memory(e) : fill_block(c, m, by, score, &x, e);
	if (result == 0)
		result = compare_block(c, measure, &x, q, by, e);
	free(score);
	return result;
}

/* Adjustments with a p of their own are about means. */
static void find_favoured(struct comparison *c, size_t measure, const struct comparison_request *q)
{
	const struct compared_measure *m = &c->measure[measure];
	for (size_t i = 0; i < c->pairs; i++) {
		struct over_topics *x = &c->pair[i].measure[measure];
		const struct paired_test_result *t = &x->test[0];
		bool together = q->adjust->together != NULL && comparison_claims(c, &c->pair[i]);
		x->favours =
			comparison_favours(m, together ? x->effect.mean : t->p_less - t->p_greater);
	}
}

int adjust_pairs(struct comparison *c, const struct comparison_request *q, struct err *e)
{
	int result = 0;
	for (size_t m = 0; m < c->measures && q->tests > 0 && result == 0; m++) {
		result = q->adjust->together == NULL ? adjust_p(c, m, q, e)
						     : compare_all(c, m, q, q->adjust, e);
		if (result == 0 && q->intervals != NULL && q->intervals != q->adjust)
			result = compare_all(c, m, q, q->intervals, e);
		find_favoured(c, m, q);
	}
	return result;
}

/*
 * One pair with other scores.
 */

int adjust_p_of(const struct comparison *c, size_t measure, size_t pair, double new_p,
		const struct comparison_request *q, double *adjusted, struct err *e)
{
	double *p = calloc(c->pairs + 1, sizeof *p);
	if (p == NULL)
		return err_memory(e);
	for (size_t i = 0; i < c->pairs; i++)
		p[i] = i == pair ? new_p : c->pair[i].measure[measure].test[0].p;
	int result = adjustment_apply(q->adjust, p, c->pairs, p, e);
	*adjusted = p[pair];
	free(p);
	return result;
}

int adjust_scores(const struct comparison *c, size_t measure, size_t pair,
		  const double *const score[2], const struct comparison_request *q,
		  double *adjusted, struct err *e)
{
	struct compared_measure m = c->measure[measure];
	struct comparison other = *c;
	size_t topics = m.table.topics, size = topics * sizeof *m.table.value;
	double *value = malloc(c->runs * size + 1);
	other.measure = &m;
	other.measures = 1;
	other.pair = calloc(c->pairs + 1, sizeof *other.pair);
	struct over_topics *result_of = calloc(c->pairs + 1, sizeof *result_of);
	int result = value == NULL || other.pair == NULL || result_of == NULL ? err_memory(e) : 0;
	if (result == 0) {
		memcpy(value, m.table.value, c->runs * size);
		for (int side = 0; side < 2; side++)
			memcpy(value + c->pair[pair].run[side] * topics, score[side], size);
		m.table.value = value;
		for (size_t i = 0; i < c->pairs; i++) {
			other.pair[i] = c->pair[i];
			other.pair[i].measure = &result_of[i];
		}
		result = compare_all(&other, 0, q, q->adjust, e);
		*adjusted = result_of[pair].adjusted;
	}
	free(value);
	free(other.pair);
	free(result_of);
	return result;
}
