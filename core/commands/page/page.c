/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * strat_eval page [FILE]
 */
#include "core/base/output.h"
#include "core/base/system.h"
#include "core/engine/evaluate/run_options.h"
#include "core/options/command.h"
#include "readers/input.h"

struct page_request {
	struct text_list file;
};

static const struct command_option options[] = {
	{ HEADING("Help:") },
	{ OPTION_HELP },
	{ 0 },
};

static const struct option_rule rules[] = {
	{ "WORDS=2", .excludes = "WORDS", .says = "only one file can be written" }, { 0 }
};

static const struct command_table table = {
	.name = "page",
	.summary = "where the page for browsers is, or a copy of it",
	.arguments = "[FILE]",
	.doc = "Copies the page of strat_eval to FILE, or prints where it is. It is one HTML file that runs validate, plan, draw, evaluate, "
	       "compare, stop and agree in a browser, without a network.",
	.notes =
		"Exit status: 0 success, 2 there is no page, or it cannot be read or written, 64 wrong "
		"usage.",
	.examples = "  strat_eval page counsel.html\n",
	.option = options,
	.word = &(const struct command_option){ ADDED_FILES, OPTION_AT(struct page_request, file) },
	.size = sizeof(struct page_request),
	.rule = rules,
};

/* Where it can be, from the folder of the program: installed, or built. */
static const char *const places[] = { "../share/strat_eval/strat_eval.html",
				      "build/strat_eval.html", NULL };

static int find_page(struct buffer *path, struct err *e)
{
	struct buffer program = { 0 };
	system_program(&program);
	bool failed = program.failed;
	for (const char *const *p = places; *p != NULL && program.length > 0 && !failed; p++) {
		size_t folder = (size_t)(strrchr(program.text, '/') + 1 - program.text);
		buffer_print(path, "%.*s%s", (int)folder, program.text, *p);
		failed = path->failed;
		if (!failed && system_look(path->text, NULL) == SYSTEM_FILE) {
			buffer_release(&program);
			return 0;
		}
		buffer_release(path);
	}
	buffer_release(&program);
	if (failed)
		return err_memory(e);
	return err_io(e,
		      "there is no page here: `make page` builds it as build/strat_eval.html, and "
		      "`make install` then installs it");
}

static int copy(const char *from, const char *to, struct err *e)
{
	static const char *const begins[] = { "<!DOCTYPE html>", NULL };
	struct input in;
	struct buffer b = { 0 };
	if (new_file_check(to, begins, "FILE", "a page", "choose another name", e) < 0 ||
	    input_read(&in, from, e) < 0)
		return -1;
	buffer_add(&b, in.bytes, in.size);
	int result = b.failed ? err_memory(e) : new_file_write(to, &b, "the page", e);
	buffer_release(&b);
	input_release(&in);
	return result;
}

static int write_page(void *request, const struct output *out, struct err *e)
{
	const struct page_request *q = request;
	struct buffer path = { 0 };
	if (find_page(&path, e) < 0)
		return -1;
	if (q->file.count == 0) {
		buffer_print(&path, "\n");
		return output_finish(out, &path, 0, e);
	}
	int result = copy(path.text, q->file.text[0], e);
	buffer_release(&path);
	return result;
}

COMMAND = { &table, write_page, NULL };
