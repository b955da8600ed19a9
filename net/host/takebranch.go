package host

import (
	"errors"
	"maps"
	"strings"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/message"
	"manyhold/net/host/notice"
	"manyhold/net/host/recordlist"
	"manyhold/net/key"
)

// # Taking a branch in
//
// A leader takes one branch in at a time. It has the blob made, tries it on the machine, and gives it to the
// other voters: to all that are here, or after holdFor to a majority. Then it ends the epoch by a Merged
// record that names the blob. Every peer changes its state by it when the epoch that the record founds
// begins; a voter syncs the record only when it has the blob or knows that another voter has it. A peer that
// lacks the blob then takes the state of another.

const (
	// collectFor is how long a branch may be on its way to the leader without anything coming.
	collectFor = 15 * time.Second
	// offerGone: the holder of a branch repeats its offer every second. After so long without it, a leader
	// that has nothing of the branch drops the offer: the branch was merged elsewhere, or is in another
	// branch now.
	offerGone = 4 * time.Second
	// holdFor is how long a leader waits for all voters to hold a blob before a majority is enough, and
	// dropFor how long for that.
	holdFor = 3 * time.Second
	dropFor = 15 * time.Second
	// holdEvery is how often it asks them to.
	holdEvery = 300 * time.Millisecond
	// maxMerges is how many merges Status remembers, and maxReport how many bytes of each one's report.
	maxMerges = 8
	maxReport = 4 << 10
)

// merging is a branch that a leader is taking in.
type merging struct {
	from   key.ID // the offering peer; zero: this peer
	offer  *message.BranchOffer
	plan   plan
	since  time.Time
	again  time.Time // when it was offered last
	packed [32]byte  // the blob that it comes in; zero: not yet told
	blob   [32]byte  // the one that is named
	hold   time.Time
	asked  time.Time
	held   map[key.ID]bool
}

// offered takes a branch that a peer has, or one more piece of its offer.
func (g *Merger) offered(p *peer, of message.BranchOffer, part *recordlist.Part) error {
	records, done, err := g.in.of(p).offer.Add(part, recordlist.Bound{Records: message.MaxBranchRecords, Bytes: recordlist.MaxBytes})
	if !done {
		return err
	}
	o := &of
	o.Records = records
	if m := g.merging; m != nil && m.from == p.key && m.offer.ID() == o.ID() {
		m.again = g.c.now
	}
	if g.c.e == nil || !g.c.e.Leading() || g.c.joining.fetching() || g.in.abandon.running != nil {
		return nil // it will ask the leader
	}
	g.consider(p, o)
	return nil
}

// consider begins to take a branch in; a nil peer is this one.
func (g *Merger) consider(p *peer, o *message.BranchOffer) {
	if g.merging != nil || g.c.e.Ending() || g.c.seats.quits() {
		return // it is offered again
	}
	plan, err := g.planFor(o)
	switch {
	case err == nil && plan.done:
		g.answerBranch(p, o, message.VerdictTaken, "")
		return
	case err == nil && p != nil && !lived(o, p.key):
		err = notice.New("branch_foreign")
	}
	if err != nil {
		g.answerBranch(p, o, message.VerdictRefused, notice.Of(err))
		return
	}
	g.merging = &merging{offer: o, plan: plan, since: g.c.now, again: g.c.now, held: map[key.ID]bool{}}
	if p != nil {
		g.merging.from = p.key
	}
	g.c.event("takes a branch in", "from", plan.turn, "to", o.Turn)
	g.merges()
}

// lived reports whether a peer is a voter in a branch.
func lived(o *message.BranchOffer, k key.ID) bool {
	for _, r := range o.Records {
		if r.Votes(k) {
			return true
		}
	}
	return len(o.Records) == 0
}

// answerBranch tells the offering peer the result for its branch.
func (g *Merger) answerBranch(p *peer, o *message.BranchOffer, verdict uint8, why notice.Notice) {
	id := o.ID()
	if verdict == message.VerdictRefused {
		g.c.counters[counter.BranchesRefused]++
		if p != nil {
			g.c.peers.tell(p, "refuses a branch", "to", o.Turn, "why", why.String())
		} else {
			g.c.event("refuses a branch", "to", o.Turn, "why", why.String())
		}
	}
	if p != nil {
		g.c.send(p.key, message.StreamChannel, message.BranchVerdict{ID: id, Verdict: verdict, Words: cutText(string(why), message.MaxWords)}.Encode())
		return
	}
	for _, b := range g.in.abandon.pending {
		if b.id == id {
			g.settleBranch(b, why)
			return
		}
	}
}

func cutText(s string, n int) string { return strings.ToValidUTF8(s[:min(len(s), n)], "") }

// abandon gives a branch up that is being taken in; why="": it may be offered again.
func (g *Merger) abandon(why notice.Notice) {
	m := g.merging
	g.merging = nil
	p := g.c.peers.Get(m.from)
	if why != "" && (p != nil || m.from.IsZero()) {
		g.answerBranch(p, m.offer, message.VerdictRefused, why)
	}
}

// merges goes on with the branch that is being taken in.
func (g *Merger) merges() {
	m := g.merging
	switch {
	case m == nil:
		return
	case g.c.e == nil || !g.c.e.Leading() || g.c.e.Ending() || g.in.abandon.running != nil, !m.from.IsZero() && m.hold.IsZero() && g.c.peers.Get(m.from) == nil:
		g.merging = nil
		return
	case !m.hold.IsZero():
		g.spread()
	case m.from.IsZero():
		g.packOwn()
	case m.packed == [32]byte{} && g.c.now.Sub(m.again) > offerGone, g.c.now.Sub(m.since) > collectFor && (g.pull == nil || g.pull.hash != m.packed):
		g.abandon("")
	case m.packed == [32]byte{} && g.c.now.Sub(m.asked) >= time.Second:
		m.asked = g.c.now
		g.c.send(m.from, message.StreamChannel, message.BranchTake{ID: m.offer.ID(), Base: m.plan.base}.Encode())
	case m.packed != [32]byte{}:
		g.pullBlob(m.from, m.packed)
	}
}

// packOwn takes a branch of this peer.
func (g *Merger) packOwn() {
	m := g.merging
	for _, b := range g.in.abandon.pending {
		if b.id == m.offer.ID() {
			if !g.in.abandon.inMemory(b) {
				return
			}
			blob, err := b.pack(m.plan.base)
			if err != nil {
				g.abandon(notice.Of(err))
				return
			}
			g.collected(blob)
			return
		}
	}
	g.merging = nil
}

// packed notes in which blob a branch comes.
func (g *Merger) packed(p *peer, d message.BranchPacked) error {
	m := g.merging
	if m == nil || m.from != p.key || m.offer.ID() != d.ID || !m.hold.IsZero() {
		return nil
	}
	if m.packed = d.Blob; g.heldBlob(d.Blob) != nil {
		g.collected(g.heldBlob(d.Blob))
		return nil
	}
	g.pullBlob(p.key, d.Blob)
	return nil
}

// gotBlob goes on with the task that a blob was fetched for.
func (g *Merger) gotBlob(from key.ID, hash [32]byte) {
	if m := g.merging; m != nil && m.packed == hash && m.hold.IsZero() {
		g.collected(g.heldBlob(hash))
		return
	}
	g.c.send(from, message.StreamChannel, message.EncodeBlobStep(message.StepHeld, hash))
}

// collected checks a branch that has come, makes the blob that will be named, and tries it.
func (g *Merger) collected(b []byte) {
	m := g.merging
	d, err := decodeBlob(b)
	if err == nil && !sameRecords(d.records, m.offer.Records) {
		err = notice.New("branch_replaced")
	}
	if err == nil {
		d.turn, d.records = m.plan.turn, m.plan.records
		maps.DeleteFunc(d.later, func(n uint64, _ []byte) bool { return !d.parts(n) })
		err = g.ownBase(&d)
	}
	if err == nil {
		err = g.tryBranch(&d)
	}
	var blob []byte
	if err == nil {
		blob, err = d.encode()
	}
	if err != nil {
		g.abandon(notice.Of(err))
		return
	}
	m.blob, m.hold = g.holdBlob(blob), g.c.now
	m.held[g.c.me] = true
	g.spread()
}

// ownBase puts the state in that this peer has of where a branch begins.
func (g *Merger) ownBase(d *blobContent) error {
	p := g.merging.plan
	switch {
	case p.own != nil:
		d.base = p.own
	case p.tip != [32]byte{}:
		before, err := decodeBlob(g.heldBlob(p.tip))
		if err != nil {
			return notice.New("branch_no_base")
		}
		if d.base = before.tip; p.later != 0 {
			d.base = before.later[p.later]
		}
	}
	return nil
}

func sameRecords(a, b []*epoch.Record) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Hash() != b[i].Hash() {
			return false
		}
	}
	return true
}

// tryBranch lets the machine take a branch in, and goes back.
func (g *Merger) tryBranch(d *blobContent) error {
	before := g.c.machine.Snapshot(nil)
	_, err := g.c.machine.Reconcile(d.base, d.tip)
	g.c.history.restore(before)
	return err
}

// spread has the voters get the blob, and names it when they hold it.
func (g *Merger) spread() {
	m, voters := g.merging, g.c.e.Record().Voters
	here, holding := 1, 1
	for _, v := range voters {
		p := g.c.peers.Get(v.Key)
		if v.Key == g.c.me || p == nil || !p.greeted || p.said.Incarnation != v.Incarnation || g.c.now.Sub(p.heard) > goneAfter {
			continue
		}
		if here++; m.held[v.Key] {
			holding++
		} else if g.c.now.Sub(m.asked) >= holdEvery {
			g.c.send(v.Key, message.StreamChannel, message.EncodeBlobStep(message.StepHold, m.blob))
		}
	}
	watching := g.tellWatchers(m)
	if g.c.now.Sub(m.asked) >= holdEvery {
		m.asked = g.c.now
	}
	switch waited := g.c.now.Sub(m.hold); {
	case holding == here && 2*holding > len(voters) && (watching || waited >= watchFor), waited >= holdFor && 2*holding > len(voters):
		g.nameMerged()
	case waited >= dropFor:
		g.abandon("")
	}
}

// nameMerged ends the epoch by the record that takes the branch in.
func (g *Merger) nameMerged() {
	m := g.merging
	g.merging = nil
	o := m.offer
	taken := epoch.Taken{Record: o.Ends(), Turn: o.Turn, Chain: o.Hash, Blob: m.blob}
	present, _ := g.c.seats.attendance()
	r := g.c.e.Next(epoch.Merged)
	r.Taken = taken
	g.c.seats.conclude(r, g.c.seats.fewer(present), g.c.seats.eligible(false))
}

// takeIn makes the change of a Merged record.
func (g *Merger) takeIn(r *epoch.Record) error {
	d, err := decodeBlob(g.heldBlob(r.Taken.Blob))
	if err != nil {
		return errors.New("the turns of another fork are missing here")
	}
	before := g.c.machine.Snapshot(nil)
	report, err := g.c.machine.Reconcile(d.base, d.tip)
	told := Merge{Epoch: r.Number, Turn: g.c.history.executed, Who: d.who, Report: reportLines(report)}
	if err != nil { // on every peer alike: it depends on the state and the blob
		g.c.history.restore(before)
		told.Refused = notice.Of(err)
	}
	g.c.counters[counter.Merges]++
	g.c.history.rewound = true
	g.c.event("took a branch in", "epoch", r.Number, "turn", g.c.history.executed, "who", d.who)
	g.tellMerge(told)
	return nil
}

func reportLines(report []byte) (lines []notice.Notice) {
	for _, s := range strings.Split(cutText(string(report), maxReport), "\n") {
		if s = strings.TrimSpace(s); s != "" {
			lines = append(lines, notice.Notice(s))
		}
	}
	return lines
}

// tellMerge tells people the result of merging a branch.
func (g *Merger) tellMerge(m Merge) {
	if g.c.history.replaying {
		return
	}
	if g.merged = append(g.merged, m); len(g.merged) > maxMerges {
		g.merged = g.merged[1:]
	}
	if m.Refused != "" {
		g.in.separate.notify("Offline changes by " + m.Who + " are archived: " + m.Refused.String())
	} else {
		g.in.separate.notify("Offline changes by " + m.Who + " were merged")
	}
	if g.c.options.On.Merge != nil {
		g.c.options.On.Merge(m)
	}
}
