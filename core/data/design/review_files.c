/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The export and the lists of documents, and where a document is.
 */
#include "core/data/design/review_files.h"
#include "readers/columns.h"

enum { SHOWN = 3 };

enum ledger_place place_of(const struct review_files *f, const struct coded_document *d)
{
	enum ledger_place place = PRODUCED;
	while (place < NOT_PRODUCED && names_find(&f->listed[place], d->name) == NAME_UNKNOWN)
		place++;
	return place;
}

/* For messages. */
const char *place_files(const struct review_files *f, enum ledger_place place)
{
	static const char *const lists[NOT_PRODUCED] = { "the lists of the production",
							 "the lists of withheld documents",
							 "the lists of culled documents" };
	const struct text_list *volumes = f->asked.volumes[place];
	return volumes->count == 1 ? shown_path(volumes->text[0]) : lists[place];
}

bool is_in(const struct review_files *f, int list, const struct coded_document *d)
{
	return (list == CONTROL && f->all_control) ||
	       (list == NULL_SAMPLE && f->all_null && is_coded(d) &&
		(f->is_read[FRAME] ? is_in(f, FRAME, d) : place_of(f, d) == NOT_PRODUCED)) ||
	       (f->is_read[list] && collection_has(&f->list[list], d->name, d->hash) &&
		(list != NULL_SAMPLE || !is_certain(f, d->name)));
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
			 x->count > 1 ? ", " : "", shown(name).text);
}

/* The codes are of documents of the collection. */
static int check_codes(const struct review_files *f, struct err *e)
{
	struct examples unknown = { "", 0 };
	for (size_t i = 0; i < f->coded.count; i++) {
		const struct coded_document *d = &f->coded.document[i];
		if (f->is_read[COLLECTED] && place_of(f, d) != CULLED && !is_in(f, COLLECTED, d))
			add_example(&unknown, d->name);
	}
	if (unknown.count == 0)
		return 0;
	return err_data(e, "%.300s: %zu document%s not in the collection: %s", f->coded.name,
			unknown.count, unknown.count == 1 ? " is" : "s are", unknown.text);
}

/* The documents of a list are in another one. */
static int check_inside(const struct review_files *f, const struct collection *c, int within,
			struct err *e)
{
	struct examples x = { "", 0 };
	for (size_t i = 0; f->is_read[within] && i < collection_size(c); i++)
		if (!collection_has(&f->list[within], collection_name(c, i), c->table_hash[i]))
			add_example(&x, collection_name(c, i));
	if (x.count == 0)
		return 0;
	return err_data(e, "%.300s: %zu of %zu documents %s not in %.300s: %s", c->in.path, x.count,
			collection_size(c), x.count == 1 ? "is" : "are",
			within == COLLECTED ? "the collection" : f->list[within].in.path, x.text);
}

/* What is listed as produced since the draw was, and nothing else of the sample of the null set. */
static int check_since(const struct review_files *f, int list, struct err *e)
{
	const struct collection *c = &f->list[list];
	bool stated = f->is_read[SINCE] || f->asked.nothing_since;
	struct examples x = { "", 0 };
	for (size_t i = 0; f->is_read[list] && stated && i < collection_size(c); i++) {
		const struct coded_document d = { .name = collection_name(c, i),
						  .hash = c->table_hash[i] };
		bool found = place_of(f, &d) <= WITHHELD;
		if (list == SINCE ? !found : found && !is_in(f, SINCE, &d))
			add_example(&x, d.name);
	}
	if (x.count == 0)
		return 0;
	return err_data(e, "%.300s: %zu documents were %s: %s", c->in.path, x.count,
			list == SINCE ? "neither produced nor withheld"
				      : "produced or withheld, and not since (--produced-since)",
			x.text);
}

/* ---- reading ---- */

/*
 * A name that is known already comes from another list of the place: a list has it only once. What
 * is on a place before stays there: a document that was produced in part was produced.
 */
static int add_volume(struct review_files *f, enum ledger_place place, const struct collection *c,
		      struct err *e)
{
	for (size_t i = 0; i < collection_size(c); i++) {
		struct slice name = collection_name(c, i);
		struct names *to = &f->listed[place];
		size_t known = to->count;
		int before = 0;
		while (before < (int)place && names_find(&f->listed[before], name) == NAME_UNKNOWN)
			before++;
		if (before < (int)place) {
			f->before[place]++;
			continue;
		}
		int64_t number = names_add(to, &f->memory, name, e);
		bool new = (size_t)number == known;
		if (number < 0 || (!new &&names_add(&f->twice[place], &f->memory, name, e) < 0))
			return -1;
		f->culled_inside += place == CULLED && new && f->is_read[COLLECTED] &&
				    collection_has(&f->list[COLLECTED], name, c->table_hash[i]);
	}
	return 0;
}

static int read_volume(struct review_files *f, enum ledger_place place, const char *path,
		       struct err *e)
{
	struct collection c;
	if (collection_read(&c, path, f->asked.list_columns, true, e) < 0)
		return -1;
	int result = place != CULLED ? check_inside(f, &c, COLLECTED, e) : 0;
	if (place == PRODUCED) {
		struct volume *v = &f->volume[f->volumes++];
		*v = (struct volume){ .path = path, .documents = (int64_t)collection_size(&c) };
	}
	if (result == 0)
		result = add_volume(f, place, &c, e);
	if (place == PRODUCED)
		f->volume[f->volumes - 1].last = place_size(f, PRODUCED);
	collection_release(&c);
	return result;
}

/* ---- the frame that `strat_eval sample` wrote ---- */

struct written_frame {
	struct review_files *files;
	struct slice stratum;
	int64_t size;
	bool several;
};

static int take_frame(void *context, const struct table_row *row, struct err *e)
{
	struct written_frame *x = context;
	struct review_files *f = x->files;
	struct slice stratum = row->field[COLUMN_STRATUM], name = row->field[COLUMN_DOCUMENT];
	if (is_large_families(stratum))
		return names_add(&f->certain, &f->memory, name, e) < 0 ? -1 : 0;
	x->several = x->several || (x->size > 0 && !slice_equal(x->stratum, stratum));
	x->stratum = stratum;
	return field_count(row->place, "size", row->field[COLUMN_SIZE], &x->size, e);
}

/* A list without these columns has none. */
static int read_frame(struct review_files *f, int list, struct err *e)
{
	static const struct columns_asked asked = {
		.needed = COLUMN(DOCUMENT) | COLUMN(STRATUM) | COLUMN(SIZE),
	};
	struct written_frame x = { .files = f };
	struct err none = { 0 };
	if (!f->is_read[list] || table_read(&f->list[list].in, &asked, take_frame, &x, &none) < 0)
		return 0;
	bool frame = list == NULL_SAMPLE && !f->is_read[FRAME];
	if (x.several || (!frame && f->certain.count > 0))
		return err_data(e,
				"%.300s was drawn from several strata: have its column rel filled "
				"in, and give it in place of the export",
				f->list[list].in.path);
	f->frame_size = list == NULL_SAMPLE ? x.size : 0;
	return 0;
}

/* ---- all ---- */

/* What was typed: "privilege=NAME" says that what is marked there was withheld. */
static bool names_privilege(const struct column_options *columns)
{
	static const char option[] = "privilege=";
	for (size_t i = 0; i < columns->column.count; i++)
		if (strncmp(columns->column.text[i], option, strlen(option)) == 0)
			return columns->column.text[i][strlen(option)] != '\0';
	return false;
}

static int withhold_privileged(struct review_files *f, struct err *e)
{
	bool named = names_privilege(f->asked.columns);
	for (size_t i = 0; named && i < f->coded.count; i++) {
		const struct coded_document *d = &f->coded.document[i];
		if (d->privilege.length > 0 && place_of(f, d) == NOT_PRODUCED &&
		    names_add(&f->listed[WITHHELD], &f->memory, d->name, e) < 0)
			return -1;
	}
	return 0;
}

int review_files_read(struct review_files *f, const struct review_lists *asked, struct err *e)
{
	*f = (struct review_files){ .asked = *asked };
	const char **path = f->asked.path;
	if ((asked->drawn_from & FROM_COLLECTION) != 0 && path[CONTROL] == NULL) {
		path[CONTROL] = path[NULL_SAMPLE]; /* what it lists was drawn from all */
		path[NULL_SAMPLE] = NULL;
		f->all_control = path[CONTROL] == NULL;
	}
	f->all_null = (asked->drawn_from & (FROM_NULL | FROM_UNREVIEWED | FROM_LIST)) != 0 &&
		      path[NULL_SAMPLE] == NULL;
	if (coded_read(&f->coded, asked->judged, asked->columns, e) < 0)
		return -1;
	for (int i = 0; i < LISTS; i++) {
		if (path[i] != NULL &&
		    collection_read(&f->list[i], path[i], asked->list_columns, true, e) < 0)
			return -1;
		f->is_read[i] = path[i] != NULL;
	}
	f->volume =
		arena_zeroed(&f->memory, asked->volumes[PRODUCED]->count + 1, sizeof *f->volume);
	if (f->volume == NULL)
		return err_memory(e);
	for (enum ledger_place place = PRODUCED; place < NOT_PRODUCED; place++) {
		const struct text_list *lists = asked->volumes[place];
		for (size_t i = 0; i < lists->count; i++)
			if (read_volume(f, place, lists->text[i], e) < 0)
				return -1;
	}
	if (withhold_privileged(f, e) < 0 || check_codes(f, e) < 0 ||
	    read_frame(f, CONTROL, e) < 0 || read_frame(f, NULL_SAMPLE, e) < 0)
		return -1;
	for (int list = CONTROL; list < LISTS; list++)
		if (f->is_read[list] &&
		    (check_inside(f, &f->list[list], COLLECTED, e) < 0 ||
		     (list == NULL_SAMPLE && check_inside(f, &f->list[list], FRAME, e) < 0)))
			return -1;
	return check_since(f, SINCE, e) < 0 ? -1 : check_since(f, NULL_SAMPLE, e);
}

int review_size(const struct review_files *f, int64_t *out, struct err *e)
{
	int64_t listed = place_size(f, PRODUCED) + place_size(f, WITHHELD);
	if (f->is_read[COLLECTED])
		*out = (int64_t)(collection_size(&f->list[COLLECTED]) - f->culled_inside);
	else if (f->asked.documents >= 0)
		*out = f->asked.documents;
	else
		return err_usage(
			e,
			"the number of documents is missing: --collection=FILE lists them (it may "
			"be the file with the codes, if all are in it), or -N gives their number");
	if (*out < listed)
		return err_usage(e, "-N %lld: %lld documents were %s", LL(*out), LL(listed),
				 place_size(f, WITHHELD) > 0 ? "produced or withheld" : "produced");
	return 0;
}

void review_files_warn(const struct review_files *f, struct warnings *w)
{
	for (enum ledger_place place = PRODUCED; place < NOT_PRODUCED; place++) {
		const char *name = place_files(f, place);
		size_t twice = f->twice[place].count, before = f->before[place];
		if (twice > 0)
			warnings_add(w, "%s: %zu document%s in two volumes: each counts once", name,
				     twice, twice == 1 ? " stands" : "s stand");
		if (before > 0)
			warnings_add(w, "%s: %zu document%s also listed as produced%s: %s so", name,
				     before, before == 1 ? " is" : "s are",
				     place == CULLED ? " or withheld" : "",
				     before == 1 ? "it counts" : "they count");
	}
}

void review_files_release(struct review_files *f)
{
	for (int i = 0; i < LISTS; i++)
		if (f->is_read[i])
			collection_release(&f->list[i]);
	for (enum ledger_place place = PRODUCED; place < NOT_PRODUCED; place++) {
		names_release(&f->listed[place]);
		names_release(&f->twice[place]);
	}
	names_release(&f->certain);
	arena_release(&f->memory);
	if (f->coded.document != NULL)
		coded_release(&f->coded);
}
