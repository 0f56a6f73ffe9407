/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is asked of a design when it is built, and errors that several files have.
 */
#include "core/base/hash.h"
#include "core/data/design/design.h"

uint32_t stratum_class(const struct design *s, const struct topic_strata *t, size_t place)
{
	const struct design_stratum *c = &t->stratum[place];
	if (c->signature == NULL && c->name == NULL)
		return c->cell_of > 0 ? c->cell_of - 1 : (uint32_t)place;
	uint64_t x = c->name != NULL ? hash_name(slice_of(c->name)) : 0;
	if (c->signature != NULL)
		x ^= hash_lasting(c->signature, s->words * sizeof *c->signature, 1);
	return (uint32_t)(x ^ x >> 32);
}

uint32_t classes_label(int32_t first, int32_t last)
{
	const int32_t range[2] = { first, last };
	uint64_t x = hash_lasting(range, sizeof range, 2);
	return (uint32_t)(x ^ x >> 32);
}

struct stratum_part stratum_side(const struct design_stratum *c, size_t run, int side)
{
	const struct stratum_part all = { c->size, c->sampled, c->relevant, c->gray };
	const struct stratum_part none = { 0 };
	if (side < 0)
		return all;
	if (c->signature != NULL)
		return stratum_has_run(c, run) == (side == 1) ? all : none;
	const struct stratum_part *in = &c->retrieved[run];
	return side == 1
		       ? *in
		       : (struct stratum_part){ all.size - in->size, all.sampled - in->sampled,
						all.relevant - in->relevant, all.gray - in->gray };
}

int size_too_small(const char *path, const char *topic, const struct design_stratum *c,
		   struct err *e)
{
	return err_data(e,
			"%.600s: stratum '%s' of topic '%s' has %lld sampled documents, but a size "
			"of %lld",
			path, c->name != NULL ? c->name : "", topic, (long long)c->sampled,
			(long long)c->size);
}

int strata_too_large(int64_t collection_size, const char *topic, int64_t sum, struct err *e)
{
	return err_data(e,
			"-N %lld: the strata of topic '%s' have %lld documents, more than the "
			"collection",
			(long long)collection_size, topic, (long long)sum);
}
