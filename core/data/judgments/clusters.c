/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/array.h"
#include "core/data/judgments/clusters.h"

int clusters_add(struct judged_clusters *c, struct arena *memory, const struct judgment_record *r,
		 struct err *e)
{
	c->column = r->cluster_column;
	c->named = r->cluster_named;
	if (!c->named)
		return 0;
	if (!ARRAY_ROOM(c->document, c->count, c->room))
		return err_memory(e);
	int64_t number = -1;
	if (r->cluster.length > 0)
		number = names_add(&c->names, memory, r->cluster, e);
	if (r->cluster.length > 0 && number < 0)
		return -1;
	c->document[c->count++] = (struct clustered_document){
		.document = r->document.at,
		.cluster = number >= 0 ? (int32_t)number + 1 : --c->alone,
	};
	return 0;
}

static int by_place(const void *a, const void *b)
{
	const struct clustered_document *x = a, *y = b;
	return (x->document > y->document) - (x->document < y->document);
}

void clusters_finish(struct judged_clusters *c)
{
	if (c->count > 0)
		qsort(c->document, c->count, sizeof *c->document, by_place);
}

int32_t clusters_find(const struct judged_clusters *c, const char *document)
{
	const struct clustered_document wanted = { .document = document };
	const struct clustered_document *found =
		c->count > 0 ? bsearch(&wanted, c->document, c->count, sizeof wanted, by_place)
			     : NULL;
	return found != NULL ? found->cluster : 0;
}

void clusters_release(struct judged_clusters *c)
{
	names_release(&c->names);
	free(c->document);
}
