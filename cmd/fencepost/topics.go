package main

import (
	"embed"
	"io"
	"strings"

	"fencepost/cmd/fencepost/report"
)

//go:embed topics/*.txt
var topicFiles embed.FS

// topics returns the names of the pages of help that are no command's, sorted.
func topics() (names []string) {
	files, _ := topicFiles.ReadDir("topics")
	for _, f := range files {
		names = append(names, strings.TrimSuffix(f.Name(), ".txt"))
	}
	return names
}

// showTopic writes a page of help in lines of at most width columns; ok is false if there is none of this name.
func showTopic(w io.Writer, name string, width int) (ok bool, err error) {
	text, err := topicFiles.ReadFile("topics/" + name + ".txt")
	if err != nil {
		return false, nil
	}
	_, err = io.WriteString(w, report.Fold(string(text), width))
	return true, err
}
