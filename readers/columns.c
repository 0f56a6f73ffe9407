/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The names of columns, and how a header is matched with them.
 */
#define _GNU_SOURCE
#include "readers/columns.h"

/* By right: a column's own names, other names that it is known by, names that may mean something
 * else. The first own name is the one in messages. */
enum right { OWN, OTHER, WEAK, RIGHTS };

static const char *const names[COLUMN_KINDS][RIGHTS] = {
	[COLUMN_TOPIC] = { "topic", "qid, query_id, topic_id", "query" },
	[COLUMN_DOCUMENT] = { "docno, document, doc",
			      "docid, document_id, doc_number, document_number, corpus-id, pid, "
			      "Control Number, BegBates, Begin Bates, BegDoc, Begin #, PMID, record_id, "
			      "Covidence #",
			      "id, key" },
	[COLUMN_RELEVANCE] = { "rel, relevance",
			       "grade, label, Responsive?, Responsiveness, Responsive Designation, "
			       "Relevant, included, label_included, asreview_label, Coding, Codes" },
	[COLUMN_SCORE] = { "score", "Relevance Score, Probability" },
	[COLUMN_RANK] = { "rank" },
	[COLUMN_LABEL] = { "label" },
	[COLUMN_PROBABILITY] = { "prob, probability" },
	[COLUMN_STRATUM] = { "stratum" },
	[COLUMN_SIZE] = { "size" },
	[COLUMN_PICKS] = { "picks" },
	[COLUMN_JUDGED_BY] = { "judged_by" },
	[COLUMN_TAG] = { "tag" },
	[COLUMN_CLUSTER] = { "cluster",
			     "family, Family ID, Group Identifier, Group ID, BegAttach, Thread ID" },
	[COLUMN_PRIVILEGE] = { "privilege",
			       "Privilege Designation, Privileged, Privilege Status, Privilege Type, "
			       "Priv" },
	[COLUMN_CONTROL] = { "control" },
	[COLUMN_RANDOM] = { "random" },
	[COLUMN_TIME] = { "time", "asreview_time, labeling_time" },
	[COLUMN_RUNS] = { "runs" },
	[COLUMN_SAMPLED] = { "sampled" },
	[COLUMN_RELEVANT] = { "relevant" },
	[COLUMN_ASSESSABLE] = { "assessable" },
	[COLUMN_TRUTH] = { "truth" },
	[COLUMN_RETRIEVED] = { "retrieved" },
	[COLUMN_RETRIEVED_B] = { "retrieved_b" },
	[COLUMN_YIELD] = { "yield" },
	[COLUMN_GROUP] = { "group" },
	[COLUMN_RUN] = { "run", "runid", "tag, file" },
	[COLUMN_SYSTEM] = { "system", "model, app_version" },
	[COLUMN_MEASURE] = { "measure", "metric" },
	[COLUMN_MEASURED] = { "value" },
	[COLUMN_ITEM] = { "item, topic",
			  "qid, query_id, topic_id, item_id, sample_id, question_id, example_id, doc_id, testIdx",
			  "id, query, question, input, user_input, name" },
	[COLUMN_REPETITION] = { "repetition", "epoch, trial, seed, repeat, judge, judged_by" },
	[COLUMN_DATASET] = { "dataset", "task, benchmark, subset" },
	[COLUMN_NUGGET] = { "nugget", "nugget_id, nugget_text" },
	[COLUMN_IMPORTANCE] = { "importance" },
	[COLUMN_ASSIGNMENT] = { "assignment" },
	[COLUMN_SENTENCE] = { "sentence", "sentence_id" },
	[COLUMN_CITATION] = { "citation", "docid, segment" },
	[COLUMN_SUPPORT] = { "support" },
};

const char *column_name(enum known_column c)
{
	static const char *const shortest[COLUMN_KINDS] = {
		[COLUMN_DOCUMENT] = "docno",
		[COLUMN_RELEVANCE] = "rel",
		[COLUMN_PROBABILITY] = "prob",
	};
	return shortest[c] != NULL ? shortest[c] : names[c][OWN];
}

bool column_is_called(enum known_column c, struct slice name)
{
	return name_is_listed(names[c][OWN], name) || name_is_listed(names[c][OTHER], name) ||
	       name_is_listed(names[c][WEAK], name);
}

/*
 * What the user says.
 */

/* A name, as in --column=rel='Responsive?'. */
struct typed {
	const char *option, *text;
	enum known_column column; /* COLUMN_KINDS: none */
	struct slice name;	  /* empty: the file has none */
};

/* What the user typed as number `i`; --cluster-column comes behind all of --column. */
static struct typed typed(const struct column_options *o, size_t i)
{
	struct typed t = { "--cluster-column", o->cluster, COLUMN_KINDS, { 0 } };
	if (i == o->column.count) {
		t.column = o->cluster != NULL ? COLUMN_CLUSTER : COLUMN_KINDS;
		t.name = slice_of(o->cluster != NULL ? o->cluster : "");
		return t;
	}
	t.option = o->option;
	t.text = o->column.text[i];
	size_t length = strcspn(t.text, "=");
	for (int c = COLUMN_KINDS - 1; c >= 0 && t.text[length] == '='; c--) /* topic is no item */
		if (name_is_listed(names[c][OWN], (struct slice){ t.text, length }))
			t.column = (enum known_column)c;
	t.name = slice_of(t.text + length + (t.text[length] == '='));
	return t;
}

bool column_options_inside(const struct column_options *o, struct slice name)
{
	for (size_t i = 0; o != NULL && i < o->column.count; i++) {
		const struct slice typed_name = typed(o, i).name;
		if (typed_name.length > name.length && typed_name.at[name.length] == '.' &&
		    memcmp(typed_name.at, name.at, name.length) == 0)
			return true;
	}
	return false;
}

/* A column has one name in a file. */
static int check_column(const struct column_options *o, size_t i, struct err *e)
{
	const struct typed t = typed(o, i);
	if (t.column == COLUMN_KINDS)
		return err_usage(
			e,
			"%s=%.100s: not COLUMN=NAME, as in %s=docno='Doc ID'; columns "
			"are topic, docno, rel, score, rank, label, prob, stratum, size, "
			"picks, judged_by, tag, cluster, privilege, control, random, time; "
			"of scores item, system, score, repetition, dataset",
			o->option, t.text, o->option);
	for (size_t k = 0; k < i && !o->several; k++)
		if (typed(o, k).column == t.column && !slice_equal(t.name, typed(o, k).name))
			return err_usage(
				e, "%s=%.100s: there is %s=%.100s already; only one can be given",
				o->option, t.text, o->option, o->column.text[k]);
	return 0;
}

int column_options_check(const struct column_options *o, struct err *e)
{
	if (o->column.count > 63) /* bits of `found` */
		return err_usage(e, "more than 63 times %s", o->option);
	for (size_t i = 0; i < o->column.count; i++)
		if (check_column(o, i, e) < 0)
			return -1;
	return judgment_words_check(o, e);
}

int column_options_refuse(const struct column_options *o, const char *path, const char *what,
			  const char *name, struct err *e)
{
	if (o == NULL)
		return 0;
	const char *given = o->column.count > 0	 ? o->option
			    : o->cluster != NULL ? "--cluster-column"
						 : NULL;
	for (enum word w = 0; w < WORDS; w++)
		given = given == NULL && o->word[w].count > 0 ? word_option(w) : given;
	return given == NULL
		       ? 0
		       : err_usage(e, "%s is for files whose columns have names: %.600s is %s%s",
				   given, path, what, name);
}

/*
 * Decisions that stand within a longer text:
 *
 *     Rayyan     notes          RAYYAN-INCLUSION: {"Ann"=>"Included", "Bob"=>"Included"} | ...
 *     Covidence  notes or tags  Exclusion reason: Wrong study design;
 *     Everlaw    codes          Responsive:Yes; Privilege:No
 */

static const char inclusion[] = "RAYYAN-INCLUSION:", reason[] = "Exclusion reason:";

static const char *text_in(struct slice s, const char *text)
{
	return memmem(s.at, s.length, text, strlen(text));
}

/* Votes that agree are one word; others are a conflict. */
static struct slice vote_of(struct slice text)
{
	const char *end = memchr(text.at, '}', text.length), *at;
	struct slice rest = { text.at, end != NULL ? (size_t)(end - text.at) : text.length };
	struct slice vote = { 0 };
	while ((at = text_in(rest, "=>\"")) != NULL) {
		rest = (struct slice){ at + 3, rest.length - (size_t)(at + 3 - rest.at) };
		const char *quote = memchr(rest.at, '"', rest.length);
		struct slice one = { rest.at, quote != NULL ? (size_t)(quote - rest.at) : 0 };
		if (vote.at != NULL && !slice_equal(vote, one))
			return slice_of("conflict");
		vote = one;
	}
	return vote.at != NULL ? vote : (struct slice){ text.at, 0 };
}

/* The value behind a name of the column rel; the text itself if there is none. */
static struct slice value_of(struct slice text)
{
	struct slice rest = text;
	while (memchr(rest.at, ':', rest.length) != NULL) {
		struct slice name = slice_before(&rest, ":"), value = slice_before(&rest, ";,|\n");
		if (column_is_called(COLUMN_RELEVANCE, name))
			return value;
	}
	return text;
}

struct slice decision_in(const struct table_header *h, const struct slice *field)
{
	struct slice text = field[h->position[COLUMN_RELEVANCE]];
	if (h->excludes) {
		bool excluded =
			text_in(text, reason) != NULL || text_in(field[h->also], reason) != NULL;
		return slice_of(excluded ? "excluded" : "included");
	}
	const char *votes = text_in(text, inclusion);
	if (votes != NULL) {
		votes += sizeof inclusion - 1;
		return vote_of((struct slice){ votes, text.length - (size_t)(votes - text.at) });
	}
	if (h->votes)
		return (struct slice){ text.at, 0 };
	if (text.length < 5 || memchr(text.at, ':', text.length) == NULL)
		return text;
	return value_of(text);
}

/*
 * The header.
 */

struct search {
	struct table_header *h;
	const struct slice *name;
	size_t names;
	struct place place;
	struct slice text;
};

static bool is_taken(const struct table_header *h, int64_t position)
{
	for (int c = 0; c < COLUMN_KINDS; c++)
		if ((h->present >> c & 1) != 0 && h->position[c] == position)
			return true;
	return false;
}

static void take_column(struct search *s, enum known_column c, size_t position)
{
	s->h->present |= (column_set)1 << c;
	s->h->position[c] = (int64_t)position;
	s->h->called[c] = s->name[position];
}

/* What to type to name a column; empty: there is no option for it. */
struct hint {
	char text[200];
};

static struct hint hint_of(const struct search *s, const char *before, enum known_column c,
			   struct slice name)
{
	const struct column_options *o = s->h->in->options;
	struct hint hint = { "" };
	if (o != NULL && o->option != NULL)
		snprintf(hint.text, sizeof hint.text, "; %s, as in %s=%s='%s'", before, o->option,
			 column_name(c), shown(name).text);
	return hint;
}

static int two_columns(const struct search *s, enum known_column c, struct slice a, struct slice b,
		       struct err *e)
{
	return err_at(e, s->place.path, s->place.line,
		      "two columns of the header could be %s: '%s' and '%s'%s", column_name(c),
		      shown(a).text, shown(b).text, hint_of(s, "say which", c, a).text);
}

/* What the user typed; a topic is an item where items are asked for. */
static struct typed typed_for(const struct search *s, size_t number)
{
	const struct columns_asked *a = s->h->asked;
	const column_set wanted = a->needed | a->optional | a->one_of;
	struct typed t = typed(s->h->in->options, number);
	if (t.column == COLUMN_TOPIC && (wanted & COLUMN(ITEM)) != 0)
		t.column = COLUMN_ITEM;
	return t;
}

/* A name that is exactly the one that the user typed, or else the only one that is alike. It need
 * not be there if there is another one; the first that is there counts. */
static int find_named(struct search *s, size_t number, bool another, struct err *e)
{
	struct table_header *h = s->h;
	const struct column_options *o = h->in->options;
	const struct typed t = typed_for(s, number);
	size_t found = s->names, exact = s->names, alike = 0;
	for (size_t i = 0; i < s->names; i++) {
		exact = exact == s->names && slice_equal(s->name[i], t.name) ? i : exact;
		if (names_alike(s->name[i], t.name)) {
			found = i;
			alike++;
		}
	}
	found = exact < s->names ? exact : found;
	if (found == s->names && another)
		return 0;
	if (found == s->names)
		return err_at(e, s->place.path, s->place.line,
			      "%s=%.100s: no column of that name in the header '%s'", t.option,
			      t.text, shown(s->text).text);
	h->found |= (uint64_t)1 << number;
	bool first = (h->named >> t.column & 1) == 0;
	if (!first && number == o->column.count && h->position[t.column] != (int64_t)found)
		return err_at(e, s->place.path, s->place.line,
			      "%s=%.100s: %s=cluster names another column, '%s', and only one can "
			      "count",
			      t.option, t.text, o->option, shown(h->called[t.column]).text);
	if (first && exact == s->names && alike > 1)
		return err_at(e, s->place.path, s->place.line,
			      "%s=%.100s: two columns of the header have this name: type the name "
			      "exactly as in '%s'",
			      t.option, t.text, shown(s->text).text);
	if (first)
		take_column(s, t.column, found);
	h->named |= (column_set)1 << t.column;
	return 0;
}

/* Takes the columns that the user named. `without` gets those of which the file has none. Of
 * several files, each may have names of its own for a column. */
static int take_named(struct search *s, column_set wanted, column_set *without, struct err *e)
{
	const struct column_options *o = s->h->in->options;
	for (size_t i = 0; o != NULL && i <= o->column.count; i++) {
		const struct typed t = typed_for(s, i);
		const column_set one = (column_set)1 << t.column;
		bool another = ((*without | s->h->named) & one) != 0;
		for (size_t k = i + 1; k <= o->column.count; k++)
			another = another || typed(o, k).column == t.column;
		if ((wanted & one) != 0 && t.name.length == 0)
			*without |= one;
		else if ((wanted & one) != 0 &&
			 find_named(s, i,
				    (another && o->several) || (s->h->asked->may_lack & one) != 0,
				    e) < 0)
			return -1;
	}
	/* where a row lacks the one that was named, no other one is meant */
	for (size_t i = 0; o != NULL && i <= o->column.count; i++) {
		const column_set one = (column_set)1 << typed_for(s, i).column;
		if ((wanted & s->h->asked->may_lack & ~s->h->named & one) != 0)
			*without |= one;
	}
	return 0;
}

int column_options_found(const struct column_options *o, column_set wanted, uint64_t found,
			 struct err *e)
{
	for (size_t i = 0; i <= o->column.count; i++) {
		const struct typed t = typed(o, i);
		if ((wanted >> t.column & 1) != 0 && t.name.length > 0 && (found >> i & 1) == 0)
			return err_data(e, "%s=%.100s: no file has a column of that name", t.option,
					t.text);
	}
	return 0;
}

/* Takes the columns of `wanted` that have a name of this right. Goes on after an error, the first
 * of which is kept, so that has_header() sees them all. */
static int take_known(struct search *s, column_set wanted, enum right right, int result,
		      struct err *e)
{
	struct table_header *h = s->h;
	for (int c = 0; c < COLUMN_KINDS; c++) {
		column_set one = (column_set)1 << c;
		if ((wanted & one) == 0 || (h->present & one) != 0)
			continue;
		for (size_t i = 0; i < s->names; i++) {
			/* a table of pandas has the numbers of its rows first, without a name */
			bool rows = right == WEAK && c == COLUMN_DOCUMENT && i == 0 &&
				    s->names > 1 && s->name[i].length == 0;
			if (is_taken(h, (int64_t)i) ||
			    !(rows || name_is_listed(names[c][right], s->name[i])))
				continue;
			if ((h->present & one) == 0)
				take_column(s, (enum known_column)c, i);
			else if (result == 0 && c != COLUMN_CLUSTER && c != COLUMN_PRIVILEGE &&
				 !(c == COLUMN_ITEM && right == WEAK))
				result = two_columns(s, (enum known_column)c, h->called[c],
						     s->name[i], e);
		}
	}
	return result;
}

static size_t place_of(const struct search *s, const char *name)
{
	size_t i = 0;
	while (i < s->names && !names_alike(s->name[i], slice_of(name)))
		i++;
	return i;
}

/*
 * Exports whose decisions stand among notes: those of Rayyan and Covidence. Covidence writes why a
 * reference was excluded, and nothing else; a file without any reason does not say what was
 * decided.
 */
static void take_decisions(struct search *s, column_set wanted)
{
	struct table_header *h = s->h;
	struct slice bytes = { h->in->bytes, h->in->size };
	size_t notes = place_of(s, "notes"), tags = place_of(s, "tags");
	bool covidence = place_of(s, "Covidence #") < s->names && text_in(bytes, reason) != NULL;
	bool rayyan = notes < s->names && text_in(bytes, inclusion) != NULL;
	size_t first = notes < s->names ? notes : tags;
	if ((wanted & ~h->present & COLUMN(RELEVANCE)) == 0 || first == s->names ||
	    is_taken(h, (int64_t)first) || !(covidence || rayyan))
		return;
	take_column(s, COLUMN_RELEVANCE, first);
	h->excludes = !rayyan;
	h->votes = rayyan;
	h->also = tags < s->names ? tags : first;
}

/* Does a name begin with one of a list, as "Responsive (QC)" does? Short ones do not count. */
static bool begins_like(const char *list, struct slice name)
{
	for (struct slice one; next_listed_name(&list, &one);)
		for (size_t length = 5; length < name.length; length++)
			if (names_alike(one, (struct slice){ name.at, length }))
				return true;
	return false;
}

/*
 * A column that means nothing yet, as an example of what to type: one whose name begins like one
 * that is known, or the first, or the last one of codes, which reviewers add behind the others.
 */
static struct slice free_column(const struct search *s, enum known_column c)
{
	struct slice found = slice_of("NAME");
	bool any = false;
	for (size_t i = 0; i < s->names; i++) {
		if (s->name[i].length == 0 || is_taken(s->h, (int64_t)i))
			continue;
		if (begins_like(names[c][OWN], s->name[i]) ||
		    begins_like(names[c][OTHER], s->name[i]))
			return s->name[i];
		if (!any || c == COLUMN_RELEVANCE)
			found = s->name[i];
		any = true;
	}
	return found;
}

static int missing_column(const struct search *s, enum known_column c, struct err *e)
{
	static const char renamed[] = "if it has another name, say so";
	const char *other = names[c][OTHER] != NULL ? names[c][OTHER] : "";
	bool several = other[0] != '\0' || strchr(names[c][OWN], ',') != NULL;
	bool object = s->text.length > 0 && s->text.at[0] == '{'; /* of JSON */
	size_t blanks = 0;
	for (size_t i = 0; i < s->text.length; i++)
		blanks += s->text.at[i] == ' ';
	if (s->names == 1 && !object && blanks > 2) /* as in lines of judgments and runs */
		return err_at(
			e, s->place.path, s->place.line,
			"no column '%s' in the header '%s': fields are separated by commas, "
			"semicolons or tabs, and not by blanks; is the file of another format?",
			column_name(c), shown(s->text).text);
	return err_at(e, s->place.path, s->place.line,
		      object ? "no key '%s' in the object '%s'%s%s%s%s%s%s%s"
			     : "no column '%s' in the header '%s'%s%s%s%s%s%s%s",
		      column_name(c), shown(s->text).text,
		      s->names == 1 && !object
			      ? " (fields are separated by commas, semicolons or tabs)"
			      : "",
		      hint_of(s, renamed, c, free_column(s, c)).text,
		      several ? " (known names: " : "", several ? names[c][OWN] : "",
		      other[0] != '\0' ? ", " : "", other, several ? ")" : "");
}

static int check_missing(const struct search *s, const struct columns_asked *asked, struct err *e)
{
	const struct table_header *h = s->h;
	for (int c = 0; c < COLUMN_KINDS; c++)
		if ((asked->needed & ~h->present) >> c & 1)
			return missing_column(s, (enum known_column)c, e);
	if (asked->one_of == 0 || (asked->one_of & h->present) != 0)
		return 0;
	char list[100] = "";
	size_t at = 0;
	for (int c = 0; c < COLUMN_KINDS && at < sizeof list; c++)
		if (asked->one_of >> c & 1)
			at += (size_t)snprintf(list + at, sizeof list - at, "%s'%s'",
					       at > 0 ? " or " : "",
					       column_name((enum known_column)c));
	enum known_column first = (enum known_column)__builtin_ctzll(asked->one_of);
	return err_at(
		e, s->place.path, s->place.line, "no column %s in the header '%s'%s%s%s", list,
		shown(s->text).text,
		hint_of(s, "if it has another name, say so", first, free_column(s, first)).text,
		asked->otherwise != NULL ? "; " : "",
		asked->otherwise != NULL ? asked->otherwise : "");
}

int header_find(struct table_header *h, const struct input *in, const struct columns_asked *asked,
		const struct slice *name, size_t names_count, struct place place, struct slice text,
		struct err *e)
{
	struct search s = { h, name, names_count, place, text };
	column_set wanted = asked->needed | asked->optional | asked->one_of, without = 0;
	*h = (struct table_header){ .in = in, .asked = asked };
	int result = take_named(&s, wanted, &without, e);
	for (int right = OWN; right < RIGHTS; right++)
		result = take_known(&s, wanted & ~without, (enum right)right, result, e);
	take_decisions(&s, wanted & ~without);
	return result < 0 ? -1 : check_missing(&s, asked, e);
}
