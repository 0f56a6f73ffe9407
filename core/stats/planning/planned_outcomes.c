/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "core/base/near.h"
#include "core/stats/interval/choose.h"
#include "core/stats/interval/repeated_samples.h"
#include "core/stats/numeric/ascending.h"
#include "core/stats/numeric/logit.h"
#include "core/stats/numeric/root.h"
#include "core/stats/planning/planned_outcomes.h"
#include "core/stats/random/uniform.h"
#include "core/stats/rmath.h"

void planned_study_release(struct planned_study *y)
{
	repeated_samples_free(y->repeated); /* which borrows the strata */
	outcomes_release(&y->outcomes);
	free(y->point);
	free(y->upto);
	free(y->count);
}

/* Yield and variance of a segment, with half a document of prior for the segment. */
struct rough {
	double yield, variance;
};

static struct rough rough_segment(const struct planned_study *y, const int64_t *count,
				  bool retrieved)
{
	const struct planned_sample *p = y->p;
	struct rough x = { 0, 0 };
	double h = 0;
	for (size_t i = 0; i < p->count; i++)
		h += p->strata[i].retrieved == retrieved;
	h = 0.5 / fmax(h, 1);
	for (size_t i = 0; i < p->count; i++) {
		const struct true_stratum *s = &p->strata[i];
		double n = (double)s->sampled, open = (double)(s->size - s->sampled);
		double share = ((double)count[i] + h) / (n + 2 * h);
		if (s->retrieved != retrieved)
			continue;
		x.yield += (double)count[i] + open * share;
		x.variance +=
			open * share * (1 - share) * ((double)s->size + 2 * h) / (n + 2 * h + 1);
	}
	x.yield = fmax(x.yield, NEAR_DIGITS); /* all is judged, and nothing relevant */
	return x;
}

static struct rough rough_kind(const struct planned_study *y, int64_t found)
{
	double N = (double)y->p->control->size, n = (double)y->n, a = (double)found + 0.5;
	return (struct rough){ a * N / n, a * N / n * (N / n) * fmax(1 - n / N, 0) };
}

/* Of scores that differ in the last digits of a C library, outcomes keep their order. */
static double rounded(double score)
{
	return round(score / NEAR_DIGITS) * NEAR_DIGITS;
}

/* By how much normal ends on the logit scale are beyond the target; for the order alone. */
static double rough_score(const struct planned_study *y, const int64_t *count)
{
	const struct reach_request *q = &y->p->reach;
	bool control = y->p->control != NULL;
	struct rough one = control ? rough_kind(y, count[1]) : rough_segment(y, count, true),
		     zero = control ? rough_kind(y, count[0]) : rough_segment(y, count, false);
	if (q->goal == GOAL_BETTER)
		return rounded((one.yield - zero.yield) /
			       sqrt(one.variance + zero.variance + NEAR_DIGITS));
	double sd = sqrt(one.variance / (one.yield * one.yield) +
			 zero.variance / (zero.yield * zero.yield));
	double centre = log(one.yield / zero.yield);
	double lower = inverse_logit(centre + sd * y->z[0]);
	double upper = inverse_logit(centre + sd * y->z[1]);
	return rounded(q->goal == GOAL_WIDTH   ? lower - upper
		       : q->goal == GOAL_LOWER ? lower
					       : -upper);
}

/* Left out at either end of the distribution of what is found. */
static const double LEFT_OUT = 100 * NEAR_DIGITS;

static int make_room_for_outcomes(struct planned_study *y, struct err *e)
{
	y->point = calloc(y->room + 1, sizeof *y->point);
	y->upto = calloc(y->room + 1, sizeof *y->upto);
	y->count = calloc(y->room * y->each + 1, sizeof *y->count);
	return y->point != NULL && y->upto != NULL && y->count != NULL ? 0 : err_memory(e);
}

/* The counts of the next point. */
static int64_t *next_count(const struct planned_study *y)
{
	return y->count + y->points * y->each;
}

/* The point whose counts these are. */
static void add_point(struct planned_study *y, double weight)
{
	y->point[y->points] = (struct point){ rough_score(y, next_count(y)), weight, y->points };
	y->points++;
}

static bool add_outcome(void *context, double weight)
{
	struct planned_study *y = context;
	if (y->points == y->room)
		return false;
	for (size_t i = 0; i < y->outcomes.count; i++)
		next_count(y)[i] = y->outcomes.strata[i].relevant;
	add_point(y, weight);
	return true;
}

/* A sample of n of N documents, R of them relevant, and a uniform number. */
struct drawn {
	int64_t N, R, n;
	double u;
};

/* P(X <= k) >= u */
static bool is_drawn(void *of, int64_t row, int64_t k)
{
	const struct drawn *d = of;
	(void)row;
	return 1 - hypergeometric_above(d->N, d->R, d->n, k, 0) >= d->u;
}

/* The smallest such k; by Cornish and Fisher where steps are short. */
static int64_t drawn_count(int64_t N, int64_t R, int64_t n, double u)
{
	int64_t first = n > N - R ? n - (N - R) : 0, last = n < R ? n : R;
	double size = (double)N, p = (double)R / size, part = (double)n / size;
	double variance = (double)n * p * (1 - p) * (1 - part) * size / fmax(size - 1, 1);
	if (first == last || !(variance > 0))
		return first;
	double sd = sqrt(variance), z = qnorm(u, 0, 1, 1, 0);
	double skew = (1 - 2 * p) * (1 - 2 * part) / sd;
	double k = ceil((double)n * p + sd * (z + (z * z - 1) * skew / 6) - 0.5);
	struct monotone_border b = { (int64_t)fmin(fmax(k, (double)first), (double)last), 0 };
	return variance > 900 ? b.border
			      : monotone_border_next(&b, is_drawn, &(struct drawn){ N, R, n, u }, 0,
						     first, last - 1);
}

/*
 * A lattice: Kronecker's sequence of the generalised golden ratio, from a random start; of many
 * dimensions, random numbers.
 */
enum { FEW_DIMENSIONS = 6 };

static void lattice_begin(struct planned_study *y, size_t dimensions)
{
	double ratio = 2, step = 1;
	for (int turn = 0; turn < 40; turn++)
		ratio = pow(1 + ratio, 1 / ((double)dimensions + 1));
	for (size_t k = 0; k < dimensions && k < FEW_DIMENSIONS; k++) {
		struct uniform u = uniform_start(y->p->seed, k, STREAM_EXPECTED_INTERVAL);
		y->shift[k] = uniform_next(&u);
		y->step[k] = step /= ratio;
	}
}

/* Coordinate k of point i. */
static double lattice(const struct planned_study *y, size_t i, size_t k, struct uniform *u)
{
	const double edge = NEAR_ROUNDING;
	if (y->each > FEW_DIMENSIONS)
		return uniform_next(u);
	double x = y->shift[k] + y->step[k] * (double)i;
	return fmin(fmax(x - floor(x), edge), 1 - edge);
}

static void draw_point(struct planned_study *y)
{
	const struct planned_sample *p = y->p;
	size_t i = y->points;
	int64_t *count = next_count(y);
	struct uniform u = uniform_start(p->seed, i, STREAM_EXPECTED_INTERVAL);
	if (p->control != NULL) {
		const struct sampled_whole *c = p->control;
		int64_t all = c->relevant[0] + c->relevant[1];
		int64_t m = drawn_count(c->size, all, y->n, lattice(y, i, 0, &u));
		count[1] = drawn_count(all, c->relevant[1], m, lattice(y, i, 1, &u));
		count[0] = m - count[1];
	}
	for (size_t k = 0; p->control == NULL && k < p->count; k++)
		count[k] = y->wide ? drawn_count(p->strata[k].size, p->strata[k].yield,
						 p->strata[k].sampled, lattice(y, i, k, &u))
				   : hypergeometric_quantile(&y->outcomes.distribution[k],
							     lattice(y, i, k, &u));
}

/*
 * All outcomes of a control set, if there are few: m relevant documents, and of these a retrieved.
 * Each m has a row of its own, as long as that of the largest.
 */
static int control_outcomes(struct planned_study *y, double most, struct err *e)
{
	const struct sampled_whole *c = y->p->control;
	struct hypergeometric found = { 0 }, row = { 0 };
	int64_t all = c->relevant[0] + c->relevant[1];
	if (hypergeometric_init(&found, y->n, e) < 0)
		return -1;
	hypergeometric_set(&found, c->size, (double)all, y->n);
	hypergeometric_trim(&found, LEFT_OUT);
	int status = hypergeometric_init(&row, found.last, e);
	for (int64_t m = found.last; status == 0 && m >= found.first; m--) {
		hypergeometric_set(&row, all, (double)c->relevant[1], m);
		hypergeometric_trim(&row, LEFT_OUT);
		if (m == found.last) {
			y->room = (size_t)((2 + hypergeometric_points(&row)) *
					   hypergeometric_points(&found));
			if ((double)y->room > most / 5)
				break;
			y->all = true;
			status = make_room_for_outcomes(y, e);
		}
		for (int64_t a = row.first; status == 0 && a <= row.last && y->points < y->room;
		     a++) {
			next_count(y)[0] = m - a;
			next_count(y)[1] = a;
			add_point(y, hypergeometric_mass(&found, m) * hypergeometric_mass(&row, a));
		}
	}
	hypergeometric_release(&found);
	hypergeometric_release(&row);
	return status;
}

static int by_score(const void *a, const void *b)
{
	const struct point *x = a, *y = b;
	return x->score < y->score   ? -1
	       : x->score > y->score ? 1
				     : (x->at > y->at) - (x->at < y->at);
}

/* A distribution this wide has no table: its quantiles are found one by one. */
static const double WIDE = 1e7; /* variance */

/* The outcomes of each stratum; all of them, if they are so few. */
static int strata_outcomes(struct planned_study *y, double most, struct err *e)
{
	const struct planned_sample *p = y->p;
	struct truth t = { p->strata, p->count };
	struct true_stratum *narrow = calloc(p->count + 1, sizeof *narrow);
	if (narrow == NULL)
		return err_memory(e);
	for (size_t i = 0; i < p->count; i++) {
		const struct true_stratum *s = &p->strata[i];
		double share = (double)s->yield / (double)s->size;
		y->wide = y->wide ||
			  (p->count > 1 && (double)s->sampled * share * (1 - share) > WIDE);
		narrow[i] = (struct true_stratum){ s->size, 0, s->sampled, s->retrieved };
	}
	if (y->wide)
		t.strata = narrow;
	int status = outcomes_init(&y->outcomes, &t, QUANTITY_RECALL,
				   y->nodes > 0 || p->count == 1 ? 0 : LEFT_OUT, e);
	free(narrow);
	if (status < 0)
		return -1;
	y->asked = p->reach.interval;
	y->asked.rough = p->count > 2;
	y->asked.yields = p->yields;
	y->repeated =
		repeated_samples_new(p->reach.method, y->outcomes.strata, p->count, &y->asked, e);
	if (p->count > 2)
		most = fmin(most, (double)p->samples);
	y->all = !y->wide && outcomes_count(&y->outcomes) <= most;
	return y->repeated != NULL ? 0 : -1;
}

/* One stratum or two: nodes of a rule for each (hypergeometric.h). */
static int rule_outcomes(struct planned_study *y, struct err *e)
{
	struct hypergeometric_quadrature r[2] = { 0 };
	r[1] = (struct hypergeometric_quadrature){ .weight = { 1 }, .count = 1 };
	for (size_t i = 0; i < y->each; i++) {
		struct hypergeometric *l = &y->outcomes.distribution[i];
		hypergeometric_trim(l, RULE_ERROR / 10);
		if (hypergeometric_quadrature_init(&r[i], l, y->outcomes.strata[i].sampled,
						   y->nodes, e) < 0)
			return -1;
	}
	for (int i = 0; i < r[0].count; i++)
		for (int j = 0; j < r[1].count; j++) {
			next_count(y)[y->each - 1] = r[1].at[j];
			next_count(y)[0] = r[0].at[i];
			add_point(y, r[0].weight[i] * r[1].weight[j]);
		}
	return 0;
}

int planned_study_init(struct planned_study *y, const struct planned_sample *p, int64_t n,
		       size_t points, double all, struct err *e)
{
	*y = (struct planned_study){ .p = p,
				     .n = n,
				     .err = e,
				     .nodes = y->nodes,
				     .each = p->control != NULL ? 2 : p->count };
	y->z[0] = qnorm(p->reach.interval.ends.lower_p, 0, 1, 1, 0);
	y->z[1] = qnorm(p->reach.interval.ends.upper_p, 0, 1, 1, 0);
	if (p->control == NULL && strata_outcomes(y, all, e) < 0)
		return -1;
	if (p->control != NULL && control_outcomes(y, all, e) < 0)
		return -1;
	if (y->points == 0) {
		y->room = y->all ? (size_t)outcomes_count(&y->outcomes) : points;
		if (make_room_for_outcomes(y, e) < 0)
			return -1;
	}
	if (y->all && p->control == NULL)
		outcomes_each(&y->outcomes, add_outcome, y);
	if (!y->all && y->nodes > 0 && rule_outcomes(y, e) < 0)
		return -1;
	if (y->points < y->room)
		lattice_begin(y, y->each);
	while (!y->all && y->nodes == 0 && y->points < y->room) {
		draw_point(y);
		add_point(y, 1.0 / (double)points);
	}
	qsort(y->point, y->points, sizeof *y->point, by_score);
	for (size_t i = 0; i < y->points; i++)
		y->upto[i] = (i > 0 ? y->upto[i - 1] : 0) + y->point[i].weight;
	return 0;
}

/* ---- the evaluator ---- */

int control_interval(const struct reach_request *q, const struct sampled_whole *c, int64_t n,
		     const int64_t relevant[2], struct interval *out, struct err *e)
{
	const struct divided_stratum d = {
		.size = c->size,
		.sampled = n,
		.relevant = { relevant[0], relevant[1] },
		.other = { n - relevant[0] - relevant[1], 0 },
		.cut = true,
	};
	const struct sample_facts f = strata_facts(&d, 1, &q->interval);
	return q->interval.by_rule ? chosen_interval(interval_choose(f), &f, out, e)
				   : divided_interval(q->method, &d, 1, &q->interval, out, e);
}

static const int64_t *place(struct planned_study *y, size_t i)
{
	const int64_t *count = y->count + y->point[i].at * y->each;
	for (size_t k = 0; k < y->outcomes.count; k++)
		y->outcomes.strata[k].relevant = count[k];
	return count;
}

static bool reaches(struct planned_study *y, size_t i)
{
	const struct reach_request *q = &y->p->reach;
	const int64_t *count = place(y, i);
	bool reached = false;
	int status;
	if (y->p->control != NULL) {
		struct interval x = { NAN, NAN };
		struct reach_request asked = *q;
		asked.interval.rough = true;
		asked.interval.widest = q->goal == GOAL_WIDTH ? q->target * (1 + NEAR_DIGITS) : 0;
		status = control_interval(&asked, y->p->control, y->n, count, &x, y->err);
		reached = status == 0 && reach_over(q, NULL, 0, x) >= 0;
	} else {
		status = reach_by_sample(q, y->repeated, y->outcomes.strata, y->outcomes.count,
					 &reached, y->err);
	}
	y->failed = y->failed || status < 0;
	return reached && !y->failed;
}

/* Of so many outcomes all are looked at. */
enum { FEW_POINTS = 256 };

/* The probability of the points between two, which reach the target or not. */
static double between(struct planned_study *y, size_t low, bool at_low, size_t high, bool at_high)
{
	if (high - low < 2 || y->failed)
		return 0;
	double inside = y->upto[high - 1] - y->upto[low];
	bool same = at_low == at_high;
	if (same && !(y->point[low].score < y->point[high].score))
		return at_low ? inside : 0;
	size_t first = low + 1 +
		       first_at_least(y->upto + low + 1, high - low - 2, y->upto[low] + inside / 2);
	bool at = reaches(y, first);
	if (same && at == at_low && inside < y->stretch &&
	    (y->points > FEW_POINTS || y->p->count > 2))
		return at ? inside : 0;
	return (at ? y->point[first].weight : 0) + between(y, low, at_low, first, at) +
	       between(y, first, at, high, at_high);
}

int planned_study_probability(struct planned_study *y, double stretch, double *out)
{
	y->stretch = stretch;
	size_t last = y->points - 1;
	bool low = reaches(y, 0), high = last > 0 ? reaches(y, last) : low;
	*out = (low ? y->point[0].weight : 0) + (high && last > 0 ? y->point[last].weight : 0) +
	       between(y, 0, low, last, high);
	*out = fmin(*out / y->upto[last], 1);
	return y->failed ? -1 : 0;
}

/* ---- what is to be expected ---- */

/* Of an outcome, as shares. */
static int interval_at(struct planned_study *y, size_t i, struct interval *out)
{
	const struct reach_request *q = &y->p->reach;
	const int64_t *count = place(y, i);
	double all = q->interval.quantity == QUANTITY_YIELD ? (double)y->p->strata->size : 1;
	if ((y->p->control != NULL ? control_interval(q, y->p->control, y->n, count, out, y->err)
				   : repeated_samples_interval(y->repeated, out, y->err)) < 0)
		return -1;
	*out = (struct interval){ out->lower / all, out->upper / all };
	return 0;
}

/* Over all points, or by so many at equal distances in the order, which is nearly that of the
 * values. */
static int take_means(struct planned_study *y, size_t most, struct expected *out)
{
	size_t last = y->points - 1;
	bool each = most >= y->points;
	double weight = 0, part = y->upto[last] / (double)most;
	*out = (struct expected){ .exact = y->all };
	for (size_t i = 0; i < y->points && i < most; i++) {
		struct interval x = { NAN, NAN };
		double mass = each ? y->point[i].weight : 1;
		size_t at = each ? i : first_at_least(y->upto, last, part * ((double)i + 0.5));
		if (interval_at(y, at, &x) < 0)
			return -1;
		if (isnan(x.lower) || isnan(x.upper)) {
			out->undefined += mass;
			continue;
		}
		weight += mass;
		for (enum reach_goal g = GOAL_WIDTH; g <= GOAL_UPPER; g++)
			out->mean[g] += mass * reach_value(g, x);
	}
	for (enum reach_goal g = GOAL_WIDTH; g <= GOAL_UPPER; g++)
		out->mean[g] = weight > 0 ? out->mean[g] / weight : NAN;
	out->undefined /= weight + out->undefined;
	return 0;
}

/* Most outcomes to sum: by a method that searches for its ends, and by a formula. */
static const double SLOW_OUTCOMES = 100, FAST_OUTCOMES = 20000;

int planned_interval(const struct planned_sample *p, int64_t n, int nodes, struct expected *out,
		     struct err *e)
{
	enum { LOOKED_AT = 40, POINTS = HYPERGEOMETRIC_ROOM * HYPERGEOMETRIC_ROOM };
	const struct interval_method *m = p->reach.method;
	bool slow = m->prior || m->monotone, few = p->control == NULL && p->count < 3;
	struct planned_study y = { .nodes = few ? nodes : 0 };
	/* an exact interval of one sample is a formula, and its ends are steps */
	for (size_t i = 0; p->reach.interval.by_rule && i < p->count; i++)
		slow = slow && p->strata[i].sampled < p->strata[i].size;
	double all = y.nodes == 0 ? PLANNED_OUTCOMES : slow ? SLOW_OUTCOMES : FAST_OUTCOMES;
	int status =
		planned_study_init(&y, p, n, y.nodes > 0 ? POINTS : (size_t)p->samples, all, e);
	if (status == 0)
		status = take_means(&y, few ? y.points : LOOKED_AT, out);
	planned_study_release(&y);
	return status;
}
