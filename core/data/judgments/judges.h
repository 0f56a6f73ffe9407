/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Documents that several people judged: whose judgment counts, and how far they agree.
 */
#pragma once

#include "core/data/judgments/names.h"
#include "readers/judgment_format.h"

/* A judgment and who made it. */
struct judged_row {
	uint32_t topic, document, judge; /* numbers; of the document among all of the file */
	size_t number;			 /* of the row in the file */
	struct judgment_record record;
};

struct judges {
	struct arena memory;
	struct names topics, documents, names;
	const char **topic, **name; /* by number */
	struct judged_row *row;	    /* by topic and document, else in the order of the file */
	size_t rows, room;
	size_t all_rows; /* of the file, with those that name no document yet */
};

/*
 * All rows of a file whose records name who judged (struct judgment_record.group). A row without a
 * name, a document that one judge judged twice, and one whose rows differ in anything but the
 * judgment are errors. On failure nothing is left to release.
 */
int judges_read(struct judges *x, const struct judgment_format *format, const struct input *in,
		struct err *e);
void judges_release(struct judges *x);

/*
 * Which rows of the file count, to be freed by the caller: those of the judge `who`, or of each
 * document its "first" or "last" judgment. `others` gets how many documents are judged, but not by
 * this judge. A judge who judged nothing is an error.
 */
int judges_choose(const struct judges *x, const char *who, bool **counts, size_t *others,
		  struct err *e);

/*
 * A first review of all documents, and a second one of some, whose word counts: `counts` as above
 * gets the first judgments, `second` (to be freed, too) the grade of the second one by the row of
 * the first; nan: there is none. Gray documents, a third judgment, and second judgments of no
 * document or of all are errors.
 */
int judges_two_phase(const struct judges *x, const struct input *in, bool **counts, double **second,
		     struct err *e);
#define JUDGE_TWO_PHASE "two-phase"

/* How many documents are judged, and how many of them by more than one. */
struct judged_again {
	size_t documents, again;
};
struct judged_again judges_again(const struct judges *x);

/*
 * The documents that two judges judged, by what A and then B say of them. Documents that are gray
 * to one of them are counted apart.
 */
struct agreement {
	int64_t count[2][2]; /* 1: relevant */
	int64_t gray;
};

/* Agreement in a topic, or in all (SIZE_MAX) pooled. */
struct agreement judges_agreement(const struct judges *x, size_t a, size_t b, size_t topic,
				  int32_t level);

/* Adds a document by what A and B say of it. */
void agreement_count(struct agreement *x, double a, double b, int32_t level);

/* The documents that both assessed. */
int64_t agreement_documents(const struct agreement *x);

/* The share of them on which they agree; nan without any. */
double agreement_share(const struct agreement *x);

/*
 * Agreement beyond chance, kappa (Cohen 1960, A coefficient of agreement for nominal scales): (p -
 * q)/(1 - q). p is the share, and q is the share of two judges who say "relevant" as often as
 * these, but independently. nan if q is 1.
 */
double agreement_kappa(const struct agreement *x);

/*
 * A normal interval of kappa over documents, at the level .95, with the standard error of the delta
 * method (Fleiss, Cohen & Everitt 1969, Large sample standard errors of kappa and weighted kappa,
 * eq. 13). nan where kappa is.
 */
struct kappa_range {
	double lower, upper;
};
struct kappa_range agreement_kappa_range(const struct agreement *x);

/* How many documents either judge calls relevant; with few of them kappa says little. */
int64_t agreement_relevant(const struct agreement *x);
bool agreement_is_lopsided(const struct agreement *x);
