package message

import (
	"fmt"

	"manyhold/net/epoch"
	"manyhold/net/key"
	"manyhold/net/wire"
)

// Steps of Directory messages, in the first byte of the body.
const (
	directoryNews      = 1 // how an island is
	directoryAsk       = 2 // which records follow this one?
	DirectoryTell      = 3 // these
	directoryInvite    = 4 // execute this island
	directorySeek      = 5 // where is my player?
	DirectoryAncestry  = 6 // an island of which records follow comes from these
	DirectoryBulletins = 7 // how islands are, to be passed on

	// maxPlace is the longest Place of a machine in bytes.
	maxPlace = 32
)

// News is the news of an island.
type News struct {
	Island uint64
	Number uint64   // of its newest firm record
	Name   [32]byte // of that
	Turn   uint64   // committed
	Leader key.ID   // zero: nobody is known to lead
	People uint64   // awake there
	Place  []byte   // where it lies, as its machine says
	Yours  bool     // the receiver's player is there
}

func (n *News) Encode() []byte {
	b := wire.AppendU64([]byte{byte(wire.Directory), directoryNews}, n.Island)
	b = append(wire.AppendUvarint(b, n.Number), n.Name[:]...)
	b = append(wire.AppendUvarint(b, n.Turn), n.Leader[:]...)
	b = wire.AppendBlob(wire.AppendUvarint(b, n.People), n.Place)
	return wire.AppendBool(b, n.Yours)
}

// RecordsAsk asks for the records of an island that follow one; all when number is zero.
type RecordsAsk struct {
	Island, Number uint64
	Name           [32]byte
}

func (a RecordsAsk) Encode() []byte {
	b := wire.AppendU64([]byte{byte(wire.Directory), directoryAsk}, a.Island)
	return append(wire.AppendUvarint(b, a.Number), a.Name[:]...)
}

// RecordsPart is a part of the answer.
type RecordsPart struct {
	Island      uint64
	After       [32]byte // zero: from the first on
	First, Last bool     // of the parts
	Records     []*epoch.Record
}

// EncodeRecordsTold packs records that follow one into as many messages as needed.
func EncodeRecordsTold(island uint64, after [32]byte, records []*epoch.Record) [][]byte {
	encoded := make([][]byte, len(records))
	for i, r := range records {
		encoded[i] = r.Append(nil)
	}
	const flags = 2 + 8 + 32
	messages := PackRecords(encoded, func(first bool) []byte {
		b := append(wire.AppendU64([]byte{byte(wire.Directory), DirectoryTell}, island), after[:]...)
		return wire.AppendBool(wire.AppendBool(b, first), false)
	})
	messages[len(messages)-1][flags+1] = 1
	return messages
}

func EncodeInvitation(island uint64) []byte {
	return wire.AppendU64([]byte{byte(wire.Directory), directoryInvite}, island)
}

func EncodeSeek() []byte { return []byte{byte(wire.Directory), directorySeek} }

// directoryMessage is one decoded message; nothing set means a question for the sender's player.
type directoryMessage struct {
	News     *News
	Ask      *RecordsAsk
	Tell     *RecordsPart
	Invites  uint64
	Ancestry *AncestryPart
	Posted   []PassedBulletin
}

func DecodeDirectory(b []byte) (m directoryMessage, err error) {
	c := Body(b)
	island := uint64(0)
	step := c.U8()
	if step != directorySeek && step != DirectoryBulletins {
		if island = c.U64(); c.Err() == nil && (island < Home || island == Home && step != directoryAsk && step != DirectoryTell) {
			c.Fail(fmt.Errorf("host: a directory message about island %d", island))
		}
	}
	switch step {
	case directoryNews:
		m.News = &News{Island: island, Number: c.Uvarint(), Name: c.Hash(), Turn: c.Uvarint(), Leader: c.Hash(), People: c.Uvarint(),
			Place: append([]byte(nil), c.Blob(maxPlace)...), Yours: c.Bool()}
	case directoryAsk:
		m.Ask = &RecordsAsk{Island: island, Number: c.Uvarint(), Name: c.Hash()}
	case DirectoryTell:
		m.Tell = &RecordsPart{Island: island, After: c.Hash(), First: c.Bool(), Last: c.Bool()}
		if m.Tell.Records, err = ReadRecords(c); err != nil {
			return m, err
		}
	case DirectoryAncestry:
		m.Ancestry = &AncestryPart{Island: island, First: c.Bool(), Last: c.Bool()}
		if m.Ancestry.Records, err = ReadRecords(c); err != nil {
			return m, err
		}
	case directoryInvite:
		m.Invites = island
	case DirectoryBulletins:
		m.Posted = readBulletins(c)
	case directorySeek:
	default:
		c.Fail(fmt.Errorf("host: step %d of a directory message", step))
	}
	return m, c.Done()
}

// EncodeAncestry returns the messages that precede an island's records.
func EncodeAncestry(island uint64, records []*epoch.Record) [][]byte {
	if len(records) == 0 {
		return nil
	}
	encoded := make([][]byte, len(records))
	for i, r := range records {
		encoded[i] = r.Append(nil)
	}
	const flags = 2 + 8
	messages := PackRecords(encoded, func(first bool) []byte {
		return wire.AppendBool(wire.AppendBool(wire.AppendU64([]byte{byte(wire.Directory), DirectoryAncestry}, island), first), false)
	})
	messages[len(messages)-1][flags+1] = 1
	return messages
}
