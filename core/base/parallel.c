/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <locale.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>

#include "core/base/host.h"
#include "core/base/parallel.h"

struct loop {
	size_t items;
	parallel_work *work;
	void *context;
	atomic_size_t next;
	atomic_bool failed;
	pthread_mutex_t lock; /* of what follows */
	size_t first_failed;
	struct err *err;
};

struct worker {
	struct loop *loop;
	locale_t locale; /* of the caller: a thread begins with that of the process */
	const struct host *host;
	int thread;
	pthread_t id;
};

static void keep_error(struct loop *l, size_t item, const struct err *e)
{
	pthread_mutex_lock(&l->lock);
	if (item < l->first_failed) {
		l->first_failed = item;
		*l->err = *e;
	}
	pthread_mutex_unlock(&l->lock);
	atomic_store(&l->failed, true);
}

static void *do_items(void *argument)
{
	const struct worker *w = argument;
	struct loop *l = w->loop;
	uselocale(w->locale);
	host_set(w->host);
	while (!atomic_load(&l->failed)) {
		size_t item = atomic_fetch_add(&l->next, 1);
		if (item >= l->items)
			break;
		struct err e = { 0 };
		if (host_has_stopped(w->host))
			keep_error(l, item, &(struct err){ STATUS_IO, "stopped" });
		else if (l->work(l->context, item, w->thread, &e) < 0)
			keep_error(l, item, &e);
	}
	return NULL;
}

int parallel_threads(int jobs, size_t items)
{
	if (jobs < 1 || items == 0)
		return 1;
	return items < (size_t)jobs ? (int)items : jobs;
}

int parallel_within(int jobs, size_t items)
{
	return jobs / parallel_threads(jobs, items) > 1 ? jobs / parallel_threads(jobs, items) : 1;
}

/* The caller is the first worker, and the only one if there is no memory for more. */
static void do_all(struct loop *l, int threads)
{
	struct worker own = {
		.loop = l, .locale = uselocale((locale_t)0), .host = host_get(), .thread = 0
	};
	struct worker *other = threads > 1 ? calloc((size_t)threads, sizeof *other) : NULL;
	int made = 0;
	for (int t = 1; other != NULL && t < threads; t++) {
		other[made] = own;
		other[made].thread = t;
		made += pthread_create(&other[made].id, NULL, do_items, &other[made]) == 0;
	}
	do_items(&own);
	for (int t = 0; t < made; t++)
		pthread_join(other[t].id, NULL);
	free(other);
}

int parallel_each(int jobs, size_t items, parallel_work *work, void *context, struct err *e)
{
	struct loop l = { .items = items,
			  .work = work,
			  .context = context,
			  .first_failed = items,
			  .lock = PTHREAD_MUTEX_INITIALIZER,
			  .err = e };
	do_all(&l, parallel_threads(jobs, items));
	pthread_mutex_destroy(&l.lock);
	return l.first_failed < items ? -1 : 0;
}

int parallel_processors(void)
{
	cpu_set_t set;
	if (sched_getaffinity(0, sizeof set, &set) == 0)
		return CPU_COUNT(&set);
	long online = sysconf(_SC_NPROCESSORS_ONLN);
	return online > 0 ? (int)online : 1;
}
