/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "core/stats/topics/graded_judges.h"

static double sum_of(const double *x, size_t count)
{
	double sum = 0;
	for (size_t i = 0; i < count; i++)
		sum += x[i];
	return sum;
}

double weighted_kappa(const double *count, const double *weight, size_t grades)
{
	double observed = 0, expected = 0, all = sum_of(count, grades * grades);
	for (size_t a = 0; a < grades; a++) {
		double row = sum_of(count + a * grades, grades);
		for (size_t b = 0; b < grades; b++) {
			double column = 0;
			for (size_t i = 0; i < grades; i++)
				column += count[i * grades + b];
			observed += weight[a * grades + b] * count[a * grades + b];
			expected += weight[a * grades + b] * row * column;
		}
	}
	return expected > 0 ? 1 - all * observed / expected : NAN;
}

double krippendorff_alpha(const double *coincidence, size_t grades, bool ordinal)
{
	double observed = 0, expected = 0, all = sum_of(coincidence, grades * grades);
	for (size_t c = 0; c < grades; c++) {
		double of_c = sum_of(coincidence + c * grades, grades), between = of_c / 2;
		for (size_t k = c + 1; k < grades; k++) {
			double of_k = sum_of(coincidence + k * grades, grades);
			double rank = between + of_k / 2, d = ordinal ? rank * rank : 1;
			observed += coincidence[c * grades + k] * d;
			expected += of_c * of_k * d;
			between += of_k;
		}
	}
	return expected > 0 ? 1 - (all - 1) * observed / expected : NAN;
}

void coincidences_add(double *coincidence, const size_t *times, size_t grades)
{
	size_t judges = 0;
	for (size_t c = 0; c < grades; c++)
		judges += times[c];
	if (judges < 2)
		return;
	for (size_t c = 0; c < grades; c++)
		for (size_t k = 0; k < grades; k++)
			coincidence[c * grades + k] +=
				(double)(times[c] * (times[k] - (c == k && times[c] > 0))) /
				(double)(judges - 1);
}

static double binary_figure(const struct graded_scale *s, const double *count,
			    enum judged_figure which)
{
	struct two_judges x = { 0 };
	for (size_t a = 0; a < s->grades; a++)
		for (size_t b = 0; b < s->grades; b++)
			x.count[s->grade[a] >= s->level][s->grade[b] >= s->level] +=
				(int64_t)count[a * s->grades + b];
	return two_judges_figure(&x, which);
}

/* `room`: grades^2 numbers to work with. */
static double graded_figure(const struct graded_scale *s, const double *count,
			    enum graded_figure which, double *room)
{
	size_t n = s->grades;
	if (which == GRADED_SHARE || which == GRADED_KAPPA)
		return binary_figure(s, count, which == GRADED_SHARE ? JUDGED_SHARE : JUDGED_KAPPA);
	bool of_kappa = which == GRADED_LINEAR || which == GRADED_QUADRATIC;
	for (size_t a = 0; a < n; a++)
		for (size_t b = 0; b < n; b++) {
			double apart = fabs((double)s->grade[a] - (double)s->grade[b]);
			room[a * n + b] = !of_kappa ? count[a * n + b] + count[b * n + a]
					  : which == GRADED_LINEAR ? apart
								   : apart * apart;
		}
	return of_kappa ? weighted_kappa(count, room, n)
			: krippendorff_alpha(room, n, which == GRADED_ORDINAL);
}

/* ---- over topics ---- */

/* Numbers of a judge: the tables of all topics and their sum, and what is worked with. */
struct tables {
	const struct graded_scale *scale;
	const double *count;
	size_t topics;
	double *sum, *others, *room;
};

/* The figure of all topics but one, and how many documents that one has; `topic` may be none. */
static double without_topic(const struct tables *x, size_t topic, enum graded_figure which,
			    double *size)
{
	size_t cells = x->scale->grades * x->scale->grades;
	const double *left_out = topic < x->topics ? x->count + topic * cells : NULL;
	*size = left_out != NULL ? sum_of(left_out, cells) : 0;
	for (size_t i = 0; i < cells; i++)
		x->others[i] = x->sum[i] - (left_out != NULL ? left_out[i] : 0);
	return graded_figure(x->scale, x->others, which, x->room);
}

/* The figure of one judge, or of one less that of another. */
static struct judged_alike one_interval(const struct tables *a, const struct tables *b,
					enum graded_figure which, const struct ends *ends)
{
	double size[2] = { 0, 0 };
	struct topic_jackknife j = { .value = without_topic(a, a->topics, which, &size[0]) };
	if (b != NULL)
		j.value -= without_topic(b, b->topics, which, &size[1]);
	for (size_t t = 0; t < a->topics; t++) {
		double without = without_topic(a, t, which, &size[0]);
		if (b != NULL)
			without -= without_topic(b, t, which, &size[1]);
		if (size[0] + size[1] > 0)
			topic_jackknife_add(&j, without, size[0] + size[1]);
	}
	double least = which == GRADED_SHARE ? 0 : -1;
	return topic_jackknife_ends(&j, b != NULL ? least - 1 : least, b != NULL ? 1 - least : 1,
				    ends);
}

int graded_intervals(const struct graded_scale *s, const double *count, size_t judges,
		     size_t topics, const struct ends *ends, struct judged_alike *figure,
		     struct judged_alike *difference, struct err *e)
{
	size_t cells = s->grades * s->grades, pair = 0;
	struct tables *x = calloc(judges + 1, sizeof *x);
	double *room = calloc((judges + 2) * cells + 1, sizeof *room);
	for (size_t j = 0; x != NULL && room != NULL && j < judges; j++) {
		x[j] = (struct tables){ s,	count + j * topics * cells,
					topics, room + (j + 2) * cells,
					room,	room + cells };
		for (size_t i = 0; i < topics * cells; i++)
			x[j].sum[i % cells] += x[j].count[i];
	}
	bool ready = x != NULL && room != NULL;
	for (size_t j = 0; ready && j < judges; j++)
		for (size_t k = j; k<judges; pair += k> j, k++)
			for (int f = 0; f < GRADED_FIGURES; f++)
				*(k > j ? &difference[pair * GRADED_FIGURES + (size_t)f]
					: &figure[j * GRADED_FIGURES + (size_t)f]) =
					one_interval(&x[j], k > j ? &x[k] : NULL,
						     (enum graded_figure)f, ends);
	free(room);
	free(x);
	return ready ? 0 : err_memory(e);
}

int joint_alpha(const double *coincidence, size_t grades, size_t topics, bool ordinal,
		const struct ends *ends, struct judged_alike *out, struct err *e)
{
	size_t cells = grades * grades;
	double *sum = calloc(2 * cells + 1, sizeof *sum), *others = sum + cells;
	if (sum == NULL)
		return err_memory(e);
	for (size_t i = 0; i < topics * cells; i++)
		sum[i % cells] += coincidence[i];
	struct topic_jackknife j = { .value = krippendorff_alpha(sum, grades, ordinal) };
	for (size_t t = 0; t < topics; t++) {
		const double *of_topic = coincidence + t * cells;
		double size = sum_of(of_topic, cells);
		for (size_t i = 0; i < cells; i++)
			others[i] = sum[i] - of_topic[i];
		if (size > 0)
			topic_jackknife_add(&j, krippendorff_alpha(others, grades, ordinal), size);
	}
	*out = topic_jackknife_ends(&j, -1, 1, ends);
	free(sum);
	return 0;
}
