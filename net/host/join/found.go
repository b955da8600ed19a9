package join

import (
	"fmt"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/store"
)

// abandonedWithin is how long a restarted lone voter waits until a provisional fork with more committed turns
// than its file is abandoned, so that it can go on from there.
const abandonedWithin = 5 * time.Second

// Found founds a world: its first epoch, with this peer as the only voter. m is at the beginning. A peer that
// only plays gets ErrPlayOnly.
func (j *Joining) Found(now time.Time, g store.Genesis, m kernel.Machine, l kernel.Log) error {
	j.c.SetTime(now)
	if j.c.Options.Offer.PlayOnly {
		return kernel.ErrPlayOnly
	}
	if g.Founder != j.c.Me {
		return fmt.Errorf("host: the founder is %s, not %s", g.Founder.Short(), j.c.Me.Short())
	}
	j.c.Genesis, j.c.World, j.c.Machine, j.c.Journal.Log = g, g.ID(), m, l
	r := &epoch.Record{Reason: epoch.Founded, World: j.c.World, Island: epoch.Home, Number: 1, FirstTurn: 1, Rules: j.c.Options.Rules,
		Ticks: j.c.Options.Ticks, Firm: true, Voters: []epoch.Voter{j.c.Self}}
	r.Sign(j.c.Options.Key)
	j.c.History.Base = j.c.History.Capture()
	j.c.Journal.Save(j.c.History.Base)
	j.c.Epochs.Restart = &kernel.LoneVoterRestart{Since: j.c.Now, Record: r}
	j.c.Journal.Pending = r
	j.c.Out.Records = append(j.c.Out.Records, j.c.History.Row(r))
	return nil
}

// Resume goes on with a world from its file; m is at the beginning. The error wraps ErrDamaged.
func (j *Joining) Resume(now time.Time, l store.Loaded, m kernel.Machine, log kernel.Log) error {
	j.c.SetTime(now)
	j.c.Genesis, j.c.World, j.c.Machine, j.c.Journal.Log = l.Genesis, l.Genesis.ID(), m, log
	for _, p := range l.Players {
		if len(j.c.Peers.Names) < kernel.MaxLost {
			j.c.Peers.Names[p.Key] = p.Name
		}
	}
	for _, row := range l.Epochs {
		if row.Number == kernel.AcceptorRow {
			if err := j.c.Acceptor.LoadPromise(row.Record); err != nil {
				return fmt.Errorf("%w: %w", kernel.ErrDamaged, err)
			}
			continue
		}
		r, err := epoch.DecodeRecord(row.Record)
		if err != nil {
			return fmt.Errorf("%w: epoch %d: %w", kernel.ErrDamaged, row.Number, err)
		}
		j.c.Fork.LoadRecord(r, row.Blob)
	}
	if len(j.c.Ancestry.Records) == 0 && (j.c.Abandon.Torn() > 0 || l.Checkpoint.Turn > 0 || len(l.Tail) > 0) {
		return fmt.Errorf("%w: the founding record is lost", kernel.ErrDamaged)
	}
	if len(j.c.Ancestry.Records) == 0 && j.c.ID == message.Home {
		j.c.Ancestry.Records = nil
		return j.Found(now, l.Genesis, m, log) // killed before its first epoch was synced
	}
	if err := j.c.Ancestry.CheckRecords(l.Genesis, j.c.Ancestry.Records); err != nil {
		return fmt.Errorf("%w: %w", kernel.ErrDamaged, err)
	}
	if err := j.c.Runs(j.c.Ancestry.Records); err != nil {
		return err
	}
	if l.Checkpoint.Snapshot != nil {
		if err := m.Restore(l.Checkpoint.Snapshot); err != nil {
			return fmt.Errorf("%w: checkpoint of turn %d: %w", kernel.ErrDamaged, l.Checkpoint.Turn, err)
		}
		// zero: not known, where a branch was archived
		if d := m.Digest(); d != l.Checkpoint.Digest && l.Checkpoint.Digest != 0 {
			return fmt.Errorf("%w: checkpoint of turn %d has digest %016x, not %016x", kernel.ErrDamaged, l.Checkpoint.Turn, d, l.Checkpoint.Digest)
		}
	}
	j.c.History.Executed, j.c.History.Hash, j.c.History.Epoch = l.Checkpoint.Turn, l.Checkpoint.Hash, l.Checkpoint.Epoch
	j.c.History.Base = j.c.History.Capture()
	if l.LostEpoch == uint64(len(j.c.Ancestry.Records))+1 {
		j.c.Event("the world file lacks the record of its last epoch", "epoch", l.LostEpoch)
		j.c.Abandon.Unled()
	}
	if j.c.Abandon.Torn() > 0 {
		if err := j.c.Abandon.ReplayTorn(l.Tail); err != nil {
			return fmt.Errorf("%w: %w", kernel.ErrDamaged, err)
		}
	} else if err := j.replayAll(l.Tail); err != nil {
		return err
	}
	j.c.Journal.Given, j.c.Journal.Written, j.c.Journal.Saved = j.c.History.Executed, j.c.History.Executed, j.c.Now
	j.c.History.Committed = j.c.History.Executed
	j.c.Event("resumed", "turn", j.c.History.Executed, "epoch", j.c.Ancestry.Records[len(j.c.Ancestry.Records)-1].Number, "turns replayed", len(l.Tail))
	j.c.Abandon.FindFirmState(l.Archives)
	j.resumeAs()
	j.c.Lone.MayLack(l.Cut)
	j.c.Abandon.LoadArchived(l.Archives)
	if j.c.ID == message.Home && j.c.Options.Charter {
		j.c.Policy.OpenCharter(l.Charter)
	}
	return nil
}

// replayAll executes the turns of the file, with the changes between them. Where a change cannot be made, it
// stops: others have the state after it.
func (j *Joining) replayAll(tail []store.Entry) error {
	j.c.History.Replaying = true
	defer func() { j.c.History.Replaying = false }()
	lone := j.c.Ancestry.Last().Lone() && j.c.Ancestry.Last().Leader().Key == j.c.Me
	for _, e := range tail {
		if e.Epoch > uint64(len(j.c.Ancestry.Records)) {
			j.c.Event("turns skipped: the world file has no record of their epoch", "from", e.Turn, "epoch", e.Epoch)
			j.c.Abandon.Unled()
			break
		}
		if !j.c.History.Cross(e.Epoch) {
			if lone {
				return fmt.Errorf("%w: turn %d: its epoch cannot be begun", kernel.ErrDamaged, e.Turn)
			}
			return nil
		}
		if err := j.replay(e); err != nil {
			return fmt.Errorf("%w: turn %d: %w", kernel.ErrDamaged, e.Turn, err)
		}
		j.c.Journal.Given = e.Turn
	}
	for j.c.History.Epoch < uint64(len(j.c.Ancestry.Records)) {
		r := j.c.Ancestry.Records[j.c.History.Epoch]
		if r.FirstTurn-1 != j.c.History.Executed || r.Chain != j.c.History.Hash {
			break // the turns up to there are not here
		}
		if !j.c.History.Cross(r.Number) {
			if lone {
				return fmt.Errorf("%w: epoch %d cannot be begun", kernel.ErrDamaged, r.Number)
			}
			break
		}
	}
	return nil
}

// replay executes a turn of the file and checks its place in the chain.
func (j *Joining) replay(e store.Entry) error {
	i := int(e.Epoch) - 1
	if e.Turn != j.c.History.Executed+1 || i < 0 || i >= len(j.c.Ancestry.Records) {
		return fmt.Errorf("follows turn %d", j.c.History.Executed)
	}
	if h := epoch.ChainHash(j.c.History.Hash, j.c.World, e.Epoch, e.Turn, j.c.Ancestry.Records[i].Rules, e.Body); h != e.Hash {
		return fmt.Errorf("the chain is broken")
	}
	_ = j.c.History.Step(e.Body) // as when it was executed first
	j.c.History.Executed, j.c.History.Hash, j.c.History.Epoch = e.Turn, e.Hash, e.Epoch
	j.c.History.Turns = append(j.c.History.Turns, kernel.PastTurn{Turn: epoch.Turn{Number: e.Turn, Hash: e.Hash, Body: e.Body}, Epoch: e.Epoch})
	j.c.Parcels.MarkOutbox()
	if j.c.Options.On.Turn != nil {
		j.c.Options.On.Turn(kernel.Executed{Island: j.c.ID, Machine: j.c.Machine, Turn: e.Turn, Epoch: e.Epoch, Body: e.Body, Digest: j.c.Machine.Digest()})
	}
	return nil
}

// resumeAs decides the role of a restarted process: the lone voter recovers, any other process waits to be
// taken in.
func (j *Joining) resumeAs() {
	last := j.c.Ancestry.Records[len(j.c.Ancestry.Records)-1]
	j.c.Abandon.Resumes()
	if words, broken := j.c.Abandon.Waiting(); broken {
		j.c.Event("the world file ends before its last epoch", "epoch", last.Number, "turn", j.c.History.Executed, "records beyond a lost one", j.c.Abandon.Torn(), "waits", words.String())
		j.Fetch = &Fetch{Why: "its file is damaged"}
		return
	}
	if last.Lone() && last.Leader().Key == j.c.Me && !j.c.Abandon.LostEnd(last) && !j.c.Options.Offer.PlayOnly {
		j.c.Epochs.Restart = &kernel.LoneVoterRestart{Since: j.c.Now}
		return
	}
	if j.c.History.Executed+1 == last.FirstTurn && j.c.History.Epoch == last.Number {
		j.c.Epochs.Begin(last, epoch.Position{}) // the others may not even know that this epoch has begun
	}
	if j.c.Ancestry.Over() && j.c.Epoch != nil {
		return // nothing is missing
	}
	j.Fetch = &Fetch{Why: "returning"}
}

// Recover goes on from the file once no reachable peer holds more.
func (j *Joining) Recover() {
	j.c.Journal.Again()
	j.c.Lone.RestartWithoutFile()
	if j.c.Epochs.Restart == nil || j.c.Epochs.Restart.Record != nil || j.c.Abandon.Archiving() || j.c.Abandon.ReadingFirmState() {
		return
	}
	last := j.c.Ancestry.Records[len(j.c.Ancestry.Records)-1]
	// it heard of epochs after the one in which all waited for it alone
	if !last.Lone() || !last.Votes(j.c.Me) {
		j.c.Epochs.Restart = nil
		if j.c.Epoch == nil && j.Fetch == nil {
			j.Fetch = &Fetch{Why: "returning"}
		}
		return
	}
	longer := false
	j.c.Peers.Each(func(p *kernel.Peer) {
		longer = longer || j.c.Lone.GivesState(p)
	})
	if longer && j.Fetch == nil {
		j.Fetch = &Fetch{Why: "others hold a longer log"}
	}
	if longer = j.c.Lone.Lengthens() || longer; longer && j.c.Now.Sub(j.c.Epochs.Restart.Since) < 10*kernel.RecoverAfter {
		return
	}
	if j.Fetch != nil {
		j.Fetch = nil
		j.c.History.Stale = false
	}
	if waited := j.c.Now.Sub(j.c.Epochs.Restart.Since); waited < kernel.RecoverAfter || waited < abandonedWithin && j.c.Fork.AwaitsAbandon() {
		return
	}
	r := last.After(epoch.Recovered, epoch.Position{Turn: j.c.History.Executed, Hash: j.c.History.Hash})
	r.Rules, r.Ticks, r.Voters = max(j.c.Options.Rules, last.Rules), j.c.Options.Ticks, []epoch.Voter{j.c.Self}
	r.Sign(j.c.Options.Key)
	j.c.Journal.AppendTo(j.c.History.Executed) // the turns that others gave
	j.c.Epochs.Restart.Record = r
	j.c.Recovery.Stop()
	j.c.Journal.Pending = r
	j.c.Out.Records = append(j.c.Out.Records, j.c.History.Row(r))
}

// Recovered begins the epoch of a founding or recovery record, or of one that was adopted, now that it is
// synced.
func (j *Joining) Recovered(r *epoch.Record) {
	j.c.Epochs.Restart, j.c.Epochs.Adopting = nil, nil
	j.c.Recovery.Stop()
	j.Fetch, j.c.Epochs.Previous = nil, nil
	j.c.History.Stale = false
	j.c.History.Committed = max(j.c.History.Committed, r.FirstTurn-1)
	if j.c.Ancestry.AddRecord(r); len(j.c.Ancestry.Records) == 1 {
		j.c.Abandon.LookAgain()
	}
	j.c.Epochs.Begin(r, epoch.Position{})
	j.c.History.CrossInto(r.Number)
	j.c.Leader.Next = j.c.Now
	j.c.Event("epoch", "epoch", r.Number, "reason", r.Reason.String(), "leader", r.Leader().Key.Short(), "voters", len(r.Voters), "turn", r.FirstTurn)
	for _, k := range j.c.Peers.Keys() {
		if r.Reason == epoch.Agreed && r.Votes(k) {
			j.c.Peers.Get(k).Wants = false // it was restarted, and has the island by now
		}
		if r.Number > 1 && j.c.Peers.Get(k).Greeted && j.c.Peers.Get(k).Epoch < r.Number {
			j.c.Recovery.Tell(j.c.Peers.Get(k), r.Number-1)
		}
		j.c.Peers.Greet(k, false)
	}
}
