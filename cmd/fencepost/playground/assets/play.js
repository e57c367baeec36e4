// Play: the program of the editor as a game.
import { el } from "./dom.js";
import { Board } from "./board.js";
import { titles } from "./outcomes.js";

const models = ["sc", "tso", "pso", "pslo", "c11"];

// goalOf writes a final state as a goal: a proposition.
export const goalOf = state => state.split(/[;\s]+/).filter(Boolean).join(" /\\ ");

export class Play {
	constructor(host, app) {
		this.app = app;
		this.model = el("select", { on: { change: () => this.begin() } }, ...models.map(m => el("option", { value: m, title: titles[m] }, m)));
		this.model.value = "tso";
		this.goal = el("select", { on: { change: () => this.begin() } });
		this.board = el("div", {});
		this.game = new Board(this.board, {
			program: () => { const { name, source } = app.program(); return { name, source }; },
			moved: moves => { app.state.play = { model: this.model.value, goal: this.goal.value, moves }; app.save(); },
			lines: lines => { if (app.state.view === "play") app.mark(lines, 0); },
		});
		host.replaceChildren(
			el("p", {}, "You are the scheduler and the memory: choose which thread goes on, which store leaves its buffer, which value a load reads."),
			el("p", { class: "controls" }, el("label", {}, "Model ", this.model), el("label", {}, "Goal ", this.goal)), this.board);
	}

	stop() { this.game.stop(); }

	changed() {
		this.begun = false;
		this.goals();
	}

	explored() {
		this.goals();
		if (this.app.state.view === "play") this.shown();
	}

	// goals lists what can be played for.
	goals() {
		const now = this.app.state.play ? this.app.state.play.goal : this.goal.value;
		const known = this.app.known;
		const list = [["", known && known.condition ? "the condition" : "none"]];
		for (const { state } of this.app.table.states()) list.push([goalOf(state), state]);
		if (known && known.kind === "c") list.push(["bug", "an error"]);
		this.goal.replaceChildren(...list.map(([value, text]) => el("option", { value }, text)));
		this.goal.value = list.some(([v]) => v === now) ? now : "";
	}

	shown() {
		if (this.begun || !this.app.known) return;
		const saved = this.app.state.play;
		if (saved) {
			this.model.value = models.includes(saved.model) ? saved.model : "tso";
			this.goals();
		} else if (!this.goal.value && this.app.known.kind === "c" && this.app.table.states().length > 0) {
			this.goal.value = goalOf(this.app.table.states()[0].state);
		}
		this.begin(saved && Array.isArray(saved.moves) ? saved.moves : []);
	}

	begin(moves = []) {
		this.begun = true;
		this.game.start(this.model.value, this.goal.value, moves);
	}
}
