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
	// ErrNotFounder says that only the world's founder can make a provisional line firm.
	ErrNotFounder = errors.New("host: only the founder of the world can decree")
	// ErrFirm says that the line is firm already.
	ErrFirm = errors.New("host: there is nothing to decree: nobody is waited for")
)

// Decree makes the provisional line that this peer is in firm, because the others are gone for good. The world's
// founder alone can do that: when it does not lead, it has the lead given to it first, and the record follows as
// soon as it has. Any other line of the same world that is met later folds into this one, also a firm one.
// Errors are ErrNotFounder and ErrFirm.
func (c *Core) Decree(now time.Time) error {
	c.at(now)
	switch {
	case c.machine == nil || len(c.records) == 0 || c.genesis.Founder != c.me:
		return ErrNotFounder
	case c.last().Firm && c.line.founding == nil:
		return ErrFirm
	}
	c.line.decree = true
	c.decreeNow()
	c.settle()
	return nil
}

// decreeNow ends the epoch by the decree that is waiting, or asks to lead.
func (c *Core) decreeNow() {
	l := &c.line
	if !l.decree {
		return
	}
	switch {
	case c.last().Firm && l.founding == nil:
		l.decree = false
	case c.e == nil || c.e.Ending() || l.folding != nil || c.quit != nil:
	case c.e.Leading():
		present, _ := c.attendance()
		c.event("decrees", "epoch", c.e.Record().Number+1, "turn", c.state.executed)
		c.conclude(c.e.Next(epoch.Decreed), c.fewer(present), c.able(false))
	case c.now.Sub(l.asked) >= time.Second:
		l.asked = c.now
		c.send(c.e.Leader(), message.StreamChannel, message.BeginLine(message.StepDecree))
	}
}

// askedToDecree gives the lead to the founder.
func (c *Core) askedToDecree(p *peer) error {
	if p.key != c.genesis.Founder {
		return errUnexpected
	}
	if c.e == nil || !c.e.Leading() || c.e.Ending() || c.last().Firm || c.line.folding != nil || c.quit != nil || p.epoch != c.e.Record().Number {
		return nil
	}
	present, _ := c.attendance()
	voters := []key.ID{p.key}
	for _, k := range append([]key.ID{c.me}, present...) {
		if k != p.key {
			voters = append(voters, k)
		}
	}
	c.name(epoch.HandOver, voters[:roster.Size(len(voters))], c.able(false))
	return nil
}

// fewer are as many voters as a committee can have: this peer, and of those that are here as many as fit.
func (c *Core) fewer(present []key.ID) []key.ID {
	voters := append([]key.ID{c.me}, present...)
	return voters[:roster.Size(len(voters))]
}

// Decree makes home's provisional line firm; see Core.
func (w *World) Decree(now time.Time) error { return w.islands.home().Decree(now) }

// Decree makes the provisional line that this peer is in firm, because the others are gone for good; see Core.
// Errors are ErrNotFounder, ErrFirm, ErrStopped and the context's.
func (h *Host) Decree(ctx context.Context) error {
	return h.ask(ctx, func(now time.Time) error { return h.world.Decree(now) })
}
