package fork

import (
	"errors"
	"slices"
	"time"

	"manyhold/net/charter"
	"manyhold/net/epoch"
	"manyhold/net/host/branchblob"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/host/notice"
	"manyhold/net/key"
)

// # Accepting the rest of a branch
//
// Of a branch whose turns nobody can check, the land has come in. A keeper may vouch for the rest: its
// signature goes to the leader, which names the same states once more in mode Goods. Every voter looks at the
// signature, at the keeper's rank, and that the branch's land came in by a record of its chain.

// Errors of AcceptBranch.
var (
	// ErrNotKeeper says that only a keeper or the founder can accept a branch.
	ErrNotKeeper = errors.New("host: only a keeper or the founder can accept a branch")
	// ErrNoBranch says that no such branch waits.
	ErrNoBranch = errors.New("host: no such branch waits for a keeper")
)

// acceptEvery is how often the leader is asked, and acceptFor how long.
const (
	acceptEvery = time.Second
	acceptFor   = time.Minute
)

// waiting is a branch whose land came in.
type waiting struct {
	by   uint64 // number of the record
	blob [32]byte
	who  string
	last uint64
}

// wish is this player's wish to accept a branch.
type wish struct {
	message.BranchAccept
	since, asked time.Time
}

// Acceptance lets keepers accept what nobody could check.
type Acceptance struct {
	c       *kernel.Core
	in      *Mechanisms
	waiting []waiting // branches whose goods a keeper may accept
	wish    *wish     // this peer's player accepts a branch
}

// awaitKeeper notes a branch whose land comes in by a record, or that the rest of it does.
func (a *Acceptance) awaitKeeper(r *epoch.Record, d *branchblob.Content) {
	switch d.Mode {
	case branchblob.Land:
		a.waiting = append(a.waiting, waiting{by: r.Number, blob: r.Taken.Blob, who: d.Who, last: d.Last})
	case branchblob.Goods:
		a.waiting = slices.DeleteFunc(a.waiting, func(w waiting) bool { return a.sameStates(w.blob, d) })
	}
}

// sameStates reports whether a blob of mode Land has the states of another one.
func (a *Acceptance) sameStates(land [32]byte, d *branchblob.Content) bool {
	l, err := branchblob.Decode(a.in.Merger.HeldBlob(land))
	return err == nil && l.Mode == branchblob.Land && string(l.Base) == string(d.Base) && string(l.Tip) == string(d.Tip) && l.Offer().ID() == d.Offer().ID()
}

// Waiting lists the branches that wait for a keeper, oldest first.
func (a *Acceptance) Waiting() (ids [][32]byte) {
	for _, w := range a.waiting {
		if a.in.Merger.HeldBlob(w.blob) != nil {
			ids = append(ids, w.blob)
		}
	}
	return ids
}

// mayRank reports whether a player may accept a branch.
func (a *Acceptance) mayRank(k key.ID) bool {
	t := a.c.Standing.State()
	return k == a.c.Genesis.Founder || t != nil && t.Rank(k) >= charter.Keeper
}

// AcceptBranch has the rest of a branch taken in, on this player's word. Zero means the newest that waits.
func (a *Acceptance) AcceptBranch(now time.Time, id [32]byte) error {
	a.c.SetTime(now)
	ids := a.Waiting()
	if id == [32]byte{} && len(ids) > 0 {
		id = ids[len(ids)-1]
	}
	switch {
	case !slices.Contains(ids, id):
		return ErrNoBranch
	case !a.mayRank(a.c.Me):
		return ErrNotKeeper
	}
	d, err := branchblob.Decode(a.in.Merger.HeldBlob(id))
	if err != nil {
		return ErrNoBranch
	}
	a.wish = &wish{since: a.c.Now, BranchAccept: message.BranchAccept{Blob: id, Keeper: a.c.Me, Signature: branchblob.Accept(a.c.Options.Key, a.c.World, d.Offer().ID())}}
	a.Wishes()
	a.c.Epochs.Settle()
	return nil
}

// Wishes goes on asking the leader.
func (a *Acceptance) Wishes() {
	w := a.wish
	if w == nil || a.c.Now.Sub(w.asked) < acceptEvery {
		return
	}
	w.asked = a.c.Now
	switch {
	case a.c.Now.Sub(w.since) > acceptFor || !slices.Contains(a.Waiting(), w.Blob):
		a.wish = nil
	case a.c.Epoch == nil:
	case a.c.Epoch.Leading():
		a.acceptNow(w.BranchAccept)
	default:
		a.c.Send(a.c.Epoch.Leader(), message.StreamChannel, w.BranchAccept.Encode())
	}
}

// accepted takes a keeper's word for a branch.
func (a *Acceptance) accepted(p *kernel.Peer, m message.BranchAccept) error {
	if p.Key != m.Keeper {
		return kernel.ErrUnexpected
	}
	if a.c.Epoch != nil && a.c.Epoch.Leading() {
		a.acceptNow(m)
	}
	return nil
}

// acceptNow names the rest of a branch, as the leader.
func (a *Acceptance) acceptNow(m message.BranchAccept) {
	if a.in.Merger.Merging != nil || a.c.Epoch.Ending() || a.c.Committee.Quits() || !slices.Contains(a.Waiting(), m.Blob) {
		return // it is asked again
	}
	d, err := branchblob.Decode(a.in.Merger.HeldBlob(m.Blob))
	if err != nil {
		return
	}
	d.Mode, d.Keeper, d.Accepted = branchblob.Goods, m.Keeper, m.Signature
	if why := a.mayAccept(&d); why != "" {
		a.c.Event("does not accept a branch", "keeper", m.Keeper.Short(), "why", why.String())
		return
	}
	blob, err := d.Encode()
	if err != nil || a.in.Judge.tryBranch(&d) != nil {
		return
	}
	a.in.Merger.Merging = &Merging{Offer: d.Offer(), plan: plan{turn: d.Turn, records: d.Records}, Since: a.c.Now, Again: a.c.Now, Held: map[key.ID]bool{a.c.Me: true}, tried: true}
	a.in.Merger.Merging.blob, a.in.Merger.Merging.hold = a.in.Merger.HoldBlob(blob), a.c.Now
	a.in.Judge.judge(a.in.Merger.Merging.blob, "")
	a.c.Event("a keeper accepted a branch", "keeper", m.Keeper.Short(), "who", d.Who, "to", d.Last)
	a.in.Merger.spread()
}

// mayAccept says why the rest of a branch may not come in on a keeper's word; "": it may.
func (a *Acceptance) mayAccept(d *branchblob.Content) notice.Notice {
	switch {
	case !a.mayRank(d.Keeper):
		return notice.New("branch_no_keeper")
	case !branchblob.AcceptedBy(d.Keeper, a.c.World, d.Offer().ID(), d.Accepted):
		return notice.New("branch_no_keeper")
	case !slices.ContainsFunc(a.waiting, func(w waiting) bool { return a.sameStates(w.blob, d) }):
		return notice.New("branch_not_waiting")
	}
	return ""
}

// recordsCut forgets the branches of records after a number.
func (a *Acceptance) recordsCut(number uint64) {
	a.waiting = slices.DeleteFunc(a.waiting, func(w waiting) bool { return w.by > number })
}

// AcceptBranch and Waiting are kernel.Judge's.
func (j *Judge) AcceptBranch(now time.Time, id [32]byte) error {
	return j.in.Acceptance.AcceptBranch(now, id)
}

func (j *Judge) Waiting() [][32]byte { return j.in.Acceptance.Waiting() }
