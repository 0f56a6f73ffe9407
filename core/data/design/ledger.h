/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The ledger: what is known about a review, document by document. Every document has two keys,
 * where it is and what is known about it, and is coded relevant or not; the table of the two adds
 * up to the collection. It is filled from exports and lists of documents (review_files.h); counts
 * are a ledger with numbers instead of lists. core/commands/validate/validate_files.c makes them of
 * each reading; an export with strata of its own needs no ledger, unless it is a control set.
 *
 * What a sample stands for (ledger.c). Let F be the frame as it was when the sample was drawn.
 * Documents outside F that are coded and were not produced are a stratum of their own, without
 * error. The drawn documents are a random sample of F. What was coded, found or produced since
 * changes neither F nor the sample: relevant documents of F that were produced since are subtracted
 * from the relevant documents of F, and what is left is never less than the known misses, the
 * documents coded relevant that were neither produced nor withheld.
 *
 * F is the collection, what was not produced (`null`), what was neither produced nor coded
 * (`unreviewed`), or a list. It is stated, or its size is written beside the sample by `strat_eval
 * sample`. If it is neither, every frame counts that the codes do not refute, and bounds hold for
 * all of these readings.
 */
#pragma once

#include "core/data/design/review_files.h"

/* What is known about it. */
enum knowledge {
	CODED_BEFORE,	 /* the draw: it was not in the frame */
	DRAWN,		 /* and coded */
	DRAWN_UNCODED,	 /* counts against the bound */
	NOT_ASSESSED,	 /* coded neither relevant nor not */
	CODED_AFTER,	 /* the draw: it was in the frame, and not drawn */
	CODED_OTHERWISE, /* not drawn, and nothing says whether it was in the frame */
	NOT_LOOKED_AT,
	KNOWLEDGE,
};
extern const char *const knowledge_names[KNOWLEDGE];

/* Documents that are not relevant, or have no code [0], and relevant ones [1]. */
struct ledger {
	int64_t documents[PLACES][KNOWLEDGE][2];
};

/* Documents coded relevant that were neither produced nor withheld; with `drawn`, those in samples.
 */
int64_t ledger_known_misses(const struct ledger *l, bool drawn);

/* ---- what it says ---- */

/* Documents, of which a sample was coded; all of them: a count. */
struct ledger_part {
	int64_t size;
	struct counted coded;
	bool known; /* else only the size is */
};

/*
 * One way to read the files, as counts. `null` is the frame of the sample of what was not produced
 * if there is such a sample, and `coded` are coded documents outside that frame.
 */
struct ledger_reading {
	unsigned frame; /* of enum drawn_from */
	int64_t collection;
	struct ledger_part produced, withheld, culled, null, coded;
	struct counted control[2]; /* [1]: produced */
	struct counted both;	   /* in the control set and in the sample of the null set */
	/* Documents of `null` that were produced or withheld since the draw, and the relevant ones.
	 */
	struct counted since;
	int64_t missed; /* known misses */
};

enum { READINGS_MAX = 4 };

struct ledger_readings {
	struct ledger_reading item[READINGS_MAX];
	size_t count;
};

/*
 * The readings of files without strata. A question that only the user can answer is an error, with
 * the commands that answer it.
 */
int ledger_read(struct review_files *f, struct ledger_readings *out, struct ledger *l,
		struct warnings *w, struct err *e);

/*
 * What files do not say, and only the user can. All return -1 with the question, or 0.
 */

/* n were drawn of N, of which `known` are known to be of a kind, and x of those that were drawn
 * are: a random sample has so many or so few with p < .001. */
bool is_refuted(int64_t N, int64_t known, int64_t n, int64_t x);

/* Too few of the known misses were drawn: r of n documents of N, `known` of which are. */
bool lacks_known(int64_t N, int64_t known, int64_t n, int64_t r);

/* That a control set was drawn from the collection may be refuted (p < .001). */
int check_control_now(const struct review_files *f, int64_t all, struct err *e);
/* The same if what was produced may have been produced since. */
int check_control_then(const struct review_files *f, int64_t all, struct err *e);

/* All relevant documents of a control set were produced. */
int ask_of_control(const struct review_files *f, struct err *e);

/* What was coded of what was not produced, or of the production, and nothing says why. */
int ask_how_chosen(const struct review_files *f, int64_t all, struct err *e);
int ask_of_production(const struct review_files *f, struct err *e);

/* Documents of the sample of the null set were produced. */
int ask_of_moved(const struct review_files *f, struct err *e);

/* What counts as missed may have been withheld. */
int ask_of_privilege(const struct review_files *f, struct err *e);

/* All families that were drawn were drawn as a whole. */
int ask_of_families(struct review_files *f, struct err *e);
