/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/parallel.h"
#include "core/engine/compare/score_comparison.h"
#include "core/stats/topics/effect_size.h"
#include "core/stats/topics/paired_differences.h"

static const double *scores_of(const struct compared_measure *m, size_t run)
{
	return m->table.value + run * m->table.topics;
}

size_t comparison_topics(const struct compared_measure *m, size_t run)
{
	size_t count = 0;
	for (size_t t = 0; t < m->table.topics; t++)
		count += isnan(scores_of(m, run)[t]) ? 0 : 1;
	return count;
}

double comparison_mean(const struct compared_measure *m, size_t run)
{
	double sum = 0;
	for (size_t t = 0; t < m->table.topics; t++)
		sum += isnan(scores_of(m, run)[t]) ? 0 : scores_of(m, run)[t];
	return sum / (double)comparison_topics(m, run);
}

bool comparison_is_better(const struct compared_measure *m, double a, double b)
{
	return m->lower_better ? a < b : a > b;
}

void comparison_release(struct comparison *c)
{
	for (size_t i = 0; c->pair != NULL && i < c->pairs; i++)
		figures_release(&c->pair[i].figures);
	for (size_t i = 0; i < c->measures; i++)
		score_table_release(&c->measure[i].table);
	free(c->measure);
	free(c->pair);
	free(c->result);
	*c = (struct comparison){ 0 };
}

/*
 * One pair, one measure.
 */

/* Scores of both runs on the topics that both have, side by side. */
struct paired_scores {
	double *score[2], *difference;
	size_t count;
};

static int gather(const struct compared_measure *m, const struct pair *p, struct paired_scores *s,
		  struct err *e)
{
	size_t topics = m->table.topics;
	double *memory = calloc(3 * topics + 1, sizeof *memory);
	if (memory == NULL)
		return err_memory(e);
	*s = (struct paired_scores){ { memory, memory + topics }, memory + 2 * topics, 0 };
	for (size_t t = 0; t < topics; t++) {
		double a = scores_of(m, p->run[0])[t], b = scores_of(m, p->run[1])[t];
		if (isnan(a) || isnan(b))
			continue;
		s->score[0][s->count] = a;
		s->score[1][s->count] = b;
		s->difference[s->count++] = a - b;
	}
	return 0;
}

static double mean_of(const double *score, size_t count)
{
	double sum = 0;
	for (size_t i = 0; i < count; i++)
		sum += score[i];
	return sum / (double)count;
}

static int compare_scores(const struct paired_scores *s, const struct comparison_request *q,
			  bool lower_better, struct over_topics *out, struct err *e)
{
	struct paired_test_request paired = q->paired;
	paired.scale = differences_scale(s->score[0], s->score[1], s->count);
	const struct mean_interval_request bounds = {
		.lower_p = q->lower_p,
		.upper_p = q->upper_p,
		.least = -1,
		.most = 1,
		.scale = paired.scale,
		.resamples = q->paired.resamples,
		.seed = q->paired.seed,
	};
	out->mean[0] = mean_of(s->score[0], s->count);
	out->mean[1] = mean_of(s->score[1], s->count);
	if (effect_compute(s->difference, s->count, &paired, &out->effect, e) < 0)
		return -1;
	if (lower_better) {
		size_t above = out->effect.wins;
		out->effect.wins = out->effect.losses;
		out->effect.losses = above;
	}
	for (size_t i = 0; i < q->tests; i++)
		if (q->test[i]->compute(s->difference, s->count, &paired, &out->test[i], e) < 0)
			return -1;
	return mean_intervals(q->method, q->methods, s->difference, s->count, &bounds, out->bounds,
			      e);
}

struct comparing {
	const struct comparison *comparison;
	const struct comparison_request *request;
};

/* One pair by one measure. */
static int compare_pair(void *context, size_t item, int thread, struct err *e)
{
	(void)thread;
	const struct comparing *x = context;
	const struct comparison *c = x->comparison;
	const struct pair *p = &c->pair[item / c->measures];
	size_t measure = item % c->measures;
	const struct compared_measure *m = &c->measure[measure];
	struct paired_scores s = { 0 };
	if (gather(m, p, &s, e) < 0)
		return -1;
	int result = s.count > 0 ? compare_scores(&s, x->request, m->lower_better,
						  &p->measure[measure], e)
				 : err_data(e, "%.300s and %.300s have no topic in common (%.100s)",
					    c->run[p->run[0]], c->run[p->run[1]], m->name);
	free(s.score[0]);
	return result;
}

/*
 * All pairs.
 */

static int find_baseline(struct comparison *c, const char *name, struct err *e)
{
	c->baseline = SIZE_MAX;
	for (size_t i = 0; name != NULL && i < c->runs; i++)
		if (strcmp(c->run[i], name) == 0)
			c->baseline = i;
	if (name != NULL && c->baseline == SIZE_MAX)
		return err_usage(e, "--baseline=%.300s: none of the runs has this name", name);
	return 0;
}

static void add_pair(struct comparison *c, size_t a, size_t b)
{
	struct pair *p = &c->pair[c->pairs];
	*p = (struct pair){ { a, b }, c->result + c->pairs * c->measures, { 0 } };
	c->pairs++;
}

static int make_pairs(struct comparison *c, const char *baseline, struct err *e)
{
	if (find_baseline(c, baseline, e) < 0)
		return -1;
	size_t n = c->runs, most = c->baseline != SIZE_MAX ? n - 1 : n * (n - 1) / 2;
	c->pair = calloc(most + 1, sizeof *c->pair);
	c->result = calloc(most * c->measures + 1, sizeof *c->result);
	if (c->pair == NULL || c->result == NULL)
		return err_memory(e);
	for (size_t a = 0; a < n; a++) {
		if (c->baseline != SIZE_MAX && a != c->baseline)
			add_pair(c, a, c->baseline);
		for (size_t b = a + 1; c->baseline == SIZE_MAX && b < n; b++) {
			const struct compared_measure *m = &c->measure[0];
			bool swap = n > 2 && comparison_is_better(m, comparison_mean(m, b),
								  comparison_mean(m, a));
			add_pair(c, swap ? b : a, swap ? a : b);
		}
	}
	return 0;
}

static int adjust(struct comparison *c, const struct comparison_request *q, struct err *e)
{
	double *p = calloc(c->pairs + 1, sizeof *p);
	int result = p == NULL ? err_memory(e) : 0;
	for (size_t m = 0; m < c->measures && q->tests > 0 && result == 0; m++) {
		for (size_t i = 0; i < c->pairs; i++)
			p[i] = c->pair[i].measure[m].test[0].p;
		result = adjustment_apply(q->adjust, p, c->pairs, p, e);
		for (size_t i = 0; i < c->pairs; i++)
			c->pair[i].measure[m].adjusted = p[i];
	}
	free(p);
	return result;
}

/* With a baseline, the best first; else the clearest. Undefined ones come last. */
static int compare_answers(const void *a, const void *b, void *context)
{
	const struct comparison *c = context;
	const struct pair *p = a, *q = b;
	const struct over_topics *x = p->measure, *y = q->measure;
	double sign = c->measure[0].lower_better ? 1 : -1;
	double u = c->baseline != SIZE_MAX ? sign * x->effect.mean : x->test[0].p;
	double v = c->baseline != SIZE_MAX ? sign * y->effect.mean : y->test[0].p;
	if (isnan(u) != isnan(v))
		return isnan(u) - isnan(v);
	if (u != v && !isnan(u))
		return u < v ? -1 : 1;
	if (fabs(x->effect.mean) != fabs(y->effect.mean))
		return fabs(x->effect.mean) > fabs(y->effect.mean) ? -1 : 1;
	if (p->run[0] != q->run[0])
		return p->run[0] < q->run[0] ? -1 : 1;
	return p->run[1] < q->run[1] ? -1 : p->run[1] > q->run[1];
}

int comparison_run(struct comparison *c, const struct comparison_request *q, struct err *e)
{
	c->run = c->measure[0].table.system;
	c->runs = c->measure[0].table.systems;
	if (make_pairs(c, q->baseline, e) < 0)
		return -1;
	struct comparing x = { c, q };
	if (parallel_each(q->jobs, c->pairs * c->measures, compare_pair, &x, e) < 0 ||
	    adjust(c, q, e) < 0)
		return -1;
	if (c->runs > 2)
		qsort_r(c->pair, c->pairs, sizeof *c->pair, compare_answers, c);
	return 0;
}
