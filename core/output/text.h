/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Text for people, line by line.
 */
#pragma once

#include "core/base/buffer.h"

/* Breaks text into lines of `width` characters, each with `indent` blanks before it. */
void text_wrapped(struct buffer *b, const char *text, size_t indent, size_t width);

/* A paragraph for each line of a text, whose letters `print` escapes. */
void text_paragraphs(struct buffer *b, const char *text,
		     void (*print)(struct buffer *b, const char *letter));

/* Ends a line, without the blanks at its end. */
void text_end_line(struct buffer *b);

/* The width of a column of texts, at least `least`. */
int text_width(const char *const *text, size_t count, int least);

/* The same after a word such as "- "; all further lines are indented by two blanks. */
void text_hanging(struct buffer *b, const char *word, const char *text, size_t width);
