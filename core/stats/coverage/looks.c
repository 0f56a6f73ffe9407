/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "core/stats/coverage/coverage.h"
#include "core/stats/distribution/hypergeometric.h"
#include "core/stats/interval/repeated_samples.h"
#include "core/stats/random/uniform.h"

/* Paths whose last interval gives the mean width. */
enum { WIDTHS = 100 };

/* The samples at one look. */
struct look {
	struct stratum *s;
	struct repeated_samples *repeated;
};

struct path {
	const struct truth *t;
	struct look *look;
	size_t looks;
	struct hypergeometric drawn; /* room for what one stratum gains */
};

static void path_release(struct path *p)
{
	for (size_t i = 0; p->look != NULL && i < p->looks; i++) {
		repeated_samples_free(p->look[i].repeated);
		free(p->look[i].s);
	}
	free(p->look);
	hypergeometric_release(&p->drawn);
}

static int look_init(struct path *p, size_t i, const struct interval_method *m,
		     const struct coverage_request *q, struct err *e)
{
	struct look *l = &p->look[i];
	l->s = calloc(p->t->count + 1, sizeof *l->s);
	if (l->s == NULL)
		return err_memory(e);
	for (size_t k = 0; k < p->t->count; k++) {
		const struct true_stratum *x = &p->t->strata[k];
		double part = (double)(i + 1) / (double)p->looks;
		int64_t n = i + 1 == p->looks ? x->sampled : llround((double)x->sampled * part);
		l->s[k] = (struct stratum){
			.size = x->size, .sampled = n, .assessable = n, .retrieved = x->retrieved
		};
	}
	l->repeated = repeated_samples_new(m, l->s, p->t->count, &q->interval, e);
	return l->repeated != NULL ? 0 : -1;
}

static int path_init(struct path *p, const struct interval_method *m, const struct truth *t,
		     const struct coverage_request *q, int64_t looks, struct err *e)
{
	int64_t most = 0;
	*p = (struct path){ .t = t, .looks = (size_t)looks };
	for (size_t k = 0; k < t->count; k++)
		most = t->strata[k].sampled > most ? t->strata[k].sampled : most;
	p->look = calloc(p->looks, sizeof *p->look);
	if (p->look == NULL)
		return err_memory(e);
	if (hypergeometric_init(&p->drawn, most, e) < 0)
		return -1;
	for (size_t i = 0; i < p->looks; i++)
		if (look_init(p, i, m, q, e) < 0)
			return -1;
	return 0;
}

/* The samples of all looks, each with those before it in it. */
static void draw(struct path *p, struct uniform *u)
{
	for (size_t k = 0; k < p->t->count; k++) {
		const struct true_stratum *x = &p->t->strata[k];
		int64_t n = 0, r = 0;
		for (size_t i = 0; i < p->looks; i++) {
			struct stratum *s = &p->look[i].s[k];
			if (s->sampled > n) {
				hypergeometric_set(&p->drawn, x->size - n, (double)(x->yield - r),
						   s->sampled - n);
				r += hypergeometric_quantile(&p->drawn, uniform_next(u));
				n = s->sampled;
			}
			s->relevant = r;
		}
	}
}

/* The first look that misses counts. */
static int follow(struct path *p, double value, double weight, struct coverage *out, struct err *e)
{
	for (size_t i = 0; i < p->looks; i++) {
		bool below = false, above = false;
		if (repeated_samples_beyond(p->look[i].repeated, value, true, &below, e) < 0 ||
		    repeated_samples_beyond(p->look[i].repeated, value, false, &above, e) < 0)
			return -1;
		if (below || above) {
			*(below ? &out->below : &out->above) += weight;
			return 0;
		}
	}
	out->covered += weight;
	return 0;
}

static int walk(struct path *p, const struct coverage_request *q, double value,
		struct coverage *out, struct err *e)
{
	struct uniform u = uniform_start(q->seed, q->index, STREAM_LOOKS);
	double widths = 0;
	for (int64_t i = 0; i < q->draws; i++) {
		struct interval x;
		draw(p, &u);
		if (follow(p, value, 1.0 / (double)q->draws, out, e) < 0)
			return -1;
		if (i >= WIDTHS)
			continue;
		if (repeated_samples_interval(p->look[p->looks - 1].repeated, &x, e) < 0)
			return -1;
		if (interval_is_offered(x)) {
			out->width += x.upper - x.lower;
			widths++;
		}
	}
	out->width = widths > 0 ? out->width / widths : NAN;
	return 0;
}

int coverage_of_looks(const struct interval_method *m, const struct truth *t,
		      const struct coverage_request *q, int64_t looks, struct coverage *out,
		      struct err *e)
{
	*out = (struct coverage){ .by = COVERAGE_BY_SAMPLE, .offered = 1 };
	if (truth_check(t, e) < 0)
		return -1;
	double value = truth_value(t, &q->interval);
	if (isnan(value))
		return err_data(e, "the true value is undefined: no coverage to measure");
	struct path p;
	int status = path_init(&p, m, t, q, looks, e);
	if (status == 0)
		status = walk(&p, q, value, out, e);
	path_release(&p);
	return status;
}
