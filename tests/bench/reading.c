/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * reading RUN... - reads the runs, as every command does, one after the other, keeps them,
 * and does nothing with them: what other work is measured against.
 */
#include "core/data/runs/run.h"

int main(int argc, char **argv)
{
	struct err e = { 0 };
	struct names none = { 0 };
	const struct run_format *format = run_format_find("trec_results", &e);
	struct run *runs = calloc((size_t)argc, sizeof *runs);
	size_t documents = 0;
	for (int i = 1; i < argc; i++) {
		if (format == NULL || run_read(&runs[i], format, argv[i], &none, NULL, 1, &e) < 0) {
			fprintf(stderr, "reading: %s\n", e.text);
			return e.status;
		}
		documents += runs[i].records.count;
	}
	printf("%zu\n", documents);
	for (int i = 1; i < argc; i++)
		run_release(&runs[i]);
	free(runs);
	return 0;
}
