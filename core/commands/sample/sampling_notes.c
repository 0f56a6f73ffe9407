/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/hash.h"
#include "core/base/number.h"
#include "core/commands/sample/sampling_work.h"

void sampling_note_file(const struct sampling_work *b, const struct input *in)
{
	if (b->s->receiver->notes != NULL)
		warnings_add(b->s->receiver->notes, "drawn from: %s, XXH64 %016llx", in->path,
			     (unsigned long long)hash_name((struct slice){ in->bytes, in->size }));
}

void sampling_note_bands(const struct sampling_work *b)
{
	const struct listed_strata *x = &b->listed;
	for (size_t t = 0; x->cut != NULL && b->s->receiver->notes != NULL && t < x->list.topics;
	     t++) {
		char text[BANDS_MAX * 48] = "";
		size_t at = 0;
		for (size_t i = 0; i < x->cuts; i++)
			at += (size_t)snprintf(text + at, sizeof text - at, "band%zu from %s, ",
					       i + 1, real_text(x->cut[t * x->cuts + i]).text);
		struct slice topic = x->list.topic[t].name;
		warnings_add(b->s->receiver->notes, "scores of topic %s: %sband%zu below",
			     shown(topic.at, topic.length).text, text, x->cuts + 1);
	}
}

/* The least and the greatest score of a topic. */
static struct interval score_range(const struct run_topic *t)
{
	struct interval x = { INFINITY, -INFINITY };
	for (size_t i = 0; i < t->count; i++) {
		x.lower = fmin(x.lower, t->record[i].score);
		x.upper = fmax(x.upper, t->record[i].score);
	}
	return x;
}

void sampling_warn_of_bands(const struct sampling_work *b)
{
	const struct bands *bands = b->s->bands;
	const struct listed_strata *x = &b->listed;
	for (size_t t = 0; bands != NULL && t < x->list.topics; t++) {
		const struct interval range = score_range(&x->list.topic[t]);
		double count = (double)bands->count;
		if (bands->asked && range.upper > 1 && count > range.lower && count < range.upper) {
			warnings_add(b->warnings,
				     "--bands=%zu makes %zu bands of about as many documents each; "
				     "to cut scores at %zu, type --bands=%zu.0",
				     bands->count, bands->count, bands->count, bands->count);
			return;
		}
		bool first = bands->cuts > 0 && range.upper < bands->cut[0];
		bool last = bands->cuts > 0 && range.lower >= bands->cut[bands->cuts - 1];
		if (first || last)
			warnings_add(b->warnings,
				     "--bands: no score is %s %s: band%zu is empty (scores are "
				     "from %g to %g)",
				     first ? "at least" : "below",
				     real_text(bands->cut[first ? 0 : bands->cuts - 1]).text,
				     first ? 1 : bands->cuts + 1, range.lower, range.upper);
	}
}

void sampling_note_classes(const struct sampling_work *b)
{
	const struct listed_strata *x = &b->listed;
	for (size_t k = 0; b->drawn_of != NULL && b->s->receiver->notes != NULL && k < x->count;
	     k++) {
		size_t documents = 0;
		for (size_t t = 0; t < x->run[k].topics; t++)
			documents += x->run[k].topic[t].count;
		if (documents > 0)
			warnings_add(
				b->s->receiver->notes,
				"label %s: documents %zu, drawn %zu, guessed share of relevant ones "
				"%.3g",
				shown(x->run[k].id, strlen(x->run[k].id)).text, documents,
				atomic_load(&b->drawn_of[k]), x->share[k]);
	}
}

static void warn_of_sample(const struct sampling_work *b)
{
	size_t small = 0, joined = 0;
	int64_t missing = 0, unsampled = 0, nameless = 0, lost = 0;
	for (size_t t = 0; t < b->topics.count; t++) {
		const struct sampling_outcome *o = &b->outcome[t];
		small += o->missing > 0;
		missing += o->missing;
		unsampled += o->unsampled;
		joined += o->joined;
		nameless += o->nameless;
		lost += o->lost;
	}
	if (small > 0)
		warnings_add(b->warnings,
			     "in %zu topic%s there are fewer documents than are to be drawn (%lld "
			     "missing): all of them are in the sample",
			     small, small == 1 ? "" : "s", (long long)missing);
	if (lost > 0 && !b->drawing.add_judged)
		warnings_add(b->warnings,
			     "%s: %lld judged document%s not in the new sample and cannot be used: "
			     "a sample grows with the same --seed and list, and a larger size",
			     b->drawing.judged->in.path, (long long)lost,
			     lost == 1 ? " is" : "s are");
	if (b->drawing.design != DESIGN_STRATA)
		return;
	if (joined > 0)
		warnings_add(
			b->warnings,
			"in %zu topic%s there are more cells of the runs than documents to "
			"draw: small cells are joined by how many runs retrieve them, and a run "
			"retrieves parts of such strata; to avoid it, draw more or name fewer "
			"runs",
			joined, joined == 1 ? "" : "s");
	if (unsampled > 0)
		warnings_add(b->warnings,
			     "nothing is drawn of cells that hold %lld document%s: the sample says "
			     "nothing about them",
			     (long long)unsampled, unsampled == 1 ? "" : "s");
	if (b->drawing.collection_size == 0 && !b->is_listed)
		warnings_add(b->warnings,
			     "documents that no run retrieves are not drawn: name all "
			     "documents with --collection, or give their number with -N");
	if (nameless > 0)
		warnings_add(
			b->warnings,
			"%lld row%s without a document number: put in documents drawn at random "
			"from those that no run retrieves",
			(long long)nameless, nameless == 1 ? "" : "s");
}

/*
 * Documents that are taken for certain count only for themselves: what an earlier random sample
 * stood for is lost.
 */
static void warn_of_added(const struct sampling_work *b)
{
	const struct judgments *j = b->drawing.judged;
	if (b->drawing.add_judged && j->format->sampling != SAMPLING_NONE)
		warnings_add(
			b->warnings,
			"%s: if this is an earlier random sample from the same documents, "
			"--add-judged makes intervals wider: its documents will stand for "
			"themselves only. Draw with the same --seed and a larger size instead, "
			"without --add-judged",
			j->in.path);
}

int sampling_warn(const struct sampling_work *b, struct err *e)
{
	warn_of_added(b);
	warn_of_sample(b);
	return warnings_check(b->warnings, e);
}
