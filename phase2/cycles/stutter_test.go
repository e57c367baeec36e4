package cycles

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/interp/search/explore"
	"fencepost/models/axiom"
)

// Where iterations may stand is not known of one that draws a value or reads a part of a
// location: then looking for stutter reads decides nothing.
func TestUnplacedIterations(t *testing.T) {
	t.Parallel()
	for _, unplaced := range []bool{false, true} {
		pr := newProver(&code.Program{}, nil, nil)
		pr.unplaced = unplaced
		if ended := pr.lookStuttering(context.Background(), nil, axiom.SC, interp.Options{}); ended == unplaced {
			t.Errorf("unplaced %v: looked to the end %v", unplaced, ended)
		}
	}
}

// An iteration within which its thread may wait in another one is taken apart: of its reads,
// and those of the other, each stands alone. One that has none within stays as it is.
func TestNestedIterations(t *testing.T) {
	t.Parallel()
	a, b, c := stutterRead{site: 1, loc: 1}, stutterRead{site: 2, loc: 2}, stutterRead{site: 3, loc: 3}
	start := func(r stutterRead) iterationStart { return iterationStart{r.site, r.loc} }
	pr := newProver(&code.Program{}, nil, nil)
	pr.iterations = map[iterationStart][]iteration{start(a): {{a, b}}, start(b): {{b, c}}}
	pr.lookStuttering(context.Background(), nil, axiom.SC, interp.Options{})
	for at, want := range map[iterationStart][]iteration{start(a): {{a}, {b}, {c}}, start(b): {{b, c}}} {
		if got := pr.iterations[at]; fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%v: %v, want %v", at, got, want)
		}
	}
}

// Of two reads of a location in one iteration the later reads nothing older, nor does either
// read what is older than what its thread wrote.
func TestReadsOfAnIterationFollowCoherence(t *testing.T) {
	t.Parallel()
	const source = "#include <stdatomic.h>\natomic_int x; int main(void) { x = 1; x = 0; return 0; }"
	p, err := cfront.Compile("t.c", []byte(source), cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	looked := 0
	_, err = explore.Run(context.Background(), p, axiom.SC, explore.Options{Workers: 1, Every: func(x *explore.Execution, _ bool) {
		looked++
		pr := newProver(&code.Program{}, nil, nil)
		pr.x, pr.accesses = x, x.Accesses(nil)
		last := pr.accesses[len(pr.accesses)-1]
		pr.initial[last.Loc] = 0
		read := func(value uint64) placedRead {
			return placedRead{StutterRead: explore.StutterRead{Thread: last.Thread, Before: last.Index, Loc: last.Loc}, low: 0, high: 2, value: value}
		}
		for _, c := range []struct {
			values []uint64
			want   []int32
		}{{[]uint64{0, 1}, nil}, {[]uint64{1, 1}, []int32{1, 1}}, {[]uint64{1, 0}, []int32{1, 2}}} {
			pr.joint = pr.joint[:0]
			for _, v := range c.values {
				pr.joint = append(pr.joint, read(v))
			}
			var got []int32
			if pr.possible() {
				for _, r := range pr.reads {
					got = append(got, r.Commit)
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("values %v are read at places %v, want %v", c.values, got, c.want)
			}
		}
	}})
	if err != nil || looked != 1 {
		t.Fatal(looked, err)
	}
}
