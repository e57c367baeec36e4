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
	last   []byte   // it, as far as a choice may begin
	at     int      // how much of it is filled
	wide   int      // choices of five bytes
}

const (
	unpacked  = 0xff // the next four bytes are the choice
	chunkSize = 1 << 16
)

func (p *packed) reset() {
	p.keep()
	p.used, p.wide = 0, 0
	p.fill()
}

// fill begins to fill chunk p.used.
func (p *packed) fill() {
	c := p.chunks[p.used]
	p.last, p.at = c[:min(cap(c), chunkSize-4)], 0
}

// bytes returns what the list takes, and what the schedule that is made of it will.
func (p *packed) bytes() int64 { return int64(p.used+1)*chunkSize + 4*int64(p.n()) }

// n returns how many choices there are.
func (p *packed) n() int {
	n := p.at - 4*p.wide
	for _, c := range p.chunks[:p.used] {
		n += len(c)
	}
	return n
}

// add adds a choice in place, if it can; otherwise put does.
func (p *packed) add(k int) (added bool) {
	if p.at >= len(p.last) || k >= unpacked {
		return false
	}
	p.last[p.at] = byte(k)
	p.at++
	return true
}

func (p *packed) put(k int) {
	if p.at > chunkSize-5 {
		p.extend()
	}
	last := p.last[:p.at]
	if k < unpacked {
		last = append(last, byte(k))
	} else {
		last = binary.LittleEndian.AppendUint32(append(last, unpacked), uint32(k))
		p.wide++
	}
	p.last, p.at = last[:min(cap(last), chunkSize-4)], len(last)
}

// extend begins a chunk. The first one grows as it is filled: most executions are short.
func (p *packed) extend() {
	p.keep()
	if p.used++; p.used == len(p.chunks) {
		p.chunks = append(p.chunks, make([]byte, 0, chunkSize))
	}
	p.fill()
}

// keep puts the chunk that is being filled among the others.
func (p *packed) keep() {
	if p.used == len(p.chunks) {
		p.chunks = append(p.chunks, nil)
	}
	p.chunks[p.used] = p.last[:p.at]
}

// list appends the choices to dst.
func (p *packed) list(dst []int32) []int32 {
	p.keep()
	n := len(dst)
	dst = slices.Grow(dst, p.n())[:n+p.n()]
	if p.wide == 0 {
		for _, c := range p.chunks[:p.used+1] {
			part := dst[n:][:len(c)]
			for i, k := range c {
				part[i] = int32(k)
			}
			n += len(c)
		}
		return dst
	}
	for _, c := range p.chunks[:p.used+1] {
		for i := 0; i < len(c); i++ {
			if dst[n] = int32(c[i]); c[i] == unpacked {
				dst[n] = int32(binary.LittleEndian.Uint32(c[i+1:]))
				i += 4
			}
			n++
		}
	}
	return dst
}
