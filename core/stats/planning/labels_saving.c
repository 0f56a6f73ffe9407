/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/stats/numeric/accuracy.h"
#include "core/stats/planning/labels_saving.h"
#include "core/stats/sampling/allocation.h"
#include "core/stats/sampling/joined_classes.h"

/* Numbers of documents and of relevant ones, of both sides. */
struct sums {
	double size[2], relevant[2], all;
};

static struct sums sums_of(const struct labelled_cell *cell, size_t count)
{
	struct sums s = { 0 };
	for (size_t i = 0; i < count; i++) {
		s.size[cell[i].retrieved] += cell[i].size;
		s.relevant[cell[i].retrieved] += cell[i].size * cell[i].share;
		s.all += cell[i].size;
	}
	return s;
}

/* What one more relevant document does to the quantity. */
static double influence(const struct sums *s, bool retrieved, bool recall)
{
	double relevant = s->relevant[0] + s->relevant[1];
	if (!recall)
		return retrieved ? 1 / s->size[1] : 0;
	return (retrieved - s->relevant[1] / relevant) / relevant;
}

/* a^2 N^2 p(1-p) of a cell. */
static double spread_of(const struct sums *s, const struct labelled_cell *c, bool recall)
{
	double a = influence(s, c->retrieved, recall);
	return a * a * c->size * c->size * c->share * (1 - c->share);
}

/* The cells of a simple random sample of n of N documents: those of a label, or all (-1). */
static double post_strata(const struct sums *s, const struct labelled_cell *cell, size_t count,
			  int label, double n, double N, bool recall)
{
	double variance = 0;
	for (size_t i = 0; i < count; i++) {
		double share = cell[i].size / N, expected = n * share;
		if (cell[i].size > 0 && (label < 0 || cell[i].label == label))
			variance += spread_of(s, &cell[i], recall) *
				    fmax(1 / expected - 1 / cell[i].size +
						 (1 - share) / (expected * expected) * (1 - n / N),
					 0);
	}
	return variance;
}

/* Documents and relevant ones of each label class, as parts of an allocation. */
static size_t label_parts(const struct labelled_cell *cell, size_t count,
			  struct allocation_part *part)
{
	size_t labels = 0;
	for (size_t i = 0; i < count; i++)
		labels = (size_t)cell[i].label + 1 > labels ? (size_t)cell[i].label + 1 : labels;
	for (size_t g = 0; g < labels; g++) {
		double size = 0, relevant = 0;
		for (size_t i = 0; i < count; i++)
			if (cell[i].label == (int)g) {
				size += cell[i].size;
				relevant += cell[i].size * cell[i].share;
			}
		part[g] = (struct allocation_part){
			.weight = fmax(sqrt(relevant * (size - relevant)), MODEL_SHARE_EDGE),
			.size = llround(size),
			.least = CLASS_LEAST,
		};
	}
	return labels;
}

static int neyman(const struct sums *s, const struct labelled_cell *cell, size_t count, int64_t n,
		  bool recall, double *out, struct err *e)
{
	struct allocation_part *part = calloc(count + 1, sizeof *part);
	if (part == NULL)
		return err_memory(e);
	size_t labels = label_parts(cell, count, part);
	int result = allocate(part, labels, n, e);
	*out = 0;
	for (size_t g = 0; g < labels && result == 0; g++)
		if (part[g].size > 0)
			*out += post_strata(s, cell, count, (int)g, fmax((double)part[g].share, 1),
					    (double)part[g].size, recall);
	free(part);
	return result;
}

int labels_saving(const struct labelled_cell *cell, size_t count, int64_t sampled, bool recall,
		  struct labels_saving *out, struct err *e)
{
	const struct sums s = sums_of(cell, count);
	const struct labelled_cell side[2] = {
		{ s.size[0], s.size[0] > 0 ? s.relevant[0] / s.size[0] : 0, false, 0 },
		{ s.size[1], s.size[1] > 0 ? s.relevant[1] / s.size[1] : 0, true, 0 },
	};
	double n = (double)sampled, variance[SAVING_DESIGNS];
	variance[SAVING_WITHOUT] = post_strata(&s, side, 2, -1, n, s.all, recall);
	variance[SAVING_POST_STRATA] = post_strata(&s, cell, count, -1, n, s.all, recall);
	if (neyman(&s, cell, count, sampled, recall, &variance[SAVING_NEYMAN], e) < 0)
		return -1;
	out->value = recall ? s.relevant[1] / (s.relevant[0] + s.relevant[1])
			    : s.relevant[1] / s.size[1];
	for (int k = 0; k < SAVING_DESIGNS; k++) {
		double least = 1, most = s.all; /* by bisection: V falls with n */
		for (int i = 0; i < 200; i++) {
			double middle = (least + most) / 2;
			bool wider =
				post_strata(&s, side, 2, -1, middle, s.all, recall) > variance[k];
			*(wider ? &least : &most) = middle;
		}
		out->deviation[k] = sqrt(variance[k]);
		out->equivalent[k] = k == SAVING_WITHOUT ? n : most;
	}
	return 0;
}
