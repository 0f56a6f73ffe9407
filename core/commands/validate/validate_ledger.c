/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The ledger of the files, as it is printed: where documents are, across, and what is known about
 * them, down.
 */
#include <math.h>

#include "core/commands/validate/validate.h"
#include "core/output/score_lines.h"

#define COUNT(x) rounded_count((double)(x), TO_NEAREST).text

struct score_line validation_line(const char *topic, const char *measure, enum record_kind kind)
{
	return (struct score_line){ .run = { NULL, "production" },
				    .topic = topic,
				    .measure = measure,
				    .kind = kind,
				    .one_sided = NAN,
				    .level = NAN,
				    .seed = RECORD_NONE,
				    .n = 1,
				    .design = "counts" };
}

static int64_t sum_of(const struct ledger *l, int place, int known, int relevant)
{
	int64_t sum = 0;
	for (int p = 0; p < PLACES; p++)
		for (int k = 0; k < KNOWLEDGE; k++)
			if ((place == PLACES || p == place) && (known == KNOWLEDGE || k == known))
				sum += relevant == 2 ? l->documents[p][k][0] + l->documents[p][k][1]
						     : l->documents[p][k][relevant];
	return sum;
}

/* Cells are "coded relevant" or "coded not relevant"; what has no code is neither. */
static const char *code_of(const struct validate_request *q, int known, int relevant)
{
	bool coded = known != DRAWN_UNCODED && known != NOT_ASSESSED && known != NOT_LOOKED_AT;
	return !coded ? "" : relevant ? q->word : "not ";
}

static void add_row(struct report *out, const struct validate_request *q, int known, int relevant)
{
	const char *code = known == KNOWLEDGE ? "" : code_of(q, known, relevant);
	report_cell(out, "%s%s%s%s", known == KNOWLEDGE ? "all" : knowledge_names[known],
		    code[0] != '\0' ? ", " : "", code, code[0] != '\0' && !relevant ? q->word : "");
	for (int place = 0; place <= PLACES; place++)
		if (place == PLACES || sum_of(&q->ledger, place, KNOWLEDGE, 2) > 0)
			report_cell(out, "%s", COUNT(sum_of(&q->ledger, place, known, relevant)));
}

void ledger_print(struct report *out, const struct validate_request *q)
{
	const struct ledger *l = &q->ledger;
	if (!q->has_ledger)
		return;
	report_for(out, IN_PAPER | IN_PAGE);
	report_section(out, "Every document once");
	report_for(out, IN_ALL);
	report_table(out, IN_PAPER | IN_PAGE, "Ledger");
	report_column(out, "documents", CELLS_TEXT, 38);
	for (int place = 0; place < PLACES; place++)
		if (sum_of(l, place, KNOWLEDGE, 2) > 0)
			report_column(out, place_names[place], CELLS_NUMBER, 13);
	report_column(out, "all", CELLS_NUMBER, 11);
	for (int known = 0; known < KNOWLEDGE; known++)
		for (int relevant = 1; relevant >= 0; relevant--)
			if (sum_of(l, PLACES, known, relevant) > 0)
				add_row(out, q, known, relevant);
	add_row(out, q, KNOWLEDGE, 2);
	report_space(out);
}

void ledger_print_misses(struct report *out, const struct validate_request *q)
{
	int64_t known = q->has_ledger ? ledger_known_misses(&q->ledger, false) : 0;
	int64_t drawn = ledger_known_misses(&q->ledger, true);
	if (known == 0)
		return;
	struct buffer *b = report_text(out, REPORT_WRAPPED);
	buffer_print(b, "Known misses: %s document%s coded %s and neither produced nor withheld",
		     COUNT(known), known == 1 ? " is" : "s are", q->word);
	if (drawn > 0)
		buffer_print(b, ", %s of them in a sample", COUNT(drawn));
	buffer_print(b, ".");
	report_space(out);
}

void ledger_lines(struct score_lines *lines, const struct validate_request *q)
{
	static const char *const measure[2] = { "documents_other", "documents_relevant" };
	for (int place = 0; place < PLACES && q->has_ledger; place++)
		for (int known = 0; known < KNOWLEDGE; known++)
			for (int relevant = 1; relevant >= 0; relevant--) {
				char topic[80];
				if (relevant && code_of(q, known, 1)[0] == '\0')
					continue;
				snprintf(topic, sizeof topic, "ledger: %s: %s", place_names[place],
					 knowledge_names[known]);
				struct score_line line =
					validation_line(topic, measure[relevant], RECORD_COUNT);
				line.number = (double)q->ledger.documents[place][known][relevant];
				score_lines_add(lines, &line);
			}
}
