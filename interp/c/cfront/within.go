package cfront

import (
	"context"
	"errors"
	"time"

	"fencepost/interp/code"
)

// ErrLate says that a program was not compiled in time.
var ErrLate = errors.New("the program was not compiled in time")

// grace is how long after the end of the time a program may still be compiled, so that
// work which is cut short then has something to say.
const grace = 700 * time.Millisecond

// CompileWithin is CompileAll that gives up, with ErrLate, some time after the end of
// ctx: what compiles cannot be stopped, but is left alone.
func CompileWithin(ctx context.Context, sources []Source, o Options) (*code.Program, error) {
	type compiled struct {
		p        *code.Program
		err      error
		panicked any
	}
	done := make(chan compiled, 1)
	go func() {
		var c compiled
		defer func() {
			c.panicked = recover()
			done <- c
		}()
		c.p, c.err = CompileAll(sources, o)
	}()
	late := make(chan struct{})
	context.AfterFunc(ctx, func() { time.AfterFunc(grace, func() { close(late) }) })
	select {
	case c := <-done:
		if c.panicked != nil {
			panic(c.panicked)
		}
		return c.p, c.err
	case <-late:
		return nil, ErrLate
	}
}
