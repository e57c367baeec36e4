package flags

import (
	"fmt"
	"strings"

	"fencepost/cmd/fencepost/failure"
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

// A Strategy holds the flags that choose what makes the choices of executions.
type Strategy struct {
	Name       string
	Depth      int
	History    int
	kcom       int
	confidence float64
	tellBound  bool // the text has the strategy's bound
}

// Flags adds the flags that choose the strategy.
func (t *Strategy) Flags(f *pflag.FlagSet) {
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
	f.Var(NewChoice(&t.Name, names...), "strategy", "what makes the choices of an execution")
	f.Var(NewRange(&t.Depth, defaultDepth, 0, 1000), "depth", strings.Join(deep, ", ")+": how many choices a bug depends on")
	f.Var(NewRange(&t.History, defaultHistory, 1, 1000), "history", strings.Join(remembering, ", ")+": from how many of the newest stores a read chooses")
	bounded := strings.Join(communicating, ", ")
	f.Var(NewRange(&t.kcom, 0, 0, MaxCount), "kcom", bounded+": an execution has `N` communication events; 0: it is estimated")
	t.confidence = defaultConfidence
	f.Var(NewShare(&t.confidence), "confidence", bounded+": say how many executions show a bug of --depth with probability `P`; chooses "+bounded)
}

// StrategyHelp lists the strategies.
func StrategyHelp() string {
	var b strings.Builder
	for _, k := range strategy.Catalogue() {
		fmt.Fprintf(&b, "  %-9s %s\n", k.Name, strings.ReplaceAll(k.Help, "\n", "\n            "))
	}
	return b.String()
}

// Check refuses parameters that the strategy does not have.
func (t *Strategy) Check(f *pflag.FlagSet, verbose bool) error {
	t.tellBound = verbose || f.Changed("confidence")
	if f.Changed("confidence") && !f.Changed("strategy") {
		t.Name = "pctwm"
	}
	k, _ := strategy.Lookup(t.Name)
	switch {
	case (f.Changed("kcom") || f.Changed("confidence")) && !k.KCom:
		return failure.Usagef("--kcom, --confidence: strategy %s has no bound by communication events", k.Name)
	case f.Changed("depth") && !k.Depth:
		return failure.Usagef("--depth: strategy %s has no depth", k.Name)
	case f.Changed("history") && !k.History:
		return failure.Usagef("--history: strategy %s has no history", k.Name)
	case k.Depth && t.Depth < k.MinDepth:
		return failure.Usagef("--depth %d: %s needs at least %d", t.Depth, k.Name, k.MinDepth)
	}
	return nil
}

// New makes the strategy of one worker, which may learn from what it finds.
func (t *Strategy) New(seed uint64) interp.Strategy {
	k, _ := strategy.Lookup(t.Name)
	return k.New(strategy.Settings{Seed: seed, Depth: t.Depth, History: t.History, KCom: t.kcom, Adapts: true})
}

// Bound returns how surely executions that were made show a bug; nil if the strategy has no
// bound, or was not run for long enough to estimate it.
func (t *Strategy) Bound(r *campaign.Report) *report.Bound {
	if r.KCom == 0 {
		return nil
	}
	b := &report.Bound{
		KCom: r.KCom, Estimated: t.kcom == 0, Confidence: t.confidence, Shown: t.tellBound,
		Probability: strategy.PCTWMBound(t.Depth, t.History, r.KCom),
	}
	if n := strategy.ExecutionsFor(b.Confidence, b.Probability); n <= report.MaxExact {
		exact := int64(n)
		b.Executions = &exact
	}
	return b
}

// Describe tells the strategy for a report.
func (t *Strategy) Describe() report.Strategy {
	k, _ := strategy.Lookup(t.Name)
	s := report.Strategy{Name: k.Name}
	if k.Depth {
		s.Depth = &t.Depth
	}
	if k.History {
		s.History = &t.History
	}
	return s
}
