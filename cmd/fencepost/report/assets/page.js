"use strict";
// Each finding has a player.
(() => {
	const findings = JSON.parse(document.getElementById("data").textContent);
	const players = [];
	switchRelations(document);

	for (const section of document.querySelectorAll(".finding")) {
		const finding = findings[Number(section.dataset.finding)];
		if (finding.explanation) players.push(new Player(section, finding.explanation, finding.what));
		const first = section.querySelector(".source tr.marked, .source tr.error");
		if (first) {
			const box = first.closest(".source");
			box.scrollTop = first.offsetTop - 60;
		}
	}

	// Keys go to the player in which the focus is, or else to the one that is
	// nearest to the top of the window.
	function current() {
		const section = document.activeElement && document.activeElement.closest(".finding");
		const own = players.find(p => p.section === section);
		if (own) return own;
		return players.find(p => p.section.getBoundingClientRect().bottom > window.innerHeight / 3);
	}

	document.addEventListener("keydown", e => {
		const go = stepKeys[e.key];
		if (!go || e.ctrlKey || e.altKey || e.metaKey || e.target.matches("input")) return;
		const player = current();
		if (!player) return;
		player.go(go);
		e.preventDefault();
	});

	window.addEventListener("beforeprint", () => {
		for (const d of document.querySelectorAll("details")) d.open = true;
	});
})();
