package strategy

import "fencepost/interp"

// A Kind is a strategy that can be chosen by name.
type Kind struct {
	Name string
	Help string // description, in lines of at most 70 characters
	// Depth, History and KCom say which parameters the strategy has. MinDepth is the
	// smallest depth.
	Depth, History, KCom bool
	MinDepth             int
	// Adapts says that it may learn from the results of executions, which are then not
	// independent.
	Adapts bool
	New    func(Settings) interp.Strategy
}

// Settings are the parameters of a strategy.
type Settings struct {
	Seed    uint64
	Depth   int  // number of ordering constraints of a bug
	History int  // number of newest stores from which a read chooses
	KCom    int  // number of communication events of an execution; 0: estimated
	Adapts  bool // it may learn from the results of executions
}

// Catalogue returns the strategies that can be chosen. The first is the default.
func Catalogue() []Kind {
	return []Kind{
		{
			Name: "auto", Help: "a portfolio of the others and one of its own; it has no parameter", Adapts: true,
			New: func(s Settings) interp.Strategy { return NewAuto(s.Seed, s.Adapts) },
		},
		{
			Name: "random", Help: "every choice at random",
			New: func(s Settings) interp.Strategy { return NewRandom(s.Seed) },
		},
		{
			Name: "c11tester", Help: "every choice at random; relaxed and release stores that follow\neach other are not interrupted",
			New: func(s Settings) interp.Strategy { return NewC11Tester(s.Seed) },
		},
		{
			Name: "pct", Help: "random priorities, with --depth points at which one drops",
			Depth: true, MinDepth: 1,
			New: func(s Settings) interp.Strategy { return NewPCT(s.Seed, s.Depth) },
		},
		{
			Name: "pctwm", Help: "random priorities; threads learn of others' stores only at --depth\npoints, from the --history newest",
			Depth: true, History: true, KCom: true,
			New: func(s Settings) interp.Strategy { return NewPCTWM(s.Seed, s.Depth, s.History, s.KCom) },
		},
	}
}

// Lookup returns the strategy with this name.
func Lookup(name string) (Kind, bool) {
	for _, k := range Catalogue() {
		if k.Name == name {
			return k, true
		}
	}
	return Kind{}, false
}
