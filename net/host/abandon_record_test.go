package host

import (
	"testing"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/kernel"
)

// TestRecordBehindArchive: a provisional epoch ends while its turns are on their way into an archive. The
// record of its end is not written behind them: there it would be a record of the fork that is entered.
func TestRecordBehindArchive(t *testing.T) {
	c := newCluster(t, 240, lan)
	c.growAndTalk(2)
	a, b := c.nodes[0], c.nodes[1]
	c.net.Cut(a.id(), b.id())
	c.goesProvisional(b, 4*time.Second)
	c.run(time.Second)
	b.file.delay = 300 * time.Millisecond
	c.net.Heal()
	c.until("it is being archived", 10*time.Second, func() bool {
		c.redial()
		return protocolOf(b.core).forks.Abandon.Archiving()
	})
	r := b.core.Epoch.Next(epoch.Committee)
	r.Voters = []epoch.Voter{b.core.Self}
	r.Sign(b.pair)
	b.core.Epochs.Unconfirmed = r
	b.core.Epochs.AwaitDurable()
	b.act()
	c.until("it is archived", 5*time.Second, func() bool { return !protocolOf(b.core).forks.Abandon.Archiving() })
	for range 100 {
		var before *epoch.Record
		for _, row := range b.file.epochs {
			if row.Number == kernel.AcceptorRow {
				continue
			}
			r, err := epoch.DecodeRecord(row.Record)
			must(t, err)
			if before != nil && r.Previous != before.Hash() {
				t.Fatalf("the record of epoch %d does not follow that of %d", r.Number, before.Number)
			}
			before = r
		}
		c.run(20 * time.Millisecond)
	}
	b.file.delay = 0
	c.healed(12 * time.Second)
}
