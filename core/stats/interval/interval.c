/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What all interval methods share: the checks of the strata, the convention for gray documents, the
 * ends that the sample decides; see interval.h.
 *
 * Gray documents were sampled but could not be assessed. For recall and yield they count as sampled
 * and not relevant, as in Webber's Table XII. For precision and F a retrieved stratum enters with
 * its assessable part, N a/n documents of which a were sampled, as in the TREC Legal track; the
 * number of documents is rounded for the interval, not for the point estimate.
 *
 * Forced ends (Webber 2013, sections 2.7, 3.3 to 3.6), on the totals of the segments: nothing
 * relevant found among the retrieved makes the lower end 0; the upper end is 1 if nothing speaks
 * against it.
 */
#include <math.h>

#include "core/stats/interval/interval.h"
#include "core/stats/interval/posterior.h"

const struct interval_method *interval_find(const char *name)
{
	for (const struct interval_method *const *m = interval_methods; *m; m++)
		if (strcmp((*m)->name, name) == 0)
			return *m;
	return NULL;
}

int interval_check(const struct stratum *s, size_t count, const struct interval_request *q,
		   struct err *e)
{
	for (size_t i = 0; i < count; i++)
		if (s[i].relevant < 0 || s[i].relevant > s[i].assessable ||
		    s[i].assessable > s[i].sampled || s[i].sampled > s[i].size)
			return err_data(e,
					"stratum %zu: need 0 <= relevant <= assessable <= sampled "
					"<= size, found "
					"%lld, %lld, %lld, %lld",
					i + 1, (long long)s[i].relevant, (long long)s[i].assessable,
					(long long)s[i].sampled, (long long)s[i].size);
	if (!(q->ends.lower_p >= 0 && q->ends.lower_p <= q->ends.upper_p && q->ends.upper_p <= 1))
		return err_usage(e,
				 "need 0 <= lower <= upper <= 1 as probabilities, found %g and %g",
				 q->ends.lower_p, q->ends.upper_p);
	if (q->quantity == QUANTITY_F && !(q->beta >= 0 && isfinite(q->beta)))
		return err_usage(e, "beta of F must be a number from 0 upwards, found %g", q->beta);
	if (q->ends.draws < 0)
		return err_usage(e, "the number of draws must not be negative, found %lld",
				 (long long)q->ends.draws);
	return 0;
}

struct stratum interval_adjust(const struct stratum *s, const struct interval_request *q)
{
	struct stratum t = *s;
	if (s->retrieved && gray_is_left_out(q) && s->assessable < s->sampled) {
		double share = (double)s->assessable / (double)s->sampled;
		t.size = (int64_t)llround((double)s->size * share);
		t.sampled = s->assessable;
	}
	t.assessable = t.sampled;
	return t;
}

/* If r1 of n1 sampled retrieved documents are relevant, and r0 of the others. */
static void force_ends(int64_t r1, int64_t n1, int64_t r0, enum quantity quantity,
		       struct interval *out)
{
	/* what speaks against 1 */
	bool missed = quantity != QUANTITY_PRECISION && r0 > 0;
	bool others = quantity != QUANTITY_RECALL && r1 < n1;
	if (quantity != QUANTITY_YIELD && r1 == 0)
		out->lower = 0;
	if (quantity != QUANTITY_YIELD && !missed && !others)
		out->upper = 1;
}

void interval_force_ends(const struct stratum *s, size_t count, enum quantity quantity,
			 struct interval *out)
{
	const struct interval was = *out;
	int64_t n1 = 0, r1 = 0, r0 = 0;
	for (size_t i = 0; i < count; i++) {
		n1 += s[i].retrieved ? s[i].sampled : 0;
		*(s[i].retrieved ? &r1 : &r0) += s[i].relevant;
	}
	force_ends(r1, n1, r0, quantity, out);
	out->lower = isnan(was.lower) ? was.lower : out->lower;
	out->upper = isnan(was.upper) ? was.upper : out->upper;
}

double interval_estimate(const struct stratum *s, size_t count, const struct interval_request *q)
{
	double yield[2] = { 0, 0 }, retrieved = 0;
	for (size_t i = 0; i < count; i++) {
		double weight = s[i].sampled > 0 ? (double)s[i].size / (double)s[i].sampled : 0;
		int64_t counted = q->gray_nonrelevant ? s[i].sampled : s[i].assessable;
		yield[s[i].retrieved] += weight * (double)s[i].relevant;
		retrieved += s[i].retrieved ? weight * (double)counted : 0;
	}
	bool recall = q->quantity == QUANTITY_RECALL || q->quantity == QUANTITY_F;
	bool precision = q->quantity == QUANTITY_PRECISION || q->quantity == QUANTITY_F;
	if ((recall && !(yield[0] + yield[1] > 0)) || (precision && !(retrieved > 0)))
		return NAN;
	return posterior_value(q->quantity, q->beta, retrieved, yield[1], yield[0]);
}

void interval_include_estimate(const struct stratum *s, size_t count,
			       const struct interval_request *q, struct interval *out)
{
	double middle = interval_estimate(s, count, q);
	out->lower = out->lower > middle ? middle : out->lower;
	out->upper = out->upper < middle ? middle : out->upper;
}

/* Without gray documents, for the caller to free; NULL: `e` is filled. */
static struct stratum *adjusted_strata(const struct stratum *s, size_t count,
				       const struct interval_request *q, struct err *e)
{
	struct stratum *out = calloc(count + 1, sizeof *out);
	if (!out)
		err_memory(e);
	for (size_t i = 0; out && i < count; i++)
		out[i] = interval_adjust(&s[i], q);
	return out;
}

/* One end of a posterior. The other one is left open: no search for it. */
static int end_of_model(const struct posterior_model *model, const struct interval_request *q,
			bool lower, double *out, struct err *e)
{
	struct interval_request one = *q;
	struct interval x;
	*(lower ? &one.ends.upper_p : &one.ends.lower_p) = lower ? 1 : 0;
	if (posterior_interval(model, &one, &x, e) < 0)
		return -1;
	*out = lower ? x.lower : x.upper;
	return 0;
}

int interval_compute(const struct interval_method *m, const struct stratum *s, size_t count,
		     const struct interval_request *q, struct interval *out, struct err *e)
{
	if (!(m->quantities & (unsigned)q->quantity))
		return err_usage(e, "interval method '%s' does not apply to this quantity",
				 m->name);
	if (interval_check(s, count, q, e) < 0)
		return -1;
	struct stratum *adjusted = adjusted_strata(s, count, q, e);
	struct prior *prior = m->compute == NULL ? calloc(count + 1, sizeof *prior) : NULL;
	const struct stratum *used = m->raw_gray ? s : adjusted;
	const struct posterior_model model = {
		.s = used, .prior = prior, .count = count, .binomial = m->binomial
	};
	int status = !adjusted ? -1 : !prior && !m->compute ? err_memory(e) : 0;
	*out = (struct interval){ NAN, NAN };
	if (status == 0 && m->prior) {
		m->prior(used, count, prior);
		status = posterior_interval(&model, q, out, e);
	} else if (status == 0 && m->compute) {
		status = m->compute(m, used, count, q, out, e);
	}
	for (int lower = 1; lower >= 0 && m->end_prior && status == 0; lower--) {
		if (end_is_unwanted(q, lower))
			continue;
		status = m->end_prior(used, count, q->quantity, lower, prior, e);
		if (status == 0)
			status = end_of_model(&model, q, lower, lower ? &out->lower : &out->upper,
					      e);
	}
	if (status == 0 && m->includes_estimate)
		interval_include_estimate(s, count, q, out);
	if (status == 0 && m->forced_ends)
		interval_force_ends(adjusted, count, q->quantity, out);
	free(adjusted);
	free(prior);
	return status;
}

void interval_shares(const struct weighted *d, const struct interval_request *q, double *a,
		     double *b)
{
	double relevant = d->relevant, retrieved = d->retrieved, b2 = q->beta * q->beta;
	double counted = d->gray && !q->gray_nonrelevant ? 0 : retrieved;
	*a = *b = 0;
	switch (q->quantity) {
	case QUANTITY_RECALL:
		*a = relevant * retrieved;
		*b = relevant;
		break;
	case QUANTITY_PRECISION:
		*a = relevant * retrieved;
		*b = counted;
		break;
	case QUANTITY_F:
		*a = (1 + b2) * relevant * retrieved;
		*b = counted + b2 * relevant;
		break;
	case QUANTITY_YIELD:
		*a = relevant;
		break;
	}
}

int interval_weighted(const struct interval_method *m, const struct weighted *d, size_t count,
		      const struct interval_request *q, struct interval *out, struct err *e)
{
	if (!(m->quantities & (unsigned)q->quantity))
		return err_usage(e, "interval method '%s' does not apply to this quantity",
				 m->name);
	int64_t n1 = 0, r1 = 0, r0 = 0;
	for (size_t i = 0; i < count; i++) {
		bool assessed = d[i].relevant || !d[i].gray || q->gray_nonrelevant;
		n1 += d[i].retrieved && assessed;
		*(d[i].retrieved ? &r1 : &r0) += d[i].relevant;
	}
	*out = (struct interval){ NAN, NAN };
	if (m->weighted(d, count, q, out, e) < 0)
		return -1;
	force_ends(r1, n1, r0, q->quantity, out);
	return 0;
}
