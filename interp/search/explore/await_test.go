package explore_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp/search/explore"
	"fencepost/models/axiom"
)

// TestServedInPlace: a read, a lock or a semaphore that is served in place leaves the choices of what other
// threads did since.
// Bounded loops without reductions are the second description.
func TestServedInPlace(t *testing.T) {
	t.Parallel()
	const (
		exchanges = "while (atomic_exchange(&x, 1)) ;"
		locks     = "for (int e = 0; !atomic_compare_exchange_strong(&x, &e, 1); e = 0) ;"
	)
	waits := []string{exchanges, locks, exchanges + " RESULT = y;", locks + " RESULT = z;", exchanges + " y = 1; x = 0;",
		"sem_wait(&s); RESULT = z;", "pthread_mutex_lock(&m); RESULT = z; pthread_mutex_unlock(&m);"}
	others := []string{"RESULT = z;", "y = 2;", "RESULT = y; z = 2;", "z = 2; RESULT = y;", "RESULT = atomic_exchange(&z, 3);", "RESULT = x;", "if (z == 1) RESULT = x;", "y = 2; RESULT = z;",
		"pthread_mutex_lock(&m); y = 3; RESULT = z; pthread_mutex_unlock(&m);", "if (!pthread_mutex_trylock(&m)) { RESULT = z; pthread_mutex_unlock(&m); }"}
	frees := []string{"z = 1; x = 0;", "y = 1; x = 0;", "y = 1; z = 1; atomic_exchange(&x, 0);", "RESULT = z; atomic_fetch_and(&x, ~1); y = 1;", "RESULT = y; z = 1; x = 0;",
		"z = 1; sem_post(&s); y = 1;", "pthread_mutex_lock(&m); x = 0; z = 1; pthread_mutex_unlock(&m);", "z = 1; pthread_mutex_lock(&m); x = 0; sem_post(&s); pthread_mutex_unlock(&m);"}
	r := rand.New(rand.NewPCG(*seed, 65))
	pick := func(list []string, i int) string {
		return strings.ReplaceAll(list[r.IntN(len(list))], "RESULT", fmt.Sprintf("r%c", 'a'+i))
	}
	n := testsize.Count(60, 1000)
	ended := 0
	for range n {
		body := []string{pick(waits, 0), pick(others, 1), pick(frees, 2)}
		if r.IntN(3) == 0 {
			body = append(body, pick([][]string{waits, others, frees}[r.IntN(3)], 3))
		}
		r.Shuffle(len(body), func(i, k int) { body[i], body[k] = body[k], body[i] })
		src := orders + "static atomic_int x = 1, y, z; static int ra, rb, rc, rd; static sem_t s; static pthread_mutex_t m;\n"
		for i, b := range body {
			src += fn(string(rune('a'+i)), b)
		}
		prog := compile(t, src+threads(len(body)))
		for _, m := range axiom.All() {
			want := unrolled(t, prog, m, explore.Reductions{}, 2, 20_000)
			got := unrolled(t, prog, m, []explore.Reductions{{SkipIdle: true}, explore.AllReductions()}[r.IntN(2)], 0, 20_000)
			if !within(elsewhere(want, got), got) {
				t.Fatalf("%s:\n%s\n%v %s\nwant\n%v %s", m.Name, src, got.Outcomes, errorKeys(got), want.Outcomes, errorKeys(want))
			}
			if got.Complete {
				ended++
			}
		}
	}
	t.Logf("%d programs: %d searches ended", n, ended)
	if ended < 4*n {
		t.Errorf("%d searches ended", ended)
	}
}
