"use strict";
// The engine as WebAssembly: it answers each message, a request, with the answer, both as
// JSON text.
importScripts("wasm_exec.js");

const ready = (async () => {
	const go = new Go();
	const response = await fetch("engine.wasm.gz");
	if (!response.ok) throw new Error("engine.wasm.gz: " + response.status);
	// A host may say that the file is compressed, and then the browser has unpacked it.
	let body = new Uint8Array(await response.arrayBuffer());
	if (body[0] === 0x1f && body[1] === 0x8b) {
		body = await new Response(new Blob([body]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
	}
	const { instance } = await WebAssembly.instantiate(body, go.importObject);
	go.run(instance);
})();

self.addEventListener("message", async e => {
	let text;
	try {
		await ready;
		text = await self.fencepost(e.data);
	} catch (error) {
		text = JSON.stringify({ document: { status: "error", diagnostics: [{ file: "", line: 0, col: 0, message: "the engine failed: " + error.message }] } });
	}
	self.postMessage(text);
});
