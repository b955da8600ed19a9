package sim

import (
	"time"

	"manyhold/net/epoch"
)

// seen is the checkers' memory of one island in one process.
type seen struct {
	island    uint64
	course    *course
	record    *epoch.Record
	member    bool // of record
	committed uint64
	firm      *epoch.Record // the firm one that it was in last
	left      *epoch.Record // and that it was in before it went on without the others,
	away      bool          // as it does
	joined    uint64        // first turn that it executed; zero: none yet
	jumped    bool          // in the present call: its state was replaced, and with it its place in the log
	tainted   time.Time     // since when its state is known to be wrong; zero: it is not
	first     *[64]verdict  // meanwhile: turns that it was the first to execute, by turn
	linked    time.Time     // since when it could play
	executed  uint64        // the last turn,
	moved     time.Time     // and when that was another one
}

// saw returns the memory of an island in the node's process.
func (n *node) saw(island uint64) *seen {
	if v := n.knows(island); v != nil {
		return v
	}
	v := &seen{island: island, course: n.s.checks.course(island)}
	n.seen = append(n.seen, v)
	return v
}

// knows is saw, but returns nil when there is no memory. There are few islands.
func (n *node) knows(island uint64) *seen {
	for _, v := range n.seen {
		if v.island == island {
			return v
		}
	}
	return nil
}
