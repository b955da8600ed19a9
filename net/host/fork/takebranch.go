package fork

import (
	"strings"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/host/notice"
	"manyhold/net/host/recordlist"
	"manyhold/net/host/status"
	"manyhold/net/key"
)

// # Merging a branch
//
// A leader takes one branch in at a time. It has the blob made, tries it on the machine, and gives it to the
// other voters: to all that are here, or after holdFor to a majority. Then it ends the epoch by a Merged
// record that names the blob. Every peer changes its state by it when the epoch that the record founds
// begins; a voter syncs the record only when it has the blob or knows that another voter has it. A peer that
// lacks the blob then takes the state of another.

const (
	// CollectFor is how long a branch may be on its way to the leader without anything coming.
	CollectFor = 15 * time.Second
	// OfferGone: the holder of a branch repeats its offer every second. After so long without it, a leader
	// that has nothing of the branch drops the offer: the branch was merged elsewhere, or is in another
	// branch now.
	OfferGone = 4 * time.Second
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

// Merging is a branch that a leader is taking in.
type Merging struct {
	From   key.ID // the offering peer; zero: this peer
	Offer  *message.BranchOffer
	plan   plan
	Since  time.Time
	Again  time.Time // when it was offered last
	packed [32]byte  // the blob that it comes in; zero: not yet told
	tried  bool      // its turns are being executed, or were
	blob   [32]byte  // the one that is named
	hold   time.Time
	alive  time.Time                // when a voter said last that it executes the turns
	faults map[key.ID]notice.Notice // of the voters that have found the branch wrong
	asked  time.Time
	Held   map[key.ID]bool
}

// offered takes a branch that a peer has, or one more piece of its offer.
func (g *Merger) offered(p *kernel.Peer, of message.BranchOffer, part *recordlist.Part) error {
	records, done, err := g.in.Of(p).offer.Add(part, recordlist.Bound{Records: message.MaxBranchRecords, Bytes: recordlist.MaxBytes})
	if !done {
		return err
	}
	o := &of
	o.Records = records
	if m := g.Merging; m != nil && m.From == p.Key && m.Offer.ID() == o.ID() {
		m.Again = g.c.Now
	}
	if g.c.Epoch == nil || !g.c.Epoch.Leading() || g.c.Joining.Fetching() || g.in.Abandon.Running != nil {
		return nil // it will ask the leader
	}
	g.consider(p, o)
	return nil
}

// consider begins to take a branch in; a nil peer is this one.
func (g *Merger) consider(p *kernel.Peer, o *message.BranchOffer) {
	if g.Merging != nil || g.c.Epoch.Ending() || g.c.Committee.Quits() {
		return // it is offered again
	}
	plan, err := g.planFor(o)
	switch {
	case err == nil && plan.done:
		g.answerBranch(p, o, message.VerdictTaken, "")
		return
	case err == nil && p != nil && !lived(o, p.Key):
		err = notice.New("branch_foreign")
	}
	if err != nil {
		g.answerBranch(p, o, message.VerdictRefused, notice.Of(err))
		return
	}
	g.Merging = &Merging{Offer: o, plan: plan, Since: g.c.Now, Again: g.c.Now, Held: map[key.ID]bool{}}
	if p != nil {
		g.Merging.From = p.Key
	}
	g.c.Event("merging a branch", "from", plan.turn, "to", o.Turn)
	g.Merges()
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
func (g *Merger) answerBranch(p *kernel.Peer, o *message.BranchOffer, verdict uint8, why notice.Notice) {
	id := o.ID()
	if verdict == message.VerdictRefused {
		g.c.Counters[counter.BranchesRefused]++
		if p != nil {
			g.c.Peers.Tell(p, "refused a branch", "to", o.Turn, "why", why.String())
		} else {
			g.c.Event("refused a branch", "to", o.Turn, "why", why.String())
		}
		if p != nil {
			g.tellMerge(status.Merge{Turn: o.Turn, Who: p.Name(), Refused: why})
		}
	}
	if p != nil {
		g.c.Send(p.Key, message.StreamChannel, message.BranchVerdict{ID: id, Verdict: verdict, Words: cutText(string(why), message.MaxWords)}.Encode())
		return
	}
	for _, b := range g.in.Abandon.Pending {
		if b.id == id {
			g.settleBranch(b, why)
			return
		}
	}
}

func cutText(s string, n int) string { return strings.ToValidUTF8(s[:min(len(s), n)], "") }

// abandon gives a branch up that is being taken in; why="": it may be offered again.
func (g *Merger) abandon(why notice.Notice) {
	m := g.Merging
	g.Merging = nil
	p := g.c.Peers.Get(m.From)
	if why != "" && (p != nil || m.From.IsZero()) {
		g.answerBranch(p, m.Offer, message.VerdictRefused, why)
	}
}

// Merges goes on with the branch that is being taken in.
func (g *Merger) Merges() {
	m := g.Merging
	switch {
	case m == nil:
		return
	case g.c.Epoch == nil || !g.c.Epoch.Leading() || g.c.Epoch.Ending() || g.in.Abandon.Running != nil, !m.From.IsZero() && !m.tried && g.c.Peers.Get(m.From) == nil:
		g.Merging = nil
		return
	case m.tried && m.hold.IsZero():
		if !g.in.Judge.trials.Tries(m.packed) {
			g.Merging = nil // it was given up for another one
		}
	case !m.hold.IsZero():
		g.spread()
	case m.From.IsZero():
		g.packOwn()
	case m.packed == [32]byte{} && g.c.Now.Sub(m.Again) > OfferGone, g.c.Now.Sub(m.Since) > CollectFor && (g.pull == nil || g.pull.hash != m.packed):
		g.abandon("")
	case m.packed == [32]byte{} && g.c.Now.Sub(m.asked) >= time.Second:
		m.asked = g.c.Now
		g.c.Send(m.From, message.StreamChannel, message.BranchTake{ID: m.Offer.ID(), Base: m.plan.base}.Encode())
	case m.packed != [32]byte{}:
		g.PullBlob(m.From, m.packed)
	}
}

// packOwn takes a branch of this peer.
func (g *Merger) packOwn() {
	m := g.Merging
	for _, b := range g.in.Abandon.Pending {
		if b.id == m.Offer.ID() {
			if !g.in.Abandon.inMemory(b) {
				return
			}
			blob, err := g.pack(b, m.plan.base)
			if err != nil {
				g.abandon(notice.Of(err))
				return
			}
			m.packed = g.HoldBlob(blob)
			g.in.Judge.collected(blob)
			return
		}
	}
	g.Merging = nil
}

// packed notes in which blob a branch comes.
func (g *Merger) packed(p *kernel.Peer, d message.BranchPacked) error {
	m := g.Merging
	if m == nil || m.From != p.Key || m.Offer.ID() != d.ID || m.tried {
		return nil
	}
	if m.packed = d.Blob; g.HeldBlob(d.Blob) != nil {
		g.in.Judge.collected(g.HeldBlob(d.Blob))
		return nil
	}
	g.PullBlob(p.Key, d.Blob)
	return nil
}

// gotBlob goes on with the task that a blob was fetched for.
func (g *Merger) gotBlob(from key.ID, hash [32]byte) {
	if m := g.Merging; m != nil && m.packed == hash && !m.tried {
		g.in.Judge.collected(g.HeldBlob(hash))
		return
	}
	g.holdOrTry(from, hash)
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

// spread has the voters get the blob, and names it when they hold it.
func (g *Merger) spread() {
	m, voters := g.Merging, g.c.Epoch.Record().Voters
	here, holding := 1, 1
	for _, v := range voters {
		p := g.c.Peers.Get(v.Key)
		if v.Key == g.c.Me || p == nil || !p.Greeted || p.Said.Incarnation != v.Incarnation || g.c.Now.Sub(p.Heard) > kernel.GoneAfter {
			continue
		}
		if here++; m.Held[v.Key] {
			holding++
		} else if _, wrong := m.faults[v.Key]; wrong {
		} else if g.c.Now.Sub(m.asked) >= holdEvery {
			g.c.Send(v.Key, message.StreamChannel, message.EncodeBlobStep(message.StepHold, m.blob))
		}
	}
	watching := g.tellWatchers(m)
	if g.c.Now.Sub(m.asked) >= holdEvery {
		m.asked = g.c.Now
	}
	if n := len(m.faults); n > 0 && 2*(len(voters)-n) <= len(voters) {
		g.in.Judge.faulty(m)
		return
	}
	switch waited := g.c.Now.Sub(m.hold); {
	case holding == here && 2*holding > len(voters) && (watching || waited >= watchFor), waited >= holdFor && 2*holding > len(voters):
		g.nameMerged()
	case waited >= dropFor && g.c.Now.Sub(m.alive) >= dropFor:
		g.abandon("")
	}
}

// nameMerged ends the epoch by the record that takes the branch in.
func (g *Merger) nameMerged() {
	m := g.Merging
	g.Merging = nil
	o := m.Offer
	taken := epoch.Taken{Record: o.Ends(), Turn: o.Turn, Chain: o.Hash, Blob: m.blob}
	present, _ := g.c.Committee.Attendance()
	r := g.c.Epoch.Next(epoch.Merged)
	r.Taken = taken
	g.c.Committee.Conclude(r, g.c.Committee.Fewer(present), g.c.Committee.Eligible(false))
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
func (g *Merger) tellMerge(m status.Merge) {
	if g.c.History.Replaying {
		return
	}
	if g.merged = append(g.merged, m); len(g.merged) > maxMerges {
		g.merged = g.merged[1:]
	}
	if m.Refused != "" {
		g.in.Provisional.Notify("Offline changes by " + m.Who + " were refused: " + m.Refused.String())
	} else {
		g.in.Provisional.Notify("Offline changes by " + m.Who + " were merged")
	}
	if g.c.Options.On.Merge != nil {
		g.c.Options.On.Merge(m)
	}
}
