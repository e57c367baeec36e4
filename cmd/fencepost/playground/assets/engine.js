// The engine is a server, or WebAssembly in a worker. ask returns the answer to a
// request; when the signal says so it ends within a second, the engine's work too.
import { byId } from "./dom.js";

const stopped = () => new DOMException("stopped", "AbortError");

// failure is an answer that says why there is none.
export const failure = message => ({ document: { status: "error", diagnostics: [{ file: "", line: 0, col: 0, message }] } });

// A server says when it has too much to do: then it is asked again.
class Server {
	async ask(request, signal) {
		for (let n = 0; ; n++) {
			let response;
			try {
				response = await fetch("api/run", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(request), signal });
			} catch (e) {
				if (e.name === "AbortError") throw e;
				return failure("the playground's server does not answer: is it still running?");
			}
			if (response.status === 503 && n < 40) {
				await new Promise((done, fail) => {
					const timer = setTimeout(done, 300);
					signal.addEventListener("abort", () => { clearTimeout(timer); fail(stopped()); }, { once: true });
				});
				continue;
			}
			if (!(response.headers.get("Content-Type") || "").startsWith("application/json")) {
				return failure("the server refused the request: " + (await response.text()).slice(0, 200));
			}
			return response.json();
		}
	}
}

// A worker does one thing after the other; what is stopped takes it with it.
class InWorker {
	constructor() {
		this.queue = [];
		this.start();
	}

	start() {
		this.worker = new Worker("worker.js");
		this.worker.addEventListener("message", e => this.done(e.data));
		this.worker.addEventListener("error", e => this.done(JSON.stringify(failure("the engine cannot be loaded: " + (e.message || "see the console")))));
		this.current = null;
	}

	ask(request, signal) {
		return new Promise((resolve, reject) => {
			if (signal.aborted) return reject(stopped());
			const job = { request, resolve, reject };
			signal.addEventListener("abort", () => this.abort(job), { once: true });
			this.queue.push(job);
			this.next();
		});
	}

	next() {
		if (this.current || this.queue.length === 0) return;
		this.current = this.queue.shift();
		// The engine ends by itself; if it does not, it is ended.
		this.timer = setTimeout(() => this.over(), 1000 * (this.current.request.seconds || 20) + 2000);
		this.worker.postMessage(JSON.stringify(this.current.request));
	}

	done(text) {
		clearTimeout(this.timer);
		const job = this.current;
		this.current = null;
		if (job) job.resolve(JSON.parse(text));
		this.next();
	}

	over() {
		const job = this.current;
		this.worker.terminate();
		this.start();
		if (job) job.resolve(failure("the time limit was reached"));
		this.next();
	}

	abort(job) {
		job.reject(stopped());
		if (this.current === job) {
			clearTimeout(this.timer);
			this.worker.terminate();
			this.start();
		} else {
			this.queue = this.queue.filter(j => j !== job);
		}
		this.next();
	}
}

export const inWorker = document.documentElement.dataset.engine === "worker";
byId("where").textContent = inWorker ? "Here the engine runs in your browser: nothing leaves it." : "The engine is the process that you started on this machine.";

const engine = inWorker ? new InWorker() : new Server();
export const ask = (request, signal) => engine.ask(request, signal);
