/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * compare --matrix=FILE --judged-matrix=FILE: scores by labels for all topics, by people for some.
 *
 * Apart from compare.c because that is about scores of one kind.
 */
#pragma once

#include "core/base/output.h"
#include "core/commands/compare/compare_options.h"

int compare_powered(struct compare_request *o, const struct output *out, struct err *e);
