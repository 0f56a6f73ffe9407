/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What all intervals of a mean over topics share; see mean_interval.h.
 */
#include <math.h>

#include "core/base/near.h"
#include "core/stats/interval/choose.h"
#include "core/stats/numeric/logit.h"
#include "core/stats/random/resample.h"
#include "core/stats/rmath.h"
#include "core/stats/topics/correlation.h"
#include "core/stats/topics/mean_interval.h"

/*
 * Scores are computed and have rounding errors, and so have sums of them in another order: what
 * differs by less than this part of the range (or the scale), or of the greatest score, is the
 * same.
 */
static const double GRAIN = NEAR_ROUNDING;

const struct mean_interval_method *mean_interval_find(const char *name)
{
	for (const struct mean_interval_method *const *m = mean_interval_methods; *m; m++)
		if (strcmp((*m)->name, name) == 0)
			return *m;
	return NULL;
}

static int check_mean_request(const struct mean_interval_request *q, struct err *e)
{
	if (!(q->ends.lower_p >= 0 && q->ends.lower_p <= q->ends.upper_p && q->ends.upper_p <= 1))
		return err_usage(e,
				 "need 0 <= lower <= upper <= 1 as probabilities, found %g and %g",
				 q->ends.lower_p, q->ends.upper_p);
	if (!(q->least < q->most))
		return err_usage(e, "a range of scores from %g to %g is empty", q->least, q->most);
	return 0;
}

static int draw(struct mean_sample *s, const struct mean_interval_request *q, struct err *e)
{
	if (q->resamples < 1)
		return err_usage(e, "need at least one resample, found %lld",
				 (long long)q->resamples);
	if ((uint64_t)q->resamples > SIZE_MAX / sizeof *s->resampled)
		return err_memory(e);
	s->resampled = malloc((size_t)q->resamples * sizeof *s->resampled);
	if (s->resampled == NULL)
		return err_memory(e);
	s->resamples = q->resamples;
	resample_means(s->score, s->count, q->resamples, q->ends.seed, s->resampled);
	if (resample_sort(s->resampled, q->resamples, e) < 0) {
		mean_sample_release(s);
		return -1;
	}
	return 0;
}

int mean_sample_init(struct mean_sample *s, const double *score, size_t count, bool resample,
		     const struct mean_interval_request *q, struct err *e)
{
	*s = (struct mean_sample){ .score = score,
				   .count = count,
				   .mean = NAN,
				   .least = q->least,
				   .most = q->most,
				   .binary = q->difference && q->binary && count > 1,
				   .limited = isfinite(q->least),
				   .constant = true };
	if (check_mean_request(q, e) < 0)
		return -1;
	if (count == 0)
		return 0;
	double sum = 0, least = score[0], most = score[0];
	for (size_t i = 0; i < count; i++) {
		sum += score[i];
		least = fmin(least, score[i]);
		most = fmax(most, score[i]);
	}
	double size = fmax(fabs(least), fabs(most));
	if (q->scale > 0)
		size = fmax(size, q->scale);
	else if (isfinite(q->most - q->least))
		size = fmax(size, q->most - q->least);
	s->mean = sum / (double)count;
	s->grain = GRAIN * size;
	s->constant = !isfinite(sum) || most - least <= s->grain;
	bool above = most > q->most + s->grain, below = least < q->least - s->grain;
	s->limited = isfinite(q->least) && !below && !(q->difference && above);
	if (above)
		s->most = INFINITY;
	return resample && !s->constant ? draw(s, q, e) : 0;
}

bool scores_are_binary(const double *a, const double *b, size_t count)
{
	size_t ones = 0;
	for (size_t i = 0; i < count; i++) {
		if ((a[i] != 0 && a[i] != 1) || (b[i] != 0 && b[i] != 1))
			return false;
		ones += a[i] == 1;
		ones += b[i] == 1;
	}
	return ones > 0 && ones < 2 * count;
}

void mean_sample_release(struct mean_sample *s)
{
	free(s->resampled);
	s->resampled = NULL;
}

bool mean_interval_fit(const struct mean_interval_method *m, const struct mean_sample *s,
		       struct mean_fit *out)
{
	bool applies = m->binary     ? s->binary
		       : m->constant ? s->constant && s->count > 1 && isfinite(s->mean)
				     : !s->constant && (!m->bounded || s->limited);
	*out = (struct mean_fit){ 0 };
	return applies && (m->fit == NULL || m->fit(s, out));
}

static enum mean_gap gap_of(const struct mean_interval_method *m, const struct mean_sample *s)
{
	return s->count == 0			  ? MEAN_NO_TOPIC
	       : s->count == 1			  ? MEAN_ONE_TOPIC
	       : m->constant && isfinite(s->mean) ? MEAN_UNEQUAL
	       : m->binary			  ? MEAN_NOT_BINARY
	       : s->constant			  ? MEAN_EQUAL
	       : m->bounded && !s->limited	  ? MEAN_UNLIMITED
						  : MEAN_NO_SPREAD;
}

/* The resamples are drawn when the first method needs them. */
static int interval_by(const struct mean_interval_method *m, struct mean_sample *s,
		       const struct mean_interval_request *q, struct mean_bounds *out,
		       struct err *e)
{
	struct mean_fit f;
	*out = (struct mean_bounds){ .ends = { NAN, NAN }, .by = m, .topics = s->count };
	if (m->resamples && s->resampled == NULL && !s->constant && draw(s, q, e) < 0)
		return -1;
	if (!mean_interval_fit(m, s, &f)) {
		out->gap = gap_of(m, s);
		return 0;
	}
	out->ends.lower = q->ends.lower_p > 0 ? m->end(s, &f, q->ends.lower_p) : s->least;
	out->ends.upper = q->ends.upper_p < 1 ? m->end(s, &f, q->ends.upper_p) : s->most;
	if (q->difference)
		out->ends = (struct interval){ settled_end(out->ends.lower, s->grain),
					       settled_end(out->ends.upper, s->grain) };
	return 0;
}

const struct mean_interval_method mean_interval_by_rule = { .name = "default" };

static int interval_by_rule(struct mean_sample *s, const struct mean_interval_request *q,
			    struct mean_bounds *out, struct err *e)
{
	const enum interval_of of = q->difference ? OF_DIFFERENCE : OF_MEAN;
	const bool constant = s->constant && s->count > 1 && isfinite(s->mean);
	struct sample_known known = { .constant = constant,
				      .binary = s->binary,
				      .no_limit = !s->limited,
				      .topics = s->count };
	int result = interval_by(mean_interval_find(chosen_method(of, known)), s, q, out, e);
	if (result < 0 || out->gap != MEAN_NO_SPREAD)
		return result;
	known.no_spread = true; /* of resampled means: they were tried */
	return interval_by(mean_interval_find(chosen_method(of, known)), s, q, out, e);
}

int mean_intervals(const struct mean_interval_method *const *method, size_t methods,
		   const double *score, size_t count, const struct mean_interval_request *q,
		   struct mean_bounds *out, struct err *e)
{
	struct mean_sample s;
	int result = mean_sample_init(&s, score, count, false, q, e);
	for (size_t i = 0; i < methods && result == 0; i++)
		result = method[i] == &mean_interval_by_rule
				 ? interval_by_rule(&s, q, &out[i], e)
				 : interval_by(method[i], &s, q, &out[i], e);
	mean_sample_release(&s);
	return result;
}

/* Beyond this share of the range, or of the mean, a value stands for an end. */
static const double EDGE = NEAR_ROUNDING;

double mean_scale(const struct mean_sample *s, double mean)
{
	if (isinf(s->most))
		return log(fmax(mean - s->least, EDGE * (s->mean - s->least)));
	return logit(fmin(fmax((mean - s->least) / (s->most - s->least), EDGE), 1 - EDGE));
}

double mean_scaled_end(const struct mean_sample *s, const struct mean_fit *f, double p)
{
	double side = p < 0.5 ? -1 : p > 0.5;
	double y = f->location + side * f->bias + qt(p, (double)(s->count - 1), 1, 0) * f->scale;
	return isinf(s->most) ? s->least + exp(y)
			      : s->least + (s->most - s->least) * inverse_logit(y);
}

/* Whether a resampled mean is at an end of the range. */
static bool at_end(const struct mean_sample *s, double mean)
{
	double all = isinf(s->most) ? s->mean - s->least : s->most - s->least;
	double share = (mean - s->least) / all;
	return share <= EDGE || (!isinf(s->most) && share >= 1 - EDGE);
}

bool resampled_logits(const struct mean_sample *s, struct resampled_logits *out)
{
	double sum = 0, squares = 0, used = 0;
	/* near the mean of the logits, so that little is lost in the difference of squares */
	out->of_mean = mean_scale(s, s->mean);
	for (int64_t b = 0; b < s->resamples; b++) {
		if (at_end(s, s->resampled[b]))
			continue;
		double y = mean_scale(s, s->resampled[b]) - out->of_mean;
		sum += y;
		squares += y * y;
		used++;
	}
	out->shift = sum / used;
	out->deviation = sqrt(fmax(squares / used - out->shift * out->shift, 0));
	return used >= 2 && out->deviation > EDGE;
}

struct moments {
	double mean, deviation, skewness;
	bool constant;
};

static struct moments moments_of(const double *x, size_t count, double grain)
{
	double n = (double)count, mean = 0, second = 0, third = 0, least = x[0], most = x[0];
	for (size_t i = 0; i < count; i++) {
		mean += x[i] / n;
		least = fmin(least, x[i]);
		most = fmax(most, x[i]);
	}
	for (size_t i = 0; i < count; i++) {
		double d = x[i] - mean;
		second += d * d;
		third += d * d * d;
	}
	double plain = third / n / pow(second / n, 1.5);
	return (struct moments){ .mean = mean,
				 .deviation = sqrt(second / (n - 1)),
				 .skewness = plain * sqrt(n * (n - 1)) / (n - 2),
				 .constant = most - least <= grain };
}

/* How many standard errors the lower bound lies below the mean; skewness of the other sign gives
 * that of the upper one. */
static double reach(enum skewed_way way, double skewness, double n, double q)
{
	double johnson = q - skewness * (2 * q * q + 1) / (6 * sqrt(n));
	return way == SKEWED_T ? q : fmax(q, johnson);
}

struct interval skewed_bounds_by(enum skewed_way way, const double *score, size_t count,
				 double grain, double lower_quantile, double upper_quantile)
{
	double n = (double)count;
	if (count < 3)
		return (struct interval){ NAN, NAN };
	const struct moments m = moments_of(score, count, grain);
	if (m.constant)
		return (struct interval){ m.mean, m.mean };
	double unit = m.deviation / sqrt(n);
	return (struct interval){ m.mean - unit * reach(way, m.skewness, n, lower_quantile),
				  m.mean + unit * reach(way, -m.skewness, n, upper_quantile) };
}

struct interval skewed_bounds(const double *score, size_t count, double grain, double lower_error,
			      double upper_error)
{
	double freedom = (double)count - 1;
	return skewed_bounds_by(SKEWED_JOHNSON, score, count, grain, qt(lower_error, freedom, 0, 0),
				qt(upper_error, freedom, 0, 0));
}
