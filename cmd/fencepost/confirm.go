package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"fencepost/cmd/fencepost/report"
	"fencepost/interp/code"
	"fencepost/interp/witness"
	"fencepost/models"
	"fencepost/phase2"
	"fencepost/phase2/cycles"
	"fencepost/predict"
	"fencepost/trace/graph"

	"github.com/spf13/cobra"
)

func newConfirm(a *app) *cobra.Command {
	var (
		s     settings
		cycle string
	)
	cmd := &cobra.Command{
		Use:   "confirm FILE --cycle N",
		Short: "Try to make one cycle happen, many times",
		Long: `Confirm makes trials for one cycle of FILE under each memory model, and reports
how often the cycle was created, how often an error followed, and how sure that
estimate is: the interval that holds the true probability with 95% confidence.

The cycle is a number as predict lists them for the same --model, or its sites
in order: --cycle 'dekker.c:54:9,dekker.c:56:16,dekker.c:80:9,dekker.c:82:16'.

With --prove N it explores at most N executions, if no trial created the cycle, to
tell whether it can happen: see fencepost help check.

` + exitHelp,
		Example: example(
			"fencepost confirm --model tso --cycle 1 --trials 1000 benchmarks/relaxer/dekker.c",
		),
		Args:              exactly("one FILE"),
		ValidArgsFunction: completeFiles("c"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if cycle == "" {
				return usagef("confirm needs --cycle: a number that predict lists, or a list of sites")
			}
			return a.confirm(args[0], cycle, &s)
		},
	}
	f := cmd.Flags()
	s.programFlags(f, models.TSO, models.PSO, models.PSLO)
	s.allowC11(f)
	s.predictFlags(f)
	s.confirmFlags(f)
	s.proveFlag(f)
	f.StringVar(&cycle, "cycle", "", "which cycle: `N`, or its sites separated by commas")
	completeFlags(cmd)
	return cmd
}

func (a *app) confirm(path, wanted string, s *settings) error {
	prog, o, err := a.begin(path, s)
	if err != nil {
		return err
	}
	out, err := a.confirmProgram(prog, wanted, s, o)
	if err != nil {
		return err
	}
	code, word := status(out.HasBug(), out.Incomplete != "")
	a.status = code
	if s.json {
		return report.WriteJSON(a.stdout, out.Document(word))
	}
	return out.WriteText(a.stdout, s.quiet)
}

// confirmProgram predicts, and makes trials for the cycle that is wanted.
func (a *app) confirmProgram(prog *code.Program, wanted string, s *settings, o phase2.Options) (*report.Confirmations, error) {
	ctx, cancel := a.limited(s)
	defer cancel()
	m := a.newMeter(s)
	defer m.close(a, s)
	o.Progress = m.tell
	r, pr, err := phase2.Predict(ctx, prog, o)
	if err != nil {
		return nil, err
	}
	src := report.NewSource(prog)
	prediction := report.NewPrediction(src, pr, s.models)
	c, err := findCycle(prediction, wanted)
	if why := witness.Limit(ctx); err != nil && why != "" {
		return nil, &failure{status: exitIncomplete, diagnostics: []report.Diagnostic{{Message: why + " before the cycle was predicted"}}}
	} else if err != nil {
		return nil, err
	}
	out := &report.Confirmations{
		Program: prog.Name, Seed: s.seed, Source: src, Cycle: c, Number: prediction.Numbers.Of(c),
		SC: r.SC.Errors, Incomplete: r.Incomplete, Style: a.style, Files: map[*witness.Witness]string{},
		Replay: func(w *witness.Witness) *graph.Execution { return reexecute(prog, w) },
	}
	for _, model := range s.models {
		if ctx.Err() != nil {
			break
		}
		conf, err := phase2.Confirm(ctx, prog, model, c, o, r.ErrorKeys())
		if err != nil {
			return nil, err
		}
		if err := saveConfirmation(&conf, model, out, s, prog); err != nil {
			return nil, err
		}
		mc := report.ModelConfirmation{Model: model, Confirmation: conf}
		if conf.Created == 0 && o.Prove > 0 && ctx.Err() == nil {
			reasons, explored := cycles.Prove(ctx, prog, model, []predict.Cycle{c},
				cycles.Proof{Executions: o.Prove, Machine: o.Machine, Progress: o.Progress})
			mc.Reason, mc.Explored = reasons[0], explored
		}
		out.Models = append(out.Models, mc)
	}
	if why := witness.Limit(ctx); why != "" {
		out.Incomplete = why
	}
	return out, nil
}

// saveConfirmation writes the witnesses of one model's trials, if asked to.
func saveConfirmation(conf *phase2.Confirmation, m *models.Model, out *report.Confirmations, s *settings, p *code.Program) error {
	if s.out == "" {
		return nil
	}
	for _, w := range []struct {
		witness *witness.Witness
		what    string
	}{{conf.CreatedWitness, "created"}, {conf.BuggyWitness, "buggy"}} {
		if w.witness == nil {
			continue
		}
		path := filepath.Join(s.out, fmt.Sprintf("%s-%d-%s.json", m.Name, out.Number, w.what))
		out.Files[w.witness] = path
		if err := saveWitness(path, w.witness, p, s.compileOptions(), s.seed); err != nil {
			return err
		}
	}
	return nil
}

// findCycle returns the cycle that --cycle names.
func findCycle(p *report.Prediction, wanted string) (predict.Cycle, error) {
	known := fmt.Sprintf("predict lists %d cycles for these models", p.Numbers.Len())
	if n, err := strconv.Atoi(wanted); err == nil {
		c, ok := p.Numbers.Cycle(n)
		if !ok {
			return c, usagef("--cycle %s: %s", wanted, known)
		}
		return c, nil
	}
	names := strings.Split(wanted, ",")
	for i := range names {
		names[i] = strings.TrimSpace(names[i])
	}
	for n := 1; n <= p.Numbers.Len(); n++ {
		c, _ := p.Numbers.Cycle(n)
		if sameCycle(p.Source, c, names) {
			return c, nil
		}
	}
	return predict.Cycle{}, usagef("--cycle %s: no predicted cycle has these sites; %s", wanted, known)
}

// sameCycle reports whether the names are a cycle's sites, from any of its threads on.
func sameCycle(src *report.Source, c predict.Cycle, names []string) bool {
	if len(names) != len(c.Sites) {
		return false
	}
	sites := make([]string, len(c.Sites))
	for i, site := range c.Sites {
		sites[i] = src.Site(site)
	}
	for shift := 0; shift < len(sites); shift += 2 {
		if slices.Equal(slices.Concat(sites[shift:], sites[:shift]), names) {
			return true
		}
	}
	return false
}
