package host

import (
	"fmt"
	"slices"

	"manyhold/net/epoch"
	"manyhold/net/key"
	"manyhold/net/wire"
)

const (
	letterDomain = "manyhold letter 2"
	// maxLetterParcels is how many parcels a letter has at most: ten kilobytes, which turns take half a second or more to
	// take in. More are sent when these have been.
	maxLetterParcels = 48
)

// letter is the body of Parcel: what one island has to say to another. All of it is from a state of the sender that is
// committed and in a voter's file, and that so many of its voters sign as make a majority: see vouch.go.
type letter struct {
	from, to uint64
	number   uint64   // of the sender's epoch
	record   [32]byte // that founded it
	turn     uint64   // of the state
	chain    [32]byte // after it
	first    uint64   // number of the first parcel
	parcels  [][]byte
	expect   uint64       // number of the parcel of the addressee that is wanted next: all before have been taken
	seals    []epoch.Seal // the first is its leader's
}

// body appends the letter without its seals.
func (l *letter) body() []byte {
	b := wire.AppendU64(wire.AppendU64([]byte{byte(wire.Parcel)}, l.from), l.to)
	b = append(wire.AppendUvarint(b, l.number), l.record[:]...)
	b = append(wire.AppendUvarint(b, l.turn), l.chain[:]...)
	b = append(wire.AppendUvarint(b, l.first), byte(len(l.parcels)))
	for _, p := range l.parcels {
		b = wire.AppendBlob(b, p)
	}
	return wire.AppendUvarint(b, l.expect)
}

// sealOf returns p's seal under the letter, for a world.
func (l *letter) sealOf(p key.Pair, world [32]byte) epoch.Seal {
	return epoch.Seal{Key: p.ID(), Signature: p.Sign(letterDomain, append(world[:], l.body()...))}
}

// sealedBy reports whether a seal is its signer's, for a world.
func (l *letter) sealedBy(s epoch.Seal, world [32]byte, good *GoodHeads) bool {
	return good.verify(s.Key, letterDomain, append(world[:], l.body()...), s.Signature)
}

// signed reports whether all seals are their signers', for a world.
func (l *letter) signed(world [32]byte, good *GoodHeads) bool {
	return !slices.ContainsFunc(l.seals, func(s epoch.Seal) bool { return !l.sealedBy(s, world, good) })
}

// isSealed reports whether a majority of a record's voters is among those who sealed the letter, and nobody twice or who does
// not vote. Whether the seals are theirs is another question.
func (l *letter) isSealed(r *epoch.Record) bool {
	for i, s := range l.seals {
		if !r.Votes(s.Key) || slices.ContainsFunc(l.seals[:i], func(o epoch.Seal) bool { return o.Key == s.Key }) {
			return false
		}
	}
	return 2*len(l.seals) > len(r.Voters)
}

func (l *letter) encode() []byte {
	b := append(l.body(), byte(len(l.seals)))
	for _, s := range l.seals {
		b = append(append(b, s.Key[:]...), s.Signature[:]...)
	}
	return b
}

// decodeLetter copies what it keeps.
func decodeLetter(b []byte) (l letter, err error) {
	c := body(b)
	l = letter{from: c.U64(), to: c.U64(), number: c.Uvarint(), record: c.Hash(), turn: c.Uvarint(), chain: c.Hash(), first: c.Uvarint()}
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
	l.expect = c.Uvarint()
	for range count8(c, epoch.MaxVoters) {
		l.seals = append(l.seals, epoch.Seal{Key: c.Hash(), Signature: c.Signature()})
	}
	const limit = 1 << 62
	if c.Err() == nil && (l.from < Home || l.to < Home || l.from == l.to || l.number == 0 || l.first == 0 || l.expect == 0 ||
		l.first >= limit || l.turn >= limit || l.expect >= limit || l.number >= limit) {
		c.Fail(fmt.Errorf("host: a letter of island %d to %d from parcel %d on", l.from, l.to, l.first))
	}
	return l, c.Done()
}

// judge says what is wrong with a letter, by the newest firm record that is known of its sender.
func (l *letter) judge(r *epoch.Record) letterVerdict {
	var leader key.ID
	if len(l.seals) > 0 {
		leader = l.seals[0].Key
	}
	verdict := judge(r, l.number, l.record, leader)
	if verdict == letterGood && !l.isSealed(r) {
		return letterForged
	}
	return verdict
}

// before reports whether a letter is older than another of the same islands. A majority says of which turn it is.
func (l *letter) before(o *letter) bool {
	return o != nil && (l.number < o.number || l.number == o.number && l.turn < o.turn)
}

// letterVerdict is what is thought of a letter, or of a bulletin.
type letterVerdict uint8

const (
	letterGood letterVerdict = iota
	letterUnknown
	letterStale
	letterForged
)
