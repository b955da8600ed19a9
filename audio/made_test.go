package audio

import (
	"encoding/binary"
	"math"
	"os"
	"testing"

	"manyhold/audio/clip"
	"manyhold/audio/mixer"
	"manyhold/audio/synth"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/tile"
)

// sine is a clip of a tone.
func sine(rate int, seconds, hertz, amplitude float64) *clip.Clip {
	c := &clip.Clip{Rate: rate, Gain: 1, Samples: make([]int16, int(seconds*float64(rate)))}
	for k := range c.Samples {
		c.Samples[k] = int16(32767 * amplitude * math.Sin(2*math.Pi*hertz*float64(k)/float64(rate)))
	}
	return c
}

// tone is the amplitude of a frequency to the left and to the right in the next seconds of the mixed stream.
func (e *ear) tone(seconds, hertz float64) (l, r float64) {
	var re, im [2]float64
	n := 0
	p := make([]byte, synth.Rate/60*8)
	for range int(seconds * 60) {
		e.Hear(&e.scene, vec(0.5, 0.5), nil)
		e.mixer.Read(p)
		for i := 0; i < len(p); i += 8 {
			sin, cos := math.Sincos(2 * math.Pi * hertz * float64(n) / synth.Rate)
			for c := range 2 {
				v := float64(math.Float32frombits(binary.LittleEndian.Uint32(p[i+4*c:])))
				re[c], im[c] = re[c]+v*cos, im[c]+v*sin
			}
			n++
		}
	}
	return 2 * math.Hypot(re[0], im[0]) / float64(n), 2 * math.Hypot(re[1], im[1]) / float64(n)
}

func silentEar() *ear {
	e := newEar()
	e.SetVolumes(1, 0, 0, 0, 1)
	return e
}

// TestMakersTone: the tone of a maker's sound comes out of the mixed stream at its own frequency, whatever
// the rate of its file, as loud to the left and to the right as its place asks for, and dull behind a wall.
func TestMakersTone(t *testing.T) {
	const a = 0.1
	db := func(tiles float64) float64 { return math.Pow(10, -FadePerTile*tiles/20) }
	for _, c := range []struct {
		name string
		clip *clip.Clip
		at   fixed.Vec
		hz   float64
		l, r float64
	}{
		{"here", sine(48000, 2, 440, a), vec(0.5, 0.5), 440, a, a},
		{"here, from a slow file", sine(8000, 2, 440, a), vec(0.5, 0.5), 440, a, a},
		{"ten tiles to the south", sine(44100, 2, 440, a), vec(0.5, 10.5), 440, a * db(10), a * db(10)},
		{"wholly to the right", sine(22050, 2, 440, a), vec(12.5, 0.5), 440, 0, a * math.Sqrt2 * db(12)},
		{"half to the left", sine(48000, 2, 600, a), vec(-5.5, 0.5), 600, a * math.Sqrt2 * math.Cos(math.Pi/8) * db(6), a * math.Sqrt2 * math.Sin(math.Pi/8) * db(6)},
		{"out of reach", sine(48000, 2, 440, a), vec(40.5, 0.5), 440, 0, 0},
	} {
		e := silentEar()
		e.Sound(Piece{Clip: c.clip, Thing: 1, Owner: 1, At: c.at})
		l, r := e.tone(1, c.hz)
		for _, x := range [][2]float64{{l, c.l}, {r, c.r}} {
			if math.Abs(x[0]-x[1]) > 0.05*x[1]+0.0005 {
				t.Errorf("%s: %.4f and %.4f, want %.4f and %.4f", c.name, l, r, c.l, c.r)
				break
			}
		}
		if off, _ := e.tone(0.5, c.hz*1.5); off > a/20 {
			t.Errorf("%s: another frequency has %.4f", c.name, off)
		}
	}
	e := silentEar()
	e.world.blocks[grid.Tile{Y: 3}] = tile.StoneWall
	e.Sound(Piece{Clip: sine(48000, 2, 4000, a), Thing: 1, Owner: 1, At: vec(0.5, 6.5)})
	if l, _ := e.tone(1, 4000); l > a*db(6)/5 {
		t.Errorf("behind a wall a high tone has %.4f", l)
	}
}

// TestDecodedTone: an Ogg file is heard at its frequency, no louder than a breaking rock.
func TestDecodedTone(t *testing.T) {
	data, err := os.ReadFile("clip/testdata/mono.ogg")
	if err != nil {
		t.Fatal(err)
	}
	c, err := clip.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	e := silentEar()
	e.Sound(Piece{Clip: c, Thing: 1, Owner: 1, At: vec(0.5, 0.5)})
	l, r := e.tone(0.4, 440)
	want := clip.Loudest * math.Sqrt2
	if math.Abs(l-want) > 0.1*want || math.Abs(r-l) > 0.001 {
		t.Errorf("%.4f and %.4f, want %.4f", l, r, want)
	}
}

// TestMakersVolume: the volume of makers' sounds is their own; at zero none is heard.
func TestMakersVolume(t *testing.T) {
	for _, volume := range []float64{0, 0.5, 1} {
		e := silentEar()
		e.SetVolumes(1, 0, 0, 0, volume)
		e.frame() // the volume glides there
		e.Sound(Piece{Clip: sine(48000, 2, 440, 0.1), Thing: 1, Owner: 1, At: vec(0.5, 0.5)})
		if l, _ := e.tone(0.5, 440); math.Abs(l-0.1*volume) > 0.005 {
			t.Errorf("at %v it has %.4f", volume, l)
		}
	}
}

// TestNobodyShoutsTheGameDown: however many sounds a thing, a player or all makers begin, so many are heard,
// and the sounds of the game go on.
func TestNobodyShoutsTheGameDown(t *testing.T) {
	for _, c := range []struct {
		name string
		of   func(k int) (thing, owner uint64)
		want int
	}{
		{"one thing", func(int) (uint64, uint64) { return 1, 1 }, mixer.MaxOfThing},
		{"one player", func(k int) (uint64, uint64) { return uint64(k), 1 }, mixer.MaxOfOwner},
		{"all", func(k int) (uint64, uint64) { return uint64(k), uint64(k) }, mixer.MaxMade},
	} {
		e := silentEar()
		e.frame()
		base := e.Stats().Voices // the wind, which is silent here
		loud := sine(48000, 5, 440, 0.9)
		for k := range 60 {
			thing, owner := c.of(k)
			e.Sound(Piece{Clip: loud, Thing: thing, Owner: owner, At: vec(0.5, 0.5)})
			e.frame()
		}
		for range 10 { // those that had to go have faded
			e.frame()
		}
		if n := e.Stats().Voices - base; n != c.want {
			t.Errorf("%s: %d voices, want %d", c.name, n, c.want)
		}
		before := e.Stats()
		e.mixer.Play(mixer.Note{Sound: synth.PickUp, Gain: 1})
		e.frame()
		if now := e.Stats(); now.Played != before.Played+1 || now.Voices != base+c.want+1 {
			t.Errorf("%s: the game's own sound is not heard: %+v", c.name, now)
		}
	}
	e := silentEar()
	for range 1000 {
		e.Sound(Piece{Clip: sine(48000, 0.01, 440, 0.1)})
	}
	if n := len(e.hearing.pieces); n != MaxPieces {
		t.Errorf("%d wait", n)
	}
}
