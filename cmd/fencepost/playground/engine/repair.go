package engine

import (
	"errors"
	"strings"

	"fencepost/interp/code"
	"fencepost/interp/play"
	"fencepost/interp/search"
	"fencepost/interp/search/explore"
	"fencepost/phase2/repair"
	"fencepost/trace/lists"
)

// A Repair is a choice from the menu of what may be changed in a program: by menu, the
// number of an option.
type Repair struct {
	Model  string `json:"model"` // under which the menu is
	Chosen []int  `json:"chosen"`
}

// A Menu is what may be changed in a program.
type Menu struct {
	Slots   []repair.Slot `json:"slots"`
	Written []int         `json:"written"` // the options that the program has
	Models  []string      `json:"models"`  // under which there are menus
}

// A Choice is one from a menu, with its cost.
type Choice struct {
	Chosen []int `json:"chosen"`
	Cost   int   `json:"cost"`
}

// menuOf returns the menu of a program under the repair's model.
func (s *session) menuOf(p *code.Program) (*repair.Menu, error) {
	if s.Repair == nil {
		return nil, errors.New("the request names no model to repair under")
	}
	m, err := play.Lookup(s.Repair.Model)
	if err != nil {
		return nil, err
	}
	return repair.New(p, m), nil
}

// repaired returns the exploration of the program with what is chosen.
func (s *session) repaired(x *search.Exploration) (*search.Exploration, error) {
	if x.Test != nil && !x.Test.Arch.Runs() {
		return nil, errors.New("no machine here runs the test: it cannot be repaired")
	}
	menu, err := s.menuOf(x.Program)
	if err != nil {
		return nil, err
	}
	p, _, err := menu.Apply(s.Repair.Chosen)
	if err != nil {
		return nil, err
	}
	if x.Test != nil {
		variant := *x.Test
		variant.Program = p
		return search.OfTest(x.Name, &variant), nil
	}
	return search.OfProgram(p, s.Observe)
}

// menu tells what may be changed.
func (s *session) menu() (*Answer, error) {
	x, err := s.written()
	if err != nil {
		return nil, err
	}
	if x.Test != nil && !x.Test.Arch.Runs() {
		return nil, errors.New("no machine here runs the test: it cannot be repaired")
	}
	menu, err := s.menuOf(x.Program)
	if err != nil {
		return nil, err
	}
	out := s.ok("fences")
	out.Menu = &Menu{append([]repair.Slot{}, menu.Slots...), menu.Written(), play.Models()[1:]}
	return out, nil
}

// cheapest tells the cheapest choice that fences infers, with which no execution ends in
// the state, or if none is given in an error.
func (s *session) cheapest() (*Answer, error) {
	x, err := s.written()
	if err != nil {
		return nil, err
	}
	p := x.Program
	switch {
	case s.State == "":
	case x.Test != nil:
		state, err := x.Test.ParseState(s.State)
		if err != nil {
			return nil, err
		}
		p = x.Test.Forbidding(state)
	default:
		if p, err = s.forbidding(); err != nil {
			return nil, err
		}
	}
	menu, err := s.menuOf(p)
	if err != nil {
		return nil, err
	}
	out := s.ok("fences")
	out.Choice = &Choice{}
	out.Choice.Chosen, out.Choice.Cost, err = menu.Cheapest(s.ctx)
	return out, err
}

// forbidding compiles the C program so that it fails an assertion if it ends in the
// state: as a function that another main calls.
func (s *session) forbidding() (*code.Program, error) {
	p, err := s.compile("")
	if err != nil {
		return nil, err
	}
	if _, err := explore.ParseState(p, s.State); err != nil {
		return nil, err
	}
	parts := lists.Map(strings.Fields(s.State), func(field string) string { return strings.Replace(field, "=", " == ", 1) })
	behind := "\n#undef main\n#undef NDEBUG\n#include <assert.h>\nint main(void)\n{\n\tprogram_main();\n\tassert(!(" + strings.Join(parts, " && ") + "));\n\treturn 0;\n}\n"
	return s.compile(behind, "main=program_main")
}
