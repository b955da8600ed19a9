package synth

// portalChord is a stack of fifths without a third: neither major nor minor.
var portalChord = [...]float64{d3, a3, e4, e4 * 1.5}

// portalOpen lets the chord swell, each note gliding up to its place.
func portalOpen(r *chance, dst []float32) {
	for n, hz := range portalChord {
		tone{hz: hz * 0.94, to: hz, seconds: 1.35, attack: 0.25 + 0.1*float64(n), tau: 0.7, gain: 0.6}.play(dst)
		tone{hz: hz * 2.003, seconds: 1.2, attack: 0.5, tau: 0.4, gain: 0.18}.play(dst)
	}
	fadeEnd(dst, 0.5)
}

// portalClose lets it sink and go out.
func portalClose(r *chance, dst []float32) {
	for _, hz := range portalChord {
		tone{hz: hz, to: hz * 0.9, seconds: 0.95, attack: 0.02, tau: 0.3, gain: 0.6}.play(dst)
	}
	fadeEnd(dst, 0.4)
}

// travel is air rushing up and the chord an octave higher, heard from its other side.
func travel(r *chance, dst []float32) {
	burst(dst, r, 0.35, 400, 3200, 1, 0.5)
	for n, hz := range portalChord {
		tone{hz: hz * 2, seconds: 0.9, attack: 0.02, tau: 0.28, gain: 0.5}.play(at(dst, 0.12+0.05*float64(n)))
	}
	fadeEnd(dst, 0.5)
}
