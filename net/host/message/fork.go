package message

import (
	"crypto/sha256"
	"fmt"

	"manyhold/net/epoch"
	"manyhold/net/wire"
)

// Steps of what peers of different lines tell each other, in the first byte of Line's body.
const (
	StepAskLine  = 1  // which records follow this one in your line?
	StepTail     = 2  // these; or: I do not know that one
	StepOffer    = 3  // I have a branch that your line lacks
	StepTake     = 4  // send it, with its state at this beginning
	StepPacked   = 5  // it is this blob
	StepVerdict  = 6  // it is taken in, or why it will not be
	StepHold     = 7  // get this blob: our epoch is to end with it
	StepHeld     = 8  // I have it
	StepWantBlob = 9  // send me this blob
	StepPiece    = 10 // a message of its transfer
	StepDecree   = 11 // let me lead: I am the founder and make this line firm
)

// Limits of lines.
const (
	// maxTail is how many records of another fork are taken.
	MaxTail = 1 << 12
	// maxBranchRecords is how many epochs a branch may have that is offered.
	MaxBranchRecords = 256
	// maxBranch is the largest branch in bytes: its two states.
	MaxBranch = 64 << 20
	// maxWords is the longest refusal in bytes.
	MaxWords = 200
)

// Verdicts on a branch.
const (
	VerdictTaken   = 1
	VerdictRefused = 2
)

func BeginFork(step byte) []byte { return []byte{byte(wire.Fork), step} }

// LineAsk is one record of the asker's line; stepAskLine is a list of them (u8 count, for each uvarint number
// and hash), from the newest on: the answer begins after the first that is known.
type LineAsk struct {
	Number uint64
	Name   [32]byte
}

// MaxAsks is how many records a question names: enough to reach the first one in steps that double.
const MaxAsks = 16

func EncodeAsk(asks []LineAsk) []byte {
	b := append(BeginFork(StepAskLine), byte(len(asks)))
	for _, a := range asks {
		b = append(wire.AppendUvarint(b, a.Number), a.Name[:]...)
	}
	return b
}

func DecodeLineAsk(k *wire.Cursor) (asks []LineAsk, err error) {
	for range Count8(k, MaxAsks) {
		asks = append(asks, LineAsk{k.Uvarint(), k.Hash()})
	}
	return asks, k.Done()
}

// LineTail is one message of an answer: the records that follow the one that was asked about.
type LineTail struct {
	Name    [32]byte // that was asked about
	First   bool     // the list begins anew
	Last    bool     // and is complete
	Records []*epoch.Record
}

// EncodeTail packs an answer into as many messages as it needs.
func EncodeTail(name [32]byte, records []*epoch.Record) (messages [][]byte) {
	begin := func(first bool) []byte {
		b := append(BeginFork(StepTail), name[:]...)
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
	messages := PackRecords(encoded, head)
	messages[len(messages)-1][len(head(false))-1] = 1
	return messages
}

func DecodeTail(k *wire.Cursor) (t LineTail, err error) {
	t = LineTail{Name: k.Hash(), First: k.Bool(), Last: k.Bool()}
	t.Records, err = ReadRecords(k)
	return t, err
}

// BranchOffer is the body of stepOffer: the description of a branch.
type BranchOffer struct {
	First   bool     // the records begin anew
	Last    bool     // and are complete
	Shared  [32]byte // the record before its first one
	Records []*epoch.Record
	Turn    uint64 // its last
	Hash    [32]byte
	Size    uint64 // bytes of its states, about
}

// Encode packs an offer into as many messages as it needs.
func (o *BranchOffer) Encode() (messages [][]byte) {
	begin := func(first bool) []byte {
		b := append(BeginFork(StepOffer), o.Shared[:]...)
		b = wire.AppendUvarint(b, o.Turn)
		b = append(b, o.Hash[:]...)
		b = wire.AppendUvarint(b, o.Size)
		return wire.AppendBool(wire.AppendBool(b, first), false)
	}
	return packLast(o.Records, begin)
}

func DecodeOffer(k *wire.Cursor) (o BranchOffer, err error) {
	o = BranchOffer{Shared: k.Hash(), Turn: k.Uvarint(), Hash: k.Hash(), Size: k.Uvarint(), First: k.Bool(), Last: k.Bool()}
	if k.Err() == nil && (o.Turn >= 1<<62 || o.Size > MaxBranch) {
		k.Fail(fmt.Errorf("host: a branch to turn %d of %d bytes", o.Turn, o.Size))
	}
	if o.Records, err = ReadRecords(k); err == nil && len(o.Records) > MaxBranchRecords {
		err = fmt.Errorf("host: a branch of %d epochs", len(o.Records))
	}
	return o, err
}

// BranchTake is the body of stepTake. base is the number of the record whose beginning state is needed, 0:
// none.
type BranchTake struct {
	Id   [32]byte
	Base uint64
}

func (t BranchTake) Encode() []byte {
	return wire.AppendUvarint(append(BeginFork(StepTake), t.Id[:]...), t.Base)
}

func DecodeTake(k *wire.Cursor) (t BranchTake, err error) {
	t = BranchTake{k.Hash(), k.Uvarint()}
	return t, k.Done()
}

// PackedBranch is the body of stepPacked.
type PackedBranch struct {
	Id, Blob [32]byte
}

func (p PackedBranch) Encode() []byte {
	return append(append(BeginFork(StepPacked), p.Id[:]...), p.Blob[:]...)
}

func DecodePacked(k *wire.Cursor) (p PackedBranch, err error) {
	p = PackedBranch{k.Hash(), k.Hash()}
	return p, k.Done()
}

// BranchVerdict is the body of stepVerdict.
type BranchVerdict struct {
	Id      [32]byte
	Verdict uint8
	Words   string
}

func (v BranchVerdict) Encode() []byte {
	b := append(append(BeginFork(StepVerdict), v.Id[:]...), v.Verdict)
	return wire.AppendText(b, v.Words)
}

func DecodeBranchVerdict(k *wire.Cursor) (v BranchVerdict, err error) {
	v = BranchVerdict{k.Hash(), k.U8(), k.Text(MaxWords)}
	if k.Err() == nil && (v.Verdict < VerdictTaken || v.Verdict > VerdictRefused) {
		k.Fail(fmt.Errorf("host: verdict %d", v.Verdict))
	}
	return v, k.Done()
}

// EncodeBlobStep is the body of those steps that name a blob and nothing else.
func EncodeBlobStep(step byte, blob [32]byte) []byte { return append(BeginFork(step), blob[:]...) }

// BranchID names the part of a fork after a turn.
func BranchID(last [32]byte, turn uint64, hash [32]byte) [32]byte {
	return sha256.Sum256(append(wire.AppendU64(append([]byte("manyhold branch"), last[:]...), turn), hash[:]...))
}

func (o *BranchOffer) Id() [32]byte {
	return BranchID(o.Ends(), o.Turn, o.Hash)
}

// Ends names the branch's last record.
func (o *BranchOffer) Ends() [32]byte {
	if n := len(o.Records); n > 0 {
		return o.Records[n-1].Hash()
	}
	return o.Shared
}
