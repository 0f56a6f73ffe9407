/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Families of documents that could have been drawn, and those that were.
 */
#pragma once

#include "core/data/design/review_files.h"
#include "core/stats/interval/family_bound.h"

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
