/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What all intervals of a mean over topics share; see mean_interval.h.
 */
#include <math.h>

#include "core/stats/numeric/logit.h"
#include "core/stats/random/resample.h"
#include "core/stats/topics/mean_interval.h"

/*
 * Scores are computed and have rounding errors, and so have sums of them in another order: what
 * differs by less than this part of the range (or the scale), or of the greatest score, is the
 * same.
 */
static const double GRAIN = 1e-12;

const struct mean_interval_method *mean_interval_find(const char *name)
{
	for (const struct mean_interval_method *const *m = mean_interval_methods; *m; m++)
		if (strcmp((*m)->name, name) == 0)
			return *m;
	return NULL;
}

static int check(const struct mean_interval_request *q, struct err *e)
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
	*s = (struct mean_sample){ .score = score, .count = count, .mean = NAN, .constant = true };
	if (check(q, e) < 0)
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
	return resample && !s->constant ? draw(s, q, e) : 0;
}

void mean_sample_release(struct mean_sample *s)
{
	free(s->resampled);
	s->resampled = NULL;
}

static bool in_range(const struct mean_sample *s, const struct mean_interval_request *q)
{
	if (!isfinite(q->least) || !isfinite(q->most))
		return false;
	for (size_t i = 0; i < s->count; i++)
		if (s->score[i] < q->least - s->grain || s->score[i] > q->most + s->grain)
			return false;
	return true;
}

bool mean_interval_fit(const struct mean_interval_method *m, const struct mean_sample *s,
		       const struct mean_interval_request *q, struct mean_fit *out)
{
	*out = (struct mean_fit){ 0 };
	return !s->constant && (!m->bounded || in_range(s, q)) && m->fit(s, q, out);
}

static struct interval interval_of(const struct mean_interval_method *m,
				   const struct mean_sample *s,
				   const struct mean_interval_request *q)
{
	struct mean_fit f;
	struct interval out = { NAN, NAN };
	if (!mean_interval_fit(m, s, q, &f))
		return out;
	out.lower = q->ends.lower_p > 0 ? m->end(s, q, &f, q->ends.lower_p) : q->least;
	out.upper = q->ends.upper_p < 1 ? m->end(s, q, &f, q->ends.upper_p) : q->most;
	return out;
}

int mean_intervals(const struct mean_interval_method *const *method, size_t methods,
		   const double *score, size_t count, const struct mean_interval_request *q,
		   struct interval *out, struct err *e)
{
	bool resample = false;
	for (size_t i = 0; i < methods; i++)
		resample = resample || method[i]->resamples;
	struct mean_sample s;
	if (mean_sample_init(&s, score, count, resample, q, e) < 0)
		return -1;
	for (size_t i = 0; i < methods; i++)
		out[i] = interval_of(method[i], &s, q);
	mean_sample_release(&s);
	return 0;
}

bool resampled_logits(const struct mean_sample *s, const struct mean_interval_request *q,
		      struct resampled_logits *out)
{
	static const double edge = 1e-12;
	double width = q->most - q->least, sum = 0, squares = 0, used = 0;
	/* near the mean of the logits, so that little is lost in the difference of squares */
	out->of_mean = logit(fmin(fmax((s->mean - q->least) / width, edge), 1 - edge));
	for (int64_t b = 0; b < s->resamples; b++) {
		double share = (s->resampled[b] - q->least) / width;
		if (share <= edge || share >= 1 - edge)
			continue;
		double y = logit(share) - out->of_mean;
		sum += y;
		squares += y * y;
		used++;
	}
	out->shift = sum / used;
	out->deviation = sqrt(fmax(squares / used - out->shift * out->shift, 0));
	return used >= 2 && out->deviation > edge;
}
