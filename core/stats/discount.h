/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The discount of DCG (Järvelin and Kekäläinen 2002, as trec_eval has it): what a gain at a rank,
 * from 1, is divided by.
 */
#pragma once

#include <math.h>

static inline double rank_discount(double rank)
{
	return log2(rank + 1);
}
