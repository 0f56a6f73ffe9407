/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/* C libraries other than GNU's: musl's, and that of WebAssembly, which is made from it. */
#include "core/base/sort.h"
#include "core/base/system.h"

void system_library(struct buffer *b)
{
#ifdef __wasi__
	buffer_print(b, "wasi-libc");
#else
	buffer_print(b, "musl");
#endif
}

/*
 * Their qsort() changes the order of equal items, and that of glibc does not. With this one in its
 * place the answers are the same also where a comparison leaves an order open.
 */

struct comparison {
	int (*compare)(const void *a, const void *b);
};

static int compare(const void *a, const void *b, void *context)
{
	return ((const struct comparison *)context)->compare(a, b);
}

void qsort(void *items, size_t count, size_t size, int (*own)(const void *a, const void *b))
{
	struct comparison c = { own };
	stable_sort(items, count, size, compare, &c);
}
