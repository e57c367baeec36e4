package strategy

// AutoParts say which parts Auto has, one field each; without one the others stay as they
// are.
type AutoParts struct {
	Known       bool // executions begin like those that an exploration found to show an error
	PCT         bool // some executions are those of PCT,
	PCTWM       bool // or of PCTWM
	WritesFirst bool // contention-first: atomic writes come before all else
	Draws       bool // contention-first: some executions do without WritesFirst, OldReads or AnyAcquire
	SURW        bool // contention-first: among equals, by the work that is left
	OldReads    bool // contention-first: relaxed loads prefer the initial content,
	NewReads    bool // or else the newest store,
	AnyAcquire  bool // but not those that acquire, or come after all other accesses
}

// AllParts returns every part.
func AllParts() *AutoParts {
	p := new(AutoParts)
	for _, s := range p.Switches() {
		*s.On = true
	}
	return p
}

// A Switch turns one part of AutoParts on or off.
type Switch struct {
	Name string // of the field
	On   *bool  // the field
}

// Switches returns the switches of p, in the order of the fields.
func (p *AutoParts) Switches() []Switch {
	return []Switch{
		{"Known", &p.Known},
		{"PCT", &p.PCT},
		{"PCTWM", &p.PCTWM},
		{"WritesFirst", &p.WritesFirst},
		{"Draws", &p.Draws},
		{"SURW", &p.SURW},
		{"OldReads", &p.OldReads},
		{"NewReads", &p.NewReads},
		{"AnyAcquire", &p.AnyAcquire},
	}
}
