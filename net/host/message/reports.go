package message

import (
	"fmt"

	"manyhold/net/epoch"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/wire"
)

const StreamChannel = link.Stream

// Steps of a recovery, in the first byte of Recovery's body.
const (
	StepReport  = 1 // what I have, promised and signed
	StepAsk     = 2 // promise my ballot
	StepPropose = 3 // sign this
	StepWant    = 4 // show me your turns from this one on; zero: all you are, as a snapshot
	StepTurns   = 5 // these; none: I do not reach back so far
)

// Report is the report of a peer without turns to all others.
type Report struct {
	Epoch         uint64
	Name          [32]byte // of the epoch
	Incarnation   uint64
	Living        bool // still a voter's process that the epoch's record names
	Turn          uint64
	Hash          [32]byte
	Term, Index   uint64 // of the log's end; zero when all is committed
	Committed     uint64
	CommittedHash [32]byte
	Promised      Ballot
	Signed        *epoch.Record // without seals
	Cosignature   [key.SignatureSize]byte
}

func BeginRecovery(step byte) []byte { return []byte{byte(wire.Recovery), step} }

func (r *Report) Encode() []byte {
	b := wire.AppendUvarint(BeginRecovery(StepReport), r.Epoch)
	b = append(b, r.Name[:]...)
	b = wire.AppendU64(b, r.Incarnation)
	b = wire.AppendBool(b, r.Living)
	b = wire.AppendUvarint(b, r.Turn)
	b = append(b, r.Hash[:]...)
	b = wire.AppendUvarint(b, r.Term)
	b = wire.AppendUvarint(b, r.Index)
	b = wire.AppendUvarint(b, r.Committed)
	b = append(b, r.CommittedHash[:]...)
	b = wire.AppendUvarint(b, r.Promised.Round)
	b = append(b, r.Promised.By[:]...)
	b = wire.AppendBlob(b, EncodeSigned(r.Signed))
	return append(b, r.Cosignature[:]...)
}

func DecodeReport(c *wire.Cursor) Report {
	r := Report{Epoch: c.Uvarint(), Name: c.Hash(), Incarnation: c.U64(), Living: c.Bool(), Turn: c.Uvarint(), Hash: c.Hash(),
		Term: c.Uvarint(), Index: c.Uvarint(), Committed: c.Uvarint(), CommittedHash: c.Hash(),
		Promised: Ballot{c.Uvarint(), c.Hash()}, Signed: ReadSigned(c), Cosignature: c.Signature()}
	const limit = 1 << 62
	if c.Err() == nil && (r.Turn >= limit || r.Committed > r.Turn || r.Promised.Round >= limit || r.Term >= limit || r.Index >= limit) {
		c.Fail(fmt.Errorf("host: a report of turn %d, %d committed", r.Turn, r.Committed))
	}
	return r
}

func EncodeSigned(r *epoch.Record) []byte {
	if r == nil {
		return nil
	}
	return r.Append(nil)
}

// ReadSigned reads a record, or nothing.
func ReadSigned(c *wire.Cursor) *epoch.Record {
	b := c.Blob(epoch.MaxRecord)
	if c.Err() != nil || len(b) == 0 {
		return nil
	}
	r, err := epoch.DecodeRecord(b)
	if err == nil && (r.Reason != epoch.Agreed || len(r.Signatures) > 0) {
		err = fmt.Errorf("host: the signed record is no recovery")
	}
	if err != nil {
		c.Fail(err)
		return nil
	}
	return r
}

// Asking is a coordinator's wish for a promise.
type Asking struct {
	Epoch uint64
	Name  [32]byte
	Round uint64
}

func (a Asking) Encode() []byte {
	b := wire.AppendUvarint(BeginRecovery(StepAsk), a.Epoch)
	b = append(b, a.Name[:]...)
	return wire.AppendUvarint(b, a.Round)
}

func EncodeProposing(r *epoch.Record, source Claim) []byte {
	b := wire.AppendUvarint(BeginRecovery(StepPropose), source.Term)
	b = wire.AppendUvarint(b, source.Index)
	return wire.AppendBlob(b, r.Append(nil))
}

func EncodeWanted(first uint64) []byte { return wire.AppendUvarint(BeginRecovery(StepWant), first) }

// ShownTurn is a turn of a claimed log; its body is part of the message.
type ShownTurn struct {
	Epoch uint64
	Body  []byte
}
