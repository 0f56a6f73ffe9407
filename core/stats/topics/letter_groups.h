/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A short way to say which of many runs differ: no difference was found between runs that share a
 * letter.
 */
#pragma once

#include <stddef.h>

#include "core/base/err.h"

/*
 * `differ` is a symmetric matrix, count x count. Fills `group`, count x *groups, with which run
 * belongs to which group: no two runs of a group differ, two runs that do not differ share a group,
 * and no group lies within another (Piepho 2004, "An algorithm for a letter-based representation of
 * all-pairwise comparisons"). The group with the best run comes first. To be freed by the caller.
 * If there are more than LETTER_GROUPS_MAX groups, which takes long and no reader could use,
 * *groups is 0.
 */
enum { LETTER_GROUPS_MAX = 1000 };
int letter_groups(const bool *differ, size_t count, bool **group, size_t *groups, struct err *e);
