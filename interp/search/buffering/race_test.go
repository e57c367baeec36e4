package buffering_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp"
	"fencepost/interp/search/buffering"
	"fencepost/interp/search/candidates"
	"fencepost/interp/search/explore"
	"fencepost/models/axiom"
)

// racy returns a program of two or three threads with plain accesses and a block that one of them
// frees, whose loads acquire if all is set: then load buffering shows nothing new.
func racy(r *rand.Rand, all bool) string {
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	load := func() string {
		if all {
			return "acquire"
		}
		return pick("relaxed", "acquire")
	}
	var b strings.Builder
	threads := 2 + r.IntN(2)
	freeing := r.IntN(2 * threads)
	for t := range threads {
		fmt.Fprintf(&b, "static void *t%d(void *arg) { int v = 0; (void)v;\n", t)
		for range 2 + r.IntN(4-threads+1) {
			switch r.IntN(9) {
			case 0, 1:
				fmt.Fprintf(&b, "\tatomic_store_explicit(&%s, 1, memory_order_%s);\n", pick("x", "y"), pick("relaxed", "release"))
			case 2, 3:
				fmt.Fprintf(&b, "\tv = atomic_load_explicit(&%s, memory_order_%s);\n", pick("x", "y"), load())
			case 4:
				fmt.Fprintf(&b, "\tif (v) %s;\n", pick("d = 1", "v = d", "*p = 1", "v = *p"))
			case 5:
				fmt.Fprintf(&b, "\t%s;\n", pick("d = 1", "v = d", "*p = 1"))
			case 6:
				fmt.Fprintf(&b, "\tv = atomic_fetch_add_explicit(&%s, 1, memory_order_%s);\n", pick("x", "y"), map[bool]string{true: pick("acquire", "acq_rel"), false: pick("relaxed", "acq_rel")}[all])
			case 7:
				fmt.Fprintf(&b, "\tatomic_thread_fence(memory_order_%s);\n", pick("acquire", "release"))
			case 8:
				fmt.Fprintf(&b, "\tpthread_mutex_lock(&m); %s; pthread_mutex_unlock(&m);\n", pick("d = 1", "v = d", "*p = 1"))
			}
		}
		if t == freeing {
			b.WriteString("\tif (v) free(p);\n")
		}
		b.WriteString("\treturn arg; }\n")
	}
	src := "#include <pthread.h>\n#include <stdatomic.h>\n#include <stdlib.h>\nstatic atomic_int x, y;\nstatic int d, *p;\nstatic pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n" + b.String() + "int main(void) { pthread_t t[3]; p = calloc(1, sizeof *p);\n"
	for t := range threads {
		src += fmt.Sprintf("pthread_create(&t[%d], 0, t%d, 0);\n", t, t)
	}
	for t := range threads {
		src += fmt.Sprintf("pthread_join(t[%d], 0);\n", t)
	}
	return src + "return 0; }\n"
}

// The search finds the data races and late accesses of rc11 and, with acquire loads, no others,
// unless an error stops a thread: rc11 may then miss later operations of the thread. Each has an
// execution that replays.
func TestRaces(t *testing.T) {
	t.Parallel()
	m, err := candidates.Lookup("imm")
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(11, 6))
	kinds := map[interp.ErrorKind]int{}
	for n := range testsize.Count(300, 4000) {
		all := n%3 != 0
		src := racy(r, all)
		p := compile(t, src)
		rc11, err := explore.Run(context.Background(), p, axiom.RC11, explore.Options{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		imm, err := buffering.Run(context.Background(), p, m, buffering.Options{})
		if err != nil {
			t.Fatalf("%v\n%s", err, src)
		}
		want, got := keys(rc11.Errors), keys(imm.Errors)
		for _, k := range want {
			if !slices.Contains(got, k) {
				t.Fatalf("imm has no %s\n%s", k, src)
			}
		}
		stops := slices.ContainsFunc(imm.Errors, func(f explore.Counterexample) bool { return f.Error.Kind == interp.UseAfterFree })
		if all && !stops && !slices.Equal(want, got) {
			t.Fatalf("imm has\n%s\nrc11 has\n%s\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"), src)
		}
		for i := range imm.Errors {
			e := imm.Errors[i].Error
			kinds[e.Kind]++
			w, x, err := buffering.Witness(context.Background(), p, m, interp.Options{}, imm.Schedules[i], e)
			if err != nil {
				t.Fatalf("%s: %v\n%s", e, err, src)
			}
			if e := w.Error; e.First != nil {
				a, b := x.Event(e.First.Event), x.Event(e.Second.Event)
				if a.Site != e.First.Site || b.Site != e.Second.Site || a.Addr != b.Addr {
					t.Fatalf("the race is of %v and %v\n%s", a, b, src)
				}
			}
		}
	}
	if kinds[interp.DataRace] < 10 || kinds[interp.UseAfterFree] < 2 {
		t.Errorf("found %v", kinds)
	}
}

func keys(list []explore.Counterexample) (keys []string) {
	for _, f := range list {
		keys = append(keys, f.Error.Key())
	}
	slices.Sort(keys)
	return keys
}
