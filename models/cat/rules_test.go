package cat

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "look for candidates that tell models from their mutants, and write testdata/rules.jsonl")

// A ruling is a candidate, and whether a model allows it.
type ruling struct {
	Model   string              `json:"model"`
	Allowed bool                `json:"allowed"`
	Threads []int               `json:"threads"`
	Locs    []int               `json:"locs"`
	Sets    map[string][]int    `json:"sets"`
	Rels    map[string][][2]int `json:"rels"`
}

func newRuling(model string, allowed bool, r *random) ruling {
	g := ruling{model, allowed, r.threads, r.locs, map[string][]int{}, map[string][][2]int{}}
	for name, s := range r.sets {
		for e := range r.n {
			if s.Has(e) {
				g.Sets[name] = append(g.Sets[name], e)
			}
		}
	}
	for name, rel := range r.rels {
		for a := range r.n {
			for b := range r.n {
				if rel.Has(a, b) && name != "int" && name != "loc" {
					g.Rels[name] = append(g.Rels[name], [2]int{a, b})
				}
			}
		}
	}
	return g
}

func (g *ruling) candidate() *random {
	r := &random{n: len(g.Threads), sets: map[string]Set{}, rels: map[string]Rel{}, threads: g.Threads, locs: g.Locs}
	for name, list := range g.Sets {
		for _, e := range list {
			r.put(name, e)
		}
	}
	for name, list := range g.Rels {
		for _, p := range list {
			r.relate(name, p[0], p[1])
		}
	}
	r.relateClasses()
	return r
}

// A mutant is a model without an axiom, or without an alternative of a definition.
type mutant struct {
	what   string
	killed bool
	m      *Model
	c      *Checker
	x      *Candidate
}

func (m *mutant) allows(r *random) bool {
	r.fill(m.m, m.x)
	return m.c.Check(m.x)
}

// compiled returns a model, or nil if the text is in error.
func compiled(name, text string) *mutant {
	m, err := Parse(name, []byte(text), nil)
	if err != nil {
		return nil
	}
	return &mutant{what: name, m: m, c: m.NewChecker(), x: m.NewCandidate()}
}

var (
	comments     = regexp.MustCompile(`(?s)\(\*.*?\*\)`)
	alternatives = regexp.MustCompile(`[=|] [^|=\n]+|(acyclic|empty|irreflexive) .*`)
)

// mutants returns a model and its mutants.
func mutants(name string) (original *mutant, list []*mutant) {
	text, _ := Text(name)
	text = comments.ReplaceAllString(text, "")
	original = compiled(name, text)
	for _, at := range alternatives.FindAllStringIndex(text, -1) {
		what := text[at[0]:at[1]]
		with := ""
		if what[0] == '=' || what[0] == '|' {
			with = what[:1] + " 0 "
		}
		if m := compiled(name, text[:at[0]]+with+text[at[1]:]); m != nil && strings.TrimSpace(what) != "= 0" {
			m.what = strings.TrimSpace(what)
			list = append(list, m)
		}
	}
	return original, list
}

const rulesFile = "testdata/rules.jsonl"

// TestRules holds the machines' models to what they ruled when they agreed with herd's
// (TestAgainstHerd, with -herd).
// Each ruling was kept because the model without some axiom, or without some
// alternative of a definition, rules otherwise.
func TestRules(t *testing.T) {
	shapes := map[string]shape{"armv8": shapeA64, "armv7": shapeARM, "power": shapePPC, "riscv": shapeRISCV}
	names := []string{"armv7", "armv8", "power", "riscv"}
	if *update {
		var out bytes.Buffer
		for _, name := range names {
			for _, g := range findRulings(name, shapes[name]) {
				line, err := json.Marshal(g)
				if err != nil {
					t.Fatal(err)
				}
				out.Write(append(line, '\n'))
			}
		}
		if err := os.WriteFile(rulesFile, out.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(rulesFile)
	if err != nil {
		t.Fatal(err)
	}
	rulings := map[string][]ruling{}
	for lines := bufio.NewScanner(bytes.NewReader(data)); lines.Scan(); {
		var g ruling
		if err := json.Unmarshal(lines.Bytes(), &g); err != nil {
			t.Fatal(err)
		}
		rulings[g.Model] = append(rulings[g.Model], g)
	}
	for _, name := range names {
		original, list := mutants(name)
		killed := 0
		for _, g := range rulings[name] {
			r := g.candidate()
			if original.allows(r) != g.Allowed {
				t.Errorf("%s: allowed %v, want %v\n%s", name, !g.Allowed, g.Allowed, r)
			}
			for _, m := range list {
				if !m.killed && m.allows(r) != g.Allowed {
					m.killed = true
					killed++
				}
			}
		}
		t.Logf("%s: %d rulings tell it from %d of %d mutants", name, len(rulings[name]), killed, len(list))
		if killed < len(list)/3 {
			t.Errorf("%s: only %d of %d mutants", name, killed, len(list))
		}
	}
}

// findRulings looks for small candidates that kill mutants.
func findRulings(name string, s shape) (found []ruling) {
	original, list := mutants(name)
	rnd := rand.New(rand.NewPCG(*seed, 13))
	tries := 40 * *candidates
	for n := range tries {
		r := randomCandidate(rnd, s, true)
		if n < tries/2 && r.n > 10 {
			continue
		}
		allowed, useful := original.allows(r), false
		for _, m := range list {
			if !m.killed && m.allows(r) != allowed {
				m.killed, useful = true, true
			}
		}
		if useful {
			found = append(found, newRuling(name, allowed, r))
		}
	}
	return found
}
