package report

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"
)

// WriteGitHub prints the unknown issues of a result, and its remarks, as workflow commands
// of GitHub, each of which annotates a line. File names below dir are relative to it.
func WriteGitHub(w io.Writer, r *Result, dir string) error {
	for _, i := range r.Issues {
		if i.Known != nil {
			continue
		}
		text := fmt.Sprintf("%s (under %s)", i.Error.whatFrom(dir), strings.Join(i.Models, ", "))
		at := i.Error.Pos
		if _, err := io.WriteString(w, annotation("error", pathFrom(dir, at.File), at.Line, at.Col, "fencepost "+i.rule(), text)); err != nil {
			return err
		}
	}
	for _, m := range r.Remarks {
		level := "notice"
		if m.Warning {
			level = "warning"
		}
		_, err := io.WriteString(w, annotation(level, pathFrom(dir, m.Pos.File), m.Pos.Line, m.Pos.Col, "fencepost "+m.Rule, m.Subject+": "+m.Text))
		if err != nil {
			return err
		}
	}
	return nil
}

// annotation returns a workflow command of GitHub for an error, a warning or a notice at a
// position.
func annotation(level, file string, line, col int, title, text string) string {
	message := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	property := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	return fmt.Sprintf("::%s file=%s,line=%d,col=%d,title=%s::%s\n", level, property.Replace(filepath.ToSlash(file)), line, col, property.Replace(title), message.Replace(text))
}

// A gitlabIssue is an entry of GitLab's code quality report.
type gitlabIssue struct {
	Description string         `json:"description"`
	CheckName   string         `json:"check_name"`
	Fingerprint string         `json:"fingerprint"`
	Severity    string         `json:"severity"`
	Location    gitlabLocation `json:"location"`
}

type gitlabLocation struct {
	Path  string      `json:"path"`
	Lines gitlabLines `json:"lines"`
}

type gitlabLines struct {
	Begin int `json:"begin"`
}

// WriteGitLab prints the unknown issues of a result as GitLab's code quality report. File
// names below dir are relative to it.
func WriteGitLab(w io.Writer, r *Result, dir string) error {
	list := []gitlabIssue{}
	prints := newFingerprints(r, dir)
	for k := range r.Issues {
		i := &r.Issues[k]
		print := prints.fingerprint(i)
		if i.Known != nil {
			continue
		}
		list = append(list, gitlabIssue{
			Description: fmt.Sprintf("%s (under %s)", i.Error.whatFrom(dir), strings.Join(i.Models, ", ")),
			CheckName:   i.rule(), Fingerprint: print, Severity: "major",
			Location: gitlabLocation{filepath.ToSlash(pathFrom(dir, i.Error.Pos.File)), gitlabLines{i.Error.Pos.Line}},
		})
	}
	return writeGitLab(w, list)
}

func writeGitLab(w io.Writer, list []gitlabIssue) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(list)
}
