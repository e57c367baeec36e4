// The playground: one program, and what is known of it.
import { el, byId } from "./dom.js";
import { ask } from "./engine.js";
import { encode, decode } from "./link.js";
import { createEditor } from "./vendor/editor.js";
import { Table, says, titles } from "./outcomes.js";
import { Play } from "./play.js";
import { Repair } from "./repair.js";
import { Check } from "./check.js";
import { Justify } from "./justify.js";
import { Lessons } from "./lessons.js";
import { Split } from "./split.js";

const views = ["outcomes", "play", "repair", "check", "justify"];

// state is what a link holds; at first it is fresh.
const fresh = { name: "SB.c", source: "", models: null, observe: null, unroll: 0, seconds: 10, view: "outcomes", cell: null, step: 0, play: null, repair: null, lesson: null };
const state = { ...fresh };

// The program as the engine knows it; null while it is not known.
let known = null;
let run = null; // what can be stopped

const app = {
	state,
	get known() { return known; },
	// program is what requests carry.
	program: () => ({
		name: state.name, source: state.source, observe: state.observe === null ? known ? known.observe : [] : state.observe.split(/[\s,]+/).filter(Boolean),
		unroll: state.unroll, seconds: state.seconds,
	}),
	models: () => known ? state.models ? known.models.filter(m => state.models.includes(m)) : known.models : [],
	// mark shows lines of the program in the editor.
	mark(lines, reveal) { editor.setLines(lines, reveal); },
	save,
	// open takes another program; how says what of the page is to be shown then.
	open(name, source, how = {}) {
		Object.assign(state, { name, source, observe: null, cell: null, step: 0, play: null, repair: null }, how);
		editor.setText(source);
		return refresh();
	},
	show,
};

const editor = createEditor(byId("editor"), { label: "the program", changed: edited });
const table = new Table(byId("outcomes"), {
	program: app.program,
	picked(cell) { state.cell = cell; state.step = 0; editor.setLines([], 0); save(); },
	stepped(lines, reveal, at) { editor.setLines(lines, reveal); state.step = at; save(); },
});
app.table = table;
const panels = { play: new Play(byId("play"), app), repair: new Repair(byId("repair"), app), check: new Check(byId("check"), app), justify: new Justify(byId("justify"), app) };
const lessons = new Lessons(byId("lesson"), app);

// save keeps the state in the link, not for each key. A link that was just opened stays: load
// takes it.
let saving = 0;
let link = null; // the state's link as it was read or written last
function save() {
	clearTimeout(saving);
	const now = saving = setTimeout(async () => {
		const hash = await encode(state);
		if (saving === now && location.hash === link) write(hash);
	}, 250);
}

function write(hash) {
	link = hash;
	if (location.hash !== hash) history.replaceState(null, "", hash);
}

let typing = 0;
function edited(text) {
	if (isOther(state.source, text)) state.name = nameOf(text);
	state.source = text;
	Object.assign(state, { cell: null, step: 0, play: null, repair: null });
	clearTimeout(typing);
	typing = setTimeout(refresh, 600);
	save();
}

// isOther reports whether a text is another program, and not an edit of the first: it was pasted.
function isOther(before, text) {
	const lines = t => new Set(t.split("\n").map(l => l.trim()).filter(l => l.length > 3 && !l.startsWith("#include")));
	const old = lines(before), now = lines(text);
	if (now.size < 3 || old.size < 3) return false;
	return [...now].filter(l => old.has(l)).length * 4 < now.size;
}

// nameOf returns a name for a program that has none.
function nameOf(text) {
	if (/^\s*(C|X86|X86_64|AArch64|ARM|PPC|RISCV)\s+\S+/.test(text) && /^\s*(exists|forall|~exists|locations)\b/m.test(text)) return "program.litmus";
	if (/\bfn\s+main\s*\(\s*\)/.test(text)) return "program.rs";
	return /^\s*#\s*include\s*<(atomic|thread|mutex|memory|cassert|iostream|vector)>/m.test(text) ? "program.cpp" : "program.c";
}

// refresh asks what the program is, and explores it.
async function refresh() {
	clearTimeout(typing);
	if (run) run.abort();
	const mine = run = new AbortController();
	byId("name").value = state.name;
	editor.setName(state.name);
	byId("stop").disabled = false;
	status("reading …");
	try {
		const answer = await ask({ do: "open", ...app.program(), observe: [] }, mine.signal);
		problems(answer);
		known = answer.program || null;
		settings();
		for (const p of Object.values(panels)) p.changed();
		if (!known) {
			table.columns = [];
			table.close();
			table.scroll.replaceChildren(el("p", { class: "note" }, "The program cannot be read: see below it."));
			table.notes.replaceChildren();
			status("");
			return;
		}
		const cell = state.cell, step = state.step;
		status("exploring …");
		await table.run(app.models(), mine.signal);
		status("");
		if (cell && app.models().includes(cell.model)) await table.pick(cell, step);
		for (const p of Object.values(panels)) p.explored?.();
	} catch (e) {
		if (e.name !== "AbortError") throw e;
		if (mine === run) status("stopped");
	} finally {
		if (mine === run) byId("stop").disabled = true;
		save();
	}
}
app.refresh = refresh;

function status(text) { byId("status").textContent = text; }

// problems underlines and lists what is wrong with the program.
function problems(answer) {
	const list = answer.document.diagnostics.map(d => ({ ...d, severity: "error" }));
	for (const w of answer.program ? answer.program.warnings : []) list.push({ ...w, severity: "warning" });
	editor.setDiagnostics(list.filter(d => d.line > 0));
	byId("problems").replaceChildren(...list.slice(0, 20).map(d => el("li", { class: d.severity },
		d.line > 0 ? el("button", { type: "button", class: "place", on: { click: () => editor.goTo(d.line, d.col) } }, d.line + ":" + d.col) : null, " ", d.message)));
}

// settings shows what can be chosen for the program.
function settings() {
	const chosen = app.models();
	byId("models").replaceChildren(el("legend", {}, "Memory models"), ...(known ? known.models : []).map(m => el("label", { title: titles[m] || m },
		el("input", { type: "checkbox", value: m, checked: chosen.includes(m), on: { change: chooseModels } }), " " + m)));
	byId("observe").value = state.observe === null ? (known ? known.observe.join(" ") : "") : state.observe;
	byId("observe").disabled = !known || known.kind !== "c";
	byId("globals").textContent = known && known.globals.length > 0 ? "of " + known.globals.slice(0, 12).join(", ") + (known.globals.length > 12 ? ", …" : "") : "";
	byId("unroll").value = state.unroll;
	byId("seconds").value = state.seconds;
	byId("about").textContent = known ? known.title : "";
}

function chooseModels() {
	state.models = [...byId("models").querySelectorAll("input:checked")].map(i => i.value);
	refresh();
}

// show shows a view of the results.
function show(view, focus) {
	state.view = views.includes(view) ? view : "outcomes";
	for (const v of views) {
		const on = v === state.view;
		byId(v).hidden = !on;
		byId("tab-" + v).setAttribute("aria-selected", String(on));
		byId("tab-" + v).tabIndex = on ? 0 : -1;
		if (on && focus) byId("tab-" + v).focus();
	}
	editor.setLines([], 0);
	if (panels[state.view]) panels[state.view].shown();
	save();
}

function showLessons(on) {
	byId("lessons").hidden = !on;
	document.querySelector(".work").hidden = on;
	byId("to-lessons").setAttribute("aria-pressed", String(on));
	byId("to-program").setAttribute("aria-pressed", String(!on));
	if (!on) state.lesson = null;
	else lessons.shown();
	save();
}
app.showLessons = showLessons;

async function begin() {
	const { examples } = await ask({ do: "examples" }, new AbortController().signal);
	const select = byId("example");
	select.append(el("option", { value: "" }, "choose …"));
	const all = new Map();
	for (const topic of examples || []) {
		select.append(el("optgroup", { label: topic.title }, ...topic.examples.map(e => el("option", { value: e.name }, e.name + ": " + e.title.slice(0, 60)))));
		for (const e of topic.examples) all.set(e.name, e);
	}
	app.examples = all;
	select.addEventListener("change", () => {
		const e = all.get(select.value);
		if (e) app.open(e.name, e.source, { observe: e.observe ? e.observe.join(" ") : null });
	});
	byId("name").addEventListener("change", () => { state.name = byId("name").value.trim() || "program.c"; refresh(); });
	byId("observe").addEventListener("change", () => { state.observe = byId("observe").value.trim() || null; refresh(); });
	for (const id of ["unroll", "seconds"]) {
		byId(id).addEventListener("change", () => { state[id] = Math.max(0, Math.round(Number(byId(id).value)) || 0); refresh(); });
	}
	byId("run").addEventListener("click", refresh);
	byId("stop").addEventListener("click", () => { run?.abort(); for (const p of Object.values(panels)) p.stop?.(); });
	byId("copy").addEventListener("click", async () => {
		write(await encode(state));
		try {
			await navigator.clipboard.writeText(location.href);
			byId("copied").textContent = "The link is copied: it holds the program and what is shown.";
		} catch {
			byId("copied").textContent = "The link is in the address bar: it holds the program and what is shown.";
		}
		setTimeout(() => { byId("copied").textContent = ""; }, 6000);
	});
	new Split(byId("split"), document.querySelector(".work"));
	byId("to-lessons").addEventListener("click", () => showLessons(true));
	byId("to-program").addEventListener("click", () => showLessons(false));
	for (const v of views) byId("tab-" + v).addEventListener("click", () => show(v));
	document.querySelector(".tabs").addEventListener("keydown", e => {
		const step = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
		if (step) show(views[(views.indexOf(state.view) + step + views.length) % views.length], true);
	});
	window.addEventListener("hashchange", load);
	window.addEventListener("beforeprint", () => { for (const d of document.querySelectorAll("#results details")) d.open = true; });
	await load();
}

// load takes the state of the link, unless another was opened meanwhile.
async function load() {
	const hash = location.hash;
	const linked = await decode(hash);
	if (location.hash !== hash) return;
	clearTimeout(saving);
	saving = 0;
	link = hash;
	Object.assign(state, fresh);
	if (linked && typeof linked.source === "string") {
		for (const k of Object.keys(state)) if (linked[k] !== undefined && linked[k] !== null && (state[k] === null || typeof linked[k] === typeof state[k])) state[k] = linked[k];
		state.models = Array.isArray(linked.models) ? linked.models.map(String) : null;
		state.observe = typeof linked.observe === "string" ? linked.observe : null;
	} else {
		const first = app.examples.get("SB.c");
		Object.assign(state, { name: first.name, source: first.source, observe: first.observe.join(" ") });
	}
	editor.setText(state.source);
	show(state.view);
	if (state.lesson) showLessons(true);
	await refresh();
	document.documentElement.dataset.ready = "yes";
}

begin();
