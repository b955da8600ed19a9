package message

import (
	"fmt"

	"manyhold/net/key"
	"manyhold/net/wire"
)

// Steps of Directory messages, in the first byte of the body.
const (
	directoryFound     = 1 // your player is on this island
	directoryInvite    = 2 // execute this island
	directorySeek      = 3 // where is my player?
	DirectoryBulletins = 4 // how islands are, to be passed on

	// maxPlace is the longest Place of a machine in bytes.
	maxPlace = 32
)

// News is the news of an island, as its bulletins have them.
type News struct {
	Island uint64
	Number uint64   // of its newest firm record
	Name   [32]byte // of that
	Turn   uint64   // committed
	Leader key.ID   // zero: nobody is known to lead
	People uint64   // awake there
	Place  []byte   // where it lies, as its machine says
}

// EncodeFound answers EncodeSeek.
func EncodeFound(island uint64) []byte {
	return wire.AppendU64([]byte{byte(wire.Directory), directoryFound}, island)
}

func EncodeInvitation(island uint64) []byte {
	return wire.AppendU64([]byte{byte(wire.Directory), directoryInvite}, island)
}

func EncodeSeek() []byte { return []byte{byte(wire.Directory), directorySeek} }

// directoryMessage is one decoded message; nothing set means a question for the sender's player.
type directoryMessage struct {
	Found   uint64
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
	case directoryFound:
		m.Found = island
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
