/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * From files to counts: exports with the codes of reviewed documents, and the lists of what was
 * produced, of the whole collection, and of samples. What is found is set as if it had been typed,
 * so that the command line that is printed gives the same answer.
 *
 * If the export names strata with their sizes, each is a sample of its own: produced, not produced,
 * or cut by the production; one that is cut is a control set. Else core/data/design/ledger.h has
 * the rule. With --cluster-column documents are kept, with their families.
 */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/commands/validate/validate_files.h"
#include "core/data/design/ledger.h"

/* ---- what is set ---- */

static int set(struct from_files *f, struct err *e, const char *option, const char *format, ...)
	__attribute__((format(__printf__, 4, 5)));

/* Sets an option as if it had been typed, and keeps it for the command line. */
static int set(struct from_files *f, struct err *e, const char *option, const char *format, ...)
{
	struct found_counts *found = f->found;
	char *text = NULL;
	va_list arguments;
	va_start(arguments, format);
	int length = vasprintf(&text, format, arguments);
	va_end(arguments);
	if (length < 0 || !ARRAY_RESIZE(found->setting, found->count + 1)) {
		free(length < 0 ? NULL : text);
		return err_memory(e);
	}
	found->setting[found->count++] = (struct setting){ option, text };
	return option_set(f->table, f->request, option, text, e);
}

/* ---- samples ---- */

static const char *const option_of[PLACES] = { "produced", "withheld", "culled", "null" };

/* N::r if all are coded, else a sample, or the size alone. */
static int set_part(struct from_files *f, const char *option, const char *name,
		    const struct ledger_part *p, struct err *e)
{
	char sampled[24] = "";
	if (!p->known)
		return set(f, e, option, "%s%lld", name, LL(p->size));
	if (p->coded.sampled != p->size)
		snprintf(sampled, sizeof sampled, "%lld", LL(p->coded.sampled));
	return set(f, e, option, "%s%lld:%s:%lld", name, LL(p->size), sampled,
		   LL(p->coded.relevant));
}

static int set_control_set(struct from_files *f, const struct ledger_reading *r, struct err *e)
{
	const struct counted *in = &r->control[1], *out = &r->control[0];
	if (in->sampled + out->sampled == 0)
		return 0;
	if (set(f, e, "control", "%lld:%lld:%lld:%lld", LL(in->sampled + out->sampled),
		LL(in->sampled), LL(in->relevant), LL(out->relevant)) < 0)
		return -1;
	return r->null.known ? set(f, e, "null-overlap", "%lld:%lld", LL(r->both.sampled),
				   LL(r->both.relevant))
			     : 0;
}

/* Known misses that the samples do not have, and what was produced of the frame since. */
static int set_since(struct from_files *f, const struct ledger_reading *r, struct err *e)
{
	bool control = r->control[0].sampled + r->control[1].sampled > 0;
	int64_t counted = r->null.coded.relevant + r->coded.coded.relevant +
			  r->control[0].relevant - (control ? r->both.relevant : 0) -
			  r->since.relevant;
	if (r->since.sampled > 0 && set(f, e, "produced-since", "%lld:%lld", LL(r->since.sampled),
					LL(r->since.relevant)) < 0)
		return -1;
	return r->missed > counted ? set(f, e, "known-missed", "%lld", LL(r->missed)) : 0;
}

/* The counts of a reading. Without the relevant documents of the production there is elusion alone.
 */
static int set_reading(struct from_files *f, const struct ledger_reading *r, struct err *e)
{
	bool control = r->control[0].sampled + r->control[1].sampled > 0;
	bool recall = control || (r->produced.known && f->request->production.count > 0);
	const struct ledger_part *found = &r->withheld, *culled = &r->culled;
	int64_t certain = (int64_t)f->review.certain.count;
	const char *coded = certain == 0	      ? CODED_EARLIER "="
			    : r->coded.size > certain ? "coded before or in large families="
						      : "in large families=";
	if (!f->collection_given && set(f, e, "collection", "%lld", LL(r->collection)) < 0)
		return -1;
	return (recall && set_part(f, "produced", "", &r->produced, e) < 0) ||
			       (r->coded.size > 0 &&
				set_part(f, "null", coded, &r->coded, e) < 0) ||
			       (r->null.known && set_part(f, "null", "", &r->null, e) < 0) ||
			       set_control_set(f, r, e) < 0 || set_since(f, r, e) < 0 ||
			       (recall && found->known &&
				set_part(f, "withheld", "", found, e) < 0) ||
			       (recall && culled->known && set_part(f, "culled", "", culled, e) < 0)
		       ? -1
		       : 0;
}

/* Counts of each reading; those of the first are in the question, too. */
static int from_samples(struct from_files *f, struct warnings *w, struct err *e)
{
	struct validation_question *q = &f->request->question;
	if (ledger_read(&f->review, &f->readings, &f->request->ledger, w, e) < 0)
		return -1;
	f->request->has_ledger = true;
	for (size_t i = 0; i < f->readings.count; i++)
		f->request->reading[i].counts = q->counts; /* what is given */
	for (size_t i = 0; i < f->readings.count; i++) {
		struct counted_reading *to = &f->request->reading[f->request->readings++];
		f->found = &to->found;
		q->counts = to->counts;
		if (set_reading(f, &f->readings.item[i], e) < 0)
			return -1;
		to->counts = q->counts;
		to->frame = f->readings.item[i].frame;
	}
	q->counts = f->request->reading[0].counts;
	return 0;
}

/* ---- strata that the export names ---- */

/* What no list had when it was drawn is called "-" by `strat_eval sample`. */
static bool is_null_set(const struct file_stratum *s)
{
	return slice_equal(s->name, slice_of("-")) ||
	       slice_equal(s->name, slice_of("-" LARGE_FAMILIES));
}

static int add_to_stratum(struct from_files *f, const struct coded_document *d, struct err *e)
{
	struct file_stratum *s = find_stratum(f, d);
	enum ledger_place place = place_of(&f->review, d);
	if (d->code == CODE_NONE)
		return coded_wrong(&f->review.coded, d, e,
				   "document '%s' was drawn and is not coded", shown(d->name).text);
	if (s == NULL && f->strata == LIST_MAX)
		return err_data(e, "%.300s: more than %d strata", f->review.coded.name, LIST_MAX);
	if (s == NULL) {
		s = &f->stratum[f->strata++];
		*s = (struct file_stratum){ .name = d->stratum, .size = d->size, .place = place };
	}
	if (is_coded(d))
		count_document(&s->of[place == PRODUCED], d);
	return 0;
}

static int64_t produced_size(const struct from_files *f)
{
	int64_t sum = 0;
	for (size_t i = 0; i < f->strata; i++)
		sum += f->stratum[i].place == PRODUCED ? f->stratum[i].size : 0;
	return sum;
}

/* Strata of several files whose produced documents were drawn from as many as were produced are of
 * the production alone: others of the same name and size were drawn from the rest. */
static int add_to_strata(struct from_files *f, struct err *e)
{
	for (int apart = f->review.coded.files > 1; apart >= 0; apart--) {
		f->apart = apart;
		f->strata = 0;
		for (size_t i = 0; i < f->review.coded.count; i++)
			if (add_to_stratum(f, &f->review.coded.document[i], e) < 0)
				return -1;
		if (produced_size(f) == place_size(&f->review, PRODUCED))
			break;
	}
	return 0;
}

static int set_stratum(struct from_files *f, struct file_stratum *s, struct err *e)
{
	const struct counted *in = &s->of[1], *out = &s->of[0];
	int64_t sampled = in->sampled + out->sampled;
	/* the whole of a list is called "all" by `strat_eval sample` */
	bool plain = slice_equal(s->name, slice_of("-")) ||
		     ((f->review.coded.files > 1 || f->strata == 1) &&
		      slice_equal(s->name, slice_of("all")));
	int length = plain ? 0 : (int)s->name.length;
	const char *sign = length > 0 ? "=" : "";
	if (s->place == PLACES)
		return set(f, e, "stratum", "%.*s%s%lld:%lld:%lld:%lld:%lld", length, s->name.at,
			   sign, LL(s->size), LL(sampled), LL(in->sampled), LL(in->relevant),
			   LL(out->relevant));
	return set(f, e, option_of[s->place], "%.*s%s%lld:%lld:%lld", length, s->name.at, sign,
		   LL(s->size), LL(sampled), LL(in->relevant + out->relevant));
}

/*
 * Drawn from the null set, and produced since: the known ones are found. Of others that were
 * produced since nothing is known, and they count as if they had not been.
 */
static int set_later(struct from_files *f, struct err *e)
{
	struct counted since = { 0 };
	bool produced = false;
	for (size_t i = 0; i < f->strata; i++) {
		const struct file_stratum *s = &f->stratum[i];
		since.sampled += is_null_set(s) ? s->of[1].sampled : 0;
		since.relevant += is_null_set(s) ? s->of[1].relevant : 0;
		produced = produced || s->place == PRODUCED;
	}
	if (since.sampled == 0)
		return 0;
	if (produced && set(f, e, "produced", "produced since=%lld::%lld", LL(since.sampled),
			    LL(since.relevant)) < 0)
		return -1;
	return set(f, e, "produced-since", "%lld:%lld", LL(since.sampled), LL(since.relevant));
}

/* Whether the list that was drawn from was the production, or what was not produced. */
static bool is_of_part(const struct from_files *f, const struct file_stratum *s)
{
	struct err unknown = { 0 };
	int64_t all = 0, listed = place_size(&f->review, PRODUCED);
	if (review_size(&f->review, &all, &unknown) < 0 || s->size == all)
		return false;
	return s->place == PRODUCED ? s->size == listed
				    : s->place == NOT_PRODUCED && s->size == all - listed;
}

/* The sample of a whole list is called "all" by `strat_eval sample`. */
static bool is_control_set(const struct from_files *f)
{
	const struct file_stratum *s = &f->stratum[0];
	return f->strata == 1 && (s->place == PLACES || place_size(&f->review, WITHHELD) > 0 ||
				  (slice_equal(s->name, slice_of("all")) && !is_of_part(f, s)));
}

static int check_strata(const struct from_files *f, struct err *e)
{
	int64_t produced = produced_size(f), cut = 0, listed = place_size(&f->review, PRODUCED);
	int64_t sum = 0, all = 0;
	bool alone = true; /* a sample of the null set */
	for (size_t i = 0; i < f->strata; i++) {
		alone = alone && f->stratum[i].place == NOT_PRODUCED;
		sum += f->stratum[i].size;
		bool later = is_null_set(&f->stratum[i]) && f->stratum[i].of[1].sampled > 0;
		cut += f->stratum[i].place == PLACES || later ? f->stratum[i].size : 0;
	}
	if (f->review.is_read[CONTROL] || f->review.is_read[NULL_SAMPLE] ||
	    f->review.asked.drawn_from != 0)
		return err_usage(e,
				 "%.300s: has strata of its own, which say what was drawn: leave "
				 "--control, --null-sample and --drawn-from out, or say "
				 "--column=stratum=",
				 f->review.coded.name);
	if (place_size(&f->review, WITHHELD) + place_size(&f->review, CULLED) > 0)
		return err_usage(e,
				 "%.300s: with several strata, give what was withheld or culled as "
				 "counts, --withheld=N:n:r and --culled=N:n:r",
				 f->review.coded.name);
	bool sized = f->review.is_read[COLLECTED] || f->collection_given;
	if ((f->review.coded.files > 1 || (alone && sized)) && review_size(&f->review, &all, e) < 0)
		return -1;
	all -= alone ? listed : 0;
	if (f->review.coded.files == 1 && alone && sized && sum > all)
		return err_data(
			e,
			"%.300s: drawn from %lld documents that were not produced, and there "
			"are %lld: are the document numbers written the same way in %.300s?",
			f->review.coded.name, LL(sum), LL(all), place_files(&f->review, PRODUCED));
	if (f->review.coded.files > 1 && sum != all)
		return err_data(
			e,
			"%.300s: drawn from %lld documents in all, and there are %lld: what "
			"samples are drawn from must not overlap, and nothing may be left; " SAMPLES_OVERLAP,
			f->review.coded.name, LL(sum), LL(all));
	if (alone || (produced <= listed && listed <= produced + cut))
		return 0;
	return err_data(e,
			"%.300s: the strata that are produced have %lld documents%s, and %lld are "
			"in %.300s",
			f->review.coded.name, LL(produced),
			cut > 0 ? ", with those of which a part is" : "", LL(listed),
			place_files(&f->review, PRODUCED));
}

/* All of the file is a sample of the whole collection. */
static int from_control_set(struct from_files *f, struct warnings *w, struct err *e)
{
	const struct file_stratum *s = &f->stratum[0];
	int64_t all;
	if (s->place == NOT_PRODUCED && place_size(&f->review, PRODUCED) > 0)
		return err_data(
			e,
			"%.300s: none of its %lld documents was produced. If it was drawn from "
			"what was not produced, -N is missing, the number of all documents (%lld, "
			"with %lld not produced). If it was drawn from all, are the document numbers "
			"written the same way in %.300s?",
			f->review.coded.name, LL(s->of[0].sampled),
			LL(s->size + place_size(&f->review, PRODUCED)), LL(s->size),
			place_files(&f->review, PRODUCED));
	f->review.all_control = true;
	if (!f->review.is_read[COLLECTED] && !f->collection_given)
		f->review.asked.documents = s->size;
	if (review_size(&f->review, &all, e) < 0)
		return -1;
	if (all != s->size)
		return err_data(e, "%.300s: drawn from %lld documents, and the collection has %lld",
				f->review.coded.name, LL(s->size), LL(all));
	return from_samples(f, w, e);
}

static int from_strata(struct from_files *f, struct warnings *w, struct err *e)
{
	f->stratum = arena_zeroed(&f->review.memory, LIST_MAX, sizeof *f->stratum);
	if (f->stratum == NULL)
		return err_memory(e);
	if (add_to_strata(f, e) < 0)
		return -1;
	for (size_t i = 0; i < f->strata; i++) {
		struct file_stratum *s = &f->stratum[i];
		s->place = s->of[1].sampled == 0 || is_null_set(s) ? NOT_PRODUCED
			   : s->of[0].sampled == 0		   ? PRODUCED
								   : PLACES;
	}
	if (is_control_set(f))
		return from_control_set(f, w, e);
	for (size_t i = 0; i < f->review.coded.count; i++)
		f->review.gray[PRODUCED] += f->review.coded.document[i].code == CODE_GRAY;
	f->found = &f->request->reading[0].found;
	if (check_strata(f, e) < 0)
		return -1;
	for (size_t i = 0; i < f->strata; i++)
		if (set_stratum(f, &f->stratum[i], e) < 0)
			return -1;
	if (set_later(f, e) < 0)
		return -1;
	f->request->reading[0].counts = f->request->question.counts;
	f->request->readings = 1;
	return 0;
}

/* ---- all ---- */

static void warn_of_places(const struct from_files *f, struct warnings *w)
{
	const struct review_files *v = &f->review;
	int64_t gray = 0;
	for (int place = 0; place < PLACES; place++)
		gray += v->gray[place];
	for (int place = WITHHELD; place <= CULLED && f->readings.count > 0; place++)
		if (v->of[place].sampled < place_size(v, (enum ledger_place)place))
			warnings_add(w,
				     "%s: the coded documents of %s, %lld, are taken as a random "
				     "sample of them",
				     v->coded.name, place_files(v, (enum ledger_place)place),
				     LL(v->of[place].sampled));
	if (gray > 0)
		warnings_add(w,
			     "%s: %lld document%s coded neither relevant nor not: left out, as if "
			     "not drawn",
			     v->coded.name, LL(gray), gray == 1 ? " is" : "s are");
	if (v->coded.excludes)
		warnings_add(w,
			     "%s has reasons for exclusion and no other decisions: documents "
			     "without one are taken as included",
			     v->coded.name);
	unsigned first = f->readings.item[0].frame;
	unsigned last =
		f->readings.count > 0 ? f->readings.item[f->readings.count - 1].frame : first;
	if (last == FROM_THEN && !v->is_read[SINCE])
		warnings_add(w,
			     "%s: all relevant documents of the control set were produced, and "
			     "nothing says whether some were produced because they had been drawn: "
			     "the bounds hold in either case, and are lower than with "
			     "--produced-since=0:0 (nothing was) or a list of what was",
			     v->coded.name);
	else if (first != last)
		warnings_add(
			w,
			"%s: %lld coded document%s neither produced nor drawn, and nothing says "
			"whether the sample was drawn also from what was already coded "
			"(--drawn-from=null) or not (--drawn-from=unreviewed): the bounds hold for "
			"both",
			v->coded.name, LL(v->outside.sampled),
			v->outside.sampled == 1 ? " was" : "s were");
}

static void warn(const struct from_files *f, struct warnings *w)
{
	const struct coded *coded = &f->review.coded;
	review_files_warn(&f->review, w);
	warn_of_places(f, w);
	if (coded->twice > 0)
		warnings_add(w,
			     "%s: %zu document%s coded in two files, the same way (%s%s): each "
			     "counts once",
			     coded->name, coded->twice, coded->twice == 1 ? " is" : "s are",
			     shown(coded->again).text, coded->twice == 1 ? "" : " ...");
	const struct drawn_documents *drawn = &f->request->question.drawn;
	struct shown name = shown(coded->families);
	if (drawn->document != NULL && drawn->clusters == drawn->count)
		warnings_add(w,
			     "%s: each of the %zu documents is a family of its own (column '%s'): "
			     "bounds are those of documents drawn one by one",
			     coded->name, drawn->count, name.text);
	const struct validation_counts *c = &f->request->question.counts;
	bool listed = place_size(&f->review, PRODUCED) > 0;
	if (c->produced.count + c->cuts == 0 && c->control.text == NULL)
		warnings_add(w,
			     "%s: no document of the production is coded: only elusion can be "
			     "estimated, not recall%s%.300s",
			     coded->name,
			     listed ? "; check that document numbers are written the same way in "
				    : "",
			     listed ? place_files(&f->review, PRODUCED) : "");
}

static struct review_lists lists_of(const struct validate_request *q, const struct output *out)
{
	const struct segment_list *size = &q->question.counts.collection;
	bool alone =
		q->production.count == 0; /* the frame is the null set: all documents that count */
	return (struct review_lists){
		.judged = &q->judged,
		.volumes = { &q->production, &q->withheld, &q->culled },
		.path = { alone			    ? q->frame_file
			  : q->collection.count > 0 ? q->collection.text[0]
						    : NULL,
			  q->control_file, q->null_sample, alone ? NULL : q->frame_file,
			  q->since_file },
		.nothing_since = q->question.counts.since.text != NULL,
		.drawn_from = alone ? FROM_NULL : q->drawn_from,
		.documents = size->count == 1 && size->item[0].size_only ? size->item[0].size : -1,
		.columns = &q->formats.columns,
		.list_columns = &q->formats.run_columns,
		.leave_uncoded_out = q->leave_uncoded_out,
		.command = out->asked.command,
	};
}

int validation_from_files(struct validate_request *q, const struct output *out, struct warnings *w,
			  struct err *e)
{
	struct from_files f = { .request = q,
				.table = out->asked.table,
				.collection_given = q->question.counts.collection.count > 0 };
	if (q->production.count == 0 && q->frame_file == NULL)
		return err_usage(
			e,
			"'%.200s': the list of what was produced is missing, --produced=FILE; of an "
			"elusion test alone, that of what was not, --drawn-from=FILE",
			q->judged.text[0]);
	if (column_options_check(&q->formats.columns, e) < 0 ||
	    column_options_check(&q->formats.run_columns, e) < 0)
		return -1;
	const struct review_lists lists = lists_of(q, out);
	int result = review_files_read(&f.review, &lists, e);
	q->reading = calloc(READINGS_MAX + 1, sizeof *q->reading);
	if (result == 0 && q->reading == NULL)
		result = err_memory(e);
	if (result == 0)
		result = f.review.coded.strata ? from_strata(&f, w, e) : from_samples(&f, w, e);
	if (result == 0 && q->formats.columns.cluster != NULL)
		result = keep_documents(&f, e);
	else if (result == 0 && f.review.coded.families.at != NULL)
		result = ask_of_families(&f.review, e);
	if (result == 0)
		warn(&f, w);
	names_release(&f.families);
	review_files_release(&f.review);
	if (q->question.drawn.clusters == q->question.drawn.count) { /* or there are none */
		free(q->question.drawn.document);
		q->question.drawn = (struct drawn_documents){ 0 };
	}
	return result;
}
