package audio

import (
	"testing"

	"manyhold/audio/music"
	"manyhold/audio/synth"
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/game/tile"
	"manyhold/game/weather"
)

// seedOf returns the seed of a world whose weather at the origin is as wanted around a tick.
func seedOf(t *testing.T, at game.Tick, want func(weather.Sky) bool) uint64 {
	t.Helper()
	for seed := range uint64(100000) {
		if want(weather.At(seed, at, grid.Tile{})) && want(weather.At(seed, at+700, grid.Tile{})) {
			return seed
		}
	}
	t.Fatal("no world has that weather")
	return 0
}

// TestWeatherIsHeard: rain on land is a loop, snow falls in silence, wind blows the louder, and every
// lightning thunders once, later.
func TestWeatherIsHeard(t *testing.T) {
	const at = game.Tick(60000)
	wet := seedOf(t, at, func(w weather.Sky) bool { return w.Rain == weather.Full })
	dry := seedOf(t, at, func(w weather.Sky) bool { return w.Rain == 0 })
	gain := func(seed uint64, g tile.Ground, s synth.Sound) float32 {
		e := newEar()
		e.world.ground = g
		e.scene.Seed, e.scene.Tick = seed, at
		for range 2 * aroundSide {
			e.frame()
		}
		for _, l := range e.hearing.loops {
			if l.Sound == s {
				return l.Gain
			}
		}
		return 0
	}
	if gain(wet, tile.Grass, synth.Rain) == 0 || gain(dry, tile.Grass, synth.Rain) != 0 || gain(wet, tile.Snow, synth.Rain) != 0 {
		t.Error("rain is not heard where it rains, or elsewhere")
	}
	if out, in := gain(wet, tile.Grass, synth.Rain), gain(wet, tile.WoodFloor, synth.Rain); in >= out {
		t.Errorf("rain is %v under a roof and %v outside", in, out)
	}
	stormy := seedOf(t, at, func(w weather.Sky) bool { return w.Storm == weather.Full })
	e := newEar()
	e.scene.Seed, e.scene.Tick = stormy, at
	strikes := uint64(0)
	for slot := range game.Tick(8) {
		if _, ok := weather.StrikeNear(stormy, at&^255+slot*256, grid.Tile{}); ok {
			strikes++
		}
	}
	for range 9 * 256 {
		e.scene.Tick++
		e.frame()
	}
	if got := e.Stats().Played; strikes == 0 || got+2 < strikes || got > strikes+3 {
		t.Errorf("%d lightnings, %d thunders", strikes, got)
	}
}

// TestMusicKnowsThePlace: rock all around is a cave, water near brings the harp, three people the drum; the
// volume of the music is its own.
func TestMusicKnowsThePlace(t *testing.T) {
	rock := newEar()
	for x := int32(-around - 1); x <= around; x++ {
		for y := int32(-around - 1); y <= around; y++ {
			if y != 0 {
				rock.world.blocks[grid.Tile{X: x, Y: y}] = tile.Cliff
			}
		}
	}
	open := newEar()
	for range 2 * aroundSide {
		rock.frame()
		open.frame()
	}
	if !rock.hearing.cave || open.hearing.cave {
		t.Errorf("cave: %v among rock, %v in the open", rock.hearing.cave, open.hearing.cave)
	}
	loud := func(volume float64, people int) float64 {
		e := newEar()
		e.music = music.NewPlayer()
		e.hearing.music = e.music
		e.mixer.Join(e.music)
		e.SetVolumes(1, 0, 0, volume, 0)
		for n := range people {
			e.scene.Movers = append(e.scene.Movers, Mover{ID: game.EntityID(n + 1), Seat: entity.Seat(n + 1), Kind: entity.Player, Pos: vec(float64(n), 0)})
		}
		e.scene.Tick = music.PieceAt(0, 0, music.Where{}).From + 8*216
		sum := 0.0
		for range 300 {
			e.scene.Tick++
			l, r := e.frame()
			sum += l*l + r*r
		}
		return sum
	}
	if off, on := loud(0, 1), loud(1, 1); off > on/1000 || on == 0 {
		t.Errorf("music has %g when off and %g when on", off, on)
	}
	if alone, village := loud(1, 1), loud(1, villagePeople); village == alone {
		t.Error("a village sounds like one person")
	}
}
