package host

import (
	"fmt"
	"slices"

	"manyhold/net/epoch"
	"manyhold/net/key"
	"manyhold/net/wire"
)

const (
	bulletinDomain = "manyhold bulletin"
	// maxHops is over how many links a bulletin is passed on at most. In a world of a thousand peers with ten links each,
	// everybody is within four of everybody else.
	maxHops = 8
	// maxBulletins is how many bulletins a message has at most: six kilobytes.
	maxBulletins = 16
)

// bulletin is news of an island as the leader of it says them to everybody: signed, so that others can pass it on.
type bulletin struct {
	news
	keepers   []key.ID // who are to keep copies of it, at most Copies
	signer    key.ID
	signature [key.SignatureSize]byte
}

// body appends the bulletin without its signature.
func (l *bulletin) body(b []byte) []byte {
	b = append(wire.AppendUvarint(wire.AppendU64(b, l.island), l.number), l.name[:]...)
	b = append(wire.AppendUvarint(b, l.turn), l.leader[:]...)
	b = wire.AppendBlob(wire.AppendUvarint(b, l.people), l.place)
	b = append(b, byte(len(l.keepers)))
	for _, k := range l.keepers {
		b = append(b, k[:]...)
	}
	return append(b, l.signer[:]...)
}

// sign makes p the signer, for a world.
func (l *bulletin) sign(p key.Pair, world [32]byte) {
	l.signer = p.ID()
	l.signature = p.Sign(bulletinDomain, l.body(slices.Clone(world[:])))
}

// signed reports whether the signature is its signer's, for a world.
func (l *bulletin) signed(world [32]byte, good *GoodHeads) bool {
	return good.verify(l.signer, bulletinDomain, l.body(slices.Clone(world[:])), l.signature)
}

// posted is a bulletin and over how many links it may still go.
type posted struct {
	bulletin
	hops uint8
}

// said is the bulletin as it is sent, all but over how many links it may still go.
func (l *bulletin) said() []byte { return append(l.body(nil), l.signature[:]...) }

// encodeNotices packs bulletins into as many messages as needed.
func encodeNotices(all []*notice) (messages [][]byte) {
	for part := range slices.Chunk(all, maxBulletins) {
		size := 3
		for _, n := range part {
			size += 1 + len(n.said)
		}
		b := append(make([]byte, 0, size), byte(wire.Rumour), rumourBulletins, byte(len(part)))
		for _, n := range part {
			b = append(append(b, n.hops), n.said...)
		}
		messages = append(messages, b)
	}
	return messages
}

// readBulletins copies what it keeps.
func readBulletins(c *wire.Cursor) (all []posted) {
	n := count8(c, maxBulletins)
	if c.Err() == nil && n == 0 {
		c.Fail(fmt.Errorf("host: no bulletins"))
	}
	all = make([]posted, 0, n)
	for range n {
		p := posted{hops: c.U8()}
		p.news = news{island: c.U64(), number: c.Uvarint(), name: c.Hash(), turn: c.Uvarint(), leader: c.Hash(), people: c.Uvarint(),
			place: append([]byte(nil), c.Blob(maxPlace)...)}
		for range count8(c, Copies) {
			p.keepers = append(p.keepers, c.Hash())
		}
		p.signer, p.signature = c.Hash(), c.Signature()
		const limit = 1 << 62
		if c.Err() == nil && (p.hops == 0 || p.hops > maxHops || p.island < Home || p.number == 0 || p.number >= limit || p.turn >= limit || p.people > 1<<16) {
			c.Fail(fmt.Errorf("host: a bulletin of epoch %d of island %d with %d hops", p.number, p.island, p.hops))
		}
		if c.Err() != nil {
			return nil
		}
		all = append(all, p)
	}
	return all
}

// judge says what is wrong with words of an island of which a voter has signed that they are of an epoch, by the newest
// firm record that is known of it: of an earlier epoch they are out of date, of a later one they wait until its record is
// known.
func judge(newest *epoch.Record, number uint64, name [32]byte, signer key.ID) letterVerdict {
	switch {
	case newest == nil || number > newest.Number:
		return letterUnknown
	case number < newest.Number:
		return letterStale
	case !newest.Firm || name != newest.Hash() || !newest.Votes(signer):
		return letterForged
	}
	return letterGood
}
