/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * In which stratum a document is that the judgments do not list, when there are several, if label
 * and runs tell: the key of a document is its class and which runs of --pool retrieve it. If judged
 * documents of a key are all in one stratum, the others of this key are too, as in a sample that
 * was drawn from label classes, from cells of runs, or from both; the numbers of documents must add
 * up to the sizes of the strata. Keys of which nothing was judged belong to the only stratum that
 * lacks as many documents.
 *
 * Apart from retrieved_parts.c because only labels need it.
 */
#pragma once

#include "core/data/strata/document_places.h"

struct keyed_places {
	const struct strata_building *b;
	const struct document_places *listed; /* of documents that the judgments list */
	const struct labelled_topic *labels;
	struct names documents; /* that the pool retrieves */
	uint64_t *by;		/* of each: the runs that retrieve it */
	struct names signatures;
	struct names keys; /* of a signature and a class, 0 being none */
	int32_t *place;	   /* of each key */
	int32_t elsewhere; /* of documents with neither label nor run */
	struct arena memory;
};

/* On failure nothing is left to release. */
int keyed_places_init(struct keyed_places *x, const struct strata_building *b,
		      const struct document_places *listed, struct err *e);
void keyed_places_release(struct keyed_places *x);

/* As document_places.find; the context is a struct keyed_places. */
struct placed keyed_places_find(const void *context, struct slice name, unsigned hash);
