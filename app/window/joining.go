package window

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"manyhold/app/node"
	"manyhold/net/beacon"
)

// joining is a node that is being started in a goroutine of its own.
type joining struct {
	cancel context.CancelFunc
	result chan joined
	text   string
	since  time.Time
	failed error
	node   node.Backend // started, but not yet in the world
	asked  time.Time
	waits  string // what the node waits for, in words, when it was asked last
}

// joined is what came of it.
type joined struct {
	node node.Backend
	err  error
}

// enter starts a node in a goroutine of its own, so that the window never waits for the network.
func (s *Session) enter(c node.Choice, text string) {
	if s.joining != nil {
		s.cancelJoin()
	}
	s.wanted = &c
	ctx, cancel := context.WithCancel(s.ctx)
	s.joining = &joining{cancel: cancel, result: make(chan joined, 1), text: text, since: time.Now()}
	result := s.joining.result
	id, conf := *s.id, *s.id.Conf // a copy: the window goes on changing its settings
	id.Conf = &conf
	go func() {
		s.single.Lock() // the world one was in before is left by then; partFrom and cancelJoin unlock
		var n node.Backend
		err := ctx.Err()
		if err == nil {
			n, err = board(ctx, &id, c, s.log)
		}
		if err != nil {
			s.single.Unlock()
		}
		result <- joined{n, err}
	}()
}

// board enters a world: by a node of this process, or as a window on the one that runs already.
func board(ctx context.Context, id *node.Identity, c node.Choice, log *slog.Logger) (node.Backend, error) {
	if c.Exhibit != "" {
		x, err := openExhibit(id, c.Exhibit, c.Name, log)
		if err != nil {
			return nil, err
		}
		return x, nil
	}
	if !id.Attached {
		n, err := id.Enter(ctx, c, log)
		if err != nil {
			return nil, err // and no node: not an interface that holds none
		}
		return n, nil
	}
	if c != (node.Choice{}) {
		return nil, errors.New("this window shows the world of the node in the background; for another world, stop that node and start without --attach")
	}
	a, err := node.Attach(ctx, id, log)
	if err != nil {
		return nil, err
	}
	return a, nil
}

// joinTime is how long joining may take before the person is told that nobody answers.
const joinTime = 20 * time.Second

// pollJoin looks whether the node that is being started is there and executes turns.
func (s *Session) pollJoin() {
	j := s.joining
	if j == nil || j.failed != nil {
		return
	}
	select {
	case r := <-j.result:
		j.node, j.failed = r.node, r.err
		if j.node != nil {
			j.node.Copies().Want(true)
		}
	default:
	}
	if j.node == nil {
		return
	}
	select {
	case <-j.node.Done():
		j.failed = fmt.Errorf("cannot enter the world: %w", j.node.Err())
		s.partFrom(j.node)
		j.node = nil
		return
	default:
	}
	if c := j.node.Copies().Take(); c != nil {
		s.joining = nil
		s.begin(j.node, c)
		return
	}
	if min(time.Since(j.asked), time.Since(j.since)) >= time.Second {
		j.asked, j.waits = time.Now(), j.node.Status().Waiting
	}
	if time.Since(j.since) > joinTime {
		j.failed = fmt.Errorf("no answer from that world. Is your friend online, and the invitation recent?")
		s.partFrom(j.node)
		j.node = nil
	}
}

// cancelJoin gives up joining.
func (s *Session) cancelJoin() {
	j := s.joining
	s.joining = nil
	j.cancel()
	if j.node != nil {
		s.partFrom(j.node)
		return
	}
	if j.failed != nil {
		return
	}
	s.parting.Add(1)
	go func() {
		defer s.parting.Done()
		if r := <-j.result; r.node != nil {
			r.node.Stop()
			s.single.Unlock()
		}
	}()
}

// partFrom ends a node while the window goes on.
func (s *Session) partFrom(n node.Backend) {
	s.parting.Add(1)
	go func() {
		defer s.parting.Done()
		n.Stop()
		s.single.Unlock()
		s.parted.Store(true)
	}()
}

// enterAgain tries once more to enter the world that was wanted last.
func (s *Session) enterAgain() {
	if s.wanted != nil {
		s.enter(*s.wanted, "")
	}
}

// lose leaves a world that has ended by itself, says why, and lets the person try to enter it again.
func (s *Session) lose(err error) {
	text, last := s.endWords(err), s.Play.View
	s.part()
	if err == nil || s.wanted == nil {
		s.Ui.Toast(text)
		return
	}
	wanted := s.wanted
	s.fail(errors.New(text))
	s.wanted = wanted
	s.mourn(last)
}

// fail shows why a world cannot be entered, with a way back to the title.
func (s *Session) fail(err error) {
	s.wanted = nil
	s.joining = &joining{cancel: func() {}, failed: err, since: time.Now()}
}

// offers lists the worlds heard on the LAN, those with most players first.
func (s *Session) offers() []beacon.Announcement {
	if s.id.Lan == nil {
		return nil
	}
	list := s.id.Lan.Snapshot()
	slices.SortStableFunc(list, func(a, b beacon.Announcement) int { return b.Players - a.Players })
	return list
}
