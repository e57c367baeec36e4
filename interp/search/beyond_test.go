package search

import (
	"context"
	"slices"
	"strings"
	"testing"

	"fencepost/interp/hardware/litmus"
	"fencepost/models"
	"fencepost/models/page"
)

// c11 forbids each shape, and pslo with it.
func TestShapes(t *testing.T) {
	t.Parallel()
	for text := range strings.SplitSeq(synchronising, "\n\n") {
		test, err := litmus.Parse("models", []byte(text))
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		x := OfTest(test.Name, test)
		if err := x.Run(context.Background(), []string{"c11"}, Options{Workers: 1}); err != nil {
			t.Fatal(err)
		}
		if positive, negative := x.Models[0].Litmus.Witnesses(); positive > 0 || negative == 0 {
			t.Errorf("%s: c11 has %d executions that end so, and %d others", test.Name, positive, negative)
		}
		if found, err := Ends(context.Background(), test, models.PSLO); found || err != nil {
			t.Errorf("%s: pslo allows it: %v", test.Name, err)
		}
	}
}

// What a machine allows and c11 forbids is found.
func TestBeyond(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		page string
		want []string
	}{
		{"buffer none", nil},
		{"buffer thread\non sl drain all\non rmw drain all\non create drain all", nil},
		{"buffer thread\non rmw drain all\non create drain all", []string{"SB+seq_cst", "SB+seq_cst_fences"}},
		{"buffer thread\non rmw drain all\non sl drain all", []string{"stores before a thread is created, unseen by it"}},
		{"buffer location\non sl drain all\non rmw drain all\non create drain all",
			[]string{"MP+release+acquire", "MP+release_fence+acquire_fence", "MP+release+acquire_exchange", "S+release+acquire"}},
		{"buffer location\non ss order\non sl drain all\non rmw drain location\non create drain all", []string{"MP+release_exchange+acquire"}},
		{"buffer thread\ncoalesce adjacent\non sl drain all\non rmw drain all\non create drain all", nil},
		{"buffer none\ninvalidations delayed\non ll cut\non sl cut", []string{"stores of a thread that was joined, unseen"}},
		{"buffer none\ninvalidations delayed\non sl cut\non join cut",
			[]string{"MP+release+acquire", "MP+release_fence+acquire_fence", "MP+release_exchange+acquire", "MP+release+acquire_exchange", "SB+seq_cst_exchanges", "IRIW+seq_cst"}},
	} {
		m, err := page.Parse("my.machine", []byte(c.page))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := Beyond(context.Background(), m); err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s\nallows %q, %v, want %q", c.page, got, err, c.want)
		}
	}
	for _, name := range page.Names() {
		text, _ := page.Text(name)
		m, err := page.Parse(name, []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := Beyond(context.Background(), m); got != nil {
			t.Errorf("%s allows %q", name, got)
		}
	}
}
