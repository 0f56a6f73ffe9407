/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The two ends of an interval, of whatever quantity.
 */
#pragma once

struct interval {
	double lower, upper; /* nan: undefined for the data */
};
