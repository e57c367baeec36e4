package report

import (
	"fmt"
	"strings"

	"fencepost/benchmarks/study"
)

// Parts says what each part of the strategy auto is worth.
type Parts struct {
	Incomplete *string    `json:"incomplete"` // why there are no rows, or null
	Seed       uint64     `json:"seed"`
	Repeats    int        `json:"repeats"`
	Executions int        `json:"executions"` // of each program
	Programs   []int      `json:"programs"`   // by set: those of C11Tester and PCTWM, and those that nothing was tuned on
	Rows       []PartsRow `json:"rows"`       // the first has every part on; the last is strategy random
}

func (*Parts) commands() []string { return []string{"bench auto"} }

// A PartsRow is what executions with some parts off gave.
type PartsRow struct {
	Off     []string       `json:"off"`
	Base    int            `json:"base"`    // the row that what is lost is measured against
	Figures []PartsFigures `json:"figures"` // by set of programs

	Pays bool `json:"-"`
}

// PartsFigures are means over the repeats, and the differences to another row.
type PartsFigures struct {
	Rate   AblationMean `json:"rate"`   // share of the executions that show a bug, over the programs
	Errors AblationMean `json:"errors"` // distinct errors found
}

// FromParts returns the result of a study of the parts of auto; if it was cut short there
// are no rows.
func FromParts(s *study.Parts, incomplete, status string) *Result {
	body := &Parts{
		Incomplete: orNull(incomplete), Seed: s.Options.Seed, Repeats: s.Options.Repeats, Executions: s.Options.Runs,
		Programs: s.Programs[:], Rows: []PartsRow{},
	}
	for i := range s.Rows {
		r := &s.Rows[i]
		row := PartsRow{Off: append([]string{}, r.Off...), Base: r.Base, Pays: r.Pays() && i < len(s.Rows)-1}
		for _, f := range r.Figures {
			row.Figures = append(row.Figures, PartsFigures{AblationMean(f.Rate), AblationMean(f.Errors)})
		}
		body.Rows = append(body.Rows, row)
	}
	out := New("bench auto", status)
	out.Body = body
	return out
}

// parts writes the table. A star marks what pays.
func (t *printer) parts(b *Parts) {
	t.printf("Ablation of the strategy auto: %d repeats from seed %d of %d executions; tuned: %d programs, held out: %d;\n", b.Repeats, b.Seed, b.Executions, b.Programs[0], b.Programs[1])
	t.printf("a star marks what pays by more than three times the noise\n\n")
	out := newTable(1, "off", "tuned: rate", "lost", "noise", "errors", "lost", "noise", "held out: rate", "lost", "noise", "errors", "lost", "noise", "pays")
	for i, r := range b.Rows {
		name := strings.Join(r.Off, ",")
		switch {
		case i == 0:
			name = "none"
		case len(r.Off) > 3:
			name = "all"
		}
		row := []string{name}
		for _, f := range r.Figures {
			row = append(row, fmt.Sprintf("%.1f%%", 100*f.Rate.Value))
			for _, v := range []float64{100 * f.Rate.Lost, 100 * f.Rate.Noise} {
				row = append(row, fmt.Sprintf("%.2f", v))
			}
			for _, v := range []float64{f.Errors.Value, f.Errors.Lost, f.Errors.Noise} {
				row = append(row, fmt.Sprintf("%.1f", v))
			}
		}
		star := ""
		if r.Pays {
			star = "*"
		}
		out.add(append(row, star)...)
	}
	t.table(out)
	t.incomplete(b.Incomplete)
}
