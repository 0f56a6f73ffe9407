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
	if (length >= sizeof x) { /* the last eight bytes may overlap those before them */
		const char *last_p = p + length - sizeof x, *last_q = q + length - sizeof y;
		for (; p < last_p; p += sizeof x, q += sizeof y) {
			memcpy(&x, p, sizeof x);
			memcpy(&y, q, sizeof y);
			if (x != y)
				return false;
		}
		memcpy(&x, last_p, sizeof x);
		memcpy(&y, last_q, sizeof y);
		return x == y;
	}
	if (length >= sizeof(uint32_t)) {
		uint32_t first[2], last[2];
		memcpy(&first[0], p, sizeof first[0]);
		memcpy(&first[1], q, sizeof first[1]);
		memcpy(&last[0], p + length - sizeof last[0], sizeof last[0]);
		memcpy(&last[1], q + length - sizeof last[1], sizeof last[1]);
		return ((first[0] ^ first[1]) | (last[0] ^ last[1])) == 0;
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

/* Takes the text before the first of these bytes off the front, and that byte; all, if there is
 * none. */
static inline struct slice slice_before(struct slice *text, const char *bytes)
{
	size_t length = 0;
	while (length < text->length && strchr(bytes, text->at[length]) == NULL)
		length++;
	struct slice front = { text->at, length };
	length += length < text->length;
	*text = (struct slice){ text->at + length, text->length - length };
	return front;
}

/* Walks the words of a text, or of NULL, with blanks between: false at the end. */
static inline bool next_word(const char **rest, struct slice *word)
{
	if (*rest == NULL)
		return false;
	*rest += strspn(*rest, " ");
	*word = (struct slice){ *rest, strcspn(*rest, " ") };
	*rest += word->length;
	return word->length > 0;
}

/* Whether one of the words of a text, or of NULL, is this one. */
static inline bool words_have(const char *words, const char *one)
{
	struct slice word;
	while (next_word(&words, &word))
		if (slice_equal(word, slice_of(one)))
			return true;
	return false;
}
