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
	"fencepost/models/c11"
)

var zzStrategies = []struct {
	name string
	make func() interp.Strategy
}{
	{"random", func() interp.Strategy { return strategy.NewRandom(1) }},
	{"p1", func() interp.Strategy { return strategy.NewAuto(1, strategy.Habit{Exec:8,Step:8,Kind:5,Old:7,New:2}) }},
	{"p2", func() interp.Strategy { return strategy.NewAuto(1, strategy.Habit{Exec:8,Step:8,Kind:5,Old:7,New:2,Speed:1}) }},
	{"p3", func() interp.Strategy { return strategy.NewAuto(1, strategy.Habit{Exec:8,Step:8,Kind:5,Old:7,New:2,Speed:2}) }},
	{"p4", func() interp.Strategy { return strategy.NewAuto(1, strategy.Habit{Exec:8,Step:8,Kind:5,Old:7,New:2,Speed:3}) }},
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
			r, err := Run(context.Background(), p, c11.Model, Options{Strategy: s.make, Runs: 1000, Workers: 1})
			if err != nil {
				t.Error(n, err)
				continue
			}
			fmt.Printf("%6.1f%s%3.0f", 100*float64(r.Buggy)/1000, map[bool]string{true: "!", false: " "}[r.Ended.OutOfSteps > 0], float64(time.Since(start).Microseconds())/1000)
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
