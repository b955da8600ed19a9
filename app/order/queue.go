package order

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/net/host/notice"
)

// batch is a list of tasks with a waiting caller.
type batch struct {
	ctx  context.Context
	list []Order
	said chan string // what came of each order; room for all
	done chan error  // room for one
}

// errGone says that a node ended before a job was done.
var errGone error = notice.New("order_ending")

// ErrNotAdmitted says that the world does not let the player in; the reason follows.
var ErrNotAdmitted = errors.New("this world does not let the player in")

const (
	// reenterAfter is how many turns an Enter may take until it is issued again, as by the window: it was
	// refused, or lost because the host gave up its commands, as in a crowd that joins at once.
	reenterAfter = 40
)

// Queue carries out jobs one after the other, a step a turn. It belongs to the reader of a feed.
type Queue struct {
	Batches chan *batch
	Now     *batch
	enter   command.Command // issued when the player is not in the world
	asked   uint64          // sequence number of the Enter that is on its way
	waited  int             // turns since it was issued
	barred  int             // turns for which the player was not let in
}

func NewQueue(enter command.Command) *Queue {
	return &Queue{Batches: make(chan *batch, 16), enter: enter}
}

// Do hands a job in and waits until it is done. said is called in this goroutine, and only until Do returns:
// the executor of a job never waits for its caller.
func (l *Queue) Do(ctx context.Context, ended <-chan struct{}, list []Order, said func(string)) error {
	j := &batch{ctx: ctx, list: list, said: make(chan string, len(list)), done: make(chan error, 1)}
	select {
	case l.Batches <- j:
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

// Step goes on with the present job after a turn.
func (l *Queue) Step(h *Actor) {
	if l.Now == nil {
		select {
		case l.Now = <-l.Batches:
		default:
			return
		}
	}
	j := l.Now
	if j.ctx.Err() != nil || len(j.list) == 0 {
		l.finish(j.ctx.Err())
		return
	}
	if o, ok := j.list[0].(outsider); !(ok && o.outside()) && !l.present(h) {
		return
	}
	done, said, err := j.list[0].Step(h)
	if !done {
		return
	}
	if err != nil {
		if len(j.list) > 1 {
			words := "%w (%d orders not carried out)"
			if len(j.list) == 2 {
				words = "%w (%d order not carried out)"
			}
			err = fmt.Errorf(words, err, len(j.list)-1)
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
func (l *Queue) present(h *Actor) bool {
	if b := h.Body(); b != nil && b.Flags&entity.Asleep == 0 {
		l.asked = 0
		return true
	}
	if !l.admitted(h) {
		return false
	}
	p := h.Player()
	if l.waited++; l.asked == 0 || p != nil && p.LastSeq >= l.asked || l.waited >= reenterAfter {
		l.asked, l.waited = h.Issue(l.enter), 0
	}
	return false
}

func (l *Queue) finish(err error) {
	l.Now.done <- err
	l.Now = nil
}
