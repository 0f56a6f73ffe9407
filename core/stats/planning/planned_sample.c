/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "core/stats/coverage/outcomes.h"
#include "core/stats/interval/cut_strata.h"
#include "core/stats/interval/repeated_samples.h"
#include "core/stats/numeric/logit.h"
#include "core/stats/planning/planned_sample.h"
#include "core/stats/random/uniform.h"
#include "core/stats/rmath.h"
#include "core/stats/sampling/allocation.h"

/* ---- the design ---- */

static int64_t documents(const struct planned_sample *p)
{
	int64_t all = p->control != NULL ? p->control->size : 0;
	for (size_t i = 0; p->control == NULL && i < p->count; i++)
		all += p->strata[i].size;
	return all;
}

/* sqrt(R(N-R)), as if half a document were relevant, or not, where none is. */
static double spread(const struct true_stratum *s)
{
	double N = (double)s->size, R = fmin(fmax((double)s->yield, 0.5), fmax(N - 0.5, 0.5));
	return sqrt(R * fmax(N - R, 0.5));
}

/*
 * The share that makes the variance of recall smallest, (V1 R0^2 + V0 R1^2)/R^4 (Webber 2013, eq
 * 23): n goes with N sqrt(p(1-p)) times the yield of the other segment (Neyman 1934).
 */
static double neyman_share(const struct planned_sample *p)
{
	double weight[2] = { 0, 0 }, yield[2] = { 0, 0 };
	for (size_t i = 0; i < p->count; i++) {
		weight[p->strata[i].retrieved] += spread(&p->strata[i]);
		yield[p->strata[i].retrieved] += (double)p->strata[i].yield;
	}
	double one = weight[1] * fmax(yield[0], 0.5), zero = weight[0] * fmax(yield[1], 0.5);
	return one / (one + zero);
}

static int divide(const struct planned_sample *p, double share, int64_t n, struct err *e)
{
	double weight[2] = { 0, 0 };
	if (p->control != NULL)
		return 0;
	struct allocation_part *part = calloc(p->count + 1, sizeof *part);
	if (part == NULL)
		return err_memory(e);
	for (size_t i = 0; i < p->count; i++)
		weight[p->strata[i].retrieved] += spread(&p->strata[i]);
	for (size_t i = 0; i < p->count; i++) {
		const struct true_stratum *s = &p->strata[i];
		part[i] = (struct allocation_part){
			.weight = spread(s) / weight[s->retrieved] * (s->retrieved ? share : 1 - share),
			.size = s->size,
		};
	}
	int status = allocate(part, p->count, n, e);
	for (size_t i = 0; status == 0 && i < p->count; i++)
		p->strata[i].sampled = part[i].share;
	free(part);
	return status;
}

/* ---- outcomes ---- */

/* An outcome: where it stands in the order, its probability, and the place of its counts. */
struct point {
	double score, weight;
	size_t at;
};

struct study {
	const struct planned_sample *p;
	int64_t n;
	struct outcomes outcomes; /* of strata */
	struct repeated_samples *repeated;
	size_t each; /* counts of an outcome */
	size_t points, room;
	struct point *point;
	double *upto;	/* probability of all points up to here */
	int64_t *count; /* of all points */
	bool all;	/* every outcome is there */
	struct err *err;
	bool failed;
};

static void study_release(struct study *y)
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

static struct rough rough_segment(const struct study *y, const int64_t *count, bool retrieved)
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
		x.variance += open * share * (1 - share) * ((double)s->size + 2 * h) /
			      (n + 2 * h + 1);
	}
	return x;
}

static struct rough rough_kind(const struct study *y, int64_t found)
{
	double N = (double)y->p->control->size, n = (double)y->n, a = (double)found + 0.5;
	return (struct rough){ a * N / n, a * N / n * (N / n) * fmax(1 - n / N, 0) };
}

/* By how much normal ends on the logit scale are beyond the target; for the order alone. */
static double rough_score(const struct study *y, const int64_t *count)
{
	const struct reach_request *q = &y->p->reach;
	bool control = y->p->control != NULL;
	struct rough one = control ? rough_kind(y, count[1]) : rough_segment(y, count, true),
		     zero = control ? rough_kind(y, count[0]) : rough_segment(y, count, false);
	if (q->goal == GOAL_BETTER)
		return (one.yield - zero.yield) / sqrt(one.variance + zero.variance + 1e-9);
	double sd = sqrt(one.variance / (one.yield * one.yield) +
			 zero.variance / (zero.yield * zero.yield));
	double centre = log(one.yield / zero.yield);
	double lower = inverse_logit(centre + sd * qnorm(q->interval.ends.lower_p, 0, 1, 1, 0));
	double upper = inverse_logit(centre + sd * qnorm(q->interval.ends.upper_p, 0, 1, 1, 0));
	return q->goal == GOAL_WIDTH ? lower - upper : q->goal == GOAL_LOWER ? lower : -upper;
}

static bool add_point(void *context, double weight)
{
	struct study *y = context;
	if (y->points == y->room)
		return false;
	int64_t *count = y->count + y->points * y->each;
	for (size_t i = 0; i < y->outcomes.count; i++)
		count[i] = y->outcomes.strata[i].relevant;
	y->point[y->points] = (struct point){ rough_score(y, count), weight, y->points };
	y->points++;
	return true;
}

/*
 * The smallest k with P(X <= k) >= u, of R relevant among N documents and a sample of n; by Cornish
 * and Fisher where steps are short.
 */
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
	if (variance > 900)
		return (int64_t)fmin(fmax(k, (double)first), (double)last);
	int64_t low = first - 1, high = last;
	for (int64_t step = 1, at = (int64_t)fmin(fmax(k, (double)first), (double)(last - 1));
	     high - low > 1; step *= 2) {
		bool reached = 1 - hypergeometric_above(N, R, n, at, 0) >= u;
		*(reached ? &high : &low) = at;
		at = low >= first && high < last ? low + (high - low) / 2
		     : reached		       ? at - step
						 : at + step;
		at = at <= low ? low + 1 : at >= high ? high - 1 : at;
		if (at <= low)
			break;
	}
	return high;
}

/* Point i of a lattice in `dimensions` (Kronecker's sequence of the generalised golden ratio), or,
 * of many dimensions, random numbers. */
static double lattice(const struct planned_sample *p, size_t i, size_t dimensions, size_t k)
{
	enum { FEW_DIMENSIONS = 6 };
	double ratio = 2, step = 1;
	struct uniform u = uniform_start(p->seed, dimensions > FEW_DIMENSIONS ? i : k,
					 STREAM_EXPECTED_INTERVAL);
	for (size_t skipped = 0; dimensions > FEW_DIMENSIONS && skipped < k; skipped++)
		uniform_next(&u);
	double shift = uniform_next(&u);
	if (dimensions > FEW_DIMENSIONS)
		return shift;
	for (int turn = 0; turn < 40; turn++)
		ratio = pow(1 + ratio, 1 / ((double)dimensions + 1));
	for (size_t power = 0; power <= k; power++)
		step /= ratio;
	double x = shift + step * (double)i;
	return fmin(fmax(x - floor(x), 1e-12), 1 - 1e-12);
}

static void draw_point(struct study *y, size_t i)
{
	const struct planned_sample *p = y->p;
	int64_t *count = y->count + i * y->each;
	if (p->control != NULL) {
		const struct sampled_whole *c = p->control;
		int64_t all = c->relevant[0] + c->relevant[1];
		int64_t m = drawn_count(c->size, all, y->n, lattice(p, i, 2, 0));
		count[1] = drawn_count(all, c->relevant[1], m, lattice(p, i, 2, 1));
		count[0] = m - count[1];
	}
	for (size_t k = 0; p->control == NULL && k < p->count; k++)
		count[k] = hypergeometric_quantile(&y->outcomes.distribution[k],
						   lattice(p, i, p->count, k));
}

static int by_score(const void *a, const void *b)
{
	const struct point *x = a, *y = b;
	return x->score < y->score ? -1 : x->score > y->score ? 1 : (x->at > y->at) - (x->at < y->at);
}

/* The outcomes of the sample that stands in the strata, `most` of them unless all are looked at. */
static int study_init(struct study *y, const struct planned_sample *p, int64_t n, size_t most,
		      bool all, struct err *e)
{
	const struct truth t = { p->strata, p->count };
	*y = (struct study){ .p = p, .n = n, .err = e, .each = p->control != NULL ? 2 : p->count };
	if (p->control == NULL) {
		if (outcomes_init(&y->outcomes, &t, QUANTITY_RECALL, 1e-7, e) < 0)
			return -1;
		y->repeated = repeated_samples_new(p->reach.method, y->outcomes.strata, p->count,
						   &p->reach.interval, e);
		if (y->repeated == NULL)
			return -1;
		y->all = all && outcomes_count(&y->outcomes) <= PLANNED_OUTCOMES;
	}
	y->room = y->all ? (size_t)outcomes_count(&y->outcomes) : most;
	y->point = calloc(y->room + 1, sizeof *y->point);
	y->upto = calloc(y->room + 1, sizeof *y->upto);
	y->count = calloc(y->room * y->each + 1, sizeof *y->count);
	if (y->point == NULL || y->upto == NULL || y->count == NULL)
		return err_memory(e);
	if (y->all)
		outcomes_each(&y->outcomes, add_point, y);
	for (; y->points < y->room; y->points++) {
		draw_point(y, y->points);
		y->point[y->points] = (struct point){
			rough_score(y, y->count + y->points * y->each), 1.0 / (double)most, y->points
		};
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
	return divided_interval(q->method, &d, 1, &q->interval, out, e);
}

static const int64_t *place(struct study *y, size_t i)
{
	const int64_t *count = y->count + y->point[i].at * y->each;
	for (size_t k = 0; k < y->outcomes.count; k++)
		y->outcomes.strata[k].relevant = count[k];
	return count;
}

static bool reaches(struct study *y, size_t i)
{
	const struct reach_request *q = &y->p->reach;
	const int64_t *count = place(y, i);
	bool reached = false;
	int status;
	if (y->p->control != NULL) {
		struct interval x = { NAN, NAN };
		status = control_interval(q, y->p->control, y->n, count, &x, y->err);
		reached = status == 0 && reach_over(q, NULL, 0, x) >= 0;
	} else {
		status = reach_by_sample(q, y->repeated, y->outcomes.strata, y->outcomes.count,
					 &reached, y->err);
	}
	y->failed = y->failed || status < 0;
	return reached && !y->failed;
}

/* A stretch of outcomes is not looked at any closer than this if nothing in it differs. */
static const double STRETCH = 1.0 / 64;

/* The probability of the points between two, which reach the target or not. */
static double between(struct study *y, size_t low, bool at_low, size_t high, bool at_high)
{
	if (high - low < 2 || y->failed)
		return 0;
	double inside = y->upto[high - 1] - y->upto[low];
	bool same = at_low == at_high;
	if (same && !(y->point[low].score < y->point[high].score))
		return at_low ? inside : 0;
	size_t first = low + 1, last = high - 1;
	for (double half = y->upto[low] + inside / 2; first < last;) {
		size_t middle = first + (last - first) / 2;
		if (y->upto[middle] < half)
			first = middle + 1;
		else
			last = middle;
	}
	bool at = reaches(y, first);
	if (same && at == at_low && inside < STRETCH)
		return at ? inside : 0;
	return (at ? y->point[first].weight : 0) + between(y, low, at_low, first, at) +
	       between(y, first, at, high, at_high);
}

static int study_probability(struct study *y, double *out)
{
	size_t last = y->points - 1;
	bool low = reaches(y, 0), high = last > 0 ? reaches(y, last) : low;
	*out = (low ? y->point[0].weight : 0) + (high && last > 0 ? y->point[last].weight : 0) +
	       between(y, 0, low, last, high);
	*out = fmin(*out / y->upto[last], 1);
	return y->failed ? -1 : 0;
}

/* Mean of the width, or of the bound, over the outcomes that have one. */
static int study_mean(struct study *y, double *out, struct err *e)
{
	const struct reach_request *q = &y->p->reach;
	double sum = 0, weight = 0;
	for (size_t i = 0; i < y->points; i++) {
		const int64_t *count = place(y, i);
		struct interval x = { NAN, NAN };
		if ((y->p->control != NULL
			     ? control_interval(q, y->p->control, y->n, count, &x, e)
			     : repeated_samples_interval(y->repeated, &x, e)) < 0)
			return -1;
		double value = q->goal == GOAL_WIDTH   ? x.upper - x.lower
			       : q->goal == GOAL_LOWER ? x.lower
						       : x.upper;
		sum += isnan(value) ? 0 : y->point[i].weight * value;
		weight += isnan(value) ? 0 : y->point[i].weight;
	}
	*out = weight > 0 ? sum / weight : NAN;
	return 0;
}

/* ---- sizes ---- */

enum { MEAN_POINTS = 64, SHARE_POINTS = 1000 };

static int probability_at(const struct planned_sample *p, double share, int64_t n, size_t points,
			  double *out, struct err *e)
{
	struct study y = { 0 };
	int status = divide(p, share, n, e);
	if (status == 0)
		status = study_init(&y, p, n, points, true, e);
	if (status == 0)
		status = study_probability(&y, out);
	study_release(&y);
	return status;
}

static int mean_at(const struct planned_sample *p, int64_t n, double *out, struct err *e)
{
	struct study y = { 0 };
	int status = divide(p, p->share, n, e);
	if (status == 0)
		status = study_init(&y, p, n, MEAN_POINTS, false, e);
	if (status == 0)
		status = study_mean(&y, out, e);
	study_release(&y);
	return status;
}

/* Climbs to the share with which n documents reach the target most often. */
static int best_share(struct planned_sample *p, int64_t n, struct err *e)
{
	double best = 0, z = logit(neyman_share(p));
	p->share = inverse_logit(z);
	if (p->control != NULL || !p->reach.method->forced_ends)
		return 0;
	if (probability_at(p, p->share, n, SHARE_POINTS, &best, e) < 0)
		return -1;
	for (double step = 0.4; step > 0.15; step /= 2)
		for (int side = -1; side <= 1; side += 2)
			for (double x = 0;;) {
				double share = inverse_logit(z + side * step);
				if (probability_at(p, share, n, SHARE_POINTS, &x, e) < 0)
					return -1;
				if (!(x > best + 0.002))
					break;
				best = x;
				z += side * step;
				p->share = share;
			}
	return 0;
}

int planned_divide(struct planned_sample *p, int64_t n, struct err *e)
{
	if (isnan(p->share) && best_share(p, n, e) < 0)
		return -1;
	return divide(p, p->share, n, e);
}

int planned_reach(struct planned_sample *p, int64_t n, struct planned_answer *out, struct err *e)
{
	struct study y = { 0 };
	*out = (struct planned_answer){ .size = n, .mean = NAN };
	int status = planned_divide(p, n, e);
	if (status == 0)
		status = study_init(&y, p, n, (size_t)p->samples, true, e);
	if (status == 0)
		status = study_probability(&y, &out->probability);
	double x = out->probability;
	out->error = y.all ? 0 : sqrt(x * (1 - x) / (double)p->samples);
	study_release(&y);
	if (status == 0 && p->reach.goal != GOAL_BETTER)
		status = mean_at(p, n, &out->mean, e);
	return status;
}

/* A search: `low` lacks what is wanted, `high` has it; -1 and all + 1: not known. */
struct bracket {
	int64_t low, high;
	double at_low, at_high; /* normal scores, or logarithms of distances */
};

struct sizes {
	struct planned_sample *p;
	double assurance; /* nan: the mean is to reach the target */
	struct err *err;
	double truth;
};

/* How much a size has, and whether that is enough. */
static int look(const struct sizes *s, int64_t n, double *x, bool *enough)
{
	const struct reach_request *q = &s->p->reach;
	double value = 0;
	if (!isnan(s->assurance)) {
		if (probability_at(s->p, s->p->share, n, (size_t)s->p->samples, &value, s->err) < 0)
			return -1;
		*x = qnorm(fmin(fmax(value, 1e-9), 1 - 1e-9), 0, 1, 1, 0);
		*enough = value >= s->assurance;
		return 0;
	}
	if (mean_at(s->p, n, &value, s->err) < 0)
		return -1;
	double target = q->target;
	*enough = q->goal == GOAL_LOWER ? value >= target : value <= target;
	*x = -log(fmax(fabs(q->goal == GOAL_WIDTH ? value : value - s->truth), 1e-12));
	return 0;
}

static int try_size(const struct sizes *s, struct bracket *b, int64_t n)
{
	double x = 0;
	bool enough = false;
	if (look(s, n, &x, &enough) < 0)
		return -1;
	*(enough ? &b->high : &b->low) = n;
	*(enough ? &b->at_high : &b->at_low) = x;
	return 0;
}

/* Where the line through both ends has what is wanted, in the root or the logarithm of sizes. */
static int64_t next_size(const struct sizes *s, const struct bracket *b, int turn)
{
	double low = log(fmax((double)b->low, 0.5)), high = log((double)b->high), part = 0.5;
	double wanted = isnan(s->assurance)
				? -log(fmax(fabs(s->p->reach.goal == GOAL_WIDTH
							 ? s->p->reach.target
							 : s->p->reach.target - s->truth),
					    1e-12))
				: qnorm(s->assurance, 0, 1, 1, 0);
	if (turn % 3 < 2 && b->low > 0 && b->at_high > b->at_low)
		part = (wanted - b->at_low) / (b->at_high - b->at_low);
	int64_t n = (int64_t)llround(exp(low + fmin(fmax(part, 0.02), 0.98) * (high - low)));
	return n <= b->low ? b->low + 1 : n >= b->high ? b->high - 1 : n;
}

/* From a guess: growing steps until both ends are known, then between them. */
static int search(const struct sizes *s, struct bracket *b, int64_t from)
{
	int64_t all = documents(s->p), least = s->p->control != NULL ? 1 : (int64_t)s->p->count;
	*b = (struct bracket){ .low = least - 1, .high = all + 1 };
	from = from < least ? least : from > all ? all : from;
	if (try_size(s, b, from) < 0)
		return -1;
	for (double f = 1.15; b->high > all && b->low < all; f *= 1.3) {
		double n = ceil(f * (double)b->low);
		if (try_size(s, b, n < (double)all ? (int64_t)n : all) < 0)
			return -1;
	}
	for (double f = 1.15; b->low < least && b->high > least; f *= 1.3) {
		int64_t n = (int64_t)((double)b->high / f);
		if (try_size(s, b, n > least ? n : least) < 0)
			return -1;
	}
	for (int turn = 0; b->high <= all && b->high - b->low > 1 + b->high / 400; turn++)
		if (try_size(s, b, next_size(s, b, turn)) < 0)
			return -1;
	return 0;
}

/*
 * How many sizes it takes until one more document must be found: the steps of the probability are
 * no longer than that.
 */
static int64_t longest_step(const struct planned_sample *p, int64_t n)
{
	double least = INFINITY, size = (double)n;
	if (p->control != NULL)
		for (int k = 0; k < 2; k++)
			least = fmin(least, size * (double)p->control->relevant[k] /
						    (double)p->control->size);
	for (size_t i = 0; p->control == NULL && i < p->count; i++)
		least = fmin(least, (double)p->strata[i].sampled * (double)p->strata[i].yield /
					    (double)p->strata[i].size);
	return (int64_t)fmin(fmax(1.25 * size / fmax(least, 0.5), 2), 0.5 * size + 2);
}

/* Larger sizes, up to a step beyond: one that lacks the probability is passed over. */
static int pass_steps(const struct sizes *s, struct bracket *b)
{
	enum { LOOKS = 10 };
	int64_t all = documents(s->p), end = b->high + longest_step(s->p, b->high);
	int64_t stride = 1 + (end - b->high) / LOOKS;
	for (int64_t n = b->high + stride; n < end && n <= all; n += stride) {
		double x = 0;
		bool enough = false;
		if (look(s, n, &x, &enough) < 0)
			return -1;
		if (enough)
			continue;
		*b = (struct bracket){ .low = n, .high = n + stride < all ? n + stride : all };
		end = b->high + longest_step(s->p, b->high);
	}
	while (b->high - b->low > 1 + b->high / 400) {
		if (try_size(s, b, b->low + (b->high - b->low) / 2) < 0)
			return -1;
	}
	return 0;
}

/* Where the formula of the order says that enough outcomes reach the target: nothing is asked. */
static int rough_size(const struct planned_sample *p, double assurance, int64_t *out, struct err *e)
{
	double low = log(fmax((double)p->count, 2)), high = log((double)documents(p));
	const struct reach_request *q = &p->reach;
	double target = q->goal == GOAL_WIDTH	 ? -q->target
			: q->goal == GOAL_UPPER	 ? -q->target
			: q->goal == GOAL_BETTER ? qnorm(1 - q->interval.ends.lower_p, 0, 1, 1, 0)
						 : q->target;
	while (high - low > 0.02) {
		double middle = (low + high) / 2, reached = 0;
		struct study y = { 0 };
		int64_t n = (int64_t)exp(middle);
		int status = divide(p, isnan(p->share) ? neyman_share(p) : p->share, n, e);
		if (status == 0)
			status = study_init(&y, p, n, 200, false, e);
		for (size_t i = 0; status == 0 && i < y.points; i++)
			reached += y.point[i].score >= target ? y.point[i].weight : 0;
		study_release(&y);
		if (status < 0)
			return -1;
		*(reached >= assurance ? &high : &low) = middle;
	}
	*out = (int64_t)exp(high);
	return 0;
}

static int never(const struct planned_sample *p, double assurance, struct err *e)
{
	static const char *const names[] = { "a width", "a lower bound", "an upper bound" };
	if (p->reach.goal == GOAL_BETTER)
		return err_usage(e,
				 "not even judging all %lld documents of only one run tells "
				 "them apart",
				 (long long)documents(p));
	return err_usage(e,
			 "%s of %g is not reached with probability %g by judging all %lld "
			 "documents",
			 names[p->reach.goal], p->reach.target, assurance, (long long)documents(p));
}

int planned_smallest(struct planned_sample *p, double assurance, struct planned_answer *out,
		     struct err *e)
{
	const struct sizes s = { .p = p, .assurance = assurance, .err = e };
	struct bracket b;
	int64_t guess = 0;
	if (rough_size(p, assurance, &guess, e) < 0)
		return -1;
	if (isnan(p->share) && best_share(p, guess, e) < 0)
		return -1;
	if (search(&s, &b, guess) < 0)
		return -1;
	if (b.high > documents(p))
		return never(p, assurance, e);
	if (pass_steps(&s, &b) < 0)
		return -1;
	return planned_reach(p, b.high, out, e);
}

double planned_truth(const struct planned_sample *p)
{
	double yield[2] = { 0, 0 };
	for (size_t i = 0; p->control == NULL && i < p->count; i++)
		yield[p->strata[i].retrieved] += (double)p->strata[i].yield;
	for (int k = 0; p->control != NULL && k < 2; k++)
		yield[k] = (double)p->control->relevant[k];
	return yield[1] / (yield[0] + yield[1]);
}

int planned_expected(struct planned_sample *p, int64_t *size, struct err *e)
{
	const struct sizes s = { .p = p, .assurance = NAN, .err = e, .truth = planned_truth(p) };
	struct bracket b;
	int64_t guess = 0;
	if (rough_size(p, 0.5, &guess, e) < 0)
		return -1;
	if (isnan(p->share) && best_share(p, guess, e) < 0)
		return -1;
	if (search(&s, &b, guess) < 0)
		return -1;
	*size = b.high > documents(p) ? 0 : b.high;
	return 0;
}
