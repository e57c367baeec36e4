// Package symbols names memory in the terms of the program, and describes events in a few
// words.
package symbols

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"unicode"

	"fencepost/interp/code"
	"fencepost/trace"
)

// A Map names the addresses of one execution. A variable has its name in C. A heap block
// has the name of the pointer through which its largest type is accessed first, and its
// content the names of that type's members. A block that is not accessed through a pointer
// has the position of its allocation. A structure or an array on a stack has the name of its variable, if an
// access names that, and otherwise the name of a pointer, as in the heap. Another object on a stack is named
// as in its first access. If several have one name, the second gets #2.
type Map struct {
	prog  *code.Program // nil: variables have no names
	sites []trace.Site
	heap  []Block                  // by address
	local []Block                  // objects with parts on stacks, by address
	stack map[uint64]string        // names of other objects on stacks, by address
	wide  map[uint64][]code.Scalar // members of structures of more than 8 bytes, by address, if an access has them

	functions map[int32]code.SysID // library functions that synchronise, by site
	mutexes   map[uint64]bool      // lock words of mutexes that waits release, by address
}

// New returns the names of an execution's memory. p has the variables; it may be nil, as
// sites may. It takes O(n log n) in the events.
func New(p *code.Program, sites []trace.Site, events []trace.Event) *Map {
	m := &Map{prog: p, sites: sites}
	for i := range events {
		if e := &events[i]; e.Kind == trace.Alloc {
			m.heap = append(m.heap, Block{Addr: e.Addr, Size: e.Value, Event: e.ID})
		}
	}
	sort.Slice(m.heap, func(i, j int) bool { return m.heap[i].Addr < m.heap[j].Addr })
	m.nameHeap(events)
	m.findLocals(events)
	m.nameStack(events)
	m.noteLocks(events)
	if p != nil && len(p.Members) > 0 {
		m.wide = map[uint64][]code.Scalar{}
		for i := range events {
			if e := &events[i]; e.Size > 8 && m.wide[e.Addr] == nil && p.Members[e.Site] != nil {
				m.wide[e.Addr] = p.Members[e.Site]
			}
		}
	}
	return m
}

// nameStack names the other objects that are neither static nor in the heap: as in the first access,
// outside embedded headers, that names a variable, or otherwise as in the first access.
func (m *Map) nameStack(events []trace.Event) {
	if m.prog == nil {
		return
	}
	m.stack = map[uint64]string{}
	var order []uint64 // addresses in the order of first accesses
	for i := range events {
		e := &events[i]
		if e.Loc < 0 || e.Site < 0 || int(e.Site) >= len(m.prog.Sites) || m.prog.Sites[e.Site].Pos.System() {
			continue
		}
		before, known := m.stack[e.Addr]
		if known && variable(before) || !known && m.Name(e.Addr) != "" {
			continue
		}
		name := accessed(m.prog.Sites[e.Site].Text)
		if !known {
			order = append(order, e.Addr)
		} else if !variable(name) {
			continue
		}
		m.stack[e.Addr] = name
	}
	used := numbering{}
	for _, addr := range order {
		m.stack[addr] = used.unique(m.stack[addr])
	}
}

// A numbering counts how often a name was given.
type numbering map[string]int

// unique returns the name with its number, if it was given before.
func (used numbering) unique(name string) string {
	if used[name]++; used[name] > 1 {
		return fmt.Sprintf("%s#%d", name, used[name])
	}
	return name
}

// variable reports whether an expression is a variable or a member of one.
func variable(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool { return r != '_' && r != '.' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// accessed returns the expression that a statement accesses: x of x = 1, of
// atomic_store(&x, 1) and of pthread_mutex_lock(&x).
func accessed(text string) string {
	text, _, _ = strings.Cut(text, " = ")
	call, args, ok := strings.Cut(text, "(")
	if !ok || !strings.Contains(call, "atomic_") && !slices.ContainsFunc(families, func(f string) bool { return strings.HasPrefix(call, f) }) {
		return text
	}
	depth := 0
	end := strings.IndexFunc(args, func(r rune) bool {
		switch r {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		}
		return depth < 0 || depth == 0 && r == ','
	})
	if end < 0 {
		return text
	}
	return strings.TrimPrefix(args[:end], "&")
}

// families are prefixes of the functions whose first argument points to the accessed
// object.
var families = []string{"__sync_", "pthread_", "sem_", "mtx_", "cnd_"}

// Name returns the name of the object at addr, or "".
func (m *Map) Name(addr uint64) string { return m.nameOf(addr, 1) }

// nameOf returns the name of the size bytes at addr, or "".
func (m *Map) nameOf(addr uint64, size int64) string {
	if o := m.object(addr); o != nil {
		return member(o, int64(addr-o.Addr), size)
	}
	if b := m.blockOrLocal(addr); b != nil {
		return b.member(int64(addr-b.Addr), size)
	}
	return m.stack[addr]
}

// member returns the name of the size bytes of o at offset off.
func member(o *code.Object, off, size int64) string {
	if path, ok := common(o.Scalars, off, size); ok {
		return o.Name + path
	}
	return offset(o.Name, off)
}

// common returns the path to the size bytes at an offset: the common prefix of the scalars in them. ok is
// false if there are none.
func common(list []code.Scalar, off, size int64) (path string, ok bool) {
	from := sort.Search(len(list), func(i int) bool { return list[i].Off >= off })
	for _, s := range list[from:] {
		switch next := public(s.Path); {
		case s.Off >= off+size:
			return path, ok
		case s.Off == off && s.Size > 8:
			return next, true
		case !ok:
			path, ok = next, true
		default:
			for path != "" && !strings.HasPrefix(next, path) {
				path = path[:max(0, strings.LastIndexAny(path, ".["))]
			}
		}
	}
	return path, ok
}

// at returns the scalars at an offset.
func at(list []code.Scalar, off int64) []code.Scalar {
	i := sort.Search(len(list), func(i int) bool { return list[i].Off >= off })
	n := i
	for n < len(list) && list[n].Off == off {
		n++
	}
	return list[i:n]
}

// public removes the internal members of a library type from a path.
func public(path string) string {
	before, _, _ := strings.Cut(path, ".__")
	return before
}

// overlaid returns the member of a union that e accesses, found by its size and the text of
// its site; "" if there is no union.
func (m *Map) overlaid(e *trace.Event) string {
	o := m.object(e.Addr)
	if o == nil || len(o.Overlaid) == 0 {
		return ""
	}
	off := int64(e.Addr - o.Addr)
	text := ""
	if e.Site >= 0 && int(e.Site) < len(m.sites) {
		text = lastMember(accessed(m.sites[e.Site].Text))
	}
	name := ""
	for _, s := range slices.Concat(at(o.Scalars, off), at(o.Overlaid, off)) {
		if s.Size == e.Size && (name == "" || lastMember(s.Path) == text) {
			name = o.Name + public(s.Path)
			if lastMember(s.Path) == text {
				break
			}
		}
	}
	return name
}

// lastMember returns the last member in a path or an expression: s of u.s[1], lo of p->lo.
func lastMember(path string) string {
	path = strings.TrimSpace(path[strings.LastIndexAny(path, ".>")+1:])
	end := strings.IndexFunc(path, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if end < 0 {
		return path
	}
	return path[:end]
}

func offset(name string, off int64) string {
	if off == 0 {
		return name
	}
	return fmt.Sprintf("%s+%d", name, off)
}

// Pointer returns the name of a pointer to addr: the pointer to a block at its beginning.
// An address without a name is printed as a number.
func (m *Map) Pointer(addr uint64) string {
	if b := m.blockOrLocal(addr); b != nil && b.Addr+uint64(b.from) == addr {
		return b.pointer
	}
	if n := m.Name(addr); n != "" {
		return "&" + n
	}
	return fmt.Sprintf("%#x", addr)
}

// Block returns the name of the block that e allocates or frees.
func (m *Map) Block(e *trace.Event) string { return strings.TrimLeft(m.Pointer(e.Addr), "&*") }

// NeverWritten stands for a value that no store wrote.
const NeverWritten = "never written"

// Value returns a value of size bytes as in C: an address by its name, a small negative
// number with its sign.
func (m *Map) Value(v uint64, size uint8, undef bool) string {
	if undef {
		return NeverWritten
	}
	shift := 64 - 8*uint(size)
	if s := int64(v<<shift) >> shift; s < 0 && s >= -1<<15 {
		return fmt.Sprint(s)
	}
	if size == 8 && m.Name(v) != "" {
		return m.Pointer(v)
	}
	if v >= 1<<32 {
		return fmt.Sprintf("%#x", v)
	}
	return fmt.Sprint(v)
}

// object returns the static object at addr, or nil.
func (m *Map) object(addr uint64) *code.Object {
	if m.prog == nil {
		return nil
	}
	return m.prog.ObjectAt(addr)
}

// wideValue returns the value of size bytes at addr whose number is v, of which the bytes of undef were
// never written: the members of a structure, or a number.
func (m *Map) wideValue(v, addr uint64, size uint8, undef trace.Undef) string {
	if m.prog == nil || m.prog.Wides == nil {
		return fmt.Sprintf("%#x", v)
	}
	low, high, ok := m.prog.Wides.Content(v)
	if !ok {
		return fmt.Sprintf("%#x", v)
	}
	wides := m.prog.Wides
	members := m.wide[addr]
	if o := m.object(addr); members == nil && o != nil {
		off := int64(addr - o.Addr)
		for _, s := range at(o.Scalars, off) {
			members = s.Members
		}
		if members == nil {
			members = within(o.Scalars, off, size)
		}
		if members == nil {
			members = within(o.Overlaid, off, size)
		}
	}
	switch {
	case len(members) >= 2:
	case size > 16:
		members = nil
		for i := uint8(0); i < size; i += 8 {
			members = append(members, code.Scalar{Off: int64(i), Size: min(size-i, 8)})
		}
	default:
		if n := (code.Int128{Low: low, High: high}); high == 0 || high == ^uint64(0) {
			return n.Text(true)
		}
		if m.Name(low) == "" && m.Name(high) == "" {
			return fmt.Sprintf("%#x%016x", high, low)
		}
		members = []code.Scalar{{Size: 8}, {Off: 8, Size: 8}}
	}
	var parts []string
	for _, s := range members {
		shift := 64 - 8*uint(s.Size)
		missing := trace.NarrowUndef(undef, size, uint8(s.Off)) & trace.AllUndef(s.Size)
		text := m.Value(wides.Part(v, size, uint8(s.Off))<<shift>>shift, s.Size, missing == trace.AllUndef(s.Size))
		if s.Path != "" {
			text = s.Path + " = " + text
		}
		parts = append(parts, text)
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// within returns the scalars in the size bytes from off on, if there are several, with
// their last names.
func within(list []code.Scalar, off int64, size uint8) (members []code.Scalar) {
	for _, s := range list {
		if s.Off >= off && s.Off+int64(s.Size) <= off+int64(size) && s.Size <= 8 {
			s.Path, s.Off = "."+lastMember(s.Path), s.Off-off
			members = append(members, s)
		}
	}
	if len(members) < 2 {
		return nil
	}
	return members
}

// Initial returns the content of size bytes at addr at the start of the program.
func (m *Map) Initial(addr uint64, size uint8) string {
	o := m.object(addr)
	if o == nil {
		return NeverWritten
	}
	off := int(addr - o.Addr)
	word := func(i uint8) (v uint64) {
		for k := 8 * int(i); k < min(int(size), 8*int(i)+8) && off+k < len(o.Init); k++ {
			v |= uint64(o.Init[off+k]) << (k % 8 * 8)
		}
		return v
	}
	if size > 8 {
		return m.wideValue(m.prog.Wides.NumberOf(size, word), addr, size, 0)
	}
	return m.Value(word(0), size, false)
}

// Location returns the name of the memory that e accesses.
func (m *Map) Location(e *trace.Event) string {
	if n := m.overlaid(e); n != "" {
		return n
	}
	size := int64(1) // the first of several members stands for up to 8 bytes
	if e.Size > 8 {
		size = int64(e.Size)
	}
	if n := m.nameOf(e.Addr, size); n != "" {
		return n
	}
	if e.Site >= 0 && int(e.Site) < len(m.sites) {
		return accessed(m.sites[e.Site].Text)
	}
	return fmt.Sprintf("%#x", e.Addr)
}

// ValueOf returns v as a value of the memory that e accesses.
func (m *Map) ValueOf(e *trace.Event, v uint64) string {
	if e.Size > 8 && e.Undef != trace.AllUndef(e.Size) {
		return m.wideValue(v, e.Addr, e.Size, e.Undef)
	}
	return m.Value(v, e.Size, e.Undef != 0)
}

// Before returns the value that an RMW or a lock operation reads.
func (m *Map) Before(e *trace.Event) string {
	if e.Size > 8 {
		return m.wideValue(e.Read, e.Addr, e.Size, 0)
	}
	return m.Value(e.Read, e.Size, false)
}

// Assignment returns "location = value" for a store, an RMW or a commit.
func (m *Map) Assignment(e *trace.Event) string { return m.Location(e) + " = " + m.ValueOf(e, e.Value) }

// Describe describes event e.
func (m *Map) Describe(e *trace.Event) string {
	switch e.Kind {
	case trace.Load:
		return "read " + m.Assignment(e)
	case trace.Store:
		return "write " + m.Assignment(e)
	case trace.RMW:
		return fmt.Sprintf("update %s: %s to %s", m.Location(e), m.Before(e), m.ValueOf(e, e.Value))
	case trace.CASFail:
		return "failed update, " + m.Assignment(e)
	case trace.Commit:
		return "commit " + m.Assignment(e)
	case trace.Fence:
		if e.Order != trace.Plain {
			return "fence " + e.Order.String()
		}
		return "fence " + trace.FenceKind(e.Value).String()
	case trace.Lock, trace.Unlock, trace.LockRead:
		return m.Verb(e) + " " + m.Location(e)
	case trace.Create, trace.Join:
		return fmt.Sprintf("%s thread %d", e.Kind, e.Value)
	case trace.Alloc:
		return fmt.Sprintf("alloc %s, %d bytes", m.Block(e), e.Value)
	case trace.Free:
		return "free " + m.Block(e)
	}
	return e.Kind.String()
}
