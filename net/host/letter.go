package host

import (
	"fmt"

	"manyhold/net/epoch"
	"manyhold/net/key"
	"manyhold/net/wire"
)

const (
	letterDomain = "manyhold letter"
	// maxLetterParcels is how many parcels a letter has at most: ten kilobytes, which turns take half a second or more to
	// take in. More are sent when these have been.
	maxLetterParcels = 48
)

// letter is the body of Parcel: what the leader of one island has to say to another's. All of it is from a state of the
// sender that is committed and in its leader's file.
type letter struct {
	from, to  uint64
	number    uint64   // of the sender's epoch
	record    [32]byte // that founded it
	turn      uint64   // of the state
	first     uint64   // number of the first parcel
	parcels   [][]byte
	expect    uint64 // number of the parcel of the addressee that is wanted next: all before have been taken
	signer    key.ID
	signature [key.SignatureSize]byte
}

// body appends the letter without its signature.
func (l *letter) body() []byte {
	b := wire.AppendU64(wire.AppendU64([]byte{byte(wire.Parcel)}, l.from), l.to)
	b = append(wire.AppendUvarint(b, l.number), l.record[:]...)
	b = wire.AppendUvarint(wire.AppendUvarint(b, l.turn), l.first)
	b = append(b, byte(len(l.parcels)))
	for _, p := range l.parcels {
		b = wire.AppendBlob(b, p)
	}
	return append(wire.AppendUvarint(b, l.expect), l.signer[:]...)
}

// sign makes p the signer, for a world.
func (l *letter) sign(p key.Pair, world [32]byte) {
	l.signer = p.ID()
	l.signature = p.Sign(letterDomain, append(world[:], l.body()...))
}

// signed reports whether the signature is its signer's, for a world.
func (l *letter) signed(world [32]byte) bool {
	return key.Verify(l.signer, letterDomain, append(world[:], l.body()...), l.signature)
}

func (l *letter) encode() []byte { return append(l.body(), l.signature[:]...) }

// decodeLetter copies what it keeps.
func decodeLetter(b []byte) (l letter, err error) {
	c := body(b)
	l = letter{from: c.U64(), to: c.U64(), number: c.Uvarint(), record: c.Hash(), turn: c.Uvarint(), first: c.Uvarint()}
	for range count8(c, maxLetterParcels) {
		p := c.Blob(MaxParcel)
		if c.Err() == nil && len(p) == 0 {
			c.Fail(fmt.Errorf("host: a letter with an empty parcel"))
		}
		if c.Err() != nil {
			break
		}
		l.parcels = append(l.parcels, append([]byte(nil), p...))
	}
	l.expect, l.signer, l.signature = c.Uvarint(), c.Hash(), c.Signature()
	const limit = 1 << 62
	if c.Err() == nil && (l.from < Home || l.to < Home || l.from == l.to || l.number == 0 || l.first == 0 || l.expect == 0 ||
		l.first >= limit || l.turn >= limit || l.expect >= limit || l.number >= limit) {
		c.Fail(fmt.Errorf("host: a letter of island %d to %d from parcel %d on", l.from, l.to, l.first))
	}
	return l, c.Done()
}

// judge says what is wrong with a letter, by the newest firm record that is known of its sender.
func (l *letter) judge(r *epoch.Record) letterVerdict { return judge(r, l.number, l.record, l.signer) }

// before reports whether a letter is older than another that its signer wrote in the same epoch. Those of different
// signers are not compared: one voter that claims a turn of the far future would silence all others.
func (l *letter) before(o *letter) bool {
	return o != nil && o.number == l.number && o.signer == l.signer && o.turn > l.turn
}

// letterVerdict is what is thought of a letter, or of a bulletin.
type letterVerdict uint8

const (
	letterGood letterVerdict = iota
	letterUnknown
	letterStale
	letterForged
)
