// Package version says which build of the command this is.
package version

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"debug/elf"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"
	"sync"
)

// Build returns the module's version, or the revision it was built from.
func Build() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	v := info.Main.Version
	for _, setting := range info.Settings {
		if setting.Key == "vcs.revision" && (v == "" || v == "(devel)") {
			v = setting.Value
		}
	}
	return cmp.Or(v, "unknown")
}

// Exact is the version as machines that share work compare it: of a build that is not of a
// commit as it is, with a hash that no other executable has.
var Exact = sync.OnceValue(func() string {
	v := Build()
	if strings.HasPrefix(v, "v") && !strings.Contains(v, "+dirty") {
		return v
	}
	path, err := os.Executable()
	if err != nil {
		return v
	}
	h := sha256.New()
	if id := buildID(path); id != "" {
		io.WriteString(h, id)
	} else if err := hashFile(h, path); err != nil {
		return v
	}
	return fmt.Sprintf("%s %x", v, h.Sum(nil)[:8])
})

// buildID returns the identifier that go build writes into an executable of ELF, whose last of four
// parts is a hash of all its text; empty if there is none. To read it is a thousandth of the work of
// hashing the file.
func buildID(path string) string {
	file, err := elf.Open(path)
	if err != nil {
		return ""
	}
	defer file.Close()
	note := file.Section(".note.go.buildid")
	if note == nil {
		return ""
	}
	id, err := note.Data()
	if err != nil || bytes.Count(id, []byte("/")) != 3 { // one that -buildid sets
		return ""
	}
	return string(id)
}

func hashFile(h io.Writer, path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = io.Copy(h, file)
	return err
}
