package host

import (
	"errors"
	"fmt"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/message"
	"manyhold/net/host/recordlist"
	"manyhold/net/host/request"
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
	c *Core
	observerBase

	fetch *fetch
}

// newJoining makes the mechanism of an island.
func newJoining(c *Core) *Joining { return &Joining{c: c} }

// fetch is the island on its way to this peer: because it has none, missed too much, or has a wrong one.
type fetch struct {
	request.Request

	there   int // bytes
	why     string
	differs message.Digest // the right digest of this peer's wrong state; zero: it is not wrong
	firm    bool           // nothing is taken that goes on provisionally: that was just left
	records []*epoch.Record
	lineage []*epoch.Record // of the island of these records
	welcome *message.Welcome
	receive *transfer.Receiver
}

// fetching reports whether a state is on its way here, or wanted.
func (j *Joining) fetching() bool { return j.fetch != nil }

// asks reports whether a peer has been asked for its state.
func (j *Joining) asks() bool { return j.fetch != nil && j.fetch.Waits() }

// source is the peer that was asked for its state; zero: none was.
func (j *Joining) source() (from key.ID) {
	if j.fetch != nil {
		from = j.fetch.Source()
	}
	return from
}

// receives reports whether a state is arriving.
func (j *Joining) receives() bool { return j.fetch != nil && j.fetch.receive != nil }

// progress is when something of the wanted state came last, and whether a peer has announced the state.
func (j *Joining) progress() (moved time.Time, welcome bool) {
	if j.fetch == nil {
		return moved, false
	}
	return j.fetch.MovedAt(), j.fetch.welcome != nil
}

// begin wants a state; join chooses the peer to ask, unless askFor does. why is for the log.
func (j *Joining) begin(why string) { j.fetch = &fetch{why: why} }

// comeBack wants the state of the island that this peer was in before. firm: no state of a provisional fork
// will do, because this peer has just left that.
func (j *Joining) comeBack(firm bool) { j.fetch = &fetch{why: "returning", firm: firm} }

// stop wants no state any more.
func (j *Joining) stop() { j.fetch = nil }

// awoke allows the asked peer its time again.
func (j *Joining) awoke() {
	if j.fetch != nil {
		j.fetch.Moved(j.c.now)
	}
}

func (j *Joining) linkDown(id key.ID) {
	if j.fetch != nil {
		j.fetch.lost(j.c, id)
	}
}

func (j *Joining) peerLeft(p *peer) { j.linkDown(p.key) }

func (j *Joining) busy() bool { return j.fetch != nil }

// Join makes the core one that waits for a link to a peer that has the world.
func (j *Joining) Join(now time.Time, world store.WorldID) error {
	if j.c.options.Open == nil {
		return errors.New("host: Join needs Options.Open")
	}
	j.c.at(now)
	j.c.world = world
	j.fetch = &fetch{why: "joining"}
	return nil
}

// resync replaces the state by that of a peer. Turns that are ordered meanwhile are kept, not executed.
func (j *Joining) resync(from key.ID, why string) {
	if j.fetch != nil {
		return
	}
	j.c.counters[counter.Resyncs]++
	j.c.history.stale = true
	j.fetch = &fetch{why: why}
	j.c.event("taking the state of a peer", "why", why)
	j.askFor(from)
}

// replaceWrong replaces this peer's wrong state by that of a peer with the right digest.
func (j *Joining) replaceWrong(from key.ID, right message.Digest) {
	j.resync(from, whyDiffers)
	j.fetch.differs = right
}

func (f *fetch) lost(c *Core, id key.ID) {
	if f.receive != nil {
		f.receive.Lost(id)
	}
	if f.Source() == id {
		f.Drop()
	}
}

// askFor asks one peer for the island.
func (j *Joining) askFor(id key.ID) {
	f := j.fetch
	f.Ask(j.c.now, id)
	f.Moved(j.c.now)
	f.records, f.lineage, f.welcome, f.receive, f.there = nil, nil, nil, nil, 0
	if j.c.peers.Get(id) == nil {
		f.Drop()
		return
	}
	j.c.peers.greet(id, true)
}

// join goes on with the fetch in progress.
func (j *Joining) join() {
	f := j.fetch
	if f == nil || j.c.abandon.archiving() {
		return
	}
	if f.Waits() && (f.Expired(j.c.now, fetchPatience, 0) || f.Expired(j.c.now, silentFor, 0) && j.c.history.stale && j.silent(f.Source())) {
		j.giveUp(f.Source())
	}
	if j.c.separate.between() && (!f.Waits() || j.c.separate.turnedBack(j.c.peers.Get(f.Source()))) {
		j.c.separate.comeBack()
		return
	}
	if !f.Waits() {
		if id, ok := j.whoHasIt(); ok {
			j.askFor(id)
		} else if j.c.history.stale && f.differs.Turn != 0 {
			j.c.comparison.remake(f.differs)
		}
		return
	}
	if f.receive == nil {
		return
	}
	for _, o := range f.receive.Next(j.c.now.Sub(j.c.began)) {
		j.c.send(o.To, link.Stream, o.Message)
	}
	if there, _ := f.receive.Progress(); there != f.there {
		f.there = there
		f.Moved(j.c.now)
	}
	if f.receive.Done() {
		if err := j.arrive(); err == errBehind {
			f.receive = nil
			f.Drop() // it is asked again, for one of this epoch
		} else if err != nil {
			j.c.event("a snapshot was refused", "peer", f.Source().Short(), "why", err.Error())
			from := f.Source()
			if j.giveUp(from); errors.Is(err, errBehind) {
				f.Avoid(from, j.c.now.Add(behindPatience))
			} else {
				j.c.counters[counter.Garbage]++
			}
		}
	}
}

// silent reports whether nothing has been heard of a peer for silentFor.
func (j *Joining) silent(id key.ID) bool {
	p := j.c.peers.Get(id)
	return p == nil || j.c.now.Sub(p.heard) > silentFor
}

// giveUp ends the fetch; another peer is asked next time.
func (j *Joining) giveUp(id key.ID) {
	j.fetch.Avoid(id, j.c.now.Add(fetchPatience))
	j.fetch.Drop()
}

// whoHasIt chooses the peer to ask: of the peers that are furthest, the nearest.
func (j *Joining) whoHasIt() (best key.ID, ok bool) {
	var least uint64
	if n := len(j.c.ancestry.records); n > 0 {
		least = j.c.ancestry.records[n-1].Number
	}
	all := true
	j.c.peers.each(func(p *peer) { all = all && (!p.greeted || p.epoch == 0 || j.c.separate.stillLacks(p)) })
	// it may be this very peer that all wait for
	desperate := all && (j.c.machine == nil || j.c.history.forgotten) || j.c.leader.blind() || j.c.epochs.restart != nil
	var chosen *peer
	j.c.peers.each(func(p *peer) {
		// those in a later epoch may wait for this very peer to come there
		lacks := j.c.separate.stillLacks(p) && (p.epoch == least || j.c.machine == nil)
		if !p.greeted || p.epoch == 0 || lacks && !desperate || j.waitsToo(p) || p.epoch < least || j.c.epochs.restart != nil && !j.c.lone.holdsMore(p) || !j.fetch.May(j.c.now, p.key) {
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

// waitsToo reports whether a peer said a moment ago that it has no turns either. The recovery asks for its
// log.
func (j *Joining) waitsToo(p *peer) bool {
	return j.c.machine != nil && j.c.recovering.reported(p.key)
}

// receiveRecords takes a part of the records that precede a Welcome.
func (j *Joining) receiveRecords(p *peer, b []byte) error {
	f := j.fetch
	if f == nil || p.key != f.Source() {
		return errUnexpected
	}
	_, list, done, err := p.collect(b, recordlist.Usual)
	if err != nil {
		j.giveUp(p.key)
		return err
	}
	f.Moved(j.c.now)
	if !done {
		return nil
	}
	if len(list) > 0 && j.c.island != message.Home && j.c.islands != nil {
		if f.lineage, err = j.c.islands.Begins(list[0]); err != nil {
			return j.askAnother(p, err)
		}
	}
	f.records = list
	return nil
}

// askAnother asks another for the island next time, because this one's has not been proven to be one. It may
// have been divided off a moment ago, by a record of home that has not come here.
func (j *Joining) askAnother(p *peer, err error) error {
	j.giveUp(p.key)
	j.c.counters[counter.Unproven]++
	if errors.Is(err, errUnproven) {
		j.fetch.Avoid(p.key, j.c.now.Add(behindPatience))
		return nil
	}
	return err
}

func (j *Joining) receiveWelcome(p *peer, b []byte) error {
	f := j.fetch
	if f == nil || p.key != f.Source() {
		return errUnexpected
	}
	w, err := message.DecodeWelcome(b)
	if err == nil {
		err = j.verify(&w)
	}
	if err != nil {
		j.giveUp(p.key)
		if err == errBehind {
			err = nil // this peer's own file may be the only copy left
		}
		return err
	}
	f.welcome = &w
	f.Moved(j.c.now)
	f.receive = transfer.NewReceiver(nil, transfer.Limits{})
	return nil
}

func (j *Joining) receiveBlock(p *peer, b []byte) error {
	f := j.fetch
	if f == nil || f.receive == nil || p.key != f.Source() {
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
	f.Moved(j.c.now)
	err := f.receive.Receive(p.key, b, j.c.now.Sub(j.c.began))
	j.join()
	return err
}

// arrive takes over the snapshot that has come.
func (j *Joining) arrive() error {
	f, w := j.fetch, j.fetch.welcome
	snapshot := f.receive.Snapshot()
	if j.c.e != nil && w.Epoch < j.c.e.Record().Number {
		return errBehind // this epoch began meanwhile, and a peer that leaves it cannot vote in it again
	}
	if j.falls(w) {
		return errBehind // a longer log has come meanwhile
	}
	if j.fits() != nil {
		return errBehind // an epoch began meanwhile, and this state is of another fork
	}
	if j.c.separate.between() && w.Epoch == j.c.ancestry.last().Number {
		j.c.separate.comeBack() // so has the peer of this fork
		return nil
	}
	if m, _ := f.receive.Manifest(); m.Turn != w.At.Turn {
		return fmt.Errorf("host: the snapshot is of turn %d, not %d", m.Turn, w.At.Turn)
	}
	if j.c.machine == nil && j.c.journal.opened.machine == nil {
		m, l, err := j.c.options.Open(w.Genesis)
		if err != nil {
			j.fetch.AvoidNone()
			return err
		}
		j.c.journal.opened = opened{m, l}
		j.c.out.Log = l
	}
	mine := j.overtake(w)
	k := kept{at: j.c.now, turn: w.At.Turn, epoch: w.Epoch, hash: w.At.Hash, digest: w.Digest, snapshot: snapshot}
	if err := j.tryOn(snapshot, w.Digest); err != nil {
		return err
	}
	if j.c.machine == nil {
		j.c.machine, j.c.journal.log, j.c.genesis, j.c.journal.opened = j.c.journal.opened.machine, j.c.journal.opened.log, w.Genesis, opened{}
	}
	if mine != nil && j.c.options.On.Desync != nil {
		j.c.options.On.Desync(Desync{Turn: w.At.Turn, Source: f.Source(), Mine: mine, Right: snapshot})
	}
	j.settleIn(k)
	return nil
}

// overtake steps a wrong state to the turn of the right one, so that the two can be compared; nil when that
// cannot be, as where land came or went between.
func (j *Joining) overtake(w *message.Welcome) []byte {
	if j.c.e == nil || j.fetch.why != whyDiffers || j.c.options.On.Desync == nil || j.c.history.executed > w.At.Turn {
		return nil
	}
	for _, r := range j.fetch.records {
		if r.Number > j.c.history.epoch && r.Number <= w.Epoch && (r.ChangesLand() || r.Reason == epoch.Merged) {
			return nil
		}
	}
	for _, t := range j.c.history.turns {
		if t.Number == j.c.history.executed+1 && t.Number <= w.At.Turn {
			if j.c.history.step(t.Body) != nil {
				return nil
			}
			j.c.history.executed = t.Number
		}
	}
	if j.c.history.executed != w.At.Turn {
		return nil
	}
	return j.c.machine.Snapshot(nil)
}

// settleIn goes on from a state that was taken over: within the log when it has that place, else from
// there on.
func (j *Joining) settleIn(k kept) {
	f, w := j.fetch, j.fetch.welcome
	j.c.abandon.replaced(f.records)
	j.c.separate.leavesFirm(f.records)
	j.fetch = nil
	j.c.history.stale, j.c.history.forgotten = false, false
	record := f.records[len(f.records)-1]
	j.c.history.orderedAt, j.c.history.returned = j.c.now, j.c.separate.lackedIn(record)
	within := false
	if j.c.e != nil && j.c.e.Record().Number == w.Epoch && !j.c.e.Deceived() {
		at, ok := j.c.e.At(w.At.Turn)
		within = ok && at.Hash == w.At.Hash
	}
	j.c.epochs.outrun(record)
	joined := len(j.c.ancestry.records) == 0
	if joined {
		j.c.ancestry.ancestors = f.lineage
	}
	for _, r := range f.records {
		if n := len(j.c.ancestry.records); n == 0 || j.c.ancestry.records[n-1].Number < r.Number {
			j.c.ancestry.addRecord(r)
			j.c.out.Records = append(j.c.out.Records, j.c.history.row(r))
		}
	}
	if joined {
		j.c.abandon.lookAgain()
	}
	later := j.c.history.turns
	j.c.parcels.clearOutbox()
	j.c.history.place(k)
	j.c.own.restore()
	j.c.own.take(j.c.machine.Sequence(j.c.me), k.turn)
	j.c.history.ring = [digestRing]message.Digest{}
	j.c.history.ring[k.turn%digestRing] = message.Digest{Turn: k.turn, Term: w.At.Term, Sum: k.digest}
	j.c.history.base, j.c.history.next, j.c.history.turns = k, kept{}, nil
	j.c.history.committed = max(j.c.history.committed, k.turn)
	if k.turn > j.c.journal.given || !within {
		j.c.journal.given = k.turn
	}
	j.c.journal.save(k) // whatever checkpoint is in the file may be of the wrong state
	j.c.comparison.compareFrom(k.turn)
	j.c.fork.showState(k.turn, k.epoch, k.digest)
	j.c.event("took over the state of a peer", "epoch", w.Epoch, "turn", k.turn, "peer", f.Source().Short(), "bytes", len(k.snapshot))
	if within {
		for _, t := range later {
			if t.Number > k.turn {
				j.c.history.turns = append(j.c.history.turns, t)
				j.c.history.execute(t)
			}
		}
	} else if none := w.NoPlace(record); j.c.lone.awaitsMe(record) && (none || !joined) {
		j.c.lone.recoverAlone(later)
	} else if none {
		j.c.e, j.fetch = nil, &fetch{why: "returning"}
	} else {
		j.c.epochs.enter(record, w.At)
	}
	for _, k := range j.c.peers.Keys() {
		j.c.peers.greet(k, false)
	}
	j.c.follower.fresh = true
}
