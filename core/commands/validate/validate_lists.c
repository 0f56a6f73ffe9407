/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The export and the lists of documents, and where a document is.
 */
#include "core/commands/validate/validate_files.h"

enum { SHOWN = 3 };

enum side side_of(const struct files *f, const struct coded_document *d)
{
	int side = PRODUCED;
	while (side < NOT_LISTED && names_find(&f->listed[side], d->name) == NAME_UNKNOWN)
		side++;
	return (enum side)side;
}

static const struct text_list *lists_of(const struct files *f, enum side side)
{
	const struct validate_request *q = f->request;
	return side == PRODUCED ? &q->production : side == WITHHELD ? &q->withheld : &q->culled;
}

/* For messages. */
const char *side_name(const struct files *f, enum side side)
{
	static const char *const lists[NOT_LISTED] = { "the lists of the production",
						       "the lists of withheld documents",
						       "the lists of culled documents" };
	const struct text_list *volumes = lists_of(f, side);
	return volumes->count == 1 ? shown_path(volumes->text[0]) : lists[side];
}

bool is_in(const struct files *f, int list, const struct coded_document *d)
{
	return (list == CONTROL && f->all_control) ||
	       (f->is_read[list] && collection_has(&f->list[list], d->name, d->hash));
}

/* ---- checks ---- */

/* Up to three names, for messages. */
struct examples {
	char text[300];
	size_t count;
};

static void add_example(struct examples *x, struct slice name)
{
	size_t length = strlen(x->text);
	if (x->count++ < SHOWN)
		snprintf(x->text + length, sizeof x->text - length, "%s'%s'",
			 x->count > 1 ? ", " : "", shown(name.at, name.length).text);
}

/* All documents of a list are in the collection, unless they were culled before it. */
static int check_volume(const struct files *f, enum side side, const struct collection *c,
			struct err *e)
{
	struct examples x = { "", 0 };
	bool inside = f->is_read[COLLECTED] && side != CULLED;
	for (size_t i = 0; inside && i < collection_size(c); i++) {
		struct slice name = collection_name(c, i);
		if (!collection_has(&f->list[COLLECTED], name, c->table_hash[i]))
			add_example(&x, name);
	}
	if (x.count == 0)
		return 0;
	return err_data(e, "%.300s: %zu of %zu documents %s not in the collection: %s", c->in.path,
			x.count, collection_size(c), x.count == 1 ? "is" : "are", x.text);
}

int files_check_coded(const struct files *f, int list, int64_t coded, struct err *e)
{
	const struct collection *c = &f->list[list];
	struct examples without = { "", 0 };
	int64_t gray = 0; /* left out, as if not drawn */
	for (size_t i = 0; i < f->coded.count; i++) {
		const struct coded_document *d = &f->coded.document[i];
		if (d->code == CODE_NONE && is_in(f, list, d))
			add_example(&without, d->name);
		gray += d->code == CODE_GRAY && is_in(f, list, d);
	}
	if ((size_t)(coded + gray) == collection_size(c))
		return 0;
	return err_data(e,
			"%.300s: %lld of its %zu documents %s coded in %.300s; a sample must be "
			"coded as a whole%s%s",
			c->in.path, LL(coded), collection_size(c), coded == 1 ? "is" : "are",
			f->coded.name, without.count > 0 ? ", and there is no code of " : "",
			without.text);
}

/* The codes are of documents of the collection, and those of the null sample were not produced. */
static int check_files(const struct files *f, struct err *e)
{
	struct examples unknown = { "", 0 }, produced = { "", 0 };
	for (size_t i = 0; i < f->coded.count; i++) {
		const struct coded_document *d = &f->coded.document[i];
		enum side side = side_of(f, d);
		if (f->is_read[COLLECTED] && side != CULLED && !is_in(f, COLLECTED, d))
			add_example(&unknown, d->name);
		if (is_in(f, NULL_SAMPLE, d) && side == PRODUCED)
			add_example(&produced, d->name);
	}
	if (unknown.count > 0)
		return err_data(e, "%.300s: %zu document%s not in the collection: %s",
				f->coded.name, unknown.count, unknown.count == 1 ? " is" : "s are",
				unknown.text);
	if (produced.count > 0)
		return err_data(
			e,
			"%.300s: %zu document%s produced, and so not drawn from the null set: %s",
			f->list[NULL_SAMPLE].in.path, produced.count,
			produced.count == 1 ? " was" : "s were", produced.text);
	return 0;
}

/* ---- reading ---- */

/*
 * A name that is known already comes from another list of the side: a list has it only once. What
 * is on a side before stays there: a document that was produced in part was produced.
 */
static int add_volume(struct files *f, enum side side, const struct collection *c, struct err *e)
{
	for (size_t i = 0; i < collection_size(c); i++) {
		struct slice name = collection_name(c, i);
		struct names *to = &f->listed[side];
		size_t known = to->count;
		int before = 0;
		while (before < (int)side && names_find(&f->listed[before], name) == NAME_UNKNOWN)
			before++;
		if (before < (int)side) {
			f->before[side]++;
			continue;
		}
		int64_t number = names_add(to, &f->memory, name, e);
		bool new = (size_t)number == known;
		if (number < 0 || (!new &&names_add(&f->twice[side], &f->memory, name, e) < 0))
			return -1;
		f->culled_inside += side == CULLED && new && f->is_read[COLLECTED] &&
				    collection_has(&f->list[COLLECTED], name, c->table_hash[i]);
	}
	return 0;
}

static int read_volume(struct files *f, enum side side, const char *path, struct err *e)
{
	struct collection c;
	if (collection_read(&c, path, &f->request->formats.run_columns, true, e) < 0)
		return -1;
	int result = check_volume(f, side, &c, e);
	if (result == 0)
		result = add_volume(f, side, &c, e);
	collection_release(&c);
	return result;
}

int files_read(struct files *f, struct err *e)
{
	struct validate_request *q = f->request;
	const char *path[LISTS] = { q->collection_list, q->control_file, q->null_sample };
	if (coded_read(&f->coded, &q->judged, &q->formats.columns, e) < 0)
		return -1;
	for (int i = 0; i < LISTS; i++) {
		if (path[i] == NULL)
			continue;
		if (collection_read(&f->list[i], path[i], &q->formats.run_columns, true, e) < 0)
			return -1;
		f->is_read[i] = true;
	}
	for (int side = PRODUCED; side < NOT_LISTED; side++) {
		const struct text_list *lists = lists_of(f, (enum side)side);
		for (size_t i = 0; i < lists->count; i++)
			if (read_volume(f, (enum side)side, lists->text[i], e) < 0)
				return -1;
	}
	return check_files(f, e);
}

void files_warn(const struct files *f, struct warnings *w)
{
	for (int side = PRODUCED; side < NOT_LISTED; side++) {
		const char *name = side_name(f, (enum side)side);
		size_t twice = f->twice[side].count, before = f->before[side];
		if (twice > 0)
			warnings_add(w, "%s: %zu document%s in two volumes: each counts once", name,
				     twice, twice == 1 ? " stands" : "s stand");
		if (before > 0)
			warnings_add(w, "%s: %zu document%s also listed as produced%s: %s so", name,
				     before, before == 1 ? " is" : "s are",
				     side == CULLED ? " or withheld" : "",
				     before == 1 ? "it counts" : "they count");
	}
}

void files_release(struct files *f)
{
	for (int i = 0; i < LISTS; i++)
		if (f->is_read[i])
			collection_release(&f->list[i]);
	for (int side = PRODUCED; side < NOT_LISTED; side++) {
		names_release(&f->listed[side]);
		names_release(&f->twice[side]);
	}
	names_release(&f->families);
	arena_release(&f->memory);
	if (f->coded.document != NULL)
		coded_release(&f->coded);
}
