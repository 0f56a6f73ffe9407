/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <time.h>
#include <unistd.h>

#include "core/base/banned.h"
#include "core/cli/terminal/progress_line.h"

static const double SECONDS_BETWEEN = 0.25;

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void begin(void *context, size_t total)
{
	struct progress_line *p = context;
	p->total = total;
	p->began = p->written = now();
}

static void write_line(const struct progress_line *p)
{
	double share = (double)p->done / (double)p->total;
	double left = (p->written - p->began) * (1 - share) / share;
	if (left < 90)
		fprintf(stderr, "\r%3.0f %%, about %.0f s left\033[K", 100 * share, left);
	else
		fprintf(stderr, "\r%3.0f %%, about %.0f min left\033[K", 100 * share, left / 60);
	fflush(stderr);
}

static void step(void *context)
{
	struct progress_line *p = context;
	if (!p->shown)
		return;
	pthread_mutex_lock(&p->lock);
	p->done++;
	double time = now();
	if (time - p->written >= SECONDS_BETWEEN) {
		p->written = time;
		write_line(p);
	}
	pthread_mutex_unlock(&p->lock);
}

struct progress progress_line_start(struct progress_line *p)
{
	*p = (struct progress_line){ .shown = isatty(STDERR_FILENO) == 1 };
	pthread_mutex_init(&p->lock, NULL);
	return (struct progress){ .context = p, .begin = begin, .step = step };
}

void progress_line_pause(struct progress_line *p)
{
	if (p->shown && p->written > p->began) {
		fprintf(stderr, "\r\033[K");
		fflush(stderr);
	}
}

void progress_line_end(struct progress_line *p)
{
	progress_line_pause(p);
	p->shown = false;
	pthread_mutex_destroy(&p->lock);
}
