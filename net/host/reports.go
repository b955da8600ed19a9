package host

import (
	"fmt"

	"manyhold/net/epoch"
	"manyhold/net/host/message"
	"manyhold/net/wire"
)

// report tells what this peer has.
func (c *Core) report() message.Report {
	last := c.last()
	v := c.vow.of(last)
	r := message.Report{Epoch: last.Number, Name: last.Hash(), Incarnation: c.self.Incarnation, Turn: c.state.executed, Hash: c.state.hash,
		Committed: min(c.state.committed, c.state.executed), Promised: v.promised, Signed: v.signed}
	at := c.end
	if c.e != nil {
		r.Living, at = c.e.Member(), c.e.Last()
	}
	r.CommittedHash, _ = c.hashAt(r.Committed)
	if r.Turn > r.Committed {
		if at.Turn == r.Turn && at.Hash == r.Hash {
			r.Term, r.Index = at.Term, at.Index
		} else { // on the way elsewhere: only what is committed counts
			r.Turn, r.Hash = r.Committed, r.CommittedHash
		}
	}
	if r.Signed != nil {
		r.Seal = r.Signed.SealOf(c.options.Key).Signature
	}
	return r
}

// receiveRecovery takes a message of a recovery apart.
func (c *Core) receiveRecovery(p *peer, b []byte) error {
	k := message.Body(b)
	switch step := k.U8(); step {
	case message.StepReport:
		r := message.DecodeReport(k)
		if err := k.Done(); err != nil {
			return err
		}
		return c.heardReport(p, r)
	case message.StepAsk:
		a := message.Asking{Epoch: k.Uvarint(), Name: k.Hash(), Round: k.Uvarint()}
		if err := k.Done(); err != nil || len(c.records) == 0 {
			return err
		}
		return c.asked(p.key, a)
	case message.StepPropose:
		source := message.Claim{Term: k.Uvarint(), Index: k.Uvarint()}
		r := message.ReadSigned(k)
		if err := k.Done(); err != nil || len(c.records) == 0 || r == nil {
			return err
		}
		return c.proposed(p.key, r, source)
	case message.StepWant:
		first := k.Uvarint()
		if err := k.Done(); err != nil {
			return err
		}
		c.wanted(p, first)
	case message.StepTurns:
		first := k.Uvarint()
		var turns []message.ShownTurn
		for k.Err() == nil && k.Len() > 0 {
			turns = append(turns, message.ShownTurn{Epoch: k.Uvarint(), Body: k.Blob(message.MaxTurn)})
		}
		if err := k.Done(); err != nil {
			return err
		}
		return c.shown(p.key, first, turns)
	case message.StepRecords:
		records, err := message.ReadRecords(k)
		if err != nil || len(c.records) == 0 {
			return err
		}
		return c.told(records)
	default:
		return fmt.Errorf("host: step %d of a recovery", step)
	}
	return nil
}

// heardReport keeps what a peer tells. Who has not heard of an epoch is told.
func (c *Core) heardReport(p *peer, r message.Report) error {
	if len(c.records) == 0 {
		return nil
	}
	last := c.last()
	if n := r.Epoch; n > 0 && n < last.Number && c.records[n-1].Hash() == r.Name {
		if c.records[n].Reason == epoch.Provisional || c.records[n].Reason != epoch.Agreed && c.records[n].Reason != epoch.Ended && !c.stalled() {
			return nil // it gets the end of the epoch like everybody who missed it
		}
		if b := c.encodeTold(n); c.gives(p, b) {
			c.send(p.key, message.StreamChannel, b)
		}
		return nil
	}
	if c.reunion == nil || r.Epoch != last.Number || r.Name != last.Hash() {
		return nil
	}
	if r.Signed != nil {
		if err := r.Signed.Proposes(last); err != nil || !r.Signed.SealedBy(epoch.Seal{Key: p.key, Signature: r.Seal}) {
			return fmt.Errorf("host: a false signature under a recovery (%v)", err)
		}
	}
	if had := c.reunion.reports[p.key]; had.Promised != r.Promised || r.Signed != nil && !sameRecord(had.Signed, r.Signed) {
		c.reunion.moved = c.now
	}
	c.reunion.reports[p.key] = heard{r, c.now}
	return nil
}

// encodeTold packs the records after an epoch, as many as fit.
func (c *Core) encodeTold(after uint64) []byte {
	b := message.BeginRecovery(message.StepRecords)
	for _, r := range c.records[after:] {
		e := r.Append(nil)
		if len(b)+len(e)+3 > message.RecordMessage {
			break
		}
		b = wire.AppendBlob(b, e)
	}
	return b
}
