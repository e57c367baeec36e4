package report

import (
	"strings"

	"fencepost/cmd/fencepost/exit"
	"fencepost/phase2/verdict"
)

// A Verdict says how a command ended, or what is known of a program.
type Verdict string

// The verdicts. Those of commands are OK, Bug, Incomplete and Failure; those of programs
// are Buggy, Proved, Tested, Incomplete and Failure.
const (
	OK         Verdict = "ok"
	Bug        Verdict = "bug"
	Buggy              = Verdict(verdict.Buggy)
	Proved             = Verdict(verdict.Proved)
	Tested             = Verdict(verdict.Tested)
	Incomplete         = Verdict(verdict.Incomplete)
	Failure    Verdict = "error"
)

// Expectations are the possible expected verdicts of programs.
var Expectations = []string{string(Proved), string(Buggy), string(Tested)}

// StatusOf returns the verdict of a command that has a result.
func StatusOf(bug, incomplete bool) Verdict {
	switch {
	case bug:
		return Bug
	case incomplete:
		return Incomplete
	}
	return OK
}

// Title returns the word in capitals.
func (v Verdict) Title() string { return strings.ToUpper(string(v)) }

// Exit returns the exit status of a command with the verdict.
func (v Verdict) Exit() int {
	switch v {
	case Bug, Buggy:
		return exit.Bug
	case Incomplete:
		return exit.Incomplete
	case Failure:
		return exit.Usage
	}
	return exit.OK
}
