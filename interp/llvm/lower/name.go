package lower

import (
	"strings"

	"fencepost/interp/code"
	"fencepost/interp/llvm/ir"
	"fencepost/interp/llvm/opt"
	"fencepost/trace/lazyregexp"
)

// expressionHere returns the source text at the place of the current instruction: the expression that
// contains the column, or the text before an operator there.
func (f *function) expressionHere() string {
	line := f.Text(f.at.Pos.File, f.at.Pos.Line)
	at := f.at.Pos.Col - 1
	if at < 0 || at >= len(line) {
		return ""
	}
	begin := at
	if !isName(line[at]) && line[at] != '*' && line[at] != '(' {
		for begin > 0 && line[begin-1] == ' ' {
			begin--
		}
	}
	from := backwards(line, begin)
	to := at
	for to < len(line) && isName(line[to]) {
		to++
	}
	for to < len(line) {
		switch {
		case strings.HasPrefix(line[to:], "::"):
			for to += 2; to < len(line) && isName(line[to]); {
				to++
			}
			continue
		case line[to] == '(' || line[to] == '[':
			n := balanced(line, to)
			if n < 0 {
				return line[from:to]
			}
			to = n
			continue
		case line[to] == '<' && strings.IndexByte(line[to:], '>') > 0 && to > at && line[to-1] != ' ':
			to += strings.IndexByte(line[to:], '>') + 1
			continue
		}
		break
	}
	return strings.TrimSpace(line[from:max(to, begin)])
}

func isName(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_'
}

// backwards returns where the expression begins that ends before byte at.
func backwards(s string, at int) int {
	for at > 0 {
		switch c := s[at-1]; {
		case isName(c) || c == '.' || c == ':':
			at--
		case c == '>' && at > 1 && s[at-2] == '-':
			at -= 2
		case c == ']' || c == ')':
			depth := 0
			k := at
			for k > 0 {
				k--
				if s[k] == ']' || s[k] == ')' {
					depth++
				} else if s[k] == '[' || s[k] == '(' {
					if depth--; depth == 0 {
						break
					}
				}
			}
			if depth != 0 {
				return at
			}
			at = k
		default:
			return at
		}
	}
	return at
}

// balanced returns the index after the bracket that closes the one at from, or -1.
func balanced(s string, from int) int {
	depth := 0
	for k := from; k < len(s); k++ {
		switch s[k] {
		case '(', '[':
			depth++
		case ')', ']':
			if depth--; depth == 0 {
				return k + 1
			}
		}
	}
	return -1
}

// describe records what the pointer of a site's access is in the source: a variable of a known type, or the
// address of a part of a local variable.
func (f *function) describe(site int32, pointer ir.Value) {
	_, added := f.folded(pointer)
	at, within := int64(f.prog.Access[site].Off)-added, true
	for {
		i, is := pointer.(*ir.Instr)
		if v := f.names[pointer]; is && i.Op == "alloca" && len(v.Scalars) > 1 {
			f.prog.Pointees[site] = code.Pointee{Pointer: v.Name, Variable: true, Shape: code.Shape{Size: i.Elem.Size(), Scalars: v.Scalars}, Within: within, At: at}
			return
		}
		v, ok := f.held[pointer]
		if !ok && is && i.Op == "load" {
			v, ok = f.names[i.Args[0]]
		}
		if ok && v.To != nil {
			if v.Name == "this" {
				v.Name = v.ToName
			}
			f.prog.Pointees[site] = code.Pointee{Pointer: v.Name, Shape: *v.To, Within: within, At: at}
			if m := member(v.To, at); m != "" && within {
				f.prog.Declared[site] = code.Declared{Name: v.ToName + m, Pos: v.ToPos, Record: v.ToPos}
			}
			return
		}
		if !is || i.Op != "getelementptr" && i.Op != "bitcast" {
			return
		}
		if i.Op == "getelementptr" {
			off, known := opt.ConstantOffset(i.Elem, i.Args[1:])
			at, within = at+off, within && known
		}
		pointer = i.Args[0]
	}
}

// member returns the path of the member at an offset of a shape, without indices; "" if there is none.
func member(s *code.Shape, at int64) string {
	for _, m := range s.Scalars {
		if m.Off == at {
			return elements().ReplaceAllString(m.Path, "")
		}
	}
	return ""
}

var elements = lazyregexp.New(`\[\d+\]`)

// folded returns the base from which an address is computed, and the offset that an access adds to
// it.
func (f *function) folded(v ir.Value) (base ir.Value, off int64) {
	for {
		i, ok := v.(*ir.Instr)
		if !ok || i.Op != "getelementptr" || !f.folds[i] {
			return v, off
		}
		n, _ := opt.ConstantOffset(i.Elem, i.Args[1:])
		off += n
		v = i.Args[0]
	}
}
