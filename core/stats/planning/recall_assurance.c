/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "core/stats/numeric/logit.h"
#include "core/stats/planning/recall_assurance.h"
#include "core/stats/rmath.h"

struct reaching {
	const struct division_problem *problem;
	double target, share;
};

static struct reach_request request_of(const struct division_problem *p, double target)
{
	return (struct reach_request){
		.method = p->method, .interval = p->interval, .goal = p->goal, .target = target
	};
}

int division_reach(const struct division_problem *p, double target, struct division a, double *out,
		   struct err *e)
{
	const struct reach_request q = request_of(p, target);
	struct true_stratum strata[2];
	division_strata(p, a, strata);
	return reach_probability(&q, &(struct truth){ strata, 2 }, out, e);
}

static int least(void *context, int64_t from, int64_t to, double *out, struct err *e)
{
	const struct reaching *r = context;
	const struct division_problem *p = r->problem;
	const struct reach_request q = request_of(p, r->target);
	struct true_stratum a[2], b[2];
	division_strata(p, division_of(p, from, r->share), a);
	division_strata(p, division_of(p, to, r->share), b);
	const struct truth first = { a, 2 }, last = { b, 2 };
	return from == to ? reach_probability(&q, &first, out, e)
			  : reach_between(&q, &first, &last, out, e);
}

/* Where the normal approximation reaches the target with the probability. */
static int64_t guess_size(const struct reaching *r, double assurance)
{
	const struct division_problem *p = r->problem;
	bool both = p->goal == GOAL_WIDTH;
	double level =
		p->goal == GOAL_UPPER ? p->interval.ends.upper_p : 1 - p->interval.ends.lower_p;
	double z = qnorm(level, 0, 1, 1, 0), more = both ? 0 : qnorm(assurance, 0, 1, 1, 0);
	double allowed = fabs(division_truth(p) - r->target);
	return division_normal_size(p, r->share,
				    both ? r->target : allowed * z / fmax(z + more, 0.1));
}

/* Climbs to the share with which n documents reach the target most often. */
static int best_share(struct reaching *r, int64_t n, struct err *e)
{
	double best = 0, z = logit(r->share);
	if (least(r, n, n, &best, e) < 0)
		return -1;
	for (double step = 0.4; step > 0.09; step /= 2)
		for (int side = -1; side <= 1; side += 2)
			for (;;) {
				struct reaching other = *r;
				double p = 0;
				other.share = inverse_logit(z + side * step);
				if (least(&other, n, n, &p, e) < 0)
					return -1;
				if (!(p > best))
					break;
				best = p;
				z += side * step;
				r->share = other.share;
			}
	return 0;
}

int division_most_often(const struct division_problem *p, double target, int64_t n,
			struct division *out, double *reached, struct err *e)
{
	struct reaching r = { p, target, division_neyman(p) };
	if (best_share(&r, n, e) < 0)
		return -1;
	*out = division_of(p, n, r.share);
	return division_reach(p, target, *out, reached, e);
}

static int unreachable(const struct reaching *r, double assurance, struct err *e)
{
	static const char *const names[] = { "a width", "a lower bound", "an upper bound" };
	const struct division_problem *p = r->problem;
	if (p->goal == GOAL_BETTER)
		return err_usage(e,
				 "not even judging all %lld documents of only one run tells "
				 "them apart",
				 (long long)division_documents(p));
	return err_usage(e,
			 "%s of %g is not reached with probability %g by judging all %lld "
			 "documents",
			 names[p->goal], r->target, assurance, (long long)division_documents(p));
}

/*
 * How many sizes it takes until one more document must be found in a sample: the saw teeth of the
 * probability are no longer than that. 0: it takes many, so that blocks are better.
 */
static int64_t tooth(const struct reaching *r, int64_t n)
{
	const struct division_problem *p = r->problem;
	const struct division d = division_of(p, n, r->share);
	double one = (double)d.retrieved * (double)p->retrieved.yield / (double)p->retrieved.size;
	double zero =
		(double)d.unretrieved * (double)p->unretrieved.yield / (double)p->unretrieved.size;
	double longest = 1.25 * (double)n / fmax(fmin(one, zero), 1e-3);
	bool whole = d.retrieved == p->retrieved.size || d.unretrieved == p->unretrieved.size;
	return whole || longest > 60 ? 0 : (int64_t)fmax(longest, 20);
}

/* By the best division; for a width, the best one for its mean, which takes less time. */
static int choose_share(struct reaching *r, int64_t n, struct err *e)
{
	struct division best;
	if (!r->problem->method->forced_ends)
		return 0;
	if (r->problem->goal != GOAL_WIDTH)
		return best_share(r, n, e);
	if (division_best(r->problem, n, &best, e) < 0)
		return -1;
	r->share = (double)best.retrieved / (double)n;
	return 0;
}

int division_assured(const struct division_problem *p, double target, double assurance,
		     double share, struct division *out, struct assured *found, struct err *e)
{
	struct reaching r = { p, target, isnan(share) ? division_neyman(p) : share };
	const struct reach_request q = request_of(p, target);
	struct true_stratum strata[2];
	division_strata(p, (struct division){ 1, 1 }, strata);
	struct assured_search s = {
		.least = least,
		.context = &r,
		.blocks = reach_has_corners(&q, &(struct truth){ strata, 2 }),
		.assurance = assurance,
		.first = 2,
		.last = division_documents(p),
		.guess = guess_size(&r, assurance),
	};
	if (isnan(share)) {
		if (choose_share(&r, s.guess, e) < 0)
			return -1;
		s.guess = guess_size(&r, assurance);
	}
	/* each size of a width takes long, and its falls are small */
	s.steady = s.blocks ? tooth(&r, s.guess) : 5;
	if (assured_smallest(&s, found, e) < 0)
		return -1;
	if (found->size == 0)
		return unreachable(&r, assurance, e);
	*out = division_of(p, found->size, r.share);
	return 0;
}
