package main

import (
	"runtime"
	"runtime/debug"
	"sync"
)

// garbage says how long garbage may wait, in percent of what is in use. That changes
// how long a run takes, and nothing else.
var garbage garbagePolicy

type garbagePolicy struct {
	mu        sync.Mutex
	young     bool // nothing has been collected yet
	compiling int
}

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

// begin is called once, when the process begins.
func (g *garbagePolicy) begin() {
	collected := make(chan struct{})
	runtime.AddCleanup(new([64]byte), func(c chan struct{}) { close(c) }, collected)
	g.set(func() { g.young = true })
	go func() {
		<-collected
		ballast := make([]byte, ballastBytes)
		g.set(func() { g.young = false })
		<-make(chan struct{})
		runtime.KeepAlive(ballast)
	}()
}

// compile is called when a program begins to be compiled; done, when it has been.
func (g *garbagePolicy) compile() (done func()) {
	g.set(func() { g.compiling++ })
	return func() { g.set(func() { g.compiling-- }) }
}

func (g *garbagePolicy) set(change func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	change()
	switch {
	case g.young:
		debug.SetGCPercent(youngGarbage)
	case g.compiling > 0:
		debug.SetGCPercent(compileGarbage)
	default:
		debug.SetGCPercent(usualGarbage)
	}
}
