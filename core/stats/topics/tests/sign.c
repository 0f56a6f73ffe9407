/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The sign test (Carterette & Smucker 2007, section 3): of n pairs, S are won. Under the hypothesis
 * S is binomial with n and 1/2, so
 *
 *     p_greater = P(S >= wins),  p_less = P(S <= wins) = P(S >= losses),  p = 2 min(both), <= 1
 *
 * Ties (section 3.3) are dropped from n, which loses least power; or n is kept whole and they are
 * divided between the sides. In halves: each side is given half of the ties. Of an odd number the
 * last one stays in n and is given to neither side, since S is a whole number and P(S >= s) is
 * larger, that is safer, at s - 1/2 than at s + 1/2. The number of wins then varies less than
 * a binomial one, so that this form is conservative and not exact. At random: each tie falls to a
 * side by a fair coin, which is named by the seed and the pair's number; the wins are then binomial
 * as they should be, but another seed gives another p.
 */
#include "core/stats/random/uniform.h"
#include "core/stats/rmath.h"
#include "core/stats/topics/paired_test.h"

/* P(S >= s) of n fair coins. */
static double upper_tail(size_t s, size_t n)
{
	return s == 0 ? 1 : pbinom((double)s - 1, (double)n, 0.5, 0, 0);
}

static size_t ties_won(const struct differences *d, uint64_t seed)
{
	size_t won = 0;
	for (size_t i = 0; i < d->count; i++) {
		struct uniform u = uniform_start(seed, i, STREAM_SIGN_TEST);
		won += d->value[i] == 0 && uniform_next(&u) > 0.5;
	}
	return won;
}

static int sign_test(struct differences *d, const struct paired_test_request *q,
		     struct paired_test_result *out, struct err *e)
{
	(void)e;
	size_t n = d->count, up = d->wins, down = d->losses;
	switch (q->ties) {
	case TIES_DROP:
		n -= d->ties;
		break;
	case TIES_HALF:
		up += d->ties / 2;
		down += d->ties / 2;
		break;
	case TIES_RANDOM:
		up += ties_won(d, q->seed);
		down = d->count - up;
		break;
	}
	out->p_greater = upper_tail(up, n);
	out->p_less = upper_tail(down, n);
	out->p = fmin(1, 2 * fmin(out->p_greater, out->p_less));
	out->exact = q->ties != TIES_HALF || d->ties == 0;
	return 0;
}

PAIRED_TEST = {
	.name = "sign",
	.called = "sign",
	.summary = "sign test: on how many topics is one better?",
	.manual =
		"The number of positive differences against the binomial distribution with probability "
		"1/2, exactly; two-sided p is twice the smaller tail, at most 1. Ties are "
		"dropped; with ties=half each side is given half of them (an odd one is given "
		"to neither but counts as a pair), which is conservative; with ties=random each "
		"falls to a side by a coin that depends on the seed. Assumes nothing of the "
		"differences but that they are independent, and does not see how large they "
		"are. Carterette & Smucker (2007), sections 3 and 3.3.",
	.about = "topics won and lost",
	.compute = sign_test,
};
