package report

import (
	"bytes"
	"encoding/xml"
	"io"
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

// WriteJUnit prints the issues of a result as a JUnit report: a test suite for each
// model; in it a failed test case for each error, or one that passed if there is none.
// If the plan was cut short, that is a test case with an error.
func WriteJUnit(w io.Writer, r *Result) error {
	program, incomplete := r.about()
	out := junitSuites{Name: "fencepost " + r.Command + " " + program}
	for _, m := range r.Models {
		s := junitSuite{Name: program + " under " + m.Name}
		for k := range r.Issues {
			if i := &r.Issues[k]; i.under(m.Name) {
				s.Cases = append(s.Cases, failedCase(r.Source, i, s.Name))
				s.Failures++
			}
		}
		if s.Failures == 0 {
			s.Cases = append(s.Cases, junitCase{Name: "no error", Class: s.Name})
		}
		out.add(s)
	}
	if incomplete != nil {
		s := junitSuite{Name: program + ": plan", Errors: 1}
		s.Cases = []junitCase{{Name: "complete", Class: s.Name, Error: &junitText{Message: "incomplete: " + *incomplete, Type: "incomplete"}}}
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
func failedCase(s *Source, i *Issue, class string) junitCase {
	var t printer
	t.error(s, i.Error)
	if c := i.Cycle; c != nil {
		t.printf("\nThe cycle that leads to it: #%d  %s\n", c.Number, pairText(c.Sites))
	}
	t.replay(i.Witness)
	headline := i.Error.Headline()
	return junitCase{
		Name: headline, Class: class, File: i.Error.Pos.File, Line: i.Error.Pos.Line,
		Failure: &junitText{Message: headline, Type: i.Error.Kind, Text: t.String()},
	}
}
