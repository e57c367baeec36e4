package report

import (
	"fmt"
	"sort"
	"strings"

	"fencepost/interp/code"
	"fencepost/trace"
)

// A memoryMap gives the addresses of one execution names: variables as C has
// them, heap blocks heap1, heap2, ... in order of allocation. What is on a stack
// is called as its first access has it, the second of a name with #2.
type memoryMap struct {
	prog  *code.Program     // nil: no variables are known
	heap  []block           // in order of address
	stack map[uint64]string // names by address
}

type block struct {
	name  string
	addr  uint64
	size  uint64
	event int32 // that allocated it
}

func newMemoryMap(p *code.Program, events []trace.Event) *memoryMap {
	m := &memoryMap{prog: p}
	for i := range events {
		if e := &events[i]; e.Kind == trace.Alloc {
			m.heap = append(m.heap, block{fmt.Sprintf("heap%d", len(m.heap)+1), e.Addr, e.Value, e.ID})
		}
	}
	sort.Slice(m.heap, func(i, j int) bool { return m.heap[i].addr < m.heap[j].addr })
	m.nameStack(events)
	return m
}

// nameStack names what is neither a variable that is known nor in a heap block.
func (m *memoryMap) nameStack(events []trace.Event) {
	if m.prog == nil {
		return
	}
	m.stack = map[uint64]string{}
	used := map[string]int{}
	for i := range events {
		e := &events[i]
		if e.Loc < 0 || e.Site < 0 || int(e.Site) >= len(m.prog.Sites) || m.name(e.Addr) != "" {
			continue
		}
		name := accessed(m.prog.Sites[e.Site].Text)
		if used[name]++; used[name] > 1 {
			name = fmt.Sprintf("%s#%d", name, used[name])
		}
		m.stack[e.Addr] = name
	}
}

// accessed returns what an expression accesses: x of x = 1 and of
// atomic_store(&x, 1).
func accessed(text string) string {
	text, _, _ = strings.Cut(text, " = ")
	call, args, ok := strings.Cut(text, "(")
	if !ok || !strings.Contains(call, "atomic_") && !strings.HasPrefix(call, "__sync_") {
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

// name returns the name of what is at addr, or "".
func (m *memoryMap) name(addr uint64) string {
	if m.prog != nil {
		objects := m.prog.Objects
		i := sort.Search(len(objects), func(i int) bool { return objects[i].Addr > addr }) - 1
		if i >= 0 && addr < objects[i].Addr+uint64(objects[i].Size) {
			return member(&objects[i], int64(addr-objects[i].Addr))
		}
	}
	if b := m.blockAt(addr); b != nil {
		return offset(b.name, int64(addr-b.addr))
	}
	return m.stack[addr]
}

// blockAt returns the heap block that addr is in; nil if it is in none.
func (m *memoryMap) blockAt(addr uint64) *block {
	i := sort.Search(len(m.heap), func(i int) bool { return m.heap[i].addr > addr }) - 1
	if i < 0 || addr >= m.heap[i].addr+m.heap[i].size {
		return nil
	}
	return &m.heap[i]
}

// member returns the name of the scalar of o at offset off.
func member(o *code.Object, off int64) string {
	i := sort.Search(len(o.Scalars), func(i int) bool { return o.Scalars[i].Off >= off })
	if i < len(o.Scalars) && o.Scalars[i].Off == off {
		path := o.Scalars[i].Path
		if k := strings.Index(path, ".__"); k >= 0 {
			path = path[:k] // the inside of a library type
		}
		return o.Name + path
	}
	return offset(o.Name, off)
}

func offset(name string, off int64) string {
	if off == 0 {
		return name
	}
	return fmt.Sprintf("%s+%d", name, off)
}

// pointer returns the name of what is at addr, or the address.
func (m *memoryMap) pointer(addr uint64) string {
	if n := m.name(addr); n != "" {
		return n
	}
	return fmt.Sprintf("%#x", addr)
}

// neverWritten stands for a value that no store wrote.
const neverWritten = "never written"

// value returns a value of size bytes as C would write it: an address by name,
// a small number below zero as such.
func (m *memoryMap) value(v uint64, size uint8, undef bool) string {
	if undef {
		return neverWritten
	}
	shift := 64 - 8*uint(size)
	if s := int64(v<<shift) >> shift; s < 0 && s >= -1<<15 {
		return fmt.Sprint(s)
	}
	if size == 8 {
		if n := m.name(v); n != "" {
			return "&" + n
		}
	}
	if v >= 1<<32 {
		return fmt.Sprintf("%#x", v)
	}
	return fmt.Sprint(v)
}
