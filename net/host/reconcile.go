package host

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/message"
	"manyhold/net/host/notice"
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
	// offerEvery is how often an offer is repeated.
	offerEvery = time.Second
	// offerLater is how much later the voters of a branch that did not lead it offer it.
	offerLater = 3 * time.Second
	// maxPending is how many branches in memory wait to be offered; beyond it the oldest wait in the file
	// only.
	maxPending = 8
)

// Merger takes branches of abandoned forks into the island.
type Merger struct {
	c  *Core
	in *forks
	observerBase

	blobs    []keptBlob  // of Merged records, and of those to come
	included []inclusion // of branches
	merging  *merging
	pull     *blobPull
	merged   []Merge
}

func (g *Merger) recordAdded(r *epoch.Record) { g.include(r) }

func (g *Merger) report(s *Status) { s.Fork.Merges = slices.Clone(g.merged) }

func (g *Merger) recordsCut(number uint64) {
	g.included = slices.DeleteFunc(g.included, func(i inclusion) bool { return i.by > number })
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
	d, err := decodeBlob(g.heldBlob(r.Taken.Blob))
	if err != nil {
		return // not here: it is unknown which branches the branch had merged itself
	}
	for i, b := range d.records {
		if i+1 < len(d.records) {
			n := inclusion{record: b.Hash(), turn: d.records[i+1].FirstTurn - 1, by: r.Number}
			if next := d.records[i+1].Number; d.later[next] != nil {
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
}

// planFor finds the common point of this peer's own chain and a branch. Its error says in words why the
// branch cannot be merged.
func (g *Merger) planFor(o *message.BranchOffer) (p plan, err error) {
	i := slices.IndexFunc(g.c.ancestry.records, func(r *epoch.Record) bool { return r.Hash() == o.Shared })
	if i < 0 {
		return p, notice.New("branch_elsewhere")
	}
	if err := epoch.CheckTail(g.c.ancestry.records[:i+1], o.Records, g.c.genesis.Founder); err != nil {
		return p, notice.New("branch_disordered")
	}
	rest, shared := o.Records, i+1
	for len(rest) > 0 && g.c.ancestry.has(uint64(shared)+1, rest[0].Hash()) {
		shared, rest = shared+1, rest[1:]
	}
	theirs, mine := o.Turn, g.c.history.executed
	if len(rest) > 0 {
		theirs = rest[0].FirstTurn - 1
	}
	if n := len(o.Records); n > 0 && o.Turn < o.Records[n-1].FirstTurn-1 {
		return p, notice.New("branch_ends_early")
	}
	var next *epoch.Record
	if shared < len(g.c.ancestry.records) {
		next = g.c.ancestry.records[shared]
		mine = next.FirstTurn - 1
	}
	p.turn, p.records = min(theirs, mine), rest
	switch {
	case theirs <= mine && len(rest) == 0:
		p.done = true
	case theirs <= mine && rest[0].Reason == epoch.Provisional:
		p.base = rest[0].Number
		if h, ok := g.c.history.hashAt(theirs); ok && next == nil && h != rest[0].Chain {
			return p, notice.New("branch_other_state")
		}
	case theirs > mine && next != nil && next.Reason == epoch.Provisional && g.in.abandon.bases[next.Number] != nil:
		p.own = g.in.abandon.bases[next.Number]
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
	case best.tip != [32]byte{} && g.heldBlob(best.tip) != nil:
		*p = plan{turn: best.turn, tip: best.tip, later: best.later}
	default:
		return errIncluded
	}
	return nil
}

// errIncluded says that a branch cannot be taken in because a part of it was.
var errIncluded = notice.New("branch_included")

// includes returns how far an epoch of another fork has been merged, or nil.
func (g *Merger) includes(name [32]byte) (best *inclusion) {
	if !g.c.options.Hooks.Remembers(name) {
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
			*p = plan{turn: end, records: p.records[k+1:], base: p.records[k+1].Number}
		case best.turn < end && best.tip != [32]byte{} && g.heldBlob(best.tip) != nil:
			*p = plan{turn: best.turn, records: p.records[k:], tip: best.tip, later: best.later}
		default:
			return errIncluded
		}
		return nil
	}
	return nil
}

// offerOf is a branch as it is offered.
func (b *branch) offer() *message.BranchOffer {
	o := &message.BranchOffer{Shared: b.shared, Records: b.records, Turn: b.tip.turn, Hash: b.tip.hash, Size: max(b.size, uint64(len(b.tip.snapshot)))}
	for _, s := range b.bases {
		o.Size += uint64(len(s))
	}
	o.Size = min(o.Size, message.MaxBranch)
	return o
}

// offerBranches offers the waiting branches, and checks which ones were merged.
func (g *Merger) offerBranches() {
	for g.c.ancestry.over() && len(g.in.abandon.pending) > 0 && g.in.abandon.running == nil {
		g.settleBranch(g.in.abandon.pending[0], notice.New("branch_absorbed"))
	}
	if g.c.e == nil || g.c.joining.fetching() || g.c.history.stale || g.in.abandon.running != nil || g.c.journal.pending != nil {
		return
	}
	g.in.abandon.refill()
	for _, b := range slices.Clone(g.in.abandon.pending) {
		p, err := g.planFor(b.offer())
		switch {
		case err == nil && p.done:
			g.settleBranch(b, "")
		case g.c.now.Sub(b.offered) < offerEvery || !b.led && g.c.now.Sub(b.abandonedAt) < offerLater:
		case g.c.e.Leading():
			b.offered = g.c.now
			g.consider(nil, b.offer())
		case g.c.peers.Get(g.c.e.Leader()) != nil && g.c.peers.Get(g.c.e.Leader()).greeted:
			b.offered = g.c.now
			for _, m := range b.offer().Encode() {
				g.c.send(g.c.e.Leader(), message.StreamChannel, m)
			}
		}
	}
}

// settleBranch ends the waiting of a branch: it was taken in, or why says why it was not.
func (g *Merger) settleBranch(b *branch, why notice.Notice) {
	i := slices.Index(g.in.abandon.pending, b)
	if i < 0 {
		return
	}
	g.in.abandon.pending = slices.Delete(g.in.abandon.pending, i, i+1)
	if len(g.in.abandon.pending) == 0 && !g.in.fork.quiet.IsZero() {
		g.in.fork.quiet = time.Time{}
		g.c.history.rewound = true
	}
	if why == "" {
		return
	}
	g.c.event("a branch stays an archive", "turn", b.tip.turn, "why", why.String())
	if b.stored {
		return // people were told at the time, or will be by the list of archives
	}
	g.tellMerge(Merge{Turn: b.tip.turn, Who: b.who, Refused: why})
}

// judged takes the leader's word on a branch that was offered to it.
func (g *Merger) judged(p *peer, v message.BranchVerdict) error {
	if g.c.e == nil || p.key != g.c.e.Leader() {
		return errUnexpected
	}
	for _, b := range slices.Clone(g.in.abandon.pending) {
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
func (g *Merger) taken(p *peer, t message.BranchTake) error {
	if g.c.e == nil || p.key != g.c.e.Leader() {
		return errUnexpected
	}
	for _, b := range g.in.abandon.pending {
		if b.id != t.ID {
			continue
		}
		if b.wanted = &t; !g.in.abandon.inMemory(b) {
			return nil // see Opened
		}
		blob, err := b.pack(t.Base)
		if err != nil {
			g.settleBranch(b, notice.Of(err))
			return nil
		}
		g.c.send(p.key, message.StreamChannel, message.BranchPacked{ID: t.ID, Blob: g.holdBlob(blob)}.Encode())
	}
	return nil
}

// pack makes the blob of a branch, with the state at the beginning of a record, or none.
func (b *branch) pack(base uint64) ([]byte, error) {
	d := blobContent{turn: b.turn, who: strings.ToValidUTF8(b.who[:min(len(b.who), maxWho)], ""), records: b.records, tip: b.tip.snapshot}
	if base != 0 {
		if d.base = b.bases[base]; d.base == nil {
			return nil, notice.New("branch_lost_base")
		}
	}
	for i, r := range b.records {
		if s := b.bases[r.Number]; i > 0 && r.Reason == epoch.Provisional && s != nil {
			d.keepLater(r.Number, s)
		}
	}
	return d.encode()
}
