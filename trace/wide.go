package trace

import (
	"math/bits"
	"sync"
	"sync/atomic"
)

// Wides numbers contents of more than eight bytes, so that a value of such a size is one
// word like all others: what holds values, in registers, memories, graphs and events,
// holds its number. The content of 16 bytes is a pair of words; a longer one is its first
// word and, in place of the second, the number of the rest. So of what size a number is
// must be known. The last word may have less than eight bytes; the others are zero then.
//
// Equal contents have equal numbers, and a number depends on the content alone, not on
// which execution or worker came first; so numbers can be compared, and an execution that
// is repeated has the same ones. Content that is a small integer is its own number: the
// sign-extended values of 63 bits. The number of any other is a hash of it, whose
// highest two bits differ.
//
// The zero value is ready for use, by any number of machines at once.
type Wides struct {
	// Keep, if not 0, bounds the table: the latest so many contents are in it, and at most
	// as many before. The numbers of those that it forgets mean nothing to it.
	Keep int

	used            atomic.Bool // there may be contents
	mu              sync.RWMutex
	contents, older map[uint64][2]uint64
}

// Number returns the number of a content, by its words, the lower first.
func (w *Wides) Number(low, high uint64) uint64 {
	n := wideNumber(low, high)
	if small(n) {
		return n
	}
	content := [2]uint64{low, high}
	w.mu.RLock()
	known, ok := w.contents[n]
	w.mu.RUnlock()
	if !ok {
		w.mu.Lock()
		defer w.mu.Unlock()
		if known, ok = w.contents[n]; !ok {
			if w.Keep > 0 && len(w.contents) >= w.Keep {
				w.older, w.contents = w.contents, nil
			}
			if w.contents == nil {
				w.contents = map[uint64][2]uint64{}
			}
			w.used.Store(true)
			w.contents[n] = content
			return n
		}
	}
	if known != content {
		panic("trace: two contents have one number")
	}
	return n
}

// Content is the inverse of Number; ok is false if n is the number of no content that
// the table has.
func (w *Wides) Content(n uint64) (low, high uint64, ok bool) {
	if small(n) {
		return n, uint64(int64(n) >> 63), true
	}
	w.mu.RLock()
	content, ok := w.contents[n]
	if !ok {
		content, ok = w.older[n]
	}
	w.mu.RUnlock()
	return content[0], content[1], ok
}

// NumberOf returns the number of the content of size bytes whose words word gives.
func (w *Wides) NumberOf(size uint8, word func(i uint8) uint64) uint64 {
	last := (size - 1) / 8
	n := word(last)
	for last > 0 {
		last--
		n = w.Number(word(last), n)
	}
	return n
}

// Word returns word i of the content of size bytes that n is the number of; those beyond
// it are zero.
func (w *Wides) Word(n uint64, size, i uint8) uint64 {
	last := (size - 1) / 8
	for k := range last {
		low, rest, _ := w.Content(n)
		if k == i {
			return low
		}
		n = rest
	}
	if i == last {
		return n
	}
	return 0
}

// Part returns the eight bytes from byte from on of the content of size bytes that n is
// the number of; those beyond it are zero.
func (w *Wides) Part(n uint64, size, from uint8) uint64 {
	v := w.Word(n, size, from/8)
	if shift := from % 8 * 8; shift > 0 {
		v = v>>shift | w.Word(n, size, from/8+1)<<(64-shift)
	}
	return v
}

// wideBytes is about what a content takes in a table.
const wideBytes = 64

// Bytes returns about how much memory the table takes.
func (w *Wides) Bytes() int64 {
	if !w.used.Load() {
		return 0
	}
	w.mu.RLock()
	defer w.mu.RUnlock()
	return int64(len(w.contents)+len(w.older)) * wideBytes
}

// keptContents is how many contents a table may have had to be used again.
const keptContents = 1 << 12

// Clear forgets all contents. It takes no lock if there are none: it is called for every
// execution, and the lock took a twentieth of the time of two workers.
func (w *Wides) Clear() {
	if !w.used.Load() {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.older = nil; len(w.contents) > keptContents {
		w.contents = nil
	}
	clear(w.contents)
	w.used.Store(false)
}

// small reports whether the highest two bits of v are alike.
func small(v uint64) bool { return v>>62 == 0 || v>>62 == 3 }

// wideNumber is the number of a content.
func wideNumber(low, high uint64) uint64 {
	if small(low) && high == uint64(int64(low)>>63) {
		return low
	}
	h := mix(low^0x9e3779b97f4a7c15) + bits.RotateLeft64(mix(high^0xd1b54a32d192ed03), 23)
	h = mix(h)
	return h<<1>>1&^(1<<62) | (1+h>>63)<<62
}

// mix is the finalizer of SplitMix64, which is one to one.
func mix(v uint64) uint64 {
	v = (v ^ v>>30) * 0xbf58476d1ce4e5b9
	v = (v ^ v>>27) * 0x94d049bb133111eb
	return v ^ v>>31
}

// Of a value of more than eight bytes a bit of Undef stands for several: for two of 16.
// If one of them was written, all count as written: that hides errors, and makes up none.

// undefBytes is how many bytes of a value of size bytes a bit of its Undef stands for.
func undefBytes(size uint8) uint8 { return (size-1)/8 + 1 }

// WideUndef returns the Undef of size bytes, of which missing tells those that were never
// written.
func WideUndef(size uint8, missing func(i uint8) bool) Undef {
	undef := AllUndef(size)
	for i := range size {
		if !missing(i) {
			undef &^= 1 << (i / undefBytes(size))
		}
	}
	return undef
}

// JoinUndef returns the Undef of size bytes, of those of its words.
func JoinUndef(size uint8, word func(i uint8) Undef) Undef {
	return WideUndef(size, func(i uint8) bool { return word(i/8)>>(i%8)&1 != 0 })
}

// NarrowUndef returns the Undef of the eight bytes from byte from on of size bytes.
func NarrowUndef(undef Undef, size, from uint8) (part Undef) {
	for i := range uint8(8) {
		if at := from + i; at < size {
			part |= undef >> (at / undefBytes(size)) & 1 << i
		}
	}
	return part
}
