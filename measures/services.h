/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the program computes for measures. A measure calls nothing of the program by name, so that
 * the same file can be a shared object: it finds these functions in its view. Part of the plugin
 * interface.
 */
#pragma once

#include "core/base/err.h"
#include "core/data/view.h"

struct figures;
struct figure;

struct services {
	/* Both fill `e` and return -1. */
	int (*out_of_memory)(struct err *e);
	int (*refuse)(struct err *e, const char *format, ...) __attribute__((format(printf, 2, 3)));

	/*
	 * Bounds of "recall", "precision", "F" (with its beta) and "retrieved yield" of the
	 * retrieved set, of "elusion" (the relevant share) and "unretrieved yield" of the other
	 * documents, and of "yield" and "richness" (the relevant share) of the topic, by the
	 * interval methods of the program: whether a method gives them, for one topic, and for the
	 * mean over topics. Of a ranking the first `cutoff` documents are retrieved; INFINITY: all.
	 * The mean is told if it is that of such tops.
	 */
	bool (*set_has)(const char *what, const char *method);
	int (*set_bounds)(const struct topic_view *t, const char *what, double beta, double cutoff,
			  const struct estimate_request *q, struct estimate *out, struct err *e);
	int (*set_mean)(const struct topics_view *v, const char *what, double beta, bool top,
			const struct estimate_request *q, struct estimate *out, struct err *e);

	/*
	 * The same for "AP", "AP corrected", "Rprec" and "P" of a ranking; "P" has several cutoffs
	 * and as many estimates. The values must be there already; standard errors and biases come
	 * with the bounds.
	 */
	bool (*ranking_has)(const char *what, const char *method);
	int (*ranking_bounds)(const struct topic_view *t, const char *what, const double *cutoff,
			      size_t cutoffs, const struct estimate_request *q,
			      struct estimate *out, struct err *e);
	/* The mean over topics of "AP" or "AP corrected", with bounds and their cautions. */
	int (*ranking_mean)(const struct topics_view *v, const char *what,
			    const struct estimate_request *q, struct estimate *out, struct err *e);
	/* Values of "AP corrected" and "AP Beale". */
	int (*ranking_value)(const struct topic_view *t, const char *what, double *value,
			     struct err *e);

	/*
	 * The mean over topics from the topics' own errors: standard errors in quadrature, bias
	 * averaged. With `corrected`, the bias has been taken off the values.
	 */
	int (*mean_of_errors)(const struct topics_view *v, bool corrected,
			      const struct estimate_request *q, struct estimate *out,
			      struct err *e);

	/* Adds a copy to what a measure of pairs says. */
	void (*add_figure)(struct figures *f, const struct figure *x);

	/* For the measures of measures/compare/ (services.h there). */
	const struct pair_services *pairs;
};
