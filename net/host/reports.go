package host

import (
	"fmt"

	"manyhold/net/epoch"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/wire"
)

const streamChannel = link.Stream

// Steps of a recovery, in the first byte of Recovery's body.
const (
	stepReport  = 1 // what I have, promised and signed
	stepAsk     = 2 // promise my ballot
	stepPropose = 3 // sign this
	stepWant    = 4 // show me your turns from this one on; zero: all you are, as a snapshot
	stepTurns   = 5 // these; none: I do not reach back so far
	stepRecords = 6 // epochs that you have not heard of
)

// report is what a peer without turns tells all others.
type report struct {
	epoch         uint64
	name          [32]byte // of the epoch
	incarnation   uint64
	living        bool // still a voter's process that the epoch's record names
	turn          uint64
	hash          [32]byte
	term, index   uint64 // of the log's end; zero when all is committed
	committed     uint64
	committedHash [32]byte
	promised      ballot
	signed        *epoch.Record // without seals
	seal          [key.SignatureSize]byte
}

// report tells what this peer has.
func (c *Core) report() report {
	last := c.last()
	v := c.vow.of(last)
	r := report{epoch: last.Number, name: last.Hash(), incarnation: c.self.Incarnation, turn: c.state.executed, hash: c.state.hash,
		committed: min(c.state.committed, c.state.executed), promised: v.promised, signed: v.signed}
	at := c.end
	if c.e != nil {
		r.living, at = c.e.Member(), c.e.Last()
	}
	r.committedHash, _ = c.hashAt(r.committed)
	if r.turn > r.committed {
		if at.Turn == r.turn && at.Hash == r.hash {
			r.term, r.index = at.Term, at.Index
		} else { // on the way elsewhere: only what is committed counts
			r.turn, r.hash = r.committed, r.committedHash
		}
	}
	if r.signed != nil {
		r.seal = r.signed.SealOf(c.options.Key).Signature
	}
	return r
}

func beginRecovery(step byte) []byte { return []byte{byte(wire.Recovery), step} }

func (r *report) encode() []byte {
	b := wire.AppendUvarint(beginRecovery(stepReport), r.epoch)
	b = append(b, r.name[:]...)
	b = wire.AppendU64(b, r.incarnation)
	b = wire.AppendBool(b, r.living)
	b = wire.AppendUvarint(b, r.turn)
	b = append(b, r.hash[:]...)
	b = wire.AppendUvarint(b, r.term)
	b = wire.AppendUvarint(b, r.index)
	b = wire.AppendUvarint(b, r.committed)
	b = append(b, r.committedHash[:]...)
	b = wire.AppendUvarint(b, r.promised.round)
	b = append(b, r.promised.by[:]...)
	b = wire.AppendBlob(b, encodeSigned(r.signed))
	return append(b, r.seal[:]...)
}

func decodeReport(c *wire.Cursor) report {
	r := report{epoch: c.Uvarint(), name: c.Hash(), incarnation: c.U64(), living: c.Bool(), turn: c.Uvarint(), hash: c.Hash(),
		term: c.Uvarint(), index: c.Uvarint(), committed: c.Uvarint(), committedHash: c.Hash(),
		promised: ballot{c.Uvarint(), c.Hash()}, signed: readSigned(c), seal: c.Signature()}
	const limit = 1 << 62
	if c.Err() == nil && (r.turn >= limit || r.committed > r.turn || r.promised.round >= limit || r.term >= limit || r.index >= limit) {
		c.Fail(fmt.Errorf("host: a report of turn %d, %d committed", r.turn, r.committed))
	}
	return r
}

func encodeSigned(r *epoch.Record) []byte {
	if r == nil {
		return nil
	}
	return r.Append(nil)
}

// readSigned reads a record, or nothing.
func readSigned(c *wire.Cursor) *epoch.Record {
	b := c.Blob(epoch.MaxRecord)
	if c.Err() != nil || len(b) == 0 {
		return nil
	}
	r, err := epoch.DecodeRecord(b)
	if err == nil && (r.Reason != epoch.Agreed || len(r.Seals) > 0) {
		err = fmt.Errorf("host: what was signed is no recovery")
	}
	if err != nil {
		c.Fail(err)
		return nil
	}
	return r
}

// asking is a coordinator's wish for a promise.
type asking struct {
	epoch uint64
	name  [32]byte
	round uint64
}

func (a asking) encode() []byte {
	b := wire.AppendUvarint(beginRecovery(stepAsk), a.epoch)
	b = append(b, a.name[:]...)
	return wire.AppendUvarint(b, a.round)
}

func encodeProposing(r *epoch.Record, source claim) []byte {
	b := wire.AppendUvarint(beginRecovery(stepPropose), source.term)
	b = wire.AppendUvarint(b, source.index)
	return wire.AppendBlob(b, r.Append(nil))
}

func encodeWanted(first uint64) []byte { return wire.AppendUvarint(beginRecovery(stepWant), first) }

// shownTurn is a turn of a claimed log; its body is part of the message.
type shownTurn struct {
	epoch uint64
	body  []byte
}

// receiveRecovery takes a message of a recovery apart.
func (c *Core) receiveRecovery(p *peer, b []byte) error {
	k := body(b)
	switch step := k.U8(); step {
	case stepReport:
		r := decodeReport(k)
		if err := k.Done(); err != nil {
			return err
		}
		return c.heardReport(p, r)
	case stepAsk:
		a := asking{k.Uvarint(), k.Hash(), k.Uvarint()}
		if err := k.Done(); err != nil || len(c.records) == 0 {
			return err
		}
		return c.asked(p.key, a)
	case stepPropose:
		source := claim{term: k.Uvarint(), index: k.Uvarint()}
		r := readSigned(k)
		if err := k.Done(); err != nil || len(c.records) == 0 || r == nil {
			return err
		}
		return c.proposed(p.key, r, source)
	case stepWant:
		first := k.Uvarint()
		if err := k.Done(); err != nil {
			return err
		}
		c.wanted(p, first)
	case stepTurns:
		first := k.Uvarint()
		var turns []shownTurn
		for k.Err() == nil && k.Len() > 0 {
			turns = append(turns, shownTurn{k.Uvarint(), k.Blob(MaxTurn)})
		}
		if err := k.Done(); err != nil {
			return err
		}
		return c.shown(p.key, first, turns)
	case stepRecords:
		records, err := readRecords(k)
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
func (c *Core) heardReport(p *peer, r report) error {
	if len(c.records) == 0 {
		return nil
	}
	last := c.last()
	if n := r.epoch; n > 0 && n < last.Number && c.records[n-1].Hash() == r.name {
		if c.records[n].Reason == epoch.Provisional || c.records[n].Reason != epoch.Agreed && c.records[n].Reason != epoch.Ended && !c.stalled() {
			return nil // it gets the end of the epoch like everybody who missed it
		}
		if b := c.encodeTold(n); c.gives(p, b) {
			c.send(p.key, streamChannel, b)
		}
		return nil
	}
	if c.reunion == nil || r.epoch != last.Number || r.name != last.Hash() {
		return nil
	}
	if r.signed != nil {
		if err := r.signed.Proposes(last); err != nil || !r.signed.SealedBy(epoch.Seal{Key: p.key, Signature: r.seal}) {
			return fmt.Errorf("host: a false signature under a recovery (%v)", err)
		}
	}
	if had := c.reunion.reports[p.key]; had.promised != r.promised || r.signed != nil && !sameRecord(had.signed, r.signed) {
		c.reunion.moved = c.now
	}
	c.reunion.reports[p.key] = heard{r, c.now}
	return nil
}

// encodeTold packs the records after an epoch, as many as fit.
func (c *Core) encodeTold(after uint64) []byte {
	b := beginRecovery(stepRecords)
	for _, r := range c.records[after:] {
		e := r.Append(nil)
		if len(b)+len(e)+3 > recordMessage {
			break
		}
		b = wire.AppendBlob(b, e)
	}
	return b
}
