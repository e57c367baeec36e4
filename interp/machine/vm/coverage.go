package vm

import (
	"errors"
	"slices"
	"sync"

	"fencepost/interp/code"
	"fencepost/trace"
)

// A Coverage records which parts of a program its executions reached. Any number of VMs may share it,
// also of versions of the program that code.LoopsAtConditions returned. VMs of other programs do not
// change it.
//
// A VM that records coverage runs a copy of the code. In the copy BadOp replaces every instruction
// that the VM has not executed yet, and every conditional jump that it has not left both ways.
// Executing a BadOp puts the instruction back. So coverage costs nothing once the code has been
// reached.
type Coverage struct {
	program *code.Program
	mu      sync.Mutex
	parts   []*covered // by VM
	added   *covered   // the union of the arguments of Add; one of parts
}

// NewCoverage returns a Coverage of program p.
func NewCoverage(p *code.Program) *Coverage { return &Coverage{program: p} }

// Take adds what Coverage o of the same program has recorded. The caller must not use o afterwards.
func (c *Coverage) Take(o *Coverage) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.parts = append(c.parts, o.parts...)
}

// Flags of an instruction. The last two are of a conditional jump.
const (
	executed = 1 << iota
	jumped
	passed
)

// A covered is the coverage recorded by one VM.
type covered struct {
	source *code.Program // without BadOps
	seen   [][]uint8     // flags, by function and pc
}

// attach returns a copy of p to run, and the record s into which it is covered. Both are nil if p is
// another program.
func (c *Coverage) attach(p *code.Program) (run *code.Program, s *covered) {
	if len(p.Funcs) != len(c.program.Funcs) {
		return nil, nil
	}
	q := *p
	q.Funcs = slices.Clone(p.Funcs)
	s = &covered{p, make([][]uint8, len(p.Funcs))}
	for i := range q.Funcs {
		f := &q.Funcs[i]
		if len(original(f)) != len(original(&c.program.Funcs[i])) {
			return nil, nil
		}
		if f.Code == nil {
			continue
		}
		s.seen[i] = make([]uint8, len(f.Code))
		f.Code = make([]code.Instr, len(f.Code))
		for pc := range f.Code {
			f.Code[pc] = code.Instr{Op: code.BadOp, Imm: int32(i)}
		}
	}
	c.mu.Lock()
	c.parts = append(c.parts, s)
	c.mu.Unlock()
	return &q, s
}

// original returns the pcs of the instructions that LoopsAtConditions did not add.
func original(f *code.Func) []int {
	var pcs []int
	for pc, in := range f.Code {
		if in.Op != code.Loop || in.A != code.AtCondition {
			pcs = append(pcs, pc)
		}
	}
	return pcs
}

// reach records that the instruction at pc of function fn, which is a BadOp in run, is executed. It
// returns the pc to continue at: pc itself, or the target of a conditional jump.
func (s *covered) reach(run []code.Instr, fn int32, pc int, r *[256]int64) int {
	in := &s.source.Funcs[fn].Code[pc]
	seen := &s.seen[fn][pc]
	*seen |= executed
	if !in.Op.Jumps() || in.Op == code.Jmp {
		run[pc] = *in
		return pc
	}
	next, way := pc+1, uint8(passed)
	if code.Taken(in.Op, r[in.A], r[in.B]) {
		next, way = int(in.Imm), jumped
	}
	if *seen |= way; *seen&jumped != 0 && *seen&passed != 0 {
		run[pc] = *in
	}
	return next
}

// Seen returns what executions have recorded so far, as an argument of Add of another Coverage of the
// same program: a byte of flags for each instruction, by function. No VM may run meanwhile.
func (c *Coverage) Seen() []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	var all []byte
	for i := range c.program.Funcs {
		all = append(all, c.function(i)...)
	}
	return all
}

// Add adds what Seen returned in another process. It returns an error if seen is of another program.
func (c *Coverage) Add(seen []byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := 0
	for i := range c.program.Funcs {
		n += len(c.program.Funcs[i].Code)
	}
	if len(seen) != n {
		return errors.New("the coverage is that of another program")
	}
	if c.added == nil {
		c.added = &covered{source: c.program}
		for i := range c.program.Funcs {
			c.added.seen = append(c.added.seen, make([]uint8, len(c.program.Funcs[i].Code)))
		}
		c.parts = append(c.parts, c.added)
	}
	for _, f := range c.added.seen {
		for pc := range f {
			f[pc] |= seen[pc]
		}
		seen = seen[len(f):]
	}
	return nil
}

// function returns the flags of the original instructions of function i.
func (c *Coverage) function(i int) []uint8 {
	seen := make([]uint8, len(original(&c.program.Funcs[i])))
	for _, s := range c.parts {
		if s.seen[i] == nil {
			continue
		}
		for k, pc := range original(&s.source.Funcs[i]) {
			seen[k] |= s.seen[i][pc]
		}
	}
	return seen
}

// Sites returns the sites of accesses and fences that were executed. No VM may run meanwhile.
func (c *Coverage) Sites() map[int32]bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	sites := map[int32]bool{}
	for i := range c.program.Funcs {
		f := &c.program.Funcs[i]
		pcs := original(f)
		for k, seen := range c.function(i) {
			if in := f.Code[pcs[k]]; seen&executed != 0 && in.Op.HasSite() {
				sites[in.Imm] = true
			}
		}
	}
	return sites
}

// Called returns the names of the library's functions that were called. No VM may run meanwhile.
func (c *Coverage) Called() map[string]bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	names := map[string]bool{}
	for i := range c.program.Funcs {
		if f := &c.program.Funcs[i]; f.System && slices.ContainsFunc(c.function(i), func(seen uint8) bool { return seen&executed != 0 }) {
			names[f.Name] = true
		}
	}
	return names
}

// A Reached summarises a Coverage, without embedded headers.
type Reached struct {
	Lines      Share // lines that have code
	Branches   Share // ways to leave a condition outside of assertions
	Assertions Share
	Threads    bool // the program created a thread
	// Idle are the source files of which no line was reached, though they have code.
	Idle []string
}

// A Share is how many of several things were reached.
type Share struct {
	Total, Reached int
	Missing        []trace.Pos // places not reached, sorted; a branch has the place of its condition
}

// Reached summarises the coverage. No VM may run meanwhile.
func (c *Coverage) Reached() *Reached {
	c.mu.Lock()
	defer c.mu.Unlock()
	lines, branches, assertions, threads := tally{}, tally{}, tally{}, false
	for i := range c.program.Funcs {
		f := &c.program.Funcs[i]
		seen := c.function(i)
		for pc, in := range f.Code {
			threads = threads || in.Op == code.Sys && code.SysID(in.C) == code.ThreadCreate && seen[pc]&executed != 0
		}
		if f.System || i == c.program.Init {
			continue
		}
		asserted := map[int]bool{} // pcs of jumps in conditions of assertions
		for pc, in := range f.Code {
			at := f.PosOf[pc]
			called := in.Op == code.Call && in.C == code.Failure
			switch {
			case in.Op == code.Assert:
				at = c.program.Sites[in.Imm].Pos
			case !called && (in.Op != code.Sys || code.SysID(in.C) != code.AssertFail):
				continue
			}
			reached, jumps := seen[pc]&executed != 0, jumpsBefore(f, pc, at)
			for _, k := range jumps {
				reached = reached || seen[k]&executed != 0
				asserted[k] = true
			}
			if !called || len(jumps) > 0 {
				assertions.add(at, reached)
			}
		}
		for pc, in := range f.Code {
			pos := f.PosOf[pc]
			if pos.Line == 0 {
				continue
			}
			line := pos
			line.Col = 0
			lines.add(line, seen[pc]&executed != 0)
			if in.Op.Jumps() && in.Op != code.Jmp && !asserted[pc] {
				branches.ways(pos, pc, seen[pc])
			}
		}
	}
	return &Reached{lines.share(), branches.share(), assertions.share(), threads, lines.idle(c.program)}
}

// precedes reports whether p is before at in its file, or in another file.
func precedes(p, at trace.Pos) bool {
	return p.File != at.File || p.Line < at.Line || p.Line == at.Line && p.Col < at.Col
}

// jumpsBefore returns the pcs of the conditional jumps in the condition of an assertion that ends at pc, and that
// is at a place in the text: those from which control comes to pc without an instruction that stands before the
// place, and without a loop. A jump that stands before it is that of a condition around assert(false).
func jumpsBefore(f *code.Func, pc int, place trace.Pos) (list []int) {
	from := map[int][]int{} // jumps, by target
	for k, in := range f.Code {
		if in.Op.Jumps() {
			from[int(in.Imm)] = append(from[int(in.Imm)], k)
		}
	}
	seen := map[int]bool{pc: true}
	for todo := []int{pc}; len(todo) > 0; {
		at := todo[0]
		todo = todo[1:]
		if f.Code[at].Op == code.Loop {
			continue
		}
		before := from[at]
		if at > 0 && !f.Code[at-1].Ends() {
			before = append(slices.Clip(before), at-1)
		}
		for _, k := range before {
			if seen[k] || f.PosOf[k].Line > 0 && precedes(f.PosOf[k], place) {
				continue
			}
			seen[k] = true
			todo = append(todo, k)
			if op := f.Code[k].Op; op.Jumps() && op != code.Jmp {
				list = append(list, k)
			}
		}
	}
	return list
}

// A tally maps places to whether they were reached. The number distinguishes several branches at one
// place.
type tally map[numbered]bool

type numbered struct {
	trace.Pos
	n int
}

func (t tally) add(p trace.Pos, reached bool) {
	t[numbered{p, 0}] = t[numbered{p, 0}] || reached
}

// ways adds the two ways to leave a conditional jump.
func (t tally) ways(p trace.Pos, pc int, seen uint8) {
	t[numbered{p, 2 * pc}] = seen&passed != 0
	t[numbered{p, 2*pc + 1}] = seen&jumped != 0
}

// idle returns the source files with code of which nothing was reached. t has only places in
// functions that are called.
func (t tally) idle(p *code.Program) (names []string) {
	reached := map[string]bool{}
	for k, r := range t {
		reached[k.File] = reached[k.File] || r
	}
	for _, f := range p.Files {
		if r, has := reached[f.Name]; f.Unit && (has && !r || slices.Contains(p.Uncalled, f.Name)) {
			names = append(names, f.Name)
		}
	}
	return names
}

func (t tally) share() Share {
	s := Share{Total: len(t)}
	for k, reached := range t {
		if reached {
			s.Reached++
		} else {
			s.Missing = append(s.Missing, k.Pos)
		}
	}
	slices.SortFunc(s.Missing, trace.Pos.Compare)
	s.Missing = slices.Compact(s.Missing)
	return s
}
