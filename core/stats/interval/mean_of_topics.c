#include <math.h>

#include "core/stats/interval/divided.h"
#include "core/stats/interval/mean_of_topics.h"
#include "core/stats/interval/posterior.h"
#include "core/stats/numeric/lattice.h"
#include "core/stats/random/resample.h"
#include "core/stats/random/variates.h"

/*
 * A topic's posterior as masses on multiples of h: at GRID points its distribution function is
 * computed, in between it is a monotone cubic (Fritsch & Carlson 1980). With h a fraction 1/STEPS
 * of the standard deviation of the sum, rounding to the lattice adds T/(12 STEPS^2) to its
 * variance, relative, T being the number of topics: 3e-5 for 100 topics.
 */
enum { GRID = 160, STEPS = 512 };

struct curve {
	double low, step;
	double F[GRID + 1], slope[GRID + 1];
};

static void tabulate(struct curve *c, const struct posterior *p, double low, double high)
{
	*c = (struct curve){ .low = low, .step = (high - low) / GRID };
	for (int i = 0; i <= GRID; i++)
		c->F[i] = posterior_cdf(p, low + i * c->step);
	c->F[GRID] = 1;
	for (int i = 1; i < GRID; i++) {
		double left = c->F[i] - c->F[i - 1], right = c->F[i + 1] - c->F[i];
		double least = 3 * fmin(left, right);
		c->slope[i] = left <= 0 || right <= 0 ? 0 : fmin((left + right) / 2, least);
	}
}

static double curve_at(const struct curve *c, double x)
{
	double u = (x - c->low) / c->step;
	if (u < 0)
		return 0;
	if (u >= GRID)
		return 1;
	int i = (int)u;
	double t = u - i, s = 1 - t;
	return c->F[i] * s * s * (1 + 2 * t) + c->F[i + 1] * t * t * (1 + 2 * s) +
	       c->slope[i] * t * s * s - c->slope[i + 1] * s * t * t;
}

/* The law of one topic on multiples of h. */
static int discretize(const struct posterior *p, double h, struct lattice *out, struct err *e)
{
	const double tail = 1e-10;
	double low = posterior_quantile(p, tail), high = posterior_quantile(p, 1 - tail);
	int64_t first = llround(low / h), last = llround(high / h);
	if (lattice_init(out, 0, first, (size_t)(last - first + 1)) < 0)
		return err_memory(e);
	if (first == last) {
		out->mass[0] = 1;
		return 0;
	}
	struct curve c;
	tabulate(&c, p, low, high);
	double before = 0;
	for (size_t i = 0; i < out->count; i++) {
		bool end = i + 1 == out->count;
		double upto = end ? 1 : curve_at(&c, ((double)(first + (int64_t)i) + 0.5) * h);
		out->mass[i] = upto - before;
		before = upto;
	}
	return 0;
}

/* A node's mass is spread evenly over the spacing around it. */
static double lattice_quantile(const struct lattice *l, double p)
{
	double sum = 0;
	for (size_t i = 0; i < l->count; i++) {
		double mass = l->mass[i];
		if (mass > 0 && sum + mass >= p)
			return (double)(l->first + (int64_t)i) - 0.5 + (p - sum) / mass;
		sum += mass;
	}
	return (double)(l->first + (int64_t)l->count - 1);
}

/* The posteriors of the topics that have an estimate. */
struct posteriors {
	struct posterior **p;
	size_t count;
	double deviation; /* of their sum */
};

static void posteriors_release(struct posteriors *x)
{
	for (size_t i = 0; i < x->count; i++)
		posterior_free(x->p[i]);
	free(x->p);
}

static int posteriors_init(struct posteriors *x, const struct interval_method *m,
			   const struct topic_sample *topics, size_t count,
			   const struct mean_request *q, struct err *e)
{
	*x = (struct posteriors){ .p = calloc(count, sizeof *x->p) };
	if (x->p == NULL)
		return err_memory(e);
	double variance = 0;
	for (size_t t = 0; t < count; t++) {
		if (isnan(topics[t].estimate))
			continue;
		struct posterior *p = divided_posterior(m, topics[t].stratum, topics[t].strata,
							&q->interval, q->retrieved_only, e);
		if (p == NULL) {
			posteriors_release(x);
			return -1;
		}
		x->p[x->count++] = p;
		/* roughly; it only decides on the spacing */
		double deviation = (posterior_quantile(p, 0.84) - posterior_quantile(p, 0.16)) / 2;
		variance += deviation * deviation;
	}
	x->deviation = sqrt(variance);
	return 0;
}

static int sum_of_topics(struct lattice *l, size_t count, double h, const struct mean_request *q,
			 struct interval *out, struct err *e)
{
	struct lattice sum;
	if (lattice_sum(l, count, INT64_MAX, 1e-13, &sum) < 0)
		return err_memory(e);
	double scale = h / (double)count;
	out->lower = lattice_quantile(&sum, q->interval.lower_p) * scale;
	out->upper = lattice_quantile(&sum, q->interval.upper_p) * scale;
	lattice_release(&sum);
	return 0;
}

static int rising(const void *a, const void *b)
{
	const double *x = a, *y = b;
	return (*x > *y) - (*x < *y);
}

static int resample_topics(const struct lattice *l, size_t count, double h,
			   const struct mean_request *q, struct interval *out, struct err *e)
{
	double *mean = calloc((size_t)q->resamples, sizeof *mean);
	if (mean == NULL)
		return err_memory(e);
	for (int64_t b = 0; b < q->resamples; b++) {
		struct random g;
		random_init(&g, q->interval.seed, (uint64_t)b, 0);
		for (size_t t = 0; t < count; t++) {
			size_t topic = (size_t)(random_uniform(&g) * (double)count);
			mean[b] += lattice_quantile(&l[topic], random_uniform(&g));
		}
		mean[b] *= h / (double)count;
	}
	qsort(mean, (size_t)q->resamples, sizeof *mean, rising);
	out->lower = resample_quantile(mean, q->resamples, q->interval.lower_p);
	out->upper = resample_quantile(mean, q->resamples, q->interval.upper_p);
	free(mean);
	return 0;
}

static int by_posteriors(const struct interval_method *m, const struct topic_sample *topics,
			 size_t count, const struct mean_request *q, struct interval *out,
			 struct err *e)
{
	struct posteriors x;
	if (posteriors_init(&x, m, topics, count, q, e) < 0)
		return -1;
	/* Where nothing varies, any spacing will do. */
	double h = x.deviation > 0 ? x.deviation / STEPS : 1e-9;
	struct lattice *l = calloc(x.count + 1, sizeof *l);
	int result = l == NULL ? err_memory(e) : 0;
	size_t made = 0;
	while (made < x.count && result == 0) {
		result = discretize(x.p[made], h, &l[made], e);
		made += result == 0;
	}
	if (result == 0 && q->random_topics)
		result = resample_topics(l, x.count, h, q, out, e);
	else if (result == 0) {
		made = 0; /* lattice_sum() releases them */
		result = sum_of_topics(l, x.count, h, q, out, e);
	}
	for (size_t i = 0; i < made; i++)
		lattice_release(&l[i]);
	free(l);
	posteriors_release(&x);
	return result;
}

static void in_quadrature(const struct topic_sample *topics, size_t count, struct interval *out)
{
	double sum = 0, below = 0, above = 0, used = 0;
	for (size_t t = 0; t < count; t++) {
		const struct topic_sample *x = &topics[t];
		if (isnan(x->estimate))
			continue;
		used++;
		sum += x->estimate;
		/* an end on the wrong side of the estimate adds nothing */
		double down = fmax(x->estimate - x->interval.lower, 0);
		double up = fmax(x->interval.upper - x->estimate, 0);
		if (isnan(x->interval.lower) || isnan(x->interval.upper))
			down = up = NAN;
		below += down * down;
		above += up * up;
	}
	out->lower = (sum - sqrt(below)) / used;
	out->upper = (sum + sqrt(above)) / used;
}

/* An end that the samples of all topics decide is decided for their mean. */
static void force_ends(const struct interval_method *m, const struct topic_sample *topics,
		       size_t count, struct interval *out)
{
	bool low = m->forced_ends, high = m->forced_ends;
	for (size_t t = 0; t < count; t++) {
		if (isnan(topics[t].estimate))
			continue;
		low = low && topics[t].interval.lower == 0;
		high = high && topics[t].interval.upper == 1;
	}
	if (low)
		out->lower = 0;
	if (high)
		out->upper = 1;
}

static int combine(const struct interval_method *m, const struct topic_sample *topics, size_t count,
		   const struct mean_request *q, struct interval *out, struct err *e)
{
	if (m->prior != NULL)
		return by_posteriors(m, topics, count, q, out, e);
	in_quadrature(topics, count, out);
	return 0;
}

int interval_mean(const struct interval_method *m, const struct topic_sample *topics, size_t count,
		  const struct mean_request *q, struct interval *out, struct err *e)
{
	size_t defined = 0, only = 0;
	for (size_t t = 0; t < count; t++) {
		if (isnan(topics[t].estimate))
			continue;
		only = t;
		defined++;
	}
	*out = (struct interval){ NAN, NAN };
	if (defined == 0)
		return 0;
	if (q->random_topics && m->prior == NULL)
		return err_usage(
			e, "--topics=random needs a method with a posterior, which '%s' has not",
			m->name);
	if (defined == 1 && !q->random_topics) {
		*out = topics[only].interval;
		return 0;
	}
	if (combine(m, topics, count, q, out, e) < 0)
		return -1;
	if (q->interval.quantity != QUANTITY_YIELD)
		force_ends(m, topics, count, out);
	return 0;
}
