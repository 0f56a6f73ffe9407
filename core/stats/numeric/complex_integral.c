#include <math.h>
#include <stdbool.h>

#include "core/stats/numeric/complex_integral.h"

/* ---- logarithms of gamma functions ---- */

double complex log1p_complex(double complex z)
{
	double x = creal(z), y = cimag(z);
	if (fabs(x) + fabs(y) > 1e100)
		return clog(z);
	/* |1+z| may be near 1 while z is not small */
	return CMPLX(0.5 * log1p(x * (2 + x) + y * y), atan2(y, 1 + x));
}

double complex log1p_minus(double complex z)
{
	double size = fabs(creal(z)) + fabs(cimag(z));
	if (size > 0.1)
		return log1p_complex(z) - z;
	int terms = size > 1e-2 ? 16 : size > 1e-4 ? 8 : 5;
	double complex sum = 0;
	for (int k = terms; k >= 2; k--)
		sum = (k % 2 == 0 ? -1.0 : 1.0) / k + z * sum;
	return z * z * sum;
}

/* What Stirling's formula leaves of ln gamma, for |z| >= STIRLING and Re z >= 0: error 1e-16. */
#define STIRLING 12.0

static double complex stirling_rest(double complex z)
{
	static const double term[] = { 1.0 / 12,   -1.0 / 360,	    1.0 / 1260, -1.0 / 1680,
				       1.0 / 1188, -691.0 / 360360, 1.0 / 156,	-3617.0 / 122400 };
	double complex r = 1 / z, square = r * r, sum = 0;
	for (int k = sizeof term / sizeof *term - 1; k >= 0; k--)
		sum = term[k] + square * sum;
	return r * sum;
}

/* ln gamma, less ln(2 pi)/2 */
static double complex log_gamma(double complex z)
{
	double complex product = 1;
	while (creal(z) < STIRLING && fabs(cimag(z)) < STIRLING) {
		product *= z;
		z += 1;
	}
	return (z - 0.5) * clog(z) - z + stirling_rest(z) - clog(product);
}

double complex log_gamma_step(double a, double complex z)
{
	double complex to = a + z;
	if (a < STIRLING || creal(to) < STIRLING)
		return log_gamma(to) - creal(log_gamma(a)) - z * log(a);
	double complex q = z / a;
	return (to - 0.5) * log1p_minus(q) + q * (z - 0.5) + stirling_rest(to) - stirling_rest(a);
}

/* ---- the integral ---- */

/* The logarithm of less than the smallest double. */
#define NOTHING -760.0

/* g(c) and its first two derivatives, from g at c and a little beside the axis. */
static double derivatives(const struct contour *q, double c, double aside, double *first,
			  double *second)
{
	double complex on = q->log_integrand(q->of, c);
	double complex off = q->log_integrand(q->of, CMPLX(c, aside));
	*first = cimag(off) / aside;
	*second = 2 * (creal(on) - creal(off)) / (aside * aside);
	return creal(on);
}

/*
 * The saddle point, by Newton's method kept between bounds. A hundredth of the width of the peak is
 * near enough.
 */
static double find_saddle(const struct contour *q, double *width)
{
	double low = q->low, high = q->high, c = q->start;
	*width = q->scale;
	for (int i = 0; i < 200; i++) {
		double room = fmin(c - q->low, q->high - c), first, second;
		double g = derivatives(q, c, 1e-3 * fmin(room, *width), &first, &second);
		if (g + log(*width) < NOTHING)
			return c;
		if (!(second > 0)) /* round-off */
			second = 1 / (*width * *width);
		*width = 1 / sqrt(second);
		if (first > 0)
			high = c;
		else
			low = c;
		double step = -first / second;
		if (fabs(step) <= 0.01 * *width)
			return c;
		/* at most half of the way to a singularity */
		double next = c + fmax(fmin(step, (q->high - c) / 2), (q->low - c) / 2);
		if (!(next > low && next < high))
			next = (low + high) / 2;
		if (next == c)
			return c;
		c = next;
	}
	return c;
}

/*
 * The path z = c + i s (sinh(w + i tilt) - sinh(i tilt)): a hyperbola through the saddle point that
 * bends as the path of steepest descent does there.
 */
struct path {
	const struct contour *q;
	double saddle, scale, sine, cosine; /* of the tilt */
	double peak;
};

static void set_tilt(struct path *p, double sine)
{
	p->sine = sine;
	p->cosine = sqrt(1 - sine * sine);
}

/* The curvature of the path of steepest descent is g'''/(3 g''). */
static double steepest_tilt(const struct path *p)
{
	double aside = 0.1 * p->scale;
	double once = cimag(p->q->log_integrand(p->q->of, CMPLX(p->saddle, aside)));
	double twice = cimag(p->q->log_integrand(p->q->of, CMPLX(p->saddle, 2 * aside)));
	double skewness = (2 * once - twice) / 1e-3; /* g''' / g''^(3/2) */
	double t = -skewness / 3;		     /* = sine / cosine^2 */
	return fmax(-0.5, fmin(0.5, 2 * t / (1 + sqrt(1 + 4 * t * t))));
}

/* The integrand at w, relative to the saddle point; its modulus in `size`. */
static double term_at(const struct path *p, double w, double *size)
{
	double s = sinh(w), c = cosh(w);
	double complex z =
		CMPLX(p->saddle - p->scale * p->sine * (c - 1), p->scale * p->cosine * s);
	double complex g = p->q->log_integrand(p->q->of, z) - p->peak;
	double modulus = exp(creal(g));
	*size = modulus * c;
	/* the imaginary part of exp(g) dz/dw */
	return modulus * (p->cosine * c * cos(cimag(g)) - p->sine * s * sin(cimag(g)));
}

/*
 * The sum over w = from, from + step, ... until nothing is left. nan where a bent path climbs: what
 * falls steepest at the saddle point need not fall for ever. (A straight one never climbs above
 * it.)
 */
static double sum_path(const struct path *p, double from, double step)
{
	double sum = 0, lowest = 1;
	int negligible = 0;
	for (int i = 0; negligible < 3; i++) {
		double w = from + i * step, size;
		if (w > 690) /* sinh() goes to 1e299 */
			break;
		sum += term_at(p, w, &size);
		if (p->sine != 0 && size > 10 * lowest + 1e-17)
			return NAN;
		lowest = fmin(lowest, size);
		negligible = size < 1e-18 ? negligible + 1 : 0;
	}
	return sum;
}

/* The integral over w, relative to the saddle point; nan where the path is wrong. */
static double integrate_path(const struct path *p)
{
	double step = 0.25, sum = 0.5 * p->cosine + sum_path(p, step, step), before;
	do {
		before = sum * step;
		sum += sum_path(p, step / 2, step);
		step /= 2;
	} while (fabs(sum * step - before) > 1e-10 * fabs(sum * step) && step > 1e-3);
	return sum * step;
}

double contour_integral(const struct contour *q)
{
	const double pi = 3.14159265358979323846;
	struct path p = { .q = q };
	p.saddle = find_saddle(q, &p.scale);
	p.peak = creal(q->log_integrand(q->of, p.saddle));
	if (p.peak + log(p.scale) < NOTHING)
		return 0;
	/* The path of steepest descent; where that climbs, another one, and last a straight line.
	 */
	static const double other[] = { 0.5, -0.5, 0.25, -0.25, 0 };
	set_tilt(&p, steepest_tilt(&p));
	double sum = integrate_path(&p);
	for (int i = 0; i < 5 && isnan(sum); i++) {
		set_tilt(&p, other[i]);
		sum = integrate_path(&p);
	}
	return exp(p.peak) * p.scale * sum / pi;
}

/* ---- tails ---- */

struct mirrored {
	const struct generating *g;
	double sign;
};

static double complex log_tail(const void *of, double complex z)
{
	const struct mirrored *m = of;
	return m->g->cumulants(m->g->of, m->sign * z) - clog(z);
}

/* P(sign * D > 0) */
static double tail(const struct generating *g, double sign)
{
	struct mirrored m = { g, sign };
	struct contour q = { log_tail, &m, .low = 0, .high = sign > 0 ? g->right : g->left };
	double mean = sign * g->mean, root = sqrt(mean * mean + 4 * g->variance);
	/* the saddle point of a normal law: variance c + mean - 1/c = 0 */
	q.start = mean > 0 ? 2 / (mean + root) : (root - mean) / (2 * g->variance);
	q.start = fmin(q.start, q.high / 2);
	q.scale = fmin(q.start, 1 / sqrt(g->variance));
	return fmin(contour_integral(&q), 1);
}

struct tails generating_tails(const struct generating *g)
{
	/* the one that is likely the smaller, and the other one where it is not */
	double sign = g->mean < 0 ? 1 : -1, p = tail(g, sign), other = 1;
	if (p > 0.5 || g->mean == 0)
		other = tail(g, -sign);
	if (other < p) {
		sign = -sign;
		p = other;
	} else if (other == p) {
		return (struct tails){ 0.5, 0.5 };
	}
	return sign > 0 ? (struct tails){ 1 - p, p } : (struct tails){ p, 1 - p };
}
