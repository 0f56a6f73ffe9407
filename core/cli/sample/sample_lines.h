/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What was drawn, as CSV.
 */
#pragma once

#include "core/cli/output/output.h"
#include "core/engine/sample/draw_topics.h"

/* The lines of each topic, in the order of the topics. */
struct sample_lines {
	struct buffer *topic;
	size_t topics;
};

/* A sink that writes the lines, and keeps the notes; release also after a failure. */
struct sampling_sink sample_lines_sink(struct sample_lines *l, struct warnings *notes);
void sample_lines_release(struct sample_lines *l);

/* Writes `head`, the header and all lines. */
int sample_lines_write(const struct sample_lines *l, struct buffer *head, const struct output *out,
		       struct err *e);
