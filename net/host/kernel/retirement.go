package kernel

import (
	"crypto/sha256"
	"time"

	"manyhold/net/epoch"
)

// Retirement is an island's end: it has gone into another one, or this peer needs it no longer.
type Retirement struct {
	c *Core

	remained time.Time // when this peer last told others that this island has ended
	Retired  time.Time // since when another island has it
}

// Remain tells others that the island here has ended: no frame does.
func (rt *Retirement) Remain() {
	if !rt.c.Ancestry.Over() || rt.c.Now.Sub(rt.remained) < remainEvery {
		return
	}
	rt.remained = rt.c.Now
	for _, k := range rt.c.Peers.Keys() {
		if rt.c.Peers.Get(k).Epoch < rt.c.Ancestry.Last().Number {
			rt.c.Peers.Greet(k, false)
		}
	}
}

// Try takes another island's last state in, and goes back.
func (rt *Retirement) Try(final []byte) error {
	before := rt.c.Machine.Snapshot(nil)
	err := rt.c.Machine.Absorb(final)
	rt.c.History.Restore(before)
	return err
}

// Stowed reports whether all turns of an ended island are in the firm chain or in an archive, and begins to
// leave the fork if not: a peer that went on with it provisionally may hear of its end only from the island
// that took it in.
func (rt *Retirement) Stowed() bool {
	if rt.c.Ancestry.Forked && !rt.c.Abandon.Leaves() && rt.c.Epochs.Founding == nil && len(rt.c.Ancestry.Records) > 0 {
		rt.c.Abandon.AbandonFork(nil, rt.c.Ancestry.FirmOne().Number, "the island was absorbed by another")
	}
	return !rt.c.Ancestry.Forked && !rt.c.Abandon.Leaves() && rt.c.Epochs.Founding == nil
}

// Ending returns the island's last record and its last state, when both are here.
func (rt *Retirement) Ending() (r *epoch.Record, final []byte) {
	if len(rt.c.Ancestry.Records) == 0 || rt.c.Ancestry.Last().Reason != epoch.Ended {
		return nil, nil
	}
	if r := rt.c.Ancestry.Last(); rt.c.History.Epoch == r.Number && rt.c.History.Executed == r.FirstTurn-1 && !rt.c.History.Stale {
		return r, rt.c.History.Base.Snapshot
	}
	return nil, nil
}

// EndInto ends the epoch by a record that names the island which takes this one in.
func (rt *Retirement) EndInto(island uint64) {
	r := rt.c.Epoch.Next(epoch.Ended)
	r.Into = island
	rt.c.Committee.Conclude(r, nil, nil)
}

// TakeIn ends the epoch by a record that takes in an island, which ended by a record, and reports whether it
// did.
func (rt *Retirement) TakeIn(end *epoch.Record, final []byte) bool {
	r := rt.c.Epoch.Next(epoch.Absorbed)
	r.From = end.Island
	r.Taken = epoch.Taken{Record: end.Hash(), Turn: end.FirstTurn - 1, Chain: end.Chain, Blob: sha256.Sum256(final)}
	voters, ranked := rt.c.Committee.Incumbents()
	return rt.c.Committee.Conclude(r, voters, ranked)
}
