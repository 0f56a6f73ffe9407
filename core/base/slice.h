/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A borrowed run of bytes inside a longer-lived buffer: not NUL-terminated, never freed.
 */
#pragma once

#include "core/base/banned.h"

struct slice {
	const char *at;
	size_t length;
};

static inline struct slice slice_of(const char *text)
{
	return (struct slice){ text, strlen(text) };
}

/*
 * memcmp() == 0 without the call: keys are short, and there are two or three comparisons for every
 * line of input.
 */
static inline bool bytes_equal(const void *a, const void *b, size_t length)
{
	const char *p = a, *q = b;
	uint64_t x, y;
	for (; length >= sizeof x; length -= sizeof x, p += sizeof x, q += sizeof y) {
		memcpy(&x, p, sizeof x);
		memcpy(&y, q, sizeof y);
		if (x != y)
			return false;
	}
	while (length > 0 && *p == *q) {
		p++;
		q++;
		length--;
	}
	return length == 0;
}

static inline bool slice_equal(struct slice a, struct slice b)
{
	return a.length == b.length && bytes_equal(a.at, b.at, a.length);
}

/* Bytewise order, a prefix before what it begins: the order of strcmp(). */
static inline int slice_compare(struct slice a, struct slice b)
{
	size_t common = a.length < b.length ? a.length : b.length;
	int order = memcmp(a.at, b.at, common);
	if (order != 0)
		return order;
	return (a.length > b.length) - (a.length < b.length);
}
