/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/hash.h"
#include "core/data/judgments/collection.h"
#include "readers/columns.h"

static uint32_t *slot_of(const struct collection *c, struct slice name, unsigned hash)
{
	const struct run_record *first = c->records.record;
	const struct documents documents =
		documents_of_pieces(&c->in, &first->document, sizeof *first, c->table_hash);
	return document_table_slot(&c->table, &documents, name, hash);
}

bool collection_has(const struct collection *c, struct slice name, unsigned hash)
{
	return *slot_of(c, name, hash) != 0;
}

static int tabulate(struct collection *c, struct err *e)
{
	size_t count = collection_size(c);
	if (count > DOCUMENTS_MAX)
		return err_data(e, "%.600s: %zu documents: at most %u are allowed", c->in.path,
				count, DOCUMENTS_MAX);
	c->hash = arena_alloc(&c->memory, count * sizeof *c->hash);
	c->table_hash = arena_alloc(&c->memory, count * sizeof *c->table_hash);
	c->left_out = arena_zeroed(&c->memory, count, sizeof *c->left_out);
	if (c->memory.failed)
		return err_memory(e);
	if (document_table_start(&c->table, count, e) < 0)
		return -1;
	for (size_t i = 0; i < count; i++) {
		struct slice name = collection_name(c, i);
		c->hash[i] = hash_name(name);
		c->table_hash[i] = hash_bytes(name.at, name.length);
		uint32_t *slot = slot_of(c, name, c->table_hash[i]);
		if (*slot != 0)
			return err_at(
				e, c->in.path, input_line(&c->in, name.at),
				"document '%s' appears twice in the collection: first on line "
				"%llu",
				shown(name).text,
				(unsigned long long)input_line(&c->in,
							       collection_name(c, *slot - 1).at));
		*slot = (uint32_t)i + 1;
	}
	return 0;
}

int collection_leave_out(struct collection *c, const struct collection *other, size_t *strangers,
			 struct err *e)
{
	*strangers = 0;
	for (size_t i = 0; i < collection_size(other); i++) {
		uint32_t found = *slot_of(c, collection_name(other, i), other->table_hash[i]);
		*strangers += found == 0;
		if (found == 0 || c->left_out[found - 1])
			continue;
		c->left_out[found - 1] = true;
		c->left_out_count++;
	}
	if (*strangers == collection_size(other))
		return err_data(e,
				"%.300s: none of its documents is in %.300s: are the document "
				"numbers written the same way?",
				other->in.path, c->in.path);
	if (c->left_out_count == collection_size(c))
		return err_data(e, "%.300s: all of its documents are in %.300s: nothing is left",
				c->in.path, other->in.path);
	return 0;
}

int collection_close_gaps(struct collection *c, struct err *e)
{
	size_t kept = 0, count = collection_size(c);
	if (c->left_out_count == 0)
		return 0;
	for (size_t i = 0; i < count; i++) {
		if (c->left_out[i])
			continue;
		c->records.record[kept] = c->records.record[i];
		c->hash[kept] = c->hash[i];
		c->table_hash[kept++] = c->table_hash[i];
	}
	c->records.count = kept;
	if (document_table_start(&c->table, kept, e) < 0)
		return -1;
	for (size_t i = 0; i < kept; i++)
		*slot_of(c, collection_name(c, i), c->table_hash[i]) = (uint32_t)i + 1;
	return 0;
}

/* Rows of documents that were left out are not there any more. */
static int take_family(void *context, const struct table_row *row, struct err *e)
{
	const struct collection *c = context;
	struct slice name = row->field[COLUMN_DOCUMENT];
	uint32_t found = *slot_of(c, name, hash_bytes(name.at, name.length));
	(void)e;
	if (found != 0)
		c->family[found - 1] = row->field[COLUMN_CLUSTER];
	return 0;
}

int collection_read_families(struct collection *c, struct err *e)
{
	static const struct columns_asked asked = { .needed = COLUMN(DOCUMENT) | COLUMN(CLUSTER) };
	c->family = arena_zeroed(&c->memory, collection_size(c), sizeof *c->family);
	return c->family == NULL ? err_memory(e) : table_read(&c->in, &asked, take_family, c, e);
}

static bool has_digit(struct slice name)
{
	for (size_t i = 0; i < name.length; i++)
		if (name.at[i] >= '0' && name.at[i] <= '9')
			return true;
	return false;
}

/* A first line such as "Bates" above D1, D2 ... would count as a document. */
static int refuse_header(const struct collection *c, struct err *e)
{
	struct slice first = collection_name(c, 0);
	bool header = collection_size(c) > 1 && input_line(&c->in, first.at) == 1 &&
		      !has_digit(first) && has_digit(collection_name(c, 1));
	if (!header)
		return 0;
	size_t quote = first.at[0] == '"', end = quote; /* of several columns, the first */
	while (end < first.length && strchr(",;\"", first.at[end]) == NULL)
		end++;
	const struct shown name = shown((struct slice){ first.at + quote, end - quote });
	return err_at(
		e, c->in.path, 1,
		"'%s' looks like a header: write docno in its place, or type "
		"--run-column=docno='%s' if all lists have it; if it is a document, put a line "
		"docno above it",
		name.text, name.text);
}

static int read_list(struct collection *c, bool topics, struct err *e)
{
	const struct run_format *list = run_format_find("set", e);
	if (list == NULL || list->read(&c->in, &c->records, e) < 0)
		return -1;
	if (c->records.count == 0)
		return err_data(e, "%.600s: no documents in the file", c->in.path);
	if (!topics && c->records.segment[0].topic.length > 0)
		return err_at(e, c->in.path, input_line(&c->in, collection_name(c, 0).at),
			      "2 columns, but a collection is a list of document numbers, one a "
			      "line");
	return refuse_header(c, e) < 0 ? -1 : tabulate(c, e);
}

int collection_read(struct collection *c, const char *path, const struct column_options *columns,
		    bool topics, struct err *e)
{
	*c = (struct collection){ 0 };
	if (input_read_table(&c->in, path, columns, e) < 0)
		return -1;
	if (read_list(c, topics, e) == 0)
		return 0;
	collection_release(c);
	return -1;
}

void collection_release(struct collection *c)
{
	arena_release(&c->memory);
	document_table_release(&c->table);
	run_records_release(&c->records);
	input_release(&c->in);
}
