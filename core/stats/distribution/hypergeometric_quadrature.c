/*
 * See hyper_rule.h. The orthogonal polynomials of the law come from Stieltjes' procedure
 * (three-term recurrence, inner products summed over the outcomes); their zeros, by Sturm's count
 * on the recurrence's tridiagonal matrix, are Gauss's points.
 */
#include <math.h>
#include <stdlib.h>

#include "core/stats/distribution/hypergeometric_quadrature.h"

/* Outcomes at either end of 0..n that stand for themselves. */
enum { END_POINTS = 2 };

/* The outcomes between, with their places on the scale. */
struct middle {
	int64_t first;
	int64_t points;
	const double *mass;
	double *s;
};

struct recurrence {
	double alpha[HYPER_RULE_NODES], beta[HYPER_RULE_NODES];
};

static double place(int64_t x, int64_t n)
{
	return asin(sqrt(((double)x + 0.5) / ((double)n + 1)));
}

static int64_t outcome(double s, int64_t n)
{
	double root = sin(s);
	return (int64_t)llround(root * root * ((double)n + 1) - 0.5);
}

/* p[k+1] = (s - alpha[k]) p[k] - beta[k] p[k-1]; `p` and `before` have room for a value a point. */
static void stieltjes(const struct middle *m, int nodes, double *p, double *before,
		      struct recurrence *out)
{
	double norm_before = 1;
	for (int64_t i = 0; i < m->points; i++) {
		p[i] = 1;
		before[i] = 0;
	}
	for (int k = 0; k < nodes; k++) {
		double norm = 0, first_moment = 0;
		for (int64_t i = 0; i < m->points; i++) {
			double weight = m->mass[i] * p[i] * p[i];
			norm += weight;
			first_moment += weight * m->s[i];
		}
		out->alpha[k] = first_moment / norm;
		out->beta[k] = k > 0 ? norm / norm_before : 0;
		norm_before = norm;
		for (int64_t i = 0; i < m->points; i++) {
			double next = (m->s[i] - out->alpha[k]) * p[i] - out->beta[k] * before[i];
			before[i] = p[i];
			p[i] = next;
		}
	}
}

/* How many zeros of the polynomial of degree `nodes` lie below s. */
static int zeros_below(const struct recurrence *r, int nodes, double s)
{
	int count = 0;
	double d = 1;
	for (int k = 0; k < nodes; k++) {
		d = r->alpha[k] - s - (k > 0 ? r->beta[k] / d : 0);
		if (d == 0)
			d = -1e-300;
		count += d < 0;
	}
	return count;
}

static double zero(const struct recurrence *r, int nodes, int number, double low, double high)
{
	for (int round = 0; round < 48; round++) {
		double s = low + (high - low) / 2;
		if (zeros_below(r, nodes, s) > number)
			high = s;
		else
			low = s;
	}
	return high;
}

/* Whole numbers next to the zeros, all different: there are more points than nodes. */
static void choose(const struct middle *m, const struct recurrence *r, int64_t n, int nodes,
		   int64_t *at)
{
	int64_t last = m->first + m->points - 1;
	for (int j = 0; j < nodes; j++) {
		int64_t x = outcome(zero(r, nodes, j, m->s[0], m->s[m->points - 1]), n);
		int64_t least = j > 0 ? at[j - 1] + 1 : m->first;
		at[j] = x < least ? least : x;
	}
	for (int j = nodes - 1; j >= 0; j--) {
		int64_t most = last - (nodes - 1 - j);
		if (at[j] > most)
			at[j] = most;
	}
}

/* The mean over the law of the polynomial that is 1 at node j and 0 at the others. */
static double weigh(const struct middle *m, const int64_t *at, int nodes, int j)
{
	double sum = 0, own = m->s[at[j] - m->first];
	for (int64_t i = 0; i < m->points; i++) {
		double product = m->mass[i];
		for (int k = 0; k < nodes; k++) {
			double other = m->s[at[k] - m->first];
			if (k != j)
				product *= (m->s[i] - other) / (own - other);
		}
		sum += product;
	}
	return sum;
}

static void add(struct hyper_rule *r, int64_t at, double weight)
{
	r->at[r->count] = at;
	r->weight[r->count++] = weight;
}

static int add_middle(struct hyper_rule *r, struct middle *m, int64_t n, int nodes, struct err *e)
{
	m->s = malloc(3 * (size_t)m->points * sizeof *m->s);
	if (!m->s)
		return err_memory(e);
	for (int64_t i = 0; i < m->points; i++)
		m->s[i] = place(m->first + i, n);
	struct recurrence recurrence;
	int64_t at[HYPER_RULE_NODES];
	stieltjes(m, nodes, m->s + m->points, m->s + 2 * m->points, &recurrence);
	choose(m, &recurrence, n, nodes, at);
	for (int j = 0; j < nodes; j++)
		add(r, at[j], weigh(m, at, nodes, j));
	free(m->s);
	return 0;
}

int hyper_rule_init(struct hyper_rule *r, const struct hyper_law *l, int64_t n, int nodes,
		    struct err *e)
{
	int64_t from = l->first, to = l->last;
	r->count = 0;
	while (from <= to && from < END_POINTS) {
		add(r, from, hyper_law_mass(l, from));
		from++;
	}
	while (to >= from && to > n - END_POINTS) {
		add(r, to, hyper_law_mass(l, to));
		to--;
	}
	if (to - from + 1 > nodes) {
		struct middle m = { from, to - from + 1, l->mass + (from - l->first), NULL };
		return add_middle(r, &m, n, nodes, e);
	}
	for (; from <= to; from++)
		add(r, from, hyper_law_mass(l, from));
	return 0;
}
