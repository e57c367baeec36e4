// ask.mjs DIR: runs the engine of a site under node. Each line of the input is a request,
// and each line of the output an answer.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { gunzipSync } from "node:zlib";

const dir = process.argv[2];
(0, eval)(readFileSync(dir + "/wasm_exec.js", "utf8"));
const go = new Go();
const { instance } = await WebAssembly.instantiate(gunzipSync(readFileSync(dir + "/engine.wasm.gz")), go.importObject);
go.run(instance);
for await (const line of createInterface({ input: process.stdin })) console.log(await fencepost(line));
process.exit(0);
