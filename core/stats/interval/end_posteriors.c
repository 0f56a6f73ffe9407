/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * See end_posteriors.h. An end is the quantile of its own posterior, the smallest t with
 * P(Q <= t) >= p, so that
 *
 *     value < lower end   if and only if   P(Q <= value) < p
 *     value > upper end   if and only if   P(Q < value) >= p
 */
#include "core/stats/distribution/yield_distribution.h"
#include "core/stats/interval/end_posteriors.h"
#include "core/stats/interval/posterior.h"

static int one_end(const struct stratum *s, size_t count, const struct interval_request *q,
		   end_prior *prior, bool lower, struct prior *room, double *end, struct err *e)
{
	if (prior(s, count, q->quantity, lower, room, e) < 0)
		return -1;
	const struct posterior_model m = { .s = s, .prior = room, .count = count };
	struct interval_request only = *q;
	struct interval both;
	*(lower ? &only.upper_p : &only.lower_p) = lower ? 1 : 0; /* no search for the other end */
	if (posterior_interval(&m, &only, &both, e) < 0)
		return -1;
	*end = lower ? both.lower : both.upper;
	return 0;
}

int end_posteriors_interval(const struct stratum *s, size_t count, const struct interval_request *q,
			    end_prior *prior, struct interval *out, struct err *e)
{
	struct prior *room = calloc(count + 1, sizeof *room);
	if (!room)
		return err_memory(e);
	int status = one_end(s, count, q, prior, true, room, &out->lower, e);
	if (status == 0)
		status = one_end(s, count, q, prior, false, room, &out->upper, e);
	free(room);
	return status;
}

static int is_beyond(const struct posterior_model *m, const struct interval_request *q,
		     double value, bool lower, bool *out, struct err *e)
{
	struct posterior *posterior = posterior_new(m, q->quantity, q->beta, e);
	if (!posterior)
		return -1;
	double p = lower ? q->lower_p : q->upper_p;
	bool reached =
		posterior_cdf(posterior, lower ? value : value * (1 - 1e-12)) >= p - YIELD_TIE;
	*out = lower ? !reached : reached;
	posterior_free(posterior);
	return 0;
}

int end_posteriors_beyond(const struct stratum *s, size_t count, const struct interval_request *q,
			  end_prior *prior, double value, bool lower, bool *out, struct err *e)
{
	*out = false;
	if (lower ? q->lower_p <= 0 : q->upper_p >= 1) /* that end is open */
		return 0;
	struct prior *room = calloc(count + 1, sizeof *room);
	if (!room)
		return err_memory(e);
	int status = prior(s, count, q->quantity, lower, room, e);
	const struct posterior_model m = { .s = s, .prior = room, .count = count };
	if (status == 0)
		status = is_beyond(&m, q, value, lower, out, e);
	free(room);
	return status;
}
