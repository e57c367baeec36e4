package fences

import (
	"path/filepath"

	"fencepost/interp/code"
	"fencepost/models"
	"fencepost/trace"
)

// A Client is one of several programs that use the same source: what is said of an order in it
// holds for all of them. Their models are one, but that of C11 is another one for C++.
type Client struct {
	Program *code.Program
	Model   *models.Model
	Options Options
}

// A ClientError is that of one of several programs.
type ClientError struct {
	Program int
	Err     error
}

// Error is that of the program.
func (e *ClientError) Error() string { return e.Err.Error() }

// Unwrap returns it.
func (e *ClientError) Unwrap() error { return e.Err }

// An Access is a site of one of several programs.
type Access struct {
	Program int
	Site    int32
}

// A sourcePlace is where the source of several programs has an access, with what it is: an order that is an
// argument of a function is another one for each caller that passes another. What a macro of C makes is at
// one position: nth counts what is alike there.
type sourcePlace struct {
	pos    trace.Pos
	nth    int
	op     code.Op
	access code.Access
}

// placesOf returns by site the place of each access.
func placesOf(p *code.Program) []sourcePlace {
	places := make([]sourcePlace, len(p.Sites))
	for i := range p.Funcs {
		alike := map[sourcePlace]int{}
		for _, in := range p.Funcs[i].Code {
			if !accesses(in.Op) && in.Op != code.FenceOp || places[in.Imm].op != code.BadOp {
				continue
			}
			a, pos := &p.Access[in.Imm], p.Sites[in.Imm].Pos
			pos.File = samePath(pos.File)
			at := sourcePlace{pos, 0, in.Op, code.Access{Order: a.Order, Fail: a.Fail, Fence: a.Fence}}
			places[in.Imm] = at
			if !isForeign(p) { // there functions are put into others
				places[in.Imm].nth = alike[at]
				alike[at]++
			}
		}
	}
	return places
}

// samePath returns a path as another one of the same file is, too.
func samePath(name string) string {
	if path, err := filepath.Abs(name); err == nil && !(trace.Pos{File: name}).System() {
		return path
	}
	return name
}

// jointTable returns the table of several programs, with their fences of hardware. What is at
// one place of the source is one site: functions that are put into several callers, templates, and
// what several files or programs include.
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
