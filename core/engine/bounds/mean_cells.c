/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/arena.h"
#include "core/engine/bounds/mean_cells.h"
#include "core/engine/bounds/set_questions.h"
#include "core/stats/learnt_prior/learnt_mean.h"

/*
 * Kinds of strata that the run cuts in some topic. Where it is not met in the sample of such a
 * stratum, it may have documents there all the same: the topic would seem to be known better than
 * those in which it is met, and the mean would follow the former (doc/coverage.md, "Runs that came
 * later").
 */
struct cut_kinds {
	bool *cut; /* by label */
	size_t labels;
	struct divided_stratum *room; /* for the strata of a topic */
};

static void cut_kinds_init(struct cut_kinds *k, const struct topics_view *v, struct arena *memory)
{
	enum { MOST = 1 << 20 }; /* labels that stand for no kind are above */
	size_t most = 0;
	*k = (struct cut_kinds){ 0 };
	for (size_t t = 0; t < v->topics; t++) {
		const struct sample_view *s = v->sample[t];
		most = s->strata > most ? s->strata : most;
		for (size_t i = 0; i < s->strata; i++)
			if (s->stratum[i].label < MOST && s->stratum[i].label >= k->labels)
				k->labels = s->stratum[i].label + 1;
	}
	k->cut = arena_zeroed(memory, k->labels, sizeof *k->cut);
	k->room = arena_zeroed(memory, most, sizeof *k->room);
	for (size_t t = 0; t < v->topics && k->cut != NULL; t++)
		for (size_t i = 0; i < v->sample[t]->strata; i++) {
			const struct divided_stratum *d = &v->sample[t]->stratum[i];
			if (d->cut && d->label < k->labels)
				k->cut[d->label] = true;
		}
}

static const struct divided_stratum *cut_alike(struct cut_kinds *k, const struct sample_view *s)
{
	for (size_t i = 0; i < s->strata; i++) {
		struct divided_stratum *d = &k->room[i];
		*d = s->stratum[i];
		d->cut = d->cut || (d->label < k->labels && k->cut[d->label] && d->sampled > 0 &&
				    d->sampled < d->size);
	}
	return k->room;
}

int mean_of_strata(const struct topics_view *v, const double *base, const struct learnt_request *r,
		   struct learnt_result *out, struct err *e)
{
	const struct learnt_quantity *of = &r->of;
	struct arena memory = { 0 };
	struct cut_kinds kinds;
	size_t parts = 0, used = 0, count = 0, most = 0; /* documents of a topic without strata */
	for (size_t t = 0; t < v->topics; t++) {
		const struct sample_view *s = v->sample[t];
		parts += s->strata > 0 ? s->strata : s->documents;
		most = s->strata == 0 && s->documents > most ? s->documents : most;
	}
	struct learnt_topic *topic = arena_zeroed(&memory, v->topics, sizeof *topic);
	struct learnt_cell *cell = arena_zeroed(&memory, LEARNT_CELLS_MOST * parts, sizeof *cell);
	struct weighted *d = arena_zeroed(&memory, most, sizeof *d);
	cut_kinds_init(&kinds, v, &memory);
	bool linear = learnt_is_linear(of);
	for (size_t t = 0; t < v->topics && !memory.failed; t++) {
		const struct sample_view *s = v->sample[t];
		struct learnt_topic *to = &topic[count];
		if (linear && isnan(v->estimate[t].value))
			continue;
		if (s->strata > 0)
			*to = learnt_cells_of_design(linear ? s->stratum : cut_alike(&kinds, s),
						     s->strata, of, cell + used);
		else
			*to = learnt_cells_of_weights(
				d, weighted_documents(s, v->level, INFINITY, false, d), of,
				cell + used);
		if (base != NULL)
			to->unit = base[t] > 0 ? 1 / base[t] : 0;
		used += to->cells;
		count++;
	}
	int result = memory.failed ? err_memory(e) : learnt_mean(topic, count, r, out, e);
	arena_release(&memory);
	return result;
}

/* The cells of a topic, as they are asked about; what a question adds is known. */
static void cells_asked(const struct sample_view *s, const struct sample_view *of,
			struct label_cell *out)
{
	for (size_t i = 0; i < s->strata; i++) {
		const struct divided_stratum *d = &s->stratum[i];
		out[i] = i < of->cells ? of->cell[i]
				       : (struct label_cell){ .class_of = -1,
							      .part = UINT32_MAX - (uint32_t)i,
							      .label = d->label,
							      .known = true };
		out[i].size = d->size;
		out[i].sampled = d->sampled;
		out[i].relevant = d->relevant[0] + d->relevant[1];
		out[i].gray = d->gray[0] + d->gray[1];
		out[i].in[0] = d->retrieved;
	}
}

int mean_of_cells(const struct topics_view *v, const struct set_question *asked,
		  const struct sample_view *labelled, const double *base,
		  const struct learnt_request *r, struct labelled_memo *memo,
		  struct labelled_result *out, struct err *e)
{
	size_t cells = 0, used = 0, count = 0;
	for (size_t t = 0; t < v->topics; t++)
		cells += asked[t].sample.strata;
	struct arena memory = { 0 };
	struct labelled_cells *topic = arena_zeroed(&memory, v->topics, sizeof *topic);
	struct label_cell *cell = arena_zeroed(&memory, cells, sizeof *cell);
	bool linear = learnt_is_linear(&r->of);
	for (size_t t = 0; t < v->topics && !memory.failed; t++) {
		bool counts = base == NULL || base[t] > 0;
		if (linear && (isnan(v->estimate[t].value) || !counts))
			continue;
		cells_asked(&asked[t].sample, &labelled[t], cell + used);
		topic[count++] = (struct labelled_cells){ .cell = cell + used,
							  .cells = asked[t].sample.strata,
							  .unit = base != NULL ? 1 / base[t] : 0 };
		used += asked[t].sample.strata;
	}
	int result = memory.failed ? err_memory(e)
				   : labelled_mean(topic, count, &labelled[0].variates, r, false,
						   memo, out, e);
	arena_release(&memory);
	return result;
}
