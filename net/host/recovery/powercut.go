package recovery

import (
	"fmt"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/kernel"
	"manyhold/net/store"
)

// # Power cuts
//
// A file says how many turns it may lack at its end (store.Cut). Others may have them, so that no loss is
// reported before it is known how the world goes on after the epoch in which the file ends. If it goes on by
// a successor, or with turns of that epoch, others had them. If it goes on by a recovery record or a decree,
// the turns after that record's place are gone. Their number is known only when a peer comes that still has
// some of them: its greeting tells.
//
// A lone voter reports only turns in its file as committed, so that the file's number is a bound. With
// several voters each commits the turns that a majority has in memory; turns that waited for the disk come on
// top of the bound.

// loss describes the turns that the file may lack.
type loss struct {
	cut   *store.Cut // nil: it lacks none
	epoch uint64     // in which the file ends,
	name  [32]byte   // by its record
}

// MayLack takes the file's report.
func (o *LoneRestart) MayLack(cut *store.Cut) {
	if cut == nil || len(o.c.Ancestry.Records) == 0 {
		return
	}
	mine := *cut
	if !o.c.Ancestry.Last().Lone() {
		mine.Most += uint64(store.QuietDelay / o.c.Options.Turn)
	}
	o.loss = loss{&mine, o.c.Ancestry.Last().Number, o.c.Ancestry.Last().Hash()}
	o.c.Event("the power failed while the world file was open", "last turn", mine.Turn, "may lack", mine.AtMost(), "synced", mine.At, "sure", mine.Sure)
}

// followed learns the fate of these turns from a record that now belongs to the chain.
func (o *LoneRestart) followed(r *epoch.Record) {
	l := &o.loss
	switch {
	case l.cut == nil || l.cut.Fate != store.Undecided || !r.Firm || o.c.History.Replaying:
	case r.Reason == epoch.Decreed:
		o.decideLoss(l.cut.Turn, true)
	case r.Number == l.epoch+1 && r.Previous == l.name:
		o.decideLoss(r.FirstTurn-1, r.Reason == epoch.Recovered || r.Reason == epoch.Agreed)
	}
}

// Regained looks whether others have given the turns that the file lacked.
func (o *LoneRestart) Regained() {
	l := &o.loss
	if l.cut != nil && l.cut.Fate == store.Undecided && o.c.Epoch != nil && o.c.Epoch.Record().Number == l.epoch && o.c.Epoch.Record().Hash() == l.name && o.c.History.Committed >= l.cut.Most {
		o.decideLoss(l.cut.Most, false)
	}
}

// decideLoss notes that the world goes on after a turn, without those that followed or with others'.
func (o *LoneRestart) decideLoss(after uint64, gone bool) {
	l := o.loss.cut
	l.Turn = max(l.Turn, min(after, l.Most))
	l.Fate = store.Had
	if gone && l.AtMost() > 0 {
		l.Fate = store.Gone
		o.c.Counters[counter.TurnsCut] += l.AtMost()
		o.c.Event("a power cut lost turns", "after", l.Turn, "at most", l.AtMost())
		words := "The power failed: this world lost up to " + o.turnWords(l.AtMost())
		if !l.Sure {
			words = "This world's file was not closed: if the power failed, this world lost up to " + o.turnWords(l.AtMost())
		}
		o.c.Provisional.Notify(words)
	}
	o.tellLoss()
}

// recalls takes a peer's report of its turns of an epoch that was recovered after a power cut.
func (o *LoneRestart) recalls(p *kernel.Peer) {
	l := o.loss.cut
	if l == nil || l.Fate != store.Gone || p.Said.Epoch != o.loss.epoch || p.Said.Name != o.loss.name {
		return
	}
	seen := min(p.Said.Committed, l.Most)
	if seen <= max(l.Turn, l.Seen) {
		return
	}
	o.c.Counters[counter.TurnsCutSeen] += seen - max(l.Turn, l.Seen)
	l.Seen = seen
	o.c.Event("a peer has turns that the power cut lost here", "peer", p.Name(), "turns", l.Known())
	o.c.Provisional.Notify(fmt.Sprintf("%s still has %s that this world lost to the power cut, as an archive", p.Name(), o.turnWords(l.Known())))
	o.tellLoss()
}

// tellLoss has the file keep the knowledge of the loss.
func (o *LoneRestart) tellLoss() {
	told := *o.loss.cut
	o.c.Out.Cut = &told
}

// turnWords is a number of turns with the time that they took.
func (o *LoneRestart) turnWords(n uint64) string {
	took := (time.Duration(n) * o.c.Options.Turn).Round(50 * time.Millisecond)
	if n == 1 {
		return fmt.Sprintf("1 turn (%v)", took)
	}
	return fmt.Sprintf("%d turns (%v)", n, took)
}
