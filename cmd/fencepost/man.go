package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
)

// manual has a page of the manual written to a folder for each command that is not hidden, and
// for each topic: what help says, as man shows it.
func (a *app) manual(root *cobra.Command, dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return outputf(dir, err)
	}
	pages := map[string]func(io.Writer) error{}
	title := map[string]string{}
	add := func(name, short string, text func(io.Writer) error) { pages[name], title[name] = text, short }
	for _, cmd := range append([]*cobra.Command{root}, root.Commands()...) {
		if !cmd.Hidden {
			cmd.InitDefaultHelpFlag()
			add(strings.ReplaceAll(cmd.CommandPath(), " ", "-"), cmd.Short, func(w io.Writer) error {
				_, err := io.WriteString(w, helpText(cmd, defaultWidth))
				return err
			})
		}
	}
	for _, topic := range topics() {
		add("fencepost-"+topic, "about "+topic, func(w io.Writer) error {
			_, err := showTopic(w, topic, defaultWidth)
			return err
		})
	}
	for name, write := range pages {
		var text strings.Builder
		if err := write(&text); err != nil {
			return err
		}
		a.writeTo(filepath.Join(dir, name+".1"), func(w io.Writer) error {
			_, err := io.WriteString(w, manPage(name, title[name], text.String()))
			return err
		})
	}
	return nil
}

// manPage returns a page in the language of man(7), of text that stays as it is.
func manPage(name, short, text string) string {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH %s 1 \"\" \"fencepost %s\"\n.SH NAME\n%s \\- %s\n.SH DESCRIPTION\n.nf\n", strings.ToUpper(name), buildVersion(), strings.ReplaceAll(name, "-", "\\-"), manText(short))
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
