package host

import (
	"fmt"

	"manyhold/net/epoch"
	"manyhold/net/key"
	"manyhold/net/wire"
)

// Steps of rumours, in the first byte of Rumour's body.
const (
	rumourNews      = 1 // how an island is
	rumourAsk       = 2 // which records follow this one?
	rumourTell      = 3 // these
	rumourInvite    = 4 // execute this island
	rumourSeek      = 5 // where is my player?
	rumourLineage   = 6 // an island of which records follow comes from these
	rumourBulletins = 7 // how islands are, to be passed on

	// maxPlace is the longest Place of a machine in bytes.
	maxPlace = 32
)

// news is what is told of an island.
type news struct {
	island uint64
	number uint64   // of its newest firm record
	name   [32]byte // of that
	turn   uint64   // committed
	leader key.ID   // zero: nobody is known to lead
	people uint64   // awake there
	place  []byte   // where it lies, as its machine says
	yours  bool     // the receiver's player is there
}

func (n *news) encode() []byte {
	b := wire.AppendU64([]byte{byte(wire.Rumour), rumourNews}, n.island)
	b = append(wire.AppendUvarint(b, n.number), n.name[:]...)
	b = append(wire.AppendUvarint(b, n.turn), n.leader[:]...)
	b = wire.AppendBlob(wire.AppendUvarint(b, n.people), n.place)
	return wire.AppendBool(b, n.yours)
}

// recordsAsk asks for the records of an island that follow one; all when number is zero.
type recordsAsk struct {
	island, number uint64
	name           [32]byte
}

func (a recordsAsk) encode() []byte {
	b := wire.AppendU64([]byte{byte(wire.Rumour), rumourAsk}, a.island)
	return append(wire.AppendUvarint(b, a.number), a.name[:]...)
}

// recordsTell is a part of the answer.
type recordsTell struct {
	island      uint64
	after       [32]byte // zero: from the first on
	first, last bool     // of the parts
	records     []*epoch.Record
}

// encodeRecordsTold packs records that follow one into as many messages as needed.
func encodeRecordsTold(island uint64, after [32]byte, records []*epoch.Record) [][]byte {
	encoded := make([][]byte, len(records))
	for i, r := range records {
		encoded[i] = r.Append(nil)
	}
	const flags = 2 + 8 + 32
	messages := packRecords(encoded, func(first bool) []byte {
		b := append(wire.AppendU64([]byte{byte(wire.Rumour), rumourTell}, island), after[:]...)
		return wire.AppendBool(wire.AppendBool(b, first), false)
	})
	messages[len(messages)-1][flags+1] = 1
	return messages
}

func encodeInvitation(island uint64) []byte {
	return wire.AppendU64([]byte{byte(wire.Rumour), rumourInvite}, island)
}

func encodeSeek() []byte { return []byte{byte(wire.Rumour), rumourSeek} }

// rumoured is one decoded message; nothing set means a question for the sender's player.
type rumoured struct {
	news    *news
	ask     *recordsAsk
	tell    *recordsTell
	invites uint64
	lineage *lineageTell
	posted  []posted
}

func decodeRumour(b []byte) (m rumoured, err error) {
	c := body(b)
	island := uint64(0)
	step := c.U8()
	if step != rumourSeek && step != rumourBulletins {
		if island = c.U64(); c.Err() == nil && (island < Home || island == Home && step != rumourAsk && step != rumourTell) {
			c.Fail(fmt.Errorf("host: a rumour of island %d", island))
		}
	}
	switch step {
	case rumourNews:
		m.news = &news{island: island, number: c.Uvarint(), name: c.Hash(), turn: c.Uvarint(), leader: c.Hash(), people: c.Uvarint(),
			place: append([]byte(nil), c.Blob(maxPlace)...), yours: c.Bool()}
	case rumourAsk:
		m.ask = &recordsAsk{island: island, number: c.Uvarint(), name: c.Hash()}
	case rumourTell:
		m.tell = &recordsTell{island: island, after: c.Hash(), first: c.Bool(), last: c.Bool()}
		if m.tell.records, err = readRecords(c); err != nil {
			return m, err
		}
	case rumourLineage:
		m.lineage = &lineageTell{island: island, first: c.Bool(), last: c.Bool()}
		if m.lineage.records, err = readRecords(c); err != nil {
			return m, err
		}
	case rumourInvite:
		m.invites = island
	case rumourBulletins:
		m.posted = readBulletins(c)
	case rumourSeek:
	default:
		c.Fail(fmt.Errorf("host: step %d of a rumour", step))
	}
	return m, c.Done()
}
