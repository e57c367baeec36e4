package benchmarks

import (
	"slices"
	"testing"
)

// Every program of a published table is among the files.
func TestPublishedPrograms(t *testing.T) {
	names := map[string]bool{}
	c11tester, err := C11Tester()
	if err != nil || len(c11tester) != 9 {
		t.Fatal(len(c11tester), err)
	}
	for _, r := range c11tester {
		names[r.Name] = true
	}
	pctwm, err := PCTWM()
	if err != nil || len(pctwm) != 9 {
		t.Fatal(len(pctwm), err)
	}
	for _, r := range pctwm {
		names[r.Name] = true
	}
	if got := pctwm[8].Table2[1]; got != (PCTWMRate{4, 1, 41.2}) {
		t.Errorf("%s: %v", pctwm[8].Name, got)
	}
	cdschecker, err := CDSChecker()
	if err != nil || len(cdschecker) != 9 {
		t.Fatal(len(cdschecker), err)
	}
	for _, r := range cdschecker {
		names[r.Name] = true
	}
	for name := range names {
		if _, err := Files.ReadFile("c11/" + name + ".c"); err != nil {
			t.Error(err)
		}
	}
}

// Rows are chosen by their names, all with that name; a name without a row is an error.
func TestChoose(t *testing.T) {
	all := []string{"a", "b", "a"}
	name := func(row *string) string { return *row }
	for _, c := range []struct{ names, want []string }{
		{nil, all}, {[]string{"b", "a"}, []string{"b", "a", "a"}},
	} {
		if got, err := Choose(all, c.names, name); err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%v: %v, %v", c.names, got, err)
		}
	}
	if rows, err := Choose(all, []string{"a", "c"}, name); err == nil {
		t.Errorf("%v, want an error", rows)
	}
}
