package node

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"manyhold/app/control"
	"manyhold/app/order"
	"manyhold/game/command"
)

// orderRunner carries out the orders that are given to a node from outside.
type orderRunner struct {
	n       *node
	orders  *order.Queue
	turns   atomic.Uint64 // executed here
	working atomic.Bool   // orders are carried out, without a window
}

// standstill is how long orders wait for a turn before they are given up: longer than any fail-over.
const standstill = 8 * time.Second

// Do carries out orders as the node's player. It is safe for concurrent use; orders of several callers
// are done one after the other.
func (l *orderRunner) Do(ctx context.Context, list []order.Order, said func(string)) error {
	n := l.n
	ctx, give := context.WithCancelCause(ctx)
	defer give(nil)
	go l.watchStandstill(ctx, give)
	err := l.orders.Do(ctx, n.done, list, said)
	if errors.Is(err, order.ErrNotAdmitted) {
		n.log.Warn("the player is not in the world", "why", err.Error())
	}
	if cause := context.Cause(ctx); errors.Is(err, context.Canceled) && cause != nil {
		return cause
	}
	return err
}

// watchStandstill gives orders up when no turn has been executed for a while, or when their player is banned,
// and says why.
func (l *orderRunner) watchStandstill(ctx context.Context, give context.CancelCauseFunc) {
	n := l.n
	look := time.NewTicker(standstill / 8)
	defer look.Stop()
	last, since := l.turns.Load(), time.Now()
	for time.Since(since) < standstill {
		select {
		case <-ctx.Done():
			return
		case <-look.C:
		}
		if c := n.hostStatus().Charter; c.Barred {
			give(errors.New(control.BannedWords(c.Why)))
			return
		}
		if now := l.turns.Load(); now != last {
			last, since = now, time.Now()
		}
	}
	why := "no turns arrive"
	if w := n.hostStatus().Waiting; w != "" {
		why = "waiting " + w.String()
	}
	give(fmt.Errorf("the world is paused: %s", why))
}

// carryOut carries out orders while there is no window: it copies the world only while there is
// something to do.
func (l *orderRunner) carryOut(ctx context.Context) {
	n := l.n
	for {
		select {
		case <-ctx.Done():
			return
		case j := <-l.orders.Batches:
			l.orders.Now = j
		}
		l.working.Store(true)
		n.feed.Want(true)
		for l.orders.Now != nil && l.runTurn(ctx) {
		}
		n.feed.Want(false)
		l.working.Store(false)
	}
}

// runTurn waits for the next turn and goes on with the orders.
func (l *orderRunner) runTurn(ctx context.Context) bool {
	n := l.n
	select {
	case <-ctx.Done():
		return false
	case <-n.feed.Note:
	}
	if c := n.feed.Take(); c != nil {
		l.orders.Step(&order.Actor{World: c.World, Events: c.Events, Me: n.me, Inside: n.inside, Offer: n.offer, Shout: n.Shout, Charter: n.Charter, Door: n.Door, Room: n.RoomAct, Publish: n.Publish, Status: n.Status, Ticket: n.ticketError, Heard: n.heardShouts, Lights: n.lights, Elsewhere: n.playersElsewhere, Issue: func(cmd command.Command) uint64 {
			return n.submit(c.World, cmd)
		}})
		n.feed.Give(c)
	}
	return true
}

// DoAtStart carries out the orders of --do and prints their results.
func (l *orderRunner) DoAtStart(ctx context.Context, text string) {
	n := l.n
	orders, err := order.ParseOrders(text)
	if err == nil {
		err = l.Do(ctx, orders, func(said string) { n.log.Info("done", "order", said) })
	}
	if err != nil {
		n.log.Error("an order failed", "why", err)
	}
}
