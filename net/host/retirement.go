package host

import (
	"crypto/sha256"
	"time"

	"manyhold/net/epoch"
)

// Retirement is an island's end: it has gone into another one, or this peer needs it no longer.
type Retirement struct {
	c *Core

	remained time.Time // when this peer last told others that this island has ended
	retired  time.Time // since when another island has it
}

// remain tells others that the island here has ended: no frame does.
func (rt *Retirement) remain() {
	if !rt.c.ancestry.over() || rt.c.now.Sub(rt.remained) < remainEvery {
		return
	}
	rt.remained = rt.c.now
	for _, k := range rt.c.peers.Keys() {
		if rt.c.peers.Get(k).epoch < rt.c.ancestry.last().Number {
			rt.c.peers.greet(k, false)
		}
	}
}

// try takes another island's last state in, and goes back.
func (rt *Retirement) try(final []byte) error {
	before := rt.c.machine.Snapshot(nil)
	err := rt.c.machine.Absorb(final)
	rt.c.history.restore(before)
	return err
}

// stowed reports whether all turns of an ended island are in the firm chain or in an archive, and begins to
// leave the fork if not: a peer that went on with it provisionally may hear of its end only from the island
// that took it in.
func (rt *Retirement) stowed() bool {
	if rt.c.ancestry.forked && !rt.c.abandon.leaves() && rt.c.epochs.founding == nil && len(rt.c.ancestry.records) > 0 {
		rt.c.abandon.abandonFork(nil, rt.c.ancestry.firmOne().Number, "the island has gone into another")
	}
	return !rt.c.ancestry.forked && !rt.c.abandon.leaves() && rt.c.epochs.founding == nil
}

// ending returns the island's last record and its last state, when both are here.
func (rt *Retirement) ending() (r *epoch.Record, final []byte) {
	if len(rt.c.ancestry.records) == 0 || rt.c.ancestry.last().Reason != epoch.Ended {
		return nil, nil
	}
	if r := rt.c.ancestry.last(); rt.c.history.epoch == r.Number && rt.c.history.executed == r.FirstTurn-1 && !rt.c.history.stale {
		return r, rt.c.history.base.snapshot
	}
	return nil, nil
}

// endInto ends the epoch by a record that names the island which takes this one in.
func (rt *Retirement) endInto(island uint64) {
	r := rt.c.e.Next(epoch.Ended)
	r.Into = island
	rt.c.seats.conclude(r, nil, nil)
}

// takeIn ends the epoch by a record that takes in an island, which ended by a record, and reports whether it
// did.
func (rt *Retirement) takeIn(end *epoch.Record, final []byte) bool {
	r := rt.c.e.Next(epoch.Absorbed)
	r.From = end.Island
	r.Taken = epoch.Taken{Record: end.Hash(), Turn: end.FirstTurn - 1, Chain: end.Chain, Blob: sha256.Sum256(final)}
	voters, ranked := rt.c.seats.incumbents()
	return rt.c.seats.conclude(r, voters, ranked)
}
