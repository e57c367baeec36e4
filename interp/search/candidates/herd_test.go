package candidates_test

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fencepost/interp/search/candidates"
)

var herd = flag.String("herd", os.Getenv("HERD_MODELS"), "folder of herd's models, to run the corpora under; also $HERD_MODELS")

// TestHerdModels runs the corpora under herd's own texts. Under sc those tests are left out
// that exchange: herd does not order the read of an exchange before its write, as the
// corpus does.
func TestHerdModels(t *testing.T) {
	if *herd == "" {
		t.Skip("SKIPPED: no folder with herd's models is given (-herd DIR)")
	}
	for _, c := range []struct{ corpus, model, file string }{
		{"x86", "sc", "sc"},
		{"x86", "tso", "x86tso"},
		{"arm", "armv7", "arm"},
		{"ppc", "power", "ppc"},
		{"riscv", "riscv", "riscv"},
		{"aarch64", "armv8", "aarch64"},
		{"c11", "rc11", "rc11"},
		{"c11", "c11orig", "c11_simp"},
		{"c11", "c11orig", "c11_partialSC"},
	} {
		m, err := candidates.Load(filepath.Join(*herd, c.file+".cat"))
		if err != nil {
			t.Fatal(err)
		}
		rows := 0
		for _, test := range corpus(t, c.corpus) {
			want, ok := test.results[c.model]
			if !ok || c.model == "sc" && strings.Contains(strings.ToLower(test.test.Program.Files[0].Text), "xchg") {
				continue
			}
			rows++
			out, _ := run(t, test.test, m)
			want.states = slices.DeleteFunc(want.states, func(s string) bool { return strings.Contains(s, "S8") }) // see TestCorpus
			if got := texts(out); !slices.Equal(got, want.states) || string(out.Verdict()) != want.verdict || out.Observation() != want.observation {
				t.Errorf("%s under %s: %s %q, want %s %q", test.test.Name, c.file, out.Verdict(), got, want.verdict, want.states)
			}
		}
		t.Logf("%s: %d rows", c.file, rows)
		if rows == 0 {
			t.Error("no rows")
		}
	}
}
