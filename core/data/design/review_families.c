/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "core/data/design/review_files.h"

static bool was_drawn(const struct review_files *f, const struct coded_document *d)
{
	bool samples = has_control(f) || has_null_sample(f);
	return d->code != CODE_NONE &&
	       (!samples || is_in(f, CONTROL, d) || is_in(f, NULL_SAMPLE, d));
}

/* Of what was not produced, or of all that was reviewed. */
static bool could_be_drawn(const struct review_files *f, enum ledger_place place)
{
	return place == NOT_PRODUCED ||
	       (place == PRODUCED && (!has_null_sample(f) || has_control(f)));
}

static int add_document(struct review_files *f, struct family_list *x,
			const struct coded_document *d, struct err *e)
{
	enum ledger_place place = place_of(f, d);
	if (!could_be_drawn(f, place) || is_certain(f, d->name))
		return 0;
	/* a document without a family is one of its own, by its own name */
	int64_t number =
		names_add(&x->names, &f->memory, d->family.length > 0 ? d->family : d->name, e);
	if (number < 0)
		return -1;
	struct family *to = &x->family[number];
	bool drawn = was_drawn(f, d);
	to->name = d->family;
	to->documents++;
	to->not_produced += place == NOT_PRODUCED;
	to->drawn += drawn;
	to->relevant[place == PRODUCED] += drawn && d->code == CODE_RELEVANT;
	return 0;
}

int family_list_fill(struct review_files *f, struct family_list *out, struct err *e)
{
	*out = (struct family_list){ 0 };
	out->family = arena_zeroed(&f->memory, f->coded.count + 1, sizeof *out->family);
	int result = out->family == NULL ? err_memory(e) : 0;
	for (size_t i = 0; i < f->coded.count && result == 0; i++)
		result = add_document(f, out, &f->coded.document[i], e);
	out->count = out->names.count;
	names_release(&out->names);
	return result;
}

/* Those that were not drawn first, by what they may miss. */
static int by_left(const void *a, const void *b)
{
	const struct family *x = a, *y = b;
	int64_t p = x->drawn > 0 ? -1 : x->not_produced, q = y->drawn > 0 ? -1 : y->not_produced;
	return p != q ? (p < q) - (p > q) : slice_compare(x->name, y->name);
}

bool family_list_sample(const struct review_files *f, struct family_list *x, int64_t all,
			struct family_sample *out, struct slice *largest)
{
	int64_t documents = 0;
	*out = (struct family_sample){ .families = (double)x->count };
	for (size_t i = 0; i < f->coded.count; i++)
		documents += place_of(f, &f->coded.document[i]) != CULLED;
	qsort(x->family, x->count, sizeof *x->family, by_left);
	for (size_t i = 0; i < x->count; i++) {
		const struct family *y = &x->family[i];
		double a = (double)y->relevant[1], b = (double)y->relevant[0];
		if (i < FAMILIES_LEFT && y->drawn == 0)
			out->left[i] = (double)y->not_produced;
		out->drawn += y->drawn > 0;
		out->produced += a;
		out->produced_squared += a * a;
		out->missed += b;
		out->missed_squared += b * b;
	}
	if (out->left[0] > (double)(all / 100))
		*largest = x->family[0].name;
	return documents == all;
}
