/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/commands/validate/validate.h"

/* The shares that are usually large, and those that are usually small: each has its own axis. */
static const char *const large[] = { "est_recall", END_TO_END, ERECALL, "est_P", "est_F", NULL };
static const char *const small[] = { "est_richness", "est_elusion", NULL };

/* The ends that were asked for, by the first method. */
static struct interval drawn_bounds(const struct validate_request *q,
				    const struct validation_figure *f)
{
	const struct validation_bounds b = validation_shown(f, 0);
	return q->tail == TAIL_BOTH ? b.between
				    : (struct interval){ q->tail == TAIL_LOWER ? b.at_least : NAN,
							 q->tail == TAIL_UPPER ? b.at_most : NAN };
}

/* How many of these measures the counts tell. */
static size_t count_known(const struct validation *x, const char *const *measure)
{
	size_t count = 0;
	for (; *measure != NULL; measure++)
		count += validation_find(x, *measure) != NULL;
	return count;
}

static void draw_figures(struct plot *p, const struct validate_request *q,
			 const struct validation *x, const char *const *measure)
{
	const char *by[2] = { NULL, NULL }; /* the method of the question, and that of one sample */
	for (const char *const *name = measure; *name != NULL; name++) {
		const struct validation_figure *f = validation_find(x, *name);
		if (f != NULL && !f->counted)
			by[strcmp(f->bounds[0].by, x->method[0].between) != 0] = f->bounds[0].by;
	}
	char between[2 * METHOD_NAME_MAX + 2];
	bool two = by[0] != NULL && by[1] != NULL;
	snprintf(between, sizeof between, "%s%s%s", by[0] != NULL ? by[0] : "", two ? ", " : "",
		 by[1] != NULL ? by[1] : "");
	bool both = q->tail == TAIL_BOTH;
	buffer_print(&p->title, "Production\n%g %% %s%s (%s)", 100 * q->question.level,
		     both ? "" : tail_names[q->tail], both ? "intervals" : " bounds",
		     both ? between : x->method[0].one_sided);
	plot_curve(p, PLOT_INTERVALS, NULL, 0);
	for (; *measure != NULL; measure++) {
		const struct validation_figure *f = validation_find(x, *measure);
		if (f == NULL)
			continue;
		const struct interval b = drawn_bounds(q, f);
		plot_interval(p,
			      (struct plot_point){ f->value, (double)p->names, b.lower, b.upper });
		plot_name(p, f->label, NULL);
	}
}

/* The target as a line, and the one-sided bound of recall that decides. */
static void draw_target(struct plot *p, const struct validate_request *q,
			const struct validation *x)
{
	char title[64];
	double target = q->question.target;
	const struct validation_bounds *b = &validation_recall(x)->bounds[0];
	bool missed = x->verdict[0] == VERDICT_MISSED;
	snprintf(title, sizeof title, "recall %s, one-sided", missed ? "at most" : "at least");
	plot_curve(p, PLOT_MARK, title, 1);
	/* recall is the first row, that from end to end the second */
	plot_point(p, missed ? b->at_most : b->at_least, x->end_to_end.strata > 0 ? 1 : 0);
	snprintf(title, sizeof title, "target %g", target);
	plot_line(p, title, target, -0.5, target, (double)p->names - 0.5);
}

int validation_picture(const struct validate_request *q, const struct validation *x,
		       struct picture *out, struct err *e)
{
	bool many = count_known(x, large) > 0, few = count_known(x, small) > 0;
	/* names are long: one below the other */
	if (picture_init(out, many && few ? 2 : 1, 1, e) < 0)
		return -1;
	struct plot *p = out->plot;
	if (many) {
		p->share = true;
		draw_figures(p, q, x, large);
		if (!isnan(q->question.target))
			draw_target(p, q, x);
		p++;
	}
	if (few) {
		p->from_zero = true;
		draw_figures(p++, q, x, small);
	}
	return 0;
}
