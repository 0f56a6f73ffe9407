/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/main/arguments.h"

int words_parse(struct words *w, int argc, char **argv, struct err *e)
{
	return words_walk(w, argc, argv, true, e);
}
