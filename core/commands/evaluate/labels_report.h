/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * --show-labels, and the part of a page that says the same: a table of the classes, what the labels
 * do to the intervals of each run, and a sentence for a paper.
 */
#pragma once

#include "core/engine/evaluate/label_worth.h"
#include "core/output/report.h"

struct labels_report {
	struct records classes, runs; /* of all runs together, and of each */
	char sentence[600];
	struct arena memory; /* of names */
};

/* `path` names the labels. Release it also after a failure. */
int labels_report_init(struct labels_report *x, const struct sample *s, const struct judgments *j,
		       const char *path, int32_t level, const struct ends *ends, struct err *e);
void labels_report_release(struct labels_report *x);

/* As tables and a sentence, or for programs as lines: classes first, then runs. A page has a
 * section of it, with so many digits. Takes the records. */
void labels_report_add(struct report *out, struct labels_report *x, int digits);

/* The same as an answer of nothing else; in trec's format as text. */
int labels_report_write(struct labels_report *x, enum record_format format, struct buffer *b,
			struct err *e);
