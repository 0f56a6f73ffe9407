/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Text for LaTeX.
 */
#ifndef CLI_OUTPUT_LATEX_TEXT_H
#define CLI_OUTPUT_LATEX_TEXT_H

#include "core/base/buffer.h"

/* Any text, with what LaTeX would take for a command escaped. */
void latex_text(struct buffer *b, const char *text);

/* The name of a measure as papers write it: nDCG@10 for ndcg_cut_10. */
void latex_measure(struct buffer *b, const char *name);

#endif
