/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/parallel.h"
#include "core/data/runs/runs.h"

struct reading {
	struct runs *runs;
	const struct run_format *format;
	const char *const *path;
	const struct names *judged;
	const struct run_part *part;
	int jobs; /* of each file */
};

static int read_one(void *context, size_t item, int thread, struct err *e)
{
	(void)thread;
	const struct reading *x = context;
	struct run *run = &x->runs->run[item];
	if (run_read_part(run, x->format, x->path[item], x->judged, x->part, x->jobs, e) < 0)
		return -1;
	x->runs->read[item] = true;
	x->runs->each[item] = run;
	return 0;
}

int runs_read(struct runs *r, const struct run_format *format, const char *const *path,
	      size_t count, const struct names *judged, int jobs, struct err *e)
{
	return runs_read_part(r, format, path, count, judged, NULL, jobs, e);
}

int runs_read_part(struct runs *r, const struct run_format *format, const char *const *path,
		   size_t count, const struct names *judged, const struct run_part *part, int jobs,
		   struct err *e)
{
	*r = (struct runs){ .run = calloc(count + 1, sizeof *r->run),
			    .each = calloc(count + 1, sizeof *r->each),
			    .read = calloc(count + 1, sizeof *r->read),
			    .count = count };
	struct reading x = { r, format, path, judged, part, parallel_within(jobs, count) };
	int result = r->run == NULL || r->each == NULL || r->read == NULL
			     ? err_memory(e)
			     : parallel_each(jobs, count, read_one, &x, e);
	if (result < 0)
		runs_release(r);
	return result;
}

void runs_release(struct runs *r)
{
	for (size_t i = 0; r->read != NULL && i < r->count; i++)
		if (r->read[i])
			run_release(&r->run[i]);
	free(r->run);
	free(r->each);
	free(r->read);
	*r = (struct runs){ 0 };
}
