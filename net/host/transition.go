package host

import (
	"fmt"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/message"
	"manyhold/net/store"
)

// # Changes of the state between two epochs
//
// Some records say that the state changes when their epoch begins: parts are carved out of it (Split, Room), another
// island's last state is taken in (Absorbed). Whoever executes the island makes the change after the last turn before,
// when the record is synced; whoever goes on from its file makes it again when it comes to that place. What a change
// reads beside the state is in the file together with the record.

// kin is what a core knows of the other islands here.
type kin struct {
	siblings   Islands           // the other islands; nil: this one is alone
	blobs      map[uint64][]byte // of the file's epochs, for changes that are to be made again
	births     []birth           // for siblings to begin
	unborn     map[uint64]bool   // islands carved out here that are not in the file yet
	replaying  bool              // the file's turns
	outbox     outbox            // what was said to siblings and heard of them
	ancestry   []*epoch.Record   // see ancestry.go
	scanned    int               // how many records siblings has looked at
	remained   time.Time         // when others were told last that this one has ended
	failed     time.Time         // when another island could not take this one in
	retired    time.Time         // since when another island has it
	unwanted   time.Time         // since when there is no reason to execute the island
	invited    time.Time         // when others were asked last to execute it
	saidNews   message.News      // of it to those who do not execute it
	saidNewsAt time.Time
	issued     message.Bulletin // the last one to all
	issuedAt   time.Time
	issuing    time.Time // when it was looked at whether another is due
	vouching   vouching  // see lettersigning.go
}

// birth is an island that a change carved out here.
type birth struct {
	first *epoch.Record // unsigned
	state []byte
}

// cross makes the changes of all epochs after that of the state, up to an epoch, and reports whether it could. It
// is called with the state after the last turn before them.
func (c *Core) cross(number uint64) bool {
	for c.state.epoch < number && c.state.epoch < uint64(len(c.records)) {
		r := c.records[c.state.epoch] // the next one: they are consecutive from 1
		if err := c.change(r); err != nil {
			c.event("cannot follow into an epoch", "epoch", r.Number, "reason", r.Reason.String(), "why", err.Error())
			return false
		}
		c.state.epoch = r.Number
	}
	return true
}

// crossInto makes the changes up to an epoch that has begun. Who cannot takes the state of a peer that could.
func (c *Core) crossInto(number uint64) {
	if c.state.stale || c.cross(number) {
		return
	}
	c.state.stale = true
	if c.joining.fetch == nil && c.e != nil {
		c.joining.resync(c.e.Leader(), "cannot make the change that the others have made")
	}
}

// change makes the change of one record, if it says that there is one.
func (c *Core) change(r *epoch.Record) error {
	switch r.Reason {
	case epoch.Split, epoch.Room, epoch.Absorbed, epoch.Ended, epoch.Merged:
	default:
		return nil
	}
	if c.state.executed != r.FirstTurn-1 || c.state.hash != r.Chain {
		return fmt.Errorf("the state is after turn %d, not %d", c.state.executed, r.FirstTurn-1)
	}
	if r.Reason == epoch.Ended {
		c.changed(r)
		return nil
	}
	if r.Reason == epoch.Merged {
		err := c.merger.takeIn(r)
		if err == nil {
			c.changed(r)
		}
		return err
	}
	m, ok := c.machine.(Carver)
	if !ok {
		return fmt.Errorf("the machine knows no islands")
	}
	var err error
	if r.Reason == epoch.Absorbed {
		err = c.absorb(m, r)
	} else {
		err = c.seats.carve(m, r)
	}
	if err == nil {
		c.changed(r)
	}
	return err
}

// absorb takes in the island of an Absorbed record.
func (c *Core) absorb(m Carver, r *epoch.Record) error {
	b := c.blob(r)
	if b == nil {
		return fmt.Errorf("the last state of island %s is not here", islandName(r.From))
	}
	if err := m.Absorb(b); err != nil { // on every peer alike: the state stays as it is
		c.counters[counter.Contradictions]++
		c.event("the leader took in an island that cannot be", "from", islandName(r.From), "why", err.Error())
	}
	return nil
}

// restore goes back to a snapshot of this machine's own.
func (c *Core) restore(snapshot []byte) {
	if err := c.machine.Restore(snapshot); err != nil {
		panic(fmt.Sprintf("host: own snapshot: %v", err))
	}
}

// blob returns the bytes that a record's change reads beside the state, or nil when they are not here.
func (c *Core) blob(r *epoch.Record) []byte {
	switch r.Reason {
	case epoch.Absorbed:
	case epoch.Begun:
		return encodeAncestry(c.ancestry)
	case epoch.Provisional:
		return c.abandon.bases[r.Number]
	case epoch.Merged:
		return c.merger.heldBlob(r.Taken.Blob)
	default:
		return nil
	}
	if b := c.blobs[r.Number]; b != nil {
		return b
	}
	if c.siblings == nil {
		return nil
	}
	return c.siblings.Final(r.From, r.Taken.Blob)
}

// changed goes on from a state that was just changed: nobody goes back before it any more.
func (c *Core) changed(r *epoch.Record) {
	delete(c.blobs, r.Number)
	c.state.epoch = r.Number
	c.journal.appendTo(c.state.executed)
	later := c.state.history
	for len(later) > 0 && later[0].Number <= c.state.executed {
		later = later[1:]
	}
	c.state.base, c.state.next, c.state.history = c.capture(), kept{}, append([]past(nil), later...)
	c.own.take(c.machine.Sequence(c.me), c.state.executed)
	c.markOutbox()
	c.state.altered = true
	for k, q := range c.leader.queues {
		q.again(c.machine.Sequence(k))
	}
	c.checkpoint()
}

// checkpoint has the state at the last change saved, so that nobody has to make the change again: but not before
// the islands that it carved out are in the file themselves.
func (c *Core) checkpoint() {
	if c.replaying || len(c.births) > 0 || len(c.unborn) > 0 {
		return
	}
	c.journal.save(c.state.base)
}

// row is what the file keeps of a record.
func (c *Core) row(r *epoch.Record) store.EpochRow {
	row := row(r)
	row.Blob = c.blob(r)
	return row
}

// ending returns the island's last record and its last state, when both are here.
func (c *Core) ending() (r *epoch.Record, final []byte) {
	if len(c.records) == 0 || c.last().Reason != epoch.Ended {
		return nil, nil
	}
	if r := c.last(); c.state.epoch == r.Number && c.state.executed == r.FirstTurn-1 && !c.state.stale {
		return r, c.state.base.snapshot
	}
	return nil, nil
}

// over reports whether the island is known to have ended.
func (c *Core) over() bool { return len(c.records) > 0 && c.last().Reason == epoch.Ended }

// keepBlob keeps what a record of the file came with, to make its change again.
func (c *Core) keepBlob(row store.EpochRow) {
	if c.blobs == nil {
		c.blobs = map[uint64][]byte{}
	}
	c.blobs[row.Number] = row.Blob
}
