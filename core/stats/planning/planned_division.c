/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * With V1 and V0 the variances of the estimated yields, the variance of recall is
 *
 *     (V1 R0^2 + V0 R1^2) / (R1+R0)^4,   V = N (N-n) p (1-p) / n        (Webber's eq 23, 24)
 *
 * and is smallest where n1 : n0 = N1 R0 sqrt(p1 (1-p1)) : N0 R1 sqrt(p0 (1-p0)).
 */
#include <math.h>
#include <stdlib.h>

#include "core/stats/interval/choose.h"
#include "core/stats/interval/segments.h"
#include "core/stats/numeric/logit.h"
#include "core/stats/planning/planned_division.h"
#include "core/stats/sampling/allocation.h"

int64_t planned_documents(const struct planned_sample *p)
{
	int64_t all = p->control != NULL ? p->control->size : 0;
	for (size_t i = 0; p->control == NULL && i < p->count; i++)
		all += p->strata[i].size;
	return all;
}

bool planned_segments(const struct planned_sample *p)
{
	return p->control == NULL && p->count == 2 &&
	       p->strata[0].retrieved != p->strata[1].retrieved;
}

/* sqrt(R(N-R)), as if half a document were relevant, or not, where none is. */
static double spread(const struct true_stratum *s)
{
	double N = (double)s->size, R = fmin(fmax((double)s->yield, 0.5), fmax(N - 0.5, 0.5));
	return sqrt(R * fmax(N - R, 0.5));
}

/* Neyman (1934): n goes with N sqrt(p(1-p)) times the yield of the other segment. */
double planned_neyman(const struct planned_sample *p)
{
	double weight[2] = { 0, 0 }, yield[2] = { 0, 0 };
	for (size_t i = 0; i < p->count; i++) {
		weight[p->strata[i].retrieved] += spread(&p->strata[i]);
		yield[p->strata[i].retrieved] += (double)p->strata[i].yield;
	}
	double one = weight[1] * fmax(yield[0], 0.5), zero = weight[0] * fmax(yield[1], 0.5);
	return one / (one + zero);
}

/* The stratum of two segments that is retrieved, or the other one. */
static struct true_stratum *segment_of(const struct planned_sample *p, bool retrieved)
{
	return &p->strata[p->strata[0].retrieved == retrieved ? 0 : 1];
}

int planned_share_out(const struct planned_sample *p, double share, int64_t n, struct err *e)
{
	double weight[2] = { 0, 0 },
	       part_of[2] = { fmax(1 - share, SHARE_EDGE), fmax(share, SHARE_EDGE) };
	if (p->control != NULL)
		return 0;
	struct allocation_part *part = calloc(p->count + 1, sizeof *part);
	if (part == NULL)
		return err_memory(e);
	for (size_t i = 0; i < p->count; i++)
		weight[p->strata[i].retrieved] += spread(&p->strata[i]);
	for (size_t i = 0; i < p->count; i++) {
		const struct true_stratum *s = &p->strata[i];
		part[i] = (struct allocation_part){
			.weight = spread(s) / weight[s->retrieved] * part_of[s->retrieved],
			.size = s->size,
		};
	}
	int status = allocate(part, p->count, n, e);
	for (size_t i = 0; status == 0 && i < p->count; i++)
		p->strata[i].sampled = part[i].share;
	free(part);
	return status;
}

/* ---- as printed ---- */

static struct segment segment_at(const struct true_stratum *s)
{
	double N = (double)s->size, R = (double)s->yield, n = (double)s->sampled;
	return (struct segment){ .size = s->size,
				 .sampled = s->sampled,
				 .yield = R,
				 .variance = (N - n) * R * (1 - R / N) / n };
}

struct interval planned_normal(const struct planned_sample *p)
{
	const struct interval_request *q = &p->reach.interval;
	const struct segments g = {
		.retrieved = segment_at(segment_of(p, true)),
		.unretrieved = segment_at(segment_of(p, false)),
	};
	return segments_normal_ends(&g, q, segments_quantity(&g, q));
}

/* As a sample that finds what is to be expected, and something where all is judged. */
const struct interval_method *planned_method(const struct planned_sample *p)
{
	const struct interval_request *q = &p->reach.interval;
	struct divided_stratum d[2];
	for (size_t i = 0; planned_segments(p) && i < 2; i++) {
		const struct true_stratum *s = &p->strata[i];
		int64_t n = s->sampled, r = n == s->size ? s->yield : 0;
		d[i] = counted_stratum(&(struct stratum){ s->size, n, r, n, s->retrieved }, 0);
	}
	return q->by_rule && planned_segments(p)
		       ? interval_find(interval_choose(strata_facts(d, 2, q))->method)
		       : p->reach.method;
}
