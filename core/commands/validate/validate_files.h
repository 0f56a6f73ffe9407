/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What validate_files.c makes counts of, for validate_families.c, which keeps the documents.
 */
#pragma once

#include "core/commands/validate/validate.h"

/* A stratum that the export names. */
struct file_stratum {
	struct slice name;
	int64_t size;
	struct counted of[2];	 /* [1]: produced */
	enum ledger_place place; /* PLACES: the production cuts it */
};

struct from_files {
	struct validate_request *request;
	const struct command_table *table;
	struct review_files review;
	struct ledger_readings readings;
	struct found_counts *found; /* what is set goes there */
	bool collection_given;	    /* its size */
	struct names families;
	struct file_stratum *stratum; /* that the export names; room for LIST_MAX */
	size_t strata;
	bool apart; /* a stratum has produced documents, or others */
};

struct file_stratum *find_stratum(const struct from_files *f, const struct coded_document *d);

/* Keeps what was coded, with its families. */
int keep_documents(struct from_files *f, struct err *e);
