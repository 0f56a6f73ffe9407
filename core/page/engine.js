/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs the program. It is the one of the command line, compiled to WebAssembly: what goes in are words and files,
 * what comes out are standard output, standard error, the exit status and the files that it wrote.
 *
 *	const run = engine.run({ args: ['validate', '--null=9:3:1'], files: [{ name, blob }], onprogress(share) });
 *	const { status, out, err, files, bytes } = await run.promise;	(bytes: standard output as it was)
 *	run.cancel();							the promise rejects with an AbortError
 *	engine.command(args)						the same for a shell
 *
 * Runs wait for each other. One that is cancelled while it runs ends with its worker, and another worker is started.
 */
const engine = {};
{
	const queue = [];
	let current = null, thread = null;

	const compiled = (async () => {
		const packed = Uint8Array.from(atob(document.getElementById('page-wasm').textContent.trim()), (c) => c.charCodeAt(0));
		const bytes = new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
		return WebAssembly.compile(await bytes);
	})();
	compiled.catch(() => {}); // who runs something is told

	const source = URL.createObjectURL(new Blob(['"use strict"; const wasi = ', String(wasi), '; (', String(worker), ')();'],
		{ type: 'text/javascript' }));

	const begin = async () => {
		const mine = thread = new Worker(source);
		mine.onmessage = ({ data }) => {
			if (mine !== thread) // ended meanwhile
				return;
			if (data.progress)
				current?.onprogress?.(data.progress[0] / data.progress[1]);
			else
				end((run) => run.resolve({ ...data, out: new TextDecoder().decode(data.bytes) }));
		};
		mine.onerror = (event) => {
			event.preventDefault();
			if (mine !== thread)
				return;
			stop();
			end((run) => run.reject(new Error(`The program could not be started: ${event.message}`)));
		};
		mine.postMessage({ module: await compiled });
	};

	const stop = () => {
		thread?.terminate();
		thread = null;
	};

	const next = async () => {
		if (current !== null || queue.length === 0)
			return;
		const run = current = queue.shift();
		try {
			if (thread === null)
				await begin();
			else
				await compiled;
			if (run === current)
				thread.postMessage({ args: run.args, files: run.files });
		} catch (reason) {
			stop();
			end((failed) => failed.reject(new Error(`This browser cannot run the program: ${reason.message}`)));
		}
	};

	const end = (settle) => {
		const run = current;
		current = null;
		settle(run);
		next();
	};

	const cancelled = () => Object.assign(new Error('cancelled'), { name: 'AbortError' });

	engine.run = ({ args, files = [], onprogress }) => {
		const run = { args: args.map(String), onprogress };
		run.files = files.map(({ name, blob }) => ({ name, blob: blob instanceof Blob ? blob : new Blob([blob]) }));
		run.promise = new Promise((resolve, reject) => Object.assign(run, { resolve, reject }));
		queue.push(run);
		next();
		return {
			promise: run.promise,
			cancel() {
				if (queue.includes(run)) {
					queue.splice(queue.indexOf(run), 1);
					run.reject(cancelled());
				} else if (run === current) {
					stop();
					end(() => run.reject(cancelled()));
				}
			},
		};
	};

	const quoted = (word) => /^[\w/.,:=@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
	engine.command = (args) => ['strat_eval', ...args].map(quoted).join(' ');
}
