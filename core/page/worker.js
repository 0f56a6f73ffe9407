/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The worker: runs the program once for each message { args, files }, and answers with { progress } while it reads
 * and with { status, bytes, err, files } at its end. The first message is { module }. As wasi.js, this function is
 * passed to the worker as text.
 */
const worker = () => {
	const OFTEN = 100; // milliseconds between two reports
	let module = null;

	/* The program cannot go on: memory is used up, or there is a fault in it. Status 2, as on other systems. */
	const stopped = (reason, said) => {
		const why = reason instanceof RangeError || /memory|allocat/i.test(reason.message)
			? 'there is not enough memory for this in a browser' : `it stopped (${reason.message})`;
		return { status: 2, bytes: new Uint8Array(0), err: `${said}strat_eval: ${why}\n`, files: {} };
	};

	const run = ({ args, files }) => {
		let told = 0, said = '';
		const onread = (read, whole) => {
			if (Date.now() - told < OFTEN)
				return;
			told = Date.now();
			postMessage({ progress: [read, whole] });
		};
		try {
			const system = wasi({ args: ['strat_eval', ...args], files, onread });
			const instance = new WebAssembly.Instance(module, system.imports(module));
			try {
				const status = system.start(instance);
				return { status, bytes: system.out(), err: new TextDecoder().decode(system.err()), files: system.written() };
			} catch (reason) {
				said = new TextDecoder().decode(system.err());
				throw reason;
			}
		} catch (reason) {
			return stopped(reason, said);
		}
	};

	onmessage = ({ data }) => {
		if (data.module)
			module = data.module;
		else
			postMessage(run(data));
	};
};
