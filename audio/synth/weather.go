package synth

import "math"

// rain is a hiss of far drops and the taps of near ones.
func rain(r *chance, dst []float32) {
	var high, low biquad
	high.band(5200, 0.5)
	low.band(900, 0.6)
	for i := range dst {
		x := r.noise()
		dst[i] += float32(high.run(x) + 0.35*low.run(x))
	}
	for range 420 {
		hz := 1400 + 4200*r.unit()
		burst(at(dst, r.unit()*float64(len(dst))/Rate), r, 0.001+0.002*r.unit(), hz, hz*0.8, 2, 0.25+0.5*r.unit()*r.unit())
	}
}

// thunder is a crack and a rumble that rolls on in heaves.
func thunder(r *chance, dst []float32) {
	brown(dst, r, 1)
	filter(dst, 170, 0.6)
	var heaves [4]struct{ at, long, loud float64 }
	for i := range heaves {
		h := &heaves[i]
		h.at, h.long, h.loud = 0.04+0.42*float64(i)+0.25*r.unit(), 0.25+0.25*r.unit(), math.Pow(0.72, float64(i))*(0.6+0.4*r.unit())
	}
	for i := range dst {
		t := float64(i) / Rate
		gain := 0.0
		for _, h := range heaves {
			if x := (t - h.at) / h.long; x > -0.25 {
				gain = max(gain, h.loud*min(1, (x+0.25)*4)*math.Exp(-max(x, 0)*1.6))
			}
		}
		left := min(1, (float64(len(dst))/Rate-0.1-t)*2.5) // it ends within its length
		dst[i] *= float32(gain * 2.2 * max(0, left))
	}
	burst(dst, r, 0.12, 2200, 300, 0.5, 0.35)
	burst(at(dst, 0.07), r, 0.2, 900, 150, 0.6, 0.3)
}
