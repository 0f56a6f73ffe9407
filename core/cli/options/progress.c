#include <time.h>
#include <unistd.h>

#include "core/base/banned.h"
#include "core/cli/options/progress.h"

static const double SECONDS_BETWEEN = 0.25;

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void progress_begin(struct progress *p, size_t total)
{
	*p = (struct progress){ .shown = isatty(STDERR_FILENO) == 1, .total = total };
	p->began = p->written = now();
}

static void write_line(const struct progress *p)
{
	double share = (double)p->done / (double)p->total;
	double left = (p->written - p->began) * (1 - share) / share;
	if (left < 90)
		fprintf(stderr, "\r%3.0f %%, about %.0f s left\033[K", 100 * share, left);
	else
		fprintf(stderr, "\r%3.0f %%, about %.0f min left\033[K", 100 * share, left / 60);
	fflush(stderr);
}

void progress_step(struct progress *p)
{
	if (!p->shown)
		return;
#pragma omp critical(progress)
	{
		p->done++;
		double time = now();
		if (time - p->written >= SECONDS_BETWEEN) {
			p->written = time;
			write_line(p);
		}
	}
}

void progress_pause(struct progress *p)
{
	if (p->shown && p->written > p->began) {
		fprintf(stderr, "\r\033[K");
		fflush(stderr);
	}
}

void progress_end(struct progress *p)
{
	progress_pause(p);
	p->shown = false;
}
