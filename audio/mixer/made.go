package mixer

import "manyhold/audio/synth"

// The limits of makers' sounds. A sound beyond them is silent, so that nobody shouts the game down.
const (
	// MaxOfThing is how many sounds of one thing are heard at a time: one more takes the place of its oldest.
	MaxOfThing = 2
	// MaxOfOwner is how many sounds of one player's things are heard at a time.
	MaxOfOwner = 4
	// MaxMade is how many makers' sounds are heard at a time, a third of all voices. One more takes the place
	// of the quietest, if it is louder.
	MaxMade = 8
	// madePriority is below that of all that happens in the game but steps and the hum of machines.
	madePriority = 3
)

// Made is a maker's sound: its samples, which are shared and read-only, and what limits it.
type Made struct {
	Samples []int16
	Thing   uint64 // the thing that sounds
	Owner   uint64 // and its owner
}

// beginMade starts a maker's sound, if its thing, its owner and all makers together leave room.
func (m *Mixer) beginMade(n *Note) {
	if len(n.Made.Samples) == 0 {
		m.counts.Dropped++
		return
	}
	var gives, oldest, quietest *voice // gives: the voice whose place it takes
	things, owners, all := 0, 0, 0
	for i := range m.voices {
		v := &m.voices[i]
		if v.samples == nil || v.dying || !v.made {
			continue
		}
		all++
		if quietest == nil || v.loudness() < quietest.loudness() {
			quietest = v
		}
		if v.owner == n.Made.Owner {
			owners++
		}
		if v.thing == n.Made.Thing {
			things++
			if oldest == nil || v.born < oldest.born {
				oldest = v
			}
		}
	}
	switch {
	case things >= MaxOfThing:
		gives = oldest
	case owners >= MaxOfOwner, all >= MaxMade && quietest.loudness() >= n.Gain:
		m.counts.Dropped++
		return
	case all >= MaxMade:
		gives = quietest
	}
	if gives != nil {
		m.counts.Stolen++
		gives.die()
	}
	v := m.free(madePriority, n.Gain)
	if v == nil {
		m.counts.Dropped++
		return
	}
	m.counts.Played++
	*v = voice{samples: n.Made.Samples, bus: synth.Makers, priority: madePriority, born: m.counts.Played, made: true, thing: n.Made.Thing, owner: n.Made.Owner}
	v.aim(n, n.Gain, n.Rate)
	v.left.now, v.right.now, v.muffle = v.left.to, v.right.to, v.muffleTo
}
