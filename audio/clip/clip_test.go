package clip

import (
	"encoding/binary"
	"errors"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// wave is a WAV of a sine.
func wave(rate, channels, bits int, seconds, hertz, amplitude float64) []byte {
	le := binary.LittleEndian
	n := int(seconds * float64(rate))
	frame := channels * bits / 8
	b := le.AppendUint32([]byte("RIFF"), uint32(36+n*frame))
	b = append(b, "WAVEfmt \x10\x00\x00\x00\x01\x00"...)
	b = le.AppendUint16(b, uint16(channels))
	b = le.AppendUint32(le.AppendUint32(b, uint32(rate)), uint32(rate*frame))
	b = le.AppendUint16(le.AppendUint16(b, uint16(frame)), uint16(bits))
	b = le.AppendUint32(append(b, "data"...), uint32(n*frame))
	for k := range n {
		v := amplitude * math.Sin(2*math.Pi*hertz*float64(k)/float64(rate))
		for range channels {
			if bits == 8 {
				b = append(b, byte(128+math.Round(127*v)))
			} else {
				b = le.AppendUint16(b, uint16(int16(32767*v)))
			}
		}
	}
	return b
}

// file reads a file of testdata, which oggenc made of a sine.
func file(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// strength is the amplitude of a frequency in a clip, of full scale (Goertzel).
func strength(c *Clip, hertz float64) float64 {
	w := 2 * math.Pi * hertz / float64(c.Rate)
	var re, im float64
	for k, s := range c.Samples {
		v := float64(s) / (1 << 15)
		re, im = re+v*math.Cos(w*float64(k)), im+v*math.Sin(w*float64(k))
	}
	return 2 * math.Hypot(re, im) / float64(len(c.Samples))
}

// TestDecode: each format comes out with its tone, its length, and as loud as it may be.
func TestDecode(t *testing.T) {
	for _, c := range []struct {
		name               string
		data               []byte
		rate               int
		seconds            float64
		hertz, amplitude   float64
		least, most, gains float64
	}{
		{"16 bits, mono", wave(44100, 1, 16, 0.5, 440, 0.5), 44100, 0.5, 440, 0.5, 0.49, 0.51, Loudest / (0.5 / math.Sqrt2)},
		{"16 bits, stereo", wave(48000, 2, 16, 0.25, 1000, 0.3), 48000, 0.25, 1000, 0.3, 0.29, 0.31, Loudest / (0.3 / math.Sqrt2)},
		{"8 bits, quiet", wave(8000, 1, 8, 0.5, 300, 0.1), 8000, 0.5, 300, 0.1, 0.09, 0.11, 1},
		{"Vorbis, mono", file(t, "mono.ogg"), 22050, 0.5, 440, 0.5, 0.45, 0.53, Loudest / (0.5 / math.Sqrt2)},
		{"Vorbis, stereo", file(t, "stereo.ogg"), 48000, 0.4, 660, 0.5, 0.45, 0.53, Loudest / (0.5 / math.Sqrt2)},
		{"a minute of a longer one", file(t, "long.ogg"), 8000, MaxSeconds, 300, 0.3, 0.27, 0.33, Loudest / (0.3 / math.Sqrt2)},
		{"a minute of a longer WAV", wave(8000, 1, 8, 70, 300, 0.3), 8000, MaxSeconds, 300, 0.3, 0.28, 0.32, Loudest / (0.3 / math.Sqrt2)},
	} {
		got, err := Decode(c.data)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if a := strength(got, c.hertz); got.Rate != c.rate || got.Seconds() != c.seconds || a < c.least || a > c.most {
			t.Errorf("%s: %v s at %d, the tone has %.3f", c.name, got.Seconds(), got.Rate, a)
		}
		if off := strength(got, c.hertz*1.6); off > c.amplitude/10 {
			t.Errorf("%s: another tone has %.3f", c.name, off)
		}
		if math.Abs(float64(got.Gain)-c.gains) > 0.05*c.gains {
			t.Errorf("%s: gain %.3f, want %.3f", c.name, got.Gain, c.gains)
		}
	}
}

// TestRefused: what is no sound, or beyond the limits, is refused, and says why.
func TestRefused(t *testing.T) {
	patched := func(b []byte, at int, v ...byte) []byte {
		return append(append(append([]byte{}, b[:at]...), v...), b[at+len(v):]...)
	}
	mono := file(t, "mono.ogg")
	opus := patched(mono, 28, []byte("OpusHead")...)
	for _, c := range []struct {
		name string
		data []byte
		says string
	}{
		{"nothing", nil, "neither"},
		{"text", []byte("la la la"), "neither"},
		{"three channels", patched(wave(8000, 1, 16, 0.1, 300, 1), 22, 3), "3 channels"},
		{"too fast", wave(96000, 1, 16, 0.1, 300, 1), "96000"},
		{"24 bits", patched(wave(8000, 1, 16, 0.1, 300, 1), 34, 24), "8 or 16 bits"},
		{"no samples", wave(8000, 1, 16, 0, 300, 1), "empty"},
		{"a long chunk", patched(wave(8000, 1, 16, 0.1, 300, 1), 42, 9), "longer than the file"},
		{"Opus", opus, "headers of Vorbis"},
		{"headers alone", mono[:3000], "cut off"},
		{"many channels", patched(mono, 39, 200), "200 channels"},
		{"large blocks", patched(mono, 56, 0xff), "wrong size"},
	} {
		if _, err := Decode(c.data); !errors.Is(err, ErrFormat) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %q", c.name, err, c.says)
		}
	}
}

// TestFlippedBits: a Vorbis file with flipped bits anywhere is decoded or refused, in bounded memory.
func TestFlippedBits(t *testing.T) {
	mono := file(t, "mono.ogg")
	rapid.Check(t, func(r *rapid.T) {
		b := append([]byte{}, mono...)
		for range rapid.IntRange(1, 8).Draw(r, "flips") {
			b[rapid.IntRange(60, len(b)-1).Draw(r, "at")] ^= 1 << rapid.IntRange(0, 7).Draw(r, "bit")
		}
		if n := allocated(func() { Decode(b) }); n > 64<<20 {
			r.Fatalf("it took %d bytes", n)
		}
	})
}

// allocated is how many bytes f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// FuzzClip: any bytes are decoded within the limits, or refused.
func FuzzClip(f *testing.F) {
	f.Add(file(f, "mono.ogg"))
	f.Add(file(f, "stereo.ogg"))
	f.Add(wave(8000, 2, 8, 0.01, 300, 1))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := Decode(data)
		if err != nil {
			if !errors.Is(err, ErrFormat) {
				t.Error(err)
			}
			return
		}
		if len(c.Samples) == 0 || len(c.Samples) > MaxSeconds*c.Rate || c.Rate < MinRate || c.Rate > MaxRate || !(c.Gain > 0) || c.Gain > 1 {
			t.Errorf("%d samples at %d, gain %v", len(c.Samples), c.Rate, c.Gain)
		}
	})
}
