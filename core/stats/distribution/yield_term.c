/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/stats/distribution/yield.h"
#include "core/stats/numeric/accuracy.h"

#define MANY	   2000		 /* points */
#define FINE	   0.25		 /* of panels that stand for all points */
#define NOTHING	   TERM_LEFT_OUT /* of a mass */
#define STEEP	   0.3		 /* standard deviations, in the distance of the mean from an end */
#define GAUSS_ENDS 14		 /* more nodes than these are panels */

/* All points of a yield, or panels that do as well with fewer. */
static const struct rule *whole_rule(const struct yield_term *t, size_t i)
{
	return t->panels[i].count > 0 ? &t->panels[i] : &t->points[i];
}

/* One rule for each yield, and which node of it is next. */
struct product {
	const struct rule *rule[YIELDS];
	size_t index[YIELDS];
};

static int add_product(const struct yield_term *t, struct product *p, struct atoms *out,
		       struct err *e)
{
	size_t i = 0;
	while (i < t->yields) {
		double x[YIELDS] = { 0 }, mass = 1;
		for (size_t j = 0; j < t->yields; j++) {
			x[j] = p->rule[j]->x[p->index[j]];
			mass *= p->rule[j]->w[p->index[j]];
		}
		if (mass > NOTHING && atoms_add(out, t->value(t->of, x), mass, e) < 0)
			return -1;
		for (i = 0; i < t->yields && ++p->index[i] == p->rule[i]->count; i++)
			p->index[i] = 0;
	}
	return 0;
}

/*
 * Is the distribution close to one of its ends, on the scale of its deviation? There the value may
 * depend on the yield in a way that no polynomial follows.
 */
static bool is_steep(const struct yield_distribution *l)
{
	double deviation = sqrt(l->variance);
	return deviation > STEEP * (l->mean - (double)l->min) ||
	       deviation > STEEP * ((double)l->max - l->mean);
}

/* How a yield is summed: all points, unless one of these is above 0. */
struct way {
	size_t nodes;	 /* of a Gauss rule */
	double fineness; /* of panels */
};

/*
 * `waves`: how often the fastest wave that must be resolved turns within a standard deviation of
 * the yield. A Gauss rule of n nodes resolves about n/3 turns; a panel of four nodes may be about
 * 4/waves of the standard deviation long.
 */
static struct way choose_way(const struct yield_term *t, size_t i, double waves)
{
	double nodes = 6 + 3 * waves;
	bool gauss = nodes <= GAUSS_ENDS && !is_steep(t->distribution[i]);
	if ((double)t->points[i].count <= fmax(nodes, 12))
		return (struct way){ 0, 0 };
	double fineness = fmin(4 / waves, 0.8 / pow(waves, 0.25));
	return gauss ? (struct way){ (size_t)nodes, 0 } : (struct way){ 0, fmin(fineness, 1.5) };
}

/* The rule of a yield; in `made` unless it is all points. */
static int make_rule(const struct yield_term *t, size_t i, struct way way, struct rule *made)
{
	rule_release(made);
	if (way.nodes > 0)
		return rule_gauss(made, whole_rule(t, i), way.nodes);
	return way.fineness > 0 ? rule_panels(made, &t->points[i], t->distribution[i], way.fineness)
				: 0;
}

/* Makes the rules. If there are too many atoms, makes the panels coarser, and returns 1. */
static int make_rules(const struct yield_term *t, struct way way[YIELDS], double most,
		      struct rule made[YIELDS], struct product *p)
{
	for (int tries = 0; tries < 16; tries++) {
		double count = 1;
		bool coarser = false;
		for (size_t i = 0; i < t->yields; i++) {
			if ((tries == 0 || way[i].fineness > 0) &&
			    make_rule(t, i, way[i], &made[i]) < 0)
				return -1;
			p->rule[i] = made[i].count > 0 ? &made[i] : &t->points[i];
			count *= (double)p->rule[i]->count;
			coarser = coarser || (way[i].fineness > 0 && made[i].count > 16);
			way[i].fineness *= 1.3;
		}
		if (count <= most || !coarser)
			return tries > 0;
	}
	return 1;
}

static int yield_term_atoms(void *term, double gap, double most, struct atoms *out, struct err *e)
{
	struct yield_term *t = term;
	struct rule made[YIELDS] = { { 0 } };
	struct product p = { { NULL }, { 0 } };
	struct way way[YIELDS];
	for (size_t i = 0; i < t->yields; i++)
		way[i] = choose_way(t, i, t->influence[i] / gap);
	int limited = make_rules(t, way, most, made, &p);
	int status = limited < 0 ? err_memory(e) : add_product(t, &p, out, e);
	for (size_t i = 0; i < t->yields; i++)
		rule_release(&made[i]);
	return status < 0 ? -1 : limited;
}

static int yield_term_all(void *term, struct atoms *out, struct err *e)
{
	const struct yield_term *t = term;
	struct product p = { { NULL }, { 0 } };
	for (size_t i = 0; i < t->yields; i++)
		p.rule[i] = &t->points[i];
	return add_product(t, &p, out, e);
}

/*
 * The standard deviation of the value when one yield varies and each of the others is, by the bits
 * of `corner`, a standard deviation below or above its mean.
 */
static double influence_at(const struct yield_term *t, size_t varied, unsigned corner)
{
	const struct rule *r = whole_rule(t, varied);
	double x[YIELDS] = { 0 }, mean = 0, squares = 0;
	for (size_t i = 0; i < t->yields; i++) {
		const struct yield_distribution *l = t->distribution[i];
		double deviation = sqrt(l->variance);
		x[i] = corner >> i & 1 ? fmin(l->mean + deviation, (double)l->max)
				       : fmax(l->mean - deviation, (double)l->min);
	}
	for (size_t i = 0; i < r->count; i++) {
		x[varied] = r->x[i];
		double value = t->value(t->of, x);
		mean += r->w[i] * value;
		squares += r->w[i] * value * value;
	}
	return sqrt(fmax(squares - mean * mean, 0));
}

static double influence_of(const struct yield_term *t, size_t varied)
{
	double most = 0;
	for (unsigned corner = 0; corner < 1u << t->yields; corner++)
		if (!(corner >> varied & 1))
			most = fmax(most, influence_at(t, varied, corner));
	return most;
}

static int set_deviation(struct yield_term *t, struct err *e)
{
	struct atoms a = { 0 };
	double mean = 0, squares = 0, most = 0;
	for (size_t i = 0; i < t->yields; i++) {
		t->influence[i] = 1.5 * influence_of(t, i);
		most = fmax(most, t->influence[i]);
	}
	int status = yield_term_atoms(t, fmax(most, LEAST_POSITIVE), 2e4, &a, e) < 0 ? -1 : 0;
	for (size_t i = 0; i < a.count; i++)
		mean += a.atom[i].mass * a.atom[i].value;
	for (size_t i = 0; i < a.count; i++) {
		double beyond = a.atom[i].value - mean;
		squares += a.atom[i].mass * beyond * beyond;
	}
	t->deviation = a.count > 1 ? sqrt(squares) : 0;
	for (size_t i = 0; i < t->yields && t->yields <= 2; i++) /* no need to save nodes */
		t->influence[i] = t->deviation;
	atoms_release(&a);
	return status;
}

int yield_term_init(struct yield_term *t, const struct yield_distribution *const *distribution,
		    size_t yields, double (*value)(const void *of, const double yield[YIELDS]),
		    const void *of, struct err *e)
{
	*t = (struct yield_term){ .yields = yields, .value = value, .of = of };
	int status = 0;
	for (size_t i = 0; i < yields && status == 0; i++) {
		t->distribution[i] = distribution[i];
		status = rule_points(&t->points[i], distribution[i]);
		if (status == 0 && t->points[i].count > MANY)
			status = rule_panels(&t->panels[i], &t->points[i], distribution[i], FINE);
	}
	status = status < 0 ? err_memory(e) : set_deviation(t, e);
	if (status < 0)
		yield_term_release(t);
	return status;
}

void yield_term_release(struct yield_term *t)
{
	for (size_t i = 0; i < t->yields; i++) {
		rule_release(&t->points[i]);
		rule_release(&t->panels[i]);
	}
}

/* The ends, with each yield at one of its own. */
static void set_ends(const struct yield_term *t, struct sum_term *out)
{
	out->low = HUGE_VAL;
	out->high = -HUGE_VAL;
	for (unsigned corner = 0; corner < 1u << t->yields; corner++) {
		double x[YIELDS] = { 0 };
		for (size_t i = 0; i < t->yields; i++)
			x[i] = (double)(corner >> i & 1 ? t->distribution[i]->max
							: t->distribution[i]->min);
		double value = t->value(t->of, x);
		out->low = fmin(out->low, value);
		out->high = fmax(out->high, value);
	}
}

struct sum_term yield_term_in_sum(struct yield_term *t, int64_t whole)
{
	struct sum_term out = { .deviation = t->deviation,
				.values = 1,
				.whole = whole,
				.of = t,
				.all = yield_term_all,
				.atoms = yield_term_atoms };
	double largest = 1;
	for (size_t i = 0; i < t->yields; i++) {
		const struct rule *r = &t->points[i];
		out.values *= r->masses ? (double)r->count : HUGE_VAL;
		largest *= fmin(r->largest, 1);
	}
	out.lumps = largest > 1e-4;
	set_ends(t, &out);
	return out;
}
