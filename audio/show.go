package audio

import (
	"math"

	"manyhold/audio/music"
	"manyhold/audio/synth"
	"manyhold/game/event"
	"manyhold/game/item"
)

// cueOfShow returns the sound of an event of what people show each other. The pitch of notes comes from the
// scene: see pitchOf.
func cueOfShow(e *event.Event) cue {
	switch e.Kind {
	case event.Dressed:
		return cue{sound: synth.Rustle, rate: either(e.B == 1, 1.1, 0.9)}
	case event.Played:
		switch item.Kind(e.A) {
		case item.Flute:
			return cue{sound: synth.FluteNote}
		case item.Harp:
			return cue{sound: synth.HarpNote}
		case item.Bells:
			return cue{sound: synth.BellNote}
		}
		return cue{sound: synth.VoiceNote}
	case event.Performed:
		return cue{sound: synth.UIOpen, gain: 0.4}
	case event.Launched:
		return cue{sound: synth.Rocket}
	case event.Charted:
		return cue{sound: synth.Found, flat: true}
	case event.CarryAsked:
		return cue{sound: synth.Bump}
	case event.Hoisted:
		return cue{sound: synth.PickUp, rate: 0.8}
	case event.SetDown:
		return cue{sound: synth.Drop, rate: 0.8}
	case event.Achieved:
		return cue{sound: synth.Kindled, gain: 0.6, rate: 1.2, flat: true}
	case event.Rewarded:
		return cue{sound: synth.Collect, rate: 0.9}
	}
	return cue{}
}

// where describes the place of the ears for the music.
func (h *hearing) where() music.Where {
	w := music.Where{Cave: h.cave, Water: float32(min(h.around.water/fullShore, 1))}
	if h.theme.Character != NoCharacter {
		w.Theme, w.Character, w.Since = h.theme.Seed, h.theme.Character, h.theme.Since
	}
	return w
}

// pitchOf returns the rate at which an instrument sounds for one of its five notes: in the key of the music
// of the world at that tick. So all that is played fits it.
func (h *hearing) pitchOf(s *Scene, note int32) float64 {
	p := music.PieceAt(s.Seed, s.Tick, h.where())
	return math.Pow(2, float64(p.Five(int(note))-69)/12)
}
