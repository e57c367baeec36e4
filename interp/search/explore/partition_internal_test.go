package explore

import (
	"reflect"
	"slices"
	"testing"
)

// TestPartition looks at which holders of a lock have parts in common.
func TestPartition(t *testing.T) {
	const at, other = 64, 128
	w := func(t int32) Holder { return Holder{Thread: t} }
	r := func(t int32) Holder { return Holder{Thread: t, Shared: true} }
	for _, c := range []struct {
		name     string
		pairs    [][2]Holder
		common   [][2]Holder // further pairs that have a part in common
		separate [][2]Holder
		parts    map[Holder]int
	}{
		{"none", nil, nil, [][2]Holder{{w(1), w(2)}, {w(1), r(1)}}, map[Holder]int{w(1): 1}},
		{"a writer and readers", [][2]Holder{{w(1), r(2)}, {w(1), r(3)}, {w(1), r(4)}}, nil,
			[][2]Holder{{r(2), r(3)}, {r(3), r(4)}, {w(1), w(2)}}, map[Holder]int{w(1): 3, r(2): 1, r(3): 1, r(4): 1}},
		{"each with each", [][2]Holder{{w(1), w(2)}, {w(1), w(3)}, {w(2), w(3)}}, nil, nil, map[Holder]int{w(1): 1, w(2): 1, w(3): 1}},
		{"a chain", [][2]Holder{{w(1), w(2)}, {w(2), w(3)}}, nil, [][2]Holder{{w(1), w(3)}}, map[Holder]int{w(1): 1, w(2): 2}},
		{"writers of what one reads", [][2]Holder{{w(1), r(3)}, {w(2), r(3)}, {w(2), r(4)}}, [][2]Holder{{w(1), w(2)}},
			[][2]Holder{{w(1), r(4)}, {r(3), r(4)}}, map[Holder]int{r(3): 1, r(4): 1, w(1): 1, w(2): 2}},
		{"readers that conflict", [][2]Holder{{w(1), r(2)}, {r(2), r(3)}}, [][2]Holder{{w(1), r(3)}}, nil, map[Holder]int{w(1): 1, r(2): 1, r(3): 1}},
	} {
		var doubts []Doubt
		for _, pair := range c.pairs {
			doubts = append(doubts, newDoubt(at, pair[1], pair[0]))
		}
		p := newPartition(doubts)
		for _, pair := range slices.Concat(c.pairs, c.common) {
			if !p.share(at, pair[0], pair[1]) || p.share(other, pair[0], pair[1]) {
				t.Errorf("%s: %v", c.name, pair)
			}
		}
		for _, pair := range c.separate {
			if p.share(at, pair[0], pair[1]) {
				t.Errorf("%s: %v have a part in common", c.name, pair)
			}
		}
		for h, want := range c.parts {
			if _, n := p.of(at, h, 0); n != want {
				t.Errorf("%s: %v has %d parts, want %d", c.name, h, n, want)
			}
		}
		slices.Reverse(doubts)
		if !reflect.DeepEqual(p, newPartition(doubts)) {
			t.Errorf("%s: it depends on the order of doubts", c.name)
		}
	}
	many := []Doubt{}
	for t := range int32(maxGroups + 1) {
		many = append(many, newDoubt(at, w(100), w(t)))
	}
	if _, n := newPartition(many).of(at, w(100), 0); n != 1 {
		t.Errorf("a holder has %d parts", n)
	}
}
