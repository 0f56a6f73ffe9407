/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "readers/lines.h"
#include "readers/run_format.h"

enum { TOPIC, Q0, DOCUMENT, RANK, SCORE, TAG, COLUMNS };

enum { LINE_BYTES = 2 * COLUMNS };

static const char *looks_like_other(const struct slice *fields, int count)
{
	int64_t grade;
	if (count == 3)
		return " (three columns are -T msmarco, topic document rank; with a line \"topic "
		       "docno score\" above them, and tabs or commas, -T csv)";
	return count == 4 && parse_whole(fields[3], &grade)
		       ? " (these look like judgments, and a run is read here)"
		       : "";
}

static const char *first_looks_like(const struct slice *fields, int count)
{
	return count == 1 ? " (a list of document numbers is -T set)"
			  : looks_like_other(fields, count);
}

static int read_lines(struct lines *l, struct run_records *r, struct err *e)
{
	static const struct columns columns = { COLUMNS, 0, "topic Q0 document rank score tag" };
	struct slice field[COLUMNS];
	int count;
	l->looks_like = first_looks_like;
	while ((count = lines_next_checked(l, &columns, field, COLUMNS, e)) > 0) {
		double score;
		if (field_score(lines_place(l), field[SCORE], &score, e) < 0 ||
		    run_records_add(r, l->in, field[TOPIC], field[DOCUMENT], score, e) < 0)
			return -1;
		r->runid = field[TAG];
		l->looks_like = looks_like_other;
	}
	if (count == 0 && r->count > 0)
		return field_name(lines_place(l), "tag", r->runid, e);
	return count;
}

static int read_trec_results(const struct input *in, struct run_records *r, struct err *e)
{
	struct lines l;
	lines_start(&l, in);
	return run_records_reserve(r, in, LINE_BYTES, e) < 0 ? -1 : read_lines(&l, r, e);
}

RUN_FORMAT = {
	.name = "trec_results",
	.summary = "TREC run: topic Q0 document rank score tag (the default)",
	.manual =
		"Six columns: topic Q0 document rank score tag.\n"
		"Documents are ranked by falling score, equal scores by falling document number\n"
		"(bytewise); the rank column and Q0 are ignored. The score is a number, not NaN.\n"
		"A document may appear only once in a topic; the lines of a topic need not stand\n"
		"together. The tag of the last line is the run's name, and has no control\n"
		"character. Columns beyond the sixth are ignored.\n"
		"  301 Q0 FR940202-2-00150 1 2.129133 STANDARD\n",
	.read = read_trec_results,
	.read_lines = read_lines,
	.line_bytes = LINE_BYTES,
	.ranks = true,
};
