package vm

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"fencepost/interp/code"
	"fencepost/trace"
)

// The hash of a private object, which is computed by the changes of its content, is held against the
// content: equal hashes have equal contents, and the same stores to a new instance have equal hashes.
func TestPrivateHash(t *testing.T) {
	const size = 4
	var s space
	s.init(&code.Program{}, true, NewMemory(0), new(trace.Wides))
	contents := map[uint64]string{}
	for seed := range uint64(300) {
		var hashes [2][]uint64
		for k := range hashes {
			r := rand.New(rand.NewPCG(seed, 0))
			n := s.add(autoObject, "a", nil, size, 1, true)
			base := s.objs[n].base
			for range 40 {
				width := uint8(1) << r.IntN(3)
				off := base + uint32(r.IntN(size/int(width)))*uint32(width)
				v, undef := uint64(0), trace.Undef(0)
				for i := range width {
					v |= uint64(r.IntN(2)) << (8 * i)
				}
				if r.IntN(4) == 0 {
					undef = trace.AllUndef(width)
				}
				s.putPrivate(n, off, width, v, undef)
				h, content := s.objs[n].hash, fmt.Sprint(base, s.arena[base:base+size], s.defined[base:base+size])
				if old, ok := contents[h]; ok && old != content {
					t.Fatalf("seed %d: %s and %s have one hash", seed, old, content)
				}
				contents[h] = content
				hashes[k] = append(hashes[k], h)
			}
			s.kill(n, 0, nil, false)
		}
		if fmt.Sprint(hashes[0]) != fmt.Sprint(hashes[1]) {
			t.Fatalf("seed %d: the same stores to another instance have other hashes", seed)
		}
	}
}
