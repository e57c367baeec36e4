package help

import (
	"embed"
	"io/fs"
	"strings"

	"fencepost/cmd/fencepost/exit"
	"fencepost/cmd/fencepost/report"
	"fencepost/trace/lists"
)

//go:embed topics/*.txt
var topicFiles embed.FS

//go:embed studies/*.txt
var studyFiles embed.FS

// Study returns what the help says of a study that bench repeats.
func Study(name string) string {
	page, err := studyFiles.ReadFile("studies/" + name + ".txt")
	if err != nil {
		panic(err) // a name that is no study's
	}
	return string(page) + "\n" + exit.Help
}

// Topics returns the names of the pages of help that are no command's, sorted.
func Topics() []string {
	files, _ := topicFiles.ReadDir("topics")
	return lists.Map(files, func(f fs.DirEntry) string { return strings.TrimSuffix(f.Name(), ".txt") })
}

// Topic returns a page of help in lines of at most width columns; ok is false if there is none of
// this name.
func Topic(name string, width int) (text string, ok bool) {
	page, err := topicFiles.ReadFile("topics/" + name + ".txt")
	return report.Fold(string(page), width), err == nil
}
