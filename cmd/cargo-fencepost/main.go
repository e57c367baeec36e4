// Command cargo-fencepost is the subcommand of cargo that checks a test, an example or a binary of
// a package:
//
//	cargo fencepost [COMMAND] [--test NAME | --example NAME | --bin NAME] [FLAGS] [-- TEST]
//
// It finds the target by cargo's metadata and runs fencepost, which compiles by cargo.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"

	"fencepost/interp/llvm/rustc"
)

// The flags of cargo that are passed on: those that choose a target, which fencepost has not, and
// those that say how it is built, with a value or without.
var (
	chooses = []string{"--test", "--example", "--bin"}
	valued  = []string{"-p", "--package", "--features", "-F", "--manifest-path", "--profile"}
	plain   = []string{"--all-features", "--no-default-features", "--offline", "--locked", "--frozen"}
)

// recorded are the commands that read what another has recorded, and so compile nothing.
var recorded = []string{"explain", "replay", "report"}

const exitUsage = 2

const usage = `Check a test, an example or a binary of a package.

usage: cargo fencepost [COMMAND] [--test NAME | --example NAME | --bin NAME] [FLAGS] [-- TEST]

COMMAND is a command of fencepost, 'check' if none is named, and FLAGS are its flags, which
'fencepost COMMAND --help' tells, or cargo's: -p, --features, --manifest-path, --profile ...
Of a target with several tests TEST names one. 'cargo fencepost explain 1' takes no target: it
explains an execution of the last check.
`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	args := os.Args[1:]
	if len(args) > 0 && args[0] == "fencepost" { // as cargo calls it
		args = args[1:]
	}
	if asksHelp(args) {
		fmt.Print(usage)
		return
	}
	command, err := translate(ctx, args)
	if err != nil {
		fmt.Fprintf(os.Stderr, "cargo-fencepost: %v\n", err)
		os.Exit(exitUsage)
	}
	cmd := exec.Command(fencepost(), command...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	err = cmd.Run()
	var status *exec.ExitError
	switch {
	case errors.As(err, &status):
		os.Exit(status.ExitCode())
	case err != nil:
		fmt.Fprintf(os.Stderr, "cargo-fencepost: %v\n", err)
		os.Exit(exitUsage)
	}
}

// asksHelp reports whether arguments ask what this command takes; help of a command of fencepost is its
// own.
func asksHelp(args []string) bool {
	return len(args) > 0 && slices.Contains([]string{"help", "--help", "-h"}, args[0])
}

// fencepost returns the path of the command fencepost. It prefers the file beside this one to
// the search path.
func fencepost() string {
	if own, err := os.Executable(); err == nil {
		beside := filepath.Join(filepath.Dir(own), "fencepost")
		if _, err := os.Stat(beside); err == nil {
			return beside
		}
	}
	return "fencepost"
}

// translate returns the arguments of fencepost. Those of a command that compiles nothing are as they are.
func translate(ctx context.Context, args []string) ([]string, error) {
	command := "check"
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		command, args = args[0], args[1:]
	}
	if asksHelp(args) {
		return []string{command, "--help"}, nil
	}
	if slices.Contains(recorded, command) {
		return append([]string{command}, args...), nil
	}
	var kind, name, pkg, manifest string
	var cargo, rest []string
	for len(args) > 0 {
		flag, value, joined := strings.Cut(args[0], "=")
		switch {
		case args[0] == "--":
			for _, a := range args[1:] {
				rest = append(rest, "--arg="+a)
			}
			args = nil
			continue
		case slices.Contains(chooses, flag) || slices.Contains(valued, flag):
			if !joined {
				if len(args) < 2 {
					return nil, fmt.Errorf("%s needs a value", flag)
				}
				value, args = args[1], args[1:]
			}
			switch {
			case slices.Contains(chooses, flag):
				kind, name = flag[2:], value
			case flag == "-p" || flag == "--package":
				pkg = value
			}
			if flag == "--manifest-path" { // the source says which package it is
				manifest = value
			} else {
				cargo = append(cargo, flag, value)
			}
		case slices.Contains(plain, args[0]):
			cargo = append(cargo, args[0])
		default:
			rest = append(rest, args[0])
		}
		args = args[1:]
	}
	var flags []string
	if manifest != "" {
		flags = []string{"--manifest-path", manifest}
	}
	m, err := rustc.ReadMetadata(ctx, ".", flags...)
	if err != nil {
		return nil, err
	}
	t, err := choose(m, pkg, kind, name)
	if err != nil {
		return nil, err
	}
	if kind == "" {
		cargo = append(cargo, "--"+t.Kind[0], t.Name)
	}
	source := t.Source
	if dir, err := os.Getwd(); err == nil {
		if rel, err := filepath.Rel(dir, source); err == nil && filepath.IsLocal(rel) {
			source = rel
		}
	}
	return append([]string{command, "--cargo", strings.Join(cargo, " "), source}, rest...), nil
}

// choose returns the target of a kind and a name; if none is said, the only one there is.
func choose(m *rustc.Metadata, pkg, kind, name string) (t rustc.Target, err error) {
	var all []string
	for _, p := range m.Packages {
		if pkg != "" && p.Name != pkg {
			continue
		}
		for _, u := range p.Targets {
			if len(u.Kind) != 1 || !slices.Contains(chooses, "--"+u.Kind[0]) || kind != "" && (u.Kind[0] != kind || u.Name != name) {
				continue
			}
			all = append(all, "--"+u.Kind[0]+" "+u.Name)
			t = u
		}
	}
	switch {
	case len(all) == 1:
		return t, nil
	case len(all) == 0 && kind != "":
		return t, fmt.Errorf("there is no %s named %s", kind, name)
	case len(all) == 0:
		return t, errors.New("the package has no test, example or binary")
	}
	return t, fmt.Errorf("choose one of %s", strings.Join(all, ", "))
}
