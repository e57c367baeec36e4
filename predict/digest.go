package predict

import "math/bits"

// A digest is a hash of what a search depends on, in two independent halves.
type digest [2]uint64

// mix adds v: a wide multiplication with an odd constant for each half.
func (d *digest) mix(v uint64) {
	hi, lo := bits.Mul64(d[0]^v, 0x9e3779b97f4a7c15)
	d[0] = (hi ^ lo) + 0x632be59bd9b4e019
	hi, lo = bits.Mul64(d[1]+v, 0xd6e8feb86659fd93)
	d[1] = hi ^ lo ^ bits.RotateLeft64(d[1], 29)
}

// maxSeen is how many digests are remembered. Beyond it what is new is
// searched again, which takes time and changes nothing.
const maxSeen = 1 << 18

// known reports whether d is in seen, and puts it there while there is room.
func known(seen map[digest]bool, d digest) bool {
	if seen[d] {
		return true
	}
	if len(seen) < maxSeen {
		seen[d] = true
	}
	return false
}
