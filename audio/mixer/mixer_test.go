package mixer

import (
	"encoding/binary"
	"io"
	"math"
	"slices"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"manyhold/audio/synth"
)

// bank is filled once: all tests hear the same sounds.
var bank = sync.OnceValue(func() *Bank {
	b := new(Bank)
	b.Fill(nil)
	return b
})

func listen(t testing.TB, m *Mixer, frames int) (l, r []float32) {
	t.Helper()
	p := make([]byte, frames*frameBytes)
	if n, err := io.ReadFull(m, p); n != len(p) || err != nil {
		t.Fatalf("Read: %d, %v", n, err)
	}
	for i := 0; i < len(p); i += frameBytes {
		l = append(l, math.Float32frombits(binary.LittleEndian.Uint32(p[i:])))
		r = append(r, math.Float32frombits(binary.LittleEndian.Uint32(p[i+4:])))
	}
	return l, r
}

func rms(buf []float32) float64 {
	sum := 0.0
	for _, v := range buf {
		sum += float64(v) * float64(v)
	}
	return math.Sqrt(sum / float64(len(buf)))
}

func biggestStep(buf []float32) (most float64) {
	last := float32(0)
	for _, v := range buf {
		most = max(most, math.Abs(float64(v-last)))
		last = v
	}
	return most
}

// Every sound passes through the mixer: it is audible, within the ceiling, and followed by silence.
func TestEverySoundIsHeard(t *testing.T) {
	for s := synth.Silence + 1; s < synth.Count; s++ {
		m := New(bank(), 1)
		if s.Info().Loop {
			m.Loops([]Loop{{Key: 1, Note: Note{Sound: s, Gain: 1}}})
		} else {
			m.Play(Note{Sound: s, Gain: 1})
		}
		long := 2*synth.Rate + synth.Rate/2
		if !s.Info().Loop { // which has an end of its own
			long = max(long, int((s.Info().Seconds+0.5)*synth.Rate))
		}
		l, r := listen(t, m, long)
		if rms(l) == 0 || rms(r) == 0 {
			t.Errorf("%s is silent", s)
		}
		for _, v := range append(l, r...) {
			if v > Ceiling || v < -Ceiling || v != v {
				t.Fatalf("%s: sample %v", s, v)
			}
		}
		if tail := l[len(l)-synth.Rate/4:]; rms(tail) != 0 {
			t.Errorf("%s does not end", s)
		}
		if got := m.Stats(); got.Voices != 0 || !s.Info().Loop && got.Played != 1 {
			t.Errorf("%s: %+v", s, got)
		}
	}
}

func TestPanAndGain(t *testing.T) {
	loud := func(n Note) (l, r float64) {
		n.Sound = synth.LampOn // does not vary
		m := New(bank(), 1)
		m.Play(n)
		a, b := listen(t, m, synth.Rate/2)
		return rms(a), rms(b)
	}
	l0, r0 := loud(Note{Gain: 1})
	if math.Abs(l0/r0-1) > 1e-6 {
		t.Errorf("the middle is %v to %v", l0, r0)
	}
	l1, r1 := loud(Note{Gain: 1, Pan: -0.5})
	l2, r2 := loud(Note{Gain: 1, Pan: 0.5})
	if !(l1 > 1.5*r1) || math.Abs(l1-r2) > 1e-6 || math.Abs(r1-l2) > 1e-6 {
		t.Errorf("left %v to %v, right %v to %v", l1, r1, l2, r2)
	}
	if power := (l1*l1 + r1*r1) / (l0*l0 + r0*r0); math.Abs(power-1) > 1e-3 {
		t.Errorf("at the side the power is %v times that of the middle", power)
	}
	if l, r := loud(Note{Gain: 1, Pan: -3}); r > 1e-6 || l == 0 {
		t.Errorf("beyond the left: %v to %v", l, r)
	}
	if l, _ := loud(Note{Gain: 0.5}); math.Abs(l/l0-0.5) > 1e-3 {
		t.Errorf("half a gain is %v", l/l0)
	}
}

// share is the part of the power of buf above hz, by a crude high-pass of second order.
func share(buf []float32, hz float64) float64 {
	k := float32(1 - math.Exp(-2*math.Pi*hz/synth.Rate))
	var a, b float32
	high := make([]float32, len(buf))
	for i, v := range buf {
		a += k * (v - a)
		b += k * (v - a - b)
		high[i] = v - a - b
	}
	return rms(high) / rms(buf)
}

func TestWallsMuffle(t *testing.T) {
	hear := func(muffle bool) []float32 {
		m := New(bank(), 1)
		m.Play(Note{Sound: synth.Break(synth.Glass), Gain: 1, Muffle: muffle})
		l, _ := listen(t, m, synth.Rate/2)
		return l
	}
	open, wall := hear(false), hear(true)
	if rms(wall) > 0.4*rms(open) || share(wall, 2500) > 0.8*share(open, 2500) {
		t.Errorf("behind a wall %v of the loudness, high part %v instead of %v", rms(wall)/rms(open), share(wall, 2500), share(open, 2500))
	}
}

func TestRateIsPitch(t *testing.T) {
	crossings := func(rate float32) (n int) {
		m := New(bank(), 1)
		m.Play(Note{Sound: synth.UIHover, Gain: 1, Rate: rate})
		l, _ := listen(t, m, synth.Rate/10)
		last := float32(0)
		for _, v := range l {
			if v*last < 0 {
				n++
			}
			if v != 0 {
				last = v
			}
		}
		return n
	}
	// The same waves in half or twice the time.
	if a, b := crossings(1), crossings(2); a < 15 || a-b > 3 || b-a > 3 {
		t.Errorf("%d and %d", a, b)
	}
	long := func(rate float32) (n int) {
		m := New(bank(), 1)
		m.Play(Note{Sound: synth.UIHover, Gain: 1, Rate: rate})
		l, _ := listen(t, m, synth.Rate/10)
		for i, v := range l {
			if v != 0 {
				n = i
			}
		}
		return n
	}
	if a, b := float64(long(1)), float64(long(2)); math.Abs(a/b-2) > 0.4 {
		t.Errorf("lasts %v and %v frames", a, b)
	}
}

func TestVoiceLimit(t *testing.T) {
	m := New(bank(), 1)
	for range 40 {
		m.Play(Note{Sound: synth.Bird, Gain: 0.5})
	}
	listen(t, m, 64)
	if s := m.Stats(); s.Played < MaxVoices || s.Voices > MaxVoices+MaxDying {
		t.Errorf("%+v", s)
	}
	for range 10 { // no louder than the voices that play
		m.Play(Note{Sound: synth.Bird, Gain: 0.1})
	}
	listen(t, m, 64)
	before := m.Stats()
	if before.Dropped < 10 {
		t.Errorf("quiet ones were not dropped: %+v", before)
	}
	m.Play(Note{Sound: synth.HostChanged, Gain: 1}) // worth more
	listen(t, m, 64)
	after := m.Stats()
	if after.Stolen != before.Stolen+1 || after.Played != before.Played+1 {
		t.Errorf("%+v, then %+v", before, after)
	}
	listen(t, m, FadeFrames+2*BlockFrames)
	if s := m.Stats(); s.Voices != MaxVoices {
		t.Errorf("%d voices after the fade", s.Voices)
	}
}

// A stolen voice, and a loop that ends or is forgotten, make no click: the biggest jump between two samples
// is no bigger than while they played.
func TestNoClicks(t *testing.T) {
	t.Run("start and end of each sound", func(t *testing.T) {
		for s := synth.Silence + 1; s < synth.Count; s++ {
			if s.Info().Loop {
				continue
			}
			m := New(bank(), 7)
			m.Play(Note{Sound: s, Gain: 1})
			l, _ := listen(t, m, 2*synth.Rate+synth.Rate/2)
			first := slices.IndexFunc(l, func(v float32) bool { return v != 0 })
			last := len(l) - 1
			for l[last] == 0 {
				last--
			}
			if a, b := math.Abs(float64(l[first])), math.Abs(float64(l[last])); a > 0.02 || b > 0.002 {
				t.Errorf("%s begins with a step of %.4f and ends with %.4f", s, a, b)
			}
		}
	})
	t.Run("a loop that ends", func(t *testing.T) {
		m := New(bank(), 7)
		loop := []Loop{{Key: 1, Note: Note{Sound: synth.Fire, Gain: 1}}}
		m.Loops(loop)
		l, _ := listen(t, m, synth.Rate/4)
		steady := biggestStep(l)
		m.Loops(nil)
		l, _ = listen(t, m, synth.Rate/4)
		if got := biggestStep(l[1:]); got > max(steady, math.Abs(float64(l[1]))+steady) {
			t.Errorf("a step of %v, before %v", got, steady)
		}
		if rms(l[FadeFrames+3*BlockFrames:]) != 0 {
			t.Error("it goes on")
		}
	})
	t.Run("a stolen voice", func(t *testing.T) {
		m := New(bank(), 7)
		for range MaxVoices {
			m.Play(Note{Sound: synth.LampOn, Gain: 0.2})
		}
		l, _ := listen(t, m, synth.Rate/2)
		steady := biggestStep(l[synth.Rate/8:])
		last := l[len(l)-1]
		for range 4 {
			m.Play(Note{Sound: synth.HostChanged, Gain: 0.01})
		}
		l, _ = listen(t, m, synth.Rate/20)
		if got := biggestStep(append([]float32{last}, l...)[1:]); m.Stats().Stolen != 4 || got > math.Abs(float64(last))+steady {
			t.Errorf("a step of %v, before %v; stats %+v", got, steady, m.Stats())
		}
	})
	t.Run("volume", func(t *testing.T) {
		m := New(bank(), 7)
		m.Loops([]Loop{{Key: 1, Note: Note{Sound: synth.Wind, Gain: 4}}})
		l, _ := listen(t, m, synth.Rate/4)
		steady := biggestStep(l[1:])
		last := l[len(l)-1]
		m.SetVolumes(Volumes{})
		l, _ = listen(t, m, synth.Rate/10)
		worst := 0.0
		for _, v := range l {
			worst = max(worst, math.Abs(float64(v-last)))
			last = v
		}
		if worst > steady+0.01 || rms(l[3*BlockFrames:]) != 0 {
			t.Errorf("a step of %v, before %v", worst, steady)
		}
	})
}

func TestLoops(t *testing.T) {
	m := New(bank(), 1)
	wind := Loop{Key: 1, Note: Note{Sound: synth.Wind, Gain: 1}}
	quiet := wind
	quiet.Gain = 0.25
	m.Loops([]Loop{wind})
	listen(t, m, synth.Rate/4)
	m.Loops([]Loop{wind}) // renewed: the same voice continues
	l, _ := listen(t, m, synth.Rate/4)
	loud := rms(l)
	m.Loops([]Loop{quiet})
	listen(t, m, synth.Rate/8)
	l, _ = listen(t, m, synth.Rate/4)
	if s := m.Stats(); s.Voices != 1 {
		t.Errorf("%d voices", s.Voices)
	}
	if got := rms(l) / loud; got < 0.1 || got > 0.5 {
		t.Errorf("a quarter of the gain is %v", got)
	}
	l, _ = listen(t, m, synth.Rate) // not renewed
	if rms(l[synth.Rate/2:]) != 0 {
		t.Error("a forgotten loop goes on")
	}
	many := make([]Loop, 50)
	for i := range many {
		many[i] = Loop{Key: uint64(i + 1), Note: Note{Sound: synth.Fire, Gain: 1}}
	}
	m.Loops(many)
	listen(t, m, 64)
	if s := m.Stats(); s.Voices != MaxLoops {
		t.Errorf("%d loops", s.Voices)
	}
}

func TestVolumesOfBuses(t *testing.T) {
	for _, c := range []struct {
		s   synth.Sound
		bus synth.Bus
	}{{synth.Kick, synth.Effects}, {synth.Bird, synth.Ambience}, {synth.UIOk, synth.Interface}} {
		for _, mine := range []bool{true, false} {
			v := Volumes{Master: 1}
			for b := range v.Bus {
				if (synth.Bus(b) == c.bus) == mine {
					v.Bus[b] = 1
				}
			}
			m := New(bank(), 1)
			m.SetVolumes(v)
			listen(t, m, 128)
			m.Play(Note{Sound: c.s, Gain: 1})
			l, _ := listen(t, m, synth.Rate)
			if (rms(l) > 0) != mine {
				t.Errorf("%s with only bus %d %v: %v", c.s, c.bus, mine, rms(l))
			}
		}
	}
	m := New(bank(), 1)
	m.SetVolumes(Volumes{Master: math.NaN(), Bus: [synth.BusCount]float64{7, -1, math.Inf(1)}})
	m.Play(Note{Sound: synth.Kick, Gain: 1})
	if l, _ := listen(t, m, synth.Rate); rms(l[2*BlockFrames:]) != 0 {
		t.Error("a volume that is no number is heard")
	}
}

// For any input and any size of read, every sample is within the ceiling.
func TestFlood(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := New(bank(), rapid.Uint64().Draw(t, "seed"))
		note := func() Note {
			return Note{
				Sound: synth.Sound(rapid.Uint8().Draw(t, "sound")),
				Gain:  rapid.Float32().Draw(t, "gain"), Pan: rapid.Float32().Draw(t, "pan"), Rate: rapid.Float32().Draw(t, "rate"),
				Muffle: rapid.Bool().Draw(t, "muffle"),
			}
		}
		for range rapid.IntRange(1, 6).Draw(t, "rounds") {
			for n := note(); rapid.IntRange(0, 8).Draw(t, "more") > 0; n = note() {
				for range rapid.IntRange(1, 60).Draw(t, "times") {
					m.Play(n)
				}
			}
			m.Loops([]Loop{{Key: rapid.Uint64().Draw(t, "key"), Note: note()}, {Key: 3, Note: note()}})
			p := make([]byte, rapid.IntRange(0, 9000).Draw(t, "bytes"))
			n, err := m.Read(p)
			if err != nil || n != len(p)/8*8 {
				t.Fatalf("Read of %d: %d, %v", len(p), n, err)
			}
			for i := 0; i+4 <= n; i += 4 {
				if v := math.Float32frombits(binary.LittleEndian.Uint32(p[i:])); !(v <= Ceiling && v >= -Ceiling) {
					t.Fatalf("sample %v", v)
				}
			}
		}
	})
}

func TestLimiterLeavesQuietAlone(t *testing.T) {
	m := New(bank(), 1)
	m.Play(Note{Sound: synth.HostChanged, Gain: 0.5})
	l, _ := listen(t, m, synth.Rate)
	want := synth.Make(synth.HostChanged, 0)
	for i := range 10000 {
		if d := math.Abs(float64(l[i+BlockFrames] - 0.5*want[i])); d > 1e-4 {
			t.Fatalf("sample %d is off by %v", i, d)
		}
	}
}

func TestFloodIsBoundedAndCounted(t *testing.T) {
	m := New(bank(), 1)
	for range 10000 {
		m.Play(Note{Sound: synth.Kick, Gain: 1})
	}
	if s := m.Stats(); s.Dropped != 10000-MaxQueue {
		t.Errorf("dropped %d", s.Dropped)
	}
	listen(t, m, 256)
	if s := m.Stats(); s.Played+s.Dropped != 10000 {
		t.Errorf("%+v do not add up", s)
	}
}

func TestSameSeedSameSound(t *testing.T) {
	play := func(portion int) []float32 {
		m := New(bank(), 42)
		for i := range 20 {
			m.Play(Note{Sound: synth.Step(synth.Material(i) % synth.MaterialCount), Gain: 1})
		}
		var all []float32
		for len(all) < 9000 {
			l, _ := listen(t, m, portion)
			all = append(all, l...)
		}
		return all[:9000]
	}
	if !slices.Equal(play(9000), play(9000)) || !slices.Equal(play(9000), play(100)) {
		t.Error("two runs differ")
	}
}

func TestReadDoesNotAllocate(t *testing.T) {
	m := New(bank(), 1)
	p := make([]byte, 480*frameBytes)
	loops := []Loop{{Key: 1, Note: Note{Sound: synth.Wind, Gain: 1}}, {Key: 2, Note: Note{Sound: synth.Fire, Gain: 1}}}
	if n := testing.AllocsPerRun(200, func() {
		for range 5 {
			m.Play(Note{Sound: synth.Step(synth.Stone), Gain: 1, Pan: 0.3})
		}
		m.Loops(loops)
		m.Read(p)
		_ = m.Stats()
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// Playing and reading from several goroutines at once; for the race detector.
func TestConcurrent(t *testing.T) {
	m := New(new(Bank), 1)
	var wg sync.WaitGroup
	wg.Go(func() { m.bank.Fill(nil) })
	for range 3 {
		wg.Go(func() {
			for i := range 500 {
				m.Play(Note{Sound: synth.UIOk, Gain: 1})
				m.Loops([]Loop{{Key: uint64(i%3 + 1), Note: Note{Sound: synth.Wind, Gain: 1}}})
				m.SetVolumes(Volumes{Master: 1, Bus: [synth.BusCount]float64{1, 1, 1}})
				_ = m.Stats()
			}
		})
	}
	wg.Go(func() {
		p := make([]byte, 1024)
		for range 200 {
			m.Read(p)
		}
	})
	wg.Wait()
}

// BenchmarkMix24 mixes one second of 24 voices, half of them behind walls.
func BenchmarkMix24(b *testing.B) {
	m := New(bank(), 1)
	p := make([]byte, synth.Rate/100*frameBytes)
	b.ReportAllocs()
	for b.Loop() {
		for range 100 {
			for v := m.Stats().Voices; v < MaxVoices; v++ {
				m.Play(Note{Sound: synth.HostChanged, Gain: 0.1, Pan: 0.2, Muffle: v%2 == 0})
			}
			m.Read(p)
		}
	}
	b.ReportMetric(b.Elapsed().Seconds()/float64(b.N)*1000, "ms/s-of-sound")
}

// BenchmarkFill makes all sounds, as a start does in the background.
func BenchmarkFill(b *testing.B) {
	for b.Loop() {
		new(Bank).Fill(nil)
	}
}
