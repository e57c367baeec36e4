// Repair: change orders and fences so that something cannot happen, at the least cost.
import { el } from "./dom.js";
import { ask } from "./engine.js";
import { Table, says, titles } from "./outcomes.js";
import { menus, costOf } from "./menu.js";

export class Repair {
	constructor(host, app) {
		this.app = app;
		this.model = el("select", { on: { change: () => this.begin() } });
		this.target = el("select", { on: { change: () => this.retarget() } });
		this.slots = el("div", {});
		this.status = el("div", { class: "score", role: "status" });
		this.cheapest = el("button", { type: "button", on: { click: () => this.showCheapest() } }, "What does the cheapest cost?");
		this.reset = el("button", { type: "button", on: { click: () => this.begin() } }, "As written");
		const results = el("div", {});
		host.replaceChildren(
			el("p", {}, "Choose memory orders and fences until what is wrong cannot happen any more. The table is of the changed program."),
			el("p", { class: "controls" }, el("label", {}, "Under ", this.model), el("label", {}, "make impossible ", this.target)),
			this.slots, this.status, el("p", { class: "controls" }, this.cheapest, this.reset), el("h3", {}, "Outcomes of the changed program"), results);
		this.table = new Table(results, {
			program: () => ({ ...app.program(), repair: { model: this.model.value, chosen: this.chosen } }),
			stepped: (lines, reveal) => app.mark(lines, reveal), wanted: () => this.target.value === "error" ? "" : this.target.value,
		});
	}

	stop() {
		this.abort?.abort();
		this.seeking?.abort();
		this.table.abort?.abort();
	}

	changed() {
		this.stop();
		this.begun = false;
	}

	explored() { if (this.app.state.view === "repair") this.shown(); }

	shown() {
		if (this.begun || !this.app.known) return;
		const saved = this.app.state.repair;
		const models = ["tso", "pso", "pslo", "c11"];
		this.model.replaceChildren(...models.map(m => el("option", { value: m, title: titles[m] }, m)));
		this.model.value = saved && models.includes(saved.model) ? saved.model : models.find(m => this.app.table.errors().some(error => this.app.table.has(m, { error }))) || "tso";
		const list = this.app.table.states().map(s => [s.state, s.state]);
		if (this.app.known.kind === "c") list.push(["error", "any error"]);
		this.target.replaceChildren(...list.map(([value, text]) => el("option", { value }, text)));
		const relaxed = this.app.table.states().find(({ state }) => this.app.table.has("sc", { state }) === false);
		this.target.value = saved && list.some(([v]) => v === saved.target) ? saved.target : this.app.table.errors().length > 0 ? "error" : relaxed ? relaxed.state : list.length > 0 ? list[0][0] : "";
		this.begin(saved && Array.isArray(saved.chosen) ? saved.chosen : null);
	}

	// begin asks for the menus, and begins with a choice or with what is written.
	async begin(chosen) {
		this.begun = true;
		this.best = null;
		this.stop();
		const mine = this.abort = new AbortController();
		let answer;
		try {
			answer = await ask({ do: "menu", ...this.app.program(), repair: { model: this.model.value } }, mine.signal);
		} catch {
			return;
		}
		this.menu = answer.menu || null;
		if (!this.menu) {
			this.slots.replaceChildren(...says(answer.document).map(t => el("p", { class: "note" }, t)));
			return;
		}
		const fits = Array.isArray(chosen) && chosen.length === this.menu.slots.length && this.menu.slots.every((s, i) => chosen[i] >= 0 && chosen[i] < s.options.length);
		this.choose(fits ? [...chosen] : [...this.menu.written]);
	}

	retarget() {
		this.best = null;
		this.score();
		this.table.render();
		this.keep();
	}

	keep() {
		this.app.state.repair = { model: this.model.value, target: this.target.value, chosen: this.chosen };
		this.app.save();
	}

	async choose(chosen) {
		this.chosen = chosen;
		this.stop();
		const mine = this.abort = new AbortController();
		const focus = this.slots.contains(document.activeElement) ? [...this.slots.querySelectorAll("select")].indexOf(document.activeElement) : -1;
		this.slots.replaceChildren(menus(this.menu, this.chosen, c => this.choose([...c])));
		if (focus >= 0) this.slots.querySelectorAll("select")[focus]?.focus();
		this.keep();
		this.score();
		const hardware = ["sc", "tso", "pso", "pslo"];
		const models = this.app.models().filter(m => this.model.value === "c11" || hardware.includes(m));
		if (!models.includes(this.model.value)) models.push(this.model.value);
		try {
			// The model that matters first.
			await this.table.run(models, mine.signal);
		} catch (e) {
			if (e.name !== "AbortError") throw e;
		}
		this.score();
	}

	// score tells whether it cannot happen any more, and what it costs.
	score() {
		if (!this.menu) return;
		const cost = costOf(this.menu, this.chosen);
		const target = this.target.value;
		const happens = this.table.has(this.model.value, target === "error" ? {} : { state: target });
		this.fixed = happens === false;
		const what = target === "error" ? "an error" : target;
		const lines = [el("p", { class: happens === undefined ? "dim" : happens ? "missed" : "reached" },
			happens === undefined ? "looking whether " + what + " can still happen …" : happens ? "✗ " + what + " can still happen under " + this.model.value + "." : "✓ " + what + " cannot happen under " + this.model.value + " any more.")];
		let text = "Cost " + cost;
		if (this.best) text += this.best.reason ? "; " + this.best.reason : "; the cheapest known costs " + this.best.cost + (this.fixed && cost <= this.best.cost ? ": yours is as good." : ".");
		lines.push(el("p", {}, text));
		this.status.replaceChildren(...lines);
	}

	async showCheapest() {
		const mine = this.seeking = new AbortController();
		this.cheapest.disabled = true;
		try {
			const target = this.target.value;
			const answer = await ask({ do: "cheapest", ...this.app.program(), state: target === "error" ? "" : target, repair: { model: this.model.value } }, mine.signal);
			this.best = answer.choice || { reason: says(answer.document).join("; ") };
		} catch {
			this.best = { reason: "stopped" };
		}
		this.cheapest.disabled = false;
		this.score();
		if (this.best.chosen && this.best.chosen.length === this.menu.slots.length) {
			this.status.append(el("p", {}, el("button", { type: "button", on: { click: () => this.choose([...this.best.chosen]) } }, "Show it")));
		}
	}
}
