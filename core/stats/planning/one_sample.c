/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "core/stats/planning/one_sample.h"
#include "core/stats/rmath.h"

static bool is_control(const struct one_sample *s)
{
	return s->reach.interval.quantity == QUANTITY_RECALL;
}

double one_sample_truth(const struct one_sample *s)
{
	double found = (double)s->set.relevant[1];
	return found / (is_control(s) ? found + (double)s->set.relevant[0] : (double)s->set.size);
}

static int64_t expected(const struct one_sample *s, int kind, int64_t n)
{
	return (int64_t)llround((double)n * (double)s->set.relevant[kind] / (double)s->set.size);
}

int one_sample_typical(const struct one_sample *s, int64_t n, struct interval *out, struct err *e)
{
	const int64_t relevant[2] = { expected(s, 0, n), expected(s, 1, n) };
	if (is_control(s))
		return control_interval(&s->reach, &s->set, n, relevant, out, e);
	const struct stratum one = { s->set.size, n, relevant[1], n, true };
	if (interval_compute(s->reach.method, &one, 1, &s->reach.interval, out, e) < 0)
		return -1;
	if (s->reach.interval.quantity == QUANTITY_YIELD) {
		out->lower /= (double)s->set.size;
		out->upper /= (double)s->set.size;
	}
	return 0;
}

struct search {
	const struct one_sample *sample;
	struct control_reach control; /* of a control set */
};

/* Of a share: between two sizes, as reach_between() has them. */
static int of_share(const struct one_sample *s, int64_t from, int64_t to, double *out,
		    struct err *e)
{
	const struct true_stratum a = { s->set.size, s->set.relevant[1], from, true };
	struct true_stratum b = a;
	b.sampled = to;
	const struct truth first = { &a, 1 }, last = { &b, 1 };
	return from == to ? reach_probability(&s->reach, &first, out, e)
			  : reach_between(&s->reach, &first, &last, out, e);
}

static int least(void *context, int64_t from, int64_t to, double *out, struct err *e)
{
	struct search *x = context;
	return is_control(x->sample) ? control_between(&x->control, from, to, out, e)
				     : of_share(x->sample, from, to, out, e);
}

static int most_of_share(void *context, int64_t from, int64_t to, double *out, struct err *e)
{
	return of_share(((struct search *)context)->sample, to, from, out, e);
}

int one_sample_reach(const struct one_sample *s, int64_t n, double *out, struct err *e)
{
	struct search x = { s, { s->reach, s->set, NAN } };
	return least(&x, n, n, out, e);
}

/* By the normal approximation, with the sampling fraction left out. */
static int64_t guess(const struct one_sample *s, double assurance)
{
	const struct interval_request *q = &s->reach.interval;
	bool both = s->reach.goal == GOAL_WIDTH;
	double truth = one_sample_truth(s);
	double z = qnorm(s->reach.goal == GOAL_LOWER ? 1 - q->ends.lower_p : q->ends.upper_p, 0, 1,
			 1, 0);
	double more = both ? 0 : qnorm(assurance, 0, 1, 1, 0);
	double half = both ? s->reach.target / 2 : fabs(truth - s->reach.target);
	double counted = truth * (1 - truth) * (z + more) * (z + more) / fmax(half * half, 1e-12);
	double all = (double)s->set.size;
	double used = is_control(s) ? (double)(s->set.relevant[0] + s->set.relevant[1]) / all : 1;
	return (int64_t)fmin(fmax(counted / used, 10), all);
}

int one_sample_assured(const struct one_sample *s, double assurance, struct assured *out,
		       struct err *e)
{
	static const char *const names[] = { "a width", "a lower bound", "an upper bound" };
	int64_t begin = guess(s, assurance), all = s->set.size;
	struct search x = { s, { s->reach, s->set, assurance } };
	const struct true_stratum one = { .size = s->set.size, .retrieved = true };
	bool blocks = is_control(s) || reach_has_corners(&s->reach, &(struct truth){ &one, 1 });
	const struct assured_search search = {
		.least = least,
		.most = is_control(s) ? NULL : most_of_share,
		.context = &x,
		.blocks = blocks,
		.singles = !is_control(s),
		.steady = blocks ? 0 : 20,
		.assurance = assurance,
		.first = 1,
		.last = all,
		.guess = begin,
	};
	if (assured_smallest(&search, out, e) < 0)
		return -1;
	if (out->size == 0)
		return err_usage(e,
				 "%s of %g is not reached with probability %g by judging all "
				 "%lld documents, if the true value is %.6g",
				 names[s->reach.goal], s->reach.target, assurance, (long long)all,
				 one_sample_truth(s));
	return is_control(s) ? one_sample_reach(s, out->size, &out->probability, e) : 0;
}
