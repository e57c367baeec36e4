package report

import (
	"bytes"
	"encoding/xml"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fencepost/interp"
	"fencepost/interp/campaign"
	"fencepost/interp/machine/witness"
	"fencepost/models"
	"fencepost/phase2"
	"fencepost/trace"
	"fencepost/trace/graph"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares with testdata/NAME.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs: run the tests with -update and look at the difference; got\n%s", path, got)
	}
}

// sampleCheck is the result of the sample report.
func sampleCheck() *Result { return checked(sampleReport(), "out/tso-2-buggy.json") }

// checked is the result of a report with an execution behind each witness; file is that
// of the second cycle's.
func checked(r *phase2.Report, file string) *Result {
	w := Witnesses{Files: map[*witness.Witness]string{}, Executions: map[*witness.Witness]*graph.Execution{}}
	for _, wit := range ShownWitnesses(r) {
		w.Executions[wit] = graph.New(storeBuffering(r.Program), nil)
	}
	if file != "" {
		w.Files[r.Models[0].Cycles[1].BuggyWitness] = file
	}
	return FromCheck(r, w, Bug)
}

func TestSARIF(t *testing.T) {
	var out bytes.Buffer
	if err := WriteSARIF(&out, sampleCheck(), "/src", "v1"); err != nil {
		t.Fatal(err)
	}
	golden(t, "check.sarif", out.Bytes())
	log, err := sarif.FromBytes(out.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if err := log.Validate(); err != nil {
		t.Error(err)
	}
	run := log.Runs[0]
	prints := map[string]bool{}
	for _, r := range run.Results {
		if *run.Tool.Driver.Rules[r.RuleIndex].ID != *r.RuleID {
			t.Errorf("rule %d is not %s", r.RuleIndex, *r.RuleID)
		}
		prints[r.PartialFingerprints["fencepost/v1"]] = true
	}
	if len(run.Results) != 3 || len(prints) != 3 {
		t.Errorf("%d results with %d fingerprints", len(run.Results), len(prints))
	}
	bug := run.Results[1]
	if *bug.RuleID != "relaxed/assertion-failed" || *bug.Locations[0].PhysicalLocation.ArtifactLocation.URI != "dir/sb.c" {
		t.Errorf("%+v", bug)
	}
	if n := len(bug.CodeFlows[0].ThreadFlows[0].Locations); n != 7 {
		t.Errorf("the code flow has %d locations", n)
	}
}

// Lines added elsewhere leave the fingerprints as they are; file names become
// relative, columns count UTF-16 units.
func TestSARIFLocations(t *testing.T) {
	c := sampleCheck()
	name := func() string {
		prints := newFingerprints(c, "")
		return prints.fingerprint(&c.Issues[1])
	}
	before := name()
	for i := range c.Issues {
		if e := c.Issues[i].Error; e.Pos.Line == 5 {
			e.Pos.Line = 6
		}
	}
	lines := c.Source.lines["dir/sb.c"]
	c.Source.lines["dir/sb.c"] = append([]string{"// new"}, lines...)
	if after := name(); after != before {
		t.Errorf("the fingerprint was %s, is %s", before, after)
	}
	s := sarifLog{c, "dir/sb.c", "/src"}
	for path, want := range map[string]string{
		"/src/a b/x.c": "a%20b/x.c", "/other/x.c": "file:///other/x.c", "./x.c": "x.c", "d/../x.c": "x.c", "a:b.c": "./a:b.c",
	} {
		if got := *s.file(path).URI; got != want {
			t.Errorf("%s is %s, want %s", path, got, want)
		}
	}
	c.Source.lines["u.c"] = []string{"/* é𝄞 */ x = 1;"}
	if got := s.column(trace.Pos{File: "u.c", Line: 1, Col: 14}); got != 11 {
		t.Errorf("column %d", got)
	}
}

func TestJUnit(t *testing.T) {
	report := sampleReport()
	report.Incomplete = "interrupted"
	var out bytes.Buffer
	if err := WriteJUnit(&out, checked(report, "out/tso-2-buggy.json"), 1500*time.Millisecond); err != nil {
		t.Fatal(err)
	}
	golden(t, "check.junit.xml", out.Bytes())
	var d junitSuites
	if err := xml.Unmarshal(out.Bytes(), &d); err != nil {
		t.Fatal(err)
	}
	if d.Tests != 5 || d.Failures != 4 || d.Errors != 1 || len(d.Suites) != 4 {
		t.Errorf("%+v", d)
	}
	failure := d.Suites[1].Cases[0].Failure
	if failure == nil || failure.Type != "assertion failed" || !strings.Contains(failure.Text, "fencepost replay out/tso-2-buggy.json") {
		t.Errorf("%+v", d.Suites[1])
	}
}

// The findings of a test campaign, a data race among them, go the same ways.
func TestFormatsOfTest(t *testing.T) {
	p := program()
	race := &interp.Error{Kind: interp.DataRace, Pos: trace.Pos{File: "dir/sb.c", Line: 10, Col: 7}, First: &interp.Racer{Thread: 1, Pos: trace.Pos{File: "dir/sb.c", Line: 4, Col: 4}}}
	race.Second = race.First
	wit := &witness.Witness{Model: models.TSO}
	out := FromTest(
		&campaign.Report{Program: p, Model: models.TSO}, []witness.Finding{{Error: race, Count: 2, Witness: wit}}, Strategy{}, 1, 1,
		Witnesses{Executions: map[*witness.Witness]*graph.Execution{wit: graph.New(storeBuffering(p), nil)}}, Bug,
	)
	var text bytes.Buffer
	if err := WriteSARIF(&text, out, "", "v1"); err != nil {
		t.Fatal(err)
	}
	log, err := sarif.FromBytes(text.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if err := log.Validate(); err != nil {
		t.Error(err)
	}
	r := log.Runs[0].Results[0]
	if *r.RuleID != "data-race" || *r.RelatedLocations[0].PhysicalLocation.Region.StartLine != 4 {
		t.Errorf("%s", text.Bytes())
	}
	text.Reset()
	if err := WriteJUnit(&text, out, 0); err != nil {
		t.Fatal(err)
	}
	var d junitSuites
	if err := xml.Unmarshal(text.Bytes(), &d); err != nil || d.Failures != 1 || d.Tests != 2 {
		t.Errorf("%+v, %v", d, err)
	}
	page, err := NewPage(out)
	if err != nil || page.Valid() != nil || len(page.Findings) != 1 || len(page.Findings[0].Explanation.Steps) != 6 {
		t.Errorf("%+v, %v", page, err)
	}
}
