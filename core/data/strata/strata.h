/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The strata of each topic: the design that its sample was drawn by. It comes from
 *
 *     the file           labels with sizes: a column size, --strata, all documents listed, a table
 *     probabilities      the cells of run intersections, if n/N of each is the probability of its
 *                        documents to the digits printed; else documents of one probability
 *     labels             without sizes: cells of run intersections, cut by the labels
 *
 * in this order. A run retrieves a stratum, or does not, or cuts it: see struct design_stratum.
 */
#pragma once

#include "core/data/strata/topic_strata.h"

/*
 * `weight` has an element for each judgment (in the order of struct judgments) and gets N/n of its
 * stratum, 1/p if there are none, 0 for a document that was not sampled; `place` gets the number
 * of the stratum in its topic, or -1. On failure nothing is left to release.
 */
int strata_build(struct strata *s, const struct judgments *j, const struct run *const *runs,
		 size_t count, const struct strata_options *o, double *weight, int32_t *place,
		 struct err *e);

/*
 * Whether the judgments, as far as anybody knows, list every document of the strata they name. With
 * probabilities below 1 they do not, unless some of the documents are marked as not drawn.
 */
bool strata_are_whole(const struct judgments *j, const struct strata_options *o);

/* Whether any stratum is retrieved by a run; of judgments that are no table: yes. */
int strata_table_names_run(const struct judgments *j, bool *names_run, struct err *e);

/* The runs are those that the table names. On failure nothing is left to release. */
int strata_from_table(struct strata *s, const struct judgments *j, struct err *e);
