package c11_test

import (
	"context"
	"fmt"

	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/machine/strategy"
	"fencepost/models/c11"
)

// A flag that is published with too weak an order.
func ExampleModel() {
	const src = `
#include <pthread.h>
#include <stdatomic.h>
int data;
atomic_int ready;
void *writer(void *unused)
{
	data = 1;
	atomic_store_explicit(&ready, 1, memory_order_relaxed);
	return 0;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, writer, 0);
	while (!atomic_load_explicit(&ready, memory_order_acquire))
		;
	return data - 1;
}
`
	p, err := cfront.Compile("flag.c", []byte(src), cfront.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	m := interp.New(p, c11.Model, interp.Options{})
	s := strategy.NewRandom(1)
	s.Begin(0)
	for _, race := range m.Run(context.Background(), s, nil).Races {
		fmt.Println(race)
	}
	// Output: flag.c:18:9: data race: load by thread 0 conflicts with store by thread 1 at flag.c:8:2
}
