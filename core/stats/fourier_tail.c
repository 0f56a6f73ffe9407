#include <math.h>
#include <stdlib.h>

#include "core/stats/betabinomial.h"
#include "core/stats/fourier_tail.h"
#include "core/stats/log_odds.h"

#define PI 3.14159265358979323846

double fourier_fade(double part)
{
	double square = part * part, fourth = square * square;
	return exp(-36 * fourth * fourth);
}

/* ---- the parts of one characteristic function ---- */

/*
 * The sum of mass * exp(iw * at), w not beyond `reach`. The nodes come nearer and nearer to 0,
 * where their masses are a geometric series: `rest` times the mass of a node is that of all that
 * follow.
 */
struct part {
	double complex *at, *mass;
	size_t count, room;
	double reach, rest;
};

/* A term: its two ends, or its middle. */
struct ends {
	struct part lower, upper, middle; /* those that are not there have no nodes */
	double mean;			  /* of the middle */
};

static int part_add(struct part *p, double complex at, double complex mass)
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

static void part_release(struct part *p)
{
	free(p->at);
	free(p->mass);
}

static double complex part_at(const struct part *p, double complex w)
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
static int add_end(struct part *p, const struct log_odds *l, const struct side *s)
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

static int add_middle(struct ends *x, const struct log_odds *l)
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

static int ends_init(struct ends *x, const struct confusion_posterior *p)
{
	struct log_odds l;
	log_odds_init(&l, p, 0.4);
	if (l.a > SMOOTH && l.b > SMOOTH)
		return add_middle(x, &l);
	const struct side lower = { l.a, l.b, false }, upper = { l.b, l.a, true };
	if (l.a <= SMOOTH && add_end(&x->lower, &l, &lower) < 0)
		return -1;
	return l.b <= SMOOTH ? add_end(&x->upper, &l, &upper) : 0;
}

static void ends_release(struct ends *x)
{
	part_release(&x->lower);
	part_release(&x->upper);
	part_release(&x->middle);
}

/* A and B of the header, or the middle's part as `a`. */
static void ends_at(const struct ends *x, bool mirrored, double complex w, double complex *a,
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

/* ---- terms ---- */

/* Terms that are alike: topics with nothing found have one posterior, and may be many. */
struct kind {
	struct tail_term term;
	size_t times;
	struct ends ends;
};

struct kinds {
	struct kind *kind;
	size_t count;
};

static bool alike(const struct tail_term *x, const struct tail_term *y)
{
	const struct confusion_posterior *p = x->posterior, *q = y->posterior;
	return x->mirrored == y->mirrored && p->quantity == q->quantity && p->beta == q->beta &&
	       p->tp == q->tp && p->fp == q->fp && p->fn == q->fn;
}

static int kinds_init(struct kinds *k, const struct tail_term *term, size_t count)
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
		if (ends_init(&k->kind[i].ends, term[t].posterior) < 0)
			return -1;
	}
	return 0;
}

static void kinds_release(struct kinds *k)
{
	for (size_t i = 0; i < k->count; i++)
		ends_release(&k->kind[i].ends);
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
		ends_at(&x->ends, x->term.mirrored, w, &a, &b);
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

struct fourier_tail *fourier_tail_new(const struct tail_term *term, size_t count, double cut)
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
