/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "core/base/arena.h"
#include "core/stats/distribution/topic_sum.h"
#include "core/stats/goutte_gaussier/confusion_mean.h"
#include "core/stats/numeric/accuracy.h"
#include "core/stats/numeric/logit.h"

/* The measure of a topic, or its negative, as a term of a sum. */
struct figure {
	const struct confusion_posterior *posterior;
	double sign;
	struct atoms nodes; /* of the measure: those that were made last */
	double step, gap;   /* of w, and the largest distance between two nodes */
	double mean, deviation;
};

/* Nodes in w, the log odds being middle + scale sinh(w), from the middle outwards on one side. */
static int add_side(struct figure *f, const struct log_odds *l, double side, double step,
		    struct err *e)
{
	double middle = l->shift + log(l->a / l->b), most = 0, before = inverse_logit(middle);
	double scale = fmin(2, 3 * sqrt(1 / l->a + 1 / l->b + l->spread.variance));
	double factor = exp(step), grown = side < 0 ? factor : 1;
	for (;; grown *= factor) {
		double u = middle + side * scale * (grown - 1 / grown) / 2;
		double mass = log_odds_density(l, u) * (grown + 1 / grown) / 2;
		double value = inverse_logit(u);
		most = fmax(most, mass);
		if (mass < TAIL_LEFT_OUT / 10 * most)
			return 0;
		if (atoms_add(&f->nodes, value, mass, e) < 0)
			return -1;
		f->gap = fmax(f->gap, fabs(value - before));
		before = value;
	}
}

/* Makes the nodes, and their mean and deviation. */
static int make_nodes(struct figure *f, double step, struct err *e)
{
	struct log_odds *l = malloc(sizeof *l);
	if (l == NULL)
		return err_memory(e);
	confusion_log_odds(f->posterior, l);
	f->nodes.count = 0;
	f->step = step;
	f->gap = 0;
	int status = add_side(f, l, -1, step, e) < 0 || add_side(f, l, 1, step, e) < 0 ? -1 : 0;
	free(l);
	if (status < 0)
		return -1;
	double sum = 0, squares = 0;
	f->mean = 0;
	for (size_t i = 0; i < f->nodes.count; i++) {
		struct atom *a = &f->nodes.atom[i];
		sum += a->mass;
		f->mean += a->mass * a->value;
	}
	f->mean /= sum;
	for (size_t i = 0; i < f->nodes.count; i++) {
		struct atom *a = &f->nodes.atom[i];
		a->mass /= sum;
		squares += a->mass * (a->value - f->mean) * (a->value - f->mean);
	}
	f->deviation = sqrt(squares);
	return 0;
}

/* Nodes this far apart give the measure's own moments. */
#define COARSE_STEP (1.0 / 6)

static int figure_atoms(void *of, double gap, double most, struct atoms *out, struct err *e)
{
	struct figure *f = of;
	(void)most; /* there are no more atoms than nodes of the lattice */
	if (f->gap > gap && make_nodes(f, 0.99 * f->step * gap / f->gap, e) < 0)
		return -1;
	for (size_t i = 0; i < f->nodes.count; i++)
		if (atoms_add(out, f->sign * f->nodes.atom[i].value, f->nodes.atom[i].mass, e) < 0)
			return -1;
	return 0;
}

/* Precision and recall have a formula. */
static double mean_of(const struct figure *f)
{
	return f->posterior->quantity == QUANTITY_F ? f->mean : confusion_mean(f->posterior);
}

static struct sum_term term_of(struct figure *f)
{
	return (struct sum_term){ .low = fmin(f->sign, 0),
				  .high = fmax(f->sign, 0),
				  .deviation = f->deviation,
				  .values = HUGE_VAL,
				  .of = f,
				  .atoms = figure_atoms };
}

/*
 * The sum of the measures of `a`, less those of `b` unless that is NULL; the rest as topic_sum().
 * `mean`: of one topic.
 */
static int sum_figures(const struct confusion_posterior *a, const struct confusion_posterior *b,
		       size_t count, double lower_p, double upper_p, double zero,
		       struct sum_answers *out, double *mean, struct err *e)
{
	struct arena memory = { 0 };
	size_t terms = b != NULL ? 2 * count : count, made = 0;
	struct figure *figure = arena_zeroed(&memory, terms, sizeof *figure);
	struct sum_term *term = arena_zeroed(&memory, terms, sizeof *term);
	int status = memory.failed ? err_memory(e) : 0;
	*mean = 0;
	for (; made < terms && status == 0; made++) {
		struct figure *f = &figure[made];
		*f = made < count ? (struct figure){ .posterior = &a[made], .sign = 1 }
				  : (struct figure){ .posterior = &b[made - count], .sign = -1 };
		status = make_nodes(f, COARSE_STEP, e);
		term[made] = term_of(f);
	}
	if (status == 0)
		status = topic_sum(term, terms, lower_p, upper_p, zero, out, e);
	for (size_t i = 0; i < made; i++) { /* the nodes made last are the finest */
		*mean += figure[i].sign * mean_of(&figure[i]) / (double)count;
		atoms_release(&figure[i].nodes);
	}
	arena_release(&memory);
	return status;
}

int macro_interval(const struct confusion_posterior *topic, size_t count, double lower_p,
		   double upper_p, struct macro_interval *out, struct err *e)
{
	if (count == 0)
		return err_usage(e, "there is no topic to take the mean of");
	if (count == 1) {
		*out = (struct macro_interval){ confusion_mean(topic),
						confusion_quantile(topic, lower_p),
						confusion_quantile(topic, upper_p), ROOT_ROUGH };
		return isinf(out->mean + out->lower + out->upper) ? err_memory(e) : 0;
	}
	struct sum_answers a;
	double mean, T = (double)count;
	if (sum_figures(topic, NULL, count, lower_p, upper_p, NAN, &a, &mean, e) < 0)
		return -1;
	if (isinf(mean))
		return err_memory(e);
	*out = (struct macro_interval){ mean, a.lower / T, a.upper / T, a.error };
	return 0;
}

static bool same_topics(const struct confusion_posterior *a, const struct confusion_posterior *b,
			size_t count)
{
	size_t i = 0;
	while (i < count && confusion_same(&a[i], &b[i]))
		i++;
	return i == count;
}

int macro_compare(const struct confusion_posterior *a, const struct confusion_posterior *b,
		  size_t count, struct tails *out, double *error, struct err *e)
{
	if (count == 0)
		return err_usage(e, "there is no topic to take the mean of");
	if (count == 1) {
		*out = confusion_compare(a, b);
		*error = ROOT_ROUGH;
		return isinf(out->above) ? err_memory(e) : 0;
	}
	if (same_topics(a, b, count)) {
		*out = (struct tails){ 0.5, 0.5 };
		*error = 0;
		return 0;
	}
	struct sum_answers s;
	double mean;
	if (sum_figures(a, b, count, NAN, NAN, 0, &s, &mean, e) < 0)
		return -1;
	*out = (struct tails){ 1 - s.above, s.above };
	*error = s.error;
	return 0;
}
