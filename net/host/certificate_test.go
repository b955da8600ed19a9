package host

import (
	"testing"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/certificate"
	"manyhold/net/host/counter"
	"manyhold/net/host/kernel"
	"manyhold/net/link"
	"manyhold/net/wire"
)

// TestCertificates: the voters of an island sign the same state. Every peer that executes it has all their
// signatures, and no forged one or one of another state.
func TestCertificates(t *testing.T) {
	a := newArchipelago(t, 93)
	a.found("a")
	for _, name := range []string{"b", "c", "d"} {
		a.join(name)
	}
	all := func() bool {
		for _, n := range a.nodes {
			if _, m := n.world.islands.home().Certificates.Record(); m == nil || len(m.Signatures) != 3 {
				return false
			}
		}
		return true
	}
	a.until("all have the signatures of three voters", 90*time.Second, all)
	first := a.nodes[0].world.islands.home()
	record, mine := first.Certificates.Record()
	for _, n := range a.nodes {
		if _, m := n.world.islands.home().Certificates.Record(); m.Turn != mine.Turn || m.Root != mine.Root || m.Turn%certificate.Every != 0 {
			t.Errorf("%s: turn %d, root %x; the first peer: turn %d, root %x", n.name, m.Turn, m.Root[:4], mine.Turn, mine.Root[:4])
		}
		if good, of := mine.Good(record); good != 3 || of != 3 {
			t.Errorf("%d of %d signatures are good", good, of)
		}
	}

	var voter *islander
	for _, n := range a.nodes[1:] {
		if record.Votes(n.id()) {
			voter = n
		}
	}
	other := *mine
	other.Root[0]++
	other.Signatures = []epoch.Cosignature{other.Statement(record.Where()).Sign(voter.pair)}
	first.Receive(a.net.Now(), voter.id(), link.Stream, other.Append([]byte{byte(wire.Certificate)}))
	if _, m := first.Certificates.Record(); len(m.Signatures) != 3 || first.Counters[counter.CertificatesOther] != 1 {
		t.Errorf("%d signatures after one of another state, %d of those counted", len(m.Signatures), first.Counters[counter.CertificatesOther])
	}
}

// TestCheckpointsAsOftenAsAsked: checkpoints go to the file as often as the options say, signed or not.
func TestCheckpointsAsOftenAsAsked(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		every       time.Duration
		least, most uint64 // in four minutes
	}{{10 * time.Second, 20, 32}, {0, 4, 6}, {2 * time.Minute, 1, 4}, {time.Hour, 0, 2}} {
		a := newArchipelago(t, 94)
		a.options = func(_ *islander, o *kernel.Options) { o.Checkpoint = c.every }
		a.found("a")
		b := a.join("b")
		a.until("both are in", 10*time.Second, func() bool { return b.world.islands.home().Machine != nil })
		before := b.world.Status(a.net.Now()).Counters[counter.CheckpointsSet]
		a.run(4 * time.Minute)
		if n := b.world.Status(a.net.Now()).Counters[counter.CheckpointsSet] - before; n < c.least || n > c.most {
			t.Errorf("every %v: %d checkpoints in four minutes, want %d to %d", c.every, n, c.least, c.most)
		}
	}
}
