/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The answer of agree: a table for a person, or records.
 */
#pragma once

#include "core/base/buffer.h"
#include "core/engine/agree/agree.h"

void agree_print(struct buffer *b, const struct agree_request *q, const struct agree_answer *x);
