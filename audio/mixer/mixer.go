// Package mixer adds up to 24 voices to one stereo stream.
//
// A Mixer is an io.Reader of 32-bit little-endian floats, left and right in turn, synth.Rate frames a second.
// It never ends and never fails. Read belongs to one goroutine, that of the sound device. Play, Loops and
// SetVolumes may be called by any other; they hold a lock only to copy a few hundred bytes, and never wait
// for a device.
//
// The way of a sample:
//
//	take of a sound → its pitch (linear interpolation) → low-pass when a wall is in between
//	→ gain to the left and to the right → volume of its bus → sum → limiter at -0.5 dB → device
//
// Every gain moves in a straight line over a block of BlockFrames, so that no click is heard; a dropped voice
// fades over FadeFrames.
package mixer

import (
	"encoding/binary"
	"math"
	"sync"

	"manyhold/audio/synth"
)

const (
	// MaxVoices is how many sounds are heard at a time. One more takes the place of the least of them, when
	// it is worth more itself; otherwise it is dropped.
	MaxVoices = 24
	// MaxDying is how many voices may be fading out besides. With more, the oldest of them breaks off.
	MaxDying = 8
	// MaxLoops is how many loops play at a time; further ones are silent.
	MaxLoops = 12
	// MaxQueue is how many notes wait for the next Read. More are dropped, and of those that waited only the
	// last MaxVoices are heard: a device that stood still must not tell the past all at once.
	MaxQueue = 128
	// BlockFrames is the step in which gains move and the limiter looks ahead: 1.3 ms.
	BlockFrames = 64
	// FadeFrames is how long a voice takes to go: 5.3 ms.
	FadeFrames = 4 * BlockFrames
	// LoopHold is how long a loop continues without renewal, in frames: 0.5 s. A frozen window falls silent.
	LoopHold = synth.Rate / 2
	// MuffleHz is the low-pass behind walls.
	MuffleHz = 900

	frameBytes = 8
)

// Note is one sound to be heard once.
type Note struct {
	Sound  synth.Sound
	Gain   float32 // 1 is as loud as made
	Pan    float32 // -1 left to 1 right
	Rate   float32 // of pitch, 1 is as made; 0 counts as 1; kept within 1/8 and 8
	Muffle bool    // behind a wall
	Made   *Made   // a maker's sound, in place of Sound; nil: none
}

// Loop is one continuous sound. Loops with equal Keys in successive calls are one.
type Loop struct {
	Key uint64 // not zero
	Note
}

// Volumes are the settings of loudness, each 0 to 1. Zero is silent, 1 is as made.
type Volumes struct {
	Master float64
	Bus    [synth.BusCount]float64
}

// Stats are counts since the start, and the number of voices and loops playing.
type Stats struct {
	Voices  int     // now
	Played  uint64  // notes begun
	Stolen  uint64  // voices that had to go for a note worth more
	Dropped uint64  // notes that found the queue full, all voices worth more, or their sound not made yet
	Peak    float32 // of the last block, after the limiter
}

// Mixer is described by the package's comment.
type Mixer struct {
	bank   *Bank
	source Source // nil: none

	mu     sync.Mutex // guards the next six; held briefly
	queue  []Note
	over   bool // queue was full
	loops  []Loop
	fresh  bool // loops were renewed
	volume Volumes
	stats  Stats

	// Of the goroutine that reads:
	take     []Note
	want     []Loop
	unheard  int // frames since the loops were renewed
	voices   [MaxVoices + MaxDying]voice
	chance   uint64
	bus      [synth.BusCount]ramp
	mix      [2][BlockFrames]float32 // the block being mixed
	part     [2][BlockFrames]float32 // the source's samples for this block
	out      [2][BlockFrames]float32 // the block before it, on its way out
	need     float32                 // the gain that keeps out below the ceiling
	gain     float32                 // the limiter's gain at the end of the last block returned
	left     int                     // frames of out that were not given out yet
	counts   Stats
	released float32
}

// Source is a stream that is mixed in, such as music.
type Source interface {
	// Add adds the next samples to l and r, which are of one length. It is called from the goroutine that
	// reads.
	Add(l, r []float32)
}

// Join lets a source play on the bus of music. It is called before the first Read.
func (m *Mixer) Join(s Source) { m.source = s }

// New returns a mixer of the sounds in bank. The chance that varies pitch and loudness begins at seed.
func New(bank *Bank, seed uint64) *Mixer {
	m := &Mixer{
		bank: bank, chance: seed, need: 1, gain: 1,
		queue: make([]Note, 0, MaxQueue), take: make([]Note, 0, MaxQueue),
		loops: make([]Loop, 0, MaxLoops), want: make([]Loop, 0, MaxLoops),
		released: float32(1 - math.Exp(-float64(BlockFrames)/(0.12*synth.Rate))), // back up in 120 ms
	}
	m.volume = Volumes{Master: 1}
	for i := range m.volume.Bus {
		m.volume.Bus[i] = 1
		m.bus[i] = ramp{now: 1, to: 1}
	}
	return m
}

// Play hands a note over to be heard from the next Read on.
func (m *Mixer) Play(n Note) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.queue) == MaxQueue {
		m.stats.Dropped++
		m.over = true
		return
	}
	m.queue = append(m.queue, n)
}

// Loops says which loops are heard from the next Read on, in place of all of the last call. The slice is
// copied. They go silent by themselves when it is not called again within LoopHold.
func (m *Mixer) Loops(loops []Loop) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.loops = append(m.loops[:0], loops[:min(len(loops), MaxLoops)]...)
	m.fresh = true
}

// SetVolumes changes the volumes. Values outside 0 to 1 are brought to the nearer end.
func (m *Mixer) SetVolumes(v Volumes) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.volume = v
}

// Stats returns the counts of now.
func (m *Mixer) Stats() Stats {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.stats
}

// Read implements io.Reader. It fills all whole frames of p and returns their bytes; it never fails.
func (m *Mixer) Read(p []byte) (int, error) {
	m.hear()
	n := len(p) / frameBytes * frameBytes
	for i := 0; i < n; {
		if m.left == 0 {
			m.block()
		}
		at := BlockFrames - m.left
		frames := min(m.left, (n-i)/frameBytes)
		for f := at; f < at+frames; f++ {
			binary.LittleEndian.PutUint32(p[i:], math.Float32bits(m.out[0][f]))
			binary.LittleEndian.PutUint32(p[i+4:], math.Float32bits(m.out[1][f]))
			i += frameBytes
		}
		m.left -= frames
	}
	m.tell()
	return n, nil
}

// hear takes over the notes and loops from the other goroutines.
func (m *Mixer) hear() {
	m.mu.Lock()
	m.take, m.queue = m.queue, m.take[:0]
	over, fresh := m.over, m.fresh
	m.over = false
	if fresh {
		m.want = append(m.want[:0], m.loops...)
		m.fresh = false
	}
	volume := m.volume
	m.mu.Unlock()

	for b := range m.bus {
		m.bus[b].to = clamp(volume.Master) * clamp(volume.Bus[b])
	}
	notes := m.take
	if over {
		stale := len(notes) - MaxVoices
		notes = notes[stale:]
		m.counts.Dropped += uint64(stale)
	}
	for i := range notes {
		m.begin(&notes[i])
	}
	if fresh {
		m.unheard = 0
		m.follow()
	}
}

// tell hands the counts over.
func (m *Mixer) tell() {
	m.counts.Voices = 0
	for i := range m.voices {
		if m.voices[i].samples != nil {
			m.counts.Voices++
		}
	}
	m.mu.Lock()
	dropped := m.stats.Dropped + m.counts.Dropped
	m.stats, m.counts.Dropped = m.counts, 0
	m.stats.Dropped = dropped
	m.mu.Unlock()
}

func clamp(v float64) float32 {
	if !(v > 0) {
		return 0
	}
	return float32(min(v, 1))
}

// ramp is a value on its way.
type ramp struct{ now, to float32 }
