package audio

import (
	"manyhold/audio/clip"
	"manyhold/audio/mixer"
	"manyhold/audio/synth"
	"manyhold/game/fixed"
)

// MaxPieces is how many makers' sounds begin in a frame. Beyond that number the listener cannot tell them
// apart.
const MaxPieces = 16

// Piece is a maker's sound at a place. The mixer limits how many of one thing and of one owner are heard.
type Piece struct {
	Clip         *clip.Clip
	Thing, Owner uint64
	At           fixed.Vec
}

// Sound plays a maker's sound with the next frame. It belongs to the goroutine of Frame.
func (p *Player) Sound(x Piece) {
	if h := &p.hearing; p.live.Load() && len(h.pieces) < MaxPieces {
		h.pieces = append(h.pieces, x)
	}
}

// playPieces plays the makers' sounds that wait.
func (h *hearing) playPieces(s *Scene, ears fixed.Vec) {
	for k := range h.pieces {
		x := &h.pieces[k]
		h.at(s, ears, x.At, mixer.Note{Gain: x.Clip.Gain, Rate: float32(x.Clip.Rate) / synth.Rate,
			Made: &mixer.Made{Samples: x.Clip.Samples, Thing: x.Thing, Owner: x.Owner}})
	}
	clear(h.pieces)
	h.pieces = h.pieces[:0]
}
