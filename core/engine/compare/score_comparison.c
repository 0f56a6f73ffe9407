/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/near.h"
#include "core/base/nearest.h"
#include "core/base/parallel.h"
#include "core/base/sort.h"
#include "core/engine/compare/score_comparison.h"
#include "core/stats/topics/effect_size.h"
#include "core/stats/topics/paired_test.h"
#include "readers/input.h"

double comparison_mean(const struct compared_measure *m, size_t run)
{
	return m->mean != NULL ? m->mean[run].value : score_table_mean(&m->table, run);
}

void comparison_release(struct comparison *c)
{
	for (size_t i = 0; c->pair != NULL && i < c->pairs; i++)
		figures_release(&c->pair[i].figures);
	for (size_t i = 0; i < c->measures; i++) {
		score_table_release(&c->measure[i].table);
		score_table_release(&c->measure[i].worst);
		score_table_release(&c->measure[i].best);
	}
	arena_release(&c->memory);
	*c = (struct comparison){ 0 };
}

/*
 * One pair, one measure.
 */

int paired_scores_init(struct paired_scores *s, const double *const score[2], size_t topics,
		       struct err *e)
{
	*s = (struct paired_scores){ .count = 0 };
	s->score[0] = arena_zeroed(&s->memory, 3 * topics, sizeof *s->score[0]);
	s->topic = arena_zeroed(&s->memory, topics, sizeof *s->topic);
	if (s->memory.failed) {
		arena_release(&s->memory);
		return err_memory(e);
	}
	s->score[1] = s->score[0] + topics;
	s->difference = s->score[1] + topics;
	for (size_t t = 0; t < topics; t++) {
		double a = score[0][t], b = score[1][t];
		if (isnan(a) || isnan(b))
			continue;
		s->score[0][s->count] = a;
		s->score[1][s->count] = b;
		s->difference[s->count] = a - b;
		s->topic[s->count++] = t;
	}
	return 0;
}

static int compare_scores(const struct paired_scores *s, const struct comparison_request *q,
			  bool lower_better, struct over_topics *out, struct err *e)
{
	struct paired_test_request paired = q->paired;
	paired.scale = differences_scale(s->score[0], s->score[1], s->count);
	const struct mean_interval_request bounds = {
		.ends = q->ends,
		.least = -1,
		.most = 1,
		.difference = true,
		.binary = scores_are_binary(s->score[0], s->score[1], s->count),
		.scale = paired.scale,
		.resamples = q->paired.resamples,
	};
	if (effect_compute(s->difference, s->count, paired.scale, &out->effect, e) < 0)
		return -1;
	out->effect_bounds = effect_interval(&out->effect, q->ends.lower_p, q->ends.upper_p);
	out->equivalence = equivalence_compute(&out->effect, q->margin, q->alpha, lower_better);
	if (lower_better) {
		size_t above = out->effect.wins;
		out->effect.wins = out->effect.losses;
		out->effect.losses = above;
	}
	for (size_t i = 0; i < q->tests; i++)
		if (paired_test_compute(q->test[i], s->difference, s->count, &paired, &out->test[i],
					e) < 0)
			return -1;
	return mean_intervals(q->method, q->methods, s->difference, s->count, &bounds, out->bounds,
			      e);
}

static void take_means(struct over_topics *x, const double mean[2], double difference)
{
	x->mean[0] = mean[0];
	x->mean[1] = mean[1];
	x->difference = difference;
	x->percent = mean[1] > 0 ? 100 * x->difference / mean[1] : NAN;
}

/* Topics as a sample of topics have the interval of the first method, and the first test. */
static void take_first(struct over_topics *x, const struct comparison_request *q)
{
	bool any = q->methods > 0;
	x->interval = any ? x->bounds[0].ends : (struct interval){ NAN, NAN };
	x->method = any ? x->bounds[0].by->name : "";
	x->p = q->tests > 0 ? x->test[0].p : NAN;
}

/* Leaves means, their difference, and which topics differ. */
static void withhold(struct over_topics *x, const struct comparison_request *q)
{
	const struct interval none = { NAN, NAN };
	x->interval = none;
	x->p = NAN;
	x->effect.cohen_d = NAN;
	x->effect_bounds = none;
	x->equivalence =
		(struct equivalence){ .p_equivalent = NAN, .p_noninferior = NAN, .bounds = none };
	for (size_t i = 0; i < q->methods; i++)
		x->bounds[i].ends = none;
	for (size_t i = 0; i < q->tests; i++)
		x->test[i] =
			(struct paired_test_result){ .p = NAN, .p_greater = NAN, .p_less = NAN };
}

static int refuse_pair(const struct comparison *c, const struct pair *p,
		       const struct compared_measure *m, struct err *e)
{
	return err_data(e, "%.300s and %.300s have no topic in common (%.100s)", c->run[p->run[0]],
			c->run[p->run[1]], m->name);
}

/* A pair by one measure, with these scores of its runs. */
static int compare_with(const struct comparison *c, const struct pair *p, size_t measure,
			const double *const score[2], struct over_topics *out, struct err *e)
{
	const struct comparison_request *q = c->request;
	const struct compared_measure *m = &c->measure[measure];
	struct paired_scores s;
	if (paired_scores_init(&s, score, m->table.topics, e) < 0)
		return -1;
	int result = s.count > 0 || m->sampled ? compare_scores(&s, q, m->lower_better, out, e)
					       : refuse_pair(c, p, m, e);
	const double mean[2] = { mean_of_scores(s.score[0], s.count),
				 mean_of_scores(s.score[1], s.count) };
	out->topics = s.count;
	/* what differs by rounding alone does not differ */
	take_means(out, mean, out->effect.mean == 0 ? 0 : mean[0] - mean[1]);
	if (result == 0)
		take_first(out, q);
	arena_release(&s.memory);
	return result;
}

/* With their own. */
static int compare_own(const struct comparison *c, const struct pair *p, size_t measure,
		       struct over_topics *out, struct err *e)
{
	const struct compared_measure *m = &c->measure[measure];
	const double *const score[2] = { comparison_scores(m, p->run[0]),
					 comparison_scores(m, p->run[1]) };
	return compare_with(c, p, measure, score, out, e);
}

/* Of a sample the means are not those of the topics' own estimates. */
static int take_evaluated(const struct comparison *c, const struct pair *p, size_t measure,
			  struct over_topics *out, struct err *e)
{
	const struct compared_measure *m = &c->measure[measure];
	size_t *topic = calloc(m->table.topics + 1, sizeof *topic);
	if (topic == NULL)
		return err_memory(e);
	size_t topics = set_topics(c->sets, m, p->run, topic);
	int result = topics > 0 ? 0 : refuse_pair(c, p, m, e);
	double mean[2] = { NAN, NAN };
	for (int side = 0; side < 2 && result == 0; side++)
		result = set_mean_over(c->sets, m, p->run[side], topic, topics, &mean[side], e);
	double moved = mean[0] - mean[1] - out->effect.mean;
	out->topics = topics;
	take_means(out, mean, near_equal(mean[0], mean[1], NEAR_BITS) ? 0 : mean[0] - mean[1]);
	enum headline by = comparison_headline(c, measure);
	if (by == BY_TEST) {
		out->interval.lower += moved;
		out->interval.upper += moved;
		out->lacking = 10 * (topics - out->effect.count) >= topics;
		out->p = out->lacking ? NAN : out->p;
	} else if (result == 0) {
		result = by == OF_SETS ? set_headline(c, p, measure, out, e)
				       : joint_headline(c, p, measure, topic, topics, out, e);
	}
	free(topic);
	return result;
}

/* One pair by one measure. */
static int compare_pair(void *context, size_t item, int thread, struct err *e)
{
	(void)thread;
	const struct comparison *c = context;
	const struct pair *p = &c->pair[item / c->measures];
	size_t measure = item % c->measures;
	struct over_topics *out = &p->measure[measure];
	if (compare_own(c, p, measure, out, e) < 0)
		return -1;
	if (c->sets != NULL && c->measure[measure].sampled &&
	    take_evaluated(c, p, measure, out, e) < 0)
		return -1;
	if (!comparison_claims(c, p))
		withhold(out, c->request);
	return 0;
}

/*
 * All pairs.
 */

/* The run that has a name or else is a file; as many as there are: none. */
static size_t find_run(const struct comparison *c, const char *name)
{
	size_t run = text_find(c->run, c->runs, name), file = 0;
	while (c->file != NULL && file < c->runs && strcmp(shown_path(c->file[file]), name) != 0)
		file++;
	return run == c->runs && c->file != NULL ? file : run;
}

/* Says which runs there are, as far as there is room. */
static int refuse_baseline(const struct comparison *c, const char *name, struct err *e)
{
	char list[400] = "";
	size_t used = 0, i = 0;
	struct nearest n = nearest_to(slice_of(name));
	for (; i < c->runs && used + strlen(c->run[i]) + 3 < sizeof list; i++)
		used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", i > 0 ? ", " : "",
					 c->run[i]);
	for (size_t k = 0; k < c->runs; k++)
		nearest_try(&n, slice_of(c->run[k]));
	return err_usage(e, "--baseline=%.200s: none of the runs has this name or file: %s%s%s",
			 shown_path(name), list, i < c->runs ? ", ..." : "", nearest_text(&n).text);
}

int comparison_refuse_gaps(const struct comparison *c, const struct compared_measure *m, size_t a,
			   size_t b, const char *option, struct err *e)
{
	const double *x = comparison_scores(m, a), *y = comparison_scores(m, b);
	for (size_t t = 0; t < m->table.topics; t++)
		if (isnan(x[t]) != isnan(y[t]))
			return err_data(
				e,
				"%s: %.200s has no value of %.100s for topic %.100s, and "
				"%.200s has one: -c counts topics that a run lacks as 0, and "
				"--topic=@FILE leaves others out",
				option, c->run[isnan(x[t]) ? a : b], m->name, m->table.topic[t],
				c->run[isnan(x[t]) ? b : a]);
	return 0;
}

static int find_baselines(struct comparison *c, const struct text_list *name, const char *scores,
			  struct err *e)
{
	c->baseline = SIZE_MAX;
	c->is_baseline = arena_zeroed(&c->memory, c->runs, sizeof *c->is_baseline);
	if (c->is_baseline == NULL)
		return err_memory(e);
	for (size_t i = 0; i < name->count; i++) {
		size_t run = find_run(c, name->text[i]);
		if (run == c->runs)
			return refuse_baseline(c, name->text[i], e);
		if (c->is_baseline[run])
			return err_usage(e, "--baseline=%.300s: is named twice", name->text[i]);
		c->is_baseline[run] = true;
		c->baseline = c->baselines == 0 ? run : c->baseline;
		c->baselines++;
	}
	if (scores != NULL) {
		c->baseline = c->runs - 1;
		c->is_baseline[c->baseline] = true;
		c->baselines = 1;
	}
	for (size_t i = 0; scores != NULL && i < c->measures * c->baseline; i++)
		if (comparison_refuse_gaps(c, &c->measure[i / c->baseline], i % c->baseline,
					   c->baseline, "--baseline", e) < 0)
			return -1;
	return c->baselines < c->runs ? 0
				      : err_usage(e, "--baseline names all runs: none is left to "
						     "compare with them");
}

const struct pair *comparison_pair(const struct comparison *c, size_t a, size_t b, bool *turned)
{
	for (size_t i = 0; i < c->pairs; i++) {
		const size_t *run = c->pair[i].run;
		*turned = run[0] == b;
		if (run[*turned] == a && run[!*turned] == b)
			return &c->pair[i];
	}
	return NULL;
}

/* The better run comes first, if there are more than two. */
static int make_pairs(struct comparison *c, struct err *e)
{
	const struct comparison_request *q = c->request;
	const struct compared_measure *m = &c->measure[0];
	if (find_baselines(c, &q->baseline, q->baseline_scores, e) < 0)
		return -1;
	size_t n = c->runs;
	bool some = c->baselines > 0;
	size_t most = some ? (n - c->baselines) * c->baselines : n * (n - 1) / 2;
	c->pair = arena_zeroed(&c->memory, most, sizeof *c->pair);
	struct over_topics *result = arena_zeroed(&c->memory, most * c->measures, sizeof *result);
	if (c->memory.failed)
		return err_memory(e);
	for (size_t a = 0; a < n; a++)
		for (size_t b = some ? 0 : a + 1; b < n; b++) {
			if (some && (c->is_baseline[a] || !c->is_baseline[b]))
				continue;
			bool swap = !some && n > 2 &&
				    comparison_is_better(m, comparison_mean(m, b),
							 comparison_mean(m, a));
			c->pair[c->pairs] = (struct pair){ { swap ? b : a, swap ? a : b },
							   result + c->pairs * c->measures,
							   { 0 } };
			c->pairs++;
		}
	return 0;
}

/*
 * One pair with other scores.
 */

/* An adjusted p is at least p, and at most as often p as there are pairs; it rises with p. */
static bool surely_stays(const struct over_topics *now, double p, size_t pairs, double alpha)
{
	double before = now->p;
	return isnan(now->adjusted)    ? true
	       : now->adjusted < alpha ? p <= before || p * (double)pairs < alpha
				       : p >= before || p >= alpha;
}

int comparison_pair_with(const struct comparison *c, size_t measure, size_t pair,
			 const double *const score[2], double alpha, struct over_topics *out,
			 struct err *e)
{
	const struct comparison_request *q = c->request;
	const struct pair *p = &c->pair[pair];
	const struct over_topics *now = &p->measure[measure];
	struct over_topics by_t = { 0 };
	struct comparison_request one = *q;
	struct comparison alone = *c;
	bool random = q->tests > 0 && q->test[0]->random;
	alone.request = &one;
	one.methods = 0;
	one.margin = 0;
	one.tests = q->tests > 0;
	if (random)
		one.test[0] = paired_test_find("t");
	if (compare_with(&alone, p, measure, score, out, e) < 0 ||
	    (random && compare_own(&alone, p, measure, &by_t, e) < 0))
		return -1;
	if (random) /* p by t with these scores, over that with the own ones */
		out->p = fmin(1, now->p * out->p / by_t.p);
	out->adjusted = now->adjusted;
	if (q->tests == 0 || surely_stays(now, out->p, comparison_claimed(c), alpha))
		return 0;
	return adjust_pair(c, measure, pair, score, out->p, &out->adjusted, e);
}

/*
 * The order of the pairs: for each baseline the best run first; without one the clearest difference
 * first. What is undefined comes last.
 */
static int compare_answers(const void *a, const void *b, void *context)
{
	const struct comparison *c = context;
	const struct pair *p = a, *q = b;
	const struct over_topics *x = p->measure, *y = q->measure;
	double sign = c->measure[0].lower_better ? 1 : -1;
	if (c->baselines > 1 && p->run[1] != q->run[1])
		return p->run[1] < q->run[1] ? -1 : 1;
	double u = c->baseline != SIZE_MAX ? sign * x->difference : x->p;
	double v = c->baseline != SIZE_MAX ? sign * y->difference : y->p;
	if (isnan(u) != isnan(v))
		return isnan(u) - isnan(v);
	if (u != v && !isnan(u))
		return u < v ? -1 : 1;
	if (fabs(x->difference) != fabs(y->difference))
		return fabs(x->difference) > fabs(y->difference) ? -1 : 1;
	if (p->run[0] != q->run[0])
		return p->run[0] < q->run[0] ? -1 : 1;
	return p->run[1] < q->run[1] ? -1 : p->run[1] > q->run[1];
}

/* How many topics the largest table has. */
static size_t most_topics(const struct comparison *c)
{
	size_t most = 0;
	for (size_t i = 0; i < c->measures; i++)
		most = c->measure[i].table.topics > most ? c->measure[i].table.topics : most;
	return most;
}

static int compare_pairs(struct comparison *c, struct err *e)
{
	const struct comparison_request *q = c->request;
	enum { MANY = 8 };
	struct comparison_request r = *q;
	bool draws = false;
	for (size_t i = 0; i < q->tests; i++)
		draws = draws || q->test[i] == paired_test_find("random");
	uint32_t *signs =
		draws && c->pairs >= MANY ? paired_test_signs(&q->paired, most_topics(c)) : NULL;
	r.paired.signs = signs;
	c->request = &r;
	int result = parallel_each(q->jobs, c->pairs * c->measures, compare_pair, c, e);
	c->request = q;
	free(signs);
	return result;
}

int comparison_run(struct comparison *c, struct err *e)
{
	c->run = c->measure[0].table.system;
	c->runs = c->measure[0].table.systems;
	if (make_pairs(c, e) < 0 || compare_pairs(c, e) < 0 || adjust_pairs(c, e) < 0)
		return -1;
	if (c->runs > 2)
		stable_sort(c->pair, c->pairs, sizeof *c->pair, compare_answers, c);
	return 0;
}

/*
 * The topics of a pair.
 */

static int by_difference(const void *a, const void *b)
{
	const struct topic_difference *x = a, *y = b;
	if (x->difference != y->difference)
		return x->difference > y->difference ? -1 : 1;
	return strcmp(x->topic, y->topic);
}

struct topic_difference *topic_differences(const struct compared_measure *m, const struct pair *p,
					   size_t *count)
{
	const struct score_table *t = &m->table;
	struct topic_difference *list = calloc(t->topics + 1, sizeof *list);
	*count = 0;
	for (size_t i = 0; list != NULL && i < t->topics; i++) {
		double a = comparison_scores(m, p->run[0])[i],
		       b = comparison_scores(m, p->run[1])[i];
		if (!isnan(a) && !isnan(b))
			list[(*count)++] = (struct topic_difference){ t->topic[i], a, b, a - b };
	}
	if (list != NULL)
		qsort(list, *count, sizeof *list, by_difference);
	return list;
}

/* The scores of a measure, and those that other orders of ties would give. */
static int average_measure(struct compared_measure *m, const struct run_systems *s,
			   struct system_spread *spread, struct err *e)
{
	struct score_table *tied[2] = { &m->worst, &m->best };
	for (int i = 0; i < 2 && m->worst.value != NULL; i++)
		if (score_table_average(tied[i], s, spread, e) < 0)
			return -1;
	return score_table_average(&m->table, s, spread, e);
}

static int average(struct comparison *c, const struct run_systems *s, struct warnings *w,
		   struct err *e)
{
	if (s->count < 2)
		return err_usage(e,
				 "all runs are of one system, '%.200s': two systems or more are "
				 "needed for a comparison",
				 s->name[0]);
	bool *unmet = arena_zeroed(&c->memory, s->count, sizeof *unmet);
	c->spread = arena_zeroed(&c->memory, c->measures * s->count, sizeof *c->spread);
	if (c->memory.failed)
		return err_memory(e);
	/* a system is the mean of its runs: one that says nothing is enough */
	for (size_t i = 0; i < c->measure[0].table.systems; i++)
		unmet[s->of[i]] = unmet[s->of[i]] || comparison_is_unmet(c, i);
	c->unmet = unmet;
	for (size_t m = 0; m < c->measures; m++)
		if (average_measure(&c->measure[m], s, c->spread + m * s->count, e) < 0)
			return -1;
	c->file = NULL;
	for (size_t i = 0; i < s->count; i++)
		run_systems_warn_partly(s->name[i], c->spread[i].partly, w);
	return 0;
}

int comparison_systems(struct comparison *c, const char *path, const struct topics_found *complete,
		       struct warnings *w, struct err *e)
{
	struct score_table *t = &c->measure[0].table;
	struct run_systems s;
	size_t runs = t->systems;
	if (path == NULL && t->systems_of.name.count == 0)
		return 0;
	if (run_systems_read(&s, path, &t->systems_of, t->system, path != NULL ? c->file : NULL,
			     runs, w, e) < 0)
		return -1;
	int result = complete != NULL ? run_systems_refuse_folds(&s, complete, runs, e) : 0;
	if (result == 0)
		result = average(c, &s, w, e);
	run_systems_release(&s);
	return result;
}
