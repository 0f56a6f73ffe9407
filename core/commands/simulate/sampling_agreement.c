/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/commands/simulate/sampling_simulation.h"
#include "core/stats/topics/correlation.h"
#include "core/stats/topics/paired_test.h"

/* As Welford does it, so that equal numbers have no deviation. */
void spread_add(struct spread *s, double x)
{
	if (isnan(x))
		return;
	s->count++;
	double before = x - s->mean;
	s->mean += before / s->count;
	s->squares += before * (x - s->mean);
}

double spread_mean(const struct spread *s)
{
	return s->count > 0 ? s->mean : NAN;
}

double spread_deviation(const struct spread *s)
{
	return s->count > 1 ? sqrt(s->squares / (s->count - 1)) : NAN;
}

double scored_mean(const struct scored_runs *s, size_t run)
{
	const double *score = s->score + run * s->topics;
	double sum = 0;
	size_t defined = 0;
	for (size_t t = 0; t < s->topics; t++) {
		if (isnan(score[t]))
			continue;
		sum += score[t];
		defined++;
	}
	return sum / (double)defined;
}

/* Topics without a score for the first run; they are the same for all. */
static size_t scored_undefined(const struct scored_runs *s)
{
	size_t count = 0;
	for (size_t t = 0; s->runs > 0 && t < s->topics; t++)
		count += isnan(s->score[t]) != 0;
	return count;
}

/* ---- significance ---- */

static const double significant = 0.05;

static int test_pair(const struct scored_runs *s, size_t a, size_t b, double *difference,
		     struct paired_test_result *out, struct err *e)
{
	const double *x = s->score + a * s->topics, *y = s->score + b * s->topics;
	size_t count = 0;
	for (size_t t = 0; t < s->topics; t++)
		if (!isnan(x[t]) && !isnan(y[t]))
			difference[count++] = x[t] - y[t];
	const struct paired_test_request q = { .scale = differences_scale(x, y, s->topics) };
	return paired_test_compute(paired_test_find("wilcoxon"), difference, count, &q, out, e);
}

int significant_pairs(const struct scored_runs *s, bool *better, struct err *e)
{
	double *difference = malloc((s->topics + 1) * sizeof *difference);
	int result = difference == NULL ? err_memory(e) : 0;
	for (size_t a = 0; a < s->runs && result == 0; a++) {
		better[a * s->runs + a] = false;
		for (size_t b = 0; b < a && result == 0; b++) {
			struct paired_test_result p = { 0 };
			result = test_pair(s, a, b, difference, &p, e);
			better[a * s->runs + b] = p.p_greater < significant;
			better[b * s->runs + a] = p.p_less < significant;
		}
	}
	free(difference);
	return result;
}

/* ---- agreement ---- */

static void count_pairs(const struct agreement_frame *f, const bool *estimated,
			struct sampling_figures *const figures[RUN_GROUPS])
{
	size_t runs = f->actual.runs;
	for (enum run_group g = GROUP_ALL; g < RUN_GROUPS; g++) {
		size_t both = 0, missed = 0, mistaken = 0;
		for (size_t i = 0; i < runs * runs; i++) {
			if (!in_group(f->shapes, i / runs, g) || !in_group(f->shapes, i % runs, g))
				continue;
			both += f->better[i] && estimated[i];
			missed += f->better[i] && !estimated[i];
			mistaken += !f->better[i] && estimated[i];
		}
		spread_add(&figures[g]->both, (double)both);
		spread_add(&figures[g]->missed, (double)missed);
		spread_add(&figures[g]->mistaken, (double)mistaken);
	}
}

/* The means of the runs of a group, side by side. */
static size_t gather(const struct agreement_frame *f, const double *mean, enum run_group g,
		     double *actual, double *estimate)
{
	size_t count = 0;
	for (size_t r = 0; r < f->actual.runs; r++)
		if (in_group(f->shapes, r, g)) {
			actual[count] = f->actual_mean[r];
			estimate[count++] = mean[r];
		}
	return count;
}

static void compare_means(const struct agreement_frame *f, const double *mean, double *spare,
			  struct sampling_figures *const figures[RUN_GROUPS],
			  struct sampling_run_figures *run)
{
	size_t runs = f->actual.runs;
	double *actual = spare, *estimate = spare + runs;
	for (enum run_group g = GROUP_ALL; g < RUN_GROUPS; g++) {
		size_t count = gather(f, mean, g, actual, estimate);
		spread_add(&figures[g]->rms, rms_error(actual, estimate, count));
		spread_add(&figures[g]->bias, mean_error(actual, estimate, count));
		spread_add(&figures[g]->correlation, linear_correlation(actual, estimate, count));
		spread_add(&figures[g]->tau, kendall_tau(actual, estimate, count));
	}
	for (size_t r = 0; r < runs; r++) {
		double error = mean[r] - f->actual_mean[r];
		spread_add(&run[r].estimate, mean[r]);
		spread_add(&run[r].squared_error, error * error);
	}
}

int agreement_add(const struct agreement_frame *f, const double *estimate,
		  struct sampling_figures *const figures[RUN_GROUPS],
		  struct sampling_run_figures *run, struct err *e)
{
	const struct scored_runs s = { estimate, f->actual.runs, f->actual.topics };
	double *mean = malloc(3 * s.runs * sizeof *mean);
	bool *better = malloc(s.runs * s.runs * sizeof *better);
	int result = mean == NULL || better == NULL ? err_memory(e) : 0;
	for (size_t r = 0; r < s.runs && result == 0; r++)
		mean[r] = scored_mean(&s, r);
	if (result == 0) {
		compare_means(f, mean, mean + s.runs, figures, run);
		for (enum run_group g = GROUP_ALL; g < RUN_GROUPS; g++)
			spread_add(&figures[g]->undefined, (double)scored_undefined(&s));
	}
	if (result == 0 && f->better != NULL)
		result = significant_pairs(&s, better, e);
	if (result == 0 && f->better != NULL)
		count_pairs(f, better, figures);
	free(mean);
	free(better);
	return result;
}
