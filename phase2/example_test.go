package phase2_test

import (
	"context"
	"fmt"
	"log"

	"fencepost/interp/c/cfront"
	"fencepost/models"
	"fencepost/phase2"
)

// Store buffering: under TSO both threads may read the old value, under SC not.
func ExampleCheck() {
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
	r, err := phase2.Check(context.Background(), p, phase2.Options{Models: []*models.Model{models.TSO}})
	if err != nil {
		log.Fatal(err)
	}
	m := &r.Models[0]
	fmt.Println(m.Confirmed(), "cycle confirmed under", m.Model.Name)
	for _, f := range m.Errors {
		fmt.Println(f.Error)
	}
	// Output:
	// 1 cycle confirmed under tso
	// sb.c:14:2: assertion failed: r == 1 || s == 1
}
