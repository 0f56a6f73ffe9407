/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "core/base/near.h"
#include "core/commands/validate/validate_bounds.h"
#include "core/engine/bounds/measure_bounds.h"

void look(struct seen *s, const struct validation_question *q, const struct validation_design *d)
{
	*s = (struct seen){ .question = q };
	s->sample = counted_sample(d->stratum, d->strata);
	s->view = (struct topic_view){ .sample = &s->sample, .level = 1, .services = &services };
}

int bounds_by(struct seen *s, const char *method, enum tail tail, struct interval *out,
	      struct err *e)
{
	struct ends ends = { .draws = s->question->draws, .seed = 1 };
	tails_set(&ends, s->question->level, tail);
	const struct estimate_request q = { .method = method,
					    .by_default = s->question->methods.count == 0,
					    .ends = ends };
	struct estimate x = { .value = s->value, .se = NAN, .bounds = { NAN, NAN } };
	bool families = s->question->drawn.document != NULL;
	if (services.has_bounds(s->measure->quantity, method) &&
	    services.bounds(&s->view, s->measure->quantity, &s->parameters, &q, &x, e) < 0) {
		if (!families || e->status != STATUS_DATA)
			return -1;
		s->refused = *e; /* too few families: this figure has none */
		*e = (struct err){ 0 };
		x.bounds = (struct interval){ NAN, NAN };
	}
	*out = x.bounds;
	s->design_effect = x.design_effect;
	s->method = x.method != NULL ? x.method : method;
	s->caution = x.caution != NULL ? x.caution : s->caution;
	return 0;
}

/* Whether two ends are one, as numbers or as none. */
static bool same_end(double a, double b)
{
	return isnan(a) ? isnan(b) : near_within(a, b, NEAR_DIGITS * (1 + fabs(a)));
}

/* The same of other strata, which are freed. */
static int bounds_of(struct seen *s, struct divided_stratum *strata, size_t count,
		     const char *method, enum tail tail, struct interval *out, struct err *e)
{
	const struct seen kept = *s;
	s->sample.stratum = strata;
	s->sample.strata = count;
	int result = bounds_by(s, method, tail, out, e);
	s->sample = kept.sample;
	s->method = kept.method; /* those of the strata themselves */
	s->caution = kept.caution;
	free(strata);
	return result;
}

/*
 * Finds bounds that hold however many documents of a control set were produced: if that is not
 * known, only bounds count that are the same for the smallest and the largest possible number.
 */
static int sure_bounds(struct seen *s, const struct validation *x, const char *method,
		       enum tail tail, struct interval *out, struct err *e)
{
	if (bounds_by(s, method, tail, out, e) < 0)
		return -1;
	bool parted =
		(x->design.known & KNOWN_PARTS) != 0 || (x->design.known & KNOWN_PRODUCED) == 0;
	if (parted)
		return 0;
	struct divided_stratum *most = malloc(s->sample.strata * sizeof *most);
	if (most == NULL)
		return err_memory(e);
	memcpy(most, s->sample.stratum, s->sample.strata * sizeof *most);
	most[0].other[1] += most[0].other[0];
	most[0].other[0] = 0;
	struct interval other;
	int result = bounds_of(s, most, s->sample.strata, method, tail, &other, e);
	if (result == 0 &&
	    !(same_end(out->lower, other.lower) && same_end(out->upper, other.upper)))
		return err_usage(e,
				 "--ci=%s: the bounds depend on how many documents of the control "
				 "set are produced (n:p:a:b)",
				 method);
	return result;
}

/*
 * Since the draw: K relevant documents of the null set were produced, which are no longer missed,
 * and no fewer are missed than are known. Strata are those of the draw, and of the production now.
 */
struct since {
	const struct asked *asked;
	double documents, relevant; /* produced since: k, and K of them relevant */
	double known;		    /* misses */
	double all, null;	    /* documents in strata, and in those of the null set */
	double found, missed;	    /* relevant: in the production, and in strata of the null set */
	double culled;		    /* and of what was culled */
	double seen;		    /* known misses that the strata have, less K */
	double seen_found;	    /* known to be relevant in the production */
};

static bool is_null(const struct validation *x, const struct divided_stratum *stratum, size_t i)
{
	return i < x->design.strata && !stratum[i].retrieved;
}

static struct since since_of(const struct validation *x, const struct validation_question *q,
			     const struct validation_design *d, const struct asked *a)
{
	const struct validation_counts *c = &q->counts;
	struct since out = { .asked = a,
			     .documents = (double)c->since.documents,
			     .relevant = (double)c->since.relevant,
			     .known = (double)c->missed,
			     .seen = -(double)c->since.relevant };
	for (size_t i = 0; i < d->strata; i++) {
		const struct divided_stratum *s = &d->stratum[i];
		double r = (double)(s->relevant[0] + s->relevant[1]);
		double R = s->sampled > 0 ? (double)s->size * r / (double)s->sampled : 0;
		out.all += (double)s->size;
		*(s->retrieved		      ? &out.found
		  : is_null(x, d->stratum, i) ? &out.missed
					      : &out.culled) += R;
		out.null += is_null(x, d->stratum, i) ? (double)s->size : 0;
		out.seen += is_null(x, d->stratum, i) ? r : 0;
		out.seen_found += s->retrieved ? r : 0;
	}
	return out;
}

static bool is_recall(const struct asked *a)
{
	return strcmp(a->measure, "est_recall") == 0 || is_end_to_end(a);
}

/* A number or share of documents, from the strata of the draw to now. */
static double moved_number(const struct since *m, double x)
{
	const char *measure = m->asked->measure;
	bool all = m->asked->needs == KNOWN_ALL;
	if (m->asked->needs == KNOWN_PRODUCED || strcmp(measure, "est_P") == 0)
		return x;
	double documents = m->asked->share ? (all ? m->all : m->null) : 1;
	double now = m->asked->share ? documents - m->documents : 1;
	return fmax((x * documents - m->relevant) / now,
		    (m->known + (all ? m->seen_found : 0)) / now);
}

static double moved_value(const struct since *m, double value)
{
	double missed = fmax(m->missed - m->relevant, m->known);
	if (is_recall(m->asked))
		return m->found / (m->found + missed + m->culled);
	if (strcmp(m->asked->measure, "est_F") == 0)
		return 2 * m->found / (m->found + missed + (m->all - m->null));
	if (m->asked->needs == KNOWN_ALL) {
		double all = m->found + missed;
		return m->asked->share ? all / (m->all - m->documents) : all;
	}
	return moved_number(m, value);
}

/* The bounds with one more stratum of which all is known, in place of the null set if `alone`. */
static int bounds_with(struct seen *s, const struct validation *x, const char *method,
		       enum tail tail, double documents, bool retrieved, bool alone,
		       struct interval *out, struct err *e)
{
	const struct divided_stratum *all = s->sample.stratum;
	size_t count = s->sample.strata, kept = 0;
	struct divided_stratum *with = malloc((count + 1) * sizeof *with);
	if (with == NULL)
		return err_memory(e);
	for (size_t i = 0; i < count; i++)
		if (!alone || !is_null(x, all, i))
			with[kept++] = all[i];
	const int64_t N = (int64_t)documents;
	with[kept++] = counted_stratum(&(struct stratum){ N, N, N, N, retrieved }, 0);
	return bounds_of(s, with, kept, method, tail, out, e);
}

/* Beyond this many documents in the stratum that is added, the ratio is as good as 1. */
static const double ADDED_MOST = 1e7;

/*
 * An end of (A + K)/(A + B), or of F. Recall is at least t if (1 - t) A + t K >= t B, which is so
 * if and only if the recall with c = t K/(1 - t) more found documents, (A + c)/(A + c + B), is; for
 * F1, c = t K/(2 (1 - t)). So the end is the t at which the end with c(t) more documents is t.
 */
static int moved_ratio(struct seen *s, const struct validation *x, const struct since *m,
		       const char *method, enum tail tail, bool upper, double *out, struct err *e)
{
	double times = is_recall(m->asked) ? m->relevant : m->relevant / 2;
	double low = 0, most = ADDED_MOST / (ADDED_MOST + times), high = most;
	struct interval y;
	for (int i = 0; i < 36 && high - low > NEAR_DIGITS; i++) {
		double t = (low + high) / 2, c = t * times / (1 - t);
		if (bounds_with(s, x, method, tail, upper ? ceil(c) : floor(c), true, false, &y,
				e) < 0)
			return -1;
		double end = upper ? y.upper : y.lower;
		if (isnan(end)) {
			*out = end;
			return 0;
		}
		*(end >= t ? &low : &high) = t;
	}
	*out = high == most ? 1 : upper ? high : low;
	return 0;
}

/* Finds bounds at the time of the draw, and moves them by what was produced since. */
static int moved_bounds(struct seen *s, const struct validation *x, const struct since *m,
			const char *method, enum tail tail, struct interval *out, struct err *e)
{
	if (sure_bounds(s, x, method, tail, out, e) < 0)
		return -1;
	if (m->documents + m->known == 0)
		return 0;
	if (!is_recall(m->asked) && strcmp(m->asked->measure, "est_F") != 0) {
		out->lower = isnan(out->lower) ? out->lower : moved_number(m, out->lower);
		out->upper = isnan(out->upper) ? out->upper : moved_number(m, out->upper);
		return 0;
	}
	if (m->relevant > 0 &&
	    ((tail != TAIL_UPPER &&
	      moved_ratio(s, x, m, method, tail, false, &out->lower, e) < 0) ||
	     (tail != TAIL_LOWER && moved_ratio(s, x, m, method, tail, true, &out->upper, e) < 0)))
		return -1;
	if (m->known <= m->seen)
		return 0;
	struct interval most; /* if no more are missed than are known */
	if (bounds_with(s, x, method, tail, m->known, false, true, &most, e) < 0)
		return -1;
	out->lower = fmin(out->lower, most.lower);
	out->upper = fmin(out->upper, most.upper);
	return 0;
}

/* Finds the two-sided interval and both one-sided bounds of a figure, by one method. */
static int method_bounds(struct seen *s, const struct validation *x, const struct since *since,
			 const struct validation_method *m, struct validation_bounds *out,
			 struct err *e)
{
	struct interval lower, upper;
	if (moved_bounds(s, x, since, m->between, TAIL_BOTH, &out->between, e) < 0)
		return -1;
	out->by = s->method;
	if (moved_bounds(s, x, since, m->one_sided, TAIL_LOWER, &lower, e) < 0 ||
	    moved_bounds(s, x, since, m->one_sided, TAIL_UPPER, &upper, e) < 0)
		return -1;
	out->at_least = lower.lower;
	out->at_most = upper.upper;
	return 0;
}

int figure_bounds(struct seen *s, const struct validation *x, const struct validation_design *d,
		  const struct asked *a, struct validation_figure *f, struct err *e)
{
	const struct since since = since_of(x, s->question, d, a);
	for (size_t m = 0; m < x->methods; m++)
		if (method_bounds(s, x, &since, &x->method[m], &f->bounds[m], e) < 0)
			return -1;
	if (since.documents + since.known > 0)
		f->value = moved_value(&since, f->value);
	return 0;
}
