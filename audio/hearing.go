package audio

import (
	"math"

	"manyhold/audio/mixer"
	"manyhold/audio/music"
	"manyhold/audio/synth"
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
)

const (
	// MaxEvents is how many events of one frame are played. Beyond that number the listener cannot tell them
	// apart.
	MaxEvents = 64
	// refusalGap is how often a refusal is heard at most, in ticks: holding a button against a wall is told
	// once.
	refusalGap = 20
)

// hearing turns scenes and events into notes. It is owned by the goroutine that calls hear.
type hearing struct {
	mixer   *mixer.Mixer
	music   *music.Player
	chance  uint64
	frame   uint64
	walkers [MaxWalkers]walker
	loops   []mixer.Loop
	row     int32
	next    surroundings
	around  surroundings
	heardTo game.Tick // up to which thunder was heard
	duskTo  game.Tick // the tick of the last frame, for nightfall
	cave    bool      // the music is that of caves
	theme   Theme     // of the place
	refused uint64    // the last frame in which a refusal was heard
	pieces  []Piece   // makers' sounds of the next frame
}

// hear plays the events and continuous sounds of one frame, as heard at ears.
func (h *hearing) hear(s *Scene, ears fixed.Vec, events []event.Event) {
	h.walk(s, ears)
	for i := range events[:min(len(events), MaxEvents)] {
		h.event(s, ears, &events[i])
	}
	h.playPieces(s, ears)
	h.look(s, ears)
	h.loops = h.loops[:0]
	h.scrape(s, ears)
	h.hum(s, ears)
	h.ambience(s, ears)
	h.sky(s, ears)
	h.dark(s, ears)
	h.mixer.Loops(h.loops)
	h.play(s, ears)
}

func (h *hearing) event(s *Scene, ears fixed.Vec, e *event.Event) {
	body := entity.NoKind
	if e.Kind == event.Bounced {
		if m := s.mover(e.Entity); m != nil {
			body = m.Kind
		}
	}
	c := cueOf(e, body, s.Seat)
	if c.sound == synth.Silence {
		return
	}
	if e.Kind == event.Refused {
		if h.refused != 0 && h.frame-h.refused < refusalGap {
			return
		}
		h.refused = h.frame
	}
	n := mixer.Note{Sound: c.sound, Gain: 1, Rate: float32(c.rate)}
	if e.Kind == event.Played {
		n.Rate = float32(h.pitchOf(s, e.B))
	}
	if c.gain > 0 {
		n.Gain = float32(c.gain)
	}
	if c.flat {
		h.mixer.Play(n)
	} else {
		h.at(s, ears, e.Pos, n)
	}
}

// at plays a note whose source is at p.
func (h *hearing) at(s *Scene, ears, p fixed.Vec, n mixer.Note) {
	if place(&n, s.World, ears, p) {
		h.mixer.Play(n)
	}
}

func speedOf(v fixed.SVec) float64 {
	return math.Hypot(float64(v.X), float64(v.Y)) / fixed.One
}

// random is cosmetic chance: a splitmix64 sequence.
func (h *hearing) random() uint64 {
	h.chance += 0x9e3779b97f4a7c15
	z := h.chance
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

func (h *hearing) unit() float64 { return float64(h.random()>>11) / (1 << 53) }
