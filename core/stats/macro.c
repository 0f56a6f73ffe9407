#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "core/stats/log_odds.h"
#include "core/stats/macro.h"
#include "core/stats/root.h"

#define PI 3.14159265358979323846

/* One topic's part in a mean: its figure, less its mean, times 1/T or -1/T. */
struct term {
	const struct confusion_posterior *posterior;
	double factor;
	double step; /* of its nodes */
	double *node;
	size_t count;
	double mean;	    /* of the figure */
	double variance;    /* of the term */
	double gap;	    /* largest distance of two nodes, of the term */
	double least, most; /* of the term */
};

struct sum {
	struct term *term;
	size_t count;
	double mean, deviation;	     /* of the sum of the terms with their means */
	double from, length;	     /* of the window, relative to the mean */
	double complex *transformed; /* characteristic function at k 2 pi / length, k = 1, 2, ... */
	size_t frequencies;
	double left_out; /* by the frequencies that are not there, of a probability */
};

/* ---- nodes ---- */

static int by_value(const void *a, const void *b)
{
	const double *x = a, *y = b;
	return (*x > *y) - (*x < *y);
}

/* Makes the nodes of a term, values less their mean times the factor, in rising order. */
static int term_nodes(struct term *t, double step)
{
	struct log_odds law;
	log_odds_init(&law, t->posterior, 0.2);
	free(t->node);
	t->step = step;
	t->node = log_odds_nodes(&law, step, &t->count);
	if (t->node == NULL)
		return -1;
	qsort(t->node, t->count, 2 * sizeof *t->node, by_value);
	double sum = 0, mean = 0;
	for (size_t i = 0; i < t->count; i++) {
		sum += t->node[2 * i + 1];
		mean += t->node[2 * i + 1] * t->node[2 * i];
	}
	t->mean = mean / sum;
	t->variance = t->gap = 0;
	for (size_t i = 0; i < t->count; i++) {
		double *n = &t->node[2 * i];
		n[0] = (n[0] - t->mean) * t->factor;
		n[1] /= sum;
		t->variance += n[1] * n[0] * n[0];
		if (i > 0)
			t->gap = fmax(t->gap, fabs(n[0] - n[-2]));
	}
	double end = -t->mean * t->factor, other = (1 - t->mean) * t->factor;
	t->least = fmin(end, other);
	t->most = fmax(end, other);
	return 0;
}

static void sum_release(struct sum *s)
{
	for (size_t i = 0; i < s->count; i++)
		free(s->term[i].node);
	free(s->term);
	free(s->transformed);
}

/* ln E exp(cS), S less its mean */
static double log_moment(const struct sum *s, double c)
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
static void find_window(struct sum *s)
{
	const double least = 32, at = 8 / s->deviation;
	double down = 0, up = 0;
	for (size_t j = 0; j < s->count; j++) {
		down -= s->term[j].least;
		up += s->term[j].most;
	}
	up = fmin(up, (log_moment(s, at) + least) / at);
	down = fmin(down, (log_moment(s, -at) + least) / at);
	/* The series is anchored at the ends of the window, which must be away from what it rings
	 * at. */
	double margin = (down + up) / 16;
	s->from = -down - margin;
	s->length = down + up + 2 * margin;
}

/* ---- characteristic function ---- */

/*
 * Frequencies are computed in blocks, until those left out add less than ENOUGH to a probability.
 */
enum { BLOCK = 32, MOST_FREQUENCIES = 2048, TOGETHER = 4 };
#define ENOUGH 1e-9

/* Some nodes, each at a point of the unit circle times its mass that turns at its own speed. */
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
static double largest(const struct sum *s, size_t k, size_t end)
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
static double left_out(const struct sum *s)
{
	size_t n = s->frequencies;
	double last = largest(s, n / 2, n), before = largest(s, n / 4, n / 2);
	if (largest(s, n - BLOCK, n) < 1e-15)
		return 0;
	double power = log2(before / last);
	return power > 0 ? fmin(1, 2 / PI * last / power) : 1;
}

static int transform(struct sum *s)
{
	double unit = 2 * PI / s->length;
	s->transformed = malloc(MOST_FREQUENCIES * sizeof *s->transformed);
	if (s->transformed == NULL)
		return -1;
	do {
		size_t k = s->frequencies;
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
	} while (s->left_out > ENOUGH && s->frequencies < MOST_FREQUENCIES);
	return 0;
}

/* ---- distribution function ---- */

/*
 * A series that ends too early rings around the points where the density is not smooth, which for
 * means of T figures are the multiples of 1/T. Away from them, letting its terms fade out instead
 * of cutting them off gives all digits back.
 */
static double fade(double part)
{
	double square = part * part, fourth = square * square;
	return exp(-36 * fourth * fourth);
}

/* The integral of the density, without a constant: the terms up to `count`. */
static double series(const struct sum *s, double x, size_t count)
{
	double angle = 2 * PI / s->length * x, total = 0;
	double turn_c = cos(angle), turn_s = -sin(angle), c = 1, d = 0;
	bool fades = s->left_out > ENOUGH;
	for (size_t k = 0; k < count; k++) {
		if (k % 64 == 0) { /* anew, lest errors add up */
			c = cos((double)(k + 1) * angle);
			d = -sin((double)(k + 1) * angle);
		}
		double complex phi = s->transformed[k];
		double weight = 1 / (PI * (double)(k + 1));
		if (fades)
			weight *= fade((double)(k + 1) / (double)count);
		total += (creal(phi) * d + cimag(phi) * c) * weight;
		double next = c * turn_c - d * turn_s;
		d = c * turn_s + d * turn_c;
		c = next;
	}
	return total;
}

/* P(S <= mean + x), from `count` frequencies */
static double sum_cdf(const struct sum *s, double x, size_t count)
{
	if (x <= s->from)
		return 0;
	if (x >= s->from + s->length)
		return 1;
	double p = (x - s->from) / s->length + series(s, s->from, count) - series(s, x, count);
	return fmax(0, fmin(1, p));
}

/* Of sum_cdf() at x: by what half of the frequencies change. */
static double error_at(const struct sum *s, double x)
{
	const double rounding = 1e-10;
	if (s->left_out <= ENOUGH)
		return s->left_out + rounding;
	double p = sum_cdf(s, x, s->frequencies), half = sum_cdf(s, x, s->frequencies / 2);
	return fmin(s->left_out, fabs(p - half)) + rounding;
}

static int sum_init(struct sum *s, struct err *e)
{
	double variance = 0;
	for (size_t j = 0; j < s->count; j++) {
		if (term_nodes(&s->term[j], 0.2) < 0)
			return err_memory(e);
		s->mean += s->term[j].mean * s->term[j].factor;
		variance += s->term[j].variance;
	}
	s->deviation = sqrt(variance);
	find_window(s);
	return transform(s) < 0 ? err_memory(e) : 0;
}

static int sum_new(struct sum *s, size_t count, struct err *e)
{
	*s = (struct sum){ .term = calloc(count, sizeof *s->term), .count = count };
	return s->term == NULL ? err_memory(e) : 0;
}

static void add_terms(struct term *t, const struct confusion_posterior *p, size_t count,
		      double factor)
{
	for (size_t i = 0; i < count; i++)
		t[i] = (struct term){ .posterior = &p[i], .factor = factor / (double)count };
}

/* ---- what is asked ---- */

struct search {
	const struct sum *s;
	double p;
};

static double beyond(const void *of, double x)
{
	const struct search *q = of;
	return sum_cdf(q->s, x, q->s->frequencies) - q->p;
}

/* Relative to the mean. */
static double sum_quantile(const struct sum *s, double p)
{
	struct search q = { s, p };
	return root_between(beyond, &q, s->from, s->from + s->length, 1e-12 * s->length);
}

static struct macro_interval interval_of(const struct sum *s, double lower_p, double upper_p)
{
	double lower = sum_quantile(s, lower_p), upper = sum_quantile(s, upper_p);
	return (struct macro_interval){ .mean = s->mean,
					.lower = fmax(0, s->mean + lower),
					.upper = fmin(1, s->mean + upper),
					.error = fmax(error_at(s, lower), error_at(s, upper)) };
}

int macro_interval(const struct confusion_posterior *topic, size_t count, double lower_p,
		   double upper_p, struct macro_interval *out, struct err *e)
{
	if (count == 0)
		return err_usage(e, "there is no topic to take the mean of");
	if (count == 1) {
		*out = (struct macro_interval){ confusion_mean(topic),
						confusion_quantile(topic, lower_p),
						confusion_quantile(topic, upper_p), 1e-9 };
		return 0;
	}
	struct sum s;
	if (sum_new(&s, count, e) < 0)
		return -1;
	add_terms(s.term, topic, count, 1);
	int result = sum_init(&s, e);
	if (result == 0)
		*out = interval_of(&s, lower_p, upper_p);
	sum_release(&s);
	return result;
}

int macro_compare(const struct confusion_posterior *a, size_t a_count,
		  const struct confusion_posterior *b, size_t b_count, struct tails *out,
		  double *error, struct err *e)
{
	if (a_count == 0 || b_count == 0)
		return err_usage(e, "there is no topic to take the mean of");
	if (a_count == 1 && b_count == 1) {
		*out = confusion_compare(a, b);
		*error = 1e-9;
		return 0;
	}
	struct sum s;
	if (sum_new(&s, a_count + b_count, e) < 0)
		return -1;
	add_terms(s.term, a, a_count, 1);
	add_terms(s.term + a_count, b, b_count, -1);
	int result = sum_init(&s, e);
	if (result == 0) {
		double below = sum_cdf(&s, -s.mean, s.frequencies);
		*out = (struct tails){ below, 1 - below };
		*error = error_at(&s, -s.mean);
	}
	sum_release(&s);
	return result;
}
