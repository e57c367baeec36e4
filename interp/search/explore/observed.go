package explore

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"fencepost/interp/code"
)

// An Observed is a global scalar whose final value is part of an outcome.
type Observed struct {
	name   string
	addr   uint64
	size   uint8
	signed bool
}

// Bounds of the scalars of an outcome.
const (
	maxObserved     = 256 // if names are given
	observedUnasked = 12  // if no name is given
)

// Observe returns the scalars of an outcome of a program. Each name is a global object, with all
// its scalars, or one scalar of it. Without names, the result is all globals of at most 4 bytes,
// as greater ones may be addresses, or none if they are more than observedUnasked. It is an error
// if a name matches nothing, or the scalars are too many.
func Observe(p *code.Program, names []string) ([]Observed, error) {
	if len(names) == 0 {
		all := slices.DeleteFunc(globals(p), func(o Observed) bool { return o.size > 4 })
		if len(all) > observedUnasked {
			return nil, nil
		}
		return all, nil
	}
	var list []Observed
	for _, name := range names {
		found, err := named(p, name, func(object, scalar string) bool { return isName(object, name) || isName(scalar, name) })
		if err != nil {
			return nil, err
		}
		list = append(list, found...)
	}
	if len(list) > maxObserved {
		return nil, fmt.Errorf("%d values are too many, at most %d can be observed", len(list), maxObserved)
	}
	return list, nil
}

// named returns the scalars for which match holds. If there are none, the error says that a user's name
// matches nothing, and which globals there are.
func named(p *code.Program, name string, match func(object, scalar string) bool) ([]Observed, error) {
	list := scalars(p, match)
	if len(list) > 0 {
		return list, nil
	}
	var has []string
	for _, o := range globals(p) {
		has = append(has, o.name)
	}
	switch n := len(has); {
	case n == 0:
		return nil, fmt.Errorf("%s: the program uses no global that can be observed", name)
	case n > observedUnasked:
		has = append(has[:observedUnasked], "...")
	}
	return nil, fmt.Errorf("%s: the program has no such global, or does not use it; it has %s", name, strings.Join(has, ", "))
}

// isName reports whether a name stands for the global full: it may leave out the namespace of C++,
// or the path of Rust.
func isName(full, name string) bool {
	return full == name || strings.HasSuffix(full, "::"+name)
}

// globals returns all scalars of a program's globals.
func globals(p *code.Program) []Observed {
	return scalars(p, func(string, string) bool { return true })
}

// libraryParts are in the paths of scalars that belong to types of the libraries of C and C++, and to
// locks and condition variables of Rust's.
var libraryParts = []string{".__", ".inner.futex", ".poison.failed"}

// scalars returns the scalars of a program's globals that match, in the order of the objects. It
// leaves out library types and read-only objects.
func scalars(p *code.Program, match func(object, scalar string) bool) []Observed {
	var list []Observed
	for i := range p.Objects {
		o := &p.Objects[i]
		if o.ReadOnly {
			continue
		}
		for _, s := range o.Scalars {
			if name := o.Name + s.Path; !slices.ContainsFunc(libraryParts, func(part string) bool { return strings.Contains(s.Path, part) }) {
				for _, part := range parts(s) {
					if full := name + part.Path; match(o.Name, full) || match(o.Name, name) {
						list = append(list, Observed{full, o.Addr + uint64(s.Off+part.Off), part.Size, part.Signed})
					}
				}
			}
		}
	}
	return list
}

// parts returns the pieces of a scalar of at most eight bytes each: the scalar itself, its members,
// or its halves.
func parts(s code.Scalar) []code.Scalar {
	switch {
	case s.Size <= 8:
		return []code.Scalar{{Size: s.Size, Signed: s.Signed}}
	case len(s.Members) > 0:
		return s.Members
	}
	return []code.Scalar{{Path: ".low", Size: 8}, {Path: ".high", Off: 8, Size: 8, Signed: s.Signed}}
}

// AppendState appends the final values of the scalars in list, by x.Final, as "r1=0 r2=1". An
// undefined value is "?".
func AppendState(b []byte, x interface {
	Final(uint64, uint8) (uint64, bool)
}, list []Observed) []byte {
	for i, o := range list {
		if i > 0 {
			b = append(b, ' ')
		}
		b = append(append(b, o.name...), '=')
		v, undef := x.Final(o.addr, o.size)
		shift := 64 - 8*uint(o.size)
		switch {
		case undef:
			b = append(b, '?')
		case o.signed:
			b = strconv.AppendInt(b, int64(v<<shift)>>shift, 10)
		default:
			b = strconv.AppendUint(b, v<<shift>>shift, 10)
		}
	}
	return b
}

// SortedStates returns the keys of counts, which AppendState made, in order of their values.
func SortedStates(counts map[string]int64) []string {
	values := map[string][]int64{}
	for state := range counts {
		for _, field := range strings.Fields(state) {
			_, text, _ := strings.Cut(field, "=")
			v, _ := strconv.ParseInt(text, 10, 64) // ? is like 0
			values[state] = append(values[state], v)
		}
	}
	return slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(slices.Compare(values[a], values[b]), cmp.Compare(a, b))
	})
}

// A State is a condition on an execution: final values of some scalars.
type State struct {
	list   []Observed
	values []uint64
}

// ParseState parses a state of a program's globals in the notation of outcomes: "r1=0 r2=1".
// Commas and semicolons may separate the values as well.
func ParseState(p *code.Program, text string) (*State, error) {
	s := &State{}
	for _, field := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \t,;", r) }) {
		name, number, ok := strings.Cut(field, "=")
		if !ok {
			return nil, fmt.Errorf("%s: a state is written as x=1 y=0", field)
		}
		value, err := strconv.ParseInt(number, 0, 64)
		if err != nil {
			return nil, fmt.Errorf("%s: %s is no whole number", field, number)
		}
		found, err := named(p, name, func(_, scalar string) bool { return isName(scalar, name) })
		if err != nil {
			return nil, err
		}
		for _, o := range found {
			s.list, s.values = append(s.list, o), append(s.values, uint64(value))
		}
	}
	if len(s.list) == 0 {
		return nil, fmt.Errorf("a state is written as x=1 y=0")
	}
	return s, nil
}

// Holds reports whether execution x ends in the state. An undefined value matches no value.
func (s *State) Holds(x interface {
	Final(uint64, uint8) (uint64, bool)
}) bool {
	for i, o := range s.list {
		shift := 64 - 8*uint(o.size)
		if v, undef := x.Final(o.addr, o.size); undef || (v^s.values[i])<<shift != 0 {
			return false
		}
	}
	return true
}

// String returns the state in the notation of outcomes.
func (s *State) String() string {
	var parts []string
	for i, o := range s.list {
		parts = append(parts, fmt.Sprintf("%s=%d", o.name, int64(s.values[i])))
	}
	return strings.Join(parts, " ")
}
