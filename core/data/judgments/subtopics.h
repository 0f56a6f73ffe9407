/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The judgments of a topic's groups, document by document instead of group by group.
 */
#pragma once

#include "core/data/judgments/judgments.h"

/*
 * A list in `memory`, by falling document number, as long as there are judgments. The groups have
 * been built. NULL with `e` filled where memory ran out.
 */
const struct group_judgment *subtopics_by_document(const struct judged_topic *t,
						   struct arena *memory, struct err *e);
