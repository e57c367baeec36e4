package symbols

import (
	"cmp"
	"fmt"
	"slices"
	"sort"

	"fencepost/interp/code"
	"fencepost/trace"
)

// A Block is a block of the heap, or an object on a stack whose type is known.
type Block struct {
	Name  string
	Addr  uint64
	Size  uint64
	Event int32 // event of its allocation, or of the first access that names its type

	of      *code.Pointee // type of its content, once or repeated; nil: not known
	from    int64         // offset of the first element in the block
	whole   string        // name of the block, if only a part of it is known
	pointer string        // name of a pointer to the known part
}

// nameHeap names the blocks of the heap.
func (m *Map) nameHeap(events []trace.Event) {
	if m.prog != nil {
		for i := range events {
			e := &events[i]
			p, ok := m.prog.Pointees[e.Site]
			if b := m.BlockAt(e.Addr); ok && p.Pointer != "" && e.Loc >= 0 && b != nil && uint64(p.Size) <= b.Size && (b.of == nil || p.Size > b.of.Size) {
				from := int64(0)
				if p.Within {
					from = int64(e.Addr-b.Addr) - p.At
				}
				if from >= 0 && uint64(from+p.Size) <= b.Size {
					b.of, b.from = &p, from
				}
			}
		}
	}
	used, variables := numbering{}, map[string]bool{}
	if m.prog != nil && len(m.heap) > 0 {
		for i := range m.prog.Objects {
			variables[m.prog.Objects[i].Name] = true
		}
	}
	for i := range events {
		e := &events[i]
		if e.Kind != trace.Alloc {
			continue
		}
		b := &m.heap[sort.Search(len(m.heap), func(i int) bool { return m.heap[i].Addr >= e.Addr })]
		b.whole = "malloc"
		if e.Site >= 0 && int(e.Site) < len(m.sites) {
			b.whole = fmt.Sprintf("malloc@%d", m.sites[e.Site].Pos.Line)
		}
		if b.of == nil || b.from > 0 {
			b.whole = used.unique(b.whole)
		}
		if b.Name = b.whole; b.of != nil {
			b.Name = used.unique(b.of.Pointer)
		}
		switch b.pointer = b.Name; {
		case b.of == nil:
			b.pointer = "&" + b.Name
		case variables[b.Name]: // the variable may have another value by now
			b.pointer = "&*" + b.Name
		}
	}
}

// member returns the name of size bytes at an offset.
func (b *Block) member(off, size int64) string {
	if off -= b.from; b.of == nil || off < 0 {
		return offset(b.whole, off+b.from)
	}
	whole, before := b.of.Shape, b.Name
	switch {
	case whole.Flexible != nil && off >= whole.FlexibleOff:
		off -= whole.FlexibleOff
		before = fmt.Sprintf("%s->%s[%d]", b.Name, whole.FlexiblePath[1:], off/whole.Flexible.Size)
		whole = *whole.Flexible
		off %= whole.Size
	case whole.Flexible == nil && b.from == 0 && int64(b.Size) >= 2*whole.Size:
		before = fmt.Sprintf("%s[%d]", b.Name, off/whole.Size)
		off %= whole.Size
	case off >= whole.Size:
		return offset(b.Name, off)
	}
	rest, ok := common(whole.Scalars, off, size)
	if !ok {
		return offset(before, off)
	}
	switch {
	case before != b.Name:
		return before + rest
	case b.of.Variable:
		return b.Name + rest
	case rest == "":
		return "*" + b.Name
	case rest[0] == '.':
		return b.Name + "->" + rest[1:]
	}
	return fmt.Sprintf("(*%s)%s", b.Name, rest)
}

// findLocals finds the objects with parts that are neither static nor in the heap. Accesses may name
// several that overlap. The one that begins first is taken; of those that begin together, a variable
// comes before the targets of pointers, and a larger one before a smaller one.
func (m *Map) findLocals(events []trace.Event) {
	if m.prog == nil {
		return
	}
	type key struct {
		name       string
		addr, size uint64
	}
	seen := map[key]bool{}
	var list []Block
	for i := range events {
		e := &events[i]
		p, ok := m.prog.Pointees[e.Site]
		if !ok || e.Loc < 0 || !p.Within || len(p.Scalars) < 2 || m.object(e.Addr) != nil || m.BlockAt(e.Addr) != nil {
			continue
		}
		b := Block{Name: p.Pointer, Addr: e.Addr - uint64(p.At), Size: uint64(p.Size), Event: e.ID, of: &p}
		if k := (key{b.Name, b.Addr, b.Size}); !seen[k] {
			seen[k], list = true, append(list, b)
		}
	}
	slices.SortStableFunc(list, func(a, b Block) int {
		switch {
		case a.Addr != b.Addr:
			return cmp.Compare(a.Addr, b.Addr)
		case a.of.Variable == b.of.Variable:
			return cmp.Compare(b.Size, a.Size)
		case a.of.Variable:
			return -1
		}
		return 1
	})
	end := uint64(0)
	for _, b := range list {
		if b.Addr >= end {
			m.local, end = append(m.local, b), b.Addr+b.Size
		}
	}
	m.nameLocals()
}

// nameLocals names the objects that findLocals found, in the order of their first accesses.
func (m *Map) nameLocals() {
	order := make([]*Block, len(m.local))
	for i := range m.local {
		order[i] = &m.local[i]
	}
	slices.SortFunc(order, func(a, b *Block) int { return cmp.Compare(a.Event, b.Event) })
	used := numbering{}
	for _, b := range order {
		b.Name = used.unique(b.Name)
		if b.whole, b.pointer = b.Name, b.Name; b.of.Variable {
			b.pointer = "&" + b.Name
		}
	}
}

// BlockAt returns the heap block that contains addr, or nil.
func (m *Map) BlockAt(addr uint64) *Block { return blockAt(m.heap, addr) }

func (m *Map) blockOrLocal(addr uint64) *Block {
	if b := m.BlockAt(addr); b != nil {
		return b
	}
	return blockAt(m.local, addr)
}

// blockAt returns the block of a list, by address, that contains addr, or nil.
func blockAt(list []Block, addr uint64) *Block {
	i := sort.Search(len(list), func(i int) bool { return list[i].Addr > addr }) - 1
	if i < 0 || addr >= list[i].Addr+list[i].Size {
		return nil
	}
	return &list[i]
}
