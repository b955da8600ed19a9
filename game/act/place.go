package act

import (
	"manyhold/game"
	"manyhold/game/diary"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/physics"
	"manyhold/game/rights"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// Place puts one item of a slot on a tile.
func Place(i *world.State, p *entity.PlayerState, b *entity.Body, t grid.Tile, slot uint8) event.Reason {
	if slot >= item.InventorySlots {
		return event.NothingThere
	}
	s := &p.Inventory[slot]
	if s.Count == 0 {
		return event.NotEnough
	}
	if why := Fits(i, b, t, s.Kind); why != event.NoReason {
		return why
	}
	kind := s.Kind
	if kind.Info().Use != item.NoUse {
		return apply(i, p, b, t, s)
	}
	if !setUp(i, p, b, t, kind) {
		body := entity.Body{Kind: entity.PlacedAs(kind), Pos: t.Centre(), Born: i.Clock}
		body.ID = i.Space.NewID(KeyHash(p.Key), p.LastSeq, 0)
		i.Space.Insert(body)
		living.NoteBody(i, diary.SetDown, &body)
		i.TellBody(event.Dropped, p, &body, int32(kind), 1)
	}
	Spend(i, s, 1)
	living.Act(i, p, entity.Placing)
	return event.NoReason
}

// setUp makes a tile of an item, if it is one of a ground or block. p may be nil; b says from where it looks.
func setUp(i *world.State, p *entity.PlayerState, b *entity.Body, t grid.Tile, kind item.Kind) bool {
	switch info := kind.Info(); {
	case info.Ground != tile.NoGround:
		living.SetTile(i, t, info.Ground, tile.NoBlock, 0)
		i.Tell(event.Placed, p, t, int32(info.Ground), 1)
	case info.Block != tile.NoBlock:
		ground, _, _, _ := i.Land.TileAt(t)
		living.SetTile(i, t, ground, info.Block, living.PlacedState(b, t, info.Block))
		if info.Block == tile.Chest {
			i.Chests.Add(t)
		}
		i.Tell(event.Placed, p, t, int32(info.Block), 0)
	default:
		return false
	}
	return true
}

// BuildFrom makes a ground or block of an item that somebody else has, as a player's Place does. from is
// where it looks from. The caller has asked whether the builder may.
func BuildFrom(i *world.State, s *item.Stack, t grid.Tile, from fixed.Vec) event.Reason {
	ground, block, _, ok := i.Land.TileAt(t)
	info := s.Kind.Info()
	b := &entity.Body{Pos: from}
	switch {
	case !ok:
		return event.TooFar
	case info.Use != item.NoUse || info.Ground == tile.NoGround && info.Block == tile.NoBlock:
		return event.WrongItem
	}
	if why := fitsTile(i, b, t, s.Kind, ground, block); why != event.NoReason {
		return why
	}
	kind := s.Kind
	Spend(i, s, 1) // first: a chest that is built may move the one that s is in
	setUp(i, nil, b, t, kind)
	return event.NoReason
}

// Spend destroys n items of a slot.
func Spend(i *world.State, s *item.Stack, n uint8) {
	i.Ledger.Destroyed[s.Kind] += uint64(n)
	item.Take(s, n)
}

// Fits returns the reason why a body cannot place an item on a tile, if there is one, so that a caller can
// tell the player in advance.
func Fits(i *world.State, b *entity.Body, t grid.Tile, kind item.Kind) event.Reason {
	ground, block, _, ok := i.Land.TileAt(t)
	info := kind.Info()
	if info.Use != item.Eat && !info.Use.Personal() {
		if why := Permitted(i, i.Roster.BySeat(b.Seat), rights.Build, t); why != event.NoReason {
			return why
		}
	}
	switch {
	case (!ok || !living.Within(b, t)) && !info.Use.Personal():
		return event.TooFar
	case b.Flags&entity.Carrying != 0:
		return event.HandsFull
	case info.Use != item.NoUse:
		return fitsUse(i, b, t, kind)
	}
	return fitsTile(i, b, t, kind, ground, block)
}

// fitsTile says whether an item that stands where it is placed can stand on a tile.
func fitsTile(i *world.State, b *entity.Body, t grid.Tile, kind item.Kind, ground tile.Ground, block tile.Block) event.Reason {
	info := kind.Info()
	switch {
	case !kind.Placeable() || kind >= i.Book().Kinds:
		return event.WrongItem
	case block != tile.NoBlock && !block.Info().Soft && !railed(kind, block):
		return event.Blocked
	case info.Ground != tile.NoGround:
		return world.FitsGround(ground, info.Ground)
	case ground.Info().Liquid && info.Body == 0 || ground == tile.Pit:
		return event.WrongItem
	case info.Block != tile.NoBlock:
		if why := fitsBlock(i, t, ground, info.Block); why != event.NoReason || !tile.Hinged(info.Block) {
			return why
		}
		return living.FitsHinge(i, b, t, info.Block)
	}
	return FitsBody(i, t, entity.PlacedAs(kind))
}

// railed reports whether an item is a cart that is set on rails. Set down beside them, a cart can only be
// pushed on, which one person alone does not manage where the rails end in a corner.
func railed(kind item.Kind, block tile.Block) bool { return kind == item.Cart && block == tile.Rail }

// fitsBlock says whether a block can be set up on a tile that is free of blocks.
func fitsBlock(i *world.State, t grid.Tile, ground tile.Ground, b tile.Block) event.Reason {
	switch {
	case (b == tile.Sapling || b == tile.Flower || b == tile.Mushroom) && !ground.Info().Fertile:
		return event.WrongItem
	case (b.Info().Solid || tile.Hinged(b)) && living.Occupied(i, t, false):
		return event.Blocked
	case b == tile.Ladder && !ground.Info().SideOn:
		return event.WrongItem
	case b == tile.Chest && !i.Chests.Room(t.Region()):
		return event.NoRoom
	}
	return event.NoReason
}

// FitsBody says whether a body can be set down in the middle of a tile.
func FitsBody(i *world.State, t grid.Tile, k entity.Kind) event.Reason {
	return FitsBodyBeside(i, t, k, func(game.EntityID) bool { return false })
}

// FitsBodyBeside is FitsBody where some bodies are not in the way.
func FitsBodyBeside(i *world.State, t grid.Tile, k entity.Kind, away func(game.EntityID) bool) event.Reason {
	if !physics.Free(&i.Land, k, t.Centre()) {
		return event.Blocked
	}
	half := physics.HalfBox(k)
	for _, j := range i.Space.Around(t.Centre(), fixed.One) {
		o := &i.Space.Bodies()[j]
		h, d := physics.HalfBox(o.Kind), o.Pos.Sub(t.Centre())
		if !o.Kind.Holds() && !o.Kind.Airy() && o.Flags&entity.Borne == 0 && !away(o.ID) && d.X.Abs() < half.X+h.X && d.Y.Abs() < half.Y+h.Y {
			return event.Blocked
		}
	}
	if !i.Space.Room(t.Region(), 1) {
		return event.NoRoom
	}
	return event.NoReason
}
