package island

import (
	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/random"
	"manyhold/game/tile"
)

// decor sets a world up before anybody plays in it: exhibits and tests are built with it. Places are given in tiles
// from its middle. What it brings into being is counted as created.
type decor struct {
	*Island
	middle grid.Tile
}

// round returns the decor whose middle is the spawn.
func round(i *Island) decor { return decor{i, i.spawn} }

func (d decor) at(dx, dy int32) grid.Tile { return d.middle.Add(dx, dy) }

// clear makes the tiles within r of the middle bare grass, and takes loose things away, also those further off.
func (d decor) clear(r int32) decor {
	for dy := -r; dy <= r; dy++ {
		for dx := -r; dx <= r; dx++ {
			d.setTile(d.at(dx, dy), tile.Grass, tile.NoBlock, 0)
		}
	}
	d.space.RemoveAll(func(b *entity.Body) bool { return b.Kind != entity.Player })
	return d
}

// set sets a block up that looks to h.
func (d decor) set(dx, dy int32, b tile.Block, h tile.Heading) decor {
	d.setTile(d.at(dx, dy), tile.Grass, b, h.Facing(0))
	return d
}

// ring sets a block up along the edge of the square that reaches r tiles from the middle.
func (d decor) ring(r int32, b tile.Block) decor {
	for k := -r; k <= r; k++ {
		d.set(k, -r, b, 0).set(k, r, b, 0).set(-r, k, b, 0).set(r, k, b, 0)
	}
	return d
}

// crate sets a crate down.
func (d decor) crate(dx, dy int32) game.EntityID {
	b := entity.Body{Kind: entity.Crate, Pos: d.at(dx, dy).Centre(), Born: d.tick}
	b.ID = d.newID(uint64(dx), uint64(dy), 77)
	d.space.Insert(b)
	return b.ID
}

// animal sets an animal or a cart down.
func (d decor) animal(k entity.Kind, dx, dy int32) game.EntityID {
	b := entity.Body{Kind: k, Pos: d.at(dx, dy).Centre(), Born: d.tick}
	b.ID = d.newID(uint64(dx), uint64(dy), uint64(k))
	d.space.Insert(b)
	return b.ID
}

// pour puts units of water on a tile.
func (d decor) pour(dx, dy int32, units int) decor {
	setFlood(&d.Island.State, d.at(dx, dy), units)
	d.created[item.Water] += uint64(units)
	return d
}

// chest sets up a chest with things in it.
func (d decor) chest(dx, dy int32, things ...item.Stack) decor {
	d.set(dx, dy, tile.Chest, 0)
	c := d.addChest(d.at(dx, dy))
	for k, s := range things {
		c.slots[k] = s
		d.created[s.Kind] += uint64(s.Count)
	}
	return d
}

// give puts items into the first free slot of a player, who must have one.
func (d decor) give(p *entity.PlayerState, k item.Kind, count uint8) {
	for j := range p.Inventory {
		if p.Inventory[j].Count == 0 {
			p.Inventory[j] = item.Stack{Kind: k, Count: count}
			d.created[k] += uint64(count)
			return
		}
	}
	panic("island: no free slot for what a player is given")
}

// castKey returns the key of the n-th player of an exhibit or a test.
func castKey(n int) (k game.PlayerID) {
	k[0], k[1], k[31] = byte(n), byte(n>>8), 1
	return k
}

// enter brings players 1 to n into the world, by turns.
func (d decor) enter(n int) {
	for k := 1; k <= n; k++ {
		c := command.Command{Kind: command.Enter, Text: string(rune('A'+k-1)) + "da"}
		turn, taken, err := d.Append(nil, castKey(k), d.Sequence(castKey(k))+1, command.Append(nil, c))
		if err == nil {
			err = d.Step(turn)
		}
		if err != nil || !taken {
			panic("island: a player of an exhibit cannot enter: " + c.Text)
		}
	}
}

// dressIn is one in how many bare tiles gets something that grows.
const dressIn = 5

// dress lets something grow here and there within r tiles of the middle, where nothing was set up near.
func (d decor) dress(r int32) {
	var bare []grid.Tile
	for dy := -r; dy <= r; dy++ {
		for dx := -r; dx <= r; dx++ {
			if t := d.at(dx, dy); random.Chance(random.Hash(d.genesis.Seed, 0x6472657373, uint64(uint32(t.X)), uint64(uint32(t.Y))), dressIn) && d.bareRound(t) {
				bare = append(bare, t)
			}
		}
	}
	grows := [...]tile.Block{tile.Tuft, tile.Tuft, tile.Flower, tile.Tuft, tile.Flower, tile.Mushroom, tile.Bush}
	for n, t := range bare {
		d.setTile(t, tile.Grass, grows[n%len(grows)], 0)
	}
}

// bareRound reports whether a tile and those round it are bare grass, and no thing lies there.
func (d decor) bareRound(t grid.Tile) bool {
	for n := range int32(9) {
		if g, b, _, ok := d.TileAt(t.Add(n%3-1, n/3-1)); !ok || g != tile.Grass || b != tile.NoBlock {
			return false
		}
	}
	return !occupied(&d.Island.State, t, true)
}
