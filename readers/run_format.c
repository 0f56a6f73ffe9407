/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/nearest.h"
#include "core/base/pages.h"
#include "core/base/parallel.h"
#include "core/base/system.h"
#include "readers/columns.h"
#include "readers/memory.h"
#include "readers/nugget_rows.h"
#include "readers/run_format.h"

static const uint64_t PIECE_AT_MAX = (UINT64_C(1) << 40) - 1;

static struct piece piece_in(const struct input *in, struct slice s)
{
	return (struct piece){ .at = (uint64_t)(s.at - in->bytes) & ((UINT64_C(1) << 40) - 1),
			       .length = s.length & ((UINT64_C(1) << 24) - 1) };
}

/*
 * The arrays that all formats of runs fill, and the name of a run that has none.
 */

void run_records_release(struct run_records *r)
{
	pages_release(r->record, r->capacity * sizeof *r->record);
	free(r->segment);
	*r = (struct run_records){ 0 };
}

/* Whether a name has the ending, and something before it. */
static bool ends_in(struct slice name, const char *ending)
{
	size_t length = strlen(ending);
	return name.length > length && memcmp(name.at + name.length - length, ending, length) == 0;
}

/*
 * The name of a run that does not tell it: its file's, without folders and without endings like
 * .gz, .txt, .csv and .run. It lives as long as in->path.
 */
static struct slice run_name_of_file(const struct input *in)
{
	static const char *const endings[] = { ".gz",  ".txt",	".csv",	  ".tsv",
					       ".run", ".json", ".jsonl", ".xlsx" };
	struct slice name = slice_of(name_in_folder(in->path));
	size_t i = 0;
	while (i < sizeof endings / sizeof endings[0]) {
		if (ends_in(name, endings[i])) {
			name.length -= strlen(endings[i]);
			i = 0; /* there may be several, as in .run.gz */
		} else {
			i++;
		}
	}
	return name;
}

int run_records_reserve(struct run_records *r, const struct input *in, size_t least_bytes,
			struct err *e)
{
	if (in->size > PIECE_AT_MAX)
		return err_data(e, "%.600s: a run of more than 1 TiB", in->path);
	/* threads read parts, each rounded up by one record: fewer parts than kibibytes */
	size_t capacity = in->size / least_bytes + in->size / 1024 + 1;
	r->record = pages_reserve(capacity * sizeof *r->record);
	if (r->record == NULL)
		return err_memory(e);
	r->capacity = capacity;
	r->runid = run_name_of_file(in);
	return 0;
}

int run_records_topic(struct run_records *r, const struct input *in, struct slice topic,
		      struct err *e)
{
	if (!ARRAY_ROOM(r->segment, r->segments, r->segment_capacity))
		return err_memory(e);
	r->segment[r->segments++] =
		(struct run_segment){ .topic = piece_in(in, topic), .first = r->count };
	return 0;
}

/* A segment ends where the next begins. */
static void close_segments(struct run_records *r)
{
	for (size_t s = 0; s < r->segments; s++)
		r->segment[s].count = (s + 1 < r->segments ? r->segment[s + 1].first : r->count) -
				      r->segment[s].first;
}

int run_records_add(struct run_records *r, const struct input *in, struct slice topic,
		    struct slice document, double score, struct err *e)
{
	if (r->segments == 0 ||
	    !slice_equal(piece_slice(in, r->segment[r->segments - 1].topic), topic))
		if (run_records_topic(r, in, topic, e) < 0)
			return -1;
	r->record[r->count++] =
		(struct run_record){ .document = piece_in(in, document), .score = score };
	return 0;
}

/*
 * Several threads.
 */

/* Less is not worth a thread. */
static const size_t PART_BYTES = 1 << 18;

struct part {
	struct lines lines;
	struct run_records records; /* its place in those of the whole, and segments of its own */
};

struct parts {
	const struct run_format *format;
	struct part *part;
	size_t count;
};

/* The end of a line's first word, its topic; `end` ends the input. */
static size_t topic_length(const char *line, const char *end)
{
	size_t length = 0;
	while (line + length < end && (unsigned char)line[length] > ' ')
		length++;
	return length;
}

/*
 * Where a part may begin at or behind `at`: at the next line with another topic than the line
 * before it, as a topic that is cut in two would have to be put together again.
 */
static const char *part_begin(const char *at, const char *end)
{
	const char *line = memchr(at, '\n', (size_t)(end - at));
	while (line != NULL && line + 1 < end) {
		const char *next = memchr(line + 1, '\n', (size_t)(end - line - 1));
		if (next == NULL)
			break;
		size_t length = topic_length(line + 1, end);
		if (length != topic_length(next + 1, end) ||
		    memcmp(line + 1, next + 1, length) != 0)
			return next + 1;
		line = next;
	}
	return end;
}

/* Cuts the input, and hands out places for the records. */
static void cut(struct parts *p, const struct input *in, struct run_records *r)
{
	struct lines whole;
	lines_start(&whole, in);
	const char *begin = whole.next;
	size_t place = 0;
	for (size_t i = 0; i < p->count; i++) {
		const char *end = in->bytes + in->size / p->count * (i + 1);
		end = i + 1 == p->count ? whole.end
		      : end <= begin	? begin
					: part_begin(end - 1, whole.end);
		lines_start_part(&p->part[i].lines, in, begin, end);
		p->part[i].records.record = r->record + place;
		place += (size_t)(end - begin) / p->format->line_bytes + 1;
		begin = end;
	}
}

static int read_part(void *context, size_t item, int thread, struct err *e)
{
	const struct parts *p = context;
	struct part own = p->part[item]; /* not beside those that other threads write to */
	(void)thread;
	int result = p->format->read_lines(&own.lines, &own.records, e);
	p->part[item] = own;
	return result;
}

/* In the order of the file. */
static int join_parts(const struct parts *p, struct run_records *r, struct err *e)
{
	for (size_t i = 0; i < p->count; i++)
		r->segment_capacity += p->part[i].records.segments;
	r->segment = calloc(r->segment_capacity + 1, sizeof *r->segment);
	if (r->segment == NULL)
		return err_memory(e);
	for (size_t i = 0; i < p->count; i++) {
		struct run_records *part = &p->part[i].records;
		close_segments(part);
		for (size_t s = 0; s < part->segments; s++) {
			r->segment[r->segments] = part->segment[s];
			r->segment[r->segments++].first += (size_t)(part->record - r->record);
		}
		r->count += part->count;
		if (part->count > 0)
			r->runid = part->runid;
	}
	return 0;
}

static int read_parts(struct run_records *r, const struct run_format *format,
		      const struct input *in, int jobs, struct err *e)
{
	struct parts p = { format, calloc((size_t)jobs, sizeof *p.part), (size_t)jobs };
	int result =
		p.part == NULL ? err_memory(e) : run_records_reserve(r, in, format->line_bytes, e);
	if (result == 0) {
		cut(&p, in, r);
		result = parallel_each(jobs, p.count, read_part, &p, e);
	}
	if (result == 0)
		result = join_parts(&p, r, e);
	for (size_t i = 0; p.part != NULL && i < p.count; i++)
		free(p.part[i].records.segment);
	free(p.part);
	return result;
}

/* Records in memory: a topic is a segment, also if it has no documents. */
static int take_records(struct run_records *r, const struct run_format *format,
			const struct input *in, struct err *e)
{
	const struct given_records *x = in->records;
	if (strcmp(format->name, "trec_results") != 0)
		return err_usage(e, "%.600s: records in memory have scores: not -T %s", in->path,
				 format->name);
	if (x->size > PIECE_AT_MAX)
		return err_data(e, "%.600s: a run of more than 1 TiB", in->path);
	r->record = pages_reserve((x->count + 1) * sizeof *r->record);
	if (r->record == NULL)
		return err_memory(e);
	r->capacity = x->count + 1;
	if (!ARRAY_AT_LEAST(r->segment, x->topics + 1, r->segment_capacity))
		return err_memory(e);
	for (size_t i = 0; i < x->count; i++) {
		const struct slice name = { in->bytes + x->record[i].at, x->record[i].length };
		r->record[i] = (struct run_record){ .document = piece_in(in, name),
						    .score = x->record[i].value };
	}
	for (size_t t = 0; t < x->topics; t++) {
		const struct given_topic *topic = &x->topic[t];
		const struct slice name = { in->bytes + topic->at, topic->length };
		r->segment[t] = (struct run_segment){ .topic = piece_in(in, name),
						      .first = topic->first,
						      .count = topic->count };
	}
	r->count = x->count;
	r->segments = x->topics;
	r->runid = slice_of(x->name);
	return 0;
}

static bool begins_as_trec_results(const struct input *in)
{
	struct lines l;
	struct slice field[6];
	struct err ignored = { 0 };
	double score;
	lines_start(&l, in);
	return lines_next(&l, field, 6, &ignored) >= 6 && parse_real(field[4], &score);
}

const struct run_format *run_format_of(const struct run_format *f, const struct input *in,
				       struct err *e)
{
	if (!f->unnamed || in->records != NULL || begins_as_trec_results(in))
		return f;
	for (size_t i = 0; run_formats[i] != NULL; i++) {
		int so = run_formats[i]->begins != NULL ? run_formats[i]->begins(in, e) : 0;
		if (so != 0)
			return so > 0 ? run_formats[i] : NULL;
	}
	return f;
}

int run_records_read(struct run_records *r, const struct run_format *format, const struct input *in,
		     int jobs, struct err *e)
{
	bool memory = in->records != NULL;
	if ((memory || !format->named) &&
	    column_options_refuse(in->options, in->path, memory ? "in memory" : "read as -T ",
				  memory ? "" : format->name, e) < 0)
		return -1;
	if (memory)
		return take_records(r, format, in, e);
	size_t parts = in->size / PART_BYTES;
	int threads = parallel_threads(jobs, parts);
	if (format->read_lines != NULL && threads > 1) {
		struct err anything = { 0 };
		if (read_parts(r, format, in, threads, &anything) == 0)
			return 0;
		/* reading in order finds the first wrong line and its number */
		run_records_release(r);
	}
	if (format->read(in, r, e) < 0)
		return -1;
	close_segments(r);
	return 0;
}

int one_run_named(struct one_run *r, struct place where, struct slice name, struct err *e)
{
	struct slice before = r->records->runid;
	if (name.at == NULL)
		return 0;
	if (field_name(where, "run", name, e) < 0)
		return -1;
	if (r->named && !slice_equal(before, name))
		return err_at(e, where.path, where.line,
			      "run '%s' follows run '%s': a file has the answers of one run, so "
			      "write one for each",
			      shown(name).text, shown(before).text);
	r->records->runid = name;
	r->named = true;
	return 0;
}

const struct run_format *run_format_find(const char *name, struct err *e)
{
	for (size_t i = 0; run_formats[i] != NULL; i++)
		if (strcmp(run_formats[i]->name, name) == 0)
			return run_formats[i];
	struct choices c = choices_for(slice_of(name));
	CHOICES_IN(&c, run_formats);
	err_usage(e, "-T %.100s: not one of the formats of runs %s", name, choices_text(&c));
	return NULL;
}

/* ---- rows whose columns have names ---- */

enum { LEAST_BYTES = 4 }; /* of a row: two fields and what separates them */

struct receiver {
	const struct input *in;
	struct run_records *records;
	double score; /* of a row that has none */
};

static int record_of_row(void *context, const struct table_row *row, struct err *e)
{
	const struct receiver *to = context;
	struct slice topic = row->field[COLUMN_TOPIC];
	struct slice value = row->field[COLUMN_SCORE];
	double score = to->score;
	if ((topic.at != NULL && field_name(row->place, "topic", topic, e) < 0) ||
	    field_name(row->place, "document", row->field[COLUMN_DOCUMENT], e) < 0)
		return -1;
	if (value.at != NULL && field_score(row->place, value, &score, e) < 0)
		return -1;
	if (row->field[COLUMN_TAG].at != NULL) {
		if (field_name(row->place, "tag", row->field[COLUMN_TAG], e) < 0)
			return -1;
		to->records->runid = row->field[COLUMN_TAG];
	}
	if (topic.at == NULL)
		topic = (struct slice){ to->in->bytes, 0 };
	return run_records_add(to->records, to->in, topic, row->field[COLUMN_DOCUMENT], score, e);
}

static int read_rows(const struct input *in, struct run_records *r,
		     const struct columns_asked *asked, size_t least_bytes, table_sink take,
		     struct err *e)
{
	struct receiver to = { .in = in, .records = r };
	if (run_records_reserve(r, in, least_bytes, e) < 0)
		return -1;
	return table_read(in, asked, take, &to, e);
}

int list_rows_read(const struct input *in, struct run_records *r, const struct columns_asked *asked,
		   size_t least_bytes, struct err *e)
{
	return read_rows(in, r, asked, least_bytes, record_of_row, e);
}

/*
 * A column that is called rank is a rank in retrieval, 1 being the best, and a score on some review
 * platforms, 100 being the best: the user must say which.
 */
static int rank_or_score(const struct table_row *row, struct err *e)
{
	struct slice name = row->header->called[COLUMN_RANK];
	struct shown text = shown(name);
	return err_at(e, row->place.path, row->place.line,
		      "column '%s' may hold ranks, 1 being the best, or scores, the highest being "
		      "the best: say --run-column=rank='%s' or --run-column=score='%s'",
		      text.text, text.text, text.text);
}

static int take_ranked(void *context, const struct table_row *row, struct err *e)
{
	const struct table_header *h = row->header;
	if ((h->present & COLUMN(SCORE)) != 0)
		return record_of_row(context, row, e);
	if ((h->named & COLUMN(RANK)) == 0)
		return rank_or_score(row, e);
	int64_t rank;
	struct slice field = row->field[COLUMN_RANK];
	struct receiver *to = context;
	if (!parse_whole(field, &rank) || rank < 1)
		return field_bad(row->place, "rank", field, "is not a whole number above 0", e);
	to->score = -(double)rank;
	return record_of_row(context, row, e);
}

int run_rows_read(const struct input *in, struct run_records *r, struct err *e)
{
	static const struct columns_asked asked = {
		.needed = COLUMN(DOCUMENT),
		.one_of = COLUMN(SCORE) | COLUMN(RANK),
		.optional = COLUMN(TOPIC) | COLUMN(TAG),
		.otherwise = "a list of documents without scores is read with -T set",
	};
	return read_rows(in, r, &asked, LEAST_BYTES, take_ranked, e);
}

/* ---- cheap labels of documents: a table with a header (readers/columns.h), or else qrels ---- */

struct label_receiver {
	const struct input *in;
	struct run_records *records;
	bool all; /* every document must have a label */
};

/* A document without a label is as good as one that is not listed, unless all must have one. */
static int add_labelled_document(const struct label_receiver *to, struct place where,
				 struct slice topic, struct slice document, struct slice label,
				 struct err *e)
{
	if (field_name(where, "document", document, e) < 0)
		return -1;
	if (label.length == 0 && !to->all)
		return 0;
	if (field_name(where, "label", label, e) < 0 ||
	    run_records_add(to->records, to->in, topic, document, 0, e) < 0)
		return -1;
	to->records->record[to->records->count - 1].label = piece_in(to->in, label);
	return 0;
}

/* A grade is a label too; words are not translated, as they are only names of classes. */
static const struct columns_asked asked = {
	.needed = COLUMN(DOCUMENT),
	.optional = COLUMN(TOPIC),
	.one_of = COLUMN(LABEL) | COLUMN(SCORE) | COLUMN(RELEVANCE),
};

static int take_labelled_row(void *context, const struct table_row *row, struct err *e)
{
	const struct label_receiver *to = context;
	struct slice topic = row->field[COLUMN_TOPIC], label = row->field[COLUMN_LABEL];
	if (label.at == NULL)
		label = row->field[COLUMN_SCORE];
	if (label.at == NULL)
		label = row->field[COLUMN_RELEVANCE];
	if (topic.at != NULL && field_name(row->place, "topic", topic, e) < 0)
		return -1;
	if (topic.at == NULL)
		topic = (struct slice){ to->in->bytes, 0 };
	return add_labelled_document(to, row->place, topic, row->field[COLUMN_DOCUMENT], label, e);
}

static int read_qrels(const struct input *in, const struct label_receiver *to, struct err *e)
{
	static const struct columns four = { 4, 4, "topic iteration document label" };
	struct slice field[4];
	struct lines l;
	int found;
	lines_start(&l, in);
	while ((found = lines_next_checked(&l, &four, field, 4, e)) > 0)
		if (add_labelled_document(to, lines_place(&l), field[0], field[2], field[3], e) < 0)
			return -1;
	return found;
}

static int take_pair(void *context, struct place place, struct slice topic, struct slice pair,
		     struct slice grade, struct err *e)
{
	return add_labelled_document(context, place, topic, pair, grade, e);
}

static int read_file(const struct input *in, struct run_records *r, bool all, struct err *e)
{
	struct label_receiver to = { in, r, all };
	if (run_records_reserve(r, in, LEAST_BYTES, e) < 0)
		return -1;
	int pairs = assigned_pairs_begin(in, e), delimited = is_delimited(in, &asked, e);
	if (pairs < 0 || delimited < 0 ||
	    (pairs	 ? assigned_pairs_read(in, take_pair, &to, e)
	     : delimited ? table_read(in, &asked, take_labelled_row, &to, e)
			 : read_qrels(in, &to, e)) < 0)
		return -1;
	return r->count > 0 ? 0 : err_data(e, "%.600s: no document has a label", in->path);
}

static int read_some(const struct input *in, struct run_records *r, struct err *e)
{
	return read_file(in, r, false, e);
}

static int read_all(const struct input *in, struct run_records *r, struct err *e)
{
	return read_file(in, r, true, e);
}

const struct run_format label_file = { .name = "labels", .named = true, .read = read_some };
const struct run_format labelled_list = { .name = "labels", .named = true, .read = read_all };
