/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Judgments in rows whose columns have names: what -R csv and the rows of JSON share. A judgment
 * has a document and a relevance, and perhaps topic, probability, stratum, size, picks and judge.
 */
#pragma once

#include "readers/judgment_format.h"

int judgment_rows_read(const struct input *in, judgment_sink receiver, void *context,
		       struct err *e);

/* Whether the input is delimited text: a known header, or a single word with separators. */
int judgment_rows_begin(const struct input *in, struct err *e);
