/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/arena.h"
#include "core/base/near.h"
#include "core/engine/bounds/set_questions.h"
#include "core/engine/compare/run_comparison.h"
#include "core/stats/learnt_prior/learnt_cells.h"
#include "core/stats/numeric/accuracy.h"
#include "core/stats/numeric/root.h"
#include "core/stats/rmath.h"
#include "core/stats/two_runs/shared_posterior.h"

enum quantity set_quantity(const struct compared_measure *m)
{
	const struct request *q = m->request;
	if (q == NULL || (q->measure->quantity != SET_RECALL &&
			  q->measure->quantity != SET_PRECISION && q->measure->quantity != SET_F))
		return (enum quantity)0;
	return cutoffs_of(q->measure->quantity, &q->parameters) > 0
		       ? (enum quantity)0
		       : set_quantity_of(q->measure->quantity);
}

bool comparison_is_of_sets(const struct comparison *c, const struct compared_measure *m)
{
	return c->sets != NULL && c->sets->family != NULL && m->sampled && set_quantity(m) != 0;
}

/* ---- means ---- */

int set_mean_over(const struct set_source *s, const struct compared_measure *m, size_t run,
		  const size_t *topic, size_t topics, double *out, struct err *e)
{
	const struct evaluation *x = &s->w->scores.evaluation[run];
	size_t at = m->request->first + m->value;
	if (topics == x->topics) {
		*out = x->overall.score[at];
		return 0;
	}
	struct arena memory = { 0 };
	struct score_row row;
	int result = evaluation_over(x, &s->run[run], &s->w->runs->batch.evaluation, topic, topics,
				     &memory, &row, e);
	*out = result == 0 ? row.score[at] : NAN;
	arena_release(&memory);
	return result;
}

/* ---- intervals ---- */

/* A pair as the model sees it, and the difference that is printed. */
struct set_pair {
	const struct set_source *from;
	struct pair_topics_view x;
	enum quantity quantity;
	double beta, difference;
	double centre, width; /* of the model, the last time that it was asked */
	const double *at;     /* where its tails are wanted, or NULL */
	struct model_difference answer;
	struct learnt_known known;
};

/* On failure nothing is left to release. */
static int open_pair(struct set_pair *x, const struct comparison *c, const struct pair *p,
		     const struct compared_measure *m, double difference, struct err *e)
{
	*x = (struct set_pair){ .from = c->sets,
				.quantity = set_quantity(m),
				.beta = beta_of(m->request->measure->quantity,
						&m->request->parameters),
				.difference = difference };
	return pair_topics_view(&x->x, c->sets, m, p->run, e);
}

static int bounds_at(struct set_pair *x, const struct ends *ends, struct interval *out,
		     struct err *e)
{
	struct pair_request q = *x->from->w->pair;
	struct estimate_request bounds = *q.bounds;
	struct model_difference *d = &x->answer;
	bounds.ends.lower_p = ends->lower_p;
	bounds.ends.upper_p = ends->upper_p;
	q.bounds = &bounds;
	q.beta = x->beta;
	q.known = &x->known;
	q.at = x->at;
	if (x->from->family->model(&x->x.view, &q, x->quantity, d, e) < 0)
		return -1;
	if (d->told)
		return 0;
	*out = interval_about(d->bounds, d->centre, x->difference);
	/* quantiles that are 0 but for the search */
	out->lower = near_within(out->lower, 0, NEAR_DIGITS) ? 0 : out->lower;
	out->upper = near_within(out->upper, 0, NEAR_DIGITS) ? 0 : out->upper;
	x->centre = d->centre;
	x->width = d->bounds.upper - d->bounds.lower;
	return 0;
}

/* ---- p ---- */

enum { FARTHEST = 6 }; /* normal deviations, a tail of 1e-9: quantiles beyond are of no use */

/* The end that is to reach a value. */
struct reaching {
	struct set_pair *x;
	double value;
	bool lower;
	struct err *e;
	int *result;
};

/* How far it lies beyond that, with a tail of Phi(-z) on either side. */
static double beyond(const void *of, double z)
{
	const struct reaching *r = of;
	struct interval i = { NAN, NAN };
	const struct ends ends = { .lower_p = pnorm(-z, 0, 1, 1, 0),
				   .upper_p = pnorm(z, 0, 1, 1, 0) };
	if (*r->result == 0)
		*r->result = bounds_at(r->x, &ends, &i, r->e);
	double at = r->lower ? i.lower - r->value : r->value - i.upper;
	return at == 0 ? -NEAR_DIGITS : at; /* an end that is the value does not leave it out */
}

/* The tail at which the lower or the upper end reaches a value. */
static int tail_at(struct set_pair *x, double value, bool lower, double *tail, struct err *e)
{
	int result = 0;
	const struct reaching r = { x, value, lower, e, &result };
	double start = lower ? fmin(x->centre, x->difference) - value
			     : value - fmax(x->centre, x->difference);
	*tail = 0.5;
	if (!(start > 0) || isnan(x->centre)) /* or the model has no answer */
		return 0;
	/* where the model's own end is then: see interval_about() */
	double moved = x->difference - x->centre, z = FARTHEST;
	double model_at = value - (lower ? fmin(moved, 0) : fmax(moved, 0));
	x->at = &model_at;
	double at = beyond(&r, FARTHEST);
	x->at = NULL;
	if (x->answer.told && result == 0) {
		double side = lower ? x->answer.tails.above : x->answer.tails.below;
		*tail = fmax(1 - side, pnorm(-FARTHEST, 0, 1, 1, 0));
		*tail = x->width > 0 ? fmin(*tail, 0.5) : 0;
		return 0;
	}
	if (at <= 0)
		z = root_between(beyond, &r, RULE_ERROR, FARTHEST, RULE_ERROR);
	/* nothing is said, or there is no error */
	*tail = isnan(at) ? NAN : x->width > 0 ? pnorm(-z, 0, 1, 1, 0) : 0;
	return result;
}

static int two_sided(struct set_pair *x, double *p, struct err *e)
{
	if (x->difference == 0 || isnan(x->difference)) {
		*p = x->difference == 0 ? 1 : NAN;
		return 0;
	}
	int result = tail_at(x, 0, x->difference > 0, p, e);
	*p = 2 * *p;
	return result;
}

/* Two one-sided questions at the margin, as of t (effect_size.h). */
static int equivalence(struct set_pair *x, const struct comparison_request *q, bool lower_better,
		       struct equivalence *out, struct err *e)
{
	const struct ends ends = { .lower_p = q->alpha, .upper_p = 1 - q->alpha };
	double above, below;
	if (tail_at(x, -q->margin, true, &above, e) < 0 ||
	    tail_at(x, q->margin, false, &below, e) < 0 || bounds_at(x, &ends, &out->bounds, e) < 0)
		return -1;
	out->p_equivalent = fmax(above, below);
	out->p_noninferior = lower_better ? below : above;
	return 0;
}

/* ---- both ---- */

int set_headline(const struct comparison *c, const struct pair *p, size_t measure,
		 struct over_topics *out, struct err *e)
{
	const struct comparison_request *q = c->request;
	const struct compared_measure *m = &c->measure[measure];
	struct set_pair x;
	if (open_pair(&x, c, p, m, out->difference, e) < 0)
		return -1;
	out->method = c->sets->w->pair->bounds->method;
	int result = bounds_at(&x, &q->ends, &out->interval, e);
	if (result == 0)
		result = two_sided(&x, &out->p, e);
	if (result == 0 && q->margin > 0)
		result = equivalence(&x, q, m->lower_better, &out->equivalence, e);
	const struct ends gate = { .lower_p = q->alpha,
				   .upper_p = 1 - q->alpha / (double)(c->pairs * c->measures) };
	if (result == 0 && q->gate)
		result = bounds_at(&x, &gate, &out->gate, e);
	pair_topics_view_release(&x.x);
	return result;
}

int set_bounds_of(const struct comparison *c, const struct pair *p, size_t measure,
		  const struct ends *ends, struct interval *out, struct err *e)
{
	const struct compared_measure *m = &c->measure[measure];
	struct set_pair x;
	if (open_pair(&x, c, p, m, p->measure[measure].difference, e) < 0)
		return -1;
	int result = bounds_at(&x, ends, out, e);
	pair_topics_view_release(&x.x);
	return result;
}

/* ---- rankings ---- */

bool comparison_is_joint(const struct comparison *c, const struct compared_measure *m)
{
	return c->sets != NULL && m->request != NULL &&
	       quantity_is_joint(m->request->measure->quantity);
}

int joint_headline(const struct comparison *c, const struct pair *p, size_t measure,
		   const size_t *topic, size_t topics, struct over_topics *out, struct err *e)
{
	const struct comparison_request *q = c->request;
	const struct compared_measure *m = &c->measure[measure];
	const struct evaluation *x = c->sets->w->scores.evaluation;
	double most = 1 - q->alpha / (double)(c->pairs * c->measures);
	struct sampled_error error;
	if (evaluation_difference(&x[p->run[0]], &x[p->run[1]], m->request, m->value, topic, topics,
				  true, &error, e) < 0)
		return -1;
	out->method = "greg";
	out->deciding = error.complete ? INFINITY : error.documents;
	if (error.complete) /* interval and p are those of complete judgments, over the values */
		return 0;
	out->interval = sampled_interval(&error, q->ends.lower_p, q->ends.upper_p);
	out->gate = sampled_interval(&error, q->alpha, most);
	out->p = sampled_p(&error);
	error.low = error.high = error.estimate; /* without what is outside */
	out->depends = out->p >= ALPHA && sampled_p(&error) < ALPHA;
	return 0;
}
