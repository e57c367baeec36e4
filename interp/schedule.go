package interp

import (
	"encoding/binary"
	"slices"
)

// A packed list holds the choices of an execution while it runs, a byte each or
// five for one that does not fit, in chunks: a long execution makes millions, and
// a slice that grows is there twice.
type packed struct {
	chunks [][]byte // chunks[:used] are filled, but for the last
	used   int
	n      int
}

const (
	unpacked  = 0xff // the next four bytes are the choice
	chunkSize = 1 << 16
)

func (p *packed) reset() { p.used, p.n = 0, 0 }

// bytes returns what the list takes, and what the schedule that is made of it will.
func (p *packed) bytes() int64 { return int64(p.used)*chunkSize + 4*int64(p.n) }

func (p *packed) add(k int) {
	if p.used == 0 || len(p.chunks[p.used-1]) > chunkSize-5 {
		p.extend()
	}
	last := &p.chunks[p.used-1]
	if k < unpacked {
		*last = append(*last, byte(k))
	} else {
		*last = binary.LittleEndian.AppendUint32(append(*last, unpacked), uint32(k))
	}
	p.n++
}

// extend begins a chunk. The first one starts small: most executions are short.
func (p *packed) extend() {
	if p.used == len(p.chunks) {
		size := chunkSize
		if p.used == 0 {
			size = 64
		}
		p.chunks = append(p.chunks, make([]byte, 0, size))
	}
	p.chunks[p.used] = p.chunks[p.used][:0]
	p.used++
}

// list appends the choices to dst.
func (p *packed) list(dst []int32) []int32 {
	if cap(dst)-len(dst) < p.n {
		dst = slices.Grow(dst, p.n)
	}
	for _, c := range p.chunks[:p.used] {
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
