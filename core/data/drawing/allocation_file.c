/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/array.h"
#include "core/data/drawing/allocation_file.h"

static int take_share(void *context, const struct stratum_record *r, struct err *e)
{
	struct shares *s = context;
	size_t before = s->pairs.count;
	int64_t topic = names_add(&s->topics, &s->memory, r->topic, e);
	int64_t label = names_add(&s->labels, &s->memory, r->label, e);
	if (topic < 0 || label < 0)
		return -1;
	if (!ARRAY_ROOM(s->share, before, s->room))
		return err_memory(e);
	int64_t number = names_add_pair(&s->pairs, &s->memory, topic, label, e);
	if (number < 0)
		return -1;
	if (s->pairs.count == before)
		return stratum_twice(r, s->share[number].line, e);
	s->share[number] = (struct share){
		.topic = r->topic, .label = r->label, .size = r->size, .line = r->place.line
	};
	return 0;
}

int shares_read(struct shares *s, const char *path, struct err *e)
{
	*s = (struct shares){ 0 };
	if (input_read(&s->in, path, e) < 0)
		return -1;
	if (stratum_sizes_read(&s->in, take_share, s, e) == 0)
		return 0;
	shares_release(s);
	return -1;
}

void shares_release(struct shares *s)
{
	names_release(&s->topics);
	names_release(&s->labels);
	names_release(&s->pairs);
	free(s->share);
	arena_release(&s->memory);
	input_release(&s->in);
}

struct share *shares_find(const struct shares *s, struct slice topic, struct slice label)
{
	int64_t number = names_find_pair(&s->pairs, names_find(&s->topics, topic),
					 names_find(&s->labels, label));
	return number != NAME_UNKNOWN ? &s->share[number] : NULL;
}

int shares_refuse_unused(const struct shares *s, bool rest_known, struct err *e)
{
	for (size_t i = 0; i < s->pairs.count; i++) {
		const struct share *x = &s->share[i];
		bool rest = slice_equal(x->label, slice_of("-")) && !rest_known;
		if (!x->used)
			return err_at(e, s->in.path, x->line,
				      "stratum '%s': topic '%s' of the runs has no such cell%s",
				      shown(x->label.at, x->label.length).text,
				      shown(x->topic.at, x->topic.length).text,
				      rest ? "; that of what no run retrieves needs -N or "
					     "--collection"
					   : "");
	}
	return 0;
}
