/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What -h and --version say beyond the list of options.
 */
#pragma once

#include "core/engine/request/registry.h"
#include "core/options/command.h"

/* A line for each unit of a list that ends with NULL; the format takes its name and summary. */
#define HELP_LIST(b, format, list)                 \
	for (size_t i = 0; (list)[i] != NULL; i++) \
	buffer_print(b, format, (list)[i]->name, (list)[i]->summary)

void help_version(struct buffer *b);

/* All measures, formats and methods, a line each. */
void help_everything(struct buffer *b, const struct registry *r);

/* All interval methods, a line each, and before them which is the default of what. */
void help_methods_page(struct buffer *b);

/* The reference of all measures, as Markdown: doc/measures.md. */
void help_measures_page(struct buffer *b, const struct registry *r);

/* The manuals of measures, which are named as after -m. */
int help_named_measures(struct buffer *b, const struct registry *r, const struct text_list *names,
			struct err *e);

/* The manual of a unit, wrapped; `prefix` precedes its name: "--ci=". */
void help_manual(struct buffer *b, const char *prefix, const char *name, const char *summary,
		 const char *manual);

/* The same of a format, whose manual has its own lines. */
void help_format(struct buffer *b, const char *prefix, const char *name, const char *summary,
		 const char *manual);

/*
 * What has the words, which NULL ends: commands, options, measures, formats, methods, and headings
 * of the documents. 0: nothing has any of them.
 */
int help_search(struct buffer *b, const struct registry *r, char *const *words, struct err *e);
