package parse

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"fencepost/trace"
)

// A ppToken is a preprocessing token. An operator of several characters is one token.
type ppToken struct {
	text   string
	kind   LexKind
	blank  bool // a blank or comment stands before it in its file
	file   *ppFile
	line   int32 // position in file; the expansion of a macro has the position of its invocation
	col    int32
	hidden *hideSet // the macros of whose expansion it is a part
}

// is reports whether the token is the given operator.
func (t ppToken) is(operator string) bool { return t.kind == LexPunct && t.text == operator }

// pos returns the position of the token in the user's file.
func (t ppToken) pos() trace.Pos {
	return trace.Pos{File: t.file.display, Line: int(t.line), Col: int(t.col)}
}

// A ppMacro is a macro.
type ppMacro struct {
	function bool
	params   int
	further  int // the number of the parameter of further arguments, or -1
	body     []ppToken
	param    []int // for each token of body: the number of the parameter, or -1
}

// A hideSet is the set of the macros by which a token must not be expanded.
type hideSet struct {
	name string
	rest *hideSet
	size int
}

func (h *hideSet) has(name string) bool {
	for ; h != nil; h = h.rest {
		if h.name == name {
			return true
		}
	}
	return false
}

func (h *hideSet) len() int {
	if h == nil {
		return 0
	}
	return h.size
}

func (h *hideSet) with(name string) *hideSet {
	if h.has(name) {
		return h
	}
	return &hideSet{name, h, h.len() + 1}
}

func (h *hideSet) union(other *hideSet) *hideSet {
	if h == nil {
		return other
	}
	for ; other != nil && h != other; other = other.rest {
		h = h.with(other.name)
	}
	return h
}

func (h *hideSet) intersection(other *hideSet) (both *hideSet) {
	for ; h != nil; h = h.rest {
		if other.has(h.name) {
			both = both.with(h.name)
		}
	}
	return both
}

// A stream is a source of tokens for the expansion of macros.
type stream interface {
	// shift consumes a token. raw says that it is from a file, in which blanks are not tokens.
	shift() (t ppToken, raw, ok bool)
	// opens consumes the bracket that opens a list of arguments, and reports whether there is one.
	opens() bool
	// prepend inserts tokens at the front, and returns how many tokens that moves.
	prepend(list []ppToken) (moved int)
}

// A ppList is a stream of tokens in memory.
type ppList []ppToken

func (l *ppList) shift() (t ppToken, raw, ok bool) {
	if len(*l) == 0 {
		return t, false, false
	}
	t = (*l)[0]
	*l = (*l)[1:]
	return t, false, true
}

func (l *ppList) opens() bool {
	i := afterBlanks(*l, 0)
	if i == len(*l) || !(*l)[i].is("(") {
		return false
	}
	*l = (*l)[i+1:]
	return true
}

func (l *ppList) prepend(list []ppToken) int {
	n := len(*l)
	*l = slices.Concat(list, *l)
	return n
}

// afterBlanks returns the index of the first token from i on that is no blank.
func afterBlanks(list []ppToken, i int) int {
	for i < len(list) && (list[i].kind == lexBlank || list[i].kind == LexNewline) {
		i++
	}
	return i
}

// expand passes the tokens of ts to emit with macros expanded (Prosser's algorithm). In the condition
// of a directive it also evaluates the operators that exist only there.
func (p *preprocessor) expand(ts stream, condition bool, emit func(t ppToken)) {
	for {
		t, _, ok := ts.shift()
		if !ok {
			return
		}
		if t.kind != LexNewline && t.kind != lexBlank {
			p.charge(1)
		}
		if t.kind != LexWord {
			emit(t)
			continue
		}
		if t.text == pragmaOperator {
			for _, x := range p.pragmaOperator(ts, t) {
				emit(x)
			}
			continue
		}
		if condition {
			if value, ok := p.operator(ts, t); ok {
				emit(value)
				continue
			}
		}
		m := p.macro(t)
		if m == nil || t.hidden.has(t.text) {
			emit(t)
			continue
		}
		var args [][]ppToken
		hidden := t.hidden
		if m.function {
			if !ts.opens() {
				emit(t)
				continue
			}
			var end ppToken
			name := p.last
			args, end = p.arguments(ts, t)
			p.last = name
			if len(args) > m.params && m.further < 0 {
				p.fail(end, "too many macro arguments")
			}
			p.charge(hidden.len() + end.hidden.len())
			hidden = hidden.intersection(end.hidden)
		}
		p.charge(hidden.len())
		list := p.substitute(m, args, hidden.with(t.text), condition)
		for i := range list {
			list[i].file, list[i].line, list[i].col = t.file, t.line, t.col
		}
		p.charge(ts.prepend(list))
	}
}

// arguments consumes the arguments of a macro after the opening bracket, and the closing bracket end.
func (p *preprocessor) arguments(ts stream, macro ppToken) (args [][]ppToken, end ppToken) {
	var arg []ppToken
	add := func() {
		args = append(args, trimBlanks(arg))
		arg = nil
	}
	for level := 0; ; {
		t, raw, ok := ts.shift()
		p.charge(2)
		if !ok {
			p.fail(macro, "unterminated argument list invoking macro %q", macro.text)
		}
		if t.kind == LexNewline { // only if a token precedes it
			if t.blank {
				arg = append(arg, ppToken{kind: lexBlank, text: " "})
			}
			continue
		}
		if level == 0 && (t.is(",") || t.is(")")) {
			if add(); t.is(",") {
				continue
			}
			if len(args) == 1 && len(args[0]) == 0 {
				args = nil
			}
			return args, t
		}
		switch {
		case t.is("("):
			level++
		case t.is(")"):
			level--
		}
		if raw && t.blank {
			arg = append(arg, ppToken{kind: lexBlank, text: " "})
		}
		arg = append(arg, t)
	}
}

func trimBlanks(list []ppToken) []ppToken {
	for len(list) > 0 && list[0].kind == lexBlank {
		list = list[1:]
	}
	for len(list) > 0 && list[len(list)-1].kind == lexBlank {
		list = list[:len(list)-1]
	}
	return list
}

// substitute returns the body of a macro with arguments in place of parameters.
func (p *preprocessor) substitute(m *ppMacro, args [][]ppToken, hidden *hideSet, condition bool) []ppToken {
	p.charge(len(m.body))
	var list []ppToken
	expanded := make([][]ppToken, len(args)+1) // the arguments; the last stands for further ones
	paramAt := func(i int) int {
		if i < len(m.body) && m.body[i].kind == LexWord {
			return m.param[i]
		}
		return -1
	}
	for i := 0; i < len(m.body); i++ {
		t := m.body[i]
		if next := afterBlanks(m.body, i+1); t.is("#") && paramAt(next) >= 0 {
			list = append(list, stringize(t, p.argument(m, args, paramAt(next))))
			i = next
			continue
		}
		apart := t.kind == lexBlank && i+1 < len(m.body) && m.body[i+1].is("##")
		if apart {
			i++
			t = m.body[i]
		}
		if t.is("##") {
			if i = afterBlanks(m.body, i+1); i == len(m.body) {
				break
			}
			right := m.body[i : i+1]
			if k := paramAt(i); k >= 0 {
				right = p.argument(m, args, k)
				if k == m.further && len(list) > 0 && list[len(list)-1].is(",") {
					switch { // GNU C: the comma goes if there are no further arguments
					case k >= len(args) || len(args[k]) == 0:
						list = list[:len(list)-1]
						continue
					case apart:
						list = append(list, right...)
						continue
					}
				}
				if k >= len(args) || len(args[k]) == 0 {
					continue
				}
			}
			list = p.paste(list, right)
			continue
		}
		k := paramAt(i)
		if k < 0 {
			list = append(list, t)
			continue
		}
		if next := afterBlanks(m.body, i+1); next < len(m.body) && m.body[next].is("##") {
			if k < len(args) && len(args[k]) > 0 {
				list = append(list, p.argument(m, args, k)...)
				continue
			}
			i = next
			if next = afterBlanks(m.body, next+1); paramAt(next) >= 0 {
				i = next
				list = append(list, p.argument(m, args, paramAt(next))...)
			}
			continue
		}
		slot := min(k, len(args))
		if expanded[slot] == nil {
			arg := ppList(p.argument(m, args, k))
			expanded[slot] = []ppToken{}
			p.expand(&arg, condition, func(t ppToken) { expanded[slot] = append(expanded[slot], t) })
		} else {
			p.charge(len(expanded[slot]))
		}
		list = append(list, expanded[slot]...)
	}
	p.charge(len(list) * (1 + hidden.len()))
	var last, made *hideSet
	for i := range list {
		switch h := list[i].hidden; {
		case h == nil:
			list[i].hidden = hidden
		default:
			p.charge(h.len())
			if h != last {
				last, made = h, h.union(hidden)
			}
			list[i].hidden = made
		}
	}
	return list
}

// argument returns the tokens of the argument for parameter k.
func (p *preprocessor) argument(m *ppMacro, args [][]ppToken, k int) []ppToken {
	if k >= len(args) {
		return nil
	}
	if k != m.further {
		p.charge(len(args[k]))
		return args[k]
	}
	var list []ppToken
	for i, arg := range args[k:] {
		if i > 0 {
			list = append(list, ppToken{kind: LexPunct, text: ","})
			if len(arg) > 0 && arg[0].blank {
				list = append(list, ppToken{kind: lexBlank, text: " "})
			}
		}
		list = append(list, arg...)
	}
	p.charge(len(list))
	return list
}

// stringize returns the string literal with the spelling of an argument.
func stringize(hash ppToken, arg []ppToken) ppToken {
	t := hash
	if len(arg) > 0 {
		t = arg[0]
	}
	var b strings.Builder
	b.WriteByte('"')
	for i, x := range arg {
		switch {
		case x.kind == lexBlank && i > 0 && arg[i-1].kind == lexBlank:
		case x.kind == LexLiteral:
			b.WriteString(escapeLiteral.Replace(x.text))
		default:
			b.WriteString(x.text)
		}
	}
	b.WriteByte('"')
	t.kind, t.text, t.blank = LexLiteral, b.String(), false
	return t
}

var escapeLiteral = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// paste joins the last token of left and the first of right.
func (p *preprocessor) paste(left, right []ppToken) []ppToken {
	if len(left) == 0 || len(right) == 0 {
		return append(left, right...)
	}
	p.charge(len(left) + len(right))
	t, x := left[len(left)-1], right[0]
	made := newFile("", "", t.text+x.text).tokens
	if len(made) != 2 || made[0].kind == LexCut { // beside the end of the line
		p.fail(t, "## makes no token of '%s' and '%s'", t.text, x.text)
	}
	t.kind, t.text, t.blank, t.hidden = made[0].kind, made[0].text, false, t.hidden.intersection(x.hidden)
	list := slices.Clone(left)
	list[len(left)-1] = t
	return append(list, right[1:]...)
}

// macro returns the macro with a name, or nil.
func (p *preprocessor) macro(t ppToken) *ppMacro {
	if m := p.macros[t.text]; m != nil || !strings.HasPrefix(t.text, "_") {
		return m
	}
	value := ppToken{kind: LexNumber, blank: t.blank, file: t.file, line: t.line, col: t.col}
	switch t.text {
	case "__LINE__":
		value.text = strconv.Itoa(int(t.line))
	case "__FILE__":
		value.kind, value.text = LexLiteral, strconv.Quote(t.file.name)
	case "__FILE_NAME__":
		value.kind, value.text = LexLiteral, strconv.Quote(path.Base(t.file.name))
	case "__COUNTER__":
		value.text = strconv.Itoa(p.unique)
		p.unique++
	default:
		return nil
	}
	return &ppMacro{further: -1, body: []ppToken{value}, param: []int{-1}}
}
