// Package trial executes a branch again in the background: the turns that it brings, from the state that this
// peer itself has of where the branch leaves the chain (see package rerun).
//
// The state comes from this peer's memory or file: the newest one before that point, and its own turns from
// there on, which must lead to the branch's first chain hash. A trial is at most one at a time for each
// island, and a slice of time in each tick. It costs as much memory as the branch's blob, one machine, and a
// few states. Its place goes to the file every few seconds, so that a restarted process goes on from there.
package trial

import (
	"cmp"
	"crypto/sha256"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/branchblob"
	"manyhold/net/host/kernel"
	"manyhold/net/host/rerun"
	"manyhold/net/store"
	"manyhold/net/store/segment"
)

const (
	// slice is how long turns are executed in one tick, and turnsMost how many at most: turns of the island,
	// which come every 50 ms, never wait for longer.
	slice     = 8 * time.Millisecond
	turnsMost = 500
	// keepEvery is how often the place goes to the file.
	keepEvery = 10 * time.Second
	// readPatience is how long the file may take for an answer. A file that lacks turns is asked again
	// readAgain later, readTries times: they may be on their way into it.
	readPatience = 10 * time.Second
	readAgain    = time.Second
	readTries    = 4
)

// Root is the point where a branch leaves the chain that goes on.
type Root struct {
	Turn  uint64
	Epoch uint64   // number of the last shared record
	Hash  [32]byte // chain hash there
	Own   []byte   // the state there; nil: it is derived
}

// Result is what a trial has found.
type Result struct {
	Base []byte // the state after Content.Turn; nil: it is not known here
	Tip  []byte // the state at the end that the turns lead to; nil: they do not, see Err
	Err  error  // nil, or a rerun.Error
}

// Task is a branch to be executed.
type Task struct {
	Name    [32]byte // of the blob that is tried
	Content *branchblob.Content
	Root    Root
	Done    func(Result)
}

// Trials executes one branch at a time.
type Trials struct {
	c   *kernel.Core
	now *trying
}

// New returns the trials of an island.
func New(c *kernel.Core) Trials { return Trials{c: c} }

// trying is a trial at work.
type trying struct {
	Task
	place   [32]byte // names of the file's places: of the execution,
	atBase  [32]byte // and of the base
	read    store.Reading
	asked   time.Time // the file; zero: nothing is awaited
	tries   int
	run     *rerun.Run
	own     bool // it executes this peer's own turns
	rest    [][]byte
	entries []store.Entry
	base    *store.Checkpoint
	kept    time.Time
}

// Busy reports whether there is work.
func (t *Trials) Busy() bool { return t.now != nil }

// Tries reports whether a blob is being tried.
func (t *Trials) Tries(name [32]byte) bool { return t.now != nil && t.now.Name == name }

// At is the turn that the execution has reached; zero: none is at work.
func (t *Trials) At() uint64 {
	if t.now == nil || t.now.run == nil || t.now.own {
		return 0
	}
	return t.now.run.Turn
}

// Stop gives the trial up. Its place in the file stays.
func (t *Trials) Stop() { t.now = nil }

// Begin tries a branch, in place of another one.
func (t *Trials) Begin(task Task) {
	id := task.Content.Offer().ID()
	name := func(what string) [32]byte {
		return sha256.Sum256(append(append([]byte("manyhold trial "+what), id[:]...), byte(task.Content.Turn), byte(task.Content.Turn>>8), byte(task.Content.Turn>>16), byte(task.Content.Turn>>24)))
	}
	t.now = &trying{Task: task, place: name("place"), atBase: name("base"), kept: t.c.Now}
	t.ask(store.Reading{Trial: t.now.atBase})
}

// ask reads from the file.
func (t *Trials) ask(what store.Reading) {
	t.now.read, t.now.asked = what, t.c.Now
	t.c.Out.Reads = append(t.c.Out.Reads, what)
}

// Read takes what was read.
func (t *Trials) Read(what store.Reading, s store.Stretch, err error) {
	x := t.now
	if x == nil || x.asked.IsZero() || x.read != what {
		return
	}
	x.asked = time.Time{}
	switch {
	case what.Trial == x.atBase && err == nil && s.From.Turn == x.Content.Turn:
		x.base = &s.From
		t.ask(store.Reading{Trial: x.place})
	case what.Trial == x.atBase:
		t.root()
	case what.Trial == x.place && err == nil && s.From.Turn > x.base.Turn && s.From.Turn <= x.Content.Last && !passes(x.Content, s.From.Turn):
		t.branch(s.From)
	case what.Trial == x.place:
		t.branch(*x.base)
	case err == nil:
		t.derive(s)
	case x.tries < readTries:
		x.tries++ // the turns may not be written yet
	default:
		t.end(Result{Err: rerun.Unproven("branch_no_base")})
	}
}

// root begins at the point where the branch leaves the chain.
func (t *Trials) root() {
	x := t.now
	if x.Root.Own != nil {
		t.branch(store.Checkpoint{Turn: x.Root.Turn, Epoch: x.Root.Epoch, Hash: x.Root.Hash, Snapshot: x.Root.Own})
		return
	}
	if s, ok := t.remembered(); ok {
		t.derive(s)
		return
	}
	t.ask(store.Reading{Turn: x.Root.Turn, Epoch: x.Root.Epoch})
}

// remembered is the way to the root from the state that the island can go back to.
func (t *Trials) remembered() (s store.Stretch, ok bool) {
	h := &t.c.History
	if h.Base.Snapshot == nil || h.Forgotten || h.Base.Turn > t.now.Root.Turn || h.Base.Epoch > t.now.Root.Epoch {
		return s, false
	}
	var entries []store.Entry
	for _, p := range h.Turns {
		entries = append(entries, store.Entry{Epoch: p.Epoch, Turn: p.Number, Hash: p.Hash, Body: p.Body})
	}
	s.From = store.Checkpoint{Turn: h.Base.Turn, Epoch: h.Base.Epoch, Hash: h.Base.Hash, Digest: h.Base.Digest, Snapshot: h.Base.Snapshot}
	s.Turns = segment.Between(entries, h.Base.Turn, t.now.Root.Turn)
	return s, s.Turns != nil
}

// derive executes own turns up to the root.
func (t *Trials) derive(s store.Stretch) {
	x := t.now
	run, err := rerun.Begin(rerun.Chain{World: t.c.World, Island: t.c.ID, Record: t.mine}, t.c.Machine.Another(), s.From)
	if err != nil {
		t.end(Result{Err: err})
		return
	}
	x.run, x.own, x.rest = run, true, s.Turns
}

// mine returns a record of the part of the chain that both share.
func (t *Trials) mine(number uint64) *epoch.Record {
	if number == 0 || number > t.now.Root.Epoch || number > uint64(len(t.c.Ancestry.Records)) {
		return nil
	}
	return t.c.Ancestry.Records[number-1]
}

// record returns a record of the branch, or of what it shares.
func (t *Trials) record(number uint64) *epoch.Record {
	if number <= t.now.Root.Epoch {
		return t.mine(number)
	}
	for _, list := range [...][]*epoch.Record{t.now.Content.Before, t.now.Content.Records} {
		for _, r := range list {
			if r.Number == number {
				return r
			}
		}
	}
	return nil
}

// branch executes the branch from a place on.
func (t *Trials) branch(from store.Checkpoint) {
	x := t.now
	chain := rerun.Chain{World: t.c.World, Island: t.c.ID, Record: t.record, Signed: true, Cache: t.c.Options.SignatureCache}
	run, err := rerun.Begin(chain, t.c.Machine.Another(), from)
	if err != nil {
		t.end(Result{Err: err})
		return
	}
	x.run, x.own, x.rest, x.entries = run, false, x.Content.Turns, nil
	if x.base == nil && x.Root.Turn == x.Content.Turn && from.Turn == x.Content.Turn {
		x.keepBase(t, from)
	}
}

// keepBase notes the state at the branch's beginning.
func (x *trying) keepBase(t *Trials, at store.Checkpoint) {
	x.base = &at
	t.c.Out.Trials = append(t.c.Out.Trials, store.Trial{Name: x.atBase, At: at})
}

// Work executes turns for a while.
func (t *Trials) Work() {
	x := t.now
	switch {
	case x == nil:
		return
	case x.run == nil:
		if wait := readPatience; !x.asked.IsZero() && t.c.Now.Sub(x.asked) > wait {
			t.end(Result{Err: rerun.Unproven("branch_no_base")})
		} else if x.asked.IsZero() {
			t.again()
		}
		return
	}
	began := t.elapsed()
	most := cmp.Or(t.c.Options.Hooks.Trial, turnsMost)
	for n := 0; n < most && t.now == x; n++ {
		if t.one(); n%8 == 7 && t.elapsed()-began >= slice {
			break
		}
	}
	if t.now == x && !x.own && x.base != nil && t.c.Now.Sub(x.kept) >= keepEvery {
		x.kept = t.c.Now
		t.c.Out.Trials = append(t.c.Out.Trials, store.Trial{Name: x.place, At: x.run.Place()})
	}
}

// again asks the file once more for turns that it lacked.
func (t *Trials) again() {
	if t.now.kept = latest(t.now.kept, t.c.Now.Add(-readAgain)); t.c.Now.Sub(t.now.kept) >= readAgain {
		t.now.kept = t.c.Now
		t.root()
	}
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

func (t *Trials) elapsed() time.Duration {
	if t.c.Measures.Elapsed == nil {
		return 0
	}
	return t.c.Measures.Elapsed()
}

// next is the next turn to execute.
func (x *trying) next() (e store.Entry, ok bool, err error) {
	for len(x.entries) == 0 {
		if len(x.rest) == 0 {
			return e, false, nil
		}
		if x.entries, err = segment.Decode(x.rest[0]); err != nil {
			return e, false, rerun.Forged("branch_broken_chain", "turn", "")
		}
		if x.rest = x.rest[1:]; !x.own && len(x.entries) > 0 && x.run.Turn == x.Root.Turn && x.entries[0].Turn > x.run.Turn+1 {
			return e, false, rerun.Unproven("branch_no_turns") // the archive begins later
		}
		for len(x.entries) > 0 && x.entries[0].Turn <= x.run.Turn { // executed before
			x.entries = x.entries[1:]
		}
	}
	e, x.entries = x.entries[0], x.entries[1:]
	return e, true, nil
}

// one executes one turn, or ends a part.
func (t *Trials) one() {
	x := t.now
	e, ok, err := x.next()
	switch {
	case err != nil:
	case !ok && x.own:
		t.reached()
		return
	case !ok:
		err = t.finish()
	default:
		err = t.step(e)
	}
	if err != nil && t.now == x {
		r := Result{Err: err}
		if x.base != nil {
			r.Base = x.base.Snapshot
		}
		t.end(r)
	}
}

// reached goes on with the branch at its root.
func (t *Trials) reached() {
	x := t.now
	if x.run.Turn == x.Root.Turn && x.run.Cross(x.Root.Epoch) != nil || x.run.Turn != x.Root.Turn {
		t.end(Result{Err: rerun.Unproven("branch_no_base")})
		return
	}
	if x.run.Hash != x.Root.Hash {
		t.end(Result{Err: rerun.Forged("branch_other_state")})
		return
	}
	t.branch(x.run.Place())
}

// step executes a turn of the branch or before it.
func (t *Trials) step(e store.Entry) error {
	x := t.now
	if !x.own {
		for x.run.Epoch < e.Epoch { // the states between two epochs
			if err := t.cross(); err != nil {
				return err
			}
		}
	}
	if err := x.run.Step(e); err != nil {
		return err
	}
	if !x.own && x.base == nil && x.run.Turn == x.Content.Turn {
		x.keepBase(t, x.run.Place())
	}
	return nil
}

// cross enters the next epoch of the branch. A state that the branch says it had there must be that one.
func (t *Trials) cross() error {
	x := t.now
	if x.base == nil && x.run.Turn == x.Content.Turn {
		x.keepBase(t, x.run.Place())
	}
	if s := x.Content.Later[x.run.Epoch+1]; s != nil && string(s) != string(x.run.Machine.Snapshot(nil)) {
		return rerun.Forged("branch_other_end")
	}
	return x.run.Cross(x.run.Epoch + 1)
}

// finish compares the end of the branch with what it claims.
func (t *Trials) finish() error {
	x := t.now
	last := x.Root.Epoch
	if n := len(x.Content.Records); n > 0 {
		last = x.Content.Records[n-1].Number
	}
	if x.Content.Turns == nil && x.Content.Last > x.run.Turn {
		return rerun.Unproven("branch_no_turns")
	}
	for x.run.Epoch < last {
		if err := t.cross(); err != nil {
			return err
		}
	}
	if x.run.Turn != x.Content.Last || x.run.Hash != x.Content.Hash {
		return rerun.Forged("branch_broken_chain", "turn", "")
	}
	tip := x.run.Machine.Snapshot(nil)
	if string(tip) != string(x.Content.Tip) {
		return rerun.Forged("branch_other_end")
	}
	if x.base == nil {
		return rerun.Unproven("branch_no_base")
	}
	t.end(Result{Base: x.base.Snapshot, Tip: tip})
	return nil
}

// end tells the result.
func (t *Trials) end(r Result) {
	x := t.now
	t.now = nil
	t.c.Out.Trials = append(t.c.Out.Trials, store.Trial{Name: x.atBase}, store.Trial{Name: x.place})
	x.Done(r)
}
