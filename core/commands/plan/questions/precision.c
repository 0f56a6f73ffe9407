/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * plan precision: how much of what was retrieved is relevant.
 */
#include "core/commands/plan/shares.h"

COMMAND = { &precision_table, plan_share, NULL };
