#include <math.h>

#include "core/stats/independent/confusion_log_odds.h"
#include "core/stats/random/variates.h"

/* ---- computed ---- */

/* The difference of two independent log odds. */
struct difference {
	const struct log_odds *first, *second;
	double shift;
};

static double complex difference_cumulants(const void *of, double complex z)
{
	const struct difference *d = of;
	return d->shift * z + (log_odds_cumulants(d->first, z) + log_odds_cumulants(d->second, -z));
}

/*
 * ln(x/y), written so that ln(y/x) is exactly its negative. Differences of the logarithms of 1e9
 * would lose two digits more.
 */
static double log_ratio(double x, double y)
{
	return x >= y ? log(x / y) : -log(y / x);
}

static struct tails compare_log_odds(const struct log_odds *a, const struct log_odds *b)
{
	struct difference d = { a, b, log_ratio(a->a * b->b, b->a * a->b) + (a->shift - b->shift) };
	struct generating g = { .cumulants = difference_cumulants,
				.of = &d,
				.left = fmin(a->a, b->b),
				.right = fmin(b->a, a->b),
				.mean = log_odds_mean(a) - log_odds_mean(b),
				.variance = log_odds_variance(a) + log_odds_variance(b) };
	return generating_tails(&g);
}

bool confusion_same(const struct confusion_posterior *a, const struct confusion_posterior *b)
{
	bool x = a->tp == b->tp, y = a->fp == b->fp, z = a->fn == b->fn;
	if (a->quantity != b->quantity)
		return false;
	switch (a->quantity) {
	case QUANTITY_PRECISION:
		return x && y;
	case QUANTITY_RECALL:
		return x && z;
	default:
		if (a->beta != b->beta)
			return false;
		return x && (a->beta == 1 ? a->fp + a->fn == b->fp + b->fn : y && z);
	}
}

struct tails confusion_compare(const struct confusion_posterior *a,
			       const struct confusion_posterior *b)
{
	if (confusion_same(a, b))
		return (struct tails){ 0.5, 0.5 };
	struct log_odds first, second;
	struct tails t = { NAN, NAN }, before;
	double step = 0.2;
	do {
		before = t;
		log_odds_init(&first, a, step);
		log_odds_init(&second, b, step);
		t = compare_log_odds(&first, &second);
		step /= 2;
	} while (first.count > 0 && !(fabs(t.above - before.above) <= 1e-10) && step > 0.002);
	return t;
}

/* ---- drawn ---- */

struct proportion proportion_of(int64_t count, int64_t draws)
{
	double p = (double)count / (double)draws;
	return (struct proportion){ p, sqrt(p * (1 - p) / (double)draws) };
}

/* A draw of the log odds of the figure. */
static double draw_log_odds(struct random *g, const struct confusion_posterior *p)
{
	if (p->quantity == QUANTITY_PRECISION)
		return random_log_odds(g, p->tp, p->fp);
	if (p->quantity == QUANTITY_RECALL)
		return random_log_odds(g, p->tp, p->fn);
	double u = random_log_odds(g, p->tp, p->fp + p->fn);
	double square = p->beta * p->beta;
	double D = p->beta == 1 ? 0 : random_beta(g, p->fn, p->fp);
	return u + log1p(square) - log1p((square - 1) * D);
}

int confusion_draw(const struct confusion_posterior *a, const struct confusion_posterior *b,
		   int64_t draws, uint64_t seed, struct proportion *out, struct err *e)
{
	if (draws < 1)
		return err_usage(e, "the number of draws must be 1 or more, not %lld",
				 (long long)draws);
	int64_t greater = 0;
	for (int64_t i = 0; i < draws; i++) {
		struct random first, second;
		random_init(&first, seed, (uint64_t)i, 0);
		random_init(&second, seed, (uint64_t)i, 1);
		greater += draw_log_odds(&first, a) > draw_log_odds(&second, b);
	}
	*out = proportion_of(greater, draws);
	return 0;
}
