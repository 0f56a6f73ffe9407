/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <time.h>

#include "core/main/terminal.h"
#include "core/options/command.h"
#include "readers/input.h"

/* main() handles the signal that comes if a mapped file is shortened. */
const bool input_maps_files = true;

/* ---- progress ---- */

static const double SECONDS_BETWEEN = 0.25;

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void begin(void *context, size_t total)
{
	struct terminal *t = context;
	t->total = total;
	t->began = t->written = now();
}

static void show_progress(const struct terminal *t)
{
	double share = (double)t->done / (double)t->total;
	double left = (t->written - t->began) * (1 - share) / share;
	if (left < 90)
		fprintf(stderr, "\r%3.0f %%, about %.0f s left\033[K", 100 * share, left);
	else
		fprintf(stderr, "\r%3.0f %%, about %.0f min left\033[K", 100 * share, left / 60);
	fflush(stderr);
}

static void step(void *context)
{
	struct terminal *t = context;
	if (!t->shows_progress)
		return;
	system_lock(&t->lock);
	t->done++;
	double time = now();
	if (time - t->written >= SECONDS_BETWEEN) {
		t->written = time;
		show_progress(t);
	}
	system_unlock(&t->lock);
}

/* So that something else can be written. */
static void erase_progress(const struct terminal *t)
{
	if (t->shows_progress && t->written > t->began) {
		fprintf(stderr, "\r\033[K");
		fflush(stderr);
	}
}

/* ---- answers and warnings ---- */

static int lost(struct err *e)
{
	return err_io(e, "cannot write to standard output: %s", strerror(errno));
}

/* Would a terminal obey the byte at `at`? One from 80 to 9f does it after c2, in UTF-8. */
static bool is_control(const char *text, size_t at)
{
	unsigned char c = (unsigned char)text[at];
	if (c < 0x20 || c == 0x7f)
		return c != '\n' && c != '\t';
	return c >= 0x80 && c < 0xa0 && at > 0 && (unsigned char)text[at - 1] == 0xc2;
}

static bool write_shown(const char *text, size_t length)
{
	bool written = true;
	for (size_t from = 0, at = 0; at <= length && written; at++) {
		if (at < length && !is_control(text, at))
			continue;
		written = fwrite(text + from, 1, at - from, stdout) == at - from;
		if (at < length && written)
			written = printf("\\x%02x", (unsigned char)text[at]) > 0;
		from = at + 1;
	}
	return written;
}

static int write_text(void *context, const char *text, size_t length, struct err *e)
{
	const struct terminal *t = context;
	erase_progress(t);
	errno = 0;
	bool written = t->shows_answer ? write_shown(text, length)
				       : fwrite(text, 1, length, stdout) == length;
	return written ? 0 : lost(e);
}

static void warn(void *context, const char *line)
{
	erase_progress(context);
	fprintf(stderr, PROGRAM_NAME ": warning: %s\n", line);
}

struct output terminal_start(struct terminal *t)
{
	*t = (struct terminal){ .shows_progress = system_is_terminal(stderr),
				.shows_answer = system_is_terminal(stdout) };
	system_lock_init(&t->lock);
	return (struct output){ .context = t,
				.write = write_text,
				.warn = warn,
				.progress = { .context = t, .begin = begin, .step = step } };
}

void terminal_end(struct terminal *t)
{
	erase_progress(t);
	system_lock_release(&t->lock);
}

int terminal_close(struct err *e)
{
	errno = 0;
	return fflush(stdout) != 0 || fclose(stdout) != 0 ? lost(e) : 0;
}
