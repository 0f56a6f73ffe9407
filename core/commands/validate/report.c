/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "core/commands/validate/validate.h"
#include "core/output/text.h"

struct grouped_number grouped_number(double value)
{
	struct grouped_number out = { "" };
	char digits[32];
	snprintf(digits, sizeof digits, "%.0f", fabs(value));
	size_t length = strlen(digits), at = 0;
	if (isnan(value)) {
		snprintf(out.text, sizeof out.text, "nan");
		return out;
	}
	if (value <= -0.5) /* a bound by the normal distribution may be below 0 */
		out.text[at++] = '-';
	for (size_t i = 0; i < length && at + 2 < sizeof out.text; i++) {
		if (i > 0 && (length - i) % 3 == 0)
			out.text[at++] = ',';
		out.text[at++] = digits[i];
	}
	return out;
}

#define GROUPED(x) grouped_number((double)(x)).text

/* ---- percentages ---- */

/* Which way to round: a bound must not claim more than was found. */
enum rounding { TO_NEAREST, DOWN, UP };

struct percent {
	char text[40];
};

/* With three significant digits: 89.6 %, 0.375 %. */
static struct percent percent(double share, enum rounding how)
{
	struct percent out;
	double x = 100 * share, size = fabs(x);
	int digits = !(size > 0) ? 0 : size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
	for (double least = 0.1; digits >= 3 && digits < 9 && size < least; least /= 10)
		digits++;
	double unit = pow(10, digits), slack = 1e-6;
	if (how == TO_NEAREST)
		x *= 1 + 1e-12; /* halves go up, whether they are exact in binary or not */
	if (how == DOWN)
		x = floor(x * unit + slack) / unit;
	if (how == UP)
		x = ceil(x * unit - slack) / unit;
	snprintf(out.text, sizeof out.text, "%.*f %%", digits, x);
	return out;
}

#define PERCENT(x) percent(x, TO_NEAREST).text

/* ---- counts ---- */

/* The strata of one side together. */
struct total {
	int64_t size, sampled, relevant;
	size_t strata;
};

static struct total total_of(const struct validation_design *d, int side)
{
	struct total t = { 0 };
	for (size_t i = 0; i < d->strata; i++) {
		const struct divided_stratum *s = &d->stratum[i];
		if (s->cut || s->retrieved != side)
			continue;
		t.size += s->size;
		t.sampled += s->sampled;
		t.relevant += s->relevant[side];
		t.strata++;
	}
	return t;
}

static void print_side(struct buffer *b, const struct total *t, const char *which)
{
	if (t->strata == 0 || t->size == 0)
		return;
	buffer_print(b, "Of the %s documents %s, ", GROUPED(t->size), which);
	if (t->sampled == t->size)
		buffer_print(b, "all were reviewed, and %s are relevant. ", GROUPED(t->relevant));
	else if (t->strata > 1)
		buffer_print(
			b,
			"%s were drawn at random, in %zu strata, and reviewed, and %s of these "
			"are relevant. ",
			GROUPED(t->sampled), t->strata, GROUPED(t->relevant));
	else
		buffer_print(b,
			     "%s were drawn at random and reviewed, and %s of these are relevant. ",
			     GROUPED(t->sampled), GROUPED(t->relevant));
}

static void print_cut(struct buffer *b, const struct divided_stratum *s, bool parted)
{
	int64_t produced = s->relevant[1] + s->other[1];
	buffer_print(b, "Of the %s documents of the collection, %s were drawn at random ",
		     GROUPED(s->size), GROUPED(s->sampled));
	buffer_print(b, "(control set) and reviewed; ");
	if (parted)
		buffer_print(
			b,
			"%s of these are in the production, of which %s are relevant, and %s of "
			"the others are relevant. ",
			GROUPED(produced), GROUPED(s->relevant[1]), GROUPED(s->relevant[0]));
	else
		buffer_print(b, "%s are relevant, and %s of these are in the production. ",
			     GROUPED(s->relevant[0] + s->relevant[1]), GROUPED(s->relevant[1]));
}

static void print_counts(struct buffer *b, const struct validate_request *q,
			 const struct validation_design *d)
{
	const struct total produced = total_of(d, 1), null = total_of(d, 0);
	bool collection = (d->known & (KNOWN_PRODUCED | KNOWN_NULL)) == 0;
	const struct validation_counts *c = &q->question.counts;
	if (d->stratum[0].cut)
		print_cut(b, &d->stratum[0], (d->known & KNOWN_PARTS) != 0);
	print_side(b, &produced, "produced");
	print_side(b, &null, collection ? "of the collection" : "not produced");
	if (c->control.text != NULL && !d->stratum[0].cut)
		buffer_print(b, "The documents of a control set of %s are among them, each once. ",
			     GROUPED(c->control.sampled));
}

/* ---- figures ---- */

/* Which bound is reported: of elusion, of which less is better, the upper one, else the lower. */
static enum tail side_of(const struct validate_request *q, const struct validation_figure *f)
{
	bool bad = strcmp(f->measure, "est_elusion") == 0;
	return q->tail != TAIL_BOTH ? q->tail : bad ? TAIL_UPPER : TAIL_LOWER;
}

static void print_one_sided(struct buffer *b, const struct validate_request *q,
			    const struct validation *x, const char *measure, const char *name,
			    size_t m)
{
	const struct validation_figure *f = validation_find(x, measure);
	if (f == NULL || isnan(f->value))
		return;
	const struct validation_bounds *y = &f->bounds[m];
	bool lower = side_of(q, f) == TAIL_LOWER;
	double bound = lower ? y->at_least : y->at_most;
	if (y->between.lower == y->between.upper) {
		buffer_print(b, "%s is %s, without an error of sampling. ", name,
			     PERCENT(f->value));
		return;
	}
	buffer_print(b, "%s is estimated at %s", name, PERCENT(f->value));
	if (!isnan(bound))
		buffer_print(b,
			     "; with %g %% confidence it is at %s %s (one-sided bound, method %s)",
			     100 * q->question.level, lower ? "least" : "most",
			     percent(bound, lower ? DOWN : UP).text, x->method[m].one_sided);
	buffer_print(b, ". ");
}

static void print_richness(struct buffer *b, const struct validate_request *q,
			   const struct validation *x, size_t m)
{
	const struct validation_figure *share = validation_find(x, "est_richness");
	const struct validation_figure *yield = validation_find(x, "est_rel");
	const struct interval of = share->bounds[m].between, number = yield->bounds[m].between;
	buffer_print(b, "Richness is estimated at %s, with a %g %% interval from %s",
		     PERCENT(share->value), 100 * q->question.level, percent(of.lower, DOWN).text);
	buffer_print(b, " to %s (two-sided, method %s): ", percent(of.upper, UP).text,
		     share->bounds[m].by);
	buffer_print(b, "about %s relevant documents, from ", GROUPED(yield->value));
	buffer_print(b, "%s to %s. ", GROUPED(number.lower), GROUPED(number.upper));
}

static void print_figures(struct buffer *b, const struct validate_request *q,
			  const struct validation *x, size_t m)
{
	bool alone = (x->design.known & (KNOWN_PRODUCED | KNOWN_NULL)) == 0;
	if (alone && q->tail == TAIL_BOTH)
		print_richness(b, q, x, m);
	else if (alone)
		print_one_sided(b, q, x, "est_richness", "Richness", m);
	print_one_sided(b, q, x, "est_recall", "Recall", m);
	print_one_sided(b, q, x, "est_elusion",
			"Elusion, the relevant share of what was not produced,", m);
	print_one_sided(b, q, x, "est_P", "Precision", m);
}

static void print_target(struct buffer *b, const struct validate_request *q,
			 const struct validation *x, size_t m)
{
	static const char *const what[] = { "shown", "shown to be missed", "not shown" };
	double target = q->question.target;
	if (isnan(target))
		return;
	buffer_print(b, "The target, a recall of at least %g %%, is %s", 100 * target,
		     what[x->verdict[m]]);
	if (x->verdict[m] == VERDICT_MISSED)
		buffer_print(
			b,
			": with %g %% confidence recall is at most %s (one-sided bound, method %s)",
			100 * q->question.level,
			percent(validation_find(x, "est_recall")->bounds[m].at_most, UP).text,
			x->method[m].one_sided);
	buffer_print(b, ". ");
}

void report_print(struct buffer *b, const struct validate_request *q, const struct validation *x,
		  size_t method)
{
	struct buffer text = { 0 };
	if (second_review_is_given(&q->question.counts))
		second_review_print(&text, &q->question.counts);
	else
		print_counts(&text, q, &x->design);
	print_figures(&text, q, x, method);
	print_target(&text, q, x, method);
	if (!text.failed)
		text_wrapped(b, text.text, 0, 80);
	b->failed = b->failed || text.failed;
	buffer_release(&text);
}
