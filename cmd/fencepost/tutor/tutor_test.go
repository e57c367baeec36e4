package tutor

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"fencepost/benchmarks/lessons"
	"fencepost/benchmarks/testsize"

	"github.com/creack/pty"
)

// A reader answers the questions of lessons, rightly or wrongly, by keys.
type reader struct {
	t     *testing.T
	press func(keys ...Key)
	// screen waits until it shows a text, and returns it.
	screen func(want string) string
}

// tick ticks the options that are right, or those that are not.
func (r *reader) tick(options []lessons.Option, rightly bool) {
	for i, o := range options {
		if o.Right == rightly {
			r.press(' ')
		}
		if i < len(options)-1 {
			r.press(Down)
		}
	}
	r.press(Enter)
	want := fmt.Sprintf("You have %d of %d right", len(options), len(options))
	if !rightly {
		want = fmt.Sprintf("You have 0 of %d right", len(options))
	}
	r.screen(want)
}

// learn goes through a lesson.
func (r *reader) learn(l *lessons.Lesson, rightly bool) {
	learnt := learn(r.t, l)
	r.screen("[read]")
	r.press(Enter)
	r.screen("[predict]")
	r.tick(learnt.Answer.Options, rightly)
	r.press(Enter)
	r.screen("Have it:")
	r.press(Enter, Enter)
	r.screen("[play]")
	r.play(l, learnt.Moves, rightly)
	if l.Buffers != nil {
		r.screen("[buffers]")
		r.press(Down, Right, Enter)
		r.screen(" no SB, a store between")
		r.press(Up, Right, Right, Enter)
		r.screen("There is no such machine: two stores to one location")
		r.press(Down, Down, Right, Right, Enter)
		r.screen("yes SB ")
		r.press(Enter)
	}
	if l.Repair != nil {
		r.screen("[repair]")
		r.repair(learnt, rightly)
	}
	r.screen("[transfer]")
	r.tick(learnt.Transfer, rightly)
	r.press(Enter)
	end := r.screen("[end]")
	if rightly {
		wants := []string{"play reached"}
		if l.Repair != nil {
			wants = append(wants, fmt.Sprintf("repair %d for %d", learnt.Cost, learnt.Cost))
		}
		for _, want := range wants {
			if !strings.Contains(strings.Join(strings.Fields(end), " "), want) {
				r.t.Errorf("%s: no %q in\n%s", l.Name, want, end)
			}
		}
	}
	r.press(Enter)
}

// learnt are the lessons with what is right in them.
var learnt sync.Map

func learn(t *testing.T, l *lessons.Lesson) *lessons.Learnt {
	t.Helper()
	find, _ := learnt.LoadOrStore(l.Name, sync.OnceValues(func() (*lessons.Learnt, error) { return l.Learn(context.Background()) }))
	out, err := find.(func() (*lessons.Learnt, error))()
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func (r *reader) play(l *lessons.Lesson, moves []int, rightly bool) {
	if rightly {
		for i, move := range moves {
			r.press(slices.Repeat([]Key{Down}, move)...)
			r.press(Enter)
			r.screen(fmt.Sprintf("Moves: %d", i+1))
		}
		r.screen("You have reached the goal")
		r.press(Enter)
		return
	}
	r.press('h', Enter, Left, 'r')
	r.screen("Moves: 0")
	for i := range 100 {
		r.press(Enter)
		text := r.screen(fmt.Sprintf("Moves: %d", i+1))
		if strings.Contains(text, "not reached") || strings.Contains(text, "You have reached") {
			break
		}
	}
	r.press(Backspace, Tab)
}

func (r *reader) repair(l *lessons.Learnt, rightly bool) {
	if !rightly {
		r.press(Enter)
		r.screen("It can still happen")
		r.press('c')
		r.screen("It cannot happen any more")
		r.press(Enter)
		return
	}
	for i, s := range l.Menu.Slots {
		for range l.Cheapest[i] - s.Written {
			r.press(Right)
		}
		for range s.Written - l.Cheapest[i] {
			r.press(Left)
		}
		r.press(Down)
	}
	r.press(Enter)
	r.screen("nothing cheaper is known")
	r.press(Enter)
}

// marks are what a screen marks its text with.
var marks = regexp.MustCompile("\x1b\\[[0-9;]*m")

// Every screen fits, on a small terminal too.
func TestSmall(t *testing.T) {
	t.Parallel()
	list := course(t)
	for i, l := range list {
		t.Run(l.Name, func(t *testing.T) {
			t.Parallel()
			tutor := New(context.Background(), list)
			tutor.Open(i)
			for range 12 {
				for _, k := range []Key{Enter, Down, ' ', Right, PageDown, Tab} {
					tutor.Key(k)
					for _, line := range tutor.Screen(60, 16) {
						text := marks.ReplaceAllString(line, "")
						if utf8.RuneCountInString(text) > 60 || strings.ContainsAny(text, "\n\r\t\x1b") {
							t.Errorf("%q is too long or not plain", text)
						}
					}
					if n := len(tutor.Screen(60, 16)); n != 16 {
						t.Errorf("%d lines", n)
					}
				}
				if tutor.Lesson() != l {
					break
				}
			}
		})
	}
}

func course(t *testing.T) []*lessons.Lesson {
	t.Helper()
	list, err := lessons.All()
	if err != nil || len(list) == 0 {
		t.Fatal(list, err)
	}
	return list
}

// A terminal is what a terminal of 80 columns and 24 lines would show.
type terminal struct {
	mu    sync.Mutex
	lines [24][]byte
	row   int
	col   int
	alt   bool // the screen of its own
	moved int  // how often something scrolled away
	text  []byte
}

var control = regexp.MustCompile("^\x1b\\[([?0-9;]*)([A-Za-z])")

// write takes what is written to the terminal.
func (s *terminal) write(b []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.text = append(s.text, b...)
	for len(s.text) > 0 {
		if s.text[0] == 27 {
			m := control.FindSubmatch(s.text)
			if m == nil {
				return // the rest is still to come
			}
			switch string(m[1]) + string(m[2]) {
			case "H":
				s.row, s.col = 0, 0
			case "K":
				s.lines[s.row] = s.lines[s.row][:min(s.col, len(s.lines[s.row]))]
			case "24;1H":
				s.row, s.col = 23, 0
			case "?1049h", "?1049l":
				s.alt = m[2][0] == 'h'
			}
			s.text = s.text[len(m[0]):]
			continue
		}
		switch c := s.text[0]; {
		case c == '\r':
			s.col = 0
		case c == '\n' && s.row == 23:
			s.moved++
		case c == '\n':
			s.row++
		case s.col == 80:
			s.moved++
		default:
			line := s.lines[s.row]
			for len(line) <= s.col {
				line = append(line, ' ')
			}
			line[s.col] = c
			s.lines[s.row] = line
			s.col++
		}
		s.text = s.text[1:]
	}
}

func (s *terminal) shown() (text string, alt bool, moved int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var lines []string
	for _, l := range s.lines {
		lines = append(lines, string(l))
	}
	return strings.Join(lines, "\n"), s.alt, s.moved
}

// bytes are what a terminal sends for keys.
func bytesOf(keys []Key) (b []byte) {
	for _, k := range keys {
		switch k {
		case Enter:
			b = append(b, '\r')
		case Tab:
			b = append(b, '\t')
		case Backspace:
			b = append(b, 127)
		case Up, Down, Left, Right:
			b = append(b, 27, '[', map[Key]byte{Up: 'A', Down: 'B', Right: 'C', Left: 'D'}[k])
		default:
			b = append(b, byte(k))
		}
	}
	return b
}

// On a terminal the whole course is gone through with right answers and with wrong ones,
// from the list to the last lesson; nothing scrolls away, and the terminal is as before.
func TestTerminal(t *testing.T) {
	t.Parallel()
	for _, rightly := range testsize.Part(1, []bool{true, false}) {
		t.Run(fmt.Sprint(rightly), func(t *testing.T) {
			t.Parallel()
			list := testsize.Part(1, course(t))
			master, slave, err := pty.Open()
			if err != nil {
				t.Skip("no pseudo terminal: ", err)
			}
			defer master.Close()
			defer slave.Close()
			if err := pty.Setsize(master, &pty.Winsize{Rows: 24, Cols: 80}); err != nil {
				t.Fatal(err)
			}
			var screen terminal
			go func() {
				b := make([]byte, 1<<14)
				for {
					n, err := master.Read(b)
					if err != nil {
						return
					}
					screen.write(b[:n])
				}
			}()
			ended := make(chan error)
			go func() { ended <- Run(context.Background(), list, -1, slave, slave) }()
			r := reader{t: t}
			r.press = func(keys ...Key) {
				if _, err := master.Write(bytesOf(keys)); err != nil {
					t.Fatal(err)
				}
			}
			r.screen = func(want string) string {
				for until := time.Now().Add(5 * time.Minute); ; time.Sleep(time.Millisecond) {
					text, _, _ := screen.shown()
					if strings.Contains(text, want) {
						return text
					}
					if time.Now().After(until) {
						t.Fatalf("no %q in\n%s", want, text)
					}
				}
			}
			r.screen("Relaxed memory in lessons")
			r.press(Down, Up, Enter)
			for _, l := range list {
				r.screen(l.Name + ": ")
				r.learn(l, rightly)
			}
			r.screen(fmt.Sprintf("%d of %d done", len(list), len(list)))
			r.press('q')
			if err := <-ended; err != nil {
				t.Fatal(err)
			}
			text, alt, moved := "", true, 0
			for until := time.Now().Add(5 * time.Minute); alt && time.Now().Before(until); time.Sleep(time.Millisecond) {
				text, alt, moved = screen.shown()
			}
			if alt || moved > 0 {
				t.Errorf("alternate screen %v, scrolled %d\n%s", alt, moved, text)
			}
		})
	}
}

// What takes long is told, and ends at ctrl-C.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	text := `/* lesson: Long
 * question: How long?
 * goal: x=1
 */
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
void *f(void *p) { for (int i = 0; i < 4; i++) x = i; return p; }
int main(void)
{
	pthread_t t[4];
	for (int i = 0; i < 4; i++)
		pthread_create(&t[i], 0, f, 0);
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], 0);
	return 0;
}
`
	l, err := lessons.Parse("long.c", []byte(text), os.ReadFile)
	if err != nil {
		t.Fatal(err)
	}
	master, slave, err := pty.Open()
	if err != nil {
		t.Skip("no pseudo terminal: ", err)
	}
	defer master.Close()
	defer slave.Close()
	told := make(chan bool, 1)
	go func() {
		var all []byte
		b := make([]byte, 1<<12)
		for {
			n, err := master.Read(b)
			if err != nil {
				return
			}
			if all = append(all, b[:n]...); strings.Contains(string(all), "being explored") {
				select {
				case told <- true:
				default:
				}
			}
		}
	}()
	ended := make(chan error, 1)
	go func() { ended <- Run(context.Background(), []*lessons.Lesson{l}, 0, slave, slave) }()
	if _, err := master.Write([]byte("\r")); err != nil {
		t.Fatal(err)
	}
	<-told
	if _, err := master.Write([]byte{3}); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-ended:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(5 * time.Minute):
		t.Error("it goes on")
	}
}

func TestKeys(t *testing.T) {
	t.Parallel()
	got := Keys([]byte("a\r\x1b[A\x1bOB\x1b[5~\x1b[Z\x1b[99;1R\x1b\x7fé\x03"))
	want := []Key{'a', Enter, Up, Down, PageUp, BackTab, Escape, Backspace, 'é', Quit}
	if !slices.Equal(got, want) {
		t.Errorf("%v", got)
	}
}

// An error of the program is told, and the tutor lives.
func TestWrong(t *testing.T) {
	t.Parallel()
	text := `C t
(* lesson: t
question: q
goal: x=1
expect: tso *)
{}
P0(atomic_int *x) { atomic_store_explicit(x, 1, memory_order_relaxed); }
exists (x=1)
`
	l, err := lessons.Parse("t.litmus", []byte(text), os.ReadFile)
	if err != nil {
		t.Fatal(err)
	}
	tutor := New(context.Background(), []*lessons.Lesson{l})
	tutor.Key(Enter)
	if screen := strings.Join(tutor.Screen(80, 24), "\n"); !strings.Contains(screen, "t.litmus:5:1: the models that have the goal") {
		t.Error(screen)
	}
	tutor.Key(Enter)
	tutor.Key(Escape)
	if !tutor.Done() {
		t.Error("still there")
	}
}

// Step returns the name of the current step: list, or one of read, predict, play, buffers,
// repair, transfer, end.
func (t *Tutor) Step() string {
	if t.at < 0 {
		return "list"
	}
	return t.steps[t.step].name()
}

// Lesson returns the open lesson; nil if there is none.
func (t *Tutor) Lesson() *lessons.Lesson {
	if t.at < 0 {
		return nil
	}
	return t.list[t.at]
}
