package sim

import (
	"slices"
	"time"

	"manyhold/net/epoch"
)

// view is the checkers' memory of one island in one process.
type view struct {
	island    uint64
	track     *islandTrack
	record    *epoch.Record
	member    bool // of record
	committed uint64
	firm      *epoch.Record // the firm one that it was in last
	left      *epoch.Record // its fork before it continued without the others,
	away      bool          // as it does
	joined    uint64        // first turn that it executed; zero: none yet
	jumped    bool          // in the present call: its state was replaced, and with it its place in the log
	tainted   time.Time     // since when its state is known to be wrong; zero: it is not
	first     *[64]verdict  // meanwhile: turns that it was the first to execute, by turn
	linked    time.Time     // since when it could play
	executed  uint64        // the last turn,
	moved     time.Time     // and when that was another one
	unfair    time.Time     // since when it leads unfairly under voters that can tell
	served    time.Time     // when it last could not count on turns of others
}

// nodeSeen is the checkers' memory of a node.
type nodeSeen struct {
	checks *checks
	views  []*view   // of islands
	with   uint64    // bits of the nodes it is connected with
	steady time.Time // since when that is so, and it has no turns

	lulled   time.Time // when it first put a player to sleep without cause, since it leads
	findings uint64    // of unfair leaders
	banned   time.Time // since when the founder bans it; zero: not
	touch    time.Time // when it was not in touch with the founder last
	unable   time.Time // when faults or a ban last kept it from leading
}

// view returns the memory of an island in the node's process, a new one if there is none.
func (n *nodeSeen) view(island uint64) *view {
	if v := n.knows(island); v != nil {
		return v
	}
	v := &view{island: island, track: n.checks.track(island)}
	n.views = append(n.views, v)
	return v
}

// knows returns the memory of an island, nil when there is none. There are few islands.
func (n *nodeSeen) knows(island uint64) *view {
	for _, v := range n.views {
		if v.island == island {
			return v
		}
	}
	return nil
}

// forget drops the memory of an island.
func (n *nodeSeen) forget(island uint64) {
	n.views = slices.DeleteFunc(n.views, func(v *view) bool { return v.island == island })
}
