/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What was counted to validate a production, and the strata that follow from it.
 *
 * Samples of the production and of what was not produced (the null set) are strata as they are. A
 * control set is one sample of the whole collection. If the size of the production is not known, it
 * is one stratum that the production cuts (core/stats/interval/cut_strata.h). If it is, the control
 * set is divided after the draw (post-stratification): given how many of its documents are in the
 * production, those are a simple random sample of the production, and the others one of the null
 * set. They join a sample that was drawn there on its own; what is in both counts once. Given its
 * size, the union of two simple random samples is again one: no document is favoured by either.
 */
#pragma once

#include "core/options/lists.h"
#include "core/stats/stratum.h"

/* Documents of which a simple random sample was reviewed. */
struct counted_segment {
	const char *text; /* as given, for messages */
	int64_t size, sampled, relevant;
	bool size_only; /* only its size is known */
};

struct segment_list {
	struct counted_segment item[LIST_MAX];
	size_t count;
};

/* Of what is in the production [1] and what is not [0]. */
struct control_set {
	const char *text; /* NULL: there is none */
	int64_t sampled, produced, relevant[2];
	bool parted; /* how many of it are produced is known */
};

/* Documents of the control set that are in another sample too. */
struct counted_twice {
	const char *text; /* NULL: not known */
	int64_t documents, relevant;
};

struct validation_counts {
	struct segment_list collection, produced, null;
	struct control_set control;
	struct counted_twice twice[2]; /* with the sample of the production [1], of the null set */
};

/* What strata tell of. */
enum known {
	KNOWN_ALL = 1,	    /* the collection */
	KNOWN_PRODUCED = 2, /* the relevant documents in the production */
	KNOWN_NULL = 4,	    /* those in the null set */
	KNOWN_PARTS = 8,    /* how many documents either has, if the collection is sampled */
};

struct validation_design {
	struct divided_stratum stratum[2 * LIST_MAX];
	size_t strata;
	unsigned known; /* of enum known */
};

/* Refuses counts that cannot be, or from which nothing follows. */
int validation_design_of(struct validation_design *d, const struct validation_counts *c,
			 struct err *e);
