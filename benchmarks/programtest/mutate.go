package programtest

import (
	"bytes"
	"math/rand/v2"
	"slices"
)

// Mutate returns a copy of text with a small change.
func Mutate(r *rand.Rand, text []byte) []byte {
	at := r.IntN(len(text))
	end := min(at+1+r.IntN(8), len(text))
	switch r.IntN(5) {
	case 0:
		return slices.Concat(text[:at], text[end:])
	case 1:
		return slices.Concat(text[:end], text[at:])
	case 2:
		return slices.Concat(text[:at], []byte{text[at] ^ 1<<r.IntN(7)}, text[at+1:])
	case 3:
		return slices.Concat(text[:at], []byte(" "), text[at:])
	}
	digits := []byte("0123456789")
	for i := range len(text) {
		if k := (at + i) % len(text); bytes.IndexByte(digits, text[k]) >= 0 {
			return slices.Concat(text[:k], digits[r.IntN(10):][:1], text[k+1:])
		}
	}
	return text
}
