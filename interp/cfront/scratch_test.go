package cfront
import ("testing";"path/filepath";"os")
func TestScratch(t *testing.T) {
	for _, pat := range []string{"../../benchmarks/*/*.c"} {
		fs,_ := filepath.Glob(pat)
		for _, f := range fs {
			src,_ := os.ReadFile(f)
			p, err := Compile(f, src, Options{IncludeDirs: []string{"../../benchmarks"}})
			if err != nil { t.Log(f, err); continue }
			if err := p.Verify(); err != nil { t.Error(f, err) }
			r, out := run(t, p)
			t.Log(f, r.Outcome, r.Err, r.Steps, out)
		}
	}
}
