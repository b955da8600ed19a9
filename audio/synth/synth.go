// Package synth makes every sound of the game from arithmetic: there is no recording anywhere.
//
// A Sound names one sample set. Most exist in several takes that differ as two footsteps differ; the mixer
// chooses the take, and varies pitch and loudness by a few per cent. Make is pure: equal Sound and take give
// equal samples in every run on one machine. (Between processors the last bits may differ; sounds are never
// compared across the network.)
//
// Every buffer is mono at Rate, begins and ends at zero, and has the loudness of its row in the table. A
// looped one joins its end to its beginning without a seam.
//
// The catalogue is four families, one sound for each Material, and single sounds:
//
//	Step, Hit, Break, Place  × Material     under a foot, struck, destroyed, set down
//	single sounds                           see the constants
package synth

import (
	"math"
	"strconv"
)

const (
	// Rate is the sample rate of everything, in samples per second.
	Rate = 48000
	// Takes is how many versions there are of a sound that varies.
	Takes = 3
)

// Material is the sound of a thing when it is touched.
type Material uint8

// The materials.
const (
	Grass Material = iota
	Sand
	Wood
	Stone
	Snow
	Water
	Earth
	Leaf
	Glass
	Crystal
	Mire
	MaterialCount
)

var materialNames = [MaterialCount]string{"grass", "sand", "wood", "stone", "snow", "water", "earth", "leaf", "glass", "crystal", "mire"}

func (m Material) String() string { return materialNames[m] }

// Sound names one thing that can be heard. Zero is silence.
type Sound uint8

// The sounds.
const (
	Silence Sound = iota

	steps  // + Material: see Step
	hits   = steps + Sound(MaterialCount)
	breaks = hits + Sound(MaterialCount)
	places = breaks + Sound(MaterialCount)

	PickUp = places + Sound(MaterialCount) + iota - 5
	Collect
	Drop
	Throw
	Kick
	Bounce // recorded at BounceSpeed: play it faster by the root of the speed
	Land
	Bump // a crate or a person against something
	DoorOpen
	DoorClose
	LampOn
	LampOff
	FireOn
	FireOff
	Splash
	ChestOpen
	ChestClose
	ChestPut
	ChestTake
	Chat
	Emote // at the middle pitch: the player plays it faster or slower, by the key of the player who emotes
	PortalOpen
	PortalClose
	Travel

	UIHover
	UIOk
	UINo
	UIOpen
	UIClose
	UISlot
	UIType

	Joined
	Left
	HostChanged
	Provisional
	Healed
	Found

	Bird

	// These are loops.
	Scrape
	Wind
	Shore
	Crickets
	Fire
	Rain

	Thunder // once, no loop

	Creak // an arm that begins to turn in its hinge
	Hum   // a loop: a motor

	Kindled    // one of the nine lighthouses burns for the first time
	Feast      // all of them burn
	SkyLantern // one rises
	// Those of the dark.
	ShadeRises
	ShadeFades
	Cling
	Chatter // of a magpie
	Wings   // of a great moth
	MothFalls
	Revived
	Nightfall
	Dread // a loop: danger is near
	// Those of what people show. Instruments sound at NoteHz.
	FluteNote
	HarpNote
	BellNote
	VoiceNote
	Rocket // rises and bursts
	Rustle // something is put on

	FirstLight // the first of the nine lighthouses burns
	FirstKind  // a player sees a kind of thing for the first time
	Cannot     // the world refuses what a player wants to do

	Count
)

// NoteHz is the pitch at which instruments are recorded: play them faster or slower.
const NoteHz = 440

// BounceSpeed is the speed of the ball in the sound Bounce, in tiles per second.
const BounceSpeed = 4

// Step returns the sound of a foot on m.
func Step(m Material) Sound { return steps + Sound(m) }

// Hit returns the sound of a tool that strikes m.
func Hit(m Material) Sound { return hits + Sound(m) }

// Break returns the sound of m coming to pieces.
func Break(m Material) Sound { return breaks + Sound(m) }

// Place returns the sound of something of m being set down.
func Place(m Material) Sound { return places + Sound(m) }

// Bus is the volume setting that a sound obeys.
type Bus uint8

// The buses.
const (
	Effects   Bus = iota
	Ambience      // wind, water, animals, fire
	Interface     // menus, chat, notices about the network
	Music         // the music of audio/music; not made here
	Makers        // the sounds of makers' things; not made here
	BusCount
)

// Info describes a sound.
type Info struct {
	Name     string
	Bus      Bus
	Takes    int     // 1 or Takes
	Vary     bool    // pitch ±6 %, loudness ±2 dB each time it is heard
	Loop     bool    // endless
	Priority uint8   // of two sounds that want one voice the greater is heard
	Level    float64 // of the loudest 50 ms, RMS in dB of full scale
	Seconds  float64 // the longest that it may be
	make     func(r *chance, dst []float32)
}

// Info returns the description of s.
func (s Sound) Info() *Info { return &catalogue[s] }

// String returns the name of s.
func (s Sound) String() string {
	if s < Count {
		return catalogue[s].Name
	}
	return "sound " + strconv.Itoa(int(s))
}

// Make returns the samples of one take of s. The caller owns the slice. Silence is empty.
func Make(s Sound, take int) []float32 {
	in := &catalogue[s]
	if in.make == nil {
		return nil
	}
	buf := make([]float32, int(in.Seconds*Rate))
	r := chance(uint64(s)<<32 | uint64(take)<<8 | 0x6d616e79)
	r.next()
	in.make(&r, buf)
	if in.Loop {
		buf = seam(buf)
	} else {
		buf = trim(buf)
		fade(buf)
	}
	scale(buf, in.Level)
	return buf
}

const (
	fadeIn   = Rate / 2000 // 0.5 ms: shorter clicks, longer takes the edge off a strike
	fadeOut  = Rate / 200  // 5 ms
	seamLong = Rate / 4    // 250 ms: how long the two ends of a loop overlap
	window   = Rate / 20   // 50 ms: over which loudness is measured
	quiet    = 1e-3        // of the peak, -60 dB: where a tail ends
)

// trim cuts off the inaudible tail.
func trim(buf []float32) []float32 {
	peak := float32(0)
	for _, v := range buf {
		peak = max(peak, v, -v)
	}
	n := len(buf)
	for n > fadeIn+fadeOut && buf[n-1] < peak*quiet && buf[n-1] > -peak*quiet {
		n--
	}
	return append(make([]float32, 0, n), buf[:n]...)
}

// fade makes buf begin and end at zero.
func fade(buf []float32) {
	for i := range fadeIn {
		buf[i] *= float32(i) / fadeIn
	}
	n := len(buf)
	for i := range fadeOut {
		buf[n-1-i] *= float32(i) / fadeOut
	}
}

// seam shortens buf by the overlap of its ends and blends them with equal power, since they are unrelated
// noises.
func seam(buf []float32) []float32 {
	n := len(buf) - seamLong
	for i := range seamLong {
		in := math.Sqrt((float64(i) + 0.5) / seamLong)
		out := math.Sqrt(1 - (float64(i)+0.5)/seamLong)
		buf[i] = float32(float64(buf[i])*in + float64(buf[n+i])*out)
	}
	return append(make([]float32, 0, n), buf[:n]...)
}

// scale sets the loudness of the loudest window to level, short of a peak at full scale.
func scale(buf []float32, level float64) {
	loud, peak := Loudness(buf)
	if loud == 0 {
		return
	}
	k := float32(min(math.Pow(10, level/20)/loud, 0.98/peak))
	for i := range buf {
		buf[i] *= k
	}
}

// Loudness returns the RMS of the loudest 50 ms of buf, and its peak. A shorter buffer counts as followed by
// silence.
func Loudness(buf []float32) (rms, peak float64) {
	sum, most := 0.0, 0.0
	for i, v := range buf {
		sum += float64(v) * float64(v)
		if i >= window {
			sum -= float64(buf[i-window]) * float64(buf[i-window])
		}
		most = max(most, sum)
		peak = max(peak, math.Abs(float64(v)))
	}
	return math.Sqrt(most / window), peak
}
