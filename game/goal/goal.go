// Package goal is what players of a world have before them: one table of goals, each with its condition, its
// place and its reward. The goals of a player are things to learn: they are remembered in the player's state,
// so they go wherever the player goes, and one who joins a world late has them all. The goals of a world are
// its lighthouses, which package lights remembers: what anybody reaches is reached.
//
// A goal is reached when its condition holds, in whatever order. The goals before it only say when it is
// offered.
package goal

import (
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/lights"
	"manyhold/game/living"
	"manyhold/game/terrain"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// Goal numbers a goal. The numbers of a player's goals are stored, as bits: they are only appended, before
// PlayerGoals.
type Goal uint8

// The goals of a player.
const (
	Hearth  Goal = iota // stand by a burning hearth
	Embers              // carry embers
	Keeper              // be among the keepers of a lighthouse
	Wood                // have sticks enough to build
	Bench               // stand by a bench
	Tool                // have a better tool than hands
	Copper              // have copper as it comes out of the rock
	Furnace             // stand by a furnace
	Metal               // have copper
	Machine             // stand by a lever that is wired
	PlayerGoals
)

// The goals of a world: the nine lights, beginning with First near the spawn, and the long night, in which a
// flickering light is tended. It is open again whenever a light flickers.
const (
	First     Goal = PlayerGoals + iota
	LongNight      = First + lights.Count
	Count          = LongNight + 1
)

// row is a goal of a player.
type row struct {
	name   string
	after  []Goal // to be reached before it is offered
	done   func(v *view) bool
	place  func(v *view) (grid.Tile, bool) // nil: anywhere
	reward [2]item.Stack
}

// woodEnough is how many sticks a bench and a first tool need, and some.
const woodEnough = 12

// rows are the goals of a player. Rewards are small: what the next goal asks for is still to be earned.
var rows = [PlayerGoals]row{
	Hearth:  {name: "hearth", done: func(v *view) bool { return v.near(tile.Hearth, true) }, place: (*view).home, reward: [2]item.Stack{{Kind: item.Torch, Count: 2}}},
	Embers:  {name: "embers", after: []Goal{Hearth}, done: func(v *view) bool { return v.carries(entity.Ember) }, place: (*view).home},
	Keeper:  {name: "keeper", after: []Goal{Embers}, done: (*view).keeps, place: (*view).light, reward: [2]item.Stack{{Kind: item.Torch, Count: 4}, {Kind: item.Berry, Count: 4}}},
	Wood:    {name: "wood", after: []Goal{Keeper}, done: func(v *view) bool { return v.has(item.Stick) >= woodEnough || v.p.Goals>>Bench&1 != 0 }},
	Bench:   {name: "bench", after: []Goal{Wood}, done: func(v *view) bool { return v.near(tile.Bench, false) }},
	Tool:    {name: "tool", after: []Goal{Bench}, done: func(v *view) bool { return item.BestTier(v.p.Inventory[:]) > item.HandTier }},
	Copper:  {name: "copper", after: []Goal{Tool}, done: func(v *view) bool { return v.has(item.RawCopper) > 0 || v.has(item.Copper) > 0 }, place: (*view).mountain},
	Furnace: {name: "furnace", after: []Goal{Copper}, done: func(v *view) bool { return v.near(tile.Furnace, false) }},
	Metal:   {name: "metal", after: []Goal{Furnace}, done: func(v *view) bool { return v.has(item.Copper) > 0 }},
	Machine: {name: "machine", after: []Goal{Metal}, done: (*view).wired, reward: [2]item.Stack{{Kind: item.Wire, Count: 8}}},
}

// Name returns the name of a goal, as the tables of words have it. Lights have one name each.
func (g Goal) Name() string {
	switch {
	case g < PlayerGoals:
		return rows[g].name
	case g == LongNight:
		return "night"
	}
	return "light"
}

// Light returns the number of the lighthouse that a goal of the world is about; ok is false for other goals.
func (g Goal) Light() (n int, ok bool) {
	return int(g) - int(First), g >= First && g < LongNight
}

// Done reports whether a goal is reached, as far as the player is concerned.
func Done(i *world.State, p *entity.PlayerState, g Goal) bool {
	if n, ok := g.Light(); ok {
		return i.Lights.Lit(n)
	}
	if g == LongNight {
		cared := false
		for n := range lights.Count {
			if i.Lights.Flickers(n, i.Clock) {
				return false // each light that flickers is to be tended again
			}
			e, ok := i.Lights.Entry(n)
			cared = cared || ok && e.Cared > 0
		}
		return cared
	}
	return p.Goals>>g&1 != 0
}

// Open reports whether a goal is offered: it is not reached, and what comes before it is. One player alone is
// offered the lights in their order. Friends are led to different ones, see turn.
func Open(i *world.State, p *entity.PlayerState, g Goal) bool {
	if g >= Count || Done(i, p, g) {
		return false
	}
	if n, ok := g.Light(); ok {
		next, dark := turn(i, p)
		return dark && next == n && (n > 0 || p.Goals>>Embers&1 != 0)
	}
	if g == LongNight {
		_, whole := i.Lights.Whole()
		return whole
	}
	for _, need := range rows[g].after {
		if !Done(i, p, need) {
			return false
		}
	}
	return true
}

// turn returns the dark light that a player is led to. Of those who have learned all, each is led to another
// one: if all went to the nearest, four people would need as long as one. The lights are dealt out in the
// order of the seats, so that nobody is led away from a light of its own because a friend has lit another.
// Those whose own burn are led to one that nobody else is at. The light of the home is everybody's.
func turn(i *world.State, p *entity.PlayerState) (n int, dark bool) {
	n, dark = i.Lights.Next()
	if !dark || n == 0 || p.Goals != 1<<PlayerGoals-1 {
		return n, dark
	}
	friends, place := 0, 0 // who have learned all, and how many of them come before the player
	for k := range i.Roster.Here {
		if o := &i.Roster.Here[k]; o.Seat == p.Seat || o.Goals == p.Goals && i.IsAwake(o) {
			friends++
			if o.Seat < p.Seat {
				place++
			}
		}
	}
	var led [lights.Count]bool
	idle := 0 // whose own burn, of those who come before the player
	for k := range friends {
		own := 1 + k
		for own < lights.Count && i.Lights.Lit(own) {
			own += friends
		}
		switch {
		case own < lights.Count && k == place:
			return own, true
		case own < lights.Count:
			led[own] = true
		case k < place:
			idle++
		}
	}
	var list [lights.Count]int // the dark ones, first those that nobody is led to
	left := 0
	for _, taken := range [...]bool{false, true} {
		for m := range lights.Count {
			if led[m] == taken && !i.Lights.Lit(m) {
				list[left] = m
				left++
			}
		}
	}
	return list[idle%left], true
}

// Next returns the goal that a player has before it: the first one that is open, learning first. ok is false
// when everything is reached.
func Next(i *world.State, p *entity.PlayerState) (g Goal, ok bool) {
	for g := range Count {
		if Open(i, p, g) {
			return g, true
		}
	}
	return 0, false
}

// Place returns where a goal is to be reached; ok is false if that is anywhere, or nobody knows.
func Place(i *world.State, p *entity.PlayerState, b *entity.Body, g Goal) (t grid.Tile, ok bool) {
	if n, ok := g.Light(); ok {
		return terrain.Lights(i.Gen.Seed)[n], true
	}
	if g == LongNight {
		for n := range lights.Count {
			if e, lit := i.Lights.Entry(n); lit && i.Lights.Flickers(n, i.Clock) {
				return e.At, true
			}
		}
		return t, false
	}
	if rows[g].place == nil {
		return t, false
	}
	return rows[g].place(&view{i: i, p: p, b: b})
}

// every is how often the goals of a player are looked at, in ticks.
const every = 30

// Step looks at the goals of the players who are awake, each in its turn, notes those that are reached, and
// gives the rewards. A reward for which there is no room falls to the ground.
func Step(i *world.State) {
	if i.Partial {
		return // a prediction does not reach anything
	}
	for k := range i.Roster.Here {
		p := &i.Roster.Here[k]
		if (uint64(i.Clock)+uint64(p.Seat))%every != 0 || p.Goals == 1<<PlayerGoals-1 {
			continue
		}
		b := i.Space.Body(p.Body)
		if b == nil || b.Flags&entity.Asleep != 0 {
			continue
		}
		v := view{i: i, p: p, b: b}
		for g := range PlayerGoals {
			if p.Goals>>g&1 == 0 && rows[g].done(&v) {
				reach(i, p, b, g)
				b = i.Space.Body(p.Body) // drops may have moved it in its table
				v.b = b
			}
		}
	}
}

// reach notes that a player has reached a goal, and gives the reward.
func reach(i *world.State, p *entity.PlayerState, b *entity.Body, g Goal) {
	p.Goals |= 1 << g
	i.TellBody(event.GoalReached, p, b, int32(g), 0)
	at := grid.TileAt(b.Pos)
	for n, s := range rows[g].reward {
		if s.Count == 0 || !i.Space.Room(at.Region(), 1) {
			continue
		}
		i.Ledger.Created[s.Kind] += uint64(s.Count)
		living.Spill(i, s, at, uint64(p.Body), uint64(g)<<8|uint64(n))
	}
}

// view is what a condition looks at.
type view struct {
	i *world.State
	p *entity.PlayerState
	b *entity.Body
}

// sight is how near a block must be to a player who stands by it, in tiles along each axis.
const sight = 3

// near reports whether a block stands near the player; with lit, one that burns.
func (v *view) near(want tile.Block, lit bool) bool {
	at := grid.TileAt(v.b.Pos)
	for dy := int32(-sight); dy <= sight; dy++ {
		for dx := int32(-sight); dx <= sight; dx++ {
			if _, b, state, ok := v.i.Land.TileAt(at.Add(dx, dy)); ok && b == want && (!lit || state&tile.StateBit0 != 0) {
				return true
			}
		}
	}
	return false
}

// has returns how many items of a kind the player carries.
func (v *view) has(k item.Kind) int { return item.Total(v.p.Inventory[:], k) }

// carries reports whether the player carries a body of a kind.
func (v *view) carries(k entity.Kind) bool {
	o := v.i.Space.Body(v.b.Other)
	return v.b.Flags&entity.Carrying != 0 && o != nil && o.Kind == k
}

// keeps reports whether a lighthouse near the player remembers it.
func (v *view) keeps() bool {
	for _, k := range v.i.Space.Around(v.b.Pos, sight*fixed.One) {
		if f := &v.i.Space.Bodies()[k]; f.Kind == entity.Flame && f.Seat == v.p.Seat {
			return true
		}
	}
	return false
}

// wired reports whether a lever near the player has a wire beside it.
func (v *view) wired() bool {
	at := grid.TileAt(v.b.Pos)
	for dy := int32(-sight); dy <= sight; dy++ {
		for dx := int32(-sight); dx <= sight; dx++ {
			t := at.Add(dx, dy)
			if _, b, _, ok := v.i.Land.TileAt(t); !ok || b != tile.Lever {
				continue
			}
			for _, d := range [...][2]int32{{0, -1}, {-1, 0}, {1, 0}, {0, 1}} {
				if _, b, _, ok := v.i.Land.TileAt(t.Add(d[0], d[1])); ok && b == tile.Wire {
					return true
				}
			}
		}
	}
	return false
}

// home is the hearth at the spawn.
func (v *view) home() (grid.Tile, bool) { return v.i.SpawnTile, true }

// light is the lighthouse near the spawn.
func (v *view) light() (grid.Tile, bool) { return terrain.Lights(v.i.Gen.Seed)[0], true }

// mountain is the nearest copper to the spawn that one sees: the arrow to a mountain alone led to bare rock,
// in one world of three.
func (v *view) mountain() (grid.Tile, bool) {
	return terrain.NearestOre(v.i.Gen.Seed, v.i.SpawnTile, tile.CopperOre)
}
