package campaign

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"
	"time"

	"fencepost/benchmarks"
	"fencepost/interp"
	"fencepost/interp/cfront"
	"fencepost/interp/strategy"
	"fencepost/models"
	"fencepost/models/c11"
)

var zzStrategies = []struct {
	name string
	make func() interp.Strategy
}{
	{"random", func() interp.Strategy { return strategy.NewRandom(1) }},
	{"pct3", func() interp.Strategy { return strategy.NewPCT(1,3) }},
	{"wm2h2", func() interp.Strategy { return strategy.NewPCTWM(1,2,2) }},
	{"auto", func() interp.Strategy { return strategy.NewAuto(1,false) }},
	{"adapt", func() interp.Strategy { return strategy.NewAuto(1,true) }},
}

func TestZZRates(t *testing.T) {
	def := os.Getenv("DEF")
	only := os.Getenv("ONLY")
	names, _ := fs.Glob(benchmarks.Files, "c11/*.c")
	fmt.Printf("%-18s", "")
	for _, s := range zzStrategies {
		fmt.Printf("%10s", s.name)
	}
	fmt.Println()
	for _, n := range names {
		if only != "" && !strings.Contains(n, only) {
			continue
		}
		src, _ := benchmarks.Files.ReadFile(n)
		var o cfront.Options
		if def != "" {
			o.Defines = []string{def}
		}
		p, err := cfront.Compile(n, src, o)
		if err != nil {
			t.Error(err)
			continue
		}
		fmt.Printf("%-18s", strings.TrimSuffix(n[4:], ".c"))
		var found []string
		for _, s := range zzStrategies {
			start := time.Now()
			r, err := Run(context.Background(), p, c11.Model, Options{Strategy: s.make, Runs: zzRuns(), Workers: 2})
			if err != nil {
				t.Error(n, err)
				continue
			}
			fmt.Printf("%6.1f%s%3.0f", 100*float64(r.Buggy)/float64(r.Runs), map[bool]string{true: "!", false: " "}[r.Ended.OutOfSteps > 0], float64(time.Since(start).Microseconds())/1000)
			if os.Getenv("V") != "" {
				for _, f := range r.Findings {
					found = append(found, fmt.Sprintf("   %s: %d %v", s.name, f.Count, f.Error))
				}
				found = append(found, fmt.Sprintf("   %s: %d behaviours", s.name, r.Behaviours))
			}
		}
		fmt.Println()
		for _, f := range found {
			fmt.Println(f)
		}
	}
}

func TestZZHW(t *testing.T) {
	for _, n := range []string{"relaxer/dekker.c", "relaxer/bakery.c", "relaxer/msn.c", "relaxer/ms2.c", "relaxer/lazylist.c", "relaxer/harris.c", "relaxer/fig1.c", "relaxer/fig2.c", "relaxer/fig13.c", "litmus/SB.c", "litmus/MP.c", "litmus/2+2W.c"} {
		for _, m := range models.All() {
			if m.Name == "sc" || m.Orders {
				continue
			}
			src, _ := benchmarks.Files.ReadFile(n)
			p, err := cfront.Compile(n, src, cfront.Options{})
			if err != nil {
				t.Error(err)
				continue
			}
			fmt.Printf("%-24s", n+" "+m.Name)
			for _, s := range zzStrategies {
				start := time.Now()
				r, err := Run(context.Background(), p, m, Options{Strategy: s.make, Runs: zzRuns(), Workers: 2})
				if err != nil {
					t.Error(n, err)
					continue
				}
				fmt.Printf("%6.1f%s%5d %3.0f", 100*float64(r.Buggy)/float64(r.Runs), map[bool]string{true: "!", false: " "}[r.Ended.OutOfSteps > 0], r.Behaviours, float64(time.Since(start).Microseconds())/1000)
			}
			fmt.Println()
		}
	}
}

func zzRuns() int {
	n := 1000
	fmt.Sscan(os.Getenv("RUNS"), &n)
	return n
}
