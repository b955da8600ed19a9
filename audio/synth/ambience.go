package synth

import "math"

// bird is a short song of two to four frequency-modulated calls.
func bird(r *chance, dst []float32) {
	base := 2600 + 1500*r.unit()
	for i := range 2 + int(3*r.unit()) {
		call(at(dst, 0.16*float64(i)+0.03*r.unit()), base*(1+0.12*r.noise()), 18+14*r.unit(), 250+300*r.unit(), 0.1)
	}
}

// call is a sine at hz whose pitch swings by depth, trill times a second.
func call(dst []float32, hz, trill, depth, seconds float64) {
	n := min(int(seconds*Rate), len(dst))
	phase := 0.0
	for i := range n {
		t := float64(i) / Rate
		dst[i] += float32(math.Sin(2*math.Pi*phase) * math.Sin(math.Pi*float64(i)/float64(n)))
		phase += (hz + depth*math.Sin(2*math.Pi*trill*t)) / Rate
	}
}

func scrape(r *chance, dst []float32) {
	brown(dst, r, 1)
	var f biquad
	f.band(420, 1.5)
	slow := 0.0
	for i, v := range dst {
		slow += 0.002 * (r.noise() - slow) // wood sticks and slips
		dst[i] = float32(0.4*float64(v) + f.run(float64(v))*(1+12*slow))
	}
}

// hum is a motor: a low saw that beats slowly against another, the highs taken off, and its brushes.
func hum(r *chance, dst []float32) {
	var low, rub biquad
	low.band(150, 0.7)
	rub.band(1400, 2)
	for i := range dst {
		t := float64(i) / Rate
		v := saw(55*t) + 0.7*saw(55.75*t) + 0.4*triangle(110*t)
		dst[i] += float32(low.run(v) + 0.06*rub.run(r.noise())*(1.2+sine(11*t)))
	}
}

// wind is noise through a band-pass that wanders up and down once in the loop.
func wind(r *chance, dst []float32) {
	var f biquad
	for i := range dst {
		if i%64 == 0 {
			t := float64(i) / float64(len(dst)-seamLong)
			f.band(330+130*math.Sin(2*math.Pi*t)+50*math.Sin(6*math.Pi*t+1), 1.1)
		}
		dst[i] += float32(f.run(r.noise()))
	}
}

// shore is small waves: soft noise that swells twice in the loop.
func shore(r *chance, dst []float32) {
	var f biquad
	f.band(480, 0.45)
	for i := range dst {
		t := float64(i) / float64(len(dst)-seamLong)
		swell := 0.55 + 0.35*math.Sin(4*math.Pi*t) + 0.1*math.Sin(10*math.Pi*t+2)
		dst[i] += float32(f.run(r.noise()) * swell)
	}
	for range 14 {
		hz := 450 + 500*r.unit()
		tone{hz: hz, to: hz * 1.5, seconds: 0.04, gain: 0.05}.play(at(dst, r.unit()*float64(len(dst)-seamLong)/Rate))
	}
}

// crickets are three that chirp at 4.2 kHz, each in a time of its own.
func crickets(r *chance, dst []float32) {
	for i := range 3 {
		hz := 4200 * [...]float64{1, 1.025, 0.97}[i]
		for t := 0.2 * r.unit(); t < float64(len(dst))/Rate; t += 0.42 + 0.05*float64(i) + 0.04*r.unit() {
			for k := range 3 {
				tone{hz: hz, seconds: 0.018, attack: 0.005, gain: 0.5 - 0.12*float64(i)}.play(at(dst, t+0.028*float64(k)))
			}
		}
	}
}

// fire is random clicks over brown noise.
func fire(r *chance, dst []float32) {
	brown(dst, r, 1)
	filter(dst, 600, 0.7)
	for range 45 {
		hz := 1500 + 3000*r.unit()
		burst(at(dst, r.unit()*float64(len(dst))/Rate), r, 0.002+0.004*r.unit(), hz, hz, 1.5, 0.1+0.25*r.unit()*r.unit())
	}
}
