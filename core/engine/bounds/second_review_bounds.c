/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "core/engine/bounds/bounds_of_kinds.h"
#include "core/stats/interval/two_phase.h"

/* What was coded, and coded again, of the strata of what is retrieved [1] and what is not [0]. */
struct sides {
	struct coded_sample *sample;	     /* of each stratum */
	const struct coded_sample *first[2]; /* NULL: it has no documents */
	double size[2];
};

static int sides_init(struct sides *x, const struct sample_view *s, struct err *e)
{
	*x = (struct sides){ .sample = calloc(s->strata + 1, sizeof *x->sample) };
	if (x->sample == NULL)
		return err_memory(e);
	for (size_t h = 0; h < s->strata; h++) {
		const struct divided_stratum *d = &s->stratum[h];
		int side = d->retrieved;
		x->sample[h] =
			(struct coded_sample){ .size = d->size,
					       .coded = { d->other[side], d->relevant[side] },
					       .next = x->first[side] };
		x->first[side] = &x->sample[h];
		x->size[side] += (double)d->size;
	}
	for (size_t i = 0; i < s->documents; i++) {
		const struct sampled_document *d = &s->document[i];
		struct coded_sample *to = &x->sample[d->stratum];
		int code = s->first_grade[i] >= s->level;
		to->again[code]++;
		to->relevant[code] += d->grade >= s->level;
	}
	return 0;
}

/* What a quantity is made of, and whether it is a share of what is not retrieved, and of what is.
 */
static const struct made_of {
	enum two_phase_quantity what;
	bool over[2];
} made_of[] = {
	[SET_RECALL] = { TWO_PHASE_RECALL, { false, false } },
	[SET_PRECISION] = { TWO_PHASE_PRODUCED, { false, true } },
	[SET_F] = { TWO_PHASE_F1, { false, false } },
	[SET_YIELD] = { TWO_PHASE_ALL, { false, false } },
	[SET_RETRIEVED_YIELD] = { TWO_PHASE_PRODUCED, { false, false } },
	[SET_UNRETRIEVED_YIELD] = { TWO_PHASE_NULL, { false, false } },
	[SET_RICHNESS] = { TWO_PHASE_ALL, { true, true } },
	[SET_ELUSION] = { TWO_PHASE_NULL, { true, false } },
};

int second_review_bounds(const struct sample_view *s, enum measured_quantity quantity,
			 const struct estimate_request *q, struct estimate *out, struct err *e)
{
	static const struct coded_sample nothing = { 0 };
	struct sides x;
	if (sides_init(&x, s, e) < 0)
		return -1;
	const struct made_of of = made_of[quantity];
	bool share = of.over[0] || of.over[1];
	double unit = share ? x.size[0] * of.over[0] + x.size[1] * of.over[1] : 1;
	const struct coded_sample *side[2];
	for (int i = 0; i < 2; i++)
		side[i] = x.first[i] != NULL ? x.first[i] : &nothing;
	if (of.what == TWO_PHASE_PRODUCED || of.what == TWO_PHASE_NULL)
		side[of.what == TWO_PHASE_PRODUCED ? 0 : 1] = NULL;
	struct two_phase *two = two_phase_new(side, e);
	free(x.sample);
	if (two == NULL)
		return -1;
	out->method = TWO_PHASE_METHOD;
	if (unit > 0)
		out->bounds = (struct interval){
			two_phase_bound(two, of.what, true, q->ends.lower_p) / unit,
			two_phase_bound(two, of.what, false, 1 - q->ends.upper_p) / unit
		};
	two_phase_free(two);
	return 0;
}

int second_review_settled(const struct sample_view *s, struct divided_stratum **out, struct err *e)
{
	struct sides x;
	bool settled = true;
	*out = NULL;
	if (sides_init(&x, s, e) < 0)
		return -1;
	for (size_t h = 0; h < s->strata; h++)
		settled = settled && coded_sample_is_settled(&x.sample[h]);
	struct divided_stratum *strata = settled ? calloc(s->strata + 1, sizeof *strata) : NULL;
	for (size_t h = 0; strata != NULL && h < s->strata; h++) {
		int side = s->stratum[h].retrieved;
		int64_t found = coded_sample_found(&x.sample[h]);
		strata[h] = s->stratum[h];
		strata[h].other[side] += strata[h].relevant[side] - found;
		strata[h].relevant[side] = found;
	}
	free(x.sample);
	*out = strata;
	return settled && strata == NULL ? err_memory(e) : 0;
}
