"use strict";
// A Player shows the state after a step of an execution, which is the sum of the steps
// before it.
function element(tag, text, className) {
	const e = document.createElement(tag);
	e.textContent = text;
	if (className) e.className = className;
	return e;
}

class Player {
	// The section is what the template "player" makes of the explanation; end says how
	// the execution ends, and shown is called with each step that is shown, or null.
	constructor(section, explanation, end, shown) {
		this.section = section;
		this.explanation = explanation;
		this.end = end;
		this.shown = shown || (step => this.showSource(step));
		this.at = 0;
		this.slider = section.querySelector("input[type=range]");
		this.slider.addEventListener("input", () => this.show(Number(this.slider.value)));
		for (const b of section.querySelectorAll("[data-go]")) {
			b.addEventListener("click", () => this.go(b.dataset.go));
		}
		for (const s of section.querySelectorAll("svg .step")) {
			s.addEventListener("click", () => this.show(Number(s.dataset.step)));
		}
		this.show(0);
	}

	go(where) {
		const steps = this.explanation.steps;
		switch (where) {
		case "first": return this.show(0);
		case "last": return this.show(steps.length);
		case "back": return this.show(this.at - 1);
		case "next": return this.show(this.at + 1);
		case "mark":
			for (let n = this.at + 1; n <= steps.length; n++) {
				if (steps[n - 1].mark) return this.show(n);
			}
			return this.show(steps.length);
		}
	}

	// memory returns the content of the cells after n steps.
	memory(n) {
		const values = this.explanation.cells.map(c => c.value);
		for (const s of this.explanation.steps.slice(0, n)) {
			for (const w of s.writes || []) values[w.cell] = w.value;
		}
		return values;
	}

	// earlier returns what cell k held before its value after n steps: under
	// the C11 model a thread may still read it.
	earlier(k, n) {
		const values = [this.explanation.cells[k].value];
		for (const s of this.explanation.steps.slice(0, n)) {
			for (const w of s.writes || []) if (w.cell === k) values.push(w.value);
		}
		return values.slice(0, -1).reverse().join(", ");
	}

	show(n) {
		const steps = this.explanation.steps;
		this.at = n = Math.max(0, Math.min(n, steps.length));
		const step = n > 0 ? steps[n - 1] : null;
		const find = s => this.section.querySelector(s);
		this.slider.value = n;
		find(".at").textContent = "step " + n + " of " + steps.length;
		const mark = step && step.mark ? "(" + step.mark + ") " : "";
		let sentence = "Before the first step. Go on with the button, or with the right arrow key.";
		if (step) sentence = mark + step.sentence + ".";
		if (step && (step.last || step.event) === this.explanation.events) sentence += " The execution ends: " + this.end + ".";
		find(".sentence").textContent = sentence;
		for (const b of this.section.querySelectorAll("[data-go]")) {
			b.disabled = n === (b.dataset.go === "first" || b.dataset.go === "back" ? 0 : steps.length);
		}
		this.showMemory(n, step);
		this.showBuffers(step);
		this.showOld(step);
		this.showPicture(n, step);
		this.shown(step);
	}

	showMemory(n, step) {
		const changed = new Set((step && step.writes || []).map(w => w.cell));
		const rows = this.memory(n).map((value, k) => {
			const row = element("tr", "", changed.has(k) ? "changed" : "");
			row.append(element("td", this.explanation.cells[k].name), element("td", value));
			if (this.explanation.orders) row.append(element("td", this.earlier(k, n), "earlier"));
			return row;
		});
		this.section.querySelector(".memory tbody").replaceChildren(...rows);
	}

	showBuffers(step) {
		const items = [];
		for (let t = 0; t < this.explanation.threads; t++) {
			const list = step ? step.buffers[t] : [];
			if (list.length > 0) items.push(element("li", "thread " + t + ": " + list.map(p => p.text).join(", ")));
		}
		if (items.length === 0) items.push(element("li", "empty", "none"));
		this.section.querySelector(".buffers").replaceChildren(...items);
	}

	showOld(step) {
		const old = step && step.old || [];
		const items = old.map(o => element("li", "thread " + o.thread + ": " + this.explanation.cells[o.cell].name + " as " + o.values.join(" or ")));
		if (items.length === 0) items.push(element("li", "none", "none"));
		this.section.querySelector(".olds").hidden = !this.explanation.steps.some(s => s.old);
		this.section.querySelector(".old").replaceChildren(...items);
	}

	showPicture(n, step) {
		const each = (selector, f) => { for (const e of this.section.querySelectorAll(selector)) f(e); };
		each("svg .step", e => {
			const k = Number(e.dataset.step);
			e.classList.toggle("now", k === n);
			e.classList.toggle("future", n > 0 && k > n);
		});
		each("svg .pending", e => {
			e.classList.toggle("future", n > 0 && Number(e.dataset.from) > n);
			e.classList.toggle("gone", n > 0 && Number(e.dataset.to) <= n);
		});
		each("svg path.reads, svg path.order", e => e.classList.toggle("now", Number(e.dataset.step) === n));
		each("svg.cyclefigure .node", e => e.classList.toggle("now", step !== null && step.mark > 0 && [step.event, step.commits].includes(Number(e.dataset.event))));
		each("svg.graph .node", e => e.classList.toggle("now", step !== null && [step.event, step.commits].includes(Number(e.dataset.event))));
		const row = this.section.querySelector("svg .step.now");
		if (row) this.reveal(this.section.querySelector(".picture"), row.querySelector(".event"), true);
	}

	showSource(step) {
		for (const e of this.section.querySelectorAll(".source tr.now")) e.classList.remove("now");
		if (!step || !step.line) return;
		for (const box of this.section.querySelectorAll(".source")) {
			if (box.dataset.file !== step.file) continue;
			const row = box.querySelector('tr[data-line="' + step.line + '"]');
			if (!row) continue;
			row.classList.add("now");
			this.reveal(box, row, false);
		}
	}

	// reveal scrolls the box, and nothing else, until the element is in sight.
	reveal(box, element, sideways) {
		const b = box.getBoundingClientRect(), r = element.getBoundingClientRect();
		if (r.top < b.top + 40) box.scrollTop -= b.top + 40 - r.top;
		if (r.bottom > b.bottom - 40) box.scrollTop += r.bottom - b.bottom + 40;
		if (!sideways) return;
		if (r.left < b.left + 40) box.scrollLeft -= b.left + 40 - r.left;
		else if (r.right > b.right - 20) box.scrollLeft += Math.min(r.right - b.right + 20, r.left - b.left - 40);
	}
}

// The relations of a graph are switched by the boxes beside it.
function switchRelations(root) {
	for (const box of root.querySelectorAll("[data-relation]")) {
		const figure = box.closest(".graphbox");
		const show = () => figure.classList.toggle("no-" + box.dataset.relation, !box.checked);
		box.addEventListener("change", show);
		show();
	}
}

// What keys do to the player.
const stepKeys = { ArrowRight: "next", n: "next", ArrowLeft: "back", b: "back", Home: "first", End: "last", m: "mark" };
