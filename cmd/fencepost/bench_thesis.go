package main

import (
	"runtime"

	"fencepost/benchmarks"
	"fencepost/benchmarks/study"
	"fencepost/cmd/fencepost/exit"
	"fencepost/cmd/fencepost/flags"
	"fencepost/cmd/fencepost/report"
	"fencepost/cmd/fencepost/terminal"

	"github.com/spf13/cobra"
)

func newBenchThesis(a *app) *cobra.Command {
	var s flags.Settings
	var size int
	cmd := &cobra.Command{
		Use:   "thesis",
		Short: "Tables 2 to 5 of Adolfsson's thesis (Uppsala 2022)",
		Long: `Thesis repeats Tables 2 to 5 of Adolfsson's thesis (Compiler Testing of C11 Atomics,
Uppsala 2022): how many minimal tests of C11 there are by size and by family, what
becomes of them in compilers, and how many final states they have. Mappings stand for
its compilers. Tests have at most one read-modify-write, in each of six functions, and
two locations or more.

Tables 2 and 3 differ as fencepost synth --help says. A family without an RMW is held
against Table 3, which does not say whether it counts tests with one.

Table 4: leading-sync fails 35 tests here, 6 of them of size 5; all have an exchange, as
there. Of trailing-sync the thesis's text says 6, its table 97. The modified compiler
for RISC-V is what fencepost help mappings says of riscv-fence-w-r. Of the
final states that C11 allows 7.3% cannot be seen, for 6.7; with its faulty compilers
fewer cannot than with the mappings here, whose other rows it does not print.

Table 5: the 90 tests of size 4 have three final states each that C11 allows; the
thesis has 2.7 on average, which is not explained. Those of size 6 are others, with
19.1 final states for 11.2, of which 92% are visible, for 93.

Stress testing, the last columns of Table 5, is fencepost compilers --run; it needs a
processor of that kind.

` + exit.Help,
		Example: flags.Example("fencepost bench thesis", "fencepost bench thesis --size 5"),
		Args:    flags.None,
		RunE:    func(*cobra.Command, []string) error { return a.benchThesis(size, &s) },
	}
	f := cmd.Flags()
	f.Var(flags.NewRange(&size, 6, 4, 6), "size", "tests of up to `N` events")
	s.OutputFlags(f)
	s.TimeFlag(f)
	s.DisplayFlags(f)
	s.WorkersFlag(f)
	return cmd
}

func (a *app) benchThesis(size int, s *flags.Settings) error {
	published, err := benchmarks.ThesisCompilers()
	if err != nil {
		return err
	}
	ctx, cancel := a.limited()
	defer cancel()
	meter := a.newMeter(s)
	r, err := study.RunThesis(ctx, published, size, min(s.Workers, runtime.GOMAXPROCS(0)), func(_, done, total int) {
		meter.Show(terminal.Stage{Name: "files", Done: done, Total: total})
	})
	a.endMeter(meter, s)
	if err != nil {
		return err
	}
	why := cutShort(ctx)
	return a.show(report.FromThesis(r, size, why, report.StatusOf(false, why != nil)), s, false)
}
