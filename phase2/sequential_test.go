package phase2

import (
	"context"
	"testing"

	"fencepost/interp/c/cfront"
	"fencepost/models"
)

// An error that was found under a model is one of SC if an execution of SC shows it, and is
// not if none does.
func TestSequential(t *testing.T) {
	t.Parallel()
	const head = "#include <pthread.h>\n#include <stdatomic.h>\n#include <stdlib.h>\nstruct s { atomic_int alive, lock; } *s;\natomic_int x, y;\n"
	for name, c := range map[string]struct {
		text string
		sc   bool
	}{
		"late store": {`void *f(void *p) {
	atomic_store_explicit(&s->alive, 0, memory_order_relaxed);
	atomic_store_explicit(&s->lock, 0, memory_order_relaxed);
	return p;
}
int main(void) {
	pthread_t t;
	s = malloc(sizeof *s);
	atomic_init(&s->alive, 1);
	pthread_create(&t, 0, f, 0);
	while (atomic_load_explicit(&s->alive, memory_order_relaxed))
		;
	free(s);
	pthread_join(t, 0);
	return 0;
}`, true},
		"store buffering": {`void *f(void *p) {
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	if (!atomic_load_explicit(&y, memory_order_relaxed))
		atomic_store_explicit(&s->alive, 0, memory_order_relaxed);
	return p;
}
int main(void) {
	pthread_t t;
	s = malloc(sizeof *s);
	pthread_create(&t, 0, f, 0);
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	if (!atomic_load_explicit(&x, memory_order_relaxed))
		free(s);
	pthread_join(t, 0);
	return 0;
}`, false},
	} {
		p, err := cfront.Compile("t.c", []byte(head+c.text), cfront.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range []*models.Model{models.TSO, models.PSO, models.PSLO} {
			r := &Report{Program: p, Options: Options{Seed: 1}, Models: []ModelReport{{Model: m}}}
			r.Options.fill()
			mr := &r.Models[0]
			r.testModel(context.Background(), mr, 2000)
			errors := len(mr.Errors)
			if errors == 0 {
				t.Fatalf("%s, %s: no error", name, m.Name)
			}
			r.sequential(context.Background())
			if sc := len(r.SC.Errors); sc+len(mr.Errors) != errors || (sc > 0) != c.sc {
				t.Errorf("%s, %s: of %d errors %d are of SC", name, m.Name, errors, sc)
			}
		}
	}
}
