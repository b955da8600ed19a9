package island

import (
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/tile"
)

// Some items are not placed but put to use on a tile, with the same command: tools, seeds, buckets, and food on oneself.

// fitsUse says whether an item can be put to use on a tile by a body, and why not.
func (i *Island) fitsUse(b *entity.Body, t grid.Tile, kind item.Kind) event.Reason {
	ground, block, state, _ := i.TileAt(t)
	switch kind.Info().Use {
	case item.Eat:
		e, _ := i.EffectOn(b.ID)
		if p := i.playerBySeat(b.Seat); p == nil || p.Health >= MaxHealth && e != Frozen {
			return event.Well
		}
	case item.Till:
		if ground != tile.Dirt && !ground.Info().Fertile || block != tile.NoBlock && !block.Info().Soft {
			return event.WrongItem
		}
	case item.Sow:
		if block != tile.Furrow {
			return event.WrongItem
		}
	case item.Scoop:
		if !(ground.Info().Liquid && block == tile.NoBlock) && !(block == tile.Flood && state >= item.BucketUnits) {
			return event.Dry
		}
	case item.Pour:
		if room, open := i.floodRoom(t); !(ground.Info().Liquid && block == tile.NoBlock) && (!open || room < item.BucketUnits) {
			return event.Blocked
		}
	case item.Ignite:
		if fuels[block] == 0 || i.fires(t.Region()) >= MaxFires {
			return event.WontBurn
		}
	}
	return event.NoReason
}

// apply puts one item of a slot to use on a tile where it fits.
func (i *Island) apply(p *entity.PlayerState, b *entity.Body, t grid.Tile, s *item.Stack) event.Reason {
	ground, block, state, _ := i.TileAt(t)
	kind := s.Kind
	switch kind.Info().Use {
	case item.Eat:
		i.spend(s, 1)
		gain := min(kind.Info().Heals, MaxHealth-p.Health)
		p.Health += gain
		if e, _ := i.EffectOn(b.ID); e == Frozen {
			i.affect(p, NoEffect)
		}
		i.tellBody(event.Ate, p, b, int32(kind), int32(gain))
	case item.Till:
		i.setTile(t, tile.Dirt, tile.Furrow, 0)
		i.tell(event.Placed, p, t, int32(tile.Furrow), 0)
	case item.Sow:
		i.spend(s, 1)
		i.setTile(t, ground, tile.Wheat, 0)
		i.tell(event.Placed, p, t, int32(tile.Wheat), 0)
	case item.Scoop:
		if why := i.exchange(p, s, item.WaterBucket); why != event.NoReason {
			return why
		}
		if block == tile.Flood {
			i.setFlood(t, int(state)-item.BucketUnits)
			i.destroyed[item.Water] += item.BucketUnits
		}
		i.tell(event.Poured, p, t, int32(item.Bucket), 0)
	case item.Pour:
		if why := i.exchange(p, s, item.Bucket); why != event.NoReason {
			return why
		}
		if !ground.Info().Liquid {
			i.setFlood(t, i.floodAt(t)+item.BucketUnits)
			i.created[item.Water] += item.BucketUnits
		}
		i.tell(event.Poured, p, t, int32(item.WaterBucket), 0)
	case item.Ignite:
		i.spend(s, 1)
		i.ignite(p, t)
	}
	i.act(p, entity.Placing)
	return event.NoReason
}

// exchange makes one item of a slot another kind.
func (i *Island) exchange(p *entity.PlayerState, s *item.Stack, to item.Kind) event.Reason {
	slots, had := p.Inventory, *s
	i.spend(s, 1)
	if item.Add(p.Inventory[:], item.Stack{Kind: to, Count: 1}) != 0 {
		p.Inventory = slots
		i.destroyed[had.Kind]--
		return event.NoRoom
	}
	i.created[to]++
	return event.NoReason
}

// harvest takes ripe wheat, which leaves tilled earth.
func (i *Island) harvest(p *entity.PlayerState, t grid.Tile, ground tile.Ground, state uint8) event.Reason {
	switch {
	case i.genesis.Rules < game.Living || state < tile.RipeWheat:
		return event.TooSoon
	case !i.roomForBodies(t.Region(), 2):
		return event.NoRoom
	}
	i.setTile(t, ground, tile.Furrow, 0)
	i.tell(event.Dug, p, t, int32(tile.Wheat), 0)
	for n, s := range [...]item.Stack{{Kind: item.WheatEar, Count: 2}, {Kind: item.Seeds, Count: 2}} {
		i.created[s.Kind] += uint64(s.Count)
		i.spill(s, t, uint64(p.Body), uint64(n))
	}
	return event.NoReason
}
