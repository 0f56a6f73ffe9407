/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How far judges agree about grades, of the documents of all topics pooled.
 *
 * Weighted kappa of two judges (Cohen 1968, "Weighted kappa: nominal scale agreement with provision
 * for scaled disagreement or partial credit"):
 *
 *     1 - sum of v o / sum of v e
 *
 * over all pairs of grades (i, j): o is the share of documents with i from A and j from B, e that
 * of judges with the same shares of grades, but independent; v is |i - j| (linear) or (i - j)^2
 * (quadratic), of the grades themselves.
 *
 * Krippendorff's alpha of any number of judges, each of whom may have left out documents
 * (Krippendorff 2011, "Computing Krippendorff's alpha-reliability"):
 *
 *     1 - (n - 1) sum of o d / sum of n_c n_k d
 *
 * over pairs of grades c < k. o are coincidences: a document with grades of m >= 2 judges adds
 * 1/(m - 1) for each ordered pair of judges; n_c is the sum of a row, n that of all. d is 1
 * (nominal), or (n_c/2 + the n of grades between + n_k/2)^2 (ordinal).
 *
 * Both are 1 if judges never differ and 0 if they agree as by chance; nan if only one grade was
 * given. The share judged alike and kappa (two_judges.h) take grades as relevant or not.
 */
#pragma once

#include <stddef.h>

#include "core/base/err.h"
#include "core/stats/topics/two_judges.h"

enum graded_figure {
	GRADED_SHARE,
	GRADED_KAPPA,
	GRADED_LINEAR,
	GRADED_QUADRATIC,
	GRADED_NOMINAL,
	GRADED_ORDINAL,
	GRADED_FIGURES
};

struct graded_scale {
	const int32_t *grade; /* ascending */
	size_t grades;
	int32_t level; /* the least one that is relevant */
};

/* Documents by the grades of A and B, count[a * grades + b]; the weights likewise. */
double weighted_kappa(const double *count, const double *weight, size_t grades);

double krippendorff_alpha(const double *coincidence, size_t grades, bool ordinal);

/* Adds a document: how many judges gave it each grade. */
void coincidences_add(double *coincidence, const size_t *times, size_t grades);

/*
 * `judges` judges, each against A: count[(judge * topics + topic) * grades^2 + ...]. `figure` gets
 * those of each judge, `difference` those of the pairs of judges, 0 less 1, 0 less 2 ..., 1 less 2
 * ..., GRADED_FIGURES for each, with the intervals of topic_jackknife_ends().
 */
int graded_intervals(const struct graded_scale *s, const double *count, size_t judges,
		     size_t topics, const struct ends *ends, struct judged_alike *figure,
		     struct judged_alike *difference, struct err *e);

/* Of coincidences by topic, coincidence[topic * grades^2 + ...]. */
int joint_alpha(const double *coincidence, size_t grades, size_t topics, bool ordinal,
		const struct ends *ends, struct judged_alike *out, struct err *e);
