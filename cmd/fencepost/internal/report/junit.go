package report

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
)

// The elements of a JUnit report that every reader of such reports knows.
type (
	junitSuites struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Name     string       `xml:"name,attr"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Errors   int          `xml:"errors,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Name    string     `xml:"name,attr"`
		Class   string     `xml:"classname,attr"`
		File    string     `xml:"file,attr,omitempty"`
		Line    int        `xml:"line,attr,omitempty"`
		Failure *junitText `xml:"failure"`
		Error   *junitText `xml:"error"`
	}
	junitText struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",cdata"`
	}
)

// WriteJUnit writes the outcome as a JUnit report: a test suite for SC and for
// each model; in it a failed test case for each error, or one that passed if
// there is none. If the plan was cut short, that is a test case with an error.
func (c *Check) WriteJUnit(w io.Writer) error {
	program := c.Report.Program.Name
	issues := c.issues()
	out := junitSuites{Name: "fencepost check " + program}
	names := []string{"sc"}
	for i := range c.Report.Models {
		names = append(names, c.Report.Models[i].Model.Name)
	}
	for _, name := range names {
		s := junitSuite{Name: program + " under " + name}
		for i := range issues {
			if issues[i].under(name) {
				s.Cases = append(s.Cases, c.failedCase(&issues[i], s.Name))
				s.Failures++
			}
		}
		if s.Failures == 0 {
			s.Cases = append(s.Cases, junitCase{Name: "no error", Class: s.Name})
		}
		out.add(s)
	}
	if why := c.Report.Incomplete; why != "" {
		s := junitSuite{Name: program + ": plan", Errors: 1}
		s.Cases = []junitCase{{Name: "complete", Class: s.Name, Error: &junitText{Message: "incomplete: " + why, Type: "incomplete"}}}
		out.add(s)
	}
	var b bytes.Buffer
	b.WriteString(xml.Header)
	enc := xml.NewEncoder(&b)
	enc.Indent("", "  ")
	if err := enc.Encode(out); err != nil {
		return err
	}
	b.WriteByte('\n')
	_, err := b.WriteTo(w)
	return err
}

func (o *junitSuites) add(s junitSuite) {
	s.Tests = len(s.Cases)
	o.Tests += s.Tests
	o.Failures += s.Failures
	o.Errors += s.Errors
	o.Suites = append(o.Suites, s)
}

// under reports whether the issue was found under a model.
func (i *issue) under(model string) bool {
	for _, m := range i.models {
		if m.Name == model {
			return true
		}
	}
	return false
}

// failedCase returns an issue as a test case, its text that of the error's report.
func (c *Check) failedCase(i *issue, class string) junitCase {
	var text strings.Builder
	// A strings.Builder takes everything.
	_ = c.Source.WriteError(&text, i.err, Style{})
	if i.conf != nil {
		fmt.Fprintf(&text, "\nThe cycle that leads to it: #%d  %s\n", c.Numbers.Of(*i.cycle), c.Source.pairText(*i.cycle))
	}
	if path, ok := c.Files[i.witness]; ok {
		fmt.Fprintf(&text, "\nTo replay it: fencepost replay %s\n", path)
	}
	headline := c.Source.Headline(i.err)
	return junitCase{
		Name: headline, Class: class, File: i.err.Pos.File, Line: i.err.Pos.Line,
		Failure: &junitText{Message: headline, Type: string(i.err.Kind), Text: text.String()},
	}
}
