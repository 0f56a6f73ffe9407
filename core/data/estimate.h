/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * An estimate and how sure it is: what a measure says of a topic, and of all topics. Part of the
 * plugin interface.
 */
#pragma once

#include "core/stats/bounds.h"

#include <stdbool.h>
#include <stdint.h>

struct estimate {
	double value;
	double se;   /* standard error; nan: not known */
	double bias; /* of the value, or of what it was before it was corrected; 0: none known */
	struct interval bounds; /* nan: undefined for the data */
	int64_t draws;		/* random draws that the bounds took */
	/* Static text: by which method the bounds are; NULL: by the one that was asked for. */
	const char *method;
	/* Static text: what the value of all topics is, such as "mean"; NULL: it stays what it was.
	 */
	const char *estimator;
	/* Static text: why the bounds may be wrong, as in "in 3 intervals TEXT"; NULL: no reason.
	 */
	const char *caution;
};

/* What bounds are wanted. */
struct estimate_request {
	const char *method; /* its name, as in --ci=NAME */
	bool by_default;    /* the user named none */
	struct ends ends;
	bool random_topics; /* of all topics: bounds are for topics like these */
	int64_t resamples;  /* of topics, for that */
	bool other_method;  /* of all topics: the bounds of the topics are by another method */
};
