/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Columns by their names, and words for grades. What each header means is written by hand.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "readers/columns.h"

static const struct columns_asked judged = { .needed = COLUMN(DOCUMENT) | COLUMN(RELEVANCE),
					     .optional = COLUMN(TOPIC) | COLUMN(PROBABILITY) };
static const struct columns_asked labelled = { .needed = COLUMN(DOCUMENT),
					       .optional = COLUMN(TOPIC),
					       .one_of = COLUMN(LABEL) | COLUMN(SCORE) };

/* The user can name columns, and has named none. */
static const struct column_options nothing = { .option = "--column" };

struct last {
	char field[COLUMN_KINDS][40];
	int64_t grade;
	size_t rows;
	bool words; /* grades are wanted */
};

static int take(void *context, const struct table_row *row, struct err *e)
{
	struct last *x = context;
	x->rows++;
	for (int c = 0; c < COLUMN_KINDS; c++) {
		struct slice f = row->field[c];
		snprintf(x->field[c], sizeof x->field[c], "%.*s", (int)f.length,
			 f.at != NULL ? f.at : "");
	}
	return x->words ? row_relevance(row, &x->grade, e) : 0;
}

static struct last x;
static struct err e;

static int read_text(const char *text, const struct columns_asked *asked,
		     const struct column_options *o)
{
	struct input in;
	bool words = x.words;
	e = (struct err){ 0 };
	x = (struct last){ .words = words };
	assert_int_equal(input_from_bytes(&in, "x.csv", text, strlen(text), &e), 0);
	in.options = o;
	int result = table_read(&in, asked, take, &x, &e);
	struct err none = { 0 };
	bool header = has_header(&in, asked, &none) > 0;
	assert_true(result < 0 || header);
	input_release(&in);
	return result;
}

/* The document is d, the relevance r, the topic t, if there is one. */
static void means(const char *header, const char *row)
{
	char text[300];
	snprintf(text, sizeof text, "%s\n%s\n", header, row);
	x.words = false;
	if (read_text(text, &judged, NULL) < 0)
		fail_msg("%s", e.text);
	assert_string_equal(x.field[COLUMN_DOCUMENT], "d");
	assert_string_equal(x.field[COLUMN_RELEVANCE], "r");
	assert_string_equal(x.field[COLUMN_TOPIC], strchr(row, 't') != NULL ? "t" : "");
}

static void refuses(const char *text, const struct columns_asked *asked,
		    const struct column_options *o, const char *message)
{
	assert_int_equal(read_text(text, asked, o), -1);
	assert_string_equal(e.text, message);
}

static void columns_are_found_under_the_names_that_people_use(void **state)
{
	(void)state;
	static const char *const document[] = {
		"docno",      "document",	  "doc",	   "docid",
		"doc_id",     "Doc ID",		  "DocID",	   "DOC-ID",
		"DocumentID", "Document ID",	  "corpus-id",	   "Control Number",
		"pid",	      "Control_Number",	  "ControlNumber", "BegBates",
		"BEGBATES",   "BegDoc",		  "PMID",	   "record_id",
		"id",	      "\"Document ID?\"", "Doc  Id"
	};
	static const char *const topic[] = { "topic",	 "Topic", "qid",     "query_id",
					     "query-id", "query", "Query ID" };
	static const char *const relevance[] = { "rel",	      "relevance",  "Grade",
						 "label",     "Responsive", "Responsive?",
						 "Relevant?", "included",   "label_included",
						 "Coding" };
	char header[200];
	for (size_t i = 0; i < sizeof document / sizeof *document; i++) {
		snprintf(header, sizeof header, "rel,%s,topic", document[i]);
		means(header, "r,d,t");
		snprintf(header, sizeof header, "%s\tother\trel", document[i]);
		means(header, "d\t\tr");
	}
	for (size_t i = 0; i < sizeof topic / sizeof *topic; i++) {
		snprintf(header, sizeof header, "%s;docno;rel", topic[i]);
		means(header, "t;d;r");
	}
	for (size_t i = 0; i < sizeof relevance / sizeof *relevance; i++) {
		snprintf(header, sizeof header, "docno,%s", relevance[i]);
		means(header, "d,r");
	}
}

static void own_names_win_and_weak_ones_lose(void **state)
{
	(void)state;
	means("id,docno,rel", "1,d,r");
	means("PMID,docno,label,rel", "1,d,0,r");
	means("id,Doc ID,Responsive", "1,d,r");
	means("qid,query,docid,rel", "t,text of it,d,r");
	refuses("Doc ID,Control Number,rel\n", &judged, &nothing,
		"x.csv:1: two columns of the header could be docno: 'Doc ID' and 'Control Number'; say "
		"which, as in --column=docno='Doc ID'");
	refuses("\ndocno,Doc,rel\n", &judged, &nothing,
		"x.csv:2: two columns of the header could be docno: 'docno' and 'Doc'; say which, as in "
		"--column=docno='docno'");
	refuses("docno,Responsive,Coding\n", &judged, &nothing,
		"x.csv:1: two columns of the header could be rel: 'Responsive' and 'Coding'; say which, "
		"as in --column=rel='Responsive'");
}

static void what_is_missing_is_named_with_what_to_type(void **state)
{
	(void)state;
	refuses("rel,Item\n", &judged, &nothing,
		"x.csv:1: no column 'docno' in the header 'rel,Item'; if it has another name, say so, as "
		"in --column=docno='Item' (known names: docno, document, doc, docid, document_id, "
		"doc_number, document_number, corpus-id, pid, Control Number, BegBates, Begin Bates, BegDoc, Begin #, PMID, "
		"record_id, Covidence #)");
	refuses("rel\n", &judged, &nothing,
		"x.csv:1: no column 'docno' in the header 'rel' (fields are separated by commas, semicolons "
		"or tabs); if it has another name, say so, as in --column=docno='NAME' (known names: docno, "
		"document, doc, docid, document_id, doc_number, document_number, corpus-id, pid, Control "
		"Number, BegBates, Begin Bates, BegDoc, Begin #, PMID, record_id, Covidence #)");
	refuses("topic,docno,size\n", &labelled, &nothing,
		"x.csv:1: no column 'score' or 'label' in the header 'topic,docno,size'; if it has another "
		"name, say so, as in --column=score='size'");
	refuses("topic,docno,size\n", &labelled, NULL,
		"x.csv:1: no column 'score' or 'label' in the header 'topic,docno,size'");
	refuses("docno,doc,rel\n", &judged, NULL,
		"x.csv:1: two columns of the header could be docno: 'docno' and 'doc'");
	assert_int_equal(read_text("docno,Relevance Score\nd,0.5\n", &labelled, NULL), 0);
	assert_string_equal(x.field[COLUMN_SCORE], "0.5");
	assert_string_equal(x.field[COLUMN_LABEL], "");
}

static void what_the_user_names_wins(void **state)
{
	(void)state;
	static const char *typed[] = { "rel=Second look", "docno=item", "prob=" };
	const struct column_options o = { .option = "--column", .column = { typed, 3 } };
	assert_int_equal(column_options_check(&o, &e), 0);
	x.words = false;
	assert_int_equal(read_text("Item,docno,rel,second_look,prob\na,b,c,d,e\n", &judged, &o), 0);
	assert_string_equal(x.field[COLUMN_DOCUMENT], "a");
	assert_string_equal(x.field[COLUMN_RELEVANCE], "d");
	assert_string_equal(x.field[COLUMN_PROBABILITY], "");
	/* exactly so, where two are alike */
	assert_int_equal(read_text("Item,item,rel,second_look,prob\na,b,c,d,e\n", &judged, &o), 0);
	assert_string_equal(x.field[COLUMN_DOCUMENT], "b");
	refuses("ITEM,Item,Second look\n", &judged, &o,
		"x.csv:1: --column=docno=item: two columns of the header have this name: type the "
		"name exactly as in 'ITEM,Item,Second look'");
	refuses("docno,rel\n", &judged, &o,
		"x.csv:1: --column=rel=Second look: no column of that name in the header 'docno,rel'");
}

static void what_was_typed_wrongly_is_refused(void **state)
{
	(void)state;
	static const char *wrong[] = { "rel", "relevant judgment=x", "=x", "" };
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		const struct column_options o = { .option = "--run-column",
						  .column = { &wrong[i], 1 } };
		char message[300];
		e = (struct err){ 0 };
		assert_int_equal(column_options_check(&o, &e), -1);
		assert_int_equal(e.status, STATUS_USAGE);
		snprintf(
			message, sizeof message,
			"--run-column=%s: not COLUMN=NAME, as in --run-column=docno='Doc ID'; columns are "
			"topic, docno, rel, score, rank, label, prob, stratum, size, picks, judged_by, "
			"tag, cluster, privilege, control, random, time; of scores "
			"item, system, score, repetition, dataset",
			wrong[i]);
		assert_string_equal(e.text, message);
	}
}

/* The grade of the only row. */
static int64_t grade_of(const char *word, const struct column_options *o)
{
	char text[100];
	snprintf(text, sizeof text, "docno,rel\nd,%s\n", word);
	x.words = true;
	if (read_text(text, &judged, o) < 0)
		fail_msg("%s", e.text);
	return x.grade;
}

static void words_are_grades(void **state)
{
	(void)state;
	static const char *const yes[] = { "R",	   "y",	       "YES",	     "true",
					   "TRUE", "Relevant", "Responsive", "included" };
	static const char *const no[] = { "NR",
					  "n",
					  "No",
					  "FALSE",
					  "not relevant",
					  "Non-Relevant",
					  "Not Responsive",
					  "NonResponsive",
					  "non_responsive",
					  "irrelevant",
					  "Excluded" };
	for (size_t i = 0; i < sizeof yes / sizeof *yes; i++)
		assert_int_equal(grade_of(yes[i], NULL), 1);
	for (size_t i = 0; i < sizeof no / sizeof *no; i++)
		assert_int_equal(grade_of(no[i], NULL), 0);
	assert_int_equal(grade_of("3", NULL), 3);
	assert_int_equal(grade_of("-1", NULL), -1);
	static const char *relevant[] = { "Privileged", "Needs Redaction" };
	static const char *gray[] = { "technical issue", "-1", "?" }, *none[] = { "Yes", "9" };
	const struct column_options o = { .option = "--column",
					  .word = { { none, 2 }, { relevant, 2 }, { gray, 3 } } };
	assert_int_equal(grade_of("PRIVILEGED", &o), 1);
	assert_int_equal(grade_of("needs redaction?", &o), 1);
	assert_int_equal(grade_of("Technical Issue", &o), GRADE_GRAY);
	assert_int_equal(grade_of("yes", &o), 0); /* what the user says wins */
	assert_int_equal(grade_of("9", &o), 0);
	assert_int_equal(grade_of("-1.0", &o), GRADE_GRAY); /* signs count in numbers ... */
	assert_int_equal(grade_of("1", &o), 1);
	assert_int_equal(grade_of("-9", &o), -9);
	assert_int_equal(grade_of("?", &o), GRADE_GRAY); /* ... and if there is nothing else */
	assert_int_equal(grade_of("no", &o), 0);
	assert_int_equal(grade_of("responsive", &o), 1);
}

/* The words that are listed stand between the first part of the message and the last one. */
static void refuses_word(const char *text, const struct column_options *o, const char *line,
			 const char *word, const char *listed)
{
	char message[1100], hint[300] = "";
	if (o != NULL)
		snprintf(
			hint, sizeof hint,
			"; say what they mean, as in --relevant-word='%s', --nonrelevant-word='%s' or "
			"--gray-word='%s'",
			word, word, word);
	snprintf(
		message, sizeof message,
		"x.csv:%s: relevance '%s' is neither a whole number nor a known word; unknown words in "
		"this column: %s%s (known: R, Y, yes, true, relevant, responsive, included, include, "
		"hot; NR, N, no, false, not relevant, nonrelevant, irrelevant, not responsive, "
		"nonresponsive, unresponsive, excluded, exclude)",
		line, word, listed, hint);
	refuses(text, &judged, o, message);
}

static void unknown_words_are_listed(void **state)
{
	(void)state;
	x.words = true;
	static const char some[] =
		"docno,rel\na,Yes\nb,Maybe\nc,maybe\nd,\ne,Technical Issue\nf,1.5\n";
	refuses_word(some, &nothing, "3", "Maybe", "'Maybe', 'Technical Issue', '1.5'");
	refuses_word(some, NULL, "3", "Maybe", "'Maybe', 'Technical Issue', '1.5'");
	refuses_word("docno,rel\na,a\na,b\na,c\na,d\na,e\na,f\na,g\na,h\na,i\na,j\na,k\n", &nothing,
		     "2", "a", "'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j' ...");
	refuses("docno,rel\na,1.5\n", &judged, NULL, "x.csv:2: relevance '1.5' is not an integer");
	refuses("docno,rel\na,1000001\n", &judged, NULL,
		"x.csv:2: relevance '1000001' is not within -1000000 and 1000000");
	refuses("docno,rel\na,\n", &judged, NULL, "x.csv:2: relevance is empty");
}

static void a_header_is_told_from_a_line_of_data(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		bool header, delimited;
	} cases[] = {
		{ "Doc ID,Responsive?\n", true, true },
		{ "# comment\n\ndocno\trel\n", true, true },
		{ "DocID,Control Number,Responsive\n", true, true }, /* which one, is asked later */
		{ "Item,Code\n", false, true },
		{ "Item;Code\n", false, true },
		{ "1,0,d,1\n", false, true },
		{ "301 0 FBIS3-10082 1\n", false, false },
		{ "301 0 a,b 1\n", false, false },
		{ "docno rel\n", false, false },
		{ "", false, false },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct input in;
		const char *text = cases[i].text;
		assert_int_equal(input_from_bytes(&in, "x", text, strlen(text), &e), 0);
		assert_int_equal(has_header(&in, &judged, &e), cases[i].header);
		assert_int_equal(is_delimited(&in, &judged, &e), cases[i].delimited);
		input_release(&in);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(columns_are_found_under_the_names_that_people_use),
		cmocka_unit_test(own_names_win_and_weak_ones_lose),
		cmocka_unit_test(what_is_missing_is_named_with_what_to_type),
		cmocka_unit_test(what_the_user_names_wins),
		cmocka_unit_test(what_was_typed_wrongly_is_refused),
		cmocka_unit_test(words_are_grades),
		cmocka_unit_test(unknown_words_are_listed),
		cmocka_unit_test(a_header_is_told_from_a_line_of_data),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
