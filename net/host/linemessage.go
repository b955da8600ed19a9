package host

import (
	"fmt"

	"manyhold/net/epoch"
	"manyhold/net/wire"
)

// Steps of what peers of different lines tell each other, in the first byte of Line's body.
const (
	stepAskLine  = 1  // which records follow this one in your line?
	stepTail     = 2  // these; or: I do not know that one
	stepOffer    = 3  // I have a branch that your line lacks
	stepTake     = 4  // send it, with its state at this beginning
	stepPacked   = 5  // it is this blob
	stepVerdict  = 6  // it is taken in, or why it will not be
	stepHold     = 7  // get this blob: our epoch is to end with it
	stepHeld     = 8  // I have it
	stepWantBlob = 9  // send me this blob
	stepPiece    = 10 // a message of its transfer
	stepDecree   = 11 // let me lead: I am the founder and make this line firm
)

// Limits of lines.
const (
	// maxTail is how many records of another line are taken.
	maxTail = 1 << 12
	// maxBranchRecords is how many epochs a branch may have that is offered.
	maxBranchRecords = 256
	// maxBranch is the largest branch in bytes: its two states.
	maxBranch = 64 << 20
	// maxWords is the longest refusal in bytes.
	maxWords = 200
)

// Verdicts on a branch.
const (
	verdictTaken   = 1
	verdictRefused = 2
)

func beginLine(step byte) []byte { return []byte{byte(wire.Line), step} }

// lineAsk is one record of the asker's line; stepAskLine is a list of them (u8 count, for each uvarint number and
// hash), from the newest on: the answer begins after the first that is known.
type lineAsk struct {
	number uint64
	name   [32]byte
}

// maxAsks is how many records a question names: enough to reach the first one in steps that double.
const maxAsks = 16

func encodeAsk(asks []lineAsk) []byte {
	b := append(beginLine(stepAskLine), byte(len(asks)))
	for _, a := range asks {
		b = append(wire.AppendUvarint(b, a.number), a.name[:]...)
	}
	return b
}

func decodeLineAsk(k *wire.Cursor) (asks []lineAsk, err error) {
	for range count8(k, maxAsks) {
		asks = append(asks, lineAsk{k.Uvarint(), k.Hash()})
	}
	return asks, k.Done()
}

// lineTail is one message of an answer: the records that follow the one that was asked about.
type lineTail struct {
	name    [32]byte // that was asked about
	first   bool     // the list begins anew
	last    bool     // and is complete
	records []*epoch.Record
}

// encodeTail packs an answer into as many messages as it needs.
func encodeTail(name [32]byte, records []*epoch.Record) (messages [][]byte) {
	begin := func(first bool) []byte {
		b := append(beginLine(stepTail), name[:]...)
		return wire.AppendBool(wire.AppendBool(b, first), false)
	}
	return packLast(records, begin)
}

// packLast packs records as packRecords does and sets the flag that head ends with in the last message.
func packLast(records []*epoch.Record, head func(first bool) []byte) [][]byte {
	encoded := make([][]byte, len(records))
	for i, r := range records {
		encoded[i] = r.Append(nil)
	}
	messages := packRecords(encoded, head)
	messages[len(messages)-1][len(head(false))-1] = 1
	return messages
}

func decodeTail(k *wire.Cursor) (t lineTail, err error) {
	t = lineTail{name: k.Hash(), first: k.Bool(), last: k.Bool()}
	t.records, err = readRecords(k)
	return t, err
}

// lineOffer is the body of stepOffer: what a branch is.
type lineOffer struct {
	first   bool     // the records begin anew
	last    bool     // and are complete
	shared  [32]byte // the record before its first one
	records []*epoch.Record
	turn    uint64 // its last
	hash    [32]byte
	size    uint64 // bytes of its states, about
}

// encode packs an offer into as many messages as it needs.
func (o *lineOffer) encode() (messages [][]byte) {
	begin := func(first bool) []byte {
		b := append(beginLine(stepOffer), o.shared[:]...)
		b = wire.AppendUvarint(b, o.turn)
		b = append(b, o.hash[:]...)
		b = wire.AppendUvarint(b, o.size)
		return wire.AppendBool(wire.AppendBool(b, first), false)
	}
	return packLast(o.records, begin)
}

func decodeOffer(k *wire.Cursor) (o lineOffer, err error) {
	o = lineOffer{shared: k.Hash(), turn: k.Uvarint(), hash: k.Hash(), size: k.Uvarint(), first: k.Bool(), last: k.Bool()}
	if k.Err() == nil && (o.turn >= 1<<62 || o.size > maxBranch) {
		k.Fail(fmt.Errorf("host: a branch to turn %d of %d bytes", o.turn, o.size))
	}
	if o.records, err = readRecords(k); err == nil && len(o.records) > maxBranchRecords {
		err = fmt.Errorf("host: a branch of %d epochs", len(o.records))
	}
	return o, err
}

// lineTake is the body of stepTake. base is the number of the record whose beginning state is needed, 0: none.
type lineTake struct {
	id   [32]byte
	base uint64
}

func (t lineTake) encode() []byte {
	return wire.AppendUvarint(append(beginLine(stepTake), t.id[:]...), t.base)
}

func decodeTake(k *wire.Cursor) (t lineTake, err error) {
	t = lineTake{k.Hash(), k.Uvarint()}
	return t, k.Done()
}

// linePacked is the body of stepPacked.
type linePacked struct {
	id, blob [32]byte
}

func (p linePacked) encode() []byte {
	return append(append(beginLine(stepPacked), p.id[:]...), p.blob[:]...)
}

func decodePacked(k *wire.Cursor) (p linePacked, err error) {
	p = linePacked{k.Hash(), k.Hash()}
	return p, k.Done()
}

// lineVerdict is the body of stepVerdict.
type lineVerdict struct {
	id      [32]byte
	verdict uint8
	words   string
}

func (v lineVerdict) encode() []byte {
	b := append(append(beginLine(stepVerdict), v.id[:]...), v.verdict)
	return wire.AppendText(b, v.words)
}

func decodeLineVerdict(k *wire.Cursor) (v lineVerdict, err error) {
	v = lineVerdict{k.Hash(), k.U8(), k.Text(maxWords)}
	if k.Err() == nil && (v.verdict < verdictTaken || v.verdict > verdictRefused) {
		k.Fail(fmt.Errorf("host: verdict %d", v.verdict))
	}
	return v, k.Done()
}

// encodeBlobStep is the body of those steps that name a blob and nothing else.
func encodeBlobStep(step byte, blob [32]byte) []byte { return append(beginLine(step), blob[:]...) }

// receiveLine takes a message about lines apart.
func (c *Core) receiveLine(p *peer, b []byte) error {
	k := body(b)
	step := k.U8()
	if c.machine == nil || len(c.records) == 0 {
		return nil
	}
	switch step {
	case stepAskLine:
		a, err := decodeLineAsk(k)
		if err == nil {
			c.tellLine(p, a)
		}
		return err
	case stepTail:
		t, err := decodeTail(k)
		if err != nil {
			return err
		}
		return c.toldLine(p, t)
	case stepOffer:
		o, err := decodeOffer(k)
		if err != nil {
			return err
		}
		return c.offered(p, &o)
	case stepTake:
		t, err := decodeTake(k)
		if err != nil {
			return err
		}
		return c.taken(p, t)
	case stepPacked:
		d, err := decodePacked(k)
		if err != nil {
			return err
		}
		return c.packed(p, d)
	case stepVerdict:
		v, err := decodeLineVerdict(k)
		if err != nil {
			return err
		}
		return c.judged(p, v)
	case stepDecree:
		if err := k.Done(); err != nil {
			return err
		}
		return c.askedToDecree(p)
	}
	return c.receiveBlobStep(p, step, k)
}

// receiveBlobStep takes what is about one blob.
func (c *Core) receiveBlobStep(p *peer, step byte, k *wire.Cursor) error {
	if step < stepHold || step > stepPiece {
		return fmt.Errorf("host: step %d of a line", step)
	}
	blob := k.Hash()
	if step == stepPiece {
		message := k.Rest()
		if k.Err() != nil || len(message) == 0 {
			return fmt.Errorf("host: a piece without a message")
		}
		return c.piece(p, blob, message)
	}
	if err := k.Done(); err != nil {
		return err
	}
	switch step {
	case stepHold:
		return c.hold(p, blob)
	case stepHeld:
		c.held(p, blob)
		return nil
	}
	return c.wantBlob(p, blob)
}
