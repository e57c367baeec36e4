package report

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"testing"
)

// TestIndented compares documents with what the standard library makes of them.
func TestIndented(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	var document func(depth int) any
	document = func(depth int) any {
		switch k := r.IntN(8); {
		case k < 2 && depth > 0:
			list := make([]any, r.IntN(4))
			for i := range list {
				list[i] = document(depth - 1)
			}
			return list
		case k < 5 && depth > 0:
			m := map[string]any{}
			for i := range r.IntN(4) {
				m[[]string{"a", `"b\`, "{c]", "d,:"}[i]] = document(depth - 1)
			}
			return m
		case k == 5:
			return []any{"\"", "\\", "a: {\"b\\\\\"}", "", "\n\x01"}[r.IntN(5)]
		}
		return []any{nil, true, 17, -1.5, map[string]any{}, []any{}}[r.IntN(6)]
	}
	large := make([]any, 20_000)
	for i := range large {
		large[i] = i
	}
	for i := range 500 {
		v := document(6)
		if i == 0 {
			v = large
		}
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		var want, got bytes.Buffer
		if err := json.Indent(&want, text, "", "  "); err != nil {
			t.Fatal(err)
		}
		if err := writeIndented(&got, text); err != nil || got.String() != want.String()+"\n" {
			t.Fatalf("%v\n%s\nwant\n%s", err, got.String(), want.String())
		}
	}
}
