/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * uthash, set up once for the whole program: hash_bytes() as hash function, no exit() when memory
 * runs out (the item that could not be added has hh.tbl == NULL), no default table size.
 *
 * Tables here are built when the number of items is known. `hash_log2_buckets` in scope where
 * HASH_ADD* is used gives the number of buckets to start with, so that nothing is ever rehashed.
 */
#pragma once

#include "core/base/pages.h"
#include "core/base/slice.h"

/* The same number on all machines. */
static inline uint64_t as_little_endian(uint64_t x)
{
	return __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? x : __builtin_bswap64(x);
}

static inline uint64_t hash_both(uint64_t first, uint64_t last, uint64_t sum)
{
	__extension__ typedef unsigned __int128 product;
	const uint64_t one = UINT64_C(0x9e3779b185ebca87), two = UINT64_C(0xc2b2ae3d27d4eb4f);
	first = as_little_endian(first);
	last = as_little_endian(last);
	product x = (product)(first ^ one) * (last ^ (two + sum));
	return ((uint64_t)x ^ (uint64_t)(x >> 64)) + last;
}

/*
 * For tables, where no result depends on it. Eight bytes are multiplied with the next eight, and
 * both halves of the product count; the last of them may overlap those before. They are added, or
 * all names with a factor of 0 would have one sum. The constants are xxHash's.
 */
static inline unsigned hash_bytes(const void *bytes, size_t length)
{
	const char *p = bytes, *end = p + length;
	uint64_t first = 0, last = 0, sum = length;
	for (; end - p > 16; p += 16) {
		memcpy(&first, p, sizeof first);
		memcpy(&last, p + sizeof first, sizeof last);
		sum = hash_both(first, last, sum);
	}
	if (length >= sizeof first) {
		const char *at = end - p >= 8 ? p : end - 8;
		memcpy(&first, at, sizeof first);
		memcpy(&last, end - sizeof last, sizeof last);
	} else if (length >= sizeof(uint32_t)) {
		memcpy(&first, p, sizeof(uint32_t));
		memcpy(&last, end - sizeof(uint32_t), sizeof(uint32_t));
	} else if (length > 0) { /* numbers of topics: one factor would leave them too alike */
		const unsigned char *b = bytes;
		unsigned all = b[0] + 256u * b[length / 2] + 65536u * b[length - 1];
		first = last = as_little_endian(all);
	}
	return (unsigned)hash_both(first, last, sum);
}

/* For what results depend on: XXH64 is the same on all machines and in all versions. */
uint64_t hash_lasting(const void *bytes, size_t length, uint64_t seed);

static inline uint64_t hash_name(struct slice name)
{
	return hash_lasting(name.at, name.length, 0);
}

/* Of xxHash, as 10000 x major + 100 x minor + release. */
unsigned hash_version(void);

/* Look-ups go to random places of a table: large pages make fewer of them miss the TLB. */
#define uthash_malloc(size)		     block_alloc(size)
#define uthash_free(table, size)	     block_free((table), (size))
#define HASH_NONFATAL_OOM		     1
#define HASH_KEYCMP(a, b, length)	     (!bytes_equal((a), (b), (length)))
#define HASH_FUNCTION(keyptr, keylen, hashv) (hashv) = hash_bytes((keyptr), (keylen))
#include <uthash.h>

/* uthash sets these without asking; they are used only where its macros are expanded. */
#undef HASH_INITIAL_NUM_BUCKETS
#undef HASH_INITIAL_NUM_BUCKETS_LOG2
#define HASH_INITIAL_NUM_BUCKETS_LOG2 hash_log2_buckets
#define HASH_INITIAL_NUM_BUCKETS      (1U << hash_log2_buckets)

/* Smallest power of two that is at least `count`, as its logarithm. */
static inline unsigned hash_log2(size_t count)
{
	unsigned log2 = 0;
	while (log2 < 31 && ((size_t)1 << log2) < count)
		log2++;
	return log2;
}
