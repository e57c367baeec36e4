// Package exit has the exit statuses of the command, and the words that help has for them.
package exit

// The exit statuses.
const (
	OK          = 0  // the plan ended without a bug
	Bug         = 1  // a bug was found, also if the plan was cut short
	Usage       = 2  // the command line or an input is wrong
	Incomplete  = 3  // the plan was cut short and no bug was found
	Unsupported = 4  // the program uses C that is not supported
	Internal    = 70 // a fault of fencepost
	Short       = 71 // there is no memory or descriptor left
	Output      = 74 // what was found cannot be written
)

// Help lists the statuses of commands that look for bugs.
const Help = `Exit status:
  0  the planned runs and trials ended without a bug
  1  a bug was found
  2  the command line or an input is wrong
  3  a time limit, an interrupt or a cap cut the plan short, or no execution completed;
     no bug was found
  4  the program uses C that is not supported
` + FaultHelp

// FaultHelp lists the statuses of every command.
const FaultHelp = ` 70  internal error
 71  the system has no memory or file descriptors left for this process
 74  a file or the output cannot be written`
