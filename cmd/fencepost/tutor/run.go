package tutor

import (
	"context"
	"io"
	"os"
	"strings"

	"golang.org/x/term"
)

// Control sequences of the terminal.
const (
	enterScreen = "\x1b[?1049h\x1b[?25l" // a screen of its own, without a cursor
	leaveScreen = "\x1b[?25h\x1b[?1049l"
	home        = "\x1b[H"
	clearLine   = "\x1b[K"
)

// Run gives lessons on a terminal until the reader leaves or ctx ends. The terminal is
// then as it was.
func Run(ctx context.Context, t *Tutor, in *os.File, out *os.File) error {
	was, err := term.MakeRaw(int(in.Fd()))
	if err != nil {
		return err
	}
	defer term.Restore(int(in.Fd()), was)
	if _, err := io.WriteString(out, enterScreen); err != nil {
		return err
	}
	defer io.WriteString(out, leaveScreen)
	keys := read(ctx, in)
	for !t.Done() {
		width, height, err := term.GetSize(int(out.Fd()))
		if err != nil || width == 0 {
			width, height = 80, 24
		}
		if _, err := io.WriteString(out, frame(t.Screen(width, height))); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case list, more := <-keys:
			if !more {
				return nil
			}
			for _, k := range list {
				if !t.Done() {
					t.Key(k)
				}
			}
		}
	}
	return nil
}

// frame draws over the screen, without a newline at its end: nothing scrolls.
func frame(lines []string) string {
	return home + strings.Join(lines, clearLine+"\r\n") + clearLine
}

// read returns a channel of the keys that are pressed.
func read(ctx context.Context, in io.Reader) <-chan []Key {
	keys := make(chan []Key)
	go func() {
		defer close(keys)
		b := make([]byte, 256)
		for {
			n, err := in.Read(b)
			if err != nil {
				return
			}
			select {
			case keys <- Keys(b[:n]):
			case <-ctx.Done():
				return
			}
		}
	}()
	return keys
}
