#include <math.h>
#include <stdlib.h>

#include "core/stats/independent/confusion_log_odds.h"
#include "core/stats/independent/confusion_sum.h"
#include "core/stats/independent/confusion_sum_tail.h"
#include "core/stats/numeric/root.h"

#define PI 3.14159265358979323846

/* One term of a sum: the figure of a topic, or 1 less it. */
struct term {
	struct figure_term of;
	double step;  /* of its nodes */
	double *node; /* pairs: value less the mean, mass */
	size_t count;
	double mean, variance;
	double gap; /* largest distance of two nodes */
};

struct figure_sum {
	struct term *term;
	size_t count;
	double mean, deviation;
	double from, length;	     /* of the window, relative to the mean */
	double complex *transformed; /* characteristic function at k 2 pi / length, k = 1, 2, ... */
	size_t frequencies;
	bool recurs;		   /* the characteristic function comes back */
	double left_out;	   /* of a probability, by the frequencies that are not there */
	struct fourier_tail *tail; /* for all frequencies; NULL: nothing is left out */
	struct fourier_tail *half; /* for half of them, to see what that changes */
};

void figure_sum_free(struct figure_sum *s)
{
	if (s == NULL)
		return;
	for (size_t i = 0; i < s->count; i++)
		free(s->term[i].node);
	free(s->term);
	free(s->transformed);
	fourier_tail_free(s->tail);
	fourier_tail_free(s->half);
	free(s);
}

/* ---- nodes ---- */

static int by_value(const void *a, const void *b)
{
	const double *x = a, *y = b;
	return (*x > *y) - (*x < *y);
}

/* Makes the nodes of a term, in rising order. */
static int term_nodes(struct term *t, double step)
{
	struct log_odds law;
	log_odds_init(&law, t->of.posterior, 0.2);
	free(t->node);
	t->step = step;
	t->node = log_odds_nodes(&law, step, &t->count);
	if (t->node == NULL)
		return -1;
	double sum = 0, mean = 0;
	for (size_t i = 0; i < t->count; i++) {
		double *n = &t->node[2 * i];
		if (t->of.mirrored)
			n[0] = 1 - n[0];
		sum += n[1];
		mean += n[1] * n[0];
	}
	qsort(t->node, t->count, 2 * sizeof *t->node, by_value);
	t->mean = mean / sum;
	t->variance = t->gap = 0;
	for (size_t i = 0; i < t->count; i++) {
		double *n = &t->node[2 * i];
		n[0] -= t->mean;
		n[1] /= sum;
		t->variance += n[1] * n[0] * n[0];
		if (i > 0)
			t->gap = fmax(t->gap, n[0] - n[-2]);
	}
	return 0;
}

/* ln E exp(cS), S less its mean */
static double log_moment(const struct figure_sum *s, double c)
{
	double all = 0;
	for (size_t j = 0; j < s->count; j++) {
		const struct term *t = &s->term[j];
		double moment = 0;
		for (size_t i = 0; i < t->count; i++)
			moment += t->node[2 * i + 1] * exp(c * t->node[2 * i]);
		all += log(moment);
	}
	return all;
}

/* P(S > x) <= exp(log_moment(c) - cx), for all c > 0: less than 1e-14 beyond the window. */
static void find_window(struct figure_sum *s)
{
	const double least = 32, at = 8 / s->deviation;
	double up = (double)s->count - s->mean, down = s->mean;
	up = fmin(up, (log_moment(s, at) + least) / at);
	down = fmin(down, (log_moment(s, -at) + least) / at);
	/* The series is anchored at the ends of the window, away from where it may ring. */
	double margin = (down + up) / 16;
	s->from = -down - margin;
	s->length = down + up + 2 * margin;
}

/* ---- characteristic function ---- */

/*
 * Frequencies are computed in blocks, until those left out add less than ENOUGH to a probability,
 * or until the tail of the series can be had otherwise.
 */
enum { BLOCK = 32, LEAST_FREQUENCIES = 512, TOGETHER = 4 };
#define ENOUGH 1e-9

/* Some nodes, each at a point of a circle of the size of its mass that turns at its own speed. */
struct turning {
	double c[TOGETHER], s[TOGETHER], turn_c[TOGETHER], turn_s[TOGETHER];
};

static struct turning start_turning(const struct term *t, size_t from, double unit, size_t first)
{
	struct turning a = { 0 };
	for (size_t i = 0; i < TOGETHER && from + i < t->count; i++) {
		double x = t->node[2 * (from + i)] * unit, mass = t->node[2 * (from + i) + 1];
		a.c[i] = mass * cos((double)first * x);
		a.s[i] = mass * sin((double)first * x);
		a.turn_c[i] = cos(x);
		a.turn_s[i] = sin(x);
	}
	return a;
}

/* Multiplies the values at frequencies first .. first+BLOCK-1 (times `unit`) by those of a term. */
static void multiply_by(const struct term *t, double unit, size_t first, double complex *out)
{
	double re[BLOCK] = { 0 }, im[BLOCK] = { 0 };
	for (size_t i = 0; i < t->count; i += TOGETHER) {
		struct turning a = start_turning(t, i, unit, first);
		for (size_t k = 0; k < BLOCK; k++) {
			re[k] += (a.c[0] + a.c[1]) + (a.c[2] + a.c[3]);
			im[k] += (a.s[0] + a.s[1]) + (a.s[2] + a.s[3]);
			for (int j = 0; j < TOGETHER; j++) {
				double c = a.c[j], s = a.s[j];
				a.c[j] = c * a.turn_c[j] - s * a.turn_s[j];
				a.s[j] = c * a.turn_s[j] + s * a.turn_c[j];
			}
		}
	}
	for (size_t k = 0; k < BLOCK; k++)
		out[k] *= CMPLX(re[k], im[k]);
}

/* The largest modulus from k to before end. */
static double largest(const struct figure_sum *s, size_t k, size_t end)
{
	double most = 0;
	for (; k < end; k++)
		most = fmax(most, cabs(s->transformed[k]));
	return most;
}

/*
 * The terms left out are at most 2/(pi k) times a modulus that falls like a power of k, or faster:
 * the power is read off the last two octaves.
 */
static double left_out(const struct figure_sum *s)
{
	size_t n = s->frequencies;
	double last = largest(s, n / 2, n), before = largest(s, n / 4, n / 2);
	/* four times round, so that each octave has seen it come back */
	if (s->recurs && (double)n < 4 * s->length)
		return 1;
	if (!s->recurs)
		last = fmin(last, largest(s, n - BLOCK, n));
	if (last < 1e-15)
		return 0;
	double power = log2(before / last);
	return power > 0 ? fmin(1, 2 / PI * last / power) : 1;
}

static double modulus_at(const struct figure_sum *s, double frequency)
{
	double product = 1;
	for (size_t j = 0; j < s->count; j++) {
		const struct term *t = &s->term[j];
		double re = 0, im = 0;
		for (size_t i = 0; i < t->count; i++) {
			re += t->node[2 * i + 1] * cos(frequency * t->node[2 * i]);
			im += t->node[2 * i + 1] * sin(frequency * t->node[2 * i]);
		}
		product *= hypot(re, im);
	}
	return product;
}

/*
 * With most of the mass at 0 and 1, a sum is nearly an integer, and its characteristic function
 * comes back to nearly 1 at 2 pi.
 */
static bool find_recurrence(const struct figure_sum *s)
{
	double full = modulus_at(s, 2 * PI);
	return full > 1e-12 && full > modulus_at(s, PI);
}

static int add_block(struct figure_sum *s, double unit)
{
	size_t k = s->frequencies;
	double complex *grown = realloc(s->transformed, (k + BLOCK) * sizeof *grown);
	if (grown == NULL)
		return -1;
	s->transformed = grown;
	for (size_t i = k; i < k + BLOCK; i++)
		s->transformed[i] = 1;
	for (size_t j = 0; j < s->count; j++) {
		struct term *t = &s->term[j];
		/* nodes must be close enough to follow the turns */
		while ((double)(k + BLOCK) * unit * t->gap > 1.5 && t->step > 1e-4)
			if (term_nodes(t, t->step / 2) < 0)
				return -1;
		multiply_by(t, unit, k + 1, s->transformed + k);
	}
	s->frequencies += BLOCK;
	s->left_out = left_out(s);
	return 0;
}

static struct fourier_tail *make_tail(const struct figure_sum *s, double cut)
{
	struct figure_term *term = malloc(s->count * sizeof *term);
	if (term == NULL)
		return NULL;
	for (size_t j = 0; j < s->count; j++)
		term[j] = s->term[j].of;
	struct fourier_tail *tail = fourier_tail_new(term, s->count, cut);
	free(term);
	return tail;
}

static int transform(struct figure_sum *s)
{
	double unit = 2 * PI / s->length;
	s->recurs = find_recurrence(s);
	do {
		if (add_block(s, unit) < 0)
			return -1;
		/* half of the frequencies are to reach FOURIER_TAIL_CUT, too */
	} while (s->left_out > ENOUGH && (s->frequencies < LEAST_FREQUENCIES ||
					  (double)s->frequencies * unit < 2 * FOURIER_TAIL_CUT));
	if (s->left_out <= ENOUGH)
		return 0;
	s->tail = make_tail(s, (double)s->frequencies * unit);
	s->half = make_tail(s, (double)s->frequencies * unit / 2);
	return s->tail == NULL || s->half == NULL ? -1 : 0;
}

/* ---- distribution function ---- */

/* The integral of the density, without a constant: the terms up to `count`. */
static double series(const struct figure_sum *s, double x, size_t count)
{
	double angle = 2 * PI / s->length * x, total = 0;
	double turn_c = cos(angle), turn_s = -sin(angle), c = 1, d = 0;
	for (size_t k = 0; k < count; k++) {
		if (k % 64 == 0) { /* anew, lest errors add up */
			c = cos((double)(k + 1) * angle);
			d = -sin((double)(k + 1) * angle);
		}
		double complex phi = s->transformed[k];
		double weight = 1 / (PI * (double)(k + 1));
		if (s->tail != NULL)
			weight *= fourier_fade((double)(k + 1) / (double)count);
		total += (creal(phi) * d + cimag(phi) * c) * weight;
		double next = c * turn_c - d * turn_s;
		d = c * turn_s + d * turn_c;
		c = next;
	}
	return total;
}

/* P(S <= mean + x), from all frequencies or from half of them */
static double cdf_from(const struct figure_sum *s, double x, size_t count,
		       const struct fourier_tail *tail)
{
	if (x <= s->from)
		return 0;
	if (x >= s->from + s->length)
		return 1;
	double p = (x - s->from) / s->length + series(s, s->from, count) - series(s, x, count);
	if (tail != NULL)
		p -= fourier_tail_at(tail, s->mean + x);
	return fmax(0, fmin(1, p));
}

double figure_sum_cdf(const struct figure_sum *s, double value)
{
	return cdf_from(s, value - s->mean, s->frequencies, s->tail);
}

double figure_sum_error(const struct figure_sum *s, double value)
{
	const double rounding = 1e-9;
	if (s->tail == NULL)
		return s->left_out + rounding;
	double half = cdf_from(s, value - s->mean, s->frequencies / 2, s->half);
	return fabs(figure_sum_cdf(s, value) - half) + rounding;
}

double figure_sum_mean(const struct figure_sum *s)
{
	return s->mean;
}

struct search {
	const struct figure_sum *s;
	double p;
};

static double beyond(const void *of, double value)
{
	const struct search *q = of;
	return figure_sum_cdf(q->s, value) - q->p;
}

double figure_sum_quantile(const struct figure_sum *s, double prob)
{
	struct search q = { s, prob };
	double most = (double)s->count;
	if (!(prob > 0 && prob < 1))
		return isnan(prob) ? NAN : prob <= 0 ? 0 : most;
	double low = s->mean + s->from, high = low + s->length;
	return root_between(beyond, &q, fmax(low, 0), fmin(high, most), 1e-12 * s->length);
}

/* ---- all of it ---- */

static int fill(struct figure_sum *s, const struct figure_term *term)
{
	double variance = 0;
	for (size_t j = 0; j < s->count; j++) {
		s->term[j].of = term[j];
		if (term_nodes(&s->term[j], 0.125) < 0)
			return -1;
		s->mean += s->term[j].mean;
		variance += s->term[j].variance;
	}
	s->deviation = sqrt(variance);
	find_window(s);
	return transform(s);
}

struct figure_sum *figure_sum_new(const struct figure_term *term, size_t count)
{
	struct figure_sum *s = calloc(1, sizeof *s);
	if (s == NULL)
		return NULL;
	s->term = calloc(count, sizeof *s->term);
	s->count = s->term == NULL ? 0 : count;
	if (s->term != NULL && fill(s, term) == 0)
		return s;
	figure_sum_free(s);
	return NULL;
}
