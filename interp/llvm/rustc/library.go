package rustc

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// The text of the whole library takes rustc most of its time, and does not depend on the program. So it
// is made once for each compiler, of a program that does nothing, and kept. A crate alone is compiled
// much faster: 0.3 s in place of 3.0 s.

// Library begins the text of the library where that follows the text of a crate.
const Library = "\n; the library\n"

// librarySource is the program of which the library's text is made.
const librarySource = "fn main() {}\n"

// complete ends a kept text.
const complete = "\n; complete\n"

// libraryText returns the text of the library: a kept one, or what the compiler makes. Its functions and
// variables are visible to other texts.
func libraryText(ctx context.Context, compiler string) (string, error) {
	kept := libraryFile(compiler)
	if kept != "" {
		if text, err := read(kept); err == nil && strings.HasSuffix(text, complete) {
			return text, nil
		}
	}
	out, err := os.MkdirTemp("", "fencepost")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(out)
	source := filepath.Join(out, "library.rs")
	if err := os.WriteFile(source, []byte(librarySource), 0o600); err != nil {
		return "", err
	}
	cmd := exec.CommandContext(ctx, compiler, append([]string{"--crate-name", "library", "--remap-path-prefix=" + out + "=", "--out-dir", out, source}, Flags(0)...)...)
	text, err := built(ctx, cmd, source, filepath.Join(out, "library.ll"))
	if err != nil {
		return "", err
	}
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\ndefine internal ", "\ndefine "), " = internal ", " = ") + complete
	if kept != "" {
		keep(kept, text)
	}
	return text, nil
}

// libraryFile returns the path at which the text for a compiler is kept; "" if the system has no place.
func libraryFile(compiler string) string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	key := sha256.Sum256([]byte(Identity(compiler) + strings.Join(Flags(0), " ") + librarySource))
	return filepath.Join(dir, "fencepost", "rust", fmt.Sprintf("%x.ll", key[:16]))
}

// keep writes a text to a file that did not exist, in place of the other files of the folder, which are
// for other compilers. A text that cannot be kept is made again.
func keep(path, text string) {
	dir := filepath.Dir(path)
	if os.MkdirAll(dir, 0o700) != nil {
		return
	}
	others, _ := filepath.Glob(filepath.Join(dir, "*.ll"))
	to, err := os.CreateTemp(dir, "new")
	if err != nil {
		return
	}
	_, err = to.WriteString(text)
	if closed := to.Close(); err != nil || closed != nil || os.Rename(to.Name(), path) != nil {
		os.Remove(to.Name())
		return
	}
	for _, o := range others {
		if o != path {
			os.Remove(o)
		}
	}
}

// withLibrary appends the library's text to that of a crate. The result is "" if the two do not fit. A crate
// may use a function or a variable of Rust that the library's text lacks. A crate may also define a function
// that the library defines: one with an allocator of its own does.
func withLibrary(crate, library string) string {
	defined := map[string]bool{}
	for line := range strings.Lines(library) {
		if name, ok := symbol(line); ok && !strings.HasPrefix(line, "declare ") {
			defined[name] = true
		}
	}
	for line := range strings.Lines(crate) {
		name, ok := symbol(line)
		if !ok || !mangled(name) || strings.HasPrefix(line, "define internal ") {
			continue
		}
		external := strings.HasPrefix(line, "declare ") || strings.HasPrefix(line, "@") && strings.Contains(line, " = external ")
		replaces := strings.HasPrefix(line, "define ") && defined[name]
		if external && !defined[name] || replaces {
			return ""
		}
	}
	return crate + Library + library
}

// symbol returns the name of the function or variable that a line of LLVM's text declares or defines.
func symbol(line string) (name string, ok bool) {
	if !strings.HasPrefix(line, "@") && !strings.HasPrefix(line, "define ") && !strings.HasPrefix(line, "declare ") {
		return "", false
	}
	_, rest, _ := strings.Cut(line, "@")
	end := strings.IndexAny(rest, "( ")
	if end < 0 {
		return "", false
	}
	return strings.Trim(rest[:end], `"`), true
}

// mangled reports whether a name is one of Rust, not of C.
func mangled(name string) bool {
	return strings.HasPrefix(name, "_R") || strings.HasPrefix(name, "_ZN")
}
