package suite

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"fencepost/interp/c/cfront"
	"fencepost/interp/c/parse"
	"fencepost/interp/code"
	"fencepost/interp/llvm"
	"fencepost/trace/lists"
)

// Texts keeps LLVM's texts of C++ and Rust for the next run of a suite, so that their
// compilers need not run if nothing has changed. A text is kept under the source, the flags
// and the compiler, with the hashes of all files that were read; the configuration of a
// compiler is ignored. Packages of cargo are compiled each time.
type Texts struct {
	Cache     Cache
	Version   string // of fencepost
	files     Files
	compilers sync.Map // llvm.Compiler, by extension
}

// A keptText is an entry of the cache.
type keptText struct {
	Inputs Inputs
	Text   []byte
}

// Read returns an Options.ReadFile that returns the kept texts of sources.
func (t *Texts) Read(sources []cfront.Source, o cfront.Options) func(string) ([]byte, error) {
	return func(path string) ([]byte, error) {
		for i := range sources {
			if llvm.TextOf(sources[i].Name) == path {
				if text, ok := t.get(&sources[i], &o); ok {
					return text, nil
				}
				return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
			}
		}
		return parse.ReadFile(path)
	}
}

func (t *Texts) get(s *cfront.Source, o *cfront.Options) ([]byte, bool) {
	key, err := t.key(s, o)
	var kept keptText
	if err != nil || !t.Cache.Get(key, &kept) || !t.files.Same(&kept.Inputs, folders(s, o)) {
		return nil, false
	}
	return kept.Text, true
}

// Keep keeps the texts of a compiled program.
func (t *Texts) Keep(sources []cfront.Source, o cfront.Options, p *code.Program) {
	for i := range sources {
		s := &sources[i]
		name := llvm.TextOf(s.Name)
		read, ok := p.Inputs[name]
		at := slices.IndexFunc(p.Files, func(f code.File) bool { return f.Name == name })
		key, err := t.key(s, &o)
		if !ok || at < 0 || err != nil {
			continue
		}
		if in, ok := t.files.Inputs(append(slices.Clone(read), s.Name), folders(s, &o)); ok {
			t.Cache.Put(key, keptText{in, []byte(p.Files[at].Text)})
		}
	}
}

// unseen are environment variables that name folders of headers, or change the compilation.
var unseen = []string{"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "CCC_OVERRIDE_OPTIONS", "SDKROOT", "RUSTC_BOOTSTRAP"}

// key returns the key of a source's text; it is an error if the text must not be kept.
func (t *Texts) key(s *cfront.Source, o *cfront.Options) (Key, error) {
	for _, name := range unseen {
		if os.Getenv(name) != "" {
			return Key{}, errors.New(name + " is set")
		}
	}
	if len(o.Cargo) > 0 {
		return Key{}, errors.New("a package of cargo")
	}
	dir, err := os.Getwd()
	if err != nil {
		return Key{}, err
	}
	kind := filepath.Ext(s.Name)
	compiler, ok := t.compilers.Load(kind)
	if !ok {
		compiler, _ = t.compilers.LoadOrStore(kind, llvm.Compiler(s.Name))
	}
	own := o.Own[s.Name]
	flags := fmt.Sprintf("%q %q %q %q %q %q %q %q %d", o.Defines, o.IncludeDirs, o.Include, own.Defines, own.IncludeDirs, own.Include, o.Standard, own.Standard, o.Optimise)
	return NewKey("LLVM's text", t.Version, dir, compiler.(string), flags, s.Name, string(s.Text)), nil
}

// folders returns the folders in which the compiler of a source searches for includes.
func folders(s *cfront.Source, o *cfront.Options) []string {
	own := o.Own[s.Name]
	of := lists.Map(slices.Concat(o.Include, own.Include), filepath.Dir)
	return slices.Concat([]string{filepath.Dir(s.Name)}, o.IncludeDirs, own.IncludeDirs, of)
}
