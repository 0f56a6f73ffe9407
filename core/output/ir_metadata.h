/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The provenance of an answer as ir_metadata (Breuer, Keller, Schaer 2022, www.ir-metadata.org,
 * schema 0.1), the YAML that annotates one run by platform, research goal, implementation, method,
 * actor and data. What an evaluation knows is filled in: version, measures, baseline, test, and the
 * files with their checksums. The rest stands there without a value.
 */
#pragma once

#include "core/base/output.h"

/* Its first line, a comment of YAML. */
static const char ir_metadata_begins[] = "# ir_metadata.start";

/* Whether a manifest of this name is ir_metadata: .yaml or .yml. */
bool is_ir_metadata(const char *path);

/* Of an evaluation or comparison of one run, which may have baselines; others are errors. */
int ir_metadata(struct buffer *b, const struct answered *asked, struct err *e);
