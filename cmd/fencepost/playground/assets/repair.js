export class Repair {
	constructor(host, app) { this.host = host; this.app = app; }
	changed() {}
	shown() {}
}
