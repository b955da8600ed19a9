package message

import (
	"fmt"
	"time"

	"manyhold/net/key"
	"manyhold/net/wire"
)

// # Vouching
//
// What one island says to another has effects in a log whose peers have not executed the turns that it follows from, and
// those effects do not go away. So nobody is believed alone: a letter counts when a majority of the voters of its epoch have
// signed all of it, with the chain hash after the committed turn that it speaks of. The leader writes it, signs it, and asks
// the other voters: "the state after this turn has so many parcels for that island from this number on, and has taken all
// of its before that one". The parcels themselves are not sent. Each voter makes the letter from its own state and signs what
// it sees there, once that turn is safe as far as it knows (see safe.go), so that a false letter is not even
// refused: nobody else's signature fits it. An answer whose signature does not fit is dropped.
//
// A leader reads its own state of another island instead of letters only where it leads that one, too. One that merely
// follows the other believes its leader as to what is ordered and committed, and so might believe a liar.
//
// A lone voter's word is all there is: of an island with one voter a letter has one signature, and peers that execute it
// take its parcels from there. One liar among three or five voters cannot make a letter, nor two among five. A leader that
// tells each voter another story can have each story signed by those who believed it, until the heads that it signs meet (see
// witness.go) and it is proven to lie; and whoever leads the addressee can order whatever its own voters do not refuse,
// parcels as well as commands of players.
//
// The body of Vouch is u8 step (1 ask, 2 answer), u64 the addressee, hash of the epoch's record, uvarint turn, chain hash
// after it, uvarint number of the first parcel, u8 how many, uvarint number of the parcel wanted next; of an answer then the
// signature (64 bytes), as in the letter.

const (
	// vouchAgain is how long a leader waits for signatures before it asks again, and vouchPatience until it writes anew.
	VouchAgain    = 150 * time.Millisecond
	VouchPatience = 600 * time.Millisecond
	// maxVouching is how many letters a voter is asked for at once that it cannot sign yet; of more the oldest is forgotten.
	MaxVouching = 64
	// maxPals is with how many islands a voter notes what was taken because it was asked to sign that.
	MaxTracked = 1024

	VouchAsk    = 1
	VouchAnswer = 2
)

// Gist is what a letter says, without the parcels: those are the voter's own.
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
	b := wire.AppendU64([]byte{byte(wire.Vouch), step}, g.To)
	b = append(b, g.Record[:]...)
	b = append(wire.AppendUvarint(b, g.Turn), g.Chain[:]...)
	b = append(wire.AppendUvarint(b, g.First), g.Count)
	return wire.AppendUvarint(b, g.Expect)
}

// DecodeVouch returns the step, and of an answer the signature.
func DecodeVouch(b []byte) (step uint8, g Gist, signature [key.SignatureSize]byte, err error) {
	c := Body(b)
	step = c.U8()
	g = Gist{To: c.U64(), Record: c.Hash(), Turn: c.Uvarint(), Chain: c.Hash(), First: c.Uvarint(), Count: uint8(Count8(c, MaxLetterParcels)), Expect: c.Uvarint()}
	if step == VouchAnswer {
		signature = c.Signature()
	}
	const limit = 1 << 62
	if c.Err() == nil && (step != VouchAsk && step != VouchAnswer || g.To < Home || g.First == 0 || g.Expect == 0 || g.First >= limit || g.Turn >= limit || g.Expect >= limit) {
		c.Fail(fmt.Errorf("host: step %d of vouching for a letter to island %d", step, g.To))
	}
	return step, g, signature, c.Done()
}
