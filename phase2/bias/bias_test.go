package bias

import (
	"context"
	"testing"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/machine/strategy"
	"fencepost/models"
	"fencepost/predict"
)

// predicted returns a predictor fed with executions of a program under SC, and
// Options by which a Runner makes the same executions.
func predicted(t *testing.T, p *code.Program) (*predict.Predictor, Options) {
	t.Helper()
	o := Options{Recorded: func() interp.Strategy { return strategy.NewRandom(1) }}
	pr := predict.New(predict.Options{Fences: predict.Lower(models.C11)})
	m, s := interp.New(p, models.SC, o.Machine), o.Recorded()
	for run := range 100 {
		s.Begin(run)
		m.Run(context.Background(), s, pr)
	}
	return pr, o
}

func newRunner(p *code.Program, m *models.Model, o Options) *Runner {
	return NewRunner(interp.New(p, m, o.Machine), o)
}
