package rewrite

import (
	"slices"
	"strings"

	"fencepost/interp/c/parse"
	"fencepost/trace"
)

// Atomic makes variables and members _Atomic. They are given by the positions of their names. The
// word is put before the type, so that all names of one declaration become atomic, or directly before
// the name of a pointer. ok is false if the result does not compile, or if a position is not of a
// name.
func (s *Source) Atomic(places []trace.Pos) (r *Result, ok bool) {
	s.open()
	var edits []textEdit
	others := false
	for _, own := range s.files {
		f := s.read[own.Name]
		var at []int
		for _, p := range places {
			if p.File != f.name {
				continue
			}
			k, known := f.at[place{p.Line, p.Col}]
			if !known || f.lex[k].Kind != parse.LexWord {
				return nil, false
			}
			q := f.qualifierAt(k)
			others = others || q != k && f.declaresMore(q)
			at = append(at, f.lex[q].Start)
		}
		slices.Sort(at)
		for _, start := range slices.Compact(at) {
			edits = append(edits, textEdit{f, start, start, "_Atomic "})
		}
	}
	now, err := s.edited(edits)
	if err != nil {
		return nil, false
	}
	r = now.since(s)
	r.Others = others
	return r, true
}

// declaresMore reports whether the declaration whose type begins at a lexeme has several names.
func (f *file) declaresMore(first int) bool {
	depth := 0
	for i := first; i < len(f.lex); i++ {
		switch x := &f.lex[i]; {
		case x.Is("("), x.Is("["), x.Is("{"):
			depth++
		case x.Is(")"), x.Is("]"), x.Is("}"):
			if depth--; depth < 0 {
				return false
			}
		case x.Is(",") && depth == 0:
			return true
		case x.Is(";") && depth == 0:
			return false
		}
	}
	return false
}

// storageClasses are the words that stand before a type.
var storageClasses = []string{"static", "extern", "_Thread_local", "thread_local", "volatile", "const", "register"}

// qualifierAt returns the lexeme before which _Atomic is put to qualify the variable whose name is
// lexeme k.
func (f *file) qualifierAt(k int) int {
	first := k
	for i := f.previous(k); i >= 0; i = f.previous(i) {
		switch x := &f.lex[i]; {
		case x.Is("*") && first == k, x.Is("("), x.Is(")"), x.Is("}") && first == k:
			return k
		case x.Is(";"), x.Is("{"), x.Is("}"), f.directive(x), slices.Contains(storageClasses, x.Text):
			return first
		case x.Kind == parse.LexWord:
			first = i
		}
	}
	return first
}

// directive reports whether a lexeme is on the line of a preprocessor directive.
func (f *file) directive(x *parse.Lexeme) bool {
	line := f.text[strings.LastIndexByte(f.text[:x.Start], '\n')+1:]
	return strings.HasPrefix(strings.TrimLeft(line, " \t"), "#")
}

// previous returns the last lexeme before k that is not blank; -1 if there is none.
func (f *file) previous(k int) int {
	for k--; k >= 0 && strings.TrimSpace(f.lex[k].Text) == ""; k-- {
	}
	return k
}
