/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * From files to counts: an export with the codes of reviewed documents, and the lists of what was
 * produced, of the whole collection, and of samples. What is found is set as if it had been typed,
 * so that the command line that is printed gives the same answer.
 *
 *   strata with their sizes in the export    each is a sample of its own, produced or not
 *   --control=FILE                           these documents are the control set
 *   --null-sample=FILE                       these documents are the sample of the null set
 *   neither                                  what was coded outside the production is that sample
 *   the production                           what was coded of it is a sample of it, or all of it;
 *                                            with a control set, it counts only if it is all
 */
#include <stdarg.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/hash.h"
#include "core/commands/validate/validate.h"
#include "core/data/judgments/collection.h"
#include "core/data/judgments/names.h"
#include "core/data/reviews/coded.h"

enum { COLLECTED, CONTROL, NULL_SAMPLE, LISTS };

enum { SHOWN = 3 };

struct files {
	struct validate_request *request;
	struct coded coded;
	struct arena memory;
	struct names produced; /* the documents of all volumes of the production */
	struct names twice;    /* of these, the ones in several volumes */
	struct collection list[LISTS];
	bool is_read[LISTS];
	int64_t gray, outside; /* documents that are left out */
	int64_t taken[2];      /* as a random sample of the null set and of the production */
};

static bool is_produced(const struct files *f, const struct coded_document *d)
{
	return names_find(&f->produced, d->name) != NAME_UNKNOWN;
}

/* For messages. */
static const char *production_name(const struct files *f)
{
	const struct text_list *volumes = &f->request->production;
	return volumes->count == 1 ? shown_path(volumes->text[0]) : "the lists of the production";
}

static bool is_in(const struct files *f, int list, const struct coded_document *d)
{
	return f->is_read[list] && collection_has(&f->list[list], d->name, d->hash);
}

/* ---- what is set ---- */

static int set(struct files *f, struct err *e, const char *option, const char *format, ...)
	__attribute__((format(__printf__, 4, 5)));

/* Sets an option as if it had been typed, and keeps it for the command line. */
static int set(struct files *f, struct err *e, const char *option, const char *format, ...)
{
	struct found_counts *found = &f->request->found;
	char *text = NULL;
	va_list arguments;
	va_start(arguments, format);
	int length = vasprintf(&text, format, arguments);
	va_end(arguments);
	if (length < 0 || !ARRAY_RESIZE(found->setting, found->count + 1)) {
		if (length >= 0)
			free(text);
		return err_memory(e);
	}
	found->setting[found->count++] = (struct found_setting){ option, text };
	return option_set(&validate_table, f->request, option, text, e);
}

struct counted {
	int64_t sampled, relevant;
};

static void count_document(struct counted *c, const struct coded_document *d)
{
	c->sampled++;
	c->relevant += d->code == CODE_RELEVANT;
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

/* All documents of a volume are in the collection. */
static int check_volume(const struct files *f, const struct collection *c, struct err *e)
{
	struct examples x = { "", 0 };
	for (size_t i = 0; f->is_read[COLLECTED] && i < collection_size(c); i++) {
		struct slice name = collection_name(c, i);
		if (!collection_has(&f->list[COLLECTED], name, c->table_hash[i]))
			add_example(&x, name);
	}
	if (x.count == 0)
		return 0;
	return err_data(e, "%.300s: %zu of %zu documents %s not in the collection: %s", c->in.path,
			x.count, collection_size(c), x.count == 1 ? "is" : "are", x.text);
}

/* All documents of a sample were coded; else names some that were not. */
static int check_coded(const struct files *f, int list, int64_t coded, struct err *e)
{
	const struct collection *c = &f->list[list];
	struct examples without = { "", 0 };
	if ((size_t)coded == collection_size(c))
		return 0;
	for (size_t i = 0; i < f->coded.count; i++) {
		const struct coded_document *d = &f->coded.document[i];
		if (d->code != CODE_OTHER && d->code != CODE_RELEVANT && is_in(f, list, d))
			add_example(&without, d->name);
	}
	return err_data(e,
			"%.300s: %lld of its %zu documents %s coded in %.300s; a sample must be "
			"coded as a whole%s%s",
			c->in.path, (long long)coded, collection_size(c), coded == 1 ? "is" : "are",
			f->coded.in.path, without.count > 0 ? ", and there is no code of " : "",
			without.text);
}

/* The codes are of documents of the collection, and those of the null sample were not produced. */
static int check_files(const struct files *f, struct err *e)
{
	struct examples unknown = { "", 0 }, produced = { "", 0 };
	for (size_t i = 0; i < f->coded.count; i++) {
		const struct coded_document *d = &f->coded.document[i];
		if (f->is_read[COLLECTED] && !is_in(f, COLLECTED, d))
			add_example(&unknown, d->name);
		if (is_in(f, NULL_SAMPLE, d) && is_produced(f, d))
			add_example(&produced, d->name);
	}
	if (unknown.count > 0)
		return err_data(e, "%.300s: %zu document%s not in the collection: %s",
				f->coded.in.path, unknown.count,
				unknown.count == 1 ? " is" : "s are", unknown.text);
	if (produced.count > 0)
		return err_data(
			e,
			"%.300s: %zu document%s produced, and so not drawn from the null set: %s",
			f->list[NULL_SAMPLE].in.path, produced.count,
			produced.count == 1 ? " was" : "s were", produced.text);
	return 0;
}

/* ---- samples ---- */

/* The size of the collection, from its list or as it was given. */
static int collection_size_of(const struct files *f, int64_t *out, struct err *e)
{
	const struct segment_list *given = &f->request->question.counts.collection;
	int64_t produced = (int64_t)f->produced.count;
	if (f->is_read[COLLECTED])
		*out = (int64_t)collection_size(&f->list[COLLECTED]);
	else if (given->count == 1 && given->item[0].size_only)
		*out = given->item[0].size;
	else
		return err_usage(
			e,
			"how many documents there are is missing: "
			"--collection-list=FILE names them (it may be the file with the codes, if "
			"all are in it), or -N has their number");
	if (*out < produced)
		return err_usage(e, "-N %lld: %lld documents were produced", (long long)*out,
				 (long long)produced);
	return 0;
}

/* What was coded, by where it is. */
struct sums {
	struct counted produced, null, null_sample, both; /* both: control set and null sample */
	struct counted control[2];			  /* [1]: and produced */
};

static struct sums add_up(struct files *f)
{
	struct sums s = { 0 };
	for (size_t i = 0; i < f->coded.count; i++) {
		const struct coded_document *d = &f->coded.document[i];
		bool produced = is_produced(f, d);
		f->gray += d->code == CODE_GRAY;
		if (d->code != CODE_OTHER && d->code != CODE_RELEVANT)
			continue;
		count_document(produced ? &s.produced : &s.null, d);
		if (is_in(f, CONTROL, d))
			count_document(&s.control[produced], d);
		if (is_in(f, NULL_SAMPLE, d))
			count_document(&s.null_sample, d);
		if (is_in(f, CONTROL, d) && is_in(f, NULL_SAMPLE, d))
			count_document(&s.both, d);
	}
	return s;
}

#define LL(x) ((long long)(x))

static int set_production(struct files *f, const struct sums *s, struct err *e)
{
	int64_t size = (int64_t)f->produced.count;
	if (s->produced.sampled == size)
		return set(f, e, "produced", "%lld::%lld", LL(size), LL(s->produced.relevant));
	if (f->is_read[CONTROL])
		return set(f, e, "produced", "%lld", LL(size));
	if (s->produced.sampled == 0)
		return err_data(e,
				"%.300s: no document of %.300s (documents: %lld) is coded: are the "
				"document numbers written the same way?",
				f->coded.in.path, production_name(f), LL(size));
	f->taken[1] = s->produced.sampled;
	return set(f, e, "produced", "%lld:%lld:%lld", LL(size), LL(s->produced.sampled),
		   LL(s->produced.relevant));
}

static int set_null(struct files *f, const struct sums *s, int64_t size, struct err *e)
{
	const struct counted *n = f->is_read[NULL_SAMPLE] ? &s->null_sample : &s->null;
	if (f->is_read[CONTROL] && !f->is_read[NULL_SAMPLE])
		return 0;
	f->outside = s->null.sampled - n->sampled - s->control[0].sampled + s->both.sampled;
	if (n->sampled == 0 && size > 0)
		return err_data(e,
				"%.300s: no document is coded that was not produced: there is no "
				"sample of the null set, and so no recall",
				f->coded.in.path);
	if (n->sampled == size)
		return set(f, e, "null", "%lld::%lld", LL(size), LL(n->relevant));
	f->taken[0] = f->is_read[NULL_SAMPLE] ? 0 : n->sampled;
	return set(f, e, "null", "%lld:%lld:%lld", LL(size), LL(n->sampled), LL(n->relevant));
}

static int set_control_set(struct files *f, const struct sums *s, struct err *e)
{
	const struct counted *in = &s->control[1], *out = &s->control[0];
	int64_t all = in->sampled + out->sampled;
	if (!f->is_read[CONTROL])
		return 0;
	if (check_coded(f, CONTROL, all, e) < 0 ||
	    set(f, e, "control", "%lld:%lld:%lld:%lld", LL(all), LL(in->sampled), LL(in->relevant),
		LL(out->relevant)) < 0)
		return -1;
	return f->is_read[NULL_SAMPLE] ? set(f, e, "null-overlap", "%lld:%lld", LL(s->both.sampled),
					     LL(s->both.relevant))
				       : 0;
}

static int from_samples(struct files *f, struct err *e)
{
	int64_t all = 0, produced = (int64_t)f->produced.count;
	const struct sums s = add_up(f);
	bool given = f->request->question.counts.collection.count > 0;
	if (collection_size_of(f, &all, e) < 0)
		return -1;
	if (f->is_read[NULL_SAMPLE] && check_coded(f, NULL_SAMPLE, s.null_sample.sampled, e) < 0)
		return -1;
	if (!given && set(f, e, "collection", "%lld", LL(all)) < 0)
		return -1;
	return set_production(f, &s, e) < 0 || set_null(f, &s, all - produced, e) < 0 ||
			       set_control_set(f, &s, e) < 0
		       ? -1
		       : 0;
}

/* ---- strata that the export names ---- */

struct file_stratum {
	struct slice name;
	int64_t size;
	struct counted of[2]; /* [1]: produced */
};

static int add_to_stratum(struct file_stratum *s, size_t *count, const struct files *f,
			  const struct coded_document *d, struct err *e)
{
	size_t i = 0;
	while (i < *count && !slice_equal(s[i].name, d->stratum))
		i++;
	if (i == LIST_MAX)
		return err_data(e, "%.300s: more than %d strata", f->coded.in.path, LIST_MAX);
	if (i == *count)
		s[(*count)++] = (struct file_stratum){ .name = d->stratum, .size = d->size };
	if (s[i].size != d->size)
		return err_at(e, f->coded.in.path, input_line(&f->coded.in, d->name.at),
			      "stratum '%s' has %lld documents, and %lld above",
			      shown(d->stratum.at, d->stratum.length).text, LL(d->size),
			      LL(s[i].size));
	count_document(&s[i].of[is_produced(f, d)], d);
	return 0;
}

static int set_stratum(struct files *f, const struct file_stratum *s, struct err *e)
{
	int side = s->of[1].sampled > 0;
	if (s->of[0].sampled > 0 && s->of[1].sampled > 0)
		return err_data(
			e,
			"%.300s: the production has a part of stratum '%s': %lld of its %lld "
			"sampled documents. validate needs strata that are produced or not; "
			"strat_eval -R csv -T set takes such ones",
			f->coded.in.path, shown(s->name.at, s->name.length).text,
			LL(s->of[1].sampled), LL(s->of[0].sampled + s->of[1].sampled));
	return set(f, e, side ? "produced" : "null", "%.*s=%lld:%lld:%lld", (int)s->name.length,
		   s->name.at, LL(s->size), LL(s->of[side].sampled), LL(s->of[side].relevant));
}

static int from_strata(struct files *f, struct err *e)
{
	struct file_stratum s[LIST_MAX];
	size_t count = 0;
	int64_t produced = 0, listed = (int64_t)f->produced.count;
	for (size_t i = 0; i < f->coded.count; i++) {
		const struct coded_document *d = &f->coded.document[i];
		f->gray += d->code == CODE_GRAY;
		if (d->code == CODE_NONE)
			return err_at(e, f->coded.in.path, input_line(&f->coded.in, d->name.at),
				      "document '%s' was drawn and is not coded",
				      shown(d->name.at, d->name.length).text);
		if (d->code != CODE_GRAY && add_to_stratum(s, &count, f, d, e) < 0)
			return -1;
	}
	for (size_t i = 0; i < count; i++) {
		if (set_stratum(f, &s[i], e) < 0)
			return -1;
		produced += s[i].of[1].sampled > 0 ? s[i].size : 0;
	}
	if (produced != listed)
		return err_data(
			e,
			"%.300s: the strata that are produced have %lld documents, and %lld "
			"are in %.300s",
			f->coded.in.path, LL(produced), LL(listed), production_name(f));
	return 0;
}

/* ---- all ---- */

/* A name that is known already comes from another volume: a list has it only once. */
static int add_volume(struct files *f, const struct collection *c, struct err *e)
{
	for (size_t i = 0; i < collection_size(c); i++) {
		struct slice name = collection_name(c, i);
		size_t known = f->produced.count;
		int64_t number = names_add(&f->produced, &f->memory, name, e);
		if (number < 0 ||
		    ((size_t)number < known && names_add(&f->twice, &f->memory, name, e) < 0))
			return -1;
	}
	return 0;
}

static int read_volume(struct files *f, const char *path, struct err *e)
{
	struct collection c;
	if (collection_read_listed(&c, path, &f->request->formats.run_columns, e) < 0)
		return -1;
	int result = check_volume(f, &c, e);
	if (result == 0)
		result = add_volume(f, &c, e);
	collection_release(&c);
	return result;
}

static int read_files(struct files *f, struct err *e)
{
	struct validate_request *q = f->request;
	const char *path[LISTS] = { q->collection_list, q->control_file, q->null_sample };
	if (coded_read(&f->coded, q->judged, &q->formats.columns, e) < 0)
		return -1;
	for (int i = 0; i < LISTS; i++) {
		if (path[i] == NULL)
			continue;
		if (collection_read_listed(&f->list[i], path[i], &q->formats.run_columns, e) < 0)
			return -1;
		f->is_read[i] = true;
	}
	for (size_t i = 0; i < q->production.count; i++)
		if (read_volume(f, q->production.text[i], e) < 0)
			return -1;
	return check_files(f, e);
}

static void warn(const struct files *f, struct warnings *w)
{
	if (f->twice.count > 0)
		warnings_add(w, "%s: %zu document%s in two volumes: each counts once",
			     production_name(f), f->twice.count,
			     f->twice.count == 1 ? " stands" : "s stand");
	if (f->taken[0] > 0)
		warnings_add(
			w,
			"%s: the coded documents that were not produced, %lld, are taken as a "
			"random sample of what was not; if not all of them were drawn at random, "
			"list those that were with --null-sample=FILE",
			f->coded.in.path, LL(f->taken[0]));
	if (f->taken[1] > 0)
		warnings_add(w,
			     "%s: the coded documents of the production, %lld, are taken as a "
			     "random sample of it",
			     f->coded.in.path, LL(f->taken[1]));
	if (f->gray > 0)
		warnings_add(w,
			     "%s: %lld document%s coded neither relevant nor not: left out, as if "
			     "not drawn",
			     f->coded.in.path, LL(f->gray), f->gray == 1 ? " is" : "s are");
	if (f->coded.excludes)
		warnings_add(w,
			     "%s has reasons of exclusion and no other decisions: documents "
			     "without one are taken as included",
			     f->coded.in.path);
	if (f->coded.families.at != NULL) {
		struct shown name = shown(f->coded.families.at, f->coded.families.length);
		warnings_add(
			w,
			"%s has a column '%s', and these bounds take documents as drawn one by "
			"one: if whole families or threads were drawn or coded, take strat_eval "
			"-R csv -T set --cluster-column='%s', if not, say --column=cluster=",
			f->coded.in.path, name.text, name.text);
	}
	if (f->outside > 0)
		warnings_add(
			w,
			"%s: %lld coded document%s neither produced nor in a sample: left out, "
			"as nobody drew %s at random",
			f->coded.in.path, LL(f->outside), f->outside == 1 ? " is" : "s are",
			f->outside == 1 ? "it" : "them");
}

int validation_from_files(struct validate_request *q, struct warnings *w, struct err *e)
{
	struct files f = { .request = q };
	if (q->production.count == 0)
		return err_usage(e,
				 "'%.200s': the list of what was produced is missing, "
				 "--production=FILE",
				 q->judged);
	if (column_options_check(&q->formats.columns, e) < 0 ||
	    column_options_check(&q->formats.run_columns, e) < 0)
		return -1;
	int result = read_files(&f, e);
	if (result == 0)
		result = f.coded.strata ? from_strata(&f, e) : from_samples(&f, e);
	if (result == 0)
		warn(&f, w);
	for (int i = 0; i < LISTS; i++)
		if (f.is_read[i])
			collection_release(&f.list[i]);
	names_release(&f.produced);
	names_release(&f.twice);
	arena_release(&f.memory);
	if (f.coded.document != NULL)
		coded_release(&f.coded);
	return result;
}
