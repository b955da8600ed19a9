package policy

import (
	"time"

	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/wire"
)

// tellAll applies the charter's kicks, announces a new temporary keeper, and sends this peer's summary to
// the peers with a different one.
func (y *Policy) tellAll() {
	y.ApplyKicks()
	y.regency.announce()
	y.review()
	y.c.Peers.Each(func(p *kernel.Peer) {
		mine, its := y.charterWith(p), y.of(p)
		if (p.Greeted || y.bareWith(p)) && its.digest != mine && y.c.Now.Sub(its.at) >= its.gap(y) && (its.told != mine || y.c.Now.Sub(its.at) >= 5*charterGap) {
			y.tellCharter(p)
		}
	})
}

// gap is the least time between two summaries to a peer.
func (to *chartered) gap(y *Policy) time.Duration {
	if to.basis != y.c.Standing.Charter.Basis {
		return charterGap
	}
	return charterGap * time.Duration(max(1, y.c.Peers.Len()/charterLinks))
}

// disown drops the logins of an archived fork, once this peer is in the firm chain; this peer's own login is
// requested again.
func (y *Policy) disown() {
	r := y.c.Standing.Charter
	if !r.Cut || y.c.Fork.Apart() {
		return
	}
	clear(r.Known)
	r.Cut, r.Named = false, 0
	if r.Set.Disown(y.RecordOf, y.c.Me) {
		r.Logged = false
	}
	r.Changed()
}

func (y *Policy) tellCharter(p *kernel.Peer) {
	mine, step, summary := y.charterWith(p), byte(CharterSummary), y.c.Standing.Charter.Set.Summary()
	if y.bareWith(p) {
		step, summary = charterBare, summary.Bare()
	}
	y.of(p).told, y.of(p).basis, y.of(p).at = mine, y.c.Standing.Charter.Basis, y.c.Now
	y.c.Send(p.Key, message.StreamChannel, summary.Append(append([]byte{byte(wire.Charter), step}, mine[:]...)))
}
