/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/array.h"
#include "core/engine/compare/families.h"

void families_release(struct families *f)
{
	for (size_t i = 0; i < f->count; i++)
		text_list_release(&f->asked[i].name);
	free(f->asked);
	*f = (struct families){ 0 };
}

/* micro_prob_gt_F is asked for as prob_gt_F. */
static const char *without_prefix(const char *name)
{
	return strncmp(name, "micro_", 6) == 0 ? name + 6 : name;
}

const struct pair_measure *families_find(const struct registry *r, const char *name,
					 enum pair_input input)
{
	for (size_t i = 0; i < r->pairs; i++)
		if (r->pair[i]->input == input &&
		    (strcmp(r->pair[i]->name, name) == 0 ||
		     words_have(r->pair[i]->figures, without_prefix(name))))
			return r->pair[i];
	return NULL;
}

static struct family_asked *find_or_add(struct families *f, const struct pair_measure *family,
					struct err *e)
{
	for (size_t i = 0; i < f->count; i++)
		if (f->asked[i].family == family)
			return &f->asked[i];
	if (!ARRAY_RESIZE(f->asked, f->count + 1)) {
		err_memory(e);
		return NULL;
	}
	f->asked[f->count] = (struct family_asked){ .family = family };
	return &f->asked[f->count++];
}

int families_ask(struct families *f, const struct pair_measure *family, const char *name,
		 struct err *e)
{
	struct family_asked *a = find_or_add(f, family, e);
	if (a == NULL)
		return -1;
	if (name == NULL || strcmp(name, family->name) == 0) {
		a->all = true;
		return 0;
	}
	return text_list_add(&a->name, without_prefix(name), e);
}

bool families_need_frame(const struct families *f)
{
	for (size_t i = 0; i < f->count; i++)
		if (f->asked[i].family->needs_frame)
			return true;
	return false;
}

int families_compare(const struct families *f, const struct pair_view *v,
		     const struct pair_request *q, struct figures *out, struct err *e)
{
	for (size_t i = 0; i < f->count; i++) {
		const struct family_asked *a = &f->asked[i];
		const struct text_list *wanted = &a->name;
		struct figures all = { 0 };
		int result = a->family->compare(v, q, &all, e);
		if (result == 0 && all.failed)
			result = err_memory(e);
		for (size_t k = 0; result == 0 && k < all.count; k++) {
			all.figure[k].family = a->family;
			if (a->all || text_find(wanted->text, wanted->count, all.figure[k].name) <
					      wanted->count)
				figures_add(out, &all.figure[k], sizeof all.figure[k]);
		}
		figures_release(&all);
		if (result < 0)
			return -1;
	}
	return out->failed ? err_memory(e) : 0;
}
