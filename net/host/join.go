package host

import (
	"errors"
	"fmt"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/store"
	"manyhold/net/transfer"
)

// fetchPatience is how long the peer that was asked for the island may be silent before another is asked: two may fall silent, one
// after the other, until a third gives it within five seconds.
const fetchPatience = 2 * time.Second

// silentFor is how long nothing at all is heard of it before a voter whose state is wrong asks another: meanwhile it is unfit to lead,
// and its log may be the newest.
const silentFor = time.Second

// behindPatience is how long who was behind is not asked again.
const behindPatience = 250 * time.Millisecond

// fetch is the island on its way to this peer: because it has none, missed too much, or has a wrong one.
type fetch struct {
	from    key.ID // who was asked; zero: nobody yet
	asked   time.Time
	moved   time.Time
	there   int // bytes
	why     string
	differs message.Digest // what the own state should have left; zero: it is not wrong
	firm    bool           // nothing is taken that goes on provisionally: that was just left
	failed  map[key.ID]time.Time
	records []*epoch.Record
	lineage []*epoch.Record // of the island whose records these are
	welcome *message.Welcome
	receive *transfer.Receiver
}

// Join makes the core one that waits for a link to somebody who has the world.
func (c *Core) Join(now time.Time, world store.WorldID) error {
	if c.options.Open == nil {
		return errors.New("host: Join needs Options.Open")
	}
	c.at(now)
	c.world = world
	c.fetch = &fetch{why: "joining"}
	return nil
}

// whyDiffers says that a state is replaced because it is wrong, not because it is missing or old.
const whyDiffers = "its state differs from the others'"

// resync has the state replaced by that of a peer. What is ordered meanwhile is kept, not executed.
func (c *Core) resync(from key.ID, why string) {
	if c.fetch != nil {
		return
	}
	c.counters[counter.Resyncs]++
	c.state.frozen = true
	c.fetch = &fetch{why: why}
	c.event("taking the state of a peer", "why", why)
	c.askFor(from)
}

func (f *fetch) lost(c *Core, id key.ID) {
	if f.receive != nil {
		f.receive.Lost(id)
	}
	if f.from == id {
		f.from = key.ID{}
	}
}

// askFor asks one peer for the island.
func (c *Core) askFor(id key.ID) {
	f := c.fetch
	f.from, f.asked, f.moved = id, c.now, c.now
	f.records, f.lineage, f.welcome, f.receive, f.there = nil, nil, nil, nil, 0
	if c.peers[id] == nil {
		f.from = key.ID{}
		return
	}
	c.greet(id, true)
}

// join goes on with what is being fetched.
func (c *Core) join() {
	f := c.fetch
	if f == nil || c.archiving() {
		return
	}
	if silent := c.now.Sub(f.moved); !f.from.IsZero() && (silent > fetchPatience || silent > silentFor && c.state.frozen && c.silent(f.from)) {
		c.giveUp(f.from)
	}
	if c.between() && (f.from.IsZero() || c.turnedBack(c.peers[f.from])) {
		c.comeBack()
		return
	}
	if f.from.IsZero() {
		if id, ok := c.whoHasIt(); ok {
			c.askFor(id)
		} else if c.state.frozen && f.differs.Turn != 0 {
			c.remake(f.differs)
		}
		return
	}
	if f.receive == nil {
		return
	}
	for _, o := range f.receive.Next(c.now.Sub(c.began)) {
		c.send(o.To, link.Stream, o.Message)
	}
	if there, _ := f.receive.Progress(); there != f.there {
		f.there, f.moved = there, c.now
	}
	if f.receive.Done() {
		if err := c.arrive(); err == errBehind {
			f.from, f.receive = key.ID{}, nil // it is asked again, for one of this epoch
		} else if err != nil {
			c.event("a snapshot was refused", "peer", f.from.Short(), "why", err.Error())
			from := f.from
			if c.giveUp(from); errors.Is(err, errBehind) {
				f.failed[from] = c.now.Add(behindPatience - fetchPatience)
			} else {
				c.counters[counter.Garbage]++
			}
		}
	}
}

// silent reports whether nothing has been heard of a peer for silentFor.
func (c *Core) silent(id key.ID) bool {
	p := c.peers[id]
	return p == nil || c.now.Sub(p.heard) > silentFor
}

// giveUp asks somebody else next time.
func (c *Core) giveUp(id key.ID) {
	f := c.fetch
	if f.failed == nil {
		f.failed = map[key.ID]time.Time{}
	}
	f.failed[id] = c.now
	f.from = key.ID{}
}

// whoHasIt chooses the peer to ask: who is furthest, and of those the nearest.
func (c *Core) whoHasIt() (best key.ID, ok bool) {
	var least uint64
	if n := len(c.records); n > 0 {
		least = c.records[n-1].Number
	}
	all := true
	c.each(func(p *peer) { all = all && (!p.greeted || p.epoch == 0 || c.stillLacks(p)) })
	desperate := all && (c.machine == nil || c.state.forgotten) || c.blind() || c.recovery != nil // it may be this very peer that all wait for
	var chosen *peer
	c.each(func(p *peer) {
		lacks := c.stillLacks(p) && (p.epoch == least || c.machine == nil) // those in a later epoch may wait for this very peer to come there
		if !p.greeted || p.epoch == 0 || lacks && !desperate || c.waitsToo(p) || p.epoch < least || c.recovery != nil && !c.holdsMore(p) || c.now.Sub(c.fetch.failed[p.key]) < fetchPatience {
			return
		}
		if chosen == nil || p.said.Firm && !chosen.said.Firm || p.said.Firm == chosen.said.Firm && (p.epoch > chosen.epoch || p.epoch == chosen.epoch && p.rtt < chosen.rtt) {
			chosen = p
		}
	})
	if chosen == nil {
		return best, false
	}
	return chosen.key, true
}

// waitsToo reports whether a peer said a moment ago that it has no turns either. What it has is asked for by
// the recovery.
func (c *Core) waitsToo(p *peer) bool {
	if c.reunion == nil || c.machine == nil {
		return false
	}
	h, ok := c.reunion.reports[p.key]
	return ok && c.now.Sub(h.at) <= reportLife
}

func (c *Core) receiveRecords(p *peer, b []byte) error {
	f := c.fetch
	if f == nil || p.key != f.from {
		return errUnexpected
	}
	anew, records, err := message.DecodeRecords(b)
	if err != nil {
		return err
	}
	if anew {
		f.records = nil
	}
	if len(f.records) == 0 && len(records) > 0 && c.island != message.Home && c.siblings != nil {
		if f.lineage, err = c.siblings.directory.begins(records[0]); err != nil {
			return c.doubts(p, err)
		}
	}
	if f.records = append(f.records, records...); len(f.records) > message.MaxRecords {
		c.giveUp(p.key)
		return fmt.Errorf("host: more than %d records", message.MaxRecords)
	}
	f.moved = c.now
	return nil
}

func (c *Core) receiveWelcome(p *peer, b []byte) error {
	f := c.fetch
	if f == nil || p.key != f.from {
		return errUnexpected
	}
	w, err := message.DecodeWelcome(b)
	if err == nil {
		err = c.verify(&w)
	}
	if err != nil {
		c.giveUp(p.key)
		if err == errBehind {
			err = nil // what the own file has may be all that is left of it
		}
		return err
	}
	f.welcome, f.moved = &w, c.now
	f.receive = transfer.NewReceiver(nil, transfer.Limits{})
	return nil
}

func (c *Core) receiveBlock(p *peer, b []byte) error {
	f := c.fetch
	if f == nil || f.receive == nil || p.key != f.from {
		return nil // of a transfer that is over
	}
	if b[0] == kindHave {
		h, err := transfer.DecodeHave(b)
		if err == nil && h.Root != f.welcome.Root {
			err = errUnexpected
		}
		if err != nil {
			return err
		}
		return f.receive.Have(p.key, b)
	}
	f.moved = c.now
	err := f.receive.Receive(p.key, b, c.now.Sub(c.began))
	c.join()
	return err
}

// arrive takes over the snapshot that has come.
func (c *Core) arrive() error {
	f, w := c.fetch, c.fetch.welcome
	snapshot := f.receive.Snapshot()
	if c.e != nil && w.Epoch < c.e.Record().Number {
		return errBehind // this epoch began meanwhile, and who leaves it cannot vote in it any more
	}
	if c.falls(w) {
		return errBehind // a longer log has come meanwhile
	}
	if c.fits() != nil {
		return errBehind // an epoch began meanwhile in the line that this is not the state of
	}
	if c.between() && w.Epoch == c.last().Number {
		c.comeBack() // so has the peer whose line this was
		return nil
	}
	if m, _ := f.receive.Manifest(); m.Turn != w.At.Turn {
		return fmt.Errorf("host: the snapshot is of turn %d, not %d", m.Turn, w.At.Turn)
	}
	if c.machine == nil && c.opened.machine == nil {
		m, l, err := c.options.Open(w.Genesis)
		if err != nil {
			c.fetch.failed = nil
			return err
		}
		c.opened = opened{m, l}
		c.out.Log = l
	}
	mine := c.overtake(w)
	k := kept{at: c.now, turn: w.At.Turn, epoch: w.Epoch, hash: w.At.Hash, digest: w.Digest, snapshot: snapshot}
	if err := c.tryOn(snapshot, w.Digest); err != nil {
		return err
	}
	if c.machine == nil {
		c.machine, c.log, c.genesis, c.opened = c.opened.machine, c.opened.log, w.Genesis, opened{}
	}
	if mine != nil && c.options.OnDesync != nil {
		c.options.OnDesync(Desync{Turn: w.At.Turn, Source: f.from, Mine: mine, Right: snapshot})
	}
	c.settleIn(k)
	return nil
}

// overtake steps a wrong state to the turn of the right one, so that the two can be compared; nil when that cannot be,
// as where land came or went between.
func (c *Core) overtake(w *message.Welcome) []byte {
	if c.e == nil || c.fetch.why != whyDiffers || c.options.OnDesync == nil || c.state.executed > w.At.Turn {
		return nil
	}
	for _, r := range c.fetch.records {
		if r.Number > c.state.epoch && r.Number <= w.Epoch && (changesLand(r) || r.Reason == epoch.Merged) {
			return nil
		}
	}
	for _, t := range c.state.history {
		if t.Number == c.state.executed+1 && t.Number <= w.At.Turn {
			if c.machine.Step(t.Body) != nil {
				return nil
			}
			c.state.executed = t.Number
		}
	}
	if c.state.executed != w.At.Turn {
		return nil
	}
	return c.machine.Snapshot(nil)
}

// settleIn goes on from a state that was taken over: within the log when it has that place, else from
// there on.
func (c *Core) settleIn(k kept) {
	f, w := c.fetch, c.fetch.welcome
	c.replaced(f.records)
	c.leavesFirm(f.records)
	c.fetch = nil
	c.state.frozen, c.state.forgotten = false, false
	record := f.records[len(f.records)-1]
	c.state.orderedAt, c.state.returned = c.now, c.lackedIn(record)
	within := false
	if c.e != nil && c.e.Record().Number == w.Epoch && !c.e.Deceived() {
		at, ok := c.e.At(w.At.Turn)
		within = ok && at.Hash == w.At.Hash
	}
	c.outrun(record)
	joined := len(c.records) == 0
	if joined {
		c.ancestry = f.lineage
	}
	for _, r := range f.records {
		if n := len(c.records); n == 0 || c.records[n-1].Number < r.Number {
			c.addRecord(r)
			c.out.Records = append(c.out.Records, c.row(r))
		}
	}
	if joined {
		c.lookAgain()
	}
	later := c.state.history
	c.outbox = outbox{}
	c.place(k)
	c.own.restore()
	c.own.take(c.machine.Sequence(c.me), k.turn)
	c.state.ring = [digestRing]message.Digest{}
	c.state.ring[k.turn%digestRing] = message.Digest{Turn: k.turn, Term: w.At.Term, Sum: k.digest}
	c.state.base, c.state.next, c.state.history = k, kept{}, nil
	c.state.committed = max(c.state.committed, k.turn)
	if k.turn > c.disk.given || !within {
		c.disk.given = k.turn
	}
	c.save(k) // whatever checkpoint is in the file may be of the wrong state
	for _, p := range c.peers {
		p.compared, p.ahead = k.turn, p.ahead[:0]
	}
	c.showState(k.turn, k.epoch, k.digest)
	c.event("took over the state of a peer", "epoch", w.Epoch, "turn", k.turn, "peer", f.from.Short(), "bytes", len(k.snapshot))
	if within {
		for _, t := range later {
			if t.Number > k.turn {
				c.state.history = append(c.state.history, t)
				c.execute(t)
			}
		}
	} else if none := w.NoPlace(record); c.awaitsMe(record) && (none || !joined) {
		c.recoverAlone(later)
	} else if none {
		c.e, c.fetch = nil, &fetch{why: "returning"}
	} else {
		c.enter(record, w.At)
	}
	for _, k := range c.order {
		c.greet(k, false)
	}
	c.turn.fresh = true
}
