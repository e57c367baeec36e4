package campaign_test

import (
	"context"
	"fmt"
	"log"

	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/campaign"
	"fencepost/interp/machine/strategy"
	"fencepost/models"
)

// Store buffering, which TSO shows: both threads read the old value.
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
	pthread_create(&t, NULL, a, NULL);
	pthread_create(&u, NULL, b, NULL);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	assert(r == 1 || s == 1);
}
`
	p, err := cfront.Compile("sb.c", []byte(source), cfront.Options{})
	if err != nil {
		log.Fatal(err)
	}
	r, err := campaign.Run(context.Background(), p, models.TSO, campaign.Options{
		Strategy: func() interp.Strategy { return strategy.NewAuto(1, true) },
		Runs:     1000,
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Runs, "executions,", r.Behaviours, "behaviours")
	for _, f := range r.Findings {
		fmt.Println(f.Error)
	}
	// Output:
	// 1000 executions, 4 behaviours
	// sb.c:14:2: assertion failed: r == 1 || s == 1
}
