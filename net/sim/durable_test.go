package sim

import (
	"math/rand/v2"
	"testing"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/link/memory"
	"manyhold/net/sim/disk"
	"manyhold/net/store"
)

func bare() (*Sim, *islandTrack) {
	s := &Sim{net: memory.New(1, memory.Conditions{})}
	s.checks.init(s)
	return s, s.checks.track(message.Home)
}

// TestLostOnce: the age of a loss is that of its first occurrence, however often the voters die in that
// epoch.
func TestLostOnce(t *testing.T) {
	s, k := bare()
	for i, step := range []struct {
		from  uint64
		next  bool // epoch
		again bool // the same loss as before
	}{{10, false, false}, {10, false, true}, {12, false, true}, {5, false, false}, {5, false, true}, {5, true, false}} {
		if i == 0 || step.next {
			k.newest = &epoch.Record{Number: uint64(i) + 1}
		}
		before := k.loss.at
		s.net.AdvanceBy(time.Second)
		k.missing(step.from, "power")
		if again := k.loss.at.Equal(before); again != step.again || k.loss.from != step.from {
			t.Errorf("step %d: lost from %d on, at %v after %v", i, k.loss.from, k.loss.at, before)
		}
	}
}

// TestProvenByAFile: a voter's process dies before it is told that a record is in its file. Its next
// process finds it there.
func TestProvenByAFile(t *testing.T) {
	for _, votes := range []bool{true, false} {
		s, k := bare()
		n := &node{s: s, pair: key.FromSeed([32]byte{1})}
		first := &epoch.Record{Reason: epoch.Founded, Island: epoch.Home, Number: 1, FirstTurn: 1, Rules: 1, Ticks: 3, Firm: true,
			Voters: []epoch.Voter{{Key: n.pair.ID(), Incarnation: 1}}}
		if !votes {
			first.Voters[0].Key = key.FromSeed([32]byte{2}).ID()
		}
		first.Sign(n.pair)
		second := first.After(epoch.Committee, epoch.Position{Turn: 7})
		second.Rules, second.Ticks, second.Voters = 1, 3, first.Voters
		second.Sign(n.pair)
		// until the running write is in the file
		for seed := uint64(1); n.disk == nil || n.disk.File.Row(message.Home, 2) == nil; seed++ {
			n.disk = disk.New(store.Genesis{}, rand.New(rand.NewPCG(seed, 1)))
			for _, r := range []*epoch.Record{first, second} {
				row := store.EpochRow{Number: r.Number, Rules: r.Rules, Record: r.Append(nil)}
				n.disk.Give(kernel.Output{Island: message.Home, Records: []store.EpochRow{row}})
			}
			n.disk.Tick(s.net.Now())
			n.disk.Kill()
		}
		if s.checks.found(n); k.proven[second.Hash()] {
			t.Error("it is not yet safe from power cuts")
		}
		n.disk.Open(s.net.Now())
		if s.checks.found(n); k.proven[second.Hash()] != votes {
			t.Errorf("votes %v, proven %v", votes, !votes)
		}
	}
}
