// Check says of a program whether it is wrong, why, and how to mend it.
import { el, fill, fragment } from "./dom.js";
import { ask } from "./engine.js";
import { nextPart, says, showSteps } from "./outcomes.js";

export class Check {
	constructor(host, app) {
		this.host = host;
		this.app = app;
	}

	changed() {
		this.stop();
		this.done = false;
		this.render();
	}

	shown() { if (!this.done) this.render(); }

	stop() { this.abort?.abort(); }

	render(...more) {
		const run = el("button", { type: "button", class: "main", disabled: !this.app.known || this.app.known.kind !== "c", on: { click: () => this.run() } }, "Check this program");
		fill(this.host,
			el("p", {}, "Explores and tests the program under all models, and if it goes wrong looks for the cause and for a change that mends it, as ", el("code", {}, "fencepost check"), " does."),
			el("p", { class: "controls" }, run, this.app.known && this.app.known.kind !== "c" ? el("span", { class: "dim" }, "for C programs; a litmus test has its outcomes") : null), ...more);
	}

	async run() {
		this.stop();
		const mine = this.abort = new AbortController();
		const stop = el("button", { type: "button", on: { click: () => mine.abort() } }, "Stop");
		this.render(el("p", { role: "status" }, "checking … ", stop));
		let answer;
		try {
			answer = await ask({ do: "check", number: nextPart(), ...this.app.program(), seconds: 20 }, mine.signal);
		} catch {
			this.render(el("p", { role: "status" }, "stopped"));
			return;
		}
		this.done = true;
		const doc = answer.document;
		if (!doc.verdict) {
			this.render(...says(doc).map(t => el("p", { class: "note" }, t)));
			return;
		}
		const words = { buggy: "Buggy: an execution goes wrong.", proved: "Proved: all executions were explored, and none goes wrong.", tested: "Tested: no execution that was made goes wrong; others were not looked at.", incomplete: "Not settled: the time was over." };
		const under = doc.holds_for && doc.holds_for.length > 0 ? doc.holds_for : doc.models.map(m => m.model);
		const sure = doc.coverage && doc.coverage.assertions.total === 0 && doc.verdict !== "buggy" ? " The program has no assertion: what was looked for are races, wrong accesses of memory, and threads that wait for ever." : "";
		this.render(el("h3", {}, "Verdict"), el("p", { class: "dim" }, "Under " + under.join(", ") + ": " + doc.sc.runs + " executions under sequential consistency recorded, " + doc.models.reduce((n, m) => n + m.predicted_under_model, 0) + " cycles predicted, " + doc.models.reduce((n, m) => n + m.confirmed, 0) + " confirmed." + sure),
			el("p", { class: "verdict " + (doc.verdict === "buggy" ? "bug" : doc.verdict === "proved" ? "" : "incomplete") }, words[doc.verdict]),
			...doc.causes.map((c, i) => this.cause(c, i, doc.causes.length)), ...(answer.parts || []).map(p => this.part(p)),
			doc.not_examined.length > 0 ? el("details", {}, el("summary", {}, "What was not examined"), el("ul", {}, ...doc.not_examined.map(t => el("li", {}, t)))) : null);
	}

	cause(c, i, n) {
		const out = el("section", { class: "cause" }, el("h3", {}, n > 1 ? "Cause " + (i + 1) + ": " + c.kind : "Cause: " + c.kind), el("p", {}, c.explanation[0].toUpperCase() + c.explanation.slice(1) + "."),
			el("ul", {}, ...c.accesses.filter((a, k) => c.accesses.findIndex(o => o.line === a.line) === k).map(a => el("li", {}, el("button", { type: "button", class: "place", on: { click: () => this.app.mark([[a.line, "marked"]], a.line) } }, "line " + a.line), " ", el("code", {}, a.text)))));
		if (c.fix) {
			out.append(el("p", {}, "The fix (" + (c.fix.proved ? "proved" : "tested") + "): " + c.fix.description));
			if (c.fix.diff) {
				out.append(diff(c.fix.diff), el("p", {}, el("button", { type: "button", on: { click: () => this.apply(c.fix.diff) } }, "Make this change")));
			}
			out.append(...c.fix.notes.map(t => el("p", { class: "note" }, t)));
		} else {
			out.append(el("p", { class: "dim" }, "No change that mends it was found here."));
		}
		return out;
	}

	part(p) {
		const out = el("section", { class: "detail" }, el("h3", {}, p.title), fragment(p.html));
		if (p.explanation) showSteps(out, p.explanation, p.title, (lines, reveal) => this.app.mark(lines, reveal));
		return out;
	}

	apply(text) {
		const patched = patch(this.app.state.source, text);
		if (patched !== null) this.app.open(this.app.state.name, patched, { view: "check", observe: this.app.state.observe });
	}
}

// diff shows a unified diff.
export function diff(text) {
	return el("pre", { class: "diff" }, ...text.split("\n").filter(l => !/^(---|\+\+\+) /.test(l)).map(l => el("span", { class: l[0] === "+" ? "added" : l[0] === "-" ? "removed" : l[0] === "@" ? "dim" : "" }, l + "\n")));
}

// patch makes the change of a unified diff of one file; null if it does not fit.
export function patch(source, text) {
	const lines = source.split("\n"), out = [];
	let at = 0; // lines taken
	for (const l of text.split("\n")) {
		const hunk = /^@@ -(\d+)(?:,(\d+))? /.exec(l);
		if (hunk) {
			const from = Number(hunk[1]) - (hunk[2] === "0" ? 0 : 1);
			while (at < from) out.push(lines[at++]);
		} else if (/^(---|\+\+\+) /.test(l) || l === "" || l[0] === "\\") {
			continue;
		} else if (l[0] === "+") {
			out.push(l.slice(1));
		} else {
			if (lines[at] !== l.slice(1)) return null;
			if (l[0] === " ") out.push(lines[at]);
			at++;
		}
	}
	return out.concat(lines.slice(at)).join("\n");
}
