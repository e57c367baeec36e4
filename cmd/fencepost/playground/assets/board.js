// A board is a game: the person is the scheduler and the memory. It holds the list of
// moves; the engine plays them again for each question.
import { el, fill } from "./dom.js";
import { ask } from "./engine.js";
import { says } from "./outcomes.js";

export class Board {
	// The host is filled. program returns name and source, moved is called with the moves
	// after each, and with the state they lead to.
	constructor(host, { program, moved, lines }) {
		this.host = host;
		this.program = program;
		this.moved = moved || (() => {});
		this.lines = lines || (() => {});
		this.said = el("p", { class: "said", role: "status" });
	}

	// start begins a game, from some moves on.
	start(model, goal, moves = []) {
		this.model = model;
		this.goal = goal;
		this.moves = moves;
		this.log = [];
		this.note = "";
		return this.ask();
	}

	stop() { this.abort?.abort(); }

	request(action) {
		return { do: action, ...this.program(), model: this.model, goal: this.goal, moves: this.moves };
	}

	async ask() {
		this.stop();
		const mine = this.abort = new AbortController();
		let answer;
		try {
			answer = await ask(this.request("play"), mine.signal);
		} catch {
			return;
		}
		if (!answer.game) {
			this.game = null;
			fill(this.host, ...says(answer.document).map(t => el("p", { class: "note" }, t)), this.controls());
			return;
		}
		this.game = answer.game;
		this.log.length = Math.min(this.log.length, this.moves.length);
		this.log[this.moves.length] = this.game.did.map(d => d.text);
		this.render();
		this.moved(this.moves, this.game);
	}

	move(n, from) {
		this.from = from;
		this.note = "";
		this.moves = [...this.moves, n];
		return this.ask();
	}

	undo() {
		this.note = "";
		this.moves = this.moves.slice(0, -1);
		return this.ask();
	}

	again() {
		this.note = "";
		this.moves = [];
		return this.ask();
	}

	async hint() {
		this.stop();
		const mine = this.abort = new AbortController();
		let answer;
		try {
			answer = await ask(this.request("hint"), mine.signal);
		} catch {
			return;
		}
		const way = answer.moves;
		const wrong = says(answer.document)[0];
		if (wrong) this.note = wrong;
		else if (!way || way.length === 0) this.note = "From here the goal cannot be reached: undo, or start again.";
		else {
			const next = this.game.enabled.find(m => m.number === way[this.moves.length]);
			this.note = "A way of " + (way.length - this.moves.length) + " moves leads to the goal. The next: " + (next ? next.label : "move " + way[this.moves.length]) + ".";
			this.render();
			this.host.querySelector('[data-move="' + way[this.moves.length] + '"]')?.classList.add("hinted");
			return;
		}
		this.render();
	}

	controls() {
		const button = (text, f, disabled) => el("button", { type: "button", disabled: Boolean(disabled), on: { click: f } }, text);
		return el("div", { class: "controls" },
			button("Undo", () => this.undo(), this.moves.length === 0), button("Start again", () => this.again(), this.moves.length === 0),
			this.game && this.game.goal && !this.game.ended ? button("Hint", () => this.hint()) : null,
			el("span", { class: "dim moves" }, this.moves.length + (this.moves.length === 1 ? " move" : " moves")),
			this.game && this.game.witness ? button("Save the witness", () => this.saveWitness()) : null);
	}

	saveWitness() {
		const url = URL.createObjectURL(new Blob([JSON.stringify(this.game.witness, null, 1)], { type: "application/json" }));
		el("a", { href: url, download: "witness.json" }).click();
		setTimeout(() => URL.revokeObjectURL(url), 1000);
		this.note = "fencepost replay witness.json replays it.";
		this.render();
	}

	render() {
		const g = this.game;
		const focused = this.host.contains(document.activeElement);
		const latest = this.log[this.moves.length] || [];
		this.said.textContent = latest.length > 0 ? latest.join("; ") + "." : "Nothing has happened yet: make a move.";
		const lines = g.threads.filter(t => t.next && t.line).map(t => [t.line, t.state === "asked" ? "now" : "marked"]);
		this.lines(lines);
		fill(this.host, this.goalLine(), el("div", { class: "board" }, ...g.threads.filter(t => !this.onlyWaits(t)).map(t => this.thread(t)), this.memory()), this.others(), this.said,
			this.note ? el("p", { class: "note" }, this.note) : null, this.controls(),
			el("details", { class: "steps" }, el("summary", {}, "What happened"), el("ol", {}, ...this.log.flat().filter(Boolean).map(t => el("li", {}, t)))));
		if (focused) (this.host.querySelector('[data-from="' + this.from + '"]:enabled') || this.host.querySelector("[data-move]") || this.host.querySelector(".controls button:enabled"))?.focus();
	}

	goalLine() {
		const g = this.game;
		if (!g.ended) return el("p", { class: "goal" }, g.goal ? el("span", {}, "Goal: ", el("code", {}, g.goal === "bug" ? "an error" : g.goal)) : "No goal: look what happens.");
		let text = { completed: "The execution has ended", failed: "The execution fails: " + g.message, "too long": "The execution is too long" }[g.ended];
		if (g.final) text += " with " + g.final;
		if (g.races.length > 0) text += "; " + g.races[0];
		return el("p", { class: "goal " + (g.reached ? "reached" : "missed") }, el("b", {}, g.goal ? (g.reached ? "Reached! " : "Not reached. ") : ""), text + ".");
	}

	// onlyWaits reports whether a thread is the first, and can do nothing but wait for the others.
	onlyWaits(t) {
		return t.thread === 0 && t.state === "waiting" && t.buffer.length === 0 && t.registers.length === 0 &&
			this.game.threads.length > 1 && !this.game.enabled.some(m => m.thread === 0);
	}

	thread(t) {
		const mine = this.game.enabled.filter(m => m.thread === t.thread);
		const step = mine.find(m => m.kind === "step");
		const answers = mine.filter(m => m.kind === "read" || m.kind === "choice");
		const commits = mine.filter(m => m.kind === "commit");
		const name = t.name + (t.func && t.func !== t.name ? " " + t.func : "");
		return el("section", { class: "thread " + t.state, "aria-label": name },
			el("h3", {}, name, el("span", { class: "dim" }, t.state === "ended" ? " has ended" : t.state === "waiting" ? " waits" : "")),
			t.next && !answers.length ? el("div", { class: "next" }, step ? this.button(step, "▶ " + t.next, "step-" + t.thread) : el("code", { class: "dim" }, t.next)) : null,
			answers.length > 0 ? el("div", { class: "answers" }, el("p", { class: "dim" }, t.next ? "Which store does it read? " : "Which? ", t.next ? el("code", {}, t.next) : null),
				...answers.map(m => this.button(m, m.label.replace(t.name + ": ", ""), "read-" + t.thread))) : null,
			t.registers.length > 0 ? el("p", { class: "registers" }, ...t.registers.map(r => el("code", {}, r.name + " = " + (r.value || "·") + " "))) : null,
			this.buffer(t, commits));
	}

	// buffer shows the stores that wait; those that may reach memory are buttons.
	buffer(t, commits) {
		if (t.buffer.length === 0 && !["tso", "pso", "pslo"].includes(this.game.model)) return null;
		const left = [...commits];
		return el("div", { class: "stores" }, el("span", { class: "dim" }, t.buffer.length > 0 ? "store buffer" : "store buffer: empty"),
			...t.buffer.map(b => {
				const k = left.findIndex(m => m.label.includes(": " + b.text + " leaves"));
				if (k < 0) return el("code", { class: "entry" }, b.text);
				const [m] = left.splice(k, 1);
				return this.button(m, b.text + " → memory", "commit-" + t.thread);
			}), ...left.map(m => this.button(m, m.label, "commit-" + t.thread)));
	}

	button(m, text, from) {
		return el("button", { type: "button", class: "move " + m.kind + (m.old ? " old" : ""), "data-move": String(m.number), "data-from": from, title: m.label, on: { click: () => this.move(m.number, from) } }, text);
	}

	// others are moves of no thread that is shown.
	others() {
		const shown = this.game.threads.map(t => t.thread);
		const rest = this.game.enabled.filter(m => !shown.includes(m.thread));
		return rest.length === 0 ? null : el("div", { class: "controls" }, ...rest.map(m => this.button(m, m.label, "other")));
	}

	memory() {
		return el("section", { class: "thread mem", "aria-label": "memory" }, el("h3", {}, "Memory"),
			el("table", { class: "memory" }, el("tbody", {}, ...this.game.memory.map(c => el("tr", {}, el("td", {}, c.name), el("td", {}, c.value),
				el("td", { class: "earlier" }, c.earlier.length > 0 && ["pslo", "c11"].includes(this.game.model) ? "before: " + c.earlier.join(", ") : ""))))));
	}
}
