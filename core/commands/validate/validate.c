/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * strat_eval validate [OPTION...]
 */
#include <math.h>
#include <stdlib.h>

#include "core/base/number.h"
#include "core/base/system.h"
#include "core/commands/validate/validate.h"
#include "core/engine/evaluate/run_options.h"
#include "core/help/help.h"
#include "core/options/command.h"
#include "core/stats/interval/choose.h"

/* ---- options ---- */

#define AT(member) OPTION_AT(struct validate_request, member)

/* A name with = behind it, which may be missing. */
static struct slice take_name(const char **text)
{
	const char *end = strrchr(*text, '=');
	struct slice name = { *text, end != NULL ? (size_t)(end - *text) : 0 };
	*text = end != NULL ? end + 1 : *text;
	return name;
}

/*
 * So many numbers, none of them empty except at most the one at a place (SIZE_MAX: none). *text has
 * lost its name, if it has one.
 */
static int take_counts(const struct command_option *o, const char *text, size_t count,
		       size_t may_lack, const char *form, struct slice *name, int64_t x[COUNTS_MAX],
		       struct err *e)
{
	const char *counts = text;
	if (name != NULL)
		*name = take_name(&counts);
	bool fits = counts_parse(counts, x) == count;
	for (size_t i = 0; fits && i < count; i++)
		fits = x[i] >= 0 || i == may_lack;
	return fits ? 0 : counts_refuse(o, text, form, e);
}

/* N, N:n:r or N::r, with or without a name before it */
static int add_segment(const struct command_option *o, const char *text, struct segment_list *list,
		       struct err *e)
{
	int64_t x[COUNTS_MAX];
	struct slice name;
	bool size_only = strchr(text, ':') == NULL;
	if (take_counts(
		    o, text, size_only ? 1 : 3, 1,
		    "N:n:r, whole numbers: documents:sampled:relevant (N::r: all were reviewed; "
		    "N: the size alone; name=N:n:r: a stratum with a name)",
		    &name, x, e) < 0)
		return -1;
	if (list->count == LIST_MAX)
		return err_usage(e, "%s: more than %d", option_name(o).text, LIST_MAX);
	list->item[list->count++] = (struct counted_segment){
		.text = text,
		.name = name,
		.size = x[0],
		.sampled = size_only  ? 0
			   : x[1] < 0 ? x[0]
				      : x[1],
		.relevant = size_only ? 0 : x[2],
		.size_only = size_only,
	};
	return 0;
}

OPTION_SETTER(set_null)
{
	return add_segment(o, text, &((struct validate_request *)request)->question.counts.null, e);
}

/* What may be counted or listed. */
static const struct document_source {
	const char *name;
	size_t counts, lists; /* places of both */
} document_sources[] = {
#define DOCUMENTS(name, lists)                                                  \
	{                                                                       \
#name, offsetof(struct validate_request, question.counts.name), \
			offsetof(struct validate_request, lists)                \
	}
	DOCUMENTS(produced, production),
	DOCUMENTS(withheld, withheld),
	DOCUMENTS(culled, culled),
	DOCUMENTS(collection, collection),
};

/* Counts, or a list of documents. Of digits alone, a file must be named otherwise. */
OPTION_SETTER(set_documents)
{
	const struct document_source *d = document_sources;
	while (strcmp(d->name, o->name) != 0)
		d++;
	struct text_list *lists = (void *)((char *)request + d->lists);
	if (text_find(lists->text, lists->count, text) < lists->count)
		return 0;
	if (!counts_are_meant(text))
		return text_list_add(lists, text, e);
	if (strpbrk(text, ":=") == NULL && system_look(text, NULL) != SYSTEM_NOTHING)
		return err_usage(e,
				 "--%s=%.200s: there is a file of this name, which is ./%.200s; "
				 "for a number of documents, remove it",
				 o->name, text, text);
	return add_segment(o, text, (void *)((char *)request + d->counts), e);
}

/* A word for a relevant document. */
OPTION_SETTER(set_word)
{
	size_t length = strlen(text);
	if (length == 0 || length > 40)
		return err_usage(e, "%s=%.100s: not a word of 1 to 40 letters", option_name(o).text,
				 text);
	((struct validate_request *)request)->word = text;
	return 0;
}

/* A sample that the production cuts, from its n on. */
static struct control_set cut_sample(const char *text, const int64_t *x)
{
	return (struct control_set){ .text = text,
				     .sampled = x[0],
				     .produced = x[1],
				     .relevant = { x[3], x[2] },
				     .parted = x[1] >= 0 };
}

/* n:p:a:b; p may be empty */
OPTION_SETTER(set_control)
{
	struct validate_request *q = request;
	int64_t x[COUNTS_MAX];
	if (!counts_are_meant(text)) {
		q->control_file = text;
		return 0;
	}
	if (take_counts(o, text, 4, 1,
			"n:p:a:b, whole numbers: sampled:produced:relevant and produced:relevant "
			"and not produced (n::a:b: how many are produced is not known)",
			NULL, x, e) < 0)
		return -1;
	q->question.counts.control = cut_sample(text, x);
	return 0;
}

/* N:n:p:a:b, with or without a name before it */
OPTION_SETTER(set_cut)
{
	struct validation_counts *c = &((struct validate_request *)request)->question.counts;
	int64_t x[COUNTS_MAX];
	struct slice name;
	if (take_counts(
		    o, text, 5, SIZE_MAX,
		    "N:n:p:a:b, whole numbers: documents:sampled:of these produced:relevant and "
		    "produced:relevant and not produced",
		    &name, x, e) < 0)
		return -1;
	if (c->cuts == LIST_MAX)
		return err_usage(e, "%s: more than %d", option_name(o).text, LIST_MAX);
	struct control_set *to = &c->cut[c->cuts++];
	*to = cut_sample(text, x + 1);
	to->name = name;
	to->size = x[0];
	return 0;
}

/* M:R; of what was produced since, or a file */
OPTION_SETTER(set_twice)
{
	struct validate_request *q = request;
	bool since = o->at == offsetof(struct validate_request, since_file);
	struct counted_twice *c = since ? &q->question.counts.since : (void *)((char *)q + o->at);
	int64_t x[COUNTS_MAX];
	if (since && !counts_are_meant(text)) {
		q->since_file = text;
		return 0;
	}
	if (take_counts(o, text, 2, SIZE_MAX, "M:R, two whole numbers", NULL, x, e) < 0)
		return -1;
	*c = (struct counted_twice){ .text = text, .documents = x[0], .relevant = x[1] };
	return 0;
}

/* What a sample was drawn from: a word, or a file. */
OPTION_SETTER(set_drawn_from)
{
	static const char *const known[] = { "collection", "null", "unreviewed", "produced" };
	const unsigned of_null = FROM_NULL | FROM_UNREVIEWED | FROM_LIST | FROM_COLLECTION;
	struct validate_request *q = request;
	unsigned from = FROM_LIST;
	for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
		from = strcmp(text, known[i]) == 0 ? (unsigned)FROM_COLLECTION << i : from;
	if ((from & of_null) != 0 && (q->drawn_from & of_null) != 0)
		return err_usage(e,
				 "%s=%.200s: what was not produced has one sample here, and its "
				 "frame is given already",
				 option_name(o).text, text);
	q->drawn_from |= from;
	q->frame_file = from == FROM_LIST ? text : q->frame_file;
	return 0;
}

/* m1:u1,m0:o0; either pair may be empty */
OPTION_SETTER(set_second_review)
{
	struct second_review *c = (void *)((char *)request + o->at);
	struct second_review out = { .text = text };
	const char *comma = strchr(text, ',');
	bool fits = comma != NULL;
	for (int code = 1; fits && code >= 0; code--) {
		char pair[80];
		int64_t x[COUNTS_MAX] = { 0 };
		snprintf(pair, sizeof pair, "%.*s", code == 1 ? (int)(comma - text) : 79,
			 code == 1 ? text : comma + 1);
		out.done[code] = pair[0] != '\0';
		fits = !out.done[code] || (counts_parse(pair, x) == 2 && x[0] >= 0 && x[1] >= 0);
		out.again[code] = x[0];
		out.relevant[code] = x[1];
	}
	if (!fits || (!out.done[0] && !out.done[1]))
		return err_usage(e,
				 "%s=%.100s: not m1:u1,m0:o0, whole numbers: of those coded "
				 "relevant m1 reviewed again, u1 upheld; of the others m0, o0 "
				 "overturned (,m0:o0: only the others were reviewed again)",
				 option_name(o).text, text);
	*c = out;
	return 0;
}

static const char *const parts[] = { "all", "columns", NULL };

static const struct command_option options[] = {
	{ HEADING("Files, if there are no counts yet:") },
	{ "null-sample", 0, "FILE",
	  "List of the documents that were drawn from what was not produced", .type = OPTION_FILE,
	  AT(null_sample), .more = "--control=FILE lists a control set." },
	{ NAME_DRAWN_FROM, .own = true,
	  .here = "collection, null, unreviewed, produced, or the list FILE; also of what --null-sample lists",
	  .type = OPTION_FILE, .set = set_drawn_from, .repeat = REPEAT_ADDS, AT(frame_file),
	  .more = "`null`: from all that was not produced then; `unreviewed`: from what was neither produced nor "
		  "coded then; FILE: from this list; `produced`, also beside one of the others: the coded documents "
		  "of the production were drawn from it. If nothing says it, it is asked; if the codes refute it (p < "
		  ".001), that is an error." },
	{ OPTION_PARTIAL, .own = true,
	  .here = "(here: drawn documents, which by default count against the bounds)",
	  AT(leave_uncoded_out) },
	{ NAME_CLUSTERS, .own = true, .here = "(of JUDGED)", .type = OPTION_TEXT,
	  AT(formats.columns.cluster),
	  .more = "Bounds allow for it (-h --ci=clusters). A figure of which too few families speak has none, and "
		  "a warning says what is missing." },
	{ .include = column_options, AT(formats) },
	{ OPTION_SHOW(
		  "columns (what those of JUDGED are taken for, and how each of its words counts)",
		  parts),
	  AT(columns),
	  .more = "--column, --relevant-word and the like change it. At most 40 words of a column "
		  "are told apart." },
	{ HEADING("What was counted:") },
	{ "produced", 0, "[NAME=]N[:n:r]|FILE",
	  "What was produced: N documents, n of them sampled at random, r of these relevant (N::r: "
	  "all were reviewed; N alone: with --control), or the list of them; repeated: strata or volumes",
	  .type = OPTION_FILES, .set = set_documents, .repeat = REPEAT_EACH, AT(production),
	  .more = "Each stratum has a sample of its own, and may have a name and then a row of its own, as in "
		  "--produced=email=30000:400:300; without names, no two may have the same size.\n\n"
		  "A list goes with JUDGED, one file of codes or several: a row for each document, as review platforms "
		  "export it; an empty code is a document that was not reviewed. Which of them were drawn at random, and "
		  "from what, is said by --drawn-from, --null-sample or --control, or by columns `stratum` and `size`, as "
		  "strat_eval-sample(1) writes them: then each stratum is a sample of its own. Of several files --column may "
		  "be repeated, and samples with strata need -N and must be of all of it." },
	{ "production", .same_as = "produced" },
	{ NAME_NULL, .here = "(an elusion sample; repeated: strata)", SET_BY(set_null),
	  .repeat = REPEAT_EACH, .meant_by = "elusion discard discarded",
	  .more = "They are the null set. The same N once more, without names, is a further sample of "
		  "them, without documents of the first; --fixed-size or --ci=anytime goes with it." },
	{ "fixed-size", 0, NULL,
	  "The total size of repeated samples (--null given again) was fixed in advance",
	  AT(question.fixed_size),
	  .more = "If one was drawn because of what another had shown, only --ci=anytime keeps the level." },
	{ NAME_COLLECTION, .type = OPTION_FILES, .set = set_documents, .repeat = REPEAT_EACH,
	  AT(collection),
	  .more = "Richness is also called prevalence. May be repeated for strata. N:n:r beside --null=N:n:r "
		  "gives eRecall, from two samples that know nothing of each other. The list may be the export itself, if it has them all." },
	{ "Number_docs_in_coll", 'N', .same_as = "collection" },
	{ "control", 0, "n:p:a:b|FILE",
	  "Control set: n documents of the collection sampled, p of them produced, a relevant and "
	  "produced, b relevant and not produced (n::a:b: p is not known), or the list of them",
	  .type = OPTION_FILE, .set = set_control, AT(control_file),
	  .more = "If p is left out, elusion, precision and F are not known. If the size of the production is "
		  "known from --produced or --null, which may be N alone here, its documents in either are samples "
		  "of these, and join a sample that was drawn there." },
	{ "stratum", 0, "[NAME=]N:n:p:a:b",
	  "A stratum of which a part was produced: N documents, n sampled, p of these produced, a "
	  "relevant and produced, b relevant and not; repeated: further ones",
	  SET_BY(set_cut), .repeat = REPEAT_EACH,
	  .more = "It may stand beside --produced and --null, strata that were produced and not. A document that "
		  "was produced because the sample found it is not to be counted as produced." },
	{ "culled", 0, "[NAME=]N:n:r|FILE",
	  "Left out before the review (search terms): N documents, n of them sampled, r relevant, "
	  "or a list; adds end-to-end recall",
	  .type = OPTION_FILES, .set = set_documents, .repeat = REPEAT_EACH, AT(culled),
	  .more = "They are not part of --collection, even if its list has them. Recall from end to end "
		  "counts what is relevant among them as missed; the other figures are those of the review." },
	{ "withheld", 0, "[NAME=]N:n:r|FILE",
	  "Found and withheld (privileged), in neither --produced nor --null: N documents, n of them "
	  "sampled, r relevant, or a list",
	  .type = OPTION_FILES, .set = set_documents, .repeat = REPEAT_EACH, AT(withheld),
	  .meant_by = "privileged",
	  .more = "A relevant document that was withheld was found: end-to-end recall counts it "
		  "so. N::r if all were reviewed. One of a list that was also produced, as with "
		  "parts blacked out, counts as produced." },
	{ "null-overlap", 0, "M:R",
	  "Documents that are in the control set and in the elusion sample, and how many of them "
	  "are relevant",
	  SET_BY(set_twice), AT(question.counts.twice[0]),
	  .more = "They count once. The option must be given if there are both samples; it is "
		  "0:0 if the second sample was drawn from documents that are not in the control set." },
	{ "produced-overlap", 0, "M:R",
	  "Documents that are in the control set and in the sample of the production, and how many "
	  "of them are relevant",
	  SET_BY(set_twice), AT(question.counts.twice[1]) },
	{ "produced-since", 0, "M:R|FILE",
	  "Documents that were produced since the sample of --null or --control was drawn, and how "
	  "many of them are relevant",
	  .type = OPTION_FILE, .set = set_twice, AT(since_file),
	  .more = "They are in --produced, too, and no longer missed; --null, and p, a and b of --control, "
		  "stay what they were at the draw. Of files, it is their list, or 0:0: nothing was produced "
		  "because it had been drawn." },
	{ "known-missed", 0, "N",
	  "Documents known to be relevant and not produced, in samples or elsewhere",
	  WHOLE(0, 1e12), AT(question.counts.missed), .more = "No fewer count as missed." },
	{ "produced-qc", 0, "m1:u1,m0:o0",
	  "A random part of the sample of the production was reviewed again: m1 of those coded "
	  "relevant, u1 of them upheld; m0 of the others, o0 of them overturned",
	  SET_BY(set_second_review), AT(question.counts.second[1]),
	  .more = "Then r in --produced=N:n:r is what the first review coded relevant, and the second is taken as "
		  "right. A pair may be left out (`,600:3`): that code counts as right. Bounds have both errors "
		  "(`two-phase`; doc/methods.md). It needs one --produced, and no --control or --ci." },
	{ "null-qc", 0, "m1:u1,m0:o0",
	  "A random part of the elusion sample was reviewed again, as in --produced-qc",
	  SET_BY(set_second_review), AT(question.counts.second[0]) },
	{ HEADING("What is asked:") },
	{ NAME_TARGET, .here = "(is it shown? If not, how many more documents would show it?)",
	  REAL(ABOVE_TO(0, 1)), AT(question.target), .usual = "nan",
	  .more = "It is `shown` if the one-sided lower bound is not below it, `missed` if the upper one is, and else `not "
		  "shown`; a table says so only of methods that keep their level whatever the truth is. Further documents "
		  "would show it with probability 0.8 if their relevant share is that of the sample; a second look needs "
		  "--ci=anytime from the first on." },
	{ NAME_CI,
	  .here = "(default: " NAMED_SET " between two ends, " NAMED_ONE
		  " of one sample, " NAMED_BOUND " on one side)",
	  ADDED_METHODS, .least = 1, AT(question.methods),
	  .more = "INTERVALS of strat_eval(1) has them." },
	{ NAME_SIMULTANEOUS, .here = "(of strata that have names; default: each by itself)",
	  AT(question.simultaneous),
	  .more = "Each of k strata has the level 1 - (1 - X)/k (Bonferroni)." },
	{ OPTION_LEVEL, AT(question.level) },
	{ NAME_DRAWS, WHOLE(1, 1000000000), AT(question.draws), .repeat = REPEAT_LAST },
	{ OPTION_TAIL, AT(tail) },
	{ HEADING("Output:") },
	{ "title", 0, "TEXT", "Title of table and page", .type = OPTION_TEXT, AT(title) },
	{ "word", 0, "WORD", "Word for relevant in table and sentences (default relevant)",
	  SET_BY(set_word), .usual = "relevant",
	  .more = "For example `responsive`, or `included`." },
	{ OPTION_ANSWER_FORMAT(1, FORMAT_TABLE), AT(format),
	  .more = "`table`, `latex` and `markdown` have the sentences for a report and what they do not say; bounds are "
		  "rounded to their safe side; `html` is a page with pictures. `trec`, `csv` and `jsonl` have the lines "
		  "of an evaluation, of topic `all`, and `target`: `shown`, `missed` or `not_shown`; `csv` and `jsonl` also "
		  "the one-sided bounds, and the ledger." },
	{ OPTION_PICTURE_OF("the shares with their bounds", "Bounds are by the first method. "),
	  AT(plot) },
	{ "digits", 0, "N", "Digits after the decimal point (default 4; csv and jsonl have all)",
	  WHOLE(0, 17), AT(digits), .repeat = REPEAT_LAST, .usual = "4",
	  .given = offsetof(struct validate_request, digits_given),
	  .more = "A table has more where fewer than three would count, or a rounded bound would say something else." },
	{ OPTION_MANIFEST },
	{ OPTION_QUIET, AT(quiet) },
	{ OPTION_HELP },
	{ 0 },
};

#define FILE_OF_CODES "a file with the codes of the documents is missing: JUDGED --produced=FILE"

static const struct option_rule rules[] = {
	{ "drawn-from|partial|null-sample|cluster-column|show=columns", .needs = "WORDS",
	  .says = FILE_OF_CODES },
	{ "show=columns", .excludes = "format=trec" },
	{ "show=columns", .excludes = "WORDS=2", .says = "--show=columns: one file at a time" },
	{ "WORDS", .excludes = "null|stratum",
	  .says = "--null and --stratum are counted from the files: leave them out" },
	{ "produced-qc|null-qc", .excludes = "cluster-column|control|stratum" },
	{ 0 },
};

/* Nothing is both counted and listed, and lists go with codes. */
static int check_documents(const struct validate_request *q, struct err *e)
{
	bool coded = q->judged.count > 0;
	for (size_t i = 0; i < sizeof document_sources / sizeof *document_sources; i++) {
		const struct document_source *d = &document_sources[i];
		const struct segment_list *counts = (const void *)((const char *)q + d->counts);
		const struct text_list *lists = (const void *)((const char *)q + d->lists);
		bool counted = counts->count > 0, sized = lists == &q->collection;
		if (lists->count > 0 && !coded)
			return err_usage(e, FILE_OF_CODES);
		if (lists->count > 1 && sized)
			return err_usage(e, "--collection: give one list of all documents");
		if (counted && (lists->count > 0 || (coded && i == 0)))
			return err_usage(e, "--%s=%.200s: the files are counted: leave it out",
					 d->name, counts->item[0].text);
		if (counted && coded && q->formats.columns.cluster != NULL && !sized)
			return err_usage(e,
					 "--cluster-column cannot be combined with --%s: counts "
					 "have no documents",
					 d->name);
	}
	return 0;
}

static int check_validate_request(void *request, struct err *e)
{
	const struct validate_request *q = request;
	if (q->judged.count > 0 && q->question.counts.since.documents > 0)
		return err_usage(e, "--produced-since=%.100s: with files it takes a list, or 0:0",
				 q->question.counts.since.text);
	bool null = q->null_sample != NULL ||
		    (q->drawn_from & (FROM_NULL | FROM_UNREVIEWED | FROM_LIST)) != 0;
	if (q->since_file != NULL && q->control_file != NULL && null)
		return err_usage(e,
				 "--produced-since=%.200s: applies to one draw, and there are two",
				 q->since_file);
	if ((q->since_file != NULL || q->control_file != NULL) && q->judged.count == 0)
		return err_usage(e, FILE_OF_CODES);
	const struct validation_question *a = &q->question;
	const char *families = chosen_method(OF_SET, (struct sample_known){ .clusters = true });
	if (q->formats.columns.cluster != NULL && a->methods.count > 0 &&
	    (a->methods.count > 1 || strcmp(a->methods.method[0], families) != 0))
		return err_usage(e,
				 "--cluster-column: bounds are by --ci=clusters; leave --ci out");
	if (check_documents(q, e) < 0)
		return -1;
	return methods_are_for_sets(&q->question.methods, e);
}

static void release(void *request)
{
	struct validate_request *q = request;
	for (size_t k = 0; k < q->readings; k++) {
		struct found_counts *found = &q->reading[k].found;
		for (size_t i = 0; i < found->count; i++)
			free((char *)found->setting[i].value);
		free(found->setting);
	}
	free(q->reading);
	free(q->question.drawn.document);
}

OPTION_SETTER(set_judged)
{
	struct validate_request *q = request;
	(void)o;
	if (strchr(text, ':') != NULL && text[strspn(text, "0123456789:")] == '\0')
		return err_usage(e, "'%.200s': counts need an option, as in --null=N:n:r", text);
	return text_list_add(&q->judged, text, e);
}

const struct command_table validate_table = {
	.name = "validate",
	.summary = "recall, elusion, richness, precision of a production: counts or files",
	.doc = "Recall, elusion, richness and precision of a production, with bounds, from the counts "
	       "or the files of a review.",
	.arguments = "--produced=N:n:r --null=N:n:r\nJUDGED... --produced=FILE",
	.word = &(const struct command_option){ ADDED_FILES, .set = set_judged, AT(judged) },
	.release = release,
	.notes =
		"JUDGED is an export with the code of each document. Exit status: 0 success, 1 the method "
		"does not fit the counts, 2 writing failed, 64 wrong usage or impossible counts.",
	.examples =
		"  strat_eval validate --produced=40000::31000 --null=960000:2400:9 --target=0.75\n"
		"  strat_eval validate judged.csv --produced=produced.txt\n",
	.option = options,
	.rule = rules,
	.size = sizeof(struct validate_request),
	.check = check_validate_request,
};

/* ---- the command ---- */

/* In the format that is asked for; lines, if somebody takes those. */
static int print_validation(const struct validate_request *q, const struct validation *x,
			    const struct warnings *warnings, const struct output *out,
			    struct err *e)
{
	struct buffer b = { 0 };
	const struct output *receiver = out->line != NULL ? out : NULL;
	int result = 0;
	if (receiver == NULL && !output_formats[q->format]->lines)
		result = validation_report(&b, q, x, &out->asked, warnings, e);
	else
		validation_lines(&b, q, x, receiver);
	struct picture picture = { 0 };
	if (result == 0 && q->plot != NULL)
		result = validation_picture(q, x, &picture, e);
	return picture_finish(&picture, q->plot, &b, result, out, e);
}

/* A report has sentences about what cannot be estimated; beside lines a warning says it. */
static void warn_of_undefined(const struct validation *x, struct warnings *w)
{
	const char *first = NULL;
	size_t count = 0;
	for (size_t i = 0; i < x->figures; i++)
		if (isnan(x->figure[i].value) && count++ == 0)
			first = x->figure[i].measure;
	if (count > 0)
		warnings_add(w, "%s%s nan, 0/0: nothing relevant, or nothing at all, was found",
			     first, count > 1 ? " and others are" : " is");
}

/* Validates a review, from counts or from files. */
static int validate_review(void *request, const struct output *out, struct err *e)
{
	struct validate_request *q = request;
	struct warnings warnings = { 0 };
	q->formats.columns.option = "--column";
	q->formats.run_columns.option = "--run-column";
	q->formats.run_columns.hidden = q->formats.columns.hidden;
	q->formats.columns.several = q->judged.count > 1 || q->columns;
	if (q->columns)
		return validation_columns(q, out, e);
	struct validation *x = calloc(1, sizeof *x);
	int result = x == NULL ? err_memory(e) : plot_check(q->plot, e);
	if (result == 0 && q->judged.count > 0)
		result = validation_from_files(q, out, &warnings, e);
	if (result == 0 && q->readings > 0)
		result = validate_readings(q, x, &warnings, e);
	else if (result == 0)
		result = validation_counts_settle(&q->question, e) < 0
				 ? -1
				 : validate(x, &q->question, &warnings, e);
	if (result == 0 && q->question.target > 0)
		result = validation_more(&q->question, x, e);
	if (result == 0 && (out->line != NULL || output_formats[q->format]->lines))
		warn_of_undefined(x, &warnings);
	if (result == 0)
		result = warnings_check(&warnings, e);
	if (result == 0)
		result = print_validation(q, x, &warnings, out, e);
	free(x);
	output_warn(out, &warnings, q->quiet);
	return result;
}

COMMAND = { &validate_table, validate_review, NULL };
