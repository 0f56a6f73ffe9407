/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/near.h"
#include "core/stats/learnt_prior/effects_integral.h"
#include "core/stats/learnt_prior/learnt_mean.h"
#include "core/stats/learnt_prior/linear_mean.h"
#include "core/stats/numeric/logit.h"
#include "core/stats/rmath.h"

/* ---- strata that differ in their weights ---- */

/* Of all topics, by group: relevant documents that were seen, and that seem to be there. */
struct totals {
	double seen[2], found[2];
	double retrieved; /* documents */
};

static struct totals totals_of(const struct effect_groups *x)
{
	struct totals s = { 0 };
	for (size_t t = 0; t < x->topics; t++) {
		for (int g = 0; g < 2; g++) {
			const struct effect_group *d = &x->group[t][g];
			s.seen[g] += d->relevant;
			s.found[g] += d->sampled > 0 ? d->size * d->relevant / d->sampled : 0;
		}
		s.retrieved += x->group[t][LEARNT_RETRIEVED].size;
	}
	return s;
}

/*
 * By the log of R0, the yield of what is not retrieved: of logit F = log((1 + b^2) R1) -
 * log(D + b^2 R0 - R1), D documents being retrieved; of a ratio of kinds, and of recall, 1.
 */
static double derivative(const struct effect_groups *x)
{
	const struct totals s = totals_of(x);
	if (x->quantity == QUANTITY_RECALL || x->share)
		return 1;
	double missed = x->beta2 * s.found[LEARNT_REST];
	double against = missed + s.retrieved - s.found[LEARNT_RETRIEVED];
	return against > 0 ? missed / against : 1;
}

double weight_skew_move(const struct effect_groups *x, double tail)
{
	double seen = 0.5, variance = 0, excess = 0, z = qnorm(tail, 0, 1, 0, 0);
	for (size_t t = 0; t < x->topics; t++) {
		const struct effect_group *d = &x->group[t][LEARNT_REST];
		seen += d->relevant;
		variance += d->variance;
		excess += d->excess;
	}
	if (!(excess > 0) || !(variance > 0))
		return 0;
	return (z * z / 3 + 1.0 / 6) * (excess / variance) * derivative(x) / seen;
}

/* ---- means of ratios ---- */

/* Nothing relevant was seen among the retrieved documents, or among the others. */
static void force_ends(const struct effect_groups *x, struct interval *out)
{
	if (!(totals_of(x).seen[LEARNT_RETRIEVED] > 0))
		out->lower = 0;
	if (!(totals_of(x).seen[LEARNT_REST] > 0) && (x->quantity == QUANTITY_RECALL || x->share))
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
 * If nothing relevant was seen in the group that moves an end of an interval outwards, that end has
 * at least UNSEEN documents as prior there. (A prior that is heavier is also tighter: if little was
 * seen in the other group too, the end may come out further inside, and is not moved.)
 */
static const double UNSEEN = 0.625;

static int move_unseen(struct effects *m, double allowance, bool lower, double p, double *end,
		       struct err *e)
{
	struct moments v;
	int group = lower ? LEARNT_REST : LEARNT_RETRIEVED;
	if (totals_of(m->data).seen[group] > 0)
		return 0;
	set_prior(m, false, false);
	m->documents[group] = UNSEEN;
	int result = allowed_integral(m, allowance, &v, e);
	if (result == 0)
		*end = lower ? fmin(*end, skewed_quantile(&v, p))
			     : fmax(*end, skewed_quantile(&v, 1 - p));
	return result;
}

/*
 * One end, as a logit: `v` is the posterior with the prior of a bound that stands alone, `both`
 * that of an interval with two ends. `tail` is the probability beyond such a bound of this level.
 */
static double logit_end(const struct effect_groups *x, const struct moments *v,
			const struct moments *both, bool lower, double tail, bool alone)
{
	double less = ONE_BOUND * tail;
	double two = skewed_quantile(both, lower ? tail / 2 : 1 - tail / 2), wide = two;
	if (alone)
		wide = lower ? skewed_quantile(v, less) - weight_skew_move(x, less)
			     : skewed_quantile(v, 1 - less);
	return one_bound(lower, skewed_quantile(v, lower ? tail : 1 - tail), wide, two);
}

/* The estimate has the prior of an interval with two ends, also if one end is asked for. */
static int mean_of_groups(struct effect_groups *x, const struct learnt_request *q, double allowance,
			  struct learnt_result *out, struct err *e)
{
	struct effects m = { .data = x,
			     .parameters = x->groups + effects_spreads(x) + 2 * x->slopes };
	struct moments v;
	const double beyond[2] = { 1 - q->ends.upper_p, q->ends.lower_p };
	const bool alone = !(beyond[0] > 0 && beyond[1] > 0);
	double end[2] = { INFINITY, -INFINITY };
	set_prior(&m, false, false);
	int result = allowed_integral(&m, allowance, &v, e);
	if (result != 0)
		return result < 0 ? -1 : 0;
	out->correlation = m.correlation;
	double median = inverse_logit(skewed_quantile(&v, 0.5));
	out->deviation = sqrt(v.variance) * median * (1 - median);
	for (int lower = 0; lower < 2; lower++) {
		struct moments one = v;
		if (!(beyond[lower] > 0))
			continue;
		set_prior(&m, lower, !lower);
		result = allowed_integral(&m, allowance, &one, e);
		end[lower] = logit_end(x, result != 0 ? &v : &one, &v, lower,
				       alone ? beyond[lower] : 2 * beyond[lower], alone);
		if (result == 0 && !alone)
			result = move_unseen(&m, allowance, lower, beyond[lower], &end[lower], e);
		if (result < 0 || (result > 0 && alone))
			return result < 0 ? -1 : 0;
	}
	out->estimate = median;
	out->interval = (struct interval){ inverse_logit(end[1]), inverse_logit(end[0]) };
	force_ends(x, &out->interval);
	move_ends(out);
	return 0;
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
	const struct totals s = totals_of(x);
	bool recall = x->quantity == QUANTITY_RECALL;
	double missed = x->beta2 * s.found[LEARNT_REST];
	double by_rest = recall ? 1 : missed, by_retrieved = recall ? 1 : s.retrieved + missed;
	double rest = by_rest * by_rest * s.seen[LEARNT_RETRIEVED];
	double other = by_retrieved * by_retrieved * s.seen[LEARNT_REST];
	return rest + other > 0 ? rest / (rest + other) : 0;
}

/* Does one topic seem to have more than half of the relevant documents, and LARGE times as many as
 * the others on the mean? Then it is taken to be more like them than it is. */
static const double LARGE = 10, FOR_LARGE = 1.5;

static bool one_is_large(const struct effect_groups *x)
{
	double most = 0, found = totals_of(x).found[0] + totals_of(x).found[1];
	for (size_t t = 0; t < x->topics; t++) {
		const struct effect_groups one = { .topics = 1, .group = x->group + t };
		most = fmax(most, totals_of(&one).found[0] + totals_of(&one).found[1]);
	}
	return most > found / 2 && most * (double)(x->topics - 1) > LARGE * (found - most);
}

/* What the variance of a mean recall or F is multiplied with: see learnt_mean.h. */
static double allowance_of(const struct effect_groups *x, const struct learnt_topic *topic,
			   const struct learnt_request *q, double share)
{
	bool recall = q->of.quantity == QUANTITY_RECALL, f = q->of.quantity == QUANTITY_F;
	double rest = learnt_model_share(topic, x->topics, LEARNT_REST);
	double by_rest = rest * rest * (1 - rest) / 0.75;
	double more = (recall || f) && !q->of.share ? part_of_rest(x) * by_rest : 0;
	return (1 + 1.5 * fmax(recall ? share * (1 - share) : 0, more)) *
	       (recall && one_is_large(x) ? FOR_LARGE : 1);
}

/* `seen`: relevant documents in the samples; `blank`: topics without any. */
static enum learnt_caution caution_of(const struct learnt_topic *topic, size_t count,
				      const struct learnt_request *q, double seen, size_t blank,
				      double share, const struct learnt_result *out)
{
	double topics = (double)count, retrieved = 0;
	if (q->of.quantity == QUANTITY_RECALL)
		return seen < 2 * topics ? LEARNT_FEW_RELEVANT
		       : UNLIKE * share > MOVED * out->deviation && out->correlation < RISES
			       ? LEARNT_ON_MODEL
		       : q->of.heavy			 ? LEARNT_FEW_HEAVY
		       : learnt_many_blank(blank, count) ? LEARNT_MANY_BLANK
							 : LEARNT_SOUND;
	for (size_t t = 0; t < count; t++)
		retrieved += topic[t].retrieved;
	return q->of.share && retrieved < 4 * topics ? LEARNT_FEW_RETRIEVED : LEARNT_SOUND;
}

/*
 * Where little is seen, recall is taken to fall less with the number of relevant documents than it
 * may, and is too low. And what a stratum of heavy documents has is too low in most samples, and
 * far too high in the few that meet one: more topics make the interval shorter, but not this error
 * smaller. The upper end is this much further from the estimate, as a logit.
 */
static const double UPWARDS = 1.25, IF_HEAVY = 2, HEAVY_TOPICS = 50;

static void move_upwards(struct interval *i, double estimate, size_t topics, bool heavy)
{
	double most = heavy ? IF_HEAVY : UPWARDS, at = logit(estimate);
	double times = fmin(fmax(1 + (double)topics / HEAVY_TOPICS, UPWARDS), most);
	if (i->upper > estimate && i->upper < 1 && estimate > 0)
		i->upper = inverse_logit(at + times * (logit(i->upper) - at));
}

int learnt_mean(const struct learnt_topic *topic, size_t count, const struct learnt_request *q,
		struct learnt_result *out, struct err *e)
{
	struct effect_groups x;
	*out = LEARNT_NOTHING;
	if (learnt_cells_pool(topic, count, e) < 0)
		return -1;
	size_t blank;
	double seen = learnt_relevant_seen(topic, count, &blank);
	bool needs_relevant = q->of.quantity == QUANTITY_RECALL || q->of.quantity == QUANTITY_F;
	if (needs_relevant && !(seen > 0))
		return 0;
	if (linear_has(topic, count, &q->of))
		return linear_mean(topic, count, q, out, e);
	if (effect_groups_init(&x, topic, count, q, false, e) < 0)
		return -1;
	double share = learnt_model_share(topic, count, 0);
	int result = 0;
	if (learnt_cells_are_whole(topic, count))
		out->estimate = out->interval.lower = out->interval.upper =
			effect_groups_certain(&x);
	else
		result = mean_of_groups(&x, q, allowance_of(&x, topic, q, share), out, e);
	if (out->interval.lower < out->interval.upper)
		out->caution = caution_of(topic, count, q, seen, blank, share, out);
	if (out->caution != LEARNT_SOUND && q->of.quantity == QUANTITY_RECALL)
		move_upwards(&out->interval, out->estimate, count, q->of.heavy);
	effect_groups_release(&x);
	return result;
}
