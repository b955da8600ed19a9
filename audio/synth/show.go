package synth

import "math"

// fluteNote is a breathy pipe: a sine with its octave, and air.
func fluteNote(r *chance, dst []float32) {
	burst(dst, r, 0.12, NoteHz*2, NoteHz*2, 2, 0.25)
	for _, p := range [...]struct{ ratio, gain float64 }{{1, 1}, {2, 0.28}, {3, 0.08}} {
		tone{hz: NoteHz * p.ratio, seconds: 0.75, attack: 0.05, tau: 0.5, gain: p.gain}.play(dst)
	}
	fadeEnd(dst, 0.2)
}

// harpNote is a plucked string that rings on.
func harpNote(r *chance, dst []float32) {
	pluck(dst, r, NoteHz, 0.998, 1)
	fadeEnd(dst, 0.4)
}

// bellNote is a small bell struck once, a little out of tune with itself.
func bellNote(r *chance, dst []float32) {
	click(dst, r, 0.15)
	for _, p := range [...]struct{ ratio, gain, tau float64 }{{1, 1, 0.4}, {1.006, 0.5, 0.4}, {2.76, 0.45, 0.18}, {5.4, 0.2, 0.07}} {
		tone{hz: NoteHz * p.ratio, seconds: 1.1, attack: 0.001, tau: p.tau, gain: p.gain}.play(dst)
	}
	fadeEnd(dst, 0.3)
}

// voiceNote is somebody who hums, with a slow vibrato.
func voiceNote(r *chance, dst []float32) {
	for i := range dst {
		t := float64(i) / Rate
		env := min(1, t/0.07) * math.Exp(-t/0.5)
		turn := NoteHz/2*t + 0.6*math.Sin(2*math.Pi*5*t)/(2*math.Pi)
		dst[i] += float32(env * (0.7*math.Sin(2*math.Pi*turn) + 0.35*math.Sin(4*math.Pi*turn) + 0.12*math.Sin(6*math.Pi*turn)))
	}
	fadeEnd(dst, 0.2)
}

// rocket is a hiss that rises, a bang as far as that takes, and embers that crackle.
func rocket(r *chance, dst []float32) {
	const rise = 0.9
	burst(dst, r, rise, 500, 3400, 1.2, 0.35)
	tone{hz: 300, to: 1300, seconds: rise, attack: 0.3, gain: 0.12, wave: triangle}.play(dst)
	bang := at(dst, rise)
	tone{hz: 95, to: 38, seconds: 0.5, tau: 0.16, gain: 1, wave: mass}.play(bang)
	burst(bang, r, 0.25, 900, 240, 0.7, 1)
	for range 22 {
		click(at(bang, 0.15+0.9*r.unit()), r, 0.25+0.2*r.unit())
	}
	fadeEnd(dst, 0.3)
}

// rustle is cloth that is put on.
func rustle(r *chance, dst []float32) {
	burst(dst, r, 0.08, 1800, 2600, 0.8, 0.6)
	burst(at(dst, 0.1), r, 0.1, 2400, 1500, 0.8, 0.8)
}
