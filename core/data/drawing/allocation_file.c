/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/hash.h"
#include "core/data/drawing/allocation_file.h"

struct share_entry {
	int64_t key[2]; /* numbers of topic and label */
	struct share share;
	UT_hash_handle hh;
};

static const unsigned hash_log2_buckets = 10;

static struct share_entry *find(const struct shares *s, const int64_t *key)
{
	struct share_entry *found;
	HASH_FIND(hh, s->index, key, sizeof found->key, found);
	return found;
}

static int take_share(void *context, const struct stratum_record *r, struct err *e)
{
	struct shares *s = context;
	struct share_entry *x = arena_alloc(&s->memory, sizeof *x);
	if (x == NULL)
		return err_memory(e);
	*x = (struct share_entry){
		.key = { names_add(&s->topics, &s->memory, r->topic, e),
			 names_add(&s->labels, &s->memory, r->label, e) },
		.share = { .topic = r->topic,
			   .label = r->label,
			   .size = r->size,
			   .line = r->place.line },
	};
	if (x->key[0] < 0 || x->key[1] < 0)
		return -1;
	const struct share_entry *earlier = find(s, x->key);
	if (earlier != NULL)
		return stratum_twice(r, earlier->share.line, e);
	HASH_ADD(hh, s->index, key, sizeof x->key, x);
	*s->end = &x->share;
	s->end = &x->share.next;
	return x->hh.tbl == NULL ? err_memory(e) : 0;
}

int shares_read(struct shares *s, const char *path, struct err *e)
{
	*s = (struct shares){ .end = &s->first };
	if (input_read(&s->in, path, e) < 0)
		return -1;
	if (stratum_sizes_read(&s->in, take_share, s, e) == 0)
		return 0;
	shares_release(s);
	return -1;
}

void shares_release(struct shares *s)
{
	HASH_CLEAR(hh, s->index);
	names_release(&s->topics);
	names_release(&s->labels);
	arena_release(&s->memory);
	input_release(&s->in);
}

struct share *shares_find(const struct shares *s, struct slice topic, struct slice label)
{
	const int64_t key[2] = { names_find(&s->topics, topic), names_find(&s->labels, label) };
	struct share_entry *found =
		key[0] != NAME_UNKNOWN && key[1] != NAME_UNKNOWN ? find(s, key) : NULL;
	return found != NULL ? &found->share : NULL;
}

int shares_refuse_unused(const struct shares *s, bool rest_known, struct err *e)
{
	for (const struct share *x = s->first; x != NULL; x = x->next) {
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
