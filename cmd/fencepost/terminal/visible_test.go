package terminal

import (
	"strings"
	"testing"
)

func TestVisible(t *testing.T) {
	for _, c := range [][2]string{
		{"plain\ttext\n", "plain\ttext\n"},
		{"é – 日本", "é – 日本"},
		{"\x1b[31mred\x1b[0m", `\u001b[31mred\u001b[0m`},
		{"a\rb\r\n", "a\\u000db\r\n"},
		{"\x00\x07\x7f\u009b", `\u0000\u0007\u007f\u009b`},
		{"\u202eevil", `\u202eevil`},
		{"\xff\xc3", `\xff\xc3`},
	} {
		if got := Visible(c[0]); got != c[1] {
			t.Errorf("%q: %q, not %q", c[0], got, c[1])
		}
	}
}

// TestVisiblePieces writes text in pieces: what comes of it does not depend on them.
func TestVisiblePieces(t *testing.T) {
	const text = "\x1b[1;31mbad\x1b[0m é\xff\x1b[5m\x1b]0;title\x07日\r\n\x1b"
	const want = "\x1b[1;31mbad\x1b[0m é\\xff\\u001b[5m\\u001b]0;title\\u0007日\r\n\\u001b"
	for n := 1; n <= len(text); n++ {
		var b strings.Builder
		v := Writer{W: &b, Marks: true}
		for at := 0; at < len(text); at += n {
			if k, err := v.Write([]byte(text[at:min(at+n, len(text))])); err != nil || k == 0 {
				t.Fatal(k, err)
			}
		}
		if err := v.End(); err != nil || b.String() != want {
			t.Errorf("pieces of %d: %q, %v", n, b.String(), err)
		}
	}
}
