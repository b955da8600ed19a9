package island

import (
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/physics"
	"manyhold/game/random"
	"manyhold/game/tile"
)

const (
	// hitEvery is how often digging is heard, in ticks.
	hitEvery = 12
	// seedChance is one in how many tufts of grass holds seeds.
	seedChance = 3
	// gatherTicks is how long it takes to put a crate or a ball away, in ticks.
	gatherTicks = 24
)

// goal is what digging at a tile is after: a block, else a body that lies there, else the ground.
type goal struct {
	block  tile.Block
	ground tile.Ground // if there is no block
	body   game.EntityID
	ticks  uint16
}

// marks are the fields A and B of an event about the goal.
func (g *goal) marks() (a, b int32) {
	if g.block != tile.NoBlock {
		return int32(g.block), 0
	}
	return int32(g.ground), 1
}

// aim finds what digging at t is after, or why it is not possible.
func aim(i *State, b *entity.Body, t grid.Tile) (g goal, why event.Reason) {
	ground, block, state, ok := i.TileAt(t)
	switch {
	case !ok:
		return g, event.TooFar
	case !within(b, t):
		return g, event.TooFar
	case block != tile.NoBlock:
		g.block, g.ticks = block, block.Info().DigTicks
	default:
		if g.body = looseOn(i, t); g.body != 0 {
			g.ticks = gatherTicks
			return g, event.NoReason
		}
		g.ground, g.ticks = ground, ground.Info().DigTicks
		if g.ticks == 0 {
			return g, event.NothingThere
		}
	}
	if g.ticks == 0 {
		return g, event.TooHard
	}
	if block == tile.Chest && !i.chestEmpty(t) {
		return g, event.Blocked
	}
	if block == tile.Door && !opens(i, playerBySeat(i, b.Seat), state) {
		return g, event.NeedsKey
	}
	return g, event.NoReason
}

// looseOn returns the crate or ball of lowest ID whose middle lies on a tile, 0 for none.
func looseOn(i *State, t grid.Tile) game.EntityID {
	for _, k := range i.space.Around(t.Centre(), fixed.One/2) {
		b := &i.space.Bodies()[k]
		if b.Kind.Item() != item.None && b.Flags&entity.Carried == 0 && grid.TileAt(b.Pos) == t {
			return b.ID
		}
	}
	return 0
}

// startDig begins to dig. It goes on until it is done, StopDig, or the tile is out of reach.
func startDig(i *State, p *entity.PlayerState, b *entity.Body, t grid.Tile, seq uint64) event.Reason {
	if b.Flags&entity.Carrying != 0 {
		return event.HandsFull
	}
	if _, why := aim(i, b, t); why != event.NoReason {
		return why
	}
	if p.Action == entity.Digging && p.DigTile == t {
		p.DigSeq = seq
		return event.NoReason // goes on
	}
	act(i, p, entity.Digging)
	p.DigTile, p.DigSeq = t, seq
	return event.NoReason
}

// dig does one tick of digging.
func dig(i *State, p *entity.PlayerState, b *entity.Body) {
	t := p.DigTile
	g, why := aim(i, b, t)
	if why != event.NoReason {
		act(i, p, entity.Idle)
		return
	}
	p.DigTicks++
	if p.DigTicks < g.ticks {
		if p.DigTicks%hitEvery == 0 && g.body == 0 {
			a, c := g.marks()
			i.tell(event.DigHit, p, t, a, c)
		}
		return
	}
	seq := p.DigSeq
	if why := remove(i, p, t, &g); why != event.NoReason {
		i.refuse(p, seq, why)
	}
	act(i, p, entity.Idle)
}

// remove takes away what was dug, and lets what it yields fall.
func remove(i *State, p *entity.PlayerState, t grid.Tile, g *goal) event.Reason {
	var yields [item.MaxYield]item.Stack
	switch {
	case g.block != tile.NoBlock:
		yields = item.FromBlock(g.block)
	case g.body != 0:
		yields[0] = item.Stack{Kind: i.Body(g.body).Kind.Item(), Count: 1}
	default:
		if yields[0] = item.FromGround(g.ground); yields[0].Kind >= i.book().Kinds {
			yields[0] = item.Stack{}
		}
	}
	if !i.roomForBodies(t.Region(), item.MaxYield) {
		return event.NoRoom
	}
	if g.block == tile.Oak || g.block == tile.Pine {
		fell(i, p, t, g.block, yields[:])
		return event.NoReason
	}
	if h := random.Hash(i.genesis.Seed, uint64(i.tick), uint64(p.Body), 0); g.block == tile.Tuft && random.Chance(h, seedChance) {
		yields[0] = item.Stack{Kind: item.Seeds, Count: 1}
	}
	ground, _, _, _ := i.TileAt(t)
	switch {
	case g.block != tile.NoBlock:
		if g.block == tile.Chest {
			i.removeChest(t)
		}
		i.setTile(t, ground, tile.NoBlock, 0)
	case g.body != 0:
		i.removeBody(g.body)
	default:
		i.setTile(t, after(i, t, ground), tile.NoBlock, 0)
	}
	a, c := g.marks()
	if g.body == 0 {
		i.tell(event.Dug, p, t, a, c)
	}
	for n, s := range yields {
		if s.Count > 0 {
			i.created[s.Kind] += uint64(s.Count)
			spill(i, s, t, uint64(p.Body), uint64(n))
		}
	}
	return event.NoReason
}

// after returns the ground that is left where some was dug: water flows into a pit beside water.
func after(i *State, t grid.Tile, g tile.Ground) tile.Ground {
	next := g.Info().After
	if next != tile.Pit {
		return next
	}
	for _, d := range [...][2]int32{{0, -1}, {-1, 0}, {1, 0}, {0, 1}} {
		if n, _, _, ok := i.TileAt(t.Add(d[0], d[1])); ok && n.Info().Liquid {
			return tile.Water
		}
	}
	return next
}

// spill lets a stack lie on a tile: on a drop of its kind that is there, or as a new one that hops.
func spill(i *State, s item.Stack, t grid.Tile, parent, n uint64) {
	for _, k := range i.space.Around(t.Centre(), fixed.One/2) {
		b := &i.space.Bodies()[k]
		if b.Kind == entity.Drop && b.Stack.Kind == s.Kind && b.Seat == 0 && int(b.Stack.Count)+int(s.Count) <= item.MaxStack {
			b.Stack.Count += s.Count
			b.Born = i.tick
			return
		}
	}
	drop := entity.Body{Kind: entity.Drop, Pos: t.Centre(), Stack: s, Born: i.tick}
	drop.ID = i.newID(parent, uint64(i.tick), n)
	if n > 0 {
		drop.Pos.X += fixed.One / 5
	}
	k := i.space.Insert(drop)
	if physics.Free(i, entity.Drop, drop.Pos) {
		i.space.Hurl(k, fixed.SVec{}, 0, hopSpeed)
	}
}

// hopSpeed is that of what springs out of the ground, upwards, in tiles per second.
const hopSpeed fixed.S = 3 * fixed.One
