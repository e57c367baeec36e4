package predict

// A bitset is a set of small integers. It grows as needed; numbers beyond its length are
// not in the set.
type bitset []uint64

func (b bitset) has(i int32) bool {
	w := int(i >> 6)
	return w < len(b) && b[w]&(1<<(i&63)) != 0
}

// add adds i and reports whether it is new.
func (b *bitset) add(i int32) bool {
	w := int(i >> 6)
	for w >= len(*b) {
		*b = append(*b, 0)
	}
	old := (*b)[w]
	(*b)[w] = old | 1<<(i&63)
	return (*b)[w] != old
}

// remove removes i and reports whether it was in the set.
func (b bitset) remove(i int32) bool {
	if !b.has(i) {
		return false
	}
	b[i>>6] &^= 1 << (i & 63)
	return true
}

// union adds all elements of c.
func (b *bitset) union(c bitset) {
	for len(*b) < len(c) {
		*b = append(*b, 0)
	}
	for w, x := range c {
		(*b)[w] |= x
	}
}

// intersect removes the elements that are not in c, and reports whether that changed b.
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

// clear empties b and reports whether that changed it.
func (b bitset) clear() bool {
	var any uint64
	for w, x := range b {
		any |= x
		b[w] = 0
	}
	return any != 0
}
