package fences

import (
	"path/filepath"

	"fencepost/interp/code"
	"fencepost/models"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// A Client is one of several programs that share source. The results for an order in the
// shared source hold for all of them. They have the same model, except that C++ has another
// C11 model than C.
type Client struct {
	Program *code.Program
	Model   *models.Model
	Options Options
}

// A ClientError is an error of one of several programs.
type ClientError struct {
	Program int
	Err     error
}

// Error returns the message of the program's error.
func (e *ClientError) Error() string { return e.Err.Error() }

// Unwrap returns the program's error.
func (e *ClientError) Unwrap() error { return e.Err }

// An Access is a site of one of several programs.
type Access struct {
	Program int
	Site    int32
}

// A sourcePlace is the position of an access in the source of several programs, and its
// properties. If an order is an argument of a function, callers that pass different orders
// have different places. All accesses of a C macro are at one position: nth counts equal
// accesses there.
type sourcePlace struct {
	pos    trace.Pos
	nth    int
	op     code.Op
	access code.Access
}

// placesOf returns the place of each access, by site.
func placesOf(p *code.Program) []sourcePlace {
	places, paths := make([]sourcePlace, len(p.Sites)), map[string]string{}
	for i := range p.Funcs {
		alike := map[sourcePlace]int{}
		for _, in := range p.Funcs[i].Code {
			if !accesses(in.Op) && in.Op != code.FenceOp || places[in.Imm].op != code.BadOp {
				continue
			}
			a, pos := &p.Access[in.Imm], p.Sites[in.Imm].Pos
			if _, known := paths[pos.File]; !known {
				paths[pos.File] = SamePath(pos.File)
			}
			pos.File = paths[pos.File]
			at := sourcePlace{pos, 0, in.Op, code.Access{Order: a.Order, Fail: a.Fail, Fence: a.Fence}}
			places[in.Imm] = at
			if !IsForeign(p) { // only there functions are inlined
				places[in.Imm].nth = alike[at]
				alike[at]++
			}
		}
	}
	return places
}

// firstCopies returns, by site, the first of the accesses at its place of the source: inlining and
// templates make copies. It is nil for C, which has none.
func firstCopies(p *code.Program) []int32 {
	if !IsForeign(p) {
		return nil
	}
	places := placesOf(p)
	at, first := map[sourcePlace]int32{}, make([]int32, len(places))
	for i, s := range places {
		if _, known := at[s]; !known || s.pos.Line == 0 {
			at[s] = int32(i)
		}
		first[i] = at[s]
	}
	return first
}

// WithCopies adds to changes those of all copies of their accesses in a program, by site.
func WithCopies(p *code.Program, changes []OrderChange) []OrderChange {
	first := firstCopies(p)
	if first == nil {
		return changes
	}
	var all []OrderChange
	for i, of := range first {
		for _, c := range changes {
			if first[c.Site] == of {
				c.Site = int32(i)
				all = lists.Add(all, c)
			}
		}
	}
	return all
}

// SamePath returns the same path for all paths of a file.
func SamePath(name string) string {
	if path, err := filepath.Abs(name); err == nil && !(trace.Pos{File: name}).System() {
		return path
	}
	return name
}

// jointTable returns the table of several programs, with their hardware fences. Accesses at
// one place of the source are one site: in functions inlined into several callers, in
// templates, and in files that several programs include.
func jointTable(programs []*code.Program, m *models.Model) *orderTable {
	t := &orderTable{programs: programs}
	numbers := map[sourcePlace]int32{}
	for k, p := range programs {
		own, places := newOrderTable(p, m).withFences(), placesOf(p)
		for i, s := range own.sites {
			at := places[s.Site]
			n, known := numbers[at]
			if !known {
				n = int32(len(t.at))
				numbers[at], t.at = n, append(t.at, nil)
			}
			if list := t.at[n]; !s.Fail {
				t.at[n] = append(list, Access{k, s.Site})
				known = len(list) > 0
			} else {
				known = len(list) > 1
			}
			if !known {
				t.sites = append(t.sites, OrderSite{Site: n, Fail: s.Fail})
				t.written, t.levels = append(t.written, own.written[i]), append(t.levels, own.levels[i])
			}
		}
	}
	return t
}
