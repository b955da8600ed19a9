package recovery

import (
	"fmt"

	"manyhold/net/epoch"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/host/recordlist"
)

// Report describes this peer's log.
func (recovering *Recovery) Report() message.Report {
	last := recovering.c.Ancestry.Last()
	v := recovering.in.Acceptor.State.of(last)
	r := message.Report{Epoch: last.Number, Name: last.Hash(), Incarnation: recovering.c.Self.Incarnation, Turn: recovering.c.History.Executed, Hash: recovering.c.History.Hash,
		Committed: min(recovering.c.History.Committed, recovering.c.History.Executed), Promised: v.Promised, Signed: v.Signed}
	at := recovering.c.Epochs.End
	if recovering.c.Epoch != nil {
		r.Living, at = recovering.c.Epoch.Member(), recovering.c.Epoch.Last()
	}
	r.CommittedHash, _ = recovering.c.History.HashAt(r.Committed)
	if r.Turn > r.Committed {
		if at.Turn == r.Turn && at.Hash == r.Hash {
			r.Term, r.Index = at.Term, at.Index
		} else { // on the way elsewhere: only committed turns count
			r.Turn, r.Hash = r.Committed, r.CommittedHash
		}
	}
	if r.Signed != nil {
		r.Cosignature = r.Signed.Cosign(recovering.c.Options.Key).Signature
	}
	return r
}

// ReceiveRecovery takes a message of a recovery apart.
func (v *Recovery) ReceiveRecovery(p *kernel.Peer, b []byte) error {
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
		if err := k.Done(); err != nil || len(v.c.Ancestry.Records) == 0 {
			return err
		}
		return v.in.Acceptor.asked(p.Key, a)
	case message.StepPropose:
		source := message.Claim{Term: k.Uvarint(), Index: k.Uvarint()}
		r := message.ReadSigned(k)
		if err := k.Done(); err != nil || len(v.c.Ancestry.Records) == 0 || r == nil {
			return err
		}
		return v.in.Acceptor.Proposed(p.Key, r, source)
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
		return v.shown(p.Key, first, turns)
	default:
		return fmt.Errorf("host: step %d of a recovery", step)
	}
	return nil
}

// heardReport keeps a peer's report. A peer that does not know an epoch yet is sent its record.
func (v *Recovery) heardReport(p *kernel.Peer, r message.Report) error {
	if len(v.c.Ancestry.Records) == 0 {
		return nil
	}
	last := v.c.Ancestry.Last()
	if n := r.Epoch; n > 0 && n < last.Number && v.c.Ancestry.Records[n-1].Hash() == r.Name {
		if v.c.Ancestry.Records[n].Reason == epoch.Provisional || v.c.Ancestry.Records[n].Reason != epoch.Agreed && v.c.Ancestry.Records[n].Reason != epoch.Ended && !v.c.Epochs.Stalled() {
			return nil // it gets the end of the epoch like every peer that missed it
		}
		v.Tell(p, n)
		return nil
	}
	if v.Running == nil || r.Epoch != last.Number || r.Name != last.Hash() {
		return nil
	}
	if r.Signed != nil {
		if err := r.Signed.Proposes(last); err != nil || !r.Signed.CosignedBy(epoch.Cosignature{Key: p.Key, Signature: r.Cosignature}) {
			return fmt.Errorf("host: a false signature under a recovery (%v)", err)
		}
	}
	if had := v.Running.Reports[p.Key]; had.Promised != r.Promised || r.Signed != nil && !sameRecord(had.Signed, r.Signed) {
		v.Running.moved = v.c.Now
	}
	v.Running.Reports[p.Key] = heard{r, v.c.Now}
	return nil
}

// Tell gives a peer the records after an epoch, up to mostTold.
func (v *Recovery) Tell(p *kernel.Peer, after uint64) {
	records := v.c.Ancestry.Records
	list := records[after:min(after+mostTold, uint64(len(records)))]
	v.c.Peers.SendAnswer(p, recordlist.Encode(recordlist.Told, records[after-1].Hash(), list))
}

// ReceiveRecords takes records of epochs that this peer has not heard of.
func (v *Recovery) ReceiveRecords(p *kernel.Peer, b []byte) error {
	if len(v.c.Ancestry.Records) == 0 || !v.c.Epochs.Stalled() {
		return nil
	}
	_, list, done, err := p.Collect(b, recordlist.Tail)
	if !done {
		return err
	}
	if err := v.c.Runs(list); err != nil {
		return err
	}
	return v.told(list)
}
