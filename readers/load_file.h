/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Load files (.dat) as Concordance and Relativity write them, as CSV. By default a field stands
 * between two thorns (254), fields are separated by the control character 20, and a registered sign
 * (174) stands for the end of a line within a field. The file is UTF-8, in which thorn and sign are
 * two bytes each, or has one byte a character (Latin-1).
 */
#pragma once

#include "core/base/buffer.h"
#include "core/base/err.h"
#include "core/base/slice.h"

/* Appends the table: 1. 0: it is no load file; -1 with `e` filled. */
int load_file_csv(const char *path, struct slice file, struct buffer *csv, struct err *e);
