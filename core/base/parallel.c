/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <locale.h>
#include <stdatomic.h>

#include "core/base/host.h"
#include "core/base/parallel.h"
#include "core/base/system.h"

struct loop {
	size_t items;
	parallel_work *work;
	void *context;
	/* of the caller: a thread begins with the locale of the process, and without a host */
	locale_t locale;
	const struct host *host;
	atomic_size_t next;
	atomic_bool failed;
	union system_lock lock; /* of what follows */
	size_t first_failed;
	struct err *err;
};

static void keep_error(struct loop *l, size_t item, const struct err *e)
{
	system_lock(&l->lock);
	if (item < l->first_failed) {
		l->first_failed = item;
		*l->err = *e;
	}
	system_unlock(&l->lock);
	atomic_store(&l->failed, true);
}

static int stopped(struct err *e)
{
	*e = (struct err){ STATUS_IO, "stopped" };
	return -1;
}

static void do_items(void *context, int thread)
{
	struct loop *l = context;
	uselocale(l->locale);
	host_set(l->host);
	while (!atomic_load(&l->failed)) {
		size_t item = atomic_fetch_add(&l->next, 1);
		if (item >= l->items)
			break;
		struct err e = { 0 };
		if (host_has_stopped(l->host) ? stopped(&e)
					      : l->work(l->context, item, thread, &e) < 0)
			keep_error(l, item, &e);
	}
}

int parallel_threads(int jobs, size_t items)
{
	if (jobs < 1 || items == 0)
		return 1;
	return items < (size_t)jobs ? (int)items : jobs;
}

int parallel_each(int jobs, size_t items, parallel_work *work, void *context, struct err *e)
{
	for (size_t i = 0; parallel_threads(jobs, items) == 1; i++) {
		if (i == items)
			return 0;
		if (host_has_stopped(host_get()) ? stopped(e) : work(context, i, 0, e) < 0)
			return -1;
	}
	struct loop l = { .items = items,
			  .work = work,
			  .context = context,
			  .locale = uselocale((locale_t)0),
			  .host = host_get(),
			  .first_failed = items,
			  .err = e };
	system_lock_init(&l.lock);
	system_threads(parallel_threads(jobs, items), do_items, &l);
	system_lock_release(&l.lock);
	return l.first_failed < items ? -1 : 0;
}

int parallel_processors(void)
{
	return system_processors();
}
