/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Files of other programs that are no text, told by their first bytes.
 *
 * Apart from input.c because it is a list that grows, and knows nothing of how bytes are read.
 */
#pragma once

#include "core/base/err.h"
#include "core/base/slice.h"

/* An error that says what the file is and what to type instead; 0: it may be text. */
int foreign_refuse(const char *path, struct slice bytes, struct err *e);
