/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Draws the documents of a topic that are to be judged, with the probability of each.
 *
 * What a sample holds depends on the seed, on the names of the topic and its documents, and on the
 * rankings; not on the order of lines, of topics or of runs, nor on threads. Each document has a
 * random number of its own (uniform_permanent() of the seed, the topic's and the document's
 * hash_name()); if n of several documents are to be drawn with equal probability, those with the
 * smallest numbers are taken.
 */
#pragma once

#include "core/data/drawing/drawn_sample.h"

int drawing_make(struct drawing *d, const struct drawing_options *o, const struct drawing_topic *t,
		 struct err *e);
