/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finding a test by its name; see paired_test.h.
 */
#include "core/stats/topics/paired_test.h"

const struct paired_test *paired_test_find(const char *name)
{
	for (const struct paired_test *const *t = paired_tests; *t; t++)
		if (strcmp((*t)->name, name) == 0)
			return *t;
	return NULL;
}
