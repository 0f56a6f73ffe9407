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

/*
 * The version of the plugin interface. Fields are only added at the end of a struct, and the
 * revision is raised then: a plugin that was built for an earlier revision is loaded, one for a
 * later revision is refused. Any other change raises the version. A descriptor begins with both
 * and with its own size, as one number (doc/writing-a-measure.md, "What stays").
 */
enum { INTERFACE_VERSION = 8, INTERFACE_REVISION = 0 };
#define INTERFACE_OF(type) (INTERFACE_VERSION << 24 | INTERFACE_REVISION << 16 | (int)sizeof(type))

struct parameters;
struct figures;
struct figure;

/*
 * What the program gives bounds for by its interval methods. Of a set: the documents that the run
 * retrieves, or the first k if the parameters are cutoffs.
 */
enum measured_quantity {
	QUANTITY_OTHER,
	SET_RECALL,
	SET_PRECISION, /* if fewer than k documents are retrieved, k is still the divisor */
	SET_F,	       /* the parameter is beta */
	SET_YIELD,     /* relevant documents of the topic */
	SET_RETRIEVED_YIELD,
	SET_UNRETRIEVED_YIELD,
	SET_RICHNESS, /* relevant share of all documents */
	SET_ELUSION,  /* relevant share of the documents that are not retrieved */
	RANKING_AP,
	RANKING_AP_CORRECTED, /* less its bias, as the jackknife estimates it */
	RANKING_R_PRECISION,
	RANKING_PRECISION, /* of the first k */
	/* Regression estimates from a pool, of the first k, on weights and with labels. */
	REGRESSION_PRECISION,
	REGRESSION_DCG,
	REGRESSION_NDCG,
	LABELLED_PRECISION,
	LABELLED_DCG,
	LABELLED_NDCG,
	REGRESSION_NDCG_EXP,
	LABELLED_NDCG_EXP,
	/* Of pairs of a run and a nugget (-R pairs); the setting is the weight of okay nuggets. */
	LABELLED_VITAL,
	LABELLED_NUGGETS,
	LABELLED_WEIGHTED,
	LABELLED_STRICT_VITAL,
	LABELLED_STRICT_NUGGETS,
	LABELLED_STRICT_WEIGHTED,
};

/* All topics of such quantities are estimated together: see ranking_estimate(). */
static inline bool quantity_is_joint(enum measured_quantity quantity)
{
	return quantity >= REGRESSION_PRECISION;
}

struct services {
	/* Both fill `e` and return -1. */
	int (*out_of_memory)(struct err *e);
	int (*refuse)(struct err *e, const char *format, ...) __attribute__((format(printf, 2, 3)));

	/*
	 * Bounds of a quantity: whether a method gives them, for one topic, and for the mean over
	 * topics. A measure whose `.quantity` names it has them without calling these. There are as
	 * many estimates as cutoffs, one if there are none; their values must be there already.
	 * Standard errors and biases of rankings come with the bounds. Only for methods that
	 * has_bounds() says yes to.
	 */
	bool (*has_bounds)(enum measured_quantity quantity, const char *method);
	int (*bounds)(const struct topic_view *t, enum measured_quantity quantity,
		      const struct parameters *p, const struct estimate_request *q,
		      struct estimate *out, struct err *e);
	int (*mean)(const struct topics_view *v, enum measured_quantity quantity,
		    const struct parameters *p, const struct estimate_request *q,
		    struct estimate *out, struct err *e);

	/* The value of RANKING_AP_CORRECTED. */
	int (*ranking_value)(const struct topic_view *t, double *value, struct err *e);

	/*
	 * The mean over topics from the topics' own errors: standard errors in quadrature, bias
	 * averaged. With `corrected`, the bias has been taken off the values.
	 */
	int (*mean_of_errors)(const struct topics_view *v, bool corrected,
			      const struct estimate_request *q, struct estimate *out,
			      struct err *e);

	/* Adds a copy of a figure, of `size` bytes, to what a measure of pairs says. */
	void (*add_figure)(struct figures *f, const struct figure *x, size_t size);

	/* The values of a regression estimate, REGRESSION_... or LABELLED_..., at the cutoffs. */
	int (*regression_value)(const struct topic_view *t, enum measured_quantity quantity,
				const struct parameters *p, double *value, struct err *e);
};
