package island_test

import (
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/living"
	"manyhold/game/rig"
	"manyhold/game/world"
)

// lingering returns a world with a player, and with a far region that is awake with nobody near.
func lingering(t testing.TB) *rig.Stage {
	s := rig.NewStage(t).Enter(1)
	living.Activate(&s.State, grid.Region{X: 41, Y: -7})
	living.Activate(&s.State, grid.Region{X: 41, Y: -5})
	return s
}

// TestLingeringRegionsComeBack: those that are awake with nobody near are awake when they were read back, and
// no others.
func TestLingeringRegionsComeBack(t *testing.T) {
	i := new(island.Island)
	if err := i.Restore(lingering(t).Snapshot(nil)); err != nil {
		t.Fatal(err)
	}
	if i.Land.Active(grid.Region{X: 41, Y: -7}) == nil || i.Land.Active(grid.Region{X: 41, Y: -5}) == nil || i.Land.Active(grid.Region{X: 41, Y: -6}) != nil {
		t.Error("other regions are awake:", i.Land.Places())
	}
	rig.Livable(t, i)
}

// TestAwakeRegionsAreNothing: a region that is awake, and that nobody has edited, adds no byte to a snapshot
// where somebody is near, and two or so for the seconds in which it lingers.
func TestAwakeRegionsAreNothing(t *testing.T) {
	s := rig.NewStage(t).Enter(1)
	parts := func(i *island.Island) []world.Part {
		list, err := world.ReadParts(i.Snapshot(nil))
		if err != nil {
			t.Fatal(err)
		}
		return slices.DeleteFunc(list[1:], func(p world.Part) bool { return string(p.Name) == world.GateName })
	}
	empty := func(i *island.Island) (n int) {
		for _, r := range i.Land.Regions {
			if world.IsNothing(i.EncodeRegion(nil, r, 0)) {
				n++
			}
		}
		return n
	}
	before := empty(s.Island)
	if list := parts(s.Island); before < 5 || len(list) != len(s.Land.Regions)-before || slices.ContainsFunc(list, func(p world.Part) bool { return string(p.Name) == world.AwakeName }) {
		t.Fatalf("%d of %d regions hold nothing, and there are the parts %q", before, len(s.Land.Regions), list)
	}
	for n := range int32(20) {
		living.Activate(&s.State, grid.Region{X: 300 + n/5, Y: 300 + n%5})
	}
	list, lingering := parts(s.Island), empty(s.Island)-before
	if last := list[len(list)-1]; lingering < 10 || string(last.Name) != world.AwakeName || len(last.Data) > 8+5*lingering/2 {
		t.Errorf("that %d regions linger takes %d bytes of part %q", lingering, len(last.Data), last.Name)
	}
}

// TestTerseComesBack: whichever regions are awake or asleep, wherever people are, a snapshot says it, and
// only one way.
func TestTerseComesBack(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := rig.NewStage(t).Enter(rapid.IntRange(0, 3).Draw(rt, "people"))
		place := rapid.Int32Range(-4, 4)
		for n := range rapid.IntRange(0, 12).Draw(rt, "changes") {
			at := s.SpawnTile.Region()
			at.X, at.Y = at.X+place.Draw(rt, "x"), at.Y+place.Draw(rt, "y")
			if rapid.IntRange(0, 9).Draw(rt, "far") == 0 {
				at.X = rapid.SampledFrom([]int32{-grid.MaxRegion, grid.MaxRegion - 1, 1 << 18}).Draw(rt, "edge")
			}
			k, awake := s.Land.Find(at)
			switch {
			case !awake:
				living.Activate(&s.State, at)
			case rapid.Bool().Draw(rt, "edits"):
				living.SetTile(&s.State, at.Tile(grid.Index(n)), 1, 0, 0)
			case !slices.ContainsFunc(s.Roster.Here, func(p entity.PlayerState) bool { return grid.TileAt(s.Space.Body(p.Body).Pos).Region() == at }):
				living.Retire(&s.State, k)
			}
		}
		snapshot := s.Snapshot(nil)
		i := new(island.Island)
		if err := i.Restore(snapshot); err != nil {
			rt.Fatal(err)
		}
		if !slices.Equal(i.Land.Places(), s.Land.Places()) || i.Digest() != s.Digest() {
			field, _ := island.Diff(s.Island, i)
			rt.Fatalf("%v are awake, not %v; %s", i.Land.Places(), s.Land.Places(), field)
		}
		if !slices.Equal(i.Snapshot(nil), snapshot) {
			rt.Fatal("it is written another way")
		}
	})
}

// TestTerseIsRefused: a part that says nothing, says it twice or in another order.
func TestTerseIsRefused(t *testing.T) {
	s := lingering(t)
	parts, err := world.ReadParts(s.Snapshot(nil))
	if err != nil {
		t.Fatal(err)
	}
	last := &parts[len(parts)-1]
	told, _ := world.RegionOfPart(parts[2].Name)
	good := last.Data
	var crowd []grid.Region
	for n := range int32(world.MaxRegions) {
		crowd = append(crowd, grid.Region{X: 1000, Y: n})
	}
	for _, c := range []struct {
		name string
		data []byte
		ok   bool
	}{
		{"as it was", good, true},
		{"nobody", []byte{0}, false},
		{"nothing", nil, false},
		{"cut", good[:len(good)-1], false},
		{"longer", append(slices.Clone(good), 0), false},
		{"one twice", []byte{2, 82, 13, 0, 0}, false},
		{"beyond all places", []byte{1, 255, 255, 255, 255, 15, 0}, false},
		{"beyond an int32", []byte{1, 255, 255, 255, 255, 255, 15, 0}, false},
		{"one that has a part", world.AppendOdd(nil, []grid.Region{told}), false},
		{"more than can be", world.AppendOdd(nil, crowd), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			var b []byte
			for k, p := range parts {
				if k == len(parts)-1 {
					p.Data = c.data
				}
				b = world.AppendPart(b, p.Name, p.Data)
			}
			if err := new(island.Island).Restore(b); (err == nil) != c.ok || err != nil && !errors.Is(err, world.ErrSnapshot) {
				t.Error(err)
			}
		})
	}
	var b []byte
	for k, p := range parts {
		if k == len(parts)-1 {
			name := world.RegionPartName(grid.Region{X: 41, Y: -7})
			b = world.AppendPart(b, name[:], world.Nothing)
			continue
		}
		b = world.AppendPart(b, p.Name, p.Data)
	}
	if err := new(island.Island).Restore(b); err == nil {
		t.Error("a part that says nothing is accepted")
	}
}
