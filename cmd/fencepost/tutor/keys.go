package tutor

import "unicode/utf8"

// A Key is a pressed key: a letter, or one of the constants.
type Key rune

// The keys that are not letters.
const (
	Enter Key = -1 - iota
	Escape
	Tab
	BackTab
	Backspace
	Up
	Down
	Left
	Right
	PageUp
	PageDown
	Quit // ctrl-C, or the input has ended
)

// sequences are the control sequences of keys, without the leading ESC.
var sequences = map[string]Key{
	"[A": Up, "[B": Down, "[C": Right, "[D": Left, "OA": Up, "OB": Down, "OC": Right, "OD": Left,
	"[5~": PageUp, "[6~": PageDown, "[Z": BackTab,
}

// Keys decodes the input of one read from a terminal. Unknown sequences are skipped.
func Keys(b []byte) (list []Key) {
	for len(b) > 0 {
		n := 1
		switch b[0] {
		case '\r', '\n':
			list = append(list, Enter)
		case '\t':
			list = append(list, Tab)
		case 3, 4:
			list = append(list, Quit)
		case 8, 127:
			list = append(list, Backspace)
		case 27:
			if n = sequenceLen(b); n == 1 {
				list = append(list, Escape)
			} else if k, ok := sequences[string(b[1:n])]; ok {
				list = append(list, k)
			}
		default:
			r, size := utf8.DecodeRune(b)
			if n = size; r >= ' ' {
				list = append(list, Key(r))
			}
		}
		b = b[n:]
	}
	return list
}

// sequenceLen returns the length of the sequence at the beginning of b; 1 is the key ESC.
func sequenceLen(b []byte) int {
	if len(b) < 3 || b[1] != '[' && b[1] != 'O' {
		return 1
	}
	for n := 2; n < len(b); n++ {
		if b[n] >= '@' && b[n] <= '~' {
			return n + 1
		}
	}
	return len(b)
}
