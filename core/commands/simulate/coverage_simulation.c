/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * See coverage_simulation.h. coverage_of() chooses how the coverage of a truth is found, within the
 * limits of simulation_samples(): exactly, by the border or by a sum, if that does not take too
 * long, else from samples.
 */
#include <math.h>

#include "core/commands/simulate/coverage_simulation.h"
#include "core/stats/interval/repeated_samples.h"

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
			  struct coverage_result *out, struct err *e)
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
		if (interval_methods[i]->learnt) /* of one truth it is bb-spread */
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

/* All methods on one truth. */
static int cover_all(const struct simulation *s, const struct coverage_result *r,
		     const struct truth *t, size_t number, struct coverage *out, struct err *e)
{
	int result = 0;
	for (size_t i = 0; i < r->methods && result == 0; i++) {
		const struct interval_method *m = r->method[i].method;
		const struct coverage_request q =
			simulation_samples(s, m->prior != NULL || m->monotone, number);
		result = s->looks > 1 ? coverage_of_looks(m, t, &q, s->looks, &out[i], e)
				      : coverage_of(m, t, &q, &out[i], e);
	}
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

/* All truths of the source, row by row; the value is nan if there is no coverage. */
struct covering {
	const struct simulation *s;
	const struct truth_source *from;
	struct coverage_result *r;
};

static int describe(const struct simulation *s, const struct truth *t, struct truth_result *out,
		    struct err *e)
{
	for (size_t i = 0; i < t->count; i++) {
		*(t->strata[i].retrieved ? &out->n1 : &out->n0) += t->strata[i].sampled;
		*(t->strata[i].retrieved ? &out->size1 : &out->size0) += t->strata[i].size;
	}
	const struct coverage_request q = simulation_samples(s, false, out->number);
	return estimate_moments_of(t, &q, &out->estimate, e);
}

static int cover_truth(void *context, size_t i, int thread, struct err *e)
{
	(void)thread;
	const struct covering *x = context;
	struct realization room;
	const struct truth t = simulation_truth(x->s, x->from, i, &room);
	struct truth_result *r = &x->r->truth[i];
	*r = (struct truth_result){ .number = i, .value = truth_value(&t, &x->s->interval) };
	r->name = x->from->truths != NULL ? x->from->truths->name[i] : NULL;
	if (!isnan(r->value) &&
	    (cover_all(x->s, x->r, &t, i, x->r->coverage + i * x->r->methods, e) < 0 ||
	     describe(x->s, &t, r, e) < 0))
		return name_truth(x->from, i, e);
	progress_step(&x->s->effort.progress);
	return 0;
}

static void truth_fields(void *context, size_t i, struct shard_line *l)
{
	const struct covering *x = context;
	struct truth_result *t = &x->r->truth[i];
	t->number = i;
	t->name = x->from->truths != NULL ? x->from->truths->name[i] : NULL;
	SHARD_FIELDS(l, &t->value, &t->size1, &t->size0, &t->n1, &t->n0, &t->estimate.bias,
		     &t->estimate.sd, &t->estimate.undefined);
	for (size_t m = 0; m < x->r->methods; m++) {
		struct coverage *c = &x->r->coverage[i * x->r->methods + m];
		int32_t by = (int32_t)c->by;
		SHARD_FIELDS(l, &c->offered, &c->covered, &c->above, &c->below, &c->width,
			     &c->intervals, &by);
		c->by = (enum coverage_by)by;
	}
}

/* Leaves out truths without a value. */
static void keep_defined(struct coverage_result *r, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (isnan(r->truth[i].value)) {
			r->undefined++;
			continue;
		}
		r->truth[r->truths] = r->truth[i];
		memmove(r->coverage + r->truths * r->methods, r->coverage + i * r->methods,
			r->methods * sizeof *r->coverage);
		r->truths++;
	}
}

double coverage_error(const struct coverage *c, double samples)
{
	bool sampled = c->by == COVERAGE_BY_SAMPLE && c->offered > 0;
	return sampled ? sqrt(c->covered * (1 - c->covered) / (samples * c->offered)) : NAN;
}

/* The standard error of the mean coverage over truths; nan if all are exact. */
static double error_of_mean(const struct coverage *c, size_t count, double samples)
{
	double square = 0, sampled = 0, with_coverage = 0;
	for (size_t i = 0; i < count; i++) {
		double error = coverage_error(&c[i], samples);
		with_coverage += !isnan(c[i].covered);
		sampled += !isnan(error);
		square += isnan(error) ? 0 : error * error;
	}
	return sampled > 0 ? sqrt(square) / with_coverage : NAN;
}

static struct quartiles column_quartiles(const struct coverage *c, size_t count, size_t at,
					 double *room)
{
	for (size_t i = 0; i < count; i++)
		room[i] = *(const double *)(const void *)((const char *)&c[i] + at);
	return quartiles_of(room, count);
}

static void summarize_method(const struct coverage *c, size_t count, double level, double *room,
			     struct method_result *r)
{
	r->summary = coverage_summarize(c, count, level);
	r->coverage = column_quartiles(c, count, offsetof(struct coverage, covered), room);
	r->below = column_quartiles(c, count, offsetof(struct coverage, below), room);
	r->above = column_quartiles(c, count, offsetof(struct coverage, above), room);
	for (size_t i = 0; i < count; i++)
		*(c[i].by == COVERAGE_BY_SAMPLE ? &r->sampled : &r->exact) += 1;
}

/* Of the truths whose samples have an estimate. */
static void summarize_estimates(struct coverage_result *out)
{
	double count = 0, square = 0;
	for (size_t i = 0; i < out->truths; i++) {
		const struct estimate_moments *m = &out->truth[i].estimate;
		if (isnan(m->bias))
			continue;
		count++;
		out->bias += m->bias;
		square += m->bias * m->bias + m->sd * m->sd;
	}
	out->bias /= count;
	out->rmse = sqrt(square / count);
}

static int summarize(const struct simulation *s, struct coverage_result *out, struct err *e)
{
	double share[METHODS_MAX] = { 0 };
	struct coverage *column = arena_zeroed(&out->memory, out->truths, sizeof *column);
	double *room = arena_zeroed(&out->memory, out->truths, sizeof *room);
	if (out->memory.failed)
		return err_memory(e);
	for (size_t i = 0; i < out->truths; i++)
		coverage_closest(out->coverage + i * out->methods, out->methods, s->level, share);
	for (size_t m = 0; m < out->methods; m++) {
		for (size_t i = 0; i < out->truths; i++)
			column[i] = out->coverage[i * out->methods + m];
		summarize_method(column, out->truths, s->level, room, &out->method[m]);
		out->method[m].closest = share[m] / (double)out->truths;
		out->method[m].error = error_of_mean(column, out->truths, (double)out->samples);
	}
	summarize_estimates(out);
	return 0;
}

int coverage_run(const struct simulation *s, const struct truth_source *from,
		 struct coverage_result *out, struct err *e)
{
	*out = (struct coverage_result){ .samples = s->effort.samples > 0 ? s->effort.samples
									  : SAMPLES_OF_A_TRUTH };
	if (choose_methods(s, from, out, e) < 0)
		return -1;
	size_t count = simulation_steps(from);
	out->coverage = arena_zeroed(&out->memory, count * out->methods, sizeof *out->coverage);
	out->truth = arena_zeroed(&out->memory, count, sizeof *out->truth);
	if (out->memory.failed)
		return err_memory(e);
	if (shard_each(s->effort.shard, s->effort.jobs, count, cover_truth, truth_fields,
		       &(struct covering){ s, from, out }, e) < 0)
		return -1;
	keep_defined(out, count);
	if (out->truths == 0 && !shard_writes(s->effort.shard))
		return err_data(e, "%.600s: the quantity is undefined in every truth", from->name);
	return summarize(s, out, e);
}

/*
 * The pictures of simulate coverage: boxes over the truths, or a curve over them.
 */

enum { PANELS = 4 }; /* of a source */

/* The axes end here, as in the paper: else methods that fail would squeeze the others. */
static const double LEAST_DRAWN = 0.8, WIDEST_GAP = 0.15;

/* A box for each method, a diamond for its mean, and a line to compare with. */
static void draw_boxes(struct plot *p, const struct coverage_result *r, size_t at, double level)
{
	plot_curve(p, PLOT_FAINT, NULL, 0);
	plot_point(p, -0.5, level);
	plot_point(p, (double)r->methods - 0.5, level);
	for (size_t m = 0; m < r->methods; m++) {
		double sum = 0;
		plot_curve(p, PLOT_BOX, NULL, 0);
		for (size_t i = 0; i < r->truths; i++) {
			double y = record_real(&r->coverage[i * r->methods + m], at);
			plot_point(p, (double)m, y);
			sum += y;
		}
		plot_curve(p, PLOT_MARK, NULL, 1);
		plot_point(p, (double)m, sum / (double)r->truths);
	}
}

static void draw_closest(struct plot *p, const struct coverage_result *r)
{
	p->from_zero = true;
	plot_curve(p, PLOT_BARS, NULL, 0);
	for (size_t m = 0; m < r->methods; m++)
		plot_point(p, (double)m, r->method[m].closest);
}

/* Figures 9 to 11, 12 and 13. */
static void draw_source(struct plot *p, const char *name, const struct coverage_result *r,
			double level)
{
	static const char *const label[PANELS] = { "coverage", "truth below", "truth above",
						   "closest" };
	for (int i = 0; i < PANELS; i++) {
		buffer_print(&p[i].title, "%s", name);
		buffer_print(&p[i].y_label, "%s", label[i]);
		p[i].names_below = true;
		for (size_t m = 0; m < r->methods; m++)
			plot_name(&p[i], r->method[m].method->name, NULL);
	}
	draw_boxes(&p[0], r, offsetof(struct coverage, covered), level);
	p[0].bottom = fmin(LEAST_DRAWN, level - 4 * (1 - level));
	p[0].top = 1;
	draw_boxes(&p[1], r, offsetof(struct coverage, below), (1 - level) / 2);
	draw_boxes(&p[2], r, offsetof(struct coverage, above), (1 - level) / 2);
	p[1].top = p[2].top = fmax(WIDEST_GAP, 3 * (1 - level));
	draw_closest(&p[3], r);
}

/* Truths of a scenario are random, without an order that a line could follow. */
static enum plot_style style_of(const struct truth_source *from)
{
	return from->scenario != NULL ? PLOT_DOTS : PLOT_LINE;
}

static void by_size(struct plot *p)
{
	buffer_print(&p->x_label, "sampled, not retrieved");
	p->log_x = true;
}

/* Figures 4 to 7; the level is a curve too. */
static void draw_coverage(struct plot *p, const struct truths_asked *q,
			  const struct truth_source *from, const struct coverage_result *r,
			  size_t sources, bool sizes)
{
	double low = INFINITY, high = -INFINITY;
	size_t colour = 0;
	buffer_print(&p->title, "coverage of each truth");
	buffer_print(&p->y_label, "coverage");
	if (sizes)
		by_size(p);
	else
		buffer_print(&p->x_label, "%s", simulation_quantities[q->quantity]);
	for (size_t s = 0; s < sources; s++)
		for (size_t m = 0; m < r[s].methods; m++) {
			char title[256];
			snprintf(title, sizeof title, "%s%s%.200s", r[s].method[m].method->name,
				 sources > 1 ? " " : "", sources > 1 ? from[s].name : "");
			plot_curve(p, style_of(&from[s]), title, colour++);
			for (size_t i = 0; i < r[s].truths; i++) {
				double x = sizes ? (double)r[s].truth[i].n0 : r[s].truth[i].value;
				plot_point(p, x, r[s].coverage[i * r[s].methods + m].covered);
				low = fmin(low, x);
				high = fmax(high, x);
			}
		}
	plot_line(p, "level", low, q->simulation.level, high, q->simulation.level);
}

static bool sizes_differ(const struct coverage_result *r)
{
	for (size_t i = 1; i < r->truths; i++)
		if (r->truth[i].n0 != r->truth[0].n0)
			return true;
	return false;
}

/* Figure 3. */
static void draw_bias(struct plot *p, const struct truth_source *from,
		      const struct coverage_result *r, size_t sources)
{
	buffer_print(&p->title, "bias of the estimate");
	buffer_print(&p->y_label, "bias");
	by_size(p);
	for (size_t s = 0; s < sources; s++) {
		plot_curve(p, style_of(&from[s]), from[s].name, s);
		for (size_t i = 0; i < r[s].truths; i++)
			plot_point(p, (double)r[s].truth[i].n0, r[s].truth[i].estimate.bias);
	}
}

int coverage_draw(const struct truths_asked *q, bool by_truth, const struct truth_source *from,
		  const struct coverage_result *r, size_t sources, struct picture *out,
		  struct err *e)
{
	bool sizes = false;
	for (size_t s = 0; s < sources; s++)
		sizes = sizes || sizes_differ(&r[s]);
	if (!by_truth) {
		if (picture_init(out, sources, PANELS, e) < 0)
			return -1;
		for (size_t s = 0; s < sources; s++)
			draw_source(&out->plot[s * PANELS], from[s].name, &r[s],
				    q->simulation.level);
		return 0;
	}
	if (picture_init(out, 1, sizes ? 2 : 1, e) < 0)
		return -1;
	draw_coverage(&out->plot[0], q, from, r, sources, sizes);
	if (sizes)
		draw_bias(&out->plot[1], from, r, sources);
	return 0;
}
