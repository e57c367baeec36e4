package rustc

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"fencepost/interp/c/parse"
	"fencepost/trace"
)

// A Metadata is cargo's description of a workspace.
type Metadata struct {
	Root     string `json:"workspace_root"`
	Target   string `json:"target_directory"`
	Packages []struct {
		Name     string   `json:"name"`
		Manifest string   `json:"manifest_path"`
		Targets  []Target `json:"targets"`
		Needs    []struct {
			Path string `json:"path"` // of a package in a directory; empty: from elsewhere
		} `json:"dependencies"`
	} `json:"packages"`
}

// top returns the directory of the workspace, or one above it. It also has the packages outside of the
// workspace that a package names by a path.
func (m *Metadata) top() string {
	top := m.Root
	for _, p := range m.Packages {
		for _, need := range p.Needs {
			for need.Path != "" && !within(top, need.Path) {
				top = filepath.Dir(top)
			}
		}
	}
	return top
}

// within reports whether path is dir, or lies in it.
func within(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel) || dir == filepath.Dir(dir)
}

// manifest returns the manifest of the package that a source is a target's root of, or nothing.
func (m *Metadata) manifest(source string) string {
	for _, p := range m.Packages {
		for _, t := range p.Targets {
			if t.Source == source {
				return p.Manifest
			}
		}
	}
	return ""
}

// A Target is a target of a package that cargo can build.
type Target struct {
	Kind   []string `json:"kind"`
	Name   string   `json:"name"`
	Source string   `json:"src_path"`
}

// ReadMetadata asks cargo for the workspace of a directory.
func ReadMetadata(ctx context.Context, dir string, flags ...string) (*Metadata, error) {
	cmd := exec.CommandContext(ctx, cargo(), append([]string{"metadata", "--no-deps", "--format-version", "1"}, flags...)...)
	cmd.Dir = dir
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		if text := strings.TrimPrefix(strings.TrimSpace(said.String()), "error: "); text != "" {
			err = errors.New("cargo: " + text)
		}
		return nil, err
	}
	m := &Metadata{}
	return m, json.Unmarshal(out, m)
}

// cargo returns the command of cargo.
func cargo() string {
	if named := os.Getenv("CARGO"); named != "" {
		return named
	}
	if path, err := exec.LookPath("cargo"); err == nil {
		return path
	}
	if home, err := os.UserHomeDir(); err == nil {
		return filepath.Join(home, ".cargo", "bin", "cargo")
	}
	return "cargo"
}

// compilePackage returns LLVM's text of a target of the source's package. Cargo keeps its output in a
// separate directory in the package's target directory.
func (s *Source) compilePackage(ctx context.Context, out string) (string, error) {
	source, err := filepath.Abs(s.Name)
	if err != nil {
		return "", err
	}
	dir := filepath.Dir(source)
	m, err := ReadMetadata(ctx, dir)
	if err != nil {
		return "", &parse.Error{Diagnostics: []trace.Diagnostic{{Pos: trace.Pos{File: s.Name}, Message: err.Error()}}}
	}
	target := filepath.Join(m.Target, "fencepost")
	flags := s.configs()
	manifest := m.manifest(source)
	changed := map[string]string{}
	for name, text := range s.changed() {
		whole, err := filepath.Abs(name)
		if err != nil {
			return "", err
		}
		changed[whole] = text
	}
	text := filepath.Join(target, strings.ReplaceAll(strings.Trim(strings.Join(s.Cargo, "-"), "-"), "/", "-")+"-"+strconv.Itoa(s.Optimise)+".ll")
	if len(changed) > 0 {
		mirror, top := filepath.Join(out, "source"), m.top()
		if err := Mirror(mirror, top, changed); err != nil {
			return "", err
		}
		root, err := filepath.Rel(top, m.Root)
		if err != nil {
			return "", err
		}
		rel, err := filepath.Rel(top, manifest)
		if err != nil {
			return "", err
		}
		dir, manifest = filepath.Join(mirror, root), filepath.Join(mirror, rel)
		target, text = filepath.Join(target, "changed"), filepath.Join(out, "changed.ll")
		flags = append(flags, "--remap-path-prefix="+mirror+"="+top)
	}
	args := append([]string{"rustc"}, s.Cargo...)
	args = append(args, "--manifest-path", manifest, "--quiet", "--message-format=short", "--", "--emit=llvm-ir="+text+",link", "-Clinker="+linker(), "-Awarnings")
	args = append(args, optimiser(s.Optimise)...)
	cmd := exec.CommandContext(ctx, cargo(), args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "CARGO_TARGET_DIR="+target, "CARGO_PROFILE_DEV_LTO=fat", "CARGO_PROFILE_DEV_DEBUG=2", "CARGO_PROFILE_DEV_CODEGEN_UNITS=1",
		"CARGO_PROFILE_DEV_INCREMENTAL=false", "CARGO_PROFILE_DEV_OPT_LEVEL="+strconv.Itoa(s.Optimise), "CARGO_TERM_COLOR=never")
	if len(flags) > 0 {
		cmd.Env = append(cmd.Env, encodedFlags+"="+strings.Join(append(ownFlags(), flags...), "\x1f"))
	}
	return built(ctx, cmd, s.Name, text)
}

// encodedFlags is the variable with cargo's flags for rustc that takes precedence over all others.
const encodedFlags = "CARGO_ENCODED_RUSTFLAGS"

// ownFlags returns the flags of rustc that the environment has for cargo.
func ownFlags() []string {
	if encoded := os.Getenv(encodedFlags); encoded != "" {
		return strings.Split(encoded, "\x1f")
	}
	return strings.Fields(os.Getenv("RUSTFLAGS"))
}
