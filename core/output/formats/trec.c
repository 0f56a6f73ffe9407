/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * trec_eval's three columns. A record would not fit into them: score_lines.c writes values.
 */
#include "core/options/output_formats.h"

OUTPUT_FORMAT = { .name = "trec", .lines = true, .scores = true };
