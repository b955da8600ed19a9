package synth

import "math"

func pickUp(r *chance, dst []float32) {
	tone{hz: 440, seconds: 0.04, gain: 1, wave: triangle}.play(dst)
	tone{hz: 660, seconds: 0.06, tau: 0.03, gain: 1, wave: triangle}.play(at(dst, 0.04))
}

func collect(r *chance, dst []float32) {
	tone{hz: 523.25, to: 1046.5, seconds: 0.035, gain: 1}.play(dst)
	tone{hz: 1046.5, seconds: 0.05, tau: 0.015, gain: 0.6}.play(at(dst, 0.032))
}

func drop(r *chance, dst []float32) {
	tone{hz: 130, to: 80, seconds: 0.05, gain: 0.6, wave: mass}.play(dst)
	burst(dst, r, 0.03, 700, 500, 1, 0.7)
}

// throw is air: a sweep that swells and goes.
func throw(r *chance, dst []float32) {
	const seconds = 0.09
	var f biquad
	n := int(seconds * Rate)
	for i := range n {
		t := float64(i) / float64(n)
		if i%16 == 0 {
			f.band(500*math.Pow(4, t), 2)
		}
		dst[i] += float32(f.run(r.noise()) * math.Sin(math.Pi*t))
	}
}

func kick(r *chance, dst []float32) {
	tone{hz: 150, to: 55, seconds: 0.08, gain: 0.6, wave: mass}.play(dst)
	burst(dst, r, 0.012, 1000, 700, 1, 0.7)
}

// bounce is a sine of 220·√speed, here for BounceSpeed: 440 Hz.
func bounce(r *chance, dst []float32) {
	tone{hz: 220 * math.Sqrt(BounceSpeed), seconds: 0.05, tau: 0.02, gain: 1}.play(dst)
	burst(dst, r, 0.003, 1500, 1500, 1, 0.15)
}

func land(r *chance, dst []float32) {
	tone{hz: 110, to: 60, seconds: 0.09, gain: 0.6, wave: mass}.play(dst)
	burst(dst, r, 0.02, 600, 400, 1, 0.5)
}

func bump(r *chance, dst []float32) {
	grains[Wood].hit(dst, r, 0.85)
}

// creak is a saw through 500 Hz.
func creak(dst []float32, r *chance, from, to, seconds float64) {
	tone{hz: r.near(from, 0.04), to: r.near(to, 0.04), seconds: seconds, attack: 0.03, gain: 1, wave: saw}.play(dst)
	filter(dst, 500, 1.2)
}

// hinge is iron in iron: two creaks, the second lower.
func hinge(r *chance, dst []float32) {
	creak(dst, r, 95, 150, 0.22)
	creak(at(dst, 0.24), r, 130, 80, 0.2)
	grains[Wood].step(dst, r, 1.1, 0.3)
}

func doorOpen(r *chance, dst []float32) {
	creak(dst, r, 70, 110, 0.26)
	click(dst, r, 0.5)
	grains[Wood].step(dst, r, 1.3, 0.5)
}

func doorClose(r *chance, dst []float32) {
	creak(dst, r, 110, 70, 0.16)
	end := at(dst, 0.16)
	grains[Wood].hit(end, r, 0.8)
}

func chestOpen(r *chance, dst []float32) {
	creak(dst, r, 140, 210, 0.14)
	click(dst, r, 0.8)
	grains[Wood].step(at(dst, 0.13), r, 1.5, 0.5)
}

func chestClose(r *chance, dst []float32) {
	grains[Wood].hit(dst, r, 1.2)
	click(at(dst, 0.05), r, 0.7)
}

func chestPut(r *chance, dst []float32) {
	grains[Wood].step(dst, r, 1.2, 0.8)
	tone{hz: 392, seconds: 0.06, tau: 0.025, gain: 0.7, wave: triangle}.play(at(dst, 0.01))
}

func chestTake(r *chance, dst []float32) {
	grains[Wood].step(dst, r, 1.4, 0.6)
	tone{hz: 587.33, seconds: 0.06, tau: 0.025, gain: 0.7, wave: triangle}.play(at(dst, 0.01))
}

// lampOn is a soft click, and a low fifth that comes up with the light.
func lampOn(r *chance, dst []float32) {
	burst(dst, r, 0.003, 1800, 1800, 1, 0.7)
	for _, hz := range [...]float64{90, 135} {
		tone{hz: hz, seconds: 0.75, attack: 0.3, tau: 0.5, gain: 0.8}.play(dst)
	}
	fadeEnd(dst, 0.35)
}

func lampOff(r *chance, dst []float32) {
	burst(dst, r, 0.003, 1300, 1300, 1, 0.7)
	for _, hz := range [...]float64{90, 135} {
		tone{hz: hz, seconds: 0.3, tau: 0.06, gain: 0.5}.play(dst)
	}
}

// fadeEnd lets the last seconds of dst go evenly.
func fadeEnd(dst []float32, seconds float64) {
	n := min(int(seconds*Rate), len(dst))
	for i := range n {
		dst[len(dst)-1-i] *= float32(i) / float32(n)
	}
}

func fireOn(r *chance, dst []float32) {
	var f biquad
	for i := range dst {
		t := float64(i) / float64(len(dst))
		if i%16 == 0 {
			f.band(250+900*t, 0.7)
		}
		dst[i] += float32(f.run(r.noise()) * math.Sin(math.Pi*math.Sqrt(t)))
	}
	for range 5 {
		burst(at(dst, 0.25*r.unit()), r, 0.004, 2500, 2500, 1, 0.5)
	}
}

func fireOff(r *chance, dst []float32) {
	burst(dst, r, 0.35, 6000, 3000, 0.6, 0.6)
	burst(dst, r, 0.02, 400, 300, 1, 0.5)
}

func splash(r *chance, dst []float32) {
	burst(dst, r, 0.22, 1200, 350, 0.8, 1)
	for range 5 {
		hz := 500 + 700*r.unit()
		tone{hz: hz, to: hz * 1.7, seconds: 0.035, gain: 0.22}.play(at(dst, 0.06+0.25*r.unit()))
	}
}

func chat(r *chance, dst []float32) {
	tone{hz: 659.26, seconds: 0.035, tau: 0.02, gain: 0.8}.play(dst)
	tone{hz: 880, seconds: 0.06, tau: 0.025, gain: 0.8}.play(at(dst, 0.035))
}

// emote is two notes a fourth apart.
func emote(r *chance, dst []float32) {
	tone{hz: 440, seconds: 0.06, gain: 0.9, wave: triangle}.play(dst)
	tone{hz: 587.33, seconds: 0.12, tau: 0.05, gain: 0.9, wave: triangle}.play(at(dst, 0.065))
}
