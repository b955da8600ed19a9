package act_test

import (
	"testing"

	"manyhold/game/command"
	"manyhold/game/event"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/tile"
)

// TestToolsDig digs each hard block with every tool. Too weak a tool is refused by name, and the others take
// exactly the time of the table, whichever slot the tool is in.
func TestToolsDig(t *testing.T) {
	lacks := [item.TierCount]event.Reason{item.StoneTier: event.NeedsStonePick, item.CopperTier: event.NeedsCopperPick, item.EmberTier: event.NeedsEmberPick}
	for _, b := range []tile.Block{tile.Boulder, tile.Stump, tile.WoodWall, tile.Cliff, tile.CoalOre, tile.EmberOre, tile.CrystalOre, tile.Flax} {
		for tier := item.HandTier; tier < item.TierCount; tier++ {
			s := bare(t)
			s.Player(1).Slot = 3
			if k := item.Tiers[tier].Tool; k != item.None {
				s.Give(1, k, 1)
			}
			living.SetTile(&s.State, s.At(1, 0), tile.Rock, b, 0)
			s.Ask(1, command.Command{Kind: command.Dig, Tile: s.At(1, 0)})
			s.Run(1)
			if least := item.BlockTier(b); tier < least {
				s.Refused(lacks[least])
				if s.Run(400); s.Block(1, 0) != b {
					t.Errorf("tier %d has dug %s", tier, b)
				}
				continue
			}
			s.Allowed()
			want := int(tier.BlockTicks(b))
			if s.Run(want - 2); s.Block(1, 0) != b {
				t.Errorf("tier %d has dug %s before %d ticks", tier, b, want)
			}
			if s.Run(3); s.Block(1, 0) != tile.NoBlock {
				t.Errorf("tier %d has not dug %s after %d ticks", tier, b, want)
			}
		}
	}
}

// TestRockNeedsAStonePick: bare rock, too, and the ground under hands does not.
func TestRockNeedsAStonePick(t *testing.T) {
	s := bare(t)
	living.SetTile(&s.State, s.At(1, 0), tile.Rock, tile.NoBlock, 0)
	s.Ask(1, command.Command{Kind: command.Dig, Tile: s.At(1, 0)})
	s.Run(3).Refused(event.NeedsStonePick)
	s.Ask(1, command.Command{Kind: command.Dig, Tile: s.At(-1, 0)})
	s.Run(40).Allowed()
	if s.GroundAt(-1, 0) != tile.Dirt {
		t.Errorf("hands left %s", s.GroundAt(-1, 0))
	}
}

// TestAToolLaidDownIsLost: a tool counts as long as it is carried.
func TestAToolLaidDownIsLost(t *testing.T) {
	s := bare(t).Give(1, item.StonePick, 1)
	living.SetTile(&s.State, s.At(1, 0), tile.Rock, tile.Cliff, 0)
	s.Ask(1, command.Command{Kind: command.Dig, Tile: s.At(1, 0)})
	s.Run(30).Allowed()
	s.Ask(1, command.Command{Kind: command.Throw, Slot: s.Slot(1, item.StonePick)})
	s.Run(1)
	if s.Count(1, item.StonePick) != 0 {
		t.Fatal("it is not thrown")
	}
	if s.Run(60); s.Block(1, 0) != tile.Cliff {
		t.Error("bare hands went on with the cliff")
	}
}

// TestATreeIsWorthIt: a felled tree gives wood for a bench and walls, and one sapling to plant.
func TestATreeIsWorthIt(t *testing.T) {
	for _, b := range []tile.Block{tile.Oak, tile.Pine} {
		y := item.FromBlock(b)
		if y[0] != (item.Stack{Kind: item.Stick, Count: 10}) || y[1] != (item.Stack{Kind: item.Sapling, Count: 1}) {
			t.Errorf("%s yields %v", b, y)
		}
		bench := item.Recipes[recipeOf(item.Bench)]
		if bench.Needs[0].Kind != item.Stick || bench.Needs[0].Count > y[0].Count {
			t.Error("a bench takes more than one tree")
		}
	}
}
