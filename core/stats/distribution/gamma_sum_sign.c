#include <math.h>
#include <stdbool.h>

#include "core/stats/distribution/gamma_sum_sign.h"

static double mean_of(const struct gamma_form *f)
{
	return f->shape[0] * f->weight[0] + f->shape[1] * f->weight[1] + f->shape[2] * f->weight[2];
}

static double complex cumulants(const void *of, double complex z)
{
	const struct gamma_form *f = of;
	double complex sum = 0;
	double most = fmax(fabs(f->weight[0]), fmax(fabs(f->weight[1]), fabs(f->weight[2])));
	/* The linear terms nearly cancel each other: not to be left to rounding near 0, nor far out
	 */
	bool near = most * cabs(z) < 0.1;
	for (int i = 0; i < 3; i++) {
		double complex x = -f->weight[i] * z;
		sum -= f->shape[i] * (near ? log1p_minus(x) : log1p_complex(x));
	}
	return near ? sum + mean_of(f) * z : sum;
}

static struct generating describe(const struct gamma_form *f)
{
	double most = 0, least = 0, variance = 0;
	for (int i = 0; i < 3; i++) {
		most = fmax(most, f->weight[i]);
		least = fmin(least, f->weight[i]);
		variance += f->shape[i] * f->weight[i] * f->weight[i];
	}
	return (struct generating){ .cumulants = cumulants,
				    .of = f,
				    .left = 1 / fabs(least),
				    .right = 1 / most,
				    .mean = mean_of(f),
				    .variance = variance };
}

/* The same form with weights of at most 1, so that no square overflows; returns the factor. */
static double normalize(const struct gamma_form *f, struct gamma_form *out)
{
	double most = fmax(fabs(f->weight[0]), fmax(fabs(f->weight[1]), fabs(f->weight[2])));
	*out = *f;
	for (int i = 0; i < 3; i++)
		out->weight[i] /= most;
	return most;
}

struct tails gamma_form_tails(const struct gamma_form *f)
{
	struct gamma_form normal;
	normalize(f, &normal);
	struct generating g = describe(&normal);
	if (!(g.left < INFINITY))
		return (struct tails){ 0, 1 };
	if (!(g.right < INFINITY))
		return (struct tails){ 1, 0 };
	return generating_tails(&g);
}

double gamma_form_density(const struct gamma_form *f)
{
	struct gamma_form normal;
	double factor = normalize(f, &normal);
	struct generating g = describe(&normal);
	struct contour q = { cumulants, &normal, .low = -g.left, .high = g.right };
	q.start = fmax(q.low / 2, fmin(q.high / 2, -g.mean / g.variance));
	q.scale = fmin(1 / sqrt(g.variance), fmin(q.high - q.start, q.start - q.low));
	return contour_integral(&q) / factor;
}
