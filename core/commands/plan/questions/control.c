/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * plan control: recall, from a random sample of the whole collection.
 */
#include "core/commands/plan/shares.h"

COMMAND = { &control_table, plan_share, NULL };
