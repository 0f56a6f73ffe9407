/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The ledger, of files or of counts, as it is printed: where documents are, across, and what is
 * known about them, down.
 */
#include <math.h>

#include "core/commands/validate/validate.h"
#include "core/output/score_lines.h"

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

/* Documents as in a ledger; of those in the last place nobody knows whether they were produced. */
enum { UNPLACED = PLACES, ALL_PLACES };
typedef int64_t places[ALL_PLACES][KNOWLEDGE][2];

static int64_t sum_of(places t, int place, int known, int relevant)
{
	int64_t sum = 0;
	for (int p = 0; p < ALL_PLACES; p++)
		for (int k = 0; k < KNOWLEDGE; k++)
			if ((place == ALL_PLACES || p == place) &&
			    (known == KNOWLEDGE || k == known))
				sum += relevant == 2 ? t[p][k][0] + t[p][k][1] : t[p][k][relevant];
	return sum;
}

/* ---- counts: a ledger with numbers instead of lists ---- */

/* Of a sample that the production cuts, places are known of its own documents alone; `home`: the
 * place of the stratum, or UNPLACED. */
static void add_stratum(places t, const struct validation_design *d, size_t number, int home)
{
	const struct divided_stratum *s = &d->stratum[number];
	bool sides = (d->known & (KNOWN_PRODUCED | KNOWN_NULL)) != 0;
	int at[SIDES] = { sides ? NOT_PRODUCED : UNPLACED, sides ? PRODUCED : UNPLACED };
	int known = slice_equal(d->name[number], slice_of(CODED_EARLIER)) ? CODED_BEFORE
		    : s->sampled == s->size				  ? CODED_OTHERWISE
									  : DRAWN;
	if (home == UNPLACED && !s->cut)
		home = at[s->retrieved];
	for (int side = 0; side < SIDES; side++) {
		int place = s->cut ? at[side] : home;
		t[place][known][1] += s->relevant[side];
		t[(d->known & KNOWN_PARTS) != 0 ? place : home][known][0] += s->other[side];
	}
	t[home][NOT_LOOKED_AT][0] += s->size - s->sampled;
}

/* Documents of a control set on a side that was reviewed as a whole were drawn all the same. */
static void add_control(places t, const struct control_set *c, bool produced)
{
	int64_t n = produced ? c->produced : c->sampled - c->produced, r = c->relevant[produced];
	int64_t(*k)[2] = t[produced ? PRODUCED : NOT_PRODUCED];
	if (!c->parted || k[DRAWN][0] + k[DRAWN][1] > 0)
		return;
	k[DRAWN][1] = r;
	k[DRAWN][0] = n - r;
	k[CODED_OTHERWISE][1] -= r;
	k[CODED_OTHERWISE][0] -= n - r;
}

static bool from_counts(places t, const struct validate_request *q, const struct validation *x)
{
	const struct validation_counts *c = &q->question.counts;
	bool produced = (x->design.known & KNOWN_PRODUCED) != 0,
	     null = (x->design.known & KNOWN_NULL) != 0;
	size_t strata = x->design.strata, held = strata + c->withheld.count;
	for (size_t i = 0; i < held + c->culled.count; i++)
		add_stratum(t, i < strata ? &x->design : &x->end_to_end, i,
			    i < strata ? UNPLACED
			    : i < held ? WITHHELD
				       : CULLED);
	for (int side = 0; side < SIDES; side++)
		add_control(t, &c->control, side == PRODUCTION);
	if (c->collection.count == 1 && produced != null)
		t[produced ? NOT_PRODUCED : PRODUCED][NOT_LOOKED_AT][0] +=
			c->collection.item[0].size - sum_of(t, ALL_PLACES, KNOWLEDGE, 2);
	int64_t missed = c->missed - sum_of(t, NOT_PRODUCED, KNOWLEDGE, 1);
	t[NOT_PRODUCED][CODED_OTHERWISE][1] += missed > 0 ? missed : 0;
	t[NOT_PRODUCED][NOT_LOOKED_AT][0] -= missed > 0 ? missed : 0;
	return x->whole.strata == 0 && c->since.documents == 0;
}

/* ---- for people ---- */

/* Cells are "coded relevant" or "coded not relevant"; what has no code is neither. */
static const char *code_of(const struct validate_request *q, int known, int relevant)
{
	bool coded = known != DRAWN_UNCODED && known != NOT_ASSESSED && known != NOT_LOOKED_AT;
	return !coded ? "" : relevant ? q->word : "not ";
}

static void add_row(struct report *out, const struct validate_request *q, places t, int known,
		    int relevant)
{
	const char *code = known == KNOWLEDGE ? "" : code_of(q, known, relevant);
	report_cell(out, "%s%s%s%s", known == KNOWLEDGE ? "all" : knowledge_names[known],
		    code[0] != '\0' ? ", " : "", code, code[0] != '\0' && !relevant ? q->word : "");
	for (int place = 0; place <= ALL_PLACES; place++)
		if (place == ALL_PLACES || sum_of(t, place, KNOWLEDGE, 2) > 0)
			report_cell(out, "%s", COUNT(sum_of(t, place, known, relevant)));
}

static const char *name_of(int place)
{
	return place == UNPLACED ? "in either" : place_names[place];
}

static void print_table(struct report *out, const struct validate_request *q, places t)
{
	report_table(out, IN_PAPER | IN_PAGE, "Ledger");
	report_column(out, "documents", CELLS_TEXT, 38);
	for (int place = 0; place < ALL_PLACES; place++)
		if (sum_of(t, place, KNOWLEDGE, 2) > 0)
			report_column(out, name_of(place), CELLS_NUMBER, 13);
	report_column(out, "all", CELLS_NUMBER, 11);
	for (int known = 0; known < KNOWLEDGE; known++)
		for (int relevant = 1; relevant >= 0; relevant--)
			if (sum_of(t, ALL_PLACES, known, relevant) > 0)
				add_row(out, q, t, known, relevant);
	add_row(out, q, t, KNOWLEDGE, 2);
}

/* False: it is not known how often a document was counted. */
static bool fill(places t, const struct validate_request *q, const struct validation *x)
{
	if (!q->has_ledger)
		return from_counts(t, q, x);
	memcpy(t, q->ledger.documents, sizeof q->ledger.documents);
	return true;
}

void ledger_print(struct report *out, const struct validate_request *q, const struct validation *x)
{
	places t = { 0 };
	report_for(out, IN_PAPER | IN_PAGE);
	report_section(out, "Every document once");
	report_for(out, IN_ALL);
	if (fill(t, q, x))
		print_table(out, q, t);
	else
		report_note(
			out,
			"There is no table: it is not known how many documents of one sample are "
			"in the other, or how many of those produced since the draw were in the sample.");
	report_space(out);
}

void ledger_print_misses(struct report *out, const struct validate_request *q)
{
	int64_t known = q->has_ledger ? ledger_known_misses(&q->ledger, false) : 0;
	int64_t drawn = ledger_known_misses(&q->ledger, true);
	if (known == 0)
		return;
	buffer_print(
		report_text(out, REPORT_WRAPPED),
		"Known misses: %s document%s coded %s and neither produced nor withheld%s%s%s.",
		COUNT(known), known == 1 ? " is" : "s are", q->word, drawn > 0 ? ", " : "",
		drawn > 0 ? COUNT(drawn) : "", drawn > 0 ? " of them in a sample" : "");
	report_space(out);
}

void ledger_lines(struct score_lines *lines, const struct validate_request *q,
		  const struct validation *x)
{
	static const char *const measure[2] = { "documents_other", "documents_relevant" };
	places t = { 0 };
	bool known_places = fill(t, q, x);
	for (int place = 0; place < ALL_PLACES && known_places; place++)
		for (int known = 0; known < KNOWLEDGE; known++)
			for (int relevant = 1; relevant >= 0; relevant--) {
				char topic[80];
				if ((relevant && code_of(q, known, 1)[0] == '\0') ||
				    (place == UNPLACED && t[place][known][relevant] == 0))
					continue;
				snprintf(topic, sizeof topic, "ledger: %s: %s", name_of(place),
					 knowledge_names[known]);
				struct score_line line =
					validation_line(topic, measure[relevant], RECORD_COUNT);
				line.number = (double)t[place][known][relevant];
				score_lines_add(lines, &line);
			}
}
