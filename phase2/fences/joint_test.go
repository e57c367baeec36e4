package fences_test

import (
	"context"
	"fmt"
	"io/fs"
	"slices"
	"testing"

	"fencepost/interp/c/cfront"
	"fencepost/models/c11"
	"fencepost/phase2/fences"
)

// header is what the clients of TestJoint have in common.
const header = `#include <stdatomic.h>
static atomic_int x, y;
static inline void put(atomic_int *at) { atomic_store_explicit(at, 1, memory_order_seq_cst); }
static inline int get(atomic_int *at) { return atomic_load_explicit(at, memory_order_seq_cst); }
`

// client compiles a program that includes the header.
func client(t *testing.T, name, text string) fences.Client {
	t.Helper()
	p, err := cfront.Compile(name, []byte(text), cfront.Options{ReadFile: func(path string) ([]byte, error) {
		if path == "h.h" {
			return []byte(header), nil
		}
		return nil, fs.ErrNotExist
	}})
	if err != nil {
		t.Fatal(err)
	}
	o := fences.Options{Tests: 300}
	if err := o.ProveBy(context.Background(), p, c11.Model, 20_000); err != nil {
		t.Fatal(err)
	}
	return fences.Client{Program: p, Model: c11.Model, Options: o}
}

// Two programs need what each of them needs, and no more, in any order; what goes wrong is of the
// program that it is said to be of.
func TestJoint(t *testing.T) {
	t.Parallel()
	const begin = "#include <assert.h>\n#include <pthread.h>\n#include \"h.h\"\n"
	buffering := client(t, "sb.c", begin+`
static int a, b;
static void *other(void *arg) { put(&y); b = get(&x); return arg; }
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, other, 0);
	put(&x);
	a = get(&y);
	pthread_join(t, 0);
	assert(a || b);
	return 0;
}
`)
	message := client(t, "mp.c", begin+`
static int data;
static void *other(void *arg) { data = 1; put(&x); return arg; }
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, other, 0);
	if (get(&x))
		assert(data);
	pthread_join(t, 0);
	return 0;
}
`)
	idle := client(t, "idle.c", begin+"int main(void) { return 0; }\n")
	for _, c := range []struct {
		name    string
		clients []fences.Client
		want    []string
	}{
		{"store buffering needs all", []fences.Client{buffering}, []string{"seq_cst needed in 0", "seq_cst needed in 0"}},
		{"a message needs less", []fences.Client{message}, []string{"seq_cst, release is enough", "seq_cst, acquire is enough"}},
		{"the first needs more", []fences.Client{buffering, message}, []string{"seq_cst needed in 0", "seq_cst needed in 0"}},
		{"the second needs more", []fences.Client{message, idle, buffering}, []string{"seq_cst needed in 2", "seq_cst needed in 2"}},
	} {
		r, err := fences.JustifyAll(context.Background(), c.clients)
		if err != nil || len(r.Wrong) > 0 || !r.Verdict.Proved {
			t.Fatalf("%s: %v, %+v", c.name, err, r)
		}
		var got []string
		for _, o := range r.Orders {
			switch o.Need {
			case fences.Needed:
				got = append(got, fmt.Sprintf("%s needed in %d", o.Order, o.Program))
				if !wrong(t, o.Changed) {
					t.Errorf("%s: nothing goes wrong", c.name)
				}
				if o.Witness == nil {
					t.Errorf("%s: no execution", c.name)
				}
			case fences.TooStrong:
				got = append(got, fmt.Sprintf("%s, %s is enough", o.Order, o.Weaker))
			default:
				got = append(got, fmt.Sprint(o.Need))
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
		for k, of := range c.clients {
			if wrong(t, fences.ApplyOrders(of.Program, r.Enough[k])) {
				t.Errorf("%s: program %d goes wrong with the weaker orders", c.name, k)
			}
		}
		m, err := fences.MutateAll(context.Background(), c.clients)
		if err != nil {
			t.Fatal(err)
		}
		killed := 0
		for i := range m.Mutants {
			x := &m.Mutants[i]
			any := false
			for k := range c.clients {
				if p := x.Program(k); p != nil && wrong(t, p) {
					any = true
				}
			}
			if any != (x.Fate == fences.Killed) {
				t.Errorf("%s: fate %d of %v", c.name, x.Fate, x.At)
			}
			if x.Fate == fences.Killed {
				killed++
				if !wrong(t, x.Program(x.In)) {
					t.Errorf("%s: program %d does not kill", c.name, x.In)
				}
			}
		}
		if one := len(c.clients) == 1 && c.name[0] == 'a'; one != (killed == 0) {
			t.Errorf("%s: %d killed", c.name, killed)
		}
	}
}

// An error is of the program that has it.
func TestJointError(t *testing.T) {
	t.Parallel()
	good := client(t, "a.c", "int main(void) { return 0; }\n")
	bad := client(t, "b.c", "int main(void) { __asm__(\"nop nop\"); return 0; }\n")
	_, err := fences.JustifyAll(context.Background(), []fences.Client{good, bad})
	if own, ok := err.(*fences.ClientError); !ok || own.Program != 1 {
		t.Errorf("%v", err)
	}
}
