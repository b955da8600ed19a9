package synth

import "math"

// shadeRises is a breath drawn in: noise that swells upwards over a low second.
func shadeRises(r *chance, dst []float32) {
	var f biquad
	n := len(dst)
	for i := range dst {
		t := float64(i) / float64(n)
		if i%32 == 0 {
			f.band(220+900*t*t, 3)
		}
		dst[i] += float32(f.run(r.noise()) * t * t * math.Sin(math.Pi*min(1, (1-t)*8)/2))
	}
	tone{hz: 98, to: 110, seconds: 0.8, attack: 0.4, gain: 0.35, wave: hollow}.play(dst)
	tone{hz: 104, to: 116, seconds: 0.8, attack: 0.4, gain: 0.3, wave: hollow}.play(dst)
	fadeEnd(dst, 0.15)
}

// shadeFades is the same breath let out.
func shadeFades(r *chance, dst []float32) {
	burst(dst, r, 0.5, 1100, 240, 2, 0.7)
	tone{hz: 220, to: 110, seconds: 0.45, tau: 0.2, attack: 0.02, gain: 0.25, wave: hollow}.play(dst)
	fadeEnd(dst, 0.1)
}

// clung is two thuds of a heart, with cold air over them.
func clung(r *chance, dst []float32) {
	for k, gain := range [...]float64{1, 0.7} {
		tone{hz: 72, to: 48, seconds: 0.12, gain: gain, wave: mass}.play(at(dst, 0.18*float64(k)))
	}
	burst(dst, r, 0.3, 2600, 1800, 4, 0.25)
}

// chatter is the rattle of a magpie.
func chatter(r *chance, dst []float32) {
	for k := range 5 {
		call(at(dst, 0.055*float64(k)+0.008*r.unit()), 1900+180*r.noise(), 75, 700, 0.04)
	}
}

// wings are three slow beats of great wings.
func wings(r *chance, dst []float32) {
	for k := range 3 {
		burst(at(dst, 0.17*float64(k)), r, 0.1, 340, 150, 0.8, 1-0.2*float64(k))
	}
	tone{hz: 65, to: 50, seconds: 0.4, tau: 0.2, attack: 0.03, gain: 0.3, wave: triangle}.play(dst)
}

// mothFalls is a cry that falls, and wings that go.
func mothFalls(r *chance, dst []float32) {
	call(dst, 900, 9, 120, 0.35)
	call(at(dst, 0.25), 640, 7, 150, 0.6)
	for k := range 5 {
		burst(at(dst, 0.4+0.13*float64(k)), r, 0.08, 320, 160, 0.8, 0.8-0.15*float64(k))
	}
	fadeEnd(dst, 0.2)
}

// revived is a warm sixth that opens to its octave.
func revived(r *chance, dst []float32) {
	for k, hz := range [...]float64{g3, e4, c5} {
		pluck(at(dst, 0.09*float64(k)), r, hz, 0.997, 1)
	}
	fadeEnd(dst, 0.3)
}

// nightfall is two bells a fifth apart, the lower one last: the day is over.
func nightfall(r *chance, dst []float32) {
	for k, hz := range [...]float64{a3, d3} {
		for _, p := range [...]struct{ ratio, gain, tau float64 }{{0.5, 0.4, 1}, {1, 1, 0.7}, {2, 0.4, 0.4}, {3, 0.15, 0.2}} {
			tone{hz: hz * p.ratio, seconds: 1.4, tau: p.tau, attack: 0.01, gain: p.gain}.play(at(dst, 0.6*float64(k)))
		}
	}
	fadeEnd(dst, 0.5)
}

// dread is a loop: two low tones that beat against each other, and a breath once in the loop.
func dread(r *chance, dst []float32) {
	var f biquad
	for i := range dst {
		t := float64(i) / float64(len(dst)-seamLong)
		at := float64(i) / Rate
		if i%64 == 0 {
			f.band(300+160*math.Sin(2*math.Pi*t), 2)
		}
		dst[i] += float32(0.5*hollow(55*at) + 0.45*hollow(58.5*at) + 0.8*f.run(r.noise())*(0.5-0.5*math.Cos(2*math.Pi*t)))
	}
}
