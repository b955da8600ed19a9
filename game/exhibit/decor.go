package exhibit

import (
	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/random"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// Decor sets up a world before anybody plays in it. Exhibits and tests are built with it. Places are in tiles
// from the world's middle. Items that it makes count as created.
type Decor struct {
	*island.Island
	Middle grid.Tile
}

// Round returns the decor whose middle is the spawn.
func Round(i *island.Island) Decor { return Decor{i, i.SpawnTile} }

func (d Decor) At(dx, dy int32) grid.Tile { return d.Middle.Add(dx, dy) }

// Clear makes the tiles within r of the middle bare grass, and takes loose things away, also those further
// off.
func (d Decor) Clear(r int32) Decor {
	for dy := -r; dy <= r; dy++ {
		for dx := -r; dx <= r; dx++ {
			living.SetTile(&d.State, d.At(dx, dy), tile.Grass, tile.NoBlock, 0)
		}
	}
	world.Clear(&d.Island.State, func(b *entity.Body) bool { return b.Kind != entity.Player })
	return d
}

// Set sets a block up that looks to h.
func (d Decor) Set(dx, dy int32, b tile.Block, h tile.Heading) Decor {
	living.SetTile(&d.State, d.At(dx, dy), tile.Grass, b, h.Facing(0))
	return d
}

// Ring sets a block up along the edge of the square that reaches r tiles from the middle.
func (d Decor) Ring(r int32, b tile.Block) Decor {
	for k := -r; k <= r; k++ {
		d.Set(k, -r, b, 0).Set(k, r, b, 0).Set(-r, k, b, 0).Set(r, k, b, 0)
	}
	return d
}

// Crate sets a crate down.
func (d Decor) Crate(dx, dy int32) game.EntityID {
	b := entity.Body{Kind: entity.Crate, Pos: d.At(dx, dy).Centre(), Born: d.Clock}
	b.ID = d.Space.NewID(uint64(dx), uint64(dy), 77)
	d.Space.Insert(b)
	return b.ID
}

// Animal sets an animal or a cart down.
func (d Decor) Animal(k entity.Kind, dx, dy int32) game.EntityID {
	b := entity.Body{Kind: k, Pos: d.At(dx, dy).Centre(), Born: d.Clock}
	b.ID = d.Space.NewID(uint64(dx), uint64(dy), uint64(k))
	d.Space.Insert(b)
	return b.ID
}

// Pour puts units of water on a tile.
func (d Decor) Pour(dx, dy int32, units int) Decor {
	living.SetFlood(&d.Island.State, d.At(dx, dy), units)
	d.Ledger.Created[item.Water] += uint64(units)
	return d
}

// Chest sets up a chest with things in it.
func (d Decor) Chest(dx, dy int32, things ...item.Stack) Decor {
	d.Set(dx, dy, tile.Chest, 0)
	c := d.Chests.Add(d.At(dx, dy))
	for k, s := range things {
		c.Slots[k] = s
		d.Ledger.Created[s.Kind] += uint64(s.Count)
	}
	return d
}

// Give puts items into the first free slot of a player, which must have one.
func (d Decor) Give(p *entity.PlayerState, k item.Kind, count uint8) {
	for j := range p.Inventory {
		if p.Inventory[j].Count == 0 {
			p.Inventory[j] = item.Stack{Kind: k, Count: count}
			d.Ledger.Created[k] += uint64(count)
			return
		}
	}
	panic("island: no free slot for what a player is given")
}

// CastKey returns the key of the n-th player of an exhibit or a test.
func CastKey(n int) (k game.PlayerID) {
	k[0], k[1], k[31] = byte(n), byte(n>>8), 1
	return k
}

// Enter brings players 1 to n into the world, by turns.
func (d Decor) Enter(n int) {
	for k := 1; k <= n; k++ {
		c := command.Command{Kind: command.Enter, Text: string(rune('A'+k-1)) + "da"}
		turn := d.Begin(game.TicksPerTurn)
		if taken, err := turn.Append(CastKey(k), d.Sequence(CastKey(k))+1, command.Append(nil, c)); err != nil || !taken {
			panic("island: a player of an exhibit cannot enter: " + c.Text)
		}
		d.Step(turn.Turn())
	}
}

// dressIn is one in how many bare tiles gets something that grows.
const dressIn = 5

// dress lets something grow here and there within r tiles of the middle, where nothing was set up near.
func (d Decor) dress(r int32) {
	var bare []grid.Tile
	for dy := -r; dy <= r; dy++ {
		for dx := -r; dx <= r; dx++ {
			if t := d.At(dx, dy); random.Chance(random.Hash(d.Gen.Seed, 0x6472657373, uint64(uint32(t.X)), uint64(uint32(t.Y))), dressIn) && d.bareRound(t) {
				bare = append(bare, t)
			}
		}
	}
	grows := [...]tile.Block{tile.Tuft, tile.Tuft, tile.Flower, tile.Tuft, tile.Flower, tile.Mushroom, tile.Bush}
	for n, t := range bare {
		living.SetTile(&d.State, t, tile.Grass, grows[n%len(grows)], 0)
	}
}

// bareRound reports whether a tile and those round it are bare grass, and no thing lies there.
func (d Decor) bareRound(t grid.Tile) bool {
	for n := range int32(9) {
		if g, b, _, ok := d.TileAt(t.Add(n%3-1, n/3-1)); !ok || g != tile.Grass || b != tile.NoBlock {
			return false
		}
	}
	return !living.Occupied(&d.Island.State, t, true)
}
