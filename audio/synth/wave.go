package synth

import "math"

// chance is cosmetic chance: a splitmix64 sequence.
type chance uint64

func (c *chance) next() uint64 {
	*c += 0x9e3779b97f4a7c15
	z := uint64(*c)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// unit returns a number in [0, 1).
func (c *chance) unit() float64 { return float64(c.next()>>11) / (1 << 53) }

// noise returns a number in [-1, 1).
func (c *chance) noise() float64 { return float64(int64(c.next())) / (1 << 63) }

// near returns v changed by at most ±part of it.
func (c *chance) near(v, part float64) float64 { return v * (1 + part*c.noise()) }

// at returns the samples of dst from a time in seconds on; none when that is past its end.
func at(dst []float32, seconds float64) []float32 {
	return dst[min(int(seconds*Rate), len(dst)):]
}

// biquad is a second-order filter in the transposed direct form II, with the coefficients of Robert
// Bristow-Johnson's "Cookbook formulae for audio equalizer biquad filter coefficients".
type biquad struct {
	b0, b1, b2, a1, a2 float64
	z1, z2             float64
}

// band makes f a band-pass at hz with 0 dB at the peak. The filter's state is kept, so that hz can move.
func (f *biquad) band(hz, q float64) {
	sin, cos := math.Sincos(2 * math.Pi * hz / Rate)
	alpha := sin / (2 * q)
	a0 := 1 + alpha
	f.b0, f.b1, f.b2 = alpha/a0, 0, -alpha/a0
	f.a1, f.a2 = -2*cos/a0, (1-alpha)/a0
}

// low makes f a low-pass at hz.
func (f *biquad) low(hz, q float64) {
	sin, cos := math.Sincos(2 * math.Pi * hz / Rate)
	alpha := sin / (2 * q)
	a0 := 1 + alpha
	f.b0, f.b1, f.b2 = (1-cos)/2/a0, (1-cos)/a0, (1-cos)/2/a0
	f.a1, f.a2 = -2*cos/a0, (1-alpha)/a0
}

func (f *biquad) run(x float64) float64 {
	y := f.b0*x + f.z1
	f.z1 = f.b1*x - f.a1*y + f.z2
	f.z2 = f.b2*x - f.a2*y
	return y
}

// falloff is an exponential decay by 1/e in tau seconds, stepped sample by sample.
func falloff(tau float64) float64 { return math.Exp(-1 / (tau * Rate)) }

// burst adds noise of a length in seconds through a band-pass that moves from one frequency to another,
// fading to its end. The filter rings on after it. At any width of the band, equal gains are about equally
// loud.
func burst(dst []float32, r *chance, seconds, from, to, q, gain float64) {
	n := int(seconds * Rate)
	ring := n + int(4*q/from*Rate)
	k, env := falloff(seconds/2), gain*0.75*math.Sqrt(Rate/2*q/from+1)
	var f biquad
	f.band(from, q)
	for i := range min(ring, len(dst)) {
		x := 0.0
		if i < n {
			x = r.noise() * env
			env *= k
			if from != to && i%16 == 0 {
				f.band(from*math.Pow(to/from, float64(i)/float64(n)), q)
			}
		}
		dst[i] += float32(f.run(x))
	}
}

// shape is the form of a wave, of a phase in turns.
type shape func(turns float64) float64

func sine(t float64) float64 { return math.Sin(2 * math.Pi * t) }

func triangle(t float64) float64 {
	t -= math.Floor(t + 0.25)
	return 1 - 4*math.Abs(t-0.25)
}

func saw(t float64) float64 { return 2*(t-math.Floor(t)) - 1 }

// hollow is a stopped pipe: odd harmonics only.
func hollow(t float64) float64 { return sine(t) + sine(3*t)/5 + sine(5*t)/14 }

// tone is one note.
type tone struct {
	hz, to  float64 // it glides from hz to to while it lasts; to = 0: it stays
	seconds float64 // how long it is held; it ends softly within its length
	tau     float64 // falls off by 1/e in this time; 0: not at all
	attack  float64 // seconds to full loudness; 0: 1 ms
	gain    float64
	wave    shape // nil: sine
}

// play adds t to the beginning of dst.
func (t tone) play(dst []float32) {
	n := min(int(t.seconds*Rate), len(dst))
	if t.to == 0 {
		t.to = t.hz
	}
	if t.wave == nil {
		t.wave = sine
	}
	if t.attack == 0 {
		t.attack = 0.001
	}
	k, env := 1.0, t.gain
	if t.tau > 0 {
		k = falloff(t.tau)
	}
	step, glide := t.hz/Rate, math.Pow(t.to/t.hz, 1/float64(n))
	rise, fall := t.attack*Rate, min(0.004*Rate, float64(n)/4)
	phase := 0.0
	for i := range n {
		edge := min(1, float64(i)/rise, float64(n-i)/fall)
		dst[i] += float32(t.wave(phase) * env * edge)
		phase += step
		step *= glide
		env *= k
	}
}

// brown adds brown noise without the inaudible low frequencies.
func brown(dst []float32, r *chance, gain float64) {
	v, slow := 0.0, 0.0
	for i := range dst {
		v = 0.992*v + 0.05*r.noise()
		slow += 0.012 * (v - slow) // 90 Hz
		dst[i] += float32(gain * (v - slow))
	}
}

// filter runs all of dst through a low-pass.
func filter(dst []float32, hz, q float64) {
	var f biquad
	f.low(hz, q)
	for i, v := range dst {
		dst[i] = float32(f.run(float64(v)))
	}
}

// pluck adds a Karplus-Strong string (Karplus and Strong, "Digital Synthesis of Plucked-String and Drum
// Timbres", Computer Music Journal 7(2), 1983) whose length is a fraction of samples: the
// averaging delays by half a sample, an all-pass by the rest.
func pluck(dst []float32, r *chance, hz, keep, gain float64) {
	period := Rate/hz - 0.5
	n := int(period - 0.1)
	frac := period - float64(n)
	c := (1 - frac) / (1 + frac)
	line := make([]float64, n)
	for i := range line { // a string pulled aside at a third, and a little of the nail
		t := float64(i) / float64(n)
		line[i] = gain * (min(3*t, 1.5*(1-t)) - 0.5 + 0.1*r.noise())
	}
	last, x1, y1 := 0.0, 0.0, 0.0
	for i := range dst {
		v := line[i%n]
		x := keep * 0.5 * (v + last)
		last = v
		y := c*(x-y1) + x1
		x1, y1 = x, y
		line[i%n] = y
		dst[i] += float32(v)
	}
}
