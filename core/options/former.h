/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Names that the program had once: what is said to who types one. They are looked up only where the
 * tables of today have no such name, so none of them hides a name that exists.
 */
#pragma once

#include "core/base/buffer.h"

/* What takes the name as its value, "ci", "m" or "adjust"; NULL: an option, of the command. */
const char *former_answer(const char *command, const char *option, const char *name);

/* What a former option of a command, or "option=value", is now, as it is typed: "--show=strata",
 * with %s for its value if it takes one, or why it can be left out, without a dash; NULL: there is
 * none, or it is refused. */
const char *former_now(const char *command, const char *name);

/* Writes it with the value of the former option. */
void former_renew(struct buffer *b, const char *now, const char *value);
