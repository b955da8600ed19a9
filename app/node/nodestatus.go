package node

import (
	"context"
	"fmt"
	"slices"
	"time"

	"manyhold/app/order"
	"manyhold/app/status"
	"manyhold/app/version"
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/federation"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/perception"
	hoststatus "manyhold/net/host/status"
	"manyhold/net/key"
	"manyhold/net/wire"
)

const protocol = wire.Protocol

// statusView reports the node's knowledge. It is safe for concurrent use, except for beaconsOf.
type statusView struct {
	n       *node
	began   time.Time
	census  islandCensus
	beacons map[uint64]*perception.Beacons // by island; of the host's goroutine
	meter   processorMeter
	notes   notes
}

// countIsland reads the figures of status off an island.
func countIsland(w *island.Island) *islandCounts {
	c := &islandCounts{at: time.Now(), beacons: [][2]int32{}, regions: w.Land.Places(), dormant: len(w.Dormant.List), entities: len(w.Space.Bodies()), lines: federation.Lines(&w.State)}
	for i := range w.Players() {
		p := &w.Players()[i]
		b := w.Space.Body(p.Body)
		here := b != nil && b.Flags&entity.Asleep == 0
		if here {
			c.players++
		}
		one := person{key: key.ID(p.Key), name: p.Name.String(), seat: p.Seat, look: p.Look, here: here, body: p.Body}
		if here {
			one.at = grid.TileAt(b.Pos)
		}
		c.people = append(c.people, one)
	}
	return c
}

// Status returns the node's status. It is safe for concurrent use.
func (v *statusView) Status() status.Status {
	n := v.n
	h := v.hostStatus()
	st := status.Status{
		Version: version.Version, Commit: version.Commit(), Rules: uint32(game.CurrentRules), Peer: n.pair.ID().String(), Name: n.name,
		World: status.WorldStatus{Door: n.doorway.report(&h), ID: n.world.String(), Invite: n.invite(), Charter: status.CharterOf(&h, func(id key.ID) string { return n.knownName(id, &h) })}, Desyncs: h.Desyncs,
		StepUS: status.Percentiles{P50: micros(h.Steps.P50), P95: micros(h.Steps.P95), P99: micros(h.Steps.P99)}, Uptime: time.Since(v.began).Seconds(),
		Dropped: h.Counters.Refused(), Counted: h.Counters.Counted(), Fork: apartOf(&h),
		Links: []status.LinkStatus{}, Islands: []status.IslandStatus{}, Proven: status.ProvenOf(&h), Offenders: status.OffendersOf(&h), Unfair: status.UnfairOf(&h), Notes: v.notes.all(),
	}
	if g := n.genesis.Load(); g != nil {
		st.World.Name = g.Name
	}
	if h.StoreErr != "" {
		st.Notes = append(st.Notes, h.StoreErr)
	}
	st.Trouble, st.Rooms = n.trouble(h.Joining), n.venue.Hall().List()
	for _, l := range n.endpoint.Links() {
		s := l.Stats()
		ls := status.LinkStatus{Peer: l.Peer().String(), Name: l.Info().Name, Route: s.Route, RTTms: float64(s.RTT) / float64(time.Millisecond), Loss: s.Loss,
			BytesIn: s.BytesIn, BytesOut: s.BytesOut, Lagging: s.Lagging, Version: l.Info().Version, Headless: l.Info().Headless}
		if k := slices.IndexFunc(h.Peers, func(p hoststatus.Peer) bool { return p.Key == l.Peer() }); k >= 0 {
			ls.Voter, ls.Compared, ls.Equal = h.Peers[k].Voter, h.Peers[k].TurnsCompared, h.Peers[k].TurnsEqual
		}
		if !s.Via.IsZero() {
			via := v.peerName(s.Via, &h)
			ls.Via = &via
		}
		st.Links = append(st.Links, ls)
	}
	for _, p := range h.Pairs {
		st.Pairs = append(st.Pairs, status.PairStatus{A: p.A.String(), B: p.B.String(), Turn: p.Turn, Equal: p.Equal})
	}
	if h.Joining {
		st.Waiting = h.Waiting
	}
	for i := range h.Islands {
		if at := &h.Islands[i]; at.Epoch > 0 && !(h.Joining && at.ID == h.Island.ID) {
			st.Islands = append(st.Islands, v.islandStatus(&h, at))
		}
	}
	st.PlayOnly = h.Island.Playing.Only
	st.Known, st.Shouts = v.knownOf(&h), shoutsOf(&h)
	st.Shared, st.Needs = h.Shared, v.peerNames(h.Needs, &h)
	st.Host = v.hostStats(&h, &st)
	st.Fork.Missing, st.Fork.LostLeader = v.peerNames(h.Fork.Missing, &h), v.peerName(h.Failover.Last, &h)
	return st
}

// hostStatus returns the host's present status: Host.Status alone may be as old as its last call.
func (v *statusView) hostStatus() hoststatus.Host {
	n := v.n
	ctx, cancel := context.WithTimeout(context.Background(), time.Second/4)
	defer cancel()
	return n.host.Now(ctx)
}

func micros(d time.Duration) float64 { return float64(d) / float64(time.Microsecond) }

func (v *statusView) islandStatus(h *hoststatus.Host, at *hoststatus.Island) status.IslandStatus {
	i := status.IslandStatus{
		ID: v.islandID(at.ID), Epoch: at.Epoch, Firm: at.Firm, Leader: v.peerName(at.Leader, h),
		Voters: v.peerNames(at.Voters, h), Roll: status.Roll{Observers: v.peerNames(at.Observers, h), Lagging: v.peerNames(at.Lagging, h), Silent: v.peerNames(at.Silent, h)},
		Part:   status.Part{Role: partIn(at)},
		Places: [][2]int32{}, Beacons: [][2]int32{},
		Here:        at.ID == h.Island.ID,
		Why:         at.Why,
		TurnOrdered: at.Ordered, TurnCommitted: at.Committed, TurnTicks: int(at.Ticks),
		Digest:        status.DigestStatus{Turn: at.Ordered, Hex: fmt.Sprintf("%016x", at.Digest)},
		TurnsCompared: at.TurnsCompared, TurnsEqual: at.TurnsEqual, Waiting: at.Waiting.String(),
		Ineligible: h.IneligibleWhy, Viewer: h.Viewer,
	}
	if at.Playing.Only && !at.Playing.By.IsZero() {
		i.Attached = &status.Attached{PeerName: v.peerName(at.Playing.By, h), RTTms: float64(at.Playing.RTT) / float64(time.Millisecond)}
	}
	if c := v.census.of(at.ID); c != nil {
		i.Regions, i.Dormant, i.Entities, i.Players = len(c.regions), c.dormant, c.entities, c.players
		for _, at := range c.regions {
			i.Places = append(i.Places, [2]int32{at.X, at.Y})
		}
		i.People, i.Beacons, i.Lines = peopleOf(c), c.beacons, v.linesOf(c.lines)
		i.Crowded = status.CrowdedWords(c.players, int(h.Charter.Cap), h.Charter.Split)
	}
	return i
}

// partIn says in a word how this node takes part in an island.
func partIn(at *hoststatus.Island) string {
	switch {
	case at.Leading:
		return status.Leads
	case at.Voting:
		return status.Votes
	case at.Playing.Only:
		return status.Plays
	}
	return status.Observes
}

// nameOf returns the name that a peer gave itself, or the beginning of its key.
func (v *statusView) nameOf(id key.ID, h *hoststatus.Host) string {
	n := v.n
	switch {
	case id == key.ID{}:
		return ""
	case id == n.pair.ID():
		return n.name
	}
	for _, p := range h.Peers {
		if p.Key == id && p.Name != "" {
			return p.Name
		}
	}
	if p, ok := v.census.find(func(p *person) bool { return p.key == id }); ok {
		return p.name
	}
	return id.Short()
}

// peerName names a peer for the status.
func (v *statusView) peerName(id key.ID, h *hoststatus.Host) status.PeerName {
	if id.IsZero() {
		return status.PeerName{}
	}
	return status.PeerName{Peer: id.String(), Name: v.nameOf(id, h)}
}

func (v *statusView) peerNames(ids []key.ID, h *hoststatus.Host) status.PeerNames {
	out := make(status.PeerNames, len(ids))
	for i, id := range ids {
		out[i] = v.peerName(id, h)
	}
	return out
}

// tell logs an event of the world in a line that a volunteer can read. Turns that a starting node executes
// again from its file were logged in the run in which they happened.
func (n *node) tell(w *island.Island, e event.Event) {
	if !n.told.Load() {
		return
	}
	n.talking.post(w, e)
	switch e.Kind {
	case event.Entered:
		n.log.Info("joined the world", "player", e.Text)
		n.seen(w, e)
	case event.Left:
		n.log.Info("left the world", "player", e.Text)
		n.seen(w, e)
	case event.Placed, event.Dug:
		n.edited.Store(true)
	case event.Said:
		n.log.Info("said", "player", order.PlayerOf(w, e.Seat), "text", e.Text)
	case event.Renamed:
		n.log.Info("changed name", "player", e.Text)
	}
}

// crowds describes the effect of a new cap for each island here, one a line.
func (v *statusView) crowds() (words string) {
	h := v.hostStatus()
	for i := range h.Islands {
		if c := v.census.of(h.Islands[i].ID); c != nil {
			if s := status.CrowdedWords(c.players, int(h.Charter.Cap), h.Charter.Split); s != "" {
				words += fmt.Sprintf("\nisland %s has %s", v.islandID(h.Islands[i].ID), s)
			}
		}
	}
	return words
}
