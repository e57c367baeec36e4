package cat

// A Model is a compiled model. It is not changed by its checkers.
type Model struct {
	name       string
	sets, rels []string
	axioms     []string
	flags      []string
}

// Name returns the model's name: that of its file without folder and ending.
func (m *Model) Name() string { return m.name }

// Sets returns the names of the base sets that the model reads; a candidate's
// Sets are in this order.
func (m *Model) Sets() []string { return m.sets }

// Rels returns the names of the base relations that the model reads; a
// candidate's Rels are in this order.
func (m *Model) Rels() []string { return m.rels }

// Axioms returns the names of the axioms, in the order of the text.
func (m *Model) Axioms() []string { return m.axioms }

// Flags returns the names of the flags, in the order of the text: those of `flag`
// and of `undefined_unless`.
func (m *Model) Flags() []string { return m.flags }

// Undefined reports whether flag i says that the program's behaviour is undefined.
func (m *Model) Undefined(i int) bool { return false }

// NewCandidate returns a candidate without events, with room for what the model reads.
func (m *Model) NewCandidate() *Candidate {
	return &Candidate{Sets: make([]Set, len(m.sets)), Rels: make([]Rel, len(m.rels))}
}

// Load reads a model: the embedded one of that name, or a file. Includes are
// looked for beside the file, then in dirs, then among the embedded ones.
func Load(name string, dirs ...string) (*Model, error) { return &Model{name: name}, nil }

// Parse reads a model from src; name stands in the positions of errors, which are
// file:line:col: message. include returns the text of an included file; it may be
// nil, or return an error for which errors.Is fs.ErrNotExist, and the embedded
// files are looked into.
func Parse(name string, src []byte, include func(name string) ([]byte, error)) (*Model, error) {
	return &Model{name: name}, nil
}

// Names returns the names of the embedded models.
func Names() []string { return nil }

// Text returns the text of an embedded model.
func Text(name string) (string, bool) { return "", false }

// A Checker checks candidates of one model, one after the other. It is for one
// goroutine.
type Checker struct{ m *Model }

// NewChecker returns a checker.
func (m *Model) NewChecker() *Checker { return &Checker{m} }

// Check reports whether x satisfies all axioms. It runs all stages.
func (c *Checker) Check(x *Candidate) bool { return true }

// CheckStage runs one stage: it reports whether x satisfies the axioms that
// depend on stage s, and on no later one. The stages before must have been run with
// the same events (Events) and the same rf (ReadsFrom) and have held. So a search
// runs Events once for its events, ReadsFrom for each rf, Coherence for each co.
func (c *Checker) CheckStage(x *Candidate, s Stage) bool { return true }

// Violated returns, after a check that failed, the axiom that is violated and
// events that show it: the events of a shortest cycle; the one event of which an
// irreflexive relation holds; the pair, or the one event, of what is not empty.
func (c *Checker) Violated() (axiom int, events []int) { return -1, nil }

// Violations appends the axioms that x violates to dst. It runs all stages.
func (c *Checker) Violations(dst []int, x *Candidate) []int { return dst }

// Flags returns the flags that are raised, bit i being flag i, after a check that
// held for all stages.
func (c *Checker) Flags(x *Candidate) uint64 { return 0 }
