/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * See simulation.h. How the coverage of a truth is found is coverage_of()'s to choose, within what
 * is set here: exact by the border or by a sum where one can wait for it, else from samples.
 */
#include <math.h>

#include "core/base/parallel.h"
#include "core/engine/simulate/coverage_simulation.h"
#include "core/stats/coverage/looks.h"
#include "core/stats/interval/repeated_samples.h"

enum {
	SAMPLES = 1000,		 /* of a truth, where none are asked for; the paper's number */
	FAST_OUTCOMES = 1000000, /* most that a formula is summed over */
	SLOW_OUTCOMES = 4000,	 /* the same for a method that searches for its ends */
	WIDTHS = 21,
};

/* Error of an exact coverage, at most: this at either end of each sample's distribution. */
static const double NEGLECT = 1e-7;

struct truth simulation_truth(const struct simulation *s, const struct truth_source *from,
			      size_t number, struct realization *room)
{
	if (from->scenario == NULL)
		return from->truths->truth[number];
	scenario_realize(from->scenario, s->seed, number, room);
	return (struct truth){ room->strata, 2 };
}

size_t simulation_steps(const struct simulation *s, const struct truth_source *from)
{
	return from->scenario != NULL ? (size_t)s->realizations : from->truths->count;
}

/* The design of a truth as a method sees it, for the caller to free; NULL: out of memory. */
static struct stratum *design_of(const struct truth *t)
{
	struct stratum *s = calloc(t->count + 1, sizeof *s);
	for (size_t i = 0; s != NULL && i < t->count; i++)
		s[i] = (struct stratum){ .size = t->strata[i].size,
					 .sampled = t->strata[i].sampled,
					 .assessable = t->strata[i].sampled,
					 .retrieved = t->strata[i].retrieved };
	return s;
}

/* Does the method give an interval for a sample of this design? */
static int try_method(const struct simulation *s, const struct interval_method *m,
		      const struct truth *t, struct err *e)
{
	struct stratum *design = design_of(t);
	if (design == NULL)
		return err_memory(e);
	struct interval x;
	int result = interval_compute(m, design, t->count, &s->interval, &x, e);
	free(design);
	return result;
}

/* Does the method apply? Methods with a posterior take any design. */
static int check_method(const struct simulation *s, const struct truth_source *from,
			const struct interval_method *m, struct err *e)
{
	if (m->weighted != NULL)
		return err_usage(e,
				 "--ci=%s: works from probabilities and not from strata, and "
				 "cannot be simulated",
				 m->name);
	if (!(m->quantities & (unsigned)s->interval.quantity))
		return err_usage(e, "--ci=%s: the method does not apply to the quantity", m->name);
	for (size_t i = 0; from->truths != NULL && i < from->truths->count && !m->prior; i++)
		if (try_method(s, m, &from->truths->truth[i], e) < 0)
			return -1;
	return 0;
}

/* The methods that are named, or else all that apply. */
static int choose_methods(const struct simulation *s, const struct truth_source *from,
			  struct simulation_result *out, struct err *e)
{
	for (size_t i = 0; i < s->named.count; i++) {
		const struct interval_method *m = interval_find(s->named.method[i]);
		if (check_method(s, from, m, e) < 0)
			return -1;
		out->method[out->methods++].method = m;
	}
	for (size_t i = 0; s->named.count == 0 && interval_methods[i] != NULL; i++) {
		struct err why = { 0 };
		if (out->methods == METHODS_MAX)
			break;
		if (interval_methods[i]->learnt) /* of one truth it is bb-shared */
			continue;
		if (check_method(s, from, interval_methods[i], &why) == 0) {
			out->method[out->methods++].method = interval_methods[i];
		} else if (why.status == STATUS_IO) { /* out of memory: not the method's fault */
			*e = why;
			return -1;
		}
	}
	return 0;
}

/* One method, one truth. */
static int cover(const struct simulation *s, const struct interval_method *m, const struct truth *t,
		 size_t number, struct coverage *out, struct err *e)
{
	bool slow = m->prior != NULL || m->monotone;
	const struct coverage_request q = {
		.interval = s->interval,
		.by = s->samples > 0 ? COVERAGE_BY_SAMPLE : COVERAGE_AUTO,
		.outcomes = s->exact ? INT64_MAX
			    : slow   ? SLOW_OUTCOMES
				     : FAST_OUTCOMES,
		.neglect = NEGLECT,
		.widths = WIDTHS,
		.draws = s->samples > 0 ? s->samples : SAMPLES,
		.seed = s->seed,
		.index = number,
	};
	return s->looks > 1 ? coverage_of_looks(m, t, &q, s->looks, out, e)
			    : coverage_of(m, t, &q, out, e);
}

/* All methods on one truth; those with the same posterior there share the work. */
static int cover_all(const struct simulation *s, const struct simulation_result *r,
		     const struct truth *t, size_t number, struct coverage *out, struct err *e)
{
	struct stratum *design = design_of(t);
	if (design == NULL)
		return err_memory(e);
	int result = 0;
	for (size_t i = 0; i < r->methods && result == 0; i++) {
		const struct interval_method *m = r->method[i].method;
		size_t j = 0;
		while (j < i && !same_posterior(r->method[j].method, m, design, t->count))
			j++;
		if (j < i)
			out[i] = out[j];
		else
			result = cover(s, m, t, number, &out[i], e);
	}
	free(design);
	return result;
}

/* The truth with its name before what is wrong with it. */
static int name_truth(const struct truth_source *from, size_t number, struct err *e)
{
	struct err inner = *e;
	if (from->truths == NULL || inner.status != STATUS_DATA)
		return -1;
	return err_data(e, "%.300s: truth '%.100s': %.600s", from->name, from->truths->name[number],
			inner.text);
}

/* Coverage of every truth, row by row. `defined` tells which there are. */
struct covering {
	const struct simulation *s;
	const struct truth_source *from;
	const struct simulation_result *r;
	struct coverage *coverage;
	bool *defined;
};

static int cover_truth(void *context, size_t i, int thread, struct err *e)
{
	(void)thread;
	const struct covering *x = context;
	struct realization room;
	const struct truth t = simulation_truth(x->s, x->from, i, &room);
	x->defined[i] = !isnan(truth_value(&t, &x->s->interval));
	if (x->defined[i] && cover_all(x->s, x->r, &t, i, x->coverage + i * x->r->methods, e) < 0)
		return name_truth(x->from, i, e);
	progress_step(&x->s->progress);
	return 0;
}

static void truth_fields(void *context, size_t i, struct shard_line *l)
{
	const struct covering *x = context;
	SHARD_FIELD(l, &x->defined[i]);
	for (size_t m = 0; x->defined[i] && m < x->r->methods; m++) {
		struct coverage *c = &x->coverage[i * x->r->methods + m];
		int32_t by = (int32_t)c->by;
		SHARD_FIELD(l, &c->covered);
		SHARD_FIELD(l, &c->above);
		SHARD_FIELD(l, &c->below);
		SHARD_FIELD(l, &c->undefined);
		SHARD_FIELD(l, &c->width);
		SHARD_FIELD(l, &c->intervals);
		SHARD_FIELD(l, &by);
		c->by = (enum coverage_by)by;
	}
}

static void summarize(const struct simulation *s, const struct coverage *c, const bool *defined,
		      size_t count, struct coverage *column, struct simulation_result *out)
{
	for (size_t i = 0; i < count; i++)
		*(defined[i] ? &out->truths : &out->undefined) += 1;
	for (size_t m = 0; m < out->methods; m++) {
		struct method_result *r = &out->method[m];
		size_t filled = 0;
		for (size_t i = 0; i < count; i++) {
			if (!defined[i])
				continue;
			column[filled++] = c[i * out->methods + m];
			*(column[filled - 1].by == COVERAGE_BY_SAMPLE ? &r->sampled : &r->exact) +=
				1;
		}
		r->summary = coverage_summarize(column, filled, s->level);
	}
}

int simulation_run(const struct simulation *s, const struct truth_source *from,
		   struct simulation_result *out, struct err *e)
{
	*out = (struct simulation_result){ .samples = s->samples > 0 ? s->samples : SAMPLES };
	if (choose_methods(s, from, out, e) < 0)
		return -1;
	size_t count = simulation_steps(s, from);
	struct coverage *c = calloc(count * out->methods + 1, sizeof *c);
	struct coverage *column = calloc(count + 1, sizeof *column);
	bool *defined = calloc(count + 1, sizeof *defined);
	int result = -1;
	if (c == NULL || column == NULL || defined == NULL)
		err_memory(e);
	else
		result = shard_each(s->shard, s->jobs, count, cover_truth, truth_fields,
				    &(struct covering){ s, from, out, c, defined }, e);
	if (result == 0)
		summarize(s, c, defined, count, column, out);
	if (result == 0 && out->truths == 0 && !shard_writes(s->shard))
		result =
			err_data(e, "%.600s: the quantity is undefined in every truth", from->name);
	free(c);
	free(column);
	free(defined);
	return result;
}
