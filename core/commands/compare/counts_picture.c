/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "core/commands/compare/compare_options.h"
#include "core/commands/compare/compare_report.h"
#include "core/stats/goutte_gaussier/confusion.h"
#include "core/stats/goutte_gaussier/utility.h"
#include "core/stats/numeric/logit.h"

/* A distribution to draw: that of a share, or that of the utility. */
struct density {
	const struct log_odds_table *share; /* NULL: utility */
	struct utility_posterior utility;
};

static double cdf(const struct density *d, double x)
{
	if (d->share == NULL)
		return utility_cdf(&d->utility, x);
	return !(x > 0) ? 0 : x >= 1 ? 1 : log_odds_cdf(d->share, log(x) - log1p(-x));
}

static double quantile(const struct density *d, double prob)
{
	if (d->share == NULL)
		return utility_quantile(&d->utility, prob);
	return inverse_logit(log_odds_quantile(d->share, prob));
}

/* The mean density of each narrow bin: the density itself may be infinite at an end. */
static void draw_density(struct plot *p, const struct density *d, int side)
{
	enum { BINS = 200 };
	const double far = 1e-5;
	double from = quantile(d, far), width = (quantile(d, 1 - far) - from) / BINS;
	plot_curve(p, PLOT_LINE, side == 0 ? "A" : "B", (size_t)side);
	if (side == 1)
		plot_dash(p);
	double before = cdf(d, from);
	for (int i = 0; i < BINS; i++) {
		double upto = cdf(d, from + (i + 1) * width);
		plot_point(p, from + (i + 0.5) * width, (upto - before) / width);
		before = upto;
	}
}

static int draw_share(struct plot *p, const struct compare_request *q, enum quantity quantity,
		      const char *name, struct err *e)
{
	buffer_print(&p->title, "Posterior of %s", name);
	buffer_print(&p->x_label, "%s", name);
	buffer_print(&p->y_label, "density");
	p->from_zero = true;
	for (int side = 0; side < 2; side++) {
		struct confusion_posterior x;
		if (confusion_posterior_init(&x, &q->confusion[side], q->pair.prior, quantity,
					     q->pair.beta, e) < 0)
			return -1;
		struct log_odds_table *share = confusion_table(&x);
		if (share == NULL)
			return err_memory(e);
		const struct density d = { .share = share };
		draw_density(p, &d, side);
		free(share);
	}
	return 0;
}

static int draw_utility(struct plot *p, const struct compare_request *q, struct err *e)
{
	buffer_print(&p->title, "Posterior of the utility %g TP - %g FP", q->pair.gain,
		     q->pair.cost);
	buffer_print(&p->x_label, "utility");
	buffer_print(&p->y_label, "density");
	p->from_zero = true;
	for (int side = 0; side < 2; side++) {
		struct density d = { .share = NULL };
		if (utility_posterior_init(&d.utility, &q->confusion[side], 1, q->pair.prior,
					   q->pair.gain, q->pair.cost, e) < 0)
			return -1;
		draw_density(p, &d, side);
	}
	return 0;
}

int counts_picture(const struct compare_request *q, struct picture *out, struct err *e)
{
	char f[32];
	snprintf(f, sizeof f, "F%g", q->pair.beta);
	const struct {
		enum quantity quantity;
		const char *name;
	} share[] = { { QUANTITY_PRECISION, "precision" },
		      { QUANTITY_RECALL, "recall" },
		      { QUANTITY_F, f } };
	if (picture_init_plots(out, q->utility_given ? 4 : 3, e) < 0)
		return -1;
	for (int i = 0; i < 3; i++)
		if (draw_share(&out->plot[i], q, share[i].quantity, share[i].name, e) < 0)
			return -1;
	return q->utility_given ? draw_utility(&out->plot[3], q, e) : 0;
}
