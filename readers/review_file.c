/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "core/base/array.h"
#include "readers/columns.h"
#include "readers/lines.h"
#include "readers/review_file.h"

/* ---- points in time ---- */

/*
 * A point in time, as exports of reviews have it: a number (seconds, ASReview until 2.0), or a date
 * and a time of day in the order of ISO 8601, with a blank or a T between (2025-04-19 08:30:05).
 */

/* Takes digits off the front, which must be so many. */
static bool take_digits(struct slice *text, size_t count, int *out)
{
	*out = 0;
	for (size_t i = 0; i < count; i++) {
		if (i >= text->length || text->at[i] < '0' || text->at[i] > '9')
			return false;
		*out = 10 * *out + (text->at[i] - '0');
	}
	*text = (struct slice){ text->at + count, text->length - count };
	return true;
}

static bool take_one_of(struct slice *text, const char *characters)
{
	if (text->length == 0 || text->at[0] == '\0' || strchr(characters, text->at[0]) == NULL)
		return false;
	*text = (struct slice){ text->at + 1, text->length - 1 };
	return true;
}

static int days_in(int year, int month)
{
	static const int days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
	bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
	return days[month - 1] + (month == 2 && leap);
}

static double days_before(int year, int month, int day)
{
	double days = 365.0 * (year - 1970) + day - 1;
	for (int y = 1970; y < year; y++)
		days += days_in(y, 2) - 28;
	for (int m = 1; m < month; m++)
		days += days_in(year, m);
	return days;
}

/* Seconds, of a date since 1970 without leap seconds; false: it is neither. A zone is refused. */
static bool parse_moment(struct slice text, double *seconds)
{
	int year, month, day, hour, minute, second;
	double part = 0;
	if (parse_real(text, seconds))
		return isfinite(*seconds);
	if (!take_digits(&text, 4, &year) || !take_one_of(&text, "-") ||
	    !take_digits(&text, 2, &month) || !take_one_of(&text, "-") ||
	    !take_digits(&text, 2, &day) || !take_one_of(&text, " T") ||
	    !take_digits(&text, 2, &hour) || !take_one_of(&text, ":") ||
	    !take_digits(&text, 2, &minute) || !take_one_of(&text, ":") ||
	    !take_digits(&text, 2, &second))
		return false;
	if (text.length > 0 && (text.at[0] != '.' || !parse_real(text, &part)))
		return false;
	if (year < 1970 || month < 1 || month > 12 || day < 1 || day > days_in(year, month) ||
	    hour > 23 || minute > 59 || second > 60)
		return false;
	*seconds =
		86400 * days_before(year, month, day) + 3600 * hour + 60 * minute + second + part;
	return true;
}

/* ---- where records go ---- */

/* A record of a file whose rows have times, and are not in the order of the review. */
struct timed_record {
	struct review_record record;
	double time;
	size_t number; /* in the file: the order of equal times */
};

/* Where the records go, and whether there are any. */
struct receiver {
	review_sink receiver;
	void *context;
	bool any;
	bool in_order;		 /* the user says so, whatever the times are */
	uint64_t unseen;	 /* line of the last record without a decision and time; 0: none */
	size_t relevant, others; /* records without a time, before the first that is out of ... */
	bool mixed;		 /* ... an order with all relevant ones first */
	struct timed_record *timed; /* until all are there */
	size_t count, room;
};

/* A row without a code was not reviewed. Its time may be empty, too. */
static int keep(struct receiver *to, struct slice time, const struct review_record *r,
		struct err *e)
{
	struct timed_record t = { .record = *r, .number = to->count };
	if (!parse_moment(time, &t.time))
		return field_bad(
			r->place, "time", time,
			"is neither a number nor a date and time (2025-04-19 08:30:05); it "
			"gives the order of the review",
			e);
	if (!ARRAY_ROOM(to->timed, to->count, to->room))
		return err_memory(e);
	to->timed[to->count++] = t;
	return 0;
}

static int hand_over(struct receiver *to, const struct review_record *r, struct err *e)
{
	to->any = true;
	return to->receiver(to->context, r, e);
}

static int hand_unseen(const struct receiver *to, struct review_record *r, struct err *e)
{
	r->unseen = true;
	return to->receiver(to->context, r, e);
}

/* A record of a table without times, whose order is taken for that of the review: what was not
 * reviewed comes last. */
static int hand_untimed(struct receiver *to, const struct review_record *r, struct err *e)
{
	if (to->unseen > 0 && !to->in_order)
		return err_at(e, r->place.path, to->unseen,
			      "no decision, but the document on line %llu has one, and no column "
			      "gives the time: is the order that of the review? If it is, say "
			      "--column=time=",
			      (unsigned long long)r->place.line);
	if (r->grade > 0)
		to->mixed = to->mixed || to->others > 0;
	*(r->grade > 0 ? &to->relevant : &to->others) += !r->control;
	return hand_over(to, r, e);
}

/* An export of the whole collection that is sorted by decision says nothing of the order. */
static int check_order(const struct receiver *to, const char *path, struct err *e)
{
	enum { FEW = 10 };
	if (to->in_order || to->unseen == 0 || to->mixed || to->relevant < FEW || to->others < FEW)
		return 0;
	return err_data(e,
			"%.600s: all %zu relevant documents come before all %zu others, and no "
			"column gives the time: the file seems to be sorted by decision. If this "
			"is the order of the review, say --column=time=",
			path, to->relevant, to->others);
}

/* ---- files of references ---- */

/*
 * Files of references with the decisions of a review: RIS (reference managers, ASReview) and NBIB
 * (PubMed). A line is a tag of two to four letters, blanks up to four, a hyphen, a blank and the
 * value; other lines go on with the value of the line above, and are passed over.
 *
 *          a record begins   its name, the first of   notes
 *   RIS    TY                ID, AN, DO, TI, T1       N1, KW
 *   NBIB   PMID              PMID                     OT, GN
 *
 * Notes say what was decided: ASReview_relevant, ASReview_irrelevant or ASReview_not_seen somewhere
 * in a note, as ASReview writes and reads them (asreview/data/ris.py, 3.0), or a whole note that is
 * a word of the user. "asreview_time: X" is the time of the decision, X being a number or a date,
 * in quotes or not. A whole note "random" says that the document was drawn at
 * random from what was left. <p> and </p> around a note, as Zotero writes them, do not count.
 */

struct reference {
	struct place place; /* of its first line */
	struct slice name;
	struct slice time; /* .at is NULL: there is none */
	int decision;	   /* 1 relevant, 0 not relevant, -1 none */
	bool random;
};

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
	struct receiver *to;
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
		if (words_alike(slice_of(o->word[kind].text[i]), note))
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
			      "note '%s' contradicts an earlier note of the same record",
			      shown(note).text);
	if (decision >= 0)
		r->now.decision = decision;
	if (note.length > sizeof time && memcmp(note.at, time, sizeof time - 1) == 0)
		r->now.time = without(without(note, time, ""), "\"", "\"");
	note = without(without(note, own, ""), "\"", "\"");
	if (slice_equal(note, slice_of("random")))
		r->now.random = true;
	return 0;
}

static int take_reference(struct receiver *to, const struct reference *x, struct err *e)
{
	struct review_record r = {
		.place = x->place, .document = x->name, .grade = x->decision, .random = x->random
	};
	if (x->decision < 0)
		return hand_unseen(to, &r, e);
	if (field_name(x->place, "document", x->name, e) < 0)
		return -1;
	if (to->in_order)
		return hand_over(to, &r, e);
	if (x->time.at != NULL)
		return keep(to, x->time, &r, e);
	return err_at(e, x->place.path, x->place.line,
		      "record '%s' has a decision and no time (a note 'asreview_time: ...'): the "
		      "order of the review is not known. If the records are in this order, say "
		      "--column=time=; ASReview puts the relevant ones first",
		      shown(x->name).text);
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
	int result = take_reference(r->to, &r->now, e);
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
		return err_at(e, r->in->path, number, "'%.4s' appears before a record begins (%s)",
			      line.at, r->kind->begins);
	if (name >= 0 && r->name[name].length == 0)
		r->name[name] = value;
	return tag_among(line, r->kind->notes) >= 0 ? take_note(r, value, number, e) : 0;
}

static const struct kind *kind_of_review_file(const struct input *in)
{
	const char *at = input_text(in), *end = in->bytes + in->size;
	while (at < end && (*at == '\r' || *at == '\n' || *at == ' '))
		at++;
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (end - at > TAG && memcmp(at, kinds[i].begins, TAG) == 0 && at[TAG] == '-')
			return &kinds[i];
	return NULL;
}

static int references_read(const struct input *in, struct receiver *to, struct err *e)
{
	struct reading r = {
		.in = in, .kind = kind_of_review_file(in), .to = to, .now.decision = -1
	};
	const char *at = input_text(in), *end = in->bytes + in->size;
	uint64_t number = 0;
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

/* ---- reviews ---- */

static const struct columns_asked asked = {
	.needed = COLUMN(DOCUMENT) | COLUMN(RELEVANCE),
	.optional = COLUMN(CONTROL) | COLUMN(RANDOM) | COLUMN(TIME),
};

/* An empty field is 0. */
static int take_flag(const struct table_row *row, enum known_column column, bool *flag,
		     struct err *e)
{
	struct slice field = row->field[column];
	return field.length == 0 ? 0 : field_flag(row->place, column_name(column), field, flag, e);
}

static int by_time(const void *a, const void *b)
{
	const struct timed_record *x = a, *y = b;
	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return x->number < y->number ? -1 : 1;
}

static int take_decision_row(void *context, const struct table_row *row, struct err *e)
{
	struct review_record r = { .place = row->place, .document = row->field[COLUMN_DOCUMENT] };
	struct receiver *to = context;
	bool timed = row->field[COLUMN_TIME].at != NULL;
	if (row->field[COLUMN_RELEVANCE].length == 0) {
		to->unseen = timed ? to->unseen : row->place.line;
		return hand_unseen(to, &r, e);
	}
	if (field_name(row->place, "document", r.document, e) < 0 ||
	    row_relevance(row, &r.grade, e) < 0 ||
	    take_flag(row, COLUMN_CONTROL, &r.control, e) < 0 ||
	    take_flag(row, COLUMN_RANDOM, &r.random, e) < 0)
		return -1;
	if (r.control && r.random)
		return field_bad(row->place, "document", r.document,
				 "is both control and random; a control sample was drawn before "
				 "the review, random documents during it",
				 e);
	return timed ? keep(to, row->field[COLUMN_TIME], &r, e) : hand_untimed(to, &r, e);
}

/* Hands over what was kept, in the order of the times. */
static int hand_over_kept(struct receiver *to, int result, struct err *e)
{
	if (result == 0 && to->count > 0)
		qsort(to->timed, to->count, sizeof *to->timed, by_time);
	for (size_t i = 0; i < to->count && result == 0; i++)
		result = hand_over(to, &to->timed[i].record, e);
	free(to->timed);
	return result;
}

/* The user can say one thing of the columns: there are no times, and the file is in order. */
static int read_references(const struct input *in, struct receiver *to, struct err *e)
{
	const struct column_options *o = in->options;
	for (size_t i = 0; o != NULL && i < o->column.count; i++) {
		if (strcmp(o->column.text[i], "time=") != 0)
			return err_usage(e,
					 "%s=%.100s: %.300s is a file of references, which has "
					 "no columns; only time= is for it",
					 o->option, o->column.text[i], in->path);
		to->in_order = true;
	}
	return hand_over_kept(to, references_read(in, to, e), e);
}

/* --column=time=: there is no such column. */
static bool says_in_order(const struct input *in)
{
	const struct column_options *o = in->options;
	for (size_t i = 0; o != NULL && i < o->column.count; i++)
		if (strcmp(o->column.text[i], "time=") == 0)
			return true;
	return false;
}

static int read_columns(const struct input *in, struct receiver *to, struct err *e)
{
	static const struct columns two = { 2, 2, "document judgment" };
	if (column_options_refuse(in->options, in->path, "two columns without a header", "", e) < 0)
		return -1;
	struct slice field[2];
	struct lines l;
	int found;
	lines_start(&l, in);
	while ((found = lines_next_checked(&l, &two, field, 2, e)) > 0) {
		struct review_record r = { .place = lines_place(&l), .document = field[0] };
		double grade;
		if (lines_grade(&l, field[1], &grade, e) < 0)
			return -1;
		r.grade = (int64_t)fmax(grade, 0); /* HiCAL's -1 is not relevant */
		if (hand_over(to, &r, e) < 0)
			return -1;
	}
	return found;
}

int review_read(const struct input *in, review_sink receiver, void *context, struct err *e)
{
	struct receiver to = { .receiver = receiver, .context = context };
	bool references = kind_of_review_file(in) != NULL;
	int delimited = references ? 0 : is_delimited(in, &asked, e);
	if (delimited < 0)
		return -1;
	if (delimited)
		to.in_order = says_in_order(in);
	int result =
		references ? read_references(in, &to, e)
		: delimited
			? hand_over_kept(&to, table_read(in, &asked, take_decision_row, &to, e), e)
			: read_columns(in, &to, e);
	if (result < 0 || check_order(&to, in->path, e) < 0)
		return -1;
	return to.any ? 0 : err_data(e, "%.600s: no document is reviewed", in->path);
}
