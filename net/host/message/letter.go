package message

import (
	"fmt"
	"slices"

	"manyhold/net/epoch"
	"manyhold/net/host/verify"
	"manyhold/net/key"
	"manyhold/net/wire"
)

const (
	letterDomain = "manyhold letter 2"
	// maxLetterParcels is how many parcels a letter has at most: ten kilobytes, which turns take half a
	// second or more to take in. More are sent when these have been.
	MaxLetterParcels = 48
)

// Letter is the body of Parcel: what one island has to say to another. All of it is from a state of the
// sender that is committed and in a voter's file, and that so many of its voters sign as make a majority: see
// lettersigning.go.
type Letter struct {
	From, To uint64
	Number   uint64   // of the sender's epoch
	Record   [32]byte // that founded it
	Turn     uint64   // of the state
	Chain    [32]byte // after it
	First    uint64   // number of the first parcel
	Parcels  [][]byte
	// number of the parcel of the addressee that is wanted next: all before have been taken
	Expect uint64
	Seals  []epoch.Cosignature // the first is its leader's
}

// body appends the letter without its signatures.
func (l *Letter) body() []byte {
	b := wire.AppendU64(wire.AppendU64([]byte{byte(wire.Parcel)}, l.From), l.To)
	b = append(wire.AppendUvarint(b, l.Number), l.Record[:]...)
	b = append(wire.AppendUvarint(b, l.Turn), l.Chain[:]...)
	b = append(wire.AppendUvarint(b, l.First), byte(len(l.Parcels)))
	for _, p := range l.Parcels {
		b = wire.AppendBlob(b, p)
	}
	return wire.AppendUvarint(b, l.Expect)
}

// SealOf returns p's signature of the letter, for a world.
func (l *Letter) SealOf(p key.Pair, world [32]byte) epoch.Cosignature {
	return epoch.Cosignature{Key: p.ID(), Signature: p.Sign(letterDomain, append(world[:], l.body()...))}
}

// SealedBy reports whether a signature of the letter is valid, for a world.
func (l *Letter) SealedBy(s epoch.Cosignature, world [32]byte, good *verify.Cache) bool {
	return good.Verify(s.Key, letterDomain, append(world[:], l.body()...), s.Signature)
}

// Signed reports whether all signatures of the letter are valid, for a world.
func (l *Letter) Signed(world [32]byte, good *verify.Cache) bool {
	return !slices.ContainsFunc(l.Seals, func(s epoch.Cosignature) bool { return !l.SealedBy(s, world, good) })
}

// IsSealed reports whether the letter's signers are a majority of a record's voters, each once, and voters
// only. It does not verify the signatures.
func (l *Letter) IsSealed(r *epoch.Record) bool {
	for i, s := range l.Seals {
		if !r.Votes(s.Key) || slices.ContainsFunc(l.Seals[:i], func(o epoch.Cosignature) bool { return o.Key == s.Key }) {
			return false
		}
	}
	return 2*len(l.Seals) > len(r.Voters)
}

func (l *Letter) Encode() []byte {
	b := append(l.body(), byte(len(l.Seals)))
	for _, s := range l.Seals {
		b = append(append(b, s.Key[:]...), s.Signature[:]...)
	}
	return b
}

// DecodeLetter copies what it keeps.
func DecodeLetter(b []byte) (l Letter, err error) {
	c := Body(b)
	l = Letter{From: c.U64(), To: c.U64(), Number: c.Uvarint(), Record: c.Hash(), Turn: c.Uvarint(), Chain: c.Hash(), First: c.Uvarint()}
	for range Count8(c, MaxLetterParcels) {
		p := c.Blob(MaxParcel)
		if c.Err() == nil && len(p) == 0 {
			c.Fail(fmt.Errorf("host: a letter with an empty parcel"))
		}
		if c.Err() != nil {
			break
		}
		l.Parcels = append(l.Parcels, append([]byte(nil), p...))
	}
	l.Expect = c.Uvarint()
	for range Count8(c, epoch.MaxVoters) {
		l.Seals = append(l.Seals, epoch.Cosignature{Key: c.Hash(), Signature: c.Signature()})
	}
	const limit = 1 << 62
	if c.Err() == nil && (l.From < Home || l.To < Home || l.From == l.To || l.Number == 0 || l.First == 0 || l.Expect == 0 ||
		l.First >= limit || l.Turn >= limit || l.Expect >= limit || l.Number >= limit) {
		c.Fail(fmt.Errorf("host: a letter of island %d to %d from parcel %d on", l.From, l.To, l.First))
	}
	return l, c.Done()
}

// Judge checks a letter against the newest firm record that is known of its sender.
func (l *Letter) Judge(r *epoch.Record) letterVerdict {
	var leader key.ID
	if len(l.Seals) > 0 {
		leader = l.Seals[0].Key
	}
	verdict := Judge(r, l.Number, l.Record, leader)
	if verdict == LetterGood && !l.IsSealed(r) {
		return LetterForged
	}
	return verdict
}

// Before reports whether a letter is older than another of the same islands. A majority has signed its turn.
func (l *Letter) Before(o *Letter) bool {
	return o != nil && (l.Number < o.Number || l.Number == o.Number && l.Turn < o.Turn)
}

// letterVerdict is the judgement of a letter, or of a bulletin.
type letterVerdict uint8

const (
	LetterGood letterVerdict = iota
	LetterUnknown
	LetterStale
	LetterForged
)

// MaxParcel is the longest parcel in bytes.
const MaxParcel = 200
