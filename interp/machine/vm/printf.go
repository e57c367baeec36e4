package vm

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"

	"fencepost/interp/code"
)

func (m *VM) print(b []byte) {
	if m.config.Output != nil {
		m.config.Output.Write(b) // what cannot be shown changes no result
	}
}

// A conversion is a parsed conversion specification of printf.
type conversion struct {
	minus, plus, space, zero, sharp bool
	width, prec                     int // prec -1: not given
	bits                            int // of an integer argument
	verb                            byte
}

// printf performs printf. The format is at the address in register A, and arguments follow. It
// returns the number of bytes printed.
func (m *VM) printf(t *Thread, r *[256]int64, in *code.Instr) (int64, bool) {
	args := r[int(in.A)+1 : int(in.A)+int(in.B)]
	out, ok := m.format(t, uint64(r[in.A]), func(int) int64 {
		if len(args) == 0 {
			return 0
		}
		v := args[0]
		args = args[1:]
		return v
	})
	if ok {
		m.print(out)
	}
	return int64(len(out)), ok
}

// vprintf is printf with arguments in memory from args on, each in 8 bytes. The text is printed or,
// if keep is set, stored in t.text.
func (m *VM) vprintf(t *Thread, format, args uint64, keep bool) (int64, bool) {
	good := true
	out, ok := m.format(t, format, func(bits int) (v int64) {
		for i := range bits / 8 {
			b, ok := m.peek(t, args+uint64(i))
			if !ok {
				good = false
				return 0
			}
			v |= int64(b) << (8 * i)
		}
		args += 8
		return v
	})
	switch {
	case !ok || !good:
		return 0, false
	case keep:
		t.text = string(out)
	default:
		m.print(out)
	}
	return int64(len(out)), true
}

// format formats arguments by the format at an address. next returns the next argument, of the given
// number of bits.
func (m *VM) format(t *Thread, at uint64, next func(bits int) int64) (out []byte, ok bool) {
	format, ok := m.cString(t, at, maxString)
	if !ok {
		return nil, false
	}
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			out = append(out, format[i])
			continue
		}
		var c conversion
		c, i = parseConversion(format, i+1, next)
		var text []byte
		switch c.verb {
		case '%':
			out = append(out, '%')
			continue
		case 'c':
			text = []byte{byte(next(32))}
		case 's':
			most := maxString
			if c.prec >= 0 {
				most = c.prec
			}
			if text, ok = m.cString(t, uint64(next(64)), most); !ok {
				return nil, false
			}
		case 'e', 'E', 'f', 'F', 'g', 'G', 'a', 'A':
			text = c.floating(code.Float(next(64), 64))
		case 'n':
			m.Unsupported(t, "the conversion %n of printf")
			return nil, false
		case 'p':
			if at := uint64(next(64)); at == 0 {
				text = append(text, "(nil)"...)
			} else {
				text = strconv.AppendUint(append(text, "0x"...), at, 16)
			}
		default:
			text = c.integer(next(max(32, c.bits)))
		}
		out = c.pad(out, text)
	}
	return out, true
}

// parseConversion parses the specification that starts at format[i], after the percent sign. It
// returns the index of its last byte.
func parseConversion(format []byte, i int, next func(bits int) int64) (conversion, int) {
	c := conversion{prec: -1, bits: 32}
	for ; i < len(format); i++ {
		switch format[i] {
		case '-':
			c.minus = true
		case '+':
			c.plus = true
		case ' ':
			c.space = true
		case '0':
			c.zero = true
		case '#':
			c.sharp = true
		default:
			goto width
		}
	}
width:
	number := func() int {
		if i < len(format) && format[i] == '*' {
			i++
			return int(int32(next(32)))
		}
		n := 0
		for ; i < len(format) && format[i] >= '0' && format[i] <= '9'; i++ {
			n = min(10*n+int(format[i]-'0'), maxString)
		}
		return n
	}
	if c.width = number(); c.width < 0 {
		c.minus, c.width = true, -c.width
	}
	if i < len(format) && format[i] == '.' {
		i++
		c.prec = max(number(), -1)
	}
	c.width, c.prec = min(c.width, maxString), min(c.prec, maxString)
	for ; i < len(format); i++ {
		switch format[i] {
		case 'l', 'j', 'z', 't', 'q', 'L':
			c.bits = 64
		case 'h':
			c.bits /= 2
		default:
			c.verb = format[i]
			return c, i
		}
	}
	return c, i
}

// integer formats v without padding to the width.
func (c *conversion) integer(v int64) []byte {
	var sign string
	u := uint64(v) << (64 - c.bits) >> (64 - c.bits)
	base := 10
	switch c.verb {
	case 'd', 'i':
		s := v << (64 - c.bits) >> (64 - c.bits)
		u = uint64(s)
		switch {
		case s < 0:
			sign, u = "-", -u
		case c.plus:
			sign = "+"
		case c.space:
			sign = " "
		}
	case 'x', 'X':
		base = 16
		if c.sharp && u != 0 {
			sign = "0" + string(c.verb)
		}
	case 'o':
		base = 8
	}
	digits := strconv.AppendUint(nil, u, base)
	if c.prec == 0 && u == 0 {
		digits = digits[:0]
	}
	if c.verb == 'o' && c.sharp && (len(digits) == 0 || digits[0] != '0') && c.prec <= len(digits) {
		digits = append([]byte{'0'}, digits...)
	}
	if c.verb == 'X' {
		for i, d := range digits {
			if d >= 'a' {
				digits[i] = d - 'a' + 'A'
			}
		}
	}
	zeros := c.prec - len(digits)
	if c.prec < 0 && c.zero && !c.minus {
		zeros = c.width - len(sign) - len(digits)
	}
	text := []byte(sign)
	for ; zeros > 0; zeros-- {
		text = append(text, '0')
	}
	return append(text, digits...)
}

// floating formats x without padding by spaces.
func (c *conversion) floating(x float64) []byte {
	format := "%"
	for _, f := range []struct {
		set  bool
		char string
	}{{c.plus, "+"}, {c.space, " "}, {c.sharp, "#"}, {c.zero && !c.minus && !math.IsInf(x, 0) && !math.IsNaN(x), "0" + strconv.Itoa(c.width)}} {
		if f.set {
			format += f.char
		}
	}
	verb, prec := c.verb, c.prec
	switch {
	case math.IsInf(x, 0) || math.IsNaN(x):
		text := "nan"
		if math.IsInf(x, 0) {
			text = "inf"
		}
		text = c.sign(x) + text
		if verb < 'a' {
			text = strings.ToUpper(text)
		}
		return []byte(text)
	case verb == 'a':
		return c.hexadecimal(x)
	case verb == 'A':
		return bytes.ToUpper(c.hexadecimal(x))
	case prec < 0:
		prec = 6
	}
	if prec >= 0 {
		format += "." + strconv.Itoa(prec)
	}
	return fmt.Appendf(nil, format+string(verb), x)
}

// hexadecimal formats a finite x as %a, as glibc does: a subnormal number begins with 0, and a number
// that is rounded up may begin with 2.
func (c *conversion) hexadecimal(x float64) []byte {
	const fraction = 52
	b := math.Float64bits(x)
	exponent, m := int(b>>fraction&0x7ff)-1023, b&(1<<fraction-1)
	switch {
	case exponent > -1023:
		m |= 1 << fraction
	case m == 0:
		exponent = 0
	default:
		exponent = -1022
	}
	digits := fraction / 4
	if c.prec >= 0 && c.prec < digits {
		low := uint(fraction - 4*c.prec)
		half, odd := uint64(1)<<(low-1), m>>low&1
		m = (m + half - 1 + odd) >> low << low
		digits = c.prec
	}
	text := fmt.Sprintf("%013x", m&(1<<fraction-1))[:digits]
	if c.prec < 0 {
		text = strings.TrimRight(text, "0")
	} else {
		text += strings.Repeat("0", c.prec-digits)
	}
	if text != "" || c.sharp {
		text = "." + text
	}
	text = fmt.Sprintf("%d%sp%+d", m>>fraction, text, exponent)
	sign := c.sign(x) + "0x"
	if n := c.width - len(sign) - len(text); c.zero && !c.minus && n > 0 {
		sign += strings.Repeat("0", n)
	}
	return []byte(sign + text)
}

// sign returns the text before the digits of x.
func (c *conversion) sign(x float64) string {
	switch {
	case math.Signbit(x):
		return "-"
	case c.plus:
		return "+"
	case c.space:
		return " "
	}
	return ""
}

// pad appends text to out, padded to the width by spaces.
func (c *conversion) pad(out, text []byte) []byte {
	n := c.width - len(text)
	if c.minus {
		out = append(out, text...)
	}
	for ; n > 0; n-- {
		out = append(out, ' ')
	}
	if !c.minus {
		out = append(out, text...)
	}
	return out
}
