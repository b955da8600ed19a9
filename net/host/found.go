package host

import (
	"fmt"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/message"
	"manyhold/net/store"
)

// recoverAfter is how long a restarted lone voter waits for peers that may hold a longer log than its
// file, before it goes on from its file.
const recoverAfter = time.Second

// orphanedAfter is how long a lone voter without its file sees no turn before it goes on.
const orphanedAfter = 3 * time.Second

// recovery is a lone voter's restart: it ends the epoch of its earlier process by a record of its own.
type recovery struct {
	since  time.Time
	record *epoch.Record // being synced
}

// Found founds a world: its first epoch, with this peer as the only voter. m is at the beginning.
func (c *Core) Found(now time.Time, g store.Genesis, m Machine, l Log) error {
	c.at(now)
	if g.Founder != c.me {
		return fmt.Errorf("host: the founder is %s, not %s", g.Founder.Short(), c.me.Short())
	}
	c.genesis, c.world, c.machine, c.log = g, g.ID(), m, l
	r := &epoch.Record{Reason: epoch.Founded, World: c.world, Island: epoch.Home, Number: 1, FirstTurn: 1, Rules: c.options.Rules,
		Ticks: c.options.Ticks, Firm: true, Voters: []epoch.Voter{c.self}}
	r.Sign(c.options.Key)
	c.state.base = c.capture()
	c.save(c.state.base)
	c.recovery = &recovery{since: c.now, record: r}
	c.disk.pending = r
	c.out.Records = append(c.out.Records, c.row(r))
	return nil
}

// Resume goes on with a world from its file; m is at the beginning. The error wraps ErrDamaged.
func (c *Core) Resume(now time.Time, l store.Loaded, m Machine, log Log) error {
	c.at(now)
	c.genesis, c.world, c.machine, c.log = l.Genesis, l.Genesis.ID(), m, log
	for _, p := range l.Players {
		if len(c.names) < maxLost {
			c.names[p.Key] = p.Name
		}
	}
	for _, row := range l.Epochs {
		if row.Number == vowRow {
			v, err := decodeVow(row.Record)
			if err != nil {
				return fmt.Errorf("%w: %w", ErrDamaged, err)
			}
			c.vow = v
			continue
		}
		r, err := epoch.DecodeRecord(row.Record)
		if err != nil {
			return fmt.Errorf("%w: epoch %d: %w", ErrDamaged, row.Number, err)
		}
		c.loadRecord(r, row.Blob)
	}
	if len(c.records) == 0 && (len(c.line.torn) > 0 || l.Checkpoint.Turn > 0 || len(l.Tail) > 0) {
		return fmt.Errorf("%w: the founding record is lost", ErrDamaged)
	}
	if len(c.records) == 0 && c.island == message.Home {
		c.records = nil
		return c.Found(now, l.Genesis, m, log) // killed before its first epoch was synced
	}
	if err := c.checkRecords(l.Genesis, c.records); err != nil {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	if l.Checkpoint.Snapshot != nil {
		if err := m.Restore(l.Checkpoint.Snapshot); err != nil {
			return fmt.Errorf("%w: checkpoint of turn %d: %w", ErrDamaged, l.Checkpoint.Turn, err)
		}
		if d := m.Digest(); d != l.Checkpoint.Digest && l.Checkpoint.Digest != 0 { // zero: not known, where a branch was archived
			return fmt.Errorf("%w: checkpoint of turn %d has digest %016x, not %016x", ErrDamaged, l.Checkpoint.Turn, d, l.Checkpoint.Digest)
		}
	}
	c.state.executed, c.state.hash, c.state.epoch = l.Checkpoint.Turn, l.Checkpoint.Hash, l.Checkpoint.Epoch
	c.state.base = c.capture()
	if l.LostEpoch == uint64(len(c.records))+1 {
		c.event("the file has lost the record of its last epoch", "epoch", l.LostEpoch)
		c.unled()
	}
	if len(c.line.torn) > 0 {
		if err := c.replayTorn(l.Tail); err != nil {
			return fmt.Errorf("%w: %w", ErrDamaged, err)
		}
	} else if err := c.replayAll(l.Tail); err != nil {
		return err
	}
	c.bar(l.Archives)
	c.disk.given, c.disk.written, c.disk.saved = c.state.executed, c.state.executed, c.now
	c.state.committed = c.state.executed
	c.event("resumed", "turn", c.state.executed, "epoch", c.records[len(c.records)-1].Number, "turns replayed", len(l.Tail))
	c.deposited(l.Archives)
	c.resumeAs()
	c.mayLack(l.Cut)
	c.shelve(l.Archives)
	if c.island == message.Home && c.options.Charter {
		c.openCharter(l.Charter)
	}
	return nil
}

// replayAll executes the turns of the file, with the changes between them. Where a change cannot be made, it stops:
// others have the state after it.
func (c *Core) replayAll(tail []store.Entry) error {
	c.replaying = true
	defer func() { c.replaying = false }()
	lone := c.last().Lone() && c.last().Leader().Key == c.me
	for _, e := range tail {
		if e.Epoch > uint64(len(c.records)) {
			c.event("turns are left out: the file has no record of their epoch", "from", e.Turn, "epoch", e.Epoch)
			c.unled()
			break
		}
		if !c.cross(e.Epoch) {
			if lone {
				return fmt.Errorf("%w: turn %d: its epoch cannot be begun", ErrDamaged, e.Turn)
			}
			return nil
		}
		if err := c.replay(e); err != nil {
			return fmt.Errorf("%w: turn %d: %w", ErrDamaged, e.Turn, err)
		}
		c.disk.given = e.Turn
	}
	for c.state.epoch < uint64(len(c.records)) {
		r := c.records[c.state.epoch]
		if r.FirstTurn-1 != c.state.executed || r.Chain != c.state.hash {
			break // the turns up to there are not here
		}
		if !c.cross(r.Number) {
			if lone {
				return fmt.Errorf("%w: epoch %d cannot be begun", ErrDamaged, r.Number)
			}
			break
		}
	}
	return nil
}

// replay executes a turn of the file and checks its place in the chain.
func (c *Core) replay(e store.Entry) error {
	i := int(e.Epoch) - 1
	if e.Turn != c.state.executed+1 || i < 0 || i >= len(c.records) {
		return fmt.Errorf("follows turn %d", c.state.executed)
	}
	if h := epoch.ChainHash(c.state.hash, c.world, e.Epoch, e.Turn, c.records[i].Rules, e.Body); h != e.Hash {
		return fmt.Errorf("the chain is broken")
	}
	if err := c.machine.Check(e.Body); err == nil {
		if err := c.machine.Step(e.Body); err != nil {
			return err
		}
	}
	c.state.executed, c.state.hash, c.state.epoch = e.Turn, e.Hash, e.Epoch
	c.state.history = append(c.state.history, past{epoch.Turn{Number: e.Turn, Hash: e.Hash, Body: e.Body}, e.Epoch})
	c.markOutbox()
	if c.options.OnTurn != nil {
		c.options.OnTurn(Executed{Island: c.island, Machine: c.machine, Turn: e.Turn, Epoch: e.Epoch, Body: e.Body, Digest: c.machine.Digest()})
	}
	return nil
}

// resumeAs decides what a restarted process is: the lone voter recovers, anybody else waits to be taken in.
func (c *Core) resumeAs() {
	last := c.records[len(c.records)-1]
	c.line.behind = c.state.executed+1 < last.FirstTurn
	if c.broken() {
		c.event("the file does not reach its last epoch", "epoch", last.Number, "turn", c.state.executed, "records beyond a lost one", len(c.line.torn), "waits", c.lostWords())
		c.fetch = &fetch{why: "its file is damaged"}
		return
	}
	if last.Lone() && last.Leader().Key == c.me && !c.lostEnd(last) {
		c.recovery = &recovery{since: c.now}
		return
	}
	if c.state.executed+1 == last.FirstTurn && c.state.epoch == last.Number {
		c.begin(last, epoch.Position{}) // the others may not even know that this epoch has begun
	}
	if c.over() && c.e != nil {
		return // nothing is missing
	}
	c.fetch = &fetch{why: "returning"}
}

// recover goes on from the file once nobody who could be asked holds more.
func (c *Core) recover() {
	c.again()
	c.orphaned()
	if c.recovery == nil || c.recovery.record != nil || c.archiving() || c.depositing() {
		return
	}
	last := c.records[len(c.records)-1]
	if !last.Lone() || !last.Votes(c.me) { // it heard of epochs after the one in which all waited for it alone
		c.recovery = nil
		if c.e == nil && c.fetch == nil {
			c.fetch = &fetch{why: "returning"}
		}
		return
	}
	longer := false
	c.each(func(p *peer) {
		longer = longer || c.givesState(p)
	})
	if longer && c.fetch == nil {
		c.fetch = &fetch{why: "others hold a longer log"}
	}
	if longer = c.lengthens() || longer; longer && c.now.Sub(c.recovery.since) < 10*recoverAfter {
		return
	}
	if c.fetch != nil {
		c.fetch = nil
		c.state.frozen = false
	}
	if waited := c.now.Sub(c.recovery.since); waited < recoverAfter || waited < foldsWithin && c.awaitsFold() {
		return
	}
	r := last.After(epoch.Recovered, epoch.Position{Turn: c.state.executed, Hash: c.state.hash})
	r.Rules, r.Ticks, r.Voters = max(c.options.Rules, last.Rules), c.options.Ticks, []epoch.Voter{c.self}
	r.Sign(c.options.Key)
	c.appendTo(c.state.executed) // what others gave
	c.recovery.record, c.reunion = r, nil
	c.disk.pending = r
	c.out.Records = append(c.out.Records, c.row(r))
}

// recovered begins the epoch of a founding or recovery record, or of one that was adopted, now that it is synced.
func (c *Core) recovered(r *epoch.Record) {
	c.recovery, c.adopted, c.reunion = nil, nil, nil
	c.fetch, c.before = nil, nil
	c.state.frozen = false
	c.state.committed = max(c.state.committed, r.FirstTurn-1)
	if c.addRecord(r); len(c.records) == 1 {
		c.lookAgain()
	}
	c.begin(r, epoch.Position{})
	c.crossInto(r.Number)
	c.turn.next = c.now
	c.event("epoch", "epoch", r.Number, "reason", r.Reason.String(), "leader", r.Leader().Key.Short(), "voters", len(r.Voters), "turn", r.FirstTurn)
	for _, k := range c.order {
		if r.Reason == epoch.Agreed && r.Votes(k) {
			c.peers[k].wants = false // it was restarted, and has what was wanted by now
		}
		if r.Number > 1 && c.peers[k].greeted && c.peers[k].epoch < r.Number {
			c.send(k, message.StreamChannel, c.encodeTold(r.Number-1))
		}
		c.greet(k, false)
	}
}
