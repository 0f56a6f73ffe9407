#include <errno.h>
#include <math.h>

#include "core/cli/output/score_lines.h"

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
	/* z-scores have the padding of the name without the Z, as in trec_eval */
	int width = o->zscores ? 22 : 22 - (int)strlen(l->prefix);
	buffer_print(b, "%s%-*s\t%s\t", l->prefix, width, l->measure, l->topic);
	if (l->kind == VALUE_TEXT)
		buffer_print(b, "%s\n", l->text);
	else {
		print_number(b, l, o);
		buffer_print(b, "\n");
	}
}

/* Quoted where RFC 4180 asks for it. */
/* Blanks around a field do not belong to it, unless it is in quotes. */
static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static void prefixed_csv_field(struct buffer *b, const char *prefix, const char *text)
{
	size_t length = strcspn(text, ",\"\r\n");
	bool blank = length > 0 && (is_blank(text[0]) || is_blank(text[length - 1]));
	if (text[length] == '\0' && !blank) {
		buffer_print(b, "%s%s", prefix, text);
		return;
	}
	buffer_print(b, "\"%s", prefix);
	for (; *text != '\0'; text++)
		buffer_print(b, *text == '"' ? "\"%c" : "%c", *text);
	buffer_print(b, "\"");
}

void output_csv_field(struct buffer *b, const char *text)
{
	prefixed_csv_field(b, "", text);
}

static void csv_line(struct buffer *b, const struct output_line *l, const struct output_options *o)
{
	output_csv_field(b, l->runid);
	buffer_print(b, ",");
	output_csv_field(b, l->topic);
	buffer_print(b, ",");
	prefixed_csv_field(b, l->prefix, l->measure);
	buffer_print(b, ",");
	if (l->kind == VALUE_TEXT)
		output_csv_field(b, l->text);
	else if (isfinite(l->number))
		print_number(b, l, o);
	if (o->bounds && l->method != NULL)
		buffer_print(b, ",%s,%g,%lld,%llu", l->method, o->level, (long long)l->draws,
			     (unsigned long long)o->seed);
	else if (o->bounds)
		buffer_print(b, ",,,,");
	buffer_print(b, "\n");
}

/* Bytes that are not UTF-8 become U+FFFD: JSON cannot carry them. */
static size_t utf8_length(const unsigned char *p)
{
	size_t length = p[0] < 0x80    ? 1
			: p[0] >= 0xf0 ? 4
			: p[0] >= 0xe0 ? 3
			: p[0] >= 0xc2 ? 2
				       : 0;
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

void output_json_text(struct buffer *b, const char *prefix, const char *text)
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
	output_json_text(b, "", l->runid);
	buffer_print(b, ",\"topic\":");
	output_json_text(b, "", l->topic);
	buffer_print(b, ",\"measure\":");
	output_json_text(b, l->prefix, l->measure);
	buffer_print(b, ",\"value\":");
	if (l->kind == VALUE_TEXT)
		output_json_text(b, "", l->text);
	else if (isfinite(l->number))
		print_number(b, l, o);
	else
		buffer_print(b, "null");
	if (l->method != NULL)
		buffer_print(b, ",\"method\":\"%s\",\"level\":%g,\"draws\":%lld,\"seed\":%llu",
			     l->method, o->level, (long long)l->draws, (unsigned long long)o->seed);
	buffer_print(b, "}\n");
}

static const struct output_format formats[] = {
	{ .name = "trec", .header = "", .bounds_header = "", .line = trec_line },
	{ .name = "csv",
	  .header = "runid,topic,measure,value\n",
	  .bounds_header = "runid,topic,measure,value,method,level,draws,seed\n",
	  .has_runid = true,
	  .line = csv_line },
	{ .name = "jsonl",
	  .header = "",
	  .bounds_header = "",
	  .has_runid = true,
	  .line = jsonl_line },
};

const struct output_format *output_find(const char *name)
{
	for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++)
		if (strcmp(formats[i].name, name) == 0)
			return &formats[i];
	return NULL;
}

/* A row of scores, and how to print it. */
struct row {
	const char *topic;
	const double *score;
	const char *prefix; /* before each name */
	int64_t draws;	    /* that bounds of estimates took */
	bool over_topics;   /* it has bounds of means */
};

static void output_number(struct buffer *b, const struct evaluation *x, const struct request *q,
			  size_t c, const struct row *row, const struct output_options *o)
{
	const struct column *column = &q->column[c];
	const struct mean_interval_method *mean = column->over_topics;
	const struct ranking_method *ranked = column->ranked;
	struct output_line l = {
		.runid = x->runid,
		.topic = row->topic,
		.prefix = row->prefix,
		.measure = column->name,
		.kind = o->zscores ? VALUE_REAL : q->measure->value,
		.number = row->score[q->first + c],
		.method = mean != NULL		   ? mean->name
			  : ranked != NULL	   ? ranked->name
			  : column->method != NULL ? column->method->name
						   : NULL,
		.draws = ranked != NULL	   ? 0
			 : mean == NULL	   ? row->draws
			 : mean->resamples ? o->resamples
					   : 0,
	};
	if (!column->hidden && (mean == NULL || row->over_topics))
		o->format->line(b, &l, o);
}

/* The values of one request, each with its bounds behind it. */
static void output_numbers(struct buffer *b, const struct evaluation *x, const struct request *q,
			   const struct row *row, const struct output_options *o)
{
	for (size_t v = 0; v < q->values; v++) {
		output_number(b, x, q, v, row, o);
		for (size_t c = q->values; c < q->columns; c++)
			if (q->column[c].value == v)
				output_number(b, x, q, c, row, o);
	}
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
	const struct row row = { .topic = name,
				 .score = x->score + topic * x->plan->width,
				 .prefix = o->zscores ? "Z" : "",
				 .draws = o->draws };
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
				output_text(b, x, q->column[0].name, name,
					    x->text[topic * x->plan->text_width + q->text], o);
				break;
			}
			output_numbers(b, x, q, &row, o);
		}
	}
}

static void output_summary(struct buffer *b, const struct evaluation *x, bool with_runid,
			   const struct output_options *o)
{
	/* estimates' means over topics have bounds without draws, unless topics are drawn */
	const int64_t draws = x->topics == 1 ? o->draws : o->random_topics ? o->resamples : 0;
	const struct row all = { "all", x->overall, o->zscores ? "Z" : "", draws, true };
	const struct row micro = { "all", x->micro, "micro_", o->draws, false };
	for (size_t i = 0; i < x->plan->requests; i++) {
		const struct request *q = &x->plan->request[i];
		if (q->measure->aggregate == AGGREGATE_NONE)
			continue;
		if (q->measure->aggregate == AGGREGATE_RUN) {
			if (with_runid || strcmp(q->measure->name, "runid") != 0)
				output_text(b, x, q->column[0].name, "all", x->run_text[i], o);
			continue;
		}
		output_numbers(b, x, q, &all, o);
	}
	for (size_t i = 0; o->micro && i < x->plan->requests; i++) {
		const struct request *q = &x->plan->request[i];
		if (evaluation_has_micro(q))
			output_numbers(b, x, q, &micro, o);
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
