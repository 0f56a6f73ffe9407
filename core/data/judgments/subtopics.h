/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The judgments of a topic's groups, document by document instead of group by group.
 *
 * Apart from judgments.c because only measures of diversity ask for it.
 */
#pragma once

#include "core/data/judgments/judgment.h"
#include "core/data/view.h"

/*
 * A list in `memory`, by falling document number, of the `count` judgments from `x` on, which are
 * those of a topic in the order of their groups. NULL with `e` filled if memory ran out.
 */
const struct group_judgment *subtopics_by_document(const struct judgment *x, size_t count,
						   struct arena *memory, struct err *e);
