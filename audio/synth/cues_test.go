package synth

import (
	"math"
	"testing"
)

// cues are the sounds that tell a player something at once, with how long they last, in seconds, and how loud
// they are, in dB.
var cues = []struct {
	s        Sound
	lo, hi   float64
	soft, db float64
}{
	{FirstLight, 2.5, 3.4, -20, -16},
	{Kindled, 1.2, 2.1, -22, -18},
	{FirstKind, 0.6, 1.3, -27, -21},
	{Found, 0.3, 0.8, -28, -22},
	{Nightfall, 1.2, 2.1, -29, -23},
	{Dread, 4, 4.5, -35, -29},
	{Cannot, 0.05, 0.1, -30, -23},
	{UINo, 0.1, 0.22, -27, -21},
}

// timbre is what an ear tells cues apart by: the power in seven bands, in each fifth of the first two
// seconds, as parts of the whole.
func timbre(buf []float32) (v [7 * 5]float64) {
	const bands, fifths = 7, 5
	sum := 0.0
	for n := range fifths {
		part := cut(buf, 0.4*float64(n), 0.4*float64(n+1))
		if len(part) == 0 {
			continue
		}
		for i, p := range spectrum(part) {
			if hz := float64(i) * Rate / fftLong; hz > 60 && hz < 60<<bands {
				v[n*bands+int(math.Log2(hz/60))] += p
				sum += p
			}
		}
	}
	for i := range v {
		v[i] = math.Sqrt(v[i] / sum)
	}
	return v
}

// TestCues: each cue, as it is heard, has its length and its level, and no two of them are alike.
func TestCues(t *testing.T) {
	shapes := make([][7 * 5]float64, len(cues))
	for n, c := range cues {
		buf := Make(c.s, 0)
		rms, peak := Loudness(buf)
		seconds, db := float64(len(buf))/Rate, 20*math.Log10(rms)
		t.Logf("%-16s %.2f s, %.1f dB, peak %.2f, centre %.0f Hz", c.s, seconds, db, peak, centre(buf))
		if seconds < c.lo || seconds > c.hi {
			t.Errorf("%s lasts %.2f s, want %v to %v", c.s, seconds, c.lo, c.hi)
		}
		if db < c.soft || db > c.db || peak > 0.981 {
			t.Errorf("%s is at %.1f dB with a peak of %.2f, want %v to %v dB", c.s, db, peak, c.soft, c.db)
		}
		shapes[n] = timbre(buf)
	}
	for n := range cues {
		for k := range n {
			alike := 0.0
			for i := range shapes[n] {
				alike += shapes[n][i] * shapes[k][i]
			}
			if alike > 0.9 {
				t.Errorf("%s and %s are alike: %.2f", cues[n].s, cues[k].s, alike)
			}
		}
	}
}

// TestFirstLightStandsOut: the fanfare of the first light is the longest and the loudest of what isn't a
// loop.
func TestFirstLightStandsOut(t *testing.T) {
	first := FirstLight.Info()
	for s := Silence + 1; s < Count; s++ {
		if in := s.Info(); s != FirstLight && !in.Loop && in.Bus == first.Bus && (in.Seconds >= first.Seconds || in.Level >= first.Level) {
			t.Errorf("%s lasts %.1f s at %.0f dB", s, in.Seconds, in.Level)
		}
	}
}
