package main

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fencepost/interp/search"
	"fencepost/models"
	"fencepost/models/axiom"
	"fencepost/models/c11"
	"fencepost/models/page"
	"fencepost/phase2"

	"github.com/spf13/cobra"
)

// A modelList is a flag's value: names of models of a catalog, separated by commas.
type modelList struct {
	p      *[]*models.Model
	from   models.Catalog
	auto   bool                     // the word auto is a value, for none
	native **models.Model           // what stands for the C11 model; nil: itself
	paths  map[*models.Model]string // of machines in files, by what stands for them
}

func (m *modelList) String() string {
	if m.p == nil {
		return ""
	}
	if m.auto && *m.p == nil {
		return "auto"
	}
	var names []string
	for _, model := range *m.p {
		names = append(names, cmp.Or(m.paths[model], model.Name))
	}
	return strings.Join(names, ",")
}

func (m *modelList) Type() string { return "LIST" }

// Set parses s.
func (m *modelList) Set(s string) error {
	if m.auto && s == "auto" {
		*m.p = nil
		return nil
	}
	m.paths = map[*models.Model]string{}
	known := slices.Clone(m.from)
	for name := range strings.SplitSeq(s, ",") {
		if name = strings.TrimSpace(name); page.IsFile(name) && !m.from[0].Native {
			own := &models.Model{Name: name} // until it is read
			m.paths[own] = name
			known = append(known, own)
		}
	}
	list, err := known.Parse(s)
	if err != nil {
		if _, known := phase2.Models().Parse(s); known == nil {
			kinds := "the hardware models"
			if m.from[0].Native {
				kinds = "models of the language"
			}
			return fmt.Errorf("this command knows %s only: choose from %s", kinds, strings.Join(m.from.Names(), ", "))
		}
		if !m.from[0].Native {
			err = fmt.Errorf("%w, or give a FILE%s", err, page.Extension)
		}
		return err
	}
	*m.p = list
	m.replaceNative()
	return nil
}

// load puts the machines in files where their names are.
func (m *modelList) load(read func(path string) (*models.Model, error)) error {
	for i, model := range *m.p {
		path := m.paths[model]
		if path == "" || model.New != nil {
			continue
		}
		own, err := read(path)
		if err != nil {
			return err
		}
		*m.p = slices.Clone(*m.p)
		(*m.p)[i], m.paths[own] = own, path
	}
	return nil
}

// replaceNative puts what stands for the C11 model in its place.
func (m *modelList) replaceNative() {
	if m.native == nil || *m.native == nil {
		return
	}
	for i, model := range *m.p {
		if model == c11.Model {
			*m.p = slices.Clone(*m.p)
			(*m.p)[i] = *m.native
		}
	}
}

// A sequences is a flag's value: whose release sequences the C11 model has.
type sequences struct{ models *modelList }

func (s *sequences) String() string {
	if s.models != nil && *s.models.native == c11.CXX20 {
		return cxx20
	}
	return c11.Model.Name
}

func (s *sequences) Type() string { return c11.Model.Name + "|" + cxx20 }

// The flag that chooses the rule of release sequences, and its word for the rule of C++20.
const (
	releaseSequence = "release-sequence"
	cxx20           = "c++20"
)

// Set parses word.
func (s *sequences) Set(word string) error {
	switch word {
	case c11.Model.Name:
		*s.models.native = nil
	case cxx20:
		*s.models.native = c11.CXX20
		s.models.replaceNative()
	default:
		return fmt.Errorf("must be %s or %s", c11.Model.Name, cxx20)
	}
	return nil
}

// A pruning is a flag's value: which old stores the C11 model forgets.
type pruning struct{ window *int32 }

const aggressive = "aggressive"

func (p *pruning) String() string {
	if p.window == nil || *p.window == 0 {
		return "conservative"
	}
	return fmt.Sprintf("%s:%d", aggressive, *p.window)
}

func (p *pruning) Type() string { return "conservative|aggressive:N" }

// Set parses text.
func (p *pruning) Set(text string) error {
	if text == "conservative" {
		*p.window = 0
		return nil
	}
	kind, number, _ := strings.Cut(text, ":")
	n, err := strconv.ParseInt(number, 10, 32)
	if kind != aggressive || err != nil || n < 1 || n > maxCount {
		return fmt.Errorf("must be conservative, or aggressive:N, where N events are kept, from 1 to %d", maxCount)
	}
	*p.window = int32(n)
	return nil
}

// takeCXX20 gives a command the release sequences of C++20, unless its command line names others.
// Programs that are not C have them.
func takeCXX20(cmd *cobra.Command) error {
	if f := cmd.Flags().Lookup(releaseSequence); f != nil {
		if f.Changed {
			return nil
		}
		return cmd.Flags().Set(f.Name, cxx20)
	}
	if f := cmd.Flags().Lookup("model"); f != nil {
		if list, ok := f.Value.(*modelList); ok {
			native := c11.CXX20
			list.native = &native
			list.replaceNative()
		}
	}
	return nil
}

// A modelNames is a flag's value: names of models that can be explored, separated
// by commas, or all. A name that ends in .cat or .machine is a file's.
type modelNames struct {
	p     *[]string
	pages map[string]*models.Model // of the names of files
}

func (m *modelNames) String() string {
	if m.p == nil {
		return ""
	}
	return strings.Join(*m.p, ",")
}

func (m *modelNames) Type() string { return "LIST" }

// Set parses s.
func (m *modelNames) Set(s string) error {
	if s == "all" {
		*m.p = nil
		for _, a := range axiom.All() {
			*m.p = append(*m.p, a.Name)
		}
		return nil
	}
	var list []string
	for _, name := range strings.Split(s, ",") {
		name = strings.TrimSpace(name)
		if !search.IsFile(name) && !page.IsFile(name) && !slices.Contains(exploredNames(), name) {
			return fmt.Errorf("unknown model %q: choose from %s, or give a FILE.cat or FILE.machine", name, strings.Join(exploredNames(), ", "))
		}
		if slices.Contains(list, name) {
			return fmt.Errorf("model %q is given twice", name)
		}
		list = append(list, name)
	}
	*m.p = list
	return nil
}

// load reads the machines in files.
func (m *modelNames) load(read func(path string) (*models.Model, error)) error {
	for _, path := range *m.p {
		if !page.IsFile(path) {
			continue
		}
		own, err := read(path)
		if err != nil {
			return err
		}
		m.pages[path] = own
	}
	return nil
}

// exploredNames returns what a modelNames may hold, files apart.
func exploredNames() []string { return append(search.Models(), "all") }
