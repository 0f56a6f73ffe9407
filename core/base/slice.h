/*
 * A borrowed run of bytes inside a longer-lived buffer: not NUL-terminated, never freed.
 */
#ifndef BASE_SLICE_H
#define BASE_SLICE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/banned.h"

struct slice {
	const char *at;
	size_t length;
};

static inline struct slice slice_of(const char *text)
{
	return (struct slice){ text, strlen(text) };
}

static inline bool slice_equal(struct slice a, struct slice b)
{
	return a.length == b.length && memcmp(a.at, b.at, a.length) == 0;
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

#endif
