/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What only the operating system gives: pages, files, threads, other programs, plugins. All other
 * files include C's own headers and those of the libraries (tests/project/system.bats).
 *
 * system.c is for all systems, x_linux.c for Linux, x_wasi.c for WebAssembly, which has one thread,
 * no pages, no other programs and no plugins.
 *
 * A function that fails returns -1 or NULL, and errno says why, unless it takes a `struct err`.
 */
#pragma once

#include "core/base/buffer.h"
#include "core/base/err.h"

/* Name and version of the C library. */
void system_library(struct buffer *b);

/* The path of this program; nothing if it is not known. */
void system_program(struct buffer *b);

/* Is the stream a terminal? */
bool system_is_terminal(FILE *stream);

/*
 * Pages: zeroed address space, of which only what is written takes memory.
 */

void *system_pages(size_t size);
void *system_pages_grow(void *pages, size_t old_size, size_t new_size);
void system_pages_release(void *pages, size_t size);

/* Gives back the memory of the whole pages between two places; false: nothing was given back. */
bool system_pages_forget(char *pages, size_t from, size_t to);

/*
 * Files.
 */

/* SYSTEM_SPECIAL is a pipe, a terminal, a device. */
enum system_kind { SYSTEM_NOTHING, SYSTEM_FILE, SYSTEM_FOLDER, SYSTEM_SPECIAL };

/* What a path leads to; `size` of a file, in bytes, may be NULL. */
enum system_kind system_look(const char *path, uint64_t *size);

/* Why no file can be written there, as far as it can be seen beforehand; NULL: it seems possible. A
 * file that nobody may write to is not replaced. */
const char *system_unwritable(const char *path);

/* What a path has after its last slash. */
const char *name_in_folder(const char *path);

/* Whether two paths would write one file: one name in one folder, however the folder is spelled. */
bool system_same_place(const char *a, const char *b);

enum { SYSTEM_INPUT = 0 }; /* standard input, as an open file */

/* Opens a file to read from. */
int system_open(const char *path);
void system_close(int file);

/* The same of an open file. A file of which something was read already is SYSTEM_SPECIAL. */
enum system_kind system_look_open(int file, uint64_t *size);

/* Some bytes, and how many they are; 0: the end. */
ptrdiff_t system_read(int file, void *to, size_t room);

/* Puts `size` bytes of a file, from its beginning, in place of pages: they are not copied. */
int system_map(int file, size_t size, void *pages);

/* Writes bytes to an open file, and closes it. */
int system_write_all(int file, const char *bytes, size_t size);

/*
 * Writes a file: beside its place at first, so that there is the whole file or the one before. A
 * pipe or a terminal is written to.
 */
int system_write(const char *path, const char *bytes, size_t size);

/*
 * Bytes in memory, many files one after the other, which are mapped like a file.
 */

struct system_bytes;

struct system_bytes *system_bytes_new(void);
void system_bytes_free(struct system_bytes *all);

/* Copies bytes; `begin` is where they are. */
int system_bytes_add(struct system_bytes *all, const void *bytes, size_t size, uint64_t *begin);

/* Maps bytes that were added over pages, instead of copying them. */
int system_bytes_map(const struct system_bytes *all, uint64_t begin, size_t size, void *pages);

/*
 * Threads.
 */

/* Processors that this process may use. */
int system_processors(void);

/*
 * Calls work(context, t) in as many threads as there are, t from 0; the caller is the first. If a
 * thread cannot be made, there are fewer. Returns when all have ended.
 */
void system_threads(int threads, void (*work)(void *context, int thread), void *context);

union system_lock {
	max_align_t alignment;
	char room[64];
};

void system_lock_init(union system_lock *l);
void system_lock_release(union system_lock *l);
void system_lock(union system_lock *l);
void system_unlock(union system_lock *l);

/*
 * Other programs.
 */

enum system_run {
	RUN_DONE,
	RUN_FAILED,	/* it ended with an error; what it said is known */
	RUN_MISSING,	/* there is no such program */
	RUN_IMPOSSIBLE, /* this system runs no other programs */
	RUN_NO_FILE,	/* a temporary file cannot be written; errno */
	RUN_NO_START,	/* the program cannot be started; errno */
	RUN_LOST,	/* what it wrote cannot be read; errno */
};

/*
 * Runs a program, which is looked for in the PATH. It reads `in`; `out` gets what it writes, `said`
 * the first line of its messages. It is told that the date is 1970-01-01 (SOURCE_DATE_EPOCH), so
 * that what it writes is the same every day.
 */
enum system_run system_run(char *const *argv, const struct buffer *in, struct buffer *out,
			   struct shown *said);

/*
 * Plugins: shared objects.
 */

/* Whether any can be loaded. */
extern const bool system_has_plugins;

/* NULL: `e` is filled. */
void *system_plugin_open(const char *path, struct err *e);
void system_plugin_close(void *plugin);

/* What has this name in it, or NULL. */
const void *system_plugin_find(void *plugin, const char *name);
