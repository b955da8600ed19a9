package host

import (
	"context"
	"errors"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/roster"
)

// Errors of Decree.
var (
	// ErrNotFounder says that only the world's founder can make a provisional fork firm.
	ErrNotFounder = errors.New("host: only the founder of the world can decree")
	// ErrFirm says that the record chain is firm already.
	ErrFirm = errors.New("host: there is nothing to decree: nobody is waited for")
)

// Decree makes this peer's provisional fork firm, because the other peers are gone for good. Only the world's
// founder can do that: when it does not lead, it is handed the lead first, and the record follows as soon as
// it leads. Any other fork of the same world that is met later, even a firm one, is abandoned for this one.
// Errors are ErrNotFounder and ErrFirm.
func (y *Policy) Decree(now time.Time) error {
	y.c.at(now)
	switch {
	case y.c.machine == nil || len(y.c.ancestry.records) == 0 || y.c.genesis.Founder != y.c.me:
		return ErrNotFounder
	case y.c.ancestry.last().Firm && y.c.epochs.founding == nil:
		return ErrFirm
	}
	y.decreeing = true
	y.decreeNow()
	y.c.epochs.settle()
	return nil
}

// decreeNow ends the epoch by the decree that is waiting, or asks to lead.
func (y *Policy) decreeNow() {
	if !y.decreeing {
		return
	}
	switch {
	case y.c.ancestry.last().Firm && y.c.epochs.founding == nil:
		y.decreeing = false
	case y.c.e == nil || y.c.e.Ending() || y.c.abandon.leaves() || y.c.seats.quits():
	case y.c.e.Leading():
		present, _ := y.c.seats.attendance()
		y.c.event("decrees", "epoch", y.c.e.Record().Number+1, "turn", y.c.history.executed)
		y.c.seats.conclude(y.c.e.Next(epoch.Decreed), y.c.seats.fewer(present), y.c.seats.eligible(false))
	case y.c.now.Sub(y.asked) >= time.Second:
		y.asked = y.c.now
		y.c.send(y.c.e.Leader(), message.StreamChannel, message.BeginFork(message.StepDecree))
	}
}

// askedToDecree gives the lead to the founder.
func (y *Policy) askedToDecree(p *peer) error {
	if p.key != y.c.genesis.Founder {
		return errUnexpected
	}
	if y.c.e == nil || !y.c.e.Leading() || y.c.e.Ending() || y.c.ancestry.last().Firm || y.c.abandon.leaves() || y.c.seats.quits() || p.epoch != y.c.e.Record().Number {
		return nil
	}
	present, _ := y.c.seats.attendance()
	voters := []key.ID{p.key}
	for _, k := range append([]key.ID{y.c.me}, present...) {
		if k != p.key {
			voters = append(voters, k)
		}
	}
	y.c.seats.name(epoch.HandOver, voters[:roster.Size(len(voters))], y.c.seats.eligible(false))
	return nil
}

// Decree makes home's provisional fork firm; see Core.
func (w *World) Decree(now time.Time) error { return w.islands.home().policy.Decree(now) }

// Decree makes this peer's provisional fork firm, because the other peers are gone for good; see Core. Errors
// are ErrNotFounder, ErrFirm, ErrStopped and the context's.
func (h *Host) Decree(ctx context.Context) error {
	return h.ask(ctx, func(now time.Time) error { return h.world.Decree(now) })
}
