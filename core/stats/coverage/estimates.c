/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/stats/coverage/estimates.h"
#include "core/stats/coverage/outcomes.h"
#include "core/stats/random/uniform.h"

struct collecting {
	const struct interval_request *q;
	struct outcomes outcomes;
	double truth;			/* estimates are summed as differences from it */
	double mass, sum, square, none; /* of probabilities */
	struct atoms *atoms;		/* or NULL */
	struct err *err;
	bool failed;
};

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
	c->failed = c->atoms != NULL && atoms_add(c->atoms, value, weight, c->err) < 0;
	return !c->failed;
}

static int collect_all(const struct truth *t, const struct coverage_request *q,
		       struct collecting *c, struct err *e)
{
	c->q = &q->interval;
	c->truth = truth_value(t, c->q);
	c->err = e;
	int result = outcomes_init(&c->outcomes, t, q->interval.quantity, q->neglect, e);
	if (result == 0) {
		struct uniform u = uniform_start(q->seed, q->index, STREAM_COVERAGE_SAMPLES);
		if (q->by == COVERAGE_BY_SAMPLE ||
		    outcomes_count(&c->outcomes) > (double)q->outcomes)
			outcomes_draw(&c->outcomes, &u, q->draws, collect, c);
		else
			outcomes_each(&c->outcomes, collect, c);
		result = c->failed ? -1 : 0;
	}
	outcomes_release(&c->outcomes);
	return result;
}

int estimate_moments_of(const struct truth *t, const struct coverage_request *q,
			struct estimate_moments *out, struct err *e)
{
	struct collecting c = { 0 };
	if (collect_all(t, q, &c, e) < 0)
		return -1;
	double bias = c.sum / c.mass;
	*out = (struct estimate_moments){
		.bias = bias,
		.sd = sqrt(fmax(0, c.square / c.mass - bias * bias)),
		.undefined = c.none,
	};
	return 0;
}

int estimate_atoms_of(const struct truth *t, const struct coverage_request *q, struct atoms *out,
		      struct err *e)
{
	struct collecting c = { .atoms = out };
	*out = (struct atoms){ 0 };
	if (collect_all(t, q, &c, e) < 0)
		return -1;
	atoms_merge(out);
	return 0;
}
