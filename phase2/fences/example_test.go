package fences_test

import (
	"context"
	"fmt"
	"log"

	"fencepost/interp/c/cfront"
	"fencepost/models"
	"fencepost/phase2/fences"
)

// A message and its flag need a store-store fence under PSO.
func ExampleInfer() {
	const source = `
#include <assert.h>
#include <pthread.h>
int data, flag;
void *a(void *p) { data = 1; flag = 1; return p; }
void *b(void *p) { if (flag) assert(data); return p; }
int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, a, 0);
	pthread_create(&u, 0, b, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
}
`
	p, err := cfront.Compile("mp.c", []byte(source), cfront.Options{})
	if err != nil {
		log.Fatal(err)
	}
	r, err := fences.Infer(context.Background(), p, models.PSO, fences.Options{Others: models.Relaxed()})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Placement.Describe(p))
	fmt.Println(r.Verdict)
	// Output:
	// after:mp.c:5:20=ss
	// tested, not proved: 3000 executions in 3 rounds
}
