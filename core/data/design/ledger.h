/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The ledger: what is known about a review, document by document. Every document has two keys,
 * where it is and what is known about it, and is coded relevant or not; the table of the two adds
 * up to the collection. It is filled from exports and lists of documents (ledger_files.c); counts
 * are a ledger with numbers instead of lists.
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

#include "core/base/warnings.h"
#include "core/data/judgments/collection.h"
#include "core/data/judgments/names.h"
#include "core/data/reviews/coded.h"

/* Where a document is: in the first of these lists that has it, or in the null set. */
enum ledger_place { PRODUCED, WITHHELD, CULLED, NOT_PRODUCED, PLACES };
extern const char *const place_names[PLACES];

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

int64_t ledger_size(const struct ledger *l);

/* Documents coded relevant that were neither produced nor withheld; with `drawn`, those in samples.
 */
int64_t ledger_known_misses(const struct ledger *l, bool drawn);

struct counted {
	int64_t sampled, relevant;
};

/* ---- what is read ---- */

enum { COLLECTED, CONTROL, NULL_SAMPLE, FRAME, LISTS };

/* What a sample was drawn from, as it is stated; to be added up. */
enum drawn_from {
	FROM_COLLECTION = 1,
	FROM_NULL = 2,	     /* what was not produced */
	FROM_UNREVIEWED = 4, /* what was neither produced nor coded */
	FROM_PRODUCED = 8,
	FROM_LIST = 16,
};

struct review_lists {
	const struct text_list *judged, *volumes[NOT_PRODUCED]; /* by place */
	const char *path[LISTS];				/* NULL: there is none */
	unsigned drawn_from; /* of enum drawn_from; 0: not said */
	int64_t documents;   /* in the collection, as given; below 0: not */
	const struct column_options *columns, *list_columns;
	bool leave_uncoded_out; /* drawn documents without a code count as not drawn */
	const char *command;	/* as typed, for questions; NULL: not known */
};

/* How many documents of a list are in a place, and what is coded of them. */
struct listed_part {
	int64_t documents, gray;
	struct counted coded;
};

struct review_files {
	struct review_lists asked;
	struct coded coded;
	struct arena memory;
	struct names
		listed[NOT_PRODUCED]; /* documents of all lists of a place, and of none before */
	struct names twice[NOT_PRODUCED]; /* of these, the ones in several of its lists */
	size_t before[NOT_PRODUCED];	  /* documents of its lists that are in a place before it */
	size_t culled_inside;		  /* of the list of the collection */
	struct collection list[LISTS];
	bool is_read[LISTS];
	bool all_control;   /* everything coded is a control set */
	bool all_null;	    /* everything coded that was not produced is the sample of that */
	int64_t frame_size; /* as `strat_eval sample` wrote it; 0: it did not */
	struct counted of[PLACES]; /* coded, by where it is */
	struct listed_part part[LISTS][PLACES];
	struct counted both; /* in the control set and in the sample of the null set */
	/* Coded, not produced, and not in the sample of that: all, those in no sample at all, and
	 * those that the list of the frame lacks. */
	struct counted outside, in_no_sample, outside_frame;
	struct counted moved; /* produced or withheld, and in the frame: listed, or drawn */
	int64_t gray[PLACES], gray_outside_frame;
};

/* On failure, too, review_files_release() is due. */
int review_files_read(struct review_files *f, const struct review_lists *asked, struct err *e);
void review_files_release(struct review_files *f);

/* What the lists say that a reader must know. */
void review_files_warn(const struct review_files *f, struct warnings *w);

enum ledger_place place_of(const struct review_files *f, const struct coded_document *d);

/* For messages: the file, if it is one. */
const char *place_files(const struct review_files *f, enum ledger_place place);

static inline int64_t place_size(const struct review_files *f, enum ledger_place place)
{
	return (int64_t)f->listed[place].count;
}

static inline bool has_control(const struct review_files *f)
{
	return f->is_read[CONTROL] || f->all_control;
}

static inline bool has_null_sample(const struct review_files *f)
{
	return f->is_read[NULL_SAMPLE] || f->all_null;
}

bool is_in(const struct review_files *f, int list, const struct coded_document *d);

static inline bool is_coded(const struct coded_document *d)
{
	return d->code == CODE_OTHER || d->code == CODE_RELEVANT;
}

static inline void count_document(struct counted *c, const struct coded_document *d)
{
	c->sampled++;
	c->relevant += d->code == CODE_RELEVANT;
}

/* The size of the collection, from its list or as it was given. */
int review_size(const struct review_files *f, int64_t *out, struct err *e);

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
