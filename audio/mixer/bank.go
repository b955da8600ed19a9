package mixer

import (
	"math"
	"runtime"
	"sync/atomic"

	"manyhold/audio/synth"
)

// Bank holds the samples of all sounds. One goroutine may fill it while others read; a sound not made yet is
// silent.
type Bank struct {
	takes [synth.Count][synth.Takes]atomic.Pointer[[]int16]
}

// Fill makes all sounds that are missing, those that are heard first coming first, and lets other
// goroutines run in between, since a browser has but one thread. It ends early, at the next sound, once stop
// reports true; nil never does.
func (b *Bank) Fill(stop func() bool) {
	for _, late := range [...]bool{false, true} {
		// menus and notices stand at the end of the catalogue
		for s := synth.Count - 1; s > synth.Silence; s-- {
			in := s.Info()
			if (in.Loop || in.Seconds > 0.5) != late {
				continue
			}
			for take := range in.Takes {
				if stop != nil && stop() {
					return
				}
				if b.takes[s][take].Load() == nil {
					buf := packed(synth.Make(s, take))
					b.takes[s][take].Store(&buf)
					runtime.Gosched()
				}
			}
		}
	}
}

// fullScale is the value of a full-scale sample in a Bank: int16 takes half the memory of floats, and its
// noise floor at -96 dB is inaudible.
const fullScale = 1 << 15

// packed rounds samples to whole numbers. No sound reaches full scale (see synth.Make).
func packed(buf []float32) []int16 {
	p := make([]int16, len(buf))
	for i, v := range buf {
		p[i] = int16(math.Round(float64(max(-1, min(v, 1-1.0/fullScale)) * fullScale)))
	}
	return p
}

// take returns the samples of a sound, nil when they are not made yet. The samples are read-only.
func (b *Bank) take(s synth.Sound, take int) []int16 {
	if p := b.takes[s][take].Load(); p != nil {
		return *p
	}
	return nil
}
