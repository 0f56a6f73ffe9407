/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/sort.h"

/* Below this, insertion beats the histograms of the radix sort. */
enum { SMALL = 48, DIGITS = 8, RADIX = 256 };

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

/* Least significant digit first; a digit that is the same everywhere costs nothing. */
static void radix_sort(struct keyed *items, size_t count, struct keyed *spare)
{
	size_t histogram[DIGITS][RADIX] = { { 0 } };
	for (size_t i = 0; i < count; i++)
		for (unsigned d = 0; d < DIGITS; d++)
			histogram[d][items[i].key >> (8 * d) & 0xff]++;
	struct keyed *from = items, *to = spare;
	for (unsigned d = 0; d < DIGITS; d++) {
		size_t *bucket = histogram[d];
		if (bucket[from[0].key >> (8 * d) & 0xff] == count)
			continue;
		size_t start = 0;
		for (unsigned v = 0; v < RADIX; v++) {
			size_t n = bucket[v];
			bucket[v] = start;
			start += n;
		}
		for (size_t i = 0; i < count; i++)
			to[bucket[from[i].key >> (8 * d) & 0xff]++] = from[i];
		struct keyed *swap = from;
		from = to;
		to = swap;
	}
	if (from != items)
		memcpy(items, from, count * sizeof *items);
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
	if (count <= SMALL)
		insertion_sort(items, count);
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
