// Menus of what may be changed in a program: orders of accesses, fences in gaps.
import { el } from "./dom.js";

// menus shows the slots of a menu with what is chosen; changed is called with the choice.
export function menus(menu, chosen, changed) {
	const box = el("div", { class: "slots" });
	let func = null, access = null;
	menu.slots.forEach((s, i) => {
		if (s.func !== func) {
			func = s.func;
			box.append(el("h3", {}, func));
		}
		// The access that a gap is behind stands before it.
		const here = s.line + " " + s.text;
		if (s.kind === "fence" && here !== access) box.append(el("div", { class: "slot" }, el("code", { title: "line " + s.line }, s.text)));
		access = here;
		const select = el("select", { "aria-label": (s.kind === "fence" ? "fence behind " : "order of ") + s.text + ", line " + s.line, on: { change: () => {
			chosen[i] = select.selectedIndex;
			changed(chosen);
		} } }, ...s.options.map((o, k) => el("option", {}, o + (s.costs[k] > 0 ? " (cost " + s.costs[k] + ")" : ""))));
		select.selectedIndex = chosen[i];
		box.append(el("div", { class: "slot " + s.kind + (chosen[i] !== menu.written[i] ? " edited" : "") },
			s.kind === "fence" ? el("span", { class: "dim" }, "fence behind it") : el("code", { title: "line " + s.line }, s.text), select));
	});
	if (menu.slots.length === 0) box.append(el("p", { class: "dim" }, "There is nothing that may be changed under this model."));
	return box;
}

// costOf is what the choice costs.
export const costOf = (menu, chosen) => menu.slots.reduce((sum, s, i) => sum + s.costs[chosen[i]], 0);
