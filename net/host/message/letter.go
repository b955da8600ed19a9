package message

import (
	"fmt"
	"slices"

	"manyhold/net/cosign"
	"manyhold/net/epoch"
	"manyhold/net/host/verify"
	"manyhold/net/key"
	"manyhold/net/wire"
)

const (
	letterDomain = "manyhold letter 2"
	// MaxLetterParcels is how many parcels a letter has at most: ten kilobytes, which turns take half a
	// second or more to take in. More are sent when these have been.
	MaxLetterParcels = 48
)

// Letter is the body of Parcel: a message from one island to another. All of it is from a state of the
// sender that is committed and in a voter's file, and that so many of its voters sign as make a majority: see
// package parcels.
type Letter struct {
	From, To uint64
	Number   uint64   // of the sender's epoch
	Record   [32]byte // that founded it
	Turn     uint64   // of the state
	Chain    [32]byte // after it
	First    uint64   // number of the first parcel
	Parcels  [][]byte
	// number of the parcel of the addressee that is wanted next: all before have been taken
	Expect     uint64
	Leader     key.ID             // it wrote the letter, and is one of the signers
	Signatures []cosign.Signature // in ascending order of keys
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

// Statement returns the statement that the voters sign, for a world. Its number is the turn.
func (l *Letter) Statement(world [32]byte) cosign.Statement {
	return cosign.Statement{Domain: letterDomain, Number: l.Turn, Message: append(world[:], l.body()...)}
}

// Gather begins to gather the signatures of the voters of r under the letter, with the leader's own.
func (l *Letter) Gather(leader key.Pair, world [32]byte, r *epoch.Record, good *verify.Cache) cosign.Collector {
	c, statement := cosign.Collector{Verifier: good.Verify}, l.Statement(world)
	c.Begin(statement, cosign.Majority, r)
	c.Add(statement, statement.Sign(leader))
	return c
}

// Signed reports whether all signatures of the letter are valid, for a world.
func (l *Letter) Signed(world [32]byte, good *verify.Cache) bool {
	c := cosign.Cosigned{Statement: l.Statement(world), Signatures: l.Signatures}
	return c.Verify(good.Verify) == nil
}

// signedByMost reports whether the letter's signers are a majority of a record's voters, and voters only. It
// does not verify the signatures.
func (l *Letter) signedByMost(r *epoch.Record) bool {
	c := cosign.Cosigned{Signatures: l.Signatures, Threshold: cosign.Majority}
	return c.Complete(r)
}

func (l *Letter) Encode() []byte {
	leader := slices.IndexFunc(l.Signatures, func(s cosign.Signature) bool { return s.Key == l.Leader })
	return cosign.Append(append(l.body(), byte(max(leader, 0))), l.Signatures)
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
	leader := int(c.U8())
	l.Signatures = cosign.Read(c)
	switch {
	case leader < len(l.Signatures):
		l.Leader = l.Signatures[leader].Key
	case leader > 0:
		c.Fail(fmt.Errorf("host: a letter of signer %d of %d", leader, len(l.Signatures)))
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
	verdict := Judge(r, l.Number, l.Record, l.Leader)
	if verdict == LetterGood && !l.signedByMost(r) {
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
