/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Numbers for a person. Tables and sentences round alike: estimates to the nearest number, a lower
 * bound down and an upper bound up, so that no bound claims more than was found.
 */
#pragma once

/* Which way to round: a bound must not claim more than was found. */
enum rounding { TO_NEAREST, DOWN, UP };

enum { MOST_DIGITS = 15 };
double round_to(double value, enum rounding how, int digits);

/* A number for a person: 0.8317, 83.17 %, 1,234,567, or a dash. */
struct rounded {
	char text[64];
};

/*
 * A share as a number of the table, and the same as a percentage. It has the digits that are asked
 * for, or more: so many that three count, and that less than 1 does not read 1.
 */
struct rounded rounded_share(double share, enum rounding how, int digits);
struct rounded rounded_percent(double share, enum rounding how, int digits);
struct rounded rounded_count(double value, enum rounding how);

#define COUNT(value) rounded_count((double)(value), TO_NEAREST).text
