/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A case: what stands in all panels, as one file. It has settings, counts, drawn document numbers and answers, never
 * another column of an export. A panel gives and takes its part: build() returns { save() -> object or null, load(object)
 * -> how many entries it does not know, clear() }.
 *
 *	{ file: 'strat_eval case', format: 1, version, commit, program: SHA-256, title, panels: { validate: {...}, ... } }
 */
{
	const KIND = 'strat_eval case', FORMAT = 1, MOST = 1 << 26; /* bytes of a file */
	const origin = (id) => document.getElementById(`page-${id}`).textContent;
	const bar = document.getElementById('case-bar');
	let unsaved = false;

	const message = element('p', { id: 'case-message', class: 'note', role: 'status', hidden: true });
	const tell = (text) => {
		message.textContent = text;
		message.hidden = text === '';
	};
	const title = page.field({ id: 'case-title', kind: 'text', label: 'Case', placeholder: 'title or matter', oninput: () => page.setTitle(title.get(), 'case') });
	page.onTitle('case', (text) => title.set(text));

	/* ---- saving ---- */

	const text = () => JSON.stringify({ file: KIND, format: FORMAT, version: page.version, commit: origin('commit'), program: origin('checksum'), title: title.get(),
		panels: Object.fromEntries(page.kept().map(([id, keep]) => [id, keep.save()]).filter(([, part]) => part !== null)) }, null, '\t') + '\n';
	const save = () => {
		page.save(`${title.get().replace(/[\\/:*?"<>|\u0000-\u001f]+/g, '_').replace(/^\.+/, '').trim() || 'case'}.json`, text(), 'application/json');
		unsaved = false;
		tell('');
	};

	/* ---- opening: nothing is changed unless the file is one of ours ---- */

	const parse = (content) => {
		try {
			return JSON.parse(content);
		} catch {
			return null;
		}
	};
	const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
	/* Fields are short texts; the rest of a part is checked by who takes it. */
	const isPart = (part) => isObject(part) && isObject(part.fields) && Object.values(part.fields).every((value) => typeof value === 'string' && value.length <= 120);

	const open = (content) => {
		let file = parse(content);
		if (file?.file === 'strat_eval validate') /* counts saved by 0.3 */
			file = { file: KIND, format: 1, version: file.version, title: file.fields?.title ?? '', panels: { validate: { fields: file.fields } } };
		if (file?.file !== KIND || !isObject(file.panels) || typeof file.title !== 'string' || file.title.length > 120)
			return 'This file cannot be read: it was not saved by this page.';
		if (!Number.isInteger(file.format) || file.format > FORMAT)
			return `This file cannot be read: it was saved by a later version (${String(file.version).slice(0, 20)}).`;
		if (!Object.values(file.panels).every(isPart))
			return 'This file cannot be read: it was changed, or damaged.';
		let unknown = 0;
		for (const [id] of page.panelIds())
			page.build(id);
		for (const [id, keep] of page.kept())
			if (file.panels[id] === undefined)
				keep.clear();
			else
				unknown += keep.load(file.panels[id]);
		page.setTitle(file.title);
		unsaved = false;
		return [file.version === page.version ? '' :
			`The case was saved by version ${String(file.version).slice(0, 20)}; this is ${page.version}. The figures may differ from the saved ones.`,
		unknown > 0 ? `Entries that this version does not know: ${unknown}.` : ''].filter((one) => one !== '').join(' ');
	};
	const input = element('input', { type: 'file', id: 'case-file', class: 'unseen', tabindex: '-1', accept: '.json,application/json', 'aria-label': 'Open a case', onchange: async () => {
		if (input.files.length === 1)
			tell(open(input.files[0].size > MOST ? '' : await input.files[0].text()));
		input.value = '';
	} });

	/* ---- leaving ---- */

	for (const kind of ['input', 'change'])
		document.addEventListener(kind, (event) => {
			if (event.target !== input && event.target.closest('main, .case') !== null)
				unsaved = true;
		});
	addEventListener('drop', () => { unsaved = true; });
	addEventListener('beforeunload', (event) => {
		if (unsaved && page.kept().some(([, keep]) => keep.save() !== null))
			event.preventDefault();
	});

	bar.append(title.root, page.button('case-open', 'Open', () => input.click(), 'quiet'), input, page.button('case-save', 'Save', save, 'quiet'));
	document.querySelector('main').prepend(message);
}
