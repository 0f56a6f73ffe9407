/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What files do not say, and only the user can. All return -1 with the question, or 0.
 */
#pragma once

#include "core/data/design/review_files.h"

/* n were drawn of N, of which `known` are known to be of a kind, and x of those that were drawn
 * are: a random sample has so many or so few with p < .001. */
bool is_refuted(int64_t N, int64_t known, int64_t n, int64_t x);

/* Too few of the known misses were drawn: r of n documents of N, `known` of which are. */
bool lacks_known(int64_t N, int64_t known, int64_t n, int64_t r);

/* That a control set was drawn from the collection may be refuted (p < .001). */
int check_control(const struct review_files *f, int64_t all, struct err *e);
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
