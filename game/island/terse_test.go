package island

import (
	_ "embed"
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"manyhold/game/entity"
	"manyhold/game/grid"
)

// lingering returns a world with a player, and with a far region that is awake with nobody near.
func lingering(t testing.TB) *stage {
	s := newStage(t).enter(1)
	s.activate(grid.Region{X: 41, Y: -7})
	s.activate(grid.Region{X: 41, Y: -5})
	return s
}

// TestLingeringRegionsComeBack: those that are awake with nobody near are awake when they were read back, and no others.
func TestLingeringRegionsComeBack(t *testing.T) {
	i := new(Island)
	if err := i.Restore(lingering(t).Snapshot(nil)); err != nil {
		t.Fatal(err)
	}
	if i.region(grid.Region{X: 41, Y: -7}) == nil || i.region(grid.Region{X: 41, Y: -5}) == nil || i.region(grid.Region{X: 41, Y: -6}) != nil {
		t.Error("other regions are awake:", i.Regions())
	}
	livable(t, i)
}

// TestAwakeRegionsAreNothing: a region that is awake, and that nobody has edited, adds no byte to a snapshot where somebody
// is near, and two or so for the seconds in which it lingers.
func TestAwakeRegionsAreNothing(t *testing.T) {
	s := newStage(t).enter(1)
	parts := func(i *Island) []part {
		list, err := readParts(i.Snapshot(nil))
		if err != nil {
			t.Fatal(err)
		}
		return list[1:]
	}
	empty := func(i *Island) (n int) {
		for _, r := range i.regions {
			if isNothing(i.encodeRegion(nil, r, 0)) {
				n++
			}
		}
		return n
	}
	before := empty(s.Island)
	if list := parts(s.Island); before < 5 || len(list) != len(s.regions)-before || slices.ContainsFunc(list, func(p part) bool { return string(p.name) == awakeName }) {
		t.Fatalf("%d of %d regions hold nothing, and there are the parts %q", before, len(s.regions), list)
	}
	for n := range int32(20) {
		s.activate(grid.Region{X: 300 + n/5, Y: 300 + n%5})
	}
	list, lingering := parts(s.Island), empty(s.Island)-before
	if last := list[len(list)-1]; lingering < 10 || string(last.name) != awakeName || len(last.data) > 8+5*lingering/2 {
		t.Errorf("that %d regions linger takes %d bytes of part %q", lingering, len(last.data), last.name)
	}
}

// TestTerseComesBack: whichever regions are awake or asleep, wherever people are, a snapshot says it, and only one way.
func TestTerseComesBack(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := newStage(t).enter(rapid.IntRange(0, 3).Draw(rt, "people"))
		place := rapid.Int32Range(-4, 4)
		for n := range rapid.IntRange(0, 12).Draw(rt, "changes") {
			at := s.spawn.Region()
			at.X, at.Y = at.X+place.Draw(rt, "x"), at.Y+place.Draw(rt, "y")
			if rapid.IntRange(0, 9).Draw(rt, "far") == 0 {
				at.X = rapid.SampledFrom([]int32{-maxRegion, maxRegion - 1, 1 << 18}).Draw(rt, "edge")
			}
			k, awake := s.findRegion(at)
			switch {
			case !awake:
				s.activate(at)
			case rapid.Bool().Draw(rt, "edits"):
				s.setTile(at.Tile(grid.Index(n)), 1, 0, 0)
			case !slices.ContainsFunc(s.players, func(p entity.PlayerState) bool { return grid.TileAt(s.Body(p.Body).Pos).Region() == at }):
				s.retire(k)
			}
		}
		snapshot := s.Snapshot(nil)
		i := new(Island)
		if err := i.Restore(snapshot); err != nil {
			rt.Fatal(err)
		}
		if !slices.Equal(i.Regions(), s.Regions()) || i.Digest() != s.Digest() {
			field, _ := Diff(s.Island, i)
			rt.Fatalf("%v are awake, not %v; %s", i.Regions(), s.Regions(), field)
		}
		if !slices.Equal(i.Snapshot(nil), snapshot) {
			rt.Fatal("it is written another way")
		}
	})
}

// TestTerseIsRefused: what says nothing, says it twice or in another order.
func TestTerseIsRefused(t *testing.T) {
	s := lingering(t)
	parts, err := readParts(s.Snapshot(nil))
	if err != nil {
		t.Fatal(err)
	}
	last := &parts[len(parts)-1]
	told, _ := regionOfPart(parts[1].name)
	good := last.data
	var crowd []grid.Region
	for n := range int32(MaxRegions) {
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
		{"one that has a part", appendOdd(nil, []grid.Region{told}), false},
		{"more than can be", appendOdd(nil, crowd), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			var b []byte
			for k, p := range parts {
				if k == len(parts)-1 {
					p.data = c.data
				}
				b = appendPart(b, p.name, p.data)
			}
			if err := new(Island).Restore(b); (err == nil) != c.ok || err != nil && !errors.Is(err, ErrSnapshot) {
				t.Error(err)
			}
		})
	}
	var b []byte
	for k, p := range parts {
		if k == len(parts)-1 {
			name := regionPartName(grid.Region{X: 41, Y: -7})
			b = appendPart(b, name[:], nothing)
			continue
		}
		b = appendPart(b, p.name, p.data)
	}
	if err := new(Island).Restore(b); err == nil {
		t.Error("a part that says nothing is accepted")
	}
}
