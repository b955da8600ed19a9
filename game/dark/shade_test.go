package dark_test

import (
	"testing"

	"pgregory.net/rapid"

	"manyhold/game"
	"manyhold/game/dark"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/gloom"
	"manyhold/game/item"
	"manyhold/game/lights"
	"manyhold/game/living"
	"manyhold/game/random"
	"manyhold/game/rig"
	"manyhold/game/terrain"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// night is ten in the evening.
const night = game.TicksPerDay / 24 * 14

// nightStage is bare grass at night, with a player in the middle.
func nightStage(t testing.TB) *rig.Stage {
	s := rig.NewStage(t).Enter(1).Clear(26).Put(1, 0, 0)
	s.Clock = night
	s.Player(1).Health = world.MaxHealth
	return s
}

func lit(s *rig.Stage, dx, dy int32) {
	living.SetTile(&s.State, s.At(dx, dy), tile.Grass, tile.Lamp, 0)
}

// TestShadesRise: in thick gloom they come, a few around each player; not by day, not in light, not in Peace.
func TestShadesRise(t *testing.T) {
	for _, c := range []struct {
		name   string
		set    func(s *rig.Stage)
		lo, hi int
	}{
		{"at night", func(*rig.Stage) {}, 1, 4},
		{"by day", func(s *rig.Stage) { s.Clock = night / 2 }, 0, 0},
		{"under a lamp", func(s *rig.Stage) { lit(s, 2, 0) }, 0, 0},
		{"with a torch", func(s *rig.Stage) { s.Hold(1, item.Torch) }, 0, 0},
		{"a torch in the bag", func(s *rig.Stage) { s.Hold(1, item.Ball) }, 1, 4},
		{"in Peace", func(s *rig.Stage) { s.Rule(world.Peaceful) }, 0, 0},
	} {
		s := nightStage(t)
		c.set(s)
		most := 0
		for range 40 {
			s.Run(60)
			most = max(most, s.Space.Count(entity.Shade))
			s.Player(1).Health = world.MaxHealth
		}
		if most < c.lo || most > c.hi {
			t.Errorf("%s: %d shades at most, want %d to %d", c.name, most, c.lo, c.hi)
		}
	}
}

// TestShadeHunts: a shade comes to a player in gloom, clings to it, slows it and drains it until it is
// knocked out; while Mercy holds it only slows.
func TestShadeHunts(t *testing.T) {
	for _, mercy := range []bool{false, true} {
		s := nightStage(t)
		if mercy {
			s.Rule(world.Mercy)
			s.Run(3)
		}
		id := dark.NewShade(&s.State, s.At(9, 0).Centre(), 1)
		s.Run(300)
		if d := s.Far(id, 0, 0).Q(); d > dark.ClingReach {
			t.Fatalf("after five seconds it is %.1f tiles away", float64(d)/fixed.One)
		}
		if got := dark.Pace(&s.State, s.Body(1)); got >= fixed.One {
			t.Errorf("it does not slow: %d", got)
		}
		s.Run(200)
		if s.Saw(event.Clung) == nil {
			t.Error("nothing tells of it")
		}
		if hurt := s.Player(1).Health < world.MaxHealth; hurt == mercy {
			t.Errorf("with mercy %v: health %d", mercy, s.Player(1).Health)
		}
	}
}

// TestShadeFleesLight: a shade in light recoils, and fades if it finds no dark; it does not come into light,
// but waits at the rim.
func TestShadeFleesLight(t *testing.T) {
	s := nightStage(t)
	s.Hold(1, item.Torch)
	s.Run(3)
	id := dark.NewShade(&s.State, s.At(3, 0).Centre(), 1)
	s.Run(120)
	if d := s.Far(id, 0, 0); d.Q() < gloom.TorchReach-fixed.One/2 {
		t.Errorf("after two seconds it is still %.1f tiles from the torch", float64(d)/fixed.One)
	}
	s.Run(300)
	if b := s.Space.Body(id); b != nil && s.Far(id, 0, 0).Q() < gloom.TorchReach-fixed.One/2 {
		t.Errorf("it came back to %.1f tiles", float64(s.Far(id, 0, 0))/fixed.One)
	}
	s = nightStage(t)
	for x := int32(-24); x <= 24; x += 8 {
		for y := int32(-24); y <= 24; y += 8 {
			lit(s, x, y+1)
		}
	}
	s.Run(3)
	id = dark.NewShade(&s.State, s.At(4, 4).Centre(), 1)
	s.Run(260)
	if s.Space.Body(id) != nil || s.Saw(event.ShadeFaded) == nil {
		t.Error("it bears light")
	}
	s = nightStage(t)
	id = dark.NewShade(&s.State, s.At(4, 4).Centre(), 1)
	s.Clock = night / 2
	s.Run(260)
	if s.Space.Body(id) != nil {
		t.Error("it bears the day")
	}
}

// TestWallsKeepShadesOut: a closed hut without a light is safe as well.
func TestWallsKeepShadesOut(t *testing.T) {
	s := nightStage(t)
	for n := int32(-2); n <= 2; n++ {
		for _, at := range [][2]int32{{n, -2}, {n, 2}, {-2, n}, {2, n}} {
			living.SetTile(&s.State, s.At(at[0], at[1]), tile.Grass, tile.WoodWall, 0)
		}
	}
	for n := range uint64(4) {
		dark.NewShade(&s.State, s.At(6, int32(n)).Centre(), n)
	}
	for range 20 {
		s.Run(60)
		if dark.Clinging(&s.State, s.Body(1)) > 0 {
			t.Fatal("a shade came through a wall")
		}
	}
}

// TestPeaceEndsShades: when the law begins to hold, those that are there are gone.
func TestPeaceEndsShades(t *testing.T) {
	s := nightStage(t)
	dark.NewShade(&s.State, s.At(9, 0).Centre(), 1)
	s.Run(3)
	s.Rule(world.Peaceful).Run(3)
	if n := s.Space.Count(entity.Shade); n != 0 {
		t.Errorf("%d shades in Peace", n)
	}
}

// TestShadesKeepToTheRules: whatever lamps stand and wherever players go, no shade is in a wall, or in light
// for longer than it bears it, and there are never more around a player than may be.
func TestShadesKeepToTheRules(t *testing.T) {
	outer := t
	rapid.Check(t, func(t *rapid.T) {
		s := rig.BareStage(outer).Enter(2).Clear(20).Put(1, -6, 0).Put(2, 6, 0)
		s.Clock = night
		for range rapid.IntRange(0, 8).Draw(t, "blocks") {
			x, y := rapid.Int32Range(-14, 14).Draw(t, "x"), rapid.Int32Range(-14, 14).Draw(t, "y")
			if max(x, -x)+max(y, -y) > 2 && !(y == 0 && (x == 6 || x == -6)) {
				living.SetTile(&s.State, s.At(x, y), tile.Grass, rapid.SampledFrom([]tile.Block{tile.Lamp, tile.StoneWall}).Draw(t, "block"), 0)
			}
		}
		for n := range uint64(rapid.IntRange(0, 20).Draw(t, "shades")) {
			p := s.At(rapid.Int32Range(-18, 18).Draw(t, "sx"), rapid.Int32Range(-18, 18).Draw(t, "sy"))
			if _, b, _, _ := s.TileAt(p); b == tile.NoBlock {
				dark.NewShade(&s.State, p.Centre(), n)
			}
		}
		for n := range 30 {
			s.Ask(1, rig.Moving(fixed.One, fixed.S(random.Mix(uint64(n)))%fixed.One))
			s.Run(12)
			for k := range s.Space.Bodies() {
				b := &s.Space.Bodies()[k]
				if b.Kind != entity.Shade {
					continue
				}
				if c := s.Land.Cell(int32(b.Pos.X>>fixed.Bits), int32(b.Pos.Y>>fixed.Bits)); c.Height != 0 {
					t.Fatalf("a shade is in a wall at %v", b.Pos)
				}
				if b.Calm > 20 {
					t.Fatalf("a shade was in light for %d decisions", b.Calm)
				}
			}
		}
	})
}

// BenchmarkShades is a tick of 200 shades and 8 players in a region at night, against the tick without them.
func BenchmarkShades(b *testing.B) {
	for _, n := range []int{0, 200} {
		b.Run(map[int]string{0: "none", 200: "200"}[n], func(b *testing.B) {
			s := rig.BareStage(b).Enter(8).Clear(26)
			s.Clock = night
			for k := range 8 {
				s.Put(k+1, int32(k%4)*8-12, int32(k/4)*16-8)
			}
			lit(s, 0, 0)
			lit(s, 9, 9)
			for k := range n {
				dark.NewShade(&s.State, s.At(int32(k%20)*2-20, int32(k/20)*4-20).Centre(), uint64(k))
			}
			b.ResetTimer()
			for range b.N {
				dark.Step(&s.State)
				s.Clock++
				s.Happened = s.Happened[:0]
				for k := range s.Roster.Here {
					s.Roster.Here[k].Health = world.MaxHealth
				}
			}
			b.ReportMetric(float64(s.Space.Count(entity.Shade)), "shades")
		})
	}
}

// TestLighthousesKeepGloomOff: around a burning lighthouse there is no gloom in the open, and no shade rises.
func TestLighthousesKeepGloomOff(t *testing.T) {
	s := nightStage(t)
	at := s.Body(1).Pos
	if dark.Level(&s.State, at) == 0 {
		t.Fatal("it is not dark")
	}
	home := terrain.Lights(s.Gen.Seed)[0]
	s.Lights.Light(0, lights.Entry{At: home, Since: s.Clock})
	if l := dark.Level(&s.State, at); l != 0 {
		t.Errorf("gloom %d by a burning lighthouse", l)
	}
	s.Run(1200)
	if n := s.Space.Count(entity.Shade); n != 0 {
		t.Errorf("%d shades", n)
	}
}

// TestLookingChangesNothing: of two copies of an island, one is asked for the gloom between ticks, and then a
// lamp is lit or put out there. Both go on alike.
func TestLookingChangesNothing(t *testing.T) {
	var sums [2]uint64
	for n := range sums {
		s := nightStage(t)
		dark.NewShade(&s.State, s.At(5, 0).Centre(), 1)
		for k := range 60 {
			if n == 1 {
				dark.Level(&s.State, s.At(5, 0).Centre())
			}
			living.SetTile(&s.State, s.At(5, 2), tile.Grass, tile.Lamp, uint8(k&1)*tile.StateBit0)
			s.Run(1)
		}
		sums[n] = s.State.Digest()
	}
	if sums[0] != sums[1] {
		t.Error("the one that was asked is another island now")
	}
}
