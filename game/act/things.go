package act

import (
	"strings"

	"manyhold/game/blueprint"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/living"
	"manyhold/game/rights"
	"manyhold/game/thing"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// MayMove says why a player may not move a thing or take it away, if there is a reason: a locked one is for
// its owner and for keepers.
func MayMove(i *world.State, p *entity.PlayerState, x *thing.Thing) event.Reason {
	if x == nil || !x.Locked || p == nil || p.Key == x.Owner || i.Rank(p) >= rights.Keeper {
		return event.NoReason
	}
	return event.NotAllowed
}

// usedThing returns the thing that a hand uses on a tile: its block, else the body that lies there; nil if
// there is none. A prompt reaches as far as its blueprint says, and else as far as hands do.
func usedThing(i *world.State, t grid.Tile) (x *thing.Thing, e *blueprint.Entry, reach fixed.Q) {
	_, block, _, ok := i.Land.TileAt(t)
	switch {
	case !ok:
	case block == tile.Gadget:
		x = i.Things.Block(t)
	case block == tile.NoBlock && len(i.Things.Loose()) > 0:
		x = living.ThingNear(i, t)
	}
	if x == nil {
		return nil, nil, 0
	}
	reach = world.Reach
	if e = i.Blueprints.Find(x.Of); e != nil && e.Prompt.Distance > 0 {
		reach = fixed.Q(e.Prompt.Distance) * fixed.One
	}
	return x, e, reach
}

// Prompting returns the thing on a tile that answers when the hand at a place uses it: its script hears of
// it, or it has a sound. It returns nil if there is none, or if it is too far.
func Prompting(i *world.State, from fixed.Vec, t grid.Tile) (*thing.Thing, *blueprint.Entry) {
	x, e, reach := usedThing(i, t)
	switch {
	case x == nil || e == nil || !t.Centre().Sub(from).Near(reach):
		return nil, nil
	case e.Sound != "", living.Scripted(i, x) && strings.Contains(e.Host, "def on_use"), strings.Contains(e.View, "def on_use"):
		return x, e
	}
	return nil, nil
}

// useThing lets a player's hand use the thing on a tile. done is false when there is none.
func useThing(i *world.State, p *entity.PlayerState, b *entity.Body, t grid.Tile) (done bool, why event.Reason) {
	x, _, reach := usedThing(i, t)
	if x == nil {
		return false, event.NoReason
	}
	if !t.Centre().Sub(b.Pos).Near(reach) {
		return true, event.TooFar
	}
	living.QueueEvent(i, x.ID, thing.Event{Kind: thing.OnUse, Who: p.Key})
	i.Happened = append(i.Happened, event.Event{Kind: event.ThingUsed, Tick: i.Clock, Seat: p.Seat, Pos: t.Centre(), Tile: t, Entity: x.ID, A: int32(x.Shape.Form)})
	living.Act(i, p, entity.Using)
	return true, event.NoReason
}
