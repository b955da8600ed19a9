// Package showroom runs the exhibits of the showroom as worlds that a window plays in, in this process alone.
package showroom

import (
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"manyhold/app/node"
	"manyhold/app/nodeless"
	"manyhold/app/replica"
	"manyhold/app/shelf"
	"manyhold/app/status"
	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/exhibit"
	"manyhold/game/island"
	"manyhold/net/host/kernel"
	"manyhold/render/ui/model"
)

// Exhibition is an exhibit of the showroom as a world that this window plays in: it runs in a goroutine of
// its own, in this process alone, and nothing of it is kept. No node, no file and no network knows of it.
type Exhibition struct {
	nodeless.World
	*nodeless.Seat
	Name  string // of the exhibit
	title string // what it is called
	show  *exhibit.Show
	Lead  Clock
	left  chan struct{} // closed by Stop
	done  chan struct{}
	stop  sync.Once

	asking sync.Mutex
	asked  []numbered // in ascending number, not yet taken

	step sync.Mutex // held while the world changes
	turn uint64     // of the world
}

// numbered is a command and its number.
type numbered struct {
	seq     uint64
	command command.Command
}

const (
	// mostAsked is how many commands of the visitor may wait; more are dropped: a person is not as fast.
	mostAsked = 256
	// lateTurns is how far an exhibition may lag before it gives the time up.
	lateTurns = 250 * time.Millisecond
)

// ErrAlone refuses to say something: an exhibition has one visitor.
var ErrAlone = errors.New("not available in the showroom: no other player can be here")

// named returns the exhibit of a name.
func named(name string) (*exhibit.Exhibit, error) {
	for k := range exhibit.Exhibits {
		if e := &exhibit.Exhibits[k]; e.Name == name {
			return e, nil
		}
	}
	return nil, fmt.Errorf("unknown scene %q of the showroom", name)
}

// Open opens a scene of the showroom for this identity.
func Open(id *node.Identity, name, title string, log *slog.Logger) (*Exhibition, error) {
	e, err := named(name)
	if err != nil {
		return nil, err
	}
	x := New(e, game.PlayerID(id.Pair.ID()), command.Command{Kind: command.Enter, Text: id.Conf.Settings.Player.Name, Look: id.Look()}, log)
	x.title = title
	go x.run()
	return x, nil
}

// New opens an exhibit for a player; run lets it go on.
func New(e *exhibit.Exhibit, me game.PlayerID, enter command.Command, log *slog.Logger) *Exhibition {
	x := &Exhibition{World: nodeless.World{Why: ErrAlone}, Name: e.Name, show: e.Open(), left: make(chan struct{}), done: make(chan struct{})}
	x.Seat = nodeless.NewSeat(me, enter, log, &x.step)
	return x
}

// run is the goroutine that executes the turns, as fast as time goes.
func (x *Exhibition) run() {
	defer close(x.done)
	wait := time.NewTimer(0)
	defer wait.Stop()
	for due := time.Now(); ; {
		select {
		case <-x.left:
			return
		case <-wait.C:
		}
		if !x.Lead.goesOn() {
			due = time.Now()
			wait.Reset(stillEvery)
			continue
		}
		ticks := x.next()
		due = due.Add(time.Duration(ticks) * time.Second / game.TicksPerSecond)
		if late := time.Since(due); late > lateTurns {
			due = due.Add(late)
		}
		wait.Reset(time.Until(due))
	}
}

// next runs a turn with the visitor's commands, and returns its ticks.
func (x *Exhibition) next() game.Tick {
	x.step.Lock()
	defer x.step.Unlock()
	x.asking.Lock()
	var list []command.Command
	seq := uint64(0)
	for k, a := range x.asked {
		if k == 0 {
			seq = a.seq
		}
		if a.seq != seq+uint64(k) || k == command.MaxPerTurn {
			break
		}
		list = append(list, a.command)
	}
	x.asking.Unlock()
	was := x.show.World.Clock
	taken, err := x.show.Next(x.Player(), seq, list)
	if err != nil {
		taken++ // it can never be taken
	}
	x.asking.Lock()
	x.asked = slices.Delete(x.asked, 0, taken)
	x.asking.Unlock()
	x.turn++
	w := x.show.World
	x.Feed.Publish(w, x.turn, false)
	x.Recording.Turn(w, kernel.Executed{Machine: replica.Island{Island: w}, Turn: x.turn, Digest: w.Digest(), Body: x.show.Turn.Bytes(), Altered: x.show.Stirred})
	return w.Clock - was
}

// Done is closed when the exhibition has ended.
func (x *Exhibition) Done() <-chan struct{} { return x.done }

// Err is nil: an exhibition ends when it is left.
func (x *Exhibition) Err() error { return nil }

// Stop leaves the exhibition, which is not saved.
func (x *Exhibition) Stop() {
	x.stop.Do(func() {
		x.Rise()
		close(x.left)
	})
	<-x.done
}

// Status knows the name alone: there is no network.
func (x *Exhibition) Status() status.Status {
	return status.Status{World: status.WorldStatus{Name: x.title}}
}

func (x *Exhibition) WorldName() string                       { return x.title }
func (x *Exhibition) Inspect() func(f func(w *island.Island)) { return nil }

func (x *Exhibition) Assets() shelf.Reader { return nil }

// SendPredicted leaves a command for the next turn.
func (x *Exhibition) SendPredicted(seq uint64, c command.Command) {
	x.asking.Lock()
	defer x.asking.Unlock()
	if len(x.asked) < mostAsked {
		x.asked = append(x.asked, numbered{seq, c})
	}
}

// Clock is how a visitor leads the time of an exhibition: it goes on, stands still, or goes on by
// single turns. It is safe for concurrent use: the window asks, and the exhibition's goroutine obeys.
type Clock struct {
	asking sync.Mutex
	paused bool
	due    int // turns to be run while it is paused
}

// stillEvery is how often an exhibition that stands still looks whether it is to go on.
const stillEvery = 10 * time.Millisecond

// Act carries out an action of the bar over an exhibition.
func (l *Clock) Act(a model.Action) {
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

// Still reports whether the exhibition is paused.
func (l *Clock) Still() bool {
	l.asking.Lock()
	defer l.asking.Unlock()
	return l.paused
}

// goesOn reports whether to run the next turn now.
func (l *Clock) goesOn() bool {
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

// Inside runs f on the state of the exhibition between two turns, with the number of the last one.
func (x *Exhibition) Inside(f func(w *island.Island, turn uint64)) {
	x.step.Lock()
	defer x.step.Unlock()
	f(x.show.World, x.turn)
}
