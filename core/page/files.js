/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A panel that works on files: a list of them, each with what it is (judgments, a run ...), some fields, and the answer,
 * which is the program's page.
 *
 *	files.panel(spec)	panels.js has the specifications
 *	files.list(spec)	the list alone, which takes what is dropped while its panel is shown
 *	files.path(name)	as the program takes it for a file, and neither for an option nor for counts
 */
const files = {};
{
	const LARGE = 2 ** 30; // bytes of all files: from here on one is asked before it begins

	/* ---- the list of files ---- */

	files.path = (name) => /^-|[:=]/.test(name) || !/[a-df-z]/i.test(name) ? `./${name}` : name;

	const amount = (bytes) => bytes < 1e3 ? `${bytes} bytes` : bytes < 1e6 ? `${Math.round(bytes / 1e3)} kB` : bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(2)} GB`;

	/* roles: [[role, label], ...] that the panel knows; the first is what a file is that seems to be something else. */
	const fileList = ({ id, roles, hint, onchange, guess = (file) => kinds.of(file) }) => {
		const items = [], list = element('ul', { class: 'files', id: `${id}-files` });
		const said = element('p', { class: 'wrong', id: `${id}-file-error`, hidden: true });
		const input = element('input', { type: 'file', id: `${id}-file`, multiple: true, class: 'unseen', tabindex: '-1', 'aria-label': 'Choose files', onchange: () => {
			add(input.files);
			input.value = '';
		} });
		const place = element('div', { class: 'drop', id: `${id}-drop` }, element('p', {}, hint), page.button(`${id}-choose`, 'Choose files', () => input.click()), input);
		const tell = (text) => {
			said.textContent = text;
			said.hidden = text === '';
		};
		const show = () => list.replaceChildren(...items.map((item) => item.root));
		/* The name in the program's folder; a file of the same name gets a number, as names are all that it sees. */
		const named = (name) => {
			const taken = (other) => items.some((item) => item.name === other), plain = name.replaceAll('/', '_') || 'file';
			let free = plain;
			for (let i = 2; taken(free); i++)
				free = `${plain} (${i})`;
			return free;
		};
		const make = (blob, name, guess) => {
			const seems = roles.some(([role]) => role === guess.role) ? guess.role : roles[0][0];
			const role = element('select', { 'aria-label': `What is ${name}?`, oninput: () => onchange() }, roles.map(([value, label]) => element('option', { value }, label)));
			const wrong = element('p', { class: 'wrong', hidden: true });
			const item = { name, blob, format: guess.format, refused: guess.refused, path: files.path(name), role: () => role.value };
			role.value = seems;
			item.error = (text) => {
				wrong.textContent = text;
				wrong.hidden = text === '';
			};
			item.error(item.refused ?? '');
			role.hidden = item.refused !== undefined;
			item.root = element('li', {}, element('span', {}, name, element('small', {}, amount(blob.size)), wrong), role,
				element('button', { type: 'button', class: 'button quiet', 'aria-label': `Remove ${name}`, onclick: () => {
					items.splice(items.indexOf(item), 1);
					show();
					onchange();
				} }, 'Remove'));
			return item;
		};
		const add = async (files) => {
			tell('');
			for (const file of Array.from(files))
				try {
					const name = named(file.name), refused = await kinds.refused(file);
					items.push(make(file, name, refused === undefined ? await guess(file, name, items) : { refused }));
				} catch (reason) {
					tell(`${file.name} cannot be read. A folder cannot be opened here: choose the files in it.`);
				}
			show();
			onchange();
		};
		return {
			root: element('div', {}, place, said, list), place, add, items,
			of: (role) => items.filter((item) => item.refused === undefined && item.role() === role),
			clear() {
				items.length = 0;
				tell('');
				show();
				onchange();
			},
			size: () => items.reduce((sum, item) => sum + item.blob.size, 0),
		};
	};

	/* Files may be dropped anywhere in the window; elsewhere the browser would leave this page for them. */
	const lists = new Map(); // of the panels, by id
	files.list = (spec) => {
		const list = fileList(spec);
		lists.set({ v: 'validate', d: 'draw' }[spec.id[0]], list);
		return list;
	};
	const current = () => [...lists].find(([id]) => !document.getElementById(`panel-${id}`).hidden)?.[1];
	const over = (on) => current()?.place.classList.toggle('over', on);
	addEventListener('dragover', (event) => {
		event.preventDefault();
		over(true);
	});
	addEventListener('dragleave', () => over(false));
	addEventListener('drop', (event) => {
		event.preventDefault();
		over(false);
		current()?.add(event.dataTransfer.files);
	});

	/* ---- the answer: what stands at the right ---- */

	/* `again` is called to begin again; `kept` of the result is what was asked: { files, with(format) -> args }. */
	const answerOf = (spec, sheet, { again, cancel }) => {
		const p = spec.prefix, box = element('div', { id: `${p}-answer`, class: 'sheet' }), command = page.command(`${p}-command`);
		const bar = element('progress', { id: `${p}-progress`, max: '1', 'aria-label': 'Part of the files that has been read' });
		const reading = element('p', { id: `${p}-reading` });
		const made = { kept: null, bytes: '' };
		const waiting = element('div', { class: 'progress', hidden: true }, reading, bar, page.button(`${p}-cancel`, 'Cancel', () => {
			cancel();
			made.instead('empty', element('h2', {}, 'Cancelled'), page.button(`${p}-again`, 'Begin again', again));
		}));
		const saveTable = async () => {
			const { status, bytes, err } = await engine.run({ args: made.kept.with('csv'), files: made.kept.files }).promise;
			if (status === 0)
				page.save(`${spec.id}.csv`, bytes, 'text/csv');
			else
				made.instead('failed', element('h2', {}, 'The table could not be made'), element('p', {}, kinds.inWords(page.message(err))));
		};
		const tools = element('div', { class: 'bar tools' }, page.button(`${p}-print`, 'Print', () => print(), 'main'),
			page.button(`${p}-csv`, 'Save the table (CSV)', saveTable),
			page.button(`${p}-html`, 'Save the page', () => page.save(`${spec.id}.html`, made.bytes, 'text/html')));
		sheet.append(tools, waiting, box, command.root);
		const state = (name) => {
			box.dataset.state = name;
			box.setAttribute('aria-busy', name === 'waiting');
			tools.hidden = name !== 'ready';
			waiting.hidden = name !== 'waiting';
		};
		made.instead = (name, ...children) => {
			state(name);
			command.show(null);
			box.replaceChildren(element('div', { class: 'instead' }, children));
		};
		made.progress = (share) => {
			bar.value = share;
			reading.textContent = share < 1 ? `Reading: ${Math.floor(100 * share)} %` : 'Everything is read. Computing\u2026';
		};
		made.wait = () => {
			made.progress(0);
			state('waiting');
		};
		made.ask = (kept) => {
			made.kept = kept;
			command.show(kept.with('html'));
		};
		/* `from`: it was saved, and is about files of these names, which are not here */
		made.show = (result, from) => {
			const copy = element('div', { id: `${p}-sheet`, class: 'answer' }, answer.copy(result.out));
			answer.enliven(copy);
			spec.after?.(copy);
			made.bytes = result.bytes;
			made.text = result.out;
			box.replaceChildren(...from === undefined ? [] : [element('p', { class: 'note' }, `As it was saved, from ${from.join(', ')}. To ask something else, drop the files again.`)], copy);
			state('ready');
			tools.querySelector(`#${p}-csv`).hidden = from !== undefined;
			page.say('The answer is ready.');
		};
		return made;
	};

	/* A message stands at the file or the field that it names, too. */
	const refuse = (spec, list, fields, shown, text) => {
		const message = page.message(text.split('\n').filter((line) => !/: warning: /.test(line)).join('\n')) || 'The program gave no answer.';
		const item = [...list.items].sort((a, b) => b.path.length - a.path.length).find((one) => message.startsWith(`${one.path}:`) || message.includes(`'${one.path}'`));
		const option = Object.entries(spec.options).find(([name]) => message.startsWith(name) || message.includes(` ${name}:`))?.[1];
		if (item !== undefined)
			item.error(kinds.inWords(message.replace(`${item.path}:`, 'Line ').replace(/^Line (?!\d)\s*/, '')));
		else if (option !== undefined)
			fields.get(option).error(kinds.inWords(message));
		shown.instead('wrong', element('h2', {}, 'The program does not accept this'), element('p', { id: `${spec.prefix}-message` }, kinds.inWords(message)));
		page.say(kinds.inWords(message));
	};

	/* ---- a panel ---- */

	/*
	 * spec: id, prefix (of ids), title, heading, lead, hint, roles, example() -> files, filled (fields of the example),
	 * words (of the command, before its options), options { option of the program: field }, groups(field) -> elements
	 * with field(name, more) for each field, and gather({ list, value }) -> { need } or { args, used: items of the list };
	 * after(answer), if anything is to be added to the program's page.
	 */
	files.panel = (spec) => {
		const build = (root) => {
			const { form, sheet } = page.split(root), p = spec.prefix, fields = new Map(), usual = new Map();
			let allowed = 0, before = null; /* the answer of a case */
			const list = fileList({ id: p, roles: spec.roles, hint: spec.hint, onchange: () => changed() });
			const field = (name, more) => {
				const made = page.field({ id: `${p}-${name}`, oninput: () => {
					before = null;
					changed();
				}, ...more });
				fields.set(name, made);
				usual.set(name, made.get());
				return made.root;
			};
			const example = () => {
				list.items.length = 0;
				for (const [name, text] of Object.entries(spec.filled ?? {}))
					fields.get(name).set(text);
				list.add(spec.example());
			};
			const clear = () => {
				before = null;
				for (const [name, one] of fields)
					one.set(usual.get(name));
				list.clear();
			};
			lists.set(spec.id, list);
			form.append(element('h1', {}, spec.heading), element('p', { class: 'lead' }, spec.lead), element('div', { class: 'bar' }, page.button(`${p}-example`, 'Show an example', example), page.button(`${p}-clear`, 'Clear', () => clear(), 'quiet')),
				page.group({ id: `${p}-step-files`, title: 'Your files', children: [list.root] }), ...spec.groups(field));
			const shown = answerOf(spec, sheet, { again: () => changed(), cancel: () => ask(null) });
			const ask = page.answering({
				onwait: shown.wait,
				onfail: (reason) => shown.instead('failed', element('h2', {}, 'The program stopped'), element('p', {}, String(reason?.message ?? reason))),
				ondone: ([result]) => result.status === 0 ? shown.show(result) : refuse(spec, list, fields, shown, result.err),
			});
			const tooLarge = () => shown.instead('empty', element('h2', {}, `These files have ${amount(list.size())}`),
				element('p', {}, 'A browser gives a program at most 4 GB of memory, and this needs more than the files have. It may take minutes and may fail. The program for the command line has no such limit.'),
				page.button(`${p}-begin`, 'Begin all the same', () => {
					allowed = list.size();
					changed();
				}));
			const changed = () => {
				ask(null);
				for (const item of list.items)
					item.error('');
				const read = new Map([...fields].map(([name, one]) => [name, one.read()]));
				const { args, used, need } = spec.gather({ list, value: (name) => read.get(name).value });
				if ([...read.values()].some((one) => one.wrong !== ''))
					shown.instead('wrong', element('h2', {}, 'Please check an entry'), element('p', {}, 'Please see the message next to the field.'));
				else if (before !== null && list.items.length === 0)
					shown.show({ out: before.answer, bytes: before.answer }, before.files);
				else if (need !== undefined)
					shown.instead('empty', element('h2', {}, list.items.length === 0 ? 'Your answer appears here' : 'Still missing'), element('p', {}, need));
				else if (list.size() > LARGE && allowed < list.size())
					tooLarge();
				else {
					const kept = { files: used.map(({ name, blob }) => ({ name, blob })), with: (format) => [...args.slice(0, spec.words), `--format=${format}`, ...args.slice(spec.words)] };
					shown.ask(kept);
					ask([{ args: kept.with('html'), files: kept.files, onprogress: shown.progress }]);
				}
			};
			changed();
			return {
				clear,
				save() {
					const values = Object.fromEntries([...fields].map(([name, one]) => [name, one.get()]).filter(([name, text]) => text !== usual.get(name)));
					const ready = shown.bytes !== '' && document.getElementById(`${p}-answer`).dataset.state === 'ready';
					return Object.keys(values).length === 0 && list.items.length === 0 && before === null ? null : { fields: values,
						files: before?.files ?? list.items.map((item) => item.name), answer: ready ? shown.text : undefined };
				},
				load({ fields: values, files: names, answer: text }) {
					clear();
					for (const [name, one] of fields)
						one.set(values[name] ?? usual.get(name));
					before = typeof text === 'string' && Array.isArray(names) && names.every((name) => typeof name === 'string') ? { answer: text, files: names } : null;
					changed();
					return Object.keys(values).filter((name) => !fields.has(name)).length;
				},
			};
		};
		page.panel({ id: spec.id, title: spec.title, build });
	};
}
