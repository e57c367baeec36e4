package strategy

import (
	"testing"
)

func TestCatalogue(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, k := range Catalogue() {
		found, ok := Lookup(k.Name)
		if !ok || found.Name != k.Name || k.Help == "" || seen[k.Name] {
			t.Errorf("%q: not found by its name, without help, or twice", k.Name)
		}
		seen[k.Name] = true
		if s := k.New(Settings{Seed: 1, Depth: 3, History: 2}); s == nil || !s.Begin(0) {
			t.Errorf("%s does not begin", k.Name)
		}
	}
	if _, ok := Lookup("none"); ok || len(seen) == 0 {
		t.Error("a strategy of no name, or none at all")
	}
}
