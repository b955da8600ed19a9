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

// loneRestartAfter is how long a lone voter without its file sees no turn before it goes on.
const loneRestartAfter = 3 * time.Second

// Found founds a world: its first epoch, with this peer as the only voter. m is at the beginning.
func (j *Joining) Found(now time.Time, g store.Genesis, m Machine, l Log) error {
	j.c.at(now)
	if g.Founder != j.c.me {
		return fmt.Errorf("host: the founder is %s, not %s", g.Founder.Short(), j.c.me.Short())
	}
	j.c.genesis, j.c.world, j.c.machine, j.c.journal.log = g, g.ID(), m, l
	r := &epoch.Record{Reason: epoch.Founded, World: j.c.world, Island: epoch.Home, Number: 1, FirstTurn: 1, Rules: j.c.options.Rules,
		Ticks: j.c.options.Ticks, Firm: true, Voters: []epoch.Voter{j.c.self}}
	r.Sign(j.c.options.Key)
	j.c.history.base = j.c.history.capture()
	j.c.journal.save(j.c.history.base)
	j.c.epochs.restart = &loneVoterRestart{since: j.c.now, record: r}
	j.c.journal.pending = r
	j.c.out.Records = append(j.c.out.Records, j.c.history.row(r))
	return nil
}

// Resume goes on with a world from its file; m is at the beginning. The error wraps ErrDamaged.
func (j *Joining) Resume(now time.Time, l store.Loaded, m Machine, log Log) error {
	j.c.at(now)
	j.c.genesis, j.c.world, j.c.machine, j.c.journal.log = l.Genesis, l.Genesis.ID(), m, log
	for _, p := range l.Players {
		if len(j.c.peers.names) < maxLost {
			j.c.peers.names[p.Key] = p.Name
		}
	}
	for _, row := range l.Epochs {
		if row.Number == acceptorRow {
			if err := j.c.acceptor.loadPromise(row.Record); err != nil {
				return fmt.Errorf("%w: %w", ErrDamaged, err)
			}
			continue
		}
		r, err := epoch.DecodeRecord(row.Record)
		if err != nil {
			return fmt.Errorf("%w: epoch %d: %w", ErrDamaged, row.Number, err)
		}
		j.c.fork.loadRecord(r, row.Blob)
	}
	if len(j.c.ancestry.records) == 0 && (j.c.abandon.torn() > 0 || l.Checkpoint.Turn > 0 || len(l.Tail) > 0) {
		return fmt.Errorf("%w: the founding record is lost", ErrDamaged)
	}
	if len(j.c.ancestry.records) == 0 && j.c.island == message.Home {
		j.c.ancestry.records = nil
		return j.Found(now, l.Genesis, m, log) // killed before its first epoch was synced
	}
	if err := j.c.ancestry.checkRecords(l.Genesis, j.c.ancestry.records); err != nil {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	if err := j.c.runs(j.c.ancestry.records); err != nil {
		return err
	}
	if l.Checkpoint.Snapshot != nil {
		if err := m.Restore(l.Checkpoint.Snapshot); err != nil {
			return fmt.Errorf("%w: checkpoint of turn %d: %w", ErrDamaged, l.Checkpoint.Turn, err)
		}
		// zero: not known, where a branch was archived
		if d := m.Digest(); d != l.Checkpoint.Digest && l.Checkpoint.Digest != 0 {
			return fmt.Errorf("%w: checkpoint of turn %d has digest %016x, not %016x", ErrDamaged, l.Checkpoint.Turn, d, l.Checkpoint.Digest)
		}
	}
	j.c.history.executed, j.c.history.hash, j.c.history.epoch = l.Checkpoint.Turn, l.Checkpoint.Hash, l.Checkpoint.Epoch
	j.c.history.base = j.c.history.capture()
	if l.LostEpoch == uint64(len(j.c.ancestry.records))+1 {
		j.c.event("the file has lost the record of its last epoch", "epoch", l.LostEpoch)
		j.c.abandon.unled()
	}
	if j.c.abandon.torn() > 0 {
		if err := j.c.abandon.replayTorn(l.Tail); err != nil {
			return fmt.Errorf("%w: %w", ErrDamaged, err)
		}
	} else if err := j.replayAll(l.Tail); err != nil {
		return err
	}
	j.c.journal.given, j.c.journal.written, j.c.journal.saved = j.c.history.executed, j.c.history.executed, j.c.now
	j.c.history.committed = j.c.history.executed
	j.c.event("resumed", "turn", j.c.history.executed, "epoch", j.c.ancestry.records[len(j.c.ancestry.records)-1].Number, "turns replayed", len(l.Tail))
	j.c.abandon.findFirmState(l.Archives)
	j.resumeAs()
	j.c.lone.mayLack(l.Cut)
	j.c.abandon.loadArchived(l.Archives)
	if j.c.island == message.Home && j.c.options.Charter {
		j.c.policy.openCharter(l.Charter)
	}
	return nil
}

// replayAll executes the turns of the file, with the changes between them. Where a change cannot be made, it
// stops: others have the state after it.
func (j *Joining) replayAll(tail []store.Entry) error {
	j.c.history.replaying = true
	defer func() { j.c.history.replaying = false }()
	lone := j.c.ancestry.last().Lone() && j.c.ancestry.last().Leader().Key == j.c.me
	for _, e := range tail {
		if e.Epoch > uint64(len(j.c.ancestry.records)) {
			j.c.event("turns are left out: the file has no record of their epoch", "from", e.Turn, "epoch", e.Epoch)
			j.c.abandon.unled()
			break
		}
		if !j.c.history.cross(e.Epoch) {
			if lone {
				return fmt.Errorf("%w: turn %d: its epoch cannot be begun", ErrDamaged, e.Turn)
			}
			return nil
		}
		if err := j.replay(e); err != nil {
			return fmt.Errorf("%w: turn %d: %w", ErrDamaged, e.Turn, err)
		}
		j.c.journal.given = e.Turn
	}
	for j.c.history.epoch < uint64(len(j.c.ancestry.records)) {
		r := j.c.ancestry.records[j.c.history.epoch]
		if r.FirstTurn-1 != j.c.history.executed || r.Chain != j.c.history.hash {
			break // the turns up to there are not here
		}
		if !j.c.history.cross(r.Number) {
			if lone {
				return fmt.Errorf("%w: epoch %d cannot be begun", ErrDamaged, r.Number)
			}
			break
		}
	}
	return nil
}

// replay executes a turn of the file and checks its place in the chain.
func (j *Joining) replay(e store.Entry) error {
	i := int(e.Epoch) - 1
	if e.Turn != j.c.history.executed+1 || i < 0 || i >= len(j.c.ancestry.records) {
		return fmt.Errorf("follows turn %d", j.c.history.executed)
	}
	if h := epoch.ChainHash(j.c.history.hash, j.c.world, e.Epoch, e.Turn, j.c.ancestry.records[i].Rules, e.Body); h != e.Hash {
		return fmt.Errorf("the chain is broken")
	}
	_ = j.c.history.step(e.Body) // as when it was executed first
	j.c.history.executed, j.c.history.hash, j.c.history.epoch = e.Turn, e.Hash, e.Epoch
	j.c.history.turns = append(j.c.history.turns, past{epoch.Turn{Number: e.Turn, Hash: e.Hash, Body: e.Body}, e.Epoch})
	j.c.parcels.markOutbox()
	if j.c.options.On.Turn != nil {
		j.c.options.On.Turn(Executed{Island: j.c.island, Machine: j.c.machine, Turn: e.Turn, Epoch: e.Epoch, Body: e.Body, Digest: j.c.machine.Digest()})
	}
	return nil
}

// resumeAs decides the role of a restarted process: the lone voter recovers, any other process waits to be
// taken in.
func (j *Joining) resumeAs() {
	last := j.c.ancestry.records[len(j.c.ancestry.records)-1]
	j.c.abandon.resumes()
	if words, broken := j.c.abandon.waiting(); broken {
		j.c.event("the file does not reach its last epoch", "epoch", last.Number, "turn", j.c.history.executed, "records beyond a lost one", j.c.abandon.torn(), "waits", words.String())
		j.fetch = &fetch{why: "its file is damaged"}
		return
	}
	if last.Lone() && last.Leader().Key == j.c.me && !j.c.abandon.lostEnd(last) {
		j.c.epochs.restart = &loneVoterRestart{since: j.c.now}
		return
	}
	if j.c.history.executed+1 == last.FirstTurn && j.c.history.epoch == last.Number {
		j.c.epochs.begin(last, epoch.Position{}) // the others may not even know that this epoch has begun
	}
	if j.c.ancestry.over() && j.c.e != nil {
		return // nothing is missing
	}
	j.fetch = &fetch{why: "returning"}
}

// recover goes on from the file once no reachable peer holds more.
func (j *Joining) recover() {
	j.c.journal.again()
	j.c.lone.restartWithoutFile()
	if j.c.epochs.restart == nil || j.c.epochs.restart.record != nil || j.c.abandon.archiving() || j.c.abandon.readingFirmState() {
		return
	}
	last := j.c.ancestry.records[len(j.c.ancestry.records)-1]
	// it heard of epochs after the one in which all waited for it alone
	if !last.Lone() || !last.Votes(j.c.me) {
		j.c.epochs.restart = nil
		if j.c.e == nil && j.fetch == nil {
			j.fetch = &fetch{why: "returning"}
		}
		return
	}
	longer := false
	j.c.peers.each(func(p *peer) {
		longer = longer || j.c.lone.givesState(p)
	})
	if longer && j.fetch == nil {
		j.fetch = &fetch{why: "others hold a longer log"}
	}
	if longer = j.c.lone.lengthens() || longer; longer && j.c.now.Sub(j.c.epochs.restart.since) < 10*recoverAfter {
		return
	}
	if j.fetch != nil {
		j.fetch = nil
		j.c.history.stale = false
	}
	if waited := j.c.now.Sub(j.c.epochs.restart.since); waited < recoverAfter || waited < abandonedWithin && j.c.fork.awaitsAbandon() {
		return
	}
	r := last.After(epoch.Recovered, epoch.Position{Turn: j.c.history.executed, Hash: j.c.history.hash})
	r.Rules, r.Ticks, r.Voters = max(j.c.options.Rules, last.Rules), j.c.options.Ticks, []epoch.Voter{j.c.self}
	r.Sign(j.c.options.Key)
	j.c.journal.appendTo(j.c.history.executed) // the turns that others gave
	j.c.epochs.restart.record = r
	j.c.recovering.stop()
	j.c.journal.pending = r
	j.c.out.Records = append(j.c.out.Records, j.c.history.row(r))
}

// recovered begins the epoch of a founding or recovery record, or of one that was adopted, now that it is
// synced.
func (j *Joining) recovered(r *epoch.Record) {
	j.c.epochs.restart, j.c.epochs.adopting = nil, nil
	j.c.recovering.stop()
	j.fetch, j.c.epochs.before = nil, nil
	j.c.history.stale = false
	j.c.history.committed = max(j.c.history.committed, r.FirstTurn-1)
	if j.c.ancestry.addRecord(r); len(j.c.ancestry.records) == 1 {
		j.c.abandon.lookAgain()
	}
	j.c.epochs.begin(r, epoch.Position{})
	j.c.history.crossInto(r.Number)
	j.c.leader.next = j.c.now
	j.c.event("epoch", "epoch", r.Number, "reason", r.Reason.String(), "leader", r.Leader().Key.Short(), "voters", len(r.Voters), "turn", r.FirstTurn)
	for _, k := range j.c.peers.Keys() {
		if r.Reason == epoch.Agreed && r.Votes(k) {
			j.c.peers.Get(k).wants = false // it was restarted, and has the island by now
		}
		if r.Number > 1 && j.c.peers.Get(k).greeted && j.c.peers.Get(k).epoch < r.Number {
			j.c.recovering.tell(j.c.peers.Get(k), r.Number-1)
		}
		j.c.peers.greet(k, false)
	}
}
