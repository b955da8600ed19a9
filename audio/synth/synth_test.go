package synth

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"
	"math/cmplx"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// all calls f with every take of every sound.
func all(t *testing.T, f func(t *testing.T, s Sound, take int, in *Info, buf []float32)) {
	for s := Silence + 1; s < Count; s++ {
		t.Run(s.String(), func(t *testing.T) {
			for take := range s.Info().Takes {
				f(t, s, take, s.Info(), Make(s, take))
			}
		})
	}
}

func TestCatalogueIsComplete(t *testing.T) {
	seen := map[string]bool{}
	for s := Silence + 1; s < Count; s++ {
		in := s.Info()
		if in.Name == "" || seen[in.Name] || in.make == nil || in.Takes < 1 || in.Takes > Takes || in.Level >= 0 || in.Seconds <= 0 || in.Priority == 0 {
			t.Errorf("sound %d: %+v", s, in)
		}
		seen[in.Name] = true
	}
	for _, s := range []Sound{Step(Grass), Step(Crystal), Hit(Grass), Hit(Crystal), Break(Grass), Break(Crystal), Place(Grass), Place(Crystal)} {
		if !strings.HasSuffix(s.String(), "grass") && !strings.HasSuffix(s.String(), "crystal") {
			t.Errorf("sound %d is %q", s, s)
		}
	}
	if PickUp != Place(MaterialCount-1)+1 || PickUp.String() != "pick up" {
		t.Errorf("PickUp is %d, the last place is %d", PickUp, Place(MaterialCount-1))
	}
}

// Every sound is heard, at the loudness of its row, within full scale, and begins and ends at zero.
func TestLevelsAndEdges(t *testing.T) {
	all(t, func(t *testing.T, s Sound, take int, in *Info, buf []float32) {
		rms, peak := Loudness(buf)
		db := 20 * math.Log10(rms)
		if peak > 0.981 || math.IsNaN(peak) {
			t.Errorf("take %d: peak %v", take, peak)
		}
		if math.Abs(db-in.Level) > 0.1 && !(peak > 0.97 && db < in.Level && db > in.Level-5) {
			t.Errorf("take %d: %.1f dB at a peak of %.2f, want %v dB", take, db, peak, in.Level)
		}
		first, last := math.Abs(float64(buf[0])), math.Abs(float64(buf[len(buf)-1]))
		if in.Loop {
			if step := math.Abs(float64(buf[len(buf)-1] - buf[0])); step > 2*biggestStep(buf) {
				t.Errorf("the seam jumps by %.4f, the loop by at most %.4f", step, biggestStep(buf))
			}
		} else if first > 1e-4 || last > 1e-4 {
			t.Errorf("take %d: begins at %.5f and ends at %.5f", take, first, last)
		}
		mean := 0.0
		for _, v := range buf {
			mean += float64(v) / float64(len(buf))
		}
		if math.Abs(mean) > 0.05*peak {
			t.Errorf("take %d: stands off the middle by %.4f of a peak of %.3f", take, mean, peak)
		}
	})
}

func biggestStep(buf []float32) (most float64) {
	for i := 1; i < len(buf); i++ {
		most = max(most, math.Abs(float64(buf[i]-buf[i-1])))
	}
	return most
}

func TestTakesDifferAndRepeat(t *testing.T) {
	for s := Silence + 1; s < Count; s++ {
		first := Make(s, 0)
		if !slices.Equal(first, Make(s, 0)) {
			t.Errorf("%s is not the same twice", s)
		}
		if s.Info().Takes > 1 && s != PickUp && s != Collect && slices.Equal(first, Make(s, 1)) {
			t.Errorf("%s: two takes are the same", s)
		}
	}
}

// power is the power of buf at hz by Goertzel's algorithm, with a Hann window.
func power(buf []float32, hz float64) float64 {
	c := 2 * math.Cos(2*math.Pi*hz/Rate)
	s1, s2 := 0.0, 0.0
	for i, v := range buf {
		w := 0.5 - 0.5*math.Cos(2*math.Pi*float64(i)/float64(len(buf)))
		s1, s2 = float64(v)*w+c*s1-s2, s1
	}
	return (s1*s1 + s2*s2 - c*s1*s2) / float64(len(buf)*len(buf))
}

// spectrum is the power of buf in bands of Rate/fftLong Hz, with a Hann window.
func spectrum(buf []float32) []float64 {
	buf = buf[:min(len(buf), fftLong)]
	x := make([]complex128, fftLong)
	for i, v := range buf {
		w := 0.5 - 0.5*math.Cos(2*math.Pi*float64(i)/float64(len(buf)))
		x[bits.Reverse32(uint32(i))>>(32-fftBits)] = complex(float64(v)*w, 0)
	}
	for half := 1; half < fftLong; half *= 2 {
		turn := cmplx.Exp(complex(0, -math.Pi/float64(half)))
		for i := 0; i < fftLong; i += 2 * half {
			w := complex(1, 0)
			for j := i; j < i+half; j++ {
				a, b := x[j], x[j+half]*w
				x[j], x[j+half] = a+b, a-b
				w *= turn
			}
		}
	}
	p := make([]float64, fftLong/2)
	for i := range p {
		p[i] = real(x[i])*real(x[i]) + imag(x[i])*imag(x[i])
	}
	return p
}

const (
	fftBits = 16
	fftLong = 1 << fftBits
)

// pitch returns the frequency between lo and hi where buf is strongest.
func pitch(buf []float32, lo, hi float64) float64 {
	best, most := 0, 0.0
	for i, p := range spectrum(buf) {
		if hz := float64(i) * Rate / fftLong; hz >= lo && hz <= hi && p > most {
			best, most = i, p
		}
	}
	return float64(best) * Rate / fftLong
}

func cut(buf []float32, from, to float64) []float32 {
	return buf[min(int(from*Rate), len(buf)):min(int(to*Rate), len(buf))]
}

// The notes are those of the table.
func TestPitch(t *testing.T) {
	for _, c := range []struct {
		s        Sound
		from, to float64 // seconds
		want     float64
		slack    float64 // as a part
	}{
		{UIOk, 0.005, 0.05, 783.99, 0.02},
		{UIOk, 0.055, 0.2, 1046.5, 0.01},
		{UINo, 0, 0.07, 329.63, 0.03},
		{UINo, 0.075, 0.22, 311.13, 0.02},
		{UIHover, 0, 1, 1200, 0.08},
		{PickUp, 0, 0.04, 440, 0.05},
		{PickUp, 0.042, 0.12, 660, 0.04},
		{Bounce, 0, 1, 440, 0.03},
		{Joined, 0.01, 0.11, 523.25, 0.015},
		{Left, 0.01, 0.14, 783.99, 0.01},
		{Left, 0.5, 1, 659.26, 0.01},
		{HostChanged, 0.05, 0.4, 146.83, 0.01},
		{HostChanged, 1, 1.8, 73.4, 0.02},
		{Emote, 0, 0.06, 440, 0.03},
		{Emote, 0.07, 0.2, 587.33, 0.02},
		{LampOn, 0.2, 0.6, 90, 0.5}, // 90 or its fifth
		{Hit(Stone), 0.03, 0.3, 190, 0.04},
		{Hit(Wood), 0.03, 0.3, 150, 0.04},
		{Hit(Earth), 0.03, 0.3, 95, 0.05},
		{Break(Stone), 0.2, 0.5, 190 * fourthDown, 0.06},
		{Crickets, 0, 4, 4200, 0.035},
	} {
		got := pitch(cut(Make(c.s, 0), c.from, c.to), 40, 8000)
		if math.Abs(got/c.want-1) > c.slack {
			t.Errorf("%s from %v to %v s is at %.1f Hz, want %.1f", c.s, c.from, c.to, got, c.want)
		}
	}
	// All three notes of the chord of arrival, and both of each hollow fifth, stand out from their
	// neighbours.
	for _, c := range []struct {
		s        Sound
		from, to float64
		hz       []float64
	}{
		{Joined, 0.25, 0.7, []float64{523.25, 659.26, 783.99}},
		{Provisional, 0.05, 0.45, []float64{146.83, 220}},
		{Provisional, 0.6, 1, []float64{130.81, 196}},
		{Healed, 0.4, 1, []float64{146.83, 220, 293.66, 369.99}},
		{LampOn, 0.1, 0.8, []float64{90, 135}},
	} {
		buf := cut(Make(c.s, 0), c.from, c.to)
		for _, hz := range c.hz {
			if on, off := power(buf, hz), max(power(buf, hz*1.1), power(buf, hz/1.1)); on < 4*off {
				t.Errorf("%s: %v Hz is only %.1f times its neighbours", c.s, hz, on/off)
			}
		}
	}
}

// centre is the mean frequency of buf on a scale of octaves, weighted by power.
func centre(buf []float32) float64 {
	sum, weighted := 0.0, 0.0
	for i, p := range spectrum(buf) {
		if hz := float64(i) * Rate / fftLong; hz > 60 && hz < 16000 {
			sum += p
			weighted += p * math.Log(hz)
		}
	}
	return math.Exp(weighted / sum)
}

// Materials can be told apart, and lie in the order of their band-passes.
func TestMaterialsSoundDifferent(t *testing.T) {
	order := []Material{Water, Wood, Stone, Earth, Grass, Sand, Snow}
	last := 0.0
	for _, m := range order {
		c := centre(Make(Step(m), 0))
		t.Logf("step %-6s centre %5.0f Hz", m, c)
		if m != Stone && m != Wood && c < last*1.04 { // wood and water are neighbours, as are earth and stone
			t.Errorf("a step on %s is at %.0f Hz, its darker neighbour at %.0f Hz", m, c, last)
		}
		last = c
	}
}

// The sweep of a throw rises, a door creaks up as it opens and a step into water sinks.
func TestSweeps(t *testing.T) {
	for _, c := range []struct {
		s      Sound
		a, b   [2]float64
		rising bool
	}{
		{Throw, [2]float64{0, 0.045}, [2]float64{0.045, 0.09}, true},
		{Step(Water), [2]float64{0, 0.03}, [2]float64{0.035, 0.08}, false},
		{UIOpen, [2]float64{0, 0.03}, [2]float64{0.03, 0.08}, true},
		{UIClose, [2]float64{0, 0.03}, [2]float64{0.03, 0.08}, false},
		{Splash, [2]float64{0, 0.05}, [2]float64{0.1, 0.22}, false},
	} {
		buf := Make(c.s, 0)
		a, b := centre(cut(buf, c.a[0], c.a[1])), centre(cut(buf, c.b[0], c.b[1]))
		if (b > a) != c.rising {
			t.Errorf("%s goes from %.0f to %.0f Hz", c.s, a, b)
		}
	}
}

func TestLengths(t *testing.T) {
	for _, c := range []struct {
		s      Sound
		lo, hi float64 // seconds
	}{
		{Step(Grass), 0.015, 0.06}, {UIHover, 0.007, 0.012}, {Throw, 0.08, 0.1}, {Break(Stone), 0.18, 0.5}, {Break(Glass), 0.4, 0.95},
		{HostChanged, 1, 1.8}, {Place(Wood), 0.055, 0.16},
	} {
		if got := float64(len(Make(c.s, 0))) / Rate; got < c.lo || got > c.hi {
			t.Errorf("%s lasts %.3f s, want %v to %v", c.s, got, c.lo, c.hi)
		}
	}
}

// TestDump writes every sound as a WAV file to the directory named by DUMP_SOUNDS. It also logs each sound's
// length, the times by which half and nearly all of its energy is spent, its centre and its strongest
// frequencies.
func TestDump(t *testing.T) {
	dir := os.Getenv("DUMP_SOUNDS")
	if dir == "" {
		t.Skip("DUMP_SOUNDS names no directory to write WAV files to")
	}
	all(t, func(t *testing.T, s Sound, take int, in *Info, buf []float32) {
		if take == 0 {
			t.Log(report(in.Name, buf))
		}
		name := strings.ReplaceAll(in.Name, " ", "-") + "-" + string(rune('0'+take)) + ".wav"
		if err := os.WriteFile(filepath.Join(dir, name), wav(buf), 0o644); err != nil {
			t.Fatal(err)
		}
	})
}

func report(name string, buf []float32) string {
	_, peak := Loudness(buf)
	energy, sum, half, most := 0.0, 0.0, 0, 0
	for _, v := range buf {
		energy += float64(v) * float64(v)
	}
	for i, v := range buf {
		sum += float64(v) * float64(v)
		if sum < energy/2 {
			half = i
		}
		if sum < energy*0.95 {
			most = i
		}
	}
	p := spectrum(buf)
	line := fmt.Sprintf("%-14s %5.0f ms, half by %4.0f, 95 %% by %4.0f, peak %.2f, centre %5.0f Hz, strongest",
		name, float64(len(buf))/48, float64(half)/48, float64(most)/48, peak, centre(buf))
	for range 4 {
		best := 0
		for i := range p {
			if p[i] > p[best] {
				best = i
			}
		}
		line += fmt.Sprintf(" %.0f", float64(best)*Rate/fftLong)
		for i := int(float64(best) * 0.93); i <= int(float64(best)*1.07)+1 && i < len(p); i++ {
			p[i] = 0
		}
	}
	return line
}

func wav(buf []float32) []byte {
	le := binary.LittleEndian
	b := append([]byte("RIFF"), make([]byte, 4)...)
	b = append(b, "WAVEfmt \x10\x00\x00\x00\x03\x00\x01\x00"...)
	b = le.AppendUint32(le.AppendUint32(b, Rate), Rate*4)
	b = append(b, "\x04\x00\x20\x00data"...)
	b = le.AppendUint32(b, uint32(4*len(buf)))
	for _, v := range buf {
		b = le.AppendUint32(b, math.Float32bits(v))
	}
	le.PutUint32(b[4:], uint32(len(b)-8))
	return b
}

func BenchmarkMakeAll(b *testing.B) {
	samples := 0
	began := time.Now()
	for b.Loop() {
		samples = 0
		for s := Silence + 1; s < Count; s++ {
			for take := range s.Info().Takes {
				samples += len(Make(s, take))
			}
		}
	}
	b.ReportMetric(float64(samples)*4/1e6, "MB")
	b.ReportMetric(float64(samples)/Rate, "s-of-sound")
	b.ReportMetric(time.Since(began).Seconds()/float64(b.N)*1000, "ms/all")
}
