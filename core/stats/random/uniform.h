/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Random numbers without shared state: Random123's Philox, a function of a key and a counter. The
 * numbers of replicate i under a seed do not depend on the order in which the replicates are
 * computed, nor on the number of threads. (Salmon and others 2011, "Parallel random numbers: as
 * easy as 1, 2, 3"; Philox4x32-10.)
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include <Random123/philox.h>

struct uniform {
	philox4x32_key_t key;
	philox4x32_ctr_t counter;
	philox4x32_ctr_t block;
	unsigned left; /* numbers of `block` not used yet */
};

/*
 * Which numbers of a replicate are used for what. Draws from a posterior have one stream for each
 * stratum instead, from 0 on; the resamples of bootstrap simulations have one for each size.
 */
enum stream {
	STREAM_FIRST = 0, /* everything that needs only one stream */
	STREAM_COVERAGE_SAMPLES = 1,
	STREAM_COVERAGE_WIDTHS = 2,
	STREAM_EXPECTED_INTERVAL = 3,
	STREAM_PILOT = 4,
	STREAM_LOOKS = 5,
	STREAM_STOPPING = 6,
	STREAM_STUDY = 7,
	STREAM_COMPARED = 9,
	STREAM_PERMUTED = 10,
	STREAM_DRAWN_TOPICS = 11,
	STREAM_LABELS = 12,
	STREAM_LABELLED_SAMPLE = 13,
	STREAM_HELD_OUT = 14, /* which runs do not shape the pool */
	STREAM_BOOTSTRAP_TEST = 0x626f6f74,
	STREAM_SIGN_TEST = 0x636f696e,
	STREAM_RANDOM_TEST = 0x7369676e,
};

/* `stream` separates uses of one replicate; each has 2^33 numbers. */
static inline struct uniform uniform_start(uint64_t seed, uint64_t replicate, uint32_t stream)
{
	struct uniform u = { .left = 0 };
	u.key.v[0] = (uint32_t)seed;
	u.key.v[1] = (uint32_t)(seed >> 32);
	u.counter.v[0] = 0;
	u.counter.v[1] = stream;
	u.counter.v[2] = (uint32_t)replicate;
	u.counter.v[3] = (uint32_t)(replicate >> 32);
	return u;
}

/* The next 64 bits. */
static inline uint64_t uniform_bits(struct uniform *u)
{
	if (u->left == 0) {
		u->block = philox4x32(u->counter, u->key);
		u->counter.v[0]++;
		u->left = 2;
	}
	u->left--;
	uint64_t high = u->block.v[2 * u->left], low = u->block.v[2 * u->left + 1];
	return high << 32 | low;
}

/* The next number of (0,1), an odd multiple of 2^-53: never 0 or 1. */
static inline double uniform_next(struct uniform *u)
{
	return ((double)(uniform_bits(u) >> 12) + 0.5) * 0x1p-52;
}

/* One of 0 .. count - 1. */
static inline size_t uniform_below(struct uniform *u, size_t count)
{
	return (size_t)(uniform_next(u) * (double)count);
}

/* Moves `chosen` of the `count` items to the front: a simple random sample, in random order. */
static inline void uniform_choose(struct uniform *u, size_t *item, size_t count, size_t chosen)
{
	for (size_t i = 0; i < chosen; i++) {
		size_t k = i + uniform_below(u, count - i), other = item[k];
		item[k] = item[i];
		item[i] = other;
	}
}

/*
 * 64 random bits for a pair of things, such as a topic and a document, given by their 64-bit hash
 * values. The things with the smallest bits are a simple random sample. Their bits depend neither
 * on the order in which they are met nor on how many others there are (permanent random numbers:
 * Ohlsson 1995, "Coordination of samples using permanent random numbers").
 */
static inline uint64_t uniform_permanent(uint64_t seed, uint64_t a, uint64_t b)
{
	philox4x32_key_t key = { { (uint32_t)seed, (uint32_t)(seed >> 32) } };
	philox4x32_ctr_t counter = { { (uint32_t)a, (uint32_t)(a >> 32), (uint32_t)b,
				       (uint32_t)(b >> 32) } };
	philox4x32_ctr_t block = philox4x32(counter, key);
	return (uint64_t)block.v[0] << 32 | block.v[1];
}

/* Between `from` and `to`. */
static inline double uniform_between(struct uniform *u, double from, double to)
{
	return from + (to - from) * uniform_next(u);
}
