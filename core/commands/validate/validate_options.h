/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is asked of the command validate.
 */
#pragma once

#include "core/commands/validate/validation.h"
#include "core/options/formats.h"
#include "core/options/options.h"

struct validate_request {
	struct validation_question question;
	enum tail tail;
	enum validation_format format;
	const char *plot; /* file, or NULL */
	int digits;
	bool digits_given;
	bool quiet;
	const char *command; /* the command line, for a page; NULL: there is none */
};

extern const struct command_table validate_table;
