package synth

// grain is how one material answers a touch: noise through a band-pass.
type grain struct {
	hz, to  float64 // the band-pass, and where it moves to
	q       float64
	seconds float64
	twice   bool    // two grains, as snow and leaves give way twice
	ring    float64 // a sine of the thing itself when stepped on, in Hz; 0: none
	body    float64 // the sine of the mass below when struck, in Hz
	chime   float64 // a high sine when struck, in Hz; 0: none
}

var grains = [MaterialCount]grain{
	Grass:   {hz: 2200, q: 1, seconds: 0.025, body: 95},
	Sand:    {hz: 3500, q: 0.7, seconds: 0.025, body: 95},
	Wood:    {hz: 420, q: 4, seconds: 0.025, ring: 140, body: 150},
	Stone:   {hz: 1300, q: 3, seconds: 0.025, body: 190},
	Snow:    {hz: 5000, q: 0.5, seconds: 0.025, twice: true, body: 95},
	Water:   {hz: 600, to: 300, q: 2, seconds: 0.06, body: 95},
	Earth:   {hz: 1500, q: 0.8, seconds: 0.025, body: 95},
	Leaf:    {hz: 3000, q: 0.9, seconds: 0.025, twice: true, body: 120},
	Glass:   {hz: 2600, q: 5, seconds: 0.025, body: 190, chime: 3100},
	Mire:    {hz: 900, to: 350, q: 1.6, seconds: 0.05, twice: true, body: 80},
	Crystal: {hz: 1800, q: 4, seconds: 0.025, body: 190, chime: 2350},
}

// step is a foot on the material; k stretches its pitch.
func (g *grain) step(dst []float32, r *chance, k, gain float64) {
	hz, to := r.near(g.hz, 0.04)*k, g.to*k
	if g.to == 0 {
		to = hz
	}
	burst(dst, r, g.seconds, hz, to, g.q, gain)
	if g.twice {
		burst(at(dst, r.near(0.034, 0.2)), r, g.seconds*0.8, hz*1.1, to*1.1, g.q, gain*0.7)
	}
	if g.ring > 0 {
		tone{hz: g.ring * k, seconds: 0.07, tau: 0.018, gain: gain * 0.35}.play(dst)
	}
}

// hit is a tool on the material.
func (g *grain) hit(dst []float32, r *chance, k float64) {
	g.step(dst, r, k, 1)
	click(dst, r, 0.7)
	tone{hz: r.near(g.body, 0.02) * k, seconds: 0.3, tau: 0.07, gain: 0.45, wave: mass}.play(dst)
	if g.chime > 0 {
		tone{hz: r.near(g.chime, 0.02) * k, seconds: 0.25, tau: 0.05, gain: 0.25}.play(dst)
		tone{hz: r.near(g.chime*1.504, 0.02) * k, seconds: 0.2, tau: 0.035, gain: 0.15}.play(dst)
	}
}

// mass is a sine with enough of its octave and twelfth to be felt on speakers that have no bass.
func mass(t float64) float64 { return sine(t) + 0.35*sine(2*t) + 0.12*sine(3*t) }

// click is 3 ms of bright noise.
func click(dst []float32, r *chance, gain float64) { burst(dst, r, 0.003, 3000, 3000, 0.7, gain) }

const fourthDown = 0.749153538 // five semitones: 2^(-5/12)

func makeStep(m Material) func(*chance, []float32) {
	return func(r *chance, dst []float32) { grains[m].step(dst, r, 1, 1) }
}

func makeHit(m Material) func(*chance, []float32) {
	return func(r *chance, dst []float32) { grains[m].hit(dst, r, 1) }
}

func makeBreak(m Material) func(*chance, []float32) {
	if m == Glass {
		return shatter
	}
	return func(r *chance, dst []float32) {
		g := &grains[m]
		g.hit(dst, r, fourthDown)
		for i := range 6 {
			g.step(at(dst, 0.03+0.03*(float64(i)+0.5*r.unit())), r, r.near(1, 0.15), 0.55-0.06*float64(i))
		}
	}
}

func makePlace(m Material) func(*chance, []float32) {
	return func(r *chance, dst []float32) {
		tone{hz: 160, to: 90, seconds: 0.06, gain: 0.35, wave: mass}.play(dst)
		click(dst, r, 0.6)
		grains[m].step(dst, r, 0.9, 0.9)
	}
}

// shatter is five sines between 2 and 6 kHz over a click.
func shatter(r *chance, dst []float32) {
	click(dst, r, 1)
	for i := range 5 {
		hz := r.near(2000+1000*float64(i), 0.06)
		tone{hz: hz, seconds: 0.9, tau: 0.14, gain: 0.35}.play(at(dst, 0.02*float64(i)*r.unit()))
	}
	for range 6 {
		burst(at(dst, 0.02+0.2*r.unit()), r, 0.006, 5200, 5200, 2, 0.25)
	}
}
