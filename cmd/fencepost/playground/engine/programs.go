package engine

import (
	"context"
	"slices"
	"sync"

	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
)

// Programs keeps the last programs of C++ and Rust that were compiled. A page asks much of one
// program, and its compiler takes a second or more. The zero Programs is ready to be used.
type Programs struct {
	mu   sync.Mutex
	last []*compiled // the newest last
}

// A compiled is a program that is there or is being compiled.
type compiled struct {
	key     string
	turn    chan struct{} // holds who compiles it
	program *code.Program // nil: it is to be compiled
}

// keptPrograms is how many programs are kept.
const keptPrograms = 4

// compile returns the program of a key, which build compiles if it is not kept. Without Programs it
// is always compiled. What does not compile is not kept.
func (c *Programs) compile(ctx context.Context, key string, build func() (*code.Program, error)) (*code.Program, error) {
	if c == nil {
		return build()
	}
	k := c.of(key)
	select {
	case k.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, cfront.ErrLate
	}
	defer func() { <-k.turn }()
	if k.program == nil {
		p, err := build()
		if err != nil {
			return nil, err
		}
		k.program = p
	}
	return k.program, nil
}

// of returns the program of a key, which becomes the newest.
func (c *Programs) of(key string) *compiled {
	c.mu.Lock()
	defer c.mu.Unlock()
	k := &compiled{key: key, turn: make(chan struct{}, 1)}
	if i := slices.IndexFunc(c.last, func(k *compiled) bool { return k.key == key }); i >= 0 {
		k = c.last[i]
		c.last = slices.Delete(c.last, i, i+1)
	}
	c.last = append(c.last, k)
	if len(c.last) > keptPrograms {
		c.last = slices.Delete(c.last, 0, 1)
	}
	return k
}
