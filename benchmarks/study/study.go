// Package study repeats the measurements of papers on the programs of benchmarks: RELAXER
// (ISSTA 2011), Table 1; C11Tester (ASPLOS 2021), Table 2; PCTWM (ASPLOS 2023), Tables 1
// to 3 and Figure 6, with more relaxed writes; CDSChecker (TOPLAS 2016), Figure 11; the applications
// of C11Tester's Table 1 and PCTWM's Table 4; Adolfsson's thesis (Uppsala 2022), Tables 2 to 5. Each
// returns what was measured beside the published rows, one for each program, for package
// report to print.
//
//	rows, err := study.C11Tester(ctx, published, study.Options{Seed: 1, Runs: 1000})
//
// When ctx ends a study is cut short: the rows that were measured in full are returned.
// Results do not depend on the number of workers.
package study

import (
	_ "embed"
	"fmt"
	"path"
	"strings"

	"fencepost/benchmarks"
	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
)

// Compile compiles a program of a folder of benchmarks with macro definitions.
func Compile(folder, name string, defines ...string) (*code.Program, error) {
	file := path.Join(folder, name+".c")
	src, err := benchmarks.Files.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return cfront.Compile(file, src, cfront.Options{Defines: defines})
}

// moreWrites makes every atomic operation that may write come after WRITES relaxed
// stores to a variable that nobody reads.
//
//go:embed files/more_writes.h
var moreWrites string

// CompileMoreWrites compiles a program of C11Tester's with more relaxed writes.
func CompileMoreWrites(name string, writes int) (*code.Program, error) {
	file := path.Join("c11", name+".c")
	src, err := benchmarks.Files.ReadFile(file)
	if err != nil {
		return nil, err
	}
	text := moreWrites + "#line 1\n" + string(src)
	return cfront.Compile(file, []byte(text), cfront.Options{Defines: []string{fmt.Sprintf("WRITES=%d", writes)}})
}

// CodeLines counts the lines of a program without blank lines and comments.
func CodeLines(source string) int {
	n, comment := 0, false
	for _, line := range strings.Split(source, "\n") {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "/*") {
			comment = true
		}
		if line != "" && !comment {
			n++
		}
		if strings.HasSuffix(line, "*/") {
			comment = false
		}
	}
	return n
}
