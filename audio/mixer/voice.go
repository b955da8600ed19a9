package mixer

import (
	"math"

	"manyhold/audio/synth"
)

// voice is one playing sound. A free one has no samples.
type voice struct {
	samples  []int16
	pos      float64 // in samples
	rate     float64
	left     ramp
	right    ramp
	muffle   float32 // coefficient of the low-pass now: 1 lets everything through
	muffleTo float32
	low      [2]float32 // state of the two poles
	bus      synth.Bus
	priority uint8
	loop     bool
	dying    bool
	fall     [2]float32 // how much gain a fading voice loses per block
	key      uint64     // of a loop
	born     uint64     // the number of the note
	made     bool       // a maker's sound, of a thing and its owner
	thing    uint64
	owner    uint64
}

// muffled is the coefficient of a one-pole low-pass at MuffleHz.
var muffled = float32(1 - math.Exp(-2*math.Pi*MuffleHz/synth.Rate))

// begin starts a note if a voice is available.
func (m *Mixer) begin(n *Note) {
	if n.Made != nil && n.Gain > 0 {
		m.beginMade(n)
		return
	}
	if n.Sound == synth.Silence || n.Sound >= synth.Count || !(n.Gain > 0) {
		return
	}
	in := n.Sound.Info()
	samples := m.bank.take(n.Sound, int(m.random()>>32)%in.Takes)
	if len(samples) == 0 || in.Loop {
		m.counts.Dropped++
		return
	}
	v := m.free(in.Priority, n.Gain)
	if v == nil {
		m.counts.Dropped++
		return
	}
	m.counts.Played++
	*v = voice{samples: samples, bus: in.Bus, priority: in.Priority, born: m.counts.Played}
	gain, rate := n.Gain, n.Rate
	if in.Vary {
		gain *= 1 + 0.23*m.swing() // ±2 dB
		rate = pace(rate) * (1 + 0.06*m.swing())
	}
	v.aim(n, gain, rate)
	v.left.now, v.right.now, v.muffle = v.left.to, v.right.to, v.muffleTo
}

// follow matches the playing loops with the wanted ones.
func (m *Mixer) follow() {
	for i := range m.voices {
		v := &m.voices[i]
		if v.samples != nil && v.loop && !v.dying && !m.wants(v.key) {
			v.die()
		}
	}
	for i := range m.want {
		w := &m.want[i]
		if w.Sound == synth.Silence || w.Sound >= synth.Count || w.Key == 0 {
			continue
		}
		v := m.looping(w.Key)
		if v == nil {
			in := w.Sound.Info()
			samples := m.bank.take(w.Sound, 0)
			if len(samples) == 0 || !in.Loop || !(w.Gain > 0) {
				continue
			}
			if v = m.free(in.Priority, w.Gain); v == nil {
				continue // it asks again with the next call
			}
			*v = voice{samples: samples, bus: in.Bus, priority: in.Priority, loop: true, key: w.Key, muffle: 1}
			v.pos = float64(m.random() % uint64(len(samples)))
		}
		v.aim(&w.Note, w.Gain, w.Rate)
	}
}

func (m *Mixer) wants(key uint64) bool {
	for i := range m.want {
		if m.want[i].Key == key {
			return true
		}
	}
	return false
}

func (m *Mixer) looping(key uint64) *voice {
	for i := range m.voices {
		if v := &m.voices[i]; v.samples != nil && v.loop && !v.dying && v.key == key {
			return v
		}
	}
	return nil
}

// free returns a voice for a sound of a priority and gain; nil when all playing voices matter more. The least
// important voice begins to fade.
func (m *Mixer) free(priority uint8, gain float32) *voice {
	var empty, least, oldest *voice
	living := 0
	for i := range m.voices {
		v := &m.voices[i]
		switch {
		case v.samples == nil:
			empty = v
		case v.dying:
			if oldest == nil || v.born < oldest.born {
				oldest = v
			}
		default:
			living++
			if least == nil || v.less(least) {
				least = v
			}
		}
	}
	if living >= MaxVoices {
		if least.priority > priority || least.priority == priority && least.loudness() > gain {
			return nil
		}
		m.counts.Stolen++
		least.die()
	}
	if empty == nil {
		empty = oldest
	}
	return empty
}

func (v *voice) loudness() float32 { return max(v.left.to, v.right.to) }

// less reports whether v is worth less than o: by priority, then loudness, then age.
func (v *voice) less(o *voice) bool {
	if v.priority != o.priority {
		return v.priority < o.priority
	}
	if a, b := v.loudness(), o.loudness(); a != b {
		return a < b
	}
	return v.born < o.born
}

// aim sets where the voice is on its way to. The pan keeps the power the same from side to side.
func (v *voice) aim(n *Note, gain, rate float32) {
	pan := max(-1, min(1, n.Pan))
	if pan != pan {
		pan = 0
	}
	sin, cos := math.Sincos(math.Pi / 4 * (1 + float64(pan)))
	g := min(gain, 4)
	v.left.to, v.right.to = g*float32(cos)*math.Sqrt2, g*float32(sin)*math.Sqrt2
	v.rate = float64(pace(rate))
	v.muffleTo = 1
	if n.Muffle {
		v.muffleTo = muffled
	}
}

func pace(rate float32) float32 {
	if !(rate > 0) {
		return 1
	}
	return max(1.0/8, min(8, rate))
}

// add adds one block of the voice to l and r, and frees it at its end.
func (v *voice) add(l, r *[BlockFrames]float32, bus ramp) {
	const per = 1.0 / BlockFrames
	endL, endR := v.ends()
	gl, gr := v.left.now*bus.now, v.right.now*bus.now
	dl, dr := (endL*bus.to-gl)*per, (endR*bus.to-gr)*per
	k, dk := v.muffle, (v.muffleTo-v.muffle)*(glide*per)
	low := v.low
	n := len(v.samples)
	for i := range BlockFrames {
		j := int(v.pos)
		if j+1 >= n {
			if !v.loop {
				v.samples = nil
				return
			}
			if j >= n {
				v.pos -= float64(n)
				j = int(v.pos)
			}
		}
		next := j + 1
		if next == n {
			next = 0
		}
		a := float32(v.samples[j])
		x := (a + (float32(v.samples[next])-a)*float32(v.pos-float64(j))) * (1.0 / fullScale)
		low[0] += k * (x - low[0])
		low[1] += k * (low[0] - low[1])
		l[i] += low[1] * gl
		r[i] += low[1] * gr
		gl += dl
		gr += dr
		k += dk
		v.pos += v.rate
	}
	v.low = low
	v.left.now, v.right.now = endL, endR
	v.muffle += (v.muffleTo - v.muffle) * glide
	if v.dying && v.left.now == 0 && v.right.now == 0 {
		v.samples = nil
	}
}

// glide is the part of its way that a loop's gain goes in a block: 63 % in 13 ms.
const glide = 0.1

// ends returns the gains at the end of this block.
func (v *voice) ends() (l, r float32) {
	switch {
	case v.dying:
		return max(0, v.left.now-v.fall[0]), max(0, v.right.now-v.fall[1])
	case v.loop:
		return v.left.now + (v.left.to-v.left.now)*glide, v.right.now + (v.right.to-v.right.now)*glide
	}
	return v.left.to, v.right.to
}

// die leads the voice out in a line over FadeFrames.
func (v *voice) die() {
	const part = 1.001 * BlockFrames / FadeFrames // a little more, so that the last step reaches zero
	v.dying = true
	v.fall = [2]float32{v.left.now*part + 1e-9, v.right.now*part + 1e-9}
}

// random is the next number of cosmetic chance: a splitmix64 sequence.
func (m *Mixer) random() uint64 {
	m.chance += 0x9e3779b97f4a7c15
	z := m.chance
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// swing is a random number in [-1, 1).
func (m *Mixer) swing() float32 { return float32(int32(m.random()>>32)) / (1 << 31) }
