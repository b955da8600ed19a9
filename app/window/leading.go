package window

import (
	"sync"
	"time"

	"manyhold/game"
	"manyhold/render/ui/model"
)

// lead is how a visitor leads the time of an exhibition: it goes on, stands still, or goes on by single turns. It is safe
// for concurrent use: the window asks, and the exhibition's goroutine obeys.
type lead struct {
	asking sync.Mutex
	paused bool
	due    int // turns to be run while it is paused
}

// stillEvery is how often an exhibition that stands still looks whether it is to go on.
const stillEvery = 10 * time.Millisecond

// act does what the bar over an exhibition was told.
func (l *lead) act(a model.Action) {
	l.asking.Lock()
	defer l.asking.Unlock()
	switch a := a.(type) {
	case model.PauseReplay:
		l.paused, l.due = !l.paused, 0
	case model.StepReplay:
		l.paused = true
		l.due += max(a.By, 0)
	}
}

// still reports whether the exhibition is paused.
func (l *lead) still() bool {
	l.asking.Lock()
	defer l.asking.Unlock()
	return l.paused
}

// goesOn reports whether the next turn is to be run now.
func (l *lead) goesOn() bool {
	l.asking.Lock()
	defer l.asking.Unlock()
	if !l.paused {
		return true
	}
	if l.due == 0 {
		return false
	}
	l.due--
	return true
}

// shown returns the exhibition that one plays in, nil in any other world.
func (p *Playing) shown() *exhibition {
	x, _ := p.node.(*exhibition)
	return x
}

// still reports whether one is in an exhibition that is paused.
func (p *Playing) still() bool {
	x := p.shown()
	return x != nil && x.lead.still()
}

// receive takes over the newest confirmed state, if there is a new one, and returns by how many ticks it is later.
func (p *Playing) receive() (come game.Tick) {
	if c := p.node.Copies().Take(); c != nil {
		come = c.World.Now() - p.Hand.World.Now()
		p.Confirm(c)
	}
	return come
}

// advance lets prediction go on by a tick of the window; in an exhibition that is paused, by those of the turns that came.
func (p *Playing) advance(come game.Tick) {
	if !p.still() {
		come = 1
	}
	for range come {
		p.Predict.Advance()
	}
}
