// An editor of C, C++ and Rust: CodeMirror 6 in a shadow tree, where its styles are adopted style
// sheets and need no exception in the page's Content-Security-Policy. Colours are the
// custom properties of the page. build.sh bundles this file.
import { EditorView, keymap, lineNumbers, highlightActiveLine, highlightActiveLineGutter, drawSelection, Decoration } from "@codemirror/view";
import { EditorState, StateEffect, StateField, Compartment } from "@codemirror/state";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { HighlightStyle, syntaxHighlighting, bracketMatching, indentUnit } from "@codemirror/language";
import { setDiagnostics, lintGutter, lintKeymap } from "@codemirror/lint";
import { cpp } from "@codemirror/lang-cpp";
import { rust } from "@codemirror/lang-rust";
import { tags as t } from "@lezer/highlight";

const theme = EditorView.theme({
	"&": { backgroundColor: "var(--bg)", color: "var(--fg)", fontSize: ".8125rem", height: "100%" },
	"&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-1px" },
	".cm-scroller": { fontFamily: "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace", lineHeight: "1.5" },
	".cm-content": { caretColor: "var(--fg)" },
	".cm-cursor": { borderLeftColor: "var(--fg)" },
	".cm-gutters": { backgroundColor: "var(--panel)", color: "var(--dim)", border: "0" },
	".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--panel) 60%, transparent)" },
	".cm-activeLineGutter": { backgroundColor: "var(--line)" },
	"&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { background: "var(--bar)" },
	".cm-line.now": { backgroundColor: "var(--now)" },
	".cm-line.marked": { backgroundColor: "var(--markbg)" },
	".cm-matchingBracket": { backgroundColor: "var(--bar) !important", color: "inherit" },
	".cm-tooltip": { backgroundColor: "var(--panel)", color: "var(--fg)", border: "1px solid var(--line)", maxWidth: "30rem" },
	".cm-diagnostic-error": { borderLeftColor: "var(--bad)" },
	".cm-diagnostic-warning": { borderLeftColor: "var(--mark)" },
});

const colours = HighlightStyle.define([
	{ tag: [t.keyword, t.modifier, t.controlKeyword], color: "var(--accent)" },
	{ tag: [t.typeName, t.standard(t.typeName)], color: "var(--read)" },
	{ tag: [t.string, t.character, t.number, t.bool], color: "var(--good)" },
	{ tag: [t.comment, t.lineComment, t.blockComment], color: "var(--dim)", fontStyle: "italic" },
	{ tag: [t.processingInstruction, t.macroName], color: "var(--mark)" },
]);

// The lines that are shown: those of a cycle are marked, that of a step is now.
const setLines = StateEffect.define();
const lines = StateField.define({
	create: () => Decoration.none,
	update(value, tr) {
		value = tr.docChanged ? Decoration.none : value;
		for (const e of tr.effects) {
			if (!e.is(setLines)) continue;
			const marks = [];
			for (const [line, name] of e.value) {
				if (line >= 1 && line <= tr.state.doc.lines) marks.push(Decoration.line({ class: name }).range(tr.state.doc.line(line).from));
			}
			value = Decoration.set(marks, true);
		}
		return value;
	},
	provide: f => EditorView.decorations.from(f),
});

// createEditor puts an editor into a host element; changed is called with each text
// that its user makes.
export function createEditor(host, { label, changed }) {
	const root = host.attachShadow({ mode: "open" });
	const base = new CSSStyleSheet();
	base.replaceSync(":host { display: block; } .cm-editor { height: 100%; } .mount { height: 100%; }");
	root.adoptedStyleSheets = [base];
	const mount = document.createElement("div");
	mount.className = "mount";
	root.append(mount);
	const language = new Compartment(), names = new Compartment();
	const attributes = text => EditorView.contentAttributes.of({ "aria-label": text, tabindex: "0" });
	let quiet = false;
	const view = new EditorView({
		parent: mount, root,
		state: EditorState.create({
			extensions: [
				lineNumbers(), highlightActiveLineGutter(), highlightActiveLine(), history(), drawSelection(), bracketMatching(), lintGutter(), EditorView.lineWrapping,
				EditorState.tabSize.of(4), indentUnit.of("\t"), syntaxHighlighting(colours), theme, lines,
				language.of(cpp()), names.of(attributes(label)),
				keymap.of([...defaultKeymap, ...historyKeymap, ...lintKeymap, indentWithTab]),
				EditorView.updateListener.of(u => { if (u.docChanged && !quiet) changed(u.state.doc.toString()); }),
			],
		}),
	});
	return {
		get text() { return view.state.doc.toString(); },
		// setText replaces the text; changed is not called.
		setText(text) {
			quiet = true;
			view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
			quiet = false;
		},
		// setName takes the colours of the language that a file of the name has.
		setName(name) { view.dispatch({ effects: language.reconfigure(name.endsWith(".rs") ? rust() : name.endsWith(".litmus") ? [] : cpp()) }); },
		// setDiagnostics underlines what is wrong: a list of line, col, message, severity.
		setDiagnostics(list) {
			const doc = view.state.doc;
			view.dispatch(setDiagnostics(view.state, list.filter(d => d.line >= 1 && d.line <= doc.lines).map(d => {
				const line = doc.line(d.line);
				const from = Math.min(line.from + Math.max(d.col - 1, 0), line.to);
				const word = /^\w+/.exec(doc.sliceString(from, line.to));
				return { from, to: Math.min(from + (word ? word[0].length : 1), Math.max(line.to, from)), severity: d.severity, message: d.message };
			})));
		},
		// setLines marks lines by class; reveal, if not 0, is scrolled into sight.
		setLines(list, reveal) {
			const effects = [setLines.of(list)];
			if (reveal >= 1 && reveal <= view.state.doc.lines) effects.push(EditorView.scrollIntoView(view.state.doc.line(reveal).from, { y: "nearest", yMargin: 40 }));
			view.dispatch({ effects });
		},
		goTo(line, col) {
			if (line < 1 || line > view.state.doc.lines) return;
			const l = view.state.doc.line(line);
			view.dispatch({ selection: { anchor: Math.min(l.from + Math.max(col - 1, 0), l.to) }, scrollIntoView: true });
			view.focus();
		},
		focus() { view.focus(); },
	};
}
