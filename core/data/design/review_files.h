/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The files of a review: exports with codes, and lists of documents by where they are and by the
 * sample that they are in.
 */
#pragma once

#include "core/base/warnings.h"
#include "core/data/judgments/coded.h"
#include "core/data/judgments/collection.h"
#include "core/data/judgments/names.h"
#include "core/stats/interval/family_bound.h"

#define LL(x) ((long long)(x)) /* as printf() wants them */

/* Where a document is: in the first of these lists that has it, or in the null set. */
enum ledger_place { PRODUCED, WITHHELD, CULLED, NOT_PRODUCED, PLACES };
extern const char *const place_names[PLACES];

struct counted {
	int64_t sampled, relevant;
};

/* SINCE: what was produced or withheld after the draw. */
enum { COLLECTED, CONTROL, NULL_SAMPLE, FRAME, SINCE, LISTS };

/* What a sample was drawn from, as it is stated; to be added up. */
enum drawn_from { /* the first four in the order of their words in validate.c */
		  FROM_COLLECTION = 1,
		  FROM_NULL = 2,       /* what was not produced */
		  FROM_UNREVIEWED = 4, /* what was neither produced nor coded */
		  FROM_PRODUCED = 8,
		  FROM_LIST = 16,
		  FROM_THEN =
			  32, /* the collection, of which documents were produced since the draw */
};

struct review_lists {
	const struct text_list *judged, *volumes[NOT_PRODUCED]; /* by place */
	const char *path[LISTS];				/* NULL: there is none */
	unsigned drawn_from; /* of enum drawn_from; 0: not said */
	int64_t documents;   /* in the collection, as given; below 0: not */
	const struct column_options *columns, *list_columns;
	bool nothing_since;	/* was produced or withheld because of the draw */
	bool leave_uncoded_out; /* drawn documents without a code count as not drawn */
	const char *command;	/* as typed, for questions; NULL: not known */
};

/* How many documents of a list are in a place, and what is coded of them. */
struct listed_part {
	int64_t documents, gray;
	struct counted coded;
};

/* A list of what was produced, and how many of its documents are in the control set. */
struct volume {
	const char *path;
	int64_t documents, drawn;
	int64_t last; /* its documents, and those of the volumes before, have lower numbers */
	int64_t later, relevant; /* in the sample of the null set; and others, relevant */
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
	struct volume *volume;
	size_t volumes;
	bool all_control;     /* everything coded is a control set */
	bool all_null;	      /* everything coded that was not produced is the sample of that */
	int64_t frame_size;   /* as `strat_eval sample` wrote it; 0: it did not */
	struct names certain; /* of the sample of the null set: in families that were taken whole */
	struct counted of[PLACES]; /* coded, by where it is */
	struct listed_part part[LISTS][PLACES];
	struct counted both; /* in the control set and in the sample of the null set */
	/* Coded, not produced, and not in the sample of that: all, those in no sample at all, and
	 * those that the list of the frame lacks. */
	struct counted outside, in_no_sample, outside_frame;
	struct counted moved; /* produced or withheld, and in the frame: listed, or drawn */
	struct counted drawn_since[PLACES]; /* of the control set, and listed as produced since */
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

/* In a family that was taken for certain: it is coded, and was not drawn. */
static inline bool is_certain(const struct review_files *f, struct slice name)
{
	return names_find(&f->certain, name) != NAME_UNKNOWN;
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

/*
 * Families of documents that could have been drawn, and those that were (review_families.c). They
 * are no strata: core/stats/interval/family_bound.h has a bound from their numbers.
 */

struct family {
	struct slice name;		 /* empty: a document of its own */
	int64_t documents, not_produced; /* that could have been drawn */
	int64_t drawn;			 /* and coded */
	int64_t relevant[2];		 /* of these; [1]: produced */
};

struct family_list {
	struct family *family;
	size_t count;
	struct names names; /* while it is filled */
};

/* `f` gives the memory. */
int family_list_fill(struct review_files *f, struct family_list *out, struct err *e);

/*
 * The sample of families, which it sorts, of `all` documents; false: the files do not list them
 * all, so that the sizes of families are not known. `largest` is the name of the largest family
 * that was not drawn, if it has more than 1 % of all documents.
 */
bool family_list_sample(const struct review_files *f, struct family_list *x, int64_t all,
			struct family_sample *out, struct slice *largest);
