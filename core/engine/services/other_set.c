/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "core/engine/services/other_set.h"

/* The view, and what it points to. */
struct other_set {
	struct sample_view view;
	struct divided_stratum *stratum;
	struct sampled_document *document;
};

static void exchange(int64_t x[2])
{
	int64_t first = x[0];
	x[0] = x[1];
	x[1] = first;
}

static void gather(int64_t x[2])
{
	x[1] += x[0];
	x[0] = 0;
}

static void turn_stratum(struct divided_stratum *d, enum turn turn)
{
	void (*move)(int64_t *) = turn == TURN_ALL ? gather : exchange;
	move(d->relevant);
	move(d->other);
	move(d->gray);
	d->cut = turn == TURN_ALL ? false : d->cut;
	d->retrieved = turn == TURN_ALL ? true : !d->retrieved;
}

struct sample_view *other_set(const struct sample_view *s, const struct divided_stratum *stratum,
			      double cutoff, enum turn turn)
{
	struct other_set *x = calloc(1, sizeof *x);
	if (x == NULL)
		return NULL;
	x->view = *s;
	x->stratum = calloc(s->strata + 1, sizeof *x->stratum);
	x->document = calloc(s->documents + 1, sizeof *x->document);
	if (x->stratum == NULL || x->document == NULL) {
		other_set_free(&x->view);
		return NULL;
	}
	for (size_t i = 0; i < s->strata; i++) {
		x->stratum[i] = stratum[i];
		turn_stratum(&x->stratum[i], turn);
	}
	for (size_t i = 0; i < s->documents; i++) {
		const struct sampled_document *d = &s->document[i];
		bool top = d->rank >= 0 && (double)d->rank < cutoff;
		x->document[i] = *d;
		x->document[i].grade = counted_grade(s, d, top); /* by the set that was retrieved */
		x->document[i].rank = turn == TURN_ALL || !top ? 0 : -1;
	}
	x->view.stratum = x->stratum;
	x->view.document = x->document;
	x->view.gray = GRAY_NONRELEVANT;
	return &x->view;
}

void other_set_free(struct sample_view *s)
{
	struct other_set *x = (struct other_set *)s; /* the view is its first member */
	if (x == NULL)
		return;
	free(x->stratum);
	free(x->document);
	free(x);
}
