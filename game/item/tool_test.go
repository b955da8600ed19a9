package item

import (
	"testing"

	"manyhold/game/tile"
)

// TestTiers: a better tool digs everything at least as fast, and whatever a worse one digs. Bare hands take
// down everything that hands have set up.
func TestTiers(t *testing.T) {
	for tier := HandTier; tier < TierCount; tier++ {
		if got := BestTier([]Stack{{Stick, 4}, {Tiers[tier].Tool, uint8(btoi(tier > 0))}, {StonePick, uint8(btoi(tier > 1))}}); got != tier {
			t.Errorf("with a %s the tier is %d, want %d", Tiers[tier].Tool, got, tier)
		}
	}
	if BestTier(nil) != HandTier || BestTier([]Stack{{EmberPick, 0}}) != HandTier {
		t.Error("no tool is a tool")
	}
	for b := range tile.BlockCount {
		best := b.Info().DigTicks
		if EmberTier.BlockTicks(b) != best {
			t.Errorf("%s takes the best tool %d ticks, want %d", b, EmberTier.BlockTicks(b), best)
		}
		for tier := StoneTier; tier < TierCount; tier++ {
			worse, better := (tier - 1).BlockTicks(b), tier.BlockTicks(b)
			if better > worse || (better == 0) != (best == 0) {
				t.Errorf("%s takes tier %d %d ticks, the one before %d", b, tier, better, worse)
			}
		}
		if k := itemOf(b); k != None && BlockTier(b) != HandTier {
			t.Errorf("hands place a %s and cannot take it down", k)
		}
	}
	for g := range tile.GroundCount {
		for tier := StoneTier; tier < TierCount; tier++ {
			if (tier - 1).GroundTicks(g) < tier.GroundTicks(g) {
				t.Errorf("%s takes tier %d longer than the one before", g, tier)
			}
		}
	}
	if HandTier.BlockTicks(tile.Oak) != 180 || StoneTier.BlockTicks(tile.Oak) != 120 || HandTier.BlockTicks(tile.Flax) != EmberTier.BlockTicks(tile.Flax) {
		t.Errorf("an oak takes hands %d ticks and a stone pick %d", HandTier.BlockTicks(tile.Oak), StoneTier.BlockTicks(tile.Oak))
	}
	if BlockTier(tile.BlockCount) != HandTier || GroundTier(tile.GroundCount) != HandTier || EmberTier.BlockTicks(tile.BlockCount) != 0 || EmberTier.GroundTicks(tile.GroundCount) != 0 {
		t.Error("numbers beyond the last kind")
	}
}
