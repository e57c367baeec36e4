package help

import (
	"embed"
	"io/fs"
	"strings"

	"fencepost/cmd/fencepost/exit"
	"fencepost/cmd/fencepost/report"
	"fencepost/trace/lists"

	"github.com/spf13/cobra"
)

//go:embed topics/*.txt
var topicFiles embed.FS

//go:embed commands/*.txt
var commandFiles embed.FS

// Describe gives a command the description and the examples of its page, commands/NAME.txt, and
// returns it. {status} in a page stands for the exit statuses, and {faults} for those that every
// command has; fill has further words in braces, each followed by its text.
func Describe(cmd *cobra.Command, fill ...string) *cobra.Command {
	page, err := commandFiles.ReadFile("commands/" + cmd.Name() + ".txt")
	if err != nil {
		panic(err) // a command without a page
	}
	text, examples, _ := strings.Cut(string(page), "\nExamples:\n")
	fill = append(fill, "{status}", exit.Help, "{faults}", exit.FaultHelp)
	cmd.Long = strings.TrimRight(strings.NewReplacer(fill...).Replace(text), "\n")
	cmd.Example = strings.TrimRight(examples, "\n")
	return cmd
}

// Topics returns the names of the pages of help that are no command's, sorted.
func Topics() []string {
	files, _ := topicFiles.ReadDir("topics")
	return lists.Map(files, func(f fs.DirEntry) string { return strings.TrimSuffix(f.Name(), ".txt") })
}

// Topic returns a page of help in lines of at most width columns; ok is false if there is none of
// this name.
func Topic(name string, width int) (text string, ok bool) {
	page, err := topicFiles.ReadFile("topics/" + name + ".txt")
	return report.Fold(string(page), width), err == nil
}
