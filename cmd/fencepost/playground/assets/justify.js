// Justify: why each memory order and fence is needed, in a table beside the source.
import { el, fragment } from "./dom.js";
import { ask } from "./engine.js";
import { diff, patch } from "./check.js";
import { headline, nextPart, says, showSteps, titles } from "./outcomes.js";

const models = ["c11", "tso", "pso", "pslo"];

// needs say in a word what is known of an order.
const needs = { needed: "needed", "too-strong": "may be weaker", weakest: "weakest", unreached: "not reached", undecided: "not decided" };

// lineOf returns the line of file:line:col.
const lineOf = at => Number(at.split(":").at(-2));

export class Justify {
	constructor(host, app) {
		this.app = app;
		this.model = el("select", { on: { change: () => this.changed() } }, ...models.map(m => el("option", { value: m, title: titles[m] || m }, m)));
		this.begin = el("button", { type: "button", class: "main", on: { click: () => this.run() } }, "Justify the orders");
		this.result = el("div", {});
		this.detail = el("section", { class: "detail", "aria-label": "execution without the order", hidden: true });
		host.replaceChildren(
			el("p", {}, "Each memory order and fence is weakened in turn: where that goes wrong it is needed, and an execution shows it; where all that can be made weaker is, nothing goes wrong."),
			el("p", { class: "controls" }, el("label", {}, "Under ", this.model), this.begin), this.result, this.detail);
	}

	stop() { this.abort?.abort(); }

	changed() {
		this.stop();
		this.result.replaceChildren();
		this.close();
	}

	shown() {
		const litmus = this.app.known && this.app.known.kind !== "c";
		this.begin.disabled = !this.app.known || litmus;
		if (litmus) this.result.replaceChildren(el("p", { class: "dim" }, "This is for programs: a litmus test has no assertion to keep."));
	}

	close() {
		this.detail.hidden = true;
		this.detail.replaceChildren();
	}

	async run() {
		this.changed();
		const mine = this.abort = new AbortController();
		this.result.replaceChildren(el("p", { role: "status" }, "weakening one order after the other … ", el("button", { type: "button", on: { click: () => mine.abort() } }, "Stop")));
		let answer;
		try {
			answer = await ask({ do: "justify", model: this.model.value, number: nextPart(), ...this.app.program(), seconds: 20 }, mine.signal);
		} catch {
			if (this.abort === mine) this.result.replaceChildren(el("p", { role: "status" }, "stopped"));
			return;
		}
		const doc = answer.document;
		if (!doc.orders) {
			this.result.replaceChildren(...says(doc).map(t => el("p", { class: "note" }, t)));
			return;
		}
		const children = [el("p", { class: "verdict " + (doc.error ? "bug" : doc.incomplete ? "incomplete" : "") }, this.headline(doc))];
		if (doc.error) children.push(el("p", {}, headline(doc.error)));
		if (doc.orders.length > 0) children.push(this.table(doc.orders, answer.parts));
		if (doc.diff) {
			children.push(el("h3", {}, "The weaker orders, all together (" + (doc.proved ? "proved" : "tested") + ")"), diff(doc.diff),
				el("p", {}, el("button", { type: "button", on: { click: () => this.apply(doc.diff) } }, "Make this change")), ...doc.notes.map(t => el("p", { class: "note" }, t)));
		}
		this.result.replaceChildren(...children);
	}

	headline(doc) {
		if (doc.error) return "Something goes wrong with the orders as they are: the check looks for a fix.";
		if (doc.orders.length === 0) return "There is no memory order or fence to justify.";
		const words = Object.keys(needs).map(n => [doc.orders.filter(o => o.need === n).length, needs[n]]).filter(([n]) => n > 0).map(([n, word]) => n + " " + word);
		return "Under " + doc.model + " " + words.join(", ") + "." + (doc.incomplete ? " The search is incomplete: " + doc.incomplete + "." : "");
	}

	table(orders, parts) {
		const row = (o, k) => el("tr", { class: o.need },
			el("th", { scope: "row" }, el("button", { type: "button", class: "place", on: { click: () => this.app.mark([[lineOf(o.at), "marked"]], lineOf(o.at)) } }, "line " + lineOf(o.at))),
			el("td", {}, el("code", {}, o.text)), el("td", {}, el("code", {}, o.order + (o.failure ? " on failure" : ""))),
			el("td", { class: "why" }, parts[k].text, parts[k].explanation ? el("div", {}, el("button", { type: "button", on: { click: () => this.show(o, parts[k]) } }, "Show it")) : null));
		return el("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "memory orders and why they are needed" }, el("table", { class: "orders" },
			el("thead", {}, el("tr", {}, ...["where", "access", "order", "why"].map(t => el("th", { scope: "col" }, t)))), el("tbody", {}, ...orders.map(row))));
	}

	// show steps through the execution that goes wrong without an order.
	show(o, part) {
		const title = o.fence ? "Without the fence at line " + lineOf(o.at) : "With " + o.weaker + " instead of " + o.order + " at line " + lineOf(o.at);
		this.detail.hidden = false;
		this.detail.replaceChildren(el("h3", { tabindex: "-1" }, title), fragment(part.html));
		showSteps(this.detail, part.explanation, "it fails", (lines, reveal) => this.app.mark(lines, reveal));
		this.detail.scrollIntoView({ block: "nearest" });
		this.detail.querySelector("h3").focus();
	}

	apply(text) {
		const patched = patch(this.app.state.source, text);
		if (patched !== null) this.app.open(this.app.state.name, patched, { view: "justify", observe: this.app.state.observe });
	}
}
