package check

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"fencepost/interp/c/types"
)

// parseInteger decodes an integer constant (C11 6.4.4.1). Its type is the first that can represent
// the value, among those for its base and suffix.
func parseInteger(s string) (uint64, *types.Type, error) {
	digits, suffix, base := splitInteger(s)
	v, err := strconv.ParseUint(digits, base, 64)
	switch {
	case digits == "":
		return 0, nil, fmt.Errorf("integer constant %s has no digits", s)
	case errors.Is(err, strconv.ErrSyntax):
		wrong := strings.TrimLeft(digits, "01234567"[:base]) // base is 2 or 8: in others every digit is right
		return 0, nil, fmt.Errorf("invalid digit '%c' in integer constant %s", wrong[0], s)
	case err != nil:
		return 0, nil, fmt.Errorf("integer constant %s is too large", s)
	}
	unsigned, long, ok := parseIntegerSuffix(suffix)
	if !ok {
		return 0, nil, fmt.Errorf("invalid suffix '%s' on integer constant", suffix)
	}
	for _, t := range []*types.Type{types.Int, types.UInt, types.Long, types.ULong, types.LongLong, types.ULongLong} {
		fits := v>>(8*t.Size-1) == 0 || !t.Signed && (t.Size == 8 || v>>(8*t.Size) == 0)
		allowed := t.Signed && !unsigned || !t.Signed && (unsigned || base != 10)
		if fits && allowed && t.Rank >= types.RankInt+long {
			return v, t, nil
		}
	}
	return 0, nil, fmt.Errorf("integer constant %s is too large for its type", s)
}

func splitInteger(s string) (digits, suffix string, base int) {
	base = 10
	isDigit := func(c byte) bool { return c >= '0' && c <= '9' }
	switch {
	case strings.HasPrefix(s, "0x"), strings.HasPrefix(s, "0X"):
		s, base = s[2:], 16
		isDigit = func(c byte) bool { return digitValue(c) < 16 }
	case strings.HasPrefix(s, "0b"), strings.HasPrefix(s, "0B"):
		s, base = s[2:], 2
	case strings.HasPrefix(s, "0"):
		base = 8
	}
	n := 0
	for n < len(s) && isDigit(s[n]) {
		n++
	}
	return s[:n], s[n:], base
}

// parseIntegerSuffix returns how many ls the suffix has.
func parseIntegerSuffix(s string) (unsigned bool, long int, ok bool) {
	switch strings.ToLower(s) {
	case "":
	case "u":
		unsigned = true
	case "l":
		long = 1
	case "ul", "lu":
		unsigned, long = true, 1
	case "ll":
		long = 2
	case "ull", "llu":
		unsigned, long = true, 2
	default:
		return false, 0, false
	}
	mixed := strings.Contains(s, "lL") || strings.Contains(s, "Ll")
	return unsigned, long, !mixed
}

// digitValue returns the value of a hexadecimal digit, or 99.
func digitValue(c byte) uint64 {
	switch {
	case c >= '0' && c <= '9':
		return uint64(c - '0')
	case c >= 'a' && c <= 'f':
		return uint64(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return uint64(c-'A') + 10
	}
	return 99
}

// literalPrefix splits off the encoding prefix of a character or string
// literal and the quotes. The element type is nil if the prefix is not
// supported.
func literalPrefix(s string) (elem *types.Type, body string) {
	i := strings.IndexAny(s, `"'`)
	switch s[:i] {
	case "", "u8":
		elem = types.Char
	case "L":
		elem = types.Int
	}
	return elem, s[i+1 : len(s)-1]
}

// parseChar decodes a character constant. Several characters make one int, as
// in GCC, the last in the low byte.
func parseChar(s string) (int64, error) {
	elem, body := literalPrefix(s)
	if elem == nil {
		return 0, fmt.Errorf("character constants like %s are not supported", s)
	}
	units, err := decodeUnits(body, elem)
	switch {
	case err != nil:
		return 0, err
	case len(units) == 0:
		return 0, fmt.Errorf("empty character constant")
	case len(units) > 4 || elem == types.Int && len(units) > 1:
		return 0, fmt.Errorf("character constant %s is too long", s)
	case len(units) == 1:
		return units[0], nil
	}
	var v int32
	for _, u := range units {
		v = v<<8 | int32(u)&0xff
	}
	return int64(v), nil
}

// parseString decodes a string literal to its elements, the terminating zero
// not included.
func parseString(s string) ([]int64, *types.Type, error) {
	elem, body := literalPrefix(s)
	if elem == nil {
		return nil, nil, fmt.Errorf("string literals like %.10s are not supported", s)
	}
	units, err := decodeUnits(body, elem)
	return units, elem, err
}

// decodeUnits resolves the escape sequences of a literal's body. The elements
// are canonical for elem.
func decodeUnits(s string, elem *types.Type) ([]int64, error) {
	units := make([]int64, 0, len(s))
	for len(s) > 0 {
		if s[0] == '\\' {
			v, rest, universal, err := decodeEscape(s, elem)
			if err != nil {
				return nil, err
			}
			if universal && elem == types.Char {
				for _, b := range []byte(string(rune(v))) {
					units = append(units, int64(int8(b)))
				}
			} else {
				units = append(units, types.Canonical(int64(v), elem))
			}
			s = rest
			continue
		}
		if elem == types.Char {
			units = append(units, int64(int8(s[0])))
			s = s[1:]
			continue
		}
		r, n := utf8.DecodeRuneInString(s)
		units = append(units, int64(r))
		s = s[n:]
	}
	return units, nil
}

// decodeEscape decodes the escape sequence at the beginning of s. universal says that it names a
// character rather than a code. A hexadecimal escape in a string of char has at most two digits,
// because the parser joins consecutive literals, and writes escapes in full width at the joint.
func decodeEscape(s string, elem *types.Type) (v uint32, rest string, universal bool, err error) {
	if len(s) < 2 {
		return 0, "", false, fmt.Errorf("incomplete escape sequence")
	}
	if i := strings.IndexByte(`abfnrtv\'"?e`, s[1]); i >= 0 {
		return uint32("\a\b\f\n\r\t\v\\'\"?\x1b"[i]), s[2:], false, nil
	}
	digits := func(from, most int, base uint64) int {
		n := from
		for n < len(s) && n < from+most && digitValue(s[n]) < base {
			v = v*uint32(base) + uint32(digitValue(s[n]))
			n++
		}
		return n
	}
	switch c := s[1]; c {
	case '0', '1', '2', '3', '4', '5', '6', '7':
		n := digits(1, 3, 8)
		if v > 255 {
			return 0, "", false, fmt.Errorf("octal escape sequence out of range")
		}
		return v, s[n:], false, nil
	case 'x':
		n := digits(2, int(2*elem.Size), 16)
		if n == 2 {
			return 0, "", false, fmt.Errorf("\\x used with no following hex digits")
		}
		return v, s[n:], false, nil
	case 'u', 'U':
		most := map[byte]int{'u': 4, 'U': 8}[c]
		n := digits(2, most, 16)
		if n != 2+most || !utf8.ValidRune(rune(v)) {
			return 0, "", false, fmt.Errorf("incomplete universal character name")
		}
		return v, s[n:], true, nil
	}
	return 0, "", false, fmt.Errorf("unknown escape sequence '\\%c'", s[1])
}
