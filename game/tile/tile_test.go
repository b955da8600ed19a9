package tile

import "testing"

func TestStates(t *testing.T) {
	for _, c := range []struct {
		block  Block
		state  uint8
		solid  bool
		opaque bool
		light  uint8
	}{
		{Door, 0, true, true, 0},
		{Door, StateBit0, false, false, 0},
		{Glass, 0, true, false, 0},
		{Lamp, 0, true, false, 9},
		{Lamp, StateBit0, true, false, 0},
		{Torch, 0, false, false, 6},
		{Hearth, 0, true, false, 0},
		{Hearth, StateBit0, true, false, 8},
		{CrystalOre, 0, true, true, 2},
		{NoBlock, 0, false, false, 0},
		{BlockCount, 0, false, false, 0},
	} {
		if Solid(c.block, c.state) != c.solid || Opaque(c.block, c.state) != c.opaque || Emits(c.block, c.state) != c.light {
			t.Errorf("%s with state %d: solid %v, opaque %v, light %d", c.block, c.state, Solid(c.block, c.state), Opaque(c.block, c.state), Emits(c.block, c.state))
		}
	}
}

// TestWhatIsSolidHasAHeight: physics recognises solid things by their height.
func TestWhatIsSolidHasAHeight(t *testing.T) {
	for b := NoBlock; b < BlockCount; b++ {
		if i := b.Info(); i.Solid && i.Height == 0 {
			t.Errorf("%s is solid and flat", b)
		}
	}
}
