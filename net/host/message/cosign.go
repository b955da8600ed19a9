package message

import (
	"fmt"
	"time"

	"manyhold/net/key"
	"manyhold/net/wire"
)

// The body of Cosign is u8 step (1 ask, 2 answer), u64 the addressee, hash of the epoch's record, uvarint
// turn, chain hash after it, uvarint number of the first parcel, u8 how many, uvarint number of the parcel
// wanted next; in an answer then the signature (64 bytes), as in the letter.
const (
	CosignAsk    = 1
	CosignAnswer = 2
)

// CosignPatience is how long a leader waits for signatures of a letter until it writes a new one; a voter
// keeps a question as long.
const CosignPatience = 600 * time.Millisecond

// Gist is the content of a letter without the parcels: those are the voter's own.
type Gist struct {
	To            uint64
	Record, Chain [32]byte
	Turn, First   uint64
	Count         uint8
	Expect        uint64
}

func (l *Letter) Gist() Gist {
	return Gist{l.To, l.Record, l.Chain, l.Turn, l.First, uint8(len(l.Parcels)), l.Expect}
}

// SaysAs reports whether a letter says what another does, of whatever turn; o may be nil.
func (l *Letter) SaysAs(o *Letter) bool {
	return o != nil && l.Record == o.Record && l.First == o.First && len(l.Parcels) == len(o.Parcels) && l.Expect == o.Expect
}

func (g *Gist) Encode(step byte) []byte {
	b := wire.AppendU64([]byte{byte(wire.Cosign), step}, g.To)
	b = append(b, g.Record[:]...)
	b = append(wire.AppendUvarint(b, g.Turn), g.Chain[:]...)
	b = append(wire.AppendUvarint(b, g.First), g.Count)
	return wire.AppendUvarint(b, g.Expect)
}

// DecodeCosign returns the step, and of an answer the signature.
func DecodeCosign(b []byte) (step uint8, g Gist, signature [key.SignatureSize]byte, err error) {
	c := Body(b)
	step = c.U8()
	g = Gist{To: c.U64(), Record: c.Hash(), Turn: c.Uvarint(), Chain: c.Hash(), First: c.Uvarint(), Count: uint8(Count8(c, MaxLetterParcels)), Expect: c.Uvarint()}
	if step == CosignAnswer {
		signature = c.Signature()
	}
	const limit = 1 << 62
	if c.Err() == nil && (step != CosignAsk && step != CosignAnswer || g.To < Home || g.First == 0 || g.Expect == 0 || g.First >= limit || g.Turn >= limit || g.Expect >= limit) {
		c.Fail(fmt.Errorf("host: step %d of cosigning a letter to island %d", step, g.To))
	}
	return step, g, signature, c.Done()
}
