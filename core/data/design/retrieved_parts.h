/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How much of each stratum of a topic a run retrieves, by counting: struct
 * design_stratum.retrieved.
 *
 * A document that the judgments do not list can be counted too if there is only one stratum of
 * which they do not list every document, and the strata are the whole collection: a control set
 * has one stratum. With --post-stratify a retrieved document that might be in several strata is an
 * error, and for pairs of runs the documents that are not listed are kept. With labels the strata
 * are divided first (label_cells.h), and labels may tell where a document is.
 */
#pragma once

#include "core/data/design/label_cells.h"

int retrieved_parts(struct building *b, const struct document_places *p, struct err *e);

/* The same, of strata that the judgments name or whose documents have one probability. */
int retrieved_parts_of_listed(struct building *b, struct err *e);
