package host

import (
	"fmt"

	"manyhold/net/epoch"
	"manyhold/net/host/message"
	"manyhold/net/host/recordlist"
)

// report describes this peer's log.
func (recovering *Recovery) report() message.Report {
	last := recovering.c.ancestry.last()
	v := recovering.in.acceptor.state.of(last)
	r := message.Report{Epoch: last.Number, Name: last.Hash(), Incarnation: recovering.c.self.Incarnation, Turn: recovering.c.history.executed, Hash: recovering.c.history.hash,
		Committed: min(recovering.c.history.committed, recovering.c.history.executed), Promised: v.promised, Signed: v.signed}
	at := recovering.c.epochs.end
	if recovering.c.e != nil {
		r.Living, at = recovering.c.e.Member(), recovering.c.e.Last()
	}
	r.CommittedHash, _ = recovering.c.history.hashAt(r.Committed)
	if r.Turn > r.Committed {
		if at.Turn == r.Turn && at.Hash == r.Hash {
			r.Term, r.Index = at.Term, at.Index
		} else { // on the way elsewhere: only committed turns count
			r.Turn, r.Hash = r.Committed, r.CommittedHash
		}
	}
	if r.Signed != nil {
		r.Seal = r.Signed.Cosign(recovering.c.options.Key).Signature
	}
	return r
}

// receiveRecovery takes a message of a recovery apart.
func (v *Recovery) receiveRecovery(p *peer, b []byte) error {
	k := message.Body(b)
	switch step := k.U8(); step {
	case message.StepReport:
		r := message.DecodeReport(k)
		if err := k.Done(); err != nil {
			return err
		}
		return v.heardReport(p, r)
	case message.StepAsk:
		a := message.Asking{Epoch: k.Uvarint(), Name: k.Hash(), Round: k.Uvarint()}
		if err := k.Done(); err != nil || len(v.c.ancestry.records) == 0 {
			return err
		}
		return v.in.acceptor.asked(p.key, a)
	case message.StepPropose:
		source := message.Claim{Term: k.Uvarint(), Index: k.Uvarint()}
		r := message.ReadSigned(k)
		if err := k.Done(); err != nil || len(v.c.ancestry.records) == 0 || r == nil {
			return err
		}
		return v.in.acceptor.proposed(p.key, r, source)
	case message.StepWant:
		first := k.Uvarint()
		if err := k.Done(); err != nil {
			return err
		}
		v.wanted(p, first)
	case message.StepTurns:
		first := k.Uvarint()
		var turns []message.ShownTurn
		for k.Err() == nil && k.Len() > 0 {
			turns = append(turns, message.ShownTurn{Epoch: k.Uvarint(), Body: k.Blob(message.MaxTurn)})
		}
		if err := k.Done(); err != nil {
			return err
		}
		return v.shown(p.key, first, turns)
	default:
		return fmt.Errorf("host: step %d of a recovery", step)
	}
	return nil
}

// heardReport keeps a peer's report. A peer that does not know an epoch yet is sent its record.
func (v *Recovery) heardReport(p *peer, r message.Report) error {
	if len(v.c.ancestry.records) == 0 {
		return nil
	}
	last := v.c.ancestry.last()
	if n := r.Epoch; n > 0 && n < last.Number && v.c.ancestry.records[n-1].Hash() == r.Name {
		if v.c.ancestry.records[n].Reason == epoch.Provisional || v.c.ancestry.records[n].Reason != epoch.Agreed && v.c.ancestry.records[n].Reason != epoch.Ended && !v.c.epochs.stalled() {
			return nil // it gets the end of the epoch like every peer that missed it
		}
		v.tell(p, n)
		return nil
	}
	if v.running == nil || r.Epoch != last.Number || r.Name != last.Hash() {
		return nil
	}
	if r.Signed != nil {
		if err := r.Signed.Proposes(last); err != nil || !r.Signed.CosignedBy(epoch.Cosignature{Key: p.key, Signature: r.Seal}) {
			return fmt.Errorf("host: a false signature under a recovery (%v)", err)
		}
	}
	if had := v.running.reports[p.key]; had.Promised != r.Promised || r.Signed != nil && !sameRecord(had.Signed, r.Signed) {
		v.running.moved = v.c.now
	}
	v.running.reports[p.key] = heard{r, v.c.now}
	return nil
}

// tell gives a peer the records after an epoch, up to mostTold.
func (v *Recovery) tell(p *peer, after uint64) {
	records := v.c.ancestry.records
	list := records[after:min(after+mostTold, uint64(len(records)))]
	v.c.peers.sendAnswer(p, recordlist.Encode(recordlist.Told, records[after-1].Hash(), list))
}

// receiveRecords takes records of epochs that this peer has not heard of.
func (v *Recovery) receiveRecords(p *peer, b []byte) error {
	if len(v.c.ancestry.records) == 0 || !v.c.epochs.stalled() {
		return nil
	}
	_, list, done, err := p.collect(b, recordlist.Tail)
	if !done {
		return err
	}
	if err := v.c.runs(list); err != nil {
		return err
	}
	return v.told(list)
}
