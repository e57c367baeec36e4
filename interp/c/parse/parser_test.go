package parse

// The C parser's own preprocessor, which tests hold this package's against.

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"fencepost/interp/c/library"

	"modernc.org/cc/v4"
)

// parseFiles has the C parser preprocess and parse the files. It returns nil if anything is wrong.
func (s *sources) parseFiles(defines string) (ast *cc.AST, hash string) {
	text, err := s.preprocess(defines)
	if err != nil {
		return nil, ""
	}
	hash, message := measureText(text)
	if message != "" {
		return nil, ""
	}
	c, src, err := s.config(defines)
	if err == nil {
		ast, err = cc.Parse(c, append(src, cc.Source{Name: endSource, Value: trailer}))
	}
	if err != nil {
		return nil, ""
	}
	return ast, hash
}

// config returns the configuration and the sources of one run of the
// preprocessor.
func (s *sources) config(defines string) (*cc.Config, []cc.Source, error) {
	abi, err := cc.NewABI("linux", "amd64")
	if err != nil {
		return nil, nil, err
	}
	c := &cc.Config{
		ABI:             abi,
		FS:              s,
		FSOnly:          true,
		IncludePaths:    []string{rootDir, "@"},
		SysIncludePaths: []string{rootDir, systemDir},
		ExpansionLimit:  maxExpansion,
		PragmaHandler:   pragmaOnce(),
		HasBuiltin:      library.IsBuiltin,
	}
	for i := range s.options.IncludeDirs {
		dir := includeDir(i)
		c.IncludePaths = append(c.IncludePaths, dir)
		c.SysIncludePaths = append(c.SysIncludePaths, dir)
	}
	c.IncludePaths = append(c.IncludePaths, systemDir)
	builtins, _ := library.Header(library.BuiltinHeader)
	return c, []cc.Source{
		{Name: Predefined, Value: builtins},
		{Name: defineSource, Value: defines},
		{Name: includeSource, Value: s.included()},
		{Name: s.mainName(), Value: forOther(s.texts[s.mainName()])},
	}, nil
}

// pragmaOnce returns a handler that knows #pragma once.
func pragmaOnce() func([]cc.Token) error {
	once := make(map[string]bool)
	return func(line []cc.Token) error {
		if name := line[0].Position().Filename; line[0].SrcStr() == "once" {
			if once[name] {
				return cc.SkipSource
			}
			once[name] = true
		}
		return nil
	}
}

// preprocess returns the preprocessed text.
func (s *sources) preprocess(defines string) ([]byte, error) {
	c, src, err := s.config(defines)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = cc.Preprocess(c, src, &out)
	return out.Bytes(), err
}

// forOther puts a blank on lines that hold nothing but a backslash, which the C parser takes for
// the end of what is continued.
func forOther(text string) string { return strings.ReplaceAll(text, "\\\n\\", "\\\n \\") }

// measureText refuses text on which the parser could recurse too deeply, whose
// brackets do not match or whose end is missing, with a message, and returns the SHA-256 of its
// tokens, which does not depend on blanks, file names or line ends.
func measureText(text []byte) (hash, message string) {
	sum := sha256.New()
	m := newMeasure()
	l := newLexer("", text)
	var last Lexeme
	for x := l.next(); x.Kind != LexEnd; x = l.next() {
		if x.Kind == LexNewline {
			continue
		}
		last = x
		sum.Write([]byte(x.Text))
		sum.Write([]byte{0})
		if message := m.token(x); message != "" {
			return "", message
		}
	}
	if n := len(m.levels); n > 1 {
		return "", fmt.Sprintf("%s is not closed", m.levels[n-1].open.Text)
	}
	if !last.Is(";") && !last.Is("}") {
		return "", "unexpected end of the file, expected ';'"
	}
	return hex.EncodeToString(sum.Sum(nil)), ""
}

// Open implements fs.FS for the preprocessor.
func (s *sources) Open(name string) (fs.File, error) {
	if !s.load(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	text := forOther(s.texts[name])
	return &sourceFile{Reader: strings.NewReader(text), name: name, size: len(text)}, nil
}

// A sourceFile is a file served to the preprocessor, and its own fs.FileInfo.
type sourceFile struct {
	*strings.Reader
	name string
	size int
}

func (f *sourceFile) Stat() (fs.FileInfo, error) { return sourceInfo{f}, nil }
func (f *sourceFile) Close() error               { return nil }

// sourceInfo describes a sourceFile.
type sourceInfo struct{ f *sourceFile }

func (i sourceInfo) Name() string       { return i.f.name }
func (i sourceInfo) Size() int64        { return int64(i.f.size) }
func (i sourceInfo) Mode() fs.FileMode  { return 0o444 }
func (i sourceInfo) ModTime() time.Time { return time.Time{} }
func (i sourceInfo) IsDir() bool        { return false }
func (i sourceInfo) Sys() any           { return nil }
