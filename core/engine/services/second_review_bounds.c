/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/engine/services/second_review_bounds.h"
#include "core/stats/interval/two_phase.h"

/* What was coded, and coded again, of what is retrieved [1] and what is not [0]. */
struct sides {
	struct coded_sample sample[2];
	int32_t stratum[2]; /* -1: it has no documents */
};

static int add_strata(struct sides *x, const struct sample_view *s, struct err *e)
{
	for (size_t h = 0; h < s->strata; h++) {
		const struct divided_stratum *d = &s->stratum[h];
		int side = d->retrieved;
		if (x->stratum[side] >= 0)
			return err_usage(
				e,
				"--judge=two-phase: what is %s has several strata, and there "
				"are bounds of one; without --ci the estimates are printed",
				side == 1 ? "retrieved" : "not retrieved");
		x->stratum[side] = (int32_t)h;
		x->sample[side] =
			(struct coded_sample){ .size = d->size,
					       .coded = { d->other[side], d->relevant[side] } };
	}
	return 0;
}

static void add_documents(struct sides *x, const struct sample_view *s)
{
	for (size_t i = 0; i < s->documents; i++) {
		const struct sampled_document *d = &s->document[i];
		struct coded_sample *to = &x->sample[d->stratum == x->stratum[1]];
		int code = s->first_grade[i] >= s->level;
		to->again[code]++;
		to->relevant[code] += d->grade >= s->level;
	}
}

/* What the quantity is made of, and the number of documents that it is a share of. */
struct made_of {
	enum two_phase_quantity what;
	double unit;
};

static struct made_of made_of(enum measured_quantity quantity, const struct sides *x)
{
	double N[2] = { (double)x->sample[0].size, (double)x->sample[1].size };
	switch (quantity) {
	case SET_PRECISION:
		return (struct made_of){ TWO_PHASE_PRODUCED, N[1] };
	case SET_YIELD:
		return (struct made_of){ TWO_PHASE_ALL, 1 };
	case SET_RETRIEVED_YIELD:
		return (struct made_of){ TWO_PHASE_PRODUCED, 1 };
	case SET_UNRETRIEVED_YIELD:
		return (struct made_of){ TWO_PHASE_NULL, 1 };
	case SET_RICHNESS:
		return (struct made_of){ TWO_PHASE_ALL, N[0] + N[1] };
	case SET_ELUSION:
		return (struct made_of){ TWO_PHASE_NULL, N[0] };
	case SET_F:
		return (struct made_of){ TWO_PHASE_F1, 1 };
	default:
		return (struct made_of){ TWO_PHASE_RECALL, 1 };
	}
}

int second_review_bounds(const struct sample_view *s, enum measured_quantity quantity,
			 const struct estimate_request *q, struct estimate *out, struct err *e)
{
	struct sides x = { .stratum = { -1, -1 } };
	if (add_strata(&x, s, e) < 0)
		return -1;
	add_documents(&x, s);
	const struct made_of of = made_of(quantity, &x);
	const struct coded_sample *const side[2] = {
		of.what == TWO_PHASE_PRODUCED ? NULL : &x.sample[0],
		of.what == TWO_PHASE_NULL ? NULL : &x.sample[1],
	};
	struct two_phase *two = two_phase_new(side, e);
	if (two == NULL)
		return -1;
	out->method = TWO_PHASE_METHOD;
	if (of.unit > 0)
		out->bounds = (struct interval){
			two_phase_bound(two, of.what, true, q->ends.lower_p) / of.unit,
			two_phase_bound(two, of.what, false, 1 - q->ends.upper_p) / of.unit
		};
	two_phase_free(two);
	return 0;
}
