/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The name that a user may have meant: the one nearest to a wrong name, if it is near enough.
 */
#pragma once

#include "core/base/slice.h"

struct nearest {
	struct slice wrong;
	struct slice best; /* empty: none is near */
	size_t distance;   /* of the best; before one is found, the least that is too far */
};

struct nearest nearest_to(struct slice wrong);

/* The first of equally near ones stays. */
void nearest_try(struct nearest *n, struct slice name);

/* For the end of a message: "; did you mean 'NAME'?", or nothing. */
struct suggestion {
	char text[96];
};
struct suggestion nearest_text(const struct nearest *n);

/* For a message about a name that is not one of a list: "A, B, C; did you mean 'B'?". */
struct choices {
	struct nearest nearest;
	char text[400];
};

static inline struct choices choices_for(struct slice wrong)
{
	return (struct choices){ .nearest = nearest_to(wrong) };
}

void choices_add(struct choices *c, const char *name);
const char *choices_text(struct choices *c);

/* All of a list of units that ends with NULL. */
#define CHOICES_IN(c, list)                        \
	for (size_t i = 0; (list)[i] != NULL; i++) \
	choices_add(c, (list)[i]->name)
