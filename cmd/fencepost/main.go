// Command fencepost finds the bugs that relaxed memory causes in C11 programs.
//
// Each command has a file of its name: its flags, one call of a package, and one report.
//
//	source text  --inputs.Compile-->    code.Program         every command
//	             --phase2.Predict-->    cycles               predict.go
//	             --verdict.Run-->       verdict.Answer       check.go
//	             --phase2.Confirm-->    phase2.Confirmation  confirm.go
//	             --campaign.Run-->      campaign.Report      test.go
//	             --Exploration.Run-->   search.Exploration   explore_run.go
//	witness      --replay.Run-->        replay.Execution     replay.go
//	             --report.From...-->    text, JSON and other formats
//
// The work of check, test and explore may be done by other processes: package dispatch chooses
// them by the flags, and package cluster brings back the parts of the work.
//
// What is printed depends on the arguments alone: neither the number of workers nor the time
// taken changes a byte, only a time limit or an interrupt does.
package main

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"fencepost/cmd/fencepost/exit"
	"fencepost/cmd/fencepost/inputs"
	_ "fencepost/cmd/fencepost/limits"
	"fencepost/cmd/fencepost/limits/garbage"
	"fencepost/cmd/fencepost/limits/watch"
	"fencepost/cmd/fencepost/report"
	"fencepost/cmd/fencepost/terminal"
	"fencepost/trace/input"
)

func main() {
	if status, did := watch.Run(exit.Short, exit.Internal); did {
		os.Exit(status)
	}
	// The first interrupt ends the work early, and what is known is printed; one
	// that comes later, not in the same breath, ends the process.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	context.AfterFunc(ctx, func() { time.AfterFunc(time.Second, stop) })
	garbage.Begin()
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run is the command with everything it touches as an argument. It returns the
// exit status.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	for {
		status, names := runOnce(ctx, args, stdin, stdout, stderr)
		if names == nil || !inputs.WaitForSave(ctx, names, stderr) {
			return status
		}
	}
}

// runOnce runs the command once. It returns the inputs, too, if the command is to be run
// again when one of them is saved.
func runOnce(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) (status int, names []string) {
	shown := &terminal.Writer{W: stdout, Marks: terminal.Colored(stdout)}
	told := &terminal.Writer{W: stderr}
	out := bufio.NewWriter(shown)
	a := newApp(ctx, stdin, out, told)
	a.args, a.shown, a.terminal, a.style = args, shown, stderr, report.Style{Color: terminal.Colored(stdout)}
	a.width, a.folds = terminal.Width(stdout)
	defer func() {
		if v := recover(); v != nil {
			status = a.internal(v)
		}
		err := cmp.Or(out.Flush(), shown.End())
		if err != nil && status != exit.Internal {
			fmt.Fprintf(stderr, "fencepost: the output cannot be written: %v\n", input.Reason(err))
			status = exit.Output
			if a.status == exit.Bug { // that it found one is known all the same
				status = exit.Bug
			}
		}
		if status != exit.Internal {
			status = a.files.Write(ctx, status, a.in.Opened, told)
			a.work.End(ctx, status)
		}
		if a.in.Watched && status != exit.Internal {
			names = a.in.Names
		}
		told.End() // there is nobody to tell that it failed
	}()
	return a.execute(newRoot(a, args)), nil
}
