package explore_test

import (
	"context"
	"os"
	"testing"

	"fencepost/interp/c/cfront"
	"fencepost/interp/search/explore"
	"fencepost/models/axiom"
)

func BenchmarkRF(b *testing.B) {
	src, _ := os.ReadFile(os.Getenv("F"))
	p, err := cfront.Compile("a.c", src, cfront.Options{})
	if err != nil {
		b.Fatal(err)
	}
	m, _ := axiom.Lookup(os.Getenv("M"))
	for b.Loop() {
		o := explore.AllReductions()
		o.ReadsFrom = os.Getenv("C") != "co"
		r, err := explore.Run(context.Background(), p, m, explore.Options{Workers: 1, Reductions: o, UnrollEndless: 3})
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(r.Executions), "exec")
	}
}
