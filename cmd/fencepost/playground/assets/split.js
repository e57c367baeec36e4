// A split divides the page between the program and what is known of it. It is drawn, or moved by
// the arrow keys; a double click puts it back.
const usual = 36, least = 20, most = 75; // percent
const key = "fencepost-split";

export class Split {
	constructor(handle, work) {
		this.handle = handle;
		this.work = work;
		let kept = NaN;
		try { kept = Number(localStorage.getItem(key)); } catch { /* it is not kept */ }
		this.set(kept >= least && kept <= most ? kept : usual);
		handle.addEventListener("pointerdown", e => {
			handle.setPointerCapture(e.pointerId);
			e.preventDefault();
			handle.focus();
		});
		handle.addEventListener("pointermove", e => {
			if (!handle.hasPointerCapture(e.pointerId)) return;
			const box = work.getBoundingClientRect();
			this.set((e.clientX - box.left) / box.width * 100);
		});
		handle.addEventListener("dblclick", () => this.set(usual));
		handle.addEventListener("keydown", e => {
			const to = { ArrowLeft: this.at - 2, ArrowRight: this.at + 2, Home: least, End: most, Enter: usual }[e.key];
			if (to === undefined) return;
			this.set(to);
			e.preventDefault();
		});
	}

	set(percent) {
		this.at = Math.round(Math.min(most, Math.max(least, percent)));
		this.work.style.setProperty("--split", this.at);
		this.handle.setAttribute("aria-valuenow", String(this.at));
		try { localStorage.setItem(key, String(this.at)); } catch { /* it is not kept */ }
	}
}
