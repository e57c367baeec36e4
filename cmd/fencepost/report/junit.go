package report

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"fencepost/trace/lazyregexp"
)

// The elements of a JUnit report that all readers of such reports support.
type (
	junitSuites struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Name     string       `xml:"name,attr"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Errors   int          `xml:"errors,attr"`
		Skipped  int          `xml:"skipped,attr"`
		Time     string       `xml:"time,attr,omitempty"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Skipped  int         `xml:"skipped,attr"`
		Time     string      `xml:"time,attr,omitempty"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Name    string     `xml:"name,attr"`
		Class   string     `xml:"classname,attr"`
		File    string     `xml:"file,attr,omitempty"`
		Line    int        `xml:"line,attr,omitempty"`
		Time    string     `xml:"time,attr,omitempty"`
		Failure *junitText `xml:"failure"`
		Error   *junitText `xml:"error"`
		Skipped *junitSkip `xml:"skipped"`
	}
	junitSkip struct {
		Message string `xml:"message,attr"`
	}
	junitText struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",cdata"`
	}
)

// WriteJUnit prints the issues of a result as a JUnit report: a test suite for each model,
// with a failed test case for each error, or one that passed if there is none and was
// skipped if the campaign was cut short. A known error is a skipped test case. That the
// campaign was not cut short is a test case, too, which took all the time. Names have
// neither lines nor columns, so they do not change with other lines.
func WriteJUnit(w io.Writer, r *Result, took time.Duration) error {
	program, incomplete := r.about()
	out := junitSuites{Name: "fencepost " + r.Command + " " + program, Time: seconds(took)}
	for _, m := range r.Models {
		s := junitSuite{Name: program + " under " + m.Name}
		named := map[string]int{}
		for k := range r.Issues {
			if i := &r.Issues[k]; slices.Contains(i.Models, m.Name) {
				s.Cases = append(s.Cases, failedCase(r.Source, i, s.Name, named))
			}
		}
		if len(s.Cases) == 0 {
			none := junitCase{Name: "no error", Class: s.Name}
			if incomplete != nil {
				none.Skipped = &junitSkip{"incomplete: " + *incomplete}
			}
			s.Cases = append(s.Cases, none)
		}
		out.add(s, 0)
	}
	s := junitSuite{Name: program + ": plan"}
	plan := junitCase{Name: "complete", Class: s.Name}
	if incomplete != nil {
		plan.Error = &junitText{Message: string(Incomplete) + ": " + *incomplete, Type: string(Incomplete)}
	}
	s.Cases = []junitCase{plan}
	out.add(s, took)
	return out.write(w)
}

// write prints the report.
func (o *junitSuites) write(w io.Writer) error {
	var b bytes.Buffer
	b.WriteString(xml.Header)
	enc := xml.NewEncoder(&b)
	enc.Indent("", "  ")
	if err := enc.Encode(o); err != nil {
		return err
	}
	b.WriteByte('\n')
	_, err := b.WriteTo(w)
	return err
}

// add adds a suite. If took is not zero, its one case took that time.
func (o *junitSuites) add(s junitSuite, took time.Duration) {
	s.Tests, s.Time = len(s.Cases), seconds(took)
	for k := range s.Cases {
		c := &s.Cases[k]
		c.Time = seconds(took)
		switch {
		case c.Failure != nil:
			s.Failures++
		case c.Error != nil:
			s.Errors++
		case c.Skipped != nil:
			s.Skipped++
		}
	}
	o.Tests += s.Tests
	o.Failures += s.Failures
	o.Errors += s.Errors
	o.Skipped += s.Skipped
	o.Suites = append(o.Suites, s)
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.3f", d.Seconds()) }

// failedCase returns an issue as a test case with the text of the error's report. named
// counts the cases by name.
func failedCase(s *Source, i *Issue, class string, named map[string]int) junitCase {
	name := i.stableName()
	named[name]++
	if n := named[name]; n > 1 {
		name = fmt.Sprintf("%s (%d)", name, n)
	}
	out := junitCase{Name: name, Class: class, File: i.Error.Pos.File, Line: i.Error.Pos.Line}
	if k := i.Known; k != nil {
		out.Skipped = &junitSkip{"known: in the baseline"}
		if k.suppressed() {
			out.Skipped.Message = "suppressed: " + k.Reason
		}
		return out
	}
	var t printer
	t.error(s, i.Error)
	if c := i.Cycle; c != nil {
		t.printf("\nThe cycle that leads to it: #%d  %s\n", c.Number, pairText(c.Sites))
	}
	t.replay(i.Witness)
	out.Failure = &junitText{Message: i.Error.Headline(), Type: i.Error.Kind, Text: t.String()}
	return out
}

// stableName names an issue by its kind, its functions, and its message without positions.
func (i *Issue) stableName() string {
	e := i.Error
	var in []string
	for _, r := range e.Racers {
		if len(r.Stack) > 0 && !slices.Contains(in, r.Stack[0].Func) {
			in = append(in, r.Stack[0].Func)
		}
	}
	slices.Sort(in)
	text := e.Kind
	switch {
	case len(in) > 0:
	case len(e.Stack) > 0:
		in = []string{e.Stack[0].Func}
		fallthrough
	default:
		if message := places().ReplaceAllString(e.Message, ""); message != "" {
			text += ": " + message
		}
	}
	if len(in) > 0 {
		text += " in " + strings.Join(in, " and ")
	}
	return text
}

var places = lazyregexp.New(`(?: at)? ?[^ ]*:\d+(?::\d+)?`)
