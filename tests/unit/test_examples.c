/*
 * Every measure carries an example that was worked out by hand; here it goes through the whole
 * program, from text to value.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <ctype.h>
#include <math.h>
#include <unistd.h>

#include "core/cli/evaluation.h"

static const struct judgment_format *format_for(enum measure_input input)
{
	static const char *const names[] = { [INPUT_GRADES] = "qrels",
					     [INPUT_GROUPS] = "qrels_jg",
					     [INPUT_PREFERENCES] = "qrels_prefs",
					     [INPUT_ANY] = "qrels" };
	for (size_t i = 0; judgment_formats[i] != NULL; i++)
		if (strcmp(judgment_formats[i]->name, names[input]) == 0)
			return judgment_formats[i];
	fail_msg("no format %s", names[input]);
	return NULL;
}

static const struct run_format *trec_results(void)
{
	for (size_t i = 0; run_formats[i] != NULL; i++)
		if (strcmp(run_formats[i]->name, "trec_results") == 0)
			return run_formats[i];
	fail_msg("no format trec_results");
	return NULL;
}

/* "0 . 1 - | 2": ranked documents first, then those that are only judged. */
static void write_example(const char *ranking, FILE *qrels, FILE *run)
{
	int document = 0;
	bool retrieved = true;
	for (const char *p = ranking; *p != '\0'; p++) {
		if (*p == ' ')
			continue;
		if (*p == '|') {
			retrieved = false;
			continue;
		}
		document++;
		if (retrieved)
			fprintf(run, "1 Q0 d%d 0 %d example\n", document, 1000 - document);
		if (*p == '-')
			fprintf(qrels, "1 0 d%d -1\n", document);
		else if (*p != '.') {
			fprintf(qrels, "1 0 d%d %d\n", document, (int)strtol(p, NULL, 10));
			while (isdigit((unsigned char)p[1]))
				p++;
		}
	}
	fclose(qrels);
	fclose(run);
}

static void check_value(const struct measure *m, const struct evaluation *x,
			const struct request *q)
{
	if (m->value == VALUE_TEXT) {
		const char *text = m->aggregate == AGGREGATE_RUN ? x->run_text[0] : x->text[0];
		assert_string_equal(text, m->example.text);
		return;
	}
	if (!(fabs(x->score[q->first] - m->example.value) <= 1e-12))
		fail_msg("%s of '%s' is %.17g, not %.17g", m->name, m->example.ranking,
			 x->score[q->first], m->example.value);
}

static void check_example(const struct registry *r, const struct measure *m)
{
	if (m->example.ranking == NULL)
		fail_msg("%s has no example", m->name);
	char qrels[] = "/tmp/strat_eval_qrels_XXXXXX", run[] = "/tmp/strat_eval_run_XXXXXX";
	int qrels_fd = mkstemp(qrels), run_fd = mkstemp(run);
	assert_true(qrels_fd >= 0 && run_fd >= 0);
	write_example(m->example.ranking, fdopen(qrels_fd, "w"), fdopen(run_fd, "w"));

	char ask[200];
	snprintf(ask, sizeof ask, "%s%s%s", m->name, m->example.parameters != NULL ? "." : "",
		 m->example.parameters != NULL ? m->example.parameters : "");
	struct err e = { 0 };
	struct plan plan = { 0 };
	struct judgments judgments;
	struct evaluation x;
	const struct judgment_format *format = format_for(m->input);
	struct evaluation_options options = { .join = { .level = 1, .most_retrieved = INT64_MAX } };
	if (plan_ask(&plan, r, ask, &e) < 0 || plan_finish(&plan, r, format, 1, &e) < 0 ||
	    judgments_read(&judgments, format, qrels, &e) < 0 ||
	    evaluation_run(&x, &plan, &judgments, trec_results(), run, &options, &e) < 0)
		fail_msg("%s: %s", m->name, e.text);
	check_value(m, &x, &plan.request[0]);
	evaluation_release(&x);
	judgments_release(&judgments);
	plan_release(&plan);
	unlink(qrels);
	unlink(run);
}

static void every_measure_gives_the_value_of_its_example(void **state)
{
	(void)state;
	struct err e = { 0 };
	struct registry r;
	assert_int_equal(registry_init(&r, &e), 0);
	assert_true(r.count > 50);
	for (size_t i = 0; i < r.count; i++)
		check_example(&r, r.measure[i]);
	registry_release(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_measure_gives_the_value_of_its_example),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
