package explore_test

import (
	"context"
	"fmt"
	"log"

	"fencepost/interp/c/cfront"
	"fencepost/interp/search/explore"
	"fencepost/models/axiom"
)

// Explore all executions of store buffering under two models.
func ExampleRun() {
	const source = `
#include <assert.h>
#include <pthread.h>
int x, y, r, s;
void *a(void *p) { x = 1; r = y; return p; }
void *b(void *p) { y = 1; s = x; return p; }
int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, a, 0);
	pthread_create(&u, 0, b, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	assert(r == 1 || s == 1);
}
`
	p, err := cfront.Compile("sb.c", []byte(source), cfront.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for _, m := range []*axiom.Model{axiom.SC, axiom.TSO} {
		r, err := explore.Run(context.Background(), p, m, explore.Options{})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(m.Name, r.Executions, "executions, complete", r.Complete, "errors", len(r.Errors))
	}
	// Output:
	// sc 3 executions, complete true errors 0
	// tso 4 executions, complete true errors 1
}
