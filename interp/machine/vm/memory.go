package vm

import (
	"cmp"
	"context"
)

// DefaultMemory is the default bound of NewMemory, in bytes.
const DefaultMemory = 1 << 30

// A Memory bounds the memory of the executions that share it: of the objects of the program, and of
// what a driver keeps of the execution. One execution may use a quarter of it, whatever the others
// do. So the number of concurrent executions does not decide how one of them ends. Small executions
// are not counted together. At most one execution at a time is large; others that need as much wait
// until it has ended.
type Memory struct {
	total int64
	large chan struct{} // holds a token while a large execution runs
}

// largeShare is the part of the total, as a divisor, above which an execution is large.
const largeShare = 64

// NewMemory returns a bound of so many bytes; 0: DefaultMemory.
func NewMemory(bytes int64) *Memory {
	bytes = cmp.Or(bytes, DefaultMemory)
	return &Memory{total: bytes, large: make(chan struct{}, 1)}
}

// execution returns how many bytes one execution may take.
func (m *Memory) execution() int64 { return m.total / 4 }

// maxImage bounds the bytes of the objects with which the program starts.
const maxImage = 64 << 20

// image returns how many bytes these objects may have. Each machine holds the content, the initial
// content, and marks for each byte.
func (m *Memory) image() int64 { return min(m.total/16, maxImage) }

// stack returns how many bytes the stack of one thread may take.
func (m *Memory) stack() int64 { return m.total / 64 }

// An account counts the memory of one execution.
type account struct {
	bound *Memory
	ctx   context.Context
	spent int64
	aside int64 // the part of spent that is not for objects of the program
	small int64 // above this the execution must become large
	large bool  // it is
}

// reset starts a new execution.
func (a *account) reset() { a.spent, a.aside, a.small = 0, 0, a.bound.total/largeShare }

// take adds bytes to the account, and reports whether the bound allows them. It may wait.
func (a *account) take(bytes int64) bool {
	if a.spent+bytes > a.small && !a.more(a.spent+bytes) {
		return false
	}
	a.spent += bytes
	return true
}

// resize sets the bytes that the execution uses beside objects, and reports whether the bound allows
// them. It may wait.
func (a *account) resize(aside int64) bool {
	if !a.take(max(0, aside-a.aside)) {
		return false
	}
	a.spent += min(0, aside-a.aside)
	a.aside = aside
	return true
}

func (a *account) more(bytes int64) bool {
	switch {
	case a.ctx == nil:
		return true // the initial objects have a bound of their own: maxImage
	case bytes > a.bound.execution():
		return false
	}
	select {
	case a.bound.large <- struct{}{}:
	case <-a.ctx.Done():
		return false
	}
	a.large, a.small = true, a.bound.execution()
	return true
}

// end lets another execution be large.
func (a *account) end() {
	if a.large {
		<-a.bound.large
		a.large = false
	}
}
