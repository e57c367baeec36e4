// The table of outcomes against models. Each tick opens its execution, each dash says why
// there is none.
import { el, fragment } from "./dom.js";
import { ask } from "./engine.js";
import { nameOf } from "./link.js";

// titles say what the models are.
export const titles = {
	sc: "sequential consistency", tso: "total store order: x86, SPARC", pso: "partial store order", pslo: "partial store and load order",
	c11: "C11, repaired", armv8: "Armv8", armv7: "Armv7", riscv: "RISC-V", power: "Power", lkmm: "the Linux kernel's C",
};

// reorders say which machine a model is of, and what that does out of order.
const reorders = {
	sc: "One memory, one step after the other: nothing is reordered.",
	tso: "x86 and SPARC. Each core has a queue of stores: a load may take effect before an earlier store to another location.",
	pso: "Old SPARC. As tso, and stores to different locations may leave the queue in another order.",
	pslo: "As pso, and a load may read an old value: loads take effect in another order, too.",
	c11: "The language C11 without load buffering: memory orders decide, relaxed accesses to different locations may be reordered, but no load with a later store. Data races are errors.",
	armv8: "64-bit Arm. All accesses to different locations may be reordered but for dependencies, acquire, release and barriers; all cores see a store at the same time.",
	armv7: "32-bit Arm. As Power, with its own barriers.",
	riscv: "RISC-V (RVWMO). Much as Armv8, with fences that name what they order.",
	power: "IBM Power. As Armv8, and a store may reach cores at different times.",
	lkmm: "The Linux kernel's memory model: what the kernel may rely on for every machine.",
};

// atOnce is under how many models a program is explored at once.
const atOnce = 2;

// passes are the bounds of one exploration after the other, of which the last is in full.
const passes = seconds => [{ executions: 500, seconds: 1 }, { seconds: 3 }].filter(p => p.seconds < seconds).concat({ seconds });

// Parts of the page that the engine makes need names of their own.
let parts = 0;
export const nextPart = () => ++parts * 100;

// values are the numbers of a state, to sort by.
const values = state => (state.match(/=-?\d+/g) || []).map(v => Number(v.slice(1)));

function compareStates(a, b) {
	const x = values(a), y = values(b);
	for (let i = 0; i < Math.min(x.length, y.length); i++) if (x[i] !== y[i]) return x[i] - y[i];
	return x.length - y.length || (a < b ? -1 : a > b ? 1 : 0);
}

// threads names the threads of a cycle's event as the pictures do.
const threads = event => event.replace(/^P(\d+):/, (_, n) => "thread " + (Number(n) + 1) + ":").replace(/\s+/g, " ");

export const headline = e => e.at + ": " + e.kind + (e.message ? ": " + e.message : "");

// says are the diagnostics of a document as lines.
export const says = doc => doc.diagnostics.map(d => (d.line ? d.file + ":" + d.line + ":" + d.col + ": " : "") + d.message);

export class Table {
	// The host is filled. program returns what is explored: name, source, observe and
	// bounds. shown is called with the cell that is picked, step with each step.
	constructor(host, { program, picked, stepped, wanted }) {
		this.program = program;
		this.picked = picked || (() => {});
		this.stepped = stepped || (() => {});
		this.wanted = wanted || (() => "");
		this.columns = [];
		this.scroll = el("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "outcomes by model" });
		this.cue = el("p", { class: "scrolls", hidden: true }, "The table is wider than the page: it scrolls sideways →");
		this.notes = el("div", { class: "notes" });
		this.legend = el("details", { class: "legend" });
		new ResizeObserver(() => this.showCue()).observe(this.scroll);
		this.detail = el("section", { class: "detail", "aria-label": "execution", hidden: true });
		host.replaceChildren(this.scroll, this.cue, this.notes, this.legend, this.detail);
	}

	// run explores under each of the models, beside each other: at first a little under each, so that
	// what a large program does wrong is shown soon.
	async run(models, signal) {
		this.of = this.program();
		const columns = this.columns = models.map(model => ({ model, open: true }));
		this.close();
		this.render();
		// The model of the language comes first: it has the fewest executions, and shows races.
		const order = [...columns].sort((a, b) => (b.model === "c11") - (a.model === "c11"));
		try {
			for (const bounds of passes(this.of.seconds)) {
				const queue = order.filter(c => c.open);
				await Promise.all(Array.from({ length: atOnce }, async () => {
					for (let c; (c = queue.shift());) await this.explore(c, bounds, signal);
				}));
			}
		} finally {
			for (const c of columns) {
				c.stopped = c.open && signal.aborted;
				c.open = false;
			}
			if (this.columns === columns) this.render();
		}
	}

	// explore explores under the model of a column.
	async explore(column, bounds, signal) {
		const begun = Date.now();
		const doc = (await ask({ do: "explore", model: column.model, ...this.of, ...bounds }, signal)).document;
		const late = Date.now() - begun >= 900 * bounds.seconds;
		if (doc.files) column.found = doc.files[0].models[0];
		column.reason = doc.files ? "" : says(doc).join("; ") || "no answer";
		column.open = doc.files ? column.found.incomplete !== null && (late || column.found.executions >= bounds.executions) : late;
		this.render();
	}

	// states are the outcomes of all models, and the one that is asked for.
	states() {
		const all = new Map();
		if (this.wanted()) all.set(this.wanted(), false);
		for (const c of this.columns) for (const o of c.found ? c.found.outcomes : []) if (o.state) all.set(o.state, o.satisfies);
		const list = [...all.keys()].sort(compareStates).map(state => ({ state, satisfies: all.get(state), differs: this.differs(state) }));
		return [...list.filter(s => s.differs), ...list.filter(s => !s.differs)];
	}

	// differs reports whether models are known to disagree on a state.
	differs(state) {
		const known = this.columns.map(c => this.has(c.model, { state })).filter(x => x !== undefined);
		return known.includes(true) && known.includes(false);
	}

	showCue() {
		const wide = this.scroll.scrollWidth > this.scroll.clientWidth + 2;
		this.cue.hidden = !wide;
		this.scroll.classList.toggle("cut", wide);
	}

	errors() {
		const all = new Map();
		for (const c of this.columns) for (const e of c.found ? c.found.errors : []) if (!all.has(headline(e))) all.set(headline(e), e);
		return [...all.keys()];
	}

	// has reports whether an execution under the model ends in the state or error; it is
	// undefined while that is not known.
	has(model, { state, error }) {
		const c = this.columns.find(c => c.model === model);
		if (!c || !c.found) return undefined;
		const found = state !== undefined ? c.found.outcomes.some(o => o.state === state) : error ? c.found.errors.some(e => headline(e) === error) : c.found.errors.length > 0;
		return found || c.found.incomplete === null ? found : undefined;
	}

	render() {
		const states = this.states(), errors = this.errors();
		const focus = this.scroll.contains(document.activeElement) ? document.activeElement.dataset.cell : null;
		const head = el("tr", {}, el("th", { scope: "col" }, "final state"));
		for (const c of this.columns) {
			const mark = c.open ? " …" : c.reason ? " ✕" : c.found && c.found.incomplete !== null ? " ?" : "";
			head.append(el("th", { scope: "col", title: titles[c.model] || c.model, class: "model" }, (c.found ? nameOf(c.found.model) : c.model) + mark));
		}
		const rows = [];
		for (const { state, satisfies, differs } of states) {
			const row = el("tr", { class: (state === this.wanted() ? "wanted" : "") + (differs ? " differs" : "") }, el("th", { scope: "row" }, el("code", {}, state), satisfies ? el("span", { class: "star", title: "satisfies the condition" }, " *") : null,
				differs ? el("span", { class: "differ" }, "the models differ") : null));
			for (const c of this.columns) row.append(el("td", {}, this.cell(c, state)));
			rows.push(row);
		}
		for (const error of errors) {
			const row = el("tr", { class: "error" }, el("th", { scope: "row" }, error));
			for (const c of this.columns) row.append(el("td", {}, this.errorCell(c, error)));
			rows.push(row);
		}
		if (rows.length === 0) {
			const done = this.columns.length > 0 && this.columns.every(c => !c.open);
			const any = this.columns.some(c => c.found && c.found.executions > 0);
			rows.push(el("tr", {}, el("td", { colspan: String(this.columns.length + 1), class: "dim" },
				!done ? "exploring …" : any ? "no global is observed: name some below the program" : "no execution ends")));
		}
		this.scroll.replaceChildren(el("table", { class: "outcomes" }, el("thead", {}, head), el("tbody", {}, ...rows)));
		this.showCue();
		if (focus) this.scroll.querySelector('[data-cell="' + CSS.escape(focus) + '"]')?.focus();
		this.renderNotes(states);
	}

	renderNotes(states) {
		const notes = [];
		if (states.length > 0 && this.columns.some(c => c.found)) {
			notes.push(el("p", { class: "dim" }, "✓ some executions end so: show one. – none does: say why not.", states.some(s => s.satisfies) ? " * satisfies the condition." : ""));
		}
		const reasons = new Map();
		for (const c of this.columns) {
			const reason = !c.open && (c.stopped && "stopped" || c.reason || c.found && c.found.incomplete);
			if (reason) reasons.set(reason, [...(reasons.get(reason) || []), c.model]);
		}
		for (const [reason, models] of reasons) notes.push(el("p", { class: "note" }, el("b", {}, models.join(", ")), ": " + reason));
		this.notes.replaceChildren(...notes);
		this.legend.replaceChildren(el("summary", {}, "What the models are"), el("dl", {}, ...this.columns.flatMap(c => [el("dt", {}, c.model), el("dd", {}, reorders[c.model] || titles[c.model] || c.model)])));
		this.legend.hidden = this.columns.length === 0;
	}

	cell(c, state) {
		const id = c.model + " " + state;
		if (!c.found) return el("span", { class: "none" }, c.open ? "…" : c.reason ? "n/a" : "");
		const outcome = c.found.outcomes.find(o => o.state === state);
		const pressed = String(this.selected === id);
		if (outcome) {
			return el("button", {
				type: "button", class: "cell tick", "data-cell": id, "aria-pressed": pressed, title: outcome.executions + " of " + c.found.executions + " executions",
				"aria-label": state + " under " + c.model + ": yes, show an execution", on: { click: () => this.pick({ model: c.model, state }) },
			}, "✓");
		}
		if (c.found.incomplete !== null) return unknown(c);
		return el("button", {
			type: "button", class: "cell dash", "data-cell": id, "aria-pressed": pressed,
			"aria-label": state + " under " + c.model + ": no, why not?", on: { click: () => this.pick({ model: c.model, state, why: true }) },
		}, "–");
	}

	errorCell(c, error) {
		if (!c.found) return el("span", { class: "none" }, c.open ? "…" : c.reason ? "n/a" : "");
		const id = c.model + " " + error;
		if (!c.found.errors.some(e => headline(e) === error)) {
			if (c.found.incomplete !== null) return unknown(c);
			if (/: data race\b/.test(error)) return el("span", { class: "none", title: "a data race is an error of the language: " + c.model + " is a machine's model, which has none" }, "n/a");
			return el("button", {
				type: "button", class: "cell dash", "data-cell": id, "aria-pressed": String(this.selected === id),
				"aria-label": error + ", under " + c.model + ": no, why not?", on: { click: () => this.pick({ model: c.model, error, why: true }) },
			}, "–");
		}
		return el("button", {
			type: "button", class: "cell bad", "data-cell": id, "aria-pressed": String(this.selected === id),
			"aria-label": error + ", under " + c.model + ": show an execution", on: { click: () => this.pick({ model: c.model, error }) },
		}, "✗");
	}

	close() {
		this.selected = null;
		this.player = null;
		this.detail.hidden = true;
		this.detail.replaceChildren();
		if (this.abort) this.abort.abort();
	}

	// pick shows the execution of a cell, or why there is none, from a step on.
	async pick(cell, step) {
		this.close();
		this.abort = new AbortController();
		this.selected = cell.model + " " + (cell.error || cell.state);
		this.render();
		this.picked(cell);
		const what = cell.error || cell.state;
		const heading = el("h3", { tabindex: "-1" }, (cell.why ? "Why not " : "") + what + (cell.why ? "" : "") + " under " + cell.model + (cell.why ? "?" : ""));
		this.detail.hidden = false;
		if (cell.why && cell.error) {
			this.showWhyNoError(heading, cell);
			return;
		}
		this.detail.replaceChildren(heading, el("p", { class: "dim" }, "looking for it …"));
		let answer;
		try {
			answer = await ask({ do: cell.why ? "why" : "execution", model: cell.model, state: cell.state, error: cell.error, number: nextPart(), ...this.of }, this.abort.signal);
		} catch {
			return;
		}
		const part = (answer.parts || [])[0];
		if (!part) {
			this.detail.replaceChildren(heading, ...says(answer.document).map(text => el("p", { class: "note" }, text)));
			return;
		}
		if (cell.why) this.showWhy(heading, answer, part, cell);
		else this.showPart(heading, part, cell, step);
	}

	// showWhyNoError says why an error does not happen: no execution of the model has it, and where
	// one has, that is shown.
	showWhyNoError(heading, cell) {
		const found = this.columns.find(c => c.model === cell.model).found;
		const others = this.columns.filter(c => c.found && c.found.errors.some(e => headline(e) === cell.error));
		this.detail.replaceChildren(heading,
			el("p", {}, "All " + found.executions + " executions that " + cell.model + " allows were explored, and none ends so. " + (reorders[cell.model] || "")),
			others.length > 0 ? el("p", { class: "controls" }, "It happens under ", ...others.map(c => el("button", { type: "button", on: { click: () => this.pick({ model: c.model, error: cell.error }) } }, c.model + ": show an execution"))) : el("p", {}));
	}

	showWhy(heading, answer, part, cell) {
		const why = answer.document.files[0].models[0].why;
		const text = part.text.split("\n");
		const children = [heading];
		if (why && why.axioms.length > 0) {
			children.push(el("p", {}, "The model forbids it: of all candidates that end so, the one that violates the fewest of its axioms violates ",
				el("b", {}, why.axioms.join(" and ")), ". In red, the cycle that shows it."));
		} else {
			children.push(el("p", {}, text.shift()));
		}
		children.push(fragment(part.html));
		if (why && why.cycle.length > 0) {
			children.push(el("ol", { class: "cyclelist" }, ...why.cycle.map((e, i) => el("li", {}, el("code", {}, threads(e)), " ", el("b", {}, why.relations[i])))));
			children.push(el("p", { class: "dim" }, "and so back to the first."));
		} else {
			children.push(el("pre", {}, text.join("\n").trim()));
		}
		this.detail.replaceChildren(...children);
		showGraphs(this.detail);
	}

	showPart(heading, part, cell, step) {
		this.detail.replaceChildren(heading);
		if (!part.explanation) {
			this.detail.append(el("p", { class: "dim" }, "No machine of " + cell.model + " steps through executions here; this is one as a graph."));
		}
		if (this.of.name.endsWith(".litmus")) this.detail.append(el("p", { class: "dim" }, "Thread 1 is P0 of the test, thread 2 is P1; thread 0 starts them."));
		this.detail.append(fragment(part.html));
		if (!part.explanation) {
			showGraphs(this.detail);
			return;
		}
		this.player = showSteps(this.detail, part.explanation, cell.error ? "it fails" : cell.state, this.stepped);
		if (step) this.player.show(step);
	}
}

// unknown is what a search that is not at its end says of what it has not found.
const unknown = c => el("span", { class: "none", title: c.found.incomplete }, c.open ? "…" : "?");

// openEvents is how many events a graph has that is open at first.
const openEvents = 12;

// showGraphs opens small graphs of a part, and closes large ones.
function showGraphs(section) {
	for (const box of section.querySelectorAll(".graphbox")) {
		const small = box.querySelectorAll("svg .node").length <= openEvents;
		const fold = box.closest("details.relations");
		if (fold) {
			fold.open = small;
		} else if (!small) {
			const closed = el("details", { class: "relations" }, el("summary", {}, "As a graph of relations"));
			box.replaceWith(closed);
			closed.append(box);
		}
	}
	switchRelations(section);
}

// showSteps makes the player of a part of the page; stepped is called with each step.
export function showSteps(section, explanation, end, stepped) {
	showGraphs(section);
	const marked = new Map();
	for (const s of explanation.steps) if (s.mark && s.line) marked.set(s.line, "marked");
	let player;
	player = new Player(section, explanation, end, step => {
		const lines = new Map(marked);
		if (step && step.line) lines.set(step.line, "now");
		stepped([...lines], step ? step.line : 0, player ? player.at : 0);
	});
	section.addEventListener("keydown", e => {
		const go = stepKeys[e.key];
		if (!go || e.ctrlKey || e.altKey || e.metaKey || e.target.matches("input, select, textarea, summary")) return;
		player.go(go);
		e.preventDefault();
	});
	return player;
}
