// Package garbage says how long garbage may wait. That changes how long a run takes, and nothing
// else.
package garbage

import (
	"runtime"
	"runtime/debug"
	"sync"
)

// process is the policy of this process: there is one collector.
var process policy

type policy struct {
	mu        sync.Mutex
	begun     bool
	young     bool // nothing has been collected yet
	compiling int
}

// How long garbage may wait, in percent of what is in use.
const (
	// youngGarbage puts the first collection off from 4 MiB in use, as the runtime has it,
	// to 32, which most runs do not reach: collecting was half of what a small program cost.
	youngGarbage = 800
	// compileGarbage is for trees, which are short-lived: a quarter less processor time.
	compileGarbage = 400
	usualGarbage   = 100
	// ballastBytes are in use from then on, by name only: they are never touched, so that
	// a program that uses little is not collected all the time.
	ballastBytes = 16 << 20
)

// Begin is called once, when the process begins. A test does not call it, and keeps its own setting.
func Begin() { process.begin() }

// Compile is called when a program begins to be compiled; done, when it has been.
func Compile() (done func()) { return process.compile() }

func (g *policy) begin() {
	collected := make(chan struct{})
	runtime.AddCleanup(new([64]byte), func(c chan struct{}) { close(c) }, collected)
	g.set(func() { g.begun, g.young = true, true })
	go func() {
		<-collected
		ballast := make([]byte, ballastBytes)
		g.set(func() { g.young = false })
		<-make(chan struct{})
		runtime.KeepAlive(ballast)
	}()
}

func (g *policy) compile() (done func()) {
	g.set(func() { g.compiling++ })
	return func() { g.set(func() { g.compiling-- }) }
}

func (g *policy) set(change func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	change()
	switch {
	case !g.begun:
	case g.young:
		debug.SetGCPercent(youngGarbage)
	case g.compiling > 0:
		debug.SetGCPercent(compileGarbage)
	default:
		debug.SetGCPercent(usualGarbage)
	}
}
