package audio

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"manyhold/audio/synth"
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/gloom"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/tile"
	"manyhold/net/patience"
)

// capturedCue is a cue of the first evening, as the game plays it: from a name, an event, or what is around.
type capturedCue struct {
	name string
	ui   Sound
	on   event.Event
	do   func(p *Player, s *Scene, hear func(frames int))
}

// cueFrames is how many frames a cue lasts that comes from what is around.
const cueFrames = 120

// capturedCues are the cues, in the order in which they are played.
func capturedCues() (list []capturedCue) {
	list = []capturedCue{
		{name: "found", ui: SoundFound},
		{name: "first of a kind", ui: SoundFirst},
		{name: "first light", on: event.Event{Kind: event.LightWon, A: 0, B: 1}},
		{name: "another light", on: event.Event{Kind: event.LightWon, A: 1, B: 2}},
		{name: "cannot", on: event.Event{Kind: event.Refused, Seat: 1, A: int32(event.TooHard)}},
		{name: "fireworks", on: event.Event{Kind: event.Launched, A: int32(item.RedRocket)}},
		{name: "festival", on: event.Event{Kind: event.Feasted}},
		{name: "sky lantern", on: event.Event{Kind: event.LanternRose, Seat: 1}},
		{name: "loot from a chest", on: event.Event{Kind: event.ChestTaken, A: int32(item.KeeperHat), B: 1}},
		{name: "loot from the ground", on: event.Event{Kind: event.Collected, A: int32(item.Copper), B: 1}},
		{name: "put on", on: event.Event{Kind: event.Dressed, A: int32(item.KeeperHat), B: 1}},
	}
	for _, k := range []item.Kind{item.Flute, item.Harp, item.Bells} {
		for note := int32(1); note <= 5; note++ {
			list = append(list, capturedCue{name: fmt.Sprintf("%s %d", k, note), on: event.Event{Kind: event.Played, A: int32(k), B: note}})
		}
	}
	return append(list,
		capturedCue{name: "wind", do: func(p *Player, s *Scene, hear func(int)) { p.SetVolumes(1, 1, 1, 0, 1); hear(cueFrames) }},
		capturedCue{name: "nightfall", do: func(p *Player, s *Scene, hear func(int)) {
			p.SetVolumes(1, 1, 1, 0, 1)
			for s.Tick = 1; gloom.Depth(s.Tick+1) == 0; s.Tick++ {
			}
			hear(cueFrames)
			s.Tick = 1
		}},
		capturedCue{name: "danger near", do: func(p *Player, s *Scene, hear func(int)) {
			p.SetVolumes(1, 1, 1, 0, 1)
			s.Movers = []Mover{{ID: 9, Kind: entity.Shade, Pos: vec(2.5, 0.5)}}
			hear(cueFrames)
			s.Movers = nil
		}},
		capturedCue{name: "festival music", do: func(p *Player, s *Scene, hear func(int)) {
			p.SetVolumes(1, 1, 0, 1, 1)
			p.Play(Theme{Seed: 99, Character: OfLight, Since: s.Tick})
			hear(10 * 60)
			p.Play(Theme{})
		}},
	)
}

// TestChildPlaysCues plays on the real device the cues whose numbers it is told. TestCapturedCues runs it in
// a process of its own.
func TestChildPlaysCues(t *testing.T) {
	if os.Getenv(childEnv) == "" {
		t.Skip("run by TestCapturedCues")
	}
	p := Open(Options{Seed: 1, Log: func(s string) { t.Error(s) }})
	defer p.Close()
	until(t, "the device", 10*time.Second, p.Live)
	p.bank.Fill(nil) // no cue is dropped because its sound is not made yet
	list := capturedCues()
	world := plain{ground: tile.Rock, blocks: map[grid.Tile]tile.Block{}}
	s := &Scene{World: &world, Seat: 1, Seed: 4, Tick: 1}
	hear := func(frames int) {
		for next := time.Now(); frames > 0; frames-- {
			s.Tick++
			p.Hear(s, vec(0.5, 0.5), nil)
			next = next.Add(time.Second / game.TicksPerSecond)
			until(t, "the next frame", time.Minute, func() bool { return !time.Now().Before(next) })
		}
	}
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		var n int
		if _, err := fmt.Sscan(in.Text(), &n); err != nil {
			t.Fatal(err)
		}
		p.SetVolumes(1, 1, 0, 0, 1)
		switch c := &list[n]; {
		case c.do != nil:
			c.do(p, s, hear)
		case c.ui != "":
			p.UI(c.ui)
		default:
			e := c.on
			e.Pos = vec(0.5, 0.5)
			s.Tick += game.TicksPerSecond
			p.Hear(s, vec(0.5, 0.5), []event.Event{e})
		}
		p.mixer.Loops(nil)
		until(t, "the cue to begin", 10*time.Second, func() bool { return p.Stats().Played > 0 || list[n].do != nil })
		until(t, "the cue to end", 30*time.Second, func() bool { return p.Stats().Voices == 0 })
		if list[n].do != nil {
			p.SetVolumes(0, 1, 0, 0, 1)
		}
		fmt.Println("played", n)
	}
}

// portrait is what of a captured sound tells it from others: its loudest sample, how long it is to be heard,
// and how its energy is spread over bands of a third of an octave.
type portrait struct {
	peak, seconds float64
	bands         []float64
	hz            float64 // of its strongest tone
}

// portraitOf listens to a captured sound.
func portraitOf(x []float64) (p portrait) {
	first, last := -1, 0
	for i, v := range x {
		if p.peak = max(p.peak, math.Abs(v)); math.Abs(v) > quiet {
			if last = i; first < 0 {
				first = i
			}
		}
	}
	if first < 0 {
		return p
	}
	p.seconds = float64(last-first) / synth.Rate
	const window = 1 << 13
	sum, most := make([]float64, 24), 0.0
	spectrum := make([]float64, window/2)
	for at := first; at == first || at+window/2 <= last; at += window / 2 {
		f := make([]complex128, window)
		for i := range f {
			if at+i < len(x) {
				f[i] = complex(x[at+i]*(0.5-0.5*math.Cos(2*math.Pi*float64(i)/window)), 0)
			}
		}
		fft(f)
		for k := 1; k < window/2; k++ {
			e := real(f[k])*real(f[k]) + imag(f[k])*imag(f[k])
			spectrum[k] += e
			if band := int(3 * math.Log2(float64(k)*synth.Rate/window/55)); band >= 0 && band < len(sum) {
				sum[band] += e
			}
		}
	}
	for k := 3; k < window/2; k++ {
		if spectrum[k] > most {
			most, p.hz = spectrum[k], float64(k)*synth.Rate/window
		}
	}
	length := 0.0
	for _, e := range sum {
		length += e
	}
	for _, e := range sum {
		p.bands = append(p.bands, math.Sqrt(e/max(length, 1e-12)))
	}
	return p
}

// like returns how alike two sounds are: 1 for the same spread of energy.
func (p *portrait) like(q *portrait) (cos float64) {
	for k := range p.bands {
		cos += p.bands[k] * q.bands[k]
	}
	return cos
}

// quiet is below which a captured sample is silence.
const quiet = 0.002

// TestCapturedCues plays each cue of the first evening through the mixer, the real library and a real sound
// server, and hears what comes out: every one is audible, ends, and sounds unlike the others; the five notes
// of an instrument rise.
func TestCapturedCues(t *testing.T) {
	dir, _ := soundServer(t)
	heard, stop := recording(t, filepath.Join(dir, "f"))
	defer stop()
	child := exec.Command(os.Args[0], "-test.run=^TestChildPlaysCues$", "-test.count=1")
	child.Env = append(os.Environ(), childEnv+"=1", "PULSE_SERVER=unix:"+dir+"/s")
	say, err := child.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { child.Process.Kill(); child.Wait() })
	lines := make(chan string, 64)
	go func() {
		defer close(lines)
		for in := bufio.NewScanner(out); in.Scan(); {
			lines <- in.Text()
		}
	}()
	list := capturedCues()
	portraits := make([]portrait, len(list))
	for n, c := range list {
		mark := len(heard())
		fmt.Fprintln(say, n)
		want := fmt.Sprint("played ", n)
		for ended := patience.For(90 * time.Second); ; {
			line, ok := <-lines
			if !ok || ended.Over() {
				t.Fatalf("%s is not played", c.name)
			}
			if strings.HasSuffix(line, want) {
				break
			}
			t.Log(line)
		}
		end := len(heard()) // what is in buffers comes later
		until(t, c.name+" to be captured and to end", 30*time.Second, func() bool {
			x := heard()
			return len(x) > end+synth.Rate*2/5 && loudest(x[mark:]) > quiet && loudest(x[len(x)-synth.Rate*2/5:]) <= quiet
		})
		portraits[n] = portraitOf(heard()[mark:])
		t.Logf("%-22s peak %.3f, %.2f s, strongest at %4.0f Hz", c.name, portraits[n].peak, portraits[n].seconds, portraits[n].hz)
	}
	say.Close()
	compareCues(t, list, portraits)
}

// compareCues fails unless all captured cues are audible, and any two differ in sound or length.
func compareCues(t *testing.T, list []capturedCue, portraits []portrait) {
	for n := range list {
		p := &portraits[n]
		if p.peak < 0.008 || p.peak > 1 {
			t.Errorf("%s has a peak of %.4f", list[n].name, p.peak)
		}
		for m := range n {
			q := &portraits[m]
			cos, longer := p.like(q), max(p.seconds, q.seconds)/max(min(p.seconds, q.seconds), 0.01)
			tone := max(p.hz, q.hz) / max(min(p.hz, q.hz), 1)
			if cos > 0.98 && longer < 1.25 && tone < 1.05 {
				t.Errorf("%s sounds like %s: %.3f alike, %.2f and %.2f s, %.0f and %.0f Hz", list[n].name, list[m].name, cos, p.seconds, q.seconds, p.hz, q.hz)
			}
		}
		if e := list[n].on; e.Kind == event.Played && e.B > 1 && p.hz < portraits[n-1].hz*1.05 {
			t.Errorf("%s is not higher than the note before: %.0f and %.0f Hz", list[n].name, p.hz, portraits[n-1].hz)
		}
	}
}

// loudest returns the greatest amplitude.
func loudest(x []float64) (peak float64) {
	for _, v := range x {
		peak = max(peak, math.Abs(v))
	}
	return peak
}
