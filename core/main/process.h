/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the program does with its process, and the library leaves to its host: the tuning of memory,
 * signals, the end.
 */
#pragma once

/*
 * Before anything else: memory that is freed is kept for the next use, and `shortened` is called if
 * a mapped file is shortened while it is read. All that it may do is to call process_end().
 */
void process_begin(void (*shortened)(int signal));

/* Writes the text to standard error, and ends the program at once. */
_Noreturn void process_end(const char *text, int status);
