/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Texts in the order in which they were named.
 */
#pragma once

#include "core/base/err.h"

/* The texts are borrowed, the array is owned. A zeroed list is empty. */
struct text_list {
	const char **text;
	size_t count;
};

int text_list_add(struct text_list *list, const char *text, struct err *e);
void text_list_release(struct text_list *list);
