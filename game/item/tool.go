package item

import "manyhold/game/tile"

// Tier is how good a player's tools are. A player has the tier of the best tool that it carries, in any slot.
type Tier uint8

// The tiers, in ascending order.
const (
	HandTier Tier = iota
	StoneTier
	CopperTier
	EmberTier
	TierCount
)

// Tiers are the tools. Percent is how long digging takes with a tool, in percent of the time of the best one.
// Soft things (plants, earth, what lies flat) take every hand the same time, so only the other two columns
// count. Hands fell a tree in three seconds and break a boulder in two and a half: slow enough that the first
// pick is felt, fast enough that nobody waits for the first bench.
var Tiers = [TierCount]struct {
	Tool        Kind // None: bare hands
	Wood, Stone uint16
}{
	HandTier:   {None, 300, 300},
	StoneTier:  {StonePick, 200, 180},
	CopperTier: {CopperPick, 140, 130},
	EmberTier:  {EmberPick, 100, 100},
}

// stuff is what a block is made of, for digging.
type stuff uint8

const (
	soft stuff = iota
	wood
	stone
)

// hardness is how a block is dug.
type hardness struct {
	stuff stuff
	least Tier // the lowest that can dig it
}

// hardBlocks are the blocks that are not soft. Hands can take down whatever hands have set up, so that nobody
// walls itself in, and boulders, the first stone. Cliffs need a stone pick, which opens coal and copper; the
// ember ore deep in the mountains needs a copper pick, and crystal one of ember steel. Old walls are as hard
// as cliffs.
var hardBlocks = [tile.BlockCount]hardness{
	tile.Oak: {stuff: wood}, tile.Pine: {stuff: wood}, tile.DeadTree: {stuff: wood}, tile.Stump: {stuff: wood}, tile.Snag: {stuff: wood},
	tile.WoodWall: {stuff: wood}, tile.Door: {stuff: wood},
	tile.Boulder: {stuff: stone}, tile.StoneWall: {stuff: stone}, tile.Hearth: {stuff: stone}, tile.Furnace: {stuff: stone},
	tile.Anvil: {stuff: stone}, tile.Piston: {stuff: stone}, tile.Pump: {stuff: stone},
	tile.Cliff: {stone, StoneTier}, tile.RuinWall: {stone, StoneTier}, tile.CoalOre: {stone, StoneTier},
	tile.CopperOre: {stone, StoneTier}, tile.CrystalOre: {stone, EmberTier}, tile.EmberOre: {stone, CopperTier},
}

// hardGrounds are the grounds that are not soft.
var hardGrounds = [tile.GroundCount]hardness{
	tile.Rock: {stone, StoneTier}, tile.Ice: {stuff: stone}, tile.StoneFloor: {stuff: stone}, tile.Shaft: {stuff: stone},
}

// BestTier returns the tier of the best tool in slots.
func BestTier(slots []Stack) Tier {
	best := HandTier
	for _, s := range slots {
		if s.Kind < StonePick || s.Kind > EmberPick || s.Count == 0 {
			continue
		}
		for t := best + 1; t < TierCount; t++ {
			if Tiers[t].Tool == s.Kind {
				best = t
			}
		}
	}
	return best
}

// BlockTier returns the lowest tier that digs a block.
func BlockTier(b tile.Block) Tier {
	if b >= tile.BlockCount {
		return HandTier
	}
	return hardBlocks[b].least
}

// GroundTier returns the lowest tier that digs a ground.
func GroundTier(g tile.Ground) Tier {
	if g >= tile.GroundCount {
		return HandTier
	}
	return hardGrounds[g].least
}

// BlockTicks returns how long a player of a tier digs a block, in ticks; 0: never, whoever digs.
func (t Tier) BlockTicks(b tile.Block) uint16 {
	if b >= tile.BlockCount {
		return 0
	}
	return t.ticks(b.Info().DigTicks, hardBlocks[b].stuff)
}

// GroundTicks returns how long a player of a tier digs a ground, in ticks; 0: never, whoever digs.
func (t Tier) GroundTicks(g tile.Ground) uint16 {
	if g >= tile.GroundCount {
		return 0
	}
	return t.ticks(g.Info().DigTicks, hardGrounds[g].stuff)
}

func (t Tier) ticks(best uint16, s stuff) uint16 {
	percent := uint16(100)
	switch s {
	case wood:
		percent = Tiers[min(t, EmberTier)].Wood
	case stone:
		percent = Tiers[min(t, EmberTier)].Stone
	}
	return uint16(uint32(best) * uint32(percent) / 100)
}
