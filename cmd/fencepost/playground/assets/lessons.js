// Lessons: predict, play, repair, transfer, next.
import { el, fragment } from "./dom.js";
import { ask } from "./engine.js";
import { Board } from "./board.js";
import { menus, costOf } from "./menu.js";
import { nextPart, says, showSteps } from "./outcomes.js";

const stages = { predict: "Predict", play: "Play", buffers: "Buffers", repair: "Repair", transfer: "Transfer", next: "Next" };

export class Lessons {
	constructor(host, app) {
		this.host = host;
		this.app = app;
		this.list = el("nav", { class: "lessonlist", "aria-label": "lessons" });
		this.body = el("div", { class: "lesson" });
		host.replaceChildren(this.list, this.body);
	}

	// shown shows the list, and the lesson of the link.
	async shown() {
		if (!this.all) {
			const answer = await ask({ do: "lessons" }, new AbortController().signal);
			this.all = answer.lessons || [];
		}
		const now = this.app.state.lesson;
		this.tell();
		if (now && (!this.lesson || this.name !== now.name)) await this.open(now.name, now);
		else if (!now && this.lesson) this.keep();
		else if (!now) this.body.replaceChildren(el("p", { class: "dim" }, "A course: predict what a program may do, play it, repair it, and find the same in real code. Choose a lesson."));
	}

	tell() {
		const own = this.app.known && this.app.known.lesson;
		const button = (name, text) => el("button", { type: "button", "aria-current": this.lesson && this.name === name ? "true" : null, on: { click: () => this.open(name) } }, text);
		this.list.replaceChildren(el("ol", {}, ...this.all.map((l, i) => el("li", {}, button(l.name, (i + 1) + " " + l.title)))), own ? button("", "The program of the editor") : "");
	}

	// request names the lesson.
	request(action) {
		return this.name ? { do: action, lesson: this.name } : { do: action, name: this.app.state.name, source: this.app.state.source };
	}

	async ask(request) {
		this.abort?.abort();
		const mine = this.abort = new AbortController();
		try {
			return await ask(request, mine.signal);
		} catch {
			return null;
		}
	}

	async open(name, from = {}) {
		this.name = name;
		this.board?.stop();
		this.body.replaceChildren(el("p", { class: "dim", role: "status" }, "opening …"));
		const answer = await this.ask(this.request("lesson"));
		if (!answer) return;
		this.lesson = answer.lesson || null;
		if (!this.lesson) {
			this.body.replaceChildren(...says(answer.document).map(t => el("p", { class: "note" }, t)));
			return;
		}
		const numbers = list => Array.isArray(list) ? list.map(Number) : [];
		this.done = { ticks: numbers(from.ticks), transfer: numbers(from.transfer), moves: numbers(from.moves), chosen: Array.isArray(from.chosen) ? numbers(from.chosen) : null };
		this.stages = Object.keys(stages).filter(s => !["buffers", "repair", "transfer"].includes(s) || this.lesson[s]);
		this.tell();
		this.go(this.stages.includes(from.stage) ? from.stage : "predict");
	}

	keep() {
		this.app.state.lesson = { name: this.name, stage: this.stage, ...this.done };
		this.app.save();
	}

	go(stage, focus) {
		this.stage = stage;
		this.board?.stop();
		this.keep();
		const l = this.lesson;
		const work = el("div", { class: "stage" });
		this.body.replaceChildren(
			el("div", { class: "reading" }, el("h3", {}, l.title), ...l.text.map(t => el("p", {}, t)), el("pre", { tabindex: "0", "aria-label": "the program" }, l.source.trim()),
				el("p", {}, el("button", { type: "button", on: { click: () => { this.app.showLessons(false); this.app.open(l.file, l.source); } } }, "Open it in the editor"))),
			el("div", { class: "doing" },
				el("ol", { class: "stages" }, ...this.stages.map((s, i) => el("li", {}, el("button", { type: "button", "data-stage": s, "aria-current": s === stage ? "step" : null, on: { click: () => this.go(s, true) } }, (i + 1) + " " + stages[s])))),
				work));
		this[stage](work);
		if (focus) this.body.querySelector('[data-stage="' + stage + '"]').focus();
	}

	// onward leads to the next stage.
	onward() {
		const next = this.stages[this.stages.indexOf(this.stage) + 1];
		return el("p", {}, el("button", { type: "button", class: "main onward", on: { click: () => this.go(next, true) } }, "Go on: " + stages[next].toLowerCase()));
	}

	// question asks options to be ticked; told is called with the answer.
	question(work, text, options, ticks, action, told) {
		const boxes = options.map((o, i) => el("input", { type: "checkbox", checked: ticks.includes(i), value: String(i) }));
		const labels = options.map((o, i) => el("label", {}, boxes[i], " ", el("code", {}, o), el("span", { class: "mark" })));
		const result = el("div", {});
		const form = el("fieldset", { class: "question" }, el("legend", {}, text), ...labels);
		const send = el("button", { type: "button", class: "main answer", on: { click: async () => {
			ticks.splice(0, ticks.length, ...boxes.filter(b => b.checked).map(b => Number(b.value)));
			this.keep();
			send.disabled = true;
			result.replaceChildren(el("p", { class: "dim", role: "status" }, "looking at every execution …"));
			const answer = await this.ask({ ...this.request(action), ticks, number: nextPart() });
			send.disabled = false;
			if (!answer) return;
			if (!answer.marked) {
				result.replaceChildren(...says(answer.document).map(t => el("p", { class: "note" }, t)));
				return;
			}
			answer.marked.options.forEach((o, i) => {
				const good = o.right === boxes[i].checked;
				const mark = labels[i].querySelector(".mark");
				mark.textContent = good ? " ✓" : o.right ? " ✗ it can" : " ✗ it cannot";
				mark.className = "mark " + (good ? "reached" : "missed");
			});
			const n = answer.marked.options.length;
			result.replaceChildren(el("p", { class: "score " + (answer.marked.score === n ? "reached" : "missed"), role: "status" }, answer.marked.score + " of " + n + " right."));
			told(answer, result);
		} } }, "Check my answer");
		work.append(form, el("p", {}, send), result);
	}

	predict(work) {
		this.question(work, this.lesson.predict.question, this.lesson.options, this.done.ticks, "predict", (answer, result) => {
			result.append(this.table(answer.marked.answer));
			const part = (answer.parts || [])[0];
			if (part) {
				const shown = el("section", { class: "detail", "aria-label": "execution" }, el("h3", {}, "An execution under " + part.title), fragment(part.html));
				result.append(shown);
				showSteps(shown, part.explanation, "it ends", () => {});
			}
			result.append(this.onward());
		});
	}

	// table shows the outcomes of all models.
	table(answer) {
		const models = this.lesson.models;
		const head = el("tr", {}, ...answer.observe.map(o => el("th", { scope: "col" }, o)), ...models.map(m => el("th", { scope: "col", class: "model" }, m)));
		return el("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "outcomes by model" }, el("table", { class: "outcomes" }, el("thead", {}, head),
			el("tbody", {}, ...answer.outcomes.map(o => el("tr", { class: o.goal ? "wanted" : "" }, ...o.values.map(v => el("td", {}, el("code", {}, v))),
				...models.map(m => el("td", { class: o.models.includes(m) ? "yes" : "none" }, o.models.includes(m) ? "✓" : "–")))))));
	}

	play(work) {
		const p = this.lesson.play;
		const host = el("div", {});
		const end = el("div", {});
		work.append(el("p", {}, p.text), el("p", { class: "dim" }, "Model: " + p.model), host, end);
		this.board = new Board(host, {
			program: () => ({ name: this.lesson.file, source: this.lesson.source }),
			moved: (moves, game) => {
				this.done.moves = moves;
				this.keep();
				end.replaceChildren(...(game.reached ? [this.onward()] : []));
			},
		});
		this.board.start(p.model, p.goal, this.done.moves);
	}

	buffers(work) {
		const settings = this.lesson.settings;
		const page = el("pre", { tabindex: "0", "aria-label": "the page of the machine" }), result = el("div", { role: "status" });
		const show = async () => {
			const answer = await this.ask({ ...this.request("buffers"), buffers: selects.map(s => s.selectedIndex) });
			if (!answer) return;
			const t = answer.buffers;
			if (!t) {
				result.replaceChildren(...says(answer.document).map(text => el("p", { class: "note" }, text)));
				return;
			}
			page.textContent = t.page;
			result.replaceChildren(t.wrong ? el("p", { class: "score missed" }, "There is no such machine: " + t.wrong + ".") :
				el("table", { class: "outcomes" }, el("tbody", {}, ...t.tests.map(x => el("tr", {}, el("th", { scope: "row" }, x.name), el("td", {}, x.asks), el("td", { class: x.machines.length ? "yes" : "none" }, x.machines.length ? "✓" : "–"))))));
		};
		const selects = settings.map(s => el("select", { "aria-label": s.name, on: { change: show } }, ...s.options.map(o => el("option", {}, o))));
		work.append(el("p", {}, this.lesson.buffers.text), el("div", { class: "slots" }, ...settings.map((s, i) => el("div", { class: "slot" }, el("code", {}, s.name), selects[i]))), result, page, this.onward());
		show();
	}

	repair(work) {
		const r = this.lesson.repair, menu = this.lesson.menu;
		const fits = this.done.chosen && this.done.chosen.length === menu.slots.length && menu.slots.every((s, i) => s.options[this.done.chosen[i]] !== undefined);
		const chosen = fits ? [...this.done.chosen] : [...menu.written];
		const slots = el("div", {}), cost = el("p", {}), result = el("div", {});
		const show = () => {
			const focus = [...slots.querySelectorAll("select")].indexOf(document.activeElement);
			slots.replaceChildren(menus(menu, chosen, show));
			if (focus >= 0) slots.querySelectorAll("select")[focus].focus();
			cost.textContent = "Cost " + costOf(menu, chosen);
			result.replaceChildren();
			this.done.chosen = [...chosen];
			this.keep();
		};
		show();
		const send = el("button", { type: "button", class: "main answer", on: { click: async () => {
			send.disabled = true;
			result.replaceChildren(el("p", { class: "dim", role: "status" }, "looking at every execution …"));
			const answer = await this.ask({ ...this.request("trial"), repair: { model: r.model, chosen } });
			send.disabled = false;
			if (!answer) return;
			const t = answer.trial;
			if (!t) {
				result.replaceChildren(...says(answer.document).map(text => el("p", { class: "note" }, text)));
				return;
			}
			const best = answer.choice ? answer.choice.cost : null;
			result.replaceChildren(el("p", { class: "score " + (t.repaired ? "reached" : "missed"), role: "status" },
				!t.repaired ? "✗ It can still happen under " + r.model + "." : "✓ It cannot happen under " + r.model + " any more. Cost " + t.cost + "; the cheapest known costs " + best + (t.cost <= best ? ": yours is as good." : ".")));
			if (t.repaired) result.append(this.onward());
		} } }, "Try it");
		work.append(el("p", {}, r.text), slots, cost, el("p", {}, send), result);
	}

	transfer(work) {
		const t = this.lesson.transfer;
		work.append(el("p", { class: "dim" }, t.file), el("pre", { tabindex: "0", "aria-label": "real code" }, t.source.trim()),
			el("p", {}, el("button", { type: "button", on: { click: () => { this.app.showLessons(false); this.app.open(t.file.split("/").pop(), t.source, { view: "check" }); } } }, "Open it in the editor")));
		this.question(work, t.question, this.lesson.transfer_options, this.done.transfer, "transfer", (answer, result) => result.append(el("p", {}, t.text), this.onward()));
	}

	next(work) {
		const next = this.all.find(l => l.name === this.lesson.next);
		work.append(...this.lesson.summary.map(t => el("p", {}, t)),
			next ? el("p", {}, el("button", { type: "button", class: "main", id: "next-lesson", on: { click: () => this.open(next.name) } }, "Next lesson: " + next.title)) : el("p", { class: "dim" }, "This is the end of the course."));
	}
}
