package help

import (
	"embed"
	"strings"

	"fencepost/cmd/fencepost/report"
)

//go:embed topics/*.txt
var topicFiles embed.FS

// Topics returns the names of the pages of help that are no command's, sorted.
func Topics() (names []string) {
	files, _ := topicFiles.ReadDir("topics")
	for _, f := range files {
		names = append(names, strings.TrimSuffix(f.Name(), ".txt"))
	}
	return names
}

// Topic returns a page of help in lines of at most width columns; ok is false if there is none of
// this name.
func Topic(name string, width int) (text string, ok bool) {
	page, err := topicFiles.ReadFile("topics/" + name + ".txt")
	return report.Fold(string(page), width), err == nil
}
