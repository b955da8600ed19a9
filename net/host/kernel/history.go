package kernel

import (
	"fmt"
	"slices"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/certificate"
	"manyhold/net/host/counter"
	"manyhold/net/host/message"
)

const (
	// baseEvery is how often the state is kept to be able to go back, while there are others.
	baseEvery = 10 * time.Second
	// checkpointEvery is how often a checkpoint goes to the file, unless Options.Checkpoint says.
	checkpointEvery = 60 * time.Second
	// DigestRing is how many turns' digests are kept to be compared.
	DigestRing = 256
)

// History is the machine's way to its present state: it executes turns, goes back, and changes the state
// between two epochs. It owns the states that the island can go back to and the turns since.
type History struct {
	c *Core
	Progress

	blobs     map[uint64][]byte // of the file's epochs, for changes that are to be made again
	Births    []Birth           // for World to begin
	Unborn    map[uint64]bool   // islands carved out here that are not in the file yet
	Replaying bool              // the file's turns
	Firm      time.Time         // when a turn of a firm epoch was ordered last
}

// Progress is the history that led to the machine's present state.
type Progress struct {
	Forgotten bool // there is none: it was that of another fork

	Executed    uint64 // last turn
	Hash        [32]byte
	Epoch       uint64
	Committed   uint64
	recent      [message.DigestsSaid]message.Digest // for newest
	OrderedAt   time.Time
	Returned    bool // it came back into an epoch in which others lack turns, and has had none since
	CommittedAt time.Time
	Rewound     bool // tell at the next turn that the state went back
	altered     bool // tell at the next turn that the state was changed before it
	Stale       bool // the state is known to be wrong: turns are kept and not executed

	Base  KeptState  // a committed state, and
	Next  KeptState  // one that is not committed yet
	Turns []PastTurn // the turns after base

	Ring [DigestRing]message.Digest // the newest digests, by turn
}

// KeptState is a state at a turn.
type KeptState struct {
	At       time.Time
	Turn     uint64
	Epoch    uint64
	Hash     [32]byte
	Digest   uint64
	Snapshot []byte
}

// PastTurn is a turn after the base, not parsed: turns are executed again only after the state went back.
type PastTurn struct {
	epoch.Turn
	Epoch uint64
}

// newest returns the newest n digests, newest first, of consecutive turns.
func (r *Progress) newest(n int) []message.Digest {
	out := r.recent[:0]
	for t := r.Executed; len(out) < n && t > 0; t-- {
		d := r.Ring[t%DigestRing]
		if d.Turn != t {
			break
		}
		out = append(out, d)
	}
	return out
}

// ordered takes one ordered turn: it is executed at once.
func (hs *History) ordered(t epoch.Turn) {
	hs.OrderedAt, hs.Returned = hs.c.Now, false
	if hs.c.Epoch.Record().Firm {
		hs.Firm = hs.c.Now
	}
	if h := hs.Turns; len(h) == cap(h) { // doubled: append would copy it all more often
		hs.Turns = slices.Grow(h, min(max(len(h), 64), epoch.Kept))
	}
	now := PastTurn{t, hs.c.Epoch.Record().Number}
	now.Parsed = nil // it is executed once, as a rule
	hs.Turns = append(hs.Turns, now)
	if !hs.Stale {
		hs.Execute(PastTurn{t, now.Epoch})
	}
	hs.c.Journal.appendOwn()
}

// Step executes a turn that is not parsed. Its error is Parse's; the state is unchanged then.
func (hs *History) Step(body []byte) error {
	turn, err := hs.c.Machine.Parse(body)
	if err == nil {
		hs.c.Machine.Step(turn)
	}
	return err
}

// Execute steps the machine through one turn.
func (hs *History) Execute(t PastTurn) {
	if t.Epoch > hs.Epoch {
		hs.CrossInto(t.Epoch)
	}
	if hs.Stale {
		return
	}
	if t.Number != hs.Executed+1 {
		panic(fmt.Sprintf("host: turn %d executed after %d", t.Number, hs.Executed))
	}
	if t.Parsed != nil {
		hs.c.Fairness.Executing(t.Turn)
	}
	var began time.Duration
	if hs.c.Measures.Elapsed != nil {
		began = hs.c.Measures.Elapsed()
	}
	if t.Parsed != nil {
		hs.c.Machine.Step(t.Parsed)
	} else if err := hs.Step(t.Body); err != nil {
		hs.c.Counters[counter.TurnsRefused]++ // on every peer alike: Parse depends on the bytes only
	}
	sum := hs.c.Machine.Digest()
	if hs.c.Measures.Elapsed != nil {
		hs.c.Measures.Steps.add(hs.c.Measures.Elapsed() - began)
	}
	hs.c.Counters[counter.TurnsExecuted]++
	hs.Executed, hs.Hash, hs.Epoch = t.Number, t.Hash, t.Epoch
	hs.Ring[t.Number%DigestRing] = message.Digest{Turn: t.Number, Term: t.Term, Sum: sum}
	hs.c.Parcels.MarkOutbox()
	hs.c.Own.Take(hs.c.Machine.Sequence(hs.c.Me), t.Number)
	if hs.c.Fork.QuietNow() {
		hs.Rewound = true
	} else {
		if hs.c.Options.On.Turn != nil {
			hs.c.Options.On.Turn(Executed{Island: hs.c.ID, Machine: hs.c.Machine, Turn: t.Number, Epoch: t.Epoch, Body: t.Body, Digest: sum, Rewound: hs.Rewound, Altered: hs.altered})
		}
		hs.Rewound, hs.altered = false, false
	}
	hs.c.Comparison.TurnExecuted(t.Number)
	hs.keepCertified(t.Number)
}

// Back returns to the state after a turn: turns after it were ordered, and are lost.
func (hs *History) Back(to uint64) {
	hs.c.Counters[counter.Rewinds]++
	h := hs.Turns
	for len(h) > 0 && h[len(h)-1].Number > to {
		h = h[:len(h)-1]
	}
	hs.Turns = h
	if hs.Next.Turn > to {
		hs.Next = KeptState{}
	}
	for _, o := range hs.c.Observers {
		o.WentBack(to)
	}
	if hs.Executed <= to {
		return
	}
	if to < hs.Base.Turn {
		panic(fmt.Sprintf("host: back to turn %d, before the committed %d", to, hs.Base.Turn))
	}
	hs.c.Event("rolled back", "from", hs.Executed, "to", to)
	if err := hs.c.Machine.Restore(hs.Base.Snapshot); err != nil {
		panic(fmt.Sprintf("host: own snapshot: %v", err))
	}
	hs.Place(hs.Base)
	hs.c.Own.Restore()
	for _, t := range h {
		hs.Execute(t)
	}
}

// Place says that the machine is in a kept state.
func (hs *History) Place(k KeptState) {
	hs.Executed, hs.Hash, hs.Epoch = k.Turn, k.Hash, k.Epoch
	for i := range hs.Ring {
		if hs.Ring[i].Turn > k.Turn {
			hs.Ring[i] = message.Digest{}
		}
	}
	hs.Rewound = true
	hs.c.Parcels.Rewind(k.Turn)
}

// Capture keeps the present state.
func (hs *History) Capture() KeptState {
	return KeptState{At: hs.c.Now, Turn: hs.Executed, Epoch: hs.Epoch, Hash: hs.Hash,
		Digest: hs.c.Machine.Digest(), Snapshot: hs.c.Machine.Snapshot(nil)}
}

// Commit takes the turns that are known to be safe: they go to the file, and states up to them may be kept as
// base.
func (hs *History) Commit(turn uint64) {
	if turn > hs.Committed {
		hs.Committed, hs.CommittedAt = turn, hs.c.Now
	}
	hs.c.Own.commit(hs.Committed)
	hs.c.Follower.compareHead()
	if !hs.c.Journal.OwnsLog() {
		hs.c.Journal.AppendTo(hs.Committed)
	}
	if n := hs.Next; n.Snapshot != nil && n.Turn <= hs.Committed {
		hs.Rebase(n)
		hs.Next = KeptState{}
	}
}

// Rebase makes a committed state the one to go back to.
func (hs *History) Rebase(k KeptState) {
	hs.c.Journal.AppendTo(k.Turn)
	hs.Base = k
	n := 0
	for n < len(hs.Turns) && hs.Turns[n].Number <= k.Turn {
		n++
	}
	rest := hs.Turns[n:]
	// with room for as many as came since the last one
	hs.Turns = append(make([]PastTurn, 0, len(rest)+n), rest...)
	due := certificate.DueSave(k.Turn, hs.c.Options.Checkpoint, checkpointEvery, hs.c.Now.Sub(hs.c.Journal.Saved)) || hs.c.Journal.Spoilt
	if hs.c.Journal.Spoilt = false; due {
		hs.c.Journal.Save(k)
	}
	hs.certify(k, due)
}

// Keep takes a snapshot of the state when one is due.
func (hs *History) Keep() {
	if hs.c.Machine == nil || hs.c.Epoch == nil || hs.Stale || hs.Next.Snapshot != nil || hs.Executed == hs.Base.Turn {
		return
	}
	every := baseEvery
	if hs.c.Peers.Len() == 0 && hs.c.Journal.OwnsLog() {
		every = max(every, hs.c.Options.Checkpoint) // no peer can make a lone voter go back
	}
	if hs.c.Now.Sub(hs.Base.At) < every {
		return
	}
	hs.Next = hs.Capture()
	hs.Commit(hs.Committed)
}

// ResumeState executes the turns that were kept while the state was known to be wrong: no peer is left to
// take another state from.
func (hs *History) ResumeState() {
	if !hs.Stale {
		return
	}
	hs.Stale = false
	for _, t := range hs.Turns {
		if t.Number == hs.Executed+1 {
			hs.Execute(t)
		}
	}
}

// HashAt returns the chain hash after a turn of the own log, if that reaches back so far.
func (r *Progress) HashAt(turn uint64) (hash [32]byte, ok bool) {
	switch {
	case r.Forgotten:
		return hash, false // not even of the beginning: the machine is elsewhere
	case turn == r.Executed:
		return r.Hash, true
	case turn > r.Executed:
		return hash, false
	case turn == r.Base.Turn:
		return r.Base.Hash, true
	}
	if len(r.Turns) > 0 { // they are consecutive
		if turn < r.Turns[0].Number {
			return hash, false
		}
		if i := turn - r.Turns[0].Number; i < uint64(len(r.Turns)) && r.Turns[i].Number == turn {
			return r.Turns[i].Hash, true
		}
	}
	for _, t := range r.Turns {
		if t.Number == turn {
			return t.Hash, true
		}
	}
	return hash, false
}
