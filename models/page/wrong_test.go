package page_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/machine/strategy"
	"fencepost/models/page"
	"fencepost/trace"
)

// What is wrong with a page is told with its place.
func TestWrongPages(t *testing.T) {
	t.Parallel()
	const right = "buffer thread\non rmw drain all\n"
	for _, c := range []struct{ page, want string }{
		{"", "my.machine:1:1: no buffer is given: say 'buffer thread', location, unordered or none"},
		{"buffers thread\n", `my.machine:1:1: "buffers" is no statement: there are title, source, buffer, capacity, coalesce, forward, invalidations and on`},
		{"buffer fifo\n", `my.machine:1:8: "fifo" is no buffer: there are none, thread, location and unordered`},
		{"buffer\n", "my.machine:1:7: the end of the line is no buffer: there are none, thread, location and unordered"},
		{"buffer thread location\n", `my.machine:1:15: "location" is too much: the statement ends before it`},
		{right + "buffer none", `my.machine:3:1: "buffer" is given twice: first on line 1`},
		{right + "  on rmw cut", `my.machine:3:6: "on rmw" is given twice: first on line 2`},
		{right + "capacity 0", `my.machine:3:10: "0" is no capacity: it is a number from 1 to 1000, or unbounded`},
		{right + "capacity 99999999999999999999", `my.machine:3:10: "99999999999999999999" is no capacity: it is a number from 1 to 1000, or unbounded`},
		{right + "coalesce maybe", `my.machine:3:10: "maybe" is no kind of coalescing: there are no, adjacent and yes`},
		{right + "forward 1", `my.machine:3:9: "1" is no answer: there are yes and no`},
		{right + `title "TSO`, "my.machine:3:7: the string does not end on its line"},
		{right + "title TSO", `my.machine:3:7: "TSO" is no string: it stands in "quotes"`},
		{right + "title \"a\tb\"", "my.machine:3:9: a string holds printable text alone"},
		{right + "on mfence drain all", `my.machine:3:4: "mfence" is no event: there are ll, ss, sl, rmw, lock, unlock, create and join`},
		{right + "on sl flush", `my.machine:3:7: "flush" is no action: there are nothing, drain, order and cut`},
		{right + "on sl drain", "my.machine:3:12: the end of the line is no kind of stores: there are all, ordered and location"},
		{right + "on sl drain all cut", `my.machine:3:17: "cut" is too much: a comma stands between actions`},
		{right + "on sl drain all,", "my.machine:3:17: the end of the line is no action: there are nothing, drain, order and cut"},
		{right + "on sl order, order", `my.machine:3:14: "order" is given twice`},
		{right + "on sl drain all, order", "my.machine:3:4: 'drain all' leaves no other store to drain or order"},
		{right + "on sl drain location", "my.machine:3:7: sl has no location: only rmw and lock can 'drain location'"},
		{right + "on create order", "my.machine:3:11: only the fences ll, ss and sl can 'order'"},
		{right + "on join drain all", "my.machine:3:9: a join waits for the stores of another thread: it can 'cut', and nothing else"},
		{right + "on unlock drain ordered", "my.machine:3:11: unlock cannot 'drain ordered'"},
		{right + "on ll cut", "my.machine:3:4: there is nothing to cut: say 'invalidations delayed'"},
		{right + "on lock nothing", "my.machine:3:4: lock reads and writes memory, so it has to drain its location at least: say 'on lock drain location'"},
		{"buffer thread\n", "my.machine:2:1: rmw reads and writes memory, so it has to drain its location at least: say 'on rmw drain location'"},
		{"buffer none\ncapacity 4", `my.machine:2:1: "capacity" needs a buffer, and there is none`},
		{"buffer none\non rmw drain all", "my.machine:2:4: there is no buffer to drain or to order"},
		{"on rmw drain all\nbuffer unordered", "my.machine:2:8: two stores to one location would go to memory in any order, which no machine allows: 'buffer unordered' needs 'coalesce yes'"},
		{right + "on sl: drain all", "my.machine:3:6: unexpected character ':'"},
		{right + strings.Repeat(" ", page.MaxSize), "my.machine:1:1: the page is larger than 65536 bytes"},
	} {
		_, err := page.Parse("my.machine", []byte(c.page))
		if err == nil || err.Error() != c.want {
			t.Errorf("%q gives\n\t%v, want\n\t%s", c.page, err, c.want)
		}
	}
}

// No text makes Parse fail otherwise than by an error, and a machine that it reads runs.
func FuzzParse(f *testing.F) {
	for _, name := range page.Names() {
		text, _ := page.Text(name)
		f.Add(text)
	}
	f.Add("buffer location\ncapacity 1\ncoalesce adjacent\nforward no\ninvalidations delayed\non rmw drain location, cut\non lock drain ordered, drain location\non ll order, cut\non unlock drain all\n")
	src, err := os.ReadFile("../../benchmarks/relaxer/dekker.c")
	if err != nil {
		f.Fatal(err)
	}
	p, err := cfront.Compile("dekker.c", src, cfront.Options{})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := page.Parse("my.machine", []byte(text))
		if err != nil {
			if e, ok := err.(*trace.Diagnostic); !ok || e.Line < 1 || e.Col < 1 {
				t.Fatalf("%T %v", err, err)
			}
			return
		}
		mc, s := interp.New(p, m, interp.Options{Semantics: interp.Semantics{MaxSteps: 2000}}), strategy.NewRandom(1)
		for n := range 3 {
			s.Begin(n)
			mc.Run(context.Background(), s, nil)
		}
	})
}
