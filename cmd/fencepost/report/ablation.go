package report

import (
	"fmt"
	"strings"

	"fencepost/benchmarks/ablation"
	"fencepost/trace/lists"
)

// Ablation has the worth of each heuristic of phase 2.
type Ablation struct {
	Incomplete *string         `json:"incomplete"` // why there are no tables, or null
	Seed       uint64          `json:"seed"`
	Repeats    int             `json:"repeats"`
	Tables     []AblationTable `json:"tables"`
}

// An AblationTable compares settings under models of one kind, in trials of one length, on
// two sets of programs: the first is the one for which the heuristics were made, the second
// one on which nothing was tuned.
type AblationTable struct {
	C11        bool             `json:"C11"`        // under C11; otherwise under the hardware models
	Executions int              `json:"Executions"` // number in a trial
	Measured   []AblationSample `json:"measured"`   // sizes of the samples, by set of programs
	Rows       []AblationRow    `json:"Rows"`       // the first has every heuristic on
}

// An AblationSample is the size of a sample.
type AblationSample struct {
	Programs int `json:"programs"` // number of pairs of a program and a model
	Cycles   int `json:"cycles"`   // number of cycles that some setting confirmed
}

// An AblationRow is the result of trials with some heuristics off.
type AblationRow struct {
	Off     []string          `json:"off"`
	Figures []AblationFigures `json:"figures"` // by set of programs

	Pays bool `json:"-"`
}

// AblationFigures are means over the repeats, with the differences to the trials with every
// heuristic on.
type AblationFigures struct {
	Share     AblationMean `json:"share"`     // of trials that create a cycle, over all cycles
	Confirmed AblationMean `json:"confirmed"` // number of cycles
	Bugs      AblationMean `json:"bugs"`      // number of errors and data races that SC does not show
}

// An AblationMean is a mean over the repeats.
type AblationMean struct {
	Value float64 `json:"value"`
	Lost  float64 `json:"lost"`  // by switching off
	Noise float64 `json:"noise"` // standard error of lost
}

// FromAblation returns the result of a study of heuristics. If the study was cut short
// there are no tables, because they compare the measurements of all programs.
func FromAblation(study *ablation.Study, incomplete string, status Verdict) *Result {
	body := &Ablation{Incomplete: orNull(incomplete), Seed: study.Seed, Repeats: study.Repeats, Tables: []AblationTable{}}
	for _, t := range study.Tables {
		body.Tables = append(body.Tables, AblationTable{
			C11: t.C11, Executions: t.Executions, Rows: lists.Map(t.Rows, newAblationRow),
			Measured: lists.Map(t.Measured[:], func(m ablation.Sample) AblationSample { return AblationSample(m) }),
		})
	}
	return WithBody("bench ablation", status, body)
}

func newAblationRow(r ablation.Row) AblationRow {
	return AblationRow{Off: notNil(r.Off), Pays: r.Pays(), Figures: lists.Map(r.Figures[:], func(f ablation.Figures) AblationFigures {
		return AblationFigures{AblationMean(f.Share), AblationMean(f.Confirmed), AblationMean(f.Bugs)}
	})}
}

// ablation writes the tables. A star marks heuristics that pay.
func (t *printer) ablation(b *Ablation) {
	t.printf("Ablation of phase 2's heuristics: %d repeats from seed %d; a star marks what pays by more than three times the noise\n", b.Repeats, b.Seed)
	for i := range b.Tables {
		b.Tables[i].write(t)
	}
	t.incomplete(b.Incomplete)
}

func (a *AblationTable) write(t *printer) {
	kind := "hardware models"
	if a.C11 {
		kind = "c11"
	}
	tuned, heldOut := a.Measured[ablation.Tuned], a.Measured[ablation.HeldOut]
	t.printf("\n%s, %d executions in a trial; tuned: %d cycles of %d programs and models, held out: %d of %d\n\n",
		kind, a.Executions, tuned.Cycles, tuned.Programs, heldOut.Cycles, heldOut.Programs)
	out := newTable(1, "off", "tuned: share", "lost", "noise", "confirmed", "bugs", "lost", "noise",
		"held out: share", "lost", "noise", "confirmed", "bugs", "lost", "noise", "pays")
	for i, r := range a.Rows {
		name := strings.Join(r.Off, ",")
		switch {
		case i == 0:
			name = "none"
		case i == len(a.Rows)-1 && len(r.Off) > 3:
			name = "all"
		}
		row := []string{name}
		for _, f := range r.Figures {
			row = append(row, fmt.Sprintf("%.1f%%", 100*f.Share.Value))
			row = append(row, fmt.Sprintf("%.2f", 100*f.Share.Lost), fmt.Sprintf("%.2f", 100*f.Share.Noise), fmt.Sprintf("%.0f", f.Confirmed.Value),
				fmt.Sprintf("%.1f", f.Bugs.Value), fmt.Sprintf("%.1f", f.Bugs.Lost), fmt.Sprintf("%.1f", f.Bugs.Noise))
		}
		star := ""
		if r.Pays {
			star = "*"
		}
		out.add(append(row, star)...)
	}
	t.table(out)
}
