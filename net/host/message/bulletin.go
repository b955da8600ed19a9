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
	bulletinDomain = "manyhold bulletin"
	// MaxHops is the greatest number of links that a bulletin crosses. In a world of a thousand peers with
	// ten links each, any two peers are at most four links apart.
	MaxHops = 8
	// MaxBulletins is how many bulletins a message has at most: six kilobytes.
	MaxBulletins = 16
)

// Bulletin is an island leader's news to all peers: signed, so that others can pass it on.
type Bulletin struct {
	News
	Keepers   []key.ID // who are to keep copies of it, at most Copies
	Signer    key.ID
	signature [key.SignatureSize]byte
}

// body appends the bulletin without its signature.
func (l *Bulletin) body(b []byte) []byte {
	b = append(wire.AppendUvarint(wire.AppendU64(b, l.Island), l.Number), l.Name[:]...)
	b = append(wire.AppendUvarint(b, l.Turn), l.Leader[:]...)
	b = wire.AppendBlob(wire.AppendUvarint(b, l.People), l.Place)
	b = append(b, byte(len(l.Keepers)))
	for _, k := range l.Keepers {
		b = append(b, k[:]...)
	}
	return append(b, l.Signer[:]...)
}

// Sign makes p the signer, for a world.
func (l *Bulletin) Sign(p key.Pair, world [32]byte) {
	l.Signer = p.ID()
	l.signature = p.Sign(bulletinDomain, l.body(slices.Clone(world[:])))
}

// Signed reports whether the signature is its signer's, for a world.
func (l *Bulletin) Signed(world [32]byte, good *verify.Cache) bool {
	return good.Verify(l.Signer, bulletinDomain, l.body(slices.Clone(world[:])), l.signature)
}

// PassedBulletin is a bulletin and over how many links it may still go.
type PassedBulletin struct {
	Bulletin
	Hops uint8
}

// Said is the bulletin as it is sent, all but over how many links it may still go.
func (l *Bulletin) Said() []byte { return append(l.body(nil), l.signature[:]...) }

// readBulletins copies what it keeps.
func readBulletins(c *wire.Cursor) (all []PassedBulletin) {
	n := Count8(c, MaxBulletins)
	if c.Err() == nil && n == 0 {
		c.Fail(fmt.Errorf("host: no bulletins"))
	}
	all = make([]PassedBulletin, 0, n)
	for range n {
		p := PassedBulletin{Hops: c.U8()}
		p.News = News{Island: c.U64(), Number: c.Uvarint(), Name: c.Hash(), Turn: c.Uvarint(), Leader: c.Hash(), People: c.Uvarint(),
			Place: append([]byte(nil), c.Blob(maxPlace)...)}
		for range Count8(c, Copies) {
			p.Keepers = append(p.Keepers, c.Hash())
		}
		p.Signer, p.signature = c.Hash(), c.Signature()
		const limit = 1 << 62
		if c.Err() == nil && (p.Hops == 0 || p.Hops > MaxHops || p.Island < Home || p.Number == 0 || p.Number >= limit || p.Turn >= limit || p.People > 1<<16) {
			c.Fail(fmt.Errorf("host: a bulletin of epoch %d of island %d with %d hops", p.Number, p.Island, p.Hops))
		}
		if c.Err() != nil {
			return nil
		}
		all = append(all, p)
	}
	return all
}

// Judge checks an island's message, signed by a voter as of an epoch, against the newest firm record that is
// known of the island. A message of an earlier epoch is out of date; one of a later epoch waits until its
// record is known.
func Judge(newest *epoch.Record, number uint64, name [32]byte, signer key.ID) letterVerdict {
	switch {
	case newest == nil || number > newest.Number:
		return LetterUnknown
	case number < newest.Number:
		return LetterStale
	case !newest.Firm || name != newest.Hash() || !newest.Votes(signer):
		return LetterForged
	}
	return LetterGood
}

// Says reports whether a bulletin says what another does, of whatever turn.
func (l *Bulletin) Says(o *Bulletin) bool {
	return l.Number == o.Number && l.Leader == o.Leader && l.People == o.People && slices.Equal(l.Place, o.Place) && slices.Equal(l.Keepers, o.Keepers)
}

// Copies is how many peers hold an island only to keep it from being lost.
const Copies = 3
