/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What all panels of the page are made from: elements, tabs, fields, the asking of the program. Text from
 * users and files becomes text nodes only. There are no statistics here: every figure is the program's.
 */

/* element('p', { class: 'note', onclick: f }, 'text', node, [more]); 'svg:path' makes an element of SVG. */
const element = (tag, attributes, ...children) => {
	const svg = tag.startsWith('svg:');
	const made = svg ? document.createElementNS('http://www.w3.org/2000/svg', tag.slice(4)) : document.createElement(tag);
	for (const [name, value] of Object.entries(attributes ?? {}))
		if (typeof value === 'function')
			made.addEventListener(name.slice(2), value);
		else if (value !== false && value !== null && value !== undefined)
			made.setAttribute(name, value === true ? '' : value);
	made.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== ''));
	return made;
};

const page = {};
{
	const at = (id) => document.getElementById(id);

	/* ---- tabs ---- */

	const panels = new Map();
	const tabs = Array.from(document.querySelectorAll('[role=tab]'));

	page.version = at('page-version').textContent;
	page.origin = `Computed in a browser by strat_eval ${page.version}, commit ${at('page-commit').textContent}, ` +
		`SHA-256 of the program ${at('page-checksum').textContent}.`;

	page.show = (id) => {
		const panel = panels.get(id);
		if (panel === undefined)
			return;
		for (const tab of tabs) {
			const chosen = tab.id === `tab-${id}`;
			tab.setAttribute('aria-selected', chosen);
			tab.tabIndex = chosen ? 0 : -1;
			at(tab.getAttribute('aria-controls')).hidden = !chosen;
		}
		page.build(id);
		document.title = `${panel.title} - strat_eval`;
	};

	/* A panel is built when it is first needed. */
	page.build = (id) => {
		const panel = panels.get(id);
		panel.keep ??= panel.build(at(`panel-${id}`));
	};
	page.panelIds = () => [...panels];
	/* [[id, { save, load, clear }]] of those that were built (case.js). */
	page.kept = () => [...panels].filter(([, panel]) => panel.keep !== undefined).map(([id, panel]) => [id, panel.keep]);

	/* The title of the case, which several fields have. */
	const titled = new Map();
	page.onTitle = (who, take) => titled.set(who, take);
	page.setTitle = (text, by) => titled.forEach((take, who) => who !== by && take(text));

	/* The first panel is shown at once; a tab without a panel cannot be chosen. */
	page.panel = (panel) => {
		panels.set(panel.id, { ...panel });
		at(`tab-${panel.id}`).hidden = false;
		if (panels.size === 1)
			page.show(panel.id);
	};

	const move = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity };
	for (const tab of tabs) {
		tab.hidden = true;
		tab.addEventListener('click', () => page.show(tab.id.slice('tab-'.length)));
		tab.addEventListener('keydown', (event) => {
			const open = tabs.filter((other) => !other.hidden), last = open.length - 1;
			if (!(event.key in move))
				return;
			event.preventDefault();
			const to = open.indexOf(tab) + move[event.key];
			const next = open[to === Infinity ? last : to === -Infinity ? 0 : (to + open.length) % open.length];
			next.focus();
			next.click();
		});
	}

	/* ---- numbers as text: digits are moved, nothing is rounded ---- */

	/* '0.8961' by 2 is '89.61', '75' by -2 is '0.75' */
	const shift = (digits, by) => {
		const [whole, part = ''] = digits.split('.');
		const padded = by < 0 ? [whole.padStart(1 - by, '0'), part] : [whole, part.padEnd(by, '0')];
		const all = padded.join(''), point = padded[0].length + by;
		const left = all.slice(0, point).replace(/^0+(?=\d)/, ''), right = all.slice(point);
		return right === '' ? left : `${left}.${right}`;
	};

	page.count = (digits) => String(digits).replace(/\B(?=(\d{3})+$)/g, ',');
	page.counts = (text) => text.replace(/(?<![\w.'"-])\d{4,}(?![\w'"-])/g, page.count); /* of a whole sentence, not of names */
	/* With a capital, unless it begins with the name of a file. */
	page.sentence = (text) => /^\S*[.:/'"]/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
	page.percent = (share) => {
		const [, sign, digits] = String(share).match(/^(-?)(\d+(?:\.\d+)?)$/) ?? [];
		return digits === undefined ? String(share) : `${sign}${shift(digits, 2)}\u00a0%`;
	};

	/* ---- fields ---- */

	const wrong = (text) => ({ value: '', wrong: text });
	const readers = {
		count(text) {
			if (/^\d{1,3}([, '\u2019\u00a0\u202f]\d{3})+$/.test(text))
				text = text.replace(/\D/g, '');
			if (/^\d{1,3}(\.\d{3})+$/.test(text))
				return wrong(`Is this ${page.count(text.replace(/\D/g, ''))}? Then type ${text.replace(/\D/g, '')}.`);
			if (!/^\d+$/.test(text))
				return wrong('This must be a whole number, such as 2,400.');
			text = text.replace(/^0+(?=\d)/, '');
			return Number(text) > 1e12 ? wrong('This number is too large.') : { value: text, wrong: '' };
		},
		percent(text, { least = 0, most = 100 }) {
			const plain = text.replace(/\s*%$/, '').replace(',', '.');
			if (!/^(\d+\.?\d*|\.\d+)$/.test(plain))
				return wrong('This must be a percentage, such as 75.');
			if (Number(plain) > 0 && Number(plain) <= 1 && least >= 1)
				return wrong(`Type ${shift(plain, 2)} for ${shift(plain, 2)} %.`);
			if (Number(plain) < least || Number(plain) > most)
				return wrong(`This must be from ${least} to ${most} %.`);
			return { value: shift(plain.replace(/^\./, '0.').replace(/\.$/, ''), -2).replace(/\.?0+$/, '') || '0', wrong: '' };
		},
		text: (text, { pattern, form }) => pattern !== undefined && !pattern.test(text) ? wrong(form) : { value: text, wrong: '' },
		choice: (text) => ({ value: text, wrong: '' }),
	};

	const control = (spec) => {
		const described = `${spec.help ? `${spec.id}-help ` : ''}${spec.id}-error`;
		const shared = { id: spec.id, 'aria-describedby': described, oninput: () => spec.oninput?.() };
		if (spec.kind === 'choice')
			return element('select', shared, spec.choices.map(([value, label]) => element('option', { value }, label)));
		if (spec.kind === 'check')
			return element('input', { ...shared, type: 'checkbox' });
		const digits = spec.kind === 'count' ? 'numeric' : spec.kind === 'percent' ? 'decimal' : 'text';
		return element('input', { ...shared, type: 'text', inputmode: digits, autocomplete: 'off', spellcheck: 'false',
			maxlength: '120', placeholder: spec.placeholder, class: spec.kind });
	};

	/* Label, help and error text belong to the input by their ids. */
	page.field = (spec) => {
		const input = control(spec), check = spec.kind === 'check';
		const message = element('p', { id: `${spec.id}-error`, class: 'wrong', hidden: true });
		const label = element('label', { for: spec.id }, spec.label);
		const unit = spec.kind === 'percent' ? '%' : spec.unit;
		const box = unit ? element('span', { class: 'box' }, input, element('span', { class: 'unit', 'aria-hidden': 'true' }, unit)) : input;
		const root = element('div', { class: `field ${check ? 'check' : ''}` }, check ? [input, label] : [label, box],
			spec.help ? element('p', { id: `${spec.id}-help`, class: 'help' }, spec.help) : null, message);
		const field = {
			id: spec.id, root, input,
			get: () => check ? (input.checked ? 'yes' : '') : input.value.trim(),
			set(text) {
				if (check)
					input.checked = text === 'yes';
				else
					input.value = text;
				tidy();
			},
			error(text) {
				message.textContent = text;
				message.hidden = text === '';
				input.toggleAttribute('aria-invalid', false);
				if (text !== '')
					input.setAttribute('aria-invalid', 'true');
			},
			read() {
				const text = field.get();
				const result = text === '' || check ? { value: text, wrong: '' } : readers[spec.kind](text, spec);
				field.error(result.wrong);
				return result;
			},
		};
		/* 40000 becomes 40,000 when the field is left. */
		const tidy = () => {
			const result = spec.kind === 'count' && field.get() !== '' ? readers.count(field.get()) : null;
			if (result !== null && result.wrong === '')
				input.value = page.count(result.value);
		};
		input.addEventListener('change', tidy);
		if (spec.value !== undefined)
			field.set(spec.value);
		return field;
	};

	page.group = ({ id, title, help, children, open }) => {
		const text = help ? element('p', { class: 'help' }, help) : null;
		if (open === undefined)
			return element('fieldset', { id }, element('legend', {}, title), text, children);
		return element('details', { id, open }, element('summary', {}, title), text, children);
	};

	/*
	 * Rows that can be added and removed, numbered from 1. make(number) gives a row { part: { key: field }, root, refresh() };
	 * forget() is called before all rows are made anew, changed() after.
	 */
	page.rows = ({ id, add, make, forget, changed }) => {
		const box = element('div', {}), list = { rows: [] };
		const values = (row) => Object.fromEntries(Object.entries(row.part).map(([key, one]) => [key, one.get()]));
		list.values = () => list.rows.map(values);
		list.fill = (all) => {
			forget();
			list.rows = (all.length > 0 ? all : [{}]).map((_, i) => make(i + 1));
			box.replaceChildren(...list.rows.map((row) => row.root));
			list.rows.forEach((row, i) => {
				for (const [key, one] of Object.entries(row.part))
					one.set(all[i]?.[key] ?? '');
				if (list.rows.length > 1)
					row.root.append(page.button(`${id}-${i + 1}-remove`, 'Remove', () => list.fill(list.values().filter((_, k) => k !== i)), 'quiet'));
				row.refresh(list.rows.length);
			});
			more.textContent = list.rows.length > 1 ? 'Add another' : add;
			changed();
		};
		const more = page.button(`${id}-add`, add, () => {
			list.fill([...list.values(), {}]);
			list.rows.at(-1).root.querySelector('input').focus();
		}, 'quiet');
		list.root = element('div', {}, box, more);
		list.fill([]);
		return list;
	};

	/* What is to be done, [{ field, text }], each with a way to its field; a field is named once. */
	page.pointers = (list, placed = true) => element('ul', {}, [...new Map(list.map((one) => [one.field, one.text]))].map(([field, text]) => {
		const details = field.root.closest('details'), place = (details ?? field.root.closest('fieldset')).querySelector('summary, legend').textContent;
		const label = field.root.querySelector('label').textContent;
		return element('li', {}, page.button(`${field.id}-to`, placed ? `${place}: ${label}` : label, () => {
			details?.setAttribute('open', '');
			field.input.focus();
		}, 'quiet'), text === '' ? null : element('span', {}, text));
	}));

	page.button = (id, label, onclick, kind = '') => element('button', { type: 'button', id: id || null, class: `button ${kind}`, onclick }, label);

	/* Form and answer; where the answer is below the form, peek(text) shows a line of it at the foot of the window. */
	page.split = (root) => {
		const form = element('form', { class: 'form', novalidate: true, onsubmit: (event) => event.preventDefault() });
		const sheet = element('div', { class: 'side' });
		const line = element('button', { type: 'button', class: 'peek', hidden: true, tabindex: '-1', 'aria-hidden': 'true', onclick: () => sheet.scrollIntoView() });
		root.append(element('div', { class: 'split' }, form, sheet), line);
		new IntersectionObserver(([entry]) => line.classList.toggle('unseen', entry.isIntersecting)).observe(sheet);
		return { form, sheet, peek(text) {
			line.textContent = text;
			line.hidden = text === '';
		} };
	};

	/* ---- asking the program ---- */

	const LONG = 1000; /* milliseconds after which one can see that something is done, and end it */

	/*
	 * ask(runs) waits until nothing more is typed; the newest question wins. ask(null) asks nothing more. If it takes long,
	 * a line with a button stands in `long`: oncancel() is called by it.
	 */
	page.answering = ({ delay = 250, onwait, ondone, onfail, long, oncancel }) => {
		let timer = 0, running = [], newest = 0, soon = 0, line = null;
		const settled = () => {
			clearTimeout(soon);
			line?.remove();
			line = null;
		};
		const isLong = () => {
			const begun = Date.now(), said = element('p', {}, 'Computing\u2026'), mine = newest;
			line = element('div', { class: 'progress' }, said, element('progress', { 'aria-label': 'The program is computing' }), page.button('', 'Cancel', () => {
				ask(null);
				oncancel();
			}));
			long.prepend(line);
			const count = () => {
				if (mine !== newest || line === null)
					return;
				said.textContent = `Computing: ${Math.round((Date.now() - begun + LONG) / 1000)} s`;
				setTimeout(count, 1000);
			};
			count();
		};
		const begin = async (runs, mine) => {
			try {
				running = runs.map((run) => engine.run(Array.isArray(run) ? { args: run } : run));
				const results = await Promise.all(running.map((run) => run.promise));
				if (mine === newest) {
					settled();
					ondone(results, runs);
				}
			} catch (reason) {
				if (mine === newest) {
					settled();
					onfail(reason);
				}
			}
		};
		const ask = (runs) => {
			settled();
			clearTimeout(timer);
			const mine = ++newest;
			for (const run of running)
				run.cancel();
			running = [];
			if (runs === null)
				return;
			onwait?.();
			timer = setTimeout(() => begin(runs, mine), delay);
			if (long !== undefined)
				soon = setTimeout(isLong, delay + LONG);
		};
		return ask;
	};

	/* The program's message without its name and without the advice to read --help. */
	page.message = (text) => text.replace(/\nTry `[\s\S]*$/, '').replace(/^strat_eval[a-z ]*: /, '').trim();

	/* The option (of { text, option }) that a message is about; undefined if it names none of them. */
	page.blamed = (options, message) => options.filter((one) => message.includes(one.text)).sort((a, b) => b.text.length - a.text.length)[0] ??
		options.find((one) => message.match(/--([a-z-]+)/)?.[1] === one.option);

	/* Without the option that it begins with, which the place of the message tells. */
	page.withoutOption = (message, option) => message.replace(`${option.text}: `, '').replace(/^--[a-z-]+[ =]\S*: /, '');

	/*
	 * The message in the words of a form: names has what options are called there. Advice to type another command has no
	 * place here; an option that the form does not have is named by its words.
	 */
	page.inWords = (message, names) => {
		const plain = page.counts(message.replace(/[;,:.]? ?(?:(?:use|try|say|take|type) )?`?strat_eval -[^;]*$/, '').replace(/; (?:write N:n:r|as in -).*$/, '')
			.replace(/ \(N:n:r is [^)]*\)/g, '').replace(/--([a-z][\w-]*)(=[^\s,;?]*)?/g, (all, option) => names[option] ?? `\u201c${option.replaceAll('-', ' ')}\u201d`));
		return page.sentence(plain);
	};

	/* Said to screen readers once nothing has changed for a while. */
	let saying = 0;
	page.say = (text) => {
		clearTimeout(saying);
		saying = setTimeout(() => { at('page-said').textContent = text; }, 1200);
	};

	page.command = (id) => {
		const code = element('code', { id, tabindex: '0' });
		const copied = () => { button.textContent = 'Copied'; setTimeout(() => { button.textContent = 'Copy'; }, 2000); };
		const button = page.button(`${id}-copy`, 'Copy', () => {
			getSelection().selectAllChildren(code);
			if (document.execCommand('copy'))
				copied();
		}, 'quiet');
		const root = element('div', { class: 'command', hidden: true },
			element('div', { class: 'bar' }, element('h3', {}, 'The same on a command line'), button), code);
		return { root, show(args) {
			root.hidden = args === null;
			code.textContent = args === null ? '' : engine.command(args);
		} };
	};

	page.save = (name, text, type) => {
		const url = URL.createObjectURL(new Blob([text], { type }));
		element('a', { href: url, download: name }).click();
		setTimeout(() => URL.revokeObjectURL(url), 10000);
	};
}
