/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The lines of an evaluated run: topics, groups, and the summary, each value with its bounds
 * (score_lines.h).
 */
#pragma once

#include "core/engine/evaluate/run_request.h"
#include "core/output/interval_gaps.h"
#include "core/output/score_lines.h"

struct output_options {
	enum record_format format;
	bool topics;			/* -q */
	bool no_summary;		/* -n */
	bool several_runs;		/* each block begins with its runid */
	bool zscores;			/* -Z: names have a Z in front */
	const struct run_request *runs; /* what was asked: bounds, digits and so on */
	const struct output *receiver;	/* of lines, or NULL: they are written */
};

/* What comes before the first run. */
void output_header(struct buffer *b, const struct output_options *o);

/*
 * In trec_eval's format the name of a run is a line of its own: this one, before its others, if
 * there are several runs; else one in its place among the measures. The other formats have it on
 * every line.
 */
void output_runid(struct buffer *b, const char *name, const struct output_options *o);

/* All other lines of one run, the block of its number; what its bounds leave open is counted. */
void output_run(struct buffer *b, size_t number, const struct evaluation *x,
		const struct output_options *o, struct interval_gaps *gaps);
