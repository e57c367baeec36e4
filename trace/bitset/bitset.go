// Package bitset has sets of small numbers. Live uses them to find which registers are live at each
// instruction of a function.
package bitset

import (
	"iter"
	"math/bits"
)

// A Set is a set of numbers from 0 on, a bit for each. Numbers beyond its length are not in it.
type Set []uint64

// New returns an empty set with room for the numbers below n.
func New(n int) Set { return make(Set, (n+63)/64) }

// Has reports whether i is in the set.
func (s Set) Has(i int) bool {
	w := i >> 6
	return w < len(s) && s[w]&(1<<(i&63)) != 0
}

// Add adds i, and reports whether it is new.
func (s *Set) Add(i int) bool {
	w := i >> 6
	for w >= len(*s) {
		*s = append(*s, 0)
	}
	old := (*s)[w]
	(*s)[w] = old | 1<<(i&63)
	return (*s)[w] != old
}

// Remove removes i, and reports whether it was in the set.
func (s Set) Remove(i int) bool {
	if !s.Has(i) {
		return false
	}
	s[i>>6] &^= 1 << (i & 63)
	return true
}

// Union adds all elements of t, and reports whether any is new.
func (s *Set) Union(t Set) bool {
	for len(*s) < len(t) {
		*s = append(*s, 0)
	}
	var added uint64
	for w, x := range t {
		added |= x &^ (*s)[w]
		(*s)[w] |= x
	}
	return added != 0
}

// Intersect removes the elements that are not in t, and reports whether there are any.
func (s Set) Intersect(t Set) bool {
	var gone uint64
	for w, x := range s {
		var keep uint64
		if w < len(t) {
			keep = t[w]
		}
		gone |= x &^ keep
		s[w] = x & keep
	}
	return gone != 0
}

// Clear removes all elements, and reports whether there are any.
func (s Set) Clear() bool { return s.Intersect(nil) }

// Meets reports whether two sets have an element in common.
func (s Set) Meets(t Set) bool {
	for w := range min(len(s), len(t)) {
		if s[w]&t[w] != 0 {
			return true
		}
	}
	return false
}

// Within reports whether all elements of s are in t.
func (s Set) Within(t Set) bool {
	for w, x := range s {
		if w < len(t) {
			x &^= t[w]
		}
		if x != 0 {
			return false
		}
	}
	return true
}

// All returns the elements in ascending order.
func (s Set) All() iter.Seq[int] {
	return func(yield func(int) bool) {
		for w, x := range s {
			for ; x != 0; x &= x - 1 {
				if !yield(w<<6 + bits.TrailingZeros64(x)) {
					return
				}
			}
		}
	}
}

// Live returns the registers, numbered below size, that are live before each of n instructions. Entry n
// is for the end. next returns the instructions that may follow an instruction; n is the end. before gets
// the registers that are live after an instruction, and changes them to those live before it.
func Live(n, size int, next func(i int) []int, before func(i int, live *Set)) []Set {
	in := make([]Set, n+1)
	for i := range in {
		in[i] = New(size)
	}
	live := New(size)
	for changed := true; changed; {
		changed = false
		for i := n - 1; i >= 0; i-- {
			clear(live)
			for _, to := range next(i) {
				live.Union(in[to])
			}
			before(i, &live)
			changed = in[i].Union(live) || changed
		}
	}
	return in
}
