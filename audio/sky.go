package audio

import (
	"math"

	"manyhold/audio/mixer"
	"manyhold/audio/synth"
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/tile"
	"manyhold/game/weather"
)

const (
	// caveFrom and caveTo are the shares of rock around the ears, in tiles, that start and keep the music of
	// caves.
	caveFrom, caveTo = aroundSide * aroundSide * 45 / 100, aroundSide * aroundSide * 30 / 100
	// villageReach is how near people make a village, in tiles, and villagePeople how many have all of its
	// music.
	villageReach, villagePeople = 12, 3
	// thunderSoft is how much softer the farthest thunder is.
	thunderSoft = 0.75
)

// sky adds wind and rain, and thunder when its time has come.
func (h *hearing) sky(s *Scene, ears fixed.Vec) {
	at := grid.TileAt(ears)
	w, stays := s.Estates.Sky(s.Seed, s.Tick, at)
	a := &h.around
	indoors := 1.0
	if a.roofed || h.cave {
		indoors = 0.35
	}
	blow := math.Abs(float64(w.Wind)) / weather.Full
	h.loop(windKey, synth.Wind, (0.5+0.9*blow)*indoors, 0, a.roofed)
	g, _, _, ok := s.World.TileAt(at)
	if ok && g != tile.Snow && g != tile.Ice { // snow falls in silence
		h.loop(rainKey, synth.Rain, float64(w.Rain)/weather.Full*indoors*0.6, 0, a.roofed || h.cave)
	}
	if stays {
		h.heardTo = s.Tick
		return
	}
	h.thunder(s, at, a.roofed || h.cave)
}

// thunder plays each lightning whose sound arrives in this frame.
func (h *hearing) thunder(s *Scene, at grid.Tile, muffled bool) {
	from := h.heardTo
	h.heardTo = s.Tick
	if s.Tick <= from || s.Tick-from > game.TicksPerSecond {
		return // time stood still, or leapt
	}
	// it may have struck in the slot before
	for _, t := range [2]game.Tick{s.Tick, s.Tick - min(s.Tick, 256)} {
		k, ok := weather.StrikeNear(s.Seed, t, at)
		if arrives := k.At + game.Tick(k.Late); ok && arrives > from && arrives <= s.Tick {
			far := float32(k.Late) / 170
			h.mixer.Play(mixer.Note{Sound: synth.Thunder, Gain: 1 - thunderSoft*far, Rate: 1 - 0.25*far, Muffle: muffled || far > 0.6})
			return
		}
	}
}

// play tells the music where it is.
func (h *hearing) play(s *Scene, ears fixed.Vec) {
	if h.music == nil {
		return
	}
	a := &h.around
	if a.known {
		h.cave = a.rock > caveFrom || h.cave && a.rock > caveTo
	}
	near := 0
	for i := range s.Movers {
		m := &s.Movers[i]
		if m.Kind == entity.Player && m.Flags&entity.Asleep == 0 && m.Pos.Sub(ears).Near(villageReach*fixed.One) {
			near++
		}
	}
	w := h.where()
	if near >= villagePeople {
		w.Village = 1
	}
	h.music.Tell(s.Seed, s.Tick, w)
}
