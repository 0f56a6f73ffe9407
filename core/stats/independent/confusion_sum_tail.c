#include <math.h>
#include <stdlib.h>

#include "core/stats/independent/confusion_sum_tail.h"

#define PI 3.14159265358979323846

double fourier_fade(double part)
{
	double square = part * part, fourth = square * square;
	return exp(-36 * fourth * fourth);
}

/* ---- terms ---- */

/* Terms that are alike: topics with nothing found have one posterior, and may be many. */
struct kind {
	struct figure_term term;
	size_t times;
	struct figure_ends ends;
};

struct kinds {
	struct kind *kind;
	size_t count;
};

static bool alike(const struct figure_term *x, const struct figure_term *y)
{
	return x->mirrored == y->mirrored && confusion_same(x->posterior, y->posterior);
}

static int kinds_init(struct kinds *k, const struct figure_term *term, size_t count)
{
	*k = (struct kinds){ .kind = calloc(count, sizeof *k->kind) };
	if (k->kind == NULL)
		return -1;
	for (size_t t = 0; t < count; t++) {
		size_t i = 0;
		while (i < k->count && !alike(&k->kind[i].term, &term[t]))
			i++;
		k->kind[i].times++;
		if (i < k->count)
			continue;
		k->kind[i].term = term[t];
		k->count++;
		if (figure_ends_init(&k->kind[i].ends, term[t].posterior) < 0)
			return -1;
	}
	return 0;
}

static void kinds_release(struct kinds *k)
{
	for (size_t i = 0; i < k->count; i++)
		figure_ends_release(&k->kind[i].ends);
	free(k->kind);
}

/* ---- the sum ---- */

/* A rule for the integral over one part of the path: points, and weights times C_r for each r. */
struct stretch {
	size_t count;
	double complex *w, *weight;
	double complex *C; /* C[i * places + j]: at w[i], r = first + j */
};

struct fourier_tail {
	double cut;
	double first; /* the smallest r */
	size_t places;
	struct stretch axis, up, down; /* to the cut; and from there on, into either half plane */
};

static int stretch_init(struct stretch *s, size_t room, size_t places)
{
	s->w = malloc(room * sizeof *s->w);
	s->weight = malloc(room * sizeof *s->weight);
	s->C = malloc(room * places * sizeof *s->C);
	return s->w == NULL || s->weight == NULL || s->C == NULL ? -1 : 0;
}

static void stretch_release(struct stretch *s)
{
	free(s->w);
	free(s->weight);
	free(s->C);
}

static void stretch_add(struct stretch *s, double complex w, double complex weight)
{
	s->w[s->count] = w;
	s->weight[s->count++] = weight;
}

/* The eight-point Gauss rule on each of PANELS parts; below a 50th of the cut nothing fades. */
enum { PANELS = 24, GAUSS = 8, RAY = 1024 };

static void fill_axis(struct stretch *s, double cut)
{
	static const double at[] = { 0.1834346424956498, 0.5255324099163290, 0.7966664774136267,
				     0.9602898564975363 };
	static const double mass[] = { 0.3626837833783620, 0.3137066458778873, 0.2223810344533745,
				       0.1012285362903763 };
	double half = 0.98 / PANELS / 2;
	for (int i = 0; i < PANELS * GAUSS; i++) {
		double middle = 0.02 + (2 * (i / GAUSS) + 1) * half;
		int k = i % GAUSS / 2;
		double part = middle + (i % 2 == 0 ? -half : half) * at[k];
		stretch_add(s, part * cut, half * mass[k] * (1 - fourier_fade(part)) / part);
	}
}

/* w = cut + t exp(+-i pi/6), t = cut exp(v - exp(-v)): the trapezoidal rule in v. */
static void fill_ray(struct stretch *s, double cut, double sign)
{
	const double step = 0.15;
	double complex direction = cexp(I * sign * PI / 6);
	for (int i = 0; i < RAY; i++) {
		double v = -4 + i * step, t = exp(v - exp(-v)); /* in units of the cut */
		double complex w = 1 + t * direction;
		stretch_add(s, w * cut, step * t * (1 + exp(-v)) * direction / w);
	}
}

/* Multiplies the polynomial, the powers of which stand for places, by a + b x. */
static void multiply(double complex *C, size_t *degree, double complex a, double complex b,
		     bool both)
{
	if (!both) {
		for (size_t j = 0; j <= *degree; j++)
			C[j] *= a + b;
		return;
	}
	C[*degree + 1] = 0;
	for (size_t j = *degree + 2; j-- > 0;)
		C[j] = a * C[j] + (j > 0 ? b * C[j - 1] : 0);
	++*degree;
}

/* C_r at w, for all r. */
static void fill_value(double complex *C, const struct kinds *k, double complex w)
{
	size_t degree = 0;
	C[0] = 1;
	for (size_t i = 0; i < k->count; i++) {
		const struct kind *x = &k->kind[i];
		bool both = x->ends.lower.count > 0 && x->ends.upper.count > 0;
		double complex a, b;
		figure_ends_at(&x->ends, x->term.mirrored, w, &a, &b);
		for (size_t t = 0; t < x->times; t++)
			multiply(C, &degree, a, b, both);
	}
}

/* At all points; on a ray, until they are nothing. */
static void fill_values(struct stretch *s, const struct kinds *k, size_t places, bool ray)
{
	int negligible = 0;
	for (size_t i = 0; i < s->count; i++) {
		double complex *C = s->C + i * places;
		fill_value(C, k, s->w[i]);
		double largest = 0;
		for (size_t j = 0; j < places; j++)
			largest = fmax(largest, cabs(C[j] * s->weight[i]));
		/* not at the start of the ray, where the weights are small */
		bool outwards = ray && cabs(s->w[i]) > 2 * cabs(s->w[0]);
		negligible = outwards && largest < 1e-14 ? negligible + 1 : 0;
		if (negligible == 3)
			s->count = i + 1;
	}
}

/* Where the smallest r is, and how many there are. */
static void find_places(struct fourier_tail *f, const struct kinds *k)
{
	f->places = 1;
	for (size_t i = 0; i < k->count; i++) {
		const struct kind *x = &k->kind[i];
		bool lower = x->ends.lower.count > 0, upper = x->ends.upper.count > 0;
		double at = lower || upper ? !lower : x->ends.mean;
		if (lower && upper)
			f->places += x->times;
		else
			f->first += (double)x->times * (x->term.mirrored ? 1 - at : at);
	}
}

static int tail_fill(struct fourier_tail *f, const struct kinds *k)
{
	find_places(f, k);
	if (stretch_init(&f->axis, PANELS * GAUSS, f->places) < 0 ||
	    stretch_init(&f->up, RAY, f->places) < 0 || stretch_init(&f->down, RAY, f->places) < 0)
		return -1;
	fill_axis(&f->axis, f->cut);
	fill_ray(&f->up, f->cut, 1);
	fill_ray(&f->down, f->cut, -1);
	fill_values(&f->axis, k, f->places, false);
	fill_values(&f->up, k, f->places, true);
	fill_values(&f->down, k, f->places, true);
	return 0;
}

struct fourier_tail *fourier_tail_new(const struct figure_term *term, size_t count, double cut)
{
	struct fourier_tail *f = calloc(1, sizeof *f);
	struct kinds k;
	int result = kinds_init(&k, term, count);
	if (f != NULL && result == 0) {
		f->cut = cut;
		result = tail_fill(f, &k);
	}
	kinds_release(&k);
	if (result == 0)
		return f;
	fourier_tail_free(f);
	return NULL;
}

void fourier_tail_free(struct fourier_tail *f)
{
	if (f == NULL)
		return;
	stretch_release(&f->axis);
	stretch_release(&f->up);
	stretch_release(&f->down);
	free(f);
}

static double integrate(const struct stretch *s, size_t place, size_t places, double distance)
{
	double complex sum = 0;
	for (size_t i = 0; i < s->count; i++)
		sum += s->weight[i] * s->C[i * places + place] * cexp(I * s->w[i] * distance);
	return cimag(sum);
}

double fourier_tail_at(const struct fourier_tail *f, double s)
{
	double nearest = round(s - f->first);
	nearest = fmax(0, fmin((double)f->places - 1, nearest));
	double distance = f->first + nearest - s;
	if (fabs(distance) * f->cut > 150)
		return 0;
	size_t place = (size_t)nearest;
	double sum = integrate(&f->axis, place, f->places, distance) +
		     integrate(distance >= 0 ? &f->up : &f->down, place, f->places, distance);
	return sum / PI;
}
