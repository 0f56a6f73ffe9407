/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "readers/references.h"

/* Tags, each of four characters. */
struct kind {
	const char *begins;
	const char *names; /* the first one wins */
	const char *notes;
	const char *wanted; /* for messages */
	bool ends;	    /* with ER: without it the file was cut off */
};

static const struct kind kinds[] = {
	{ "TY  ", "ID  AN  DO  TI  T1  ", "N1  KW  ", "ID, AN, DO or TI", true },
	{ "PMID", "PMID", "OT  GN  ", "PMID", false },
};

enum { TAG = 4, NAMES = 5 };

struct reading {
	const struct input *in;
	const struct kind *kind;
	reference_sink receiver;
	void *context;
	struct reference now; /* place.line is 0: no record has begun */
	struct slice name[NAMES];
	uint64_t decided, records; /* records with a decision, and all */
};

static bool is_tag(struct slice line)
{
	if (line.length <= TAG || line.at[TAG] != '-' ||
	    (line.length > TAG + 1 && line.at[TAG + 1] != ' '))
		return false;
	for (size_t i = 0; i < TAG; i++) {
		char c = line.at[i];
		bool letter = (c >= 'A' && c <= 'Z') || (i > 0 && c >= '0' && c <= '9');
		if (!letter && (i < 2 || c != ' '))
			return false;
	}
	return true;
}

/* Which of a list of tags it is, from 0; -1: none. */
static int tag_among(struct slice line, const char *tags)
{
	for (int i = 0; tags[TAG * i] != '\0'; i++)
		if (memcmp(line.at, tags + TAG * i, TAG) == 0)
			return i;
	return -1;
}

static struct slice trim(struct slice s)
{
	while (s.length > 0 && strchr(" \t\r", s.at[s.length - 1]) != NULL)
		s.length--;
	while (s.length > 0 && (s.at[0] == ' ' || s.at[0] == '\t'))
		s = (struct slice){ s.at + 1, s.length - 1 };
	return s;
}

/* Takes a text off the front, or off the end. */
static struct slice without(struct slice s, const char *before, const char *behind)
{
	size_t first = strlen(before), last = strlen(behind);
	if (s.length >= first && memcmp(s.at, before, first) == 0)
		s = (struct slice){ s.at + first, s.length - first };
	if (s.length >= last && memcmp(s.at + s.length - last, behind, last) == 0)
		s.length -= last;
	return trim(s);
}

static bool has(struct slice s, const char *text)
{
	return memmem(s.at, s.length, text, strlen(text)) != NULL;
}

static bool is_word_of_user(const struct column_options *o, enum word kind, struct slice note)
{
	for (size_t i = 0; o != NULL && i < o->word[kind].count; i++)
		if (names_alike(slice_of(o->word[kind].text[i]), note))
			return true;
	return false;
}

/* What a note says: 1, 0, or -1 for nothing. */
static int decision_of(const struct input *in, struct slice note)
{
	if (has(note, "ASReview_relevant") || is_word_of_user(in->options, WORD_RELEVANT, note))
		return 1;
	if (has(note, "ASReview_irrelevant") ||
	    is_word_of_user(in->options, WORD_NONRELEVANT, note))
		return 0;
	return -1;
}

static int take_note(struct reading *r, struct slice note, uint64_t line, struct err *e)
{
	static const char time[] = "asreview_time:", own[] = "asreview_note:";
	note = without(note, "<p>", "</p>");
	int decision = decision_of(r->in, note);
	if (decision >= 0 && r->now.decision >= 0 && decision != r->now.decision)
		return err_at(e, r->in->path, line,
			      "note '%s' says otherwise than a note above it of the same record",
			      shown(note.at, note.length).text);
	if (decision >= 0)
		r->now.decision = decision;
	if (note.length > sizeof time && memcmp(note.at, time, sizeof time - 1) == 0)
		r->now.time = without(without(note, time, ""), "\"", "\"");
	note = without(without(note, own, ""), "\"", "\"");
	if (slice_equal(note, slice_of("random")))
		r->now.random = true;
	return 0;
}

static int end_record(struct reading *r, struct err *e)
{
	if (r->now.place.line == 0)
		return 0;
	for (int i = 0; i < NAMES && r->now.name.length == 0; i++)
		r->now.name = r->name[i];
	if (r->now.name.length == 0)
		return err_at(e, r->in->path, r->now.place.line,
			      "a record without a name: none of %s is there", r->kind->wanted);
	r->records++;
	r->decided += r->now.decision >= 0;
	int result = r->receiver(r->context, &r->now, e);
	r->now = (struct reference){ .decision = -1 };
	return result;
}

static int begin_record(struct reading *r, uint64_t line, struct err *e)
{
	if (end_record(r, e) < 0)
		return -1;
	r->now = (struct reference){ .place = { r->in->path, line }, .decision = -1 };
	for (int i = 0; i < NAMES; i++)
		r->name[i] = (struct slice){ 0 };
	return 0;
}

static int take_line(struct reading *r, struct slice line, uint64_t number, struct err *e)
{
	if (!is_tag(line))
		return 0;
	if (tag_among(line, r->kind->begins) == 0 && begin_record(r, number, e) < 0)
		return -1;
	if (tag_among(line, "ER  ") == 0)
		return end_record(r, e);
	struct slice value = trim((struct slice){ line.at + TAG + 1, line.length - TAG - 1 });
	int name = tag_among(line, r->kind->names);
	if (r->now.place.line == 0)
		return err_at(e, r->in->path, number, "'%.4s' stands before a record begins (%s)",
			      line.at, r->kind->begins);
	if (name >= 0 && r->name[name].length == 0)
		r->name[name] = value;
	return tag_among(line, r->kind->notes) >= 0 ? take_note(r, value, number, e) : 0;
}

static const struct kind *kind_of(const struct input *in)
{
	const char *at = in->bytes, *end = at + in->size;
	if (in->size >= 3 && memcmp(at, "\xef\xbb\xbf", 3) == 0)
		at += 3;
	while (at < end && (*at == '\r' || *at == '\n' || *at == ' '))
		at++;
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (end - at > TAG && memcmp(at, kinds[i].begins, TAG) == 0 && at[TAG] == '-')
			return &kinds[i];
	return NULL;
}

bool is_references(const struct input *in)
{
	return kind_of(in) != NULL;
}

int references_read(const struct input *in, reference_sink receiver, void *context, struct err *e)
{
	struct reading r = { .in = in,
			     .kind = kind_of(in),
			     .receiver = receiver,
			     .context = context,
			     .now.decision = -1 };
	const char *at = in->bytes, *end = at + in->size;
	uint64_t number = 0;
	if (in->size >= 3 && memcmp(at, "\xef\xbb\xbf", 3) == 0)
		at += 3;
	while (at < end) {
		const char *stop = memchr(at, '\n', (size_t)(end - at));
		stop = stop != NULL ? stop : end;
		if (take_line(&r, (struct slice){ at, (size_t)(stop - at) }, ++number, e) < 0)
			return -1;
		at = stop < end ? stop + 1 : end;
	}
	if (r.kind->ends && r.now.place.line > 0)
		return err_at(e, in->path, r.now.place.line,
			      "the file ends within this record: its last line, ER, is missing");
	if (end_record(&r, e) < 0)
		return -1;
	return r.decided > 0
		       ? 0
		       : err_data(e,
				  "%.600s: none of its %llu records has a decision: a note "
				  "ASReview_relevant or ASReview_irrelevant, or a word that "
				  "--relevant-word and --nonrelevant-word name (notes are %.2s and "
				  "%.2s here)",
				  in->path, (unsigned long long)r.records, r.kind->notes,
				  r.kind->notes + TAG);
}
