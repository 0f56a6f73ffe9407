/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/python/engine/engine.h"

PyObject *text_object(const char *text)
{
	if (text == NULL)
		return Py_NewRef(Py_None);
	return PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "surrogateescape");
}

const char *object_text(PyObject *object, Py_ssize_t *length, PyObject **owner)
{
	*owner = NULL;
	const char *text = PyUnicode_AsUTF8AndSize(object, length);
	if (text != NULL || !PyErr_ExceptionMatches(PyExc_UnicodeEncodeError))
		return text;
	/* bytes that are not UTF-8, as Python writes them in a text */
	PyErr_Clear();
	*owner = PyUnicode_AsEncodedString(object, "utf-8", "surrogateescape");
	char *bytes;
	return *owner != NULL && PyBytes_AsStringAndSize(*owner, &bytes, length) == 0 ? bytes
										      : NULL;
}
