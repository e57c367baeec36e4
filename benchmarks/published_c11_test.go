package benchmarks

import "testing"

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
