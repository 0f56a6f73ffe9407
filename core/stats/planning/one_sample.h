/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Plans with one simple random sample: of a share of documents (richness, elusion, precision), or
 * of recall by a control set.
 */
#pragma once

#include "core/stats/planning/assured.h"
#include "core/stats/planning/control_reach.h"

struct one_sample {
	struct reach_request reach; /* its quantity: yield, precision; recall for a control set */
	struct sampled_whole set;   /* of a share: all that is relevant is `relevant[1]` */
};

/* The true value. */
double one_sample_truth(const struct one_sample *s);

/* The interval, as shares, if n documents contain what is to be expected, in whole documents. */
int one_sample_typical(const struct one_sample *s, int64_t n, struct interval *out, struct err *e);

/* The exact probability that n documents reach the target. */
int one_sample_reach(const struct one_sample *s, int64_t n, double *out, struct err *e);

/* Fails if not even all documents reach the target with the probability. */
int one_sample_assured(const struct one_sample *s, double assurance, struct assured *out,
		       struct err *e);
