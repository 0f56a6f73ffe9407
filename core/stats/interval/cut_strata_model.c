/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/stats/interval/cut_strata_model.h"
#include "core/stats/numeric/accuracy.h"

/* Smaller shares are raised to this one: standard deviations are too small by 5e-6 of themselves.
 */
static const double RARE = 1e-5;

/*
 * F has whole weights: in units of 1/FINE if b^2 is no whole number, of at most LARGEST, and such
 * that all documents with their weights, or those of a kind as add_part() makes them more, can be
 * counted in 63 bits.
 */
enum { FINE = 64, LARGEST = 1 << 24 };
static const double MOST_WEIGHTED = 0x1p58, MOST_OF_KIND = 0x1p60;

double cut_documents_of(const struct divided_stratum *d, size_t count)
{
	double sum = 0;
	for (size_t i = 0; i < count; i++)
		sum += (double)d[i].size;
	return sum;
}

struct cut_question cut_question_of(const struct interval_request *q, double documents)
{
	struct cut_question x = { .gray_other = q->gray_nonrelevant };
	double b2 = q->beta * q->beta;
	double most = fmin(LARGEST, MOST_WEIGHTED / fmax(documents, 1)) / (1 + b2);
	double unit = b2 == floor(b2) ? 1 : FINE;
	if (unit > most)
		unit = exp2(floor(log2(most)));
	x.weight[RELEVANT_1] = 1;
	switch (q->quantity) {
	case QUANTITY_RECALL:
		x.weight[RELEVANT_0] = -1;
		break;
	case QUANTITY_PRECISION:
		x.weight[OTHER_1] = -1;
		break;
	case QUANTITY_F:
		x.weight[RELEVANT_1] = llround((1 + b2) * unit);
		x.weight[OTHER_1] = -llround(unit);
		x.weight[RELEVANT_0] = -llround(b2 * unit);
		break;
	case QUANTITY_YIELD:
		x.yield = true;
		x.retrieved_only = q->retrieved_only;
		x.one_segment = !q->retrieved_only && !q->post_stratified;
		x.weight[RELEVANT_0] = q->retrieved_only ? 0 : 1;
		break;
	}
	return x;
}

int64_t cut_count_of(const struct divided_stratum *d, enum cut_kind kind,
		     const struct cut_question *x)
{
	switch (kind) {
	case RELEVANT_1:
		return d->relevant[1];
	case RELEVANT_0:
		return d->relevant[0];
	case OTHER_1:
		return d->other[1] + (x->gray_other ? d->gray[1] : 0);
	case KINDS:
		break;
	}
	return 0;
}

double cut_borrowed_share(const struct divided_stratum *d, size_t count, enum cut_kind kind,
			  const struct cut_question *x)
{
	double all = 0, found = 0;
	for (size_t i = 0; i < count; i++) {
		if (d[i].sampled == 0)
			continue;
		int64_t r = kind != OTHER_1 ? cut_sum_of(d[i].relevant)
					    : cut_sum_of(d[i].other) +
						      (x->gray_other ? cut_sum_of(d[i].gray) : 0);
		all += (double)d[i].size;
		found += (double)d[i].size * (double)r / (double)d[i].sampled;
	}
	return all > 0 ? found / all : 0;
}

/*
 * Priors.
 */

/*
 * The part of a stratum that seems to be retrieved (side 1), or not (side 0). 0 if the stratum has
 * no sample and borrows.
 */
static double part_of(const struct cut_case *c, const struct divided_stratum *d, int side)
{
	if (c->m->borrows && d->sampled == 0)
		return 0;
	if (c->x.one_segment)
		return side;
	if (!d->cut)
		return d->retrieved == side;
	int64_t one = d->relevant[1] + d->other[1] + d->gray[1];
	double share = ((double)one + 0.5) / ((double)d->sampled + 1);
	return side ? share : 1 - share;
}

/* The part of a stratum that seems to be on one side, with its sample. */
static struct stratum part_stratum(const struct cut_case *c, const struct divided_stratum *d,
				   int side, double part)
{
	struct stratum s = { .size = llround((double)d->size * part),
			     .sampled = llround((double)d->sampled * part),
			     .retrieved = side };
	int64_t relevant =
		c->x.one_segment || !d->cut ? cut_sum_of(d->relevant) : d->relevant[side];
	s.relevant = relevant < s.sampled ? relevant : s.sampled;
	return s;
}

/*
 * For each stratum, what the method gives to strata of the sizes, and with the samples, that its
 * two parts seem to have.
 */
int cut_case_priors(struct cut_case *c, struct err *e)
{
	if (c->prior != NULL)
		return 0;
	c->prior = calloc(c->count + 1, sizeof *c->prior);
	if (c->prior == NULL)
		return err_memory(e);
	if (c->m->prior == NULL)
		return 0;
	struct stratum *s = calloc(2 * c->count + 1, sizeof *s);
	struct prior *given = calloc(2 * c->count + 1, sizeof *given);
	size_t used = 0, at = 0;
	bool room = s != NULL && given != NULL;
	for (size_t i = 0; i < 2 * c->count && room; i++) {
		const struct divided_stratum *y = &c->d[i / 2];
		double part = part_of(c, y, i % 2);
		if (part > 0)
			s[used++] = part_stratum(c, y, i % 2, part);
	}
	if (room)
		c->m->prior(s, used, given);
	for (size_t i = 0; i < 2 * c->count && room; i++) {
		struct kind_prior *to = c->prior[i / 2];
		struct prior h = { 0, 0 };
		if (part_of(c, &c->d[i / 2], i % 2) > 0)
			h = given[at++];
		to[i % 2 ? RELEVANT_1 : RELEVANT_0] =
			(struct kind_prior){ h.alpha, h.alpha + h.beta };
		if (i % 2)
			to[OTHER_1] = (struct kind_prior){ h.beta, h.alpha + h.beta };
	}
	free(s);
	free(given);
	return room ? 0 : err_memory(e);
}

/* Of two strata of equal weights: the first in an order that is not that of the file. */
static bool comes_first(const struct divided_stratum *x, const struct divided_stratum *y)
{
	const int64_t u[] = { x->size, x->relevant[0], x->relevant[1], x->other[0], x->other[1] };
	const int64_t v[] = { y->size, y->relevant[0], y->relevant[1], y->other[0], y->other[1] };
	for (size_t i = 0; i < sizeof u / sizeof u[0]; i++)
		if (u[i] != v[i])
			return u[i] > v[i];
	return false;
}

void cut_case_add_one_more(const struct cut_case *c, bool lower)
{
	double most = 0;
	struct kind_prior *to = NULL;
	const struct divided_stratum *at = NULL;
	memset(c->prior, 0, c->count * sizeof *c->prior);
	for (size_t i = 0; i < c->count; i++)
		for (enum cut_kind k = 0; k < KINDS; k++) {
			const struct divided_stratum *d = &c->d[i];
			int64_t w = c->x.weight[k];
			bool against = w != 0 && (w < 0) == lower;
			if (!against || !cut_may_have(d, k) || d->sampled == d->size)
				continue;
			if (d->sampled > 0 && cut_count_of(d, k, &c->x) == d->sampled)
				continue; /* it seems to be all of this kind without one more */
			double n = (double)(d->sampled > 0 ? d->sampled : 1);
			double weight = fabs((double)w) * (double)d->size / n;
			bool equal = at != NULL && at != d && weight >= most && weight <= most;
			if (weight > most || (equal && comes_first(d, at))) {
				most = weight;
				at = d;
				to = &c->prior[i][k];
			}
		}
	if (to != NULL)
		*to = (struct kind_prior){ 1, 2 };
}

struct cut_case cut_case_of(const struct interval_method *m, const struct divided_stratum *d,
			    size_t count, const struct interval_request *q)
{
	struct cut_case c = {
		.m = m, .d = d, .count = count, .documents = cut_documents_of(d, count)
	};
	c.x = cut_question_of(q, c.documents);
	int64_t sampled = 0;
	size_t strata = 0;
	for (size_t i = 0; i < count; i++) {
		sampled += d[i].sampled;
		strata += d[i].size > 0;
	}
	c.alone = strata == 1;
	for (enum cut_kind k = 0; k < KINDS; k++)
		c.borrowed[k] =
			fmax(cut_borrowed_share(d, count, k, &c.x), 0.5 / ((double)sampled + 1));
	return c;
}

/*
 * The model.
 */

/* One kind of documents in one stratum: found + BetaBin(rest; a, a (1-p)/p). */
struct part {
	int64_t found, rest;
	double a, p;
	double coefficient;
	int64_t weight;
};

void cut_model_release(struct cut_model *y)
{
	free(y->s);
	free(y->prior);
	*y = (struct cut_model){ 0 };
}

/* Moves what the sample leaves open to the side of the end. */
static void move_part(struct part *x, int64_t sampled, enum cut_extreme extreme)
{
	if (extreme == NOT_EXTREME || sampled == 0)
		return;
	bool least = (extreme == EXTREME_LOW) == (x->weight > 0);
	if (least && x->found == 0)
		x->rest = 0;
	if (!least && x->found == sampled) {
		x->found += x->rest;
		x->rest = 0;
	}
}

/* The kinds that one stratum may have. */
static size_t parts_of(const struct cut_case *c, const struct divided_stratum *d,
		       const struct kind_prior prior[KINDS], double theta, enum cut_extreme extreme,
		       struct part *part)
{
	const struct cut_question *x = &c->x;
	size_t count = 0;
	double n = (double)d->sampled;
	for (enum cut_kind k = 0; k < KINDS; k++) {
		const struct kind_prior h = prior[k];
		double w = (double)x->weight[k];
		if (x->weight[k] == 0 || !cut_may_have(d, k))
			continue;
		struct part y = { .found = cut_count_of(d, k, x),
				  .rest = d->size - d->sampled,
				  .coefficient = w > 0 ? w : theta * w,
				  .weight = x->weight[k] };
		y.a = (double)y.found + h.own;
		y.p = !(y.a > 0)       ? 0
		      : c->m->one_more ? fmin(y.a / fmax(n, 1), 1)
				       : y.a / (n + h.all);
		if (d->sampled == 0 && h.own == 0) {
			y.p = fmin(c->borrowed[k], 1);
			y.a = y.p <= 0.5 ? 0.5 : 0.5 * y.p / fmax(1 - y.p, MODEL_SHARE_EDGE);
		}
		move_part(&y, d->sampled, extreme);
		if (!(y.p > 0))
			y.rest = 0;
		part[count++] = y;
	}
	return count;
}

static void add_part(struct cut_model *y, const struct cut_case *c, const struct part *x, double g)
{
	int64_t w = x->weight < 0 ? -x->weight : x->weight;
	int64_t found = w * x->found, rest = w * x->rest;
	double a = x->a, share = x->p;
	if (x->rest > 0 && x->p < 1) {
		share = fmin(fmax(g, RARE), fmax(g, x->p));
		share = fmax(share, (double)w * c->documents * x->p / MOST_OF_KIND);
		rest = llround((double)rest * x->p / share);
		/* w documents stand for one; drawn alone, they would vary less than w times the
		 * one. */
		double mean = (double)x->rest * x->p;
		a = 1 / (1 / x->a + (1 - 1 / (double)w) / mean);
	}
	double b = x->rest > 0 ? a * (1 - share) / share : 1;
	y->s[y->count] = (struct stratum){ .size = found + rest,
					   .sampled = found,
					   .relevant = found,
					   .assessable = found,
					   .retrieved = x->weight > 0 };
	y->prior[y->count++] = (struct prior){ a - (double)found, b };
}

bool cut_is_alone(const struct cut_case *c)
{
	for (size_t i = 0; i < c->count && c->alone && !c->x.yield; i++)
		if (c->d[i].size > 0)
			return c->d[i].cut;
	return false;
}

/* The parts of one stratum, each with the variance that they have together. */
static void add_parts(struct cut_model *y, const struct cut_case *c, const struct part *part,
		      size_t count)
{
	double m = 0, same = 0;
	bool share_alone = c->alone && count > 1 && !c->x.yield;
	for (size_t i = 0; i < count && !share_alone; i++)
		m += part[i].coefficient * part[i].p;
	for (size_t i = 0; i < count; i++)
		if (part[i].coefficient * m > 0)
			same += part[i].coefficient * part[i].coefficient * part[i].p;
	for (size_t i = 0; i < count; i++)
		add_part(y, c, &part[i], part[i].coefficient * m > 0 ? m * m / same : 0);
}

int cut_model_init(struct cut_model *y, const struct cut_case *c, double theta,
		   enum cut_extreme extreme, struct err *e)
{
	*y = (struct cut_model){ .s = calloc(KINDS * c->count + 1, sizeof *y->s),
				 .prior = calloc(KINDS * c->count + 1, sizeof *y->prior) };
	if (y->s == NULL || y->prior == NULL) {
		cut_model_release(y);
		return err_memory(e);
	}
	/* With one segment these are one stratum, however a run divides them. */
	int64_t unsampled = 0;
	for (size_t i = 0; i < c->count; i++) {
		struct part part[KINDS];
		struct divided_stratum d = c->d[i];
		if (c->x.one_segment && d.sampled == 0 && c->m->borrows) {
			unsampled += d.size;
			continue;
		}
		if (c->x.one_segment) { /* all that is relevant is one kind */
			d.cut = false;
			d.retrieved = true;
			d.relevant[1] = cut_sum_of(d.relevant);
			d.relevant[0] = 0;
		}
		add_parts(y, c, part, parts_of(c, &d, c->prior[i], theta, extreme, part));
	}
	if (unsampled > 0) {
		struct part part[KINDS];
		const struct divided_stratum d = { .size = unsampled, .retrieved = true };
		const struct kind_prior none[KINDS] = { 0 };
		add_parts(y, c, part, parts_of(c, &d, none, theta, extreme, part));
	}
	return 0;
}

double cut_mean_share(const struct cut_case *c)
{
	double a = 0, b = 0;
	for (size_t i = 0; i < c->count; i++) {
		struct part part[KINDS];
		size_t count = parts_of(c, &c->d[i], c->prior[i], 1, NOT_EXTREME, part);
		for (size_t k = 0; k < count; k++) {
			double mean = (double)part[k].found + (double)part[k].rest * part[k].p;
			*(part[k].weight > 0 ? &a : &b) += fabs((double)part[k].weight) * mean;
		}
	}
	return !c->x.yield && a + b > 0 ? a / (a + b) : 0.5;
}
