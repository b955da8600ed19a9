// Package join founds an island, resumes it from the file, takes it over from a peer that has it, and gives
// it to peers that want it.
package join

import (
	"errors"
	"fmt"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/host/recordlist"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/store"
	"manyhold/net/transfer"
)

// fetchPatience is how long the peer that was asked for the island may be silent before another is asked: two
// may fall silent, one after the other, until a third gives it within five seconds.
const fetchPatience = 2 * time.Second

// silentFor is how long the asked peer may be silent before a voter with a wrong state asks another:
// meanwhile the voter is unfit to lead, and its log may be the newest.
const silentFor = time.Second

// behindPatience is how long a peer that was behind is not asked again.
const behindPatience = 250 * time.Millisecond

// Joining takes an island over from a peer that has it.
type Joining struct {
	c *kernel.Core
	kernel.ObserverBase

	Fetch *Fetch
}

// New makes the mechanism of an island.
func New(c *kernel.Core) *Joining { return &Joining{c: c} }

// Join makes the core one that waits for a link to a peer that has the world.
func (j *Joining) Join(now time.Time, world store.WorldID) error {
	if j.c.Options.Open == nil {
		return errors.New("host: Join needs Options.Open")
	}
	j.c.SetTime(now)
	j.c.World = world
	j.Fetch = &Fetch{Why: "joining"}
	return nil
}

// Resync replaces the state by that of a peer. Turns that are ordered meanwhile are kept, not executed.
func (j *Joining) Resync(from key.ID, why string) {
	if j.Fetch != nil {
		return
	}
	j.c.Counters[counter.Resyncs]++
	j.c.History.Stale = true
	j.Fetch = &Fetch{Why: why}
	j.c.Event("fetching the world's state from a peer", "why", why)
	j.AskFor(from)
}

// ReplaceWrong replaces this peer's wrong state by that of a peer with the right digest.
func (j *Joining) ReplaceWrong(from key.ID, right message.Digest) {
	j.Resync(from, kernel.WhyDiffers)
	j.Fetch.differs = right
}

// Step goes on with the fetch in progress.
func (j *Joining) Step() {
	f := j.Fetch
	if f == nil || j.c.Abandon.Archiving() {
		return
	}
	if f.Waits() && (f.Expired(j.c.Now, j.patience(), 0) || f.Expired(j.c.Now, silentFor, 0) && j.c.History.Stale && j.silent(f.Source())) {
		f.late = f.Source()
		j.giveUp(f.late)
	}
	if j.c.Provisional.Between() && (!f.Waits() || j.c.Provisional.TurnedBack(j.c.Peers.Get(f.Source()))) {
		j.c.Provisional.ComeBack()
		return
	}
	if !f.Waits() {
		if id, ok := j.WhoHasIt(); ok {
			j.AskFor(id)
		} else if j.c.History.Stale && f.differs.Turn != 0 {
			j.c.Comparison.Remake(f.differs)
		}
		return
	}
	if f.receive == nil {
		return
	}
	for _, o := range f.receive.Next(j.c.Now.Sub(j.c.Began)) {
		j.c.Send(o.To, link.Stream, o.Message)
	}
	if there, _ := f.receive.Progress(); there != f.there {
		f.there = there
		f.Moved(j.c.Now)
	}
	if f.receive.Done() {
		if err := j.arrive(); err == errBehind {
			f.receive = nil
			f.Drop() // it is asked again, for one of this epoch
		} else if err != nil {
			j.c.Event("a snapshot was refused", "peer", f.Source().Short(), "why", err.Error())
			from := f.Source()
			if j.giveUp(from); errors.Is(err, errBehind) {
				f.Avoid(from, j.c.Now.Add(behindPatience))
			} else {
				j.c.Counters[counter.Garbage]++
			}
		}
	}
}

// WhoHasIt chooses the peer to ask: of the peers that are furthest, the nearest. Peers that only play give
// nothing, except to the lone voter for which all wait.
func (j *Joining) WhoHasIt() (best key.ID, ok bool) {
	var least uint64
	if n := len(j.c.Ancestry.Records); n > 0 {
		least = j.c.Ancestry.Records[n-1].Number
	}
	all := true
	j.c.Peers.Each(func(p *kernel.Peer) { all = all && (!p.Greeted || p.Epoch == 0 || j.c.Provisional.StillLacks(p)) })
	// it may be this very peer that all wait for
	desperate := all && (j.c.Machine == nil || j.c.History.Forgotten) || j.c.Leader.Blind() || j.c.Epochs.Restart != nil
	var chosen *kernel.Peer
	j.c.Peers.Each(func(p *kernel.Peer) {
		// those in a later epoch may wait for this very peer to come there
		lacks := j.c.Provisional.StillLacks(p) && (p.Epoch == least || j.c.Machine == nil)
		if !p.Greeted || p.Epoch == 0 || (lacks || p.Said.PlayOnly) && !desperate || j.WaitsToo(p) || p.Epoch < least || j.c.Epochs.Restart != nil && !j.c.Lone.HoldsMore(p) || !j.Fetch.May(j.c.Now, p.Key) {
			return
		}
		if chosen == nil || p.Said.Firm && !chosen.Said.Firm || p.Said.Firm == chosen.Said.Firm && (p.Epoch > chosen.Epoch || p.Epoch == chosen.Epoch && p.RTT < chosen.RTT) {
			chosen = p
		}
	})
	if chosen == nil {
		return best, false
	}
	return chosen.Key, true
}

// WaitsToo reports whether a peer said a moment ago that it has no turns either. The recovery asks for its
// log.
func (j *Joining) WaitsToo(p *kernel.Peer) bool {
	return j.c.Machine != nil && j.c.Recovery.Reported(p.Key)
}

// ReceiveRecords takes a part of the records that precede a Welcome.
func (j *Joining) ReceiveRecords(p *kernel.Peer, b []byte) error {
	f := j.Fetch
	if !j.answers(p) {
		return kernel.ErrUnexpected
	}
	_, list, done, err := p.Collect(b, recordlist.Usual)
	if err != nil {
		j.giveUp(p.Key)
		return err
	}
	f.Moved(j.c.Now)
	if !done {
		return nil
	}
	if len(list) > 0 && j.c.ID != message.Home && j.c.Islands != nil {
		if f.ancestors, err = j.c.Islands.Begins(list[0]); err != nil {
			return j.askAnother(p, err)
		}
	}
	f.records = list
	return nil
}

// askAnother asks another for the island next time, because this one's has not been proven to be one. It may
// have been divided off a moment ago, by a record of home that has not come here.
func (j *Joining) askAnother(p *kernel.Peer, err error) error {
	j.giveUp(p.Key)
	j.c.Counters[counter.Unproven]++
	if errors.Is(err, kernel.ErrUnproven) {
		j.Fetch.Avoid(p.Key, j.c.Now.Add(behindPatience))
		return nil
	}
	return err
}

// ReceiveWelcome takes the announcement of a state that was asked for.
func (j *Joining) ReceiveWelcome(p *kernel.Peer, b []byte) error {
	f := j.Fetch
	if f == nil || p.Key != f.Source() {
		return kernel.ErrUnexpected
	}
	w, err := message.DecodeWelcome(b)
	if err == nil {
		err = j.verify(&w)
	}
	if err != nil {
		j.giveUp(p.Key)
		if err == errBehind {
			err = nil // this peer's own file may be the only copy left
		}
		return err
	}
	f.Welcome = &w
	f.Moved(j.c.Now)
	f.receive = transfer.NewReceiver(nil, transfer.Limits{})
	return nil
}

// ReceiveBlock takes a part of the state.
func (j *Joining) ReceiveBlock(p *kernel.Peer, b []byte) error {
	f := j.Fetch
	if f == nil || f.receive == nil || p.Key != f.Source() {
		return nil // of a transfer that is over
	}
	if b[0] == kindHave {
		h, err := transfer.DecodeHave(b)
		if err == nil && h.Root != f.Welcome.Root {
			err = kernel.ErrUnexpected
		}
		if err != nil {
			return err
		}
		return f.receive.Have(p.Key, b)
	}
	f.Moved(j.c.Now)
	err := f.receive.Receive(p.Key, b, j.c.Now.Sub(j.c.Began))
	j.Step()
	return err
}

// arrive takes over the snapshot that has come.
func (j *Joining) arrive() error {
	f, w := j.Fetch, j.Fetch.Welcome
	snapshot := f.receive.Snapshot()
	if j.c.Epoch != nil && w.Epoch < j.c.Epoch.Record().Number {
		return errBehind // this epoch began meanwhile, and a peer that leaves it cannot vote in it again
	}
	if j.Falls(w) {
		return errBehind // a longer log has come meanwhile
	}
	if j.fits() != nil {
		return errBehind // an epoch began meanwhile, and this state is of another fork
	}
	if j.c.Provisional.Between() && w.Epoch == j.c.Ancestry.Last().Number {
		j.c.Provisional.ComeBack() // so has the peer of this fork
		return nil
	}
	if m, _ := f.receive.Manifest(); m.Turn != w.At.Turn {
		return fmt.Errorf("host: the snapshot is of turn %d, not %d", m.Turn, w.At.Turn)
	}
	if j.c.Machine == nil && j.c.Journal.Opened.Machine == nil {
		m, l, err := j.c.Options.Open(w.Genesis)
		if err != nil {
			j.Fetch.AvoidNone()
			return err
		}
		j.c.Journal.Opened = kernel.Opened{Machine: m, Log: l}
		j.c.Out.Log = l
	}
	mine := j.overtake(w)
	k := kernel.KeptState{At: j.c.Now, Turn: w.At.Turn, Epoch: w.Epoch, Hash: w.At.Hash, Digest: w.Digest, Snapshot: snapshot}
	if err := j.tryOn(snapshot, w.Digest); err != nil {
		return err
	}
	if j.c.Machine == nil {
		j.c.Machine, j.c.Journal.Log, j.c.Genesis, j.c.Journal.Opened = j.c.Journal.Opened.Machine, j.c.Journal.Opened.Log, w.Genesis, kernel.Opened{}
	}
	if mine != nil && j.c.Options.On.Desync != nil {
		j.c.Options.On.Desync(kernel.Desync{Turn: w.At.Turn, Source: f.Source(), Mine: mine, Right: snapshot})
	}
	j.settleIn(k)
	return nil
}

// overtake steps a wrong state to the turn of the right one, so that the two can be compared; nil when that
// cannot be, as where land came or went between.
func (j *Joining) overtake(w *message.Welcome) []byte {
	if j.c.Epoch == nil || j.Fetch.Why != kernel.WhyDiffers || j.c.Options.On.Desync == nil || j.c.History.Executed > w.At.Turn {
		return nil
	}
	for _, r := range j.Fetch.records {
		if r.Number > j.c.History.Epoch && r.Number <= w.Epoch && (r.ChangesLand() || r.Reason == epoch.Merged) {
			return nil
		}
	}
	for _, t := range j.c.History.Turns {
		if t.Number == j.c.History.Executed+1 && t.Number <= w.At.Turn {
			if j.c.History.Step(t.Body) != nil {
				return nil
			}
			j.c.History.Executed = t.Number
		}
	}
	if j.c.History.Executed != w.At.Turn {
		return nil
	}
	return j.c.Machine.Snapshot(nil)
}

// settleIn goes on from a state that was taken over: within the log when it has that place, else from
// there on.
func (j *Joining) settleIn(k kernel.KeptState) {
	f, w := j.Fetch, j.Fetch.Welcome
	j.c.Abandon.Replaced(f.records)
	j.c.Provisional.LeavesFirm(f.records)
	j.Fetch = nil
	j.c.History.Stale, j.c.History.Forgotten = false, false
	record := f.records[len(f.records)-1]
	j.c.History.OrderedAt, j.c.History.Returned = j.c.Now, j.c.Provisional.LackedIn(record)
	within := false
	if j.c.Epoch != nil && j.c.Epoch.Record().Number == w.Epoch && !j.c.Epoch.Deceived() {
		at, ok := j.c.Epoch.At(w.At.Turn)
		within = ok && at.Hash == w.At.Hash
	}
	j.c.Epochs.Outrun(record)
	joined := len(j.c.Ancestry.Records) == 0
	if joined {
		j.c.Ancestry.Ancestors = f.ancestors
	}
	for _, r := range f.records {
		if n := len(j.c.Ancestry.Records); n == 0 || j.c.Ancestry.Records[n-1].Number < r.Number {
			j.c.Ancestry.AddRecord(r)
			j.c.Out.Records = append(j.c.Out.Records, j.c.History.Row(r))
		}
	}
	if joined {
		j.c.Abandon.LookAgain()
	}
	later := j.c.History.Turns
	j.c.Parcels.ClearOutbox()
	j.c.History.Place(k)
	j.c.Own.Restore()
	j.c.Own.Take(j.c.Machine.Sequence(j.c.Me), k.Turn)
	j.c.History.Ring = [kernel.DigestRing]message.Digest{}
	j.c.History.Ring[k.Turn%kernel.DigestRing] = message.Digest{Turn: k.Turn, Term: w.At.Term, Sum: k.Digest}
	j.c.History.Base, j.c.History.Next, j.c.History.Turns = k, kernel.KeptState{}, nil
	j.c.History.Committed = max(j.c.History.Committed, k.Turn)
	if k.Turn > j.c.Journal.Given || !within {
		j.c.Journal.Given = k.Turn
	}
	j.c.Journal.Save(k) // whatever checkpoint is in the file may be of the wrong state
	j.c.Comparison.CompareFrom(k.Turn)
	j.c.Fork.ShowState(k.Turn, k.Epoch, k.Digest)
	j.c.Event("fetched the world's state from a peer", "epoch", w.Epoch, "turn", k.Turn, "peer", f.Source().Short(), "bytes", len(k.Snapshot))
	if within {
		for _, t := range later {
			if t.Number > k.Turn {
				j.c.History.Turns = append(j.c.History.Turns, t)
				j.c.History.Execute(t)
			}
		}
	} else if none := w.NoPlace(record); j.c.Lone.AwaitsMe(record) && (none || !joined) {
		j.c.Lone.RecoverAlone(later)
	} else if none {
		j.c.Epoch, j.Fetch = nil, &Fetch{Why: "returning"}
	} else {
		j.c.Epochs.Enter(record, w.At)
	}
	for _, k := range j.c.Peers.Keys() {
		j.c.Peers.Greet(k, false)
	}
	j.c.Follower.Fresh = true
}
