/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * From files to counts: exports with the codes of reviewed documents, and the lists of what was
 * produced, of the whole collection, and of samples. What is found is set as if it had been typed,
 * so that the command line that is printed gives the same answer.
 *
 *   strata with their sizes in the export    each is a sample of its own: produced, not produced,
 * or cut by the production; one that is cut is a control set
 *   --control=FILE                           these documents are the control set
 *   --null-sample=FILE                       these documents are the sample of the null set
 *   neither                                  what was coded outside the lists is that sample
 *   the production                           what was coded of it is a sample of it, or all of it;
 *                                            with a control set, it counts only if it is all
 *   --withheld-list, --culled-list           the same of these; they are on neither side
 *   --cluster-column=NAME                    documents are kept, with their families
 */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/commands/validate/validate_files.h"

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
		free(length < 0 ? NULL : text);
		return err_memory(e);
	}
	found->setting[found->count++] = (struct found_setting){ option, text };
	return option_set(&validate_table, f->request, option, text, e);
}

static void count_document(struct counted *c, const struct coded_document *d)
{
	c->sampled++;
	c->relevant += d->code == CODE_RELEVANT;
}

/* ---- samples ---- */

/* The size of the collection, from its list or as it was given. */
static int collection_size_of(const struct files *f, int64_t *out, struct err *e)
{
	const struct segment_list *given = &f->request->question.counts.collection;
	int64_t listed = side_size(f, PRODUCED) + side_size(f, WITHHELD);
	if (f->is_read[COLLECTED])
		*out = (int64_t)(collection_size(&f->list[COLLECTED]) - f->culled_inside);
	else if (given->count == 1 && given->item[0].size_only)
		*out = given->item[0].size;
	else
		return err_usage(
			e,
			"how many documents there are is missing: "
			"--collection-list=FILE names them (it may be the file with the codes, if "
			"all are in it), or -N has their number");
	if (*out < listed)
		return err_usage(e, "-N %lld: %lld documents were %s", LL(*out), LL(listed),
				 side_size(f, WITHHELD) > 0 ? "produced or withheld" : "produced");
	return 0;
}

static void add_up(struct files *f)
{
	struct sums *s = &f->sums;
	for (size_t i = 0; i < f->coded.count; i++) {
		const struct coded_document *d = &f->coded.document[i];
		enum side side = side_of(f, d);
		f->gray += d->code == CODE_GRAY;
		if (!is_coded(d))
			continue;
		count_document(&s->of[side], d);
		if (is_in(f, CONTROL, d))
			count_document(&s->control[side == NOT_LISTED ? 0
						   : side == PRODUCED ? 1
								      : 2],
				       d);
		if (is_in(f, NULL_SAMPLE, d) && side == NOT_LISTED)
			count_document(&s->null_sample, d);
		if (is_in(f, CONTROL, d) && is_in(f, NULL_SAMPLE, d) && side == NOT_LISTED)
			count_document(&s->both, d);
	}
}

/* Each stratum is a sample of its own. */
static bool by_strata(const struct files *f)
{
	return f->coded.strata && !f->all_control;
}

/* Whether a document was coded and is part of a sample. */
static bool counts(const struct files *f, const struct coded_document *d, enum side side)
{
	if (!is_coded(d))
		return false;
	if (by_strata(f))
		return true;
	bool whole = side == PRODUCED && f->sums.of[PRODUCED].sampled == side_size(f, PRODUCED);
	if (side == WITHHELD || side == CULLED || whole)
		return true;
	if (!has_control(f) && (side == PRODUCED || !f->is_read[NULL_SAMPLE]))
		return true;
	return is_in(f, CONTROL, d) || (side == NOT_LISTED && is_in(f, NULL_SAMPLE, d));
}

static const char *const option_of[PLACES] = { "produced", "withheld", "culled", "null" };

/* N::r if all are coded, and else a sample. */
static int set_side(struct files *f, enum side side, int64_t size, struct counted n, struct err *e)
{
	const char *option = option_of[side];
	if (n.sampled == size)
		return set(f, e, option, "%lld::%lld", LL(size), LL(n.relevant));
	return set(f, e, option, "%lld:%lld:%lld", LL(size), LL(n.sampled), LL(n.relevant));
}

/* Documents of lists. */
static int set_listed(struct files *f, enum side side, struct err *e)
{
	const struct counted n = f->sums.of[side];
	int64_t size = side_size(f, side);
	if (side == PRODUCED && has_control(f) && n.sampled < size)
		return set(f, e, "produced", "%lld", LL(size));
	if (n.sampled == 0 && size > 0)
		return err_data(e,
				"%.300s: no document of %.300s (documents: %lld) is coded: are the "
				"document numbers written the same way?",
				f->coded.name, side_name(f, side), LL(size));
	f->taken[side] = n.sampled < size ? n.sampled : 0;
	return set_side(f, side, size, n, e);
}

static int set_null(struct files *f, struct err *e)
{
	int64_t size = f->null_size;
	const struct sums *s = &f->sums;
	const struct counted *n = f->is_read[NULL_SAMPLE] ? &s->null_sample : &s->of[NOT_LISTED];
	bool drawn = f->is_read[NULL_SAMPLE] || !has_control(f);
	f->outside = s->of[NOT_LISTED].sampled - (drawn ? n->sampled : 0) - s->control[0].sampled +
		     s->both.sampled;
	if (!drawn)
		return 0;
	if (n->sampled == 0 && size > 0)
		return err_data(e,
				"%.300s: no document is coded that was not produced: there is no "
				"sample of the null set, and so no recall",
				f->coded.name);
	f->taken[NOT_LISTED] = f->is_read[NULL_SAMPLE] || n->sampled == size ? 0 : n->sampled;
	return set_side(f, NOT_LISTED, size, *n, e);
}

static int set_control_set(struct files *f, struct err *e)
{
	const struct sums *s = &f->sums;
	const struct counted *in = &s->control[1], *out = &s->control[0];
	int64_t all = in->sampled + out->sampled;
	if (!has_control(f))
		return 0;
	if ((f->is_read[CONTROL] &&
	     files_check_coded(f, CONTROL, all + s->control[2].sampled, e) < 0) ||
	    set(f, e, "control", "%lld:%lld:%lld:%lld", LL(all), LL(in->sampled), LL(in->relevant),
		LL(out->relevant)) < 0)
		return -1;
	return f->is_read[NULL_SAMPLE] ? set(f, e, "null-overlap", "%lld:%lld", LL(s->both.sampled),
					     LL(s->both.relevant))
				       : 0;
}

static int from_samples(struct files *f, struct err *e)
{
	int64_t all = 0;
	bool given = f->request->question.counts.collection.count > 0;
	if (collection_size_of(f, &all, e) < 0)
		return -1;
	add_up(f);
	f->null_size = all - side_size(f, PRODUCED) - side_size(f, WITHHELD);
	if (f->is_read[NULL_SAMPLE] &&
	    files_check_coded(f, NULL_SAMPLE, f->sums.null_sample.sampled, e) < 0)
		return -1;
	if (!given && set(f, e, "collection", "%lld", LL(all)) < 0)
		return -1;
	if (set_listed(f, PRODUCED, e) < 0 || set_null(f, e) < 0 || set_control_set(f, e) < 0)
		return -1;
	for (int side = WITHHELD; side <= CULLED; side++)
		if (side_size(f, (enum side)side) > 0 && set_listed(f, (enum side)side, e) < 0)
			return -1;
	return 0;
}

/* ---- strata that the export names ---- */

/* Of this name, size and, if sides are apart, side. Samples of two files may each be of a whole
 * called "all". */
static struct file_stratum *find_stratum(const struct files *f, const struct coded_document *d)
{
	for (struct file_stratum *s = f->stratum; s < f->stratum + f->strata; s++)
		if (slice_equal(s->name, d->stratum) && s->size == d->size &&
		    (!f->apart || (s->side == PRODUCED) == (side_of(f, d) == PRODUCED)))
			return s;
	return NULL;
}

static int add_to_stratum(struct files *f, const struct coded_document *d, struct err *e)
{
	struct file_stratum *s = find_stratum(f, d);
	enum side side = side_of(f, d);
	if (d->code == CODE_NONE)
		return coded_wrong(&f->coded, d, e, "document '%s' was drawn and is not coded",
				   shown(d->name.at, d->name.length).text);
	if (s == NULL && f->strata == LIST_MAX)
		return err_data(e, "%.300s: more than %d strata", f->coded.name, LIST_MAX);
	if (s == NULL) {
		s = &f->stratum[f->strata++];
		*s = (struct file_stratum){ .name = d->stratum, .size = d->size, .side = side };
	}
	if (is_coded(d))
		count_document(&s->of[side == PRODUCED], d);
	return 0;
}

static int64_t produced_size(const struct files *f)
{
	int64_t sum = 0;
	for (size_t i = 0; i < f->strata; i++)
		sum += f->stratum[i].side == PRODUCED ? f->stratum[i].size : 0;
	return sum;
}

/* Strata of several files whose produced documents were drawn from as many as were produced are of
 * the production alone: others of the same name and size were drawn from the rest. */
static int add_to_strata(struct files *f, struct err *e)
{
	for (int apart = f->coded.files > 1; apart >= 0; apart--) {
		f->apart = apart;
		f->strata = 0;
		for (size_t i = 0; i < f->coded.count; i++)
			if (add_to_stratum(f, &f->coded.document[i], e) < 0)
				return -1;
		if (produced_size(f) == side_size(f, PRODUCED))
			break;
	}
	return 0;
}

static int set_stratum(struct files *f, struct file_stratum *s, struct err *e)
{
	const struct counted *in = &s->of[1], *out = &s->of[0];
	int64_t sampled = in->sampled + out->sampled;
	/* what no list has is called "-" by `strat_eval sample`, and the whole of one "all" */
	bool plain =
		slice_equal(s->name, slice_of("-")) ||
		((f->coded.files > 1 || f->strata == 1) && slice_equal(s->name, slice_of("all")));
	int length = plain ? 0 : (int)s->name.length;
	const char *sign = length > 0 ? "=" : "";
	if (s->side == PLACES)
		return set(f, e, "stratum", "%.*s%s%lld:%lld:%lld:%lld:%lld", length, s->name.at,
			   sign, LL(s->size), LL(sampled), LL(in->sampled), LL(in->relevant),
			   LL(out->relevant));
	return set(f, e, option_of[s->side], "%.*s%s%lld:%lld:%lld", length, s->name.at, sign,
		   LL(s->size), LL(sampled), LL(in->relevant + out->relevant));
}

/* Whether the list that was drawn from was the production, or what was not produced. */
static bool is_of_part(const struct files *f, const struct file_stratum *s)
{
	struct err unknown = { 0 };
	int64_t all = 0, listed = side_size(f, PRODUCED);
	if (collection_size_of(f, &all, &unknown) < 0 || s->size == all)
		return false;
	return s->side == PRODUCED ? s->size == listed
				   : s->side == NOT_LISTED && s->size == all - listed;
}

/* The sample of a whole list is called "all" by `strat_eval sample`. */
static bool is_control_set(const struct files *f)
{
	const struct file_stratum *s = &f->stratum[0];
	return f->strata == 1 && (s->side == PLACES || side_size(f, WITHHELD) > 0 ||
				  (slice_equal(s->name, slice_of("all")) && !is_of_part(f, s)));
}

static int check_strata(const struct files *f, struct err *e)
{
	int64_t produced = produced_size(f), cut = 0, listed = side_size(f, PRODUCED);
	int64_t sum = 0, all = 0;
	for (size_t i = 0; i < f->strata; i++) {
		sum += f->stratum[i].size;
		cut += f->stratum[i].side == PLACES ? f->stratum[i].size : 0;
	}
	if (f->is_read[CONTROL] || f->is_read[NULL_SAMPLE])
		return err_usage(e,
				 "%.300s: has strata of its own, which say what was drawn: leave "
				 "--control and --null-sample out, or say --column=stratum=",
				 f->coded.name);
	if (side_size(f, WITHHELD) + side_size(f, CULLED) > 0)
		return err_usage(e,
				 "%.300s: of a sample with several strata, what was withheld or "
				 "culled is given as counts, --withheld=N:n:r and --culled=N:n:r",
				 f->coded.name);
	bool alone = produced + cut == 0; /* a sample of the null set */
	bool sized = f->is_read[COLLECTED] || f->request->question.counts.collection.count > 0;
	if ((f->coded.files > 1 || (alone && sized)) && collection_size_of(f, &all, e) < 0)
		return -1;
	all -= alone ? listed : 0;
	if (f->coded.files == 1 && alone && sized && sum > all)
		return err_data(
			e,
			"%.300s: drawn from %lld documents that were not produced, and there "
			"are %lld: are the document numbers written the same way in %.300s?",
			f->coded.name, LL(sum), LL(all), side_name(f, PRODUCED));
	if (f->coded.files > 1 && sum != all)
		return err_data(
			e,
			"%.300s: drawn from %lld documents in all, and there are %lld: what "
			"samples are drawn from must not overlap, and nothing may be left; " SAMPLES_OVERLAP,
			f->coded.name, LL(sum), LL(all));
	if (alone || (produced <= listed && listed <= produced + cut))
		return 0;
	return err_data(e,
			"%.300s: the strata that are produced have %lld documents%s, and %lld are "
			"in %.300s",
			f->coded.name, LL(produced),
			cut > 0 ? ", with those of which a part is" : "", LL(listed),
			side_name(f, PRODUCED));
}

/* All of the file is a sample of the whole collection. */
static int from_control_set(struct files *f, struct err *e)
{
	const struct file_stratum *s = &f->stratum[0];
	int64_t all;
	if (s->side == NOT_LISTED && side_size(f, PRODUCED) > 0)
		return err_data(
			e,
			"%.300s: none of its %lld documents was produced. If it was drawn from "
			"what was not produced, -N is missing, the number of all documents (%lld, "
			"with %lld not produced). If it was drawn from all, are the document numbers "
			"written the same way in %.300s?",
			f->coded.name, LL(s->of[0].sampled), LL(s->size + side_size(f, PRODUCED)),
			LL(s->size), side_name(f, PRODUCED));
	f->all_control = true;
	if (!f->is_read[COLLECTED] && f->request->question.counts.collection.count == 0 &&
	    set(f, e, "collection", "%lld", LL(s->size)) < 0)
		return -1;
	if (collection_size_of(f, &all, e) < 0)
		return -1;
	if (all != s->size)
		return err_data(e, "%.300s: drawn from %lld documents, and the collection has %lld",
				f->coded.name, LL(s->size), LL(all));
	return from_samples(f, e);
}

static int from_strata(struct files *f, struct err *e)
{
	f->stratum = arena_zeroed(&f->memory, LIST_MAX, sizeof *f->stratum);
	if (f->stratum == NULL)
		return err_memory(e);
	if (add_to_strata(f, e) < 0)
		return -1;
	for (size_t i = 0; i < f->strata; i++) {
		struct file_stratum *s = &f->stratum[i];
		s->side = s->of[1].sampled == 0	  ? NOT_LISTED
			  : s->of[0].sampled == 0 ? PRODUCED
						  : PLACES;
	}
	const struct file_stratum *only = &f->stratum[0];
	if (f->strata == 1 && only->side == PLACES && slice_equal(only->name, slice_of("-")))
		return err_data(
			e,
			"%.300s: drawn from what was not produced then, and %lld of its %lld "
			"documents are produced now: what is produced because a sample found "
			"it says nothing of the others. Leave out the lists that came later, "
			"or draw anew",
			f->coded.name, LL(only->of[1].sampled),
			LL(only->of[0].sampled + only->of[1].sampled));
	if (is_control_set(f))
		return from_control_set(f, e);
	for (size_t i = 0; i < f->coded.count; i++)
		f->gray += f->coded.document[i].code == CODE_GRAY;
	if (check_strata(f, e) < 0)
		return -1;
	for (size_t i = 0; i < f->strata; i++)
		if (set_stratum(f, &f->stratum[i], e) < 0)
			return -1;
	return 0;
}

/* ---- documents ---- */

/* The sample that a document is of: a number, and the documents that it was drawn from. */
static int32_t sample_of(const struct files *f, const struct coded_document *d, int64_t *size)
{
	static const int32_t number[] = {
		[PRODUCED] = 0, [NOT_LISTED] = 1, [WITHHELD] = 2, [CULLED] = 3
	};
	enum side side = side_of(f, d);
	const struct file_stratum *s = by_strata(f) ? find_stratum(f, d) : NULL;
	*size = s != NULL ? s->size : side == NOT_LISTED ? f->null_size : side_size(f, side);
	return s != NULL ? (int32_t)(s - f->stratum) : number[side];
}

/* The family of a document; an empty field is one of its own. */
static int32_t family_of(struct files *f, size_t document, struct err *e)
{
	struct slice family = f->coded.document[document].family;
	if (family.length == 0)
		return INT32_MAX - (int32_t)document;
	return (int32_t)names_add(&f->families, &f->memory, family, e) + 1;
}

/* Its weight is the size of what it was drawn from, until all are counted. */
static int keep_document(struct files *f, size_t i, struct err *e)
{
	struct drawn_documents *to = &f->request->question.drawn;
	const struct coded_document *d = &f->coded.document[i];
	enum side side = side_of(f, d);
	int32_t family = family_of(f, i, e);
	int64_t size;
	if (family <= 0)
		return -1;
	const int32_t sample = sample_of(f, d, &size);
	to->document[to->count++] =
		(struct sampled_document){ .grade = d->code == CODE_RELEVANT,
					   .cluster = family,
					   .weight = (double)size,
					   .rank = side == PRODUCED || side == WITHHELD ? 0 : -1,
					   .drawn = -1,
					   .stratum = sample };
	to->single += d->family.length == 0;
	return 0;
}

/* The production and the null set come first, then what was withheld or culled. */
static int keep_documents(struct files *f, struct err *e)
{
	struct drawn_documents *to = &f->request->question.drawn;
	double sampled[LIST_MAX] = { 0 };
	to->document = calloc(f->coded.count + 1, sizeof *to->document);
	if (to->document == NULL)
		return err_memory(e);
	for (int review = 1; review >= 0; review--) {
		for (size_t i = 0; i < f->coded.count; i++) {
			const struct coded_document *d = &f->coded.document[i];
			enum side side = side_of(f, d);
			bool of_review = side == PRODUCED || side == NOT_LISTED;
			if (of_review == review && counts(f, d, side) && keep_document(f, i, e) < 0)
				return -1;
		}
		to->of_review = review ? to->count : to->of_review;
	}
	for (size_t i = 0; i < to->count; i++)
		sampled[to->document[i].stratum]++;
	for (size_t i = 0; i < to->count; i++)
		to->document[i].weight /= sampled[to->document[i].stratum];
	to->clusters = f->families.count + to->single;
	return 0;
}

/* What counts as missed may have been withheld. */
static void warn_of_privilege(const struct files *f, struct warnings *w)
{
	int64_t privileged = 0, missed = 0;
	struct slice word = { 0 };
	for (size_t i = 0; i < f->coded.count; i++) {
		const struct coded_document *d = &f->coded.document[i];
		if (d->code != CODE_RELEVANT || side_of(f, d) != NOT_LISTED ||
		    !counts(f, d, NOT_LISTED))
			continue;
		missed++;
		privileged += d->privilege.length > 0;
		word = d->privilege.length > 0 ? d->privilege : word;
	}
	if (privileged > 0)
		warnings_add(w,
			     "%s: %lld of the %lld relevant documents that count as missed %s '%s' "
			     "in the column '%s': what was withheld was found, and is listed with "
			     "--withheld-list=FILE; if they were missed, say --column=privilege=",
			     f->coded.name, LL(privileged), LL(missed),
			     privileged == 1 ? "has" : "have", shown(word.at, word.length).text,
			     shown(f->coded.privileges.at, f->coded.privileges.length).text);
}

/* ---- all ---- */

static void warn(const struct files *f, struct warnings *w)
{
	files_warn(f, w);
	warn_of_privilege(f, w);
	if (f->coded.twice > 0)
		warnings_add(w,
			     "%s: %zu document%s coded in two files, alike (%s%s): each counts "
			     "once",
			     f->coded.name, f->coded.twice, f->coded.twice == 1 ? " is" : "s are",
			     shown(f->coded.again.at, f->coded.again.length).text,
			     f->coded.twice == 1 ? "" : " ...");
	if (f->taken[NOT_LISTED] > 0)
		warnings_add(
			w,
			"%s: the coded documents that were not produced, %lld, are taken as a "
			"random sample of what was not; if not all of them were drawn at random, "
			"list those that were with --null-sample=FILE",
			f->coded.name, LL(f->taken[NOT_LISTED]));
	for (int side = PRODUCED; side < NOT_LISTED; side++)
		if (f->taken[side] > 0)
			warnings_add(w,
				     "%s: the coded documents of %s, %lld, are taken as a random "
				     "sample of %s",
				     f->coded.name,
				     side == PRODUCED ? "the production"
						      : side_name(f, (enum side)side),
				     LL(f->taken[side]), side == PRODUCED ? "it" : "them");
	if (f->gray > 0)
		warnings_add(w,
			     "%s: %lld document%s coded neither relevant nor not: left out, as if "
			     "not drawn",
			     f->coded.name, LL(f->gray), f->gray == 1 ? " is" : "s are");
	if (f->coded.excludes)
		warnings_add(w,
			     "%s has reasons of exclusion and no other decisions: documents "
			     "without one are taken as included",
			     f->coded.name);
	const struct drawn_documents *drawn = &f->request->question.drawn;
	struct shown name = shown(f->coded.families.at, f->coded.families.length);
	if (f->coded.families.at != NULL && drawn->document == NULL)
		warnings_add(
			w,
			"%s has a column '%s', and these bounds take documents as drawn one by "
			"one: if whole families or threads were drawn or coded, say "
			"--cluster-column='%s', if not, --column=cluster=",
			f->coded.name, name.text, name.text);
	if (drawn->document != NULL && drawn->clusters == drawn->count)
		warnings_add(w,
			     "%s: each of the %zu documents is a family of its own (column '%s'): "
			     "bounds are those of documents drawn one by one",
			     f->coded.name, drawn->count, name.text);
	if (f->outside > 0)
		warnings_add(
			w,
			"%s: %lld coded document%s neither produced nor in a sample: left out, "
			"as nobody drew %s at random",
			f->coded.name, LL(f->outside), f->outside == 1 ? " is" : "s are",
			f->outside == 1 ? "it" : "them");
	for (size_t i = 0; i < f->strata && by_strata(f); i++)
		if (f->stratum[i].side == PLACES && slice_equal(f->stratum[i].name, slice_of("-")))
			warnings_add(
				w,
				"%s: stratum '-' was not produced when it was drawn from, and %lld of its "
				"sampled documents are now: that says something of the others only if none "
				"was produced because the sample found it",
				f->coded.name, LL(f->stratum[i].of[1].sampled));
	const struct validation_counts *c = &f->request->question.counts;
	if (by_strata(f) && c->produced.count + c->cuts == 0)
		warnings_add(w,
			     "%s: no document of the production is coded: elusion alone follows, "
			     "and no recall",
			     f->coded.name);
}

int validation_from_files(struct validate_request *q, struct warnings *w, struct err *e)
{
	struct files f = { .request = q };
	if (q->production.count == 0)
		return err_usage(e,
				 "'%.200s': the list of what was produced is missing, "
				 "--production=FILE",
				 q->judged.text[0]);
	if (column_options_check(&q->formats.columns, e) < 0 ||
	    column_options_check(&q->formats.run_columns, e) < 0)
		return -1;
	int result = files_read(&f, e);
	if (result == 0)
		result = f.coded.strata ? from_strata(&f, e) : from_samples(&f, e);
	if (result == 0 && q->formats.columns.cluster != NULL)
		result = keep_documents(&f, e);
	if (result == 0)
		warn(&f, w);
	files_release(&f);
	if (q->question.drawn.clusters == q->question.drawn.count) { /* or there are none */
		free(q->question.drawn.document);
		q->question.drawn = (struct drawn_documents){ 0 };
	}
	return result;
}
