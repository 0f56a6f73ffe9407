/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/near.h"
#include "core/stats/distribution/hypergeometric.h"
#include "core/stats/interval/one_proportion.h"
#include "core/stats/numeric/accuracy.h"
#include "core/stats/rmath.h"

/* The stratum that is in doubt, and what the others add. */
struct doubtful {
	struct one_proportion open;
	int64_t documents; /* of all strata */
	int64_t certain;   /* relevant documents in strata that were judged as a whole */
};

static int doubtful_of(const struct stratum *s, size_t count, enum quantity quantity,
		       const char *method, struct doubtful *out, struct err *e)
{
	size_t strata = 0;
	*out = (struct doubtful){ 0 };
	for (size_t i = 0; i < count; i++) {
		bool wanted = s[i].retrieved || quantity == QUANTITY_YIELD;
		if (!wanted || s[i].size == 0)
			continue;
		out->documents += s[i].size;
		if (s[i].sampled == s[i].size) {
			out->certain += s[i].relevant;
			continue;
		}
		strata++;
		out->open = (struct one_proportion){ s[i].size, s[i].sampled, s[i].relevant };
	}
	if (strata > 1)
		return err_data(e,
				"interval method '%s' needs one stratum: this quantity is of %zu "
				"strata (try bb-spread)",
				method, strata);
	return 0;
}

int one_proportion_interval(const struct interval_method *m, const struct stratum *s, size_t count,
			    const struct interval_request *q, struct interval *out, struct err *e)
{
	struct doubtful x;
	if (doubtful_of(s, count, q->quantity, m->name, &x, e) < 0)
		return -1;
	double certain = (double)x.certain, documents = (double)x.documents, N = (double)x.open.N;
	double unit = q->quantity == QUANTITY_YIELD ? 1 : documents;
	bool known = x.open.n > 0; /* else everything is possible */
	*out = (struct interval){ 0, documents / unit };
	if (q->ends.lower_p > 0)
		out->lower =
			(certain + (known ? N * m->end(&x.open, q->ends.lower_p, true) : 0)) / unit;
	if (q->ends.upper_p < 1)
		out->upper = (certain + (known ? N * m->end(&x.open, q->ends.upper_p, false) : N)) /
			     unit;
	return 0;
}

/*
 * Taking the other documents for the relevant ones turns an upper end
 * into a lower one: N - R.
 */

/* A tail that is the probability itself, such as 1/40, is computed with an error. */
static const double TIE = NEAR_DIGITS;

/* Normal scores, which are nearly linear in R. */
static double score_of(double p)
{
	return qnorm(fmin(fmax(p, SHARE_EDGE), 1 - SHARE_EDGE), 0, 1, 1, 0);
}

/*
 * The next R to look at, between two whose scores enclose that of the tail. Every third time it is
 * the middle, so that a curve that is not straight takes no longer than bisection would.
 */
static int64_t between(int64_t low, int64_t high, double at_low, double at_high, double wanted,
		       int turn)
{
	double part = (wanted - at_low) / (at_high - at_low);
	if (turn % 3 == 2 || !(part > 0 && part < 1))
		part = 0.5;
	int64_t R = low + (int64_t)(part * (double)(high - low));
	return R < low ? low : R >= high ? high - 1 : R;
}

/* P(X > r) and P(X = r) of r relevant documents in a sample of n from N with R relevant ones. */
struct tail_at {
	int64_t N, n, r, R;
	double above, mass;
};

/*
 * One more relevant document in the collection is one more in the sample if it is one of the n - r
 * others there: P(X > r) grows by P(X = r) (n - r)/(N - R). So a small way from R to R costs less
 * than a new sum of the tail, which has as many terms as the sample has likely outcomes: `far`.
 */
static void tail_move(struct tail_at *t, int64_t R, double far)
{
	double N = (double)t->N, others = (double)(t->n - t->r), r = (double)t->r;
	if (t->R < 0 || fabs((double)(R - t->R)) > far) {
		t->above = hypergeometric_above(t->N, R, t->n, t->r, 0);
		t->mass = dhyper(r, (double)R, (double)(t->N - R), (double)t->n, 0);
	} else {
		for (double i = (double)t->R; i < (double)R; i++) {
			t->above += t->mass * others / (N - i);
			t->mass *= (i + 1) * (N - i - others) / ((i + 1 - r) * (N - i));
		}
		for (double i = (double)t->R - 1; i >= (double)R; i--) {
			t->mass *= (i + 1 - r) * (N - i) / ((i + 1) * (N - i - others));
			t->above -= t->mass * others / (N - i);
		}
	}
	t->R = R;
}

/* The least R with P(X > r | R) + weight P(X = r | R) >= tail; it grows with R. */
static int64_t least_yield(int64_t N, int64_t n, int64_t r, double tail, double weight)
{
	int64_t low = r, high = N - n + r; /* what the sample leaves possible; true at `high` */
	double p = (double)r / (double)n, wanted = score_of(tail);
	double spread = sqrt((p * (1 - p) + 1 / (double)n) / (double)n * (double)(N - n) /
			     fmax((double)(N - 1), 1));
	/* where the normal approximation has the end, and by how much to move from there */
	double guess = (double)N * (p + wanted * spread), step = (double)N * spread / 16;
	double at_low = score_of(0), at_high = score_of(1);
	struct tail_at t = { .N = N, .n = n, .r = r, .R = -1 };
	for (int turn = 0; low < high; turn++) {
		int64_t R;
		if (turn == 0)
			R = (int64_t)fmin(fmax(guess, (double)low), (double)high - 1);
		else if (turn == 1) {
			double other = guess + (at_low > score_of(0) ? step : -step);
			R = (int64_t)fmin(fmax(other, (double)low), (double)high - 1);
		} else
			R = between(low, high, at_low, at_high, wanted, turn);
		tail_move(&t, R, 4 * spread * (double)n);
		double there = t.above + weight * t.mass;
		if (there >= tail * (1 - TIE)) {
			high = R;
			at_high = score_of(there);
		} else {
			low = R + 1;
			at_low = score_of(there);
		}
	}
	return low;
}

double hypergeometric_limit(const struct one_proportion *x, double prob, bool lower, double weight)
{
	int64_t R = lower ? least_yield(x->N, x->n, x->r, prob, weight)
			  : x->N - least_yield(x->N, x->n, x->n - x->r, 1 - prob, weight);
	return (double)R / (double)x->N;
}
