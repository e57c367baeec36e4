package models

import (
	"fmt"
	"strings"
	"testing"

	"fencepost/trace"
)

// A script drives a Memory step by step. Threads 1 and 2 exist from the start,
// as do all locations, with content 0.
type script struct {
	t       *testing.T
	log     Log
	mem     Memory
	store   StoreID
	written map[StoreID]uint64
	threads int
}

// runScript performs the steps of text, separated by semicolons.
//
//	1 Wx1             thread 1 performs an operation, as in parseProgram
//	2 Rx = 0 1        the values it may read, oldest first; it reads the newest
//	2 Rx = 0 1 > 0    the same; it reads 0
//	1 Cx01 = 0        what an RMW reads
//	0 +3, 0 -1, 1 exit
//	commit 1x         thread 1's oldest pending store to x commits
//	commits = 1x 2y   the commits enabled, in this order
//	pending 1 = x1 y2
//	m = x1 y0 z0
//	latest 1x = 1
//	drained 1 = true
//	drop 1x, flush 1x, redefine x 5
func runScript(t *testing.T, m *Model, text string) Memory {
	t.Helper()
	s := &script{t: t, written: map[StoreID]uint64{}}
	s.mem = m.New(&s.log)
	s.mem.Reset()
	s.threads = 1
	for l := range 3 {
		s.mem.Define(Loc(l), 0, 0)
	}
	s.step("0 +1")
	s.step("0 +2")
	for _, step := range strings.Split(text, ";") {
		step = strings.TrimSpace(step)
		got, want := s.step(step)
		if got != want {
			t.Fatalf("%s: %q gives %q", m.Name, step, got)
		}
	}
	return s.mem
}

func threadAndLoc(w string) (trace.ThreadID, Loc) {
	return trace.ThreadID(w[0] - '0'), Loc(strings.IndexByte(locNames, w[1]))
}

// step performs one step; got is what it showed in place of want, the part
// after the equals sign.
func (s *script) step(text string) (got, want string) {
	s.log.Commits = s.log.Commits[:0]
	action, want, _ := strings.Cut(text, " = ")
	w := strings.Fields(action)
	switch w[0] {
	case "commit":
		s.commit(w[1])
	case "commits":
		for _, c := range s.mem.Commits(nil) {
			got += fmt.Sprintf(" %d%c", c.Thread, locNames[c.Loc])
		}
	case "pending":
		for _, p := range s.mem.Pending(nil, trace.ThreadID(w[1][0]-'0')) {
			got += fmt.Sprintf(" %c%d", locNames[p.Loc], p.Value)
		}
	case "m":
		cells, _ := internals(s.mem)
		for l, c := range cells {
			got += fmt.Sprintf(" %c%d", locNames[l], c.value)
		}
	case "latest":
		_, v, _ := s.mem.Latest(threadAndLoc(w[1]))
		got = fmt.Sprint(v)
	case "drained":
		got = fmt.Sprint(s.mem.Drained(trace.ThreadID(w[1][0] - '0')))
	case "drop":
		s.mem.Drop(threadAndLoc(w[1]))
	case "flush":
		s.mem.Flush(threadAndLoc(w[1]))
	case "redefine":
		s.mem.Redefine(Loc(strings.IndexByte(locNames, w[1][0])), uint64(w[2][0]-'0'), 0)
		s.written[0] = uint64(w[2][0] - '0')
	default:
		got = s.operate(trace.ThreadID(w[0][0]-'0'), w[1], want)
	}
	return strings.TrimSpace(got), strings.TrimSpace(want)
}

func (s *script) commit(w string) {
	t, l := threadAndLoc(w)
	for _, c := range s.mem.Commits(nil) {
		if c.Thread == t && c.Loc == l {
			s.mem.Commit(c)
			return
		}
	}
	s.t.Fatalf("commit %s is not enabled", w)
}

func (s *script) operate(t trace.ThreadID, w, want string) (got string) {
	if w == "exit" {
		s.mem.Sync(&Op{Thread: t, Kind: trace.Exit}, t)
		return ""
	}
	in := parseInstr(w)
	s.store++
	op := Op{Thread: t, Kind: trace.Store, Loc: in.loc, ID: s.store, Expect: in.expect, Fence: in.low.Before}
	s.mem.Fence(&op)
	switch in.kind {
	case 'R':
		op.Kind = trace.Load
		got = s.load(&op, want)
	case 'W', 'U':
		if in.kind == 'U' {
			op.Kind = trace.Unlock
		}
		s.write(&op, in.value)
	case 'X', 'A', 'C', 'L':
		op.Kind, op.CAS = trace.RMW, in.kind == 'C'
		if in.kind == 'L' {
			op.Kind = trace.Lock
		}
		s.mem.Prepare(&op)
		old := s.mem.Load(&op, s.mem.Readable(nil, &op)[0])
		got = fmt.Sprint(old)
		switch {
		case in.kind == 'A':
			s.write(&op, old+in.value)
		case in.kind != 'C' || old == in.expect:
			s.write(&op, in.value)
		}
	case 'F':
		op.Kind, op.Fence = trace.Fence, in.fence
		s.mem.Fence(&op)
	case '+':
		if int(in.peer) != s.threads {
			s.t.Fatalf("thread %d created instead of %d", in.peer, s.threads)
		}
		s.threads++
		op.Kind = trace.Create
		s.mem.Sync(&op, in.peer)
	case '-':
		op.Kind = trace.Join
		s.mem.Sync(&op, in.peer)
	}
	op.Fence = in.low.After
	s.mem.Fence(&op)
	return got
}

func (s *script) write(op *Op, v uint64) {
	s.written[op.ID] = v
	s.mem.Store(op, v)
}

// load lists what may be read, and reads the value after the ">" of want, or
// the newest.
func (s *script) load(op *Op, want string) (got string) {
	from := s.mem.Readable(nil, op)
	choice := from[len(from)-1]
	_, wanted, chosen := strings.Cut(want, "> ")
	for _, f := range from {
		got += fmt.Sprintf(" %d", s.written[f])
		if chosen && fmt.Sprint(s.written[f]) == wanted {
			choice = f
		}
	}
	if v := s.mem.Load(op, choice); v != s.written[choice] {
		s.t.Errorf("the load read %d from a store of %d", v, s.written[choice])
	} else if chosen {
		got += fmt.Sprintf(" > %d", v)
	}
	return got
}
