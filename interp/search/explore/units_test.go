package explore_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/machine/vm"
	"fencepost/interp/search/explore"
	"fencepost/models"
	"fencepost/models/axiom"
	"fencepost/trace"
)

// A sizedOp is an access of a random program to size bytes from byte at on of four bytes u, or, from 4
// on, of another variable y.
type sizedOp struct {
	kind          byte // S store, L load, X exchange, A addition, C compare-exchange, F fence
	at, size      int
	value, expect uint64
	number        int
}

func (o sizedOp) c() string {
	where := fmt.Sprintf("(uint%d_t *)((char *)&u + %d)", 8*o.size, o.at)
	if o.at >= 4 {
		where = "&y"
	}
	r := fmt.Sprintf("r%d", o.number)
	switch o.kind {
	case 'S':
		return fmt.Sprintf("__atomic_store_n(%s, %d, __ATOMIC_RELAXED);", where, o.value)
	case 'L':
		return fmt.Sprintf("%s = __atomic_load_n(%s, __ATOMIC_RELAXED);", r, where)
	case 'X':
		return fmt.Sprintf("%s = __atomic_exchange_n(%s, %d, __ATOMIC_RELAXED);", r, where, o.value)
	case 'A':
		return fmt.Sprintf("%s = __atomic_fetch_add(%s, %d, __ATOMIC_RELAXED);", r, where, o.value)
	case 'C':
		return fmt.Sprintf("{ uint%d_t e = %d; %s = __atomic_compare_exchange_n(%s, &e, %d, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED); }",
			8*max(o.size, 1), o.expect, r, where, o.value)
	}
	return "__atomic_thread_fence(__ATOMIC_SEQ_CST);"
}

// A sizedProgram is the operations of each thread.
type sizedProgram [][]sizedOp

func (p sizedProgram) source() string {
	var b strings.Builder
	b.WriteString("#include <pthread.h>\n#include <stdint.h>\nuint32_t u, y;\nint ")
	n := 0
	for _, t := range p {
		for range t {
			if n > 0 {
				b.WriteString(", ")
			}
			fmt.Fprintf(&b, "r%d", n)
			n++
		}
	}
	b.WriteString(";\n")
	for i, t := range p {
		fmt.Fprintf(&b, "void *t%d(void *a) {\n", i)
		for _, o := range t {
			b.WriteString("\t" + o.c() + "\n")
		}
		b.WriteString("\treturn 0;\n}\n")
	}
	b.WriteString("int main(void) {\n\tpthread_t t[8];\n")
	for i := range p {
		fmt.Fprintf(&b, "\tpthread_create(&t[%d], 0, t%d, 0);\n", i, i)
	}
	for i := range p {
		fmt.Fprintf(&b, "\tpthread_join(t[%d], 0);\n", i)
	}
	b.WriteString("}\n")
	return b.String()
}

func randomSized(r *rand.Rand, threads, length int) (p sizedProgram) {
	number := 0
	for range threads {
		var list []sizedOp
		for range length {
			o := sizedOp{kind: "SSSLLLXACF"[r.IntN(10)], size: 1 << r.IntN(3), value: 1 + r.Uint64N(2), number: number}
			if r.IntN(4) > 0 {
				o.at = r.IntN(4/o.size) * o.size
			} else {
				o.at, o.size = 4, 4
			}
			number++
			for k := 1; k < o.size; k++ {
				o.value |= r.Uint64N(3) << (8 * k)
			}
			list = append(list, o)
		}
		p = append(p, list)
	}
	return p
}

// A sizedState is a state of the machine that describes accesses of several sizes independently of the
// search: memory is bytes, and a thread has a buffer of stores. A load that needs more bytes than the
// latest pending store with some of them has waits.
type sizedState struct {
	memory  [8]byte
	pc      [3]int
	buffers [3]string // of pendings of 10 bytes: at, size, value
	results [16]int32
}

func bytesOf(m []byte, size int) uint64 {
	var b [8]byte
	copy(b[:], m[:size])
	return binary.LittleEndian.Uint64(b[:])
}

func put(m []byte, size int, v uint64) {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], v)
	copy(m[:size], b[:size])
}

const pendingSize = 10

func (o sizedOp) pending() string {
	var b [pendingSize]byte
	b[0], b[1] = byte(o.at), byte(o.size)
	binary.LittleEndian.PutUint64(b[2:], o.value)
	return string(b[:])
}

func overlaps(e string, at, size int) bool {
	return int(e[0]) < at+size && at < int(e[0])+int(e[1])
}

// commit lets pending store k of thread t take place. Under a model without a store order it must be the
// first of its bytes.
func (s sizedState) commit(t, k int) sizedState {
	b := s.buffers[t]
	e := b[k*pendingSize : (k+1)*pendingSize]
	put(s.memory[e[0]:], int(e[1]), binary.LittleEndian.Uint64([]byte(e[2:])))
	s.buffers[t] = b[:k*pendingSize] + b[(k+1)*pendingSize:]
	return s
}

// mayCommit reports whether pending store k of thread t may take place.
func (s *sizedState) mayCommit(model string, t, k int) bool {
	b := s.buffers[t]
	if model == "tso" {
		return k == 0
	}
	e := b[k*pendingSize:]
	for j := range k {
		if overlaps(b[j*pendingSize:], int(e[0]), int(e[1])) {
			return false
		}
	}
	return true
}

// step performs the next operation of thread t. ok is false if it has to wait for a pending store.
func (s sizedState) step(model string, t int, o sizedOp) (_ sizedState, ok bool) {
	b := s.buffers[t]
	s.pc[t]++
	latest := ""
	for k := 0; k < len(b); k += pendingSize {
		if overlaps(b[k:], o.at, o.size) {
			latest = b[k : k+pendingSize]
		}
	}
	switch o.kind {
	case 'F':
		return s, b == ""
	case 'S':
		if model == "sc" {
			put(s.memory[o.at:], o.size, o.value)
		} else {
			s.buffers[t] += o.pending()
		}
		return s, true
	case 'L':
		v := bytesOf(s.memory[o.at:], o.size)
		if latest != "" {
			if int(latest[0]) > o.at || int(latest[0])+int(latest[1]) < o.at+o.size {
				return s, false
			}
			v = bytesOf([]byte(latest[2+o.at-int(latest[0]):])[:o.size], o.size)
		}
		s.results[o.number] = int32(v)
		return s, true
	}
	if model == "tso" && b != "" || latest != "" {
		return s, false
	}
	old := bytesOf(s.memory[o.at:], o.size)
	s.results[o.number] = int32(old)
	switch o.kind {
	case 'X':
		put(s.memory[o.at:], o.size, o.value)
	case 'A':
		put(s.memory[o.at:], o.size, old+o.value)
	case 'C':
		s.results[o.number] = 0
		if old == o.expect {
			s.results[o.number] = 1
			put(s.memory[o.at:], o.size, o.value)
		}
	}
	return s, true
}

// outcomes returns the final states of all executions, as finals writes them.
func (p sizedProgram) outcomes(model string) []string {
	var start sizedState
	seen, found := map[sizedState]bool{start: true}, map[string]bool{}
	todo := []sizedState{start}
	for len(todo) > 0 {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		last := true
		visit := func(n sizedState) {
			last = false
			if !seen[n] {
				seen[n] = true
				todo = append(todo, n)
			}
		}
		for t := range p {
			if s.pc[t] < len(p[t]) {
				if n, ok := s.step(model, t, p[t][s.pc[t]]); ok {
					visit(n)
				}
			}
			for k := range len(s.buffers[t]) / pendingSize {
				if s.mayCommit(model, t, k) {
					visit(s.commit(t, k))
				}
			}
		}
		if last {
			out := fmt.Sprintf("u=%d y=%d ", bytesOf(s.memory[:], 4), bytesOf(s.memory[4:], 4))
			for i := range p {
				for _, o := range p[i] {
					out += fmt.Sprintf("r%d=%d ", o.number, uint32(s.results[o.number]))
				}
			}
			found[out] = true
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// runs checks that the machine of a model has a run of each execution, with the same outcome.
func runs(t *testing.T, p *code.Program, m *models.Model, units []vm.Unit) {
	o := interp.Options{Semantics: interp.Semantics{Units: units}}
	explored(t, p, axiom.Of(m), explore.Options{Workers: 1, Each: func(x *explore.Execution) {
		completed := func(r *interp.Result) bool { return r.Outcome == interp.Completed }
		mc, _, err := x.Graph().Linearise(context.Background(), p, m, o, &trace.Recorder{}, completed)
		if err != nil {
			t.Fatalf("%s: %v\n%s", m.Name, err, p.Files[0].Text)
		}
		if got, want := finals(p, mc.Final), finals(p, x.Final); got != want {
			t.Fatalf("%s: %s instead of %s\n%s", m.Name, got, want, p.Files[0].Text)
		}
	}})
}

// reducedOutcomes returns the outcomes that the explorer finds with two workers and all reductions.
func reducedOutcomes(t *testing.T, p *code.Program, m *axiom.Model) []string {
	r := explored(t, p, m, explore.Options{Workers: 2, Reductions: explore.AllReductions(), Outcome: finalsOf(p)})
	return slices.Sorted(maps.Keys(r.Outcomes))
}

// TestUnits explores random programs that access four bytes at several sizes. A machine whose memory is
// bytes, the models' machines, and a search with reductions must have the same outcomes.
func TestUnits(t *testing.T) {
	source := rand.New(rand.NewPCG(*seed, 41))
	for range *programs {
		p := randomSized(source, 2+source.IntN(2), 2+source.IntN(2))
		prog := compile(t, p.source())
		for _, m := range models.All() {
			if m.Native {
				continue
			}
			got, r := exploredReport(t, prog, axiom.Of(m))
			contains := func(list []string) bool {
				return !slices.ContainsFunc(list, func(o string) bool { return !slices.Contains(got, o) })
			}
			if !m.ReadChoice {
				want := p.outcomes(m.Name)
				if r.Complete && !contains(want) || slices.ContainsFunc(got, func(o string) bool { return !slices.Contains(want, o) }) {
					t.Fatalf("%s:\n%sexplored\n\t%s\nmachine of bytes\n\t%s", m.Name, p.source(), strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
				}
			}
			// The machine keeps more stores of parts in order than an incomplete search does, and has a load of bytes
			// that are no unit wait for a pending store of its thread to some of them.
			if r.Complete && len(r.Units) == 1 && r.Units[0].Size == 4 {
				runs(t, prog, m, r.Units)
			}
			if reduced := reducedOutcomes(t, prog, axiom.Of(m)); !slices.Equal(reduced, got) {
				t.Fatalf("%s:\n%swithout reductions\n\t%s\nwith them\n\t%s", m.Name, p.source(), strings.Join(got, "\n\t"), strings.Join(reduced, "\n\t"))
			}
			list, ok := operationalEndings(t, prog, m, 2_000, interp.Semantics{MaxSteps: interp.DefaultMaxSteps, Units: r.Units})
			if ok && r.Complete && !(contains(list) && (m.ReadChoice || len(list) == len(got))) {
				t.Fatalf("%s:\n%sexplored\n\t%s\nmachine\n\t%s", m.Name, p.source(), strings.Join(got, "\n\t"), strings.Join(list, "\n\t"))
			}
		}
	}
}
