package help

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// Manual returns the pages of the manual by their names: one for each command that is not hidden,
// and for each topic, with what help says in lines of width columns.
func Manual(root *cobra.Command, width int) map[string]string {
	pages := map[string]string{}
	for _, cmd := range append([]*cobra.Command{root}, root.Commands()...) {
		if !cmd.Hidden {
			cmd.InitDefaultHelpFlag()
			name := strings.ReplaceAll(cmd.CommandPath(), " ", "-")
			pages[name] = manPage(name, cmd.Short, root.Version, Of(cmd, width))
		}
	}
	for _, topic := range Topics() {
		name := "fencepost-" + topic
		text, _ := Topic(topic, width)
		pages[name] = manPage(name, "about "+topic, root.Version, text)
	}
	return pages
}

// manPage returns a page in the language of man(7), of text that stays as it is.
func manPage(name, short, version, text string) string {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH %s 1 \"\" \"fencepost %s\"\n.SH NAME\n%s \\- %s\n.SH DESCRIPTION\n.nf\n", strings.ToUpper(name), version, strings.ReplaceAll(name, "-", "\\-"), manText(short))
	for line := range strings.Lines(text) {
		b.WriteString(manText(line))
	}
	return b.String()
}

// manText escapes what man takes for its own.
func manText(line string) string {
	line = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`).Replace(line)
	if strings.HasPrefix(line, ".") {
		line = `\&` + line
	}
	return line
}
