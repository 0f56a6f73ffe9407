/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * simulate distribution: what the estimate may be, and how often, over the samples of one truth,
 * for a person to look at: the values that it can have, or classes of a hundredth of the range if
 * they are many. Beside it the normal distribution of the same mean and standard deviation (Webber
 * 2013, Figures 1 and 2). For the yield of one stratum also what takes no notice of its size: the
 * binomial distribution (eq 8) of as many documents, and the normal one with the variance n p (1-p)
 * (eq 9).
 */
#include <math.h>

#include "core/commands/simulate/truths_asked.h"
#include "core/stats/rmath.h"

struct distribution_asked {
	struct truths_asked truths;
	struct answer_options answer;
};

#define AT(member) OPTION_AT(struct distribution_asked, member)

static const struct command_option options[] = {
	{ .include = truth_options, AT(truths) },
	{ HEADING("Estimate:") },
	{ OPTION_QUANTITY("recall (default), precision, F or yield", quantities_of_a_run),
	  AT(truths.quantity) },
	{ OPTION_BETA, AT(truths.simulation.interval.beta) },
	{ HEADING("How:") },
	{ OPTION_EXACT, AT(truths.simulation.exact) },
	{ OPTION_SAMPLES(
		  "Draw N samples from each truth (default: all that can be drawn if these are "
		  "few enough, else 1000)"),
	  AT(truths.simulation.effort.samples) },
	{ .include = effort_options, AT(truths.simulation.effort) },
	{ OPTION_PICTURE("the distributions, of 12 truths at most"), AT(answer.plot) },
	{ .include = answer_options, AT(answer) },
	{ 0 },
};

static const struct command_table table = {
	.name = "simulate distribution",
	.summary = "what an estimate from sampled judgments may be, and how often",
	.doc = "The distribution of the estimate over the samples of each truth.",
	.notes = NOTE_OF_TRUTHS EXIT_STATUS,
	.option = options,
	.size = sizeof(struct distribution_asked),
	.init = truths_asked_init,
	.release = truths_asked_release,
	.shard = offsetof(struct distribution_asked, answer.shard),
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

static int compute(const struct simulation *s, const struct truth_source *from, size_t number,
		   struct classes *out, struct err *e)
{
	struct realization room;
	const struct truth t = simulation_truth(s, from, number, &room);
	const struct coverage_request q = simulation_samples(s, false, number);
	struct estimate_moments m;
	struct atoms a = { 0 };
	int result = estimate_moments_of(&t, &q, &m, e);
	if (result == 0)
		result = estimate_atoms_of(&t, &q, &a, e);
	if (result == 0) {
		double truth = truth_value(&t, &s->interval), mean = truth + m.bias;
		double width = most_possible(&t, s->interval.quantity) / CLASSES;
		out->count = a.count <= VALUES_MAX ? by_value(&a, mean, m.sd, out->list)
						   : by_class(&a, width, mean, m.sd, out->list);
		out->marks = (struct estimate_marks){ truth, mean };
		if (t.count == 1 && s->interval.quantity == QUANTITY_YIELD && t.strata->sampled > 0)
			add_binomial(t.strata, out->list, out->count);
	}
	atoms_release(&a);
	return result;
}

static void class_fields(void *context, size_t number, struct shard_line *l)
{
	struct classes *x = context;
	(void)number;
	SHARD_FIELD(l, &x->count);
	SHARD_FIELD(l, &x->marks.truth);
	SHARD_FIELD(l, &x->marks.mean);
	l->wrong = l->wrong || x->count > VALUES_MAX + 1;
	for (size_t i = 0; !l->wrong && i < x->count; i++) {
		SHARD_FIELD(l, &x->list[i].from);
		SHARD_FIELD(l, &x->list[i].to);
		SHARD_FIELD(l, &x->list[i].probability);
		SHARD_FIELD(l, &x->list[i].normal);
		SHARD_FIELD(l, &x->list[i].binomial);
		SHARD_FIELD(l, &x->list[i].binomial_normal);
	}
}

/* For the caller to free; NULL: `e` is filled. Probabilities sum to that of having an estimate. A
 * truth of another shard has none. */
static struct estimate_class *estimate_distribution(const struct simulation *s,
						    const struct truth_source *from, size_t number,
						    size_t *count, struct estimate_marks *marks,
						    struct err *e)
{
	struct classes x = { .list = calloc(VALUES_MAX + 1, sizeof *x.list) };
	int result = x.list == NULL ? err_memory(e) : 0;
	if (result == 0 && shard_computes(s->effort.shard, number))
		result = compute(s, from, number, &x, e);
	if (result == 0)
		result = shard_item(s->effort.shard, number, class_fields, &x, e);
	*count = x.count;
	*marks = x.marks;
	if (result == 0)
		return x.list;
	free(x.list);
	return NULL;
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
	{ "scenario", "scenario", RECORD_TEXT, .width = 8, AT(scenario) },
	{ "number", "number", RECORD_WHOLE, .width = 6, AT(number) },
	{ "truth", "truth", RECORD_TEXT, .width = 5, AT(truth), .if_any = true },
	{ "quantity", NULL, RECORD_TEXT, AT(quantity) },
	{ "from", "from", RECORD_REAL, 6, 4, 7, AT(share.from) },
	{ "to", "to", RECORD_REAL, 6, 4, 7, AT(share.to) },
	{ "probability", "probability", RECORD_REAL, 6, 4, 11, AT(share.probability) },
	{ "normal", "normal", RECORD_REAL, 6, 4, 7, AT(share.normal) },
	{ "binomial", "binomial", RECORD_REAL, 6, 4, 8, AT(share.binomial), .if_any = true },
	{ "binomial_normal", "its normal", RECORD_REAL, 6, 4, 10, AT(share.binomial_normal),
	  .if_any = true },
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
	size_t count;
	struct estimate_marks marks;
	struct estimate_class *c =
		estimate_distribution(&q->simulation, from, number, &count, &marks, e);
	if (c == NULL)
		return -1;
	struct row row = {
		.scenario = from->name,
		.number = (int64_t)number + 1,
		.truth = from->truths != NULL ? from->truths->name[number] : NULL,
		.quantity = simulation_quantities[q->quantity],
	};
	if (p != NULL)
		draw(p, &row, c, count, &marks);
	for (size_t i = 0; i < count; i++) {
		row.share = c[i];
		records_add(r, &row);
	}
	free(c);
	return 0;
}

/* ---- the question ---- */

static int answer(void *request, const struct truth_sources *x, struct records *lines,
		  struct picture *picture, const struct output *out, struct err *e)
{
	const struct distribution_asked *q = request;
	const struct truths_asked *t = &q->truths;
	bool drawn = q->answer.plot != NULL;
	size_t truths = 0, done = 0;
	(void)out;
	for (size_t s = 0; s < x->count; s++)
		truths += simulation_steps(&t->simulation, &x->source[s]);
	if (drawn && truths > PICTURES_MAX)
		return err_usage(e, "--plot: %zu truths; distributions are drawn of %d at most",
				 truths, PICTURES_MAX);
	size_t across = truths < PICTURES_IN_A_ROW ? truths : PICTURES_IN_A_ROW;
	if (drawn && picture_init(picture, (truths + across - 1) / across, across, e) < 0)
		return -1;
	for (size_t s = 0; s < x->count; s++)
		for (size_t i = 0; i < simulation_steps(&t->simulation, &x->source[s]); i++) {
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

COMMAND = { &table, run, help_with_scenarios };
