/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The words of judgments: those that are known, and those of the user, which win.
 */
#include <math.h>

#include "readers/columns.h"

static const char *const words[WORDS] = {
	[WORD_RELEVANT] = "R, Y, yes, true, relevant, responsive, included, include, hot",
	[WORD_NONRELEVANT] = ("NR, N, no, false, not relevant, nonrelevant, irrelevant, "
			      "not responsive, nonresponsive, unresponsive, excluded, exclude"),
	[WORD_GRAY] = "",
};

static const int64_t grade_of[WORDS] = {
	[WORD_RELEVANT] = 1,
	[WORD_NONRELEVANT] = 0,
	[WORD_GRAY] = GRADE_GRAY,
};

static const char *skip_unread(const char *p, const char *end)
{
	while (p < end && strchr(" \t-_?", *p) != NULL && *p != '\0')
		p++;
	return p;
}

static int small(char c)
{
	return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

bool names_alike(struct slice a, struct slice b)
{
	const char *p = a.at, *p_end = a.at + a.length, *q = b.at, *q_end = b.at + b.length;
	for (;; p++, q++) {
		p = skip_unread(p, p_end);
		q = skip_unread(q, q_end);
		if (p == p_end || q == q_end)
			return p == p_end && q == q_end;
		if (small(*p) != small(*q))
			return false;
	}
}

bool next_listed_name(const char **list, struct slice *name)
{
	if (*list == NULL)
		return false;
	*list += strspn(*list, ", ");
	*name = (struct slice){ *list, strcspn(*list, ",") };
	*list += name->length;
	return name->length > 0;
}

bool name_is_listed(const char *list, struct slice name)
{
	for (struct slice one; next_listed_name(&list, &one);)
		if (names_alike(one, name))
			return true;
	return false;
}

bool words_alike(struct slice a, struct slice b)
{
	int64_t x = 0, y = 0;
	bool is_x = parse_whole(a, &x), is_y = parse_whole(b, &y);
	if (is_x || is_y)
		return is_x && is_y && x == y;
	return names_alike(a, slice_of("")) ? slice_equal(a, b) : names_alike(a, b);
}

const char *word_option(enum word w)
{
	static const char *const names[WORDS] = { "--nonrelevant-word", "--relevant-word",
						  "--gray-word" };
	return names[w];
}

/* A word has one meaning. */
static int check_word(const struct column_options *o, enum word w, const char *text, struct err *e)
{
	if (text[strspn(text, " \t")] == '\0')
		return err_usage(e, "a word for judgments is empty");
	for (enum word v = 0; v < w; v++)
		for (size_t i = 0; i < o->word[v].count; i++)
			if (words_alike(slice_of(o->word[v].text[i]), slice_of(text)))
				return err_usage(e,
						 "%s=%.100s: there is %s=%.100s already; only one "
						 "can be given",
						 word_option(w), text, word_option(v),
						 o->word[v].text[i]);
	return 0;
}

int judgment_words_check(const struct column_options *o, struct err *e)
{
	for (enum word w = 0; w < WORDS; w++)
		for (size_t i = 0; i < o->word[w].count; i++)
			if (check_word(o, w, o->word[w].text[i], e) < 0)
				return -1;
	return 0;
}

/* As no word of the lists does. */
static bool begins_a_number(struct slice word)
{
	return word.length > 0 && strchr("+-0123456789", word.at[0]) != NULL;
}

bool word_score(const struct column_options *o, struct slice word, double *score)
{
	static const char right[] = "pass, passed, correct, right, success, successful",
			  wrong[] = "fail, failed, incorrect, wrong, failure, unsuccessful";
	int64_t grade;
	if (word_grade(o, word, &grade)) {
		*score = grade == GRADE_GRAY ? NAN : (double)grade;
		return true;
	}
	bool number = begins_a_number(word);
	*score = !number && name_is_listed(right, word);
	return *score > 0 || (!number && name_is_listed(wrong, word));
}

bool word_grade(const struct column_options *o, struct slice word, int64_t *grade)
{
	for (int w = 0; o != NULL && w < WORDS; w++)
		for (size_t i = 0; i < o->word[w].count; i++)
			if (words_alike(slice_of(o->word[w].text[i]), word)) {
				*grade = grade_of[w];
				return true;
			}
	if (begins_a_number(word))
		return parse_whole(word, grade);
	for (int w = 0; w < WORDS; w++)
		if (name_is_listed(words[w], word)) {
			*grade = grade_of[w];
			return true;
		}
	return false;
}

int unknown_word(const struct table_row *row, const char *seen, struct err *e)
{
	const struct column_options *o = row->header->in->options;
	struct slice word = row->field[COLUMN_RELEVANCE];
	struct shown w = shown(word);
	char hint[400] = "";
	if (o != NULL && o->option != NULL)
		snprintf(hint, sizeof hint,
			 "; say what they mean, as in --relevant-word='%s', "
			 "--nonrelevant-word='%s' or --gray-word='%s'",
			 w.text, w.text, w.text);
	return err_at(e, row->place.path, row->place.line,
		      "relevance '%s' is neither a whole number nor a known word; unknown words in "
		      "this column: %s%s (known: %s; %s)",
		      w.text, seen, hint, words[WORD_RELEVANT], words[WORD_NONRELEVANT]);
}
