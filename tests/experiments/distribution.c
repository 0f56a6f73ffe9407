/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the estimate may be, and how often, over the samples of one truth: the values that it can
 * have, or classes of a hundredth of the range if they are many. Beside it the normal distribution
 * of the same mean and standard deviation (Webber 2013, Figures 1 and 2; doc/papers.md). For the
 * yield of one stratum also what takes no notice of its size: the binomial distribution (eq 8) of
 * as many documents, and the normal one with the variance n p (1-p) (eq 9).
 *
 * Evidence: scenario=qrels-samples/scenarios/webber-table3.csv
 */
#include <math.h>

#include "core/commands/simulate/truths_asked.h"
#include "core/stats/distribution/atoms.h"
#include "core/stats/rmath.h"
#include "tests/experiments/key_value.h"

struct distribution_asked {
	struct truths_asked truths;
	struct answer_options answer;
};

#define AT(member) OPTION_AT(struct distribution_asked, member)

static const struct command_option keys[] = {
	{ .include = truth_options, AT(truths) },
	{ OPTION_QUANTITY("recall (default), precision, F or yield", quantities_of_a_run),
	  AT(truths.quantity) },
	{ OPTION_BETA, AT(truths.simulation.interval.beta) },
	{ OPTION_SAMPLES(
		  "Samples of each truth, or all that can be drawn (default: all if these are "
		  "few enough, else 1000)"),
	  .set = set_number_or_all, AT(truths.simulation.effort.samples) },
	{ .include = effort_options, AT(truths.simulation.effort) },
	{ OPTION_PICTURE("the distributions, of 12 truths at most"), AT(answer.plot) },
	{ 0 },
};

static void init(void *request)
{
	struct distribution_asked *q = request;
	q->truths.simulation.level = 0.95;
	q->answer.format = FORMAT_CSV;
}

static const struct command_table table = {
	.name = "distribution",
	.doc = "The distribution of the estimate over the samples of each truth.",
	.option = keys,
	.size = sizeof(struct distribution_asked),
	.init = init,
	.release = truths_asked_release,
	.check = truths_asked_check,
};

/* ---- the distribution of one truth ---- */

/* Estimates from `from` to below `to`, or one value, if both are the same. */
struct estimate_class {
	double from, to;
	double probability;
	double normal; /* from the middle between values to the next, or from `from` to `to` */
	double binomial, binomial_normal; /* likewise; nan if there is more than one stratum */
};

struct estimate_marks {
	double truth, mean; /* the true value, and that of the estimate in the mean */
};

enum { CLASSES = 100, VALUES_MAX = 200 };

/* Each value; a normal variable is counted for the value that is nearest. */
static size_t by_value(const struct atoms *a, double mean, double sd, struct estimate_class *out)
{
	double below = 0;
	for (size_t i = 0; i < a->count; i++) {
		double x = a->atom[i].value;
		double upto = i + 1 < a->count ? (x + a->atom[i + 1].value) / 2 : INFINITY;
		double upper = pnorm(upto, mean, sd, 1, 0);
		out[i] = (struct estimate_class){ x, x, a->atom[i].mass, upper - below, NAN, NAN };
		below = upper;
	}
	return a->count;
}

/* The greatest value of a recall is 1, which is a class of its own. */
static size_t by_class(const struct atoms *a, double width, double mean, double sd,
		       struct estimate_class *out)
{
	const double rounding = 1e-9;
	for (int i = 0; i <= CLASSES; i++) {
		double from = i * width, to = (i + 1) * width;
		out[i] = (struct estimate_class){
			.from = from, .to = to, .binomial = NAN, .binomial_normal = NAN
		};
		out[i].normal = pnorm(to, mean, sd, 1, 0) - pnorm(from, mean, sd, 1, 0);
	}
	for (size_t i = 0; i < a->count; i++) {
		int place = (int)floor(a->atom[i].value / width + rounding);
		out[place < CLASSES ? place : CLASSES].probability += a->atom[i].mass;
	}
	out[CLASSES].to = out[CLASSES].from;
	return CLASSES + 1;
}

/*
 * The binomial distribution of the r relevant documents of a sample, whose estimate is N r/n, and
 * its normal approximation, in the classes, or at the values, that are there.
 */
static void add_binomial(const struct true_stratum *s, struct estimate_class *out, size_t count)
{
	double n = (double)s->sampled, share = (double)s->yield / (double)s->size;
	double sd = sqrt(n * share * (1 - share)), unit = (double)s->size / n, below = 0;
	int64_t r = 0;
	for (size_t i = 0; i < count; i++) {
		bool last = i + 1 == count, value = out[i].from == out[i].to;
		double to = last ? INFINITY : value ? (out[i].to + out[i + 1].from) / 2 : out[i].to;
		double upper = pnorm(to / unit, n * share, sd, 1, 0);
		out[i].binomial_normal = upper - below;
		out[i].binomial = 0;
		for (; r <= s->sampled && (double)r * unit < to * (1 - 1e-12); r++)
			out[i].binomial += dbinom((double)r, n, share, 0);
		below = upper;
	}
}

static double most_possible(const struct truth *t, enum quantity quantity)
{
	double size = 0;
	for (size_t i = 0; i < t->count; i++)
		size += (double)t->strata[i].size;
	return quantity == QUANTITY_YIELD ? size : 1;
}

/* Classes, or values, of one truth. */
struct classes {
	struct estimate_class *list;
	size_t count;
	struct estimate_marks marks;
};

/* The estimates of samples, with their probabilities. */
struct collecting {
	const struct interval_request *q;
	struct outcomes outcomes;
	struct atoms atoms;
	struct err *err;
	bool failed;
};

static bool collect(void *context, double weight)
{
	struct collecting *c = context;
	double value = interval_estimate(c->outcomes.strata, c->outcomes.count, c->q);
	c->failed = !isnan(value) && atoms_add(&c->atoms, value, weight, c->err) < 0;
	return !c->failed;
}

static int collect_all(const struct truth *t, const struct coverage_request *q,
		       struct collecting *c)
{
	int result = outcomes_init(&c->outcomes, t, q->interval.quantity, q->neglect, c->err);
	if (result == 0)
		estimate_each(&c->outcomes, q, collect, c);
	outcomes_release(&c->outcomes);
	atoms_merge(&c->atoms);
	return c->failed ? -1 : result;
}

static int compute(const struct simulation *s, const struct truth_source *from, size_t number,
		   struct classes *out, struct err *e)
{
	struct realization room;
	const struct truth t = simulation_truth(s, from, number, &room);
	const struct coverage_request q = simulation_samples(s, false, number);
	struct estimate_moments m;
	struct collecting c = { .q = &q.interval, .err = e };
	int result = estimate_moments_of(&t, &q, &m, e);
	if (result == 0)
		result = collect_all(&t, &q, &c);
	if (result == 0) {
		const struct atoms *a = &c.atoms;
		double truth = truth_value(&t, &s->interval), mean = truth + m.bias;
		double width = most_possible(&t, s->interval.quantity) / CLASSES;
		out->count = a->count <= VALUES_MAX ? by_value(a, mean, m.sd, out->list)
						    : by_class(a, width, mean, m.sd, out->list);
		out->marks = (struct estimate_marks){ truth, mean };
		if (t.count == 1 && s->interval.quantity == QUANTITY_YIELD && t.strata->sampled > 0)
			add_binomial(t.strata, out->list, out->count);
	}
	atoms_release(&c.atoms);
	return result;
}

/* ---- lines and pictures ---- */

enum { PICTURES_MAX = 12, PICTURES_IN_A_ROW = 4 };

struct row {
	const char *scenario, *truth, *quantity;
	int64_t number;
	struct estimate_class share;
};

#undef AT
#define AT(field) .at = offsetof(struct row, field)

static const struct record_column columns[] = {
	{ "scenario", NULL, RECORD_TEXT, AT(scenario) },
	{ "number", NULL, RECORD_WHOLE, AT(number) },
	{ "truth", NULL, RECORD_TEXT, AT(truth) },
	{ "quantity", NULL, RECORD_TEXT, AT(quantity) },
	{ "from", NULL, RECORD_REAL, 6, AT(share.from) },
	{ "to", NULL, RECORD_REAL, 6, AT(share.to) },
	{ "probability", NULL, RECORD_REAL, 6, AT(share.probability) },
	{ "normal", NULL, RECORD_REAL, 6, AT(share.normal) },
	{ "binomial", NULL, RECORD_REAL, 6, AT(share.binomial) },
	{ "binomial_normal", NULL, RECORD_REAL, 6, AT(share.binomial_normal) },
	{ 0 },
};

static void draw_curve(struct plot *p, const char *title, size_t colour,
		       const struct estimate_class *c, size_t count, size_t at)
{
	plot_curve(p, PLOT_LINE, title, colour);
	for (size_t i = 0; i < count; i++)
		plot_point(p, (c[i].from + c[i].to) / 2, record_real(&c[i], at));
}

#define OF(field) offsetof(struct estimate_class, field)

static void draw(struct plot *p, const struct row *first, const struct estimate_class *c,
		 size_t count, const struct estimate_marks *marks)
{
	double top = 0;
	buffer_print(&p->title, "%s", first->truth != NULL ? first->truth : first->scenario);
	buffer_print(&p->x_label, "%s", first->quantity);
	buffer_print(&p->y_label, "probability");
	p->from_zero = true;
	plot_curve(p, PLOT_IMPULSES, "estimate", 0);
	for (size_t i = 0; i < count; i++) {
		plot_point(p, (c[i].from + c[i].to) / 2, c[i].probability);
		top = fmax(top, fmax(c[i].probability, c[i].normal));
	}
	draw_curve(p, "normal", 1, c, count, OF(normal));
	if (count > 0 && !isnan(c[0].binomial)) {
		draw_curve(p, "binomial", 2, c, count, OF(binomial));
		draw_curve(p, "its normal", 3, c, count, OF(binomial_normal));
	}
	plot_line(p, "true value", marks->truth, 0, marks->truth, top);
	plot_line(p, "mean", marks->mean, 0, marks->mean, top);
	plot_dash(p);
}

/* Lines of one truth, and its picture if there is to be one. */
static int add_truth(struct records *r, const struct truths_asked *q,
		     const struct truth_source *from, size_t number, struct plot *p, struct err *e)
{
	struct estimate_class list[VALUES_MAX + 1] = { 0 };
	struct classes x = { .list = list };
	if (compute(&q->simulation, from, number, &x, e) < 0)
		return -1;
	struct row row = {
		.scenario = from->name,
		.number = (int64_t)number + 1,
		.truth = from->truths != NULL ? from->truths->name[number] : NULL,
		.quantity = simulation_quantities[q->quantity],
	};
	if (p != NULL)
		draw(p, &row, x.list, x.count, &x.marks);
	for (size_t i = 0; i < x.count; i++) {
		row.share = x.list[i];
		records_add(r, &row);
	}
	return 0;
}

static int answer(void *request, const struct truth_sources *x, struct records *lines,
		  struct picture *picture, const struct output *out, struct err *e)
{
	const struct distribution_asked *q = request;
	const struct truths_asked *t = &q->truths;
	bool drawn = q->answer.plot != NULL;
	size_t truths = 0, done = 0;
	(void)out;
	for (size_t s = 0; s < x->count; s++)
		truths += simulation_steps(&x->source[s]);
	if (drawn && truths > PICTURES_MAX)
		return err_usage(e, "plot: %zu truths; distributions are drawn of %d at most",
				 truths, PICTURES_MAX);
	size_t across = truths < PICTURES_IN_A_ROW ? truths : PICTURES_IN_A_ROW;
	if (drawn && picture_init(picture, (truths + across - 1) / across, across, e) < 0)
		return -1;
	for (size_t s = 0; s < x->count; s++)
		for (size_t i = 0; i < simulation_steps(&x->source[s]); i++) {
			struct plot *p = drawn ? &picture->plot[done++] : NULL;
			if (add_truth(lines, t, &x->source[s], i, p, e) < 0)
				return -1;
		}
	return 0;
}

static int run(void *request, const struct output *out, struct err *e)
{
	struct distribution_asked *q = request;
	struct records lines;
	records_init(&lines, columns, sizeof(struct row));
	return simulate_truths(&q->truths, &q->answer, answer, q, &lines, out, e);
}

int main(int argc, char **argv)
{
	(void)argc;
	return experiment_main(&table, run, argv);
}
