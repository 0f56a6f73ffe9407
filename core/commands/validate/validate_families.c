/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The documents that were coded, with their families.
 */
#include <stdlib.h>

#include "core/commands/validate/validate_files.h"

/* Each stratum is a sample of its own. */
static bool by_strata(const struct from_files *f)
{
	return f->review.coded.strata && !f->review.all_control;
}

/* Of this name, size and, if sides are apart, place. Samples of two files may each be of a whole
 * called "all". */
struct file_stratum *find_stratum(const struct from_files *f, const struct coded_document *d)
{
	for (struct file_stratum *s = f->stratum; s < f->stratum + f->strata; s++)
		if (slice_equal(s->name, d->stratum) && s->size == d->size &&
		    (!f->apart || (s->place == PRODUCED) == (place_of(&f->review, d) == PRODUCED)))
			return s;
	return NULL;
}

/* The sample that a document is of: a number, and the documents that it was drawn from. */
static int32_t sample_of(const struct from_files *f, const struct coded_document *d, int64_t *size)
{
	enum { CODED = PLACES }; /* outside the frame */
	enum ledger_place place = place_of(&f->review, d);
	const struct ledger_reading *r = &f->readings.item[0];
	if (by_strata(f)) {
		const struct file_stratum *s = find_stratum(f, d);
		*size = s->size;
		return (int32_t)(s - f->stratum);
	}
	bool coded =
		place == NOT_PRODUCED && r->coded.size > 0 && !is_in(&f->review, NULL_SAMPLE, d);
	*size = coded			? r->coded.size
		: place != NOT_PRODUCED ? place_size(&f->review, place)
		: r->null.known		? r->null.size
					: r->collection - r->produced.size - r->withheld.size;
	return coded ? CODED : (int32_t)place;
}

/* Whether a document was coded and is part of a sample, or of what was coded as a whole. */
static bool counts(const struct from_files *f, const struct coded_document *d,
		   enum ledger_place place)
{
	const struct ledger_reading *r = &f->readings.item[0];
	if (!is_coded(d))
		return false;
	if (by_strata(f) || place == WITHHELD || place == CULLED)
		return true;
	if (is_in(&f->review, CONTROL, d) || is_in(&f->review, NULL_SAMPLE, d))
		return true;
	return place == PRODUCED
		       ? r->produced.known
		       : r->coded.size > 0 || (r->null.known && !has_null_sample(&f->review));
}

/* The family of a document; an empty field is one of its own. */
static int32_t family_of(struct from_files *f, size_t document, struct err *e)
{
	struct slice family = f->review.coded.document[document].family;
	if (family.length == 0)
		return INT32_MAX - (int32_t)document;
	return (int32_t)names_add(&f->families, &f->review.memory, family, e) + 1;
}

/* Its weight is the size of what it was drawn from, until all are counted. */
static int keep_document(struct from_files *f, size_t i, struct err *e)
{
	struct drawn_documents *to = &f->request->question.drawn;
	const struct coded_document *d = &f->review.coded.document[i];
	enum ledger_place place = place_of(&f->review, d);
	int32_t family = family_of(f, i, e);
	int64_t size;
	if (family <= 0)
		return -1;
	const int32_t sample = sample_of(f, d, &size);
	to->document[to->count++] =
		(struct sampled_document){ .grade = d->code == CODE_RELEVANT,
					   .cluster = family,
					   .weight = (double)size,
					   .rank = place == PRODUCED || place == WITHHELD ? 0 : -1,
					   .drawn = -1,
					   .stratum = sample };
	to->single += d->family.length == 0;
	return 0;
}

/* The sizes of all families, and what is known without the sample. */
static int keep_families(struct from_files *f, struct err *e)
{
	struct drawn_documents *to = &f->request->question.drawn;
	const struct ledger_reading *r = &f->readings.item[0];
	struct family_list all;
	struct slice largest = { 0 };
	if (family_list_fill(&f->review, &all, e) < 0)
		return -1;
	to->sized = family_list_sample(&f->review, &all, r->collection, &to->families, &largest);
	memcpy(to->not_drawn, shown(largest).text, sizeof to->not_drawn);
	if (!has_control(&f->review)) {
		to->families.known_found = (double)r->produced.coded.relevant;
		to->families.known_missed = (double)r->coded.coded.relevant;
		to->sized = to->sized && r->produced.coded.sampled == r->produced.size;
	}
	return 0;
}

/* The production and the null set come first, then what was withheld or culled. */
int keep_documents(struct from_files *f, struct err *e)
{
	struct drawn_documents *to = &f->request->question.drawn;
	double sampled[LIST_MAX] = { 0 };
	if (f->readings.count > 1 || f->readings.item[0].since.sampled > 0)
		return err_usage(e,
				 "--cluster-column: bounds by families need a sample of which all "
				 "documents are coded and none was produced since, and what it was "
				 "drawn from, --drawn-from=null or --drawn-from=unreviewed");
	to->document = calloc(f->review.coded.count + 1, sizeof *to->document);
	if (to->document == NULL)
		return err_memory(e);
	for (int review = 1; review >= 0; review--) {
		for (size_t i = 0; i < f->review.coded.count; i++) {
			const struct coded_document *d = &f->review.coded.document[i];
			enum ledger_place place = place_of(&f->review, d);
			bool of_review = place == PRODUCED || place == NOT_PRODUCED;
			if (of_review == review && counts(f, d, place) &&
			    keep_document(f, i, e) < 0)
				return -1;
		}
		to->of_review = review ? to->count : to->of_review;
	}
	for (size_t i = 0; i < to->count; i++)
		sampled[to->document[i].stratum]++;
	for (size_t i = 0; i < to->count; i++)
		to->document[i].weight /= sampled[to->document[i].stratum];
	to->clusters = f->families.count + to->single;
	return by_strata(f) ? 0 : keep_families(f, e);
}
