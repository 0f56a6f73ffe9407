/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The sample as it was handed out, for judgments that come back, in any order and with any columns:
 * they must be of the documents that were drawn, no others and, unless some are still to come, all
 * of them. What they lack of topic, probability, stratum and size, the sample supplies by document
 * number; what they have must be the same.
 */
#pragma once

#include "core/data/judgments/judgments.h"

struct returned_sample {
	struct input in;
	struct name_pairs of; /* a topic and a document */
	struct returned_row *row;
	size_t room;
	struct slice topic; /* the only one; empty: there are several */
};

/* A CSV of `strat_eval sample`; rows without a document are passed over. On failure nothing is left
 * to release. */
int returned_sample_read(struct returned_sample *s, const char *path, struct err *e);
void returned_sample_release(struct returned_sample *s);

/* For judgments that must be of its documents. It lives as long as they are read. */
struct judgment_supplier returned_sample_supplier(struct returned_sample *s);

/* When they are read: the first document without a judgment is an error. */
int returned_sample_check(const struct returned_sample *s, const struct judgments *j,
			  struct err *e);
