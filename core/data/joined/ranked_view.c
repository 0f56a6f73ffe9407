/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/data/joined/ranked_view.h"

/* Which strata a document was drawn from: those that weigh it. */
static int32_t bucket_of(const struct sample_view *s, const struct sampled_document *d)
{
	if (d->weight <= 1)
		return -1;
	return s->weights_given ? d->drawn : d->stratum;
}

static bool design_is_known(const struct ranked_sample *s)
{
	for (size_t i = 0; i < s->units; i++) {
		const struct ranked_unit *u = &s->unit[i];
		if (u->probability < 1 && (u->bucket < 0 || s->bucket[u->bucket].size == 0))
			return false;
	}
	return true;
}

int ranked_view_init(struct ranked_view *v, const struct topic_view *t, struct err *e)
{
	const struct sample_view *s = t->sample;
	size_t buckets = s->weights_given ? s->drawn_strata : s->strata;
	*v = (struct ranked_view){ 0 };
	struct ranked_unit *unit = arena_alloc(&v->memory, s->documents * sizeof *unit);
	struct ranked_bucket *bucket = arena_zeroed(&v->memory, buckets, sizeof *bucket);
	if (v->memory.failed) {
		arena_release(&v->memory);
		return err_memory(e);
	}
	for (size_t i = 0; i < s->documents; i++) {
		const struct sampled_document *d = &s->document[i];
		unit[i] = (struct ranked_unit){
			.rank = d->rank >= 0 ? (double)(d->rank + 1) : INFINITY,
			.probability = 1 / d->weight,
			.bucket = bucket_of(s, d),
			.relevant = d->grade >= 0 && d->grade >= t->level,
		};
	}
	for (size_t b = 0; b < buckets; b++) {
		bucket[b].size = s->weights_given ? s->drawn[b].size : s->stratum[b].size;
		bucket[b].sampled = s->weights_given ? s->drawn[b].sampled : s->stratum[b].sampled;
		bucket[b].picks = s->weights_given ? s->drawn[b].picks : 0;
	}
	v->sample = (struct ranked_sample){ unit, s->documents, bucket, buckets, false };
	v->sample.known = design_is_known(&v->sample);
	return 0;
}
