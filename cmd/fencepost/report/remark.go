package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"fencepost/trace"
)

// A Remark is a statement about a position in the source that is no error.
type Remark struct {
	Pos     trace.Pos
	Rule    string // stable name of its kind: order/too-strong
	Subject string // the text at the position: release
	Line    string // source line
	Text    string
	Warning bool // it needs attention; otherwise it is only information
}

// level returns the word that annotations use.
func (m *Remark) level() string {
	if m.Warning {
		return "warning"
	}
	return "note"
}

// remarkRules describes the rules of remarks.
var remarkRules = map[string]string{
	"order/needed":     "The program goes wrong with the next weaker memory order.",
	"order/too-strong": "A weaker memory order is enough for what this program does.",
	"order/unreached":  "No execution gets to this memory order: the program is no test of it.",
	"order/undecided":  "The bounds ended the search before it was known whether this memory order is needed.",
	"mutant/survived":  "The program does not go wrong with this change: no test notices it, or what it takes away is not needed.",
	"mutant/unreached": "No execution gets to this access: the program is no test of it.",
}

// cell escapes a text for a cell of a Markdown table.
var cell = strings.NewReplacer("|", "\\|", "\n", " ", "`", "'")

// WriteMarkdown prints a result as a table for a pull request: its errors and remarks.
func WriteMarkdown(w io.Writer, r *Result) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "**fencepost %s**: %s\n", r.Command, cell.Replace(r.Verdict))
	type row struct{ at, what, line, text string }
	var rows []row
	for _, issue := range r.Issues {
		line := ""
		if r.Source != nil {
			line, _ = r.Source.line(issue.Error.Pos)
		}
		rows = append(rows, row{issue.Error.At, issue.Error.Kind, line, fmt.Sprintf("%s (under %s)", issue.Error.What(), strings.Join(issue.Models, ", "))})
	}
	for _, m := range r.Remarks {
		rows = append(rows, row{m.Pos.String(), m.Subject, m.Line, m.Text})
	}
	if len(rows) > 0 {
		fmt.Fprintf(out, "\n| place | what | source | why |\n|---|---|---|---|\n")
	}
	for _, x := range rows {
		fmt.Fprintf(out, "| %s | %s | `%s` | %s |\n", cell.Replace(x.at), cell.Replace(x.what), cell.Replace(snippet(x.line, 60)), cell.Replace(x.text))
	}
	return out.Flush()
}
