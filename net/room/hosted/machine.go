// Package hosted makes a match room the machine that net/host replicates: an island without land, whose turns
// carry packets. It knows no engine.
//
// # Formats
//
// A turn is u8 ticks and entries up to its end:
//
//	u8 1, uvarint player, uvarint number, blob    a packet of a player that is known
//	u8 2, author (32 bytes), uvarint number, blob a packet of another player
//	u8 3, uvarint player                          a player has left
//
// Players are numbered in the order in which they came, from 0; a number is never given to another player.
// The snapshot has the parts "log" with eight digits, for each 512 masters, and "room".
package hosted

import (
	"errors"
	"slices"

	"github.com/zeebo/xxh3"

	"manyhold/net/charter"
	"manyhold/net/host/capacity"
	"manyhold/net/host/machine"
	"manyhold/net/host/message"
	"manyhold/net/room"
	"manyhold/net/wire"
)

// MaxPlayers is how many players, with viewers, may ever come to a room.
const MaxPlayers = 1024

// Commands is what a player of a room may send: a packet of the greatest length in each turn of the island,
// and a configuration at once. A room's history is short, so it may be more than in a world.
var Commands = capacity.Rate{PerSecond: 20 * (1 + room.MaxPacket/16), Burst: 1000}

var (
	// ErrTurn reports that bytes are not a turn.
	ErrTurn = errors.New("room: malformed turn")
	// ErrFull reports that nobody else may come to the room.
	ErrFull = errors.New("room: too many players have come")
)

// Machine is a room as a machine. Its zero value has no room: a state is restored into it.
type Machine struct {
	alone
	room    *room.Room
	tick    uint64
	players []player
	refused []Refused
	build   builder
}

// player is what the machine knows of somebody who sent a packet.
type player struct {
	key  room.Key
	seq  uint64 // of the last packet
	here bool
}

// Refused is a packet that the room refused in the last turn.
type Refused struct {
	By  room.Key
	Seq uint64
	Why error // a *room.Refusal, or a malformed packet
}

// New returns the machine of a room.
func New(r *room.Room) *Machine { return &Machine{room: r} }

// Room returns the room. Only turns change it.
func (m *Machine) Room() *room.Room { return m.room }

// Refused returns the packets that the last turn refused. They are valid until the next one.
func (m *Machine) Refused() []Refused { return m.refused }

// find returns the number of a player, -1 if it is not known.
func (m *Machine) find(k room.Key) int {
	return slices.IndexFunc(m.players, func(p player) bool { return p.key == k })
}

// Tick is machine.Machine's.
func (m *Machine) Tick() uint64 { return m.tick }

// Step executes a turn: its packets in their order, and then its time.
func (m *Machine) Step(t machine.Turn) {
	turn := t.(*Turn)
	m.refused = m.refused[:0]
	m.tick += uint64(turn.bytes[0])
	known := len(m.players) // numbers mean the players before the turn
	for k := range turn.entries {
		e := &turn.entries[k]
		at := e.player
		if e.kind == fromStranger {
			if at = m.find(e.author); at < 0 {
				if len(m.players) >= MaxPlayers {
					continue
				}
				at = len(m.players)
				m.players = append(m.players, player{key: e.author})
			}
		} else if at >= known {
			continue
		}
		p := &m.players[at]
		if e.kind == departure {
			p.here = false
			m.room.Depart(p.key)
			continue
		}
		if e.number <= p.seq {
			continue // the host orders a packet once; a faulty one changes nothing
		}
		p.seq, p.here = e.number, true
		packet, err := room.ParsePacket(m.room.ID(), p.key, e.body)
		if err == nil {
			err = m.room.Apply(p.key, &packet)
		}
		if err != nil {
			m.refused = append(m.refused, Refused{p.key, e.number, err})
		}
	}
	m.room.Advance(uint64(turn.bytes[0]))
}

// Sequence is machine.Machine's.
func (m *Machine) Sequence(author [32]byte) uint64 {
	if k := m.find(author); k >= 0 {
		return m.players[k].seq
	}
	return 0
}

// Present is machine.Machine's.
func (m *Machine) Present(dst [][32]byte) [][32]byte {
	for k := range m.players {
		if m.players[k].here {
			dst = append(dst, m.players[k].key)
		}
	}
	return dst
}

// Holds is machine.Island's.
func (m *Machine) Holds(author [32]byte) bool { return m.find(author) >= 0 }

// People is machine.Island's.
func (m *Machine) People() (n uint16) {
	for k := range m.players {
		if m.players[k].here {
			n++
		}
	}
	return n
}

// Digest is machine.Machine's.
func (m *Machine) Digest() uint64 {
	return xxh3.Hash(wire.AppendU64(m.appendPlayers(nil), m.room.Digest()))
}

// Adopt is machine.Machine's: all rules are alike.
func (m *Machine) Adopt(uint32) error { return nil }

// Another is machine.Machine's.
func (m *Machine) Another() machine.Machine { return &Machine{} }

// alone are the parts of a machine that an island without others and without blueprints lacks.
type alone struct{}

// Self is machine.Island's.
func (alone) Self() uint64 { return message.Home }

// Place is machine.Island's.
func (alone) Place(dst []byte) []byte { return append(dst, "room"...) }

// Divide, Disperse, Near, Neighbours, Parcels and Towards are machine.Island's: there is no other island.
func (alone) Divide() [][]byte { return nil }

// Disperse is machine.Island's.
func (alone) Disperse() [][]byte { return nil }

// Carve is machine.Island's.
func (alone) Carve([]byte, uint64) ([]byte, error) { return nil, errAlone }

// Absorb is machine.Island's.
func (alone) Absorb([]byte) error { return errAlone }

// Contains is machine.Island's.
func (alone) Contains(uint64) bool { return false }

// Near is machine.Island's.
func (alone) Near(dst []uint64) []uint64 { return dst }

// Neighbours is machine.Island's.
func (alone) Neighbours(dst []uint64) []uint64 { return dst }

// Parcels is machine.Island's.
func (alone) Parcels(_, _ uint64, dst [][]byte) [][]byte { return dst }

// Towards is machine.Island's.
func (alone) Towards(dst []uint64) []uint64 { return dst }

// Expect is machine.Island's.
func (alone) Expect(uint64) uint64 { return 1 }

// Delivers is machine.Machine's.
func (alone) Delivers(machine.Turn) bool { return false }

// Ordinances is machine.Machine's: a room has no laws.
func (alone) Ordinances(dst []charter.Ordinance) []charter.Ordinance { return dst }

// OrdinanceSum is machine.Machine's.
func (alone) OrdinanceSum() uint64 { return 0 }

// BlueprintSum is machine.Library's.
func (alone) BlueprintSum() uint64 { return 0 }

// Blueprints is machine.Library's.
func (alone) Blueprints(func(uint64, [32]byte, []byte)) {}

// Version is machine.Library's.
func (alone) Version(uint64) (hash [32]byte) { return hash }

// Refuses is machine.Library's.
func (alone) Refuses([]byte) error { return errAlone }

// errAlone reports what a room has not.
var errAlone = errors.New("room: there are neither other islands nor blueprints")
