// Package version says which build of the command this is.
package version

import (
	"crypto/sha256"
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
	if v == "" {
		return "unknown"
	}
	return v
}

// Exact is the version as machines that share work compare it: of a build that is not of a
// commit as it is, with a hash of the executable.
var Exact = sync.OnceValue(func() string {
	v := Build()
	if strings.HasPrefix(v, "v") && !strings.Contains(v, "+dirty") {
		return v
	}
	path, err := os.Executable()
	if err != nil {
		return v
	}
	file, err := os.Open(path)
	if err != nil {
		return v
	}
	defer file.Close()
	h := sha256.New()
	if _, err := io.Copy(h, file); err != nil {
		return v
	}
	return fmt.Sprintf("%s %x", v, h.Sum(nil)[:8])
})
