/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which neighbouring classes of a stratum are taken together, as few of their documents were
 * judged.
 *
 * Strata of few judged documents make an estimate worse: with m classes that say nothing, the
 * variance of a sum over n judged documents is larger by about (m-1)/n (Cochran 1977, section
 * 5A.9). So every part keeps at least CLASS_LEAST judged documents, or all of its documents are
 * judged, and sets have no more classes than CLASS_FEW or one for CLASS_JUDGED judged documents.
 * The part with the fewest is joined with the one of its two neighbours that has fewer, again and
 * again. Sizes and numbers of judged documents decide, never what was judged relevant: that would
 * bias the estimate. (What was judged chooses among judges, if there are several: jury.h.)
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { CLASS_LEAST = 5, CLASS_FEW = 4, CLASS_JUDGED = 20 };

struct class_part {
	int64_t size, sampled;
};

/* How many groups of a set are left at most: CLASS_FEW, or one for CLASS_JUDGED judged documents.
 */
size_t classes_most(const struct class_part *part, size_t count);

/*
 * At most `most` groups are left. `part` has the classes in their order. `group` gets the number of
 * the group of each, from 0, rising. Returns how many groups there are. Classes without documents
 * belong to the group before them.
 */
size_t classes_join(const struct class_part *part, size_t count, size_t most, uint16_t *group);
