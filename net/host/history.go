package host

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
	// digestRing is how many turns' digests are kept to be compared.
	digestRing = 256
)

// History is the machine's way to its present state: it executes turns, goes back, and changes the state
// between two epochs. It owns the states that the island can go back to and the turns since.
type History struct {
	c *Core
	replica

	blobs     map[uint64][]byte // of the file's epochs, for changes that are to be made again
	births    []birth           // for World to begin
	unborn    map[uint64]bool   // islands carved out here that are not in the file yet
	replaying bool              // the file's turns
	firm      time.Time         // when a turn of a firm epoch was ordered last
}

// replica is the history that led to the machine's present state.
type replica struct {
	forgotten bool // there is none: it was that of another fork

	executed    uint64 // last turn
	hash        [32]byte
	epoch       uint64
	committed   uint64
	recent      [message.DigestsSaid]message.Digest // for newest
	orderedAt   time.Time
	returned    bool // it came back into an epoch in which others lack turns, and has had none since
	committedAt time.Time
	rewound     bool // tell at the next turn that the state went back
	altered     bool // tell at the next turn that the state was changed before it
	stale       bool // the state is known to be wrong: turns are kept and not executed

	base  kept   // a committed state, and
	next  kept   // one that is not committed yet
	turns []past // the turns after base

	ring [digestRing]message.Digest // the newest digests, by turn
}

// kept is a state at a turn.
type kept struct {
	at       time.Time
	turn     uint64
	epoch    uint64
	hash     [32]byte
	digest   uint64
	snapshot []byte
}

// past is a turn after the base, not parsed: turns are executed again only after the state went back.
type past struct {
	epoch.Turn
	epoch uint64
}

// newest returns the newest n digests, newest first, of consecutive turns.
func (r *replica) newest(n int) []message.Digest {
	out := r.recent[:0]
	for t := r.executed; len(out) < n && t > 0; t-- {
		d := r.ring[t%digestRing]
		if d.Turn != t {
			break
		}
		out = append(out, d)
	}
	return out
}

// ordered takes one ordered turn: it is executed at once.
func (hs *History) ordered(t epoch.Turn) {
	hs.orderedAt, hs.returned = hs.c.now, false
	if hs.c.e.Record().Firm {
		hs.firm = hs.c.now
	}
	if h := hs.turns; len(h) == cap(h) { // doubled: append would copy it all more often
		hs.turns = slices.Grow(h, min(max(len(h), 64), epoch.Kept))
	}
	now := past{t, hs.c.e.Record().Number}
	now.Parsed = nil // it is executed once, as a rule
	hs.turns = append(hs.turns, now)
	if !hs.stale {
		hs.execute(past{t, now.epoch})
	}
	hs.c.journal.appendOwn()
}

// step executes a turn that is not parsed. Its error is Parse's; the state is unchanged then.
func (hs *History) step(body []byte) error {
	turn, err := hs.c.machine.Parse(body)
	if err == nil {
		hs.c.machine.Step(turn)
	}
	return err
}

// execute steps the machine through one turn.
func (hs *History) execute(t past) {
	if t.epoch > hs.epoch {
		hs.crossInto(t.epoch)
	}
	if hs.stale {
		return
	}
	if t.Number != hs.executed+1 {
		panic(fmt.Sprintf("host: turn %d executed after %d", t.Number, hs.executed))
	}
	var began time.Duration
	if hs.c.measures.elapsed != nil {
		began = hs.c.measures.elapsed()
	}
	if t.Parsed != nil {
		hs.c.machine.Step(t.Parsed)
	} else if err := hs.step(t.Body); err != nil {
		hs.c.counters[counter.TurnsRefused]++ // on every peer alike: Parse depends on the bytes only
	}
	sum := hs.c.machine.Digest()
	if hs.c.measures.elapsed != nil {
		hs.c.measures.steps.add(hs.c.measures.elapsed() - began)
	}
	hs.c.counters[counter.TurnsExecuted]++
	hs.executed, hs.hash, hs.epoch = t.Number, t.Hash, t.epoch
	hs.ring[t.Number%digestRing] = message.Digest{Turn: t.Number, Term: t.Term, Sum: sum}
	hs.c.parcels.markOutbox()
	hs.c.own.take(hs.c.machine.Sequence(hs.c.me), t.Number)
	if hs.c.fork.quietNow() {
		hs.rewound = true
	} else {
		if hs.c.options.On.Turn != nil {
			hs.c.options.On.Turn(Executed{Island: hs.c.island, Machine: hs.c.machine, Turn: t.Number, Epoch: t.epoch, Body: t.Body, Digest: sum, Rewound: hs.rewound, Altered: hs.altered})
		}
		hs.rewound, hs.altered = false, false
	}
	for _, o := range hs.c.observers {
		o.turnExecuted(t.Number)
	}
	hs.keepCertified(t.Number)
}

// back returns to the state after a turn: turns after it were ordered, and are lost.
func (hs *History) back(to uint64) {
	hs.c.counters[counter.Rewinds]++
	h := hs.turns
	for len(h) > 0 && h[len(h)-1].Number > to {
		h = h[:len(h)-1]
	}
	hs.turns = h
	if hs.next.turn > to {
		hs.next = kept{}
	}
	for _, o := range hs.c.observers {
		o.wentBack(to)
	}
	if hs.executed <= to {
		return
	}
	if to < hs.base.turn {
		panic(fmt.Sprintf("host: back to turn %d, before the committed %d", to, hs.base.turn))
	}
	hs.c.event("went back", "from", hs.executed, "to", to)
	if err := hs.c.machine.Restore(hs.base.snapshot); err != nil {
		panic(fmt.Sprintf("host: own snapshot: %v", err))
	}
	hs.place(hs.base)
	hs.c.own.restore()
	for _, t := range h {
		hs.execute(t)
	}
}

// place says that the machine is in a kept state.
func (hs *History) place(k kept) {
	hs.executed, hs.hash, hs.epoch = k.turn, k.hash, k.epoch
	for i := range hs.ring {
		if hs.ring[i].Turn > k.turn {
			hs.ring[i] = message.Digest{}
		}
	}
	hs.rewound = true
	hs.c.parcels.rewind(k.turn)
}

// capture keeps the present state.
func (hs *History) capture() kept {
	return kept{at: hs.c.now, turn: hs.executed, epoch: hs.epoch, hash: hs.hash,
		digest: hs.c.machine.Digest(), snapshot: hs.c.machine.Snapshot(nil)}
}

// commit takes the turns that are known to be safe: they go to the file, and states up to them may be kept as
// base.
func (hs *History) commit(turn uint64) {
	if turn > hs.committed {
		hs.committed, hs.committedAt = turn, hs.c.now
	}
	hs.c.own.commit(hs.committed)
	for _, o := range hs.c.observers {
		o.turnCommitted()
	}
	if !hs.c.journal.ownsLog() {
		hs.c.journal.appendTo(hs.committed)
	}
	if n := hs.next; n.snapshot != nil && n.turn <= hs.committed {
		hs.rebase(n)
		hs.next = kept{}
	}
}

// rebase makes a committed state the one to go back to.
func (hs *History) rebase(k kept) {
	hs.c.journal.appendTo(k.turn)
	hs.base = k
	n := 0
	for n < len(hs.turns) && hs.turns[n].Number <= k.turn {
		n++
	}
	rest := hs.turns[n:]
	// with room for as many as came since the last one
	hs.turns = append(make([]past, 0, len(rest)+n), rest...)
	due := certificate.DueSave(k.turn, hs.c.options.Checkpoint, checkpointEvery, hs.c.now.Sub(hs.c.journal.saved)) || hs.c.journal.spoilt
	if hs.c.journal.spoilt = false; due {
		hs.c.journal.save(k)
	}
	hs.certify(k, due)
}

// keep takes a snapshot of the state when one is due.
func (hs *History) keep() {
	if hs.c.machine == nil || hs.c.e == nil || hs.stale || hs.next.snapshot != nil || hs.executed == hs.base.turn {
		return
	}
	every := baseEvery
	if hs.c.peers.Len() == 0 && hs.c.journal.ownsLog() {
		every = max(every, hs.c.options.Checkpoint) // no peer can make a lone voter go back
	}
	if hs.c.now.Sub(hs.base.at) < every {
		return
	}
	hs.next = hs.capture()
	hs.commit(hs.committed)
}

// resumeState executes the turns that were kept while the state was known to be wrong: no peer is left to
// take another state from.
func (hs *History) resumeState() {
	if !hs.stale {
		return
	}
	hs.stale = false
	for _, t := range hs.turns {
		if t.Number == hs.executed+1 {
			hs.execute(t)
		}
	}
}

// hashAt returns the chain hash after a turn of the own log, if that reaches back so far.
func (r *replica) hashAt(turn uint64) (hash [32]byte, ok bool) {
	switch {
	case r.forgotten:
		return hash, false // not even of the beginning: the machine is elsewhere
	case turn == r.executed:
		return r.hash, true
	case turn > r.executed:
		return hash, false
	case turn == r.base.turn:
		return r.base.hash, true
	}
	if len(r.turns) > 0 { // they are consecutive
		if turn < r.turns[0].Number {
			return hash, false
		}
		if i := turn - r.turns[0].Number; i < uint64(len(r.turns)) && r.turns[i].Number == turn {
			return r.turns[i].Hash, true
		}
	}
	for _, t := range r.turns {
		if t.Number == turn {
			return t.Hash, true
		}
	}
	return hash, false
}
