package synth

// Notes of the tempered scale, in Hz.
const (
	c3  = 130.81
	d3  = 146.83
	g3  = 196.00
	a3  = 220.00
	d4  = 293.66
	eb4 = 311.13
	e4  = 329.63
	fs4 = 369.99
	c5  = 523.25
	e5  = 659.26
	g5  = 783.99
	c6  = 1046.50
)

func uiHover(r *chance, dst []float32) {
	tone{hz: 1200, seconds: 0.008, gain: 1}.play(dst)
}

func uiOk(r *chance, dst []float32) {
	tone{hz: g5, seconds: 0.05, gain: 0.8}.play(dst)
	tone{hz: c6, seconds: 0.12, tau: 0.05, gain: 0.8}.play(at(dst, 0.05))
}

func uiNo(r *chance, dst []float32) {
	tone{hz: e4, seconds: 0.07, gain: 0.8, wave: triangle}.play(dst)
	tone{hz: eb4, seconds: 0.13, tau: 0.06, gain: 0.8, wave: triangle}.play(at(dst, 0.07))
}

func uiOpen(r *chance, dst []float32) {
	burst(dst, r, 0.06, 900, 2400, 1, 0.35)
	tone{hz: c5, to: g5, seconds: 0.08, attack: 0.01, gain: 0.5}.play(dst)
}

func uiClose(r *chance, dst []float32) {
	burst(dst, r, 0.06, 2400, 900, 1, 0.35)
	tone{hz: g5, to: c5, seconds: 0.08, attack: 0.01, gain: 0.5}.play(dst)
}

func uiSlot(r *chance, dst []float32) {
	tone{hz: 880, seconds: 0.02, tau: 0.008, gain: 1}.play(dst)
	click(dst, r, 0.2)
}

func uiType(r *chance, dst []float32) {
	tone{hz: 1900, seconds: 0.012, tau: 0.003, gain: 0.5}.play(dst)
	click(dst, r, 0.6)
}

func joined(r *chance, dst []float32) {
	for i, hz := range [...]float64{c5, e5, g5} {
		pluck(at(dst, 0.11*float64(i)), r, hz, 0.996, 1)
	}
	fadeEnd(dst, 0.3)
}

func left(r *chance, dst []float32) {
	for i, hz := range [...]float64{g5, e5} {
		pluck(at(dst, 0.14*float64(i)), r, hz, 0.996, 1)
	}
	fadeEnd(dst, 0.3)
}

// found is a page turned to something new: a fourth up, lightly, and its octave.
func found(r *chance, dst []float32) {
	for i, hz := range [...]float64{g5, c6, 2 * g5} {
		pluck(at(dst, 0.07*float64(i)), r, hz, 0.995, 1)
	}
	fadeEnd(dst, 0.3)
}

// hostChanged is one low bell: the partials of a church bell, from hum to nominal and above.
func hostChanged(r *chance, dst []float32) {
	for _, p := range [...]struct{ ratio, gain, tau float64 }{
		{0.5, 0.5, 0.9}, {1, 1, 0.6}, {1.19, 0.6, 0.45}, {1.5, 0.35, 0.35}, {2, 0.7, 0.3}, {2.74, 0.25, 0.15}, {4.1, 0.12, 0.08},
	} {
		tone{hz: d3 * p.ratio, seconds: 1.8, tau: p.tau, attack: 0.002, gain: p.gain}.play(dst)
	}
	fadeEnd(dst, 0.4)
}

// provisional is two hollow fifths, the second a tone lower: it sounds unresolved.
func provisional(r *chance, dst []float32) {
	for i, pair := range [...][2]float64{{d3, a3}, {c3, g3}} {
		for _, hz := range pair {
			tone{hz: hz, seconds: 0.55, attack: 0.04, tau: 0.5, gain: 0.7, wave: hollow}.play(at(dst, 0.45*float64(i)))
		}
	}
	fadeEnd(dst, 0.2)
}

// healed is the open fifth with its third found again.
func healed(r *chance, dst []float32) {
	for i, hz := range [...]float64{d3, a3, d4, fs4} {
		tone{hz: hz, seconds: 1.3 - 0.08*float64(i), attack: 0.02, tau: 0.5, gain: 0.6, wave: hollow}.play(at(dst, 0.08*float64(i)))
	}
	fadeEnd(dst, 0.4)
}

// kindled is a fanfare that climbs to a bell: a fifth, a fourth, and the chord over it.
func kindled(r *chance, dst []float32) {
	for i, hz := range [...]float64{d3, a3, d4, fs4, 2 * a3} {
		tone{hz: hz, seconds: 1.6 - 0.12*float64(i), attack: 0.012, tau: 0.5, gain: 0.6, wave: hollow}.play(at(dst, 0.13*float64(i)))
	}
	for _, hz := range [...]float64{2 * d4, 2 * fs4, 4 * a3} {
		pluck(at(dst, 0.66), r, hz, 0.997, 0.7)
	}
	fadeEnd(dst, 0.5)
}

// feast is the fanfare of kindled, answered a fourth higher.
func feast(r *chance, dst []float32) {
	kindled(r, dst)
	for i, hz := range [...]float64{g3, d4, g3 * 2, 2 * d4, g5} {
		tone{hz: hz, seconds: 1.4 - 0.1*float64(i), attack: 0.012, tau: 0.5, gain: 0.6, wave: hollow}.play(at(dst, 0.6+0.12*float64(i)))
	}
	fadeEnd(dst, 0.6)
}

// skyLantern is a breath of warm air and a soft high note.
func skyLantern(r *chance, dst []float32) {
	burst(dst, r, 0.5, 300, 900, 1, 0.4)
	pluck(at(dst, 0.1), r, 2*fs4, 0.996, 0.6)
	fadeEnd(dst, 0.4)
}

// firstLight is the fanfare of the first light: a call of horns, a roll under it, its answer an octave
// higher, and a wide chord that bells end. No other sound is as long.
func firstLight(r *chance, dst []float32) {
	call := [...]struct{ at, hz, seconds float64 }{{0, d3, 0.2}, {0.2, a3, 0.2}, {0.4, d4, 0.42}, {0.86, a3, 0.16}, {1.02, d4, 0.16}, {1.18, fs4, 0.5}}
	for _, n := range call {
		for _, hz := range [...]float64{n.hz, 2 * n.hz} {
			tone{hz: hz, seconds: n.seconds, attack: 0.02, tau: 0.5, gain: 0.7, wave: hollow}.play(at(dst, n.at))
		}
	}
	for k := range 12 {
		tone{hz: 98, to: 62, seconds: 0.1, tau: 0.05, gain: 0.25 + 0.03*float64(k), wave: mass}.play(at(dst, 0.9+0.065*float64(k)))
	}
	for i, hz := range [...]float64{d3, a3, d4, fs4, 2 * a3, 2 * d4} {
		tone{hz: hz, seconds: 1.6, attack: 0.03, tau: 0.7, gain: 0.7, wave: hollow}.play(at(dst, 1.7+0.03*float64(i)))
	}
	for i, hz := range [...]float64{2 * d4, 2 * fs4, 4 * a3, 4 * d4} {
		pluck(at(dst, 1.78+0.12*float64(i)), r, hz, 0.9975, 0.8)
	}
	fadeEnd(dst, 0.6)
}

// firstKind is a small wonder: a sixth that opens upwards, each note with its fifth, and a shimmer.
func firstKind(r *chance, dst []float32) {
	for i, hz := range [...]float64{e4, c5, e5, 2 * g5} {
		pluck(at(dst, 0.12*float64(i)), r, hz, 0.9965, 1)
		pluck(at(dst, 0.12*float64(i)+0.02), r, hz*1.5, 0.995, 0.4)
	}
	for k := range 5 {
		tone{hz: c6 * (2 + 0.25*float64(k&1)), seconds: 0.12, tau: 0.05, attack: 0.01, gain: 0.12}.play(at(dst, 0.5+0.09*float64(k)))
	}
	fadeEnd(dst, 0.4)
}

// cannot is two dry knocks of wood, the second lower: no note, so that it says less than uiNo and can be
// heard often.
func cannot(r *chance, dst []float32) {
	for i, hz := range [...]float64{310, 205} {
		to := at(dst, 0.045*float64(i))
		click(to, r, 0.5)
		tone{hz: hz, to: hz * 0.8, seconds: 0.04, tau: 0.012, gain: 0.9, wave: mass}.play(to)
	}
}
