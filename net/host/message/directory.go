package message

import (
	"fmt"

	"manyhold/net/key"
	"manyhold/net/wire"
)

// Steps of Directory messages, in the first byte of the body.
const (
	directoryNews      = 1 // how an island is
	directoryInvite    = 2 // execute this island
	directorySeek      = 3 // where is my player?
	DirectoryBulletins = 4 // how islands are, to be passed on

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

func EncodeInvitation(island uint64) []byte {
	return wire.AppendU64([]byte{byte(wire.Directory), directoryInvite}, island)
}

func EncodeSeek() []byte { return []byte{byte(wire.Directory), directorySeek} }

// directoryMessage is one decoded message; nothing set means a question for the sender's player.
type directoryMessage struct {
	News    *News
	Invites uint64
	Posted  []PassedBulletin
}

func DecodeDirectory(b []byte) (m directoryMessage, err error) {
	c := Body(b)
	island := uint64(0)
	step := c.U8()
	if step != directorySeek && step != DirectoryBulletins {
		if island = c.U64(); c.Err() == nil && island <= Home {
			c.Fail(fmt.Errorf("host: a directory message about island %d", island))
		}
	}
	switch step {
	case directoryNews:
		m.News = &News{Island: island, Number: c.Uvarint(), Name: c.Hash(), Turn: c.Uvarint(), Leader: c.Hash(), People: c.Uvarint(),
			Place: append([]byte(nil), c.Blob(maxPlace)...), Yours: c.Bool()}
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
