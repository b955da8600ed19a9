package living

import (
	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/random"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// Fire burns plants, and old wooden walls that no hand has set; never the work of hands: no player loses a
// house to a neighbour. It takes the place of what burns, and goes out when its fuel is gone, in rain, and
// beside flowing water. Trees and walls burn for twelve seconds, all else for half a second to six.
//
// By chance it goes on to what grows beside it, and from trees and walls sparks fly as far as sparkReach
// tiles. The wind carries both, and what is damp catches fire more seldom. Burnt land doesn't burn again
// soon: grass leaves ash, which blows away, and a tree a charred stump, which puts out shoots after about ten
// minutes. In each region only so much can be burnt at a time (MostBurnt), whatever players light, and no ash
// is gone before all fires of its region are out. So no fire goes round and round, and none burns down the
// world.

const (
	// MaxFires is the most burning tiles of a region; beyond it nothing catches fire.
	MaxFires = 64
	// catchChance is one in how many beats a fire tries to go on to one of the four tiles beside it.
	catchChance = 6
	// RainDouses is the strength of rain that puts fires out.
	RainDouses = 60
	// sparkChance is one in how many beats a burning tree or wall throws a spark, sparkReach how far, in
	// tiles.
	sparkChance, sparkReach = 7, 3
	// MostBurnt is how many tiles of a region may burn or be burnt: beyond it nothing there catches fire from
	// another fire. It is a twentieth of the region. A fire comes from another region only where not even
	// half of it is burnt.
	MostBurnt = grid.RegionTiles / 20
	// Damp things catch fire once in so many tries: one more for each rainDamp of rain, and wetDamp more
	// on snow, on mud and beside water.
	rainDamp, wetDamp = 20, 6
	// AshStages is how many visits ash stays, about seven minutes, and SnagStages how many a charred stump.
	AshStages, SnagStages = 12, 16
	// streamFire sets the chance of fires apart.
	streamFire = 0x66697265

	BurnTime = 0x3f // the bits of a fire's state that say for how many beats it still burns
	BurnTree = 0x40
	burnPine = 0x80
	// burnWall is the kind of a fire of a wall or a dead tree, which leave ash: a pine's without the tree.
	burnWall = burnPine
)

// Fuels is the number of beats for which a block burns, 0 for a block that does not burn.
var Fuels = [tile.BlockCount]uint8{
	tile.Oak: 60, tile.Pine: 60, tile.DeadTree: 50, tile.Bush: 30, tile.BerryBush: 30, tile.Tuft: 12, tile.Flower: 6,
	tile.Mushroom: 6, tile.Reed: 12, tile.Sapling: 12, tile.Stump: 40, tile.Wheat: 12,
	tile.Flax: 12, tile.WoodWall: 60,
}

// FuelAt returns for how many beats a tile would burn; 0 if it can't catch fire: there is nothing that burns,
// hands have set it there, or the land is fireproof.
func FuelAt(i *world.State, t grid.Tile) uint8 {
	r := i.Land.Active(t.Region())
	if r == nil {
		return 0
	}
	k := t.Index()
	b := r.Tiles.Block[k]
	if b == tile.WoodWall && r.Edited[k/64]>>(k%64)&1 != 0 || i.Land.Estates.Has(t, blueprint.Fireproof) {
		return 0
	}
	return Fuels[b]
}

// tall reports whether a fire is one of a tree or a wall.
func tall(fire uint8) bool { return fire&(BurnTree|burnWall) != 0 }

// Fires returns how many tiles of a region burn.
func Fires(i *world.State, at grid.Region) uint16 {
	if r := i.Land.Active(at); r != nil {
		return r.Fires
	}
	return MaxFires
}

// Ignite sets the plant on a tile on fire; p, which may be nil, is the player that did it.
func Ignite(i *world.State, p *entity.PlayerState, t grid.Tile) {
	ground, block, _, _ := i.Land.TileAt(t)
	state := FuelAt(i, t)
	if state == 0 || Fires(i, t.Region()) >= MaxFires {
		return
	}
	switch block {
	case tile.WoodWall, tile.DeadTree:
		state |= burnWall
	case tile.Oak, tile.Stump:
		state |= BurnTree
	case tile.Pine:
		state |= BurnTree | burnPine
	}
	SetTile(i, t, ground, tile.Fire, state)
	i.Tell(event.Lit, p, t, int32(tile.Fire), 0)
}

// doused reports whether a fire goes out now.
func doused(i *world.State, s *world.Site) bool {
	if s.State&BurnTime == 0 || s.Ground.Info().Liquid || i.Land.Estates.Has(s.T, blueprint.Fireproof) {
		return true
	}
	for h := range tile.HeadingCount {
		if _, b, _, _ := i.Land.TileAt(world.Beside(s.T, h)); b == tile.Flood {
			return true
		}
	}
	sky, _ := i.Land.Estates.Sky(i.Gen.Seed, i.Clock, s.T)
	return !s.Ground.Info().Roofed && sky.Rain >= RainDouses
}

func goOut(i *world.State, s *world.Site) bool {
	left, state := BurntTo(s.State)
	SetTile(i, s.T, s.Ground, left, state)
	i.Tell(event.Unlit, nil, s.T, int32(tile.Fire), 0)
	return false
}

// BurntTo returns the block that a fire of that state leaves.
func BurntTo(fire uint8) (b tile.Block, state uint8) {
	if fire&BurnTree == 0 {
		return tile.Ash, 0
	}
	return tile.Snag, StumpOf(fire&burnPine != 0)
}

// BurningTree returns which tree burns in a fire of that state, a dead one where none does.
func BurningTree(fire uint8) tile.Block {
	switch fire & (BurnTree | burnPine) {
	case BurnTree:
		return tile.Oak
	case BurnTree | burnPine:
		return tile.Pine
	}
	return tile.DeadTree
}

// BurntOut reports whether a block is what a fire of that state leaves, at once or in time.
func BurntOut(b tile.Block, fire uint8) bool {
	if left, _ := BurntTo(fire); left == tile.Snag {
		return b == tile.Snag || b == tile.Stump
	}
	return b == tile.Ash || b == tile.NoBlock
}

// Height returns how far the flames of a fire have climbed and how much of its fuel is gone, both of 255.
// Flames are at the top of a tree after a third of its time.
func Height(fire uint8) (climbed, gone uint8) {
	most := uint32(Fuels[tile.Oak])
	burnt := (most - min(uint32(fire&BurnTime), most)) * 255 / most
	return uint8(min(burnt*3, 255)), uint8(burnt)
}

// burn lets a fire use its fuel and, by chance, go on. Trees and walls have their fuel for twice as long.
func burn(i *world.State, s *world.Site) bool {
	if !tall(s.State) || i.Clock/BeatTicks&1 == 0 {
		SetTile(i, s.T, s.Ground, s.Block, s.State-1)
	}
	h := random.Hash(i.Gen.Seed^streamFire, uint64(i.Clock), uint64(uint32(s.T.X))<<32|uint64(uint32(s.T.Y)), 0)
	if random.Chance(h, catchChance) {
		goOn(i, s, h, false)
	}
	if h = random.Mix(h); tall(s.State) && random.Chance(h, sparkChance) && !i.Code.Laws.Has(world.Peaceful) {
		goOn(i, s, h, true)
	}
	return true
}

// goOn lets a fire try to light the tile beside it, or one that a spark of it reaches, unless that is damp.
func goOn(i *world.State, s *world.Site, h uint64, spark bool) {
	sky, _ := i.Land.Estates.Sky(i.Gen.Seed, i.Clock, s.T)
	dir := tile.Heading(h & 3)
	upwind := tile.West
	if sky.Wind < 0 {
		upwind = tile.East
	}
	if dir == upwind && h>>8&255 < uint64(max(sky.Wind, -sky.Wind)) { // the wind turns it round
		dir = dir.Turned(2)
	}
	to := world.Beside(s.T, dir)
	if spark {
		dx, dy := dir.Step()
		far, aside := int32(h>>16&1)+sparkReach-2, int32(random.Below(random.Mix(h), 3))-1
		to = to.Add(dx*far+dy*aside, dy*far+dx*aside)
	}
	r := i.Land.Active(to.Region())
	if r == nil || FuelAt(i, to) == 0 || !i.Claims.Reaches(s.T, to) {
		return
	}
	if r.Burnt >= MostBurnt || r.At != s.T.Region() && r.Burnt >= MostBurnt/2 {
		return
	}
	ground := r.Tiles.Ground[to.Index()]
	damp := uint32(1)
	if !ground.Info().Roofed {
		damp += uint32(sky.Rain) / rainDamp
	}
	if ground == tile.Snow || ground == tile.Mud || r.Watered(to.Index()) {
		damp += wetDamp
	}
	if random.Chance(random.Mix(h^streamFire), damp) {
		Ignite(i, nil, to)
	}
}

// blowAway lets ash be gone, in stages, once nothing burns in the region.
func blowAway(i *world.State, r *world.Region, k grid.Index, _ uint64, _ game.Tick) {
	t, g, state := r.At.Tile(k), r.Tiles.Ground[k], r.Tiles.State[k]
	switch {
	case r.Fires > 0:
	case state+1 < AshStages:
		SetTile(i, t, g, tile.Ash, state+1)
	default:
		SetTile(i, t, g, tile.NoBlock, 0)
	}
}

// putOut lets a charred stump put out shoots, in stages: it is a stump then, which grows again.
func putOut(i *world.State, r *world.Region, k grid.Index, _ uint64, _ game.Tick) {
	t, g, state := r.At.Tile(k), r.Tiles.Ground[k], r.Tiles.State[k]
	if state>>StumpShift+1 < SnagStages {
		SetTile(i, t, g, tile.Snag, state+1<<StumpShift)
	} else {
		SetTile(i, t, g, tile.Stump, StumpOf(state&stumpPine != 0))
	}
}

// healAtOnce gives what is burnt on a tile so many stages.
func healAtOnce(r *world.Region, k grid.Index, stages uint64) {
	g, state := r.Tiles.Ground[k], r.Tiles.State[k]
	switch r.Tiles.Block[k] {
	case tile.Ash:
		if uint64(state)+stages >= AshStages {
			r.Set(k, g, tile.NoBlock, 0)
		} else {
			r.Set(k, g, tile.Ash, state+uint8(stages))
		}
	case tile.Snag:
		reached := uint64(state>>StumpShift) + stages
		if reached < SnagStages {
			r.Set(k, g, tile.Snag, state&(1<<StumpShift-1)|uint8(reached)<<StumpShift)
			return
		}
		r.Set(k, g, tile.Stump, StumpOf(state&stumpPine != 0)|uint8(min(reached-SnagStages, StumpStages))<<StumpShift)
	}
}

// burnOut lets the fires of a region that wakes burn as long as it has slept. They do not go on in their
// sleep.
func burnOut(i *world.State, r *world.Region, slept game.Tick) {
	if r.Fires == 0 {
		return
	}
	for k := range grid.Index(grid.RegionTiles) {
		if r.Tiles.Block[k] != tile.Fire {
			continue
		}
		state := r.Tiles.State[k]
		beats := uint8(min(slept/BeatTicks, 2*BurnTime))
		if tall(state) {
			beats /= 2
		}
		if state&BurnTime <= beats {
			left, state := BurntTo(state)
			r.Set(k, r.Tiles.Ground[k], left, state)
		} else {
			r.Set(k, r.Tiles.Ground[k], tile.Fire, state-beats)
		}
	}
}
