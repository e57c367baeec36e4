package report

import "io"

// writeIndented writes a compact JSON document like json.Indent, without a second copy of
// the whole document.
func writeIndented(w io.Writer, text []byte) error {
	const part = 1 << 15
	out := make([]byte, 0, 2*part)
	depth := 0
	line := func() {
		out = append(out, '\n')
		for range depth {
			out = append(out, "  "...)
		}
	}
	for i := 0; i < len(text); i++ {
		if len(out) >= part {
			if _, err := w.Write(out); err != nil {
				return err
			}
			out = out[:0]
		}
		switch c := text[i]; c {
		case '"':
			from := i
			for i++; text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
			out = append(out, text[from:i+1]...)
		case '{', '[':
			if out = append(out, c); text[i+1] == c+2 { // an empty one stays on its line
				i++
				out = append(out, c+2)
				continue
			}
			depth++
			line()
		case '}', ']':
			depth--
			line()
			out = append(out, c)
		case ',':
			out = append(out, c)
			line()
		case ':':
			out = append(out, ": "...)
		default:
			out = append(out, c)
		}
	}
	_, err := w.Write(append(out, '\n'))
	return err
}
