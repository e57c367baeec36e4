//go:build !race

package explore_test

import (
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/interp/search/explore"
	"fencepost/models/axiom"
)

// TestAllocations: an execution allocates next to nothing once frames, graphs and the machine
// have grown to their sizes. The measure is the difference of allocations between more threads
// and fewer, divided by the difference of executions: 0.12 to 0.15 with 5 and 7 threads that each
// add to a counter. The race detector makes closures escape.
func TestAllocations(t *testing.T) {
	program := func(threads string) *code.Program {
		p, err := cfront.Compile("a.c", []byte(`#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *add(void *p) { x++; return p; }
int main(void)
{
	pthread_t t[N];
	for (int i = 0; i < N; i++)
		pthread_create(&t[i], 0, add, 0);
	for (int i = 0; i < N; i++)
		pthread_join(t[i], 0);
	return 0;
}`), cfront.Options{Defines: []string{"N=" + threads}})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	for i, m := range axiom.All() {
		if testsize.LeftOut(4, i) {
			continue
		}
		allocations := func(p *code.Program) (perRun float64, executions int64) {
			perRun = testing.AllocsPerRun(2, func() {
				executions = explored(t, p, m, explore.Options{Workers: 1}).Executions
			})
			return perRun, executions
		}
		few, n := allocations(program("5"))
		many, k := allocations(program("7"))
		per := (many - few) / float64(k-n)
		t.Logf("%s: %.3f allocations for each of %d executions", m.Name, per, k)
		if per > 0.3 {
			t.Errorf("%s: %.2f allocations for each execution", m.Name, per)
		}
	}
}
