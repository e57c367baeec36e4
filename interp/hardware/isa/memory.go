package isa

import (
	"encoding/binary"
	"fmt"
	"slices"

	"fencepost/interp/code"
	"fencepost/trace"
)

// A memory has the objects of a program that are not static: allocated ones, thread-local
// ones, and automatic ones whose address escapes. It also has the static ones of headers, whose scalars
// are not listed.
type memory struct {
	prog      *code.Program
	locations []Location
	heap      []Block
	locals    map[threadLocal]int64 // addresses of thread-local objects
	next      int64
}

type threadLocal struct {
	thread int
	object int32
}

// A Block is allocated memory.
type Block struct{ Addr, Size int64 }

// memoryBase is the address at which the objects of a memory begin: after all static ones,
// before functions and private objects.
const memoryBase = int64(1) << 45

// maxBlocks bounds the blocks that main allocates, and maxBlock the accessible bytes of a
// block, which are accessed as words or pairs of words.
const (
	maxBlocks = 64
	maxBlock  = 256
	word      = 4
)

func newMemory(p *code.Program) *memory {
	m := &memory{prog: p, locals: map[threadLocal]int64{}, next: memoryBase}
	for i := range p.Objects {
		if o := &p.Objects[i]; o.Pos.System() && !o.ReadOnly && len(o.Scalars) == 0 && len(o.Init) == 0 {
			m.words(o.Name, int64(o.Addr), o.Size)
		}
	}
	return m
}

// place returns the address of a new object.
func (m *memory) place(size int64) int64 {
	addr := m.next
	m.next += (max(size, 1) + code.SlotSize - 1) &^ (code.SlotSize - 1)
	return addr
}

// words adds the locations of an object of known size.
func (m *memory) words(name string, addr, size int64) {
	for off := int64(0); off < min(size, maxBlock); off += word {
		m.locations = append(m.locations, Location{Name: fmt.Sprintf("%s+%d", name, off), Addr: uint64(addr + off)})
	}
}

// allocate returns the address of a new block.
func (m *memory) allocate(at trace.Pos, size int64) int64 {
	addr := m.place(maxBlock)
	m.words(fmt.Sprintf("block of %s:%d", at.File, at.Line), addr, size)
	m.heap = append(m.heap, Block{addr, min(size, maxBlock)})
	return addr
}

// holds reports whether there is a word, or a pair of words, of a block at an address.
func (m *memory) holds(addr uint64, size uint8) bool {
	return (size == word || size == 2*word) && slices.ContainsFunc(m.locations, func(l Location) bool { return l.Addr == addr })
}

// threadLocal returns the address of a thread's own instance of a thread-local object.
func (m *memory) threadLocal(thread int, object int32) int64 {
	key := threadLocal{thread, object}
	if addr, ok := m.locals[key]; ok {
		return addr
	}
	o := &m.prog.TLS[object]
	addr := m.place(o.Size)
	m.locals[key] = addr
	for _, x := range o.Scalars {
		m.locations = append(m.locations, Location{Name: fmt.Sprintf("%s%s of thread %d", o.Name, x.Path, thread+1),
			Addr: uint64(addr + x.Off), Init: code.Extend(initial(o, x.Off, x.Size), x.Size, true)})
	}
	return addr
}

// pointedTo returns the functions with a signature whose addresses are taken.
func pointedTo(p *code.Program, sig int32) (list []int) {
	add := func(v uint64) {
		if fn, ok := code.FuncAt(v); ok && fn < len(p.Funcs) && p.Funcs[fn].Sig == sig && !slices.Contains(list, fn) {
			list = append(list, fn)
		}
	}
	for _, v := range p.Consts {
		add(uint64(v))
	}
	for _, objects := range [][]code.Object{p.Objects, p.TLS} {
		for i := range objects {
			for init := objects[i].Init; len(init) >= 8; init = init[8:] {
				add(binary.LittleEndian.Uint64(init))
			}
		}
	}
	slices.Sort(list)
	return list
}
