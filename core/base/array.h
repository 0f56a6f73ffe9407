/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lists that grow: a pointer and numbers of items in a caller's struct, which releases the list
 * with free(). Both macros are false if memory ran out, and the list is then as it was.
 */
#pragma once

#include "core/base/banned.h"

/* Makes room for one more item. `room`, a size_t of the caller, doubles when it is used up. */
#define ARRAY_ROOM(list, count, room) \
	((count) < (room) || array_grow(&(list), &(room), sizeof *(list)))

/* Makes room for exactly `count` items, at least one: for lists that stay short. */
#define ARRAY_RESIZE(list, count) array_resize(&(list), (count), sizeof *(list))

/* What the macros call: `list` points to the pointer. */
bool array_grow(void *list, size_t *room, size_t size);
bool array_resize(void *list, size_t count, size_t size);
