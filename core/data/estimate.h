/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An estimate with its uncertainty, of one topic or of all topics. Part of the plugin interface.
 */
#pragma once

#include "core/stats/bounds.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Element `i` of an array whose elements have `size` bytes. A newer program may have added fields
 * to them, so a plugin must not use its own sizeof.
 */
#define ELEMENT(array, size, i) ((__typeof__(array))((uintptr_t)(array) + (size) * (i)))

struct estimate {
	double value;
	double se;		/* standard error; nan: not known */
	double bias;		/* of the value, or of the value before correction; 0: none known */
	struct interval bounds; /* nan: undefined for the data */
	int64_t draws;		/* random draws used for the bounds */
	/* Static text: the method of the bounds; NULL: the one requested. */
	const char *method;
	/* Static text: what the value of all topics is, such as "mean"; NULL: unchanged. */
	const char *estimator;
	/* Static text: why the bounds may be wrong, as in "in 3 intervals TEXT"; NULL: no doubt. */
	const char *caution;
	/* The variance relative to that of documents drawn one by one, not in clusters; 0: not
	 * known. */
	double design_effect;
	size_t variates; /* of a mean with labels: control variates that were used */
};

struct yield_memory;
struct labelled_memo;

/* What bounds are wanted. */
struct estimate_request {
	const char *method; /* its name, as in --ci=NAME */
	bool by_default;    /* the user named none */
	struct ends ends;
	bool random_topics;	     /* of all topics: bounds are for topics like these */
	int64_t resamples;	     /* of topics, for that */
	bool other_method;	     /* of all topics: the topics have bounds by another method */
	size_t estimate_size;	     /* of the estimates to be filled in */
	struct yield_memory *yields; /* of the topic, for the program itself; NULL: none */
	struct labelled_memo *memo;  /* of means with labels, likewise */
};

/* The estimate of column `k`. */
static inline struct estimate *estimate_at(struct estimate *out, const struct estimate_request *q,
					   size_t k)
{
	return ELEMENT(out, q->estimate_size, k);
}
