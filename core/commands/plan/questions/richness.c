/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * plan richness: how much of a collection is relevant.
 */
#include "core/commands/plan/shares.h"

COMMAND = { &richness_table, plan_share, NULL };
