package act

import (
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/tile"
	"manyhold/game/trinket"
	"manyhold/game/tune"
	"manyhold/game/wear"
	"manyhold/game/world"
)

// Some items are not placed but put to use on a tile, with the same command: tools, seeds, buckets, and food
// on oneself.

// application is one row of the table of item uses. Add a row to applications, a number to item.Use, and the
// kinds that have it to the table of items.
type application struct {
	Name string
	// why it is not possible, and changes nothing
	Fits func(i *world.State, h *handled, kind item.Kind) event.Reason
	Do   func(i *world.State, h *handled, s *item.Stack) event.Reason // uses one of the stack
}

// Applications is the table.
var Applications = [item.UseCount]application{
	item.Eat:    {"food heals who eats it", hungers, eat},
	item.Till:   {"a hoe makes tilled earth", fertile, till},
	item.Sow:    {"seeds are sown on tilled earth", tilled, sow},
	item.Scoop:  {"a bucket takes water up", wet, scoop},
	item.Pour:   {"and pours it out", roomy, pourOut},
	item.Ignite: {"tinder sets on fire what grows", burns, kindle},
	item.Dress: {"a hat, a cloak, a lantern or a dye is put on and taken off", anywhere, func(i *world.State, h *handled, s *item.Stack) event.Reason {
		return wear.Toggle(i, h.p, h.b, s.Kind)
	}},
	item.Launch: {"a firework rises", anywhere, func(i *world.State, h *handled, s *item.Stack) event.Reason { return trinket.Launch(i, h.p, h.b, s) }},
	item.Perform: {"a score is played", anywhere, func(i *world.State, h *handled, s *item.Stack) event.Reason {
		return tune.Perform(i, h.p, h.b, s.Kind)
	}},
	item.Chart: {"a map piece shows a place", anywhere, func(i *world.State, h *handled, s *item.Stack) event.Reason { return trinket.Chart(i, h.p, h.b, s) }},
	item.Strum: {"an instrument sounds", anywhere, func(i *world.State, h *handled, _ *item.Stack) event.Reason {
		return tune.Play(i, h.p, h.b, strummed)
	}},
}

// strummed is the note of an instrument that is used without naming one.
const strummed = 3

// anywhere lets a thing be used wherever its holder is.
func anywhere(*world.State, *handled, item.Kind) event.Reason { return event.NoReason }

// fitsUse says whether an item can be put to use on a tile by a body, and why not.
func fitsUse(i *world.State, b *entity.Body, t grid.Tile, kind item.Kind) event.Reason {
	ground, block, state, _ := i.Land.TileAt(t)
	return Applications[kind.Info().Use].Fits(i, &handled{i.Roster.BySeat(b.Seat), b, t, ground, block, state}, kind)
}

// apply puts one item of a slot to use on a tile where it fits.
func apply(i *world.State, p *entity.PlayerState, b *entity.Body, t grid.Tile, s *item.Stack) event.Reason {
	ground, block, state, _ := i.Land.TileAt(t)
	use := s.Kind.Info().Use
	if why := Applications[use].Do(i, &handled{p, b, t, ground, block, state}, s); why != event.NoReason {
		return why
	}
	if !use.Personal() { // those say themselves what the player is seen doing
		living.Act(i, p, entity.Placing)
	}
	return event.NoReason
}

// unless returns why if it holds.
func unless(holds bool, why event.Reason) event.Reason {
	if holds {
		return why
	}
	return event.NoReason
}

func hungers(i *world.State, h *handled, _ item.Kind) event.Reason {
	e, _ := EffectOn(i, h.b.ID)
	return unless(h.p == nil || h.p.Health >= world.MaxHealth && e != Frozen, event.FullHealth)
}

func eat(i *world.State, h *handled, s *item.Stack) event.Reason {
	kind := s.Kind
	Spend(i, s, 1)
	gain := min(kind.Info().Heals, world.MaxHealth-h.p.Health)
	h.p.Health += gain
	if e, _ := EffectOn(i, h.b.ID); e == Frozen {
		affect(i, h.p, NoEffect)
	}
	i.TellBody(event.Ate, h.p, h.b, int32(kind), int32(gain))
	return event.NoReason
}

func fertile(_ *world.State, h *handled, _ item.Kind) event.Reason {
	return unless(h.ground != tile.Dirt && !h.ground.Info().Fertile || h.block != tile.NoBlock && !h.block.Info().Soft, event.WrongItem)
}

func till(i *world.State, h *handled, _ *item.Stack) event.Reason {
	living.SetTile(i, h.t, tile.Dirt, tile.Furrow, 0)
	i.Tell(event.Placed, h.p, h.t, int32(tile.Furrow), 0)
	return event.NoReason
}

func tilled(_ *world.State, h *handled, _ item.Kind) event.Reason {
	return unless(h.block != tile.Furrow, event.WrongItem)
}

func sow(i *world.State, h *handled, s *item.Stack) event.Reason {
	Spend(i, s, 1)
	living.SetTile(i, h.t, h.ground, tile.Wheat, 0)
	i.Tell(event.Placed, h.p, h.t, int32(tile.Wheat), 0)
	return event.NoReason
}

// inLake reports whether the tile is one of a lake or the sea.
func (h *handled) inLake() bool { return h.ground.Info().Liquid && h.block == tile.NoBlock }

func wet(_ *world.State, h *handled, _ item.Kind) event.Reason {
	return unless(!h.inLake() && !(h.block == tile.Flood && h.state >= item.BucketUnits), event.NoWater)
}

func scoop(i *world.State, h *handled, s *item.Stack) event.Reason {
	if why := exchange(i, h.p, s, item.WaterBucket); why != event.NoReason {
		return why
	}
	if h.block == tile.Flood {
		living.SetFlood(i, h.t, int(h.state)-item.BucketUnits)
		i.Ledger.Destroyed[item.Water] += item.BucketUnits
	}
	i.Tell(event.Poured, h.p, h.t, int32(item.Bucket), 0)
	return event.NoReason
}

func roomy(i *world.State, h *handled, _ item.Kind) event.Reason {
	room, open := living.FloodRoom(i, h.t)
	return unless(!h.inLake() && (!open || room < item.BucketUnits), event.Blocked)
}

func pourOut(i *world.State, h *handled, s *item.Stack) event.Reason {
	if why := exchange(i, h.p, s, item.Bucket); why != event.NoReason {
		return why
	}
	if !h.ground.Info().Liquid {
		living.SetFlood(i, h.t, living.FloodAt(i, h.t)+item.BucketUnits)
		i.Ledger.Created[item.Water] += item.BucketUnits
	}
	i.Tell(event.Poured, h.p, h.t, int32(item.WaterBucket), 0)
	return event.NoReason
}

func burns(i *world.State, h *handled, _ item.Kind) event.Reason {
	return unless(living.FuelAt(i, h.t) == 0 || living.Fires(i, h.t.Region()) >= living.MaxFires, event.WontBurn)
}

func kindle(i *world.State, h *handled, s *item.Stack) event.Reason {
	Spend(i, s, 1)
	living.Ignite(i, h.p, h.t)
	return event.NoReason
}

// exchange makes one item of a slot another kind.
func exchange(i *world.State, p *entity.PlayerState, s *item.Stack, to item.Kind) event.Reason {
	slots, had := p.Inventory, *s
	Spend(i, s, 1)
	if item.Add(p.Inventory[:], item.Stack{Kind: to, Count: 1}) != 0 {
		p.Inventory = slots
		i.Ledger.Destroyed[had.Kind]--
		return event.NoRoom
	}
	i.Ledger.Created[to]++
	return event.NoReason
}

// harvest takes ripe wheat, which leaves tilled earth.
func harvest(i *world.State, h *handled) event.Reason {
	switch {
	case h.state < tile.RipeWheat:
		return event.TooSoon
	case !i.Space.Room(h.t.Region(), 2):
		return event.NoRoom
	}
	living.SetTile(i, h.t, h.ground, tile.Furrow, 0)
	i.Tell(event.Dug, h.p, h.t, int32(tile.Wheat), 0)
	for n, s := range [...]item.Stack{{Kind: item.WheatEar, Count: 2}, {Kind: item.Seeds, Count: 2}} {
		i.Ledger.Created[s.Kind] += uint64(s.Count)
		living.Spill(i, s, h.t, uint64(h.p.Body), uint64(n))
	}
	return event.NoReason
}
