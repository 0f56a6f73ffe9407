/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where an answer comes from: the version, the command with its options, and the files that were
 * read, with their sizes and XXH64, without their folders. A page lists them, and for programs they
 * are one JSON object: --manifest=- puts it before an answer in csv (as a comment) and jsonl,
 * --manifest=FILE beside any, FILE.yaml as ir_metadata (ir_metadata.c).
 */
#pragma once

#include "core/output/call_inputs.h"
#include "core/options/command.h"
#include "core/options/options.h"

/* Around a call of a command, whose answer goes to `out`; begun and ended in any case. */
struct provenance {
	struct output out;
	const struct output *to;
	struct buffer text;   /* empty: it is not asked for */
	struct buffer file;   /* the manifest */
	const char *before;   /* the answer; NULL: nothing, or it is written */
	const char *manifest; /* file that gets it; or NULL */
	struct buffer line;   /* the call, typed again */
	struct output own;    /* `to`, which knows the call */
};

int provenance_begin(struct provenance *p, const struct output *to, struct err *e);
/* Returns `result`, or -1. */
int provenance_end(struct provenance *p, int result, struct err *e);

/* The same of a command with its settings: `to` need not know them. */
int provenance_begin_call(struct provenance *p, const struct command_table *t,
			  const struct setting *setting, size_t settings, const struct output *to,
			  struct err *e);

/*
 * ir_metadata.
 */

/* Its first line, a comment of YAML. */
static const char ir_metadata_begins[] = "# ir_metadata.start";

/* Whether a manifest of this name is ir_metadata: .yaml or .yml. */
bool is_ir_metadata(const char *path);

/* Of an evaluation or comparison of one run, which may have baselines; others are errors. */
int ir_metadata(struct buffer *b, const struct answered *asked, struct err *e);
