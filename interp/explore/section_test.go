package explore_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"fencepost/interp/cfront"
	"fencepost/models"
	"fencepost/models/axiom"
	"fencepost/models/c11"
)

// atomicSections makes the critical sections of a program atomic ones.
var atomicSections = strings.NewReplacer("pthread_mutex_lock(&m)", "__VERIFIER_atomic_begin()", "pthread_mutex_unlock(&m)", "__VERIFIER_atomic_end()")

// Programs with atomic sections have the outcomes of the machine, which does not
// interrupt one; under C11 and PSLO all that the machine has, whose orders of
// execution are narrower.
func TestAtomicSections(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(*seed, 41))
	compared, differ := 0, 0
	for n := 0; n < *programs; {
		p := randomProgram(r, 2+r.IntN(2), 4+r.IntN(4), 2)
		src := p.source(true)
		sections := atomicSections.Replace(src)
		if sections == src {
			continue
		}
		n++
		prog, err := cfront.Compile("sections.c", []byte(sections), cfront.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range append(models.All(), c11.Model) {
			want, ok := operationalOutcomes(t, prog, m)
			if !ok {
				continue
			}
			compared++
			got := exploredOutcomes(t, prog, axiom.Of(m))
			if len(got) > len(want) {
				differ++
			}
			if !agree(m, got, want) {
				t.Fatalf("%s:\n%s\nexplored\n\t%s\noperational\n\t%s", m.Name, sections, strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
			}
		}
	}
	t.Logf("%d comparisons; %d of them have outcomes that the machine has not", compared, differ)
	if compared < 2**programs || differ > *programs/3 {
		t.Errorf("%d comparisons; %d differ", compared, differ)
	}
}
