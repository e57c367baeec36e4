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

// A Checked is a flag's value that is checked as it is set.
type Checked[T any] struct {
	p      *T
	kind   string // what help shows for the value
	format func(T) string
	parse  func(string) (T, error)
}

// Value returns the value.
func (c *Checked[T]) Value() T { return *c.p }

func (c *Checked[T]) String() string { return c.format(*c.p) }

func (c *Checked[T]) Type() string { return c.kind }

// Set parses text.
func (c *Checked[T]) Set(text string) error {
	v, err := c.parse(text)
	if err == nil {
		*c.p = v
	}
	return err
}

// NewRange returns a whole number from min to max, kept in p, whose default is value.
func NewRange(p *int, value, min, max int) *Checked[int] {
	*p = value
	return &Checked[int]{p, "N", strconv.Itoa, func(s string) (int, error) {
		v, err := strconv.Atoi(s)
		if err != nil || v < min || v > max {
			return 0, fmt.Errorf("must be a whole number from %d to %d", min, max)
		}
		return v, nil
	}}
}

const lengthAuto = "auto"

// NewLength returns the length of a cycle, kept in p; 0 is auto, a word that may be given only with auto.
func NewLength(p *int, auto bool) *Checked[int] {
	format := func(v int) string {
		if v == 0 {
			return lengthAuto
		}
		return strconv.Itoa(v)
	}
	return &Checked[int]{p, "N", format, func(s string) (int, error) {
		if auto && s == lengthAuto {
			return 0, nil
		}
		v, err := strconv.Atoi(s)
		if err != nil || v < 4 || v > predict.MostLen || v%2 != 0 {
			or := ""
			if auto {
				or = lengthAuto + " or "
			}
			return 0, fmt.Errorf("must be %san even number from 4 to %d: each thread of a cycle has two accesses", or, predict.MostLen)
		}
		return v, nil
	}}
}

// NewShare returns a number above 0 and below 1, kept in p, which holds the default.
func NewShare(p *float64) *Checked[float64] {
	format := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
	return &Checked[float64]{p, "P", format, func(s string) (float64, error) {
		v, err := strconv.ParseFloat(s, 64)
		if err != nil || !(v > 0 && v < 1) {
			return 0, fmt.Errorf("must be above 0 and below 1")
		}
		return v, nil
	}}
}

// NewSeed returns a positive number of 64 bits, kept in p, which holds the default.
func NewSeed(p *uint64) *Checked[uint64] {
	format := func(v uint64) string { return strconv.FormatUint(v, 10) }
	return &Checked[uint64]{p, "N", format, func(s string) (uint64, error) {
		v, err := strconv.ParseUint(s, 10, 64)
		if err != nil || v == 0 {
			return 0, fmt.Errorf("must be a whole number from 1 to %d", uint64(1<<64-1))
		}
		return v, nil
	}}
}

// A Choice is a flag's value: one of a few words, the first by default.
type Choice struct {
	Checked[string]
	allowed []string
}

// NewChoice returns one of the allowed words, kept in p.
func NewChoice(p *string, allowed ...string) *Choice {
	return newChoice(p, strings.Clone, allowed)
}

// NewModelChoice returns one of the allowed models, kept in p. Aliases are taken, too.
func NewModelChoice(p *string, allowed ...string) *Choice {
	return newChoice(p, models.NameOf, allowed)
}

// newChoice returns one of the allowed words, which name makes of what the user writes.
func newChoice(p *string, name func(string) string, allowed []string) *Choice {
	*p = allowed[0]
	return &Choice{Checked[string]{p, strings.Join(allowed, "|"), strings.Clone, func(s string) (string, error) {
		if s = name(s); !slices.Contains(allowed, s) {
			return "", fmt.Errorf("must be %s", strings.Join(allowed, " or "))
		}
		return s, nil
	}}, allowed}
}

// NewCargo returns flags of cargo, kept in p.
func NewCargo(p *string) *Checked[string] {
	return &Checked[string]{p, "FLAGS", strings.Clone, func(s string) (string, error) {
		if strings.TrimSpace(s) == "" {
			return "", fmt.Errorf("must choose a target, as '--test NAME'")
		}
		return s, nil
	}}
}

// A Duration is a flag's value: a length of time above zero.
type Duration = Checked[time.Duration]

// NewDuration returns a length of time, kept in p.
func NewDuration(p *time.Duration) *Duration {
	format := func(v time.Duration) string {
		if v == 0 {
			return ""
		}
		return v.String()
	}
	return &Duration{p, "TIME", format, func(s string) (time.Duration, error) {
		v, err := time.ParseDuration(s)
		if err != nil || v <= 0 {
			return 0, fmt.Errorf("must be a time such as 30s or 5m")
		}
		return v, nil
	}}
}

var budgets = []struct {
	name  string
	units int64
}{{"quick", verdict.Quick}, {"normal", verdict.Normal}, {"deep", verdict.Deep}}

// NewBudget returns a number of units of work, or the name of one, kept in p, which holds the default.
func NewBudget(p *int64) *Checked[int64] {
	format := func(v int64) string {
		for _, known := range budgets {
			if v == known.units {
				return known.name
			}
		}
		return strconv.FormatInt(v, 10)
	}
	return &Checked[int64]{p, "quick|normal|deep|N", format, func(s string) (int64, error) {
		for _, known := range budgets {
			if s == known.name {
				return known.units, nil
			}
		}
		v, err := strconv.ParseInt(s, 10, 64)
		if err != nil || v < 1 {
			return 0, fmt.Errorf("must be quick, normal, deep or a number of units of work (--timeout bounds the time)")
		}
		return v, nil
	}}
}

const aggressive = "aggressive"

// NewPruning returns which old stores the C11 model forgets: those older than a window of events,
// kept in p, or if that is 0 those that nobody can read.
func NewPruning(p *int32) *Checked[int32] {
	format := func(window int32) string {
		if window == 0 {
			return "conservative"
		}
		return fmt.Sprintf("%s:%d", aggressive, window)
	}
	return &Checked[int32]{p, "conservative|aggressive:N", format, func(s string) (int32, error) {
		if s == "conservative" {
			return 0, nil
		}
		kind, number, _ := strings.Cut(s, ":")
		n, err := strconv.ParseInt(number, 10, 32)
		if kind != aggressive || err != nil || n < 1 || n > MaxCount {
			return 0, fmt.Errorf("must be conservative, or aggressive:N, where N events are kept, from 1 to %d", MaxCount)
		}
		return int32(n), nil
	}}
}
