package tutor

import (
	"context"
	"fmt"
	"strings"

	"fencepost/benchmarks/lessons"
	"fencepost/interp/play"
	"fencepost/trace/lists"
)

// game is the step in which the reader is the scheduler and the memory.
type game struct {
	ctx    context.Context
	lesson *lessons.Lesson
	game   *play.Game
	moves  []int
	state  *play.State
	cursor int
	hint   int // the recommended move; -1: none
	hints  int
	wins   bool // the goal was reached at least once
}

func (g *game) name() string { return "play" }

func (g *game) result() string {
	switch {
	case g.wins && g.hints > 0:
		return "reached with hints"
	case g.wins:
		return "reached"
	case g.state != nil && len(g.moves) > 0:
		return "not reached"
	}
	return ""
}

func (g *game) help() string {
	switch {
	case g.state == nil || g.state.Ended == "":
		return "Up, Down, Enter move   Left undo   r again   h hint"
	case g.state.Reached:
		return "Enter go on   Left undo   r again"
	}
	return "Left undo   r again"
}

// play makes the moves.
func (g *game) play() (err error) {
	if g.game == nil {
		if g.game, err = g.lesson.Program.Game(g.lesson.Play.Model, g.lesson.Play.Goal); err != nil {
			return err
		}
		g.hint = -1
	}
	s, err := g.game.Play(g.ctx, g.moves)
	if err != nil {
		return err
	}
	g.state, g.cursor = s, 0
	g.wins = g.wins || s.Reached
	return nil
}

func (g *game) draw(c *canvas) {
	if g.state == nil {
		if err := g.play(); err != nil {
			c.text(err.Error())
			return
		}
	}
	s := g.state
	c.text(g.lesson.Play.Text)
	c.line(fmt.Sprintf("Model: %s   Goal: %s   Moves: %d", s.Model, s.Goal, s.Moves), false)
	c.blank()
	for i := range s.Threads {
		g.thread(c, &s.Threads[i])
	}
	for _, line := range wrap("Memory: "+memory(s), c.width-1)[:1] {
		c.line(line, false)
	}
	c.blank()
	for _, d := range s.Did[max(0, len(s.Did)-2):] {
		c.line("  "+d.Text, false)
	}
	if s.Ended != "" {
		g.over(c)
		return
	}
	c.heading(asked(s))
	from, to := window(g.cursor, len(s.Enabled), c.room())
	for i := from; i < to; i++ {
		text := "   " + s.Enabled[i].Label
		if i == g.hint {
			text = " * " + s.Enabled[i].Label
		}
		c.line(text, i == g.cursor)
	}
}

func asked(s *play.State) string {
	if s.Asks == "read-from" {
		return "Which store does the load read?"
	}
	return "What comes next?"
}

// thread draws a thread with its registers and its buffer.
func (g *game) thread(c *canvas, t *play.Thread) {
	next := t.Next
	switch t.State {
	case "ended":
		next = "(has ended)"
	case "waiting":
		next += " (waits)"
	}
	name, width := t.Name, 3
	if g.lesson.Program.Test == nil {
		name, width = fmt.Sprintf("%d %s", t.Thread, t.Func), 11
	}
	var extra []string
	for _, r := range t.Registers {
		if r.Value != "" {
			extra = append(extra, r.Name+"="+r.Value)
		}
	}
	if len(t.Buffer) > 0 {
		texts := lists.Map(t.Buffer, func(e play.Entry) string { return e.Text })
		extra = append(extra, "buffer ["+strings.Join(texts, "; ")+"]")
	}
	next = strings.ReplaceAll(next, "memory_order_", "")
	c.line(pad(name, width)+" "+pad(next, 42)+" "+strings.Join(extra, "  "), false)
}

// memory describes the content of memory, with earlier values.
func memory(s *play.State) string {
	var parts []string
	for _, m := range s.Memory {
		text := m.Name + " = " + m.Value
		if len(m.Earlier) > 0 && (s.Model == "pslo" || s.Model == "c11") {
			text += " (before: " + strings.Join(m.Earlier, ", ") + ")"
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, ", ")
}

// over draws how the execution ended.
func (g *game) over(c *canvas) {
	s := g.state
	if s.Reached {
		c.heading("You have reached the goal.")
	} else {
		c.heading("The execution has ended, and the goal is not reached: undo, or begin again.")
	}
	if s.Final != "" {
		c.text("At the end: " + s.Final)
	}
	if s.Message != "" {
		c.text(s.Message)
	}
	for _, r := range s.Races {
		c.text(r)
	}
}

func (g *game) key(k Key) (bool, error) {
	if g.state == nil {
		if err := g.play(); err != nil {
			return false, err
		}
	}
	s := g.state
	switch k {
	case Up:
		g.cursor = max(0, g.cursor-1)
	case Down:
		g.cursor = max(0, min(len(s.Enabled)-1, g.cursor+1))
	case Enter, Right, ' ':
		if s.Ended != "" {
			return s.Reached && k != ' ', nil
		}
		g.moves = append(g.moves, s.Enabled[g.cursor].Number)
		g.hint = -1
		return false, g.play()
	case Left, Backspace, 'u':
		if len(g.moves) > 0 {
			g.moves = g.moves[:len(g.moves)-1]
		}
		g.hint = -1
		return false, g.play()
	case 'r':
		g.moves, g.hint = nil, -1
		return false, g.play()
	case 'h':
		if s.Ended != "" {
			return false, nil
		}
		return false, g.recommend()
	}
	return false, nil
}

// recommend marks a move that leads to the goal, or says that there is none.
func (g *game) recommend() error {
	g.hints++
	moves, err := g.game.Solve(g.ctx, g.moves)
	switch {
	case err != nil:
		return err
	case moves == nil:
		return fmt.Errorf("from here the goal cannot be reached: undo (Left)")
	}
	if err := g.play(); err != nil {
		return err
	}
	g.hint = moves[len(g.moves)]
	g.cursor = min(g.hint, len(g.state.Enabled)-1)
	return nil
}
