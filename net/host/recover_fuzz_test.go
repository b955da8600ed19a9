package host

import (
	"testing"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/host/recordlist"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/store"
	"manyhold/net/wire"
)

// restartedVoter is the first of three voters, restarted with an empty log, the other two linked.
func restartedVoter(t testing.TB, now time.Time) (c *kernel.Core, last *epoch.Record, others []key.Pair) {
	me := key.FromSeed([32]byte{1})
	others = []key.Pair{key.FromSeed([32]byte{2}), key.FromSeed([32]byte{3})}
	g := store.Genesis{Founder: me.ID(), Name: "fuzz", Licence: store.DefaultLicence}
	first := &epoch.Record{Reason: epoch.Founded, World: g.ID(), Island: epoch.Home, Number: 1, FirstTurn: 1, Ticks: 3, Firm: true,
		Voters: []epoch.Voter{{Key: me.ID(), Incarnation: 1}}}
	first.Sign(me)
	last = &epoch.Record{Reason: epoch.Committee, World: g.ID(), Island: epoch.Home, Number: 2, Previous: first.Hash(), FirstTurn: 1, Ticks: 3, Firm: true,
		Voters: []epoch.Voter{{Key: me.ID(), Incarnation: 1}, {Key: others[0].ID(), Incarnation: 2}, {Key: others[1].ID(), Incarnation: 3}}}
	last.Sign(me)
	c = NewCore(kernel.Options{Key: me, Incarnation: 7})
	must(t, protocolOf(c).joining.Resume(now, store.Loaded{Genesis: g, LoadedLog: store.LoadedLog{Epochs: []store.EpochRow{new(kernel.Core).History.Row(first), new(kernel.Core).History.Row(last)}}}, newLedger(), &testFile{}))
	c.Epoch = nil
	for i, o := range others {
		c.LinkUp(now, o.ID(), link.Info{})
		greet := message.Greeting{Incarnation: uint64(20 + i), Willing: true, Epoch: 2}
		c.Receive(now, o.ID(), link.Stream, greet.Encode())
	}
	return c, last, others
}

// FuzzRecovery: whatever a voter sends in a recovery, nothing panics, and nothing is signed that is no
// recovery of this epoch.
func FuzzRecovery(f *testing.F) {
	now := time.Unix(0, 0)
	c, last, others := restartedVoter(f, now)
	r := protocolOf(c).recoveries.Recovery.Report()
	r.Incarnation = 20
	f.Add(r.Encode(), r.Encode())
	ask := message.Asking{Epoch: 2, Name: last.Hash(), Round: 5}.Encode()
	p := &epoch.Record{Reason: epoch.Agreed, World: last.World, Island: epoch.Home, Number: 3, Previous: last.Hash(), FirstTurn: 1, Ticks: 3, Firm: true,
		Voters: []epoch.Voter{{Key: others[0].ID(), Incarnation: 20}, c.Self, {Key: others[1].ID(), Incarnation: 21}}, Signer: others[0].ID(), Round: 5}
	f.Add(ask, message.EncodeProposing(p, message.Claim{}))
	r.Signed, r.Cosignature = p, p.Cosign(others[0]).Signature
	f.Add(r.Encode(), message.EncodeWanted(1))
	f.Add(message.EncodeWanted(0), append(wire.AppendUvarint(message.BeginRecovery(message.StepTurns), 1), 2, 1, 3))
	records := c.Ancestry.Records
	f.Add(recordlist.Encode(recordlist.Told, [32]byte{}, records)[0], recordlist.Encode(recordlist.Told, records[0].Hash(), records[1:])[0])
	f.Fuzz(func(t *testing.T, a, b []byte) {
		c, last, others := restartedVoter(t, now)
		at := now
		for _, m := range [][]byte{a, b, a, b} {
			if len(m) == 0 || wire.Kind(m[0]) != wire.Recovery && wire.Kind(m[0]) != wire.Record {
				return
			}
			at = at.Add(600 * time.Millisecond)
			c.Tick(at)
			for _, o := range others {
				c.Receive(at, o.ID(), link.Stream, m)
			}
			for _, row := range c.Ready().Records {
				c.Journal.Recorded(at, row.Number, nil)
			}
		}
		if s := protocolOf(c).recoveries.Acceptor.State.Signed; s != nil && s.Proposes(last) != nil {
			t.Errorf("signed %+v", s)
		}
	})
}
