/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Experiments behind the tables of doc/: small programs that take key=value and print CSV.
 */
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Ends the program with a message, if `wrong`. */
static inline void experiment_refuse(int wrong, const char *why, const char *what)
{
	if (!wrong)
		return;
	fprintf(stderr, "%s: %s\n", why, what);
	exit(64);
}

/* Every argument is one of these keys, ended by NULL. */
static inline void experiment_check(char **argument, const char *const *key)
{
	for (char **a = argument + 1; *a != NULL; a++) {
		const char *const *k = key;
		while (*k != NULL && (strncmp(*a, *k, strlen(*k)) != 0 || (*a)[strlen(*k)] != '='))
			k++;
		experiment_refuse(*k == NULL, "not a key=value of this experiment", *a);
	}
}

/* The value of a key; the last one counts. */
static inline const char *experiment_text(char **argument, const char *key, const char *usual)
{
	size_t length = strlen(key);
	for (char **a = argument + 1; *a != NULL; a++)
		if (strncmp(*a, key, length) == 0 && (*a)[length] == '=')
			usual = *a + length + 1;
	return usual;
}

/* A whole number of 1 or more. */
static inline size_t experiment_number(char **argument, const char *key, const char *usual)
{
	const char *text = experiment_text(argument, key, usual);
	char *end;
	long number = strtol(text, &end, 10);
	experiment_refuse(*end != '\0' || number < 1, "not a whole number of 1 or more", text);
	return (size_t)number;
}
