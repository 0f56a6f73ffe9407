/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/buffer.h"
#include "core/cli/output/plot.h"

extern char **environ;

void plot_release(struct plot *p)
{
	for (size_t i = 0; i < p->curves; i++) {
		free(p->curve[i].title);
		free(p->curve[i].x);
		free(p->curve[i].y);
	}
	free(p->curve);
	*p = (struct plot){ 0 };
}

void plot_curve(struct plot *p, const char *title, size_t colour, bool pale)
{
	if (p->curves == p->room) {
		size_t room = 2 * p->room + 8;
		struct plot_curve *more = realloc(p->curve, room * sizeof *more);
		if (more == NULL) {
			p->failed = true;
			return;
		}
		p->curve = more;
		p->room = room;
	}
	struct plot_curve *c = &p->curve[p->curves++];
	*c = (struct plot_curve){ .colour = colour, .pale = pale };
	if (title != NULL) {
		c->title = strdup(title);
		p->failed = p->failed || c->title == NULL;
	}
}

void plot_point(struct plot *p, double x, double y)
{
	if (p->failed || p->curves == 0)
		return;
	struct plot_curve *c = &p->curve[p->curves - 1];
	if (c->count == c->room) {
		size_t room = 2 * c->room + 32;
		double *more_x = realloc(c->x, room * sizeof *more_x);
		c->x = more_x != NULL ? more_x : c->x;
		double *more_y = realloc(c->y, room * sizeof *more_y);
		c->y = more_y != NULL ? more_y : c->y;
		if (more_x == NULL || more_y == NULL) {
			p->failed = true;
			return;
		}
		c->room = room;
	}
	c->x[c->count] = x;
	c->y[c->count++] = y;
}

void plot_dash(struct plot *p)
{
	if (!p->failed && p->curves > 0)
		p->curve[p->curves - 1].dashed = true;
}

void plot_style(struct plot *p, enum plot_style style)
{
	if (!p->failed && p->curves > 0)
		p->curve[p->curves - 1].style = style;
}

/* ---- the commands ---- */

static bool is_svg(const char *path)
{
	size_t length = strlen(path);
	return length > 4 && strcmp(path + length - 4, ".svg") == 0;
}

static bool is_png(const char *path)
{
	size_t length = strlen(path);
	return length > 4 && strcmp(path + length - 4, ".png") == 0;
}

/* A text between single quotes, in which gnuplot knows no escape but the doubled quote. */
static void quoted(struct buffer *b, const char *text)
{
	buffer_print(b, "'");
	for (; *text != '\0'; text++)
		if (*text == '\'')
			buffer_print(b, "''");
		else if ((unsigned char)*text >= ' ')
			buffer_print(b, "%c", *text);
	buffer_print(b, "'");
}

/* In pixels. */
struct extent {
	size_t width, height;
};

static void write_terminal(struct buffer *b, bool svg, struct extent size)
{
	if (svg)
		buffer_print(b,
			     "set terminal svg size %zu,%zu font 'sans,14' noenhanced background "
			     "rgb 'white'\n",
			     size.width, size.height);
	else
		buffer_print(b,
			     "if (strstrt(GPVAL_TERMINALS, 'pngcairo') > 0) {\n"
			     "set terminal pngcairo size %zu,%zu font 'sans,14' noenhanced\n"
			     "} else {\n"
			     "set terminal png size %zu,%zu noenhanced\n"
			     "}\n",
			     size.width, size.height, size.width, size.height);
}

static void write_axes(struct buffer *b, const struct plot *p, const char *key)
{
	buffer_print(b, "set title ");
	quoted(b, p->title);
	buffer_print(b, "\nset xlabel ");
	quoted(b, p->x_label);
	buffer_print(b, "\nset ylabel ");
	quoted(b, p->y_label);
	buffer_print(b, "\nset key %s\nset grid\nset datafile missing '?'\n", key);
	buffer_print(b, "%sset logscale x\n", p->log_x ? "" : "un");
	buffer_print(b, "%sset logscale y\n", p->log_y ? "" : "un");
	buffer_print(b, "set xrange [*:*]\nset xtics autofreq norotate\n");
	if (p->top > p->bottom)
		buffer_print(b, "set yrange [%.10g:%.10g]\n", p->bottom, p->top);
	else
		buffer_print(b, "set yrange [%s:*]\n", p->from_zero && !p->log_y ? "0" : "*");
}

/* Can the point be drawn? */
static bool is_visible(const struct plot *p, double x, double y)
{
	return isfinite(x) && isfinite(y) && (!p->log_x || x > 0) && (!p->log_y || y > 0);
}

static bool has_points(const struct plot *p)
{
	for (size_t i = 0; i < p->curves; i++)
		for (size_t k = 0; k < p->curve[i].count; k++)
			if (is_visible(p, p->curve[i].x[k], p->curve[i].y[k]))
				return true;
	return false;
}

static void write_data(struct buffer *b, const struct plot *p)
{
	for (size_t i = 0; i < p->curves; i++) {
		const struct plot_curve *c = &p->curve[i];
		buffer_print(b, "$curve%zu << END\n", i);
		for (size_t k = 0; k < c->count; k++)
			if (is_visible(p, c->x[k], c->y[k]))
				buffer_print(b, "%.10g %.10g\n", c->x[k], c->y[k]);
			else
				buffer_print(b, "\n");
		buffer_print(b, "END\n");
	}
}

static void write_style(struct buffer *b, const struct plot_curve *c)
{
	if (c->pale)
		buffer_print(b, "with lines lw 2 dt 2 lc rgb 'gray60' ");
	else if (c->style == STYLE_LINE)
		buffer_print(b, "with lines lw 2 lc %zu ", c->colour + 1);
	else if (c->style == STYLE_POINTS)
		buffer_print(b, "with points pt 6 ps 0.5 lc %zu ", c->colour + 1);
	else if (c->style == STYLE_IMPULSES)
		buffer_print(b, "with impulses lw 3 lc %zu ", c->colour + 1);
	else
		buffer_print(b, "with linespoints lw 2 dt %d pt %zu ps 0.8 lc %zu ",
			     c->dashed ? 2 : 1, c->colour % 13 + 4, c->colour + 1);
}

static void write_curves(struct buffer *b, const struct plot *p)
{
	for (size_t i = 0; i < p->curves; i++) {
		const struct plot_curve *c = &p->curve[i];
		buffer_print(b, "%s $curve%zu using 1:2 ", i > 0 ? ",\\\n" : "plot", i);
		write_style(b, c);
		if (c->title == NULL) {
			buffer_print(b, "notitle");
			continue;
		}
		buffer_print(b, "title ");
		quoted(b, c->title);
	}
	buffer_print(b, "\n");
}

static double mean_of(const struct plot_curve *c)
{
	double sum = 0;
	for (size_t k = 0; k < c->count; k++)
		sum += c->y[k];
	return sum / (double)c->count;
}

/* Boxes or bars side by side, at 1, 2, 3. */
static void write_boxes(struct buffer *b, const struct plot *p)
{
	bool bars = p->kind == PLOT_BARS;
	buffer_print(b, "unset key\nset style fill solid 0.3 border -1\nset boxwidth 0.6\n"
			"set style boxplot range 1.5 outliers pointtype 6\n"
			"set xtics rotate by 60 right (");
	for (size_t i = 0; i < p->curves; i++) {
		buffer_print(b, "%s", i > 0 ? ", " : "");
		quoted(b, p->curve[i].title != NULL ? p->curve[i].title : "");
		buffer_print(b, " %zu", i + 1);
	}
	buffer_print(b, ")\nset xrange [0.4:%zu.6]\n$means << END\n", p->curves);
	for (size_t i = 0; i < p->curves; i++)
		buffer_print(b, "%zu %.10g\n", i + 1, mean_of(&p->curve[i]));
	buffer_print(b, "END\nplot ");
	for (size_t i = 0; i < p->curves && !bars; i++)
		buffer_print(b, "$curve%zu using (%zu):2 with boxplot ps 0.4 lc 1 notitle,\\\n", i,
			     i + 1);
	if (p->level > 0)
		buffer_print(b, "%.10g with lines dt 2 lc rgb 'gray60' notitle,\\\n", p->level);
	buffer_print(b, "$means using 1:2 with %s notitle\n",
		     bars ? "boxes lc 1" : "points pt 2 lw 2 lc 7");
}

/* ---- running gnuplot ---- */

/* Files of the child: its commands, what it says, and both ends of the pipe for the picture. */
struct streams {
	FILE *commands, *messages;
	int picture[2];
};

static int no_gnuplot(struct err *e)
{
	return err_io(e,
		      "--plot needs the program gnuplot, which is not installed (Debian's package "
		      "is gnuplot-nox)");
}

static int start_gnuplot(const struct streams *s, pid_t *child, struct err *e)
{
	char *argv[] = { "gnuplot", "-d", NULL };
	const int from[] = { fileno(s->commands), s->picture[1], fileno(s->messages) };
	posix_spawn_file_actions_t actions;
	int failed = 0;
	if (posix_spawn_file_actions_init(&actions) != 0)
		return err_memory(e);
	for (int i = 0; i < 3 && failed == 0; i++)
		failed = posix_spawn_file_actions_adddup2(&actions, from[i], i);
	if (failed == 0)
		failed = posix_spawnp(child, argv[0], &actions, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	if (failed == ENOENT)
		return no_gnuplot(e);
	return failed != 0 ? err_io(e, "gnuplot cannot be run: %s", strerror(failed)) : 0;
}

/* All bytes until the writer closes its end; -1: errno tells why not. */
static int read_all(int file, struct buffer *out)
{
	char bytes[65536];
	ssize_t length;
	do {
		length = read(file, bytes, sizeof bytes);
		if (length > 0)
			buffer_add(out, bytes, (size_t)length);
	} while (length > 0 || (length < 0 && errno == EINTR));
	return length < 0 ? -1 : 0;
}

/* The first line of what gnuplot said that is not empty. */
static struct shown first_message(FILE *messages)
{
	char line[256] = "";
	rewind(messages);
	while (fgets(line, sizeof line, messages) != NULL &&
	       strspn(line, " \t\r\n") == strlen(line))
		;
	return shown(line, strcspn(line, "\r\n"));
}

static int run_gnuplot(struct streams *s, struct buffer *picture, struct err *e)
{
	pid_t child;
	int status, result = start_gnuplot(s, &child, e);
	close(s->picture[1]); /* else the pipe never ends */
	s->picture[1] = -1;
	if (result < 0)
		return -1;
	if (read_all(s->picture[0], picture) < 0)
		result = err_io(e, "gnuplot: %s", strerror(errno));
	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			return err_io(e, "gnuplot: %s", strerror(errno));
	if (result < 0)
		return -1;
	if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
		return picture->failed ? err_memory(e) : 0;
	struct shown said = first_message(s->messages);
	return err_io(e, "gnuplot failed: %s", said.text);
}

/* Runs the commands; the picture is kept in memory. */
static int draw(const struct buffer *commands, struct buffer *picture, struct err *e)
{
	struct streams s = { tmpfile(), tmpfile(), { -1, -1 } };
	int result = -1;
	if (s.commands == NULL || s.messages == NULL || pipe2(s.picture, O_CLOEXEC) != 0 ||
	    (commands->length > 0 &&
	     fwrite(commands->text, 1, commands->length, s.commands) != commands->length) ||
	    fflush(s.commands) != 0) {
		err_io(e, "a temporary file cannot be written: %s", strerror(errno));
	} else {
		rewind(s.commands);
		result = run_gnuplot(&s, picture, e);
	}
	for (int i = 0; i < 2; i++)
		if (s.picture[i] >= 0)
			close(s.picture[i]);
	if (s.commands != NULL)
		fclose(s.commands);
	if (s.messages != NULL)
		fclose(s.messages);
	return result;
}

int plot_check(const char *path, struct err *e)
{
	if (!is_svg(path) && !is_png(path))
		return err_usage(e, "--plot=%.800s: the name must end in .svg or .png", path);
	struct buffer nothing = { 0 }, picture = { 0 };
	int result = draw(&nothing, &picture, e);
	buffer_release(&picture);
	return result;
}

/* ---- the file ---- */

static int lost(const char *path, struct err *e)
{
	return err_io(e, "%.800s: the plot cannot be written: %s", path, strerror(errno));
}

/* mkstemp() makes a file for its owner alone; one that is asked for has the usual permissions. */
static void usual_permissions(int file)
{
	mode_t mask = umask(0);
	umask(mask);
	fchmod(file, 0666 & ~mask);
}

/* Every byte reaches the file, or errno tells why not. */
static int write_all(int file, const struct buffer *b)
{
	for (size_t done = 0; done < b->length;) {
		ssize_t length = write(file, b->text + done, b->length - done);
		if (length < 0 && errno != EINTR)
			return -1;
		done += length > 0 ? (size_t)length : 0;
	}
	return 0;
}

/* The picture is written beside the file and takes its place when it is complete. */
static int write_picture(const struct buffer *picture, const char *path, struct err *e)
{
	size_t length = strlen(path) + sizeof ".XXXXXX";
	char *beside = malloc(length);
	if (beside == NULL)
		return err_memory(e);
	snprintf(beside, length, "%s.XXXXXX", path);
	int file = mkstemp(beside), result = 0;
	if (file < 0) {
		result = lost(path, e);
	} else {
		usual_permissions(file);
		if (write_all(file, picture) < 0)
			result = lost(path, e);
		if (close(file) != 0 && result == 0)
			result = lost(path, e);
		if (result == 0 && rename(beside, path) != 0)
			result = lost(path, e);
		if (result < 0)
			unlink(beside);
	}
	free(beside);
	return result;
}

/* ---- plots ---- */

/* gnuplot ends with an error if there is no point at all: then there is a frame that says so. */
static void write_plot(struct buffer *b, const struct plot *p, const char *key)
{
	write_axes(b, p, key);
	if (has_points(p)) {
		write_data(b, p);
		(p->kind == PLOT_CURVES ? write_curves : write_boxes)(b, p);
	} else {
		buffer_print(b, "unset tics\n"
				"set label 1 'no values' at graph 0.5,0.5 center\n"
				"plot [1:10] [1:10] NaN notitle\n"
				"unset label 1\n"
				"set tics\n");
	}
	b->failed = b->failed || p->failed;
}

static int finish(struct buffer *b, const char *path, struct err *e)
{
	struct buffer picture = { 0 };
	int result = b->failed ? err_memory(e) : draw(b, &picture, e);
	if (result == 0 && picture.length == 0)
		result = err_io(e, "%.800s: gnuplot drew nothing", path);
	if (result == 0)
		result = write_picture(&picture, path, e);
	buffer_release(&picture);
	buffer_release(b);
	return result;
}

int plot_write(const struct plot *p, const char *path, struct err *e)
{
	struct buffer b = { 0 };
	bool svg = is_svg(path);
	write_terminal(&b, svg, svg ? (struct extent){ 900, 600 } : (struct extent){ 1200, 800 });
	write_plot(&b, p, "outside right top Left reverse");
	return finish(&b, path, e);
}

int plot_write_grid(const struct plot *p, size_t rows, size_t columns, const char *path,
		    struct err *e)
{
	struct buffer b = { 0 };
	write_terminal(&b, is_svg(path), (struct extent){ 450 * columns, 400 * rows });
	buffer_print(&b, "set multiplot layout %zu,%zu\n", rows, columns);
	for (size_t i = 0; i < rows * columns; i++)
		write_plot(&b, &p[i], "below height 1");
	buffer_print(&b, "unset multiplot\n");
	return finish(&b, path, e);
}
