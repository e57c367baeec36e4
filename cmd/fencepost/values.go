package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"fencepost/phase2/verdict"
	"fencepost/predict"
)

// A number is a flag's value: a whole number within bounds.
type number struct {
	p        *int
	min, max int
}

func newRange(p *int, value, min, max int) *number {
	*p = value
	return &number{p, min, max}
}

func (n *number) String() string {
	if n.p == nil {
		return ""
	}
	return strconv.Itoa(*n.p)
}

func (n *number) Type() string { return "N" }

// Set parses s.
func (n *number) Set(s string) error {
	v, err := strconv.Atoi(s)
	if err != nil || v < n.min || v > n.max {
		return fmt.Errorf("must be a whole number from %d to %d", n.min, n.max)
	}
	*n.p = v
	return nil
}

// A length is a flag's value: how long cycles may be.
type length struct {
	p    *int
	auto bool // it may depend, which is 0
}

const lengthAuto = "auto"

func (l *length) String() string {
	switch {
	case l.p == nil:
		return ""
	case *l.p == 0:
		return lengthAuto
	}
	return strconv.Itoa(*l.p)
}

func (l *length) Type() string { return "N" }

// Set parses s.
func (l *length) Set(s string) error {
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

// A share is a flag's value: a number above 0 and below 1.
type share struct{ p *float64 }

func (s *share) String() string {
	if s.p == nil {
		return ""
	}
	return strconv.FormatFloat(*s.p, 'g', -1, 64)
}

func (s *share) Type() string { return "P" }

// Set parses text.
func (s *share) Set(text string) error {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || !(v > 0 && v < 1) {
		return fmt.Errorf("must be above 0 and below 1")
	}
	*s.p = v
	return nil
}

// A seed is a flag's value: any positive number of 64 bits.
type seed struct{ p *uint64 }

func (s *seed) String() string {
	if s.p == nil {
		return ""
	}
	return strconv.FormatUint(*s.p, 10)
}

func (s *seed) Type() string { return "N" }

// Set parses text.
func (s *seed) Set(text string) error {
	v, err := strconv.ParseUint(text, 10, 64)
	if err != nil || v == 0 {
		return fmt.Errorf("must be a whole number from 1 to %d", uint64(1<<64-1))
	}
	*s.p = v
	return nil
}

// A choice is a flag's value: one of a few words, the first by default.
type choice struct {
	p       *string
	allowed []string
}

func newChoice(p *string, allowed ...string) *choice {
	*p = allowed[0]
	return &choice{p, allowed}
}

func (c *choice) String() string {
	if c.p == nil {
		return ""
	}
	return *c.p
}

func (c *choice) Type() string { return strings.Join(c.allowed, "|") }

// Set parses s.
func (c *choice) Set(s string) error {
	if !slices.Contains(c.allowed, s) {
		return fmt.Errorf("must be %s", strings.Join(c.allowed, " or "))
	}
	*c.p = s
	return nil
}

// A duration is a flag's value: a length of time above zero.
type duration struct{ p *time.Duration }

func (d *duration) String() string {
	if d.p == nil || *d.p == 0 {
		return ""
	}
	return d.p.String()
}

func (d *duration) Type() string { return "TIME" }

// Set parses s.
func (d *duration) Set(s string) error {
	v, err := time.ParseDuration(s)
	if err != nil || v <= 0 {
		return fmt.Errorf("must be a time such as 30s or 5m")
	}
	*d.p = v
	return nil
}

// A budget is a flag's value: a number of units of work, or the name of one.
type budget struct{ p *int64 }

var budgets = []struct {
	name  string
	units int64
}{{"quick", verdict.Quick}, {"normal", verdict.Normal}, {"deep", verdict.Deep}}

func (b *budget) String() string {
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

func (b *budget) Type() string { return "quick|normal|deep|N" }

// Set parses s.
func (b *budget) Set(s string) error {
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
