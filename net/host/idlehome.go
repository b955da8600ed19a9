package host

import (
	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/wire"
)

// # Idle home
//
// Home admits strangers and lends the land, and every peer has executed it once. Where islands are shared
// out, a peer leaves home like any other island when it has no reason to execute it: its player is elsewhere,
// and the peer neither votes there nor keeps a copy. Home's core stays idle: it knows the world and greets
// linked peers, so that they count this peer among possible holders of islands; it handles no other messages.
// Home is then in the directory like other islands, with all records by which land was divided off: these
// prove the islands that come from home. When there is a reason again, home is taken over from other peers,
// into the same machine and file.
//
// An idle core still takes and gives entries of the world's charter; see charter.go. A peer that is not
// logged in stays until it is, because voters of home countersign logins.

// needsHome reports whether home is executed here whatever others do: so that the player can enter, as long
// as it is nowhere else, and is logged in.
func (s *subscriptions) needsHome() bool {
	here := s.world.player.here()
	return here.island == message.Home || !s.world.player.isOn(here) || s.world.islands.home().logsIn()
}

// logsIn reports whether this peer's login is still to be countersigned.
func (c *Core) logsIn() bool {
	if !c.options.Charter || c.options.Headless || c.idle {
		return false
	}
	r := c.standing.charter
	return r == nil || !r.logged
}

// idle puts a core at rest in the place of home's, which has been left.
func (s *subscriptions) idle(old *Core) {
	c := s.world.islands.add(message.Home)
	c.standing, c.peers.names, c.counters, c.measures.desyncs = old.standing, old.peers.names, old.counters, old.measures.desyncs
	c.world, c.genesis, c.began = old.world, old.genesis, old.began
	c.journal.opened, c.idle = opened{old.machine, old.journal.log}, true
	for _, p := range s.links.Values() {
		c.LinkUp(s.given(), p.key, p.info)
		c.Measured(p.key, p.rtt)
	}
}

// wakeHome begins to take home over from the peers that have it.
func (s *subscriptions) wakeHome() {
	c := s.world.islands.home()
	c.event("takes home over", "why", s.why[message.Home])
	c.idle = false
	if r := c.standing.charter; r != nil {
		r.cut = true // logins are looked at again by the records that come
	}
	c.joining.comeBack(false)
	s.world.directory.introduce(c)
}

// notes keeps a linked peer's greeting.
func (w *World) notes(from key.ID, b []byte) {
	if wire.Kind(b[0]) != wire.Join {
		return
	}
	if l := w.links.Get(from); l != nil {
		if g, err := message.DecodeGreeting(b); err == nil {
			l.meets(w.now, g)
		}
	}
}

// homeTurn is the last turn of home that is known here.
func (d *directory) homeTurn() uint64 {
	turn := d.world.islands.home().history.executed
	if n := d.world.announcements.latest(message.Home); n != nil {
		turn = max(turn, n.Turn)
	}
	return turn
}
