package predict

import "math/bits"

// A digest is a hash of the input of a search, in two independent halves.
type digest [2]uint64

// mix adds v by a wide multiplication with an odd constant for each half.
func (d *digest) mix(v uint64) {
	hi, lo := bits.Mul64(d[0]^v, 0x9e3779b97f4a7c15)
	d[0] = (hi ^ lo) + 0x632be59bd9b4e019
	hi, lo = bits.Mul64(d[1]+v, 0xd6e8feb86659fd93)
	d[1] = hi ^ lo ^ bits.RotateLeft64(d[1], 29)
}

// maxSeen bounds the digests that are remembered. Beyond it equal inputs are searched
// again, which takes time and changes no result.
const maxSeen = 1 << 18

// known reports whether d is in seen, and adds it if there is room.
func known(seen map[digest]bool, d digest) bool {
	if seen[d] {
		return true
	}
	if len(seen) < maxSeen {
		seen[d] = true
	}
	return false
}
