/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What -h and --version say beyond the list of options.
 */
#pragma once

#include "core/base/buffer.h"
#include "core/engine/ask/lists.h"
#include "core/engine/ask/registry.h"
#include "readers/judgments/format.h"
#include "readers/runs/format.h"

/* A line for each unit of a list that ends with NULL, by a format of its name and its summary. */
#define HELP_LIST(b, format, list)                 \
	for (size_t i = 0; (list)[i] != NULL; i++) \
	buffer_print(b, format, (list)[i]->name, (list)[i]->summary)

void help_version(struct buffer *b);

/* All measures, formats and methods, a line each. */
void help_everything(struct buffer *b, const struct registry *r);

/* The interval methods for sets from strata, a line each. */
void help_set_methods(struct buffer *b);

/* Names in ir_measures, between quotes: AP@k for the alias "AP@". */
void help_aliases(struct buffer *b, const char *alias, const char *quote);

/* The reference of all measures, as Markdown: doc/measures.md. */
void help_measures_page(struct buffer *b, const struct registry *r);

/* The manual texts of measures, asked for as behind -m. */
int help_named_measures(struct buffer *b, const struct registry *r, const struct text_list *names,
			struct err *e);

/* A unit's manual; `prefix` stands before its name: "--ci=". */
void help_manual(struct buffer *b, const char *prefix, const char *name, const char *summary,
		 const char *manual);

/* The manual text of formats. */
void help_judgment_format(struct buffer *b, const struct judgment_format *f);
void help_run_format(struct buffer *b, const struct run_format *f);
