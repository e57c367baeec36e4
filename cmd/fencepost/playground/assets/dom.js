// Elements are made of text and other elements, never of markup that came from outside.

// el makes an element: its attributes by name, "class" and "data-x" too, on for events.
export function el(tag, attributes, ...children) {
	const e = document.createElement(tag);
	for (const [name, value] of Object.entries(attributes || {})) {
		if (name === "on") {
			for (const [event, f] of Object.entries(value)) e.addEventListener(event, f);
		} else if (typeof value === "boolean") {
			e.toggleAttribute(name, value);
		} else if (value !== null && value !== undefined) {
			e.setAttribute(name, value);
		}
	}
	e.append(...children.filter(c => c !== null && c !== undefined && c !== false));
	return e;
}

// fill replaces what is in an element; null stands for nothing.
export const fill = (e, ...children) => e.replaceChildren(...children.filter(c => c !== null && c !== undefined && c !== false));

// fragment returns the part of the page that the engine made; the engine escapes all
// that is of a program.
export function fragment(html) {
	const t = document.createElement("template");
	t.innerHTML = html;
	return t.content;
}

export const byId = id => document.getElementById(id);
