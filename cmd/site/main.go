// Command site writes the playground as a folder that any web server can serve: the page
// of fencepost playground, and its engine built for the browser, compressed.
//
//	go run ./cmd/site -o DIR
package main

import (
	"compress/gzip"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"fencepost/cmd/fencepost/playground"
)

func main() {
	out := flag.String("o", "", "write the site to `DIR`")
	flag.Parse()
	if *out == "" || flag.NArg() > 0 {
		fmt.Fprintln(os.Stderr, "usage: go run ./cmd/site -o DIR")
		os.Exit(2)
	}
	size, err := write(*out)
	if err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
	fmt.Printf("%s: the engine has %.2f MB compressed; serve the folder, and open index.html by it\n", *out, float64(size)/1e6)
}

// write writes the site, and returns how many bytes the compressed engine has.
func write(dir string) (engine int64, err error) {
	files, err := playground.Files()
	if err != nil {
		return 0, err
	}
	glue, err := wasmExec()
	if err != nil {
		return 0, err
	}
	files["wasm_exec.js"] = glue
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return 0, err
		}
		if err := os.WriteFile(path, text, 0o666); err != nil {
			return 0, err
		}
	}
	return build(filepath.Join(dir, "engine.wasm.gz"))
}

// wasmExec returns the file of the Go distribution that runs its WebAssembly.
func wasmExec() ([]byte, error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("go env GOROOT: %w", err)
	}
	return os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
}

// build builds the engine, compresses it to a file, and returns its size.
func build(path string) (int64, error) {
	work, err := os.MkdirTemp("", "fencepost-site")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(work)
	plain := filepath.Join(work, "engine.wasm")
	c := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", plain, "fencepost/cmd/site/engine")
	c.Env, c.Stderr = append(os.Environ(), "GOOS=js", "GOARCH=wasm"), os.Stderr
	if err := c.Run(); err != nil {
		return 0, fmt.Errorf("go build: %w", err)
	}
	from, err := os.Open(plain)
	if err != nil {
		return 0, err
	}
	defer from.Close()
	to, err := os.Create(path)
	if err != nil {
		return 0, err
	}
	w, err := gzip.NewWriterLevel(to, gzip.BestCompression)
	if err == nil {
		_, err = io.Copy(w, from)
	}
	if err == nil {
		err = w.Close()
	}
	if closed := to.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return 0, err
	}
	info, err := os.Stat(path)
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}
