package main

import (
	"fmt"
	"strings"

	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/flags"
	"fencepost/cmd/fencepost/report"
	"fencepost/interp"
	"fencepost/interp/campaign"
	"fencepost/interp/machine/strategy"

	"github.com/spf13/pflag"
)

// Parameters of the strategies that have any, unless the flags say otherwise.
const (
	defaultDepth      = 3
	defaultHistory    = 2
	defaultConfidence = 0.99
)

// strategyFlags adds the flags that choose the strategy.
func (t *testFlags) strategyFlags(f *pflag.FlagSet) {
	var names, deep, remembering, communicating []string
	for _, k := range strategy.Catalogue() {
		names = append(names, k.Name)
		if k.Depth {
			deep = append(deep, k.Name)
		}
		if k.History {
			remembering = append(remembering, k.Name)
		}
		if k.KCom {
			communicating = append(communicating, k.Name)
		}
	}
	f.Var(flags.NewChoice(&t.strategy, names...), "strategy", "what makes the choices of an execution")
	f.Var(flags.NewRange(&t.depth, defaultDepth, 0, 1000), "depth", strings.Join(deep, ", ")+": how many choices a bug depends on")
	f.Var(flags.NewRange(&t.history, defaultHistory, 1, 1000), "history", strings.Join(remembering, ", ")+": from how many of the newest stores a read chooses")
	bounded := strings.Join(communicating, ", ")
	f.Var(flags.NewRange(&t.kcom, 0, 0, flags.MaxCount), "kcom", bounded+": an execution has `N` communication events; 0: it is estimated")
	t.confidence = defaultConfidence
	f.Var(flags.NewShare(&t.confidence), "confidence", bounded+": say how many executions show a bug of --depth with probability `P`; chooses "+bounded)
}

// strategyHelp lists the strategies.
func strategyHelp() string {
	var b strings.Builder
	for _, k := range strategy.Catalogue() {
		fmt.Fprintf(&b, "  %-9s %s\n", k.Name, strings.ReplaceAll(k.Help, "\n", "\n            "))
	}
	return b.String()
}

// checkStrategy refuses parameters that the strategy does not have.
func (t *testFlags) checkStrategy(f *pflag.FlagSet) error {
	t.tellBound = t.verbose || f.Changed("confidence")
	if f.Changed("confidence") && !f.Changed("strategy") {
		t.strategy = "pctwm"
	}
	k, _ := strategy.Lookup(t.strategy)
	switch {
	case (f.Changed("kcom") || f.Changed("confidence")) && !k.KCom:
		return failure.Usagef("--kcom, --confidence: strategy %s has no bound by communication events", k.Name)
	case f.Changed("depth") && !k.Depth:
		return failure.Usagef("--depth: strategy %s has no depth", k.Name)
	case f.Changed("history") && !k.History:
		return failure.Usagef("--history: strategy %s has no history", k.Name)
	case k.Depth && t.depth < k.MinDepth:
		return failure.Usagef("--depth %d: %s needs at least %d", t.depth, k.Name, k.MinDepth)
	}
	return nil
}

// newStrategy makes the strategy of one worker. adapts says whether it may learn from
// what it finds.
func (t *testFlags) newStrategy(adapts bool) interp.Strategy {
	k, _ := strategy.Lookup(t.strategy)
	return k.New(strategy.Settings{Seed: t.seed, Depth: t.depth, History: t.history, KCom: t.kcom, Adapts: adapts})
}

// bound returns how surely executions that were made show a bug; nil if the strategy has no
// bound, or was not run for long enough to estimate it.
func (t *testFlags) bound(r *campaign.Report) *report.Bound {
	if r.KCom == 0 {
		return nil
	}
	b := &report.Bound{
		KCom: r.KCom, Estimated: t.kcom == 0, Confidence: t.confidence, Shown: t.tellBound,
		Probability: strategy.PCTWMBound(t.depth, t.history, r.KCom),
	}
	if n := strategy.ExecutionsFor(b.Confidence, b.Probability); n <= report.MaxExact {
		exact := int64(n)
		b.Executions = &exact
	}
	return b
}

// describe tells the strategy for a report.
func (t *testFlags) describe() report.Strategy {
	k, _ := strategy.Lookup(t.strategy)
	s := report.Strategy{Name: k.Name}
	if k.Depth {
		s.Depth = &t.depth
	}
	if k.History {
		s.History = &t.history
	}
	return s
}
