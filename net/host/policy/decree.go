package policy

import (
	"errors"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/roster"
)

// Errors of Decree.
var (
	// ErrNotFounder says that only the world's founder can make a provisional fork firm.
	ErrNotFounder = errors.New("host: only the founder of the world can decree")
	// ErrFirm says that the record chain is firm already.
	ErrFirm = errors.New("host: nothing to decree: the world is firm")
)

// Decree makes this peer's provisional fork firm, because the other peers are gone for good. Only the world's
// founder can do that: when it does not lead, it is handed the lead first, and the record follows as soon as
// it leads. Any other fork of the same world that is met later, even a firm one, is abandoned for this one.
//
// In a firm epoch, there is something to decree only if a single peer leads, and was found unfair: then the
// founder's peer leaves it at once, as if the charter refused it, and decrees as soon as it goes on alone.
// Errors are ErrNotFounder, ErrFirm and kernel.ErrPlayOnly.
func (y *Policy) Decree(now time.Time) error {
	y.c.SetTime(now)
	switch {
	case y.c.Options.Offer.PlayOnly:
		return kernel.ErrPlayOnly
	case y.c.Machine == nil || len(y.c.Ancestry.Records) == 0 || y.c.Genesis.Founder != y.c.Me:
		return ErrNotFounder
	case y.c.Ancestry.Last().Firm && y.c.Epochs.Founding == nil:
		k := tyrant(y.c)
		if k.IsZero() {
			return ErrFirm
		}
		y.c.Event("the founder takes the world back from an unfair leader", "leader", k.Short())
		y.c.Standing.Depose(k, y.c.Now)
		y.Shun()
	}
	y.decreeing = true
	y.DecreeNow()
	y.c.Epochs.Settle()
	return nil
}

// DecreeNow ends the epoch by the decree that is waiting, or asks to lead.
func (y *Policy) DecreeNow() {
	if !y.decreeing {
		return
	}
	switch {
	case y.c.Ancestry.Last().Firm && y.c.Epochs.Founding == nil:
		y.decreeing = y.c.Standing.Refused(y.c.Ancestry.Last().Leader().Key, y.c.Now) // it is about to be left
	case y.c.Epoch == nil || y.c.Epoch.Ending() || y.c.Abandon.Leaves() || y.c.Committee.Quits():
	case y.c.Epoch.Leading():
		present, _ := y.c.Committee.Attendance()
		y.c.Event("decree signed: the world goes on without the missing peers", "epoch", y.c.Epoch.Record().Number+1, "turn", y.c.History.Executed)
		y.c.Committee.Conclude(y.c.Epoch.Next(epoch.Decreed), y.c.Committee.Fewer(present), y.c.Committee.Eligible(false))
	case y.c.Now.Sub(y.asked) >= time.Second:
		y.asked = y.c.Now
		y.c.Send(y.c.Epoch.Leader(), message.StreamChannel, message.BeginFork(message.StepDecree))
	}
}

// AskedToDecree gives the lead to the founder.
func (y *Policy) AskedToDecree(p *kernel.Peer) error {
	if p.Key != y.c.Genesis.Founder || p.Said.PlayOnly {
		return kernel.ErrUnexpected
	}
	if y.c.Epoch == nil || !y.c.Epoch.Leading() || y.c.Epoch.Ending() || y.c.Ancestry.Last().Firm || y.c.Abandon.Leaves() || y.c.Committee.Quits() || p.Epoch != y.c.Epoch.Record().Number {
		return nil
	}
	present, _ := y.c.Committee.Attendance()
	voters := []key.ID{p.Key}
	for _, k := range append([]key.ID{y.c.Me}, present...) {
		if k != p.Key {
			voters = append(voters, k)
		}
	}
	y.c.Committee.Name(epoch.HandOver, voters[:roster.Size(len(voters))], y.c.Committee.Eligible(false))
	return nil
}
