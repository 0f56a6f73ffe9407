/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "core/engine/services/outside_sample.h"

/* No other stratum has it. */
enum { OUTSIDE_LABEL = INT32_MAX };

static void add_documents(struct outside_sums *x, const struct sample_view *s, int32_t level)
{
	for (size_t i = 0; i < s->documents; i++) {
		const struct sampled_document *d = &s->document[i];
		bool retrieved = d->rank >= 0;
		int32_t grade = counted_grade(s, d, retrieved);
		if (grade >= 0 && grade >= level)
			*(retrieved ? &x->found : &x->missed) += d->weight;
		if (retrieved && grade >= 0 && grade < level)
			x->other += d->weight;
		if (retrieved && grade < 0 && s->gray != GRAY_NONRELEVANT)
			x->base -= d->weight;
	}
}

static void add_strata(struct outside_sums *x, const struct sample_view *s)
{
	for (size_t i = 0; i < s->strata; i++) {
		const struct divided_stratum *d = &s->stratum[i];
		int64_t gray = s->gray == GRAY_NONRELEVANT ? 0 : d->gray[1];
		if (d->sampled == 0)
			continue;
		double weight = (double)d->size / (double)d->sampled;
		x->found += weight * (double)d->relevant[1];
		x->missed += weight * (double)d->relevant[0];
		x->other += weight * (double)d->other[1];
		x->base -= weight * (double)gray;
	}
}

struct outside_sums outside_sums(const struct sample_view *s, int32_t level)
{
	struct outside_sums x = { .base = (double)s->retrieved };
	if (s->documents > 0 && (s->weights_given || s->strata == 0))
		add_documents(&x, s, level);
	else
		add_strata(&x, s);
	return x;
}

/* The view, and what it points to. */
struct more {
	struct sample_view view;
	struct divided_stratum *stratum;
	struct sampled_document *document;
};

static void add_known(struct more *x, int64_t count, bool retrieved, bool strata)
{
	struct sample_view *v = &x->view;
	if (count > 0 && strata)
		x->stratum[v->strata++] = (struct divided_stratum){
			.size = count,
			.sampled = count,
			.relevant = { retrieved ? 0 : count, retrieved ? count : 0 },
			.retrieved = retrieved,
			.label = OUTSIDE_LABEL,
		};
	for (int64_t i = 0; i < count && !strata; i++)
		x->document[v->documents++] = (struct sampled_document){ .grade = INT32_MAX,
									 .weight = 1,
									 .rank = retrieved ? 0 : -1,
									 .drawn = -1,
									 .stratum = -1 };
}

/* A copy with room for two more strata and `more` documents. */
static struct more *copy_of(const struct sample_view *s, size_t more)
{
	struct more *x = calloc(1, sizeof *x);
	if (x == NULL)
		return NULL;
	x->view = *s;
	x->stratum = calloc(s->strata + 3, sizeof *x->stratum);
	x->document = calloc(s->documents + more + 1, sizeof *x->document);
	x->view.stratum = x->stratum;
	x->view.document = x->document;
	if (x->stratum == NULL || x->document == NULL) {
		outside_sample_free(&x->view);
		return NULL;
	}
	if (s->strata > 0)
		memcpy(x->stratum, s->stratum, s->strata * sizeof *x->stratum);
	if (s->documents > 0)
		memcpy(x->document, s->document, s->documents * sizeof *x->document);
	return x;
}

struct sample_view *outside_sample(const struct sample_view *s, int64_t missed, int64_t found)
{
	struct more *x = copy_of(s, s->strata > 0 ? 0 : (size_t)(missed + found));
	if (x == NULL)
		return NULL;
	add_known(x, missed, false, s->strata > 0);
	add_known(x, found, true, s->strata > 0);
	return &x->view;
}

struct sample_view *exchanged_sample(const struct sample_view *s, int32_t level)
{
	struct more *x = copy_of(s, 0);
	if (x == NULL)
		return NULL;
	for (size_t i = 0; i < s->strata; i++)
		for (int side = 0; side < 2; side++) {
			x->stratum[i].relevant[side] = s->stratum[i].other[side];
			x->stratum[i].other[side] = s->stratum[i].relevant[side];
		}
	for (size_t i = 0; i < s->documents; i++) {
		int32_t grade = counted_grade(s, &s->document[i], s->document[i].rank >= 0);
		x->document[i].grade = grade < 0 ? grade : grade >= level ? 0 : INT32_MAX;
	}
	return &x->view;
}

void outside_sample_free(struct sample_view *s)
{
	struct more *x = (struct more *)s; /* the view is its first member */
	if (x == NULL)
		return;
	free(x->stratum);
	free(x->document);
	free(x);
}
