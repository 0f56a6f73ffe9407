/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The module and its class Question. What a user may get wrong is checked in Python; here it is
 * seen to that nothing can crash: a question that is closed, or busy in another thread, refuses.
 */
#include "core/python/engine/engine.h"

PyMODINIT_FUNC PyInit__engine(void);

/* One question. */
struct question {
	PyObject_HEAD strat_eval *handle;
	strat_eval_records *first, *records; /* the first that were walked, and the last */
	int running;			     /* in a thread that has let go of Python's lock */
	int closing;			     /* it was closed while it was running */
	int answered;			     /* last time: it has read the judgments */
	struct records_found found;	     /* in what was walked last; floats: ever */
	struct names names;		     /* of the answer before */
	PyObject *own;			     /* measures that are called; NULL: none */
	PyObject *failed;		     /* what the first of them raised */
};

/* Error, DataError, ReadError, UsageError: one module has one set of them. */
static PyObject *error, *data_error, *read_error, *usage_error;

/* Raises the exception of a status of the library; always NULL. */
static PyObject *raise_status(const struct question *q, int status)
{
	PyObject *kind = status == STRAT_EVAL_DATA    ? data_error
			 : status == STRAT_EVAL_IO    ? read_error
			 : status == STRAT_EVAL_USAGE ? usage_error
						      : error;
	PyObject *message = text_object(strat_eval_error(q->handle));
	if (message != NULL)
		PyErr_SetObject(kind, message);
	Py_XDECREF(message);
	return NULL;
}

/* Whether a question can be used; else an exception is set. */
static int usable(const struct question *q)
{
	if (q->handle == NULL || q->closing)
		PyErr_SetString(usage_error, "the question was closed");
	else if (q->running)
		PyErr_SetString(usage_error, "the question is being answered in another thread");
	else
		return 1;
	return 0;
}

static PyObject *question_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
	const char *command;
	(void)keywords;
	if (!PyArg_ParseTuple(arguments, "s", &command))
		return NULL;
	allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
	struct question *q = (struct question *)allocate(type, 0);
	if (q == NULL)
		return NULL;
	q->handle = strat_eval_new(command);
	if (q->handle == NULL) {
		PyErr_Format(usage_error, "no such command: %s", command);
		Py_DECREF(q);
		return NULL;
	}
	return (PyObject *)q;
}

static void question_free(PyObject *self)
{
	PyTypeObject *type = Py_TYPE(self);
	strat_eval_free(((struct question *)self)->handle);
	names_forget(&((struct question *)self)->names);
	Py_XDECREF(((struct question *)self)->own);
	Py_XDECREF(((struct question *)self)->failed);
	((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
	Py_DECREF(type);
}

static PyObject *question_close(PyObject *self, PyObject *none)
{
	struct question *q = (struct question *)self;
	(void)none;
	q->closing = 1;
	if (!q->running) {
		strat_eval_free(q->handle);
		q->handle = NULL;
	}
	return Py_NewRef(Py_None);
}

static PyObject *question_set(PyObject *self, PyObject *arguments)
{
	struct question *q = (struct question *)self;
	const char *option;
	PyObject *given, *owner = NULL;
	Py_ssize_t length;
	if (!PyArg_ParseTuple(arguments, "sO", &option, &given) || !usable(q))
		return NULL;
	const char *value = given != Py_None ? object_text(given, &length, &owner) : NULL;
	if (value == NULL && given != Py_None)
		return NULL;
	int status = strat_eval_set(q->handle, option, value);
	Py_XDECREF(owner);
	return status == STRAT_EVAL_OK ? Py_NewRef(Py_None) : raise_status(q, status);
}

static PyObject *question_input(PyObject *self, PyObject *argument)
{
	struct question *q = (struct question *)self;
	PyObject *bytes;
	if (!PyUnicode_FSConverter(argument, &bytes))
		return NULL;
	int status = usable(q) ? strat_eval_input(q->handle, PyBytes_AsString(bytes)) : -1;
	Py_DECREF(bytes);
	if (status < 0)
		return NULL;
	return status == STRAT_EVAL_OK ? Py_NewRef(Py_None) : raise_status(q, status);
}

static PyObject *question_bytes(PyObject *self, PyObject *arguments)
{
	struct question *q = (struct question *)self;
	const char *name, *bytes;
	Py_ssize_t size;
	if (!PyArg_ParseTuple(arguments, "sy#", &name, &bytes, &size) || !usable(q))
		return NULL;
	const char *path = strat_eval_bytes(q->handle, name, bytes, (size_t)size);
	return path != NULL ? text_object(path) : raise_status(q, STRAT_EVAL_IO);
}

/* Walking may call Python's code, which may not use the question meanwhile. `choose` is of an Arrow
 * stream; NULL: it is none; True: rows with ranks. */
static int fill_records(struct question *q, strat_eval_records *records, const char *name,
			int judged, PyObject *source, PyObject *choose)
{
	q->running = 1;
	q->found.documents = 0;
	int status =
		choose != NULL && choose != Py_True
			? arrow_fill(records, name, source, choose, &q->found)
			: records_fill(records, name, judged, choose != NULL, source, &q->found);
	q->running = 0;
	if (status > 0)
		raise_status(q, status);
	return status == 0 ? 0 : -1;
}

static PyObject *question_records(PyObject *self, PyObject *arguments)
{
	struct question *q = (struct question *)self;
	const char *name;
	PyObject *source, *choose = NULL;
	int judged;
	if (!PyArg_ParseTuple(arguments, "spO|O", &name, &judged, &source, &choose) || !usable(q))
		return NULL;
	q->records = strat_eval_records_new(q->handle, name);
	if (q->records == NULL)
		return raise_status(q, STRAT_EVAL_IO);
	if (q->first == NULL)
		q->first = q->records;
	return fill_records(q, q->records, name, judged, source, choose) == 0
		       ? text_object(strat_eval_records_path(q->records))
		       : NULL;
}

static int refill(struct question *q, const char *name, PyObject *source, int first)
{
	if (name == NULL || !usable(q))
		return -1;
	if (q->records == NULL) {
		PyErr_SetString(usage_error, "there are no records yet");
		return -1;
	}
	strat_eval_records *records = first ? q->first : q->records;
	q->answered = q->answered && !first;
	strat_eval_records_clear(records);
	return fill_records(q, records, name, first, source, NULL);
}

static PyObject *question_refill(PyObject *self, PyObject *arguments)
{
	const char *name;
	PyObject *source;
	int first = 0;
	if (!PyArg_ParseTuple(arguments, "sO|p", &name, &source, &first))
		return NULL;
	return refill((struct question *)self, name, source, first) == 0 ? Py_NewRef(Py_None)
									 : NULL;
}

static PyObject *question_name(PyObject *self, PyObject *arguments)
{
	struct question *q = (struct question *)self;
	PyObject *file, *given, *owner, *result = NULL;
	int tag_first;
	Py_ssize_t length;
	if (!PyArg_ParseTuple(arguments, "O&Up", PyUnicode_FSConverter, &file, &given, &tag_first))
		return NULL;
	const char *name = object_text(given, &length, &owner);
	if (name != NULL && usable(q)) {
		const char *path =
			strat_eval_name(q->handle, PyBytes_AsString(file), name, tag_first);
		result = path != NULL ? text_object(path) : raise_status(q, STRAT_EVAL_USAGE);
	}
	Py_XDECREF(owner);
	Py_DECREF(file);
	return result;
}

static PyObject *question_columns(PyObject *self, PyObject *arguments)
{
	struct question *q = (struct question *)self;
	const char *measure;
	if (!PyArg_ParseTuple(arguments, "s", &measure) || !usable(q))
		return NULL;
	const char *names = strat_eval_columns(q->handle, measure);
	return names != NULL ? text_object(names) : raise_status(q, STRAT_EVAL_USAGE);
}

/* The ranking as a list of names, the judgments as {name: grade}; NULL: an exception is set. */
static PyObject *own_arguments(const struct strat_eval_topic *t)
{
	PyObject *ranking = PyList_New(0), *judged = PyDict_New();
	for (size_t i = 0; ranking != NULL && judged != NULL && i < t->retrieved + t->judgments;
	     i++) {
		const struct strat_eval_document *d =
			i < t->retrieved ? &t->ranking[i] : &t->judged[i - t->retrieved];
		PyObject *name =
			PyUnicode_DecodeUTF8(d->name, (Py_ssize_t)d->length, "surrogateescape");
		PyObject *grade = PyLong_FromLong(d->grade);
		if (name == NULL || grade == NULL ||
		    (i < t->retrieved ? PyList_Append(ranking, name)
				      : PyDict_SetItem(judged, name, grade)) < 0)
			Py_CLEAR(ranking);
		Py_XDECREF(name);
		Py_XDECREF(grade);
	}
	PyObject *both =
		ranking != NULL && judged != NULL ? PyTuple_Pack(2, ranking, judged) : NULL;
	Py_XDECREF(ranking);
	Py_XDECREF(judged);
	return both;
}

/* The context of a measure: whose it is, and what is called. */
struct own {
	struct question *question;
	PyObject *function;
};

/* Calls a measure; the first exception is kept for run(). */
static int score_own(void *context, const struct strat_eval_topic *t, double *value)
{
	const struct own *own = context;
	PyGILState_STATE lock = PyGILState_Ensure();
	PyObject *both = own_arguments(t);
	PyObject *x = both != NULL ? PyObject_Call(own->function, both, NULL) : NULL;
	*value = x != NULL ? PyFloat_AsDouble(x) : -1;
	int failed = PyErr_Occurred() != NULL;
	if (failed && own->question->failed == NULL) {
		PyObject *kind, *traceback;
		PyErr_Fetch(&kind, &own->question->failed, &traceback);
		PyErr_NormalizeException(&kind, &own->question->failed, &traceback);
		if (traceback != NULL)
			PyException_SetTraceback(own->question->failed, traceback);
		Py_XDECREF(kind);
		Py_XDECREF(traceback);
	}
	PyErr_Clear();
	Py_XDECREF(x);
	Py_XDECREF(both);
	PyGILState_Release(lock);
	return failed ? -1 : 0;
}

static void forget_own(PyObject *capsule)
{
	struct own *own = PyCapsule_GetPointer(capsule, NULL);
	Py_XDECREF(own->function);
	PyMem_Free(own);
}

static PyObject *question_measure(PyObject *self, PyObject *arguments)
{
	struct question *q = (struct question *)self;
	const char *name;
	double least, most;
	PyObject *function;
	if (!PyArg_ParseTuple(arguments, "sOdd", &name, &function, &least, &most) || !usable(q))
		return NULL;
	if (q->own == NULL && (q->own = PyList_New(0)) == NULL)
		return NULL;
	struct own *own = PyMem_Malloc(sizeof *own);
	if (own == NULL)
		return PyErr_NoMemory();
	*own = (struct own){ q, Py_NewRef(function) };
	PyObject *capsule = PyCapsule_New(own, NULL, forget_own);
	int status = capsule != NULL && PyList_Append(q->own, capsule) == 0
			     ? strat_eval_measure(q->handle, name, least, most, score_own, own)
			     : -1;
	Py_XDECREF(capsule);
	if (status > 0)
		raise_status(q, status);
	return status == STRAT_EVAL_OK ? Py_NewRef(Py_None) : NULL;
}

/* So few documents take less time than anybody waits before Ctrl-C, or to let other threads in. */
enum { QUICK = 200000, INSTANT = 1000 };

/* `instant`: it keeps Python's lock. */
static int run_question(struct question *q, int instant)
{
	int status;
	if (!usable(q))
		return -1;
	q->running = 1;
	PyThreadState *state = instant ? NULL : PyEval_SaveThread();
	status = strat_eval_run(q->handle);
	if (status == STRAT_EVAL_WORSE || status == STRAT_EVAL_NOT_SHOWN)
		status = STRAT_EVAL_OK; /* the rows say which */
	if (state != NULL)
		PyEval_RestoreThread(state);
	q->running = 0;
	q->answered = status == STRAT_EVAL_OK;
	if (status != STRAT_EVAL_OK && q->failed != NULL)
		PyErr_SetObject((PyObject *)Py_TYPE(q->failed), q->failed);
	else if (status != STRAT_EVAL_OK)
		raise_status(q, status);
	Py_CLEAR(q->failed);
	if (q->closing)
		Py_XDECREF(question_close((PyObject *)q, NULL));
	return status == STRAT_EVAL_OK ? 0 : -1;
}

static PyObject *question_run(PyObject *self, PyObject *none)
{
	(void)none;
	return run_question((struct question *)self, 0) == 0 ? Py_NewRef(Py_None) : NULL;
}

static PyObject *question_answer(PyObject *self, PyObject *const *argument, Py_ssize_t count)
{
	struct question *q = (struct question *)self;
	if (count != 2) {
		PyErr_SetString(PyExc_TypeError, "a name and a source are needed");
		return NULL;
	}
	if (refill(q, PyUnicode_AsUTF8AndSize(argument[0], NULL), argument[1], 0) < 0)
		return NULL;
	if (q->found.documents >= QUICK)
		return Py_NewRef(Py_None);
	/* the first time reads judgments, of which there may be many */
	if (run_question(q, q->answered && q->found.documents < INSTANT) < 0)
		return NULL;
	return usable(q) ? scores_of(q->handle, argument[1], &q->names) : NULL;
}

static PyObject *question_stop(PyObject *self, PyObject *none)
{
	struct question *q = (struct question *)self;
	(void)none;
	if (q->handle != NULL)
		strat_eval_stop(q->handle);
	return Py_NewRef(Py_None);
}

/* Appends a text to the list; if that fails there is none. */
static void append_text(PyObject **list, const char *line)
{
	PyObject *text = text_object(line);
	if (text == NULL || PyList_Append(*list, text) < 0)
		Py_CLEAR(*list);
	Py_XDECREF(text);
}

static PyObject *question_warnings(PyObject *self, PyObject *none)
{
	struct question *q = (struct question *)self;
	(void)none;
	PyObject *list = usable(q) ? PyList_New(0) : NULL;
	const char *line;
	if (list != NULL && q->found.floats)
		append_text(&list, "names that are whole numbers with a decimal point are read "
				   "without it: 1.0 as '1'");
	for (size_t i = 0; list != NULL && (line = strat_eval_warning(q->handle, i)) != NULL; i++)
		append_text(&list, line);
	return list;
}

static PyObject *question_text(PyObject *self, PyObject *none)
{
	struct question *q = (struct question *)self;
	size_t length;
	(void)none;
	if (!usable(q))
		return NULL;
	const char *text = strat_eval_text(q->handle, &length);
	return PyUnicode_DecodeUTF8(text, (Py_ssize_t)length, "surrogateescape");
}

static PyObject *question_report(PyObject *self, PyObject *none)
{
	struct question *q = (struct question *)self;
	(void)none;
	return usable(q) ? text_object(strat_eval_report(q->handle)) : NULL;
}

static PyObject *question_measures(PyObject *self, PyObject *none)
{
	struct question *q = (struct question *)self;
	(void)none;
	const char *list = usable(q) ? strat_eval_measures(q->handle) : NULL;
	return list != NULL ? text_object(list) : PyErr_Occurred() ? NULL : PyErr_NoMemory();
}

static PyObject *question_digest(PyObject *self, PyObject *none)
{
	struct question *q = (struct question *)self;
	(void)none;
	return usable(q) ? PyLong_FromUnsignedLongLong(strat_eval_digest(q->handle)) : NULL;
}

static PyObject *question_rows(PyObject *self, PyObject *none)
{
	struct question *q = (struct question *)self;
	(void)none;
	return usable(q) ? rows_of(q->handle) : NULL;
}

static PyObject *question_scores(PyObject *self, PyObject *arguments)
{
	struct question *q = (struct question *)self;
	PyObject *source = NULL;
	return PyArg_ParseTuple(arguments, "|O", &source) && usable(q)
		       ? scores_of(q->handle, source, &q->names)
		       : NULL;
}

static PyMethodDef question_methods[] = {
	{ "set", question_set, METH_VARARGS,
	  "set(option, value): sets an option; None for no value." },
	{ "input", question_input, METH_O, "input(path): the next argument of the command." },
	{ "bytes", question_bytes, METH_VARARGS,
	  "bytes(name, bytes): a path that reads these bytes." },
	{ "records", question_records, METH_VARARGS,
	  "records(name, judged, source, choose): a path that reads a dictionary, rows of three or an "
	  "Arrow stream as judgments or as a run." },
	{ "refill", question_refill, METH_VARARGS,
	  "refill(name, source, first=False): other records for the last path, or judgments for the "
	  "first." },
	{ "name", question_name, METH_VARARGS,
	  "name(path, name, tag_first): a path that reads the same as a run of that name." },
	{ "measure", question_measure, METH_VARARGS,
	  "measure(name, function, least, most): a measure that is called with a ranking and the "
	  "judgments of its topic." },
	{ "columns", question_columns, METH_VARARGS, "columns(measure): the names of its values." },
	{ "run", question_run, METH_NOARGS, "run(): answers the question." },
	{ "answer", (PyCFunction)(void (*)(void))question_answer, METH_FASTCALL,
	  "answer(name, source): refill, run and scores; None: many documents were refilled only." },
	{ "stop", question_stop, METH_NOARGS, "stop(): makes run() in another thread end soon." },
	{ "rows", question_rows, METH_NOARGS, "rows(): the answer as a list of tuples." },
	{ "scores", question_scores, METH_VARARGS,
	  "scores(source): it as {topic: {measure: value}}, with the keys of the source." },
	{ "text", question_text, METH_NOARGS, "text(): what the program would have printed." },
	{ "report", question_report, METH_NOARGS, "report(): the sentences of that text." },
	{ "measures", question_measures, METH_NOARGS,
	  "measures(): all measures, a line each: name, what it is, other names." },
	{ "digest", question_digest, METH_NOARGS,
	  "digest(): a number that is the same as long as what is in memory is." },
	{ "warnings", question_warnings, METH_NOARGS, "warnings(): a list of texts." },
	{ "close", question_close, METH_NOARGS, "close(): releases the memory." },
	{ NULL, NULL, 0, NULL },
};

static PyType_Slot question_slots[] = {
	{ Py_tp_new, question_new },
	{ Py_tp_dealloc, question_free },
	{ Py_tp_methods, question_methods },
	{ 0, NULL },
};

static PyType_Spec question_spec = {
	.name = "strat_eval._engine.Question",
	.basicsize = sizeof(struct question),
	.flags = Py_TPFLAGS_DEFAULT,
	.slots = question_slots,
};

/* A class of errors that is also one of Python's own; `status` is the program's exit status. */
static PyObject *new_error(PyObject *module, const char *name, const char *text, PyObject *also,
			   int status)
{
	PyObject *bases = also != NULL ? PyTuple_Pack(2, error, also) : NULL;
	PyObject *members = Py_BuildValue("{s:i}", "status", status);
	PyObject *made = NULL;
	if (members != NULL && (also == NULL || bases != NULL))
		made = PyErr_NewExceptionWithDoc(name, text, bases, members);
	Py_XDECREF(bases);
	Py_XDECREF(members);
	if (made != NULL && PyModule_AddObjectRef(module, strchr(name, '.') + 1, made) < 0) {
		Py_DECREF(made);
		made = NULL;
	}
	return made;
}

static struct PyModuleDef definition = {
	PyModuleDef_HEAD_INIT,
	.m_name = "strat_eval._engine",
	.m_doc = "The library of strat_eval. Use the package strat_eval instead.",
	.m_size = -1,
};

PyMODINIT_FUNC PyInit__engine(void)
{
	PyObject *module = PyModule_Create(&definition);
	if (module == NULL)
		return NULL;
	error = new_error(module, "strat_eval.Error",
			  "What the program would have said; ``status`` is its exit status.", NULL,
			  2);
	if (error != NULL) {
		data_error = new_error(
			module, "strat_eval.DataError",
			"The data is wrong; the message names file, line, field and value.",
			PyExc_ValueError, 1);
		read_error = new_error(module, "strat_eval.ReadError",
				       "Reading failed, or memory ran out.", PyExc_OSError, 2);
		usage_error = new_error(module, "strat_eval.UsageError",
					"An option is wrong, or options cannot be combined.",
					PyExc_ValueError, 64);
	}
	PyObject *type = PyType_FromSpec(&question_spec);
	if (usage_error == NULL || read_error == NULL || data_error == NULL || type == NULL ||
	    PyModule_AddObjectRef(module, "Question", type) < 0 ||
	    PyModule_AddStringConstant(module, "version", strat_eval_version()) < 0) {
		Py_DECREF(module);
		module = NULL;
	}
	Py_XDECREF(type);
	return module;
}
