package vm

import (
	"context"
	"testing"

	"fencepost/interp/c/cfront"
	"fencepost/models"
	"fencepost/trace"
)

// A zeroDriver answers each load with 0, and declares the first one as not known if awaits is set.
type zeroDriver struct {
	Driver
	awaits bool
	loads  int
	ctrl   Deps // of the last load
}

func (d *zeroDriver) Load(t *Thread) uint64 {
	if d.awaits && d.loads == 0 {
		t.Await()
	}
	_, _, _, d.ctrl = t.Depends()
	d.loads++
	return 0
}

func (d *zeroDriver) Define(models.Loc, uint64, uint8, uint64, trace.Undef) {}
func (d *zeroDriver) Loop(*Thread, LoopPlace) bool                          { return false }

// TestBranchOfRead: a thread stops before a branch on a value that is not known, and what comes after
// a branch depends on it by control. That is so if coverage still counts the branch, too.
func TestBranchOfRead(t *testing.T) {
	p, err := cfront.Compile("a.c", []byte("static int x, y, z; int main(void) { if (x) y = 1; return z; }"), cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, coverage := range []*Coverage{nil, NewCoverage(p)} {
		for _, awaits := range []bool{true, false} {
			d := &zeroDriver{awaits: awaits}
			var m VM
			m.Init(p, d, Config{Semantics: Semantics{MaxSteps: 100}, Dependencies: true, Coverage: coverage})
			m.Reset(context.Background())
			m.Start()
			main := m.Threads()[0]
			m.Step(main)
			if awaits {
				if main.State != Awaiting {
					t.Errorf("coverage %v: the state is %d before the branch, want %d", coverage != nil, main.State, Awaiting)
				}
				continue
			}
			main.Number++
			if m.Step(main); d.loads != 2 || !d.ctrl.Has(1) {
				t.Errorf("coverage %v: load %d depends by control on %v", coverage != nil, d.loads, d.ctrl)
			}
		}
	}
}
