package host

import (
	"fmt"
	"slices"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/wire"
)

// # Who forged
//
// Who saw a leader order what nobody asked for says so, signed (see epoch.Charge), keeps that with the world's charter, and so
// names it no more after it is started again. Of one's own word nobody else makes anything: but once most voters of the
// epoch have signed the same, everybody who knows the record of that epoch believes it, keeps it, and tells others. One voter of
// three cannot slander another.
//
// A charge is the body of a Witness after step 3. It is shown to all when it gets more seals, and to who comes later once that
// one has the world. Of a lone voter there is nobody to sign but those whom it wronged: each keeps that for itself.

const (
	// maxCharges is how many charges are kept; of more the first that neither convicts nor is this peer's own is forgotten.
	maxCharges = 2 * maxForgers
	// chargeRate is how many charges of a peer are looked at in a second: each has five signatures at most.
	chargeRate = 10
)

// find returns the charge that says the same, or nil.
func (g *guilt) find(o *epoch.Charge) *epoch.Charge {
	if i := slices.IndexFunc(g.charges, o.Same); i >= 0 {
		return g.charges[i]
	}
	return nil
}

// add takes a charge, or its seals, and reports whether anything is new and whether it convicts now, and did not before.
func (g *guilt) add(o *epoch.Charge, me key.ID) (more, convicts bool) {
	had := g.find(o)
	switch {
	case had != nil:
		before := had.Convicts()
		more = had.Join(o)
		convicts = had.Convicts() && !before
	case len(g.charges) >= maxCharges:
		i := slices.IndexFunc(g.charges, func(c *epoch.Charge) bool { return !c.Convicts() && !c.SignedBy(me) })
		if i < 0 {
			return false, false
		}
		g.charges = slices.Delete(g.charges, i, i+1)
		fallthrough
	default:
		g.charges, more, convicts = append(g.charges, o), true, o.Convicts()
	}
	if more {
		g.heard++
	}
	return more, convicts
}

// blame has somebody named no more, because this peer saw it forge a turn, or most voters say that they did.
func (g *guilt) blame(f Forger) {
	if i := slices.IndexFunc(g.forgers, func(o Forger) bool { return o.Key == f.Key }); i >= 0 {
		o := &g.forgers[i]
		o.Turn, o.Convicted = max(o.Turn, f.Turn), o.Convicted || f.Convicted
	} else if len(g.forgers) < maxForgers {
		g.forgers = append(g.forgers, f)
	}
}

// atHome is the core by whose links all are reached, and which keeps the charter.
func (c *Core) atHome() *Core {
	if c.siblings != nil {
		return c.siblings.islands.home()
	}
	return c
}

// charges says, signed, that a leader of the present epoch forged a turn.
func (c *Core) charges(accused key.ID) {
	r := c.e.Record()
	x := &epoch.Charge{Where: c.where(), Accused: accused}
	if r.Votes(c.me) {
		x.Voters = uint8(len(r.Voters))
	}
	if had := c.guilt.find(x); had != nil && had.SignedBy(c.me) {
		return
	}
	x.Sign(c.options.Key)
	c.atHome().keepCharge(x)
	c.charged(x)
}

// charged takes a charge that is of an epoch that is known here.
func (c *Core) charged(x *epoch.Charge) {
	more, convicts := c.guilt.add(x, c.me)
	if !more {
		return
	}
	home := c.atHome()
	if x = c.guilt.find(x); convicts {
		c.guilt.blame(Forger{Key: x.Accused, Name: c.called(epoch.Voter{Key: x.Accused}), Convicted: true})
		c.event("most voters say that a leader ordered what nobody asked for", "peer", c.called(epoch.Voter{Key: x.Accused}), "voters", len(x.Seals))
		home.keepCharge(x)
		c.heed()
	}
	if convicts || x.SignedBy(c.me) {
		home.each(home.showCharges)
	}
}

// keepCharge has a charge written into the file.
func (c *Core) keepCharge(x *epoch.Charge) {
	if c.guilt.charter != nil { // else with the charter, once there is a file
		c.keepCharter(x.Append(nil))
	}
}

// showCharges tells a peer what this one has not told it.
func (c *Core) showCharges(p *peer) {
	if !p.greeted || p.said.Epoch == 0 || p.charges == c.guilt.heard {
		return
	}
	p.charges = c.guilt.heard
	for _, x := range c.guilt.charges {
		if x.Voters > 0 && (x.Convicts() || x.SignedBy(c.me)) {
			c.send(p.key, link.Stream, x.Append([]byte{byte(wire.Witness), witnessCharge}))
		}
	}
}

// shownCharge takes a charge from a peer.
func (c *Core) shownCharge(p *peer, b []byte) error {
	if !p.flow.charges.Take(c.now, 1, chargeRate, maxCharges) {
		c.counters[counter.Flooded]++
		return nil
	}
	x, err := epoch.DecodeCharge(b)
	if err != nil {
		return err
	}
	if x.World != c.world || x.Voters == 0 {
		return fmt.Errorf("%w: a charge that is not for others", errUnexpected)
	}
	r := c.recordNamed(x.Where)
	if r == nil || x.Accused == c.me {
		return nil // of a line, or an island, that is not known here
	}
	if err := x.Of(r); err != nil {
		return err
	}
	c.charged(x)
	return nil
}

// recordNamed returns the record of an epoch that is known here, or nil.
func (c *Core) recordNamed(at epoch.Where) *epoch.Record {
	lists := [][]*epoch.Record{c.records, c.ancestry}
	if w := c.siblings; w != nil {
		if o := w.islands.get(at.Island); o != nil {
			lists = append(lists, o.records, o.ancestry)
		}
		if r := w.directory.known[at.Island]; r != nil {
			lists = append(lists, r.chain)
		}
	}
	for _, records := range lists {
		for _, r := range slices.Backward(records) {
			if r.Island == at.Island && r.Hash() == at.Epoch {
				return r
			}
		}
	}
	return nil
}

// chargeOfFile takes a charge that the file has: what it says of the voters was verified before it was written.
func (c *Core) chargeOfFile(x *epoch.Charge) {
	if x.World != c.world || x.Accused == c.me {
		return
	}
	c.guilt.add(x, c.me)
	if x = c.guilt.find(x); x != nil && (x.Convicts() || x.SignedBy(c.me)) {
		c.guilt.blame(Forger{Key: x.Accused, Name: c.called(epoch.Voter{Key: x.Accused}), Convicted: x.Convicts()})
	}
}
