package world

import (
	"slices"

	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/physics"
	"manyhold/game/tile"
)

// Release separates a carrier from the body that it carries, which is left where it fits, and returns the
// body's index. ok is false when the carried body is not here, as may be in a copy of a part of the island.
func Release(i *State, b *entity.Body) (k int, ok bool) {
	k, ok = i.Space.Find(b.Other)
	b.Flags &^= entity.Carrying | entity.Riding
	b.Other = 0
	if !ok {
		return 0, false
	}
	o := &i.Space.Bodies()[k]
	o.Flags &^= entity.Carried
	o.Other = 0
	from := o.Pos
	o.Pos = Besides(i, o.Kind, b.Pos)
	i.Space.Moved(k, from)
	i.Space.Wake(k)
	return k, true
}

// Besides returns p, or the middle of its tile if a body of kind k would touch something solid at p: a
// carrier is narrower than its load.
func Besides(i *State, k entity.Kind, p fixed.Vec) fixed.Vec {
	if physics.Free(i, k, p) {
		return p
	}
	return Room(i, k, TileCentre(p))
}

func TileCentre(p fixed.Vec) fixed.Vec { return grid.TileAt(p).Centre() }

// FitsGround returns the reason why a ground cannot be laid on another, if any: floors go on dry land, dug-up
// ground into pits and shallow water.
func FitsGround(on, lay tile.Ground) event.Reason {
	hole := on == tile.Pit || on == tile.Water
	laid := lay == tile.WoodFloor || lay == tile.StoneFloor || lay == tile.Shaft
	if laid == hole || laid && (on == tile.DeepWater || on.Info().Roofed) {
		return event.WrongItem
	}
	return event.NoReason
}

// MaxHealth is the health of an unhurt player.
const MaxHealth = 20

// PlayerBySeat returns a player in the world or away.
func PlayerBySeat(i *State, seat entity.Seat) *entity.PlayerState {
	if k, ok := FindSeat(i.Roster, seat); ok {
		return &i.Roster[k]
	}
	if k, ok := FindSeat(i.Away, seat); ok {
		return &i.Away[k]
	}
	return nil
}

// FindSeat is a binary search that copies no player: they are many words.
func FindSeat(list []entity.PlayerState, seat entity.Seat) (int, bool) {
	lo, hi := 0, len(list)
	for lo < hi {
		if mid := (lo + hi) / 2; list[mid].Seat < seat {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo, lo < len(list) && list[lo].Seat == seat
}

// Room returns the place nearest to p, in rings of tiles, where a body of kind k fits on the ground; the
// spawn's if there is none within eight tiles, or p itself where the spawn is not at hand either.
func Room(i *State, k entity.Kind, p fixed.Vec) fixed.Vec {
	if physics.Free(i, k, p) {
		return p
	}
	for _, from := range [...]grid.Tile{grid.TileAt(p), i.SpawnTile} {
		for d := int32(0); d <= 8; d++ {
			for dy := -d; dy <= d; dy++ {
				for dx := -d; dx <= d; dx++ {
					t := from.Add(dx, dy)
					if max(dx, -dx, dy, -dy) == d && physics.Free(i, k, t.Centre()) {
						return t.Centre()
					}
				}
			}
		}
	}
	if i.Child() {
		return p
	}
	return i.SpawnTile.Centre()
}

// Emotes is the number of emotes: 1 to Emotes.
const Emotes = 8

// BySeat returns copies of all players that an island knows, in ascending seat.
func BySeat(i *State) (list []*entity.PlayerState) {
	for _, known := range [...][]entity.PlayerState{i.Roster, i.Away} {
		for k := range known {
			p := known[k]
			list = append(list, &p)
		}
	}
	slices.SortStableFunc(list, func(a, b *entity.PlayerState) int { return int(a.Seat) - int(b.Seat) })
	return list
}

// Within reports whether a player's hands reach a tile.
func Within(b *entity.Body, t grid.Tile) bool { return t.Centre().Sub(b.Pos).Near(Reach) }

// A player that uses a free cart gets into it, and out of it by the next use. A rider does not walk. On rails
// the cart goes as carts do, driven by signals, and faster or slower by the rider's wish; off them it stands.
// In the tables the player carries the cart, so that the two always stay together: at a line, in sleep, and
// on two sides.

const (
	// RidePush is the change of speed by a rider in a tick, forwards or braking, and rideMost the greatest
	// speed so reached, in tiles per second.
	RidePush fixed.S = fixed.One / 16
	RideMost fixed.S = 4 * fixed.One
	// RideLoss is the loss of speed in a tick of an idle rider, in tiles per second.
	RideLoss fixed.S = fixed.One / 256
)

// Refuse tells that a command was refused.
func (i *State) Refuse(p *entity.PlayerState, seq uint64, why event.Reason) {
	e := event.Event{Kind: event.Refused, Tick: i.Clock, Seat: p.Seat, Seq: seq, A: int32(why), Pos: p.Last}
	if b := i.Body(p.Body); b != nil {
		e.Pos = b.Pos
	}
	e.Tile = grid.TileAt(e.Pos)
	i.Happened = append(i.Happened, e)
}

// Tell records an event at a tile by a player, which may be nil.
func (i *State) Tell(k event.Kind, p *entity.PlayerState, t grid.Tile, a, b int32) {
	e := event.Event{Kind: k, Tick: i.Clock, Pos: t.Centre(), Tile: t, A: a, B: b}
	if p != nil {
		e.Seat = p.Seat
	}
	i.Happened = append(i.Happened, e)
}

// TellBody notes an event of a body by a player.
func (i *State) TellBody(k event.Kind, p *entity.PlayerState, b *entity.Body, a, c int32) {
	i.Happened = append(i.Happened, event.Event{Kind: k, Tick: i.Clock, Seat: p.Seat, Pos: b.Pos, Tile: grid.TileAt(b.Pos), Entity: b.ID, A: a, B: c})
}

// TellText notes an event with words.
func (i *State) TellText(k event.Kind, p *entity.PlayerState, pos fixed.Vec, text string) {
	i.Happened = append(i.Happened, event.Event{Kind: k, Tick: i.Clock, Seat: p.Seat, Pos: pos, Tile: grid.TileAt(pos), Text: text})
}
