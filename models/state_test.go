package models

import (
	"encoding/binary"
	"strings"
	"testing"
)

// Executions after which others may follow differ in their state, and those after which the
// same may do not.
func TestState(t *testing.T) {
	state := func(m *Model, text string) string {
		mem := runScript(t, m, text)
		var b []byte
		for l := range Loc(3) {
			_, v, undef := mem.Latest(-1, l)
			b = append(binary.AppendUvarint(b, v), byte(undef))
		}
		return string(mem.(Stater).AppendState(b, 2, func(l Loc) (uint64, bool) { return 100 - uint64(l), true }))
	}
	for _, c := range []struct {
		rule, models, a, b string
		same               bool
	}{
		{"what waits", "tso pso pslo", "1 Wx1", "2 Wx1", false},
		{"what waits, and where", "tso pso pslo", "1 Wx1", "1 Wy1", false},
		{"what waits, and what", "tso pso pslo", "1 Wx1", "1 Wx2", false},
		{"what waits, in which order", "tso pso pslo", "1 Wx1; 1 Wy1", "1 Wy1; 1 Wx1", false},
		{"what waits hides nothing", "tso pso pslo", "0 Wx1; commit 0x; 0 Wx2", "0 Wx3; commit 0x; 0 Wx2", false},
		{"what waited is memory", "tso pso", "1 Wx1; commit 1x", "2 Wx0; 2 Wx1; commit 2x; commit 2x", true},
		{"a store-store fence between", "pso pslo", "1 Wx1; 1 ss; 1 Wy1", "1 Wx1; 1 Wy1", false},
		{"a store-store fence after all", "pso pslo", "1 Wx1; 1 ss", "1 Wx1", false},
		{"a store-store fence where nothing waits", "pso pslo", "1 ss; 1 Wx1", "1 Wx1", true},
		{"epochs that are gone", "pso pslo", "1 Wz0; commit 1z; 1 Wx1; 1 ss; 1 Wy1", "1 Wz0; 1 ss; commit 1z; 1 Wx1; 1 ss; 1 Wy1", true},
		{"TSO has no epochs", "tso", "1 Wx1; 1 ss; 1 Wy1", "1 Wx1; 1 Wy1", true},
		{"who may read an older store", "pslo", "1 Wx1; commit 1x", "1 Wx1; commit 1x; 2 Rx = 0 1 > 1", false},
		{"who may", "pslo", "1 Wx1; commit 1x; 0 Rx = 0 1 > 1", "1 Wx1; commit 1x; 2 Rx = 0 1 > 1", false},
		{"which it may read", "pslo", "1 Wx1; commit 1x; 1 Wx2; commit 1x; 2 Rx = 0 1 2 > 1", "1 Wx3; commit 1x; 1 Wx2; commit 1x; 2 Rx = 0 3 2 > 3", false},
		{"the newest two", "pslo", "1 Wx1; commit 1x; 1 Wx2; commit 1x", "1 Wx3; commit 1x; 1 Wx1; commit 1x; 1 Wx2; commit 1x", true},
		{"a history that was cut", "pslo", "1 Wx1; commit 1x; 2 ll; 0 ll", "0 Wx2; commit 0x; 1 Wx1; commit 1x; 0 ll; 2 ll", true},
	} {
		for name := range strings.FieldsSeq(c.models) {
			m, _ := Lookup(name)
			if same := state(m, c.a) == state(m, c.b); same != c.same {
				t.Errorf("%s under %s: the same is %v", c.rule, name, same)
			}
		}
	}
}
