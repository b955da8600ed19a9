package music

import (
	"math"

	"manyhold/audio/synth"
)

const (
	// longestString is the delay of the lowest string, in samples: 50 Hz.
	longestString = 1024
	// padAttack, padRelease, leadAttack and leadRelease are in seconds.
	padAttack, padRelease   = 1.2, 1.6
	leadAttack, leadRelease = 0.05, 0.25
	// detune is how far apart the two oscillators of the pad are, as a ratio: ±4 cents.
	detune = 1.0023
)

// The gains of the instruments, so that together they stay soft.
var gains = [InstrumentCount]float32{Pad: 0.024, Pluck: 0.15, Lead: 0.075, Harp: 0.16, Drum: 0.3}

// voice is one playing note. A free one has age < 0 and is silent.
type voice struct {
	who        Instrument
	on         bool
	step       float64 // of the phase in a sample
	phase      [2]float64
	gain       float32
	level      float32 // of the envelope
	rise, fall float32 // change of the envelope per sample
	held       int     // samples until it is let go
	age        int
	pan        float32 // -1 to 1

	// Of a string (Karplus and Strong, "Digital Synthesis of Plucked-String and Drum Timbres", 1983):
	string [longestString]float32
	length int
	part   float32 // of a sample beyond length
	at     int
	last   float32
	damp   float32
}

func frequency(midi int) float64 { return 440 * math.Pow(2, float64(midi-69)/12) }

// begin makes v sound a note for some samples.
func (v *voice) begin(n *Note, held int, seed uint64) {
	f := frequency(n.Midi)
	*v = voice{who: n.Who, on: true, step: f / synth.Rate, gain: n.Loud * gains[n.Who], held: held}
	v.pan = float32(int64(mix(seed)>>40)%100)/100 - 0.5
	switch n.Who {
	case Pad:
		v.rise, v.fall = 1/(padAttack*synth.Rate), 1/(padRelease*synth.Rate)
		v.phase[1] = 0.37
	case Lead:
		v.pan *= 0.4
		v.rise, v.fall = 1/(leadAttack*synth.Rate), 1/(leadRelease*synth.Rate)
	case Pluck, Harp:
		v.pluck(f, seed)
	case Drum:
		v.pan *= 0.3
		v.rise, v.fall = 1/(0.002*synth.Rate), 0
	}
}

// pluck fills the string with noise, softer for plucks than for the harp.
func (v *voice) pluck(f float64, seed uint64) {
	v.level, v.rise = 1, 0
	// The mean of two samples delays by half of one.
	delay := min(synth.Rate/f-0.5, longestString-2)
	v.length = int(delay)
	v.part = float32(delay - float64(v.length))
	v.damp = 0.9965
	soft := 2
	if v.who == Harp {
		v.damp, soft = 0.9978, 1
	}
	for i := range v.length + 1 {
		seed = mix(seed)
		v.string[i] = float32(int64(seed)) / (1 << 63)
	}
	for range soft {
		was := float32(0)
		for i := range v.length + 1 {
			v.string[i], was = (v.string[i]+was)/2, v.string[i]
		}
	}
	sum := float32(0)
	for i := range v.length + 1 {
		sum += v.string[i]
	}
	for i := range v.length + 1 { // no constant part, which would click
		v.string[i] -= sum / float32(v.length+1)
	}
}

// release lets v fade soon.
func (v *voice) release() {
	v.held = 0
	if v.who == Pluck || v.who == Harp {
		v.damp = min(v.damp, 0.9)
	}
}

// next returns the next sample of v and frees it at its end.
func (v *voice) next() float32 {
	var s float32
	switch v.who {
	case Pad:
		s = triangle(v.phase[0]) + triangle(v.phase[1])
		v.phase[0] = wrap(v.phase[0] + v.step*detune)
		v.phase[1] = wrap(v.phase[1] + v.step/detune)
		v.envelope()
	case Lead:
		t := float32(v.age) / synth.Rate
		vibrato := 1 + 0.004*math.Sin(2*math.Pi*5.2*float64(t))*math.Min(1, float64(t)*2)
		s = sine(v.phase[0]) + 0.22*sine(wrap(v.phase[0]*3))
		v.phase[0] = wrap(v.phase[0] + v.step*vibrato)
		v.envelope()
	case Pluck, Harp:
		s = v.vibrate()
	case Drum:
		t := float64(v.age) / synth.Rate
		k := float32(math.Exp(-t * 16))
		v.phase[0] = wrap(v.phase[0] + v.step*(1+0.8*math.Exp(-t*38)))
		s = sine(v.phase[0]) * k
		v.level = min(1, v.level+v.rise)
		v.on = k > 0.001
	}
	v.age++
	return s * v.level * v.gain
}

// envelope rises while the note is held, and falls afterwards.
func (v *voice) envelope() {
	if v.held > 0 {
		v.held--
		v.level = min(1, v.level+v.rise)
		return
	}
	if v.level -= v.fall; v.level <= 0 {
		v.level, v.on = 0, false
	}
}

// vibrate is one step of the string.
func (v *voice) vibrate() float32 {
	n := v.length + 1
	i := v.at
	j := i + 1
	if j == n {
		j = 0
	}
	// The sample written length+part samples ago lies between the oldest sample and the next.
	out := v.string[i]*v.part + v.string[j]*(1-v.part)
	v.string[i] = v.damp * (out + v.last) / 2
	v.last = out
	v.at = j
	if v.held > 0 {
		v.held--
	} else if v.age > synth.Rate/2 {
		v.damp = min(v.damp, 0.985)
	}
	if v.age > 4*synth.Rate || v.age > synth.Rate/4 && v.damp < 0.99 && v.age&1023 == 0 && v.silent() {
		v.level -= 1.0 / 240
	}
	if v.level < 1 { // on its way out: 5 ms
		if v.level -= 1.0 / 240; v.level <= 0 {
			v.on, v.level = false, 0
		}
	}
	return out
}

// silent reports whether the string hardly moves any more.
func (v *voice) silent() bool {
	for i := 0; i < v.length; i += 3 {
		if v.string[i] > 2e-3 || v.string[i] < -2e-3 {
			return false
		}
	}
	return true
}

func wrap(phase float64) float64 { return phase - math.Floor(phase) }

func triangle(phase float64) float32 { return float32(4*math.Abs(phase-0.5) - 1) }

// waves is one period of a sine.
var waves = func() (t [2049]float32) {
	for i := range t {
		t[i] = float32(math.Sin(2 * math.Pi * float64(i) / 2048))
	}
	return t
}()

func sine(phase float64) float32 {
	x := phase * 2048
	i := int(x)
	f := float32(x - float64(i))
	return waves[i] + (waves[i+1]-waves[i])*f
}
