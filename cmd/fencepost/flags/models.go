package flags

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"fencepost/interp/search"
	"fencepost/models"
	"fencepost/models/axiom"
	"fencepost/models/c11"
	"fencepost/models/page"
	"fencepost/phase2"
	"fencepost/trace/lists"

	"github.com/spf13/cobra"
)

// A Models is a flag's value: names of models of a catalog, separated by commas.
type Models struct {
	p      *[]*models.Model // holds the default
	From   models.Catalog
	Auto   bool                     // the word auto is a value, for none
	Native **models.Model           // what stands for the C11 model; nil: itself
	paths  map[*models.Model]string // of machines in files, by what stands for them
}

func (m *Models) String() string {
	if m.p == nil {
		return ""
	}
	if m.Auto && *m.p == nil {
		return "auto"
	}
	names := lists.Map(*m.p, func(model *models.Model) string { return cmp.Or(m.paths[model], model.Name) })
	return strings.Join(names, ",")
}

func (m *Models) Type() string { return "LIST" }

// Set parses s.
func (m *Models) Set(s string) error {
	if m.Auto && s == "auto" {
		*m.p = nil
		return nil
	}
	m.paths = map[*models.Model]string{}
	known := slices.Clone(m.From)
	for name := range strings.SplitSeq(s, ",") {
		if name = strings.TrimSpace(name); page.IsFile(name) && !m.From[0].Native {
			own := &models.Model{Name: name} // until it is read
			m.paths[own] = name
			known = append(known, own)
		}
	}
	list, err := known.Parse(s)
	if err != nil {
		if _, known := phase2.Models().Parse(s); known == nil {
			kinds := "the hardware models"
			if m.From[0].Native {
				kinds = "models of the language"
			}
			return fmt.Errorf("this command knows %s only: choose from %s", kinds, strings.Join(m.From.Names(), ", "))
		}
		for name := range strings.SplitSeq(s, ",") {
			name = strings.TrimSpace(name)
			if _, known := known.Lookup(name); !known && slices.Contains(ExploredNames(), models.NameOf(name)) {
				err = fmt.Errorf("this command does not take the model %q, explore does: choose from %s", name, strings.Join(m.From.Names(), ", "))
				break
			}
		}
		if !m.From[0].Native {
			err = fmt.Errorf("%w, or give a FILE%s", err, page.Extension)
		}
		return err
	}
	*m.p = list
	m.replaceNative()
	return nil
}

// Load puts the machines in files where their names are.
func (m *Models) Load(read func(path string) (*models.Model, error)) error {
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
func (m *Models) replaceNative() {
	if m.Native == nil || *m.Native == nil {
		return
	}
	for i, model := range *m.p {
		if model == c11.Model {
			*m.p = slices.Clone(*m.p)
			(*m.p)[i] = *m.Native
		}
	}
}

// The flag that chooses the rule of release sequences, and its word for the rule of C++20.
const (
	ReleaseSequence = "release-sequence"
	CXX20           = "c++20"
)

// newSequences returns whose release sequences the C11 model in a list has, kept in its Native.
func newSequences(list *Models) *Checked[*models.Model] {
	format := func(native *models.Model) string {
		if native == c11.CXX20 {
			return CXX20
		}
		return c11.Model.Name
	}
	return &Checked[*models.Model]{list.Native, c11.Model.Name + "|" + CXX20, format, func(word string) (*models.Model, error) {
		switch word {
		case c11.Model.Name:
			return nil, nil
		case CXX20:
			*list.Native = c11.CXX20
			list.replaceNative()
			return c11.CXX20, nil
		}
		return nil, fmt.Errorf("must be %s or %s", c11.Model.Name, CXX20)
	}}
}

// TakeCXX20 gives a command the rules of C++20, unless its command line names others.
// Programs that are not C have them.
func TakeCXX20(cmd *cobra.Command) error {
	if f := cmd.Flags().Lookup(ReleaseSequence); f != nil {
		if f.Changed {
			return nil
		}
		return cmd.Flags().Set(f.Name, CXX20)
	}
	if f := cmd.Flags().Lookup("model"); f != nil {
		if list, ok := f.Value.(*Models); ok {
			native := c11.CXX20
			list.Native = &native
			list.replaceNative()
		}
	}
	return nil
}

// An Explored is a flag's value: names of models that can be explored, separated
// by commas, or all. A name that ends in .cat or .machine is a file's.
type Explored struct {
	p     *[]string
	pages map[string]*models.Model // of the names of files
}

func (m *Explored) String() string {
	if m.p == nil {
		return ""
	}
	return strings.Join(*m.p, ",")
}

func (m *Explored) Type() string { return "LIST" }

// Set parses s.
func (m *Explored) Set(s string) error {
	if s == "all" {
		*m.p = lists.Map(axiom.All(), func(a *axiom.Model) string { return a.Name })
		return nil
	}
	var list []string
	for _, name := range strings.Split(s, ",") {
		name = models.NameOf(strings.TrimSpace(name))
		if !search.IsFile(name) && !page.IsFile(name) && !slices.Contains(ExploredNames(), name) {
			return fmt.Errorf("unknown model %q: choose from %s, or give a FILE.cat or FILE.machine", name, strings.Join(ExploredNames(), ", "))
		}
		if slices.Contains(list, name) {
			return fmt.Errorf("model %q is given twice", name)
		}
		list = append(list, name)
	}
	*m.p = list
	return nil
}

// Load reads the machines in files.
func (m *Explored) Load(read func(path string) (*models.Model, error)) error {
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

// ExploredNames returns what a modelNames may hold, files apart.
func ExploredNames() []string { return append(search.Models(), "all") }
