/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lists that grow: a pointer and numbers of items in a caller's struct, which releases the list
 * with free(). The macros are false if memory ran out.
 */
#pragma once

#include "core/base/banned.h"
#include "core/base/err.h"

/*
 * Makes room for one more item. `room`, a size_t of the caller, doubles when it is used up. On
 * failure the list is as it was.
 */
#define ARRAY_ROOM(list, count, room) \
	((count) < (room) || array_grow(&(list), &(room), sizeof *(list)))

/* The same for exactly `count` items, at least one: for lists that stay short. */
#define ARRAY_RESIZE(list, count) array_resize(&(list), (count), sizeof *(list))

/* Room for `count` items, whose old content is lost: for working memory. On failure it is NULL. */
#define ARRAY_RENEW(list, count) array_renew(&(list), (count), sizeof *(list))

/* The same, unless `room`, a size_t of the caller, already suffices. */
#define ARRAY_AT_LEAST(list, count, room) \
	((count) <= (room) || array_at_least(&(list), (count), &(room), sizeof *(list)))

/* A number of items as a size. If it is more than a size can be, there is no memory for them. */
static inline size_t items_of(int64_t count)
{
	return (uint64_t)count < SIZE_MAX ? (size_t)count : SIZE_MAX;
}

/* What the macros call: `list` points to the pointer. */
bool array_grow(void *list, size_t *room, size_t size);
bool array_resize(void *list, size_t count, size_t size);
bool array_renew(void *list, size_t count, size_t size);
bool array_at_least(void *list, size_t count, size_t *room, size_t size);

/*
 * Texts in the order in which they were named.
 */

/* The place of the first text that equals one, or `count`. */
size_t text_find(const char *const *text, size_t count, const char *one);

/* The texts are borrowed, the array is owned. A zeroed list is empty. */
struct text_list {
	const char **text;
	size_t count;
};

int text_list_add(struct text_list *list, const char *text, struct err *e);
void text_list_release(struct text_list *list);
