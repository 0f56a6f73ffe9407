/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What measures of pairs say: a list that grows.
 */
#pragma once

#include "measures/pair.h"

struct figures {
	struct figure *figure;
	size_t count, room;
	bool failed; /* memory ran out */
};

void figures_add(struct figures *f, const struct figure *x);
void figures_release(struct figures *f);
