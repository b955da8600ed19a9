package epoch

import (
	pb "go.etcd.io/raft/v3/raftpb"

	"manyhold/net/key"
)

// members are the voters of an epoch and the place of this process among them.
type members struct {
	record    *Record
	me        key.ID
	id        uint64  // of this process in raft
	rank      int     // among the voters; -1: observer
	voters    []voter // in the order of the record
	renounced map[key.ID]bool
	shunned   map[key.ID]bool // see Shun
	nobody    uint64          // the raft id of no process
}

// voter is a voter with its raft id. The list is short, and is searched in every frame.
type voter struct {
	key key.ID
	id  uint64
}

// newMembers finds this process among the voters of an epoch with a name.
func newMembers(c *Config, name [32]byte) members {
	m := members{record: c.Record, me: c.Me.Key, rank: -1}
	for i, v := range c.Record.Voters {
		id := raftID(name, v)
		m.voters = append(m.voters, voter{v.Key, id})
		if v == c.Me && c.Fresh {
			m.rank, m.id = i, id
		}
	}
	if m.rank < 0 {
		m.id = raftID(name, Voter{c.Me.Key, ^c.Me.Incarnation}) // no other process knows it
	}
	m.nobody = raftID(name, Voter{})
	return m
}

// conf names the members for raft.
func (m *members) conf() *pb.ConfState {
	c := &pb.ConfState{}
	for _, v := range m.voters {
		c.Voters = append(c.Voters, v.id)
	}
	if len(c.Voters) == 0 {
		c.Voters = []uint64{m.nobody} // raft wants a voter
	}
	if m.rank < 0 {
		c.Learners = []uint64{m.id} // raft wants to find itself in its configuration
	}
	return c
}

// Record is the record that founded the epoch.
func (m *members) Record() *Record { return m.record }

// Member reports whether this process votes.
func (m *members) Member() bool { return m.rank >= 0 }

// alone reports whether this process is the only voter.
func (m *members) alone() bool { return m.record.Lone() && m.rank == 0 }

// idOf is a voter's id in raft; zero: it does not vote.
func (m *members) idOf(k key.ID) uint64 {
	for i := range m.voters {
		if m.voters[i].key == k {
			return m.voters[i].id
		}
	}
	return 0
}

// heeded is idOf, except that a renounced or shunned voter has no id.
func (m *members) heeded(k key.ID) uint64 {
	if m.ignores(k) {
		return 0
	}
	return m.idOf(k)
}

// ignores reports whether nothing is taken from a voter.
func (m *members) ignores(k key.ID) bool { return m.renounced[k] || m.shunned[k] }

// keyOf returns the voter with a raft id; zero when there is none.
func (m *members) keyOf(id uint64) key.ID {
	for i := range m.voters {
		if m.voters[i].id == id {
			return m.voters[i].key
		}
	}
	return key.ID{}
}

// another returns a voter other than this process, as sender of the entries for raft; zero when there is
// none.
func (m *members) another() (k key.ID) {
	for _, v := range m.voters {
		if v.id != m.id && !m.ignores(v.key) {
			return v.key
		}
	}
	return k
}

// before counts the voters that may campaign before this one: those in the record's order without the leader.
func (m *members) before(leader key.ID) (n int) {
	for _, v := range m.voters[:m.rank] {
		if v.key != leader && !m.ignores(v.key) {
			n++
		}
	}
	return n
}

// rankOf is the place of a voter in the order of the record; -1: it does not vote.
func (m *members) rankOf(k key.ID) int {
	for i := range m.voters {
		if m.voters[i].key == k {
			return i
		}
	}
	return -1
}

// renounce notes that a voter lies, and reports whether that is new.
func (m *members) renounce(liar key.ID) bool {
	if liar == m.me || m.idOf(liar) == 0 || m.renounced[liar] {
		return false
	}
	if m.renounced == nil {
		m.renounced = map[key.ID]bool{}
	}
	m.renounced[liar] = true
	return true
}

// shun notes whether a voter is kept out, and reports whether it is now and was not before.
func (m *members) shun(k key.ID, out bool) bool {
	switch {
	case !out:
		delete(m.shunned, k)
		return false
	case k == m.me || m.idOf(k) == 0 || m.shunned[k]:
		return false
	case m.shunned == nil:
		m.shunned = map[key.ID]bool{}
	}
	m.shunned[k] = true
	return true
}

// Shuns reports whether any voter is shunned.
func (m *members) Shuns() bool { return len(m.shunned) > 0 }

// Shunned reports whether a voter is shunned.
func (m *members) Shunned(k key.ID) bool { return m.shunned[k] }

// Renounced reports whether a voter was renounced in this epoch.
func (m *members) Renounced(k key.ID) bool { return m.renounced[k] }

// Deceived reports whether any voter was renounced in this epoch. Then parts of the log may differ from
// those of the others.
func (m *members) Deceived() bool { return len(m.renounced) > 0 }
