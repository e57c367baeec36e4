package interp_test

import (
	"context"
	"fmt"
	"log"
	"os"

	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/machine/strategy"
	"fencepost/models"
	"fencepost/trace"
)

// One execution under TSO, its choices made at random; the seed names it.
func ExampleMachine_Run() {
	const source = `
#include <stdio.h>
#include <threads.h>
int x;
int set(void *p) { x = 5; return 0; }
int main(void)
{
	thrd_t t;
	thrd_create(&t, set, 0);
	thrd_join(t, 0);
	printf("x is %d\n", x);
}
`
	p, err := cfront.Compile("one.c", []byte(source), cfront.Options{})
	if err != nil {
		log.Fatal(err)
	}
	var events trace.Recorder
	m := interp.New(p, models.TSO, interp.Options{Output: os.Stdout})
	r := m.Run(context.Background(), strategy.NewRandom(1), &events)
	fmt.Println(r.Outcome)
	for _, e := range events.Events {
		if e.Site >= 0 {
			fmt.Println("thread", e.Thread, e.Kind, p.Sites[e.Site].Text)
		}
	}
	// Output:
	// x is 5
	// completed
	// thread 0 create thrd_create(&t, set, 0)
	// thread 1 store x = 5
	// thread 1 commit x = 5
	// thread 0 join thrd_join(t, 0)
	// thread 0 load x
}
