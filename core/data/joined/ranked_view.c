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

static void take_buckets(struct ranked_view *v, const struct sample_view *s)
{
	size_t count = s->weights_given ? s->drawn_strata : s->strata;
	for (size_t b = 0; b < count; b++) {
		if (s->weights_given)
			v->bucket[b] = (struct ranked_bucket){ .size = s->drawn[b].size,
							       .sampled = s->drawn[b].sampled,
							       .picks = s->drawn[b].picks };
		else
			v->bucket[b] = (struct ranked_bucket){ .size = s->stratum[b].size,
							       .sampled = s->stratum[b].sampled };
	}
	v->sample.bucket = v->bucket;
	v->sample.buckets = count;
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
	size_t buckets = s->drawn_strata > s->strata ? s->drawn_strata : s->strata;
	*v = (struct ranked_view){
		.unit = calloc(s->documents + 1, sizeof *v->unit),
		.bucket = calloc(buckets + 1, sizeof *v->bucket),
	};
	if (v->unit == NULL || v->bucket == NULL) {
		ranked_view_release(v);
		return err_memory(e);
	}
	for (size_t i = 0; i < s->documents; i++) {
		const struct sampled_document *d = &s->document[i];
		v->unit[i] = (struct ranked_unit){
			.rank = d->rank >= 0 ? (double)(d->rank + 1) : INFINITY,
			.probability = 1 / d->weight,
			.bucket = bucket_of(s, d),
			.relevant = d->grade >= 0 && d->grade >= t->level,
		};
	}
	v->sample = (struct ranked_sample){ .unit = v->unit, .units = s->documents };
	take_buckets(v, s);
	v->sample.known = design_is_known(&v->sample);
	return 0;
}

void ranked_view_release(struct ranked_view *v)
{
	free(v->unit);
	free(v->bucket);
}
