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
	"manyhold/game/random"
	"manyhold/game/rights"
	"manyhold/game/tile"
	"manyhold/game/world"
)

const (
	// hitEvery is how often digging is heard, in ticks.
	hitEvery = 12
	// seedChance is one in how many tufts of grass holds seeds.
	seedChance = 3
	// gatherTicks is how long it takes to put a crate or a ball away, in ticks.
	gatherTicks = 24
)

// goal is the target of digging at a tile: a block, else a body that lies there, else the ground.
type goal struct {
	block  tile.Block
	ground tile.Ground // if there is no block
	body   game.EntityID
	ticks  uint16
	least  item.Tier // the lowest that can dig it
}

// needsTool is the reason for each tier that a player has not reached.
var needsTool = [item.TierCount]event.Reason{
	item.StoneTier: event.NeedsStonePick, item.CopperTier: event.NeedsCopperPick, item.EmberTier: event.NeedsEmberPick,
}

// tierOf returns the tier of the tools that a body's player carries.
func tierOf(i *world.State, b *entity.Body) item.Tier {
	if p := i.Roster.BySeat(b.Seat); p != nil {
		return item.BestTier(p.Inventory[:])
	}
	return item.HandTier
}

// marks are the fields A and B of an event about the goal.
func (g *goal) marks() (a, b int32) {
	if g.block != tile.NoBlock {
		return int32(g.block), 0
	}
	return int32(g.ground), 1
}

// aim finds the goal of digging at t, or the reason why it is not possible.
func aim(i *world.State, b *entity.Body, t grid.Tile) (g goal, why event.Reason) {
	ground, block, state, ok := i.Land.TileAt(t)
	tier := tierOf(i, b)
	switch {
	case !ok:
		return g, event.TooFar
	case !living.Within(b, t):
		return g, event.TooFar
	case block != tile.NoBlock:
		g.block, g.ticks, g.least = block, tier.BlockTicks(block), item.BlockTier(block)
	default:
		if g.body = LooseOn(i, t); g.body != 0 {
			g.ticks = gatherTicks
			return g, event.NoReason
		}
		g.ground, g.ticks, g.least = ground, tier.GroundTicks(ground), item.GroundTier(ground)
		if g.ticks == 0 {
			return g, event.NothingThere
		}
	}
	if g.ticks == 0 {
		return g, event.TooHard
	}
	if block == tile.Rail && ground.Info().Liquid { // it stands on piles, and nobody could lay it again
		return g, event.TooHard
	}
	if tier < g.least {
		return g, needsTool[g.least]
	}
	if block == tile.Chest && !world.ChestEmpty(i, t) {
		return g, event.Blocked
	}
	if block == tile.Gadget {
		return g, MayMove(i, i.Roster.BySeat(b.Seat), i.Things.Block(t))
	}
	if block == tile.Door && !opens(i, i.Roster.BySeat(b.Seat), state) {
		return g, event.NeedsKey
	}
	return g, event.NoReason
}

// LooseOn returns the crate or ball of lowest ID whose middle lies on a tile, 0 for none.
func LooseOn(i *world.State, t grid.Tile) game.EntityID {
	for _, k := range i.Space.Around(t.Centre(), fixed.One/2) {
		b := &i.Space.Bodies()[k]
		if b.Kind.Item() != item.None && b.Flags&entity.Carried == 0 && grid.TileAt(b.Pos) == t {
			return b.ID
		}
	}
	return 0
}

// StartDig begins to dig. It goes on until it is done, StopDig, or the tile is out of reach.
func StartDig(i *world.State, p *entity.PlayerState, b *entity.Body, t grid.Tile, seq uint64) event.Reason {
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
	living.Act(i, p, entity.Digging)
	p.DigTile, p.DigSeq = t, seq
	return event.NoReason
}

// dig does one tick of digging.
func dig(i *world.State, p *entity.PlayerState, b *entity.Body) {
	t := p.DigTile
	g, why := aim(i, b, t)
	if why != event.NoReason {
		living.Act(i, p, entity.Idle)
		return
	}
	p.DigTicks++
	if p.DigTicks < g.ticks {
		if p.DigTicks%hitEvery == 0 && g.body == 0 {
			a, c := g.marks()
			i.Tell(event.DigHit, p, t, a, c)
		}
		return
	}
	seq := p.DigSeq
	if why := Permitted(i, p, rights.Build, t); why != event.NoReason { // it was otherwise when the digging began
		i.Refuse(p, seq, why)
		living.Act(i, p, entity.Idle)
		return
	}
	i.Diary.Hand = p.Seat
	why = remove(i, p, t, &g, uint64(p.Body))
	i.Diary.Hand = 0
	if why != event.NoReason {
		i.Refuse(p, seq, why)
	}
	living.Act(i, p, entity.Idle)
}

// DigFrom removes a block or the ground of a tile at once, as digging does in its time, and drops its yield.
// by names who does it. The caller has asked whether it may. Makers' things, bodies and trees stay.
func DigFrom(i *world.State, t grid.Tile, by uint64) event.Reason {
	ground, block, state, ok := i.Land.TileAt(t)
	g := goal{block: block, ground: ground, ticks: ground.Info().DigTicks}
	if block != tile.NoBlock {
		g.ticks = block.Info().DigTicks
	}
	switch {
	case !ok:
		return event.TooFar
	case block == tile.NoBlock && g.ticks == 0:
		return event.NothingThere
	case g.ticks == 0 || block == tile.Oak || block == tile.Pine: // trees fall onto people
		return event.TooHard
	case block == tile.Rail && ground.Info().Liquid:
		return event.TooHard
	case block == tile.Gadget:
		return event.NotAllowed
	case block == tile.Chest && !world.ChestEmpty(i, t), block == tile.NoBlock && LooseOn(i, t) != 0:
		return event.Blocked
	case block == tile.Door && !opens(i, nil, state):
		return event.NeedsKey
	}
	return remove(i, nil, t, &g, by)
}

// remove removes the dug goal and drops its yield. p may be nil.
func remove(i *world.State, p *entity.PlayerState, t grid.Tile, g *goal, by uint64) event.Reason {
	var yields [item.MaxYield]item.Stack
	switch {
	case g.block != tile.NoBlock:
		yields = item.FromBlock(g.block)
	case g.body != 0:
		yields[0] = item.Stack{Kind: i.Space.Body(g.body).Kind.Item(), Count: 1}
	default:
		if yields[0] = item.FromGround(g.ground); yields[0].Kind >= i.Book().Kinds {
			yields[0] = item.Stack{}
		}
	}
	if !i.Space.Room(t.Region(), item.MaxYield) {
		return event.NoRoom
	}
	if g.block == tile.Oak || g.block == tile.Pine {
		living.Fell(i, p, t, g.block, yields[:])
		return event.NoReason
	}
	if h := random.Hash(i.Gen.Seed, uint64(i.Clock), by, 0); g.block == tile.Tuft && random.Chance(h, seedChance) {
		yields[0] = item.Stack{Kind: item.Seeds, Count: 1}
	}
	ground, _, _, _ := i.Land.TileAt(t)
	switch {
	case g.block != tile.NoBlock:
		if g.block == tile.Chest {
			i.Chests.Remove(t)
		}
		living.SetTile(i, t, ground, tile.NoBlock, 0)
	case g.body != 0:
		living.NoteBody(i, diary.PutAway, i.Space.Body(g.body))
		i.RemoveBody(g.body)
	default:
		living.SetTile(i, t, after(i, t, ground), tile.NoBlock, 0)
	}
	a, c := g.marks()
	if g.body == 0 {
		i.Tell(event.Dug, p, t, a, c)
	}
	for n, s := range yields {
		if s.Count > 0 {
			i.Ledger.Created[s.Kind] += uint64(s.Count)
			living.Spill(i, s, t, by, uint64(n))
		}
	}
	return event.NoReason
}

// after returns the ground that is left where some was dug: water flows into a pit beside water.
func after(i *world.State, t grid.Tile, g tile.Ground) tile.Ground {
	next := g.Info().After
	if next != tile.Pit {
		return next
	}
	for _, d := range [...][2]int32{{0, -1}, {-1, 0}, {1, 0}, {0, 1}} {
		if n, _, _, ok := i.Land.TileAt(t.Add(d[0], d[1])); ok && n.Info().Liquid {
			return tile.Water
		}
	}
	return next
}
