/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What was read to count documents: exports with codes, and lists of documents by where they are
 * (validate_lists.c). validate_files.c makes counts of them.
 */
#pragma once

#include "core/commands/validate/validate.h"
#include "core/data/judgments/collection.h"
#include "core/data/judgments/names.h"
#include "core/data/reviews/coded.h"

enum { COLLECTED, CONTROL, NULL_SAMPLE, LISTS };

/* Where a document is: in the first of these lists that has it, or in the null set. */
enum side { PRODUCED, WITHHELD, CULLED, NOT_LISTED, PLACES };

struct counted {
	int64_t sampled, relevant;
};

/* A stratum that the export names. */
struct file_stratum {
	struct slice name;
	int64_t size;
	struct counted of[2]; /* [1]: produced */
	enum side side;	      /* PLACES: the production cuts it */
};

/* What was coded, by where it is. */
struct sums {
	struct counted of[PLACES], null_sample, both; /* both: control set and null sample */
	struct counted control[3]; /* [1]: and produced, [2]: and in another list */
};

struct files {
	struct validate_request *request;
	struct coded coded;
	struct arena memory;
	struct names
		listed[NOT_LISTED]; /* documents of all lists of a side, and of none before it */
	struct names twice[NOT_LISTED]; /* of these, the ones in several of its lists */
	size_t before[NOT_LISTED];	/* documents of its lists that are on a side before it */
	size_t culled_inside;		/* of the list of the collection */
	struct collection list[LISTS];
	bool is_read[LISTS];
	bool all_control; /* the whole file is a control set */
	struct sums sums;
	int64_t null_size;     /* unless the export names strata */
	int64_t gray, outside; /* documents that are left out */
	int64_t taken[PLACES]; /* as a random sample */
	struct names families;
	struct file_stratum *stratum; /* that the export names; room for LIST_MAX */
	size_t strata;
	bool apart; /* a stratum has produced documents, or others */
};

/* On failure, too, files_release() is due. */
int files_read(struct files *f, struct err *e);
void files_release(struct files *f);

/* What the lists say that a reader must know. */
void files_warn(const struct files *f, struct warnings *w);

/* All documents of a sample were coded; else names some that were not. */
int files_check_coded(const struct files *f, int list, int64_t coded, struct err *e);

enum side side_of(const struct files *f, const struct coded_document *d);

/* For messages: the file, if it is one. */
const char *side_name(const struct files *f, enum side side);

static inline int64_t side_size(const struct files *f, enum side side)
{
	return (int64_t)f->listed[side].count;
}

static inline bool has_control(const struct files *f)
{
	return f->is_read[CONTROL] || f->all_control;
}

bool is_in(const struct files *f, int list, const struct coded_document *d);

static inline bool is_coded(const struct coded_document *d)
{
	return d->code == CODE_OTHER || d->code == CODE_RELEVANT;
}
