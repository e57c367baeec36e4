package trace

import (
	"math/bits"
	"sync"
)

// Wides numbers contents of 16 bytes, so that a value of that size is one word like all
// others: what holds values, in registers, memories, graphs and events, holds its number.
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
			w.contents[n] = content
			return n
		}
	}
	if known != content {
		panic("trace: two contents of 16 bytes have one number")
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

// Part returns the eight bytes from byte from on of the content that n is the number of;
// those beyond it are zero.
func (w *Wides) Part(n, from uint64) uint64 {
	low, high, _ := w.Content(n)
	if from >= 8 {
		return high >> (8 * (from - 8))
	}
	return low>>(8*from) | high<<(64-8*from)
}

// wideBytes is about what a content takes in a table.
const wideBytes = 64

// Bytes returns about how much memory the table takes.
func (w *Wides) Bytes() int64 {
	w.mu.RLock()
	defer w.mu.RUnlock()
	return int64(len(w.contents)+len(w.older)) * wideBytes
}

// Clear forgets all contents.
func (w *Wides) Clear() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.contents, w.older = nil, nil
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

// Of a value of 16 bytes a bit of Undef says that two bytes were never written. If one of
// two was, both count as written: that hides errors, and makes up none.

// WideUndef returns the Undef of 16 bytes, of those of its words.
func WideUndef(low, high Undef) (undef Undef) {
	for i := range 4 {
		undef |= low >> (2 * i) & low >> (2*i + 1) & 1 << i
		undef |= high >> (2 * i) & high >> (2*i + 1) & 1 << (4 + i)
	}
	return undef
}

// NarrowUndef returns the Undef of the eight bytes from byte from on of 16 bytes.
func NarrowUndef(undef Undef, from uint64) (part Undef) {
	for i := range uint64(8) {
		if at := from + i; at < 16 {
			part |= undef >> (at / 2) & 1 << i
		}
	}
	return part
}
