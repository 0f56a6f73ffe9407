/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
"use strict";
const words = new Intl.Collator("en", { numeric: true });
const text = (cell) => cell.textContent.trim();
const number = (cell) => parseFloat(text(cell).replace(/[<,\s]/g, ""));
/* What has no number stays below, whichever way it is sorted. */
const compare = (x, y, down) => {
	if (typeof x === "string")
		return down ? words.compare(y, x) : words.compare(x, y);
	if (isNaN(x) || isNaN(y))
		return isNaN(x) - isNaN(y);
	return down ? y - x : x - y;
};
const sort = (table, head) => {
	const body = table.tBodies[0], column = head.cellIndex;
	const names = head.classList.contains("text");
	const before = head.getAttribute("aria-sort");
	const down = before ? before === "ascending" : !names;
	const rows = Array.from(body.rows, (row) => [names ? text(row.cells[column]) : number(row.cells[column]), row]);
	rows.sort((a, b) => compare(a[0], b[0], down));
	body.append(...rows.map((row) => row[1]));
	for (const other of head.parentNode.cells)
		other.removeAttribute("aria-sort");
	head.setAttribute("aria-sort", down ? "descending" : "ascending");
};
/* Lines with tabs between, as spreadsheets take them. */
const copy = (table, button) => {
	const area = document.createElement("textarea");
	area.value = Array.from(table.rows, (row) => Array.from(row.cells, text).join("\t")).join("\n") + "\n";
	document.body.append(area);
	area.select();
	button.textContent = document.execCommand("copy") ? "Copied" : "Not copied";
	area.remove();
};
const button = (place, label, action) => {
	const made = document.createElement("button");
	made.append(...label);
	made.onclick = (event) => {
		event.preventDefault();
		action(made);
	};
	place.append(made);
	return made;
};
const enliven = (root) => {
	for (const table of root.querySelectorAll("table")) {
		for (const head of [...table.tHead.rows[0].cells].filter((cell) => cell.textContent !== ""))
			button(head, [...head.childNodes], () => sort(table, head)).classList.toggle("short", head.textContent.length < 9);
		button(table.closest("details").firstChild, ["Copy"], (made) => copy(table, made)).className = "copy";
	}
};
enliven(document);
addEventListener("beforeprint", () => document.querySelectorAll("details > .scroll").forEach((part) => part.parentNode.open = true));
