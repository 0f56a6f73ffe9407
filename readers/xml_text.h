/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * XML, tag by tag, as far as the parts of a workbook need it (readers/workbook.h): no document
 * type, no entities but the five that XML defines.
 */
#pragma once

#include "core/base/slice.h"

struct xml {
	char *at, *end;
	struct slice before; /* the text that stands before the tag */
	struct slice name;   /* of the tag, without a prefix */
	struct slice attributes;
	struct slice raw; /* of <![CDATA[...]]>, which counts as a tag without a name, as a comment
			     does */
	bool closes;
	bool empty; /* <x/> was read as <x>; </x> is still to come */
};

/* The next tag: 1; 0: the end; -1: bad XML. */
int xml_next(struct xml *x);

static inline bool xml_is(const struct xml *x, bool closes, const char *name)
{
	return x->closes == closes && slice_equal(x->name, slice_of(name));
}

/* The value of an attribute as it stands; empty: there is none. */
struct slice xml_attribute(const struct xml *x, const char *name);

/*
 * Writes what the text means to `to`, which may lie before it in the same memory, as it gets no
 * longer. Excel writes characters that XML cannot have as _x000D_. NULL: an unknown entity.
 */
char *xml_decode(char *to, struct slice text);

/*
 * The text of the element that was opened: all that stands in it, or only that in its <t>, of which
 * rich text has several; <rPh> tells how to pronounce it. False: bad XML.
 */
bool xml_element_text(struct xml *x, bool runs, struct slice *out);
