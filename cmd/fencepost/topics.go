package main

import (
	"embed"
	"io"
	"strings"
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

// showTopic writes a page of help; ok is false if there is none of this name.
func showTopic(w io.Writer, name string) (ok bool, err error) {
	text, err := topicFiles.ReadFile("topics/" + name + ".txt")
	if err != nil {
		return false, nil
	}
	_, err = w.Write(text)
	return true, err
}
