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

// WriteJUnit writes the outcome as a JUnit report: a test suite for each model;
// in it a failed test case for each error, or one that passed if there is none.
// If the plan was cut short, that is a test case with an error.
func (o *Issues) WriteJUnit(w io.Writer) error {
	program := o.Program.Name
	out := junitSuites{Name: "fencepost " + o.Command + " " + program}
	for _, m := range o.Models {
		s := junitSuite{Name: program + " under " + m.Name}
		for k := range o.list {
			if i := &o.list[k]; i.under(m) {
				s.Cases = append(s.Cases, o.failedCase(i, s.Name))
				s.Failures++
			}
		}
		if s.Failures == 0 {
			s.Cases = append(s.Cases, junitCase{Name: "no error", Class: s.Name})
		}
		out.add(s)
	}
	if why := o.Incomplete; why != "" {
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

// failedCase returns an issue as a test case, its text that of the error's report.
func (o *Issues) failedCase(i *issue, class string) junitCase {
	var text strings.Builder
	// A strings.Builder takes everything.
	_ = o.Source.WriteError(&text, i.err, Style{})
	if i.cycle != "" {
		fmt.Fprintf(&text, "\nThe cycle that leads to it: %s\n", i.cycle)
	}
	if path, ok := o.Files[i.witness]; ok {
		fmt.Fprintf(&text, "\nTo replay it: fencepost replay %s\n", path)
	}
	headline := o.Source.Headline(i.err)
	return junitCase{
		Name: headline, Class: class, File: i.err.Pos.File, Line: i.err.Pos.Line,
		Failure: &junitText{Message: headline, Type: string(i.err.Kind), Text: text.String()},
	}
}
