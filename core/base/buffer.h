/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Text that grows: output is collected here and written when all of it is known.
 */
#pragma once

#include "core/base/banned.h"

struct buffer {
	char *text;
	size_t length, capacity;
	bool failed; /* memory ran out; the text is incomplete */
};

/* A zeroed struct buffer is empty and ready. */
void buffer_release(struct buffer *b);
void buffer_print(struct buffer *b, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Bytes as they are; they may be zero. */
void buffer_add(struct buffer *b, const char *bytes, size_t length);
