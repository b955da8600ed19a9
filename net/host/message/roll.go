package message

import (
	"bytes"
	"fmt"

	"manyhold/net/key"
	"manyhold/net/roster"
	"manyhold/net/wire"
)

// MaxRoll is the most peers in a Roll: with it the message fits one of a link.
const MaxRoll = 400

// Attendance is the state of one peer that executes an island.
type Attendance struct {
	Peer  key.ID
	State roster.Health
}

// Roll is who executes an island, and who is silent, as its leader sees it: wire.Roll, whole bool, count
// varint, and peer 32 and state u8 of each, in ascending order of peers.
type Roll struct {
	Whole bool         // the list replaces the one before; otherwise it has what changed
	Peers []Attendance // at most MaxRoll
}

// Encode encodes the message.
func (m *Roll) Encode() []byte {
	b := wire.AppendBool([]byte{byte(wire.Roll)}, m.Whole)
	b = wire.AppendUvarint(b, uint64(len(m.Peers)))
	for _, a := range m.Peers {
		b = append(append(b, a.Peer[:]...), byte(a.State))
	}
	return b
}

// DecodeRoll decodes the bytes of Encode, the first included.
func DecodeRoll(b []byte) (m Roll, err error) {
	c := Body(b)
	m.Whole = c.Bool()
	for n := c.Count(MaxRoll); n > 0 && c.Err() == nil; n-- {
		a := Attendance{Peer: c.Hash(), State: roster.Health(c.U8())}
		if k := len(m.Peers); a.State > roster.Absent || k > 0 && bytes.Compare(m.Peers[k-1].Peer[:], a.Peer[:]) >= 0 {
			c.Fail(fmt.Errorf("host: a roll out of order, or an unknown state"))
		}
		m.Peers = append(m.Peers, a)
	}
	return m, c.Done()
}
