package audio

import (
	"manyhold/audio/mixer"
	"manyhold/audio/synth"
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/physics"
	"manyhold/game/tile"
)

const (
	// Stride is the way from one step to the next, in tiles: half a cycle of the drawn walk, 15 pixels of 16.
	Stride = 15 * fixed.One / 16
	// MaxWalkers is how many players' feet are followed. Further ones walk silently until one of them goes.
	MaxWalkers = 64

	scrapeFrom   = 0.3 // tiles per second: slower crates do not scrape
	scrapeFull   = float64(physics.PushSpeed) / fixed.One
	maxScrapes   = 4
	maxHums      = 2
	othersAsLoud = 0.8 // other players' steps relative to the listener's own
)

// walker follows one player's feet.
type walker struct {
	id   game.EntityID
	step int64 // how many steps it has made
	seen uint64
}

// walk plays the steps that were made since the last frame.
func (h *hearing) walk(s *Scene, ears fixed.Vec) {
	h.frame++
	for i := range s.Movers {
		m := &s.Movers[i]
		if m.Kind != entity.Player {
			continue
		}
		w := h.walker(m.ID)
		if w == nil {
			continue
		}
		step := int64(m.Moved) / int64(Stride)
		fresh := w.id != m.ID || w.seen+1 < h.frame
		made := step - w.step
		*w = walker{m.ID, step, h.frame}
		// More than one step in a frame is a leap or a correction, not a walk.
		if fresh || made != 1 || m.Z > 0 || m.Flags&entity.Carried != 0 {
			continue
		}
		material, ok := s.ground(m.Pos)
		if !ok {
			continue
		}
		if m.Flags&entity.Riding != 0 {
			material = synth.Wood // the wheels of its cart
		}
		n := mixer.Note{Sound: synth.Step(material), Gain: 1}
		if m.Seat != s.Seat {
			n.Gain = othersAsLoud
		}
		h.at(s, ears, m.Pos, n)
	}
}

// walker returns the place of id among those followed, its old one or a free one; nil when there is none.
func (h *hearing) walker(id game.EntityID) (free *walker) {
	for i := range h.walkers {
		w := &h.walkers[i]
		if w.id == id {
			return w
		}
		if w.id == 0 || w.seen+1 < h.frame {
			free = w
		}
	}
	return free
}

// scrape adds a loop for each pushed crate within reach; if they are too many, for the loudest.
func (h *hearing) scrape(s *Scene, ears fixed.Vec) {
	first := len(h.loops)
	for i := range s.Movers {
		m := &s.Movers[i]
		if m.Kind != entity.Crate || m.Z > 0 || m.Flags&(entity.Carried|entity.Resting) != 0 {
			continue
		}
		speed := speedOf(m.Vel)
		if speed < scrapeFrom {
			continue
		}
		note := mixer.Note{Sound: synth.Scrape, Gain: float32(min(speed/scrapeFull, 1)), Rate: float32(0.8 + 0.1*min(speed, 5))}
		if place(&note, s.World, ears, m.Pos) {
			h.loudest(first, maxScrapes, mixer.Loop{Key: uint64(m.ID), Note: note})
		}
	}
}

// hum adds a loop for each running rotor within reach; if they are too many, for the loudest.
func (h *hearing) hum(s *Scene, ears fixed.Vec) {
	first := len(h.loops)
	for i := range s.Movers {
		m := &s.Movers[i]
		if m.Kind != entity.RotorArm {
			continue
		}
		_, b, state, _ := s.World.TileAt(grid.TileAt(m.Pos))
		note := mixer.Note{Sound: synth.Hum, Gain: 1, Rate: 1}
		if b == tile.Rotor && state&tile.StateBit0 != 0 && place(&note, s.World, ears, m.Pos) {
			h.loudest(first, maxHums, mixer.Loop{Key: uint64(m.ID), Note: note})
		}
	}
}

// loudest adds a loop to those from first on, or puts it in the place of the quietest of them if they are as
// many as may be.
func (h *hearing) loudest(first, most int, l mixer.Loop) {
	if len(h.loops)-first < most {
		h.loops = append(h.loops, l)
		return
	}
	quietest := &h.loops[first]
	for k := range h.loops[first:] {
		if o := &h.loops[first+k]; o.Gain < quietest.Gain {
			quietest = o
		}
	}
	if quietest.Gain < l.Gain {
		*quietest = l
	}
}
