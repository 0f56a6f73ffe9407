/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The functions that measures of pairs find in their view.
 */
#pragma once

struct pair_services;
extern const struct pair_services pair_services;
