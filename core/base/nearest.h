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

/* All of a list of units that ends with NULL. */
#define NEAREST_IN(n, list)                        \
	for (size_t i = 0; (list)[i] != NULL; i++) \
	nearest_try(n, slice_of((list)[i]->name))

/* For the end of a message: "; did you mean 'NAME'?", or nothing. */
struct suggestion {
	char text[96];
};
struct suggestion nearest_text(const struct nearest *n);
