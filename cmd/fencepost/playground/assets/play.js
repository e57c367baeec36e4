export class Play {
	constructor(host, app) { this.host = host; this.app = app; }
	changed() {}
	shown() {}
}
