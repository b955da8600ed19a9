package match

import (
	"bytes"
	"fmt"

	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/entity"
	"manyhold/game/island"
	"manyhold/game/script"
	"manyhold/game/script/star/state"
)

const snapshotVersion = 1

// appendOwn appends the state of a match beside its world.
func (m *Match) appendOwn(dst []byte) []byte {
	dst = codec.U32(codec.U8(dst, snapshotVersion), m.generation)
	dst = codec.U32(codec.U8(dst, m.state), m.since)
	dst = codec.Blob(codec.Blob(codec.U32(dst, m.finished), m.next), m.result)
	dst = codec.Blob(codec.U64(dst, uint64(m.court.Referee)), m.config)
	dst = codec.Uvarint(dst, uint64(len(m.seats)))
	for k := range m.seats {
		s, who := &m.seats[k], &m.players[k]
		dst = codec.Text(append(dst, who.Key[:]...), who.Name)
		l := who.Look
		dst = append(dst, l.Skin, l.Hair, l.HairColour, l.Shirt, l.Trousers, l.Hat)
		dst = append(dst, s.key[:]...)
		dst = codec.Blob(append(dst, flag(s.vacant), s.faults), s.memory)
	}
	return dst
}

// Snapshot appends the whole state: that of the match with its length, and the snapshot of its world.
func (m *Match) Snapshot(dst []byte) []byte {
	return m.w.Snapshot(codec.Blob(dst, m.appendOwn(nil)))
}

// Restore returns the match of a snapshot that was taken with the same package. Other bytes are refused.
func Restore(p *Package, snapshot []byte) (*Match, error) {
	c := codec.Read(snapshot)
	own := codec.Read(c.Blob(len(snapshot)))
	m := &Match{p: p, w: new(island.Island)}
	own.Require(own.U8() == snapshotVersion)
	m.generation, m.state, m.since, m.finished = own.U32(), own.U8(), own.U32(), own.U32()
	m.next, m.result = bytes.Clone(own.Blob(MaxNames)), bytes.Clone(own.Blob(MaxResult))
	referee := game.EntityID(own.U64())
	m.config = bytes.Clone(own.Blob(MaxConfig))
	own.Require(own.Count(MaxSeats, 1) == len(p.Roster) && int(m.state) <= len(p.States))
	for _, n := range m.next {
		own.Require(n > 0 && int(n) <= len(p.States))
	}
	for range p.Roster {
		var who Player
		copy(who.Key[:], own.Bytes(32))
		who.Name = string(own.Blob(256))
		l := own.Bytes(6)
		if own.Err() != nil {
			break
		}
		who.Look = entity.Look{Skin: l[0], Hair: l[1], HairColour: l[2], Shirt: l[3], Trousers: l[4], Hat: l[5]}
		s := seat{}
		copy(s.key[:], own.Bytes(32))
		b := own.Bytes(2)
		s.memory = bytes.Clone(own.Blob(state.Max))
		if own.Err() != nil {
			break
		}
		own.Require(b[0] < 2 && b[1] <= botFaults && state.Check(s.memory) == nil)
		s.vacant, s.faults = b[0] == 1, b[1]
		m.players, m.seats = append(m.players, who), append(m.seats, s)
	}
	if err := own.Done(); err != nil {
		return nil, fmt.Errorf("match: a snapshot: %w", err)
	}
	if err := m.w.Restore(snapshot[len(snapshot)-c.Len():]); err != nil {
		return nil, err
	}
	m.w.SpawnTile = p.Arena.middle() // a snapshot has that of its terrain
	values, err := p.Settle(m.config)
	if err != nil || m.w.Things.Find(referee) == nil {
		return nil, fmt.Errorf("match: a snapshot of another package")
	}
	if len(m.result) == 0 {
		m.result = nil
	}
	if m.bots = p.bots(values); m.bots {
		m.bot, _ = script.LoadBot(p.Bot)
	}
	m.preside(referee)
	return m, nil
}
