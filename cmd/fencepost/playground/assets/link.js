// The page's state is in the link's fragment: JSON, deflated, in base64url after v1.

const prefix = "#v1.";

// nameOf returns the name of a model that a document or an older link calls otherwise.
const names = new Map([["rc11", "c11"], ["rc20", "c++20"]]);
export const nameOf = model => names.get(model) ?? model;

// named puts such names in place of a member's value.
const named = (key, value) => key === "model" ? nameOf(value) : key === "models" && Array.isArray(value) ? value.map(nameOf) : value;

async function through(stream, bytes) {
	return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

export async function encode(state) {
	const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(JSON.stringify(state)));
	let text = "";
	for (const b of bytes) text += String.fromCharCode(b);
	return prefix + btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

// decode returns the state of a fragment; null if it has none. What comes from a link is
// only text, numbers and lists: it is read member by member.
export async function decode(hash) {
	if (!hash.startsWith(prefix)) return null;
	try {
		const text = atob(hash.slice(prefix.length).replaceAll("-", "+").replaceAll("_", "/"));
		const bytes = await through(new DecompressionStream("deflate-raw"), Uint8Array.from(text, c => c.charCodeAt(0)));
		if (bytes.length > 1 << 20) return null;
		const state = JSON.parse(new TextDecoder().decode(bytes), named);
		return state !== null && typeof state === "object" ? state : null;
	} catch {
		return null;
	}
}
