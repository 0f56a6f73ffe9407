/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The first judgments as text, for people to read.
 */
#include "measures/measure.h"

static size_t relstring(const struct topic_view *t, const struct parameters *p, char *to,
			size_t room)
{
	size_t length = t->retrieved;
	if ((double)length > p->value[0])
		length = (size_t)p->value[0];
	if (room < length + 3)
		return length + 2;
	*to++ = '\'';
	for (size_t i = 0; i < length; i++) {
		int32_t grade = t->grade[i];
		*to++ = grade > 9		  ? '>'
			: grade >= 0		  ? (char)('0' + grade)
			: grade == GRADE_UNPOOLED ? '-'
						  : '.';
	}
	*to++ = '\'';
	*to = '\0';
	return length + 2;
}

static const char *check_relstring_length(const struct parameters *p)
{
	return p->count == 1 && p->value[0] >= 0 && p->value[0] < 1e9
		       ? NULL
		       : "takes one number of 0 or more";
}

MEASURES = {
	{
		.abi = MEASURE_ABI,
		.name = "relstring",
		.any_judgments = true,
		.summary = "the judgments of the first documents as text",
		.manual =
			"One character for each of the first 10 documents (or -m relstring.20): the\n"
			"grade, > above 9, - not among the judgments, . judged with a negative grade.\n"
			"Per topic only.\n",
		.members = "all_trec",
		.after = "P",
		.kind = PARAMETERS_NUMBERS,
		.defaults = "10",
		.value = VALUE_TEXT,
		.aggregate = AGGREGATE_NONE,
		.text = relstring,
		.check = check_relstring_length,
		.example = { .ranking = "0 . 1 - 12", .text = "'0-1.>'" },
	},
	MEASURES_END,
};
