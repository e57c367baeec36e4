package llvm_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"flag"
	"io"
	"os"
	"strings"
	"testing"

	"fencepost/interp/c/cfront"
	"fencepost/interp/front"
)

var updateTexts = flag.Bool("update", false, "make the texts of testdata/rust anew, by rustc")

// What rustc made of the programs of testdata/rust, as a witness keeps it, is checked without it.
// RUSTC=testdata/rust/rustc makes smaller texts with -update.
func TestRustTexts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		bug  bool
		want string // "KIND FILE:LINE"
	}{
		{"mailbox", false, ""},
		{"mailbox", true, "data race mailbox.rs:28"},
		{"caught", true, "panic caught.rs:22"},
	} {
		file, kept := "testdata/rust/"+c.name+".rs", "testdata/rust/"+c.name+".ll.gz"
		var o cfront.Options
		if c.bug {
			o.Defines, kept = []string{"bug"}, "testdata/rust/"+c.name+"-bug.ll.gz"
		}
		source := text(t, file)
		if *updateTexts {
			needRust(t)
			for _, f := range compile(t, file, source, o).Files {
				if strings.HasPrefix(f.Name, "<") {
					packText(t, kept, f.Text)
				}
			}
		}
		llvm := unpackText(t, kept)
		read := func(name string) ([]byte, error) {
			if name == "<"+file+".ll>" {
				return llvm, nil
			}
			return os.ReadFile(name)
		}
		p, err := front.Compile(context.Background(), []cfront.Source{{Name: file, Text: []byte(source)}}, cfront.Options{ReadFile: read, Given: true})
		if err != nil {
			t.Fatalf("%s: %v", kept, err)
		}
		r := exploring(t, p)
		found := c.want == ""
		for _, e := range r.Errors {
			pos := e.Error.Pos.String()
			found = found || strings.HasPrefix(c.want, string(e.Error.Kind)+" ") && strings.Contains(pos, strings.TrimPrefix(c.want, string(e.Error.Kind)+" ")+":")
		}
		if !r.Complete || !found || c.want == "" && len(r.Errors) > 0 {
			t.Errorf("%s: complete: %v, %v instead of %q", kept, r.Complete, r.Errors, c.want)
		}
	}
}

func packText(t *testing.T, file, text string) {
	t.Helper()
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
}

func unpackText(t *testing.T, file string) []byte {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// What main is given is in the variables of Rust's library: the program's name, then the arguments.
func TestRustArguments(t *testing.T) {
	t.Parallel()
	const source = `
@_RNvNtNtNtNtCsjrHSEGnQ3l9_3std3sys4args4unix3imp4ARGC.0 = internal global i64 0, align 8
@_RNvNtNtNtNtCsjrHSEGnQ3l9_3std3sys4args4unix3imp4ARGV.0 = internal global ptr null, align 8
declare i32 @puts(ptr)
define i32 @main(i32 %given, ptr %list) {
  %n = load i64, ptr @_RNvNtNtNtNtCsjrHSEGnQ3l9_3std3sys4args4unix3imp4ARGC.0
  %argv = load ptr, ptr @_RNvNtNtNtNtCsjrHSEGnQ3l9_3std3sys4args4unix3imp4ARGV.0
  %last = add i64 %n, -1
  %slot = getelementptr ptr, ptr %argv, i64 %last
  %text = load ptr, ptr %slot
  %r = call i32 @puts(ptr %text)
  ret i32 0
}
`
	for want, args := range map[string][]string{"program\n": nil, "-b\n": {"2", "-b"}} {
		if got := printed(t, compile(t, "args.ll", source, cfront.Options{Args: args})); got != want {
			t.Errorf("%v: %q", args, got)
		}
	}
}
