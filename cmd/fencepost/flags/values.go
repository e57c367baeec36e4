// Package flags has the flags that commands share, and what they mean for the packages that the
// commands call. It has the values of flags that are checked as they are set: numbers within bounds,
// choices, times, seeds, lists of models. Each says in its error what it may be, and its type is
// what help shows for it.
package flags

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"fencepost/models"
	"fencepost/phase2/verdict"
	"fencepost/predict"
)

// MaxCount bounds numbers on the command line: far above what is useful, far below what would
// overflow.
const MaxCount = 1_000_000_000

// A Number is a flag's value: a whole number within bounds.
type Number struct {
	p        *int
	min, max int
}

// NewRange returns a number from min to max, kept in p, whose default is value.
func NewRange(p *int, value, min, max int) *Number {
	*p = value
	return &Number{p, min, max}
}

func (n *Number) String() string {
	if n.p == nil {
		return ""
	}
	return strconv.Itoa(*n.p)
}

func (n *Number) Type() string { return "N" }

// Set parses s.
func (n *Number) Set(s string) error {
	v, err := strconv.Atoi(s)
	if err != nil || v < n.min || v > n.max {
		return fmt.Errorf("must be a whole number from %d to %d", n.min, n.max)
	}
	*n.p = v
	return nil
}

// A Length is a flag's value: how long cycles may be.
type Length struct {
	p    *int
	auto bool // it may depend, which is 0
}

const lengthAuto = "auto"

// NewLength returns the length of a cycle, kept in p; with auto the word auto is 0.
func NewLength(p *int, auto bool) *Length { return &Length{p, auto} }

func (l *Length) String() string {
	switch {
	case l.p == nil:
		return ""
	case *l.p == 0:
		return lengthAuto
	}
	return strconv.Itoa(*l.p)
}

func (l *Length) Type() string { return "N" }

// Set parses s.
func (l *Length) Set(s string) error {
	if l.auto && s == lengthAuto {
		*l.p = 0
		return nil
	}
	v, err := strconv.Atoi(s)
	if err != nil || v < 4 || v > predict.MostLen || v%2 != 0 {
		or := ""
		if l.auto {
			or = lengthAuto + " or "
		}
		return fmt.Errorf("must be %san even number from 4 to %d: each thread of a cycle has two accesses", or, predict.MostLen)
	}
	*l.p = v
	return nil
}

// A Share is a flag's value: a number above 0 and below 1.
type Share struct{ p *float64 }

// NewShare returns a share, kept in p, which holds the default.
func NewShare(p *float64) *Share { return &Share{p} }

func (s *Share) String() string {
	if s.p == nil {
		return ""
	}
	return strconv.FormatFloat(*s.p, 'g', -1, 64)
}

func (s *Share) Type() string { return "P" }

// Set parses text.
func (s *Share) Set(text string) error {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || !(v > 0 && v < 1) {
		return fmt.Errorf("must be above 0 and below 1")
	}
	*s.p = v
	return nil
}

// A Seed is a flag's value: any positive number of 64 bits.
type Seed struct{ p *uint64 }

// NewSeed returns a seed, kept in p, which holds the default.
func NewSeed(p *uint64) *Seed { return &Seed{p} }

func (s *Seed) String() string {
	if s.p == nil {
		return ""
	}
	return strconv.FormatUint(*s.p, 10)
}

func (s *Seed) Type() string { return "N" }

// Set parses text.
func (s *Seed) Set(text string) error {
	v, err := strconv.ParseUint(text, 10, 64)
	if err != nil || v == 0 {
		return fmt.Errorf("must be a whole number from 1 to %d", uint64(1<<64-1))
	}
	*s.p = v
	return nil
}

// A Choice is a flag's value: one of a few words, the first by default.
type Choice struct {
	p       *string
	allowed []string
	models  bool // the words are names of models
}

// NewChoice returns one of the allowed words, kept in p.
func NewChoice(p *string, allowed ...string) *Choice {
	*p = allowed[0]
	return &Choice{p: p, allowed: allowed}
}

// NewModelChoice returns one of the allowed models, kept in p. Aliases are taken, too.
func NewModelChoice(p *string, allowed ...string) *Choice {
	c := NewChoice(p, allowed...)
	c.models = true
	return c
}

func (c *Choice) String() string {
	if c.p == nil {
		return ""
	}
	return *c.p
}

func (c *Choice) Type() string { return strings.Join(c.allowed, "|") }

// Set parses s.
func (c *Choice) Set(s string) error {
	if c.models {
		s = models.NameOf(s)
	}
	if !slices.Contains(c.allowed, s) {
		return fmt.Errorf("must be %s", strings.Join(c.allowed, " or "))
	}
	*c.p = s
	return nil
}

// A Duration is a flag's value: a length of time above zero.
type Duration struct{ p *time.Duration }

// NewDuration returns a length of time, kept in p.
func NewDuration(p *time.Duration) *Duration { return &Duration{p} }

func (d *Duration) String() string {
	if d.p == nil || *d.p == 0 {
		return ""
	}
	return d.p.String()
}

// Value returns the time.
func (d *Duration) Value() time.Duration { return *d.p }

func (d *Duration) Type() string { return "TIME" }

// Set parses s.
func (d *Duration) Set(s string) error {
	v, err := time.ParseDuration(s)
	if err != nil || v <= 0 {
		return fmt.Errorf("must be a time such as 30s or 5m")
	}
	*d.p = v
	return nil
}

// A Budget is a flag's value: a number of units of work, or the name of one.
type Budget struct{ p *int64 }

var budgets = []struct {
	name  string
	units int64
}{{"quick", verdict.Quick}, {"normal", verdict.Normal}, {"deep", verdict.Deep}}

// NewBudget returns a budget, kept in p, which holds the default.
func NewBudget(p *int64) *Budget { return &Budget{p} }

func (b *Budget) String() string {
	if b.p == nil {
		return ""
	}
	for _, known := range budgets {
		if *b.p == known.units {
			return known.name
		}
	}
	return strconv.FormatInt(*b.p, 10)
}

func (b *Budget) Type() string { return "quick|normal|deep|N" }

// Set parses s.
func (b *Budget) Set(s string) error {
	for _, known := range budgets {
		if s == known.name {
			*b.p = known.units
			return nil
		}
	}
	v, err := strconv.ParseInt(s, 10, 64)
	if err != nil || v < 1 {
		return fmt.Errorf("must be quick, normal, deep or a number of units of work (--timeout bounds the time)")
	}
	*b.p = v
	return nil
}
