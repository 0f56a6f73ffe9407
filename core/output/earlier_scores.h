/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Scores of an earlier call, in csv or jsonl, say by their provenance (provenance.h) from which
 * judgments they are and how they were computed.
 */
#pragma once

#include "core/base/output.h"
#include "core/base/warnings.h"

/*
 * Whether scores that an evaluation wrote can be paired with those of this call, whose first
 * argument is the judgments: with the same judgments, the same options of judgments and runs, and
 * the same files in them. What differs is named, and so are scores without provenance, of another
 * command, or rounded. Another version of the program is a warning.
 */
int earlier_scores_check(const char *path, const struct answered *asked, struct warnings *w,
			 struct err *e);

/* Whether the files, as far as they have provenance, are about the same judgments. */
int earlier_scores_agree(const char *const *path, size_t count, struct err *e);
