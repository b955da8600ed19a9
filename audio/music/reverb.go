package music

// reverb is the hall in which the music sounds: four combs and two all-passes for each ear (Schroeder,
// "Natural Sounding Artificial Reverberation", 1962), with a low-pass in the combs as walls have.
type reverb struct{ ears [2]ear }

type ear struct {
	combs [4]comb
	pass  [2]delay
}

type delay struct {
	line []float32
	at   int
}

type comb struct {
	delay
	low float32
}

const (
	combBack  = 0.83 // feedback of a comb
	combDamp  = 0.32
	passBack  = 0.5
	earApart  = 23 // extra length of the right channel's delay lines, in samples
	reverbDry = 1.0
	reverbWet = 0.35
)

// The lengths of the lines in samples, without common factors.
var (
	combLengths = [4]int{1687, 1601, 2053, 2251}
	passLengths = [2]int{389, 127}
)

func newReverb() *reverb {
	r := new(reverb)
	for e := range r.ears {
		for i := range r.ears[e].combs {
			r.ears[e].combs[i].line = make([]float32, combLengths[i]+e*earApart)
		}
		for i := range r.ears[e].pass {
			r.ears[e].pass[i].line = make([]float32, passLengths[i]+e*earApart)
		}
	}
	return r
}

// run returns one channel's output for a sample.
func (e *ear) run(x float32) float32 {
	sum := float32(0)
	for i := range e.combs {
		c := &e.combs[i]
		out := c.line[c.at]
		c.low += (out - c.low) * (1 - combDamp)
		c.line[c.at] = x + c.low*combBack
		c.step()
		sum += out
	}
	sum /= 4
	for i := range e.pass {
		d := &e.pass[i]
		out := d.line[d.at]
		d.line[d.at] = sum + out*passBack
		sum = out - sum*passBack
		d.step()
	}
	return sum
}

func (d *delay) step() {
	if d.at++; d.at == len(d.line) {
		d.at = 0
	}
}
