/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * --agreement: how far judges agree, as lines of one value each.
 */
#pragma once

#include "core/base/output.h"
#include "core/commands/evaluate/evaluate_options.h"

int agreement_print(const struct evaluate_request *q, const struct output *out, struct err *e);
