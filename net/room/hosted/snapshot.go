package hosted

import (
	"bytes"
	"fmt"

	"manyhold/net/room"
	"manyhold/net/wire"
)

// perPart is how many masters a part of a snapshot has. A part that is full does not change any more, so that
// it is stored and sent once.
const perPart = 512

// Snapshot is machine.Machine's.
func (m *Machine) Snapshot(dst []byte) []byte {
	masters := m.room.Log()
	for k := 0; k < len(masters); k += perPart {
		var part []byte
		for _, b := range masters[k:min(k+perPart, len(masters))] {
			part = wire.AppendBlob(part, b)
		}
		dst = wire.AppendBlob(wire.AppendText(dst, partName(k/perPart)), part)
	}
	state := wire.AppendUvarint(nil, m.tick)
	state = m.appendPlayers(state)
	state = m.room.Append(state)
	return wire.AppendBlob(wire.AppendText(dst, "room"), state)
}

func partName(k int) string { return fmt.Sprintf("log%08d", k) }

func (m *Machine) appendPlayers(dst []byte) []byte {
	dst = wire.AppendUvarint(dst, uint64(len(m.players)))
	for k := range m.players {
		p := &m.players[k]
		dst = wire.AppendBool(wire.AppendUvarint(append(dst, p.key[:]...), p.seq), p.here)
	}
	return dst
}

// Restore is machine.Machine's.
func (m *Machine) Restore(snapshot []byte) error {
	n, err := restored(snapshot)
	if err == nil {
		m.room, m.tick, m.players, m.refused = n.room, n.tick, n.players, nil
	}
	return err
}

func restored(snapshot []byte) (*Machine, error) {
	c := wire.NewCursor(snapshot)
	var masters [][]byte
	for k := 0; ; k++ {
		name, part := c.Text(16), c.Blob(len(snapshot))
		switch {
		case c.Err() != nil:
			return nil, fmt.Errorf("%w: %w", room.ErrState, c.Err())
		case name == "room":
			if c.Done() != nil {
				return nil, room.ErrState
			}
			return withState(part, masters)
		case name != partName(k) || len(masters) != k*perPart:
			return nil, room.ErrState
		}
		in := wire.NewCursor(part)
		for in.Len() > 0 && len(masters) < (k+1)*perPart {
			masters = append(masters, in.Blob(len(part)))
		}
		if in.Done() != nil || len(masters) == k*perPart {
			return nil, room.ErrState
		}
	}
}

// withState reads the part "room".
func withState(part []byte, masters [][]byte) (*Machine, error) {
	c := wire.NewCursor(part)
	m := &Machine{tick: c.Uvarint()}
	for range c.Count(MaxPlayers) {
		m.players = append(m.players, player{c.Hash(), c.Uvarint(), c.Bool()})
	}
	if c.Err() != nil {
		return nil, room.ErrState
	}
	r, err := room.Restore(bytes.Clone(c.Rest()), masters)
	if err != nil {
		return nil, err
	}
	if !room.Genuine(r) {
		return nil, room.ErrState // the founder of a room could name anybody in its result
	}
	m.room = r
	return m, nil
}

// Reconcile is machine.Machine's. A match cannot be merged: if nothing happened in the state that goes on
// since the fork, the branch is taken as it is, and otherwise it is given up.
func (m *Machine) Reconcile(base, branch []byte) (report []byte, err error) {
	from, err := restored(base)
	if err != nil {
		return nil, err
	}
	to, err := restored(branch)
	switch {
	case err != nil:
		return nil, err
	case from.room.ID() != m.room.ID() || to.room.ID() != m.room.ID():
		return nil, room.ErrState
	}
	if m.room.Generation() == from.room.Generation() && m.room.Phase() == from.room.Phase() {
		m.room = to.room
	}
	for _, p := range to.players { // numbers of packets are never given twice
		if k := m.find(p.key); k >= 0 {
			m.players[k].seq = max(m.players[k].seq, p.seq)
		} else if len(m.players) < MaxPlayers {
			m.players = append(m.players, p)
		}
	}
	return nil, nil
}

// ReconcileLand is machine.Machine's: a room has no land.
func (m *Machine) ReconcileLand(base, branch []byte) (report []byte, err error) { return nil, nil }
