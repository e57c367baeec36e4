package predict

// A bitset is a set of small integers. It grows as needed; numbers beyond its
// length are not in it.
type bitset []uint64

func (b bitset) has(i int32) bool {
	w := int(i >> 6)
	return w < len(b) && b[w]&(1<<(i&63)) != 0
}

// add puts i in and reports whether that is new.
func (b *bitset) add(i int32) bool {
	w := int(i >> 6)
	for w >= len(*b) {
		*b = append(*b, 0)
	}
	old := (*b)[w]
	(*b)[w] = old | 1<<(i&63)
	return (*b)[w] != old
}

// remove takes i out and reports whether it was in.
func (b bitset) remove(i int32) bool {
	if !b.has(i) {
		return false
	}
	b[i>>6] &^= 1 << (i & 63)
	return true
}

// union puts all of c into b.
func (b *bitset) union(c bitset) {
	for len(*b) < len(c) {
		*b = append(*b, 0)
	}
	for w, x := range c {
		(*b)[w] |= x
	}
}

// intersect leaves of b what c has, and reports whether that changes it.
func (b bitset) intersect(c bitset) bool {
	var gone uint64
	for w, x := range b {
		var keep uint64
		if w < len(c) {
			keep = c[w]
		}
		gone |= x &^ keep
		b[w] = x & keep
	}
	return gone != 0
}

// clear empties b and reports whether that changes it.
func (b bitset) clear() bool {
	var any uint64
	for w, x := range b {
		any |= x
		b[w] = 0
	}
	return any != 0
}
