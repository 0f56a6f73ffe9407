/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/stats/coverage/coverage.h"
#include "core/stats/interval/repeated_samples.h"
#include "core/stats/numeric/accuracy.h"
#include "core/stats/numeric/ascending.h"
#include "core/stats/random/resample.h"
#include "core/stats/random/uniform.h"

/* One truth under study. */
struct study {
	const struct interval_method *method;
	const struct coverage_request *request;
	struct err *err;
	double value; /* true */
	struct outcomes outcomes;
	struct repeated_samples *repeated; /* borrows the strata of the outcomes */
	struct coverage *out;
	double none, width_weight; /* samples without an interval, and those whose width was seen */
	bool failed;
	bool lower; /* the end that is asked about */
};

static int study_init(struct study *y, const struct interval_method *m, const struct truth *t,
		      const struct coverage_request *q, struct coverage *out, struct err *e)
{
	*y = (struct study){ .method = m, .request = q, .err = e, .out = out };
	*out = (struct coverage){ 0 };
	if (outcomes_init(&y->outcomes, t, q->interval.quantity, q->neglect, e) < 0)
		return -1;
	y->value = truth_value(t, &q->interval);
	if (isnan(y->value))
		return err_data(e, "the true value is undefined: no coverage to measure");
	y->repeated = repeated_samples_new(m, y->outcomes.strata, t->count, &q->interval, e);
	return y->repeated ? 0 : -1;
}

/* The interval for the sample that the outcomes are at. */
static struct interval interval_here(struct study *y)
{
	struct interval x = { NAN, NAN };
	if (!y->failed && repeated_samples_interval(y->repeated, &x, y->err) < 0)
		y->failed = true;
	y->out->intervals++;
	return x;
}

static void add_width(struct study *y, double weight, struct interval x)
{
	if (interval_is_offered(x)) {
		y->out->width += weight * (x.upper - x.lower);
		y->width_weight += weight;
	}
}

static bool add_outcome(void *study, double weight)
{
	struct study *y = study;
	struct interval x = interval_here(y);
	if (!interval_is_offered(x))
		y->none += weight;
	else if (interval_is_above(x, y->value))
		y->out->below += weight;
	else if (interval_is_below(x, y->value))
		y->out->above += weight;
	else
		y->out->covered += weight;
	add_width(y, weight, x);
	return !y->failed;
}

static int by_sample(struct study *y)
{
	const struct coverage_request *q = y->request;
	if (q->draws < 1)
		return err_usage(y->err, "coverage by sampling needs at least one draw");
	struct uniform u = uniform_start(q->seed, q->index, STREAM_COVERAGE_SAMPLES);
	outcomes_draw(&y->outcomes, &u, q->draws, add_outcome, y);
	return 0;
}

/* Recall and F rise with the relevant retrieved and fall with the others; a yield rises with all.
 */
static bool rises(const struct study *y, size_t stratum)
{
	return y->outcomes.strata[stratum].retrieved ||
	       y->request->interval.quantity == QUANTITY_YIELD;
}

static bool is_beyond(void *study, const int64_t relevant[2])
{
	struct study *y = study;
	bool beyond = false;
	for (size_t i = 0; i < 2; i++)
		y->outcomes.strata[i].relevant = relevant[i];
	if (!y->failed &&
	    repeated_samples_beyond(y->repeated, y->value, y->lower, &beyond, y->err) < 0)
		y->failed = true;
	y->out->intervals++;
	return beyond;
}

/* P(true value below): more likely with high ends. P(above): with low ones. */
static double border_mass(struct study *y, bool lower)
{
	y->lower = lower;
	const struct outcome_border b = {
		.count = { &y->outcomes.distribution[0], &y->outcomes.distribution[1] },
		.rises = { rises(y, 0) == lower, rises(y, 1) == lower },
		.holds = is_beyond,
		.context = y,
	};
	return outcome_border_mass(&b);
}

static double fraction(double x)
{
	return x - floor(x);
}

/* Equal steps in the distribution of one stratum, steps of the golden section in that of the other.
 */
static void add_widths(struct study *y, int64_t count)
{
	const double golden = 0.61803398874989484820;
	struct uniform u =
		uniform_start(y->request->seed, y->request->index, STREAM_COVERAGE_WIDTHS);
	double shift0 = uniform_next(&u), shift1 = uniform_next(&u), n = (double)count;
	for (int64_t i = 0; i < count && !y->failed; i++) {
		double at = (double)i;
		y->outcomes.strata[0].relevant = hypergeometric_quantile(
			&y->outcomes.distribution[0], fraction(shift0 + at / n));
		y->outcomes.strata[1].relevant = hypergeometric_quantile(
			&y->outcomes.distribution[1], fraction(shift1 + at * golden));
		add_width(y, 1.0 / n, interval_here(y));
	}
}

/* One stratum in each segment, and a quantity that depends on both. */
static bool has_border(const struct study *y)
{
	return y->outcomes.count == 2 &&
	       y->outcomes.strata[0].retrieved != y->outcomes.strata[1].retrieved &&
	       y->request->interval.quantity != QUANTITY_PRECISION;
}

static int by_border(struct study *y)
{
	if (!has_border(y))
		return err_usage(y->err, "coverage by the border needs recall, F or yield, and one "
					 "retrieved and one unretrieved stratum");
	y->out->below = border_mass(y, true);
	y->out->above = border_mass(y, false);
	y->out->covered = 1.0 - y->out->below - y->out->above;
	add_widths(y, y->request->widths);
	return 0;
}

/* Up to this number of outcomes, their sum costs no more than the border. */
enum { FEW_OUTCOMES = 100 };

static enum coverage_by choose(const struct study *y)
{
	double outcomes = outcomes_count(&y->outcomes);
	bool monotone =
		y->method->prior || (y->method->monotone & (unsigned)y->request->interval.quantity);
	if (outcomes > FEW_OUTCOMES && monotone && has_border(y))
		return COVERAGE_BY_BORDER;
	return outcomes <= (double)y->request->outcomes ? COVERAGE_BY_SUM : COVERAGE_BY_SAMPLE;
}

/* Shares of the samples that have an interval. */
static void finish(struct study *y)
{
	struct coverage *c = y->out;
	double intervals = c->covered + c->above + c->below;
	c->offered = 1.0 - y->none;
	c->covered /= intervals;
	c->above /= intervals;
	c->below /= intervals;
	c->width = y->width_weight > 0.0 ? c->width / y->width_weight : NAN;
}

int coverage_of(const struct interval_method *m, const struct truth *t,
		const struct coverage_request *q, struct coverage *out, struct err *e)
{
	struct study y;
	int status = study_init(&y, m, t, q, out, e);
	if (status == 0) {
		out->by = q->by == COVERAGE_AUTO ? choose(&y) : q->by;
		if (out->by == COVERAGE_BY_SUM)
			outcomes_each(&y.outcomes, add_outcome, &y);
		else if (out->by == COVERAGE_BY_BORDER)
			status = by_border(&y);
		else
			status = by_sample(&y);
		if (y.failed)
			status = -1;
		finish(&y);
	}
	repeated_samples_free(y.repeated);
	outcomes_release(&y.outcomes);
	return status;
}

struct coverage_summary coverage_summarize(const struct coverage *c, size_t count, double nominal)
{
	struct coverage_summary s = { .count = count, .least = NAN, .most = NAN };
	double with_coverage = 0, with_width = 0;
	for (size_t i = 0; i < count; i++) {
		double gap = c[i].covered - nominal;
		s.offered += c[i].offered / (double)count;
		if (!isnan(c[i].width)) {
			s.width += c[i].width;
			with_width++;
		}
		if (isnan(gap))
			continue;
		with_coverage++;
		s.mean += c[i].covered;
		s.rmse += gap * gap;
		s.least = fmin(s.least, c[i].covered);
		s.most = fmax(s.most, c[i].covered);
		s.above += c[i].above;
		s.below += c[i].below;
	}
	s.mean /= with_coverage;
	s.rmse = sqrt(s.rmse / with_coverage);
	s.above /= with_coverage;
	s.below /= with_coverage;
	s.width /= with_width;
	return s;
}

struct quartiles quartiles_of(double *value, size_t all)
{
	size_t count = 0;
	for (size_t i = 0; i < all; i++)
		if (!isnan(value[i]))
			value[count++] = value[i];
	if (count == 0)
		return (struct quartiles){ NAN, NAN, NAN };
	int64_t n = (int64_t)count;
	qsort(value, count, sizeof *value, ascending);
	return (struct quartiles){ resample_quantile(value, n, 0.25),
				   resample_quantile(value, n, 0.5),
				   resample_quantile(value, n, 0.75) };
}

static double thousandths_off(const struct coverage *c, double level)
{
	return fabs(round(1000.0 * c->covered) - 1000.0 * level);
}

void coverage_closest(const struct coverage *c, size_t methods, double level, double *share)
{
	const double tie = 10 * RULE_ERROR;
	double least = INFINITY, ties = 0.0;
	for (size_t i = 0; i < methods; i++)
		least = fmin(least, thousandths_off(&c[i], level));
	for (size_t i = 0; i < methods; i++)
		ties += thousandths_off(&c[i], level) <= least + tie;
	for (size_t i = 0; i < methods; i++)
		if (thousandths_off(&c[i], level) <= least + tie)
			share[i] += 1.0 / ties;
}

/* ---- looks at a sample that grows ---- */

/* Paths whose last interval gives the mean width. */
enum { WIDTHS = 100 };

/* The samples at one look. */
struct look {
	struct stratum *s;
	struct repeated_samples *repeated;
};

struct path {
	const struct truth *t;
	struct look *look;
	size_t looks;
	struct hypergeometric drawn; /* room for what one stratum gains */
};

static void path_release(struct path *p)
{
	for (size_t i = 0; p->look != NULL && i < p->looks; i++) {
		repeated_samples_free(p->look[i].repeated);
		free(p->look[i].s);
	}
	free(p->look);
	hypergeometric_release(&p->drawn);
}

static int look_init(struct path *p, size_t i, const struct interval_method *m,
		     const struct coverage_request *q, struct err *e)
{
	struct look *l = &p->look[i];
	l->s = calloc(p->t->count + 1, sizeof *l->s);
	if (l->s == NULL)
		return err_memory(e);
	for (size_t k = 0; k < p->t->count; k++) {
		const struct true_stratum *x = &p->t->strata[k];
		double part = (double)(i + 1) / (double)p->looks;
		int64_t n = i + 1 == p->looks ? x->sampled : llround((double)x->sampled * part);
		l->s[k] = (struct stratum){
			.size = x->size, .sampled = n, .assessable = n, .retrieved = x->retrieved
		};
	}
	l->repeated = repeated_samples_new(m, l->s, p->t->count, &q->interval, e);
	return l->repeated != NULL ? 0 : -1;
}

static int path_init(struct path *p, const struct interval_method *m, const struct truth *t,
		     const struct coverage_request *q, int64_t looks, struct err *e)
{
	int64_t most = 0;
	*p = (struct path){ .t = t, .looks = (size_t)looks };
	for (size_t k = 0; k < t->count; k++)
		most = t->strata[k].sampled > most ? t->strata[k].sampled : most;
	p->look = calloc(p->looks, sizeof *p->look);
	if (p->look == NULL)
		return err_memory(e);
	if (hypergeometric_init(&p->drawn, most, e) < 0)
		return -1;
	for (size_t i = 0; i < p->looks; i++)
		if (look_init(p, i, m, q, e) < 0)
			return -1;
	return 0;
}

/* The samples of all looks, each with those before it in it. */
static void draw(struct path *p, struct uniform *u)
{
	for (size_t k = 0; k < p->t->count; k++) {
		const struct true_stratum *x = &p->t->strata[k];
		int64_t n = 0, r = 0;
		for (size_t i = 0; i < p->looks; i++) {
			struct stratum *s = &p->look[i].s[k];
			if (s->sampled > n) {
				hypergeometric_set(&p->drawn, x->size - n, (double)(x->yield - r),
						   s->sampled - n);
				r += hypergeometric_quantile(&p->drawn, uniform_next(u));
				n = s->sampled;
			}
			s->relevant = r;
		}
	}
}

/* The first look that misses counts. */
static int follow(struct path *p, double value, double weight, struct coverage *out, struct err *e)
{
	for (size_t i = 0; i < p->looks; i++) {
		bool below = false, above = false;
		if (repeated_samples_beyond(p->look[i].repeated, value, true, &below, e) < 0 ||
		    repeated_samples_beyond(p->look[i].repeated, value, false, &above, e) < 0)
			return -1;
		if (below || above) {
			*(below ? &out->below : &out->above) += weight;
			return 0;
		}
	}
	out->covered += weight;
	return 0;
}

static int walk(struct path *p, const struct coverage_request *q, double value,
		struct coverage *out, struct err *e)
{
	struct uniform u = uniform_start(q->seed, q->index, STREAM_LOOKS);
	double widths = 0;
	for (int64_t i = 0; i < q->draws; i++) {
		struct interval x;
		draw(p, &u);
		if (follow(p, value, 1.0 / (double)q->draws, out, e) < 0)
			return -1;
		if (i >= WIDTHS)
			continue;
		if (repeated_samples_interval(p->look[p->looks - 1].repeated, &x, e) < 0)
			return -1;
		if (interval_is_offered(x)) {
			out->width += x.upper - x.lower;
			widths++;
		}
	}
	out->width = widths > 0 ? out->width / widths : NAN;
	return 0;
}

int coverage_of_looks(const struct interval_method *m, const struct truth *t,
		      const struct coverage_request *q, int64_t looks, struct coverage *out,
		      struct err *e)
{
	*out = (struct coverage){ .by = COVERAGE_BY_SAMPLE, .offered = 1 };
	if (truth_check(t, e) < 0)
		return -1;
	double value = truth_value(t, &q->interval);
	if (isnan(value))
		return err_data(e, "the true value is undefined: no coverage to measure");
	struct path p;
	int status = path_init(&p, m, t, q, looks, e);
	if (status == 0)
		status = walk(&p, q, value, out, e);
	path_release(&p);
	return status;
}

/* ---- bias and deviation of estimates ---- */

struct collecting {
	const struct interval_request *q;
	struct outcomes outcomes;
	double truth;			/* estimates are summed as differences from it */
	double mass, sum, square, none; /* of probabilities */
};

void estimate_each(struct outcomes *x, const struct coverage_request *q, outcome_visit *visit,
		   void *context)
{
	struct uniform u = uniform_start(q->seed, q->index, STREAM_COVERAGE_SAMPLES);
	if (q->by == COVERAGE_BY_SAMPLE || outcomes_count(x) > (double)q->outcomes)
		outcomes_draw(x, &u, q->draws, visit, context);
	else
		outcomes_each(x, visit, context);
}

static bool collect(void *context, double weight)
{
	struct collecting *c = context;
	double value = interval_estimate(c->outcomes.strata, c->outcomes.count, c->q);
	if (isnan(value)) {
		c->none += weight;
		return true;
	}
	double gap = value - c->truth;
	c->mass += weight;
	c->sum += weight * gap;
	c->square += weight * gap * gap;
	return true;
}

int estimate_moments_of(const struct truth *t, const struct coverage_request *q,
			struct estimate_moments *out, struct err *e)
{
	struct collecting c = { .q = &q->interval, .truth = truth_value(t, &q->interval) };
	int result = outcomes_init(&c.outcomes, t, q->interval.quantity, q->neglect, e);
	if (result == 0) {
		estimate_each(&c.outcomes, q, collect, &c);
		double bias = c.sum / c.mass;
		*out = (struct estimate_moments){
			.bias = bias,
			.sd = sqrt(fmax(0, c.square / c.mass - bias * bias)),
			.undefined = c.none,
		};
	}
	outcomes_release(&c.outcomes);
	return result;
}
