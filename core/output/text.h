/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Text for people: sentences as lines, and tables that are no records.
 */
#pragma once

#include "core/base/buffer.h"

/* Breaks text into lines of `width` characters, each with `indent` blanks before it. */
void text_wrapped(struct buffer *b, const char *text, size_t indent, size_t width);

/* A blank and a number, or a dash if it is nan, to the right of a column. */
void text_number(struct buffer *b, int width, int digits, double x);

/* Ends a line, without the blanks at its end. */
void text_end_line(struct buffer *b);

/* The width of a column of texts, at least `least`. */
int text_width(const char *const *text, size_t count, int least);
