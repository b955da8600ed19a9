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
// Of a branch whose turns nobody can check, the land has come in. A keeper may vouch for the rest: its signature
// goes to the leader, which names the same states once more in mode Goods. Every voter looks at the signature, at the
// keeper's rank, and that the branch's land came in by a record of its chain.

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

// awaitKeeper notes a branch whose land comes in by a record, or that the rest of it does.
func (g *Merger) awaitKeeper(r *epoch.Record, d *branchblob.Content) {
	switch d.Mode {
	case branchblob.Land:
		g.waiting = append(g.waiting, waiting{by: r.Number, blob: r.Taken.Blob, who: d.Who, last: d.Last})
	case branchblob.Goods:
		g.waiting = slices.DeleteFunc(g.waiting, func(w waiting) bool { return g.sameStates(w.blob, d) })
	}
}

// sameStates reports whether a blob of mode Land has the states of another one.
func (g *Merger) sameStates(land [32]byte, d *branchblob.Content) bool {
	l, err := branchblob.Decode(g.HeldBlob(land))
	return err == nil && l.Mode == branchblob.Land && string(l.Base) == string(d.Base) && string(l.Tip) == string(d.Tip) && l.Offer().ID() == d.Offer().ID()
}

// Waiting lists the branches that wait for a keeper, oldest first.
func (g *Merger) Waiting() (ids [][32]byte) {
	for _, w := range g.waiting {
		if g.HeldBlob(w.blob) != nil {
			ids = append(ids, w.blob)
		}
	}
	return ids
}

// mayRank reports whether a player may accept a branch.
func (g *Merger) mayRank(k key.ID) bool {
	t := g.c.Standing.State()
	return k == g.c.Genesis.Founder || t != nil && t.Rank(k) >= charter.Keeper
}

// AcceptBranch has the rest of a branch taken in, on this player's word. Zero means the newest that waits.
func (g *Merger) AcceptBranch(now time.Time, id [32]byte) error {
	g.c.SetTime(now)
	ids := g.Waiting()
	if id == [32]byte{} && len(ids) > 0 {
		id = ids[len(ids)-1]
	}
	switch {
	case !slices.Contains(ids, id):
		return ErrNoBranch
	case !g.mayRank(g.c.Me):
		return ErrNotKeeper
	}
	d, err := branchblob.Decode(g.HeldBlob(id))
	if err != nil {
		return ErrNoBranch
	}
	g.wish = &wish{since: g.c.Now, BranchAccept: message.BranchAccept{Blob: id, Keeper: g.c.Me, Signature: branchblob.Accept(g.c.Options.Key, g.c.World, d.Offer().ID())}}
	g.Wishes()
	g.c.Epochs.Settle()
	return nil
}

// Wishes goes on asking the leader.
func (g *Merger) Wishes() {
	w := g.wish
	if w == nil || g.c.Now.Sub(w.asked) < acceptEvery {
		return
	}
	w.asked = g.c.Now
	switch {
	case g.c.Now.Sub(w.since) > acceptFor || !slices.Contains(g.Waiting(), w.Blob):
		g.wish = nil
	case g.c.Epoch == nil:
	case g.c.Epoch.Leading():
		g.acceptNow(w.BranchAccept)
	default:
		g.c.Send(g.c.Epoch.Leader(), message.StreamChannel, w.BranchAccept.Encode())
	}
}

// accepted takes a keeper's word for a branch.
func (g *Merger) accepted(p *kernel.Peer, a message.BranchAccept) error {
	if p.Key != a.Keeper {
		return kernel.ErrUnexpected
	}
	if g.c.Epoch != nil && g.c.Epoch.Leading() {
		g.acceptNow(a)
	}
	return nil
}

// acceptNow names the rest of a branch, as the leader.
func (g *Merger) acceptNow(a message.BranchAccept) {
	if g.Merging != nil || g.c.Epoch.Ending() || g.c.Committee.Quits() || !slices.Contains(g.Waiting(), a.Blob) {
		return // it is asked again
	}
	d, err := branchblob.Decode(g.HeldBlob(a.Blob))
	if err != nil {
		return
	}
	d.Mode, d.Keeper, d.Accepted = branchblob.Goods, a.Keeper, a.Signature
	if why := g.mayAccept(&d); why != "" {
		g.c.Event("does not accept a branch", "keeper", a.Keeper.Short(), "why", why.String())
		return
	}
	blob, err := d.Encode()
	if err != nil || g.tryBranch(&d) != nil {
		return
	}
	g.Merging = &Merging{Offer: d.Offer(), plan: plan{turn: d.Turn, records: d.Records}, Since: g.c.Now, Again: g.c.Now, Held: map[key.ID]bool{g.c.Me: true}, tried: true}
	g.Merging.blob, g.Merging.hold = g.HoldBlob(blob), g.c.Now
	g.judge(g.Merging.blob, "")
	g.c.Event("a keeper accepted a branch", "keeper", a.Keeper.Short(), "who", d.Who, "to", d.Last)
	g.spread()
}

// mayAccept says why the rest of a branch may not come in on a keeper's word; "": it may.
func (g *Merger) mayAccept(d *branchblob.Content) notice.Notice {
	switch {
	case !g.mayRank(d.Keeper):
		return notice.New("branch_no_keeper")
	case !branchblob.AcceptedBy(d.Keeper, g.c.World, d.Offer().ID(), d.Accepted):
		return notice.New("branch_no_keeper")
	case !slices.ContainsFunc(g.waiting, func(w waiting) bool { return g.sameStates(w.blob, d) }):
		return notice.New("branch_not_waiting")
	}
	return ""
}
