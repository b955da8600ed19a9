package message

import (
	"crypto/sha256"
	"fmt"

	"manyhold/net/epoch"
	"manyhold/net/host/recordlist"
	"manyhold/net/key"
	"manyhold/net/wire"
)

// Steps of what peers of different forks tell each other, in the first byte of Fork's body.
const (
	StepOffer    = 1  // I have a branch that your fork lacks
	StepTake     = 2  // send it, with its state at this beginning
	StepPacked   = 3  // it is this blob
	StepVerdict  = 4  // it is taken in, or why it will not be
	StepHold     = 5  // get this blob: our epoch is to end with it
	StepHeld     = 6  // I have it
	StepWantBlob = 7  // send me this blob
	StepPiece    = 8  // a message of its transfer
	StepDecree   = 9  // let me lead: I am the founder and make this fork firm
	StepTrying   = 10 // I execute the turns of this blob, to see whether I can hold it
	StepFault    = 11 // I do not hold this blob: its branch is wrong
	StepAccept   = 12 // I am a keeper, and the goods of this branch may come in
)

// Limits of branches.
const (
	// MaxBranchRecords is how many epochs a branch may have that is offered.
	MaxBranchRecords = 256
	// MaxBranch is the largest branch in bytes: its two states.
	MaxBranch = 64 << 20
	// MaxWords is the longest refusal in bytes.
	MaxWords = 200
)

// Verdicts on a branch.
const (
	VerdictTaken   = 1
	VerdictRefused = 2
)

func BeginFork(step byte) []byte { return []byte{byte(wire.Fork), step} }

// BranchOffer is the body of StepOffer: the description of a branch, and its records after the one before its
// first.
type BranchOffer struct {
	Shared  [32]byte // the record before its first one
	Records []*epoch.Record
	Turn    uint64 // its last
	Hash    [32]byte
	Size    uint64 // bytes of its states, about
}

// Encode packs an offer into as many messages as it needs.
func (o *BranchOffer) Encode() (messages [][]byte) {
	head := append(wire.AppendUvarint(BeginFork(StepOffer), o.Turn), o.Hash[:]...)
	return recordlist.Pack(wire.AppendUvarint(head, o.Size), o.Shared, o.Records)
}

// DecodeOffer returns the description, and a part of the records.
func DecodeOffer(k *wire.Cursor) (o BranchOffer, p recordlist.Part, err error) {
	o = BranchOffer{Turn: k.Uvarint(), Hash: k.Hash(), Size: k.Uvarint()}
	if k.Err() == nil && (o.Turn >= 1<<62 || o.Size > MaxBranch) {
		k.Fail(fmt.Errorf("host: a branch to turn %d of %d bytes", o.Turn, o.Size))
	}
	p = recordlist.ReadPart(k)
	o.Shared = p.After
	return o, p, k.Done()
}

// BranchTake is the body of StepTake. base is the number of the record whose beginning state is needed, 0:
// none.
type BranchTake struct {
	ID   [32]byte
	Base uint64
}

func (t BranchTake) Encode() []byte {
	return wire.AppendUvarint(append(BeginFork(StepTake), t.ID[:]...), t.Base)
}

func DecodeTake(k *wire.Cursor) (t BranchTake, err error) {
	t = BranchTake{k.Hash(), k.Uvarint()}
	return t, k.Done()
}

// BranchPacked is the body of StepPacked.
type BranchPacked struct {
	ID, Blob [32]byte
}

func (p BranchPacked) Encode() []byte {
	return append(append(BeginFork(StepPacked), p.ID[:]...), p.Blob[:]...)
}

func DecodePacked(k *wire.Cursor) (p BranchPacked, err error) {
	p = BranchPacked{k.Hash(), k.Hash()}
	return p, k.Done()
}

// BranchVerdict is the body of StepVerdict.
type BranchVerdict struct {
	ID      [32]byte
	Verdict uint8
	Words   string
}

func (v BranchVerdict) Encode() []byte {
	b := append(append(BeginFork(StepVerdict), v.ID[:]...), v.Verdict)
	return wire.AppendText(b, v.Words)
}

func DecodeBranchVerdict(k *wire.Cursor) (v BranchVerdict, err error) {
	v = BranchVerdict{k.Hash(), k.U8(), k.Text(MaxWords)}
	if k.Err() == nil && (v.Verdict < VerdictTaken || v.Verdict > VerdictRefused) {
		k.Fail(fmt.Errorf("host: verdict %d", v.Verdict))
	}
	return v, k.Done()
}

// BlobFault is the body of StepFault.
type BlobFault struct {
	Blob  [32]byte
	Words string // a notice
}

func (f BlobFault) Encode() []byte {
	return wire.AppendText(append(BeginFork(StepFault), f.Blob[:]...), f.Words)
}

func DecodeBlobFault(k *wire.Cursor) (f BlobFault, err error) {
	f = BlobFault{k.Hash(), k.Text(MaxWords)}
	return f, k.Done()
}

// BranchAccept is the body of StepAccept: the blob by which the branch's land came in, the keeper and the
// signature of package branchblob.
type BranchAccept struct {
	Blob      [32]byte
	Keeper    key.ID
	Signature [key.SignatureSize]byte
}

func (a BranchAccept) Encode() []byte {
	b := append(BeginFork(StepAccept), a.Blob[:]...)
	return append(append(b, a.Keeper[:]...), a.Signature[:]...)
}

func DecodeBranchAccept(k *wire.Cursor) (a BranchAccept, err error) {
	a = BranchAccept{k.Hash(), k.Hash(), k.Signature()}
	return a, k.Done()
}

// EncodeBlobStep is the body of those steps that name a blob and nothing else.
func EncodeBlobStep(step byte, blob [32]byte) []byte { return append(BeginFork(step), blob[:]...) }

// BranchID names the part of a fork after a turn.
func BranchID(last [32]byte, turn uint64, hash [32]byte) [32]byte {
	return sha256.Sum256(append(wire.AppendU64(append([]byte("manyhold branch"), last[:]...), turn), hash[:]...))
}

func (o *BranchOffer) ID() [32]byte {
	return BranchID(o.Ends(), o.Turn, o.Hash)
}

// Ends names the branch's last record.
func (o *BranchOffer) Ends() [32]byte {
	if n := len(o.Records); n > 0 {
		return o.Records[n-1].Hash()
	}
	return o.Shared
}
