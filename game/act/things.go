package act

import (
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

// useThing lets a player's hand use the thing on a tile: its block, else the body that lies there. done is
// false when there is none. A prompt reaches as far as its blueprint says, and else as far as hands do.
func useThing(i *world.State, p *entity.PlayerState, b *entity.Body, t grid.Tile) (done bool, why event.Reason) {
	_, block, _, ok := i.Land.TileAt(t)
	var x *thing.Thing
	switch {
	case !ok:
		return false, event.NoReason
	case block == tile.Gadget:
		x = i.Things.Block(t)
	case block == tile.NoBlock:
		x = living.ThingNear(i, t)
	}
	if x == nil {
		return false, event.NoReason
	}
	reach := world.Reach
	if e := i.Blueprints.Find(x.Of); e != nil && e.Prompt.Distance > 0 {
		reach = fixed.Q(e.Prompt.Distance) * fixed.One
	}
	if !t.Centre().Sub(b.Pos).Near(reach) {
		return true, event.TooFar
	}
	living.QueueEvent(i, x.ID, thing.Event{Kind: thing.OnUse, Who: p.Key})
	i.Happened = append(i.Happened, event.Event{Kind: event.ThingUsed, Tick: i.Clock, Seat: p.Seat, Pos: t.Centre(), Tile: t, Entity: x.ID, A: int32(x.Shape.Form)})
	living.Act(i, p, entity.Using)
	return true, event.NoReason
}
