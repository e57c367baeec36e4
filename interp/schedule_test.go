package interp

import (
	"slices"
	"testing"
)

func TestPacked(t *testing.T) {
	want := []int32{0, 1, 254, 255, 256, 7, 1<<31 - 1, 0}
	for len(want) < 3*chunkSize {
		want = append(want, int32(len(want)%300))
	}
	var p packed
	for range 2 { // the second time it is reused
		p.reset()
		if got := p.list([]int32{3}); !slices.Equal(got, []int32{3}) {
			t.Errorf("an empty list adds %v", got[1:])
		}
		for _, k := range want {
			if !p.add(int(k)) {
				p.put(int(k))
			}
		}
		if got := p.list(nil); !slices.Equal(got, want) {
			t.Error("what comes out is not what went in")
		}
	}
}
