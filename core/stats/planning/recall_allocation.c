/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * See recall_allocation.h. With V1 and V0 the variances of the estimated yields, the variance of
 * recall is
 *
 *     (V1 R0^2 + V0 R1^2) / (R1+R0)^4,   V = N (N-n) p (1-p) / n        (Webber's eq 23, 24)
 *
 * and is smallest where n1 : n0 = N1 R0 sqrt(p1 (1-p1)) : N0 R1 sqrt(p0 (1-p0)). The search for the
 * best division begins there, on the scale of logits of the share; the search for the size begins
 * where the width by the same formula is the one that is wanted.
 */
#include <math.h>

#include "core/stats/interval/choose.h"
#include "core/stats/interval/segments.h"
#include "core/stats/numeric/logit.h"
#include "core/stats/planning/recall_allocation.h"
#include "core/stats/rmath.h"

/* So few ways to divide a sample that all are tried. */
enum { FEW = 24 };

/* The search ends with an interval of this width in the logit of the share. */
static const double LOGIT_WIDTH = 0.02;

int64_t division_documents(const struct division_problem *p)
{
	return p->retrieved.size + p->unretrieved.size;
}

static double division_truth(const struct division_problem *p)
{
	double found = (double)p->retrieved.yield;
	return found / (found + (double)p->unretrieved.yield);
}

static int64_t least(const struct division_problem *p, int64_t n)
{
	int64_t rest = n - p->unretrieved.size;
	return rest > 1 ? rest : 1;
}

static int64_t most(const struct division_problem *p, int64_t n)
{
	return n - 1 < p->retrieved.size ? n - 1 : p->retrieved.size;
}

struct division division_of(const struct division_problem *p, int64_t n, double share)
{
	int64_t retrieved = (int64_t)llround(share * (double)n);
	if (retrieved < least(p, n))
		retrieved = least(p, n);
	if (retrieved > most(p, n))
		retrieved = most(p, n);
	return (struct division){ retrieved, n - retrieved };
}

/* The guessed truth, with the sample sizes of a division: retrieved first. */
static void division_strata(const struct division_problem *p, struct division a,
			    struct true_stratum out[2])
{
	out[0] = (struct true_stratum){ p->retrieved.size, p->retrieved.yield, a.retrieved, true };
	out[1] = (struct true_stratum){ p->unretrieved.size, p->unretrieved.yield, a.unretrieved,
					false };
}

/* As a sample that finds what is to be expected, and something where all is judged. */
const struct interval_method *division_method(const struct division_problem *p, struct division a)
{
	struct true_stratum of[2];
	struct divided_stratum d[2];
	division_strata(p, a, of);
	for (int i = 0; i < 2; i++) {
		int64_t n = of[i].sampled, r = n == of[i].size ? of[i].yield : 0;
		d[i] = counted_stratum(&(struct stratum){ of[i].size, n, r, n, of[i].retrieved },
				       0);
	}
	return p->interval.by_rule
		       ? interval_find(interval_choose(strata_facts(d, 2, &p->interval))->method)
		       : p->method;
}

int division_expect(const struct division_problem *p, struct division a,
		    const struct expected_request *q, struct expected *out, struct err *e)
{
	struct true_stratum strata[2];
	const struct truth t = { strata, 2 };
	struct expected_request request = *q;
	division_strata(p, a, strata);
	request.interval = p->interval;
	if (request.by == EXPECTED_AUTO)
		request.by = p->by;
	return expected_interval(p->method, &t, &request, out, e);
}

struct expected_mean division_value(const struct division_problem *p, const struct expected *x)
{
	return p->goal == GOAL_WIDTH ? x->width : p->goal == GOAL_LOWER ? x->lower : x->upper;
}

static struct segment segment(struct guessed_segment s, int64_t sampled)
{
	double N = (double)s.size, R = (double)s.yield, n = (double)sampled;
	return (struct segment){ .size = s.size,
				 .sampled = sampled,
				 .yield = R,
				 .variance = (N - n) * R * (1 - R / N) / n };
}

struct interval division_normal(const struct division_problem *p, struct division a)
{
	const struct segments g = {
		.retrieved = segment(p->retrieved, a.retrieved),
		.unretrieved = segment(p->unretrieved, a.unretrieved),
	};
	return segments_normal_ends(&g, &p->interval, segments_quantity(&g, &p->interval));
}

/* How far a value is from what complete judgments give: positive, falling with the sample. */
static double distance(const struct division_problem *p, double value)
{
	return p->goal == GOAL_WIDTH   ? value
	       : p->goal == GOAL_UPPER ? value - division_truth(p)
				       : division_truth(p) - value;
}

/*
 * The smallest sample whose normal interval comes as near to the truth as `distance`: its width for
 * GOAL_WIDTH, else how far the end that the goal is about is from the true recall.
 */
static int64_t division_normal_size(const struct division_problem *p, double share, double wanted)
{
	int64_t low = 1, high = division_documents(p);
	while (high - low > 1) {
		int64_t n = low + (high - low) / 2;
		struct interval x = division_normal(p, division_of(p, n, share));
		double value = p->goal == GOAL_WIDTH   ? x.upper - x.lower
			       : p->goal == GOAL_UPPER ? x.upper
						       : x.lower;
		*(distance(p, value) <= wanted ? &high : &low) = n;
	}
	return high;
}

/* Neyman's share of the retrieved, that makes the variance at the guessed truth smallest. */
static double division_neyman(const struct division_problem *p)
{
	double N1 = (double)p->retrieved.size, R1 = (double)p->retrieved.yield;
	double N0 = (double)p->unretrieved.size, R0 = (double)p->unretrieved.yield;
	double one = R0 * sqrt(R1 * (N1 - R1)), zero = R1 * sqrt(R0 * (N0 - R0));
	return one + zero > 0 ? one / (one + zero) : 0.5;
}

/* What a search has tried last, and the best of all that it has tried. */
struct search {
	const struct division_problem *problem;
	int64_t n;
	struct division best;
	double least_loss; /* nan: nothing has been tried */
};

/* Its loss: the less the better. */
static int try_division(struct search *s, struct division a, double *out, struct err *e)
{
	const struct expected_request q = { .effort = EFFORT_ROUGH };
	struct expected x;
	if (division_expect(s->problem, a, &q, &x, e) < 0)
		return -1;
	double value = division_value(s->problem, &x).value;
	*out = isnan(value) ? INFINITY : s->problem->goal == GOAL_LOWER ? -value : value;
	if (!(*out >= s->least_loss)) {
		s->least_loss = *out;
		s->best = a;
	}
	return 0;
}

static int try_all(struct search *s, struct err *e)
{
	for (int64_t i = least(s->problem, s->n); i <= most(s->problem, s->n); i++) {
		double ignored;
		if (try_division(s, (struct division){ i, s->n - i }, &ignored, e) < 0)
			return -1;
	}
	return 0;
}

static int try_logit(struct search *s, double z, double *out, struct err *e)
{
	return try_division(s, division_of(s->problem, s->n, inverse_logit(z)), out, e);
}

/* Steps away from z[1] in the direction of falling losses until they rise: z[0] < z[1] < z[2]. */
static int enclose(struct search *s, double z[3], double y[3], double low, double high,
		   struct err *e)
{
	double step = 0.5;
	for (int i = 0; i < 3; i += 2) {
		z[i] = fmin(fmax(z[1] + (i - 1) * step, low), high);
		if (try_logit(s, z[i], &y[i], e) < 0)
			return -1;
	}
	while ((y[0] < y[1] && z[0] > low) || (y[2] < y[1] && z[2] < high)) {
		int from = y[0] < y[2] ? 0 : 2;
		step *= 1.6;
		z[2 - from] = z[1];
		y[2 - from] = y[1];
		z[1] = z[from];
		y[1] = y[from];
		z[from] = fmin(fmax(z[1] + (from - 1) * step, low), high);
		if (try_logit(s, z[from], &y[from], e) < 0)
			return -1;
	}
	return 0;
}

/* How many ways to divide the sample lie between two logits. */
static int64_t between(const struct search *s, double low, double high)
{
	return division_of(s->problem, s->n, inverse_logit(high)).retrieved -
	       division_of(s->problem, s->n, inverse_logit(low)).retrieved - 1;
}

/* Golden section between z[0] and z[2]. */
static int narrow(struct search *s, double z[3], double y[3], struct err *e)
{
	const double golden = 0.38196601125010515180;
	while (z[2] - z[0] > LOGIT_WIDTH && between(s, z[0], z[2]) > 1) {
		int longer = z[2] - z[1] > z[1] - z[0] ? 2 : 0;
		double to = z[1] + golden * (z[longer] - z[1]), loss_there;
		if (try_logit(s, to, &loss_there, e) < 0)
			return -1;
		if (loss_there < y[1]) {
			z[2 - longer] = z[1];
			y[2 - longer] = y[1];
			z[1] = to;
			y[1] = loss_there;
		} else {
			z[longer] = to;
			y[longer] = loss_there;
		}
	}
	return 0;
}

static int search_best(const struct division_problem *p, int64_t n, double start,
		       struct division *out, struct err *e)
{
	struct search s = { .problem = p, .n = n, .least_loss = NAN };
	double low = logit((double)least(p, n) / (double)n);
	double high = logit((double)most(p, n) / (double)n);
	double z[3] = { 0, fmin(fmax(logit(start), low), high), 0 }, y[3];
	bool failed = most(p, n) - least(p, n) < FEW
			      ? try_all(&s, e) < 0
			      : try_logit(&s, z[1], &y[1], e) < 0 ||
					enclose(&s, z, y, low, high, e) < 0 ||
					narrow(&s, z, y, e) < 0;
	*out = s.best;
	return failed ? -1 : 0;
}

int division_best(const struct division_problem *p, int64_t n, struct division *out, struct err *e)
{
	if (!p->method->forced_ends) {
		*out = division_of(p, n, division_neyman(p));
		return 0;
	}
	return search_best(p, n, division_neyman(p), out, e);
}

/* A search for the size of a sample; the share of the retrieved is fixed. */
struct size_search {
	const struct division_problem *problem;
	double share;
	double wanted;		/* distance */
	int64_t low, high;	/* misses and reaches it; 0 and all + 1: not known */
	double at_low, at_high; /* distances there */
};

static int try_size(struct size_search *s, int64_t n, struct err *e)
{
	const struct division_problem *p = s->problem;
	const struct expected_request q = { .effort = EFFORT_FINE };
	struct expected x;
	if (division_expect(p, division_of(p, n, s->share), &q, &x, e) < 0)
		return -1;
	double there = distance(p, division_value(p, &x).value);
	if (there <= s->wanted) {
		s->high = n;
		s->at_high = there;
	} else {
		s->low = n;
		s->at_low = there;
	}
	return 0;
}

/*
 * Growing steps away from the size by the normal approximation, until one misses the target and one
 * reaches it.
 */
static int enclose_size(struct size_search *s, struct err *e)
{
	int64_t all = division_documents(s->problem);
	if (try_size(s, division_normal_size(s->problem, s->share, s->wanted), e) < 0)
		return -1;
	for (double factor = 0.9; s->low == 0 && s->high > 2; factor *= factor) {
		int64_t n = (int64_t)(factor * (double)s->high);
		if (try_size(s, n < 2 ? 2 : n, e) < 0)
			return -1;
	}
	for (double factor = 1.1; s->high > all && s->low < all; factor *= factor) {
		double n = ceil(factor * (double)s->low);
		if (try_size(s, n < (double)all ? (int64_t)n : all, e) < 0)
			return -1;
	}
	return 0;
}

/* Between the two: on the line through them, where logarithms of distance and size meet it. */
static int64_t next_size(const struct size_search *s, int round)
{
	double low = log((double)s->low), high = log((double)s->high), part = 0.5;
	if (round % 4 < 3 && s->at_high > 0 && s->wanted > 0)
		part = log(s->at_low / s->wanted) / log(s->at_low / s->at_high);
	int64_t n = (int64_t)llround(exp(low + part * (high - low)));
	return n <= s->low ? s->low + 1 : n >= s->high ? s->high - 1 : n;
}

static int size_for_share(const struct division_problem *p, double wanted, double share,
			  int64_t *out, struct err *e)
{
	struct size_search s = { .problem = p, .share = share, .wanted = wanted };
	s.high = division_documents(p) + 1;
	if (enclose_size(&s, e) < 0)
		return -1;
	for (int round = 0; s.low > 0 && s.high - s.low > 1 && s.high <= division_documents(p);
	     round++)
		if (try_size(&s, next_size(&s, round), e) < 0)
			return -1;
	*out = s.high;
	return 0;
}

/* For a small sample: one document less as long as its best division reaches the target. */
static int step_down(const struct division_problem *p, double wanted, struct division *a,
		     struct err *e)
{
	const struct expected_request q = { .effort = EFFORT_FINE };
	for (int64_t n = a->retrieved + a->unretrieved - 1; n >= 2; n--) {
		struct division smaller;
		struct expected x;
		if (division_best(p, n, &smaller, e) < 0 ||
		    division_expect(p, smaller, &q, &x, e) < 0)
			return -1;
		if (!(distance(p, division_value(p, &x).value) <= wanted))
			return 0;
		*a = smaller;
	}
	return 0;
}

static int unreachable(const struct division_problem *p, double target, struct err *e)
{
	static const char *const names[] = { "width", "lower bound", "upper bound" };
	return err_usage(e, "an expected %s of %g is not reached by judging all %lld documents",
			 names[p->goal], target, (long long)division_documents(p));
}

int division_smallest(const struct division_problem *p, double target, double share,
		      struct division *out, struct err *e)
{
	double wanted = distance(p, target);
	if (!(wanted >= 0))
		return unreachable(p, target, e);
	bool free = isnan(share);
	int64_t n = 0;
	double used = free ? division_neyman(p) : share;
	for (int round = 0; round < 4; round++) {
		int64_t before = n;
		if (size_for_share(p, wanted, used, &n, e) < 0)
			return -1;
		if (n > division_documents(p))
			return unreachable(p, target, e);
		*out = division_of(p, n, used);
		if (!free || !p->method->forced_ends)
			return 0;
		if (round > 0 && llabs(n - before) <= n / 1000)
			break;
		struct division best;
		if (search_best(p, n, used, &best, e) < 0)
			return -1;
		used = (double)best.retrieved / (double)n;
	}
	return n <= FEW ? step_down(p, wanted, out, e) : 0;
}

/* ---- how often a target is reached ---- */

/* The same as a sample that is planned by its outcomes; `strata` has room for both. */
static struct planned_sample planned(const struct division_problem *p, double target, double share,
				     const struct planned_effort *effort,
				     struct true_stratum strata[2])
{
	division_strata(p, (struct division){ 1, 1 }, strata);
	return (struct planned_sample){
		.reach = { .method = p->method,
			   .interval = p->interval,
			   .goal = p->goal,
			   .target = target },
		.strata = strata,
		.count = 2,
		.share = share,
		.samples = effort->samples,
		.seed = effort->seed,
	};
}

int division_reach(const struct division_problem *p, double target, struct division a,
		   const struct planned_effort *effort, struct planned_answer *out, struct err *e)
{
	struct true_stratum strata[2];
	int64_t n = a.retrieved + a.unretrieved;
	struct planned_sample x =
		planned(p, target, (double)a.retrieved / (double)n, effort, strata);
	return planned_reach(&x, n, out, e);
}

int division_most_often(const struct division_problem *p, double target, int64_t n,
			const struct planned_effort *effort, struct division *out,
			struct planned_answer *found, struct err *e)
{
	struct true_stratum strata[2];
	struct planned_sample x = planned(p, target, NAN, effort, strata);
	if (planned_reach(&x, n, found, e) < 0)
		return -1;
	*out = (struct division){ strata[0].sampled, strata[1].sampled };
	return 0;
}

int division_assured(const struct division_problem *p, double target, double assurance,
		     double share, const struct planned_effort *effort, struct division *out,
		     struct planned_answer *found, struct err *e)
{
	struct true_stratum strata[2];
	struct planned_sample x = planned(p, target, share, effort, strata);
	if (planned_smallest(&x, assurance, found, e) < 0)
		return -1;
	*out = (struct division){ strata[0].sampled, strata[1].sampled };
	return 0;
}
