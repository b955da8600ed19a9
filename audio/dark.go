package audio

import (
	"manyhold/audio/mixer"
	"manyhold/audio/synth"
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/gloom"
)

const (
	// dreadReach is from how near a shade or an awake great moth is felt, in tiles.
	dreadReach = 12
	// mothSeen is below which height a great moth is there, in tiles.
	mothSeen = 8 * fixed.One
)

// dark tells of nightfall, once, and lets danger be felt before it is seen: a loop that grows as the nearest
// shade or great moth comes nearer.
func (h *hearing) dark(s *Scene, ears fixed.Vec) {
	before := h.duskTo
	if h.duskTo = s.Tick; before < s.Tick && s.Tick-before < game.TicksPerSecond && gloom.Depth(before) == 0 && gloom.Depth(s.Tick) > 0 && !h.cave {
		h.mixer.Play(mixer.Note{Sound: synth.Nightfall, Gain: 1, Rate: 1})
	}
	least := fixed.Q(dreadReach * fixed.One)
	for i := range s.Movers {
		m := &s.Movers[i]
		if m.Kind != entity.Shade && (m.Kind != entity.GreatMoth || m.Z > mothSeen || m.Vel == (fixed.SVec{})) {
			continue
		}
		if d := m.Pos.Sub(ears); d.Near(least) {
			least = d.Len()
		}
	}
	if near := 1 - float64(least)/(dreadReach*fixed.One); near > 0 {
		h.loop(dreadKey, synth.Dread, near, 0, false)
	}
}
