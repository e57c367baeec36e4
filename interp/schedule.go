package interp

import (
	"encoding/binary"
	"slices"
)

// A packed list holds the choices of an execution while it runs, a byte each or
// five for one that does not fit, in chunks: a long execution makes millions, and
// a slice that grows is there twice.
type packed struct {
	chunks [][]byte // those before the one that is being filled, and spare ones
	used   int      // how many are before it
	last   []byte   // it
	n      int
}

const (
	unpacked  = 0xff // the next four bytes are the choice
	chunkSize = 1 << 16
)

func (p *packed) reset() {
	p.keep()
	p.used, p.n, p.last = 0, 0, p.chunks[0][:0]
}

// bytes returns what the list takes, and what the schedule that is made of it will.
func (p *packed) bytes() int64 { return int64(p.used+1)*chunkSize + 4*int64(p.n) }

func (p *packed) add(k int) {
	if len(p.last) > chunkSize-5 {
		p.extend()
	}
	if k < unpacked {
		p.last = append(p.last, byte(k))
	} else {
		p.last = binary.LittleEndian.AppendUint32(append(p.last, unpacked), uint32(k))
	}
	p.n++
}

// extend begins a chunk. The first one grows as it is filled: most executions are short.
func (p *packed) extend() {
	p.keep()
	if p.used++; p.used == len(p.chunks) {
		p.chunks = append(p.chunks, make([]byte, 0, chunkSize))
	}
	p.last = p.chunks[p.used][:0]
}

// keep puts the chunk that is being filled among the others.
func (p *packed) keep() {
	if p.used == len(p.chunks) {
		p.chunks = append(p.chunks, nil)
	}
	p.chunks[p.used] = p.last
}

// list appends the choices to dst.
func (p *packed) list(dst []int32) []int32 {
	if cap(dst)-len(dst) < p.n {
		dst = slices.Grow(dst, p.n)
	}
	p.keep()
	for _, c := range p.chunks[:p.used+1] {
		for i := 0; i < len(c); i++ {
			if c[i] < unpacked {
				dst = append(dst, int32(c[i]))
				continue
			}
			dst = append(dst, int32(binary.LittleEndian.Uint32(c[i+1:])))
			i += 4
		}
	}
	return dst
}
