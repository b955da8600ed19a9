package audio

import (
	"encoding/binary"
	"math"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"manyhold/audio/mixer"
	"manyhold/audio/synth"
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/tile"
)

// plain is a world of one ground, with the exceptions that a test makes.
type plain struct {
	ground tile.Ground
	blocks map[grid.Tile]tile.Block
	state  uint8
	blind  bool
}

func (w *plain) TileAt(t grid.Tile) (tile.Ground, tile.Block, uint8, bool) {
	return w.ground, w.blocks[t], w.state, !w.blind
}

// filled is a bank with all sounds, shared by the tests.
var filled = sync.OnceValue(func() *mixer.Bank {
	b := new(mixer.Bank)
	b.Fill(nil)
	return b
})

// ear is a player without a device, heard by the test.
type ear struct {
	*Player
	scene Scene
	world plain
}

func newEar() *ear {
	e := &ear{Player: newPlayer(Options{Seed: 1})}
	e.mixer = mixer.New(filled(), 1)
	e.hearing.mixer = e.mixer
	e.SetVolumes(1, 1, 1, 0, 1)
	e.live.Store(true)
	e.world = plain{ground: tile.Rock, blocks: map[grid.Tile]tile.Block{}}
	e.scene = Scene{World: &e.world, Seat: 1}
	return e
}

func vec(x, y float64) fixed.Vec {
	return fixed.Vec{X: fixed.Q(x * fixed.One), Y: fixed.Q(y * fixed.One)}
}

// frame lets one frame pass at the origin and returns the loudness of left and right.
func (e *ear) frame(events ...event.Event) (l, r float64) {
	e.Hear(&e.scene, vec(0.5, 0.5), events)
	return e.listen(synth.Rate / 60)
}

func (e *ear) listen(frames int) (l, r float64) {
	p := make([]byte, frames*8)
	e.mixer.Read(p)
	for i := 0; i < len(p); i += 8 {
		a := float64(math.Float32frombits(binary.LittleEndian.Uint32(p[i:])))
		b := float64(math.Float32frombits(binary.LittleEndian.Uint32(p[i+4:])))
		l, r = l+a*a, r+b*b
	}
	return math.Sqrt(l / float64(frames)), math.Sqrt(r / float64(frames))
}

// loudness of one event alone, ambience switched off.
func loudness(at fixed.Vec, change func(*ear)) (l, r float64) {
	e := newEar()
	e.SetVolumes(1, 1, 0, 0, 1)
	if change != nil {
		change(e)
	}
	e.listen(256)
	e.Hear(&e.scene, vec(0.5, 0.5), []event.Event{{Kind: event.Dug, A: int32(tile.Glass), Pos: at}})
	return e.listen(synth.Rate / 3)
}

func TestPanFlipsWithPosition(t *testing.T) {
	l, r := loudness(vec(6.5, 0.5), nil)
	if r < 1.5*l || l == 0 {
		t.Errorf("east: left %v, right %v", l, r)
	}
	l2, r2 := loudness(vec(-5.5, 0.5), nil)
	if l2 < 1.5*r2 || math.Abs(l2/r-1) > 0.01 {
		t.Errorf("west: left %v, right %v; east right %v", l2, r2, r)
	}
	l, r = loudness(vec(0.5, 6.5), nil)
	if math.Abs(l/r-1) > 1e-3 {
		t.Errorf("south: left %v, right %v", l, r)
	}
}

func TestDistance(t *testing.T) {
	near, _ := loudness(vec(0.5, 0.5), nil)
	for _, tiles := range []float64{1, 4, 10, 20} {
		far, _ := loudness(vec(0.5, 0.5+tiles), nil)
		if db := 20 * math.Log10(near/far); math.Abs(db-1.5*tiles) > 0.1 {
			t.Errorf("%v tiles away it is %.2f dB quieter, want %.1f", tiles, db, 1.5*tiles)
		}
	}
	if far, _ := loudness(vec(0.5, Reach+1), nil); far != 0 {
		t.Errorf("out of reach it is %v", far)
	}
}

func TestBehindWall(t *testing.T) {
	open, _ := loudness(vec(0.5, 8.5), nil)
	wall, _ := loudness(vec(0.5, 8.5), func(e *ear) { e.world.blocks[grid.Tile{X: 0, Y: 4}] = tile.StoneWall })
	door, _ := loudness(vec(0.5, 8.5), func(e *ear) { e.world.blocks[grid.Tile{X: 0, Y: 4}], e.world.state = tile.Door, 1 })
	if wall > 0.5*open || wall == 0 || math.Abs(door/open-1) > 1e-6 {
		t.Errorf("open %v, behind a wall %v, through an open door %v", open, wall, door)
	}
}

// A line of tiles is the same in both directions if nothing bends it; it ends, and never contains its own
// ends.
func TestWalled(t *testing.T) {
	all := &plain{blocks: map[grid.Tile]tile.Block{}}
	rapid.Check(t, func(t *rapid.T) {
		c := rapid.Int32Range(-40, 40)
		a, b := grid.Tile{X: c.Draw(t, "ax"), Y: c.Draw(t, "ay")}, grid.Tile{X: c.Draw(t, "bx"), Y: c.Draw(t, "by")}
		if walled(all, a, b) {
			t.Fatal("a wall in an empty world")
		}
		w := &plain{blocks: map[grid.Tile]tile.Block{a: tile.Cliff, b: tile.Cliff}}
		if walled(w, a, b) {
			t.Fatal("an end is a wall")
		}
	})
	w := &plain{blocks: map[grid.Tile]tile.Block{{X: 2, Y: 1}: tile.Cliff}}
	if !walled(w, grid.Tile{X: 0, Y: 0}, grid.Tile{X: 4, Y: 2}) || !walled(w, grid.Tile{X: 4, Y: 2}, grid.Tile{X: 0, Y: 0}) {
		t.Error("the wall in the middle of the line is not seen")
	}
}

func TestFootsteps(t *testing.T) {
	e := newEar()
	e.SetVolumes(1, 1, 0, 0, 1)
	e.scene.Movers = []Mover{{ID: 7, Kind: entity.Player, Seat: 1, Pos: vec(0.5, 0.5)}}
	e.frame()
	for range 60 { // a second at 4.5 tiles per second
		e.scene.Movers[0].Moved += fixed.One * 45 / 600
		e.frame()
	}
	if n := e.Stats().Played; n < 4 || n > 5 {
		t.Errorf("%d steps in 4.5 tiles", n)
	}
	e.scene.Movers[0].Moved += 100 * fixed.One // a correction
	e.frame()
	e.scene.Movers[0].Z = fixed.One / 2
	for range 60 {
		e.scene.Movers[0].Moved += fixed.One * 45 / 600
		e.frame()
	}
	if n := e.Stats().Played; n > 5 {
		t.Errorf("%d steps after a leap and in the air", n)
	}
	e.scene.Movers[0].Z = 0
	e.world.blind = true
	for range 60 {
		e.scene.Movers[0].Moved += fixed.One * 45 / 600
		e.frame()
	}
	if n := e.Stats().Played; n > 5 {
		t.Errorf("%d steps on nothing", n)
	}
}

func TestManyWalkers(t *testing.T) {
	e := newEar()
	for i := range 100 {
		e.scene.Movers = append(e.scene.Movers, Mover{ID: game.EntityID(i + 1), Kind: entity.Player, Pos: vec(1, 1)})
	}
	for range 30 {
		for i := range e.scene.Movers {
			e.scene.Movers[i].Moved += fixed.One / 10
		}
		e.frame()
	}
	if s := e.Stats(); s.Played == 0 || s.Voices > mixer.MaxVoices+mixer.MaxDying {
		t.Errorf("%+v", s)
	}
}

func TestScrapeFollowsSpeed(t *testing.T) {
	at := func(speed float64) float64 {
		e := newEar()
		e.SetVolumes(1, 1, 0, 0, 1)
		e.listen(256)
		e.scene.Movers = []Mover{{ID: 9, Kind: entity.Crate, Pos: vec(0.5, 1.5), Vel: fixed.SVec{X: fixed.S(speed * fixed.One)}}}
		for range 20 {
			e.frame()
		}
		l, _ := e.frame()
		return l
	}
	rest, slow, fast := at(0.1), at(1), at(4)
	if rest != 0 || slow == 0 || fast < 2*slow {
		t.Errorf("at rest %v, slow %v, fast %v", rest, slow, fast)
	}
	e := newEar()
	for i := range 30 {
		e.scene.Movers = append(e.scene.Movers, Mover{ID: game.EntityID(i + 1), Kind: entity.Crate, Pos: vec(20-float64(i)/2, 0), Vel: fixed.SVec{Y: 3 * fixed.One}})
	}
	e.frame()
	n, nearest := 0, false
	for _, l := range e.hearing.loops {
		if l.Sound == synth.Scrape {
			n++
			nearest = nearest || l.Key == 30
		}
	}
	if n != maxScrapes || !nearest {
		t.Errorf("%d scrapes, the nearest among them: %v", n, nearest)
	}
}

func TestAmbience(t *testing.T) {
	const (
		noon  = 4 * game.TicksPerDay / 24 // genesis is at 8
		night = 15 * game.TicksPerDay / 24
		dawn  = 22 * game.TicksPerDay / 24
	)
	heard := func(tick game.Tick, ground tile.Ground, block tile.Block) map[synth.Sound]bool {
		e := newEar()
		e.scene.Tick = tick
		e.world.ground = ground
		e.world.blocks[grid.Tile{X: 3, Y: 3}] = block
		e.world.state = 1
		for range 2 * aroundSide {
			e.frame()
		}
		set := map[synth.Sound]bool{}
		for _, l := range e.hearing.loops {
			set[l.Sound] = true
		}
		return set
	}
	for _, c := range []struct {
		name   string
		tick   game.Tick
		ground tile.Ground
		block  tile.Block
		yes    []synth.Sound
		no     []synth.Sound
	}{
		{"rock at noon", noon, tile.Rock, 0, []synth.Sound{synth.Wind}, []synth.Sound{synth.Shore, synth.Crickets, synth.Fire}},
		{"shore at noon", noon, tile.Water, 0, []synth.Sound{synth.Wind, synth.Shore}, []synth.Sound{synth.Crickets}},
		{"meadow at noon", noon, tile.Grass, 0, []synth.Sound{synth.Wind}, []synth.Sound{synth.Crickets}},
		{"meadow at night", night, tile.Grass, 0, []synth.Sound{synth.Crickets}, []synth.Sound{synth.Shore}},
		{"meadow at dawn", dawn, tile.Grass, 0, []synth.Sound{synth.Wind}, []synth.Sound{synth.Crickets}},
		{"hearth", noon, tile.Dirt, tile.Hearth, []synth.Sound{synth.Fire}, nil},
	} {
		got := heard(c.tick, c.ground, c.block)
		for _, s := range c.yes {
			if !got[s] {
				t.Errorf("%s: no %s", c.name, s)
			}
		}
		for _, s := range c.no {
			if got[s] {
				t.Errorf("%s: %s", c.name, s)
			}
		}
	}
	if h := hour(dawn); h != 6 || dawnAt(h) != 1 || nightAt(hour(night)) != 1 || nightAt(12) != 0 || dawnAt(23) > 1e-9 {
		t.Errorf("hours: dawn %v sings %v, night %v", h, dawnAt(h), nightAt(hour(night)))
	}
	for h := 0.0; h < 24; h += 0.1 {
		if d, n := dawnAt(h), nightAt(h); d < -1e-9 || d > 1 || n < 0 || n > 1 {
			t.Errorf("at %v: birds %v, night %v", h, d, n)
		}
	}
}

func TestBirdsSingAtDawn(t *testing.T) {
	sung := func(tick game.Tick) uint64 {
		e := newEar()
		e.scene.Tick = tick
		for x := int32(-6); x < 6; x++ {
			for y := int32(-6); y < 6; y++ {
				e.world.blocks[grid.Tile{X: x, Y: y}] = tile.Oak
			}
		}
		for range 60 * 60 {
			e.frame()
		}
		return e.Stats().Played
	}
	if dawn, night := sung(22*game.TicksPerDay/24), sung(15*game.TicksPerDay/24); dawn < 5 || dawn > 60 || night != 0 {
		t.Errorf("%d songs in a minute of dawn, %d at night", dawn, night)
	}
}

// Every event at the player's feet makes a sound.
func TestEventsAreAudible(t *testing.T) {
	for k := event.NoKind + 1; k < event.KindCount; k++ {
		e := newEar()
		e.SetVolumes(1, 1, 0, 0, 1)
		ev := event.Event{Kind: k, Seat: 1, Pos: vec(0.5, 0.5), A: 100}
		if cueOf(&ev, entity.NoKind, 1).why != "" {
			continue
		}
		e.frame(ev)
		if l, r := e.listen(synth.Rate / 5); l < 1e-4 || r < 1e-4 {
			t.Errorf("event %d is %v and %v loud", k, l, r)
		}
	}
}

func TestRefusalsDoNotHammer(t *testing.T) {
	e := newEar()
	for range 60 {
		e.frame(event.Event{Kind: event.Refused, Seat: 1})
	}
	if n := e.Stats().Played; n != 3 {
		t.Errorf("%d refusals heard in a second", n)
	}
}

func TestFloodOfEvents(t *testing.T) {
	e := newEar()
	flood := make([]event.Event, 5000)
	for i := range flood {
		flood[i] = event.Event{Kind: event.Kind(i), Seat: entity.Seat(i), A: int32(i * 7919), B: int32(i % 3), Pos: vec(float64(i%50)-25, float64(i%7))}
	}
	for range 60 {
		if l, r := e.frame(flood...); l > 1 || r > 1 || l != l {
			t.Fatalf("%v, %v", l, r)
		}
	}
	s := e.Stats()
	if s.Voices > mixer.MaxVoices+mixer.MaxDying || s.Dropped+s.Stolen == 0 {
		t.Errorf("%+v", s)
	}
}

// Places from the whole range of the world, far apart or wrapped, are no trouble.
func TestFarPlaces(t *testing.T) {
	e := newEar()
	rapid.Check(t, func(t *rapid.T) {
		v := func(name string) fixed.Vec {
			q := rapid.Int64()
			return fixed.Vec{X: fixed.Q(q.Draw(t, name)), Y: fixed.Q(q.Draw(t, name))}
		}
		e.scene.Movers = []Mover{{ID: 1, Kind: entity.Crate, Pos: v("crate"), Vel: fixed.SVec{X: math.MinInt32, Y: math.MaxInt32}},
			{ID: 2, Kind: entity.Player, Pos: v("player"), Moved: fixed.Q(rapid.Int64().Draw(t, "moved"))}}
		e.scene.Tick = game.Tick(rapid.Uint64().Draw(t, "tick"))
		e.Hear(&e.scene, v("ears"), []event.Event{{Kind: event.Kicked, Pos: v("event")}})
	})
}

func TestSilentPlayerDoesNothing(t *testing.T) {
	e := newEar()
	e.live.Store(false)
	e.Hear(&e.scene, vec(0, 0), []event.Event{{Kind: event.Kicked}})
	e.UI(SoundOK)
	if l, r := e.listen(synth.Rate / 10); l != 0 || r != 0 || e.Stats().Played != 0 {
		t.Error("it plays without a device")
	}
}

func TestHearDoesNotAllocate(t *testing.T) {
	e := newEar()
	e.world.ground = tile.Grass
	for i := range 8 {
		kind := entity.Player
		if i > 4 {
			kind = entity.Crate
		}
		e.scene.Movers = append(e.scene.Movers, Mover{ID: game.EntityID(i + 1), Kind: kind, Pos: vec(float64(i), 2), Vel: fixed.SVec{X: fixed.One}})
	}
	events := []event.Event{{Kind: event.Kicked, Pos: vec(1, 1)}, {Kind: event.Dug, A: int32(tile.Oak), Pos: vec(5, 5)}}
	p := make([]byte, 800*8)
	if n := testing.AllocsPerRun(100, func() {
		for i := range e.scene.Movers {
			e.scene.Movers[i].Moved += fixed.One / 10
		}
		e.Hear(&e.scene, vec(0, 0), events)
		e.UI(SoundHover)
		e.mixer.Read(p)
	}); n != 0 {
		t.Errorf("%v allocations a frame", n)
	}
}

// BenchmarkHear is the cost of a frame for the goroutine of the window: 8 players, 40 crates, 4 events.
func BenchmarkHear(b *testing.B) {
	e := newEar()
	e.world.ground = tile.Grass
	for i := range 48 {
		kind := entity.Player
		if i > 8 {
			kind = entity.Crate
		}
		e.scene.Movers = append(e.scene.Movers, Mover{ID: game.EntityID(i + 1), Kind: kind, Pos: vec(float64(i)/4, 2), Vel: fixed.SVec{X: fixed.One}})
	}
	events := []event.Event{{Kind: event.Kicked, Pos: vec(1, 1)}, {Kind: event.Dug, A: int32(tile.Oak), Pos: vec(5, 5)},
		{Kind: event.Said}, {Kind: event.Landed, Pos: vec(-9, 3)}}
	b.ReportAllocs()
	for b.Loop() {
		e.Hear(&e.scene, vec(0, 0), events)
	}
}
