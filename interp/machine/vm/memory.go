package vm

import "context"

// DefaultMemory is how many bytes all executions of a process may take together
// unless they are told otherwise.
const DefaultMemory = 1 << 30

// A Memory bounds what the executions that share it take together: the objects of the
// program, and what a driver keeps of the execution. One execution
// may take a quarter of it, whatever others do: so how many there are at once does not
// decide what one of them comes to. What is small is not counted together; only
// one execution at a time is more than that, others wait until it has ended.
type Memory struct {
	total int64
	large chan struct{} // holds a token while a large execution is on
}

// largeShare is which part of the whole a large execution takes more than.
const largeShare = 64

// NewMemory returns a bound of so many bytes; 0: DefaultMemory.
func NewMemory(bytes int64) *Memory {
	if bytes == 0 {
		bytes = DefaultMemory
	}
	return &Memory{total: bytes, large: make(chan struct{}, 1)}
}

// execution returns how many bytes one execution may take.
func (m *Memory) execution() int64 { return m.total / 4 }

// maxImage is how many bytes the objects that the program starts with may take at most.
const maxImage = 64 << 20

// image returns how many bytes these objects may take. Each machine has them several times:
// their content, what it was in the beginning, and what is known of each byte.
func (m *Memory) image() int64 { return min(m.total/16, maxImage) }

// stack returns how many bytes the stack of one thread may take.
func (m *Memory) stack() int64 { return m.total / 64 }

// An account is what one execution takes.
type account struct {
	of    *Memory
	ctx   context.Context
	spent int64
	aside int64 // of it, what the execution takes beside objects of the program
	small int64 // more than this has to be asked for
	large bool  // it was
}

// reset starts a new execution.
func (a *account) reset() { a.spent, a.aside, a.small = 0, 0, a.of.total/largeShare }

// take counts bytes more; it reports whether they may be taken. It may wait.
func (a *account) take(bytes int64) bool {
	if a.spent+bytes > a.small && !a.more(a.spent+bytes) {
		return false
	}
	a.spent += bytes
	return true
}

// resize says what the execution takes beside objects now; it reports whether that may
// be. It may wait.
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
		return true // what the program starts with, which has a bound of its own
	case bytes > a.of.execution():
		return false
	}
	select {
	case a.of.large <- struct{}{}:
	case <-a.ctx.Done():
		return false
	}
	a.large, a.small = true, a.of.execution()
	return true
}

// end lets another execution be large.
func (a *account) end() {
	if a.large {
		<-a.of.large
		a.large = false
	}
}
