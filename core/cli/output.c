#include <errno.h>
#include <math.h>

#include "core/cli/output.h"

/* The value as text; NaN without the sign that some machines give it. */
static void print_number(struct buffer *b, const struct output_line *l,
			 const struct output_options *o)
{
	if (l->kind == VALUE_INTEGER)
		buffer_print(b, "%.0f", l->number);
	else
		buffer_print(b, "%*.*f", o->digits + 2, o->digits,
			     isnan(l->number) ? fabs(l->number) : l->number);
}

static void trec_line(struct buffer *b, const struct output_line *l, const struct output_options *o)
{
	buffer_print(b, "%s%-22s\t%s\t", l->prefix, l->measure, l->topic);
	if (l->kind == VALUE_TEXT)
		buffer_print(b, "%s\n", l->text);
	else {
		print_number(b, l, o);
		buffer_print(b, "\n");
	}
}

/* Quoted where RFC 4180 asks for it. */
static void csv_field(struct buffer *b, const char *text)
{
	if (text[strcspn(text, ",\"\r\n")] == '\0') {
		buffer_print(b, "%s", text);
		return;
	}
	buffer_print(b, "\"");
	for (; *text != '\0'; text++)
		buffer_print(b, *text == '"' ? "\"%c" : "%c", *text);
	buffer_print(b, "\"");
}

static void csv_line(struct buffer *b, const struct output_line *l, const struct output_options *o)
{
	csv_field(b, l->runid);
	buffer_print(b, ",");
	csv_field(b, l->topic);
	buffer_print(b, ",%s", l->prefix);
	csv_field(b, l->measure);
	buffer_print(b, ",");
	if (l->kind == VALUE_TEXT)
		csv_field(b, l->text);
	else if (isfinite(l->number))
		print_number(b, l, o);
	buffer_print(b, "\n");
}

/* Bytes that are not UTF-8 become U+FFFD: JSON cannot carry them. */
static size_t utf8_length(const unsigned char *p)
{
	size_t length = p[0] < 0x80 ? 1 : p[0] >= 0xf0 ? 4 : p[0] >= 0xe0 ? 3 : p[0] >= 0xc2 ? 2 : 0;
	if (p[0] > 0xf4)
		return 0;
	for (size_t i = 1; i < length; i++)
		if ((p[i] & 0xc0) != 0x80)
			return 0;
	if ((p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xed && p[1] > 0x9f) ||
	    (p[0] == 0xf0 && p[1] < 0x90) || (p[0] == 0xf4 && p[1] > 0x8f))
		return 0;
	return length;
}

static void json_text(struct buffer *b, const char *prefix, const char *text)
{
	buffer_print(b, "\"%s", prefix);
	for (const unsigned char *p = (const unsigned char *)text; *p != '\0';) {
		size_t length = utf8_length(p);
		if (length == 0)
			buffer_print(b, "\\ufffd");
		else if (*p == '"' || *p == '\\')
			buffer_print(b, "\\%c", *p);
		else if (*p < 0x20)
			buffer_print(b, "\\u%04x", *p);
		else
			buffer_print(b, "%.*s", (int)length, (const char *)p);
		p += length > 0 ? length : 1;
	}
	buffer_print(b, "\"");
}

static void jsonl_line(struct buffer *b, const struct output_line *l,
		       const struct output_options *o)
{
	buffer_print(b, "{\"runid\":");
	json_text(b, "", l->runid);
	buffer_print(b, ",\"topic\":");
	json_text(b, "", l->topic);
	buffer_print(b, ",\"measure\":");
	json_text(b, l->prefix, l->measure);
	buffer_print(b, ",\"value\":");
	if (l->kind == VALUE_TEXT)
		json_text(b, "", l->text);
	else if (isfinite(l->number))
		print_number(b, l, o);
	else
		buffer_print(b, "null");
	buffer_print(b, "}\n");
}

static const struct output_format formats[] = {
	{ .name = "trec", .header = "", .line = trec_line },
	{ .name = "csv",
	  .header = "runid,topic,measure,value\n",
	  .has_runid = true,
	  .line = csv_line },
	{ .name = "jsonl", .header = "", .has_runid = true, .line = jsonl_line },
};

const struct output_format *output_find(const char *name)
{
	for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++)
		if (strcmp(formats[i].name, name) == 0)
			return &formats[i];
	return NULL;
}

static void output_number(struct buffer *b, const struct evaluation *x, const struct request *q,
			  size_t column, const char *topic, double value,
			  const struct output_options *o)
{
	struct output_line l = { .runid = x->runid,
				 .topic = topic,
				 .prefix = o->zscores ? "Z" : "",
				 .measure = q->name[column],
				 .kind = o->zscores ? VALUE_REAL : q->measure->value,
				 .number = value };
	o->format->line(b, &l, o);
}

static void output_text(struct buffer *b, const struct evaluation *x, const char *name,
			const char *topic, const char *text, const struct output_options *o)
{
	struct output_line l = { .runid = x->runid,
				 .topic = topic,
				 .prefix = "",
				 .measure = name,
				 .kind = VALUE_TEXT,
				 .text = text };
	o->format->line(b, &l, o);
}

static void output_topic(struct buffer *b, const struct evaluation *x, size_t topic,
			 const struct output_options *o)
{
	const char *name = x->judgments->topic[topic].name;
	for (size_t i = 0; i < x->plan->requests; i++) {
		const struct request *q = &x->plan->request[i];
		switch (q->measure->aggregate) {
		case AGGREGATE_GEOMETRIC:
		case AGGREGATE_COUNT:
		case AGGREGATE_RUN:
			break;
		case AGGREGATE_MEAN:
		case AGGREGATE_SUM:
		case AGGREGATE_NONE:
			if (q->measure->value == VALUE_TEXT) {
				output_text(b, x, q->name[0], name,
					    x->text[topic * x->plan->text_width + q->text], o);
				break;
			}
			for (size_t c = 0; c < q->columns; c++)
				output_number(b, x, q, c, name,
					      x->score[topic * x->plan->width + q->first + c], o);
		}
	}
}

static void output_summary(struct buffer *b, const struct evaluation *x, bool with_runid,
			   const struct output_options *o)
{
	for (size_t i = 0; i < x->plan->requests; i++) {
		const struct request *q = &x->plan->request[i];
		if (q->measure->aggregate == AGGREGATE_NONE)
			continue;
		if (q->measure->aggregate == AGGREGATE_RUN) {
			if (with_runid || strcmp(q->measure->name, "runid") != 0)
				output_text(b, x, q->name[0], "all", x->run_text[i], o);
			continue;
		}
		for (size_t c = 0; c < q->columns; c++)
			output_number(b, x, q, c, "all", evaluation_overall(x, q, c), o);
	}
}

void output_run(struct buffer *b, const struct evaluation *x, const struct output_options *o)
{
	bool opened = o->several_runs && !o->format->has_runid;
	if (opened)
		output_text(b, x, "runid", "all", x->runid, o);
	for (size_t i = 0; o->topics && i < x->judgments->topics; i++)
		if (x->evaluated[x->judgments->sorted[i]])
			output_topic(b, x, x->judgments->sorted[i], o);
	if (!o->no_summary)
		output_summary(b, x, !opened && !o->format->has_runid, o);
}

static int lost(struct err *e)
{
	return err_io(e, "cannot write to standard output: %s", strerror(errno));
}

int output_write(const struct buffer *b, struct err *e)
{
	if (b->failed)
		return err_memory(e);
	errno = 0;
	if (b->length > 0 && fwrite(b->text, 1, b->length, stdout) != b->length)
		return lost(e);
	return 0;
}

int output_close(struct err *e)
{
	errno = 0;
	return fflush(stdout) != 0 || fclose(stdout) != 0 ? lost(e) : 0;
}
