/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/sort.h"

/* Up to SMALL, insertion is fastest, and up to MEDIUM merging what was sorted so; then the
 * histograms of the radix sort, of which half are on the stack. */
enum { SMALL = 24, MEDIUM = 384, DIGITS = 8, DIGITS_AT_ONCE = 4, RADIX = 256 };

static void insertion_sort(struct keyed *items, size_t count)
{
	for (size_t i = 1; i < count; i++) {
		struct keyed x = items[i];
		size_t j = i;
		for (; j > 0 && items[j - 1].key > x.key; j--)
			items[j] = items[j - 1];
		items[j] = x;
	}
}

/* Sorts both halves and merges them. */
static void halves_sort(struct keyed *items, size_t count, struct keyed *spare)
{
	size_t first = count / 2;
	if (count <= SMALL) {
		insertion_sort(items, count);
		return;
	}
	halves_sort(items, first, spare);
	halves_sort(items + first, count - first, spare);
	memcpy(spare, items, first * sizeof *items);
	const struct keyed *a = spare, *a_end = spare + first, *b = items + first,
			   *end = items + count;
	for (struct keyed *to = items; a < a_end && b < end; to++) {
		bool left = a->key <= b->key;
		*to = *(left ? a : b);
		a += left;
		b += !left;
	}
	memcpy(items + count - (end - b) - (a_end - a), a, (size_t)(a_end - a) * sizeof *items);
}

/*
 * Sorts by some digits of the key, the least significant one first; a digit that is the same
 * everywhere costs nothing. Returns where the items are then, in one place or the other.
 */
static struct keyed *sort_by_digits(struct keyed *from, struct keyed *to, size_t count,
				    unsigned first)
{
	size_t histogram[DIGITS_AT_ONCE][RADIX] = { { 0 } };
	for (size_t i = 0; i < count; i++)
		for (unsigned d = 0; d < DIGITS_AT_ONCE; d++)
			histogram[d][from[i].key >> (8 * (first + d)) & 0xff]++;
	for (unsigned d = 0; d < DIGITS_AT_ONCE; d++) {
		size_t *bucket = histogram[d];
		unsigned shift = 8 * (first + d);
		if (bucket[from[0].key >> shift & 0xff] == count)
			continue;
		size_t start = 0;
		for (unsigned v = 0; v < RADIX; v++) {
			size_t n = bucket[v];
			bucket[v] = start;
			start += n;
		}
		for (size_t i = 0; i < count; i++)
			to[bucket[from[i].key >> shift & 0xff]++] = from[i];
		struct keyed *swap = from;
		from = to;
		to = swap;
	}
	return from;
}

static void radix_sort(struct keyed *items, size_t count, struct keyed *spare)
{
	struct keyed *at = items;
	for (unsigned first = 0; first < DIGITS; first += DIGITS_AT_ONCE)
		at = sort_by_digits(at, at == items ? spare : items, count, first);
	if (at != items)
		memcpy(items, at, count * sizeof *items);
}

/* Bottom-up merge sort of one group of equal keys. */
static void merge_sort(struct keyed *items, size_t count, struct keyed *spare,
		       keyed_compare compare, const void *context)
{
	struct keyed *from = items, *to = spare;
	for (size_t width = 1; width < count; width *= 2) {
		for (size_t start = 0; start < count; start += 2 * width) {
			size_t middle = start + width < count ? start + width : count;
			size_t end = middle + width < count ? middle + width : count;
			size_t a = start, b = middle;
			for (size_t k = start; k < end; k++) {
				bool left = a < middle &&
					    (b == end ||
					     compare(from[a].item, from[b].item, context) <= 0);
				to[k] = left ? from[a++] : from[b++];
			}
		}
		struct keyed *swap = from;
		from = to;
		to = swap;
	}
	if (from != items)
		memcpy(items, from, count * sizeof *items);
}

void keyed_sort(struct keyed *items, size_t count, struct keyed *spare, keyed_compare compare,
		const void *context)
{
	if (count <= MEDIUM)
		halves_sort(items, count, spare);
	else
		radix_sort(items, count, spare);
	for (size_t start = 0; start < count && compare != NULL;) {
		size_t end = start + 1;
		while (end < count && items[end].key == items[start].key)
			end++;
		if (end - start > 1)
			merge_sort(items + start, end - start, spare, compare, context);
		start = end;
	}
}

struct sorting {
	size_t size; /* of an item */
	int (*compare)(const void *a, const void *b, void *context);
	void *context;
	char *spare; /* room for half of the items */
};

/* Merges the halves when they are sorted; the first one is copied away for it. */
static void sort_halves(const struct sorting *s, char *items, size_t count)
{
	if (count < 2)
		return;
	size_t size = s->size, first = count / 2;
	char *b = items + first * size, *const end = items + count * size;
	sort_halves(s, items, first);
	sort_halves(s, b, count - first);
	const char *a = s->spare, *const a_end = a + first * size;
	memcpy(s->spare, items, first * size);
	for (char *to = items; a < a_end; to += size) {
		bool left = b == end || s->compare(a, b, s->context) <= 0;
		memcpy(to, left ? a : b, size);
		a += left ? size : 0;
		b += left ? 0 : size;
	}
}

/* Puts each item where it belongs among those before it, byte by byte. */
static void insert_in_place(const struct sorting *s, char *items, size_t count)
{
	for (size_t i = 1; i < count; i++)
		for (char *at = items + i * s->size;
		     at > items && s->compare(at - s->size, at, s->context) > 0; at -= s->size)
			for (size_t k = 0; k < s->size; k++) {
				char swap = at[k];
				at[k] = at[k - s->size];
				at[k - s->size] = swap;
			}
}

void stable_sort(void *items, size_t count, size_t size,
		 int (*compare)(const void *a, const void *b, void *context), void *context)
{
	_Alignas(max_align_t) char few[512];
	size_t half = count / 2 * size;
	char *many = half > sizeof few ? malloc(half) : NULL;
	struct sorting s = { size, compare, context, half > sizeof few ? many : few };
	if (s.spare != NULL)
		sort_halves(&s, items, count);
	else
		insert_in_place(&s, items, count);
	free(many);
}

uint64_t key_descending(double number)
{
	uint64_t bits;
	number += 0.0; /* -0 becomes 0 */
	memcpy(&bits, &number, sizeof bits);
	uint64_t ascending = bits >> 63 ? ~bits : bits | UINT64_C(1) << 63;
	return ~ascending;
}

uint64_t key_of_text(struct slice text)
{
	uint64_t key = 0;
	for (size_t i = 0; i < 8; i++)
		key = key << 8 | (i < text.length ? (unsigned char)text.at[i] : 0);
	return key;
}
