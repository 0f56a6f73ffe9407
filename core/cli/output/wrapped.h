/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sentences as lines.
 */
#pragma once

#include "core/base/buffer.h"

/* Breaks lines of 80 characters at blanks, and ends the last one. */
void wrapped_print(struct buffer *b, const char *text);
