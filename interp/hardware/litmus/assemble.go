package litmus

import (
	"cmp"
	"encoding/binary"
	"strings"

	"fencepost/interp/code"
	"fencepost/interp/hardware/isa"
	"fencepost/trace"
)

// observerSize is the size of the objects to which registers are copied.
const observerSize = 8

// maxThreads bounds the threads of a test: main keeps their handles in registers.
const maxThreads = 250

// An object is a shared location, or the place of a register's final value.
type object struct {
	name     string
	pos      trace.Pos
	addr     uint64
	observer bool
	set      bool  // the init section sets it
	initial  int64 // 0 unless set
}

// An assembler builds the program of a test.
type assembler struct {
	*scanner
	arch    Arch
	prog    *code.Program
	objects []*object // in order of address
	byName  map[string]*object
	slot    int64 // the next free one
	*code.Tables
	sitesAt   map[trace.Pos]int
	threads   []*thread
	registers map[string]isa.Register // by upper-case name; empty for C
	width     uint8                   // size of a shared location in bytes; 0: not accessed yet
	addresses bool                    // addresses of locations occur as values
	isa       *isa.Arch               // of threads that no machine runs
}

func newAssembler(s *scanner, arch Arch) *assembler {
	a := &assembler{
		scanner: s, arch: arch, prog: &code.Program{Init: -1}, slot: 1,
		byName: make(map[string]*object), sitesAt: make(map[trace.Pos]int),
	}
	a.Tables = code.NewTables(a.prog)
	if known := architectures[arch]; known != nil {
		a.registers = known.Registers
		if !arch.Runs() {
			a.isa = known
		}
	}
	return a
}

// location returns the shared location with a name, creating it if necessary.
func (a *assembler) location(name string, pos trace.Pos) *object {
	o := a.byName[name]
	if o == nil {
		o = a.object(&object{name: name, pos: pos})
		a.byName[name] = o
	}
	return o
}

// object assigns an address to o.
func (a *assembler) object(o *object) *object {
	o.addr = uint64(a.slot) << code.SlotBits
	a.slot += code.Slots(observerSize)
	a.objects = append(a.objects, o)
	return o
}

// number returns an initial value as a number.
func (a *assembler) number(v initialValue) int64 {
	if v.symbol != "" {
		return int64(a.byName[v.symbol].addr)
	}
	return v.value
}

// locationSize returns the size of shared locations in bytes. All accesses must be known.
func (a *assembler) locationSize() uint8 { return max(a.width, 4) }

// site adds a site of a function and its access. The sites at one position are
// counted.
func (a *assembler) site(s trace.Site, acc code.Access) int32 {
	a.sitesAt[s.Pos]++
	s.N = a.sitesAt[s.Pos]
	s.Text = strings.Join(strings.Fields(s.Text), " ")
	return a.private(s, acc)
}

// private is site for an access that is no event.
func (a *assembler) private(s trace.Site, acc code.Access) int32 {
	a.prog.Sites = append(a.prog.Sites, s)
	a.prog.Access = append(a.prog.Access, acc)
	return int32(len(a.prog.Sites) - 1)
}

// names returns the names of the shared locations by address, if addresses occur as values;
// otherwise nil.
func (a *assembler) names() map[int64]string {
	if !a.addresses {
		return nil
	}
	names := make(map[int64]string)
	for _, o := range a.objects {
		if !o.observer {
			names[int64(o.addr)] = o.name
		}
	}
	return names
}

// compare orders locations like a state line.
func (a *assembler) compare(x, y Location) int {
	if shared := cmp.Compare(min(y.Thread, 0), min(x.Thread, 0)); shared != 0 {
		return shared
	}
	return cmp.Or(cmp.Compare(x.Thread, y.Thread), cmp.Compare(a.rank(x.Name), a.rank(y.Name)), cmp.Compare(x.Name, y.Name))
}

// rank returns the position of a register in the order of its architecture.
func (a *assembler) rank(name string) int { return int(a.registers[strings.ToUpper(name)].Reg) }

// link completes the program.
func (a *assembler) link() *code.Program {
	if a.isa != nil {
		a.prog.Funcs = append(a.prog.Funcs, a.refusal())
	} else {
		a.prog.Funcs = append(a.prog.Funcs, a.main())
		for _, t := range a.threads {
			a.prog.Funcs = append(a.prog.Funcs, t.finish())
		}
	}
	for _, o := range a.objects {
		obj := code.Object{Name: o.name, Pos: o.pos, Size: observerSize, Addr: o.addr}
		if !o.observer {
			obj.Size = int64(a.locationSize())
			obj.Scalars = []code.Scalar{{Size: a.locationSize(), Signed: true}}
			if obj.Size == 4 && o.initial != int64(int32(o.initial)) {
				a.errorf(o.pos, "the initial value of %s does not fit in 32 bits", o.name)
			}
		}
		if o.initial != 0 {
			obj.Init = binary.LittleEndian.AppendUint64(nil, uint64(o.initial))[:obj.Size]
		}
		a.prog.Objects = append(a.prog.Objects, obj)
	}
	return a.prog
}

// main assembles the main function: it creates the threads and joins them.
func (a *assembler) main() code.Func {
	m := &thread{asm: a, name: "main", pos: a.at(0), at: a.at(0)}
	for i, t := range a.threads {
		m.at = t.pos
		m.constant(uint8(i), int64(code.FuncAddr(i+1)))
		m.constant(uint8(i+1), 0)
		m.sys(code.ThreadCreate, uint8(i), 2, t.name)
	}
	for i, t := range a.threads {
		m.at = t.pos
		m.sys(code.ThreadJoin, uint8(i), 1, t.name)
	}
	m.constant(0, 0)
	m.emit(code.Instr{Op: code.Ret})
	return m.function(0, len(a.threads)+1)
}
