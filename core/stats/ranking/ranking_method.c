/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/stats/ranking/ranking_method.h"

const struct ranking_method *ranking_method_find(const char *name)
{
	for (const struct ranking_method *const *m = ranking_methods; *m != NULL; m++)
		if (strcmp((*m)->name, name) == 0)
			return *m;
	return NULL;
}
