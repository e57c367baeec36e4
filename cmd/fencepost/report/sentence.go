package report

import (
	"fmt"
	"strings"

	"fencepost/interp/machine/symbols"
	"fencepost/trace"
)

// sentence describes e in the state before it.
func (t *explainer) sentence(e *trace.Event) string {
	who := fmt.Sprintf("thread %d", e.Thread)
	if t.Model.C11 {
		if text := t.sayC11(e, who); text != "" {
			return text
		}
	}
	switch e.Kind {
	case trace.Store:
		return t.sayStore(e, who+"'s store "+t.memory.Assignment(e))
	case trace.Unlock:
		if e.C == trace.NoCommit {
			return fmt.Sprintf("%s %s; that waits in its store buffer", who, t.lockWord(e))
		}
		return fmt.Sprintf("%s %s", who, t.lockWord(e))
	case trace.Load:
		return t.sayLoad(e, who)
	case trace.RMW:
		return fmt.Sprintf("%s reads %s = %s from memory and writes %s, in one step that nothing can divide",
			who, t.memory.Location(e), t.memory.Before(e), t.memory.ValueOf(e, e.Value))
	case trace.CASFail:
		return fmt.Sprintf("%s's compare-exchange finds %s, not what it expects, and writes nothing", who, t.memory.Assignment(e))
	case trace.Commit:
		return t.sayCommit(e, who)
	case trace.Fence:
		return t.sayFence(e, who)
	case trace.Lock, trace.LockRead:
		return fmt.Sprintf("%s %s", who, t.lockWord(e))
	case trace.Create:
		return fmt.Sprintf("%s starts thread %d", who, e.Value)
	case trace.Join:
		return fmt.Sprintf("%s sees that thread %d has ended and that all its stores have reached memory", who, e.Value)
	case trace.Exit:
		if n := len(t.pending[e.Thread]); n > 0 {
			return fmt.Sprintf("%s ends; its buffer still holds %s", who, Count(n, "store"))
		}
		return who + " ends"
	case trace.Alloc:
		return fmt.Sprintf("%s allocates %s, %d bytes that were never written", who, t.memory.Block(e), e.Value)
	case trace.Free:
		return fmt.Sprintf("%s frees %s", who, t.memory.Block(e))
	}
	return who + " does nothing that others can see"
}

// lockWord describes what the thread of e does to a lock word: "locks m".
func (t *explainer) lockWord(e *trace.Event) string {
	first, rest, _ := strings.Cut(t.memory.Describe(e), " ")
	return first + "s " + rest
}

// now returns the current content of e's location in memory; empty if it is not shown.
func (t *explainer) now(e *trace.Event) string {
	if c, ok := t.cellOf[e.Loc]; ok {
		return t.values[c]
	}
	return ""
}

func (t *explainer) sayStore(e *trace.Event, store string) string {
	if e.C != trace.NoCommit {
		return store + " reaches memory at once"
	}
	text := fmt.Sprintf("%s waits in its buffer: memory still holds %s", store, t.now(e))
	if t.now(e) == symbols.NeverWritten {
		text = store + " waits in its buffer: memory there is still unwritten"
	}
	if t.commitOf(e) == 0 {
		text += ", and the store does not reach it before the execution ends"
	}
	return text
}

func (t *explainer) sayLoad(e *trace.Event, who string) string {
	what := fmt.Sprintf("%s reads %s", who, t.memory.Assignment(e))
	if e.C == trace.NoCommit {
		return what + " from its own buffer: no other thread can see that value yet"
	}
	if t.stale(e, e.ID) {
		return fmt.Sprintf("%s, an old value: memory holds %s by now, and nothing makes this load read it", what, t.now(e))
	} else if other, ok := t.pendingElsewhere(e); ok {
		return fmt.Sprintf("%s from memory: %s still waits in thread %d's buffer", what, other.Text, other.thread)
	} else if e.RF == 0 && t.inParts(e) {
		return what + " from memory, where stores of other sizes put it"
	} else if e.RF == 0 {
		return what + " from memory: nothing has replaced its initial content"
	}
	return fmt.Sprintf("%s from memory, where thread %d's store put it", what, t.Event(e.RF).Thread)
}

// inParts reports whether earlier stores, of which e reads none as a whole, wrote bytes that e reads.
func (t *explainer) inParts(e *trace.Event) bool {
	for at := e.Addr; at < e.Addr+uint64(e.Size); at++ {
		if first := t.written[at]; first != 0 && first < e.ID && t.Event(first).Loc != e.Loc {
			return true
		}
	}
	return false
}

// A waitingStore is a pending store with its thread.
type waitingStore struct {
	PendingText
	thread int
}

// pendingElsewhere returns the oldest pending store of another thread to e's location.
func (t *explainer) pendingElsewhere(e *trace.Event) (waitingStore, bool) {
	for thread, list := range t.pending {
		for _, p := range list {
			if thread != int(e.Thread) && t.Event(p.Event).Loc == e.Loc {
				return waitingStore{p, thread}, true
			}
		}
	}
	return waitingStore{}, false
}

func (t *explainer) sayCommit(e *trace.Event, who string) string {
	text := fmt.Sprintf("%s's store %s leaves its buffer and reaches memory", who, t.memory.Assignment(e))
	if own := t.pending[e.Thread]; len(own) > 0 && own[0].Event != e.RF {
		text += fmt.Sprintf(", overtaking %s, which is older and still waits", own[0].Text)
	}
	if t.Model.OldValues && t.loadedElsewhere(e) {
		return text + "; a thread that has not seen it yet may go on reading the old value"
	}
	return text + ": from now on every thread can see it"
}

// loadedElsewhere reports whether another thread loads e's location later.
func (t *explainer) loadedElsewhere(e *trace.Event) bool {
	for thread, last := range t.lastLoad {
		if thread != int(e.Thread) && last[e.Loc] > e.ID {
			return true
		}
	}
	return false
}

func (t *explainer) sayFence(e *trace.Event, who string) string {
	name := trace.FenceKind(e.Value).String()
	if e.Order != trace.Plain {
		name = e.Order.String()
	}
	text := fmt.Sprintf("%s passes a fence (%s)", who, name)
	switch trace.FenceKind(e.Value) {
	case trace.StoreLoad:
		if t.Model.Buffered {
			return text + ": its buffer is empty, so what it loads from here on is read after its stores were seen"
		}
	case trace.StoreStore:
		return text + ": no store after it can reach memory before one that is older than it"
	case trace.LoadLoad:
		return text + ": no load after it reads a value that is already replaced now"
	}
	return text
}

// sayC11 describes an access under the C11 model, which has no memory shared by all: a read
// may take any store to its location that is not hidden. It returns "" for events that are
// described as under any model.
func (t *explainer) sayC11(e *trace.Event, who string) string {
	order := ""
	if e.Order != trace.Plain {
		order = " (" + e.Order.String() + ")"
	}
	switch e.Kind {
	case trace.Store:
		return fmt.Sprintf("%s stores %s%s", who, t.memory.Assignment(e), order)
	case trace.RMW:
		return fmt.Sprintf("%s reads %s = %s%s%s, and stores %s right after it, in one step that nothing can divide",
			who, t.memory.Location(e), t.memory.Before(e), order, t.from(e), t.memory.ValueOf(e, e.Value))
	case trace.Load:
		text := fmt.Sprintf("%s reads %s%s%s", who, t.memory.Assignment(e), order, t.from(e))
		if t.stale(e, e.ID) {
			text += ": another store was executed since, but nothing makes this thread see it"
		}
		if past := t.late[e.ID]; past > 0 {
			text += fmt.Sprintf(": the load stands before event %d, but is late: what it reads does not depend on it", past)
		}
		return text
	case trace.Join:
		return fmt.Sprintf("%s sees that thread %d has ended: all that it did happens before what follows", who, e.Value)
	}
	return ""
}

// from describes the store that e reads.
func (t *explainer) from(e *trace.Event) string {
	switch {
	case e.RF == 0:
		return ", the initial value"
	case t.Event(e.RF).Thread == e.Thread:
		return ", which it stored itself"
	case e.RF > e.ID:
		return fmt.Sprintf(", which thread %d stores in event %d: that store did not wait for what stands before it", t.Event(e.RF).Thread, e.RF)
	}
	return fmt.Sprintf(", which thread %d stored in event %d", t.Event(e.RF).Thread, e.RF)
}
