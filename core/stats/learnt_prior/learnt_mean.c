/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/stats/learnt_prior/effects_integral.h"
#include "core/stats/learnt_prior/learnt_mean.h"
#include "core/stats/learnt_prior/linear_mean.h"
#include "core/stats/learnt_prior/one_bound.h"
#include "core/stats/learnt_prior/skewed_shape.h"
#include "core/stats/learnt_prior/weight_skew.h"
#include "core/stats/numeric/logit.h"

/* Was anything relevant seen in the group, in any topic? */
static bool seen_in(const struct effect_groups *x, int group)
{
	for (size_t t = 0; t < x->topics; t++)
		if (x->group[t][group].relevant > 0)
			return true;
	return false;
}

/* Nothing relevant was seen among the retrieved documents, or among the others. */
static void force_ends(const struct effect_groups *x, struct interval *out)
{
	if (!seen_in(x, LEARNT_RETRIEVED))
		out->lower = 0;
	if (!seen_in(x, LEARNT_REST) && (x->quantity == QUANTITY_RECALL || x->share))
		out->upper = 1;
}

/*
 * A bound that stands alone has a whole relevant document as prior in the group that moves it
 * outwards, and a quarter in the other.
 */
static void set_prior(struct effects *m, bool lower_alone, bool upper_alone)
{
	m->documents[LEARNT_RETRIEVED] = upper_alone ? 1 : lower_alone ? 0.25 : 0.5;
	m->documents[LEARNT_REST] = lower_alone ? 1 : upper_alone ? 0.25 : 0.5;
}

static void move_ends(struct learnt_result *x)
{
	x->moved = x->interval.lower > x->estimate || x->interval.upper < x->estimate;
	x->interval.lower = fmin(x->interval.lower, x->estimate);
	x->interval.upper = fmax(x->interval.upper, x->estimate);
}

/* The posterior, with the variance of learnt_mean.h. */
static int allowed_integral(struct effects *m, double allowance, struct moments *v, struct err *e)
{
	int result = effects_integral(m, v, e);
	v->variance *= allowance;
	return result;
}

/*
 * If nothing relevant was seen in a group, the end of an interval with two ends that this group
 * moves outwards has UNSEEN documents as prior there. (A prior that is heavier is also tighter: if
 * little was seen in the other group too, the end may come out further inside, and is not moved.)
 */
static const double UNSEEN = 0.625;

static int move_unseen(struct effects *m, double allowance, const struct ends *ends,
		       struct interval *out, struct err *e)
{
	for (int g = 0; g < 2; g++) {
		struct moments v;
		if (seen_in(m->data, g))
			continue;
		set_prior(m, false, false);
		m->documents[g] = UNSEEN;
		int result = allowed_integral(m, allowance, &v, e);
		if (result != 0)
			return result;
		double lower = inverse_logit(skewed_quantile(&v, ends->lower_p));
		double upper = inverse_logit(skewed_quantile(&v, ends->upper_p));
		if (g == LEARNT_REST)
			out->lower = fmin(out->lower, lower);
		else
			out->upper = fmax(out->upper, upper);
	}
	return 0;
}

/*
 * A bound that stands alone, as a logit; v is the posterior with its prior, `both` that with the
 * prior of an interval with two ends.
 */
static double lower_bound(const struct effect_groups *x, const struct moments *v,
			  const struct moments *both, double p)
{
	double tail = one_bound_tail(p);
	return one_bound_lower(skewed_quantile(v, p),
			       skewed_quantile(v, tail) - weight_skew_move(x, tail),
			       skewed_quantile(both, p / 2));
}

static double upper_bound(const struct moments *v, const struct moments *both, double p)
{
	return one_bound_upper(skewed_quantile(v, p), skewed_quantile(v, 1 - one_bound_tail(1 - p)),
			       skewed_quantile(both, (1 + p) / 2));
}

/* The estimate has the prior of an interval with two ends, also if one end is asked for. */
static int mean_of_groups(struct effect_groups *x, const struct learnt_request *q, double allowance,
			  struct learnt_result *out, struct err *e)
{
	struct effects m = { .data = x, .parameters = x->slopes ? 7 : 5 };
	struct moments v;
	bool upper_alone = q->ends.lower_p <= 0, lower_alone = q->ends.upper_p >= 1;
	set_prior(&m, false, false);
	int result = allowed_integral(&m, allowance, &v, e);
	if (result != 0)
		return result < 0 ? -1 : 0;
	out->correlation = m.correlation;
	double median = inverse_logit(skewed_quantile(&v, 0.5));
	out->deviation = sqrt(v.variance) * median * (1 - median);
	struct interval logit = { skewed_quantile(&v, q->ends.lower_p),
				  skewed_quantile(&v, q->ends.upper_p) };
	if (lower_alone != upper_alone) {
		struct moments alone;
		set_prior(&m, lower_alone, upper_alone);
		result = allowed_integral(&m, allowance, &alone, e);
		if (result != 0)
			return result < 0 ? -1 : 0;
		if (lower_alone)
			logit.lower = lower_bound(x, &alone, &v, q->ends.lower_p);
		else
			logit.upper = upper_bound(&alone, &v, q->ends.upper_p);
	}
	struct interval ends = { inverse_logit(logit.lower), inverse_logit(logit.upper) };
	if (!lower_alone && !upper_alone) {
		result = move_unseen(&m, allowance, &q->ends, &ends, e);
		if (result != 0)
			return result < 0 ? -1 : 0;
	}
	out->estimate = median;
	out->interval = ends;
	force_ends(x, &out->interval);
	move_ends(out);
	return 0;
}

/* Relevant documents seen that the run does not retrieve, if it cuts no stratum. */
static double missed_seen(const struct learnt_topic *topic, size_t count)
{
	double missed = 0;
	for (size_t t = 0; t < count; t++)
		for (size_t i = 0; i < topic[t].cells; i++)
			missed += topic[t].cell[i].group == LEARNT_REST ? topic[t].cell[i].relevant
									: 0;
	return missed;
}

/* So much may the recall of topics of which little was seen differ from what is learnt. If that
 * moves the mean by more than this part of its standard deviation, intervals cover less than .93.
 */
static const double UNLIKE = 0.1, MOVED = 0.65;

/* But not if recall is learnt not to fall with the size of topics. */
static const double RISES = 0.5;

/*
 * The part of the variance that comes from the yield of what is not retrieved: by the derivatives
 * of the logarithm of the quantity, with variances 1/S of the logarithms of yields of which S
 * relevant documents were seen.
 */
static double part_of_rest(const struct effect_groups *x)
{
	double seen[2] = { 0 }, found[2] = { 0 }, retrieved = 0, by[2];
	for (size_t t = 0; t < x->topics; t++) {
		for (int g = 0; g < 2; g++) {
			const struct effect_group *d = &x->group[t][g];
			seen[g] += d->relevant;
			found[g] += d->sampled > 0 ? d->size * d->relevant / d->sampled : 0;
		}
		retrieved += x->group[t][LEARNT_RETRIEVED].size;
	}
	bool recall = x->quantity == QUANTITY_RECALL;
	by[LEARNT_REST] = recall ? 1 : x->beta2 * found[LEARNT_REST];
	by[LEARNT_RETRIEVED] = recall ? 1 : retrieved + x->beta2 * found[LEARNT_REST];
	double rest = by[LEARNT_REST] * by[LEARNT_REST] * seen[LEARNT_RETRIEVED];
	double other = by[LEARNT_RETRIEVED] * by[LEARNT_RETRIEVED] * seen[LEARNT_REST];
	return rest + other > 0 ? rest / (rest + other) : 0;
}

/* learnt_model_share() of what is not retrieved, of a run that cuts no stratum. */
static double share_of_rest(const struct learnt_topic *topic, size_t count)
{
	double sum = 0;
	for (size_t t = 0; t < count; t++)
		sum += 1 / (1 + missed_seen(&topic[t], 1));
	return sum / (double)count;
}

/* What the variance of a mean recall or F is multiplied with: see learnt_mean.h. */
static double allowance_of(const struct effect_groups *x, const struct learnt_topic *topic,
			   const struct learnt_request *q, double share)
{
	bool recall = q->of.quantity == QUANTITY_RECALL, f = q->of.quantity == QUANTITY_F;
	double rest = share_of_rest(topic, x->topics), more = 0;
	if ((recall || f) && !q->of.share)
		more = part_of_rest(x) * rest * rest * (1 - rest) / 0.75;
	return 1 + 1.5 * fmax(recall ? share * (1 - share) : 0, more);
}

/* `seen`: relevant documents in the samples. */
static enum learnt_caution caution_of(const struct learnt_topic *topic, size_t count,
				      const struct learnt_request *q, double seen, double share,
				      const struct learnt_result *out)
{
	double topics = (double)count, retrieved = 0;
	if (q->of.quantity == QUANTITY_RECALL && seen < 2 * topics)
		return LEARNT_FEW_RELEVANT;
	if (q->of.quantity == QUANTITY_RECALL)
		return UNLIKE * share > MOVED * out->deviation && out->correlation < RISES
			       ? LEARNT_ON_MODEL
			       : LEARNT_SOUND;
	for (size_t t = 0; t < count; t++)
		retrieved += topic[t].retrieved;
	return q->of.share && retrieved < 4 * topics ? LEARNT_FEW_RETRIEVED : LEARNT_SOUND;
}

int learnt_mean(const struct learnt_topic *topic, size_t count, const struct learnt_request *q,
		struct learnt_result *out, struct err *e)
{
	struct effect_groups x;
	*out = LEARNT_NOTHING;
	if (learnt_cells_pool(topic, count, e) < 0)
		return -1;
	if (learnt_is_linear(&q->of)) {
		linear_mean(topic, count, q, out);
		return 0;
	}
	size_t blank;
	double seen = learnt_relevant_seen(topic, count, &blank);
	bool needs_relevant = q->of.quantity == QUANTITY_RECALL || q->of.quantity == QUANTITY_F;
	if (needs_relevant && !(seen > 0))
		return 0;
	if (effect_groups_init(&x, topic, count, q, false, e) < 0)
		return -1;
	double share = learnt_model_share(topic, count);
	int result = 0;
	if (learnt_cells_are_whole(topic, count))
		out->estimate = out->interval.lower = out->interval.upper =
			effect_groups_certain(&x);
	else
		result = mean_of_groups(&x, q, allowance_of(&x, topic, q, share), out, e);
	if (out->interval.lower < out->interval.upper)
		out->caution = caution_of(topic, count, q, seen, share, out);
	effect_groups_release(&x);
	return result;
}
