/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/stats/coverage/estimates.h"
#include "core/stats/random/uniform.h"

struct collecting {
	const struct interval_request *q;
	struct outcomes outcomes;
	double truth;			/* estimates are summed as differences from it */
	double mass, sum, square, none; /* of probabilities */
};

void estimate_each(struct outcomes *x, const struct coverage_request *q, outcome_visit *visit,
		   void *context)
{
	struct uniform u = uniform_start(q->seed, q->index, STREAM_COVERAGE_SAMPLES);
	if (q->by == COVERAGE_BY_SAMPLE || outcomes_count(x) > (double)q->outcomes)
		outcomes_draw(x, &u, q->draws, visit, context);
	else
		outcomes_each(x, visit, context);
}

static bool collect(void *context, double weight)
{
	struct collecting *c = context;
	double value = interval_estimate(c->outcomes.strata, c->outcomes.count, c->q);
	if (isnan(value)) {
		c->none += weight;
		return true;
	}
	double gap = value - c->truth;
	c->mass += weight;
	c->sum += weight * gap;
	c->square += weight * gap * gap;
	return true;
}

int estimate_moments_of(const struct truth *t, const struct coverage_request *q,
			struct estimate_moments *out, struct err *e)
{
	struct collecting c = { .q = &q->interval, .truth = truth_value(t, &q->interval) };
	int result = outcomes_init(&c.outcomes, t, q->interval.quantity, q->neglect, e);
	if (result == 0) {
		estimate_each(&c.outcomes, q, collect, &c);
		double bias = c.sum / c.mass;
		*out = (struct estimate_moments){
			.bias = bias,
			.sd = sqrt(fmax(0, c.square / c.mass - bias * bias)),
			.undefined = c.none,
		};
	}
	outcomes_release(&c.outcomes);
	return result;
}
