// Package passage is the gate between the things of makers that offer journeys to other worlds and the
// player, who is asked. A thing can offer a journey in every tick, to anywhere: the gate lets few questions
// through, and only those that lead somewhere.
package passage

import (
	"slices"

	"manyhold/game"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/net/signal"
	"manyhold/net/store"
)

const (
	// reach is how near a thing must be whose offer is heard, in tiles: as far as scripts reach, and a step.
	reach = 14 * fixed.One
	// rest is how long a thing is not heard after its last question, in ticks.
	rest = 20 * game.TicksPerSecond
	// most is how many questions there are within a minute, of all things together.
	most = 4
	// maxBarred is how many things a player can have barred. Beyond it the first is heard again.
	maxBarred = 256
	// arrival is how long nothing is heard in a world that the player has just come to, so that a portal at
	// the arrival does not ask at once.
	arrival = 5 * game.TicksPerSecond
)

// Why says what the gate makes of an offer.
type Why uint8

// The ways in which an offer ends.
const (
	Heard   Why = iota // the player is to be asked
	Ignored            // it is one too many, from too far, or of a thing that the player does not want to hear
	Nowhere            // its text names no world
	Here               // it names the world where the player is
)

// Gate knows which offers the player has heard. Its zero value is that of a player who has just come
// into a world. Times are ticks since then.
type Gate struct {
	barred []game.EntityID
	asked  []asked
}

type asked struct {
	thing game.EntityID
	at    uint64
}

// Hear decides on the offer of a thing to a player at a place in a world.
func (g *Gate) Hear(e *event.Event, at fixed.Vec, here string, now uint64) (Destination, Why) {
	g.asked = slices.DeleteFunc(g.asked, func(a asked) bool { return now-a.at >= 60*game.TicksPerSecond })
	last := slices.ContainsFunc(g.asked, func(a asked) bool { return a.thing == e.Entity && now-a.at < uint64(rest) })
	if now < uint64(arrival) || last || len(g.asked) >= most || slices.Contains(g.barred, e.Entity) || !e.Pos.Sub(at).Near(reach) {
		return Destination{}, Ignored
	}
	g.asked = append(g.asked, asked{e.Entity, now})
	d, ok := Parse(e.Text)
	switch {
	case !ok:
		return d, Nowhere
	case d.World.String() == here:
		return d, Here
	}
	return d, Heard
}

// Bar lets a thing not be heard any more.
func (g *Gate) Bar(thing game.EntityID) {
	if g.barred = append(g.barred, thing); len(g.barred) > maxBarred {
		g.barred = slices.Delete(g.barred, 0, 1)
	}
}

// Destination is the world to which an offer leads.
type Destination struct {
	World  store.WorldID
	Invite *signal.Invite // nil: only the world's ID is known
}

// Parse reads what a thing says of the world that it offers: an ID, or an invitation.
func Parse(text string) (d Destination, ok bool) {
	if id, err := store.ParseWorldID(text); err == nil {
		return Destination{World: id}, id != store.WorldID{}
	}
	i, err := signal.ParseInvite(text)
	if err != nil {
		return d, false
	}
	return Destination{World: store.WorldID(i.World), Invite: &i}, true
}
