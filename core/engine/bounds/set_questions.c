/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/data/joined/sample_join.h"
#include "core/engine/bounds/set_questions.h"
#include "core/stats/f_measure.h"
#include "core/stats/numeric/logit.h"

/*
 * Sums.
 */

double documents_stood_for(const struct sample_view *s)
{
	double sum = 0;
	bool weighted = s->weights_given && s->documents > 0;
	for (size_t i = 0; weighted && i < s->documents; i++)
		sum += s->document[i].weight;
	for (size_t i = 0; i < s->strata; i++)
		sum += weighted && s->stratum[i].sampled > 0 ? 0 : (double)s->stratum[i].size;
	return sum;
}

bool lacks_strata(const struct sample_view *s)
{
	bool lacks = s->strata == 0 && s->documents > 0;
	for (size_t i = 0; i < s->documents && !lacks; i++)
		lacks = s->document[i].stratum < 0;
	return lacks;
}

size_t weighted_documents(const struct sample_view *s, int32_t level, double cutoff,
			  bool retrieved_only, struct weighted *out)
{
	size_t count = 0;
	for (size_t i = 0; i < s->documents; i++) {
		const struct sampled_document *d = &s->document[i];
		bool retrieved = d->rank >= 0 && (double)d->rank < cutoff;
		int32_t grade = counted_grade(s, d, retrieved);
		if (retrieved || !retrieved_only)
			out[count++] = (struct weighted){ .weight = d->weight,
							  .relevant = grade >= 0 && grade >= level,
							  .gray = grade < 0,
							  .retrieved = retrieved,
							  .cluster = d->cluster,
							  .stratum = d->stratum };
	}
	return count;
}

double value_rescale(double x, double from, double to, enum quantity quantity)
{
	if (quantity == QUANTITY_YIELD)
		return from > 0 && to > 0 ? x * (to / from) : x;
	return logit_moved(x, from, to);
}

void bounds_rescale(struct interval *x, double from, double to, enum quantity quantity)
{
	x->lower = value_rescale(x->lower, from, to, quantity);
	x->upper = value_rescale(x->upper, from, to, quantity);
}

/*
 * Quantities.
 */

/* Which documents are taken as retrieved. */
enum turn {
	TURN_NONE,
	TURN_OVER, /* those that are not */
	TURN_ALL,  /* all */
};

static const struct set_quantity {
	enum quantity quantity; /* that a method must have */
	bool retrieved_only;	/* a yield: that of the retrieved documents */
	/* What is said of another set than the retrieved one, as `as` of that set. */
	enum turn turn;
	enum measured_quantity as;
} set_quantity[] = {
	[SET_RECALL] = { .quantity = QUANTITY_RECALL },
	[SET_PRECISION] = { .quantity = QUANTITY_PRECISION },
	[SET_F] = { .quantity = QUANTITY_F },
	[SET_YIELD] = { .quantity = QUANTITY_YIELD },
	[SET_RETRIEVED_YIELD] = { .quantity = QUANTITY_YIELD, .retrieved_only = true },
	[SET_UNRETRIEVED_YIELD] = { QUANTITY_YIELD, false, TURN_OVER, SET_RETRIEVED_YIELD },
	[SET_RICHNESS] = { QUANTITY_YIELD, false, TURN_ALL, SET_PRECISION },
	[SET_ELUSION] = { QUANTITY_PRECISION, false, TURN_OVER, SET_PRECISION },
};

enum quantity set_quantity_of(enum measured_quantity what)
{
	return set_quantity[what].quantity;
}

void set_question_release(struct set_question *a)
{
	free(a->stratum);
	free(a->document);
}

/* With the request for what it asks, of its sample. */
static void ask(struct set_question *a, enum measured_quantity what, double beta,
		const struct estimate_request *q)
{
	const struct sample_view *s = &a->sample;
	bool whole = isinf(a->cutoff) || a->cutoff >= (double)s->retrieved;
	a->asked = (struct interval_request){
		.quantity = set_quantity[what].quantity,
		.beta = beta,
		.ends = q->ends,
		.retrieved_only = set_quantity[what].retrieved_only,
		.gray_nonrelevant = s->gray == GRAY_NONRELEVANT,
		.post_stratified = s->post_stratified,
		.labels = s->labelled && s->design_strata == 1 && whole,
		.yields = q->yields,
	};
}

/* Strata, and documents, of its own, with room for more of them. */
static int own_strata(struct set_question *a, size_t more, struct err *e)
{
	a->stratum = calloc(a->sample.strata + more + 1, sizeof *a->stratum);
	if (a->stratum == NULL)
		return err_memory(e);
	if (a->sample.strata > 0)
		memcpy(a->stratum, a->sample.stratum, a->sample.strata * sizeof *a->stratum);
	a->sample.stratum = a->design = a->stratum;
	return 0;
}

static int own_sample(struct set_question *a, size_t strata, size_t documents, struct err *e)
{
	a->document = calloc(a->sample.documents + documents + 1, sizeof *a->document);
	if (a->document == NULL)
		return err_memory(e);
	if (a->sample.documents > 0)
		memcpy(a->document, a->sample.document, a->sample.documents * sizeof *a->document);
	a->sample.document = a->document;
	return own_strata(a, strata, e);
}

static void exchange(int64_t x[2])
{
	int64_t first = x[0];
	x[0] = x[1];
	x[1] = first;
}

static void gather(int64_t x[2])
{
	x[1] += x[0];
	x[0] = 0;
}

/*
 * As if another set were the retrieved one; the strata are those at the cutoff already. Gray
 * documents count as not relevant.
 */
static void turn_sample(struct set_question *a, enum turn turn)
{
	void (*move)(int64_t *) = turn == TURN_ALL ? gather : exchange;
	for (size_t i = 0; i < a->sample.strata; i++) {
		struct divided_stratum *d = &a->stratum[i];
		move(d->relevant);
		move(d->other);
		move(d->gray);
		d->cut = turn == TURN_ALL ? false : d->cut;
		d->retrieved = turn == TURN_ALL ? true : !d->retrieved;
	}
	for (size_t i = 0; i < a->sample.documents; i++) {
		struct sampled_document *d = &a->document[i];
		bool top = d->rank >= 0 && (double)d->rank < a->cutoff;
		d->grade = counted_grade(&a->sample, d, top); /* by the set that was retrieved */
		d->rank = turn == TURN_ALL || !top ? 0 : -1;
	}
	a->sample.gray = GRAY_NONRELEVANT;
	a->cutoff = INFINITY;
}

int set_question_init(struct set_question *a, const struct sample_view *s,
		      enum measured_quantity what, double beta, double cutoff, double value,
		      bool as_share, const struct estimate_request *q, struct err *e)
{
	const struct set_quantity *of = &set_quantity[what];
	*a = (struct set_question){
		.sample = *s,
		.design = s->stratum,
		.cutoff = cutoff,
		.value = value,
		.times = 1,
		.over = 1,
	};
	if (of->turn == TURN_ALL && s->strata > 0 && !as_share && !lacks_strata(s)) {
		a->over = documents_stood_for(s);
		a->value *= a->over;
		a->cutoff = INFINITY;
		ask(a, SET_YIELD, 1, q);
		return 0;
	}
	bool cut = cutoff < (double)s->retrieved && s->strata > 0;
	int result = of->turn != TURN_NONE ? own_sample(a, 0, 0, e) : cut ? own_strata(a, 0, e) : 0;
	if (result < 0) {
		set_question_release(a);
		return -1;
	}
	if (cut)
		sample_view_top(s, cutoff, a->stratum);
	if (of->turn == TURN_NONE)
		a->design = s->stratum;
	else
		turn_sample(a, of->turn);
	ask(a, of->turn == TURN_NONE ? what : of->as, of->turn == TURN_NONE ? beta : 1, q);
	return 0;
}

/*
 * Documents outside the frame.
 */

static const char few_retrieved[] =
	"the run has fewer documents than the estimate of its relevant or gray ones: one judged "
	"document stands for more than that, or the run does not list all that it retrieves";

/* F of so small a beta is precision to about 1e-6, and its share of 1/beta^2 documents is lost. */
static const double SMALL_BETA = 2e-3;

/* No other stratum has it. */
enum { OUTSIDE_LABEL = INT32_MAX };

/* Estimated numbers of documents: R1, R0, S1, and D, of which only gray documents are estimated. */
struct outside_sums {
	double found, missed, other; /* R1, R0, S1 */
	double base;		     /* D */
};

static bool is_precision(enum measured_quantity what, double beta)
{
	return what == SET_PRECISION || beta < SMALL_BETA;
}

bool outside_matters(const struct sample_view *s, enum measured_quantity what)
{
	bool none = s->outside_counted && s->outside <= 0 && !s->divides;
	return s->outside_as > OUTSIDE_LEFT_OUT && !none && s->retrieved > 0 &&
	       (what == SET_PRECISION || what == SET_F);
}

size_t outside_parts(enum measured_quantity what, double beta, enum outside as)
{
	return as != OUTSIDE_UNKNOWN ? 1 : is_precision(what, beta) ? 2 : 3;
}

static void add_documents(struct outside_sums *x, const struct sample_view *s, int32_t level)
{
	for (size_t i = 0; i < s->documents; i++) {
		const struct sampled_document *d = &s->document[i];
		bool retrieved = d->rank >= 0;
		int32_t grade = counted_grade(s, d, retrieved);
		if (grade >= 0 && grade >= level)
			*(retrieved ? &x->found : &x->missed) += d->weight;
		if (retrieved && grade >= 0 && grade < level)
			x->other += d->weight;
		if (retrieved && grade < 0 && s->gray != GRAY_NONRELEVANT)
			x->base -= d->weight;
	}
}

static void add_strata(struct outside_sums *x, const struct sample_view *s)
{
	for (size_t i = 0; i < s->strata; i++) {
		const struct divided_stratum *d = &s->stratum[i];
		int64_t gray = s->gray == GRAY_NONRELEVANT ? 0 : d->gray[1];
		if (d->sampled == 0)
			continue;
		double weight = (double)d->size / (double)d->sampled;
		x->found += weight * (double)d->relevant[1];
		x->missed += weight * (double)d->relevant[0];
		x->other += weight * (double)d->other[1];
		x->base -= weight * (double)gray;
	}
}

static struct outside_sums outside_sums(const struct sample_view *s, int32_t level)
{
	struct outside_sums x = { .base = (double)s->retrieved };
	if (s->documents > 0 && (s->weights_given || s->strata == 0))
		add_documents(&x, s, level);
	else
		add_strata(&x, s);
	return x;
}

bool outside_has_documents(const struct sample_view *s, int32_t level)
{
	return outside_sums(s, level).base > 0;
}

bool outside_has_few(const struct sample_view *s, int32_t level)
{
	const struct outside_sums x = outside_sums(s, level);
	return sum_of_weights(x.found) > sum_of_weights(x.base);
}

/* Relevant documents and others exchanged. */
static void exchange_sample(struct set_question *a, int32_t level)
{
	for (size_t i = 0; i < a->sample.strata; i++)
		for (int side = 0; side < 2; side++) {
			struct divided_stratum *d = &a->stratum[i];
			int64_t relevant = d->relevant[side];
			d->relevant[side] = d->other[side];
			d->other[side] = relevant;
		}
	for (size_t i = 0; i < a->sample.documents; i++) {
		struct sampled_document *d = &a->document[i];
		int32_t grade = counted_grade(&a->sample, d, d->rank >= 0);
		d->grade = grade < 0 ? grade : grade >= level ? 0 : INT32_MAX;
	}
}

/* So many more documents that are relevant, all of them judged. */
static void add_known(struct set_question *a, int64_t count, bool retrieved)
{
	struct sample_view *v = &a->sample;
	bool strata = v->strata > 0 && !lacks_strata(v);
	if (count > 0 && strata)
		a->stratum[v->strata++] = (struct divided_stratum){
			.size = count,
			.sampled = count,
			.relevant = { retrieved ? 0 : count, retrieved ? count : 0 },
			.retrieved = retrieved,
			.label = OUTSIDE_LABEL,
		};
	for (int64_t i = 0; i < count && !strata; i++)
		a->document[v->documents++] = (struct sampled_document){ .grade = INT32_MAX,
									 .weight = 1,
									 .rank = retrieved ? 0 : -1,
									 .drawn = -1,
									 .stratum = -1 };
}

int outside_question_init(struct set_question *a, const struct sample_view *s, int32_t level,
			  enum measured_quantity what, double beta, enum outside_part part,
			  const struct estimate_request *q, struct err *e)
{
	const struct outside_sums x = outside_sums(s, level);
	bool share = part == OUTSIDE_LEAST && !is_precision(what, beta);
	bool recall = share || part == OUTSIDE_FOUND;
	double b2 = beta * beta;
	/* whole numbers of known documents, for the value as for the bounds */
	int64_t missed = share ? llround(fmax(x.base, 0) / b2) : 0;
	int64_t found = part == OUTSIDE_FOUND ? llround(fmax(s->outside, 0)) : 0;
	double known = (double)found, sure = x.found + known + x.missed;
	double all = sure + (double)missed, exact = sure + (share ? fmax(x.base, 0) / b2 : 0);
	*a = (struct set_question){
		.sample = *s,
		.design = s->stratum,
		.cutoff = INFINITY,
		.times = share && exact > 0 ? (1 + b2) / b2 * (all / exact) : 1, /* not rounded */
		.over = recall ? 1 : x.base,
		.value = recall			? (x.found + known) / all
			 : part == OUTSIDE_REST ? x.other
						: x.found,
	};
	bool own = recall || part == OUTSIDE_REST;
	bool in_strata = s->strata > 0 && !lacks_strata(s);
	if (own && own_sample(a, 2, in_strata ? 0 : (size_t)(missed + found), e) < 0) {
		set_question_release(a);
		return -1;
	}
	if (part == OUTSIDE_REST)
		exchange_sample(a, level);
	else if (share)
		add_known(a, missed, false);
	else if (recall)
		add_known(a, found, true);
	ask(a, recall ? SET_RECALL : SET_RETRIEVED_YIELD, 1, q);
	if (part == OUTSIDE_REST) { /* what is left of 1 is wanted */
		a->asked.ends.lower_p = 1 - q->ends.upper_p;
		a->asked.ends.upper_p = 1 - q->ends.lower_p;
	}
	return 0;
}

void outside_without_bounds(struct estimate *out)
{
	out->bounds = (struct interval){ NAN, NAN };
	out->caution = few_retrieved;
}

/* A lower bound above 1 says that sample and run contradict each other: there are no bounds. */
static void keep_share(struct estimate *x, bool few)
{
	if (few)
		x->caution = few_retrieved;
	if (x->bounds.lower > 1)
		x->bounds = (struct interval){ NAN, NAN };
	x->value = few && x->value > 1 ? 1 : x->value;
	if (few && x->bounds.lower > x->value)
		x->bounds.lower = x->value;
	if (x->bounds.upper > 1)
		x->bounds.upper = 1;
}

void outside_settle(enum outside as, enum measured_quantity what, double beta, bool few,
		    const struct estimate part[OUTSIDE_PARTS], struct estimate *out)
{
	if (as != OUTSIDE_UNKNOWN) {
		*out = part[OUTSIDE_LEAST];
		keep_share(out, few);
		return;
	}
	double most = 1 - part[OUTSIDE_REST].bounds.lower; /* F is concave in both */
	if (!is_precision(what, beta))
		most = f_of_shares(fmax(out->bounds.upper, most), part[OUTSIDE_FOUND].bounds.upper,
				   beta * beta);
	out->bounds.lower = fmin(out->bounds.lower, part[OUTSIDE_LEAST].bounds.lower);
	out->bounds.upper = fmax(out->bounds.upper, most);
}
