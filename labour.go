package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"manyhold/game/command"
	"manyhold/game/entity"
)

// job is a list of errands that somebody waits for.
type job struct {
	ctx  context.Context
	list []errand
	said chan string // what came of each order; room for all
	done chan error  // room for one
}

// errGone says that a node ended before a job was done.
var errGone = errors.New("the node is ending")

// labour carries out jobs one after the other, a step a turn. It belongs to the reader of a feed.
type labour struct {
	jobs  chan *job
	now   *job
	enter command.Command // issued when the player is not in the world
	asked uint64          // sequence number of the Enter that is on its way
}

func newLabour(enter command.Command) *labour {
	return &labour{jobs: make(chan *job, 16), enter: enter}
}

// do hands a job in and waits until it is done. said is called here, and no more after do has returned:
// whoever carries the job out never waits for whoever gave it.
func (l *labour) do(ctx context.Context, ended <-chan struct{}, list []errand, said func(string)) error {
	j := &job{ctx: ctx, list: list, said: make(chan string, len(list)), done: make(chan error, 1)}
	select {
	case l.jobs <- j:
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-ended:
		return errGone
	}
	for {
		select {
		case line := <-j.said:
			said(line)
		case err := <-j.done:
			for len(j.said) > 0 { // all that came before the end
				said(<-j.said)
			}
			return err
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-ended:
			return errGone
		}
	}
}

// step goes on with the present job after a turn.
func (l *labour) step(h *hand) {
	if l.now == nil {
		select {
		case l.now = <-l.jobs:
		default:
			return
		}
	}
	j := l.now
	if j.ctx.Err() != nil || len(j.list) == 0 {
		l.finish(j.ctx.Err())
		return
	}
	if !l.present(h) {
		return
	}
	done, said, err := j.list[0].step(h)
	if !done {
		return
	}
	if err != nil {
		if len(j.list) > 1 {
			err = fmt.Errorf("%w (%d orders left undone)", err, len(j.list)-1)
		}
		l.finish(err)
		return
	}
	j.said <- strings.TrimSpace(said)
	if j.list = j.list[1:]; len(j.list) == 0 {
		l.finish(nil)
	}
}

// present makes sure that the player is in the world and awake, and says whether it is.
func (l *labour) present(h *hand) bool {
	if b := h.body(); b != nil && b.Flags&entity.Asleep == 0 {
		l.asked = 0
		return true
	}
	p := h.player()
	if l.asked == 0 || p != nil && p.LastSeq >= l.asked {
		l.asked = h.Issue(l.enter)
	}
	return false
}

func (l *labour) finish(err error) {
	l.now.done <- err
	l.now = nil
}
