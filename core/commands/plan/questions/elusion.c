/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * plan elusion: that little was left behind.
 */
#include "core/commands/plan/shares.h"

COMMAND = { &elusion_table, plan_share, NULL };
