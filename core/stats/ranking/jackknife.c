/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/stats/ranking/jackknife.h"
#include "core/stats/ranking/ranked_ap.h"
#include "core/stats/stratum.h"

/* Documents that were drawn alike. */
struct group {
	double size;	   /* n, those that are not relevant too */
	double zeros;	   /* sum of 1 - p over those that are not relevant */
	double weight;	   /* sums over its relevant units: of w, */
	double slope;	   /* of w * gradient of A, */
	double curvature;  /* of w_d w_f / rank of the lower one, over its pairs, */
	double above;	   /* of w above, */
	double below;	   /* of w/rank below, while the ranking is walked through, */
	double in_top;	   /* of w in the first k */
	double sum, sum_2; /* of t_i, and of (1 - p_i) (t_i - t)^2 */
	double curve;	   /* of (1 - p_i) (t_i - estimate - l_i) */
	double relevant;
};

struct jackknife {
	const struct ranked_sample *s;
	enum ranked_quantity quantity;
	double cutoff;
	struct ranked_ap ap;
	struct group *group;
	size_t groups;
	double *cross;	 /* of each relevant unit: w/rank-terms shared with others of its group */
	double *without; /* t_i of each relevant unit */
	double in_top;
	double estimate; /* with all documents */
};

/* -1: never left out. */
static int64_t group_of(const struct jackknife *x, const struct ranked_unit *u)
{
	return u->probability >= 1 ? -1 : (int64_t)ranked_group(x->s, u);
}

static void count_groups(struct jackknife *x)
{
	double picks = 0;
	for (size_t i = 0; i < x->s->units; i++) {
		const struct ranked_unit *u = &x->s->unit[i];
		int64_t g = group_of(x, u);
		if (g < 0)
			continue;
		x->group[g].size++;
		x->group[g].zeros += u->relevant ? 0 : 1 - u->probability;
		if (x->s->known && u->bucket >= 0)
			picks = fmax(picks, (double)x->s->bucket[u->bucket].picks);
	}
	x->group[0].size = fmax(x->group[0].size, picks);
}

/* The sums of the groups; for each unit, what it has in common with its own group. */
static void sum_groups(struct jackknife *x)
{
	const struct ranked_ap *a = &x->ap;
	for (size_t i = 0; i < a->units; i++) {
		const struct ranked_unit *u = &x->s->unit[a->at[i]];
		bool in_top = u->rank <= x->cutoff;
		x->in_top += in_top ? a->weight[i] : 0;
		int64_t g = group_of(x, u);
		if (g < 0)
			continue;
		struct group *h = &x->group[g];
		double per_rank = isinf(u->rank) ? 0 : 1 / u->rank;
		x->cross[i] = h->above * per_rank;
		h->curvature += a->weight[i] * h->above * per_rank;
		h->above += a->weight[i];
		h->weight += a->weight[i];
		h->slope += a->weight[i] * a->gradient[i];
		h->in_top += in_top ? a->weight[i] : 0;
		h->relevant++;
	}
	for (size_t i = a->units; i-- > 0;) {
		const struct ranked_unit *u = &x->s->unit[a->at[i]];
		int64_t g = group_of(x, u);
		if (g < 0)
			continue;
		x->cross[i] += x->group[g].below;
		x->group[g].below += isinf(u->rank) ? 0 : a->weight[i] / u->rank;
	}
}

/* R-precision when the weights of group g are multiplied by `scale` and unit `out` is gone. */
static double r_precision(const struct jackknife *x, int64_t g, double scale, size_t out)
{
	const struct ranked_ap *a = &x->ap;
	double total = 0, found = 0;
	for (int pass = 0; pass <= 1; pass++)
		for (size_t i = 0; i < a->units; i++) {
			const struct ranked_unit *u = &x->s->unit[a->at[i]];
			double w = i == out ? 0 : a->weight[i] * (group_of(x, u) == g ? scale : 1);
			if (pass == 0)
				total += w;
			else if (u->rank <= sum_of_weights(total))
				found += w;
		}
	return found / total;
}

static double estimate(const struct jackknife *x)
{
	enum { NO_GROUP = -1 };
	return x->quantity == RANKED_AP		 ? x->ap.numerator / x->ap.total
	       : x->quantity == RANKED_PRECISION ? x->in_top / x->cutoff
						 : r_precision(x, NO_GROUP, 1, SIZE_MAX);
}

/* The estimate without unit i of group g; SIZE_MAX: without one that is not relevant. */
static double left_out(const struct jackknife *x, int64_t g, size_t i)
{
	const struct ranked_ap *a = &x->ap;
	const struct group *h = &x->group[g];
	double raise = h->size > 1 ? 1 / (h->size - 1) : 0, scale = 1 + raise;
	double weight = i == SIZE_MAX ? 0 : a->weight[i];
	if (x->quantity == RANKED_R_PRECISION)
		return r_precision(x, g, scale, i);
	if (x->quantity == RANKED_PRECISION) {
		bool in_top = i != SIZE_MAX && x->s->unit[a->at[i]].rank <= x->cutoff;
		return (x->in_top + raise * h->in_top - (in_top ? scale * weight : 0)) / x->cutoff;
	}
	double A = a->numerator + raise * h->slope + raise * raise * h->curvature;
	double R = a->total + raise * h->weight - scale * weight;
	if (i != SIZE_MAX)
		A -= scale * weight * (a->gradient[i] + raise * x->cross[i]);
	return A / R;
}

/* The first-order change of AP = A/R when unit i of group g is left out. */
static double first_order_change(const struct jackknife *x, int64_t g, size_t i)
{
	const struct ranked_ap *a = &x->ap;
	const struct group *h = &x->group[g];
	double raise = h->size > 1 ? 1 / (h->size - 1) : 0;
	double change = raise * (h->slope - x->estimate * h->weight);
	if (i != SIZE_MAX)
		change -= (1 + raise) * a->weight[i] * (a->gradient[i] - x->estimate);
	return change / a->total;
}

/* The variance of the estimate, and its bias. */
static double variance(struct jackknife *x, double *bias)
{
	const struct ranked_ap *a = &x->ap;
	for (size_t i = 0; i < a->units; i++) {
		int64_t g = group_of(x, &x->s->unit[a->at[i]]);
		if (g < 0)
			continue;
		x->without[i] = left_out(x, g, i);
		x->group[g].sum += x->without[i];
	}
	double sum = 0;
	for (size_t g = 0; g < x->groups; g++) {
		struct group *h = &x->group[g];
		if (h->size == 0)
			continue;
		double others = h->size - h->relevant;
		double zero = others > 0 ? left_out(x, (int64_t)g, SIZE_MAX) : 0;
		/* alone in its group: its distance from the estimate, not from itself */
		h->sum = h->size > 1 ? (h->sum + others * zero) / h->size : x->estimate;
		if (others > 0) {
			double change = first_order_change(x, (int64_t)g, SIZE_MAX);
			h->sum_2 = h->zeros * (zero - h->sum) * (zero - h->sum);
			h->curve = h->zeros * (zero - x->estimate - change);
		}
	}
	for (size_t i = 0; i < a->units; i++) {
		const struct ranked_unit *u = &x->s->unit[a->at[i]];
		int64_t g = group_of(x, u);
		if (g < 0)
			continue;
		double distance = x->without[i] - x->group[g].sum;
		double change = x->without[i] - x->estimate - first_order_change(x, g, i);
		x->group[g].sum_2 += (1 - u->probability) * distance * distance;
		x->group[g].curve += (1 - u->probability) * change;
	}
	*bias = 0;
	for (size_t g = 0; g < x->groups; g++) {
		const struct group *h = &x->group[g];
		double factor = h->size > 1 ? 1 - 1 / h->size : h->size;
		sum += factor * h->sum_2;
		*bias += factor * h->curve;
	}
	return sum;
}

static void jackknife_error(struct jackknife *x, enum ranked_quantity quantity,
			    struct ranked_error *out)
{
	/* The error of a ratio cannot be estimated from one relevant document. */
	size_t least = quantity == RANKED_PRECISION ? 1 : 2;
	double drawn = 0; /* relevant documents, not those taken for certain */
	count_groups(x);
	sum_groups(x);
	for (size_t g = 0; g < x->groups; g++)
		drawn += x->group[g].relevant;
	out->df = fmax(drawn - 1, 1);
	if (ranked_is_certain(x->s))
		out->se = 0;
	if (ranked_is_certain(x->s) || x->ap.units < least || drawn == 0)
		return;
	double bias;
	x->estimate = estimate(x);
	out->se = sqrt(variance(x, &bias));
	out->bias = x->quantity == RANKED_AP ? bias : 0;
	if (out->corrected)
		out->se = hypot(out->se, bias);
}

int ranked_jackknife(const struct ranked_sample *s, enum ranked_quantity quantity, double cutoff,
		     struct ranked_error *out, struct err *e)
{
	struct jackknife x = { .s = s,
			       .quantity = quantity == RANKED_AP_CORRECTED ? RANKED_AP : quantity,
			       .cutoff = cutoff,
			       .groups = s->buckets + 1 };
	*out = (struct ranked_error){ .se = NAN,
				      .df = 1,
				      .corrected = quantity == RANKED_AP_CORRECTED };
	if (ranked_ap_init(&x.ap, s, e) < 0)
		return -1;
	x.group = calloc(x.groups, sizeof *x.group);
	x.cross = calloc(2 * x.ap.units + 1, sizeof *x.cross);
	int result = x.group == NULL || x.cross == NULL ? err_memory(e) : 0;
	if (result == 0) {
		x.without = x.cross + x.ap.units;
		jackknife_error(&x, quantity, out);
	}
	free(x.group);
	free(x.cross);
	ranked_ap_release(&x.ap);
	return result;
}

int ranked_ap_corrected(const struct ranked_sample *s, double *value, struct err *e)
{
	struct ranked_ap a;
	struct ranked_error error;
	if (ranked_ap_init(&a, s, e) < 0)
		return -1;
	*value = a.units > 0 ? a.numerator / a.total : NAN;
	ranked_ap_release(&a);
	if (ranked_jackknife(s, RANKED_AP, 0, &error, e) < 0)
		return -1;
	*value -= error.bias;
	return 0;
}
