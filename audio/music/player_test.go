package music

import (
	"math"
	"testing"

	"manyhold/audio/synth"
	"manyhold/game"
)

// listen plays n seconds from a tick on, told 60 times a second, and returns both ears.
func listen(p *Player, seed uint64, from game.Tick, w Where, seconds int) (l, r []float32) {
	l, r = make([]float32, seconds*synth.Rate), make([]float32, seconds*synth.Rate)
	for t := range game.Tick(seconds * game.TicksPerSecond) {
		p.Tell(seed, from+t, w)
		at := int(t) * samplesPerTick
		for n := 0; n < samplesPerTick; n += 50 {
			p.Add(l[at+n:at+n+50], r[at+n:at+n+50])
		}
	}
	return l, r
}

func rms(b []float32) float64 {
	sum := 0.0
	for _, v := range b {
		sum += float64(v) * float64(v)
	}
	return math.Sqrt(sum / float64(len(b)))
}

// pitch measures the frequency of b by autocorrelation, looked for within a fifth of hz.
func pitch(b []float32, hz float64) float64 {
	best, at := 0.0, 0
	value := map[int]float64{}
	lo, hi := int(synth.Rate/hz/1.45), int(synth.Rate/hz*1.45)+1
	for lag := lo - 1; lag <= hi+1; lag++ {
		sum := 0.0
		for i := 0; i+lag < len(b); i++ {
			sum += float64(b[i]) * float64(b[i+lag])
		}
		value[lag] = sum / float64(len(b)-lag)
		if value[lag] > best && lag >= lo && lag <= hi {
			best, at = value[lag], lag
		}
	}
	y0, y1, y2 := value[at-1], value[at], value[at+1]
	return synth.Rate / (float64(at) + (y0-y2)/2/(y0-2*y1+y2))
}

// TestPitch: a written A sounds as A on every pitched instrument.
func TestPitch(t *testing.T) {
	for _, who := range []Instrument{Pad, Pluck, Lead, Harp} {
		for _, midi := range []int{45, 57, 62, 69, 76, 81, 88} {
			var v voice
			v.begin(&Note{Who: who, Midi: midi, Loud: 1}, synth.Rate, 5)
			b := make([]float32, synth.Rate/3)
			for i := range b {
				b[i] = v.next()
			}
			want := frequency(midi)
			got := pitch(b[synth.Rate/12:], want)
			if cents := 1200 * math.Log2(got/want); math.Abs(cents) > 12 {
				t.Errorf("instrument %d: note %d sounds at %.1f Hz, want %.1f (%.0f cents)", who, midi, got, want, cents)
			}
		}
	}
}

// TestLevel: music is soft, never near clipping, never a click, heard on both ears.
func TestLevel(t *testing.T) {
	for _, c := range []struct {
		slot game.Tick
		w    Where
	}{{0, Where{Water: 1, Village: 1}}, {2, Where{}}, {3, Where{}}, {0, Where{Cave: true}}} {
		p := NewPlayer()
		piece := PieceAt(4, c.slot*SlotTicks, c.w)
		l, r := listen(p, 4, piece.From+2*piece.Bar(), c.w, 14)
		peak, jump := 0.0, 0.0
		for i := 1; i < len(l); i++ {
			peak = max(peak, math.Abs(float64(l[i])), math.Abs(float64(r[i])))
			// An audible click is a jump in an otherwise smooth signal: the second difference separates it
			// from a high tone.
			if i > 1 {
				jump = max(jump, math.Abs(float64(l[i]-2*l[i-1]+l[i-2])))
			}
		}
		a, b := 20*math.Log10(rms(l)), 20*math.Log10(rms(r))
		t.Logf("mode %d: %.1f and %.1f dB, peak %.2f, bend %.3f", piece.Mode, a, b, peak, jump)
		if a < -40 || a > -24 || math.Abs(a-b) > 4 {
			t.Errorf("mode %d: %.1f dB to the left, %.1f to the right", piece.Mode, a, b)
		}
		if peak > 0.5 {
			t.Errorf("mode %d: peak %.2f", piece.Mode, peak)
		}
		if jump > 0.08 {
			t.Errorf("mode %d: a click of %.3f", piece.Mode, jump)
		}
	}
}

// TestBetweenPieces: in the pause nothing is played, and the last notes have died away.
func TestBetweenPieces(t *testing.T) {
	p := NewPlayer()
	piece := PieceAt(4, 0, Where{})
	l, _ := listen(p, 4, piece.Until()-2*game.TicksPerSecond, Where{}, 12)
	if a := rms(l[:2*synth.Rate]); a < 1e-3 {
		t.Errorf("the end of the piece is not heard: %g", a)
	}
	if a := rms(l[11*synth.Rate:]); a > 1e-4 {
		t.Errorf("the pause is not silent: %g", a)
	}
}

// TestLayers: harp and drum are heard only where their place is.
func TestLayers(t *testing.T) {
	from := PieceAt(4, 0, Where{}).From + openBars*4*beatDay
	bare, _ := listen(NewPlayer(), 4, from, Where{}, 10)
	for what, w := range map[string]Where{"water": {Water: 1}, "village": {Village: 1}} {
		l, _ := listen(NewPlayer(), 4, from, w, 10)
		for i := range l {
			l[i] -= bare[i]
		}
		if a, b := rms(bare), rms(l[4*synth.Rate:]); b < a/12 {
			t.Errorf("%s: it adds %.4f to %.4f", what, b, a)
		}
	}
}

// TestStaysWithTheTick: even with an irregular frame rate, the music stays within a tenth of a second;
// without new ticks it pauses.
func TestStaysWithTheTick(t *testing.T) {
	p := NewPlayer()
	var l, r [samplesPerTick]float32
	tick := game.Tick(500)
	for n := range 1800 {
		if n%7 < 5 { // lags for some frames and catches up
			tick += 1 + game.Tick(n%7/3)
		}
		p.Tell(1, tick, Where{})
		p.Add(l[:], r[:])
	}
	if off := math.Abs(p.pos - float64(tick)); off > 6 {
		t.Errorf("%.1f ticks off", off)
	}
	for range 600 {
		p.Add(l[:], r[:])
	}
	if on := p.pos - float64(tick); on > ahead+1 {
		t.Errorf("it ran on for %.1f ticks", on)
	}
	p.Tell(1, 40000, Where{})
	p.Add(l[:], r[:])
	if off := math.Abs(p.pos - 40000); off > 2 {
		t.Errorf("after a leap it is %.1f ticks off", off)
	}
}

func TestAddDoesNotAllocate(t *testing.T) {
	p := NewPlayer()
	listen(p, 4, 400, Where{}, 1)
	var l, r [64]float32
	tick := game.Tick(460)
	if n := testing.AllocsPerRun(2000, func() {
		tick++
		p.Tell(4, tick, Where{Water: 1, Village: 1})
		for range 12 {
			p.Add(l[:], r[:])
		}
	}); n > 0 {
		t.Errorf("%g allocations a tick", n)
	}
}

// BenchmarkSecond measures a second of music with all layers.
func BenchmarkSecond(b *testing.B) {
	p := NewPlayer()
	var l, r [samplesPerTick]float32
	tick := game.Tick(600)
	for b.Loop() {
		for range game.TicksPerSecond {
			tick++
			if tick > 7000 {
				tick = 600
			}
			p.Tell(4, tick, Where{Water: 1, Village: 1})
			p.Add(l[:], r[:])
		}
	}
}
