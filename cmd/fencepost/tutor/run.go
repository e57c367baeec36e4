package tutor

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"fencepost/benchmarks/lessons"

	"golang.org/x/term"
)

// Control sequences of the terminal.
const (
	enterScreen = "\x1b[?1049h\x1b[?25l" // the alternate screen, without a cursor
	leaveScreen = "\x1b[?25h\x1b[?1049l"
	home        = "\x1b[H"
	clearLine   = "\x1b[K"
)

// Run gives lessons on a terminal until the reader leaves or ctx ends, and then restores
// the terminal. Ctrl-C also ends a running exploration.
func Run(ctx context.Context, list []*lessons.Lesson, open int, in *os.File, out *os.File) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	t := New(ctx, list)
	if open >= 0 {
		t.Open(open)
	}
	was, err := term.MakeRaw(int(in.Fd()))
	if err != nil {
		return err
	}
	defer term.Restore(int(in.Fd()), was)
	if _, err := io.WriteString(out, enterScreen); err != nil {
		return err
	}
	defer io.WriteString(out, leaveScreen)
	keys := read(ctx, cancel, in)
	sizes, stop := resized()
	defer stop()
	for !t.Done() {
		width, height, err := term.GetSize(int(out.Fd()))
		if err != nil || width == 0 {
			width, height = 80, 24
		}
		var lines []string
		patiently(out, height, func() { lines = t.Screen(width, height) })
		if _, err := io.WriteString(out, frame(lines)); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-sizes:
		case list, more := <-keys:
			if !more {
				return nil
			}
			patiently(out, height, func() {
				for _, k := range list {
					if !t.Done() {
						t.Key(k)
					}
				}
			})
		}
	}
	return nil
}

// patience is the time after which a notice says that something takes time.
const patience = 400 * time.Millisecond

// patiently calls do, and writes a notice in the last line if it takes time.
func patiently(out io.Writer, height int, do func()) {
	var mu sync.Mutex
	done := false
	timer := time.AfterFunc(patience, func() {
		mu.Lock()
		defer mu.Unlock()
		if !done {
			fmt.Fprintf(out, "\x1b[%d;1H%sAll executions are being explored ... (ctrl-C ends)%s%s", height, bold, plain, clearLine)
		}
	})
	do()
	timer.Stop()
	mu.Lock()
	defer mu.Unlock()
	done = true
}

// frame returns the sequence that redraws the screen. It has no newline at its end, so
// nothing scrolls.
func frame(lines []string) string {
	return home + strings.Join(lines, clearLine+"\r\n") + clearLine
}

// read returns a channel of pressed keys; Quit ends the context at once.
func read(ctx context.Context, cancel func(), in io.Reader) <-chan []Key {
	keys := make(chan []Key)
	go func() {
		defer close(keys)
		b := make([]byte, 256)
		for {
			n, err := in.Read(b)
			if err != nil {
				return
			}
			list := Keys(b[:n])
			if slices.Contains(list, Quit) {
				cancel()
			}
			select {
			case keys <- list:
			case <-ctx.Done():
				return
			}
		}
	}()
	return keys
}
