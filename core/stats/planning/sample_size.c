/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/stats/distribution/hypergeometric.h"
#include "core/stats/numeric/accuracy.h"
#include "core/stats/planning/sample_size.h"
#include "core/stats/rmath.h"

/* The check ends when the probability of a miss is this share of what is allowed. */
static const double ENOUGH = 0.1;

/* A probability must exceed the one that is wanted by so many of the deepest falls. */
static const double FALLS = 3;

struct bracket {
	/* The first lacks the probability, the second has it; first - 1, last + 1: not known. */
	int64_t low, high;
	double at_low, at_high;
};

static int try_size(const struct assured_search *s, struct bracket *b, int64_t n, struct err *e)
{
	double p = 0;
	if (s->least(s->context, n, n, &p, e) < 0)
		return -1;
	if (p >= s->assurance) {
		b->high = n;
		b->at_high = p;
	} else {
		b->low = n;
		b->at_low = p;
	}
	return 0;
}

static int64_t within(const struct assured_search *s, double n)
{
	return n <= (double)s->first ? s->first : n >= (double)s->last ? s->last : (int64_t)n;
}

/* Growing steps away from a size, until one lacks the probability and one has it. */
static int enclose(const struct assured_search *s, struct bracket *b, int64_t from, struct err *e)
{
	if (try_size(s, b, from, e) < 0)
		return -1;
	for (double f = 1.25; b->high > s->last && b->low < s->last; f *= 1.2)
		if (try_size(s, b, within(s, ceil(f * (double)b->low)), e) < 0)
			return -1;
	for (double f = 1.25; b->low < s->first && b->high > s->first; f *= 1.2)
		if (try_size(s, b, within(s, floor((double)b->high / f)), e) < 0)
			return -1;
	return 0;
}

static double normal_score(double p)
{
	return qnorm(fmin(fmax(p, FLAT_ACCURACY), 1 - FLAT_ACCURACY), 0, 1, 1, 0);
}

/* A size between the two: the normal score of the probability is nearly linear in sqrt(size). */
static int64_t between(const struct assured_search *s, const struct bracket *b, int round)
{
	double low = sqrt((double)b->low), high = sqrt((double)b->high), part = 0.5;
	double up = normal_score(b->at_high) - normal_score(b->at_low);
	if (round % 3 < 2 && b->low >= s->first && up > 0)
		part = (normal_score(s->assurance) - normal_score(b->at_low)) / up;
	double root = low + part * (high - low);
	int64_t n = (int64_t)llround(root * root);
	return n <= b->low ? b->low + 1 : n >= b->high ? b->high - 1 : n;
}

static int narrow(const struct assured_search *s, struct bracket *b, int64_t width, struct err *e)
{
	for (int round = 0; b->high - b->low > width; round++)
		if (try_size(s, b, between(s, b, round), e) < 0)
			return -1;
	return 0;
}

/*
 * Raises `low` to the last size of from..to that lacks the probability, if there is one. If a block
 * lacks it and its upper half has it, the lower half lacks it: it need not be asked about.
 */
static int last_missing(const struct assured_search *s, int64_t from, int64_t to, bool lacks,
			int64_t *low, struct err *e)
{
	double p = 0;
	if (from > to)
		return 0;
	if (!lacks || from == to) {
		if (s->least(s->context, from, to, &p, e) < 0)
			return -1;
		if (p >= s->assurance)
			return 0;
	}
	if (from == to) {
		*low = from;
		return 0;
	}
	int64_t middle = from + (to - from) / 2;
	if (last_missing(s, middle + 1, to, false, low, e) < 0)
		return -1;
	return *low > middle ? 0 : last_missing(s, from, middle, true, low, e);
}

/* The last of the sizes from `from`, which lacks the probability, on that lack it one after
 * another. */
static int end_of_run(const struct assured_search *s, int64_t from, int64_t *last, struct err *e)
{
	*last = from;
	for (int64_t length = 1; s->most != NULL && length > 0 && *last < s->last;) {
		int64_t to = *last + (length < s->last - *last ? length : s->last - *last);
		double p = 0;
		if (s->most(s->context, *last + 1, to, &p, e) < 0)
			return -1;
		length = p < s->assurance ? 2 * length : length / 2;
		*last = p < s->assurance ? to : *last;
	}
	return 0;
}

/* Blocks from `high` on, longer and longer ones. */
static int check_blocks(const struct assured_search *s, struct bracket *b, int64_t *checked,
			struct err *e)
{
	int64_t from = b->high + 1, length = 1 + from / 100;
	double enough = 1 - ENOUGH * (1 - s->assurance);
	*checked = b->high;
	while (from <= s->last) {
		int64_t to = from + length - 1 < s->last ? from + length - 1 : s->last;
		double p = 0;
		if (s->least(s->context, from, to, &p, e) < 0)
			return -1;
		if (p < s->assurance && to > from) {
			length = 1 + (to - from) / 3;
			continue;
		}
		if (p < s->assurance && end_of_run(s, from, &to, e) < 0)
			return -1;
		if (p < s->assurance)
			b->low = to;
		*checked = to;
		/* the limit of a block may be far below: that of its last size is exact, or, if it
		 * says nothing of the next one, that of both nearly so */
		bool again = s->jumps || (p < enough && to > from);
		if (again && p >= s->assurance &&
		    s->least(s->context, to, to + (s->jumps && to < s->last), &p, e) < 0)
			return -1;
		if (p >= enough)
			return 0;
		from = to + 1;
		length += 1 + length / 2;
	}
	return 0;
}

static int by_blocks(const struct assured_search *s, struct bracket *b, struct assured *out,
		     struct err *e)
{
	int64_t start = b->high;
	if (check_blocks(s, b, &out->checked, e) < 0)
		return -1;
	if (b->low < start &&
	    last_missing(s, b->low + 1, start - 1, b->low >= s->first, &b->low, e) < 0)
		return -1;
	out->size = b->low + 1;
	return 0;
}

/* Checks sizes one by one from `high` on. Sets *deep if falls are too deep for that. */
static int check_sizes(const struct assured_search *s, struct bracket *b, int64_t *checked,
		       bool *deep, struct err *e)
{
	double p = b->at_high, enough = 1 - ENOUGH * (1 - s->assurance);
	double highest = p, fall = 0; /* so far */
	int64_t steady = 0;	      /* sizes since the last one that lacked the probability */
	*checked = b->high;
	for (int64_t n = b->high + 1; n <= s->last; n++) {
		if (s->assurance + FALLS * fall >= enough) {
			*deep = true;
			return 0;
		}
		if (steady >= s->steady && p >= s->assurance + FALLS * fall)
			return 0;
		if (s->least(s->context, n, n, &p, e) < 0)
			return -1;
		highest = fmax(highest, p);
		fall = fmax(fall, highest - p);
		steady++;
		*checked = n;
		if (p < s->assurance) {
			b->low = n;
			steady = 0;
		}
	}
	return 0;
}

/* A few larger sizes, fewer if each takes long. Raises `low` to one that lacks the probability. */
static int check_further(const struct assured_search *s, int64_t from, int64_t *low, struct err *e)
{
	static const double steps[] = { 1.05, 1.1, 1.2, 1.5, 2 };
	for (size_t i = 0; i < sizeof steps / sizeof *steps; i += s->blocks ? 1 : 2) {
		int64_t n = within(s, ceil(steps[i] * (double)from));
		double p = 0;
		if (s->least(s->context, n, n, &p, e) < 0)
			return -1;
		if (p < s->assurance)
			*low = n;
	}
	return 0;
}

static int by_sizes(const struct assured_search *s, struct bracket *b, struct assured *out,
		    struct err *e)
{
	for (;;) {
		bool deep = false;
		if (check_sizes(s, b, &out->checked, &deep, e) < 0)
			return -1;
		if (deep && s->blocks)
			return by_blocks(s, b, out, e);
		out->size = b->low + 1;
		int64_t missing = 0;
		if (check_further(s, out->checked, &missing, e) < 0)
			return -1;
		if (missing == 0 || missing == s->last)
			return 0;
		*b = (struct bracket){ .low = missing, .high = missing + 1 };
	}
}

/*
 * The exact probability of what was found. The limit of a block of sizes is none where a width
 * jumps with whole documents (struct assured_search): a size that lacks the probability is passed
 * over.
 */
static int settle(const struct assured_search *s, struct assured *out, struct err *e)
{
	for (; out->size <= s->last; out->size++) {
		if (s->least(s->context, out->size, out->size, &out->probability, e) < 0)
			return -1;
		if (out->probability >= s->assurance)
			break;
	}
	if (out->size > s->last)
		*out = (struct assured){ 0 };
	else if (out->checked < out->size)
		out->checked = out->size;
	return 0;
}

int assured_smallest(const struct assured_search *s, struct assured *out, struct err *e)
{
	struct bracket b = { .low = s->first - 1, .high = s->last + 1 };
	*out = (struct assured){ 0 };
	if (enclose(s, &b, within(s, (double)s->guess), e) < 0)
		return -1;
	if (b.high > s->last)
		return 0;
	bool single = s->steady > 0;
	if (narrow(s, &b, single ? 1 : 1 + b.high / 200, e) < 0 ||
	    (single ? by_sizes(s, &b, out, e) : by_blocks(s, &b, out, e)) < 0)
		return -1;
	return settle(s, out, e);
}

/* ---- one simple random sample ---- */

double one_sample_truth(const struct one_sample *s)
{
	return (double)s->relevant / (double)s->size;
}

int one_sample_typical(const struct one_sample *s, int64_t n, struct interval *out, struct err *e)
{
	int64_t found = (int64_t)llround((double)n * one_sample_truth(s));
	const struct stratum one = { s->size, n, found, n, true };
	if (interval_compute(s->reach.method, &one, 1, &s->reach.interval, out, e) < 0)
		return -1;
	if (s->reach.interval.quantity == QUANTITY_YIELD) {
		out->lower /= (double)s->size;
		out->upper /= (double)s->size;
	}
	return 0;
}

/* Between two sizes, as reach_between() has them. */
static int least(void *context, int64_t from, int64_t to, double *out, struct err *e)
{
	const struct one_sample *s = context;
	const struct true_stratum one = { s->size, s->relevant, from, true };
	return reach_between(&s->reach, &one, to, out, e);
}

static int most(void *context, int64_t from, int64_t to, double *out, struct err *e)
{
	return least(context, to, from, out, e);
}

int one_sample_reach(const struct one_sample *s, int64_t n, double *out, struct err *e)
{
	struct one_sample x = *s;
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
	double counted =
		truth * (1 - truth) * (z + more) * (z + more) / fmax(half * half, SHARE_EDGE);
	return (int64_t)fmin(fmax(counted, 10), (double)s->size);
}

int one_sample_assured(const struct one_sample *s, double assurance, struct assured *out,
		       struct err *e)
{
	static const char *const names[] = { "a width", "a lower bound", "an upper bound" };
	struct one_sample x = *s;
	bool blocks = reach_has_corners(&s->reach);
	const struct assured_search search = {
		.least = least,
		.most = most,
		.context = &x,
		.blocks = blocks,
		.jumps = s->reach.goal == GOAL_WIDTH,
		.steady = blocks ? 0 : 20,
		.assurance = assurance,
		.first = 1,
		.last = s->size,
		.guess = guess(s, assurance),
	};
	if (assured_smallest(&search, out, e) < 0)
		return -1;
	if (out->size == 0)
		return err_usage(e,
				 "%s of %g is not reached with probability %g by judging all "
				 "%lld documents, if the true value is %.6g",
				 names[s->reach.goal], s->reach.target, assurance,
				 (long long)s->size, one_sample_truth(s));
	return 0;
}

/* ---- the mean over samples ---- */

/* Mean of the width, or of the bound, over quantiles of what is found. */
int one_sample_mean(const struct one_sample *s, int64_t n, double *out, struct err *e)
{
	enum { POINTS = 64 };
	struct hypergeometric h = { 0 };
	double all = s->reach.interval.quantity == QUANTITY_YIELD ? (double)s->size : 1, sum = 0,
	       weight = 0;
	int status = hypergeometric_init(&h, n, e);
	if (status == 0)
		hypergeometric_set(&h, s->size, (double)s->relevant, n);
	for (int i = 0; i < POINTS && status == 0; i++) {
		const struct stratum one = { s->size, n,
					     hypergeometric_quantile(&h, (i + 0.5) / POINTS), n,
					     true };
		struct interval x = { NAN, NAN };
		status = interval_compute(s->reach.method, &one, 1, &s->reach.interval, &x, e);
		double value = s->reach.goal == GOAL_WIDTH   ? x.upper - x.lower
			       : s->reach.goal == GOAL_LOWER ? x.lower
							     : x.upper;
		sum += isnan(value) ? 0 : value / all;
		weight += isnan(value) ? 0 : 1;
	}
	*out = weight > 0 ? sum / weight : NAN;
	hypergeometric_release(&h);
	return status;
}

static int mean_reaches(const struct one_sample *s, int64_t n, bool *out, struct err *e)
{
	double mean = NAN;
	if (one_sample_mean(s, n, &mean, e) < 0)
		return -1;
	*out = s->reach.goal == GOAL_LOWER ? mean >= s->reach.target : mean <= s->reach.target;
	return 0;
}

int one_sample_expected(const struct one_sample *s, int64_t *size, struct err *e)
{
	int64_t low = 0, high = guess(s, 0.5);
	bool enough = false;
	while (!enough) {
		if (mean_reaches(s, high, &enough, e) < 0)
			return -1;
		if (!enough && high == s->size) {
			*size = 0;
			return 0;
		}
		low = enough ? low : high;
		high = enough ? high : 2 * high < s->size ? 2 * high : s->size;
	}
	while (high - low > 1) {
		int64_t n = low + (high - low) / 2;
		if (mean_reaches(s, n, &enough, e) < 0)
			return -1;
		*(enough ? &high : &low) = n;
	}
	*size = high;
	return 0;
}
