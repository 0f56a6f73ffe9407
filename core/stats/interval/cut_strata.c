/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/stats/interval/cut_strata.h"
#include "core/stats/interval/posterior.h"

/* Smaller shares are raised to this one: standard deviations are too small by 5e-6 of themselves.
 */
static const double RARE = 1e-5;

/* Kinds of documents that a quantity is made of; see cut_strata.h. */
enum kind { RELEVANT_1, RELEVANT_0, OTHER_1, KINDS };

/* What a quantity asks for: A minus theta B. */
struct question {
	bool yield;
	int64_t weight[KINDS]; /* in A, negative: in B; 0: it does not matter */
	bool retrieved_only;   /* a yield: of what is retrieved */
	bool one_segment;      /* one prior for all strata */
	bool gray_other;       /* gray documents are not relevant */
};

/*
 * F has whole weights: in units of 1/FINE if b^2 is no whole number, of at most LARGEST, and such
 * that all documents with their weights, or those of a kind as add_part() makes them more, can be
 * counted in 63 bits.
 */
enum { FINE = 64, LARGEST = 1 << 24 };
static const double MOST_WEIGHTED = 0x1p58, MOST_OF_KIND = 0x1p60;

static double documents_of(const struct divided_stratum *d, size_t count)
{
	double sum = 0;
	for (size_t i = 0; i < count; i++)
		sum += (double)d[i].size;
	return sum;
}

static struct question question_of(const struct interval_request *q, bool retrieved_only,
				   double documents)
{
	struct question x = { .gray_other = q->gray_nonrelevant };
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
		x.retrieved_only = retrieved_only;
		x.one_segment = !retrieved_only && !q->post_stratified;
		x.weight[RELEVANT_0] = retrieved_only ? 0 : 1;
		break;
	}
	return x;
}

/* How many documents of a kind the sample has. */
static int64_t count_of(const struct divided_stratum *d, enum kind kind, const struct question *x)
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

static bool may_have(const struct divided_stratum *d, enum kind kind)
{
	return d->cut || d->retrieved == (kind != RELEVANT_0);
}

bool divided_is_cut(const struct divided_stratum *d, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (d[i].cut)
			return true;
	return false;
}

static bool has_unsampled(const struct divided_stratum *d, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (d[i].sampled == 0 && d[i].size > 0)
			return true;
	return false;
}

static int64_t sum_of(const int64_t x[2])
{
	return x[0] + x[1];
}

/* The share of documents of a kind in all sampled strata together, retrieved or not. */
static double borrowed_share(const struct divided_stratum *d, size_t count, enum kind kind,
			     const struct question *x)
{
	double all = 0, found = 0;
	for (size_t i = 0; i < count; i++) {
		if (d[i].sampled == 0)
			continue;
		int64_t r = kind != OTHER_1
				    ? sum_of(d[i].relevant)
				    : sum_of(d[i].other) + (x->gray_other ? sum_of(d[i].gray) : 0);
		all += (double)d[i].size;
		found += (double)d[i].size * (double)r / (double)d[i].sampled;
	}
	return all > 0 ? found / all : 0;
}

double divided_value(const struct divided_stratum *d, size_t count,
		     const struct interval_request *q, bool retrieved_only)
{
	const struct question x = question_of(q, retrieved_only, documents_of(d, count));
	double a = 0, b = 0;
	for (enum kind k = 0; k < KINDS; k++) {
		double borrowed = borrowed_share(d, count, k, &x), sum = 0;
		for (size_t i = 0; i < count; i++) {
			double N = (double)d[i].size, n = (double)d[i].sampled;
			if (d[i].sampled > 0)
				sum += N * (double)count_of(&d[i], k, &x) / n;
			else if (may_have(&d[i], k))
				sum += N * borrowed;
		}
		*(x.weight[k] > 0 ? &a : &b) += fabs((double)x.weight[k]) * sum;
	}
	return x.yield ? a : a + b > 0 ? a / (a + b) : NAN;
}

void divided_strata(const struct divided_stratum *d, size_t count, struct stratum *out)
{
	for (size_t i = 0; i < count; i++)
		out[i] = (struct stratum){ .size = d[i].size,
					   .sampled = d[i].sampled,
					   .relevant = sum_of(d[i].relevant),
					   .assessable = d[i].sampled - sum_of(d[i].gray),
					   .retrieved = d[i].retrieved };
}

/* The prior of a kind of documents in a stratum: of this kind, and of all kinds together. */
struct kind_prior {
	double own, all;
};

/* A method and the strata to which it is applied. */
struct divided_case {
	const struct interval_method *m;
	const struct divided_stratum *d;
	size_t count;
	struct question x;
	double documents;
	bool alone;			   /* one stratum has all of them */
	struct kind_prior (*prior)[KINDS]; /* of each stratum */
	double borrowed[KINDS]; /* the share of each kind in a stratum without a sample */
};

/*
 * Priors.
 */

/*
 * The part of a stratum that seems to be retrieved (side 1), or not (side 0). 0 if the stratum has
 * no sample and borrows.
 */
static double part_of(const struct divided_case *c, const struct divided_stratum *d, int side)
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
static struct stratum part_stratum(const struct divided_case *c, const struct divided_stratum *d,
				   int side, double part)
{
	struct stratum s = { .size = llround((double)d->size * part),
			     .sampled = llround((double)d->sampled * part),
			     .retrieved = side };
	int64_t relevant = c->x.one_segment || !d->cut ? sum_of(d->relevant) : d->relevant[side];
	s.relevant = relevant < s.sampled ? relevant : s.sampled;
	return s;
}

/*
 * For each stratum, what the method gives to strata of the sizes, and with the samples, that its
 * two parts seem to have.
 */
static int find_priors(struct divided_case *c, struct err *e)
{
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

/* One more document as evidence against the end, in the stratum of the largest weight. */
static void add_one_more(const struct divided_case *c, bool lower)
{
	double most = 0;
	struct kind_prior *to = NULL;
	memset(c->prior, 0, c->count * sizeof *c->prior);
	for (size_t i = 0; i < c->count; i++)
		for (enum kind k = 0; k < KINDS; k++) {
			const struct divided_stratum *d = &c->d[i];
			int64_t w = c->x.weight[k];
			bool against = w != 0 && (w < 0) == lower;
			if (!against || !may_have(d, k) || d->sampled == d->size)
				continue;
			if (d->sampled > 0 && count_of(d, k, &c->x) == d->sampled)
				continue; /* it seems to be all of this kind without one more */
			double n = (double)(d->sampled > 0 ? d->sampled : 1);
			double weight = fabs((double)w) * (double)d->size / n;
			if (weight > most) {
				most = weight;
				to = &c->prior[i][k];
			}
		}
	if (to != NULL)
		*to = (struct kind_prior){ 1, 2 };
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

struct divided_model {
	struct stratum *s;
	struct prior *prior;
	size_t count;
};

static void model_release(struct divided_model *y)
{
	free(y->s);
	free(y->prior);
	*y = (struct divided_model){ 0 };
}

/* Which end is moved as far out as the sample allows; see "No end excludes" in cut_strata.h. */
enum extreme { NOT_EXTREME, EXTREME_LOW, EXTREME_HIGH };

/* Moves what the sample leaves open to the side of the end. */
static void move_part(struct part *x, int64_t sampled, enum extreme extreme)
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
static size_t parts_of(const struct divided_case *c, const struct divided_stratum *d,
		       const struct kind_prior prior[KINDS], double theta, enum extreme extreme,
		       struct part *part)
{
	const struct question *x = &c->x;
	size_t count = 0;
	double n = (double)d->sampled;
	for (enum kind k = 0; k < KINDS; k++) {
		const struct kind_prior h = prior[k];
		double w = (double)x->weight[k];
		if (x->weight[k] == 0 || !may_have(d, k))
			continue;
		struct part y = { .found = count_of(d, k, x),
				  .rest = d->size - d->sampled,
				  .coefficient = w > 0 ? w : theta * w,
				  .weight = x->weight[k] };
		y.a = (double)y.found + h.own;
		y.p = !(y.a > 0)       ? 0
		      : c->m->one_more ? fmin(y.a / fmax(n, 1), 1)
				       : y.a / (n + h.all);
		if (d->sampled == 0 && h.own == 0) {
			y.p = fmin(c->borrowed[k], 1);
			y.a = y.p <= 0.5 ? 0.5 : 0.5 * y.p / fmax(1 - y.p, 1e-9);
		}
		move_part(&y, d->sampled, extreme);
		if (!(y.p > 0))
			y.rest = 0;
		part[count++] = y;
	}
	return count;
}

static void add_part(struct divided_model *y, const struct divided_case *c, const struct part *x,
		     double g)
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

/* The parts of one stratum, each with the variance that they have together. */
static void add_parts(struct divided_model *y, const struct divided_case *c,
		      const struct part *part, size_t count)
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

static int case_init(struct divided_case *c, const struct interval_method *m,
		     const struct divided_stratum *d, size_t count,
		     const struct interval_request *q, bool retrieved_only, struct err *e)
{
	*c = (struct divided_case){ .m = m,
				    .d = d,
				    .count = count,
				    .documents = documents_of(d, count),
				    .prior = calloc(count + 1, sizeof *c->prior) };
	c->x = question_of(q, retrieved_only, c->documents);
	if (c->prior == NULL)
		return err_memory(e);
	int64_t sampled = 0;
	size_t strata = 0;
	for (size_t i = 0; i < count; i++) {
		sampled += d[i].sampled;
		strata += d[i].size > 0;
	}
	c->alone = strata == 1;
	for (enum kind k = 0; k < KINDS; k++)
		c->borrowed[k] =
			fmax(borrowed_share(d, count, k, &c->x), 0.5 / ((double)sampled + 1));
	if (m->prior == NULL || find_priors(c, e) == 0)
		return 0;
	free(c->prior);
	return -1;
}

static int model_init(struct divided_model *y, const struct divided_case *c, double theta,
		      enum extreme extreme, struct err *e)
{
	*y = (struct divided_model){ .s = calloc(KINDS * c->count + 1, sizeof *y->s),
				     .prior = calloc(KINDS * c->count + 1, sizeof *y->prior) };
	if (y->s == NULL || y->prior == NULL) {
		model_release(y);
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
			d.relevant[1] = sum_of(d.relevant);
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

/*
 * Ends.
 */

/*
 * The quantile of one model; nan if the quantity can only be 0/0. A and B are the yields of two
 * segments, so that their share is a recall.
 */
static int quantile(const struct divided_case *c, const struct interval_request *q, double theta,
		    enum extreme extreme, double prob, double *out, struct err *e)
{
	struct divided_model y;
	if (model_init(&y, c, theta, extreme, e) < 0)
		return -1;
	const struct posterior_model model = { .s = y.s,
					       .prior = y.prior,
					       .count = y.count,
					       .binomial = c->m->binomial,
					       .weighted = true };
	const struct interval_request upper_only = { .quantity = c->x.yield ? QUANTITY_YIELD
									    : QUANTITY_RECALL,
						     .beta = 1,
						     .ends.upper_p = prob,
						     .ends.draws = q->ends.draws,
						     .ends.seed = q->ends.seed };
	struct interval ends;
	int status = posterior_interval(&model, &upper_only, &ends, e);
	if (status == 0)
		*out = ends.upper;
	model_release(&y);
	return status;
}

static double odds(double t)
{
	return fmin(fmax(t, 1e-9) / fmax(1 - t, 1e-9), 1e9);
}

/* A first theta: from the share of A at the means of the posterior. */
static double first_odds(const struct divided_case *c)
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
	return odds(!c->x.yield && a + b > 0 ? a / (a + b) : 0.5);
}

static int find_end(const struct divided_case *c, const struct interval_request *q,
		    enum extreme extreme, bool lower, double *out, struct err *e)
{
	double prob = lower ? q->ends.lower_p : q->ends.upper_p;
	if (c->m->one_more)
		add_one_more(c, lower);
	bool once = c->x.yield || prob <= 0 || prob >= 1 ||
		    (!divided_is_cut(c->d, c->count) && extreme == NOT_EXTREME);
	double theta = first_odds(c);
	for (int step = 0; step < (once ? 1 : 3); step++) {
		if (quantile(c, q, theta, extreme, prob, out, e) < 0)
			return -1;
		if (isnan(*out))
			break;
		theta = odds(*out);
	}
	return 0;
}

/* Nothing found of A makes the lower end 0, nothing of B the upper end 1. */
static void force_ends(const struct divided_case *c, struct interval *out)
{
	int64_t a = 0, b = 0;
	for (size_t i = 0; i < c->count; i++)
		for (enum kind k = 0; k < KINDS; k++) {
			int64_t found = count_of(&c->d[i], k, &c->x);
			a += c->x.weight[k] > 0 ? found : 0;
			b += c->x.weight[k] < 0 ? found : 0;
		}
	if (c->x.yield || !c->m->forced_ends)
		return;
	if (a == 0 && !isnan(out->lower))
		out->lower = 0;
	if (b == 0 && !isnan(out->upper))
		out->upper = 1;
}

/* The strata that matter, of a run that cuts none, for the caller to free; NULL: `e` is filled. */
static struct stratum *undivided_strata(const struct divided_case *c, size_t *used, struct err *e)
{
	struct stratum *s = calloc(c->count + 1, sizeof *s);
	*used = 0;
	if (s == NULL) {
		err_memory(e);
		return NULL;
	}
	divided_strata(c->d, c->count, s);
	for (size_t i = 0; i < c->count; i++) {
		bool wanted = !c->x.retrieved_only || s[i].retrieved || c->d[i].cut;
		if (c->x.retrieved_only) { /* what is retrieved and relevant, of all */
			s[i].relevant = c->d[i].relevant[1];
			s[i].assessable = s[i].sampled - c->d[i].gray[1];
			s[i].retrieved = true;
		}
		if (c->x.one_segment && c->m->prior != NULL)
			s[i].retrieved = false; /* one prior, whatever the run */
		if (wanted)
			s[(*used)++] = s[i];
	}
	return s;
}

/* Does the run cut a stratum, and does it matter to this method and quantity? */
static bool is_cut(const struct divided_case *c)
{
	return divided_is_cut(c->d, c->count) &&
	       (c->m->prior != NULL ? !c->x.one_segment : !c->x.yield);
}

/* Is the answer that of interval.h? */
static bool is_undivided(const struct divided_case *c)
{
	return !is_cut(c) && !(c->m->borrows && has_unsampled(c->d, c->count));
}

static int check(const struct divided_case *c, const struct interval_request *q, struct err *e)
{
	const struct interval_method *m = c->m;
	if (!(m->quantities & (unsigned)q->quantity))
		return err_usage(e, "interval method '%s' does not apply to this quantity",
				 m->name);
	if (is_cut(c) && m->prior == NULL && !m->one_more)
		return err_data(e,
				"interval method '%s' needs strata that the run retrieves as a "
				"whole or not at all; here the run cuts strata of the sample (try "
				"bb-spread or ht-logit)",
				m->name);
	return is_cut(c) ? posterior_check_documents(c->documents, e) : 0;
}

static int ends(const struct divided_case *c, const struct interval_request *q,
		struct interval *out, struct err *e)
{
	if (check(c, q, e) < 0)
		return -1;
	if (is_undivided(c)) {
		size_t used;
		struct stratum *s = undivided_strata(c, &used, e);
		int status = s != NULL ? interval_compute(c->m, s, used, q, out, e) : -1;
		free(s);
		return status;
	}
	if (find_end(c, q, NOT_EXTREME, true, &out->lower, e) < 0 ||
	    find_end(c, q, NOT_EXTREME, false, &out->upper, e) < 0)
		return -1;
	force_ends(c, out);
	return 0;
}

int divided_interval(const struct interval_method *m, const struct divided_stratum *d, size_t count,
		     const struct interval_request *q, bool retrieved_only, struct interval *out,
		     struct err *e)
{
	struct divided_case c;
	if (case_init(&c, m, d, count, q, retrieved_only, e) < 0)
		return -1;
	int status = ends(&c, q, out, e);
	double value = m->borrows ? divided_value(d, count, q, retrieved_only) : NAN;
	const double slack = 1e-9 * fabs(value);
	if (status == 0 && out->lower > value + slack) {
		status = find_end(&c, q, EXTREME_LOW, true, &out->lower, e);
		out->lower = fmin(out->lower, value);
	}
	if (status == 0 && out->upper < value - slack) {
		status = find_end(&c, q, EXTREME_HIGH, false, &out->upper, e);
		out->upper = fmax(out->upper, value);
	}
	free(c.prior);
	return status;
}

struct posterior *divided_posterior(const struct interval_method *m,
				    const struct divided_stratum *d, size_t count,
				    const struct interval_request *q, bool retrieved_only,
				    struct err *e)
{
	struct divided_case c;
	struct divided_model y;
	struct posterior *p = NULL;
	if (case_init(&c, m, d, count, q, retrieved_only, e) < 0)
		return NULL;
	if (is_undivided(&c)) {
		size_t used;
		struct stratum *s = undivided_strata(&c, &used, e);
		p = s != NULL ? interval_posterior(m, s, used, q, e) : NULL;
		free(s);
	} else if (model_init(&y, &c, first_odds(&c), NOT_EXTREME, e) == 0) {
		const struct posterior_model model = { .s = y.s,
						       .prior = y.prior,
						       .count = y.count,
						       .binomial = m->binomial,
						       .weighted = true };
		p = posterior_new(&model, c.x.yield ? QUANTITY_YIELD : QUANTITY_RECALL, 1, e);
		model_release(&y);
	}
	free(c.prior);
	return p;
}

int divided_cdf(const struct interval_method *m, const struct divided_stratum *d, size_t count,
		const struct interval_request *q, bool lower, double t, double *out, struct err *e)
{
	struct divided_case c;
	struct divided_model y;
	if (case_init(&c, m, d, count, q, false, e) < 0)
		return -1;
	if (m->one_more)
		add_one_more(&c, lower);
	int status = check(&c, q, e);
	if (status == 0)
		status = model_init(&y, &c, odds(t), NOT_EXTREME, e);
	free(c.prior);
	if (status < 0)
		return -1;
	const struct posterior_model model = { .s = y.s,
					       .prior = y.prior,
					       .count = y.count,
					       .binomial = m->binomial,
					       .weighted = true };
	struct posterior *p = posterior_new(&model, QUANTITY_RECALL, 1, e);
	if (p != NULL)
		*out = posterior_cdf(p, t);
	posterior_free(p);
	model_release(&y);
	return p != NULL ? 0 : -1;
}
