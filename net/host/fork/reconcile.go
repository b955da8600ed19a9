package fork

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/branchblob"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/host/notice"
	"manyhold/net/host/status"
	"manyhold/net/host/trial"
)

// # Offering a branch
//
// A voter of an abandoned fork offers that branch to the leader of the fork that it is in now. The former
// leader offers at once, the other voters after offerLater, until the records say that the branch was taken
// in, or the leader says why it will not be. An offer is the branch's records and its end. The leader finds
// the common point: the last shared record, and the earlier of the two turns at which the forks leave its
// epoch; or, when a part of the branch was taken in before, the end of that part. The leader must have or get
// the state there. A peer that went on from there by a Provisional record has it, and so has the peer that
// took in the part.

const (
	// OfferEvery is how often an offer is repeated.
	OfferEvery = time.Second
	// offerLater is how much later the voters of a branch that did not lead it offer it.
	offerLater = 3 * time.Second
	// maxPending is how many branches in memory wait to be offered; beyond it the oldest wait in the file
	// only.
	maxPending = 8
)

// Merger takes branches of abandoned forks into the island.
type Merger struct {
	c  *kernel.Core
	in *Mechanisms
	kernel.ObserverBase

	blobs    []keptBlob  // of Merged records, and of those to come
	included []inclusion // of branches
	Merging  *Merging
	pull     *blobPull
	merged   []status.Merge
}

// RecordAdded notes the branch that a record merges.
func (g *Merger) RecordAdded(r *epoch.Record) { g.include(r) }

// Report lists the last merges.
func (g *Merger) Report(s *status.Host) { s.Fork.Merges = slices.Clone(g.merged) }

// TakeIn makes the change of a Merged record.
func (g *Merger) TakeIn(r *epoch.Record) error { return g.in.Judge.takeIn(r) }

// RecordsCut forgets the merges of records that were cut.
func (g *Merger) RecordsCut(number uint64) {
	g.included = slices.DeleteFunc(g.included, func(i inclusion) bool { return i.by > number })
	g.in.Acceptance.recordsCut(number)
}

// inclusion says that a chain includes another fork's turns up to a turn of an epoch.
type inclusion struct {
	record [32]byte // of the epoch
	turn   uint64
	by     uint64   // number of the Merged record
	tip    [32]byte // blob whose end is the state after that turn, or that has it at a beginning; zero: none
	later  uint64   // number of the record at whose beginning the blob has it; zero: it is the blob's end
}

// include notes the branch that a record merges.
func (g *Merger) include(r *epoch.Record) {
	if r.Reason != epoch.Merged {
		return
	}
	g.included = append(g.included, inclusion{record: r.Taken.Record, turn: r.Taken.Turn, by: r.Number, tip: r.Taken.Blob})
	d, err := branchblob.Decode(g.HeldBlob(r.Taken.Blob))
	if g.in.Acceptance.awaitKeeper(r, &d); err != nil {
		return // not here: it is unknown which branches the branch had merged itself
	}
	for i, b := range d.Records {
		if i+1 < len(d.Records) {
			n := inclusion{record: b.Hash(), turn: d.Records[i+1].FirstTurn - 1, by: r.Number}
			if next := d.Records[i+1].Number; d.Later[next] != nil {
				n.tip, n.later = r.Taken.Blob, next
			}
			g.included = append(g.included, n)
		}
		if b.Reason == epoch.Merged {
			g.included = append(g.included, inclusion{record: b.Taken.Record, turn: b.Taken.Turn, by: r.Number})
		}
	}
}

// plan says how a branch is taken in.
type plan struct {
	done    bool   // it has been
	turn    uint64 // the common part ends here
	records []*epoch.Record
	base    uint64   // number of the branch's record at whose beginning the state is needed; zero: it is here
	own     []byte   // that state
	tip     [32]byte // or the blob at whose end it is,
	later   uint64   // or at the beginning of which of its records
	root    trial.Root
	before  []*epoch.Record // of the branch that were merged before
}

// planFor finds the common point of this peer's own chain and a branch. Its error says in words why the
// branch cannot be merged.
func (g *Merger) planFor(o *message.BranchOffer) (p plan, err error) {
	i := slices.IndexFunc(g.c.Ancestry.Records, func(r *epoch.Record) bool { return r.Hash() == o.Shared })
	if i < 0 {
		return p, notice.New("branch_elsewhere")
	}
	if err := epoch.CheckTail(g.c.Ancestry.Records[:i+1], o.Records, g.c.Genesis.Founder); err != nil {
		return p, notice.New("branch_disordered")
	}
	rest, shared := o.Records, i+1
	for len(rest) > 0 && g.c.Ancestry.Has(uint64(shared)+1, rest[0].Hash()) {
		shared, rest = shared+1, rest[1:]
	}
	theirs, mine := o.Turn, g.c.History.Executed
	if len(rest) > 0 {
		theirs = rest[0].FirstTurn - 1
	}
	if n := len(o.Records); n > 0 && o.Turn < o.Records[n-1].FirstTurn-1 {
		return p, notice.New("branch_ends_early")
	}
	var next *epoch.Record
	if shared < len(g.c.Ancestry.Records) {
		next = g.c.Ancestry.Records[shared]
		mine = next.FirstTurn - 1
	}
	p.turn, p.records = min(theirs, mine), rest
	p.root = trial.Root{Turn: p.turn, Epoch: uint64(shared)}
	if theirs <= mine && len(rest) > 0 {
		p.root.Hash = rest[0].Chain
	} else if next != nil {
		p.root.Hash = next.Chain
	}
	switch {
	case theirs <= mine && len(rest) == 0:
		p.done = true
	case theirs <= mine && rest[0].Reason == epoch.Provisional:
		p.base = rest[0].Number
		if h, ok := g.c.History.HashAt(theirs); ok && next == nil && h != rest[0].Chain {
			return p, notice.New("branch_other_state")
		}
	case theirs > mine && next != nil && next.Reason == epoch.Provisional && g.in.Abandon.bases[next.Number] != nil:
		p.own = g.in.Abandon.bases[next.Number]
		p.root.Own = p.own
	default:
		return p, notice.New("branch_forgotten", "turn", strconv.FormatUint(p.turn, 10))
	}
	if len(rest) == 0 {
		return p, g.skipWithin(o, &p)
	}
	return p, g.skipIncluded(o, &p)
}

// skipWithin moves a plan for turns of an epoch that both forks have past the part that was merged before.
func (g *Merger) skipWithin(o *message.BranchOffer, p *plan) error {
	best := g.includes(o.Ends())
	switch {
	case best == nil || best.turn <= p.turn:
	case best.turn >= o.Turn:
		p.done = true
	case best.tip != [32]byte{}:
		*p = plan{turn: best.turn, tip: best.tip, later: best.later, root: p.root}
	default:
		return errIncluded
	}
	return nil
}

// errIncluded says that a branch cannot be taken in because a part of it was.
var errIncluded = notice.New("branch_included")

// includes returns how far an epoch of another fork has been merged, or nil.
func (g *Merger) includes(name [32]byte) (best *inclusion) {
	if !g.c.Options.Hooks.Remembers(name) {
		return nil
	}
	for i, n := range g.included {
		if n.record == name && (best == nil || n.turn > best.turn || n.turn == best.turn && n.tip != [32]byte{}) {
			best = &g.included[i]
		}
	}
	return best
}

// skipIncluded moves a plan past the part that was merged before.
func (g *Merger) skipIncluded(o *message.BranchOffer, p *plan) error {
	all := p.records
	for k := len(p.records) - 1; k >= 0; k-- {
		name, end := p.records[k].Hash(), o.Turn
		if k+1 < len(p.records) {
			end = p.records[k+1].FirstTurn - 1
		}
		best := g.includes(name)
		switch {
		case best == nil:
			continue
		case best.turn >= end && k+1 == len(p.records):
			p.done = true
		case best.turn >= end && p.records[k+1].Reason == epoch.Provisional:
			*p = plan{turn: end, before: all[:k+1], records: all[k+1:], base: all[k+1].Number, root: p.root}
		case best.turn < end && best.tip != [32]byte{}:
			*p = plan{turn: best.turn, before: all[:k], records: all[k:], tip: best.tip, later: best.later, root: p.root}
		default:
			return errIncluded
		}
		return nil
	}
	return nil
}

// offer is a branch as it is offered.
func (b *branch) offer() *message.BranchOffer {
	o := &message.BranchOffer{Shared: b.shared, Records: b.records, Turn: b.tip.Turn, Hash: b.tip.Hash, Size: max(b.size, uint64(len(b.tip.Snapshot)))}
	for _, s := range b.bases {
		o.Size += uint64(len(s))
	}
	o.Size = min(o.Size, message.MaxBranch)
	return o
}

// OfferBranches offers the waiting branches, and checks which ones were merged.
func (g *Merger) OfferBranches() {
	for g.c.Ancestry.Over() && len(g.in.Abandon.Pending) > 0 && g.in.Abandon.Running == nil {
		g.settleBranch(g.in.Abandon.Pending[0], notice.New("branch_absorbed"))
	}
	if g.c.Epoch == nil || g.c.Joining.Fetching() || g.c.History.Stale || g.in.Abandon.Running != nil || g.c.Journal.Pending != nil {
		return
	}
	g.in.Abandon.refill()
	for _, b := range slices.Clone(g.in.Abandon.Pending) {
		p, err := g.planFor(b.offer())
		switch {
		case err == nil && p.done:
			g.settleBranch(b, "")
		case g.c.Now.Sub(b.offered) < OfferEvery || !b.led && g.c.Now.Sub(b.abandonedAt) < offerLater:
		case g.c.Epoch.Leading():
			b.offered = g.c.Now
			g.consider(nil, b.offer())
		case g.c.Peers.Get(g.c.Epoch.Leader()) != nil && g.c.Peers.Get(g.c.Epoch.Leader()).Greeted:
			b.offered = g.c.Now
			for _, m := range b.offer().Encode() {
				g.c.Send(g.c.Epoch.Leader(), message.StreamChannel, m)
			}
		}
	}
}

// settleBranch ends the waiting of a branch: it was taken in, or why says why it was not.
func (g *Merger) settleBranch(b *branch, why notice.Notice) {
	i := slices.Index(g.in.Abandon.Pending, b)
	if i < 0 {
		return
	}
	g.in.Abandon.Pending = slices.Delete(g.in.Abandon.Pending, i, i+1)
	if len(g.in.Abandon.Pending) == 0 && !g.in.Fork.quiet.IsZero() {
		g.in.Fork.quiet = time.Time{}
		g.c.History.Rewound = true
	}
	if why == "" {
		return
	}
	g.c.Event("a branch is archived, not merged", "turn", b.tip.Turn, "why", why.String())
	if b.told {
		return // people were told at the time, or will be by the list of archives
	}
	g.tellMerge(status.Merge{Turn: b.tip.Turn, Who: b.who, Refused: why})
}

// judged takes the leader's word on a branch that was offered to it.
func (g *Merger) judged(p *kernel.Peer, v message.BranchVerdict) error {
	if g.c.Epoch == nil || p.Key != g.c.Epoch.Leader() {
		return kernel.ErrUnexpected
	}
	for _, b := range slices.Clone(g.in.Abandon.Pending) {
		if b.id == v.ID {
			if v.Verdict == message.VerdictTaken {
				v.Words = ""
			} else if v.Words == "" {
				v.Words = string(notice.New("branch_refused"))
			}
			g.settleBranch(b, notice.Notice(v.Words))
		}
	}
	return nil
}

// taken packs a branch for the leader that wants it.
func (g *Merger) taken(p *kernel.Peer, t message.BranchTake) error {
	if g.c.Epoch == nil || p.Key != g.c.Epoch.Leader() {
		return kernel.ErrUnexpected
	}
	for _, b := range g.in.Abandon.Pending {
		if b.id != t.ID {
			continue
		}
		if b.wanted = &t; !g.in.Abandon.inMemory(b) {
			return nil // see Opened
		}
		blob, err := g.pack(b, t.Base)
		if err != nil {
			g.settleBranch(b, notice.Of(err))
			return nil
		}
		g.c.Send(p.Key, message.StreamChannel, message.BranchPacked{ID: t.ID, Blob: g.HoldBlob(blob)}.Encode())
	}
	return nil
}

// pack makes the blob of a branch on its way to the leader: with its turns, and with the state at the
// beginning of a record, or none. A branch that is too long for a blob comes without its turns.
func (g *Merger) pack(b *branch, base uint64) ([]byte, error) {
	d := branchblob.Content{Turn: b.turn, Last: b.tip.Turn, Hash: b.tip.Hash, Who: strings.ToValidUTF8(b.who[:min(len(b.who), branchblob.MaxWho)], ""),
		Shared: b.shared, Records: b.records, Tip: b.tip.Snapshot, Turns: b.turns}
	if base != 0 {
		if d.Base = b.bases[base]; d.Base == nil {
			return nil, notice.New("branch_lost_base")
		}
	}
	for i, r := range b.records {
		if s := b.bases[r.Number]; i > 0 && r.Reason == epoch.Provisional && s != nil {
			d.KeepLater(r.Number, s)
		}
	}
	blob, err := d.Encode()
	if err != nil && d.Turns != nil {
		d.Turns = nil
		blob, err = d.Encode()
	}
	return blob, err
}
