package audio

import (
	"encoding/binary"
	"math"
	"math/bits"
	"math/cmplx"
	"testing"

	"manyhold/audio/music"
	"manyhold/audio/synth"
	"manyhold/game"
)

// heardMusic returns the music alone for some seconds from a tick on, through the mixer and its limiter: the
// left channel, and the peak of both.
func heardMusic(seed uint64, from game.Tick, w music.Where, seconds int) (left []float64, peak float64) {
	p := newPlayer(Options{Silent: true})
	p.SetVolumes(1, 0, 0, 1, 1)
	b := make([]byte, synth.Rate/game.TicksPerSecond*8)
	for t := range game.Tick(seconds * game.TicksPerSecond) {
		p.music.Tell(seed, from+t, w)
		p.mixer.Read(b)
		for i := 0; i < len(b); i += 8 {
			l := float64(math.Float32frombits(binary.LittleEndian.Uint32(b[i:])))
			r := float64(math.Float32frombits(binary.LittleEndian.Uint32(b[i+4:])))
			left, peak = append(left, l), max(peak, math.Abs(l), math.Abs(r))
		}
	}
	return left, peak
}

// fft is the transform of x, whose length is a power of two, in place.
func fft(x []complex128) {
	n := len(x)
	for i := range x {
		if j := int(bits.Reverse64(uint64(i)) >> (64 - bits.Len(uint(n-1)))); j > i {
			x[i], x[j] = x[j], x[i]
		}
	}
	for size := 2; size <= n; size *= 2 {
		step := cmplx.Rect(1, -2*math.Pi/float64(size))
		for at := 0; at < n; at += size {
			w := complex(1, 0)
			for k := range size / 2 {
				a, b := x[at+k], w*x[at+k+size/2]
				x[at+k], x[at+k+size/2] = a+b, a-b
				w *= step
			}
		}
	}
}

// chroma returns how the energy is spread over the twelve notes, and how far the tones are off pitch, in
// cents, weighted by energy. Tones are the peaks of a third of a second's spectrum between 100 and 1,400 Hz,
// down to a thousandth of the energy of the loudest.
func chroma(heard []float64) (notes [12]float64, off float64) {
	const window = 1 << 14
	x, sum := make([]complex128, window), 0.0
	for at := 0; at+window <= len(heard); at += window {
		for i := range x {
			x[i] = complex(heard[at+i]*(0.5-0.5*math.Cos(2*math.Pi*float64(i)/window)), 0)
		}
		fft(x)
		energy := func(k int) float64 { return real(x[k])*real(x[k]) + imag(x[k])*imag(x[k]) }
		lo, hi := 100*window/synth.Rate, 1400*window/synth.Rate
		loudest := 0.0
		for k := lo; k < hi; k++ {
			loudest = max(loudest, energy(k))
		}
		for k := lo; k < hi; k++ {
			e := energy(k)
			if e < loudest/1000 || e < 1e-6 || e <= energy(k-1) || e < energy(k+1) {
				continue
			}
			a, b, c := math.Log(energy(k-1)), math.Log(e), math.Log(energy(k+1))
			hz := (float64(k) + (a-c)/2/(a-2*b+c)) * synth.Rate / window
			midi := 69 + 12*math.Log2(hz/440)
			note := math.Round(midi)
			notes[(int(note)+1200)%12] += e
			off, sum = off+100*math.Abs(midi-note)*e, sum+e
		}
	}
	return notes, off / sum
}

// TestMusicAsItIsHeard plays half a minute of a piece of each mode through the mixer and listens. Apart from
// overtones, the tones are those of the mode and in tune. Nothing clips, clicks or has an offset, and silence
// follows the piece. A scale one semitone higher does not match.
func TestMusicAsItIsHeard(t *testing.T) {
	scales := map[music.Mode][]int{ // notes from C: D lydian, G major, A dorian, E aeolian, E phrygian
		music.Dawn: {2, 4, 6, 8, 9, 11, 1}, music.Day: {7, 9, 11, 0, 2, 4, 6}, music.Dusk: {9, 11, 0, 2, 4, 6, 7},
		music.Night: {4, 6, 7, 9, 11, 0, 2}, music.Cave: {4, 5, 7, 9, 11, 0, 2},
	}
	seen := map[music.Mode]bool{}
	for slot := game.Tick(0); slot < 12 && len(seen) < len(scales); slot++ {
		w := music.Where{Cave: slot == 0}
		piece := music.PieceAt(4, slot*music.SlotTicks, w)
		scale := scales[piece.Mode]
		if seen[piece.Mode] || scale == nil {
			continue
		}
		seen[piece.Mode] = true
		heard, peak := heardMusic(4, piece.From+2*piece.Bar(), w, 30)
		notes, off := chroma(heard)
		share := func(shift int) float64 {
			in, all := 0.0, 0.0
			for _, e := range notes {
				all += e
			}
			for _, n := range scale {
				in += notes[(n+shift+piece.Shift+24)%12]
			}
			return in / all
		}
		mean, bend := 0.0, 0.0
		for i, v := range heard {
			mean += v / float64(len(heard))
			if i > 1 {
				bend = max(bend, math.Abs(v-2*heard[i-1]+heard[i-2]))
			}
		}
		right, wrong := share(0), share(1)
		t.Logf("mode %d: %.1f %% on its notes, %.1f %% on those a semitone higher, %.1f cents off; peak %.2f, bend %.3f, mean %.5f",
			piece.Mode, 100*right, 100*wrong, off, peak, bend, mean)
		if right < 0.98 || wrong > 0.65 || off > 4 {
			t.Errorf("mode %d: wrong notes", piece.Mode)
		}
		if peak > 0.7 || peak < 0.02 || bend > 0.12 || math.Abs(mean) > 0.001 {
			t.Errorf("mode %d: it clips, clicks or leans", piece.Mode)
		}
	}
	if len(seen) != len(scales) {
		t.Errorf("only %d of %d modes were played", len(seen), len(scales))
	}
	piece := music.PieceAt(4, 0, music.Where{})
	heard, _ := heardMusic(4, piece.Until()-5*game.TicksPerSecond, music.Where{}, 20)
	silent := 0
	for s := range 20 {
		sum := 0.0
		for _, v := range heard[s*synth.Rate : (s+1)*synth.Rate] {
			sum += v * v / synth.Rate
		}
		if sum < 1e-6 { // 60 dB below full scale
			silent++
		}
	}
	if silent < 8 || silent > 15 {
		t.Errorf("%d of 20 seconds round the end of a piece are silent", silent)
	}
}
