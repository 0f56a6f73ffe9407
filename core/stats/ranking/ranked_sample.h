/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A ranking of which a sample with unequal probabilities was judged: the input of interval methods
 * and of estimates that need more than the probabilities. Numbers in, numbers out.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One sampled document. */
struct ranked_unit {
	double rank;	    /* from 1; INFINITY: not retrieved */
	double probability; /* of being in the sample: above 0; 1: for certain */
	int32_t bucket;	    /* from which it was drawn; -1: taken for certain, or not known */
	bool relevant;
};

/* One stratum or bucket, as the sample was drawn from it. */
struct ranked_bucket {
	int64_t size;	 /* documents in it */
	int64_t sampled; /* those in the sample */
	int64_t picks;	 /* Stevens' design: how often one of the buckets was picked; the same
			    number for all buckets of a topic. 0: a simple random sample of its own */
};

struct ranked_sample {
	const struct ranked_unit *unit; /* by rank */
	size_t units;
	const struct ranked_bucket *bucket;
	size_t buckets;
	bool known; /* the design: every unit that is not certain has a bucket */
};

/* Whether every unit was taken for certain. */
static inline bool ranked_is_certain(const struct ranked_sample *s)
{
	for (size_t i = 0; i < s->units; i++)
		if (s->unit[i].probability < 1)
			return false;
	return true;
}
