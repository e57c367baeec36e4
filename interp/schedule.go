package interp

import (
	"encoding/binary"
	"slices"
)

// A packed list holds the choices of a running execution in chunks: one byte for a choice
// that fits, five for another. A long execution makes millions of choices, and a growing
// slice exists twice while it is copied.
type packed struct {
	chunks [][]byte // full ones before the current one, then spare ones
	used   int      // number of full ones
	last   []byte   // the current chunk, up to where a choice may begin
	at     int      // length of its used part
	wide   int      // number of choices of five bytes in it
}

const (
	unpacked  = 0xff // the next four bytes hold the choice
	chunkSize = 1 << 16
)

func (p *packed) reset() {
	p.keep()
	p.used, p.wide = 0, 0
	p.fill()
}

// fill makes chunk p.used the current one.
func (p *packed) fill() {
	c := p.chunks[p.used]
	p.last, p.at = c[:min(cap(c), chunkSize-4)], 0
}

// bytes returns the memory that the list takes and that the schedule made from it will
// take.
func (p *packed) bytes() int64 { return int64(p.used+1)*chunkSize + 4*int64(p.n()) }

// n returns the number of choices.
func (p *packed) n() int {
	n := p.at - 4*p.wide
	for _, c := range p.chunks[:p.used] {
		n += len(c)
	}
	return n
}

// add adds a choice if it takes one byte and the current chunk has room; otherwise the
// caller calls put.
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

// extend begins the next chunk. The first chunk grows as it fills, because most executions
// are short.
func (p *packed) extend() {
	p.keep()
	if p.used++; p.used == len(p.chunks) {
		p.chunks = append(p.chunks, make([]byte, 0, chunkSize))
	}
	p.fill()
}

// keep stores the current chunk in p.chunks.
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
