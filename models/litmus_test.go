package models

import (
	"fmt"
	"strings"
	"testing"
)

// The outcome of interest of each test is allowed by the strongest model named
// and by all weaker ones; "" is none. It gives the values read, in order of
// thread and operation, and final contents.
func TestLitmus(t *testing.T) {
	tests := []struct {
		name      string
		program   string
		outcome   string
		strongest string
	}{
		{"SB", "Wx1 Ry | Wy1 Rx", "0 0", "tso"},
		{"SB+sl+po", "Wx1 sl Ry | Wy1 Rx", "0 0", "tso"},
		{"SB+sls", "Wx1 sl Ry | Wy1 sl Rx", "0 0", ""},
		{"SB+sss", "Wx1 ss Ry | Wy1 ss Rx", "0 0", "tso"},
		{"SB+lls", "Wx1 ll Ry | Wy1 ll Rx", "0 0", "tso"},
		{"SB+sss+lls", "Wx1 ss ll Ry | Wy1 ss ll Rx", "0 0", "tso"},
		{"SB+xchgs", "Xx1 Ry | Xy1 Rx", "0 0 0 0", "pslo"},
		{"SB+xchg+ll", "Xx1 ll Ry | Xy1 ll Rx", "0 0 0 0", ""},
		{"SB+rmw elsewhere", "Wx1 Xz1 Ry | Wy1 sl Rx", "0 0 0", "pso"},
		{"SB+failed cas elsewhere", "Wx1 Cz12 Ry | Wy1 sl Rx", "0 0 0", "pso"},
		{"SB+ss+rmw elsewhere", "Wx1 ss Xz1 Ry | Wy1 sl Rx", "0 0 0", "pslo"},
		{"SB+ss+rmw elsewhere+ll", "Wx1 ss Xz1 ll Ry | Wy1 sl Rx", "0 0 0", ""},
		{"SB+forwarding", "Wx1 Rx Ry | Wy1 Ry Rx", "1 0 1 0", "tso"},
		{"MP", "Wx1 Wy1 | Ry Rx", "1 0", "pso"},
		{"MP+ss+po", "Wx1 ss Wy1 | Ry Rx", "1 0", "pslo"},
		{"MP+po+ll", "Wx1 Wy1 | Ry ll Rx", "1 0", "pso"},
		{"MP+ss+ll", "Wx1 ss Wy1 | Ry ll Rx", "1 0", ""},
		{"MP+ss+cas", "Wx1 ss Wy1 | Cy12 Rx", "1 0", "pslo"},
		{"MP+ss+failed cas", "Wx1 ss Wy1 | Cy01 Rx", "1 0", "pslo"},
		{"MP+rmw+ll", "Wx1 Xy1 | Ry ll Rx", "0 1 0", "pso"},
		{"LB", "Rx Wy1 | Ry Wx1", "1 1", ""},
		{"S", "Wx2 Wy1 | Ry Wx1", "1 x=2", "pso"},
		{"S+ss", "Wx2 ss Wy1 | Ry Wx1", "1 x=2", ""},
		{"R", "Wx1 Wy1 | Wy2 Rx", "0 y=2", "tso"},
		{"R+ss+sl", "Wx1 ss Wy1 | Wy2 sl Rx", "0 y=2", ""},
		{"R+po+sl", "Wx1 Wy1 | Wy2 sl Rx", "0 y=2", "pso"},
		{"2+2W", "Wx1 Wy2 | Wy1 Wx2", "x=1 y=1", "pso"},
		{"2+2W+sss", "Wx1 ss Wy2 | Wy1 ss Wx2", "x=1 y=1", ""},
		{"WRC", "Wx1 | Rx Wy1 | Ry Rx", "1 1 0", "pslo"},
		{"WRC+ll", "Wx1 | Rx Wy1 | Ry ll Rx", "1 1 0", ""},
		{"IRIW", "Wx1 | Wy1 | Rx Ry | Ry Rx", "1 0 1 0", "pslo"},
		{"IRIW+lls", "Wx1 | Wy1 | Rx ll Ry | Ry ll Rx", "1 0 1 0", ""},
		{"CoRR", "Wx1 | Rx Rx", "1 0", ""},
		{"CoRR2", "Wx1 | Wx2 | Rx Rx | Rx Rx", "1 2 2 1", ""},
		{"CoWR", "Wx1 Rx | Wx2", "2 x=1", ""},
		{"CoRW", "Rx Wx1 | Wx2", "2 x=2", ""},
		{"CoRR after failed cas", "Wx1 | Cx23 Rx", "1 0", ""},
		{"RMWs are atomic", "Ax1 | Ax1 | Ax1", "x=2", ""},
		{"RMWs both succeed", "Cx01 | Cx02", "0 0", ""},
		{"the second RMW succeeds", "Cx01 | Cx12", "0 1 x=2", "sc"},
		{"mutual exclusion", "Lm Rx Wx1 Um | Lm Rx Wx1 Um", "0 0 0 0", ""},
		{"lock passes on what was written", "Lm Wx1 Wy1 Um | Lm Ry Rx Um", "0 0 1 0", ""},
		{"create passes on what was written", "Wx1 +1 -1 | Rx", "0", ""},
		{"join receives what was written", "+1 -1 Rx | Wx1", "0", ""},
		{"MP by join", "+1 +2 -2 Rx | Wx1 Ry | Wy1", "1 0", "sc"},
		{"SB with create", "Wx1 +1 Ry | Wy1 Rx", "0 0", ""},
		{"SB across join", "+1 +2 Wx1 -1 Ry | | Wy1 sl Rx", "0 0", "tso"},
		{"SB across create", "+1 Wy1 +2 Rx | Wx1 sl Ry |", "0 0", "pslo"},
		{"MP into create", "+1 Ry +2 | Wx1 ss Wy1 | Rx", "1 0", ""},
		{"join orders loads", "+1 +2 -1 Rx | Ry | Wx1 ss Wy1", "0 1", ""},
		{"join of a thread that joined", "+1 -1 Rx | +2 -2 | Wx1", "0", ""},
		{"create by a thread that was created", "Wx1 +1 Wy1 | +2 | Rx Ry", "0", ""},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			p := parseProgram(c.program)
			reached := false
			for _, m := range All() {
				reached = reached || m.Name == c.strongest
				got := false
				for o := range operational(t, m, p) {
					got = got || p.satisfies(o, c.outcome)
				}
				if got != reached {
					t.Errorf("%s allows %s: %v, want %v", m.Name, c.outcome, got, reached)
				}
			}
			checkProgram(t, p)
		})
	}
}

// satisfies reports whether o has the values read and the final contents of
// text; values not given are free.
func (p program) satisfies(o outcome, text string) bool {
	reads := 0
	for _, th := range p {
		for _, in := range th {
			if in.reads() {
				reads++
			}
		}
	}
	for i, w := range strings.Fields(text) {
		if name, v, ok := strings.Cut(w, "="); ok {
			i, w = reads+strings.Index(locNames, name), v
		}
		if fmt.Sprint(o[i]) != w {
			return false
		}
	}
	return true
}
