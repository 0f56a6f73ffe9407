#include <math.h>
#include <stdlib.h>

#include "core/stats/distribution/betabinomial.h"
#include "core/stats/independent/confusion_log_odds.h"
#include "core/stats/independent/confusion_sum_ends.h"

#define PI 3.14159265358979323846

static int part_add(struct figure_part *p, double complex at, double complex mass)
{
	if (p->count == p->room) {
		size_t room = p->room == 0 ? 256 : 2 * p->room;
		double complex *grown = realloc(p->at, room * sizeof *grown);
		if (grown == NULL)
			return -1;
		p->at = grown;
		grown = realloc(p->mass, room * sizeof *grown);
		if (grown == NULL)
			return -1;
		p->mass = grown;
		p->room = room;
	}
	p->at[p->count] = at;
	p->mass[p->count++] = mass;
	return 0;
}

static void part_release(struct figure_part *p)
{
	free(p->at);
	free(p->mass);
}

static double complex part_at(const struct figure_part *p, double complex w)
{
	double complex sum = 0, turned = I * w;
	if (cabs(w) > p->reach)
		return 0;
	for (size_t i = 0; i < p->count; i++) {
		double complex exponent = turned * p->at[i];
		if (creal(exponent) < -50)
			continue;
		sum += p->mass[i] * cexp(exponent);
		bool last = i + 1 == p->count || cabs(exponent) < 1e-13;
		if (p->rest > 0 && last)
			return sum + p->rest * p->mass[i];
	}
	return sum;
}

/* Shapes above this make an end without mass. */
#define SMOOTH 20.0

/* One end of the density of the figure as seen from there. */
struct side {
	double near, far; /* the shapes at this end and at the other */
	bool upper;
};

/*
 * The logarithm of the density at distance y from the end, times y, for odds that are `factor`
 * times those of a Beta(a,b) variable:
 *
 *     k^near y^near (1-y)^(far-1) (1 + (k-1) y)^(-near-far) / B(near,far),
 *
 * k being the factor at the upper end and 1/factor at the lower.
 */
static double complex log_density(const struct side *s, double log_k, double complex log_y)
{
	double complex y = cexp(log_y);
	double complex rest = log1p_minus(-y) - y;
	double complex stretch = expm1(log_k) * y, bend = log1p_minus(stretch) + stretch;
	return s->near * (log_k + log_y) + (s->far - 1) * rest - (s->near + s->far) * bend;
}

/* Nodes of the trapezoidal rule in ln |y| on the ray y = |y| exp(i pi/4). */
static int add_end(struct figure_part *p, const struct log_odds *l, const struct side *s)
{
	const double step = 0.2, least = 30, farthest = 220;
	double constant = log_beta(s->near, s->far);
	/* without mass at the other end, nothing that is worth it is farther out */
	double to = s->far > SMOOTH ? log(0.5) : log(60.0);
	double from = fmax(-least / s->near - log(s->near + s->far), -farthest);
	size_t kinds = l->count > 0 ? l->count : 1;
	for (double v = to; v > from; v -= step) {
		double complex log_y = CMPLX(v, PI / 4), mass = 0;
		for (size_t i = 0; i < kinds; i++) {
			double log_k = l->shift - (l->count > 0 ? l->value[i] : 0);
			double complex g = log_density(s, s->upper ? log_k : -log_k, log_y);
			mass += (l->count > 0 ? l->mass[i] : 1) * cexp(g - constant);
		}
		if (part_add(p, cexp(log_y), step * mass) < 0)
			return -1;
	}
	p->reach = INFINITY;
	p->rest = 1 / expm1(step * s->near);
	return 0;
}

static int add_middle(struct figure_ends *x, const struct log_odds *l)
{
	size_t count;
	double *node = log_odds_nodes(l, 0.1, &count), sum = 0, mean = 0, variance = 0;
	if (node == NULL)
		return -1;
	for (size_t i = 0; i < count; i++) {
		sum += node[2 * i + 1];
		mean += node[2 * i] * node[2 * i + 1];
	}
	mean /= sum;
	x->mean = mean;
	int result = 0;
	for (size_t i = 0; i < count && result == 0; i++) {
		double at = node[2 * i] - mean, mass = node[2 * i + 1] / sum;
		variance += mass * at * at;
		result = part_add(&x->middle, at, mass);
	}
	/* it has fallen to nothing, and beyond there is but round-off */
	x->middle.reach = 12 / sqrt(variance);
	free(node);
	return result;
}

int figure_ends_init(struct figure_ends *x, const struct confusion_posterior *p)
{
	struct log_odds l;
	log_odds_init(&l, p, 0.2);
	if (l.a > SMOOTH && l.b > SMOOTH)
		return add_middle(x, &l);
	const struct side lower = { l.a, l.b, false }, upper = { l.b, l.a, true };
	if (l.a <= SMOOTH && add_end(&x->lower, &l, &lower) < 0)
		return -1;
	return l.b <= SMOOTH ? add_end(&x->upper, &l, &upper) : 0;
}

void figure_ends_release(struct figure_ends *x)
{
	part_release(&x->lower);
	part_release(&x->upper);
	part_release(&x->middle);
}

void figure_ends_at(const struct figure_ends *x, bool mirrored, double complex w, double complex *a,
		    double complex *b)
{
	/* exp(iw(1-X)) = exp(iw) exp(-iwX); what is real on the axis has conjugate values beside it
	 */
	double complex other = conj(w);
	if (x->middle.count > 0) {
		*a = mirrored ? conj(part_at(&x->middle, other)) : part_at(&x->middle, w);
		*b = 0;
		return;
	}
	*a = part_at(mirrored ? &x->upper : &x->lower, w);
	*b = conj(part_at(mirrored ? &x->lower : &x->upper, other));
}
