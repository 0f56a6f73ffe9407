/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/stats/interval/two_phase.h"
#include "core/stats/numeric/accuracy.h"

double two_phase_estimate(const struct coded_sample *s)
{
	double sum = 0, n = (double)(s->coded[0] + s->coded[1]);
	for (int code = 0; code < 2; code++) {
		double share = s->trusted[code]
				       ? code
				       : (double)s->relevant[code] / (double)s->again[code];
		sum += s->coded[code] > 0 ? (double)s->coded[code] * share : 0;
	}
	return s->size > 0 ? (double)s->size * sum / n : 0;
}

/* ---- bounds ---- */

/* For an upper [0] or a lower [1] end. */
struct two_phase {
	double size[2];
	struct yield_distribution *yield[2][2]; /* by side */
	struct yield_distribution *others[2];	/* not relevant, and not produced: as yield[0] */
	struct yield_distribution *all[2];	/* of both sides, if they are plain; else NULL */
};

void two_phase_free(struct two_phase *x)
{
	for (int end = 0; x != NULL && end < 2; end++) {
		yield_free(x->yield[0][end]);
		yield_free(x->yield[1][end]);
		yield_free(x->others[end]);
		yield_free(x->all[end]);
	}
	free(x);
}

/* The strata of both sides, those of what was not produced first. */
struct strata {
	const struct coded_sample **s; /* owned */
	size_t count[2];
};

static int strata_init(struct strata *x, const struct coded_sample *const side[2], struct err *e)
{
	size_t room = 0;
	*x = (struct strata){ 0 };
	for (int i = 0; i < 2; i++)
		for (const struct coded_sample *s = side[i]; s != NULL; s = s->next) {
			if (!ARRAY_ROOM(x->s, x->count[0] + x->count[1], room)) {
				free(x->s);
				return err_memory(e);
			}
			x->s[x->count[0] + x->count[1]] = s;
			x->count[i]++;
		}
	return 0;
}

static int add_end(struct two_phase *x, const struct strata *of, bool lower, struct err *e)
{
	size_t null = of->count[0], produced = of->count[1];
	if (null > 0) {
		x->yield[0][lower] = two_phase_yield(of->s, null, lower, e);
		if (x->yield[0][lower] == NULL)
			return -1;
		x->others[lower] = yield_mirrored(x->yield[0][lower], (int64_t)x->size[0], e);
		if (x->others[lower] == NULL)
			return -1;
	}
	if (produced > 0) {
		x->yield[1][lower] = two_phase_yield(of->s + null, produced, lower, e);
		if (x->yield[1][lower] == NULL)
			return -1;
	}
	if (null == 0 || produced == 0 || !two_phase_is_plain(of->s, null + produced, lower))
		return 0;
	x->all[lower] = two_phase_yield(of->s, null + produced, lower, e);
	return x->all[lower] != NULL ? 0 : -1;
}

struct two_phase *two_phase_new(const struct coded_sample *const side[2], struct err *e)
{
	struct strata of;
	struct two_phase *x = calloc(1, sizeof *x);
	if (x == NULL || strata_init(&of, side, e) < 0) {
		free(x);
		if (x == NULL)
			err_memory(e);
		return NULL;
	}
	for (size_t i = 0; i < of.count[0] + of.count[1]; i++)
		x->size[i >= of.count[0]] += (double)of.s[i]->size;
	bool failed = add_end(x, &of, false, e) < 0 || add_end(x, &of, true, e) < 0;
	free(of.s);
	if (failed) {
		two_phase_free(x);
		return NULL;
	}
	return x;
}

/* P(quantity <= t) of a sum or a ratio, for the lower or the upper end. */
static double quantity_cdf(const struct two_phase *x, enum two_phase_quantity what, bool lower,
			   double t)
{
	const struct yield_distribution *produced = x->yield[1][lower];
	if (what == TWO_PHASE_ALL) /* R1 <= t - R0 */
		return yield_pair_cdf(produced, x->others[lower], t - x->size[0], 1);
	if (t >= 1)
		return 1;
	/* they fall with what is not produced: its other end. F1 = 2 R1/(size + R1 + R0) <= t */
	const struct yield_distribution *null = x->yield[0][!lower];
	return what == TWO_PHASE_RECALL
		       ? yield_pair_cdf(produced, null, 0, t / (1 - t))
		       : yield_pair_cdf(produced, null, t * x->size[1] / (2 - t), t / (2 - t));
}

double two_phase_bound(const struct two_phase *x, enum two_phase_quantity what, bool lower,
		       double error)
{
	double p = lower ? error : 1 - error;
	if (what == TWO_PHASE_PRODUCED || what == TWO_PHASE_NULL)
		return yield_quantile(x->yield[what == TWO_PHASE_PRODUCED][lower], p);
	if (what == TWO_PHASE_ALL && x->all[lower] != NULL)
		return yield_quantile(x->all[lower], p);
	bool whole = what == TWO_PHASE_ALL;
	double low = whole ? -1 : 0, high = whole ? x->size[0] + x->size[1] : 1;
	if (!whole && quantity_cdf(x, what, lower, 0) >= p - YIELD_TIE)
		return 0;
	while (high - low > (whole ? 1 : TAIL_LEFT_OUT)) {
		double middle = low + (high - low) / 2;
		middle = whole ? floor(middle) : middle;
		if (quantity_cdf(x, what, lower, middle) >= p - YIELD_TIE)
			high = middle;
		else
			low = middle;
	}
	return high;
}
