package study

import (
	"cmp"
	"context"
	"slices"
	"time"

	"fencepost/benchmarks"
	"fencepost/interp"
	"fencepost/interp/campaign"
	"fencepost/interp/code"
	"fencepost/interp/machine/strategy"
	"fencepost/models/c11"
)

// Options are how detection rates are measured.
type Options struct {
	Seed    uint64
	Runs    int // executions of each campaign
	Workers int
	Machine interp.Options
	// Progress, if set, returns what is told of the progress of a campaign.
	Progress func(program string, strategy Strategy) func(*campaign.Report)
}

// A Strategy is one of package strategy by name, with the parameters that it has.
type Strategy struct {
	Name                 string
	Depth, History, KCom int
}

// A Rate is the share of a campaign's executions that showed a bug.
type Rate struct {
	Buggy      int           `json:"buggy"`
	Executions int           `json:"executions"`
	KCom       int           `json:"-"` // of pctwm: communication events, given or estimated
	Time       time.Duration `json:"-"` // of an execution, in the mean; several run at once
}

// A C11TesterRow is a program of the table.
type C11TesterRow struct {
	Name       string            `json:"name"`
	Strategies []C11TesterCell   `json:"strategies"`
	Published  []PublishedTester `json:"published"`
}

// A C11TesterCell is the result of a strategy on a program.
type C11TesterCell struct {
	Strategy     string  `json:"strategy"`
	Rate         Rate    `json:"rate"`
	Milliseconds float64 `json:"milliseconds"` // mean time of an execution
}

// A PublishedTester is the published result of a tool on a program.
type PublishedTester struct {
	Tool         string   `json:"tool"`
	Rate         float64  `json:"rate"`         // in percent
	Milliseconds *float64 `json:"milliseconds"` // null: not published
}

// Best returns the highest published rate.
func (r *C11TesterRow) Best() (best float64) {
	for _, p := range r.Published {
		best = max(best, p.Rate)
	}
	return best
}

// C11TesterStrategies are those that are measured on C11Tester's table.
var C11TesterStrategies = [...]string{"auto", "random", "c11tester"}

// C11Tester measures programs of Table 2 of C11Tester.
func C11Tester(ctx context.Context, programs []benchmarks.C11TesterRow, o Options) ([]C11TesterRow, error) {
	return rows(ctx, programs, o, func(m *measurement, published benchmarks.C11TesterRow) C11TesterRow {
		p := m.compiled(Compile("c11", published.Name))
		row := C11TesterRow{Name: published.Name}
		for _, name := range C11TesterStrategies {
			r := m.rate(p, Strategy{Name: name})
			row.Strategies = append(row.Strategies, C11TesterCell{name, r, milliseconds(r.Time)})
		}
		for _, c := range published.Tools {
			t := PublishedTester{Tool: c.Tool, Rate: c.Rate}
			if c.Milliseconds > 0 {
				t.Milliseconds = &c.Milliseconds
			}
			row.Published = append(row.Published, t)
		}
		return row
	})
}

func milliseconds(d time.Duration) float64 { return d.Seconds() * 1000 }

// A PCTWMRow is a program of the tables.
type PCTWMRow struct {
	Name   string      `json:"name"`
	Lines  int         `json:"lines"` // without blank lines and comments
	K      int         `json:"k"`     // median number of events of a random execution
	KCom   int         `json:"k_com"` // largest estimate of pctwm of the communication events
	Paper  PCTWMShape  `json:"published"`
	Auto   Rate        `json:"auto"`
	Table2 []PCTWMCell `json:"table2"`
	Table3 []PCTWMCell `json:"table3"`
	// Figure6 has the rates with additional relaxed writes, Writes of them before each
	// atomic operation that may write.
	Figure6 []Figure6Cell `json:"figure6"`
}

// A PCTWMShape is the entry of Table 1 for the paper's program.
type PCTWMShape struct {
	Lines int `json:"lines"`
	K     int `json:"k"`
	KCom  int `json:"k_com"`
	Depth int `json:"depth"`
}

// A Figure6Cell is a point of Figure 6.
type Figure6Cell struct {
	Writes int  `json:"writes"`
	PCTWM  Rate `json:"pctwm"`
	PCT    Rate `json:"pct"`
}

// A PCTWMCell is a cell of the tables.
type PCTWMCell struct {
	Depth     int     `json:"depth"`
	History   int     `json:"history"`
	PCTWM     Rate    `json:"pctwm"`
	GivenKCom Rate    `json:"given_k_com"` // with the number of communication events of the paper's program
	Published float64 `json:"published"`   // in percent
}

// Figure6Writes are the numbers of writes that are added.
var Figure6Writes = [...]int{0, 1, 2, 4, 8, 16}

// PCTWM measures programs of the tables of PCTWM. In Figure 6 the depth is that of the
// program's bug, and the history the best of Table 2; pct needs a depth of at least 1.
func PCTWM(ctx context.Context, programs []benchmarks.PCTWMRow, o Options) ([]PCTWMRow, error) {
	return rows(ctx, programs, o, func(m *measurement, published benchmarks.PCTWMRow) PCTWMRow {
		p := m.compiled(Compile("c11", published.Name))
		row := PCTWMRow{Name: published.Name, Auto: m.rate(p, Strategy{Name: "auto"})}
		row.Paper = PCTWMShape{published.Lines, published.K, published.KCom, published.Table2[0].Depth}
		row.Lines, row.K = m.shape(p)
		for _, t := range []struct {
			cells []benchmarks.PCTWMRate
			to    *[]PCTWMCell
		}{{published.Table2[:], &row.Table2}, {published.Table3[:], &row.Table3}} {
			for _, c := range t.cells {
				at := Strategy{Name: "pctwm", Depth: c.Depth, History: c.History}
				estimated := m.rate(p, at)
				row.KCom = max(row.KCom, estimated.KCom)
				at.KCom = published.KCom
				*t.to = append(*t.to, PCTWMCell{c.Depth, c.History, estimated, m.rate(p, at), c.Rate})
			}
		}
		at := published.Table2[0]
		for _, n := range Figure6Writes {
			more := m.compiled(CompileMoreWrites(published.Name, n))
			row.Figure6 = append(row.Figure6, Figure6Cell{
				n, m.rate(more, Strategy{Name: "pctwm", Depth: at.Depth, History: at.History}), m.rate(more, Strategy{Name: "pct", Depth: max(at.Depth, 1)}),
			})
		}
		return row
	})
}

// rows measures a row of each program, until one fails or ctx ends.
func rows[P, R any](ctx context.Context, programs []P, o Options, row func(*measurement, P) R) (list []R, err error) {
	for _, p := range programs {
		m := measurement{ctx: ctx, o: &o}
		r := row(&m, p)
		if m.err != nil {
			return nil, m.err
		}
		if ctx.Err() != nil {
			break
		}
		list = append(list, r)
	}
	return list, nil
}

// A measurement measures rates until one fails.
type measurement struct {
	ctx context.Context
	o   *Options
	err error
}

// compiled returns p, and notes an error of compiling it.
func (m *measurement) compiled(p *code.Program, err error) *code.Program {
	m.err = cmp.Or(m.err, err)
	return p
}

// rate measures how many executions show a bug with a strategy that learns nothing from
// what it finds.
func (m *measurement) rate(p *code.Program, s Strategy) Rate {
	if m.err != nil {
		return Rate{}
	}
	k, _ := strategy.Lookup(s.Name)
	o := campaign.Options{
		Strategy: func() interp.Strategy {
			return k.New(strategy.Settings{Seed: m.o.Seed, Depth: s.Depth, History: s.History, KCom: s.KCom})
		},
		Runs: m.o.Runs, Workers: m.o.Workers, Machine: m.o.Machine,
	}
	if m.o.Progress != nil {
		o.Progress = m.o.Progress(p.Name, s)
	}
	var r *campaign.Report
	start := time.Now()
	if r, m.err = campaign.Run(m.ctx, p, c11.Model, o); m.err != nil {
		return Rate{}
	}
	return Rate{r.Buggy, r.Runs, r.KCom, time.Since(start) / time.Duration(max(1, r.Runs))}
}

// shapeRuns is of how many executions the median length is taken.
const shapeRuns = 101

// shape returns how many lines of code a program has, and how many events an execution at random has,
// in the median.
func (m *measurement) shape(p *code.Program) (lines, events int) {
	if m.err != nil {
		return 0, 0
	}
	var list []int
	s, machine := strategy.NewRandom(m.o.Seed), interp.New(p, c11.Model, m.o.Machine)
	for run := range shapeRuns {
		s.Begin(run)
		list = append(list, machine.Run(m.ctx, s, nil).Events)
	}
	slices.Sort(list)
	return CodeLines(p.Files[0].Text), list[len(list)/2]
}
