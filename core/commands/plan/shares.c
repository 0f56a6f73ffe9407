/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "core/base/near.h"
#include "core/base/parallel.h"
#include "core/commands/plan/shares.h"
#include "core/stats/rmath.h"

/* What makes a question one of the four. */
struct share_kind {
	const char *what;	/* is to be known: "richness" */
	enum quantity quantity; /* yield, precision; recall: a control set */
	double worst;		/* the guess that is taken if none is given; 0: there is none */
};

static const struct share_kind richness = { "richness", QUANTITY_YIELD, 0.5 };
static const struct share_kind elusion = { "elusion", QUANTITY_YIELD, 0 };
static const struct share_kind precision = { "precision", QUANTITY_PRECISION, 0 };
static const struct share_kind control = { "recall", QUANTITY_RECALL, 0 };

/* ---- options ---- */

#define AT(member)    OPTION_AT(struct share_request, member)
#define GIVEN(member) .given = offsetof(struct share_request, member)
#define WRITTEN                                               \
	{ .include = allocation_options, AT(allocation) },    \
		{ .include = printing_options, AT(options) }, \
	{                                                     \
		0                                             \
	}

static const struct command_option richness_options[] = {
	{ HEADING("What is known, and what is guessed:") },
	{ NAME_COLLECTION_SIZE, .own = true, WHOLE(1, PLAN_MOST_DOCUMENTS), AT(documents) },
	{ NAME_RICHNESS, LIST(FROM_TO(0, 1)), AT(guess),
	  .more = "By default it is 0.5, which needs the largest sample for a width; a bound needs a guess." },
	{ .include = target_options, AT(targets) },
	{ OPTION_TAIL, AT(targets.tail) },
	WRITTEN,
};

static const struct command_option elusion_options[] = {
	{ HEADING("What is known, and what is guessed:") },
	{ NAME_NULL, .here = "(here N alone)", WHOLE(1, PLAN_MOST_DOCUMENTS), AT(documents),
	  .meant_by = "unretrieved" },
	{ "Number_docs_in_coll", 'N', "N",
	  "-N: this plan is about the documents that were not retrieved: --null=N", REFUSED },
	{ "elusion", 0, "X,...", "Share of these that is relevant", LIST(FROM_TO(0, 1)),
	  AT(guess) },
	{ .include = target_options, AT(targets) },
	{ NAME_TAIL, .here = "(default upper)", WORD(tail_names), AT(targets.tail),
	  .usual = "upper" },
	WRITTEN,
};

static const struct command_option precision_options[] = {
	{ HEADING("What is known, and what is guessed:") },
	{ NAME_RETRIEVED, DOCUMENTS(1), SINGLE, AT(documents), .meant_by = "produced" },
	{ "Number_docs_in_coll", 'N', "N",
	  "-N: this plan is about the documents that were retrieved: --retrieved=N", REFUSED },
	{ NAME_PRECISION, LIST(FROM_TO(0, 1)), AT(guess) },
	{ .include = target_options, AT(targets) },
	{ OPTION_TAIL, AT(targets.tail) },
	WRITTEN,
};

static const struct command_option control_options[] = {
	{ HEADING("What is known, and what is guessed:") },
	{ NAME_COLLECTION_SIZE, .own = true, WHOLE(1, PLAN_MOST_DOCUMENTS), AT(documents) },
	{ NAME_RICHNESS, LIST(ABOVE_TO(0, 1)), AT(prevalence) },
	{ NAME_YIELD, DOCUMENTS(1), AT(prevalence), GIVEN(yield) },
	{ NAME_RECALL, LIST(ABOVE_TO(0, 1)), AT(guess) },
	{ .include = target_options, AT(targets) },
	{ OPTION_TAIL, AT(targets.tail), GIVEN(targets.tail_given) },
	{ OPTION_PLAN_SAMPLES, AT(targets.samples) },
	{ OPTION_SEED, AT(targets.seed) },
	WRITTEN,
};

static const struct option_rule richness_rules[] = { { "", .needs = "Number_docs_in_coll" },
						     { "bound", .needs = "richness" },
						     BOUND_RULES };
static const struct option_rule elusion_rules[] = { { "", .needs = "null" },
						    { "", .needs = "elusion" },
						    BOUND_RULES };
static const struct option_rule precision_rules[] = { { "", .needs = "retrieved" },
						      { "", .needs = "precision" },
						      BOUND_RULES };
static const struct option_rule control_rules[] = { { "richness", .excludes = "yield" },
						    { "", .needs = "richness|yield" },
						    { "", .needs = "Number_docs_in_coll" },
						    { "", .needs = "recall" },
						    TARGET_RULES,
						    { "bound", .with = "tail",
						      .needs = "tail=lower|tail=upper" },
						    { 0 } };

static int check_share(void *request, struct err *e)
{
	struct share_request *q = request;
	q->guessed = q->guess.count == 0;
	if (q->guessed)
		q->guess = (struct number_list){ { q->kind->worst }, 1 };
	return plan_targets_check(&q->targets, (unsigned)q->kind->quantity, e);
}

static int check_control(void *request, struct err *e)
{
	struct share_request *q = request;
	if (q->targets.bound_given && !q->targets.tail_given)
		q->targets.tail = TAIL_LOWER; /* of recall, at least so much is what one shows */
	if (check_share(q, e) < 0)
		return -1;
	const struct method_list *methods = &q->targets.methods;
	for (size_t i = 0; i < methods->count; i++) {
		const struct interval_method *m = interval_find(methods->method[i]);
		if (m->prior == NULL && !m->one_more)
			return err_usage(
				e,
				"--ci=%s: the method needs separate samples of what is retrieved "
				"and of the rest, and a control set is one sample of both: use "
				"bb-spread or bb-bound",
				m->name);
	}
	return 0;
}

#define SHARE_TABLE(question, checked_by, about, sentence, example)          \
	static void init_##question(void *request)                           \
	{                                                                    \
		((struct share_request *)request)->kind = &question;         \
	}                                                                    \
	const struct command_table question##_table = {                      \
		.name = "plan " #question,                                   \
		.summary = about,                                            \
		.doc = sentence,                                             \
		.examples = "  strat_eval plan " #question " " example "\n", \
		.notes = NOTE_OF_LISTS PLAN_EXIT_STATUS,                     \
		.option = question##_options,                                \
		.rule = question##_rules,                                    \
		.size = sizeof(struct share_request),                        \
		.init = init_##question,                                     \
		.check = checked_by,                                         \
	}

SHARE_TABLE(richness, check_share, "sample of a collection, to know how much of it is relevant",
	    "How large a random sample must be to know how much of a collection is relevant.",
	    "-N 1000000 --richness=0.05 --width=0.04");
SHARE_TABLE(
	elusion, check_share, "sample of the null set, to show that little was left behind",
	"How large a random sample of what was not retrieved must be to bound its relevant share.",
	"--null=960000 --elusion=0.001 --bound=0.005");
SHARE_TABLE(precision, check_share,
	    "sample of what was retrieved, to know how much of it is relevant",
	    "How large a random sample of what was retrieved must be to know its precision.",
	    "--retrieved=40000 --precision=0.75 --width=0.1");
SHARE_TABLE(control, check_control, "sample of the whole collection, to know recall (control set)",
	    "How large a random sample of the whole collection must be to know recall.",
	    "-N 1000000 --richness=0.05 --recall=0.8 --bound=0.7");

/* ---- the work ---- */

struct share_work {
	const struct share_request *q;
	struct sample_line *line;
	size_t count;
};

/* The truth with a number: guesses, and of a control set prevalences. */
static int set_truth(const struct share_work *w, size_t number, struct sample_line *l,
		     struct err *e)
{
	const struct share_request *q = w->q;
	double guess = q->guess.value[number % q->guess.count], all = (double)q->documents;
	struct sampled_whole *s = &l->set;
	l->stratum[0] =
		(struct true_stratum){ q->documents, (int64_t)llround(guess * all), 0, true };
	if (w->q->kind != &control)
		return 0;
	double relevant = q->prevalence.value[number / q->guess.count] * (q->yield ? 1 : all);
	int64_t whole = (int64_t)llround(relevant);
	s->size = q->documents;
	s->relevant[1] = (int64_t)llround(guess * relevant);
	s->relevant[0] = whole - s->relevant[1];
	if (whole > q->documents)
		return err_usage(e, "%lld relevant documents are more than the collection's %lld",
				 (long long)whole, (long long)q->documents);
	if (s->relevant[1] < 1)
		return err_usage(e, "by this guess less than one relevant document is retrieved");
	return 0;
}

static void add_line(struct share_work *w, const struct sample_line *common, const char *method,
		     const double asked[2])
{
	struct sample_line *l = &w->line[w->count++];
	bool whole = w->q->kind == &control;
	*l = *common;
	sample_planned(l, &w->q->targets, method, w->q->kind->quantity, asked, !whole);
	l->p.control = whole ? &l->set : NULL;
	l->p.share = 0.5;
	l->p.reach.interval.by_rule = whole && w->q->targets.by_rule;
}

static int lay_out(struct share_work *w, struct err *e)
{
	const struct share_request *q = w->q;
	const struct plan_targets *t = &q->targets;
	const struct number_list *const list[] = { &t->size, &t->target };
	double asked[2];
	size_t each = numbers_combined(list, 2, 0, asked);
	size_t all = q->guess.count * (q->prevalence.count > 0 ? q->prevalence.count : 1) *
		     t->methods.count * each;
	w->line = calloc(all + 1, sizeof *w->line);
	if (w->line == NULL)
		return err_memory(e);
	for (size_t i = 0; i < all; i++) {
		struct sample_line common = { 0 };
		numbers_combined(list, 2, i, asked);
		if (set_truth(w, i / each / t->methods.count, &common, e) < 0)
			return -1;
		add_line(w, &common, t->methods.method[i / each % t->methods.count], asked);
	}
	return sample_check_sizes(t, q->documents, e);
}

/* The interval, as shares, if what is to be expected is found, in whole documents. */
static int find_typical(struct sample_line *l, struct err *e)
{
	struct interval *out = &l->typical;
	const struct planned_sample *p = &l->p;
	int64_t n = l->found.size, found[2];
	double part = (double)n / (double)planned_documents(p);
	for (int k = 0; k < 2; k++)
		found[k] = (int64_t)llround(part * (double)l->set.relevant[k]);
	if (p->control != NULL)
		return control_interval(&p->reach, p->control, n, found, out, e);
	double truth = planned_truth(p);
	const struct stratum one = { p->strata[0].size, n, (int64_t)llround((double)n * truth), n,
				     true };
	double all = p->reach.interval.quantity == QUANTITY_YIELD ? (double)one.size : 1;
	if (interval_compute(p->reach.method, &one, 1, &p->reach.interval, out, e) < 0)
		return -1;
	out->lower /= all;
	out->upper /= all;
	return 0;
}

static int compute(void *context, size_t item, int thread, struct err *e)
{
	(void)thread;
	const struct share_work *w = context;
	struct sample_line *l = &w->line[item];
	return sample_answer(&w->q->targets, l, e) < 0 ? -1 : find_typical(l, e);
}

/* ---- lines ---- */

#define ROW SAMPLE_AT

static const struct record_column columns[] = {
	{ "quantity", NULL, RECORD_TEXT, ROW(quantity) },
	{ "documents", NULL, RECORD_WHOLE, ROW(documents) },
	{ "relevant", "relevant", RECORD_WHOLE, ROW(relevant) },
	{ "prevalence", "prevalence", RECORD_SHORT, ROW(prevalence), .if_any = true },
	{ "guess", "guess", RECORD_SHORT, ROW(guess) },
	{ "method", "method", RECORD_TEXT, ROW(method) },
	{ "level", NULL, RECORD_SHORT, ROW(level) },
	{ "tail", NULL, RECORD_TEXT, ROW(tail) },
	{ "target", "target", RECORD_SHORT, ROW(target), .if_any = true },
	{ "assurance", NULL, RECORD_SHORT, ROW(assurance) },
	{ "size", "sample", RECORD_WHOLE, ROW(size) },
	{ SHARE_COLUMN("reached", "reached"), ROW(reached), .if_any = true },
	{ "checked", "checked", RECORD_WHOLE, ROW(checked), .if_any = true },
	{ SHARE_COLUMN("width", "width"), ROW(width), .if_any = true },
	{ SHARE_COLUMN("lower", "lower"), ROW(lower), .if_any = true },
	{ SHARE_COLUMN("upper", "upper"), ROW(upper), .if_any = true },
	{ "assured_size", NULL, RECORD_WHOLE, ROW(assured_size) },
	{ "expected_size", "on average", RECORD_WHOLE, ROW(expected_size), .if_any = true },
	{ SHARE_COLUMN("expected_width", NULL), ROW(expected[0]) },
	{ SHARE_COLUMN("expected_bound", NULL), ROW(expected[1]) },
	{ 0 },
};

static struct sample_row row_of(const struct share_work *w, size_t i)
{
	const struct sample_line *l = &w->line[i];
	struct sample_row r = sample_row(&w->q->targets, l);
	bool whole = w->q->kind == &control;
	r.quantity = w->q->kind->what;
	r.documents = w->q->documents;
	r.relevant = whole ? l->set.relevant[0] + l->set.relevant[1] : l->stratum[0].yield;
	r.prevalence = whole ? (double)r.relevant / (double)r.documents : NAN;
	sample_row_ends(&r, w->q->targets.tail, l->typical, l->typical.upper - l->typical.lower);
	return r;
}

static void add_heading(struct report *r, const struct share_work *w)
{
	const struct share_request *q = w->q;
	const struct plan_targets *t = &q->targets;
	report_line(r, "%s in %lld documents, from a random sample: %s at level %g",
		    w->q->kind->what, (long long)q->documents,
		    t->tail == TAIL_BOTH    ? "interval"
		    : t->tail == TAIL_LOWER ? "lower bound"
					    : "upper bound",
		    t->level);
	if (q->guessed)
		report_line(r,
			    "no %s was given: %g %% is taken, for which a width needs the "
			    "largest sample (--%s=X)",
			    w->q->kind->what, 100 * w->q->kind->worst, w->q->kind->what);
	if (t->size.count == 0)
		report_line(
			r,
			"the sample reaches the target with probability %g at least; on average "
			"a smaller one does",
			t->assurance);
	report_space(r);
}

/*
 * The size of a sample that every textbook has (Cochran 1977, section 4.4): 385 for plus or minus
 * 5 %, 1,537 for 2.5 %, 2,401 for 2 %. It takes the normal approximation, the worst share, 1/2, a
 * collection without end, and a width that is reached on average.
 */
static double textbook_size(double half_width, double level, double p)
{
	double z = qnorm(0.5 + level / 2, 0, 1, 1, 0);
	return ceil(near_below(z * z * p * (1 - p) / (half_width * half_width)));
}

/* For the foot of a table: that size, and why ours differs. */
static void print_textbook(struct buffer *b, const struct plan_targets *t,
			   const struct sample_line *l)
{
	double half = l->p.reach.target / 2, guess = planned_truth(&l->p);
	double usual = textbook_size(half, t->level, 0.5);
	double guessed = textbook_size(half, t->level, guess);
	buffer_print(b, "Textbooks have %.0f for plus or minus %g: z^2 p (1-p) / h^2, p = 1/2",
		     usual, half);
	if (guessed != usual)
		buffer_print(b, "; with p = %g it is %.0f", guess, guessed);
	buffer_print(b, ". Ours is %lld: ", (long long)l->found.size);
	if ((double)l->found.size == usual)
		buffer_print(b, "the same.");
	else
		buffer_print(b,
			     "for a share of %g, in a collection of this size, with the limits of "
			     "%s, and so that the width is reached with probability %g.",
			     guess, l->p.reach.method->name, t->assurance);
}

static int print(const struct share_work *w, const struct output *out, struct err *e)
{
	const struct plan_targets *t = &w->q->targets;
	struct records lines;
	struct report r;
	records_init(&lines, columns, sizeof(struct sample_row));
	for (size_t i = 0; i < w->count; i++) {
		struct sample_row row = row_of(w, i);
		records_add(&lines, &row);
	}
	report_init(&r, w->q->options.format, &(struct report_origin){ .asked = &out->asked });
	add_heading(&r, w);
	report_records(&r, IN_PAGE, w->q->kind->what, &lines);
	bool textbook = w->q->kind != &control && t->tail == TAIL_BOTH && t->size.count == 0;
	for (size_t i = 0; textbook && i < w->count; i++) {
		if (i == 0)
			report_space(&r);
		print_textbook(report_text(&r, REPORT_PROSE), t, &w->line[i]);
	}
	return report_finish(&r, out, 0, e);
}

/*
 * Lines in the order guess, method, sizes, targets; with both sizes and targets, each size with
 * each target, and no search.
 */
int plan_share(void *request, const struct output *out, struct err *e)
{
	const struct share_request *q = request;
	struct share_work w = { .q = q };
	int result = lay_out(&w, e);
	if (result == 0)
		result = parallel_each(q->targets.jobs, w.count, compute, &w, e);
	if (result == 0) {
		const struct allocated_stratum one = { q->kind == &precision ? "retrieved" : "-",
						       w.line[0].found.size };
		result = allocation_write(&q->allocation, w.count, &one, 1, e);
	}
	if (result == 0)
		result = print(&w, out, e);
	free(w.line);
	return result;
}
