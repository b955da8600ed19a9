package node

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"manyhold/app/order"
	"manyhold/app/status"
	"manyhold/app/version"
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/world"
	"manyhold/net/beacon"
	"manyhold/net/host"
	"manyhold/net/key"
	"manyhold/net/signal"
	"manyhold/net/store"
	"manyhold/net/wire"
)

const protocol = wire.Protocol

const (
	// announceFirst is how often a new node looks whether it has something to announce: whoever starts
	// a moment later is to hear of this world before it founds one.
	announceFirst = 20 * time.Millisecond
	// announceEvery is how often a node looks whether what it announces has changed.
	announceEvery = time.Second
)

// announce keeps the LAN informed of the world until ctx ends.
func (n *node) announce(ctx context.Context, lan *beacon.Beacon) {
	if lan == nil {
		return
	}
	tick := time.NewTicker(announceFirst)
	defer tick.Stop()
	first := true
	for {
		if g := n.genesis.Load(); g != nil && n.census.of(world.Home) != nil { // the first turn has been executed
			players := n.census.players()
			if first {
				first = false
				tick.Reset(announceEvery)
			}
			lan.Update(beacon.Announcement{
				World: n.world, WorldName: g.Name, Born: n.born, Edited: n.edited.Load(), PeerName: n.name, Players: players,
				Door: fmt.Sprintf(":%d", n.doorAt.Port()), Rules: g.Rules, Protocol: protocol,
			})
		}
		select {
		case <-ctx.Done():
			lan.Update(beacon.Announcement{})
			return
		case <-tick.C:
		}
	}
}

// inviteEvery is how often it is looked whether this machine has other addresses.
const inviteEvery = 5 * time.Second

// invitation is one, kept: it is asked for with every status.
type invitation struct {
	mu    sync.Mutex
	words string
	at    time.Time
}

// invite returns the invitation to this world, "" while its genesis is unknown.
func (n *node) invite() string {
	if n.genesis.Load() == nil {
		return ""
	}
	n.invited.mu.Lock()
	defer n.invited.mu.Unlock()
	if now := time.Now(); n.invited.words == "" || now.Sub(n.invited.at) >= inviteEvery {
		n.invited.at = now
		n.invited.words = signal.Invite{World: n.world, Peer: n.pair.ID(), Signal: n.server, Doors: doorAddresses(n.doorAt)}.String()
	}
	return n.invited.words
}

// countIsland reads the figures of status off an island.
func countIsland(w *island.Island) *islandCounts {
	c := &islandCounts{at: time.Now(), beacons: [][2]int32{}, regions: w.Regions(), dormant: w.DormantRegions(), entities: len(w.Bodies()), lines: w.Lines()}
	for i := range w.Players() {
		p := &w.Players()[i]
		b := w.Body(p.Body)
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

// Status returns what the node knows. It is safe for concurrent use.
func (n *node) Status() status.Status {
	h := n.hostStatus()
	st := status.Status{
		Version: version.Version, Commit: version.Commit(), Rules: uint32(game.CurrentRules), Peer: n.pair.ID().String(), Name: n.name,
		World: status.WorldStatus{ID: n.world.String(), Invite: n.invite(), Charter: status.CharterOf(&h)}, Desyncs: h.Desyncs,
		StepUS: status.Percentiles{P50: micros(h.StepP50), P95: micros(h.StepP95), P99: micros(h.StepP99)}, Uptime: time.Since(n.began).Seconds(),
		Dropped: h.Counters.Refused(), Counted: h.Counters.Counted(), Line: apartOf(&h),
		Links: []status.LinkStatus{}, Islands: []status.IslandStatus{}, Proven: status.ProvenOf(&h), Forgers: status.ForgersOf(&h), Notes: n.notes.all(),
	}
	if g := n.genesis.Load(); g != nil {
		st.World.Name = g.Name
	}
	if h.StoreErr != "" {
		st.Notes = append(st.Notes, h.StoreErr)
	}
	for _, l := range n.endpoint.Links() {
		s := l.Stats()
		ls := status.LinkStatus{Peer: l.Peer().String(), Name: l.Info().Name, Route: s.Route, RTTms: float64(s.RTT) / float64(time.Millisecond), Loss: s.Loss,
			BytesIn: s.BytesIn, BytesOut: s.BytesOut, Lagging: s.Lagging, Version: l.Info().Version, Headless: l.Info().Headless}
		if k := slices.IndexFunc(h.Peers, func(p host.Peer) bool { return p.Key == l.Peer() }); k >= 0 {
			ls.Voter, ls.Compared, ls.Equal = h.Peers[k].Voter, h.Peers[k].TurnsCompared, h.Peers[k].TurnsEqual
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
			st.Islands = append(st.Islands, n.islandStatus(&h, at))
		}
	}
	st.Known, st.Shouts = n.knownOf(&h), shoutsOf(&h)
	st.Shared, st.Needs = h.Shared, n.namesOf(h.Needs, &h)
	st.Host = n.hostStats(&h, &st)
	st.Line.Missing, st.Line.Fallen = n.namesOf(h.Missing, &h), n.nameOf(h.Fallen, &h)
	return st
}

// hostStatus returns what the host knows now: Host.Status alone may be as old as the last time it was asked.
func (n *node) hostStatus() host.Status {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second/4)
	defer cancel()
	return n.host.Now(ctx)
}

func micros(d time.Duration) float64 { return float64(d) / float64(time.Microsecond) }

func (n *node) islandStatus(h *host.Status, at *host.Island) status.IslandStatus {
	i := status.IslandStatus{
		ID: n.islandID(at.ID), Epoch: at.Epoch, Firm: at.Firm, Leader: n.nameOf(at.Leader, h),
		Voters: n.namesOf(at.Voters, h), Observers: n.namesOf(at.Observers, h),
		Role:   partIn(at),
		Places: [][2]int32{}, Beacons: [][2]int32{},
		Here:        at.ID == h.Island.ID,
		Why:         at.Why,
		TurnOrdered: at.Ordered, TurnCommitted: at.Committed, TurnTicks: int(at.Ticks),
		Digest:        status.DigestStatus{Turn: at.Ordered, Hex: fmt.Sprintf("%016x", at.Digest)},
		TurnsCompared: at.TurnsCompared, TurnsEqual: at.TurnsEqual, Waiting: at.Waiting,
		Reluctant: h.Reluctance, Viewer: h.Viewer,
	}
	if c := n.census.of(at.ID); c != nil {
		i.Regions, i.Dormant, i.Entities, i.Players = len(c.regions), c.dormant, c.entities, c.players
		for _, at := range c.regions {
			i.Places = append(i.Places, [2]int32{at.X, at.Y})
		}
		i.People, i.Beacons, i.Lines = peopleOf(c), c.beacons, n.linesOf(c.lines)
		i.Crowded = status.CrowdedWords(c.players, int(h.Charter.Cap), h.Charter.Split)
	}
	return i
}

// partIn says in a word how this node takes part in an island.
func partIn(at *host.Island) string {
	switch {
	case at.Leading:
		return "leads"
	case at.Voting:
		return "votes"
	}
	return "observes"
}

// nameOf returns what a peer calls itself, or the beginning of its key.
func (n *node) nameOf(id key.ID, h *host.Status) string {
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
	if p, ok := n.census.find(func(p *person) bool { return p.key == id }); ok {
		return p.name
	}
	return id.Short()
}

func (n *node) namesOf(ids []key.ID, h *host.Status) []string {
	out := make([]string, len(ids))
	for i, id := range ids {
		out[i] = n.nameOf(id, h)
	}
	return out
}

// tell logs an event of the world in a line that a volunteer can read. What is executed again from the
// file when a node starts was told in the run in which it happened.
func (n *node) tell(w *island.Island, e event.Event) {
	if !n.told.Load() {
		return
	}
	switch e.Kind {
	case event.Entered:
		n.log.Info("came into the world", "player", e.Text)
		n.seen(w, e)
	case event.Left:
		n.log.Info("left the world", "player", e.Text)
		n.seen(w, e)
	case event.Placed, event.Dug:
		n.edited.Store(true)
	case event.Said:
		n.log.Info("said", "player", order.PlayerOf(w, e.Seat), "text", e.Text)
	case event.Renamed:
		n.log.Info("is called something else now", "player", e.Text)
	}
}

// seen notes in the world's file that a player was here.
func (n *node) seen(w *island.Island, e event.Event) {
	now := time.Now()
	for i := range w.Players() {
		if p := &w.Players()[i]; p.Seat == e.Seat {
			n.file.Seen(store.Player{Key: key.ID(p.Key), Name: p.Name.String(), First: now, Last: now})
			return
		}
	}
	if p, ok := n.census.find(func(p *person) bool { return p.seat == e.Seat }); ok { // who leaves is not among the players any more
		n.file.Seen(store.Player{Key: p.key, Name: e.Text, First: now, Last: now})
	}
}
